/* Moves between lanes and between registers: DPP and SDWA in every form of v_mov_b32, readlane and
 * its like, permutations, registers by number, VOPD pairs.
 */
#include "harness.h"

#include "core/instruction.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

enum { D = 10, A = 20, B = 30 }; /* registers: the result's, and sources */

static const struct machine {
    const char *target;
    unsigned lanes;
    enum generation generation;
} machines[] = {
    {"gfx90a", 64, GENERATION_GFX90A}, {"gfx1030", 32, GENERATION_GFX10},
    {"gfx1030", 64, GENERATION_GFX10}, {"gfx1100", 32, GENERATION_GFX11},
    {"gfx1100", 64, GENERATION_GFX11}, {"gfx1200", 32, GENERATION_GFX12},
};
enum { MACHINES = sizeof machines / sizeof machines[0] };

/* What a text does to the state, as the ISA documents have it. |n| is its number. */
typedef void move_effect(struct harness_state *s, unsigned lanes, uint64_t exec, const unsigned *n);

struct move {
    unsigned id;
    move_effect *effect;
    unsigned n[8];
};

enum { MOVES = 2048, ROUNDS = 4 };
struct moves {
    struct harness *harness;
    struct move all[MOVES];
    unsigned count;
};

static void add(struct moves *moves, move_effect *effect, const unsigned n[8], const char *text)
{
    struct move *move = &moves->all[moves->count++];
    assert_true(moves->count < MOVES);
    *move = (struct move){.effect = effect, .id = harness_add(moves->harness, "%s", text)};
    if (n)
        memcpy(move->n, n, sizeof move->n);
}

static void compare(struct moves *moves, unsigned id, unsigned lanes,
                    const struct harness_state *want, const struct harness_state *got)
{
    for (unsigned reg = 0; reg < HARNESS_VGPRS; reg++) {
        for (unsigned lane = 0; lane < lanes; lane++) {
            if (got->vgpr[reg][lane] != want->vgpr[reg][lane])
                harness_fail(moves->harness, id, lane, "v%u: expected %#x, got %#x", reg,
                             want->vgpr[reg][lane], got->vgpr[reg][lane]);
        }
    }
    for (unsigned reg = 0; reg < SGPR_COUNT; reg++) {
        if (got->sgpr[reg] != want->sgpr[reg])
            harness_fail(moves->harness, id, 0, "s%u: expected %#x, got %#x", reg, want->sgpr[reg],
                         got->sgpr[reg]);
    }
}

static void run(struct moves *moves, unsigned lanes)
{
    static struct harness_state start, want, got;
    for (unsigned i = 0; i < moves->count; i++) {
        const struct move *move = &moves->all[i];
        struct harness_random random = {i + 1};
        random_state(&random, moves->harness, &start);
        start.sgpr[SGPR_M0] = move->n[3] ? 3 << 16 | 5 : 5;
        for (unsigned round = 0; round < ROUNDS; round++) {
            state_set_mask(&start, SGPR_EXEC, random_exec(&random, moves->harness, round));
            want = start;
            got = start;
            move->effect(&want, lanes, state_mask(&start, SGPR_EXEC), move->n);
            if (harness_run(moves->harness, move->id, &got))
                compare(moves, move->id, lanes, &want, &got);
            else
                harness_fail(moves->harness, move->id, 0, "%s",
                             harness_fault(moves->harness)->message);
        }
    }
}

/* Runs what |collect| adds, on every machine. */
static void run_everywhere(void (*collect)(struct moves *moves, const struct machine *machine))
{
    static struct moves moves;
    unsigned failures = 0, texts = 0;
    for (unsigned m = 0; m < MACHINES; m++) {
        moves.count = 0;
        moves.harness = harness_open(machines[m].target, machines[m].lanes);
        collect(&moves, &machines[m]);
        if (moves.count > 0) {
            harness_assemble(moves.harness);
            run(&moves, machines[m].lanes);
        }
        texts += moves.count;
        failures += harness_failures(moves.harness);
        harness_close(moves.harness);
    }
    printf("%u texts\n", texts);
    assert_true(texts > 0);
    assert_int_equal(failures, 0);
}

