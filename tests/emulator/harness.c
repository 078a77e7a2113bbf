/* The harness: assembling through clang, loading as the runtime does, running as a launch does. */
#include "harness.h"

#include "core/program.h"
#include "core/workgroup.h"
#include "decode/decoder.h"

#include "util/buf.h"
#include "util/file.h"
#include "util/process.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char assembler[] = "clang-19";
/* It does not know gfx950: a text for that is one for gfx942, or the words of an encoding. */
static const char newest[] = "gfx950", stand_in[] = "gfx942";

struct harness {
    const char *target;
    unsigned lanes;
    struct strings texts;
    unsigned *failures; /* of each text */
    unsigned failed;
    struct device *device;
    struct program *program;
    struct launch launch;
    struct dispatch dispatch;
    struct workgroup *group;
    struct fault fault;
    uint32_t entry;          /* of the kernel, in dwords */
    const uint32_t *offsets; /* of the texts: bytes behind the kernel's entry */
};

_Noreturn static void stop(int code, const char *format, ...) __attribute__((format(printf, 2, 3)));
_Noreturn static void stop(int code, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    fputc('\n', stderr);
    exit(code);
}

static struct device *find_device(const char *target)
{
    setenv("HIPEMU_DEVICES", "gfx906,gfx90a,gfx942,gfx950,gfx1030,gfx1100,gfx1200", 1);
    for (unsigned i = 0; i < device_count(); i++) {
        if (strcmp(device_at(i)->target.info->processor, target) == 0)
            return device_at(i);
    }
    stop(1, "harness: no device %s", target);
}

bool harness_lacks_avx512(const char *setting)
{
#if defined(__x86_64__)
    bool has_more = __builtin_cpu_supports("avx512vl");
#else
    bool has_more = false;
#endif
    if (!setting || strcmp(setting, "avx2") != 0 || has_more)
        return false;
    printf("skipped: this processor lacks AVX-512, so that HIPEMU_JIT=avx2 changes nothing\n");
    return true;
}

struct harness *harness_open(const char *target, unsigned lanes)
{
    char *path = process_find(assembler);
    if (!path)
        stop(HARNESS_SKIPPED, "skipped: no %s to assemble the instructions with", assembler);
    free(path);
    struct codeobj_error error;
    if (!llvm_decoder.get(target_find(target), lanes, &error))
        stop(HARNESS_SKIPPED, "skipped: %s", error.message);
    struct harness *harness = mem_alloc(sizeof *harness);
    harness->target = target;
    harness->lanes = lanes;
    harness->device = find_device(target);
    return harness;
}

unsigned harness_add(struct harness *harness, const char *format, ...)
{
    struct buf text = {0};
    va_list arguments;
    va_start(arguments, format);
    buf_vprintf(&text, format, arguments);
    va_end(arguments);
    strings_take(&harness->texts, buf_take(&text));
    return (unsigned)harness->texts.count - 1;
}

/* ---- The code object ------------------------------------------------------------------------ */

static void put_kernel(struct buf *out, const struct harness *harness)
{
    bool has_agprs = harness->device->target.info->has_agprs;
    buf_puts(out, ".section .rodata,\"a\"\n.p2align 6\n.amdhsa_kernel k\n");
    buf_printf(out, ".amdhsa_next_free_vgpr %d\n", HARNESS_VGPRS * (has_agprs ? 2 : 1));
    buf_printf(out, ".amdhsa_next_free_sgpr %d\n", HARNESS_SGPRS);
    if (harness->device->target.info->has_unified_vgprs)
        buf_printf(out, ".amdhsa_accum_offset %d\n", HARNESS_VGPRS);
    if (harness->device->target.info->has_wave32)
        buf_printf(out, ".amdhsa_wavefront_size32 %d\n", harness->lanes == 32);
    buf_printf(out, ".amdhsa_private_segment_fixed_size %d\n.end_amdhsa_kernel\n", HARNESS_SCRATCH);
    buf_puts(out, ".amdgpu_metadata\n---\namdhsa.version: [1, 2]\n");
    buf_printf(out, "amdhsa.target: amdgcn-amd-amdhsa--%s\namdhsa.kernels:\n", harness->target);
    buf_puts(out, "  - .name: k\n    .symbol: k.kd\n    .kernarg_segment_size: 0\n"
                  "    .kernarg_segment_align: 8\n    .group_segment_fixed_size: 0\n");
    buf_printf(out, "    .private_segment_fixed_size: %d\n    .wavefront_size: %u\n",
               HARNESS_SCRATCH, harness->lanes);
    buf_printf(out, "    .sgpr_count: %d\n    .vgpr_count: %d\n    .agpr_count: %d\n",
               HARNESS_SGPRS, HARNESS_VGPRS, has_agprs ? HARNESS_VGPRS : 0);
    buf_puts(out, "    .max_flat_workgroup_size: 64\n...\n.end_amdgpu_metadata\n");
}

