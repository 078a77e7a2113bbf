/* Operations whose kernels the program brings. A kernel is chosen by the dtypes, for tensors of any
 * strides. */
#include "ops.h"

#include <kir/kir.h>
#include <krt/custom.h>
#include <krt/extend.h>

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { OPERANDS = KRT_FUSION_INPUTS + KRT_FUSION_OUTPUTS };
/* threads of a block: the usual number, and the most on any device */
enum { BLOCK = 256, BLOCK_MAX = 1024 };

/* A kernel that was loaded on a device. Entries stay until the operation is destroyed. */
struct loaded {
    struct loaded *next;
    struct krt_device *device;
    /* the module of the kernel; NULL if the kernel is in a package */
    struct krt_raw_module *module;
    struct krt_function *function;
};

struct kernel {
    struct kernel *next;
    bool is_for_any;
    uint32_t dtypes[OPERANDS];
    struct krt_fusion *fusion; /* the fusion of a formula; NULL if the kernel is not a formula */
    char *source, *function;
    uint32_t language;
    const struct krt_package *package;
    struct krt_launch_config config;
    uint32_t elements_per_thread;
    struct loaded *loaded;
};

struct krt_operation {
    char *name;
    uint32_t input_count, output_count, scalar_count;
    struct kernel *kernels;
    struct krt_fusion *copy;
    pthread_mutex_t lock; /* protects the lists of loaded kernels */
};

/* ---- Making operations ----------------------------------------------------------------------- */

krt_status krt_operation_create(const char *name, uint32_t input_count, uint32_t output_count,
                                uint32_t scalar_count, struct krt_operation **out)
{
    if (!name || !out)
        return krt_fail(KRT_ERROR_INVALID_ARGUMENT, "krt_operation_create: |%s| is NULL",
                        name ? "out" : "name");
    *out = NULL;
    if (input_count > KRT_FUSION_INPUTS || output_count > KRT_FUSION_OUTPUTS || output_count == 0 ||
        scalar_count > KRT_FUSION_SCALARS)
        return krt_fail(
            KRT_ERROR_INVALID_ARGUMENT,
            "operation %s: %u inputs, %u outputs and %u scalars: there can be up to %d, 1 to "
            "%d, and up to %d",
            name, input_count, output_count, scalar_count, KRT_FUSION_INPUTS, KRT_FUSION_OUTPUTS,
            KRT_FUSION_SCALARS);
    struct krt_operation *operation = calloc(1, sizeof *operation);
    char *copy = strdup(name);
    krt_status status = operation && copy
                            ? krt_fusion_parse("y = x", &operation->copy)
                            : krt_fail(KRT_ERROR_OUT_OF_MEMORY, "operation %s: no memory", name);
    if (status) {
        free(operation);
        free(copy);
        return status;
    }
    operation->name = copy;
    operation->input_count = input_count;
    operation->output_count = output_count;
    operation->scalar_count = scalar_count;
    pthread_mutex_init(&operation->lock, NULL);
    *out = operation;
    return KRT_OK;
}

static void kernel_free(struct kernel *kernel)
{
    for (struct loaded *loaded = kernel->loaded, *next; loaded; loaded = next) {
        next = loaded->next;
        krt_module_unload(loaded->module);
        krt_device_leave(loaded->device);
        free(loaded);
    }
    krt_fusion_destroy(kernel->fusion);
    free(kernel->source);
    free(kernel->function);
    free(kernel);
}

void krt_operation_destroy(struct krt_operation *operation)
{
    if (!operation)
        return;
    for (struct kernel *kernel = operation->kernels, *next; kernel; kernel = next) {
        next = kernel->next;
        kernel_free(kernel);
    }
    krt_fusion_destroy(operation->copy);
    pthread_mutex_destroy(&operation->lock);
    free(operation->name);
    free(operation);
}

