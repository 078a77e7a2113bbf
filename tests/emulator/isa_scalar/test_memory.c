/* Scalar memory: loads of every width with every kind of offset, buffers with their bounds, stores
 * of gfx9, clocks that do not go back. */
#include "scalar_test.h"

enum { BYTES = 4096, MIDDLE = 2048, WORDS = BYTES / 4, D = 32, A = 4, OFFSET = 8 };

static const unsigned widths[] = {1, 2, 4, 8, 16, 3};
enum { WIDTHS = sizeof widths / sizeof widths[0] };

struct memory {
    uint32_t *words;
    uint64_t address;
};

static struct memory memory_new(struct harness *harness)
{
    uint32_t *words =
        space_allocate(harness_device(harness), MEMORY_DEVICE, BYTES, 256, 0, "a test", false);
    for (unsigned i = 0; i < WORDS; i++)
        words[i] = 0x10000000 + i * 4;
    return (struct memory){words, (uint64_t)(uintptr_t)words};
}

static const char *load_name(const struct scalar_target *target, unsigned words)
{
    static char name[32];
    static const char *const old[17] = {
        [1] = "dword", [2] = "dwordx2", [4] = "dwordx4", [8] = "dwordx8", [16] = "dwordx16"};
    if (target->on & (ON_GFX90A | ON_GFX10))
        snprintf(name, sizeof name, "load_%s", old[words]);
    else
        snprintf(name, sizeof name, "load_b%u", words * 32);
    return name;
}

static void run(struct harness *harness, unsigned id, struct harness_state *state)
{
    if (!harness_run(harness, id, state))
        harness_fail(harness, id, 0, "%s", harness_fault(harness)->message);
}

/* |at|: bytes from the start of memory. Words outside |limit| bytes are 0. */
static void expect_words(struct harness *harness, unsigned id, const struct harness_state *state,
                         unsigned words, uint64_t at, uint64_t limit)
{
    for (unsigned i = 0; i < words; i++, at += 4) {
        uint32_t wanted = at + 4 <= limit ? 0x10000000 + (uint32_t)at : 0;
        if (state->sgpr[D + i] != wanted)
            harness_fail(harness, id, 0, "word %u: %#x, not %#x", i, state->sgpr[D + i], wanted);
    }
}

enum { IMMEDIATE = 0x7c, SGPR_OFFSET = 0x104, NEGATIVE = -0x80 };

static unsigned test_loads(const struct scalar_target *target)
{
    struct harness *harness = harness_open(target->name, target->lanes);
    struct memory memory = memory_new(harness);
    static struct harness_state state;
    for (unsigned w = 0; w < WIDTHS - (target->on != ON_GFX12); w++) {
        const char *name = load_name(target, widths[w]), *d = sgpr_name(D, widths[w] * 32);
        harness_add(harness, "s_%s %s, s[4:5], 0x0", name, d);
        harness_add(harness, "s_%s %s, s[4:5], %#x", name, d, IMMEDIATE);
        harness_add(harness, "s_%s %s, s[4:5], -0x80", name, d);
        harness_add(harness, "s_%s %s, s[4:5], s8", name, d);
        harness_add(harness, "s_%s %s, s[4:5], s8 offset:%#x", name, d, IMMEDIATE);
        harness_add(harness, "s_%s %s, s[4:5], m0", name, d);
    }
    harness_assemble(harness);
    unsigned id = 0;
    for (unsigned w = 0; w < WIDTHS - (target->on != ON_GFX12); w++) {
        const int offsets[] = {0, IMMEDIATE, NEGATIVE, SGPR_OFFSET, SGPR_OFFSET + IMMEDIATE, 64};
        for (unsigned form = 0; form < 6; form++, id++) {
            memset(&state, 0xee, sizeof state);
            state.scc = false;
            state.mode = HARNESS_MODE;
            state_set_mask(&state, SGPR_EXEC, 1);
            state_set_mask(&state, A, memory.address + MIDDLE);
            state.sgpr[OFFSET] = SGPR_OFFSET;
            state.sgpr[SGPR_M0] = 64;
            run(harness, id, &state);
            expect_words(harness, id, &state, widths[w],
                         (uint64_t)(int64_t)(MIDDLE + offsets[form]), BYTES);
            if (state.sgpr[D + widths[w]] != 0xeeeeeeee || state.sgpr[D - 1] != 0xeeeeeeee)
                harness_fail(harness, id, 0, "it writes a register more");
            /* the low two bits of an address do not count; past the end there is a fault */
            state_set_mask(&state, A, memory.address + MIDDLE + 3);
            run(harness, id, &state);
            expect_words(harness, id, &state, widths[w],
                         (uint64_t)(int64_t)(MIDDLE + offsets[form]), BYTES);
            state_set_mask(&state, A,
                           memory.address + BYTES - widths[w] * 4 + 4 -
                               (uint64_t)(int64_t)offsets[form]);
            if (harness_run(harness, id, &state))
                harness_fail(harness, id, 0, "no fault past the end");
        }
    }
    space_free(memory.words);
    unsigned failures = harness_failures(harness);
    harness_close(harness);
    return failures;
}

