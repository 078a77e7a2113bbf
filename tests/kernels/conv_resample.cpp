// The relatives of convolutions: im2col and col2im, pooling, upsampling.
#include "conv_cases.hpp"

namespace
{

const Shape shapes[] = {Shape::dense, Shape::transposed, Shape::rows,
                        Shape::step,  Shape::odd_ones,   Shape::broadcast_row};

Shape shape_of(const Harness &h, size_t number)
{
    return shapes[(number + h.turn()) % 6];
}

struct ColumnsCase {
    size_t batch, channels, height, width, kernel_height, kernel_width, stride, padding, dilation;
};

constexpr size_t far = size_t(1) << 32;
const ColumnsCase columns_cases[] = {{1, 1, 1, 1, 1, 1, 1, 0, 1},
                                     {2, 3, 5, 7, 3, 3, 1, 1, 1},
                                     {1, 17, 9, 8, 2, 3, 2, 0, 1},
                                     {3, 2, 4, 3, 5, 6, 1, 3, 1},
                                     {1, 33, 13, 17, 3, 3, 3, 2, 2},
                                     {2, 129, 6, 5, 1, 1, 1, 0, 3},
                                     {1, 64, 3, 7, 3, 3, 1, 1, 1},
                                     // Coordinates that 32 bits do not have.
                                     {1, 2, 1, 3, 1, 3, far, far, far}};

bool run_im2col(Harness &h, const Kernel &kernel, ColumnsCase c, Shape shape, bool is_2d)
{
    const Type type = kernel.type_of("dst");
    size_t y_out = 1,
           x_out = (c.width + 2 * c.padding - c.dilation * (c.kernel_width - 1) - 1) / c.stride + 1;
    Sizes dims = {c.batch, c.channels, c.height, c.width};
    if (is_2d) {
        y_out = (c.height + 2 * c.padding - c.dilation * (c.kernel_height - 1) - 1) / c.stride + 1;
    } else {
        c.height = c.kernel_height = 1;
        dims.erase(dims.begin() + 2);
    }
    const size_t y_padding = is_2d ? c.padding : 0;
    Tensor src(h, type, dims, shape, false, 1);
    const Upload info(h.backend(), src.info());
    void *info_pointer = info.memory();
    const size_t count = c.batch * y_out * x_out * c.channels * c.kernel_height * c.kernel_width;
    Output out(h, type, count, 3);
    size_t numel = is_2d ? count : count / c.kernel_width;
    std::vector<void *> arguments = {&numel};
    if (is_2d) {
        arguments.insert(arguments.end(), {&y_out, &x_out, &c.kernel_height, &c.kernel_width});
    } else {
        arguments.insert(arguments.end(), {&x_out, &c.kernel_width});
    }
    arguments.insert(arguments.end(), {&c.stride, &c.padding, &c.dilation, &info_pointer,
                                       src.upload(h), out.argument()});
    if (!h.launch(kernel, each_moved(numel), arguments) || !out.fetch(kernel)) {
        return false;
    }
    bool right = true;
    size_t i = 0;
    for (size_t b = 0; b < c.batch; ++b) {
        for (size_t y = 0; y < y_out; ++y) {
            for (size_t x = 0; x < x_out; ++x) {
                for (size_t k = 0; k < c.channels * c.kernel_height * c.kernel_width; ++k, ++i) {
                    const size_t kx = k % c.kernel_width;
                    const size_t ky = k / c.kernel_width % c.kernel_height;
                    const size_t channel = k / c.kernel_width / c.kernel_height;
                    const size_t iy = y * c.stride + ky * c.dilation - y_padding;
                    const size_t ix = x * c.stride + kx * c.dilation - c.padding;
                    const uint64_t wanted =
                        iy < c.height && ix < c.width ? src.bits(b, channel, iy, ix) : 0;
                    if (out.bits(i) != wanted) {
                        right = h.report(kernel, "wrong element", i, wanted, out.bits(i));
                    }
                }
            }
        }
    }
    h.count_elements(count);
    return right;
}

struct Col2imCase {
    size_t batch, in, channels, taps, stride;
};

bool run_col2im(Harness &h, const Kernel &kernel, Col2imCase c)
{
    const Type type = kernel.type_of("dst");
    Tensor src(h, type, {c.batch, c.in, c.channels, c.taps}, Shape::dense, true, 1);
    size_t out_length = (c.in - 1) * c.stride + c.taps;
    size_t count = c.batch * c.channels * out_length;
    std::vector<Sum> sums(count);
    for (size_t b = 0; b < c.batch; ++b) {
        for (size_t i = 0; i < c.in; ++i) {
            for (size_t channel = 0; channel < c.channels; ++channel) {
                for (size_t q = 0; q < c.taps; ++q) {
                    sums[(b * c.channels + channel) * out_length + i * c.stride + q].add(
                        type, src.bits(b, i, channel, q));
                }
            }
        }
    }
    Output out(h, type, count, 1);
    if (!h.launch(kernel, each_moved(count),
                  {&count, &out_length, &c.in, &c.channels, &c.taps, &c.stride, src.upload(h),
                   out.argument()}) ||
        !out.fetch(kernel)) {
        return false;
    }
    bool right = true;
    for (size_t i = 0; i < count; ++i) {
        if (!sums[i].is(type, out.bits(i))) {
            right = h.report(kernel, "wrong sum", i, 0, out.bits(i));
        }
    }
    h.count_elements(count);
    return right;
}

struct PoolCase {
    size_t batch, channels, height, width, window_height, window_width, y_stride, x_stride;
};

const PoolCase pool_cases[] = {{1, 1, 1, 1, 1, 1, 1, 1},   {2, 3, 8, 10, 2, 2, 2, 2},
                               {1, 5, 9, 7, 3, 3, 1, 1},   {3, 2, 11, 13, 3, 2, 2, 3},
                               {1, 2, 5, 300, 2, 5, 1, 2}, {2, 40, 16, 14, 2, 2, 2, 2},
                               {1, 7, 33, 4, 32, 4, 1, 1}, {2, 5, 121, 119, 2, 3, 1, 1}};

// NaN loses to any number in f32 and f64, and wins in f16 and bf16.
bool is_largest(Type type, const std::vector<uint64_t> &window, uint64_t got)
{
    Number largest = number_of(type, window[0]);
    size_t nans = 0;
    for (uint64_t bits : window) {
        const Number x = number_of(type, bits);
        nans += std::isnan(x) ? 1 : 0;
        largest = std::isnan(largest) || x > largest ? x : largest;
    }
    const bool nan_wins = type == Type::f16 || type == Type::bf16;
    if (nans == window.size() || (nan_wins && nans > 0)) {
        return std::isnan(number_of(type, got));
    }
    return number_of(type, got) == largest;
}

bool run_pool(Harness &h, const Kernel &kernel, PoolCase c, Shape shape)
{
    const Type type = kernel.type_of("dst");
    const bool is_mean = kernel.name[0] == 'a';
    Tensor src(h, type, {c.batch, c.channels, c.height, c.width}, shape, is_mean, 1);
    const Upload info(h.backend(), src.info());
    void *info_pointer = info.memory();
    const size_t y_out = (c.height - c.window_height) / c.y_stride + 1;
    const size_t x_out = (c.width - c.window_width) / c.x_stride + 1;
    const size_t count = c.batch * c.channels * y_out * x_out;
    size_t src_numel = c.batch * c.channels * c.height * c.width;
    Output out(h, type, count, 1);
    if (!h.launch(kernel, each_moved(count),
                  {&src_numel, &c.window_height, &c.window_width, &c.y_stride, &c.x_stride,
                   &info_pointer, src.upload(h), out.argument()}) ||
        !out.fetch(kernel)) {
        return false;
    }
    bool right = true;
    for (size_t i = 0; i < count; ++i) {
        const size_t x = i % x_out, y = i / x_out % y_out, plane = i / x_out / y_out;
        std::vector<uint64_t> window;
        Sum sum;
        for (size_t ky = 0; ky < c.window_height; ++ky) {
            for (size_t kx = 0; kx < c.window_width; ++kx) {
                window.push_back(src.bits(plane / c.channels, plane % c.channels,
                                          y * c.y_stride + ky, x * c.x_stride + kx));
                sum.add(type, window.back());
            }
        }
        if (is_mean ? !sum.is_mean(type, window.size(), out.bits(i))
                    : !is_largest(type, window, out.bits(i))) {
            right = h.report(kernel, "wrong element", i, window[0], out.bits(i));
        }
    }
    h.count_elements(count);
    return right;
}

struct UpsampleCase {
    size_t batch, channels, height, width, y_out, x_out;
    uint8_t align_corners, has_scale_y, has_scale_x;
    double scale_y, scale_x;
};

const UpsampleCase upsample_cases[] = {
    {1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0},      {2, 3, 4, 5, 8, 10, 0, 0, 0, 0, 0},
    {1, 2, 7, 5, 12, 16, 1, 0, 0, 0, 0},    {2, 1, 9, 300, 4, 131, 0, 1, 1, 0.45, 0.4368},
    {1, 3, 1, 6, 1, 13, 1, 0, 0, 0, 0},     {1, 33, 6, 3, 11, 7, 0, 1, 0, 1.9, 0},
    {2, 2, 16, 16, 33, 1, 1, 1, 1, 2.1, 2}, {1, 5, 3, 70, 5, 140, 0, 0, 1, 0, 2},
    {2, 5, 13, 11, 117, 120, 0, 0, 0, 0, 0}};

bool run_nearest(Harness &h, const Kernel &kernel, UpsampleCase c, const Tensor &src,
                 void **src_pointer, void **info_pointer)
{
    const Type type = kernel.type_of("dst");
    double y_scale = static_cast<double>(c.height) / static_cast<double>(c.y_out);
    double x_scale = static_cast<double>(c.width) / static_cast<double>(c.x_out);
    const size_t count = c.batch * c.channels * c.y_out * c.x_out;
    Output out(h, type, count, 1);
    if (!h.launch(
            kernel, each_moved(count),
            {&c.y_out, &c.x_out, &y_scale, &x_scale, info_pointer, src_pointer, out.argument()}) ||
        !out.fetch(kernel)) {
        return false;
    }
    bool right = true;
    for (size_t i = 0; i < count; ++i) {
        const size_t plane = i / c.x_out / c.y_out;
        const double y = static_cast<double>(i / c.x_out % c.y_out) * y_scale;
        const double x = static_cast<double>(i % c.x_out) * x_scale;
        const uint64_t wanted = src.bits(plane / c.channels, plane % c.channels,
                                         std::min(static_cast<size_t>(y), c.height - 1),
                                         std::min(static_cast<size_t>(x), c.width - 1));
        if (out.bits(i) != wanted) {
            right = h.report(kernel, "wrong element", i, wanted, out.bits(i));
        }
    }
    h.count_elements(count);
    return right;
}

struct Between {
    size_t low, high;
    Number weight, position;
};

Between between(size_t in, size_t out, size_t at, bool align_corners, bool has_scale, double scale)
{
    const Number size = static_cast<Number>(in), place = static_cast<Number>(at);
    Number ratio, position;
    if (align_corners) {
        ratio = out > 1 ? (size - 1) / static_cast<Number>(out - 1) : 0;
        position = ratio * place;
    } else {
        ratio = has_scale ? 1 / static_cast<Number>(scale) : size / static_cast<Number>(out);
        position = std::max<Number>(0, ratio * (place + 0.5L) - 0.5L);
    }
    const size_t low = std::min(static_cast<size_t>(position), in - 1);
    return {low, std::min(low + 1, in - 1),
            std::min<Number>(1, position - static_cast<Number>(low)), position};
}

// Positions are within a few units in the last place of f64, which moves the result in proportion.
bool is_interpolated(Type type, const Tensor &src, size_t b, size_t channel, const Between &y,
                     const Between &x, uint64_t got)
{
    Number exact = 0, terms = 0, values = 0;
    for (const bool bottom : {false, true}) {
        for (const bool right : {false, true}) {
            const Number value = number_of(
                type, src.bits(b, channel, bottom ? y.high : y.low, right ? x.high : x.low));
            const Number term =
                value * (bottom ? y.weight : 1 - y.weight) * (right ? x.weight : 1 - x.weight);
            exact += term;
            terms += fabsl(term);
            values += fabsl(value);
        }
    }
    const bool is_f32 = is_float(type) && type != Type::f64;
    const Number tolerance = 12 * ldexpl(1, is_f32 ? -24 : -53) * terms +
                             ldexpl(4, -53) * (y.position + x.position + 1) * values;
    if (is_float(type)) {
        return near_value(type, exact, tolerance, got);
    }
    const Number value = static_cast<Number>(got);
    return floorl(exact - tolerance + 0.5L) <= value && value <= floorl(exact + tolerance + 0.5L);
}

bool run_bilinear(Harness &h, const Kernel &kernel, UpsampleCase c, const Tensor &src,
                  void **src_pointer, void **info_pointer)
{
    const Type type = kernel.type_of("dst");
    const size_t count = c.batch * c.channels * c.y_out * c.x_out;
    Output out(h, type, count, 1);
    if (!h.launch(kernel, each_moved(count),
                  {&c.x_out, &c.y_out, &c.align_corners, &c.has_scale_y, &c.scale_y, &c.has_scale_x,
                   &c.scale_x, info_pointer, src_pointer, out.argument()}) ||
        !out.fetch(kernel)) {
        return false;
    }
    bool right = true;
    for (size_t i = 0; i < count; ++i) {
        const size_t plane = i / c.x_out / c.y_out;
        const Between y = between(c.height, c.y_out, i / c.x_out % c.y_out, c.align_corners != 0,
                                  c.has_scale_y != 0, c.scale_y);
        const Between x = between(c.width, c.x_out, i % c.x_out, c.align_corners != 0,
                                  c.has_scale_x != 0, c.scale_x);
        if (!is_interpolated(type, src, plane / c.channels, plane % c.channels, y, x,
                             out.bits(i))) {
            right = h.report(kernel, "wrong element", i, 0, out.bits(i));
        }
    }
    h.count_elements(count);
    return right;
}

} // namespace

