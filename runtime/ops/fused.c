/* Making and launching fusions. */
#include "dtype.h"
#include "fusion.h"
#include "tensor.h"

#include <krt/extend.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- Shapes of inputs and outputs ------------------------------------------------------------ */

/* The shape to which all tensors of a launch are broadcast, and the strides of each tensor in that
 * shape. */
struct shape {
    uint32_t rank, row;
    uint64_t dims[KRT_MAX_RANK];
    struct fuse_operand operands[FUSE_OPERANDS];
    bool is_empty; /* whether the outputs have no elements */
};

static krt_status wrong_shape(const char *function, const char *name,
                              const struct krt_tensor *tensor, const struct shape *shape,
                              const char *what)
{
    char one[SHAPE_TEXT], other[SHAPE_TEXT];
    struct krt_tensor all = {.rank = shape->rank};
    memcpy(all.dims, shape->dims, sizeof all.dims);
    return krt_fail(KRT_ERROR_INVALID_ARGUMENT, "%s: '%s' has shape %s, and the whole %s: %s",
                    function, name, tensor_print_shape(tensor, one),
                    tensor_print_shape(&all, other), what);
}

/* Broadcasts |shape| and |tensor| to a common shape; last dimensions correspond. Returns false if
 * |tensor| does not fit. */
static bool broadcast(struct shape *shape, const struct krt_tensor *tensor)
{
    if (tensor->rank > shape->rank) {
        uint32_t more = tensor->rank - shape->rank;
        memmove(shape->dims + more, shape->dims, shape->rank * sizeof *shape->dims);
        for (uint32_t d = 0; d < more; d++)
            shape->dims[d] = 1;
        shape->rank = tensor->rank;
    }
    for (uint32_t d = 0; d < tensor->rank; d++) {
        uint64_t *dim = &shape->dims[shape->rank - tensor->rank + d];
        if (*dim == 1)
            *dim = tensor->dims[d];
        else if (tensor->dims[d] != 1 && tensor->dims[d] != *dim)
            return false;
    }
    return true;
}

static void place_input(struct shape *shape, const struct krt_tensor *tensor,
                        struct fuse_operand *operand)
{
    uint32_t missing = shape->rank - tensor->rank;
    operand->address = (uint64_t)(uintptr_t)tensor->data;
    for (uint32_t d = 0; d < shape->rank; d++)
        operand->strides[d] =
            d < missing || tensor->dims[d - missing] == 1 ? 0 : tensor->strides[d - missing];
}

/* Checks the shape of an output, which must have all dimensions of |shape|. If |is_row|, the output
 * must have one element for each row of |shape|: the dimensions of a row are 1 in the output, or
 * missing. */
static krt_status place_output(const char *function, const char *name, struct shape *shape,
                               const struct krt_tensor *tensor, bool is_row,
                               struct fuse_operand *operand)
{
    bool is_whole = tensor->rank == shape->rank;
    uint32_t t = 0;
    operand->address = (uint64_t)(uintptr_t)tensor->data;
    for (uint32_t d = 0; d < shape->rank; d++) {
        bool is_reduced = is_row && (shape->row >> d & 1);
        operand->strides[d] = 0;
        if (is_reduced && !is_whole)
            continue;
        uint64_t wanted = is_reduced ? 1 : shape->dims[d];
        if (t >= tensor->rank || tensor->dims[t] != wanted)
            return wrong_shape(function, name, tensor, shape,
                               is_row ? "it has one element for each row"
                                      : "an output has the whole shape");
        operand->strides[d] = wanted > 1 ? tensor->strides[t] : 0;
        t++;
    }
    if (t != tensor->rank)
        return wrong_shape(function, name, tensor, shape, "it has more dimensions");
    return tensor_repeats(tensor) ? wrong_shape(function, name, tensor, shape, TENSOR_REPEATS)
                                  : KRT_OK;
}

static bool is_row_output(const struct fuse_program *program, uint32_t i)
{
    return program->has_rows && program->nodes[program->results[i]].is_row;
}

static krt_status check_count(const char *function, const struct shape *shape)
{
    uint64_t count = 1;
    for (uint32_t d = 0; d < shape->rank; d++) {
        if (shape->dims[d] != 0 && count > (uint64_t)INT64_MAX / shape->dims[d])
            return krt_fail(KRT_ERROR_INVALID_ARGUMENT, "%s: 2^63 elements or more", function);
        count *= shape->dims[d];
    }
    return KRT_OK;
}

/* Checks the integer outputs that give the position of an extreme: their dtype must be able to
 * represent any position in a row. */
