/* Convolutions on the tensor cores of NVIDIA GPUs, by kernels/own/channels.cuh. A first kernel
 * copies both operands so that channels are their last dimension. */
#include "convolve.h"

#include <stdio.h>

/* Describes |tensor|, of |height| x |width| for each channel. |blocks| is 0 if channels are already
 * the last dimension of |tensor|, so that it need not be copied. */
static struct channels_last_operand operand_of(const struct krt_tensor *tensor, uint64_t height,
                                               uint64_t width)
{
    uint32_t last = tensor->rank - 1, count = CHANNELS_CHUNK / krt_dtype_size(tensor->dtype);
    struct channels_last_operand t = {.of_batch = stride_of(tensor, 0),
                                      .of_channel = stride_of(tensor, 1),
                                      .of_y = last == 3 ? stride_of(tensor, 2) : 0,
                                      .of_x = stride_of(tensor, last),
                                      .positions = (uint32_t)(tensor->dims[0] * height * width),
                                      .channels = (uint32_t)tensor->dims[1],
                                      .chunks = (uint32_t)ceil_div(tensor->dims[1], count),
                                      .height = (uint32_t)height,
                                      .width = (uint32_t)width};
    bool is_aligned = (uintptr_t)tensor->data % CHANNELS_CHUNK == 0;
    bool has_last = t.channels % count == 0 && t.of_channel == 1 &&
                    (width == 1 || t.of_x == t.channels) &&
                    (height == 1 || t.of_y == width * t.channels) &&
                    (tensor->dims[0] == 1 || t.of_batch == height * width * t.channels);
    if (is_aligned && has_last)
        return t;
    uint32_t step = sizeof(uint32_t) / krt_dtype_size(tensor->dtype);
    bool has_words = (uintptr_t)tensor->data % sizeof(uint32_t) == 0 && t.of_x == 1 &&
                     (height == 1 || t.of_y == width) &&
                     (height * width | t.of_channel | t.of_batch) % step == 0;
    uint32_t across = t.chunks < CHANNELS_LAST_ACROSS ? t.chunks : CHANNELS_LAST_ACROSS;
    t.step = has_words ? step : 1;
    t.blocks = (uint32_t)(ceil_div(t.positions, CHANNELS_LAST_THREADS / across * t.step) *
                          ceil_div(t.chunks, across));
    return t;
}

/* If these kernels suit the convolution, returns the number of the GPU's multiprocessors, otherwise
 * 0. The kernels need an NVIDIA GPU of compute capability 8.0 or later, sizes below 2^32, and
 * operands that are not too large to copy. */
static uint32_t suits_channels(const struct krt_ops *ops, struct krt_stream *stream,
                               const struct krt_convolution *c, const struct axis *y,
                               const struct axis *x, const struct krt_tensor *in,
                               const struct krt_tensor *out)
{
    enum { CHANNELS_LEAST = 32, CHUNKS_MOST = 1 << 26 };
    struct krt_device_info info = {.struct_size = sizeof info};
    unsigned capability;
    if (!ops_has(ops, OPERATION_CONV_CHANNELS, in->dtype, 0) || c->is_transposed || c->groups > 1 ||
        out->dims[1] < CHANNELS_LEAST || !is_small(y, 0) || !is_small(x, 0) ||
        in->dims[0] >= LIMIT || in->dims[1] == 0 || in->dims[1] >= LIMIT || out->dims[1] >= LIMIT)
        return 0;
    uint64_t chunks = ceil_div(in->dims[1], CHANNELS_CHUNK / krt_dtype_size(in->dtype));
    uint64_t pixels, inputs, weights;
    if (__builtin_mul_overflow(out->dims[0], y->out * x->out, &pixels) ||
        __builtin_mul_overflow(in->dims[0] * chunks, y->in * x->in, &inputs) ||
        __builtin_mul_overflow(out->dims[1] * chunks, y->taps * x->taps, &weights) ||
        pixels > INT32_MAX || inputs > CHUNKS_MOST || weights > CHUNKS_MOST)
        return 0;
    return stream_describe(stream, &info) == KRT_OK && info.driver == KRT_DRIVER_CUDA &&
                   sscanf(info.target, "sm_%u", &capability) == 1 && capability >= 80
               ? info.multiprocessors
               : 0;
}

/* Splits the work along k into parts if |tiles| alone would leave multiprocessors idle. */
static void split_steps(struct conv_channels_info *shape, uint64_t tiles, uint32_t multiprocessors)
{
    /* RESIDENT is how many blocks a multiprocessor runs at a time, and STEPS_LEAST the fewest steps
     * of a part */
    enum { RESIDENT = 3, STEPS_LEAST = 4 };
    uint64_t steps = ceil_div(shape->depth, CHANNELS_STEP), most = steps / STEPS_LEAST, splits = 1;
    if (4 * tiles <= 5 * (uint64_t)multiprocessors)
        splits = (uint64_t)RESIDENT * multiprocessors / tiles;
    splits = splits > most ? most : splits;
    shape->steps = (uint32_t)ceil_div(steps, splits ? splits : 1);
    shape->splits = (uint32_t)ceil_div(steps, shape->steps);
}

/* The bytes of memory that both launches need: for the copies of input and kernel, the sums of
 * blocks that share a tile, and the counters of these tiles. */
struct workspace {
    uint64_t src, kernel, partial, counters;
};