static krt_status add_expression(const struct krt_operation *operation, struct kernel *kernel,
                                 const struct krt_operation_kernel *from)
{
    struct krt_fusion_info info = {.struct_size = sizeof info};
    krt_status status = krt_fusion_parse(from->expression, &kernel->fusion);
    if (!status)
        status = krt_fusion_set_package(kernel->fusion, from->package);
    if (!status)
        status = krt_fusion_describe(kernel->fusion, &info);
    if (!status && (info.input_count != operation->input_count ||
                    info.output_count != operation->output_count ||
                    info.scalar_count != operation->scalar_count))
        status = krt_fail(
            KRT_ERROR_INVALID_ARGUMENT,
            "the expression has %u inputs, %u outputs and %u scalars, and the operation %u, "
            "%u and %u",
            info.input_count, info.output_count, info.scalar_count, operation->input_count,
            operation->output_count, operation->scalar_count);
    return status;
}

/* Whether the kernel has the parameters that krt/custom.h prescribes. */
static bool has_parameters(const struct krt_operation *operation, const struct kir_kernel *kernel,
                           const uint32_t *dtypes)
{
    uint32_t tensors = operation->input_count + operation->output_count, at = 0;
    uint32_t wanted = 1 + tensors + operation->scalar_count;
    for (; at < kernel->count && kernel->instructions[at].op <= KIR_SCALAR; at++) {
        const struct kir_instruction *parameter = &kernel->instructions[at];
        bool is_tensor = at > 0 && at <= tensors;
        const char *type = at == 0 ? "i64" : !is_tensor ? "f64" : krt_dtype_name(dtypes[at - 1]);
        if (parameter->op != (is_tensor ? KIR_GLOBAL : KIR_SCALAR) ||
            strcmp(kir_type_name(parameter->type), type) != 0)
            return false;
    }
    return at == wanted;
}

static krt_status add_kir(const struct krt_operation *operation, struct kernel *kernel,
                          const char *text)
{
    struct kir_error error = {0};
    struct kir_kernel *parsed = kir_parse(text, strlen(text), &error);
    const struct kir_kernel *one = parsed;
    krt_status status = KRT_OK;
    if (!parsed)
        status = krt_fail(KRT_ERROR_INVALID_ARGUMENT, "%d:%d: %s", error.line, error.column,
                          error.message);
    else if (!kir_verify(parsed, &error))
        status = krt_fail(KRT_ERROR_INVALID_ARGUMENT, "%s", error.message);
    else if (!has_parameters(operation, parsed, kernel->dtypes))
        status =
            krt_fail(KRT_ERROR_INVALID_ARGUMENT,
                     "the parameters of %s are not the operation's: scalar i64 count, a global for "
                     "each tensor, a scalar f64 for each scalar",
                     parsed->name);
    if (!status) {
        size_t size = strlen(parsed->name) + 5;
        kernel->function = malloc(size);
        kernel->source = kir_emit(&one, 1);
        if (kernel->function)
            snprintf(kernel->function, size, "kir_%s", parsed->name);
        memcpy(kernel->config.block, parsed->block, sizeof parsed->block);
    }
    kir_kernel_free(parsed);
    return status;
}

static krt_status add_function(struct kernel *kernel, const struct krt_operation_kernel *from)
{
    uint32_t ordinal;
    if (!from->function)
        return krt_fail(KRT_ERROR_INVALID_ARGUMENT, "|function| is NULL");
    if (from->package) {
        kernel->package = from->package;
        krt_status status = krt_ordinal_find(from->package, from->function, &ordinal);
        if (status)
            return status;
    } else {
        kernel->source = strdup(from->source);
    }
    kernel->function = strdup(from->function);
    kernel->language = from->language;
    return KRT_OK;
}

static uint32_t at_least_one(uint32_t dim)
{
    return dim ? dim : 1;
}

/* Sets the sizes of a block that a kernel in kir requires. Fails if the program gives other
 * sizes. */