/* A buffer of 100 bytes, as records of 1 byte, or 25 of 4. */
static unsigned test_buffers(const struct scalar_target *target)
{
    enum { SIZE = 100 };
    static const int immediates[] = {0, 64, 88, 96, 100, 0x400};
    enum { IMMEDIATES = sizeof immediates / sizeof immediates[0] };
    struct harness *harness = harness_open(target->name, target->lanes);
    struct memory memory = memory_new(harness);
    static struct harness_state state;
    for (unsigned w = 0; w < WIDTHS - (target->on != ON_GFX12); w++) {
        const char *name = load_name(target, widths[w]), *d = sgpr_name(D, widths[w] * 32);
        for (unsigned i = 0; i < IMMEDIATES; i++)
            harness_add(harness, "s_buffer_%s %s, s[4:7], %#x", name, d, immediates[i]);
        harness_add(harness, "s_buffer_%s %s, s[4:7], s8", name, d);
    }
    harness_assemble(harness);
    for (unsigned id = 0; id < (WIDTHS - (target->on != ON_GFX12)) * (IMMEDIATES + 1); id++) {
        unsigned words = widths[id / (IMMEDIATES + 1)], form = id % (IMMEDIATES + 1);
        for (unsigned strided = 0; strided < 2; strided++) {
            static const uint32_t registers[] = {0, 4, 92, 98, 0x7ffffffc, 0xfffffffc, 0xffffffff};
            for (unsigned i = 0; i < (form == IMMEDIATES ? 7 : 1); i++) {
                memset(&state, 0, sizeof state);
                state.mode = HARNESS_MODE;
                state_set_mask(&state, SGPR_EXEC, 1);
                state_set_mask(&state, 4, memory.address | (strided ? 4ull << 48 : 0));
                state.sgpr[6] = strided ? SIZE / 4 : SIZE;
                state.sgpr[OFFSET] = registers[i];
                uint64_t at = form == IMMEDIATES ? registers[i] & ~3u : (unsigned)immediates[form];
                run(harness, id, &state);
                expect_words(harness, id, &state, words, at, SIZE);
            }
        }
    }
    space_free(memory.words);
    unsigned failures = harness_failures(harness);
    harness_close(harness);
    return failures;
}

static unsigned test_narrow(void)
{
    static const struct {
        const char *name;
        uint32_t value;
    } loads[] = {{"u8", 0xfe}, {"i8", 0xfffffffe}, {"u16", 0x80fe}, {"i16", 0xffff80fe}};
    struct harness *harness = harness_open("gfx1200", 32);
    struct memory memory = memory_new(harness);
    static struct harness_state state;
    for (unsigned i = 0; i < 4; i++) {
        harness_add(harness, "s_load_%s s32, s[4:5], 0x5", loads[i].name);
        harness_add(harness, "s_buffer_load_%s s32, s[4:7], 0x5", loads[i].name);
    }
    harness_assemble(harness);
    memcpy((char *)memory.words + 5, "\xfe\x80", 2);
    for (unsigned id = 0; id < 8; id++) {
        memset(&state, 0, sizeof state);
        state.mode = HARNESS_MODE;
        state_set_mask(&state, SGPR_EXEC, 1);
        state_set_mask(&state, 4, memory.address);
        state.sgpr[6] = 16;
        run(harness, id, &state);
        if (state.sgpr[D] != loads[id / 2].value)
            harness_fail(harness, id, 0, "%#x", state.sgpr[D]);
    }
    space_free(memory.words);
    unsigned failures = harness_failures(harness);
    harness_close(harness);
    return failures;
}

