/* Encodings, drawn at random where they matter little. */
#include "enumerate.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct random {
    uint64_t state;
};

static uint32_t draw(struct random *random)
{
    random->state = random->state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(random->state >> 32);
}

/* SOP1 and VOP1 have their opcode in the lower half: bits 8 to 15, and 9 to 16. */
static bool has_low_opcode(uint32_t upper)
{
    return upper >> 7 == 0x17d || upper >> 9 == 0x3f;
}

/* The first source says that DPP or SDWA follow: in the first dword of the short encodings, in the
 * second one of VOP3. */
static void extend(struct random *random, uint32_t *dwords)
{
    static const uint32_t marks[] = {0xfa, 0xf9, 0xe9, 0xea};
    uint32_t mark = marks[draw(random) % 4];
    if (dwords[0] >> 31 == 0)
        dwords[0] = (dwords[0] & ~0x1ffu) | mark;
    else
        dwords[1] = (dwords[1] & ~0x1ffu) | mark;
}

/* The three sources of VOP3 are VGPRs, even ones: those of pairs and more may have to be. */
static void choose_vgprs(struct random *random, uint32_t *dwords)
{
    uint32_t sources = 0;
    for (unsigned i = 0; i < 3; i++)
        sources |= (0x100 | (draw(random) & 0x7c)) << 9 * i;
    dwords[1] = (dwords[1] & ~0x7ffffffu) | sources;
}

static void fill(struct random *random, uint32_t upper, unsigned index, uint32_t *dwords)
{
    uint32_t lower = draw(random) & 0xffff;
    if (has_low_opcode(upper))
        lower = (lower & 0xff) | (index & 0xff) << 8;
    dwords[0] = upper << 16 | lower;
    for (unsigned i = 1; i < 4; i++)
        dwords[i] = draw(random);
    dwords[4] = dwords[5] = 0xbf800000; /* s_nop 0 */
    switch (draw(random) % 4) {
    case 0: break;
    case 1: extend(random, dwords); break;
    default:
        choose_vgprs(random, dwords);
        dwords[0] &= ~1u; /* and so is the result */
        break;
    }
}

size_t mnemonic_size(const char *text)
{
    static const char *const suffixes[] = {"_e64_dpp", "_e32", "_e64", "_dpp", "_sdwa"};
    size_t size = strcspn(text, " \t");
    for (size_t i = 0; i < sizeof suffixes / sizeof suffixes[0]; i++) {
        size_t n = strlen(suffixes[i]);
        if (size > n && memcmp(text + size - n, suffixes[i], n) == 0)
            return size - n;
    }
    return size;
}

void enumerate(const char *processor, unsigned lanes, bool (*wants)(uint32_t upper), unsigned draws,
               void (*visit)(struct encoding *encoding, void *data), void *data)
{
    static struct encoding encoding;
    struct random random = {20241119};
    struct codeobj_error error;
    const struct target_info *target = target_find(processor);
    encoding.program = (struct program){.target = target,
                                        .generation = generation_of(target),
                                        .image = (uint8_t *)encoding.dwords,
                                        .code_size = sizeof encoding.dwords,
                                        .decoding = &llvm_decoder};
    encoding.decoder = llvm_decoder.get(target, lanes, &error);
    if (!encoding.decoder) {
        printf("skipped: %s\n", error.message);
        exit(77);
    }
    for (uint32_t upper = 0; upper <= 0xffff; upper++) {
        if (wants && !wants(upper))
            continue;
        unsigned count = has_low_opcode(upper) ? 256 * ((draws + 3) / 4) : draws;
        for (unsigned i = 0; i < count; i++) {
            fill(&random, upper, i, encoding.dwords);
            llvm_decoder.print(encoding.decoder, &encoding.program, 0, encoding.text,
                               sizeof encoding.text);
            if (strcmp(encoding.text, "not an instruction") != 0)
                visit(&encoding, data);
        }
    }
}