static krt_status add_required(const struct kernel *kernel, struct krt_launch_config *config)
{
    for (int i = 0; i < 3; i++) {
        uint32_t required = kernel->config.block[i];
        if (required && config->block[i] && config->block[i] != required)
            return krt_fail(KRT_ERROR_INVALID_ARGUMENT, "block.%c is %u: the kernel requires %u",
                            'x' + i, config->block[i], required);
        config->block[i] = required ? required : config->block[i];
    }
    return KRT_OK;
}

/* Copies the shape of the kernel's launches from the program's description to |kernel|. */
static krt_status add_shape(struct kernel *kernel, const struct krt_operation_kernel *from)
{
    static const struct krt_launch_config none = {0};
    struct krt_launch_config config = from->config;
    if (from->expression) {
        if (memcmp(&config, &none, sizeof none) != 0 || from->elements_per_thread)
            return krt_fail(KRT_ERROR_INVALID_ARGUMENT,
                            "|config| and |elements_per_thread| are not for an expression");
        return KRT_OK;
    }
    krt_status status = add_required(kernel, &config);
    if (status)
        return status;
    config.block[0] = config.block[0] ? config.block[0] : BLOCK;
    uint64_t threads = config.block[0];
    for (int i = 1; i < 3 && threads <= BLOCK_MAX; i++)
        threads *= at_least_one(config.block[i]);
    if (threads > BLOCK_MAX)
        return krt_fail(KRT_ERROR_INVALID_ARGUMENT,
                        "a block of %u x %u x %u threads: the limit is %d threads", config.block[0],
                        at_least_one(config.block[1]), at_least_one(config.block[2]), BLOCK_MAX);
    if (config.grid[0] && from->elements_per_thread)
        return krt_fail(KRT_ERROR_INVALID_ARGUMENT,
                        "|elements_per_thread| is %u and grid.x is %u: one of them must be 0",
                        from->elements_per_thread, config.grid[0]);
    if (!config.grid[0] && (config.grid[1] > 1 || config.grid[2] > 1))
        return krt_fail(KRT_ERROR_INVALID_ARGUMENT,
                        "grid.x is 0, grid.y %u and grid.z %u: a grid for the elements is along x",
                        config.grid[1], config.grid[2]);
    kernel->config = config;
    kernel->elements_per_thread = at_least_one(from->elements_per_thread);
    return KRT_OK;
}

/* Copies the dtypes. They are NULL for a kernel that takes any. */
static krt_status add_dtypes(struct kernel *kernel, const uint32_t *dtypes, uint32_t count)
{
    kernel->is_for_any = !dtypes;
    for (uint32_t i = 0; dtypes && i < count; i++) {
        kernel->dtypes[i] = dtypes[i];
        if (krt_dtype_size(dtypes[i]) == 0)
            return krt_fail(KRT_ERROR_INVALID_ARGUMENT, "dtype %u does not exist", dtypes[i]);
    }
    return KRT_OK;
}

static krt_status add_all(const struct krt_operation *operation, struct kernel *kernel,
                          const struct krt_operation_kernel *from)
{
    int given =
        !!from->expression + !!from->kir + !!from->source + (from->package && !from->expression);
    krt_status status =
        add_dtypes(kernel, from->dtypes, operation->input_count + operation->output_count);
    if (!status && (given != 1 || (kernel->is_for_any && !from->expression)))
        status = krt_fail(KRT_ERROR_INVALID_ARGUMENT,
                          given == 1 ? "|dtypes| is NULL, and the kernel is not an expression"
                                     : "one of expression, kir, source and package is needed");
    if (!status)
        status = from->expression ? add_expression(operation, kernel, from)
                 : from->kir      ? add_kir(operation, kernel, from->kir)
                                  : add_function(kernel, from);
    if (!status)
        status = add_shape(kernel, from);
    if (!status && !kernel->fusion && (!kernel->function || (!kernel->source && !kernel->package)))
        status = krt_fail(KRT_ERROR_OUT_OF_MEMORY, "no memory");
    return status;
}