static unsigned test_stores(void)
{
    struct harness *harness = harness_open("gfx90a", 64);
    struct memory memory = memory_new(harness);
    static struct harness_state state;
    harness_add(harness, "s_store_dword s32, s[4:5], 0x10");
    harness_add(harness, "s_store_dwordx2 s[32:33], s[4:5], 0x20");
    harness_add(harness, "s_store_dwordx4 s[32:35], s[4:5], s8");
    harness_add(harness, "s_buffer_store_dwordx4 s[32:35], s[4:7], 0x58");
    harness_assemble(harness);
    static const unsigned at[] = {0x10, 0x20, 0x40, 0x58}, count[] = {1, 2, 4, 3};
    for (unsigned id = 0; id < 4; id++) {
        memset(&state, 0, sizeof state);
        state.mode = HARNESS_MODE;
        state_set_mask(&state, SGPR_EXEC, 1);
        state_set_mask(&state, 4, memory.address);
        state.sgpr[6] = 100;
        state.sgpr[8] = 0x40;
        for (unsigned i = 0; i < 4; i++)
            state.sgpr[D + i] = 0xabc00 + id * 16 + i;
        run(harness, id, &state);
        for (unsigned i = 0; i < 5; i++) {
            uint32_t wanted = i < count[id] ? 0xabc00 + id * 16 + i : 0x10000000 + at[id] + i * 4;
            if (memory.words[at[id] / 4 + i] != wanted)
                harness_fail(harness, id, 0, "word %u: %#x", i, memory.words[at[id] / 4 + i]);
        }
    }
    space_free(memory.words);
    unsigned failures = harness_failures(harness);
    harness_close(harness);
    return failures;
}

static unsigned test_clocks(const struct scalar_target *target)
{
    static const struct {
        const char *text;
        unsigned on;
    } clocks[] = {
        {"s_memtime s[20:21]\ns_memtime s[22:23]", ON_GFX90A | ON_GFX10},
        {"s_memrealtime s[20:21]\ns_memrealtime s[22:23]", ON_GFX90A | ON_GFX10},
        {"s_sendmsg_rtn_b64 s[20:21], sendmsg(MSG_RTN_GET_REALTIME)\n"
         "s_sendmsg_rtn_b64 s[22:23], sendmsg(MSG_RTN_GET_REALTIME)",
         ON_GFX11 | ON_GFX12},
    };
    struct harness *harness = harness_open(target->name, target->lanes);
    static struct harness_state state;
    for (unsigned i = 0; i < 3; i++) {
        if (clocks[i].on & target->on)
            harness_add(harness, "%s", clocks[i].text);
    }
    harness_assemble(harness);
    for (unsigned id = 0; id < (target->on & clocks[0].on ? 2u : 1u); id++) {
        uint64_t last = 0;
        for (unsigned round = 0; round < 100; round++) {
            memset(&state, 0, sizeof state);
            state.mode = HARNESS_MODE;
            state_set_mask(&state, SGPR_EXEC, 1);
            run(harness, id, &state);
            if (state_mask(&state, 20) < last || state_mask(&state, 22) < state_mask(&state, 20))
                harness_fail(harness, id, 0, "time goes back");
            last = state_mask(&state, 22);
        }
        if (last == 0)
            harness_fail(harness, id, 0, "time stands still");
    }
    unsigned failures = harness_failures(harness);
    harness_close(harness);
    return failures;
}

int main(void)
{
    unsigned failures = test_narrow() + test_stores();
    for (unsigned i = 0; i < SCALAR_TARGETS; i++)
        failures += test_loads(&scalar_targets[i]) + test_buffers(&scalar_targets[i]) +
                    test_clocks(&scalar_targets[i]);
    return failures > 0;
}