static bool is_on(uint64_t mask, unsigned lane)
{
    return mask >> lane & 1;
}

/* ---- DPP ------------------------------------------------------------------------------------- */

enum dpp {
    QUAD,
    ROW_SHL,
    ROW_SHR,
    ROW_ROR,
    WAVE_SHL,
    WAVE_ROL,
    WAVE_SHR,
    WAVE_ROR,
    MIRROR,
    HALF_MIRROR,
    BCAST15,
    BCAST31,
    SHARE,
    XMASK,
    EIGHT
};
enum { NOWHERE = 1000 };

/* Rows of 16 lanes as a table of what each lane of the row reads; wave moves count in the wave. */
static unsigned source_of(enum dpp kind, unsigned number, unsigned lane, unsigned lanes)
{
    const unsigned row = lane / 16 * 16, at = lane % 16;
    int to;
    switch (kind) {
    case QUAD: return lane - lane % 4 + (number >> lane % 4 * 2) % 4;
    case EIGHT: return lane - lane % 8 + (number >> lane % 8 * 3) % 8;
    case ROW_SHL: to = (int)(at + number); break;
    case ROW_SHR: to = (int)at - (int)number; break;
    case ROW_ROR: to = (int)(at + 16 - number) % 16; break;
    case MIRROR: to = 15 - (int)at; break;
    case HALF_MIRROR: to = at < 8 ? 7 - (int)at : 23 - (int)at; break;
    case SHARE: to = (int)number; break;
    case XMASK: to = (int)(at ^ number); break;
    case WAVE_SHL: return lane == lanes - 1 ? NOWHERE : lane + 1;
    case WAVE_ROL: return lane == lanes - 1 ? 0 : lane + 1;
    case WAVE_SHR: return lane == 0 ? NOWHERE : lane - 1;
    case WAVE_ROR: return lane == 0 ? lanes - 1 : lane - 1;
    case BCAST15: return row == 0 ? NOWHERE : row - 1;
    case BCAST31: return lane < 32 ? NOWHERE : 31;
    default: return NOWHERE;
    }
    return to < 0 || to > 15 ? NOWHERE : row + (unsigned)to;
}

/* n: kind, number, row mask, bank mask, bound control, fetch inactive. */
static void move_by_dpp(struct harness_state *s, unsigned lanes, uint64_t exec, const unsigned *n)
{
    uint32_t old[LANES_MAX];
    memcpy(old, s->vgpr[A], sizeof old);
    for (unsigned lane = 0; lane < lanes; lane++) {
        unsigned from = source_of((enum dpp)n[0], n[1], lane, lanes);
        bool is_there = from != NOWHERE && (n[5] || is_on(exec, from));
        bool is_masked = !(n[2] >> lane / 16 % 4 & 1) || !(n[3] >> lane / 4 % 4 & 1);
        if (is_on(exec, lane) && !is_masked && (is_there || n[4]))
            s->vgpr[D][lane] = is_there ? old[from] : 0;
    }
}

static void add_dpp(struct moves *moves, bool has_fi, unsigned kind, unsigned number,
                    const char *control)
{
    static const struct {
        unsigned row, bank, bound, fi;
    } variants[] = {{15, 15, 0, 0}, {15, 15, 1, 0}, {10, 15, 0, 0},
                    {15, 6, 1, 0},  {15, 15, 0, 1}, {5, 3, 1, 1}};
    for (size_t i = 0; i < sizeof variants / sizeof variants[0]; i++) {
        if (variants[i].fi && !has_fi)
            continue;
        char text[160];
        snprintf(text, sizeof text, "v_mov_b32_dpp v%u, v%u %s row_mask:%u bank_mask:%u%s%s", D, A,
                 control, variants[i].row, variants[i].bank,
                 variants[i].bound ? " bound_ctrl:1" : "", variants[i].fi ? " fi:1" : "");
        add(moves, move_by_dpp,
            (const unsigned[8]){kind, number, variants[i].row, variants[i].bank, variants[i].bound,
                                variants[i].fi},
            text);
    }
}