krt_status krt_operation_add(struct krt_operation *operation,
                             const struct krt_operation_kernel *from)
{
    struct krt_operation_kernel all = {0};
    if (!operation || !from)
        return krt_fail(KRT_ERROR_INVALID_ARGUMENT, "krt_operation_add: |%s| is NULL",
                        operation ? "kernel" : "operation");
    if (from->struct_size < offsetof(struct krt_operation_kernel, config))
        return krt_fail(KRT_ERROR_INVALID_ARGUMENT,
                        "operation %s: struct_size of the kernel is %zu: set it to its sizeof",
                        operation->name, from->struct_size);
    /* Callers that were compiled with an older header pass a shorter struct. */
    memcpy(&all, from, from->struct_size < sizeof all ? from->struct_size : sizeof all);
    struct kernel *kernel = calloc(1, sizeof *kernel), **last = &operation->kernels;
    if (!kernel)
        return krt_fail(KRT_ERROR_OUT_OF_MEMORY, "operation %s: no memory", operation->name);
    krt_status status = add_all(operation, kernel, &all);
    if (status) {
        kernel_free(kernel);
        return krt_fail(status, "operation %s: %s", operation->name, krt_error_message());
    }
    while (*last)
        last = &(*last)->next;
    *last = kernel;
    return KRT_OK;
}

/* ---- Finding a kernel ----------------------------------------------------------------------- */

static uint32_t dtype_of(const struct krt_operation *operation,
                         const struct krt_fusion_arguments *arguments, uint32_t i)
{
    return i < operation->input_count ? arguments->inputs[i].dtype
                                      : arguments->outputs[i - operation->input_count].dtype;
}

/* Writes the dtypes as "f32, f32 -> f16". */
static size_t print_dtypes(const struct krt_operation *operation, const uint32_t *dtypes, char *out,
                           size_t size)
{
    size_t length = 0;
    for (uint32_t i = 0; i < operation->input_count + operation->output_count; i++) {
        const char *before = i == operation->input_count ? " -> " : i > 0 ? ", " : "";
        if (length < size)
            length += (size_t)snprintf(out + length, size - length, "%s%s", before,
                                       krt_dtype_name(dtypes[i]));
    }
    return length;
}

static krt_status kernel_find(const struct krt_operation *operation,
                              const struct krt_fusion_arguments *arguments, struct kernel **out)
{
    uint32_t dtypes[OPERANDS], count = operation->input_count + operation->output_count;
    char wanted[256] = "", all[512] = "";
    size_t length = 0;
    for (uint32_t i = 0; i < count; i++)
        dtypes[i] = dtype_of(operation, arguments, i);
    for (*out = operation->kernels; *out; *out = (*out)->next) {
        if ((*out)->is_for_any || memcmp((*out)->dtypes, dtypes, count * sizeof *dtypes) == 0)
            return KRT_OK;
        if (length < sizeof all)
            length += (size_t)snprintf(all + length, sizeof all - length, "; ");
        if (length < sizeof all)
            length += print_dtypes(operation, (*out)->dtypes, all + length, sizeof all - length);
    }
    print_dtypes(operation, dtypes, wanted, sizeof wanted);
    return krt_fail(KRT_ERROR_UNSUPPORTED, "operation %s: no kernel for %s; it has%s",
                    operation->name, wanted, *all ? all + 1 : " none");
}

/* Loads |kernel| on |device|. The caller holds the lock. */
static krt_status load(const struct krt_operation *operation, struct kernel *kernel,
                       struct krt_device *device, struct loaded *loaded)
{
    struct krt_compile_options options = {
        .struct_size = sizeof options, .name = operation->name, .language = kernel->language};
    if (kernel->package)
        return krt_function_find(kernel->package, kernel->function, device, &loaded->function);
    krt_status status = krt_compile(device, kernel->source, &options, &loaded->module);
    if (!status)
        status = krt_module_function(loaded->module, kernel->function, &loaded->function);
    return status;
}

