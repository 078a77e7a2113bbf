// Convolutions of the sizes of image and speech networks; their columns, pooling, upsampling.
#include "bench.hpp"

#include <algorithm>

namespace
{

// One-dimensional kernels take x alone.
struct ConvShape {
    const char *name;
    size_t batch, c_in, c_out, height, width, taps, stride, padding;
};

const ConvShape images[] = {{"3x3 64-64 56x56 b8", 8, 64, 64, 56, 56, 3, 1, 1},
                            {"1x1 256-256 56x56 b8", 8, 256, 256, 56, 56, 1, 1, 0},
                            {"3x3 512-512 7x7 b8", 8, 512, 512, 7, 7, 3, 1, 1},
                            {"7x7/2 3-64 224x224 b8", 8, 3, 64, 224, 224, 7, 2, 3},
                            {"3x3 1-1 112x112 b64", 64, 1, 1, 112, 112, 3, 1, 1},
                            {"3x3 256-256 14x14 b1", 1, 256, 256, 14, 14, 3, 1, 1},
                            {"5x5 3-16 61x83 b2", 2, 3, 16, 61, 83, 5, 1, 2},
                            {"1x1 8-8 64x64 b1", 1, 8, 8, 64, 64, 1, 1, 0}};
const ConvShape sounds[] = {{"3 80-384 3000", 1, 80, 384, 1, 3000, 3, 1, 1},
                            {"3/2 384-384 3000", 1, 384, 384, 1, 3000, 3, 2, 1},
                            {"3 80-384 3000 b16", 16, 80, 384, 1, 3000, 3, 1, 1},
                            {"7 1-1 3000 b1", 1, 1, 1, 1, 3000, 7, 1, 3}};
const ConvShape up_images[] = {{"4x4/2 64-32 64x64 b4", 4, 64, 32, 64, 64, 4, 2, 1},
                               {"2x2/2 128-64 64x64 b4", 4, 128, 64, 64, 64, 2, 2, 0},
                               {"3x3/2 1-1 31x33 b1", 1, 1, 1, 31, 33, 3, 2, 1}};
const ConvShape up_sounds[] = {{"16/8 256-128 2000", 1, 256, 128, 1, 2000, 16, 8, 4},
                               {"4/2 64-32 16000", 1, 64, 32, 1, 16000, 4, 2, 1}};

ConvShape picked(const Bench &bench, ConvShape s)
{
    s.batch = bench.pick(s.batch, 1);
    s.c_in = bench.pick(s.c_in, std::min<size_t>(s.c_in, 16));
    s.c_out = bench.pick(s.c_out, std::min<size_t>(s.c_out, 64));
    s.height = bench.pick(s.height, std::min<size_t>(s.height, 14));
    s.width = bench.pick(s.width, std::min<size_t>(s.width, s.height == 1 ? 300 : 14));
    return s;
}

double size_of(Type type, size_t count)
{
    return static_cast<double>(count) * format_of(type).size;
}

void time_conv(Bench &bench, const Kernel &kernel, const ConvShape &shape, bool is_transposed,
               bool is_2d)
{
    ConvShape s = picked(bench, shape);
    const Type type = kernel.type_of("dst");
    const size_t y_taps = is_2d ? s.taps : 1;
    const auto out_of = [&](size_t in) {
        return is_transposed ? (in - 1) * s.stride + s.taps - 2 * s.padding
                             : (in + 2 * s.padding - s.taps) / s.stride + 1;
    };
    size_t y_out = is_2d ? out_of(s.height) : 1, x_out = out_of(s.width);
    size_t unused = 0, dilation = 1;
    const size_t src_count = s.batch * s.c_in * s.height * s.width;
    const size_t kernel_count = s.c_in * s.c_out * y_taps * s.taps;
    const size_t outputs = s.batch * s.c_out * y_out * x_out;
    const Sizes src =
        is_2d ? Sizes{s.batch, s.c_in, s.height, s.width} : Sizes{s.batch, s.c_in, s.width};
    Sizes weights = is_transposed ? Sizes{s.c_in, s.c_out} : Sizes{s.c_out, s.c_in};
    weights.insert(weights.end(), is_2d ? 2 : 1, s.taps);
    Bytes words = info_bytes(src, {{dense_strides(src), 0}});
    const Bytes more = info_bytes(weights, {{dense_strides(weights), 0}});
    words.insert(words.end(), more.begin(), more.end());

    void *src_pointer = bench.numbers(0, type, src_count);
    void *kernel_pointer = bench.numbers(1, type, kernel_count);
    void *dst_pointer = bench.numbers(2, type, outputs), *info = bench.upload(words);
    std::vector<void *> arguments = {&unused, &x_out};
    if (is_2d) {
        arguments.push_back(&y_out);
    }
    arguments.insert(arguments.end(), {&s.stride, &s.padding});
    if (is_transposed) {
        arguments.push_back(&unused);
    }
    arguments.insert(arguments.end(),
                     {&dilation, &info, &src_pointer, &kernel_pointer, &dst_pointer});
    // Every input meets every tap, or every output does.
    const double meetings = static_cast<double>(
        is_transposed ? src_count * s.c_out * y_taps * s.taps : outputs * s.c_in * y_taps * s.taps);
    bench.time(kernel, shape.name, each_thread(outputs), arguments,
               {size_of(type, src_count + kernel_count + outputs), 2 * meetings,
                static_cast<double>(outputs)});
}

void time_im2col(Bench &bench, const Kernel &kernel, const ConvShape &shape, bool is_2d)
{
    ConvShape s = picked(bench, shape);
    const Type type = kernel.type_of("dst");
    size_t y_taps = is_2d ? s.taps : 1, dilation = 1;
    size_t y_out = is_2d ? (s.height + 2 * s.padding - s.taps) / s.stride + 1 : 1;
    size_t x_out = (s.width + 2 * s.padding - s.taps) / s.stride + 1;
    const Sizes dims =
        is_2d ? Sizes{s.batch, s.c_in, s.height, s.width} : Sizes{s.batch, s.c_in, s.width};
    size_t made = s.batch * y_out * x_out * s.c_in * y_taps * s.taps;
    size_t threads = is_2d ? made : made / s.taps;
    void *src = bench.numbers(0, type, product_of(dims)), *dst = bench.numbers(1, type, made);
    void *info = bench.info(dims, {dense_strides(dims)});
    std::vector<void *> arguments = {&threads};
    if (is_2d) {
        arguments.insert(arguments.end(), {&y_out, &x_out, &y_taps, &s.taps});
    } else {
        arguments.insert(arguments.end(), {&x_out, &s.taps});
    }
    arguments.insert(arguments.end(), {&s.stride, &s.padding, &dilation, &info, &src, &dst});
    bench.time(kernel, shape.name, each_thread(threads), arguments,
               {size_of(type, product_of(dims) + made), 0, static_cast<double>(made)});
}

void time_col2im(Bench &bench, const Kernel &kernel)
{
    const Type type = kernel.type_of("dst");
    size_t batch = bench.pick(4, 1), in = bench.pick(16000, 200), channels = bench.pick(128, 32);
    size_t taps = 4, stride = 2, out = (in - 1) * stride + taps, made = batch * channels * out;
    void *src = bench.numbers(0, type, batch * in * channels * taps);
    void *dst = bench.numbers(1, type, made);
    bench.time(kernel, "4/2 128 16000 b4", each_thread(made),
               {&made, &out, &in, &channels, &taps, &stride, &src, &dst},
               {size_of(type, batch * in * channels * taps + made), 0, static_cast<double>(made)});
}

Sizes picture(const Bench &bench, size_t channels, size_t side)
{
    return {bench.pick(8, 1), bench.pick(channels, 4), bench.pick(side, 64), bench.pick(side, 64)};
}

// Dense, and with the channels innermost.
void time_pool(Bench &bench, const Kernel &kernel)
{
    const Type type = kernel.type_of("dst");
    const Sizes dims = picture(bench, 64, 256);
    Sizes channels_last = {dims[1] * dims[2] * dims[3], 1, dims[1] * dims[3], dims[1]};
    size_t window = 2, numel = product_of(dims);
    const size_t made = numel / 4;
    void *src = bench.numbers(0, type, numel), *dst = bench.numbers(1, type, made);
    for (const bool is_dense : {true, false}) {
        void *info = bench.info(dims, {is_dense ? dense_strides(dims) : channels_last});
        bench.time(kernel, is_dense ? "2x2/2 64x256x256 b8" : "2x2/2 channels last",
                   each_thread(made),
                   {&numel, &window, &window, &window, &window, &info, &src, &dst},
                   {size_of(type, numel + made), 0, static_cast<double>(made)});
    }
}

void time_upsample(Bench &bench, const Kernel &kernel, bool is_nearest)
{
    const Type type = kernel.type_of("dst");
    const Sizes dims = picture(bench, 64, 128);
    size_t y_out = 2 * dims[2], x_out = 2 * dims[3];
    const size_t made = 4 * product_of(dims);
    void *src = bench.numbers(0, type, product_of(dims)), *dst = bench.numbers(1, type, made);
    void *info = bench.info(dims, {dense_strides(dims)});
    double half = 0.5, twice = 2;
    uint8_t no = 0;
    std::vector<void *> arguments = {&y_out, &x_out, &half, &half, &info, &src, &dst};
    if (!is_nearest) {
        arguments = {&x_out, &y_out, &no, &no, &twice, &no, &twice, &info, &src, &dst};
    }
    bench.time(kernel, "x2 64x128x128 b8", each_thread(made), arguments,
               {size_of(type, product_of(dims) + made), 0, static_cast<double>(made)});
}

bool begins(const Kernel &kernel, const char *name)
{
    return kernel.name.compare(0, strlen(name), name) == 0;
}

} // namespace