static krt_status check_places(const char *function, const struct fuse_program *program,
                               const struct krt_fusion_arguments *arguments,
                               const struct shape *shape)
{
    uint64_t length = 1;
    for (uint32_t d = 0; d < shape->rank; d++)
        length *= shape->row >> d & 1 ? shape->dims[d] : 1;
    for (uint32_t i = 0; i < program->output_count; i++) {
        const struct fuse_node *node = &program->nodes[program->results[i]];
        const uint32_t dtype = arguments->outputs[i].dtype;
        if (node->kind == FUSE_REDUCE &&
            (node->detail == KIR_ARGMIN || node->detail == KIR_ARGMAX) && length > 0 &&
            dtype_is_integer(dtype) && !scalar_is_in((int64_t)length - 1, dtype))
            return krt_fail(KRT_ERROR_UNSUPPORTED,
                            "%s: '%s' is an index of %llu elements, which %s does not count",
                            function, program->outputs[i], (unsigned long long)length,
                            krt_dtype_name(dtype));
    }
    return KRT_OK;
}

/* Finds the shape to which all tensors are broadcast. */
static krt_status broadcast_all(const char *function, const struct fuse_program *program,
                                const struct krt_fusion_arguments *arguments, struct shape *shape)
{
    krt_status status = KRT_OK;
    uint64_t count;
    shape->rank = 0;
    for (uint32_t i = 0; !status && i < program->input_count; i++) {
        status = krt_tensor_count(&arguments->inputs[i], &count);
        if (!status && !broadcast(shape, &arguments->inputs[i]))
            status = wrong_shape(function, program->inputs[i], &arguments->inputs[i], shape,
                                 "it cannot be broadcast to that");
    }
    for (uint32_t i = 0; !status && i < program->output_count; i++) {
        status = krt_tensor_count(&arguments->outputs[i], &count);
        if (!status && !is_row_output(program, i) && !broadcast(shape, &arguments->outputs[i]))
            status = wrong_shape(function, program->outputs[i], &arguments->outputs[i], shape,
                                 "an output has the whole shape");
    }
    return status ? status : check_count(function, shape);
}

/* Whether all outputs are empty. An output with one element for each row does not depend on the
 * dimensions inside a row. */
static bool has_no_outputs(const struct fuse_program *program, const struct shape *shape)
{
    bool has_element_output = false, is_empty = false;
    for (uint32_t i = 0; i < program->output_count; i++)
        has_element_output = has_element_output || !is_row_output(program, i);
    for (uint32_t d = 0; d < shape->rank; d++) {
        bool counts = has_element_output || !(shape->row >> d & 1);
        is_empty = is_empty || (counts && shape->dims[d] == 0);
    }
    return is_empty;
}

static krt_status shape_of(const char *function, const struct fuse_program *program,
                           const struct krt_fusion_arguments *arguments, struct shape *shape)
{
    krt_status status = broadcast_all(function, program, arguments, shape);
    if (status)
        return status;
    shape->row = 0;
    if (program->has_rows && shape->rank > 0)
        shape->row = arguments->row ? arguments->row : 1u << (shape->rank - 1);
    if (shape->row >> shape->rank)
        return krt_fail(KRT_ERROR_INVALID_ARGUMENT,
                        "%s: |row| is 0x%x, and the tensors have %u dimensions", function,
                        shape->row, shape->rank);
    shape->is_empty = has_no_outputs(program, shape);
    for (uint32_t i = 0; i < program->input_count; i++)
        place_input(shape, &arguments->inputs[i], &shape->operands[i]);
    for (uint32_t i = 0; !status && i < program->output_count; i++)
        status =
            place_output(function, program->outputs[i], shape, &arguments->outputs[i],
                         is_row_output(program, i), &shape->operands[program->input_count + i]);
    return status ? status : check_places(function, program, arguments, shape);
}

/* ---- Making fusions -------------------------------------------------------------------------- */

krt_status krt_fusion_create(struct krt_fusion **out)
{
    if (!out)
        return krt_fail(KRT_ERROR_INVALID_ARGUMENT, "krt_fusion_create: |out| is NULL");
    struct krt_fusion *fusion = calloc(1, sizeof *fusion);
    *out = NULL;
    if (fusion)
        fusion->program = fuse_create();
    if (!fusion || !fusion->program) {
        free(fusion);
        return krt_fail(KRT_ERROR_OUT_OF_MEMORY, "krt_fusion_create: no memory");
    }
    pthread_mutex_init(&fusion->lock, NULL);
    pthread_cond_init(&fusion->changed, NULL);
    *out = fusion;
    return KRT_OK;
}

