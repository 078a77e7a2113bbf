/* Loads that go from memory to LDS without a register: byte for byte what a loop over the lanes
 * would copy.
 */
#include "harness.h"

#include "core/space.h"

#include <stdio.h>
#include <string.h>

enum { BYTES = 1024, SHORT = 347, M0 = 512, OFFSET = 16 };

struct load {
    const char *text; /* v[2:3]: addresses, or v2: offsets; s[4:7]: a buffer */
    unsigned bytes;
    bool is_signed;
};

static const struct load gfx90a[] = {
    {"global_load_dword v[2:3], off offset:16 lds", 4, false},
    {"global_load_ubyte v[2:3], off offset:16 lds", 1, false},
    {"global_load_sshort v[2:3], off offset:16 lds", 2, true},
    {"buffer_load_dword v4, s[4:7], 0 offen offset:16 lds", 4, false},
    {"buffer_load_sbyte v4, s[4:7], 0 offen offset:16 lds", 1, true}};
static const struct load gfx942[] = {
    {"global_load_lds_dword v[2:3], off offset:16", 4, false},
    {"global_load_lds_sbyte v[2:3], off offset:16", 1, true},
    {"global_load_lds_ushort v[2:3], off offset:16", 2, false},
    {"buffer_load_dword v4, s[4:7], 0 offen offset:16 lds", 4, false}};

/* Loads of several dwords leave 16 bytes for each lane. Words: the assembler does not know them. */
static const struct load gfx950[] = {
    {".long 0xddf88010\n.long 0x007f0002 // global_load_lds_dwordx3 v[2:3], off offset:16", 12,
     false},
    {".long 0xddf48010\n.long 0x007f0002 // global_load_lds_dwordx4 v[2:3], off offset:16", 16,
     false},
    {".long 0xe0591010\n.long 0x80010004 // buffer_load_dwordx3 v4, s[4:7], 0 offen offset:16 lds",
     12, false},
    {".long 0xe05d1010\n.long 0x80010004 // buffer_load_dwordx4 v4, s[4:7], 0 offen offset:16 lds",
     16, false},
    {"global_load_lds_dword v[2:3], off offset:16", 4, false},
    {"buffer_load_sbyte v4, s[4:7], 0 offen offset:16 lds", 1, true}};

/* The |dword|-th of a lane. Beyond |records| bytes there are zeros. */
static uint32_t expected(const uint8_t *memory, const struct load *load, unsigned lane,
                         unsigned dword, unsigned records)
{
    uint32_t value = 0;
    const unsigned bytes = load->bytes < 4 ? load->bytes : 4;
    const unsigned at = OFFSET + 8 * (63 - lane) + 4 * dword;
    if (at + bytes > records)
        return 0;
    for (unsigned i = 0; i < bytes; i++)
        value |= (uint32_t)memory[at + i] << 8 * i;
    uint32_t top = 1u << (8 * bytes - 1);
    return load->is_signed ? (value ^ top) - top : value;
}

/* |m0|: with bits that LDS of 64 KiB does not have, nothing is stored on gfx950. */
static void check(struct harness *h, unsigned id, const struct load *load, uint8_t *memory,
                  unsigned m0, unsigned records)
{
    static struct harness_state state;
    const unsigned stride = load->bytes > 4 ? 4 : 1; /* of a lane, in dwords */
    const bool is_buffer = strstr(load->text, "buffer_") != NULL;
    struct harness_random random = {id + 1};
    uint64_t base = (uint64_t)(uintptr_t)memory, exec = id % 2 ? random_bits(&random) : ~0ull;
    for (unsigned i = 0; i < BYTES; i++)
        memory[i] = (uint8_t)random_bits(&random);
    random_state(&random, h, &state);
    state_set_mask(&state, SGPR_EXEC, exec);
    state.sgpr[SGPR_M0] = m0;
    state_set_mask(&state, 4, base);
    state.sgpr[6] = records;
    state.sgpr[7] = 0x00027000;
    for (unsigned lane = 0; lane < 64; lane++) {
        uint64_t at = base + 8 * (63 - lane);
        state.vgpr[2][lane] = (uint32_t)at;
        state.vgpr[3][lane] = (uint32_t)(at >> 32);
        state.vgpr[4][lane] = 8 * (63 - lane);
    }
    memset(harness_lds(h), 0xee, HARNESS_LDS);
    if (!harness_run(h, id, &state)) {
        harness_fail(h, id, 0, "%s", harness_fault(h)->message);
        return;
    }
    for (unsigned i = 0; i < HARNESS_LDS / 4; i++) {
        unsigned dword = i - (m0 + OFFSET) / 4, lane = dword / stride;
        uint32_t got, right = 0xeeeeeeee;
        memcpy(&got, harness_lds(h) + i * 4, sizeof got);
        if (i * 4 >= m0 + OFFSET && lane < 64 && exec >> lane & 1 &&
            dword % stride < (load->bytes + 3) / 4)
            right = expected(memory, load, lane, dword % stride, is_buffer ? records : BYTES);
        if (got != right)
            harness_fail(h, id, lane & 63, "LDS at %u: %#x, not %#x", i * 4, got, right);
    }
}

static unsigned check_target(const char *target, const struct load *loads, unsigned count)
{
    unsigned ids[8];
    struct harness *h = harness_open(target, 64);
    for (unsigned i = 0; i < count; i++)
        ids[i] = harness_add(h, "%s", loads[i].text);
    harness_assemble(h);
    uint8_t *memory =
        space_allocate(harness_device(h), MEMORY_DEVICE, BYTES, 256, 0, "the test", false);
    for (unsigned i = 0; i < count && memory; i++)
        check(h, ids[i], &loads[i], memory, M0, BYTES);
    for (unsigned i = 0; i < count && memory; i++)
        check(h, ids[i], &loads[i], memory, M0, SHORT);
    for (unsigned i = 0; i < count && memory && loads == gfx950; i++)
        check(h, ids[i], &loads[i], memory, 0x10000, BYTES);
    unsigned failures = harness_failures(h) + !memory;
    harness_close(h);
    return failures;
}

/* Argument: "gfx950" for that alone. */
int main(int argc, char **argv)
{
    if (argc > 1)
        return check_target(argv[1], gfx950, sizeof gfx950 / sizeof gfx950[0]) > 0;
    return check_target("gfx90a", gfx90a, sizeof gfx90a / sizeof gfx90a[0]) +
               check_target("gfx942", gfx942, sizeof gfx942 / sizeof gfx942[0]) >
           0;
}
