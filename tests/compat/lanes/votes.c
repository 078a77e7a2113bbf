/* Random programs whose lanes ask who is active: votes, matches, coalesced groups, leaders, in
 * nested branches and loops that lanes leave early. The same program is written as a kernel and
 * interpreted here, for warps of 32 lanes that meet again behind each statement; the emulator
 * executes what a compiler made of the kernel.
 *
 * usage: votes write FIRST COUNT                          the kernels p0, p1, ... of the seeds from
 * FIRST on votes check FIRST COUNT DEVICE CODE_OBJECT       executes and compares them
 *
 * Who leaves a loop asks nothing on the way out: there is no time at which lanes that leave in
 * different iterations are together, or are not. */
#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "krt/krt.h"

enum { THREADS = 80, WARPS = 3, INPUTS = 8, NODES = 200, DEPTH = 4 };

/* ---- Programs ------------------------------------------------------------------------------- */

enum kind { VOTE, BRANCH, LOOP, BREAK, CONTINUE, RETURN };

struct node {
    enum kind kind;
    int what, input, shift; /* of the vote; of the condition, bound or operand */
    int next, inner, other; /* nodes, -1: none */
};

struct program {
    struct node nodes[NODES];
    int count, first;
    uint64_t state;
};

static uint32_t draw(struct program *program, uint32_t below)
{
    program->state = program->state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(program->state >> 33) % below;
}

/* What a vote gives to a lane: as text, with V for the operand, and as a function of the warp. */
struct warp {
    uint32_t mask; /* who asks */
    int lane;
    const uint32_t *value, *hash;
};

static int lowest(uint32_t bits)
{
    return __builtin_ctz(bits);
}
static uint32_t odd(const struct warp *warp)
{
    uint32_t bits = 0;
    for (int i = 0; i < 32; i++)
        bits |= (warp->mask >> i & 1 & warp->value[i]) << i;
    return bits;
}
static uint32_t below(const struct warp *warp)
{
    return warp->mask & ((1u << warp->lane) - 1);
}
static uint32_t active_mask(const struct warp *warp)
{
    return warp->mask;
}
static uint32_t size_and_rank(const struct warp *warp)
{
    return (uint32_t)(__builtin_popcount(warp->mask) * 32 + __builtin_popcount(below(warp)));
}
static uint32_t any_all(const struct warp *warp)
{
    return (odd(warp) != 0) + 2 * (odd(warp) == warp->mask);
}
static uint32_t match(const struct warp *warp)
{
    uint32_t same = 0;
    for (int i = 0; i < 32; i++)
        if (warp->mask >> i & 1 && warp->value[i] == warp->value[warp->lane])
            same |= 1u << i;
    return same;
}
static uint32_t leader(const struct warp *warp)
{
    return warp->hash[lowest(warp->mask)];
}
static uint32_t sum(const struct warp *warp)
{
    uint32_t sum = 0;
    for (int i = 0; i < 32; i++)
        sum += warp->mask >> i & 1 ? warp->value[i] : 0;
    return sum;
}
static uint32_t packed(const struct warp *warp)
{
    uint32_t bits = 0;
    int rank = 0;
    for (int i = 0; i < 32; i++)
        if (warp->mask >> i & 1)
            bits |= (warp->value[i] & 1) << rank++;
    return bits;
}
static uint32_t count_both(const struct warp *warp)
{
    return (uint32_t)(__builtin_popcount(warp->mask) * 64 + __builtin_popcount(odd(warp)));
}
static uint32_t elected(const struct warp *warp)
{
    return lowest(warp->mask) == warp->lane;
}

static const struct vote {
    const char *text;
    uint32_t (*result)(const struct warp *);
} votes[] = {
    {"__activemask()", active_mask},
    {"__activemask()", active_mask},
    {"cg::coalesced_threads().size() * 32 + cg::coalesced_threads().thread_rank()", size_and_rank},
    {"__ballot_sync(__activemask(), V & 1)", odd},
    {"__ballot_sync(~0u, V & 1)", odd},
    {"kbuild_ballot(V & 1)", odd},
    {"__any_sync(__activemask(), V & 1) + 2 * __all_sync(__activemask(), V & 1)", any_all},
    {"kbuild_any(V & 1) + 2 * kbuild_all(V & 1)", any_all},
    {"__match_any_sync(__activemask(), V)", match},
    {"__shfl_sync(__activemask(), h, __ffs(__activemask()) - 1)", leader},
    {"cg::coalesced_threads().shfl(h, 0)", leader},
    {"__reduce_add_sync(__activemask(), V)", sum},
    {"cg::reduce(cg::coalesced_threads(), V, cg::plus<unsigned>())", sum},
    {"cg::coalesced_threads().ballot(V & 1)", packed},
    {"called(V)", count_both},
    {"(__ffs(__activemask()) - 1 == (threadIdx.x & 31))", elected},
};

