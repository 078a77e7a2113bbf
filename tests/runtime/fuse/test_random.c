/* Random expressions on random tensors: what fused kernels compute is what the host computes, bit
 * for bit, and nothing else in the outputs' memory changes.
 *
 *   test_random [COUNT [SEED]]
 *
 * The device is KRT_TEST_DEVICES, or gfx1030, gfx1100 and gfx90a of the emulator take turns.
 * Skipped (77) without a compiler for any of them.
 */
#include "random_program.h"
#include "reference.h"

#include <krt/fused.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BYTES = 1 << 16, MOST_ELEMENTS = 3000, MOST_LENGTH = 1000 };

static unsigned failures;

static void need(krt_status status)
{
    if (!status)
        return;
    fprintf(stderr, "FAILED: %s\n", krt_error_message());
    exit(1);
}

struct sample {
    uint64_t seed, state;
    struct random_program random;
    uint32_t rank, row;
    uint64_t dims[FUSE_RANK];
    struct krt_tensor tensors[FUSE_OPERANDS]; /* data: the offset in bytes */
    struct fuse_operand operands[FUSE_OPERANDS];
    enum kir_type types[FUSE_OPERANDS];
    double scalars[2];
    _Alignas(16) unsigned char before[FUSE_OPERANDS][BYTES], after[FUSE_OPERANDS][BYTES];
};

static unsigned pick(struct sample *sample, unsigned count)
{
    return (unsigned)(random_next(&sample->state) >> 33) % count;
}

/* ---- Shapes --------------------------------------------------------------------------------- */

static void make_dims(struct sample *sample)
{
    static const uint64_t sizes[] = {1, 2, 3, 4, 5, 7, 8, 13, 16, 32, 61, 64, 127, 256, 509, 1000};
    uint64_t count = 1;
    sample->rank = pick(sample, 9);
    for (uint32_t d = 0; d < sample->rank; d++) {
        uint64_t size = sizes[pick(sample, sample->rank < 3 ? 16 : 8)];
        sample->dims[d] = count * size <= MOST_ELEMENTS ? size : 1;
        count *= sample->dims[d];
    }
    sample->row = 0;
    if (sample->rank > 0)
        sample->row =
            pick(sample, 3) ? 1u << (sample->rank - 1) : 1 + pick(sample, (1u << sample->rank) - 1);
    for (uint32_t d = 0; d < sample->rank; d++) { /* what an empty row gives is tested elsewhere */
        if (!(sample->row >> d & 1) && pick(sample, 40) == 0)
            sample->dims[d] = 0;
    }
}

static uint64_t row_length(const struct sample *sample)
{
    uint64_t length = 1;
    for (uint32_t d = 0; d < sample->rank; d++)
        length *= sample->row >> d & 1 ? sample->dims[d] : 1;
    return length;
}

/* ---- Tensors -------------------------------------------------------------------------------- */

static const enum kir_type kir_types[KRT_DTYPE_COUNT] = {
    [KRT_U8] = KIR_U8,   [KRT_U32] = KIR_U32,       [KRT_I16] = KIR_I16, [KRT_I32] = KIR_I32,
    [KRT_I64] = KIR_I64, [KRT_F8E4M3] = KIR_F8E4M3, [KRT_F16] = KIR_F16, [KRT_BF16] = KIR_BF16,
    [KRT_F32] = KIR_F32, [KRT_F64] = KIR_F64};

/* Strides of a random order of the dimensions, with gaps. Those of |repeated| are 0. */
static void make_strides(struct sample *sample, struct krt_tensor *tensor, uint32_t repeated,
                         bool is_dense)
{
    uint32_t order[KRT_MAX_RANK];
    uint64_t stride = 1;
    for (uint32_t i = 0; i < tensor->rank; i++)
        order[i] = tensor->rank - 1 - i;
    for (uint32_t i = 0; !is_dense && i + 1 < tensor->rank; i++) {
        uint32_t other = i + pick(sample, tensor->rank - i), was = order[i];
        order[i] = order[other];
        order[other] = was;
    }
    for (uint32_t i = 0; i < tensor->rank; i++) {
        uint32_t d = order[i];
        tensor->strides[d] = repeated >> d & 1 ? 0 : stride;
        if (!(repeated >> d & 1))
            stride *= tensor->dims[d] ? tensor->dims[d] : 1;
        if (!is_dense && pick(sample, 6) == 0)
            stride += pick(sample, 3);
    }
}

