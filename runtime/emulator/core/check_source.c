/* Source lines, from .debug_line, through elfutils' libdw. It is loaded when a report needs it;
 * without it, reports have no lines. */
#include "check_watch.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#ifdef EMULATOR_HAS_LIBDW
#include <elfutils/libdw.h>
#include <libelf.h>

#define FUNCTIONS(DO)                                                                              \
    DO(elf_version)                                                                                \
    DO(elf_memory)                                                                                 \
    DO(elf_end)                                                                                    \
    DO(dwarf_begin_elf)                                                                            \
    DO(dwarf_end)                                                                                  \
    DO(dwarf_nextcu)                                                                               \
    DO(dwarf_offdie)                                                                               \
    DO(dwarf_getsrc_die)                                                                           \
    DO(dwarf_linesrc)                                                                              \
    DO(dwarf_lineno)

#define MEMBER(name) __typeof__(name) *name;
static struct {
    FUNCTIONS(MEMBER)
    bool is_loaded;
} dw;
static pthread_once_t dw_once = PTHREAD_ONCE_INIT;

/* ISO C has no cast from an object pointer to a function pointer; POSIX says that this works. */
#define FIND(name) dw.is_loaded &= (*(void **)&dw.name = dlsym(library, #name)) != NULL;
static void load_libdw(void)
{
    void *library = dlopen("libdw.so.1", RTLD_NOW | RTLD_LOCAL); /* and libelf, which it needs */
    if (!library)
        return;
    dw.is_loaded = true;
    FUNCTIONS(FIND)
    if (dw.is_loaded)
        dw.elf_version(EV_CURRENT);
}

/* Looks through the compilation units: code objects have no table of their addresses. */
static Dwarf_Line *find_line(Dwarf *dwarf, uint64_t address)
{
    Dwarf_Off offset = 0, next;
    size_t header;
    while (dw.dwarf_nextcu(dwarf, offset, &next, &header, NULL, NULL, NULL) == 0) {
        Dwarf_Die unit;
        Dwarf_Line *line = NULL;
        if (dw.dwarf_offdie(dwarf, offset + header, &unit))
            line = dw.dwarf_getsrc_die(&unit, address);
        if (line)
            return line;
        offset = next;
    }
    return NULL;
}

bool source_line(struct span file, uint64_t address, char *out, size_t size)
{
    int number = 0;
    bool is_found = false;
    pthread_once(&dw_once, load_libdw);
    if (!dw.is_loaded)
        return false;
    Elf *elf = dw.elf_memory((char *)(uintptr_t)file.data, file.size);
    Dwarf *dwarf = elf ? dw.dwarf_begin_elf(elf, DWARF_C_READ, NULL) : NULL;
    Dwarf_Line *line = dwarf ? find_line(dwarf, address) : NULL;
    const char *name = line ? dw.dwarf_linesrc(line, NULL, NULL) : NULL;
    if (name && dw.dwarf_lineno(line, &number) == 0 && number > 0) {
        snprintf(out, size, "%s:%d", name, number);
        is_found = true;
    }
    if (dwarf)
        dw.dwarf_end(dwarf);
    if (elf)
        dw.elf_end(elf);
    return is_found;
}
#else
bool source_line(struct span file, uint64_t address, char *out, size_t size)
{
    (void)file, (void)address, (void)out, (void)size;
    return false;
}
#endif