static void collect_dpp(struct moves *moves, const struct machine *machine)
{
    static const struct {
        const char *name;
        enum dpp kind;
        unsigned first, last; /* numbers; none when there is no last */
        unsigned on;
    } controls[] = {
        {"row_shl", ROW_SHL, 1, 15, ON_ALL},      {"row_shr", ROW_SHR, 1, 15, ON_ALL},
        {"row_ror", ROW_ROR, 1, 15, ON_ALL},      {"row_share", SHARE, 0, 15, ON_RDNA},
        {"row_xmask", XMASK, 0, 15, ON_RDNA},     {"row_newbcast", SHARE, 0, 15, ON_GFX90A},
        {"wave_shl", WAVE_SHL, 1, 1, ON_CDNA},    {"wave_rol", WAVE_ROL, 1, 1, ON_CDNA},
        {"wave_shr", WAVE_SHR, 1, 1, ON_CDNA},    {"wave_ror", WAVE_ROR, 1, 1, ON_CDNA},
        {"row_mirror", MIRROR, 0, 0, ON_ALL},     {"row_half_mirror", HALF_MIRROR, 0, 0, ON_ALL},
        {"row_bcast:15", BCAST15, 0, 0, ON_CDNA}, {"row_bcast:31", BCAST31, 0, 0, ON_CDNA},
    };
    bool is_rdna = machine->generation >= GENERATION_GFX10;
    char control[64];
    for (size_t i = 0; i < sizeof controls / sizeof controls[0]; i++) {
        if (!(controls[i].on >> machine->generation & 1))
            continue;
        if (controls[i].last == 0)
            add_dpp(moves, is_rdna, controls[i].kind, 0, controls[i].name);
        for (unsigned n = controls[i].first; controls[i].last && n <= controls[i].last; n++) {
            snprintf(control, sizeof control, "%s:%u", controls[i].name, n);
            add_dpp(moves, is_rdna, controls[i].kind, n, control);
        }
    }
    for (unsigned n = 0; n < 256; n += is_rdna ? 7 : 5) {
        snprintf(control, sizeof control, "quad_perm:[%u,%u,%u,%u]", n % 4, n / 4 % 4, n / 16 % 4,
                 n / 64);
        add_dpp(moves, is_rdna, QUAD, n, control);
    }
    struct harness_random random = {7};
    for (unsigned i = 0; i < 32 && is_rdna; i++) {
        char text[128];
        unsigned n = (unsigned)random_bits(&random) & 0xffffff, fi = i & 1;
        int size = snprintf(text, sizeof text, "v_mov_b32_dpp v%u, v%u dpp8:[", D, A);
        for (unsigned k = 0; k < 8; k++)
            size += snprintf(text + size, sizeof text - (size_t)size, "%u%s", n >> 3 * k & 7,
                             k < 7 ? ","
                             : fi  ? "] fi:1"
                                   : "]");
        add(moves, move_by_dpp, (const unsigned[8]){EIGHT, n, 15, 15, 1, fi}, text);
    }
}

static void dpp_reads_the_lane_that_the_control_names(void **state)
{
    (void)state;
    run_everywhere(collect_dpp);
}

/* ---- SDWA ------------------------------------------------------------------------------------ */

static const char *const selects[] = {"BYTE_0", "BYTE_1", "BYTE_2", "BYTE_3",
                                      "WORD_0", "WORD_1", "DWORD"};

/* Where a selected part begins, and how many bits it has. */
static unsigned part_at(unsigned select)
{
    return select < 4 ? select * 8 : select == 5 ? 16 : 0;
}
static unsigned part_bits(unsigned select)
{
    return select < 4 ? 8 : select < 6 ? 16 : 32;
}

