/* Finds the symbols of name expressions, such as template instances. Behind the source there is a
 * variable for each expression, which has the address that the expression means; the relocation
 * that fills the variable leads to the symbol. */
#include "names.h"

#include "elf_image.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define VARIABLE "kbuild_hiprtc_name_%zu"

/* R_AMDGPU_ABS64, R_AMDGPU_RELATIVE64, and the longest symbol that is accepted */
enum { ABSOLUTE = 3, RELATIVE = 13, NAME_MAX_BYTES = 1 << 16 };

char *name_question(const char *expression, size_t number)
{
    char *text = NULL;
    int size = asprintf(&text,
                        "\nextern \"C\" { __device__ __attribute__((used)) const void *" VARIABLE
                        " = (const void *)(%s(%s)); }\n",
                        number, expression[0] == '&' ? "" : "&", expression);
    return size < 0 ? NULL : text;
}

/* ---- Finding names in the code object -------------------------------------------------------- */

static bool is_named(const struct elf_symbols *symbols, size_t index, const char *name)
{
    struct codeobj_error ignored;
    struct span found;
    return elf_symbols_name(symbols, index, NAME_MAX_BYTES, &found, &ignored) == CODEOBJ_OK &&
           found.size == strlen(name) && memcmp(found.data, name, found.size) == 0;
}

static char *copy_name(const struct elf_symbols *symbols, size_t index)
{
    struct codeobj_error ignored;
    struct span found;
    if (elf_symbols_name(symbols, index, NAME_MAX_BYTES, &found, &ignored))
        return NULL;
    return strndup((const char *)found.data, found.size);
}

/* Finds the relocation that fills the 8 bytes at |address|. */
static bool find_relocation(const struct elf_image *image, uint64_t address, Elf64_Rela *out)
{
    for (size_t i = 1; i < image->header.e_shnum; i++) {
        const Elf64_Shdr section = elf_image_section(image, i);
        struct span records = elf_image_content(image, &section), record;
        if (section.sh_type != SHT_RELA)
            continue;
        for (size_t at = 0; span_sub(records, at, sizeof *out, &record); at += sizeof *out) {
            memcpy(out, record.data, sizeof *out);
            if (out->r_offset == address)
                return true;
        }
    }
    return false;
}

/* Returns the name of the function or variable at |address|. A kernel's descriptor is at a
 * different address and has a different name than the kernel. */
static char *name_at(const struct elf_symbols *symbols, uint64_t address)
{
    for (size_t i = 1; i < symbols->count; i++) {
        const Elf64_Sym symbol = elf_symbols_entry(symbols, i);
        unsigned type = ELF64_ST_TYPE(symbol.st_info);
        if (symbol.st_shndx != SHN_UNDEF && symbol.st_value == address &&
            (type == STT_FUNC || type == STT_OBJECT))
            return copy_name(symbols, i);
    }
    return NULL;
}

char *name_answer(const void *code, size_t size, size_t number)
{
    struct codeobj_error ignored;
    struct elf_image image;
    struct elf_symbols symbols;
    Elf64_Rela record;
    size_t table, index = 1;
    char variable[64];
    snprintf(variable, sizeof variable, VARIABLE, number);
    if (elf_image_open((struct span){code, size}, &image, &ignored) ||
        elf_image_find(&image, SHT_DYNSYM, &table, &ignored) || table == 0 ||
        elf_symbols_open(&image, table, &symbols, &ignored))
        return NULL;
    while (index < symbols.count && !is_named(&symbols, index, variable))
        index++;
    if (index == symbols.count ||
        !find_relocation(&image, elf_symbols_entry(&symbols, index).st_value, &record))
        return NULL;
    size_t target = ELF64_R_SYM(record.r_info);
    if (ELF64_R_TYPE(record.r_info) == RELATIVE)
        return name_at(&symbols, (uint64_t)record.r_addend);
    return ELF64_R_TYPE(record.r_info) == ABSOLUTE && target < symbols.count
               ? copy_name(&symbols, target)
               : NULL;
}
