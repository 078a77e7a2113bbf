/* The transcendental instructions: special values as the ISA documents list them, every half, and
 * random floats and doubles, whose errors in units of the last place are printed as a table.
 */
#include "operands.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum function { RCP, RSQ, SQRT, EXP, LOG, SIN, COS };
enum { PRECISION = 192, BATCH = 64, BATCHES = 300 };

static const struct function_case {
    const char *name;
    enum function function;
    enum format format;
    double bound; /* units in the last place */
} cases[] = {
    {"v_rcp_f32", RCP, F32, 1},    {"v_rcp_iflag_f32", RCP, F32, 1}, {"v_rsq_f32", RSQ, F32, 1},
    {"v_sqrt_f32", SQRT, F32, 1},  {"v_exp_f32", EXP, F32, 1},       {"v_log_f32", LOG, F32, 1},
    {"v_sin_f32", SIN, F32, 1},    {"v_cos_f32", COS, F32, 1},       {"v_rcp_f64", RCP, F64, 1},
    {"v_rsq_f64", RSQ, F64, 1},    {"v_sqrt_f64", SQRT, F64, 1},     {"v_rcp_f16", RCP, F16, 0.51},
    {"v_rsq_f16", RSQ, F16, 0.51}, {"v_sqrt_f16", SQRT, F16, 0.51},  {"v_exp_f16", EXP, F16, 0.51},
    {"v_log_f16", LOG, F16, 0.51}, {"v_sin_f16", SIN, F16, 0.51},    {"v_cos_f16", COS, F16, 0.51},
};
enum { CASES = sizeof cases / sizeof cases[0] };

static const struct {
    enum function function;
    uint32_t in, out;
} specials[] = {
    {RCP, 0x00000000, 0x7f800000},  {RCP, 0x80000000, 0xff800000},  {RCP, 0xff800000, 0x80000000},
    {RCP, 0xc0000000, 0xbf000000},  {RCP, 0x00000001, 0x7f800000},  {RCP, 0x7f7fffff, 0x00000000},
    {RSQ, 0xff800000, 0xffc00000},  {RSQ, 0x80000000, 0xff800000},  {RSQ, 0x00000000, 0x7f800000},
    {RSQ, 0x40800000, 0x3f000000},  {RSQ, 0x7f800000, 0x00000000},  {RSQ, 0xbf800000, 0xffc00000},
    {SQRT, 0xff800000, 0xffc00000}, {SQRT, 0x80000000, 0x80000000}, {SQRT, 0x00000000, 0x00000000},
    {SQRT, 0x40800000, 0x40000000}, {SQRT, 0x7f800000, 0x7f800000}, {EXP, 0xff800000, 0x00000000},
    {EXP, 0x80000000, 0x3f800000},  {EXP, 0x7f800000, 0x7f800000},  {EXP, 0x40400000, 0x41000000},
    {EXP, 0xc3000000, 0x00000000},  {EXP, 0x43000000, 0x7f800000},  {LOG, 0xff800000, 0xffc00000},
    {LOG, 0xbf800000, 0xffc00000},  {LOG, 0x80000000, 0xff800000},  {LOG, 0x00000000, 0xff800000},
    {LOG, 0x3f800000, 0x00000000},  {LOG, 0x7f800000, 0x7f800000},  {LOG, 0x41000000, 0x40400000},
    {SIN, 0xff800000, 0xffc00000},  {SIN, 0x7f800000, 0xffc00000},  {SIN, 0x80000000, 0x80000000},
    {SIN, 0x3e800000, 0x3f800000},  {SIN, 0x3f400000, 0xbf800000},  {SIN, 0x3f000000, 0x00000000},
    {SIN, 0xff7fffff, 0x80000000},  {COS, 0x7f800000, 0xffc00000},  {COS, 0x00000000, 0x3f800000},
    {COS, 0x3f000000, 0xbf800000},  {COS, 0x3e800000, 0x00000000},  {COS, 0x7f7fffff, 0x3f800000},
};