/* n: the source's part, whether it is signed, the result's part, what becomes of the rest. */
static void move_by_sdwa(struct harness_state *s, unsigned lanes, uint64_t exec, const unsigned *n)
{
    for (unsigned lane = 0; lane < lanes; lane++) {
        if (!is_on(exec, lane))
            continue;
        int64_t v = (int64_t)((uint64_t)s->vgpr[A][lane] << (64 - part_at(n[0]) - part_bits(n[0])));
        v = n[1] ? v >> (64 - part_bits(n[0])) : (int64_t)((uint64_t)v >> (64 - part_bits(n[0])));
        uint64_t part = (uint64_t)v & ((1ull << part_bits(n[2])) - 1);
        uint64_t mask = ((1ull << part_bits(n[2])) - 1) << part_at(n[2]);
        bool is_negative = part >> (part_bits(n[2]) - 1);
        uint64_t rest = n[3] == 2 ? s->vgpr[D][lane] & ~mask : 0;
        if (n[3] == 1 && is_negative)
            rest = ~(mask | (mask - 1)) & ~(mask >> part_at(n[2]));
        if (n[3] == 1)
            rest &= ~((1ull << part_at(n[2])) - 1);
        s->vgpr[D][lane] = (uint32_t)(part << part_at(n[2]) | rest);
    }
}

static void collect_sdwa(struct moves *moves, const struct machine *machine)
{
    static const char *const unused[] = {"UNUSED_PAD", "UNUSED_SEXT", "UNUSED_PRESERVE"};
    for (unsigned i = 0; i < 7 * 2 * 7 * 3 && machine->generation <= GENERATION_GFX10; i++) {
        unsigned n[8] = {i % 7, i / 7 % 2, i / 14 % 7, i / 98};
        char text[160];
        snprintf(
            text, sizeof text, "v_mov_b32_sdwa v%u, %sv%u%s dst_sel:%s dst_unused:%s src0_sel:%s",
            D, n[1] ? "sext(" : "", A, n[1] ? ")" : "", selects[n[2]], unused[n[3]], selects[n[0]]);
        add(moves, move_by_sdwa, n, text);
    }
}

static void sdwa_moves_parts_of_registers(void **state)
{
    (void)state;
    run_everywhere(collect_sdwa);
}

/* ---- Single lanes ---------------------------------------------------------------------------- */

static void read_lane(struct harness_state *s, unsigned lanes, uint64_t exec, const unsigned *n)
{
    (void)exec;
    s->sgpr[D] = s->vgpr[A][(n[0] ? s->sgpr[B] : 5) % lanes];
}

static void read_first(struct harness_state *s, unsigned lanes, uint64_t exec, const unsigned *n)
{
    (void)n;
    unsigned first = 0;
    while (first < lanes && !is_on(exec, first))
        first++;
    s->sgpr[D] = s->vgpr[A][first < lanes ? first : 0];
}

static void write_lane(struct harness_state *s, unsigned lanes, uint64_t exec, const unsigned *n)
{
    (void)exec;
    s->vgpr[D][(n[0] ? s->sgpr[SGPR_M0] : 21) % lanes] = s->sgpr[B];
}

/* ---- Permutations ---------------------------------------------------------------------------- */

/* n: to the other row, a selector a lane, fetch inactive, bound control. */
static void permute(struct harness_state *s, unsigned lanes, uint64_t exec, const unsigned *n)
{
    uint32_t old[LANES_MAX], selectors[LANES_MAX];
    memcpy(old, s->vgpr[A], sizeof old);
    memcpy(selectors, s->vgpr[B], sizeof selectors);
    for (unsigned lane = 0; lane < lanes; lane++) {
        uint32_t fixed = s->sgpr[lane % 16 < 8 ? 30 : 31] >> lane % 8 * 4;
        unsigned at = (n[1] ? selectors[lane] : fixed) % 16, row = lane / 16;
        unsigned from = (n[0] ? row % 2 ? row - 1 : row + 1 : row) * 16 + at;
        bool is_there = n[2] || is_on(exec, from);
        if (is_on(exec, lane) && (is_there || n[3]))
            s->vgpr[D][lane] = is_there ? old[from] : 0;
    }
}

static void exchange_halves(struct harness_state *s, unsigned lanes, uint64_t exec,
                            const unsigned *n)
{
    (void)n;
    for (unsigned lane = 0; lane < lanes && lanes == 64; lane++) {
        if (is_on(exec, lane))
            s->vgpr[D][lane] = s->vgpr[A][(lane + 32) % 64];
    }
}

/* ---- Registers ------------------------------------------------------------------------------- */