krt_status krt_fusion_parse(const char *text, struct krt_fusion **out)
{
    struct fuse_error error;
    if (!text || !out)
        return krt_fail(KRT_ERROR_INVALID_ARGUMENT, "krt_fusion_parse: |%s| is NULL",
                        text ? "out" : "text");
    *out = NULL;
    struct fuse_program *program = fuse_parse(text, &error);
    if (!program)
        return krt_fail(KRT_ERROR_INVALID_ARGUMENT, "fusion: %s", error.message);
    krt_status status = krt_fusion_create(out);
    if (status) {
        fuse_free(program);
        return status;
    }
    fuse_free((*out)->program);
    (*out)->program = program;
    atomic_store(&(*out)->is_frozen, true);
    return KRT_OK;
}

void krt_fusion_destroy(struct krt_fusion *fusion)
{
    if (!fusion)
        return;
    for (struct pending *pending = fusion->pendings, *next; pending; pending = next) {
        next = pending->next;
        krt_compilation_destroy(pending->compilation);
        free(pending);
    }
    for (struct variant *variant = atomic_load(&fusion->variants), *after; variant;
         variant = after) {
        after = variant->next;
        for (struct kernel *kernel = atomic_load(&variant->kernels), *next; kernel; kernel = next) {
            next = kernel->next;
            krt_module_unload(kernel->module);
            krt_device_leave(kernel->device);
            free(kernel);
        }
        fuse_body_free(&variant->body);
        free(variant);
    }
    for (uint32_t i = 0; i < fusion->compiler_argument_count; i++)
        free(fusion->compiler_arguments[i]);
    fuse_free(fusion->program);
    pthread_mutex_destroy(&fusion->lock);
    pthread_cond_destroy(&fusion->changed);
    free(fusion);
}

/* Whether |fusion| may still be changed: it was neither parsed nor launched. Otherwise fails. */
static bool is_open(const struct krt_fusion *fusion, const char *function)
{
    if (fusion && !atomic_load(&fusion->is_frozen))
        return true;
    krt_fail(KRT_ERROR_INVALID_ARGUMENT, "%s: %s", function,
             fusion ? "this fusion was parsed or launched, and no longer changes"
                    : "|fusion| is NULL");
    return false;
}

static krt_fusion_value made(fuse_value value, const char *function, const struct fuse_error *error)
{
    if (value == FUSE_NO_VALUE)
        krt_fail(KRT_ERROR_INVALID_ARGUMENT, "%s: %s", function, error->message);
    return value;
}

krt_fusion_value krt_fusion_input(struct krt_fusion *fusion, const char *name)
{
    struct fuse_error error;
    if (!is_open(fusion, "krt_fusion_input"))
        return KRT_FUSION_NO_VALUE;
    return made(fuse_input(fusion->program, name, &error), "krt_fusion_input", &error);
}

krt_fusion_value krt_fusion_scalar(struct krt_fusion *fusion, const char *name)
{
    struct fuse_error error;
    if (!is_open(fusion, "krt_fusion_scalar"))
        return KRT_FUSION_NO_VALUE;
    return made(fuse_scalar(fusion->program, name, &error), "krt_fusion_scalar", &error);
}

krt_fusion_value krt_fusion_number(struct krt_fusion *fusion, double number)
{
    struct fuse_error error;
    if (!is_open(fusion, "krt_fusion_number"))
        return KRT_FUSION_NO_VALUE;
    bool is_whole = fabs(number) < 0x1p53 && trunc(number) == number;
    return made(fuse_number(fusion->program, number, is_whole, &error), "krt_fusion_number",
                &error);
}

krt_fusion_value krt_fusion_call(struct krt_fusion *fusion, const char *function,
                                 const krt_fusion_value *arguments, uint32_t count)
{
    struct fuse_error error;
    if (!is_open(fusion, "krt_fusion_call"))
        return KRT_FUSION_NO_VALUE;
    for (uint32_t i = 0; i < count; i++) {
        if (arguments[i] == KRT_FUSION_NO_VALUE)
            return KRT_FUSION_NO_VALUE; /* An earlier call failed, and its message is kept. */
    }
    return made(fuse_call(fusion->program, function, arguments, count, &error), "krt_fusion_call",
                &error);
}

krt_status krt_fusion_output(struct krt_fusion *fusion, const char *name, krt_fusion_value value)
{
    struct fuse_error error;
    if (!is_open(fusion, "krt_fusion_output") || value == KRT_FUSION_NO_VALUE)
        return KRT_ERROR_INVALID_ARGUMENT;
    if (!fuse_output(fusion->program, name, value, &error))
        return krt_fail(KRT_ERROR_INVALID_ARGUMENT, "krt_fusion_output: %s", error.message);
    return KRT_OK;
}