static struct workspace workspace_of(const struct channels_last_info *both,
                                     const struct conv_channels_info *shape, uint32_t tiles)
{
    const struct channels_last_operand *src = &both->src, *kernel = &both->kernel;
    uint64_t tile = CHANNELS_TILE_PIXELS * CHANNELS_TILE_OUT * sizeof(float);
    return (struct workspace){
        .src = src->blocks ? (uint64_t)src->positions * src->chunks * CHANNELS_CHUNK : 0,
        .kernel =
            kernel->blocks ? (uint64_t)kernel->positions * kernel->chunks * CHANNELS_CHUNK : 0,
        .partial = shape->splits > 1 ? (uint64_t)shape->splits * tiles * tile : 0,
        .counters = both->counters * sizeof(uint32_t),
    };
}

/* Launches the copies of input and kernel that |both| describes, and the product that |shape|
 * describes, in |tiles| tiles. If there is no memory for the copies, as during a capture without a
 * pool, launches nothing. */
static krt_status launch_channels(struct krt_ops *ops, struct krt_stream *stream,
                                  struct channels_last_info *both, struct conv_channels_info *shape,
                                  uint32_t tiles, const struct krt_tensor *in,
                                  const struct krt_tensor *kernel, const struct krt_tensor *out,
                                  bool *out_is_done)
{
    uint32_t copy, multiply, blocks = both->src.blocks + both->kernel.blocks;
    /* The kernel only moves bits, so one kernel serves both f16 and bf16. */
    krt_status status =
        ops_find(ops, OPERATION_CHANNELS_LAST, in->dtype == KRT_F32 ? KRT_F32 : KRT_F16, 0, &copy);
    if (!status)
        status = ops_find(ops, OPERATION_CONV_CHANNELS, in->dtype, 0, &multiply);
    if (status)
        return status;
    both->counters = shape->splits > 1 ? tiles : 0;
    const struct workspace sizes = workspace_of(both, shape, tiles);
    void *memory = NULL;
    uint64_t bytes = sizes.src + sizes.kernel + sizes.partial + sizes.counters;
    if (bytes > 0)
        status = krt_alloc_async(stream, bytes, &memory);
    if (status)
        return status == KRT_ERROR_UNSUPPORTED || status == KRT_ERROR_OUT_OF_MEMORY ? KRT_OK
                                                                                    : status;
    *out_is_done = true;
    const void *src = in->data, *from = kernel->data;
    /* If |memory| is NULL, all sizes are 0, and |at| is not used. */
    char *at = memory ? memory : out->data;
    void *to = at, *to_kernel = at + sizes.src, *partial = at + sizes.src + sizes.kernel,
         *counters = at + sizes.src + sizes.kernel + sizes.partial, *dst = out->data;
    if (memory) {
        void *arguments[] = {both, &src, &from, &to, &to_kernel, &counters};
        struct krt_launch_config config = grid_up_to(blocks ? blocks : 1, CHANNELS_LAST_THREADS);
        status = krt_launch(ops->package, copy, stream, &config, arguments);
    }
    src = both->src.blocks ? to : src;
    from = both->kernel.blocks ? to_kernel : from;
    void *arguments[] = {shape, &src, &from, &dst, &partial, &counters};
    const struct krt_launch_config config = {.grid = {tiles, shape->splits},
                                             .block = {CHANNELS_TILE_THREADS}};
    if (!status)
        status = krt_launch(ops->package, multiply, stream, &config, arguments);
    return memory ? memory_give(stream, memory, status) : status;
}

krt_status convolve_channels(struct krt_ops *ops, struct krt_stream *stream,
                             const struct krt_convolution *c, const struct axis *y,
                             const struct axis *x, const struct krt_tensor *in,
                             const struct krt_tensor *kernel, const struct krt_tensor *out,
                             bool *out_is_done)
{
    uint32_t multiprocessors = suits_channels(ops, stream, c, y, x, in, out);
    *out_is_done = false;
    if (!multiprocessors)
        return KRT_OK;
    uint64_t pixels = out->dims[0] * y->out * x->out;
    uint64_t tiles =
        ceil_div(pixels, CHANNELS_TILE_PIXELS) * ceil_div(out->dims[1], CHANNELS_TILE_OUT);
    /* This is more threads than a launch can have. */
    if (tiles > UINT32_MAX / CHANNELS_TILE_THREADS)
        return KRT_OK;
    struct channels_last_info both = {.src = operand_of(in, y->in, x->in),
                                      .kernel = operand_of(kernel, y->taps, x->taps)};
    uint32_t chunks = both.src.chunks;
    struct conv_channels_info shape = {
        .pixels = (uint32_t)pixels,
        .c_out = (uint32_t)out->dims[1],
        .chunks = chunks,
        .neighbours = chunks % CHANNELS_STEP == 0 ? CHANNELS_STEP : chunks,
        .depth = chunks * (uint32_t)(y->taps * x->taps),
        .height = (uint32_t)y->in,
        .width = (uint32_t)x->in,
        .y_taps = (uint32_t)y->taps,
        .x_taps = (uint32_t)x->taps,
        .y_out = (uint32_t)y->out,
        .x_out = (uint32_t)x->out,
        .y_stride = (uint32_t)y->stride,
        .x_stride = (uint32_t)x->stride,
        .y_padding = (uint32_t)y->padding,
        .x_padding = (uint32_t)x->padding,
        .y_dilation = (uint32_t)y->dilation,
        .x_dilation = (uint32_t)x->dilation,
    };
    split_steps(&shape, tiles, multiprocessors);
    return launch_channels(ops, stream, &both, &shape, (uint32_t)tiles, in, kernel, out,
                           out_is_done);
}