/* n: to this register, from that one; and the other way too. */
static void move_register(struct harness_state *s, unsigned lanes, uint64_t exec, const unsigned *n)
{
    for (unsigned lane = 0; lane < lanes; lane++) {
        uint32_t to = s->vgpr[n[0]][lane];
        if (!is_on(exec, lane))
            continue;
        s->vgpr[n[0]][lane] = s->vgpr[n[1]][lane];
        if (n[2])
            s->vgpr[n[1]][lane] = to;
    }
}

/* n: which register of the first pair, and of the second. */
static void move_pair(struct harness_state *s, unsigned lanes, uint64_t exec, const unsigned *n)
{
    for (unsigned lane = 0; lane < lanes; lane++) {
        if (!is_on(exec, lane))
            continue;
        s->vgpr[D][lane] = s->vgpr[A + n[0]][lane];
        s->vgpr[D + 1][lane] = s->vgpr[B + n[1]][lane];
    }
}

/* Four masked sums of differences of bytes, 32 bits each. */
static void four_sums(struct harness_state *s, unsigned lanes, uint64_t exec, const unsigned *n)
{
    (void)n;
    for (unsigned lane = 0; lane < lanes; lane++) {
        for (unsigned i = 0; i < 4 && is_on(exec, lane); i++) {
            uint32_t sum = s->vgpr[40 + i][lane];
            for (unsigned k = 0; k < 4; k++) {
                int v = (int)(state_pair(s, A, lane) >> 8 * (i + k) & 0xff);
                int reference = (int)(s->vgpr[B][lane] >> 8 * k & 0xff);
                if (reference)
                    sum += (uint32_t)(v < reference ? reference - v : v - reference);
            }
            s->vgpr[D + i][lane] = sum;
        }
    }
}

/* v_dual_mov_b32 v10, v20 :: v_dual_lshlrev_b32 v21, v41, v10, or an addition: each reads what was.
 */
static void dual_move_shift(struct harness_state *s, unsigned lanes, uint64_t exec,
                            const unsigned *n)
{
    for (unsigned lane = 0; lane < lanes; lane++) {
        if (!is_on(exec, lane))
            continue;
        uint32_t a = s->vgpr[41][lane], b = s->vgpr[10][lane];
        s->vgpr[10][lane] = s->vgpr[20][lane];
        s->vgpr[21][lane] = n[0] ? a + b : b << a % 32;
    }
}

/* v_dual_cndmask_b32 v10, v20, v31 :: v_dual_mov_b32 v21, v10. */
static void dual_choose_move(struct harness_state *s, unsigned lanes, uint64_t exec,
                             const unsigned *n)
{
    (void)n;
    for (unsigned lane = 0; lane < lanes; lane++) {
        if (!is_on(exec, lane))
            continue;
        uint32_t old = s->vgpr[10][lane];
        s->vgpr[10][lane] = s->vgpr[is_on(state_mask(s, SGPR_VCC), lane) ? 31 : 20][lane];
        s->vgpr[21][lane] = old;
    }
}

static void dual_mov_and(struct harness_state *s, unsigned lanes, uint64_t exec, const unsigned *n)
{
    (void)n;
    for (unsigned lane = 0; lane < lanes; lane++) {
        if (!is_on(exec, lane))
            continue;
        uint32_t both = s->vgpr[10][lane] & s->vgpr[41][lane];
        s->vgpr[10][lane] = 0x1234567;
        s->vgpr[21][lane] = both;
    }
}