static void put_source(struct buf *out, const struct harness *harness)
{
    buf_puts(out, ".text\n.globl k\n.p2align 8\n.type k,@function\nk:\ns_endpgm\n"
                  ".Lk_end:\n.size k, .Lk_end-k\n");
    for (size_t i = 0; i < harness->texts.count; i++)
        buf_printf(out, ".Lt%zu: %s\ns_endpgm\n", i, harness->texts.items[i]);
    buf_puts(out, ".section .rodata,\"a\"\n.globl offsets\n.type offsets,@object\n.p2align 2\n"
                  "offsets:\n");
    for (size_t i = 0; i < harness->texts.count; i++)
        buf_printf(out, ".long .Lt%zu-k\n", i);
    buf_puts(out, ".size offsets, .-offsets\n");
    put_kernel(out, harness);
}

static void make_temporary(char *path)
{
    int file = mkstemp(path);
    if (file < 0)
        stop(1, "harness: cannot make %s", path);
    close(file);
}

static bool has_stand_in(const struct harness *harness)
{
    return strcmp(harness->target, newest) == 0;
}

/* Makes the stand-in's object one of the newest processor: the last byte of e_flags. */
static void rename_processor(const struct harness *harness, struct buf *object)
{
    enum { E_FLAGS = 48, MACH_GFX950 = 0x4f };
    if (has_stand_in(harness) && object->size > E_FLAGS)
        object->data[E_FLAGS] = MACH_GFX950;
}

static void assemble(const struct harness *harness, const char *source, const char *object)
{
    char cpu[32];
    bool chooses = harness->device->target.info->has_wave32;
    snprintf(cpu, sizeof cpu, "-mcpu=%s", has_stand_in(harness) ? stand_in : harness->target);
    const char *size = !chooses               ? "-g0"
                       : harness->lanes == 64 ? "-mwavefrontsize64"
                                              : "-mno-wavefrontsize64";
    const char *const argv[] = {assembler, "-x", "assembler", "--target=amdgcn-amd-amdhsa",
                                cpu,       size, source,      "-o",
                                object,    NULL};
    struct process_result result;
    if (!process_run((char *const *)(uintptr_t)argv, NULL, PROCESS_CAPTURE_ERR, &result)) {
        unlink(source);
        unlink(object);
        stop(1, "harness: %s for %s failed:\n%s", assembler, harness->target,
             result.err.data ? result.err.data : "");
    }
    process_result_free(&result);
}

static void load(struct harness *harness, const struct buf *object)
{
    struct codeobj_error error;
    struct span bytes = {(const uint8_t *)object->data, object->size};
    if (program_load(bytes, harness->device, &llvm_decoder, &harness->program, &error))
        stop(1, "harness: %s", error.message);
    const struct program_symbol *offsets = program_find_symbol(harness->program, "offsets");
    harness->offsets = offsets->address;
    harness->launch = (struct launch){
        .program = harness->program,
        .kernel = code_object_find(&harness->program->object, "k"),
        .grid = {1, 1, 1},
        .block = {harness->lanes, 1, 1},
        .dynamic_lds = HARNESS_LDS,
    };
    if (!dispatch_prepare(&harness->dispatch, harness->device, &harness->launch, &harness->fault))
        stop(1, "harness: %s", harness->fault.message);
    harness->group = workgroup_new(&harness->dispatch);
    if (!harness->group)
        stop(1, "harness: out of memory");
    workgroup_start(harness->group, (const uint32_t[3]){0, 0, 0});
}

void harness_assemble(struct harness *harness)
{
    char source[] = "/tmp/harness-XXXXXX", object[] = "/tmp/harness-XXXXXX";
    struct buf text = {0};
    put_source(&text, harness);
    make_temporary(source);
    make_temporary(object);
    if (file_write(source, text.data, text.size) != STATUS_OK)
        stop(1, "harness: cannot write %s", source);
    assemble(harness, source, object);
    buf_free(&text);
    if (file_read(object, &text) != STATUS_OK)
        stop(1, "harness: cannot read %s", object);
    unlink(source);
    unlink(object);
    rename_processor(harness, &text);
    load(harness, &text);
    buf_free(&text);
    harness->failures = mem_alloc((harness->texts.count + 1) * sizeof harness->failures[0]);
}

void harness_close(struct harness *harness)
{
    if (harness->group)
        workgroup_free(harness->group);
    if (harness->program) {
        dispatch_release(&harness->dispatch);
        program_unload(harness->program);
    }
    strings_free(&harness->texts);
    free(harness->failures);
    free(harness);
}