void bench_conv(Bench &bench, const Kernel &kernel)
{
    if (begins(kernel, "conv2d_") || begins(kernel, "im2col_")) {
        for (const ConvShape &shape : images) {
            if (begins(kernel, "im2col_")) {
                time_im2col(bench, kernel, shape, true);
            } else {
                time_conv(bench, kernel, shape, false, true);
            }
        }
    } else if (begins(kernel, "conv1d_") || begins(kernel, "im2col1d_")) {
        for (const ConvShape &shape : sounds) {
            if (begins(kernel, "im2col1d_")) {
                time_im2col(bench, kernel, shape, false);
            } else {
                time_conv(bench, kernel, shape, false, false);
            }
        }
    } else if (begins(kernel, "conv_transpose2d_")) {
        for (const ConvShape &shape : up_images) {
            time_conv(bench, kernel, shape, true, true);
        }
    } else if (begins(kernel, "conv_transpose1d_")) {
        for (const ConvShape &shape : up_sounds) {
            time_conv(bench, kernel, shape, true, false);
        }
    } else if (begins(kernel, "col2im1d_")) {
        time_col2im(bench, kernel);
    } else if (begins(kernel, "avg_pool2d_") || begins(kernel, "max_pool2d_")) {
        time_pool(bench, kernel);
    } else {
        time_upsample(bench, kernel, begins(kernel, "upsample_nearest2d_"));
    }
}
