// Convolutions and their relatives on bf16 f16 f32 f64 u8 u32, and a part of them on i64. Sums of
// floats are taken in f32 (f64 for f64) and rounded once; sums of integers wrap.
//
// info = dims, then strides, of the input; for convolutions, the dims and strides of the kernel
// follow. Outputs are dense.
#include "../device/elementwise.cuh"

#include "conv/columns.cuh"
#include "conv/convolve.cuh"
#include "conv/depthwise.cuh"
#include "conv/groups.cuh"
#include "conv/patches.cuh"
#include "conv/resample.cuh"
#include "conv/small.cuh"

// Reads the shape of a convolution, without Axis::step and Axis::hop. Input: [batch,
// c_in, y, x]. Kernel: [c_out, c_in, y, x], or [c_in, c_out, y, x] if the convolution is
// transposed. With rank 1 there is no y.
template <int rank, class Direction>
__device__ __forceinline__ void read_shape(usize y_out, usize x_out, const KernelSteps &steps,
                                           const usize *info, Convolution &conv)
{
    constexpr int dims = 2 + rank, y = rank == 1 ? 1 : 2, x = y + 1;
    constexpr int kernel_out = Direction::is_transposed ? 1 : 0, kernel_in = 1 - kernel_out;
    const usize *strides = info + dims, *kernel_dims = info + 2 * dims,
                *kernel_strides = info + 3 * dims;
    conv.batch = info[0];
    conv.c_in = info[1];
    conv.c_out = kernel_dims[kernel_out];
    conv.y = rank == 1 ? axis_of<Direction>(1, 1, 1, {1, 0, 1})
                       : axis_of<Direction>(info[y], kernel_dims[y], y_out, steps);
    conv.x = axis_of<Direction>(info[x], kernel_dims[x], x_out, steps);
    conv.src_batch = strides[0];
    conv.src_channel = strides[1];
    conv.src_y = rank == 1 ? 0 : strides[y];
    conv.src_x = strides[x];
    conv.kernel_out = kernel_strides[kernel_out];
    conv.kernel_in = kernel_strides[kernel_in];
    conv.kernel_y = rank == 1 ? 0 : kernel_strides[y];
    conv.kernel_x = kernel_strides[x];
}

template <int rank, class Direction, class T>
__device__ inline void convolve_ungrouped(usize y_out, usize x_out, const KernelSteps &steps,
                                          const usize *info, const T *src, const T *kernel, T *dst)
{
    if constexpr (!is_amd && !Direction::is_transposed) {
        if (!has_more_blocks(63)) {
            Convolution conv;
            read_shape<rank, Direction>(y_out, x_out, steps, info, conv);
            if (convolve_small(conv, Operands<T>{src, kernel, dst})) {
                return;
            }
        }
    }
    const u32 blocks = TileBlocks<Direction>::count();
    if (blockIdx.x >= blocks) {
        return;
    }
    convolve<Direction, false>(Operands<T>{src, kernel, dst}, [&](Task &task) {
        read_shape<rank, Direction>(y_out, x_out, steps, info, task.conv);
        task.grouping = {static_cast<u32>(task.conv.c_out), {}, 0, 0};
        task.groups = 1;
        task.blocks = blocks;
    });
}

__device__ inline const Image &image_of(const usize *info)
{
    return shared_by_block<Image>([&](Image &made) { made = Image::of(info); });
}

