/* The variables of modules: their contents are not those of the code object any more. */
#include "parts.h"

#include "elf_image.h"

#include <stdlib.h>
#include <string.h>

enum { NAME_MAX_SIZE = 4096, VARIABLES_MAX = 1 << 16 };

static struct variables *new_list(size_t room)
{
    return calloc(1, sizeof(struct variables) + room * sizeof(struct variable));
}

static void add(struct variables *list, char *name, uint64_t address, uint64_t size)
{
    if (name && size)
        list->items[list->count++] = (struct variable){name, address, size};
    else
        free(name);
}

/* Whether a symbol is a variable: kernel descriptors are objects, too. */
static bool is_variable(const Elf64_Sym *symbol, struct span name)
{
    return ELF64_ST_TYPE(symbol->st_info) == STT_OBJECT && symbol->st_shndx != SHN_UNDEF &&
           symbol->st_size > 0 && utf8_is_text(name) &&
           !(name.size > 3 && memcmp(name.data + name.size - 3, ".kd", 3) == 0);
}

/* Keeps a list with variables, and frees one without. */
static struct variables *keep(struct variables *list)
{
    static struct variables *lists; /* under recorder_lock() */
    if (!list || list->count == 0) {
        free(list);
        return NULL;
    }
    list->next = lists;
    return lists = list;
}

static struct variables *list_symbols(void *module, const struct elf_symbols *symbols)
{
    size_t room = symbols->count < VARIABLES_MAX ? symbols->count : VARIABLES_MAX;
    struct variables *list = new_list(room);
    for (size_t i = 0; list && i < symbols->count && list->count < room; i++) {
        Elf64_Sym symbol = elf_symbols_entry(symbols, i);
        struct span name;
        uint64_t address, size;
        if (elf_symbols_name(symbols, i, NAME_MAX_SIZE, &name, NULL) != CODEOBJ_OK ||
            !is_variable(&symbol, name))
            continue;
        char *text = span_to_string(name);
        if (text && runtime_global(module, text, &address, &size))
            add(list, text, address, size);
        else
            free(text);
    }
    return keep(list);
}

struct variables *variables_of_module(void *module, const struct code *code)
{
    struct elf_image image;
    struct elf_symbols symbols;
    size_t index;
    if (elf_image_open(code->file, &image, NULL) != CODEOBJ_OK ||
        elf_image_find(&image, SHT_DYNSYM, &index, NULL) != CODEOBJ_OK || index == 0 ||
        elf_symbols_open(&image, index, &symbols, NULL) != CODEOBJ_OK)
        return NULL;
    return list_symbols(module, &symbols);
}

struct variables *variables_of_symbols(const void *const *symbols, char *const *names, size_t count)
{
    struct variables *list = new_list(count);
    for (size_t i = 0; list && i < count; i++) {
        uint64_t address, size;
        if (runtime_symbol(symbols[i], &address, &size))
            add(list, strdup(names[i]), address, size);
    }
    return list;
}
