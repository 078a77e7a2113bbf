// Convolutions: the sum over channels and taps as the definition says it, transposed ones as what
// each element of the input adds to the output.
#include "conv_cases.hpp"
#include "harness.hpp"

namespace
{

// What is put among the numbers: weights and inputs that are infinite or none; an infinite input,
// and one as large as may be; inputs of two bytes that are all subnormal.
enum Extremes { no_extremes, infinite_ones, large_inputs, small_inputs };

// One-dimensional kernels take x alone.
struct ConvCase {
    size_t batch, c_in, c_out, height, width, kernel_height, kernel_width;
    size_t stride, padding, dilation, out_padding;
    Shape src, kernel;
    Extremes extremes;
};

// Tiny ones, and such as fill tiles: by chance, exactly, in several channels and images. Those of
// many channels get high tiles. The last one has more taps than a word has bits.
const ConvCase cases[] = {
    {1, 1, 1, 1, 1, 1, 1, 1, 0, 1, 0, Shape::dense, Shape::dense, no_extremes},
    {2, 3, 2, 5, 7, 3, 3, 1, 1, 1, 0, Shape::dense, Shape::dense, no_extremes},
    {1, 2, 5, 9, 8, 2, 3, 2, 0, 1, 1, Shape::transposed, Shape::rows, no_extremes},
    {3, 1, 1, 11, 13, 3, 5, 1, 3, 1, 0, Shape::rows, Shape::transposed, no_extremes},
    {2, 5, 3, 4, 3, 5, 6, 1, 3, 1, 0, Shape::step, Shape::dense, no_extremes},
    {1, 4, 3, 13, 17, 3, 3, 3, 2, 2, 2, Shape::dense, Shape::step, infinite_ones},
    {2, 2, 33, 3, 5, 1, 2, 1, 0, 3, 0, Shape::odd_ones, Shape::dense, no_extremes},
    {2, 7, 33, 7, 9, 3, 3, 1, 1, 1, 0, Shape::dense, Shape::dense, no_extremes},
    {1, 3, 64, 16, 15, 3, 2, 2, 2, 1, 1, Shape::transposed, Shape::transposed, no_extremes},
    {3, 17, 9, 8, 11, 2, 3, 3, 2, 2, 0, Shape::rows, Shape::step, no_extremes},
    {1, 33, 65, 6, 11, 1, 1, 1, 0, 1, 0, Shape::step, Shape::rows, no_extremes},
    {2, 16, 20, 9, 10, 3, 3, 2, 3, 3, 1, Shape::broadcast_row, Shape::dense, no_extremes},
    {1, 6, 32, 10, 9, 3, 4, 1, 2, 1, 0, Shape::dense, Shape::dense, infinite_ones},
    {1, 12, 70, 12, 12, 3, 3, 4, 1, 6, 3, Shape::dense, Shape::odd_ones, no_extremes},
    {1, 40, 16, 5, 7, 4, 4, 1, 1, 1, 0, Shape::broadcast_column, Shape::transposed, no_extremes},
    {1, 17, 4097, 1, 9, 1, 1, 1, 0, 1, 0, Shape::dense, Shape::dense, no_extremes},
    {1, 8, 64, 9, 10, 3, 3, 1, 1, 1, 0, Shape::dense, Shape::dense, large_inputs},
    {2, 9, 4100, 2, 2, 1, 2, 1, 1, 1, 0, Shape::dense, Shape::dense, infinite_ones},
    {1, 31, 40, 5, 7, 3, 3, 1, 1, 1, 0, Shape::dense, Shape::rows, small_inputs},
    {1, 3, 24, 1, 47, 1, 37, 2, 18, 1, 1, Shape::dense, Shape::dense, no_extremes},
};
constexpr size_t case_count = sizeof(cases) / sizeof(cases[0]);

struct Axis {
    size_t in, taps, out, stride, padding, dilation;
};

Axis axis_of(const ConvCase &c, bool is_transposed, size_t in, size_t taps)
{
    const size_t reach = c.dilation * (taps - 1) + 1;
    const size_t out = is_transposed ? (in - 1) * c.stride + reach + c.out_padding - 2 * c.padding
                                     : (in + 2 * c.padding - reach) / c.stride + 1;
    return {in, taps, out, c.stride, c.padding, c.dilation};
}

// Whether there is an output at all.
bool fits(const ConvCase &c, bool is_transposed, size_t in, size_t taps)
{
    const size_t reach = c.dilation * (taps - 1) + 1;
    return is_transposed ? (in - 1) * c.stride + reach + c.out_padding > 2 * c.padding
                         : in + 2 * c.padding >= reach;
}

class Sums
{
  public:
    Sums(Type type, const ConvCase &c, const Axis &y, const Axis &x)
        : type_(type), c_(c), y_(y), x_(x), sums_(c.batch * c.c_out * y.out * x.out)
    {
    }