template <int rank, class T>
__device__ inline void image_to_columns(usize y_out, usize x_out, usize y_taps, usize x_taps,
                                        const KernelSteps &steps, const usize *info, const T *src,
                                        T *dst)
{
    using Small = ImageToColumns<rank, T, u32>;
    using Large = ImageToColumns<rank, T, usize>;
    __shared__ bool is_small;
    __shared__ union {
        RowTables<FillingBlocks, Small> small;
        RowTables<FillingBlocks, Large> large;
    } tables;
    const auto describe = [&](PatchShape &made) {
        made = PatchShape::of<rank>(info, y_out, x_out, y_taps, x_taps, steps);
    };
    if constexpr (!is_amd) {
        if (grid_height() == 1 && !has_more_blocks(255)) {
            PatchShape shape;
            describe(shape);
            if (image_to_columns_small(shape, src, dst)) {
                return;
            }
        }
    }
    if (FillingBlocks::is_idle()) {
        return;
    }
    const PatchShape &shape = shared_by_block<PatchShape>([&](PatchShape &made) {
        describe(made);
        is_small = made.is_small(sizeof(T));
    });
    const usize rows = same_in_wave(shape.in.batch) * y_out * x_out,
                columns = same_in_wave(shape.in.channels) * y_taps * x_taps;
    const MatrixPlan plan = plan_of_block<Small>(rows, columns);
    if ((rows | columns) >> 32 == 0 && same_in_wave(static_cast<u32>(is_small)) != 0) {
        fill_matrix(Small(shape, src), plan, rows, columns, dst, tables.small);
    } else {
        fill_matrix(Large(shape, src), plan, rows, columns, dst, tables.large);
    }
}

template <class T>
__device__ inline void columns_to_image(usize dst_numel, usize x_out, usize x_in, usize channels,
                                        usize taps, usize stride, const T *src, T *dst)
{
    if (FillingBlocks::is_idle()) {
        return;
    }
    const ColumnsToImage<T> rule = {channels, x_in, taps, stride, src};
    fill_matrix(rule, dst_numel / x_out, x_out, dst);
}

template <template <class> class Fold, class T>
__device__ inline void pool(usize height, usize width, usize y_step, usize x_step,
                            const usize *info, const T *src, T *dst)
{
    if (FillingBlocks::is_idle()) {
        return;
    }
    const PoolShape &shape = shared_by_block<PoolShape>([&](PoolShape &made) {
        made.in = Image::of(info);
        made.out_height = quotient_of(made.in.height - height, y_step) + 1;
        made.out_width = quotient_of(made.in.width - width, x_step) + 1;
    });
    const Pool<T, Fold> rule = {shape, height, width, y_step, x_step, src};
    fill_matrix(rule, shape.in.planes() * same_in_wave(shape.out_height),
                same_in_wave(shape.out_width), dst);
}

template <class T>
__device__ inline void upsample_nearest(usize y_out, usize x_out, f64 y_scale, f64 x_scale,
                                        const usize *info, const T *src, T *dst)
{
    if (FillingBlocks::is_idle()) {
        return;
    }
    const Image &in = image_of(info);
    const Nearest<T> rule = {in, y_out, y_scale, x_scale, src};
    fill_matrix(rule, in.planes() * y_out, x_out, dst);
}

// The length of an output's axis, and output length / input length if the caller gives this factor.
struct Scale {
    usize out;
    bool is_given;
    f64 factor;
};

template <class T>
__device__ inline void upsample_bilinear(const Scale &y, const Scale &x, bool align_corners,
                                         const usize *info, const T *src, T *dst)
{
    if (FillingBlocks::is_idle()) {
        return;
    }
    const Image &in = image_of(info);
    const BilinearAxes &axes = shared_by_block<BilinearAxes>([&](BilinearAxes &made) {
        made.y =
            BilinearAxis::of(in.height, in.y_stride, y.out, align_corners, y.is_given, y.factor);
        made.x =
            BilinearAxis::of(in.width, in.x_stride, x.out, align_corners, x.is_given, x.factor);
    });
    const Bilinear<T> rule = {in, y.out, axes, src};
    fill_matrix(rule, in.planes() * y.out, x.out, dst);
}

// Begins the definition of a kernel that mostly waits for memory: two blocks of such a kernel
// should share a multiprocessor.
#define MOVING_KERNEL(name) extern "C" __global__ void __launch_bounds__(1024, 2) name

// The kernels' parameters have the names that callers use. In them num_dims is the length of the
// output, and in pooling and nearest neighbours w is dimension 2 and h dimension 3.