static void collect_moves(struct moves *moves, const struct machine *machine)
{
    const struct {
        const char *text;
        move_effect *effect;
        unsigned on, n[8];
        unsigned lanes; /* 0: any */
    } all[] = {
        {"v_readlane_b32 s10, v20, 5", read_lane, ON_ALL, {0}, 0},
        {"v_readlane_b32 s10, v20, s30", read_lane, ON_ALL, {1}, 0},
        {"v_readfirstlane_b32 s10, v20", read_first, ON_ALL, {0}, 0},
        {"v_writelane_b32 v10, s30, 21", write_lane, ON_ALL, {0}, 0},
        {"v_writelane_b32 v10, s30, m0", write_lane, ON_ALL, {1}, 0},
        {"v_permlane16_b32 v10, v20, s30, s31", permute, ON_RDNA, {0, 0, 0, 0}, 0},
        {"v_permlane16_b32 v10, v20, s30, s31 op_sel:[1,0]", permute, ON_RDNA, {0, 0, 1, 0}, 0},
        {"v_permlane16_b32 v10, v20, s30, s31 op_sel:[0,1]", permute, ON_RDNA, {0, 0, 0, 1}, 0},
        {"v_permlanex16_b32 v10, v20, s30, s31", permute, ON_RDNA, {1, 0, 0, 0}, 0},
        {"v_permlanex16_b32 v10, v20, s30, s31 op_sel:[1,1]", permute, ON_RDNA, {1, 0, 1, 1}, 0},
        {"v_permlanex16_b32 v10, v20, s30, s31 op_sel:[0,1]", permute, ON_RDNA, {1, 0, 0, 1}, 0},
        {"v_permlane16_var_b32 v10, v20, v30", permute, ON_GFX12, {0, 1, 0, 0}, 0},
        {"v_permlanex16_var_b32 v10, v20, v30", permute, ON_GFX12, {1, 1, 0, 0}, 0},
        {"v_permlanex16_var_b32 v10, v20, v30 op_sel:[1,0]", permute, ON_GFX12, {1, 1, 1, 0}, 0},
        {"v_permlane64_b32 v10, v20", exchange_halves, ON_GFX11 | ON_GFX12, {0}, 0},

        /* M0 is 5 and, where the fourth number says so, 3 in its upper half */
        {"v_movrels_b32 v10, v20", move_register, ON_RDNA, {10, 20 + 5}, 0},
        {"v_movreld_b32 v10, v20", move_register, ON_RDNA, {10 + 5, 20}, 0},
        {"v_movrelsd_b32 v10, v20", move_register, ON_RDNA, {10 + 5, 20 + 5}, 0},
        {"v_movrelsd_2_b32 v10, v20", move_register, ON_RDNA, {10 + 3, 20 + 5, 0, 1}, 0},
        {"v_swap_b32 v10, v20", move_register, ON_ALL, {10, 20, 1}, 0},
        {"v_swaprel_b32 v10, v20", move_register, ON_RDNA, {10 + 3, 20 + 5, 1, 1}, 0},
        {"v_pk_mov_b32 v[10:11], v[20:21], v[30:31]", move_pair, ON_GFX90A, {0, 0}, 0},
        {"v_pk_mov_b32 v[10:11], v[20:21], v[30:31] op_sel:[0,1]", move_pair, ON_GFX90A, {0, 1}, 0},
        {"v_pk_mov_b32 v[10:11], v[20:21], v[30:31] op_sel:[1,0]", move_pair, ON_GFX90A, {1, 0}, 0},
        {"v_mqsad_u32_u8 v[10:13], v[20:21], v30, v[40:43]", four_sums, ON_ALL, {0}, 0},

        {"v_dual_mov_b32 v10, v20 :: v_dual_lshlrev_b32 v21, v41, v10",
         dual_move_shift,
         ON_GFX11 | ON_GFX12,
         {0},
         32},
        {"v_dual_mov_b32 v10, v20 :: v_dual_add_nc_u32 v21, v41, v10",
         dual_move_shift,
         ON_GFX11 | ON_GFX12,
         {1},
         32},
        {"v_dual_cndmask_b32 v10, v20, v31 :: v_dual_mov_b32 v21, v10",
         dual_choose_move,
         ON_GFX11 | ON_GFX12,
         {0},
         32},
        {"v_dual_mov_b32 v10, 0x1234567 :: v_dual_and_b32 v21, v10, v41",
         dual_mov_and,
         ON_GFX11 | ON_GFX12,
         {0},
         32},
    };
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        if (all[i].on >> machine->generation & 1 &&
            (all[i].lanes == 0 || all[i].lanes == machine->lanes))
            add(moves, all[i].effect, all[i].n, all[i].text);
    }
}

static void moves_go_where_the_isa_document_says(void **state)
{
    (void)state;
    run_everywhere(collect_moves);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(dpp_reads_the_lane_that_the_control_names),
        cmocka_unit_test(sdwa_moves_parts_of_registers),
        cmocka_unit_test(moves_go_where_the_isa_document_says),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