    void convolve(const Tensor &src, const Tensor &kernel)
    {
        each_output([&](size_t b, size_t o, size_t y, size_t x, Sum &sum) {
            for (size_t c = 0; c < c_.c_in; ++c) {
                for (size_t ky = 0; ky < y_.taps; ++ky) {
                    for (size_t kx = 0; kx < x_.taps; ++kx) {
                        const size_t iy = y * y_.stride + ky * y_.dilation - y_.padding;
                        const size_t ix = x * x_.stride + kx * x_.dilation - x_.padding;
                        if (iy < y_.in && ix < x_.in) {
                            sum.add(type_, src.bits(b, c, iy, ix), kernel.bits(o, c, ky, kx));
                        }
                    }
                }
            }
        });
    }

    void convolve_transposed(const Tensor &src, const Tensor &kernel)
    {
        for (size_t b = 0; b < c_.batch; ++b) {
            for (size_t c = 0; c < c_.c_in; ++c) {
                for (size_t y = 0; y < y_.in; ++y) {
                    for (size_t x = 0; x < x_.in; ++x) {
                        spread(b, c, y, x, src.bits(b, c, y, x), kernel);
                    }
                }
            }
        }
    }

    bool are(Harness &h, const Kernel &kernel, const Output &out)
    {
        bool right = true;
        for (size_t i = 0; i < sums_.size(); ++i) {
            if (!sums_[i].is(type_, out.bits(i))) {
                right = h.report(kernel, "wrong sum", i, 0, out.bits(i));
            }
        }
        h.count_elements(sums_.size());
        return right;
    }

    size_t count() const
    {
        return sums_.size();
    }

  private:
    Sum &at(size_t b, size_t o, size_t y, size_t x)
    {
        return sums_[((b * c_.c_out + o) * y_.out + y) * x_.out + x];
    }
    template <class Visit> void each_output(const Visit &visit)
    {
        for (size_t b = 0; b < c_.batch; ++b) {
            for (size_t o = 0; o < c_.c_out; ++o) {
                for (size_t y = 0; y < y_.out; ++y) {
                    for (size_t x = 0; x < x_.out; ++x) {
                        visit(b, o, y, x, at(b, o, y, x));
                    }
                }
            }
        }
    }
    void spread(size_t b, size_t c, size_t y, size_t x, uint64_t element, const Tensor &kernel)
    {
        for (size_t ky = 0; ky < y_.taps; ++ky) {
            for (size_t kx = 0; kx < x_.taps; ++kx) {
                const size_t oy = y * y_.stride + ky * y_.dilation - y_.padding;
                const size_t ox = x * x_.stride + kx * x_.dilation - x_.padding;
                if (oy >= y_.out || ox >= x_.out) {
                    continue;
                }
                for (size_t o = 0; o < c_.c_out; ++o) {
                    at(b, o, oy, ox).add(type_, element, kernel.bits(c, o, ky, kx));
                }
            }
        }
    }