static uint64_t extent(const struct krt_tensor *tensor)
{
    uint64_t last = 1;
    for (uint32_t d = 0; d < tensor->rank; d++)
        last += (tensor->dims[d] ? tensor->dims[d] - 1 : 0) * tensor->strides[d];
    return last;
}

/* |is_row|: of an output, with one element for each row. */
static void make_tensor(struct sample *sample, uint32_t n, uint32_t dtype, bool is_row)
{
    bool is_input = n < sample->random.input_count;
    struct krt_tensor *tensor = &sample->tensors[n];
    uint32_t repeated = 0;
    bool leaves_out = is_row && pick(sample, 2);
    *tensor = (struct krt_tensor){.dtype = dtype};
    for (uint32_t d = 0; d < sample->rank; d++) {
        bool is_reduced = is_row && (sample->row >> d & 1);
        bool is_repeated = is_input && pick(sample, 6) == 0;
        if (is_reduced && leaves_out)
            continue;
        if (is_repeated && n > 0 && tensor->rank == 0 && pick(sample, 2))
            continue; /* broadcast by leaving it out; the first input has the whole shape */
        bool is_one = is_reduced || (is_repeated && n > 0 && pick(sample, 2));
        repeated |= is_repeated ? 1u << tensor->rank : 0;
        tensor->dims[tensor->rank++] = is_one ? 1 : sample->dims[d];
    }
    bool is_dense = pick(sample, 2);
    do {
        make_strides(sample, tensor, repeated, is_dense);
        is_dense = true; /* if there were too many gaps */
    } while (extent(tensor) > BYTES / 8 - 8);
    uint64_t offset = pick(sample, 2) ? 0 : pick(sample, 4);
    tensor->data = (void *)(uintptr_t)(offset * krt_dtype_size(dtype));
}

/* A whole number from -8 to 8 as |dtype| has it. */
static void put_whole(unsigned char *at, uint32_t dtype, int whole)
{
    static const unsigned char f8[] = {0x00, 0x38, 0x40, 0x44, 0x48, 0x4a, 0x4c, 0x4e, 0x50};
    float single = (float)whole;
    double number = whole;
    int64_t wide = whole;
    uint32_t bits;
    uint16_t half;
    memcpy(&bits, &single, 4);
    switch (dtype) {
    case KRT_F8E4M3: *at = (unsigned char)(f8[abs(whole)] | (whole < 0 ? 0x80 : 0)); break;
    case KRT_F16:
        half = (uint16_t)(whole == 0 ? 0
                                     : (bits >> 16 & 0x8000) | (((bits >> 23 & 255) - 112) << 10 |
                                                                (bits >> 13 & 0x3ff)));
        memcpy(at, &half, 2);
        break;
    case KRT_BF16:
        half = (uint16_t)(bits >> 16);
        memcpy(at, &half, 2);
        break;
    case KRT_F32: memcpy(at, &single, 4); break;
    case KRT_F64: memcpy(at, &number, 8); break;
    default: memcpy(at, &wide, krt_dtype_size(dtype)); break; /* of a little-endian machine */
    }
}