krt_status krt_fusion_describe(const struct krt_fusion *fusion, struct krt_fusion_info *info)
{
    if (!fusion || !info)
        return krt_fail(KRT_ERROR_INVALID_ARGUMENT, "krt_fusion_describe: |%s| is NULL",
                        fusion ? "info" : "fusion");
    const struct fuse_program *program = fusion->program;
    size_t size = info->struct_size < sizeof *info ? info->struct_size : sizeof *info;
    struct krt_fusion_info all = {.struct_size = info->struct_size,
                                  .input_count = program->input_count,
                                  .scalar_count = program->scalar_count,
                                  .output_count = program->output_count,
                                  .has_rows = program->has_rows};
    for (uint32_t i = 0; i < program->input_count; i++)
        all.inputs[i] = program->inputs[i];
    for (uint32_t i = 0; i < program->scalar_count; i++)
        all.scalars[i] = program->scalars[i];
    for (uint32_t i = 0; i < program->output_count; i++)
        all.outputs[i] = program->outputs[i];
    memcpy(info, &all, size);
    return KRT_OK;
}

krt_status krt_fusion_set_compiler_arguments(struct krt_fusion *fusion,
                                             const char *const *arguments, uint32_t count)
{
    if (!fusion || fusion->compiler_argument_count > 0 || atomic_load(&fusion->variants))
        return krt_fail(KRT_ERROR_INVALID_ARGUMENT, "krt_fusion_set_compiler_arguments: %s",
                        fusion ? "it is too late" : "|fusion| is NULL");
    if (count > COMPILER_ARGUMENTS)
        return krt_fail(KRT_ERROR_INVALID_ARGUMENT,
                        "krt_fusion_set_compiler_arguments: there are more than %d",
                        COMPILER_ARGUMENTS);
    for (uint32_t i = 0; i < count; i++) {
        fusion->compiler_arguments[i] = strdup(arguments[i]);
        if (!fusion->compiler_arguments[i])
            return krt_fail(KRT_ERROR_OUT_OF_MEMORY,
                            "krt_fusion_set_compiler_arguments: no memory");
        fusion->compiler_argument_count++;
    }
    return KRT_OK;
}

krt_status krt_fusion_set_package(struct krt_fusion *fusion, const struct krt_package *package)
{
    if (!fusion || atomic_load(&fusion->variants))
        return krt_fail(KRT_ERROR_INVALID_ARGUMENT, "krt_fusion_set_package: %s",
                        fusion ? "it is too late" : "|fusion| is NULL");
    fusion->package = package;
    return KRT_OK;
}

/* ---- Launching fusions ----------------------------------------------------------------------- */

static krt_status check_arguments(const char *function, const struct krt_fusion *fusion,
                                  const struct krt_fusion_arguments *arguments)
{
    if (!fusion || !arguments)
        return krt_fail(KRT_ERROR_INVALID_ARGUMENT, "%s: |%s| is NULL", function,
                        fusion ? "arguments" : "fusion");
    const struct fuse_program *program = fusion->program;
    struct fuse_error error;
    if (!fuse_check(program, &error))
        return krt_fail(KRT_ERROR_INVALID_ARGUMENT, "%s: %s", function, error.message);
    if (arguments->input_count != program->input_count ||
        arguments->output_count != program->output_count ||
        arguments->scalar_count != program->scalar_count)
        return krt_fail(KRT_ERROR_INVALID_ARGUMENT,
                        "%s: %u inputs, %u outputs and %u scalars are given; the fusion has %u, %u "
                        "and %u",
                        function, arguments->input_count, arguments->output_count,
                        arguments->scalar_count, program->input_count, program->output_count,
                        program->scalar_count);
    if (!arguments->inputs || !arguments->outputs ||
        (!arguments->scalars && arguments->scalar_count > 0))
        return krt_fail(KRT_ERROR_INVALID_ARGUMENT, "%s: |%s| is NULL", function,
                        !arguments->inputs    ? "inputs"
                        : !arguments->outputs ? "outputs"
                                              : "scalars");
    return KRT_OK;
}

static const uint8_t kir_types[KRT_DTYPE_COUNT] = {
    [KRT_U8] = KIR_U8,   [KRT_U32] = KIR_U32,       [KRT_I16] = KIR_I16, [KRT_I32] = KIR_I32,
    [KRT_I64] = KIR_I64, [KRT_F8E4M3] = KIR_F8E4M3, [KRT_F16] = KIR_F16, [KRT_BF16] = KIR_BF16,
    [KRT_F32] = KIR_F32, [KRT_F64] = KIR_F64};