static krt_status function_get(struct krt_operation *operation, struct kernel *kernel,
                               struct krt_device *device, struct krt_function **out)
{
    krt_status status = KRT_OK;
    pthread_mutex_lock(&operation->lock);
    struct loaded *loaded = kernel->loaded;
    while (loaded && loaded->device != device)
        loaded = loaded->next;
    if (!loaded) {
        loaded = calloc(1, sizeof *loaded);
        status = loaded ? load(operation, kernel, device, loaded)
                        : krt_fail(KRT_ERROR_OUT_OF_MEMORY, "no memory");
        if (status) {
            if (loaded)
                krt_module_unload(loaded->module);
            free(loaded);
        } else {
            loaded->device = device;
            krt_device_keep(device);
            loaded->next = kernel->loaded;
            kernel->loaded = loaded;
        }
    }
    *out = status ? NULL : loaded->function;
    pthread_mutex_unlock(&operation->lock);
    return status;
}

/* ---- Launching operations -------------------------------------------------------------------- */

/* The data of dense tensors, which kernels take: the caller's tensors, or dense copies of them. */
struct dense {
    void *data[OPERANDS];
    bool is_copy[OPERANDS];
};

static krt_status copy(struct krt_operation *operation, struct krt_stream *stream,
                       const struct krt_tensor *from, const struct krt_tensor *to)
{
    struct krt_fusion_arguments arguments = {.struct_size = sizeof arguments,
                                             .inputs = from,
                                             .outputs = to,
                                             .input_count = 1,
                                             .output_count = 1};
    return krt_fusion_launch(operation->copy, stream, &arguments);
}

static struct krt_tensor dense_of(const struct krt_tensor *tensor, void *data)
{
    return krt_tensor_dense(tensor->dtype, data, tensor->rank, tensor->dims);
}

/* Adds operand |i| to |dense|, as a dense copy if it has gaps. |tensor| already has the shape of
 * the result. */
static krt_status make_dense(struct krt_operation *operation, struct krt_stream *stream,
                             const struct krt_tensor *tensor, uint64_t count, uint32_t i,
                             struct dense *dense)
{
    dense->data[i] = tensor->data;
    if (tensor_is_dense(tensor))
        return KRT_OK;
    krt_status status =
        krt_alloc_async(stream, count * krt_dtype_size(tensor->dtype), &dense->data[i]);
    if (status)
        return status;
    dense->is_copy[i] = true;
    struct krt_tensor to = dense_of(tensor, dense->data[i]);
    return copy(operation, stream, tensor, &to);
}

/* Returns the kernel's own configuration, with a grid for |count| elements if it has none. */
static struct krt_launch_config config_for(const struct kernel *kernel, uint64_t count)
{
    struct krt_launch_config config = kernel->config;
    uint32_t threads =
        config.block[0] * at_least_one(config.block[1]) * at_least_one(config.block[2]);
    if (!config.grid[0])
        config.grid[0] = grid_by(ceil_div(count, kernel->elements_per_thread), threads).grid[0];
    return config;
}

static krt_status launch(struct krt_operation *operation, struct kernel *kernel,
                         struct krt_stream *stream, uint64_t count, const struct dense *dense,
                         const double *scalars)
{
    struct krt_device *device;
    struct krt_function *function = NULL;
    void *all[1 + OPERANDS + KRT_FUSION_SCALARS] = {&count};
    uint32_t used = 1;
    krt_status status = krt_stream_device(stream, &device);
    if (!status)
        status = function_get(operation, kernel, device, &function);
    if (status)
        return status;
    for (uint32_t i = 0; i < operation->input_count + operation->output_count; i++)
        all[used++] = (void *)&dense->data[i];
    for (uint32_t i = 0; i < operation->scalar_count; i++)
        all[used++] = (void *)&scalars[i];
    struct krt_launch_config config = config_for(kernel, count);
    return krt_function_launch(function, stream, &config, all, used);
}