/* The exact value, of |bits|; false where the result is a NaN or not finite. */
static bool exact_value(const struct function_case *c, uint64_t bits, mpfr_t out)
{
    MPFR_DECL_INIT(x, PRECISION);
    MPFR_DECL_INIT(angle, PRECISION);
    format_get(c->format, bits, x);
    switch (c->function) {
    case RCP: mpfr_ui_div(out, 1, x, MPFR_RNDN); break;
    case RSQ:
        mpfr_rec_sqrt(out, x, MPFR_RNDN);
        if (mpfr_zero_p(x)) /* of -0 too */
            mpfr_set_inf(out, mpfr_signbit(x) ? -1 : 1);
        break;
    case SQRT: mpfr_sqrt(out, x, MPFR_RNDN); break;
    case EXP: mpfr_exp2(out, x, MPFR_RNDN); break;
    case LOG: mpfr_log2(out, x, MPFR_RNDN); break;
    case SIN:
    case COS:
        if (mpfr_inf_p(x))
            mpfr_set_nan(x);
        mpfr_frac(x, x, MPFR_RNDN);
        mpfr_const_pi(angle, MPFR_RNDN);
        mpfr_mul(angle, angle, x, MPFR_RNDN);
        mpfr_mul_ui(angle, angle, 2, MPFR_RNDN);
        if (c->function == SIN)
            mpfr_sin(out, angle, MPFR_RNDN);
        else
            mpfr_cos(out, angle, MPFR_RNDN);
        if (mpfr_regular_p(out) && mpfr_get_exp(out) < -160) /* a zero, except for pi's last bits */
            mpfr_set_zero(out, 1);
        break;
    }
    return mpfr_number_p(out);
}

/* |got - exact| in units in the last place of the format, at the exact value's exponent. */
static double error_of(enum format format, uint64_t got, mpfr_t exact)
{
    static const struct {
        int precision;
        long least, infinite;
    } ranges[] = {[F16] = {11, -13, 16}, [F32] = {24, -125, 128}, [F64] = {53, -1021, 1024}};
    MPFR_DECL_INIT(value, PRECISION);
    format_get(format, got, value);
    long exponent = mpfr_zero_p(exact) ? ranges[format].least : mpfr_get_exp(exact);
    bool overflows = exponent > ranges[format].infinite;
    if (exponent < ranges[format].least)
        exponent = ranges[format].least;
    double error = 0;
    if (mpfr_inf_p(value)) /* as good as the number behind the last one */
        mpfr_set_si_2exp(value, mpfr_signbit(value) ? -1 : 1, ranges[format].infinite, MPFR_RNDN);
    if (!overflows || mpfr_number_p(value) == 0) {
        mpfr_sub(value, value, exact, MPFR_RNDN);
        mpfr_mul_2si(value, value, ranges[format].precision - exponent, MPFR_RNDN);
        error = mpfr_nan_p(value) ? INFINITY : fabs(mpfr_get_d(value, MPFR_RNDN));
    }
    return error;
}

static uint64_t input(struct harness_random *random, const struct function_case *c, unsigned count)
{
    if (c->format == F16)
        return count;
    if (count < operand_edges(c->format))
        return operand_edge(c->format, count);
    uint64_t bits = random_bits(random), more = random_bits(random);
    if (c->format == F64)
        return more & 1 ? (bits & 0x800fffffffffffff) | (0x3f0 + (more >> 32 & 31)) << 52 : bits;
    if (c->function == EXP || c->function == SIN || c->function == COS) /* up to 256 */
        return (bits & 0x807fffff) | (more >> 8 & 31 ? 103 + (more >> 16 & 31) : 0) << 23;
    return more & 1 ? (bits & 0x807fffff) | (120 + (more >> 16 & 15)) << 23 : bits & UINT32_MAX;
}

/* Single precision knows no denormals here. */
static bool is_flushed(const struct function_case *c, uint64_t bits, mpfr_t exact)
{
    bool is_denormal_in = c->format == F32 && !(bits & 0x7f800000);
    return is_denormal_in ||
           (c->format == F32 && mpfr_regular_p(exact) && mpfr_get_exp(exact) <= -125);
}

/* Zeros and the far angles are among the special values. */
static bool is_left_out(const struct function_case *c, uint64_t bits, mpfr_t exact)
{
    bool is_far = c->function >= SIN && c->format == F32 && (bits >> 23 & 0xff) > 134;
    return is_far || is_flushed(c, bits, exact);
}

/* The machines see the same inputs, so that exact values are computed once. */
static struct machine {
    const char *processor;
    unsigned lanes;
    bool far_angles; /* gfx11 accepts any; their replacement below is for gfx9 and gfx10 */
    struct harness *harness;
    unsigned ids[CASES];
} machines[] = {{.processor = "gfx90a", .lanes = 64},
                {.processor = "gfx1030", .lanes = 32},
                {.processor = "gfx1100", .lanes = 32, .far_angles = true}};
enum { MACHINES = sizeof machines / sizeof machines[0] };

static bool run_batch(struct machine *machine, unsigned which, const uint64_t *in, uint64_t *out)
{
    static struct harness_state state;
    struct harness_random random = {which + 1};
    enum format format = cases[which].format;
    random_state(&random, machine->harness, &state);
    for (unsigned first = 0; first < BATCH; first += machine->lanes) {
        for (unsigned lane = 0; lane < machine->lanes; lane++)
            lane_set(&state, FIRST_SOURCE, lane, format, in[first + lane]);
        if (!harness_run(machine->harness, machine->ids[which], &state)) {
            harness_fail(machine->harness, machine->ids[which], 0, "%s",
                         harness_fault(machine->harness)->message);
            return false;
        }
        for (unsigned lane = 0; lane < machine->lanes; lane++)
            out[first + lane] = lane_get(&state, RESULT, lane, format);
    }
    return true;
}

