/* Products with experts' matrices of f16 and bf16 on NVIDIA GPUs of compute capability 9.0: the
 * kernels of kernels/models/experts_warpgroups.cu. */
#include "experts_order.h"
#include "names.h"
#include "ops.h"
#include "products.h"
#include "vendor.h"
#include "warpgroups.h"

#include <string.h>

/* The copy engine wants lines at multiples of 16 bytes. */
static bool is_aligned(const struct experts_product *work)
{
    return work->columns > 0 && work->columns % 8 == 0 && (uintptr_t)work->x % 16 == 0 &&
           (uintptr_t)work->w % 16 == 0;
}

/* Copies rows into the order of experts, |to|, which becomes x. */
static krt_status gather(const char *function, const struct krt_models *models,
                         struct krt_stream *stream, const struct order *sizes, void *to,
                         struct experts_product *work)
{
    struct experts_gather gathering = {.x = work->x,
                                       .out = to,
                                       .order = work->order,
                                       .starts = work->starts,
                                       .each = work->each,
                                       .experts = work->experts,
                                       .chunks = work->columns / 8};
    struct krt_launch_config config = grid_up_to(sizes->pairs, EXPERTS_THREADS);
    uint32_t ordinal;
    krt_status status = models_find(models, function, &ordinal, "experts_gather");
    work->x = to;
    work->order = NULL;
    return status ? status
                  : krt_launch(models->package, ordinal, stream, &config, (void *[]){&gathering});
}

static krt_status launch(const struct krt_models *models, struct krt_stream *stream,
                         const struct krt_device_info *info, uint32_t ordinal,
                         const struct tensor_map *a, const struct tensor_map *b,
                         struct experts_warpgroups *work)
{
    struct krt_device *device;
    struct krt_function *function;
    krt_status status = krt_stream_device(stream, &device);
    if (!status)
        status = krt_function_get(models->package, ordinal, device, &function);
    if (!status)
        status = vendor_allow_shared(device, info, function, WG_SHARED_BYTES);
    if (status)
        return status;
    struct krt_launch_config config = grid_up_to(
        work->tiles < info->multiprocessors ? work->tiles : info->multiprocessors, WG_THREADS);
    config.shared_bytes = WG_SHARED_BYTES;
    void *arguments[] = {(void *)a, (void *)b, work};
    return krt_function_launch(function, stream, &config, arguments, 3);
}

/* Describes the operands, and puts the product on the stream, unless the driver cannot describe
 * them. */
static krt_status multiply(const struct krt_models *models, struct krt_stream *stream,
                           const struct krt_device_info *info, uint32_t ordinal, uint32_t dtype,
                           uint32_t pairs, struct experts_warpgroups *work, bool *out_is_done)
{
    const struct experts_product *product = &work->product;
    struct tensor_map a, b;
    *out_is_done =
        warpgroups_describe(info, dtype, product->x, product->columns, pairs, WG_ROWS, &a) &&
        warpgroups_describe(info, dtype, product->w, product->columns,
                            product->experts * product->rows, 128, &b);
    return *out_is_done ? launch(models, stream, info, ordinal, &a, &b, work) : KRT_OK;
}

krt_status experts_by_warpgroups(const char *function, const struct krt_models *models,
                                 struct krt_stream *stream, uint32_t dtype,
                                 const struct order *sizes, const struct experts_product *product,
                                 bool *out_is_done)
{
    struct krt_device_info info = {.struct_size = sizeof info};
    const bool is_f16 = dtype == KRT_F16;
    uint32_t ordinal =
        names_find(models->names, is_f16 ? "experts_warpgroups_f16" : "experts_warpgroups_bf16");
    *out_is_done = false;
    if (ordinal == NO_KERNEL || !is_aligned(product) ||
        (uint64_t)product->experts * product->rows > INT32_MAX)
        return KRT_OK;
    krt_status status = stream_describe(stream, &info);
    if (status || info.driver != KRT_DRIVER_CUDA || strcmp(info.target, "sm_90") != 0)
        return status;
    struct experts_warpgroups work = {.product = *product};
    uint64_t slots = round_up(sizes->pairs / WG_ROWS + sizes->experts, EXPERTS_BAND);
    work.product.across = (uint32_t)ceil_div(product->rows, WG_COLUMNS);
    if (slots * work.product.across > INT32_MAX)
        return KRT_OK;
    work.tiles = (uint32_t)slots * work.product.across;
    void *memory = NULL;
    if (product->order) {
        status = krt_alloc_async(
            stream, (uint64_t)sizes->pairs * product->columns * sizeof(uint16_t), &memory);
        /* In a capture without a pool, or if memory is short: tiles take the rows where they are.
         */
        if (status == KRT_ERROR_UNSUPPORTED || status == KRT_ERROR_OUT_OF_MEMORY)
            return KRT_OK;
        if (!status)
            status = gather(function, models, stream, sizes, memory, &work.product);
    }
    if (!status)
        status = multiply(models, stream, &info, ordinal, dtype, sizes->pairs, &work, out_is_done);
    return memory ? memory_give(stream, memory, status) : status;
}