enum { VOTES = sizeof votes / sizeof *votes };

static int node_add(struct program *program, enum kind kind)
{
    struct node *node = &program->nodes[program->count];
    *node = (struct node){.kind = kind,
                          .what = (int)draw(program, VOTES),
                          .input = (int)draw(program, INPUTS),
                          .shift = (int)draw(program, 28),
                          .next = -1,
                          .inner = -1,
                          .other = -1};
    return program->count++;
}

static int copy(struct program *program, int first)
{
    if (first < 0 || program->count >= NODES - 40)
        return -1;
    const int to = node_add(program, VOTE);
    program->nodes[to] = program->nodes[first];
    /* Mostly the same text, which is what compilers merge. */
    if (program->nodes[to].kind == VOTE && draw(program, 4) == 0)
        program->nodes[to].what = (int)draw(program, VOTES);
    const int inner = copy(program, program->nodes[first].inner);
    const int other = copy(program, program->nodes[first].other);
    const int next = copy(program, program->nodes[first].next);
    program->nodes[to].inner = inner;
    program->nodes[to].other = other;
    program->nodes[to].next = next;
    return to;
}

static int block(struct program *program, int depth, int loops)
{
    int first = -1, last = -1;
    for (uint32_t i = 1 + draw(program, 3) + (depth == 0 ? 2 : 0); i > 0; i--) {
        if (program->count >= NODES - 60)
            break;
        uint32_t choice = draw(program, 10);
        if (depth >= DEPTH)
            choice = 0;
        const enum kind kind = choice < 4   ? VOTE
                               : choice < 7 ? BRANCH
                               : choice < 9 ? (loops < 2 ? LOOP : BRANCH)
                               : loops == 0 ? RETURN
                                            : (enum kind)(BREAK + draw(program, 3));
        const int at = node_add(program, kind);
        if (kind == BRANCH) {
            const int inner = block(program, depth + 1, loops);
            program->nodes[at].inner = inner;
            const uint32_t otherwise = draw(program, 3);
            const int other = otherwise == 0   ? block(program, depth + 1, loops)
                              : otherwise == 1 ? copy(program, inner)
                                               : -1;
            program->nodes[at].other = other;
        } else if (kind == LOOP) {
            const int inner = block(program, depth + 1, loops + 1);
            program->nodes[at].inner = inner;
        }
        if (last < 0)
            first = at;
        else
            program->nodes[last].next = at;
        last = at;
    }
    return first;
}

static void program_make(struct program *program, uint64_t seed)
{
    *program = (struct program){.state = seed * 0x9e3779b97f4a7c15u + 1};
    program->first = block(program, 0, 0);
}

/* ---- As a kernel ---------------------------------------------------------------------------- */

static void indent(int depth)
{
    printf("%*s", 4 * depth + 4, "");
}

/* A number of two bits: of an input, and sometimes of what has been seen and of the iteration. */
static void write_value(const struct node *node)
{
    if (node->shift % 3 == 0)
        printf("((x%d >> %d ^ h) & 3)", node->input, node->shift);
    else if (node->shift % 3 == 1)
        printf("((x%d >> %d) + i & 3)", node->input, node->shift);
    else
        printf("(x%d >> %d & 3)", node->input, node->shift);
}

static void write_vote(const struct node *node, int depth)
{
    indent(depth);
    printf("h = h * 33 + (");
    for (const char *c = votes[node->what].text; *c; c++)
        if (*c == 'V')
            write_value(node);
        else
            putchar(*c);
    printf(");\n");
}

static void write_block(const struct program *program, int at, int depth)
{
    static const char *const leave[] = {
        [BREAK] = "break;", [CONTINUE] = "continue;", [RETURN] = "{ out[t] = h; return; }"};
    for (; at >= 0; at = program->nodes[at].next) {
        const struct node *node = &program->nodes[at];
        if (node->kind == VOTE) {
            write_vote(node, depth);
            continue;
        }
        indent(depth);
        if (node->kind == LOOP) {
            if (node->shift % 4 == 0) /* a compiler may unroll it */
                printf("for (unsigned i = 0; i < %d; ++i) {\n", node->shift % 3 + 1);
            else
                printf("for (unsigned i = 0; i < (x%d >> %d & 3); ++i) {\n", node->input,
                       node->shift);
        } else {
            printf("if (");
            write_value(node);
            printf(node->kind == BRANCH ? " & 1) {\n" : " == 1) ");
        }
        if (node->kind == BRANCH || node->kind == LOOP) {
            write_block(program, node->inner, depth + 1);
            if (node->other >= 0) {
                indent(depth);
                printf("} else {\n");
                write_block(program, node->other, depth + 1);
            }
            indent(depth);
            printf("}\n");
        } else {
            printf("%s\n", leave[node->kind]);
        }
    }
}

