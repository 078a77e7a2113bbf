#include "harness.hpp"

#include <cstdio>

// 16 elements of the largest type on either side of what a kernel may write.
static constexpr size_t guard = 16;
static constexpr uint8_t untouched = 0xa5;

struct Family {
    const char *name;
    bool (*check)(Harness &harness, const Kernel &kernel);
};

static const Family families[] = {
    {"affine", check_elementwise},  {"binary", check_elementwise}, {"cast", check_elementwise},
    {"conv", check_conv},           {"fill", check_fill},          {"indexing", check_indexing},
    {"quantized", check_quantized}, {"reduce", check_reduce},      {"sort", check_sort},
    {"ternary", check_elementwise}, {"unary", check_elementwise}};

bool Harness::check(const Kernel &kernel)
{
    reports_ = 0;
    for (const Family &family : families) {
        if (kernel.family == family.name) {
            const bool right = family.check(*this, kernel);
            ++kernels_;
            return right;
        }
    }
    fprintf(stderr, "%s: no check for family %s\n", kernel.name.c_str(), kernel.family.c_str());
    return false;
}

bool Harness::launch(const Kernel &kernel, const Launch &shape, std::vector<void *> arguments)
{
    ++launches_;
    if (arguments.size() != kernel.parameters.size()) {
        fprintf(stderr, "%s: %zu parameters, not %zu\n", kernel.name.c_str(),
                kernel.parameters.size(), arguments.size());
        return false;
    }
    if (!backend_.launch(kernel, shape, arguments.data())) {
        fprintf(stderr, "%s: the launch failed\n", kernel.name.c_str());
        return false;
    }
    return true;
}

Launch Harness::next_launch(size_t numel)
{
    static const unsigned blocks[] = {1024, 256, 33, 1024, 96, 1};
    const unsigned turn = launch_shape_++ % 6;
    const unsigned block = blocks[turn];
    unsigned grid = static_cast<unsigned>((numel + block - 1) / block);
    if (turn == 2 || turn == 4) {
        grid = 3; // fewer threads than elements
    } else if (turn == 5 && grid > 64) {
        grid = 64;
    }
    return {grid, block};
}

Launch Harness::next_map_launch(size_t numel)
{
    static const unsigned blocks[] = {256, 33, 1024, 96, 1};
    const unsigned turn = map_launch_shape_++; // of which a kernel may see every 4th
    if (turn % 5 == 0) {
        return next_launch(numel);
    }
    if (turn % 7 == 3 || numel == 1) {
        return {1025 + turn % 11, turn % 3 == 0 ? 1u : 32u};
    }
    const unsigned block = blocks[turn / 5 % 5];
    if (block >= numel) {
        return {1, static_cast<unsigned>(numel) - 1};
    }
    const unsigned grid = static_cast<unsigned>(numel / block + 1) / 2;
    return {grid < 64 ? grid : 64, block};
}

bool Harness::report(const Kernel &kernel, const char *what, size_t index, uint64_t input,
                     uint64_t got)
{
    if (reports_++ < 5) {
        fprintf(stderr, "%s: %s at %zu: input %#llx, got %#llx\n", kernel.name.c_str(), what, index,
                static_cast<unsigned long long>(input), static_cast<unsigned long long>(got));
    }
    return false;
}

// Half-way between two neighbours of a narrower type, or a trifle beside it: where rounding twice
// shows.
static Number half_way(uint64_t draw)
{
    static const Type narrow[] = {Type::bf16, Type::f16, Type::f8};
    const Type type = narrow[draw % 3];
    const uint64_t magnitudes = 1ull << (8 * format_of(type).size - 1);
    const Number low = number_of(type, (draw >> 8) % magnitudes);
    if (!std::isfinite(low)) {
        return low;
    }
    const Number trifle = ldexpl(static_cast<Number>(static_cast<int>(draw >> 40 & 3) - 1), -40);
    return (low + ulp_of(type, low) / 2) * (1 + trifle);
}