bool check_im2col(Harness &h, const Kernel &kernel)
{
    bool right = true;
    size_t number = 0;
    const bool is_2d = kernel.name.compare(0, 8, "im2col1d") != 0;
    for (const ColumnsCase &c : columns_cases) {
        right = run_im2col(h, kernel, c, shape_of(h, number++), is_2d) && right;
    }
    const ColumnsCase many = is_2d ? ColumnsCase{2, 3, 53, 49, 3, 3, 1, 1, 1}
                                   : ColumnsCase{2, 33, 1, 2400, 1, 3, 1, 1, 1};
    return run_im2col(h, kernel, many, shape_of(h, number), is_2d) && right;
}

bool check_col2im(Harness &h, const Kernel &kernel)
{
    bool right = true;
    for (const Col2imCase &c : {Col2imCase{1, 1, 1, 1, 1},
                                {2, 5, 3, 4, 2},
                                {1, 9, 17, 3, 3},
                                {3, 4, 2, 2, 5},
                                {1, 130, 5, 7, 2},
                                {1, 3, 40, 16, 1},
                                {2, 2, 1, 9, 3},
                                {1, 9000, 2, 9, 8}}) {
        right = run_col2im(h, kernel, c) && right;
    }
    return right;
}

bool check_pool(Harness &h, const Kernel &kernel)
{
    bool right = true;
    size_t number = 0;
    for (const PoolCase &c : pool_cases) {
        right = run_pool(h, kernel, c, shape_of(h, number++)) && right;
    }
    return right;
}

bool check_upsample(Harness &h, const Kernel &kernel)
{
    const bool is_nearest = kernel.name.compare(0, 16, "upsample_nearest") == 0;
    bool right = true;
    size_t number = 0;
    for (const UpsampleCase &c : upsample_cases) {
        Tensor src(h, kernel.type_of("dst"), {c.batch, c.channels, c.height, c.width},
                   shape_of(h, number++), !is_nearest, 1);
        const Upload info(h.backend(), src.info());
        void *info_pointer = info.memory();
        right = (is_nearest ? run_nearest(h, kernel, c, src, src.upload(h), &info_pointer)
                            : run_bilinear(h, kernel, c, src, src.upload(h), &info_pointer)) &&
                right;
    }
    return right;
}