static void fill(struct sample *sample, uint32_t n)
{
    static const float some[] = {0, 1, -1, 0.5f, -2.75f, 100, 1e-8f, -3e4f, 1e20f, INFINITY};
    uint32_t dtype = sample->tensors[n].dtype, size = krt_dtype_size(dtype);
    unsigned char *bytes = sample->before[n];
    for (size_t i = 0; i < BYTES; i += 8) {
        uint64_t word = random_next(&sample->state);
        memcpy(bytes + i, &word, 8);
    }
    for (size_t i = 0; sample->random.has_rows && i < BYTES / size; i++)
        put_whole(bytes + i * size, dtype, (int)(bytes[i * size] % 17) - 8);
    for (size_t i = 0; !sample->random.has_rows && dtype == KRT_F32 && i < BYTES / 4; i += 3)
        memcpy(bytes + 4 * i, &some[bytes[4 * i] % 10], 4);
    memcpy(sample->after[n], bytes, BYTES);
}

/* ---- A sample ------------------------------------------------------------------------------- */

static uint32_t any_dtype(struct sample *sample, bool is_float, bool is_coarse)
{
    static const uint32_t integers[] = {KRT_U8, KRT_U32, KRT_I16, KRT_I32, KRT_I64};
    static const uint32_t floats[] = {KRT_F8E4M3, KRT_F16, KRT_BF16, KRT_F32, KRT_F64};
    return is_float ? floats[pick(sample, is_coarse ? 3 : 5)] : integers[pick(sample, 5)];
}

/* Strides of |tensor| by the dimensions of the whole. */
static void place(struct sample *sample, uint32_t n, bool is_row)
{
    const struct krt_tensor *tensor = &sample->tensors[n];
    bool leaves_out = is_row && tensor->rank < sample->rank;
    uint32_t t = tensor->rank;
    for (uint32_t d = sample->rank; d-- > 0;) {
        sample->operands[n].strides[d] = 0;
        if ((leaves_out && (sample->row >> d & 1)) || t == 0)
            continue;
        t--;
        if (tensor->dims[t] != 1)
            sample->operands[n].strides[d] = tensor->strides[t];
    }
}

/* False if there is nothing to launch, or the reference would be too large. */
static bool sample_make(struct sample *sample, uint64_t seed, struct fuse_program **out)
{
    struct fuse_error error;
    sample->seed = sample->state = seed;
    memset(sample->types, 0, sizeof sample->types);
    make_dims(sample);
    bool has_rows = pick(sample, 2), is_coarse = pick(sample, 4) == 0;
    if (has_rows && row_length(sample) > MOST_LENGTH)
        sample->row = 1u << (sample->rank - 1);
    random_program(seed, has_rows, is_coarse, (uint32_t)row_length(sample), &sample->random);
    *out = fuse_parse(sample->random.text, &error);
    if (!*out) {
        fprintf(stderr, "FAILED: seed %llu: %s\n", (unsigned long long)seed, error.message);
        failures++;
        return false;
    }
    uint32_t inputs = (*out)->input_count;
    for (uint32_t n = 0; n < inputs + (*out)->output_count; n++) {
        bool is_row =
            n >= inputs && (*out)->has_rows && (*out)->nodes[(*out)->results[n - inputs]].is_row;
        bool is_float = n < inputs ? sample->random.is_float[n] : is_coarse || pick(sample, 2);
        make_tensor(sample, n, any_dtype(sample, is_float, is_coarse), is_row);
        place(sample, n, is_row);
        sample->types[n] = kir_types[sample->tensors[n].dtype];
        fill(sample, n);
    }
    uint32_t last = inputs + (*out)->output_count - 1;
    if (!is_coarse && kir_type_size(sample->types[last]) < 4) { /* so that no kernel is coarse */
        sample->tensors[last].dtype = KRT_F64;
        sample->types[last] = KIR_F64;
        sample->tensors[last].data = NULL;
    }
    for (int i = 0; i < 2; i++)
        sample->scalars[i] = has_rows ? (double)pick(sample, 5) : pick(sample, 1000) / 64.0 - 4;
    return true;
}