uint64_t Harness::random_bits(Type type, bool is_condition)
{
    static const Number special[] = {0.0L,
                                     1.0L,
                                     0.5L,
                                     1.5L,
                                     2.5L,
                                     3.0L,
                                     0.49999997L,
                                     255.0L,
                                     255.5L,
                                     256.0L,
                                     300.0L,
                                     447.0L,
                                     464.0L,
                                     465.0L,
                                     65504.0L,
                                     65519.0L,
                                     65520.0L,
                                     16777217.0L,
                                     16777219.0L,
                                     2147483647.0L,
                                     2147483648.0L,
                                     4294967295.0L,
                                     4294967296.0L,
                                     9007199254740993.0L,
                                     9223372036854775807.0L,
                                     9223372036854775808.0L,
                                     1e20L,
                                     1e-3L,
                                     0.0146484375L,
                                     0.001L,
                                     1e-7L,
                                     5.9604645e-8L,
                                     1e-38L,
                                     1e-40L,
                                     1.4e-45L,
                                     3.3895e38L,
                                     3.4028e38L,
                                     1e300L,
                                     5e-324L,
                                     88.7L,
                                     104.0L,
                                     11.1L,
                                     13.5L,
                                     HUGE_VALL,
                                     NAN};
    constexpr size_t specials = sizeof(special) / sizeof(special[0]);
    const Format &f = format_of(type);
    const uint64_t mask = ~0ull >> (64 - 8 * f.size);
    const uint64_t draw = random_();
    const unsigned kind = draw % 4;
    if (is_condition && kind < 2) {
        return 0;
    }
    if (kind == 0) {
        return random_() & mask;
    }
    if (!is_float(type)) {
        const int shift = static_cast<int>(draw >> 8 & 63);
        if (kind == 1) {
            return draw >> 8 & 3;
        }
        if (kind == 2) {
            // Half-way between two numbers of eight bits, or next to it.
            return ((((draw >> 24 & 0xff) * 2 + 1) << shift % 24) + (draw >> 16 & 3) - 1) & mask;
        }
        return ((1ull << shift) + (draw >> 16 & 3) - 1) & mask; // around the powers of two
    }
    if (kind == 2 && (draw >> 63) != 0) {
        const Number x = half_way(random_());
        return bits_nearest(type, (draw >> 40 & 1) != 0 ? -x : x);
    }
    if (kind == 1) {
        const Number x = special[(draw >> 8) % specials];
        return bits_nearest(type, (draw >> 40 & 1) != 0 ? -x : x);
    }
    return bits_nearest(type,
                        (static_cast<Number>(draw >> 8 & 0xffffffff) / 4294967296.0L - 0.5L) * 16);
}

Bytes Harness::random_buffer(Type type, size_t count, bool is_condition)
{
    const size_t size = static_cast<size_t>(format_of(type).size);
    Bytes buffer(count * size);
    for (size_t i = 0; i < count; ++i) {
        bits_store(type, &buffer[i * size], random_bits(type, is_condition));
    }
    return buffer;
}

Bytes Harness::random_numbers(Type type, size_t count, Number scale)
{
    const size_t size = static_cast<size_t>(format_of(type).size);
    Bytes buffer(count * size);
    for (size_t i = 0; i < count; ++i) {
        const Number unit = static_cast<Number>(random_() >> 32) / 2147483648.0L - 1;
        const uint64_t bits = is_float(type)
                                  ? bits_nearest(type, unit * scale)
                                  : static_cast<uint64_t>(static_cast<int64_t>(unit * scale));
        bits_store(type, &buffer[i * size], bits);
    }
    return buffer;
}

uint64_t Harness::random()
{
    return random_();
}

Output::Output(Harness &harness, Type type, size_t count, size_t start, const uint8_t *preset)
    : harness_(harness), type_(type), size_(static_cast<size_t>(format_of(type).size)),
      first_((guard + start) * size_), count_(count),
      before_((2 * guard + start + count) * size_, untouched)
{
    if (preset != nullptr) {
        memcpy(&before_[first_], preset, count * size_);
    }
    upload_ = std::make_unique<Upload>(harness.backend(), before_);
    pointer_ = upload_->memory() + first_;
}

bool Output::fetch(const Kernel &kernel, const std::vector<bool> *written)
{
    bytes_ = upload_->download();
    for (size_t i = 0; i < bytes_.size(); ++i) {
        const bool is_inside = i >= first_ && i < first_ + count_ * size_;
        const bool may_change =
            is_inside && (written == nullptr || (*written)[(i - first_) / size_]);
        if (!may_change && bytes_[i] != before_[i]) {
            return harness_.report(kernel, "byte written outside the output", i, before_[i],
                                   bytes_[i]);
        }
    }
    return true;
}
