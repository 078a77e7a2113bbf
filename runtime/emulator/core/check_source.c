/* Source lines, from .debug_line, through elfutils' libdw. */
#include "check_watch.h"

#include <stdio.h>
#include <string.h>

#ifdef EMULATOR_HAS_LIBDW
#include <elfutils/libdw.h>
#include <libelf.h>

/* Looks through the compilation units: code objects have no table of their addresses. */
static Dwarf_Line *find_line(Dwarf *dwarf, uint64_t address)
{
    Dwarf_Off offset = 0, next;
    size_t header;
    while (dwarf_nextcu(dwarf, offset, &next, &header, NULL, NULL, NULL) == 0) {
        Dwarf_Die unit;
        Dwarf_Line *line = NULL;
        if (dwarf_offdie(dwarf, offset + header, &unit))
            line = dwarf_getsrc_die(&unit, address);
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
    elf_version(EV_CURRENT);
    Elf *elf = elf_memory((char *)(uintptr_t)file.data, file.size);
    Dwarf *dwarf = elf ? dwarf_begin_elf(elf, DWARF_C_READ, NULL) : NULL;
    Dwarf_Line *line = dwarf ? find_line(dwarf, address) : NULL;
    const char *name = line ? dwarf_linesrc(line, NULL, NULL) : NULL;
    if (name && dwarf_lineno(line, &number) == 0 && number > 0) {
        snprintf(out, size, "%s:%d", name, number);
        is_found = true;
    }
    if (dwarf)
        dwarf_end(dwarf);
    if (elf)
        elf_end(elf);
    return is_found;
}
#else
bool source_line(struct span file, uint64_t address, char *out, size_t size)
{
    (void)file, (void)address, (void)out, (void)size;
    return false;
}
#endif