/* What the host computes goes to |after|. The shape is that of the inputs and outputs together. */
static bool execute(struct sample *sample, const struct fuse_program *program)
{
    struct fuse_body body;
    struct fuse_error error;
    struct kir_error wrong;
    struct kir_launch launch;
    struct kir_argument arguments[FUSE_OPERANDS + 2] = {0};
    uint32_t operands = program->input_count + program->output_count;
    if (!fuse_bind(program, sample->types, &body, &error)) {
        fprintf(stderr, "FAILED: seed %llu: %s\n", (unsigned long long)sample->seed, error.message);
        failures++;
        return false;
    }
    struct kir_kernel *kernel =
        reference_kernel(&body, sample->rank, sample->dims, sample->row, sample->operands, &launch);
    for (uint32_t n = 0; n < operands; n++) {
        uint64_t offset = (uint64_t)(uintptr_t)sample->tensors[n].data;
        arguments[n].data = sample->after[n] + offset;
        arguments[n].count = (BYTES - offset) / krt_dtype_size(sample->tensors[n].dtype);
    }
    for (int i = 0; i < 2; i++)
        arguments[operands + (uint32_t)i].number = sample->scalars[i];
    bool is_empty = launch.grid[0] == 0 || launch.block[0] == 0;
    bool is_done = is_empty || (kir_verify(kernel, &wrong) &&
                                kir_execute(kernel, &launch, arguments, NULL, &wrong));
    if (!is_done) {
        fprintf(stderr, "FAILED: seed %llu: the host: %s\n%s\n", (unsigned long long)sample->seed,
                wrong.message, sample->random.text);
        failures++;
    }
    kir_kernel_free(kernel);
    fuse_body_free(&body);
    return is_done;
}

/* ---- Comparing ------------------------------------------------------------------------------ */

static bool is_nan(uint32_t dtype, const unsigned char *bytes)
{
    uint16_t bits;
    float single;
    double number;
    memcpy(&bits, bytes, dtype == KRT_F8E4M3 ? 1 : 2);
    switch (dtype) {
    case KRT_F8E4M3: return (bits & 0x7f) == 0x7f;
    case KRT_F16: return (bits & 0x7fff) > 0x7c00;
    case KRT_BF16: return (bits & 0x7fff) > 0x7f80;
    case KRT_F32: memcpy(&single, bytes, 4); return isnan(single);
    case KRT_F64: memcpy(&number, bytes, 8); return isnan(number);
    default: return false;
    }
}

static void report(const struct sample *sample, uint32_t n, const char *device, uint64_t i,
                   const unsigned char *wanted, const unsigned char *found)
{
    fprintf(stderr, "FAILED: seed %llu on %s: operand %u, element %llu: the host has 0x",
            (unsigned long long)sample->seed, device, n, (unsigned long long)i);
    for (uint32_t b = krt_dtype_size(sample->tensors[n].dtype); b-- > 0;)
        fprintf(stderr, "%02x", wanted[b]);
    fprintf(stderr, ", it 0x");
    for (uint32_t b = krt_dtype_size(sample->tensors[n].dtype); b-- > 0;)
        fprintf(stderr, "%02x", found[b]);
    fprintf(stderr, "\n%s", sample->random.text);
    for (uint32_t t = 0; t < sample->random.input_count + sample->random.output_count; t++) {
        const struct krt_tensor *tensor = &sample->tensors[t];
        fprintf(stderr, "%s at %llu:", krt_dtype_name(tensor->dtype),
                (unsigned long long)(uintptr_t)tensor->data);
        for (uint32_t d = 0; d < tensor->rank; d++)
            fprintf(stderr, " %llu*%llu", (unsigned long long)tensor->dims[d],
                    (unsigned long long)tensor->strides[d]);
        fprintf(stderr, "\n");
    }
    fprintf(stderr, "row 0x%x\n", sample->row);
    failures++;
}