    Type type_;
    const ConvCase &c_;
    Axis y_, x_;
    std::vector<Sum> sums_;
};

void set_extremes(const ConvCase &c, Type type, bool is_transposed, Tensor &src, Tensor &weights)
{
    const size_t first = is_transposed ? c.c_in : c.c_out;
    const size_t second = is_transposed ? c.c_out : c.c_in;
    if (c.extremes == infinite_ones) {
        src.set(0, c.c_in - 1, c.height - 1, 0, NAN);
        src.set(c.batch - 1, 0, 0, c.width - 1, -HUGE_VALL);
        weights.set(0, second - 1, 0, 0, HUGE_VALL);
        weights.set(first - 1, 0, c.kernel_height - 1, c.kernel_width - 1, NAN);
    } else if (c.extremes == large_inputs) {
        src.set(0, 0, 0, 0, largest_of(type));
        src.set(c.batch - 1, c.c_in - 1, c.height - 1, c.width - 1, HUGE_VALL);
        for (size_t o = 0; o < c.c_out; ++o) {
            for (size_t tap = 0; tap < c.kernel_height * c.kernel_width; ++tap) {
                weights.set(is_transposed ? 0 : o, is_transposed ? o : 0, tap / c.kernel_width,
                            tap % c.kernel_width, 0.25L);
            }
        }
    } else if (c.extremes == small_inputs && format_of(type).size == 2) {
        const Number unit = number_of(type, 1); // the smallest of all
        for (size_t i = 0; i < c.batch * c.c_in * c.height * c.width; ++i) {
            const size_t line = i / c.width, channel = line / c.height;
            src.set(channel / c.c_in, channel % c.c_in, line % c.height, i % c.width,
                    unit * static_cast<Number>(i % 100));
        }
    }
}

bool run_conv(Harness &h, const Kernel &kernel, ConvCase c, bool is_transposed, bool is_2d)
{
    const Type type = kernel.type_of("dst");
    if (!is_2d) {
        c.height = c.kernel_height = 1;
    }
    if (!fits(c, is_transposed, c.width, c.kernel_width) ||
        (is_2d && !fits(c, is_transposed, c.height, c.kernel_height))) {
        return true;
    }
    const Axis y =
        is_2d ? axis_of(c, is_transposed, c.height, c.kernel_height) : Axis{1, 1, 1, 1, 0, 1};
    const Axis x = axis_of(c, is_transposed, c.width, c.kernel_width);
    const size_t first = is_transposed ? c.c_in : c.c_out;
    const size_t second = is_transposed ? c.c_out : c.c_in;
    Sizes src_dims = {c.batch, c.c_in, c.height, c.width};
    Sizes kernel_dims = {first, second, c.kernel_height, c.kernel_width};
    if (!is_2d) {
        src_dims.erase(src_dims.begin() + 2);
        kernel_dims.erase(kernel_dims.begin() + 2);
    }
    Tensor src(h, type, src_dims, c.src, true, 3), weights(h, type, kernel_dims, c.kernel, true, 1);
    if (is_float(type)) {
        set_extremes(c, type, is_transposed, src, weights);
    }

    Sums sums(type, c, y, x);
    if (is_transposed) {
        sums.convolve_transposed(src, weights);
    } else {
        sums.convolve(src, weights);
    }
    Bytes info = src.info();
    const Bytes more = weights.info();
    info.insert(info.end(), more.begin(), more.end());
    const Upload info_upload(h.backend(), info);
    void *info_pointer = info_upload.memory();
    Output out(h, type, sums.count(), 1);
    size_t src_numel = 0, y_out = y.out, x_out = x.out;
    std::vector<void *> arguments = {&src_numel, &x_out};
    if (is_2d) {
        arguments.push_back(&y_out);
    }
    arguments.insert(arguments.end(), {&c.stride, &c.padding});
    if (is_transposed) {
        arguments.push_back(&c.out_padding);
    }
    arguments.insert(arguments.end(), {&c.dilation, &info_pointer, src.upload(h), weights.upload(h),
                                       out.argument()});
    return h.launch(kernel, each_output(sums.count()), arguments) && out.fetch(kernel) &&
           sums.are(h, kernel, out);
}

bool check_convolution(Harness &h, const Kernel &kernel, bool is_transposed, bool is_2d)
{
    bool right = true;
    for (size_t i = 0; i < case_count; ++i) {
        if (h.thorough() || (i + h.turn()) % 2 == 0) {
            right = run_conv(h, kernel, cases[i], is_transposed, is_2d) && right;
        }
    }
    return right;
}

bool check_conv1d(Harness &h, const Kernel &kernel)
{
    return check_convolution(h, kernel, false, false);
}

bool check_conv2d(Harness &h, const Kernel &kernel)
{
    return check_convolution(h, kernel, false, true);
}

bool check_conv_transpose1d(Harness &h, const Kernel &kernel)
{
    return check_convolution(h, kernel, true, false);
}

bool check_conv_transpose2d(Harness &h, const Kernel &kernel)
{
    return check_convolution(h, kernel, true, true);
}

struct Check {
    const char *name; // as kernels begin, with the underscore before their type
    bool (*check)(Harness &h, const Kernel &kernel);
};

const Check checks[] = {{"conv1d_", check_conv1d},
                        {"conv2d_", check_conv2d},
                        {"conv_transpose1d_", check_conv_transpose1d},
                        {"conv_transpose2d_", check_conv_transpose2d},
                        {"im2col_", check_im2col},
                        {"im2col1d_", check_im2col},
                        {"col2im1d_", check_col2im},
                        {"avg_pool2d_", check_pool},
                        {"max_pool2d_", check_pool},
                        {"upsample_nearest2d_", check_upsample},
                        {"upsample_bilinear2d_", check_upsample}};

} // namespace

bool check_conv(Harness &h, const Kernel &kernel)
{
    for (const Check &check : checks) {
        if (kernel.name.compare(0, strlen(check.name), check.name) == 0) {
            return check.check(h, kernel);
        }
    }
    fprintf(stderr, "%s: no check\n", kernel.name.c_str());
    return false;
}