/* ---- Running -------------------------------------------------------------------------------- */

static void copy_rows(uint32_t *registers, uint32_t rows[][LANES_MAX], unsigned lanes, bool in)
{
    for (unsigned i = 0; registers && i < HARNESS_VGPRS; i++) {
        uint32_t *row = registers + (size_t)i * lanes;
        memcpy(in ? row : rows[i], in ? rows[i] : row, lanes * sizeof *row);
    }
}

bool harness_run(struct harness *harness, unsigned id, struct harness_state *state)
{
    enum { TURNS = 64 };
    const bool never = false;
    struct workgroup *group = harness->group;
    struct wave *wave = group->waves[0];
    workgroup_start(group, (const uint32_t[3]){0, 0, 0});
    harness->entry = wave->next;
    wave->next += harness->offsets[id] / 4;
    wave->scc = state->scc;
    memcpy(wave->sgpr, state->sgpr, sizeof wave->sgpr);
    copy_rows(wave->vgpr, state->vgpr, harness->lanes, true);
    copy_rows(wave->agpr, state->agpr, harness->lanes, true);
    wave_set_mode(wave, state->mode);
    harness->fault = (struct fault){0};
    enum workgroup_state end = workgroup_run(group, TURNS, &never, &harness->fault);
    if (end != WORKGROUP_ENDED) {
        if (end == WORKGROUP_WAITING)
            snprintf(harness->fault.message, sizeof harness->fault.message, "it does not end");
        return false;
    }
    state->scc = wave->scc;
    state->mode = wave->mode;
    memcpy(state->sgpr, wave->sgpr, sizeof wave->sgpr);
    copy_rows(wave->vgpr, state->vgpr, harness->lanes, false);
    copy_rows(wave->agpr, state->agpr, harness->lanes, false);
    return true;
}

const struct fault *harness_fault(const struct harness *harness)
{
    return &harness->fault;
}

static const struct op *first_op(const struct harness *harness, unsigned id)
{
    const struct wave *wave = harness->group->waves[0];
    return &wave->ops->all[harness->entry + harness->offsets[id] / 4];
}

const uint8_t *harness_code(const struct harness *harness, unsigned id)
{
    return first_op(harness, id)->code[ACTIVE_ALL];
}

bool harness_has_code(const struct harness *harness, unsigned id)
{
    const struct op *op = first_op(harness, id);
    return op->code[ACTIVE_ANY] || op->code[ACTIVE_ALL] || op->code[ACTIVE_FEW];
}

const char *harness_text(const struct harness *harness, unsigned id)
{
    return harness->texts.items[id];
}

struct device *harness_device(struct harness *harness)
{
    return harness->device;
}

uint8_t *harness_lds(struct harness *harness)
{
    return harness->group->lds;
}

uint8_t *harness_scratch(struct harness *harness)
{
    return harness->group->waves[0]->scratch;
}

void harness_fail(struct harness *harness, unsigned id, unsigned lane, const char *format, ...)
{
    enum { SHOWN = 3 };
    harness->failed++;
    if (harness->failures[id]++ >= SHOWN)
        return;
    va_list arguments;
    va_start(arguments, format);
    fprintf(stderr, "%s, wave%u: %s: lane %u: ", harness->target, harness->lanes,
            harness_text(harness, id), lane);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    va_end(arguments);
}

unsigned harness_failures(const struct harness *harness)
{
    return harness->failed;
}

/* ---- Random operands ------------------------------------------------------------------------ */

unsigned harness_runs(unsigned runs)
{
    const char *value = getenv("KBUILD_TEST_LONG");
    return value && *value ? runs * 25 : runs;
}

uint64_t random_bits(struct harness_random *random)
{
    /* SplitMix64: Steele, Lea and Flood, "Fast Splittable Pseudorandom Number Generators". */
    uint64_t z = random->seed += 0x9e3779b97f4a7c15;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
    z = (z ^ z >> 27) * 0x94d049bb133111eb;
    return z ^ z >> 31;
}

