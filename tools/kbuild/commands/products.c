/* Names of products with each processor: examples, not all products. Sources: LLVM's AMDGPU usage
 * guide, "Processors", and "GPU specifications" of the ROCm documentation. A processor is missing
 * here if these documents name no product with it. */
#include "commands/commands.h"

#include <ctype.h>

static const struct {
    const char *processor, *names;
} products[] = {
    {"gfx700", "A10-7300, FX-7500"},
    {"gfx701", "FirePro W9100, FirePro S9150"},
    {"gfx702", "Radeon R9 290, Radeon R9 290X"},
    {"gfx703", "E1-2100, A4-5000, A6-5200"},
    {"gfx704", "Radeon HD 7790, R7 260, R7 260X"},
    {"gfx801", "A10-8700P, FX-8800P, A12-9700P"},
    {"gfx802", "Radeon R9 285, Radeon R9 380"},
    {"gfx803", "RX 480, RX 470, RX 460, Radeon R9 Fury, MI8, MI6"},
    {"gfx805", "FirePro S7150, FirePro W7100"},
    {"gfx900", "RX Vega 64, RX Vega 56, MI25"},
    {"gfx902", "Ryzen 5 2400G, Ryzen 3 2200G"},
    {"gfx906", "MI60, MI50, Radeon VII, Radeon Pro VII"},
    {"gfx908", "MI100"},
    {"gfx90a", "MI250X, MI250, MI210"},
    {"gfx90c", "Ryzen 7 4700G, Ryzen 5 4600G, Ryzen 3 4300G"},
    {"gfx942", "MI300X, MI300A, MI325X"},
    {"gfx950", "MI355X, MI350X"},
    {"gfx1010", "RX 5700 XT, RX 5700"},
    {"gfx1011", "Radeon Pro V520"},
    {"gfx1012", "RX 5500 XT, RX 5500"},
    {"gfx1030", "RX 6900 XT, RX 6800 XT, RX 6800, PRO W6800, PRO V620"},
    {"gfx1031", "RX 6700 XT"},
    {"gfx1100", "RX 7900 XTX, RX 7900 XT, RX 7900 GRE, PRO W7900, PRO W7800"},
    {"gfx1101", "RX 7800 XT, RX 7700 XT, RX 7700, PRO W7700, PRO V710"},
    {"gfx1102", "RX 7600 XT, RX 7600"},
    {"gfx1150", "Radeon 890M"},
    {"gfx1151", "Radeon 8060S"},
    {"gfx1152", "Radeon 860M"},
    {"gfx1200", "RX 9060 XT, RX 9060"},
    {"gfx1201", "RX 9070 XT, RX 9070, RX 9070 GRE, AI PRO R9700"},
};

const char *products_of(const char *processor)
{
    for (size_t i = 0; i < sizeof products / sizeof *products; i++)
        if (strcmp(products[i].processor, processor) == 0)
            return products[i].names;
    return "";
}

/* Returns |text| without the brand at its start: "RX 7900 XTX", as the table has it, for "AMD
 * Radeon RX 7900 XTX". */
static const char *skip_brand(const char *text)
{
    static const char *const brands[] = {"AMD ", "Radeon ", "Instinct "};
    for (size_t i = 0; i < sizeof brands / sizeof *brands; i++)
        if (strncasecmp(text, brands[i], strlen(brands[i])) == 0)
            text += strlen(brands[i]);
    return text;
}

/* Whether |names| has |words| as whole words: MI25 is not found in MI250. */
static bool has_words(const char *names, const char *words)
{
    size_t length = strlen(words);
    for (const char *at = names; *at; at++)
        if (strncasecmp(at, words, length) == 0 && (at == names || at[-1] == ' ') &&
            !isalnum((unsigned char)at[length]))
            return true;
    return false;
}

void products_find(const char *name, struct strings *out_processors)
{
    name = skip_brand(name);
    for (size_t i = 0; *name && i < sizeof products / sizeof *products; i++)
        if (has_words(products[i].names, name))
            strings_add(out_processors, products[i].processor);
}