static void write_program(uint64_t seed, int number)
{
    struct program program;
    program_make(&program, seed);
    printf("extern \"C\" __global__ void p%d(const unsigned *x, unsigned *out)\n{\n", number);
    printf("    const unsigned t = threadIdx.x, i = 0;\n    unsigned h = x[t];\n");
    for (int i = 0; i < INPUTS; i++)
        printf("    const unsigned x%d = x[%d + t];\n", i, THREADS * i);
    write_block(&program, program.first, 0);
    printf("    out[t] = h;\n}\n");
}

/* ---- The interpreter ------------------------------------------------------------------------ */

struct run {
    const struct program *program;
    const uint32_t *inputs; /* [INPUTS][THREADS] */
    int base;               /* the warp's first thread */
    uint32_t hash[32], iteration[32];
    uint32_t broken, continued, returned; /* lanes that are on their way */
};

static uint32_t input_of(const struct run *run, const struct node *node, int lane)
{
    const int thread = run->base + lane;
    return thread < THREADS ? run->inputs[node->input * THREADS + thread] >> node->shift : 0;
}

static uint32_t value_of(const struct run *run, const struct node *node, int lane)
{
    const uint32_t input = input_of(run, node, lane);
    return (node->shift % 3 == 0   ? input ^ run->hash[lane]
            : node->shift % 3 == 1 ? input + run->iteration[lane]
                                   : input) &
           3;
}

static uint32_t run_vote(struct run *run, const struct node *node, uint32_t mask)
{
    uint32_t value[32], result[32];
    for (int lane = 0; lane < 32; lane++)
        value[lane] = value_of(run, node, lane);
    for (int lane = 0; lane < 32; lane++)
        if (mask >> lane & 1)
            result[lane] = votes[node->what].result(
                &(struct warp){.mask = mask, .lane = lane, .value = value, .hash = run->hash});
    for (int lane = 0; lane < 32; lane++)
        if (mask >> lane & 1)
            run->hash[lane] = run->hash[lane] * 33 + result[lane];
    return mask;
}

/* Those of |mask| whose value is odd, or 1. */
static uint32_t holds(const struct run *run, const struct node *node, uint32_t mask)
{
    uint32_t bits = 0;
    for (int lane = 0; lane < 32; lane++) {
        const uint32_t value = value_of(run, node, lane);
        if (mask >> lane & 1 && (node->kind == BRANCH ? value & 1 : value == 1))
            bits |= 1u << lane;
    }
    return bits;
}

static uint32_t run_block(struct run *run, int at, uint32_t mask);

static uint32_t run_loop(struct run *run, const struct node *node, uint32_t mask)
{
    const uint32_t broken = run->broken, continued = run->continued;
    uint32_t outer[32], live = mask;
    memcpy(outer, run->iteration, sizeof outer);
    run->broken = 0;
    for (uint32_t i = 0; live; i++) {
        for (int lane = 0; lane < 32; lane++) {
            const uint32_t bound = node->shift % 4 == 0 ? (uint32_t)node->shift % 3 + 1
                                                        : input_of(run, node, lane) & 3;
            run->iteration[lane] = i;
            if (i >= bound)
                live &= ~(1u << lane);
        }
        run->continued = 0;
        if (live)
            run_block(run, node->inner, live);
        live &= ~(run->broken | run->returned);
    }
    memcpy(run->iteration, outer, sizeof outer);
    run->broken = broken;
    run->continued = continued;
    return mask & ~run->returned;
}

/* The lanes of |mask| that come to the end. */
static uint32_t run_block(struct run *run, int at, uint32_t mask)
{
    for (; at >= 0 && mask; at = run->program->nodes[at].next) {
        const struct node *node = &run->program->nodes[at];
        if (node->kind == VOTE) {
            run_vote(run, node, mask);
        } else if (node->kind == LOOP) {
            mask = run_loop(run, node, mask);
        } else {
            const uint32_t yes = holds(run, node, mask);
            if (node->kind == BRANCH)
                mask = run_block(run, node->inner, yes) | run_block(run, node->other, mask & ~yes);
            run->broken |= node->kind == BREAK ? yes : 0;
            run->continued |= node->kind == CONTINUE ? yes : 0;
            run->returned |= node->kind == RETURN ? yes : 0;
            mask &= ~(run->broken | run->continued | run->returned);
        }
    }
    return mask;
}