uint32_t random_32(struct harness_random *random)
{
    static const uint32_t edges[] = {
        0, 1, 2, 15, 16, 24, 31, 32, 33, 63, 64, 0x7f, 0x80, 0xff, 0x100, 0x7fff, 0x8000, 0xffff,
        0x10000, 0x7fffff, 0x800000, 0xffffff, 0x7fffffff, 0x80000000, 0x80000001, 0xffffffff,
        0xfffffffe, 0x7fff7fff, 0x80008000, 0x7f7f7f7f, 0x80808080,
        /* floats: ones, halves, the smallest and largest, infinities, quiet and signalling NaN */
        0x3f800000, 0xbf800000, 0x3f000000, 0x40000000, 0x00000001, 0x007fffff, 0x00800000,
        0x80800000, 0x7f7fffff, 0xff7fffff, 0x7f800000, 0xff800000, 0x7fc00000, 0xffc00000,
        0x7f800001, 0x7fa00000, 0x4f000000, 0xcf000000, 0x4f800000, 0x5f000000, 0x4b000000,
        /* halves */
        0x3c003c00, 0xbc003800, 0x7bff0001, 0x040003ff, 0x7c00fc00, 0x7e007c01, 0x0000fbff};
    uint64_t bits = random_bits(random);
    switch (bits >> 60 & 7) {
    case 0:
    case 1: return edges[bits % (sizeof edges / sizeof edges[0])];
    case 2: return (uint32_t)(bits >> 32 & 0x3f);      /* a shift */
    case 3: return 0u - (uint32_t)(bits >> 32 & 0x3f); /* a small negative one */
    case 4:
        return ((uint32_t)bits & 0x807fffff) | (0x3c000000 + ((uint32_t)(bits >> 32 & 15) << 23));
    default: return (uint32_t)bits;
    }
}

uint64_t random_64(struct harness_random *random)
{
    static const uint64_t edges[] = {0,
                                     1,
                                     ~0ull,
                                     1ull << 63,
                                     (1ull << 63) - 1,
                                     1ull << 32,
                                     (1ull << 32) - 1,
                                     0x80000000,
                                     0x3ff0000000000000,
                                     0xbff0000000000000,
                                     0x000fffffffffffff,
                                     0x0010000000000000,
                                     0x7fefffffffffffff,
                                     0x7ff0000000000000,
                                     0xfff0000000000000,
                                     0x7ff8000000000000,
                                     0x7ff0000000000001,
                                     0x4000000000000000,
                                     0x43e0000000000000,
                                     0x41dfffffffc00000};
    uint64_t bits = random_bits(random);
    switch (bits >> 60 & 3) {
    case 0: return edges[bits % (sizeof edges / sizeof edges[0])];
    case 1: return (uint64_t)random_32(random) << 32 | random_32(random);
    case 2: /* a float of ordinary size */
        return (bits & 0x800fffffffffffff) | (0x3fa0000000000000 + ((bits >> 52 & 0xff) << 51));
    default: return random_bits(random);
    }
}

/* To draw for every lane of every register takes far longer than to run an instruction. Rows are
 * windows into numbers that are drawn once: of pairs of registers, which are often one number. */
enum { DRAWN = 8192 };
static uint32_t drawn_low[DRAWN + LANES_MAX], drawn_high[DRAWN + LANES_MAX];

static void draw(void)
{
    struct harness_random random = {DRAWN};
    for (unsigned i = 0; i < DRAWN + LANES_MAX; i++) {
        uint64_t pair = random_64(&random);
        bool is_pair = random_bits(&random) & 1;
        drawn_low[i] = is_pair ? (uint32_t)pair : random_32(&random);
        drawn_high[i] = is_pair ? (uint32_t)(pair >> 32) : random_32(&random);
    }
}

static void fill_rows(uint64_t bits, uint32_t rows[2][LANES_MAX])
{
    unsigned window = bits % DRAWN, other = bits >> 32 & 1 ? window : bits >> 40 & (DRAWN - 1);
    memcpy(rows[0], drawn_low + window, sizeof rows[0]);
    memcpy(rows[1], drawn_high + other, sizeof rows[1]);
}

void random_state(struct harness_random *random, const struct harness *harness,
                  struct harness_state *state)
{
    static bool is_drawn;
    if (!is_drawn)
        draw();
    is_drawn = true;
    for (unsigned i = 0; i < SGPR_COUNT; i++)
        state->sgpr[i] = random_32(random);
    for (unsigned i = 0; i < HARNESS_VGPRS; i += 2) {
        fill_rows(random_bits(random), &state->vgpr[i]);
        fill_rows(random_bits(random), &state->agpr[i]);
    }
    state->scc = random_bits(random) & 1;
    state->mode = HARNESS_MODE;
    state_set_mask(state, SGPR_EXEC, random_exec(random, harness, 0));
}

uint64_t random_exec(struct harness_random *random, const struct harness *harness, unsigned kind)
{
    uint64_t all = harness->lanes == 64 ? ~0ull : (1ull << harness->lanes) - 1;
    switch (kind % 4) {
    case 0: return all;
    case 1: return random_bits(random) & all;
    case 2: return 1ull << random_bits(random) % harness->lanes;
    default: return 0;
    }
}