// Defines the convolutions by tiles for the type T, which are most of this module's code, and the
// kernels for T that only move elements.
#define CONV(NAME, T)                                                                              \
    KERNEL(conv1d_##NAME)                                                                          \
    (const usize src_numel, const usize num_dims, const usize stride, const usize padding,         \
     const usize dilation, const usize *info, const T *src, const T *kernel, T *dst)               \
    {                                                                                              \
        ENTER(convolve_ungrouped<1, Forward, T>)                                                   \
        (1, num_dims, {stride, padding, dilation}, info, src, kernel, dst);                        \
    }                                                                                              \
    KERNEL(conv2d_##NAME)                                                                          \
    (const usize src_numel, const usize w_out, const usize h_out, const usize stride,              \
     const usize padding, const usize dilation, const usize *info, const T *src, const T *kernel,  \
     T *dst)                                                                                       \
    {                                                                                              \
        ENTER(convolve_ungrouped<2, Forward, T>)                                                   \
        (h_out, w_out, {stride, padding, dilation}, info, src, kernel, dst);                       \
    }                                                                                              \
    KERNEL(conv_transpose1d_##NAME)                                                                \
    (const usize src_numel, const usize l_out, const usize stride, const usize padding,            \
     const usize out_padding, const usize dilation, const usize *info, const T *src,               \
     const T *kernel, T *dst)                                                                      \
    {                                                                                              \
        ENTER(convolve_ungrouped<1, Transposed, T>)                                                \
        (1, l_out, {stride, padding, dilation}, info, src, kernel, dst);                           \
    }                                                                                              \
    KERNEL(conv_transpose2d_##NAME)                                                                \
    (const usize src_numel, const usize w_out, const usize h_out, const usize stride,              \
     const usize padding, const usize out_padding, const usize dilation, const usize *info,        \
     const T *src, const T *kernel, T *dst)                                                        \
    {                                                                                              \
        ENTER(convolve_ungrouped<2, Transposed, T>)                                                \
        (h_out, w_out, {stride, padding, dilation}, info, src, kernel, dst);                       \
    }                                                                                              \
    MOVING_KERNEL(im2col1d_##NAME)                                                                 \
    (const usize dst_numel, const usize l_out, const usize l_k, const usize stride,                \
     const usize padding, const usize dilation, const usize *info, const T *src, T *dst)           \
    {                                                                                              \
        ENTER(image_to_columns<1, T>)                                                              \
        (1, l_out, 1, l_k, {stride, padding, dilation}, info, src, dst);                           \
    }                                                                                              \
    MOVING_KERNEL(im2col_##NAME)                                                                   \
    (const usize dst_numel, const usize h_out, const usize w_out, const usize h_k,                 \
     const usize w_k, const usize stride, const usize padding, const usize dilation,               \
     const usize *info, const T *src, T *dst)                                                      \
    {                                                                                              \
        ENTER(image_to_columns<2, T>)                                                              \
        (h_out, w_out, h_k, w_k, {stride, padding, dilation}, info, src, dst);                     \
    }                                                                                              \
    MOVING_KERNEL(upsample_nearest2d_##NAME)                                                       \
    (const usize w_out, const usize h_out, const f64 w_scale, const f64 h_scale,                   \
     const usize *info, const T *src, T *dst)                                                      \
    {                                                                                              \
        ENTER(upsample_nearest<T>)(w_out, h_out, w_scale, h_scale, info, src, dst);                \
    }

// Defines the kernels for the type T that compute sums and means of neighbouring elements.
#define CONV_NEIGHBOURS(NAME, T)                                                                   \
    MOVING_KERNEL(col2im1d_##NAME)                                                                 \
    (const usize dst_el, const usize l_out, const usize l_in, const usize c_out,                   \
     const usize k_size, const usize stride, const T *src, T *dst)                                 \
    {                                                                                              \
        ENTER(columns_to_image<T>)(dst_el, l_out, l_in, c_out, k_size, stride, src, dst);          \
    }                                                                                              \
    MOVING_KERNEL(avg_pool2d_##NAME)                                                               \
    (const usize src_numel, const usize w_k, const usize h_k, const usize w_stride,                \
     const usize h_stride, const usize *info, const T *src, T *dst)                                \
    {                                                                                              \
        ENTER(pool<Mean, T>)(w_k, h_k, w_stride, h_stride, info, src, dst);                        \
    }                                                                                              \
    MOVING_KERNEL(max_pool2d_##NAME)                                                               \
    (const usize src_numel, const usize w_k, const usize h_k, const usize w_stride,                \
     const usize h_stride, const usize *info, const T *src, T *dst)                                \
    {                                                                                              \
        ENTER(pool<Largest, T>)(w_k, h_k, w_stride, h_stride, info, src, dst);                     \
    }                                                                                              \
    MOVING_KERNEL(upsample_bilinear2d_##NAME)                                                      \
    (const usize w_out, const usize h_out, const bool align_corners, const bool has_scale_h,       \
     const f64 scale_h_factor, const bool has_scale_w, const f64 scale_w_factor,                   \
     const usize *info, const T *src, T *dst)                                                      \
    {                                                                                              \
        ENTER(upsample_bilinear<T>)                                                                \
        ({h_out, has_scale_h, scale_h_factor}, {w_out, has_scale_w, scale_w_factor},               \
         align_corners, info, src, dst);                                                           \
    }

#define STRIPS_KERNEL(name) extern "C" __global__ void __launch_bounds__(CONV_STRIP_THREADS, 3) name

#define CONV_TILES(NAME, T)                                                                        \
    KERNEL(conv_tiles_##NAME)(const conv_groups_info *info, const T *src, const T *kernel, T *dst) \
    {                                                                                              \
        ENTER(convolve_groups<Forward, T>)(*info, Operands<T>{src, kernel, dst});                  \
    }                                                                                              \
    KERNEL(conv_transpose_tiles_##NAME)                                                            \
    (const conv_groups_info *info, const T *src, const T *kernel, T *dst)                          \
    {                                                                                              \
        ENTER(convolve_groups<Transposed, T>)(*info, Operands<T>{src, kernel, dst});               \
    }

#define CONV_STRIPS(NAME, T)                                                                       \
    STRIPS_KERNEL(conv_strips_##NAME)                                                              \
    (const conv_groups_info *info, const T *src, const T *kernel, T *dst)                          \
    {                                                                                              \
        ENTER(convolve_by_strips<Forward, T>)(*info, Operands<T>{src, kernel, dst});               \
    }                                                                                              \
    STRIPS_KERNEL(conv_transpose_strips_##NAME)                                                    \
    (const conv_groups_info *info, const T *src, const T *kernel, T *dst)                          \
    {                                                                                              \
        ENTER(convolve_by_strips<Transposed, T>)(*info, Operands<T>{src, kernel, dst});            \
    }

#define CONV_FEW_CHANNELS(NAME, T)                                                                 \
    extern "C" __global__ void __launch_bounds__(CONV_DEPTHWISE_THREADS) conv_depthwise_##NAME(    \
        const conv_depthwise_info *info, const T *src, const T *kernel, T *dst)                    \
    {                                                                                              \
        ENTER(convolve_depthwise<T>)(info, Operands<T>{src, kernel, dst});                         \
    }                                                                                              \
    extern "C" __global__ void __launch_bounds__(CONV_PATCH_THREADS)                               \
        conv_patches_##NAME(const conv_patches_info *info, const T *src, const T *kernel, T *dst)  \
    {                                                                                              \
        ENTER(convolve_patches<T>)(*info, Operands<T>{src, kernel, dst});                          \
    }

#define EACH_NARROW_FLOAT(X)                                                                       \
    X(bf16, bf16)                                                                                  \
    X(f16, f16)                                                                                    \
    X(f32, f32)

#define EACH(X)                                                                                    \
    EACH_NARROW_FLOAT(X)                                                                           \
    X(f64, f64)                                                                                    \
    X(u8, u8)                                                                                      \
    X(u32, u32)

EACH(CONV)
EACH(CONV_NEIGHBOURS)
EACH(CONV_TILES)
EACH(CONV_STRIPS)
EACH_NARROW_FLOAT(CONV_FEW_CHANNELS)

// libkrt_ops uses the kernels of i64 for i16 and i32 too. It makes every convolution of i64 by
// strips.
CONV_NEIGHBOURS(i64, i64)
CONV_STRIPS(i64, i64)
