#include "twins.h"

#include "edit.h"

#include <string.h>

/* Masks: the bits of a VOP1 and of a VOP3 that name the instruction. */
#define VOP1 0xfe01fe00
#define VOP3 0xffff0000

static const struct twin twins[] = {
    {18, VOP1, 0x7e003800, 0x7e00d200, "v_mov_b16", "v_not_b16"},
    {18, VOP3, 0xd59c0000, 0xd5e90000, "v_mov_b16", "v_not_b16"},
    {20, VOP1, 0x7e00cc00, 0x7e00ca00, "v_swap_b16", "v_swap_b32"},
};

const struct twin *twin_find(uint32_t word, enum family family, unsigned major)
{
    for (size_t i = 0; i < sizeof twins / sizeof twins[0]; i++) {
        if (major < twins[i].since && (family == FAMILY_GFX11 || family == FAMILY_GFX12) &&
            (word & twins[i].mask) == twins[i].opcode)
            return &twins[i];
    }
    return NULL;
}

uint32_t twin_word(const struct twin *twin, uint32_t word)
{
    return (word & ~twin->mask) | twin->other;
}

bool twin_name(const struct twin *twin, char *text, size_t size)
{
    char *name = text + strspn(text, " \t");
    size_t length = strlen(twin->other_name);
    return strncmp(name, twin->other_name, length) == 0 &&
           edit_insert(text, size, name, twin->name, length);
}