static void compare(const struct sample *sample, uint32_t n, const unsigned char *found,
                    const char *device)
{
    uint32_t dtype = sample->tensors[n].dtype, size = krt_dtype_size(dtype);
    for (uint64_t i = 0; i < BYTES / size; i++) {
        const unsigned char *wanted = sample->after[n] + i * size;
        bool is_same = memcmp(wanted, found + i * size, size) == 0 ||
                       (is_nan(dtype, wanted) && is_nan(dtype, found + i * size) &&
                        memcmp(sample->before[n] + i * size, wanted, size) != 0);
        if (!is_same) {
            report(sample, n, device, i, wanted, found + i * size);
            return;
        }
    }
}

/* ---- A device ------------------------------------------------------------------------------- */

static struct krt_device *device;

/* False without a compiler. */
static bool run_on(const char *name, const struct sample *sample)
{
    bool is_cuda = strncmp(name, "cuda", 4) == 0;
    const char *exact = is_cuda ? "-fmad=false" : "-ffp-contract=off";
    struct krt_stream *stream = krt_device_stream(device);
    uint32_t inputs = sample->random.input_count, outputs = sample->random.output_count;
    struct krt_tensor tensors[FUSE_OPERANDS];
    void *memory[FUSE_OPERANDS];
    static unsigned char found[BYTES];
    struct krt_fusion *fusion;
    need(krt_fusion_parse(sample->random.text, &fusion));
    need(krt_fusion_set_compiler_arguments(fusion, &exact, 1));
    for (uint32_t n = 0; n < inputs + outputs; n++) {
        need(krt_alloc(device, BYTES, &memory[n]));
        need(krt_copy_to_device(stream, memory[n], sample->before[n], BYTES));
        tensors[n] = sample->tensors[n];
        tensors[n].data = (char *)memory[n] + (uintptr_t)sample->tensors[n].data;
    }
    struct krt_fusion_arguments arguments = {.struct_size = sizeof arguments,
                                             .inputs = tensors,
                                             .outputs = tensors + inputs,
                                             .scalars = sample->scalars,
                                             .input_count = inputs,
                                             .output_count = outputs,
                                             .scalar_count = 2,
                                             .row = sample->row};
    krt_status status = krt_fusion_launch(fusion, stream, &arguments);
    if (status && status != KRT_ERROR_UNSUPPORTED) {
        fprintf(stderr, "FAILED: seed %llu on %s: %s\n%s", (unsigned long long)sample->seed, name,
                krt_error_message(), sample->random.text);
        failures++;
    }
    for (uint32_t n = inputs; !status && n < inputs + outputs; n++) {
        need(krt_copy_to_host(stream, found, memory[n], BYTES));
        compare(sample, n, found, name);
    }
    need(krt_stream_synchronize(stream));
    for (uint32_t n = 0; n < inputs + outputs; n++)
        need(krt_free(device, memory[n]));
    krt_fusion_destroy(fusion);
    return status != KRT_ERROR_UNSUPPORTED;
}

int main(int argc, char **argv)
{
    size_t all = argc > 1 ? strtoul(argv[1], NULL, 10) : 100;
    uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    const char *chosen = getenv("KRT_TEST_DEVICES");
    const char *devices[] = {"emu:gfx1030", "emu:gfx1100", "emu:gfx90a"};
    size_t device_count = chosen ? 1 : 3;
    static struct sample sample;
    bool is_done = false;
    if (chosen)
        devices[0] = chosen;
    for (size_t d = 0; d < device_count && failures == 0; d++) {
        struct krt_device_options options = {.struct_size = sizeof options, .device = devices[d]};
        need(krt_device_open(&options, &device));
        for (size_t i = d; i < all && failures < 5; i += device_count) {
            struct fuse_program *program;
            if (sample_make(&sample, seed + i, &program) && execute(&sample, program) &&
                !run_on(devices[d], &sample)) {
                printf("%s: %s\n", devices[d], krt_error_message());
                i = all;
            } else {
                is_done = true;
            }
            fuse_free(program);
        }
        krt_device_close(device);
    }
    printf("%zu expressions from seed %llu, %u failures\n", all, (unsigned long long)seed,
           failures);
    return failures ? 1 : is_done ? 0 : 77;
}