static void interpret(const struct program *program, const uint32_t *inputs, uint32_t *out)
{
    for (int warp = 0; warp < WARPS; warp++) {
        struct run run = {.program = program, .inputs = inputs, .base = warp * 32};
        uint32_t mask = 0;
        for (int lane = 0; lane < 32 && run.base + lane < THREADS; lane++) {
            mask |= 1u << lane;
            run.hash[lane] = inputs[run.base + lane];
        }
        run_block(&run, program->first, mask);
        for (int lane = 0; lane < 32 && run.base + lane < THREADS; lane++)
            out[run.base + lane] = run.hash[lane];
    }
}

/* ---- The comparison ------------------------------------------------------------------------- */

static void need(krt_status status, const char *what)
{
    if (status == KRT_OK)
        return;
    fprintf(stderr, "%s: %s\n", what, krt_error_message());
    exit(1);
}

static struct krt_raw_module *load(struct krt_device *device, const char *path)
{
    static char bytes[1 << 26];
    FILE *file = fopen(path, "rb");
    if (!file) {
        fprintf(stderr, "%s: %s\n", path, strerror(errno));
        exit(1);
    }
    const size_t count = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    struct krt_raw_module *module;
    need(krt_module_load_raw(device, bytes, count, &module), path);
    return module;
}

static void execute(struct krt_device *device, struct krt_raw_module *module, int number,
                    const uint32_t *inputs, uint32_t *out)
{
    struct krt_stream *stream = krt_device_stream(device);
    const uint64_t in_bytes = sizeof(uint32_t) * INPUTS * THREADS;
    const uint64_t out_bytes = sizeof(uint32_t) * THREADS;
    char name[16];
    struct krt_function *kernel;
    void *from, *to;
    snprintf(name, sizeof name, "p%d", number);
    need(krt_module_function(module, name, &kernel), name);
    need(krt_alloc(device, in_bytes, &from), "krt_alloc");
    need(krt_alloc(device, out_bytes, &to), "krt_alloc");
    need(krt_copy_to_device(stream, from, inputs, in_bytes), "krt_copy_to_device");
    const struct krt_launch_config config = {.grid = {1}, .block = {THREADS}};
    void *arguments[] = {&from, &to};
    need(krt_function_launch(kernel, stream, &config, arguments, 2), name);
    need(krt_copy_to_host(stream, out, to, out_bytes), name);
    need(krt_stream_synchronize(stream), name);
    need(krt_free(device, from), "krt_free");
    need(krt_free(device, to), "krt_free");
}

static int check(uint64_t first, int count, const char *device_name, const char *path)
{
    const struct krt_device_options options = {.struct_size = sizeof options,
                                               .device = device_name};
    struct krt_device *device;
    need(krt_device_open(&options, &device), device_name);
    struct krt_raw_module *module = load(device, path);
    int wrong = 0;
    for (int number = 0; number < count; number++) {
        uint32_t inputs[INPUTS * THREADS], expected[THREADS], out[THREADS];
        struct program program;
        program_make(&program, first + (uint64_t)number);
        for (int i = 0; i < INPUTS * THREADS; i++)
            inputs[i] = draw(&program, 1u << 16) << 16 | draw(&program, 1u << 16);
        interpret(&program, inputs, expected);
        execute(device, module, number, inputs, out);
        int lane = 0;
        while (lane < THREADS && out[lane] == expected[lane])
            lane++;
        if (lane < THREADS && wrong++ < 10)
            printf("seed %llu, p%d, thread %d: %08x instead of %08x\n",
                   (unsigned long long)first + (unsigned)number, number, lane, out[lane],
                   expected[lane]);
    }
    printf("%s: %d of %d programs differ\n", device_name, wrong, count);
    krt_module_unload(module);
    krt_device_close(device);
    return wrong != 0;
}

int main(int argc, char **argv)
{
    const bool writes = argc == 4 && strcmp(argv[1], "write") == 0;
    if (!writes && (argc != 6 || strcmp(argv[1], "check") != 0)) {
        fputs("usage: votes write FIRST COUNT\n"
              "       votes check FIRST COUNT DEVICE CODE_OBJECT\n",
              stderr);
        return 2;
    }
    const uint64_t first = strtoull(argv[2], NULL, 10);
    const int count = atoi(argv[3]);
    if (!writes)
        return check(first, count, argv[4], argv[5]);
    puts("#include <cooperative_groups.h>\n#include <cooperative_groups/reduce.h>\n"
         "namespace cg = cooperative_groups;\n"
         "__device__ __noinline__ unsigned called(unsigned value)\n{\n"
         "    return __popc(__activemask()) * 64 + "
         "__popc(__ballot_sync(__activemask(), value & 1));\n}");
    for (int i = 0; i < count; i++)
        write_program(first + (uint64_t)i, i);
    return 0;
}
