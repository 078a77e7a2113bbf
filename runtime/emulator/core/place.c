/* Source lines are read from .debug_line, by libdw of elfutils. libdw is loaded when a message
 * first needs it; without it, messages have no source lines. */
#include "core/place.h"

#include "core/space.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

/* ---- Lines of the source --------------------------------------------------------------------- */

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

/* ISO C does not allow a cast from an object pointer to a function pointer; POSIX says that this
 * assignment works. */
#define FIND(name) dw.is_loaded &= (*(void **)&dw.name = dlsym(library, #name)) != NULL;
static void load_libdw(void)
{
    /* This also loads libelf, which libdw needs. */
    void *library = dlopen("libdw.so.1", RTLD_NOW | RTLD_LOCAL);
    if (!library)
        return;
    dw.is_loaded = true;
    FUNCTIONS(FIND)
    if (dw.is_loaded)
        dw.elf_version(EV_CURRENT);
}

/* Returns the source line of |address|, or NULL. Looks through all compilation units, because code
 * objects lack the table that maps addresses to units. */
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

bool place_of_line(struct span file, uint64_t address, char *out, size_t size)
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
bool place_of_line(struct span file, uint64_t address, char *out, size_t size)
{
    (void)file, (void)address, (void)out, (void)size;
    return false;
}
#endif

/* ---- Instructions and addresses ------------------------------------------------------------- */

char *place_of_op(const struct wave *wave, const struct op *op, char *out, size_t size)
{
    const struct program *program = wave->ops->program;
    char text[160], line[256];
    uint64_t address = program->code_address + op->pc * 4ull;
    program->decoding->print(wave->ops->decoder, program, op->pc, text, sizeof text);
    bool has_line = place_of_line(program->file, address, line, sizeof line);
    snprintf(out, size, "at 0x%llx: %s%s%s%s", (unsigned long long)address, text,
             has_line ? " (" : "", has_line ? line : "", has_line ? ")" : "");
    return out;
}

void place_of_address(uint64_t address, char *out, size_t size)
{
    struct allocation near;
    enum memory_relation relation = space_nearest((const void *)(uintptr_t)address, &near);
    if (address < 4096 || relation == MEMORY_NOWHERE) {
        snprintf(out, size, "%s", address < 4096 ? "a null pointer" : "no allocation is near");
        return;
    }
    uint64_t start = (uint64_t)(uintptr_t)near.address;
    const char *where = relation == MEMORY_INSIDE   ? "bytes into"
                        : relation == MEMORY_BEFORE ? "bytes before"
                                                    : "bytes past the end of";
    uint64_t distance = relation == MEMORY_INSIDE   ? address - start
                        : relation == MEMORY_BEFORE ? start - address
                                                    : address - start - near.size;
    snprintf(out, size, "%llu %s the %s%zu bytes at 0x%llx of %s (allocation %llu)",
             (unsigned long long)distance, where, near.is_freed ? "freed " : "", near.size,
             (unsigned long long)start, near.made_by, (unsigned long long)near.serial);
}
