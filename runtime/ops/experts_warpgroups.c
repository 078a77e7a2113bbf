/* Products with experts' matrices of f16 and bf16 on NVIDIA GPUs of compute capability 9.0: the
 * kernels of kernels/models/experts_warpgroups.cu. */
#include "experts_order.h"
#include "names.h"
#include "ops.h"
#include "products.h"
#include "vendor.h"
#include "warpgroups.h"

#include <stdio.h>
#include <string.h>

/* The copy engine wants lines at multiples of 16 bytes. */
static bool is_aligned(const struct experts_product *work)
{
    return work->columns > 0 && work->columns % 8 == 0 && (uintptr_t)work->x % 16 == 0 &&
           (uintptr_t)work->w % 16 == 0;
}

/* A product, and what it needs on this GPU. */
struct task {
    struct experts_warpgroups work;
    const struct krt_models *models;
    struct krt_stream *stream;
    struct krt_device_info info;
    uint32_t dtype, ordinal, pairs;
    uint32_t tiles; /* how many there are at most */
    void *memory;   /* has the next tile's number, and then rows of places; or NULL */
};

enum { ROWS_AT = 256 }; /* where in the memory rows begin */

/* Sets the next tile's number to 0. If rows are not sorted, copies them to their places, which
 * become x. */
static krt_status prepare(const char *function, const uint32_t *places, struct task *task)
{
    struct experts_product *product = &task->work.product;
    struct experts_gather gathering = {.x = product->x,
                                       .out = (char *)task->memory + ROWS_AT,
                                       .places = places,
                                       .next = task->memory,
                                       .tokens = task->pairs / product->each,
                                       .each = product->each,
                                       .chunks = product->columns / 8};
    struct krt_launch_config config = grid_up_to(gathering.tokens, EXPERTS_THREADS);
    uint32_t ordinal;
    if (!product->order)
        return krt_set(task->stream, task->memory, 0, sizeof *gathering.next, 1);
    krt_status status = models_find(task->models, function, &ordinal, "experts_gather");
    product->x = gathering.out;
    product->order = NULL;
    return status ? status
                  : krt_launch(task->models->package, ordinal, task->stream, &config,
                               (void *[]){&gathering});
}

static krt_status launch(const struct task *task, const struct tensor_map *a,
                         const struct tensor_map *b)
{
    struct krt_device *device;
    struct krt_function *function;
    krt_status status = krt_stream_device(task->stream, &device);
    if (!status)
        status = krt_function_get(task->models->package, task->ordinal, device, &function);
    if (!status)
        status = vendor_allow_shared(device, &task->info, function, EXPERTS_WG_SHARED_BYTES);
    if (status)
        return status;
    uint32_t most = task->info.multiprocessors;
    struct krt_launch_config config =
        grid_up_to(task->tiles < most ? task->tiles : most, WG_THREADS);
    config.shared_bytes = EXPERTS_WG_SHARED_BYTES;
    void *arguments[] = {(void *)a, (void *)b, (void *)&task->work};
    return krt_function_launch(function, task->stream, &config, arguments, 3);
}

/* Describes the operands, and puts the product on the stream, unless the driver cannot describe
 * them. */
static krt_status multiply(const char *function, const uint32_t *places, struct task *task,
                           bool *out_is_done)
{
    const struct experts_product *product = &task->work.product;
    const void *rows = product->order ? (char *)task->memory + ROWS_AT : product->x;
    struct tensor_map a, b;
    krt_status status = KRT_OK;
    *out_is_done = warpgroups_describe(&task->info, task->dtype, rows, product->columns,
                                       task->pairs, WG_ROWS, &a) &&
                   warpgroups_describe(&task->info, task->dtype, product->w, product->columns,
                                       product->experts * product->rows, 128, &b);
    if (*out_is_done && task->memory)
        status = prepare(function, places, task);
    return status || !*out_is_done ? status : launch(task, &a, &b);
}

krt_status experts_by_warpgroups(const char *function, const struct krt_models *models,
                                 struct krt_stream *stream, uint32_t dtype,
                                 const struct order *sizes, const struct experts_product *product,
                                 bool *out_is_done)
{
    struct task task = {.work.product = *product,
                        .models = models,
                        .stream = stream,
                        .info = {.struct_size = sizeof task.info},
                        .dtype = dtype,
                        .pairs = sizes->pairs};
    char name[32];
    snprintf(name, sizeof name, "experts_warpgroups_%s", krt_dtype_name(dtype));
    task.ordinal = names_find(models->names, name);
    *out_is_done = false;
    if (task.ordinal == NO_KERNEL || !is_aligned(product) ||
        (uint64_t)product->experts * product->rows > INT32_MAX)
        return KRT_OK;
    krt_status status = stream_describe(stream, &task.info);
    if (status || task.info.driver != KRT_DRIVER_CUDA || strcmp(task.info.target, "sm_90") != 0)
        return status;
    uint64_t slots = round_up(sizes->pairs / WG_ROWS + sizes->experts, EXPERTS_BAND);
    task.work.product.across = (uint32_t)ceil_div(product->rows, WG_COLUMNS);
    if (slots * task.work.product.across > INT32_MAX)
        return KRT_OK;
    task.tiles = (uint32_t)slots * task.work.product.across;
    uint64_t rows = product->order ? (uint64_t)sizes->pairs * product->columns * 2 : 0;
    status = krt_alloc_async(stream, ROWS_AT + rows, &task.memory);
    /* In a capture without a pool, or if memory is short: other tiles take rows where they are. */
    if (status == KRT_ERROR_UNSUPPORTED || status == KRT_ERROR_OUT_OF_MEMORY) {
        if (product->order)
            return KRT_OK;
        task.memory = NULL;
        status = KRT_OK;
    }
    task.work.next = task.memory;
    if (!status)
        status = multiply(function, sizes->places, &task, out_is_done);
    return task.memory ? memory_give(stream, task.memory, status) : status;
}
