// rope_i, rope and rope_thd: every pair of a tensor of four dimensions.
#include "reduce.hpp"

namespace
{

struct RopeCase {
    size_t b, h, t, d;
    bool has_tables; // for each batch item
    size_t src_start, dst_start;
};

enum class Pairs { neighbours, halves, halves_thd };

// Where the elements of pair |i| of (batch, head, time) are.
struct Place {
    size_t first, second;
};

Place place_of(Pairs pairs, const RopeCase &c, size_t batch, size_t head, size_t time, size_t i)
{
    const size_t row = pairs == Pairs::halves_thd ? (batch * c.t + time) * c.h + head
                                                  : (batch * c.h + head) * c.t + time;
    if (pairs == Pairs::neighbours) {
        return {row * c.d + 2 * i, row * c.d + 2 * i + 1};
    }
    return {row * c.d + i, row * c.d + i + c.d / 2};
}

Number rope_tolerance(Type type, Number size)
{
    return type == Type::f32 || type == Type::f64 ? 2 * unit_of(type) * size : ulp_of(type, size);
}

bool run_rope(Harness &h, const Kernel &kernel, const RopeCase &c)
{
    const Pairs pairs = begins_with(kernel.name, "rope_i_")     ? Pairs::neighbours
                        : begins_with(kernel.name, "rope_thd_") ? Pairs::halves_thd
                                                                : Pairs::halves;
    const Type type = kernel.type_of("src");
    const size_t count = c.b * c.h * c.t * c.d, table = c.t * (c.d / 2);
    const size_t entries = c.has_tables ? c.b * table : table + 2 * c.d; // longer than needed
    const Bytes src = h.random_numbers(type, c.src_start + count, 4);
    const Bytes cos = h.random_numbers(type, c.src_start + entries, 1);
    const Bytes sin = h.random_numbers(type, c.src_start + entries, 1);
    const Upload src_upload(h.backend(), src), cos_upload(h.backend(), cos),
        sin_upload(h.backend(), sin);
    Output out(h, type, count, c.dst_start);
    const size_t bytes = c.src_start * size_of(type);
    void *from = src_upload.memory() + bytes, *cos_from = cos_upload.memory() + bytes,
         *sin_from = sin_upload.memory() + bytes;
    uint32_t bh = static_cast<uint32_t>(c.b * c.h), td = static_cast<uint32_t>(c.t * c.d),
             b = static_cast<uint32_t>(c.b), t = static_cast<uint32_t>(c.t),
             heads = static_cast<uint32_t>(c.h), d = static_cast<uint32_t>(c.d),
             stride_b = c.has_tables ? static_cast<uint32_t>(c.h * c.t * c.d) : 0;
    std::vector<void *> arguments = {&from, &cos_from, &sin_from, out.argument()};
    if (pairs == Pairs::halves_thd) {
        arguments.insert(arguments.end(), {&b, &t, &heads, &d, &stride_b});
    } else if (pairs == Pairs::halves) {
        arguments.insert(arguments.end(), {&bh, &td, &d, &stride_b});
    } else {
        arguments.insert(arguments.end(), {&bh, &td, &stride_b});
    }
    const Launch launch(static_cast<unsigned>((count / 2 + 1023) / 1024), 1024);
    if (!h.launch(kernel, launch, arguments) || !out.fetch(kernel)) {
        return false;
    }
    const std::vector<Number> x = numbers_in(type, src, c.src_start),
                              cosines = numbers_in(type, cos, c.src_start),
                              sines = numbers_in(type, sin, c.src_start);
    bool is_right = true;
    const auto hold = [&](size_t at, Number wanted, Number size) {
        if (!is_near(type, number_of(type, out.bits(at)), wanted, rope_tolerance(type, size))) {
            is_right =
                h.report(kernel, "wrong element", at, bits_nearest(type, x[at]), out.bits(at));
        }
    };
    for (size_t row = 0; row < c.b * c.h * c.t; ++row) {
        const size_t batch = row / (c.h * c.t), head = row / c.t % c.h, time = row % c.t;
        for (size_t i = 0; i < c.d / 2; ++i) {
            const Place place = place_of(pairs, c, batch, head, time, i);
            const size_t entry = (c.has_tables ? batch * table : 0) + time * (c.d / 2) + i;
            const Number p = x[place.first], q = x[place.second];
            const Number cosine = cosines[entry], sine = sines[entry];
            hold(place.first, p * cosine - q * sine, fabsl(p * cosine) + fabsl(q * sine));
            hold(place.second, p * sine + q * cosine, fabsl(p * sine) + fabsl(q * cosine));
        }
    }
    h.count_elements(count);
    return is_right;
}

} // namespace

bool check_rope(Harness &h, const Kernel &kernel)
{
    static const RopeCase cases[] = {
        {1, 1, 1, 2, false, 0, 0},   {2, 3, 5, 64, false, 0, 0},  {2, 3, 5, 64, true, 0, 0},
        {1, 2, 7, 128, false, 0, 0}, {3, 2, 4, 6, true, 0, 0},    {2, 2, 3, 10, false, 0, 0},
        {2, 3, 5, 32, true, 1, 0},   {2, 3, 5, 32, false, 0, 3},  {2, 3, 5, 32, true, 16, 16},
        {5, 1, 1, 16, true, 0, 0},   {2, 4, 33, 48, true, 0, 16}, {1, 8, 17, 80, false, 16, 0},
        {2, 1, 9, 4, false, 0, 0},   {1, 5, 40, 24, false, 0, 0}};
    bool is_right = true;
    for (const RopeCase &c : cases) {
        is_right = run_rope(h, kernel, c) && is_right;
    }
    return is_right;
}