/* What a launch needs. If the shape is empty, there is nothing to launch. */
struct job {
    struct shape shape;
    struct variant *variant;
    struct krt_device *device;
    struct fuse_launch launch;
};

static krt_status job_plan(const char *function, struct krt_fusion *fusion,
                           struct krt_stream *stream, const struct krt_fusion_arguments *arguments,
                           struct job *job)
{
    enum kir_type types[FUSE_OPERANDS] = {0};
    krt_status status = check_arguments(function, fusion, arguments);
    if (status)
        return status;
    const struct fuse_program *program = fusion->program;
    status = shape_of(function, program, arguments, &job->shape);
    if (!status)
        status = krt_stream_device(stream, &job->device);
    if (status)
        return status;
    for (uint32_t i = 0; i < program->input_count; i++)
        types[i] = kir_types[arguments->inputs[i].dtype];
    for (uint32_t i = 0; i < program->output_count; i++)
        types[program->input_count + i] = kir_types[arguments->outputs[i].dtype];
    atomic_store_explicit(&fusion->is_frozen, true, memory_order_relaxed);
    status = fusion_variant(fusion, types, &job->variant);
    if (status || job->shape.is_empty)
        return status;
    bool is_captured = false;
    /* The launch of a split class (several blocks share a row) allocates memory, which a stream
     * that is being captured cannot always do: see krt/graph.h. */
    if (job->variant->body.can_split)
        status = krt_stream_is_capturing(stream, &is_captured);
    if (!status)
        fuse_plan(&job->variant->body, job->shape.rank, job->shape.dims, job->shape.row,
                  job->shape.operands, is_captured ? FUSE_WHOLE : FUSE_ANY, &job->launch);
    return status;
}

/* Launches two kernels: the first leaves partial results in memory for the second. |arguments| has
 * room for one more argument. */
static krt_status launch_split(const struct kernel *kernel, struct krt_stream *stream,
                               const struct fuse_launch *launch,
                               const struct krt_launch_config *config, void **arguments,
                               uint32_t count)
{
    void *parts;
    krt_status status = krt_alloc_async(stream, launch->part_bytes, &parts);
    if (status)
        return status;
    struct krt_launch_config end = {.grid = {(uint32_t)launch->end_blocks},
                                    .block = {FUSE_END_THREADS}};
    arguments[count++] = &parts;
    status = krt_function_launch(kernel->function, stream, config, arguments, count);
    if (!status)
        status = krt_function_launch(kernel->end, stream, &end, arguments, count);
    krt_status freed = krt_free_async(stream, parts);
    return status ? status : freed;
}

krt_status krt_fusion_launch(struct krt_fusion *fusion, struct krt_stream *stream,
                             const struct krt_fusion_arguments *arguments)
{
    /* not initialized, because the struct is large: prepare functions set the members that are
     * used */
    struct job job;
    krt_status status = job_plan("krt_fusion_launch", fusion, stream, arguments, &job);
    if (status || job.shape.is_empty)
        return status;
    struct kernel *kernel = fusion_kernel(job.variant, &job.launch.class, job.device);
    if (!kernel)
        status = fusion_kernel_make(fusion, job.variant, &job.launch.class, job.device, &kernel);
    if (status)
        return status;
    if (kernel->is_general)
        fuse_plan(&job.variant->body, job.shape.rank, job.shape.dims, job.shape.row,
                  job.shape.operands, FUSE_GENERAL, &job.launch);
    const struct fuse_program *program = fusion->program;
    void *all[2 + FUSE_OPERANDS + FUSE_SCALARS] = {job.launch.words};
    uint32_t count = 1;
    for (uint32_t i = 0; i < program->input_count + program->output_count; i++)
        all[count++] = &job.shape.operands[i].address;
    for (uint32_t i = 0; i < program->scalar_count; i++)
        all[count++] = (void *)&arguments->scalars[i];
    struct krt_launch_config config = {.grid = {(uint32_t)job.launch.blocks, job.launch.parts},
                                       .block = {job.launch.threads}};
    if (kernel->end)
        return launch_split(kernel, stream, &job.launch, &config, all, count);
    return krt_function_launch(kernel->function, stream, &config, all, count);
}

krt_status krt_fusion_prepare(struct krt_fusion *fusion, struct krt_stream *stream,
                              const struct krt_fusion_arguments *arguments)
{
    struct job job;
    krt_status status = job_plan("krt_fusion_prepare", fusion, stream, arguments, &job);
    if (status || job.shape.is_empty)
        return status;
    return fusion_kernel_begin(fusion, job.variant, &job.launch.class, job.device);
}