/* The error in units in the last place; 0 for NaNs. */
static double check_one(const struct machine *machine, unsigned which, uint64_t in, uint64_t got,
                        mpfr_t exact, bool is_number)
{
    const struct function_case *c = &cases[which];
    unsigned id = machine->ids[which];
    if (!is_number) {
        uint64_t right = format_round(c->format, exact, ROUND_NEAREST);
        if (!format_equal(c->format, got, right))
            harness_fail(machine->harness, id, 0, "of %#llx: %#llx, not %#llx",
                         (unsigned long long)in, (unsigned long long)got,
                         (unsigned long long)right);
        return 0;
    }
    double error = error_of(c->format, got, exact);
    if (!(error <= c->bound))
        harness_fail(machine->harness, id, 0, "of %#llx: %#llx, off by %g ulp",
                     (unsigned long long)in, (unsigned long long)got, error);
    return error;
}

static void check_function(unsigned which)
{
    const struct function_case *c = &cases[which];
    struct harness_random random = {which + 1};
    double worst[MACHINES] = {0};
    unsigned batches = c->format == F16 ? 65536 / BATCH : harness_runs(BATCHES);
    MPFR_DECL_INIT(exact, PRECISION);
    for (unsigned batch = 0; batch < batches; batch++) {
        uint64_t in[BATCH], out[MACHINES][BATCH];
        for (unsigned i = 0; i < BATCH; i++)
            in[i] = input(&random, c, batch * BATCH + i);
        for (unsigned m = 0; m < MACHINES; m++) {
            if (!run_batch(&machines[m], which, in, out[m]))
                return;
        }
        for (unsigned i = 0; i < BATCH; i++) {
            bool is_number = exact_value(c, in[i], exact);
            for (unsigned m = 0; m < MACHINES && !is_left_out(c, in[i], exact); m++) {
                double error = check_one(&machines[m], which, in[i], out[m][i], exact, is_number);
                worst[m] = error > worst[m] ? error : worst[m];
            }
        }
    }
    for (unsigned m = 0; m < MACHINES; m++)
        printf("%-16s %-8s %8u %10.6f ulp\n", c->name, machines[m].processor, batches * BATCH,
               worst[m]);
}

static void check_specials(const struct machine *machine)
{
    static struct harness_state state;
    struct harness_random random = {5};
    random_state(&random, machine->harness, &state);
    state.mode = HARNESS_MODE;
    for (size_t i = 0; i < sizeof specials / sizeof specials[0]; i++) {
        bool is_far = specials[i].function >= SIN && (specials[i].in & 0x7fffffff) == 0x7f7fffff;
        for (unsigned c = 0; c < CASES; c++) {
            if (cases[c].format != F32 || cases[c].function != specials[i].function)
                continue;
            uint32_t right = specials[i].out;
            lane_set(&state, FIRST_SOURCE, 3, F32, specials[i].in);
            harness_run(machine->harness, machine->ids[c], &state);
            uint32_t got = state.vgpr[RESULT][3];
            bool is_zero = specials[i].function == SIN && is_far && (got & 0x7fffffff) == 0;
            if (got != right && !is_zero && !(is_far && machine->far_angles))
                harness_fail(machine->harness, machine->ids[c], 3, "of %#x: %#x, not %#x",
                             specials[i].in, got, right);
        }
    }
}

static void open_machine(struct machine *machine)
{
    machine->harness = harness_open(machine->processor, machine->lanes);
    for (unsigned i = 0; i < CASES; i++) {
        const enum format sources[3] = {cases[i].format, F32, F32};
        char text[64];
        machine->ids[i] =
            harness_add(machine->harness, "%s%s", cases[i].name,
                        operand_text(text, sizeof text, " D, A", cases[i].format, sources));
    }
    harness_assemble(machine->harness);
}

int main(void)
{
    unsigned failures = 0;
    for (unsigned m = 0; m < MACHINES; m++) {
        open_machine(&machines[m]);
        check_specials(&machines[m]);
    }
    printf("%-16s %-8s %8s %14s\n", "instruction", "target", "inputs", "largest error");
    for (unsigned i = 0; i < CASES; i++)
        check_function(i);
    for (unsigned m = 0; m < MACHINES; m++) {
        failures += harness_failures(machines[m].harness);
        harness_close(machines[m].harness);
    }
    return failures > 0;
}
