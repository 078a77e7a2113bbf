/* Variables in the code objects: for AMD GPUs the objects of the dynamic symbol table, where
 * drivers find them.
 *
 * A managed variable "x" is two of them, the pointer "x" and the variable "x.managed". In NVIDIA's
 * images it is marked.
 */
#include "emit/index.h"

#include <container.h>
#include <elf_image.h>

enum { NAME_SIZE_MAX = 1 << 16, POINTER_SIZE = 8 };

static void add_variable(void *context, struct span name, uint64_t size, bool is_managed)
{
    struct index_image *image = context;
    image->symbols = mem_grow(image->symbols, image->symbol_count, sizeof *image->symbols);
    image->symbols[image->symbol_count++] =
        (struct index_symbol){mem_dup_n((const char *)name.data, name.size), size, is_managed};
}

static void add_symbol(const struct elf_symbols *table, size_t i, struct index_image *image)
{
    const Elf64_Sym symbol = elf_symbols_entry(table, i);
    struct span name;
    if (ELF64_ST_TYPE(symbol.st_info) != STT_OBJECT || symbol.st_shndx == SHN_UNDEF ||
        elf_symbols_name(table, i, NAME_SIZE_MAX, &name, NULL) != CODEOBJ_OK)
        return;
    add_variable(image, name, symbol.st_size, false);
}

void index_read_symbols(struct span bytes, struct index_image *image)
{
    struct elf_image elf;
    struct elf_symbols table;
    size_t section = 0;
    nvidia_variables(bytes, image, add_variable);
    if (elf_image_open(bytes, &elf, NULL) != CODEOBJ_OK ||
        elf_image_find(&elf, SHT_DYNSYM, &section, NULL) != CODEOBJ_OK || !section ||
        elf_symbols_open(&elf, section, &table, NULL) != CODEOBJ_OK)
        return;
    for (size_t i = 0; i < table.count; i++)
        add_symbol(&table, i, image);
}

static const struct index_symbol *find_symbol(const struct index_image *image, const char *name)
{
    for (size_t i = 0; i < image->symbol_count; i++)
        if (strcmp(image->symbols[i].name, name) == 0)
            return &image->symbols[i];
    return NULL;
}

enum index_presence index_find_variable(const struct index_image *image,
                                        struct index_variable *variable)
{
    const struct index_symbol *symbol = find_symbol(image, variable->symbol);
    if (!symbol)
        return INDEX_ABSENT;
    variable->is_managed |= symbol->is_managed;
    OWNED char *name = mem_format("%s.managed", variable->symbol);
    const struct index_symbol *managed = find_symbol(image, name);
    if (managed && symbol->size == POINTER_SIZE) {
        variable->is_managed = true;
        symbol = managed;
    }
    return symbol->size == variable->size ? INDEX_PRESENT : INDEX_OTHER_SIZE;
}
