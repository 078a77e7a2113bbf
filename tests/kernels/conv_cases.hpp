// Tensors of up to four dimensions and sums of their elements: what the checks of convolutions,
// pooling and upsampling share.
#pragma once

#include "harness.hpp"
#include "semantics.hpp"
#include "views.hpp"

// E(N): one thread an output in blocks of 1024.
inline Launch each_output(size_t count)
{
    return {static_cast<unsigned>((count + 1023) / 1024), 1024};
}

// The same for kernels that take blocks of any whole warps. Many outputs are in blocks of one: as
// many blocks as those of 1024 make of millions, most of which leave the work to the others.
inline Launch each_moved(size_t count)
{
    return count > 100000 ? Launch(static_cast<unsigned>((count + 31) / 32), 32)
                          : each_output(count);
}

// A strided tensor on the device and here. Those of three dimensions have a second to last one of
// size 1 here.
class Tensor
{
  public:
    // Numbers of every kind; |finite|, floats in (-2, 2).
    Tensor(Harness &h, Type type, const Sizes &dims, Shape shape, bool finite, size_t start = 0)
        : type_(type), dims_(dims), view_(view_of(dims, shape, start)), strides_(view_.strides)
    {
        const size_t count = extent_of(dims, view_);
        bytes_ = finite && is_float(type) ? h.random_numbers(type, count, 2)
                                          : h.random_buffer(type, count);
        if (dims.size() == 3) {
            strides_.insert(strides_.begin() + 2, 0);
        }
    }
    // Afterwards the device has it.
    void **upload(Harness &h)
    {
        upload_ = std::make_unique<Upload>(h.backend(), bytes_);
        pointer_ = upload_->memory() + view_.start * size();
        return &pointer_;
    }
    uint64_t bits(size_t a, size_t b, size_t y, size_t x) const
    {
        return bits_load(type_, &bytes_[offset(a, b, y, x) * size()]);
    }
    void set(size_t a, size_t b, size_t y, size_t x, Number value)
    {
        bits_store(type_, &bytes_[offset(a, b, y, x) * size()], bits_nearest(type_, value));
    }
    // dims, strides
    Bytes info() const
    {
        return info_bytes(dims_, {view_});
    }

  private:
    size_t size() const
    {
        return static_cast<size_t>(format_of(type_).size);
    }
    size_t offset(size_t a, size_t b, size_t y, size_t x) const
    {
        return view_.start + a * strides_[0] + b * strides_[1] + y * strides_[2] + x * strides_[3];
    }

    Type type_;
    Sizes dims_;
    View view_;
    Sizes strides_;
    Bytes bytes_;
    std::unique_ptr<Upload> upload_;
    void *pointer_ = nullptr;
};

// A sum of products, and how far from it a kernel may be.
class Sum
{
  public:
    void add(Type type, uint64_t a, uint64_t b)
    {
        ++terms_;
        if (!is_float(type)) {
            wrapped_ += a * b;
            return;
        }
        const Number term = number_of(type, a) * number_of(type, b);
        exact_ += term;
        magnitude_ += fabsl(term);
    }
    void add(Type type, uint64_t a)
    {
        add(type, a, is_float(type) ? bits_nearest(type, 1) : 1);
    }
    bool is(Type type, uint64_t got) const
    {
        if (!is_float(type)) {
            return got == (wrapped_ & ~0ull >> (64 - 8 * format_of(type).size));
        }
        return near_value(type, exact_, tolerance(type), got);
    }
    // Divided by |count|; integers toward zero.
    bool is_mean(Type type, size_t count, uint64_t got) const
    {
        const Number divisor = static_cast<Number>(count);
        if (!is_float(type)) {
            return got == wrapped_ / count;
        }
        return near_value(type, exact_ / divisor, 2 * tolerance(type) / divisor, got);
    }

  private:
    Number tolerance(Type type) const
    {
        const Number unit = ldexpl(1, compute_type(type) == Type::f64 ? -53 : -24);
        return (2 * sqrtl(static_cast<Number>(terms_)) + 8) * unit * magnitude_;
    }

    Number exact_ = 0, magnitude_ = 0;
    uint64_t wrapped_ = 0;
    size_t terms_ = 0;
};

// im2col, col2im, pooling and upsampling.
bool check_im2col(Harness &h, const Kernel &kernel);
bool check_col2im(Harness &h, const Kernel &kernel);
bool check_pool(Harness &h, const Kernel &kernel);
bool check_upsample(Harness &h, const Kernel &kernel);
