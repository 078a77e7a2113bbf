/* SOPC and the compares of SOPK: SCC, and that nothing else changes. */
#include "scalar_test.h"

/* The relations of two numbers. */
enum { LESS = 1, EQUAL = 2, GREATER = 4 };

static const struct relation {
    const char *name;
    unsigned holds; /* for which of them */
} relations[] = {
    {"eq", EQUAL},           {"lg", LESS | GREATER}, {"gt", GREATER},
    {"ge", GREATER | EQUAL}, {"lt", LESS},           {"le", LESS | EQUAL},
};
enum { RELATIONS = sizeof relations / sizeof relations[0], ROUNDS = 300 };

static unsigned order(uint64_t a, uint64_t b, bool is_signed)
{
    uint64_t flip = is_signed ? 1ull << 63 : 0; /* as unsigned numbers, negative ones first */
    a ^= flip;
    b ^= flip;
    return a < b ? LESS : a == b ? EQUAL : GREATER;
}

static uint64_t widen(uint64_t v, bool is_signed)
{
    return is_signed ? (uint64_t)(int64_t)(int32_t)(uint32_t)v : (uint32_t)v;
}

struct compare {
    unsigned id, bits;
    bool is_signed, is_bit; /* |is_bit|: s_bitcmp, which asks for |wanted| */
    unsigned holds, wanted;
    int64_t constant; /* in the place of b when |has_constant| */
    bool has_constant;
};

static unsigned add_all(struct harness *harness, const struct scalar_target *target,
                        struct compare *out)
{
    static const int numbers[] = {0, 1, -1, 77, -77, 0x7fff, -0x8000};
    unsigned count = 0;
    for (unsigned i = 0; i < RELATIONS; i++) {
        for (unsigned is_signed = 0; is_signed < 2; is_signed++) {
            char kind = is_signed ? 'i' : 'u';
            const char *name = relations[i].name;
            struct compare compare = {
                .bits = 32, .is_signed = is_signed, .holds = relations[i].holds};
            compare.id = harness_add(harness, "s_cmp_%s_%c32 s4, s8", name, kind);
            out[count++] = compare;
            for (unsigned k = 0; k < 7 && target->on != ON_GFX12; k++) {
                compare.has_constant = true;
                compare.constant = is_signed ? numbers[k] : (uint16_t)numbers[k];
                compare.id = harness_add(harness, "s_cmpk_%s_%c32 s4, %#x", name, kind,
                                         (unsigned)numbers[k] & 0xffff);
                out[count++] = compare;
            }
        }
    }
    for (unsigned i = 0; i < 2; i++) {
        struct compare compare = {.bits = 64, .holds = relations[i].holds};
        compare.id = harness_add(harness, "s_cmp_%s_u64 s[4:5], s[8:9]", relations[i].name);
        out[count++] = compare;
    }
    for (unsigned i = 0; i < 4; i++) {
        unsigned bits = i & 2 ? 64 : 32;
        struct compare compare = {.bits = bits, .is_bit = true, .wanted = i & 1};
        compare.id = harness_add(harness, "s_bitcmp%u_b%u %s, s8", i & 1, bits, sgpr_name(4, bits));
        out[count++] = compare;
    }
    return count;
}

static void check(struct harness *harness, const struct compare *compare,
                  struct harness_random *random)
{
    static struct harness_state state;
    uint32_t before[SGPR_COUNT];
    scalar_state(random, harness, &state);
    uint64_t a = random_64(random), b = random_64(random);
    if (random_bits(random) % 4 == 0)
        b = a ^ (random_bits(random) % 2 ? 1ull << random_bits(random) % 64 : 0);
    if (compare->has_constant && random_bits(random) % 3 == 0)
        a = (uint64_t)compare->constant;
    sgpr_set(&state, 4, 64, a);
    sgpr_set(&state, 8, 64, b);
    memcpy(before, state.sgpr, sizeof before);
    if (compare->bits == 32) {
        a = widen(a, compare->is_signed);
        b = compare->has_constant ? (uint64_t)compare->constant : widen(b, compare->is_signed);
    }
    bool expected = compare->is_bit ? (a >> (uint32_t)b % compare->bits & 1) == compare->wanted
                                    : (order(a, b, compare->is_signed) & compare->holds) != 0;
    if (!harness_run(harness, compare->id, &state))
        harness_fail(harness, compare->id, 0, "%s", harness_fault(harness)->message);
    else if (state.scc != expected)
        harness_fail(harness, compare->id, 0, "%#llx and %#llx: %d", (unsigned long long)a,
                     (unsigned long long)b, state.scc);
    else if (memcmp(before, state.sgpr, sizeof before) != 0)
        harness_fail(harness, compare->id, 0, "it writes a register");
}

static unsigned test_target(const struct scalar_target *target)
{
    struct harness *harness = harness_open(target->name, target->lanes);
    struct harness_random random = {3};
    struct compare compares[256];
    unsigned count = add_all(harness, target, compares);
    harness_assemble(harness);
    for (unsigned i = 0; i < count; i++) {
        for (unsigned round = 0; round < ROUNDS; round++)
            check(harness, &compares[i], &random);
    }
    unsigned failures = harness_failures(harness);
    harness_close(harness);
    return failures;
}

int main(void)
{
    unsigned failures = 0;
    for (unsigned i = 0; i < SCALAR_TARGETS; i++)
        failures += test_target(&scalar_targets[i]);
    return failures > 0;
}