/* Finds the shape to which all operands are broadcast, inputs and outputs. */
static krt_status find_shape(const struct krt_operation *operation,
                             const struct krt_fusion_arguments *arguments, struct krt_tensor *all,
                             uint64_t *count)
{
    const struct krt_tensor *first = &arguments->outputs[0];
    char one[SHAPE_TEXT], other[SHAPE_TEXT];
    krt_status status = krt_tensor_count(first, count);
    for (uint32_t i = 0; i < operation->input_count && !status; i++)
        status = krt_tensor_broadcast(&arguments->inputs[i], first->rank, first->dims, &all[i]);
    for (uint32_t i = 0; i < operation->output_count && !status; i++) {
        all[operation->input_count + i] = arguments->outputs[i];
        if (!tensor_has_shape_of(&arguments->outputs[i], first))
            status = krt_fail(KRT_ERROR_INVALID_ARGUMENT, "outputs of shapes %s and %s",
                              tensor_print_shape(first, one),
                              tensor_print_shape(&arguments->outputs[i], other));
        else if (tensor_repeats(&arguments->outputs[i]))
            status = krt_fail(KRT_ERROR_INVALID_ARGUMENT, "output %u of shape %s: " TENSOR_REPEATS,
                              i, tensor_print_shape(first, one));
    }
    return status;
}

static krt_status run(struct krt_operation *operation, struct krt_stream *stream,
                      const struct krt_fusion_arguments *arguments)
{
    struct krt_tensor all[OPERANDS];
    struct dense dense = {0};
    struct kernel *kernel;
    uint64_t count;
    uint32_t tensors = operation->input_count + operation->output_count;
    krt_status status = kernel_find(operation, arguments, &kernel);
    if (!status && kernel->fusion)
        return krt_fusion_launch(kernel->fusion, stream, arguments);
    if (!status)
        status = find_shape(operation, arguments, all, &count);
    if (status || count == 0)
        return status;
    for (uint32_t i = 0; i < tensors && !status; i++)
        status = make_dense(operation, stream, &all[i], count, i, &dense);
    if (!status)
        status = launch(operation, kernel, stream, count, &dense, arguments->scalars);
    for (uint32_t i = 0; i < tensors; i++) {
        if (!dense.is_copy[i])
            continue;
        struct krt_tensor from = dense_of(&all[i], dense.data[i]);
        if (!status && i >= operation->input_count)
            status = copy(operation, stream, &from, &all[i]);
        status = memory_give(stream, dense.data[i], status);
    }
    return status;
}

krt_status krt_operation_launch(struct krt_operation *operation, struct krt_stream *stream,
                                const struct krt_fusion_arguments *arguments)
{
    if (!operation || !arguments)
        return krt_fail(KRT_ERROR_INVALID_ARGUMENT, "krt_operation_launch: |%s| is NULL",
                        operation ? "arguments" : "operation");
    if (arguments->input_count != operation->input_count ||
        arguments->output_count != operation->output_count ||
        arguments->scalar_count != operation->scalar_count)
        return krt_fail(
            KRT_ERROR_INVALID_ARGUMENT,
            "operation %s: %u inputs, %u outputs and %u scalars are given; it has %u, %u and "
            "%u",
            operation->name, arguments->input_count, arguments->output_count,
            arguments->scalar_count, operation->input_count, operation->output_count,
            operation->scalar_count);
    const char *missing = !arguments->inputs && arguments->input_count > 0     ? "inputs"
                          : !arguments->outputs                                ? "outputs"
                          : !arguments->scalars && arguments->scalar_count > 0 ? "scalars"
                                                                               : NULL;
    if (missing)
        return krt_fail(KRT_ERROR_INVALID_ARGUMENT, "operation %s: |%s| is NULL", operation->name,
                        missing);
    krt_status status = run(operation, stream, arguments);
    if (!status || strncmp(krt_error_message(), "operation ", 10) == 0)
        return status;
    return krt_fail(status, "operation %s: %s", operation->name, krt_error_message());
}
