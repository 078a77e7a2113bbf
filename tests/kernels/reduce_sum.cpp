// sum_*: what is added to each element of an output that had something in it.
#include "reduce.hpp"

namespace
{

struct SumCase {
    Sizes dims;
    Shape shape;
    std::vector<size_t> summed; // dimensions, left to right
    unsigned blocks = 0;        // of 1024 threads; 0: as callers launch, or otherwise
};

// Where the element with logical index |index| is added.
size_t destination_of(const SumCase &c, size_t index)
{
    const Sizes strides = dense_strides(c.dims);
    size_t destination = 0;
    size_t product = 1;
    for (size_t d = c.dims.size(); d-- > 0;) {
        bool is_summed = false;
        for (size_t s : c.summed) {
            is_summed = is_summed || s == d;
        }
        if (!is_summed) {
            destination += index / strides[d] % c.dims[d] * product;
            product *= c.dims[d];
        }
    }
    return destination;
}

Bytes sum_info(const SumCase &c, const View &view)
{
    Bytes info = info_bytes(c.dims, {view});
    Sizes lengths, strides;
    for (size_t d : c.summed) {
        lengths.push_back(c.dims[d]);
        strides.push_back(dense_strides(c.dims)[d]);
    }
    const Bytes summed = info_bytes(lengths, {{strides, 0}});
    info.insert(info.end(), summed.begin(), summed.end());
    return info;
}

// Numbers that are as random as can be without rounding's share in their sum being all of it.
bool run_sum(Harness &h, const Kernel &kernel, const SumCase &c)
{
    const Type type = kernel.type_of("inp");
    const size_t start = h.random() % 3;
    const View view = view_of(c.dims, c.shape, start);
    size_t numel = product_of(c.dims), rank = c.dims.size(), count = c.summed.size(),
           outputs = numel;
    for (size_t d : c.summed) {
        outputs /= c.dims[d];
    }
    const size_t extent = extent_of(c.dims, view);
    const Bytes inp =
        is_float(type) ? h.random_numbers(type, extent, 2) : h.random_buffer(type, extent);
    const Bytes before =
        is_float(type) ? h.random_numbers(type, outputs, 2) : h.random_buffer(type, outputs);
    const Upload inp_upload(h.backend(), inp), info_upload(h.backend(), sum_info(c, view));
    Output out(h, type, outputs, 1, before.data());
    void *info = info_upload.memory(), *from = inp_upload.memory() + start * size_of(type);
    const unsigned blocks = c.blocks != 0 ? c.blocks : static_cast<unsigned>((numel + 1023) / 1024);
    const Launch launch =
        c.blocks != 0 || h.random() % 2 == 0 ? Launch(blocks, 1024) : h.next_launch(numel);
    if (!h.launch(kernel, launch, {&numel, &rank, &count, &info, &from, out.argument()}) ||
        !out.fetch(kernel)) {
        return false;
    }
    std::vector<Number> sums(outputs), terms(outputs);
    std::vector<uint64_t> whole(outputs);
    for (size_t o = 0; o < outputs; ++o) {
        whole[o] = bits_load(type, &before[o * size_of(type)]);
        sums[o] = number_of(type, whole[o]);
        terms[o] = fabsl(sums[o]);
    }
    for (size_t i = 0; i < numel; ++i) {
        const uint64_t bits = bits_load(type, &inp[offset_of(c.dims, view, i) * size_of(type)]);
        const size_t o = destination_of(c, i);
        whole[o] += bits;
        sums[o] += number_of(type, bits);
        terms[o] += fabsl(number_of(type, bits));
    }
    bool is_right = true;
    const Number each = static_cast<Number>(numel / outputs + 1);
    for (size_t o = 0; o < outputs; ++o) {
        bool ok = out.bits(o) == (whole[o] & 0xffffffff);
        if (is_float(type)) {
            const Number tolerance =
                (2 * sqrtl(each) + 8) * unit_of(type) * terms[o] + ulp_of(type, sums[o]);
            ok = is_near(type, number_of(type, out.bits(o)), sums[o], tolerance);
        }
        if (!ok) {
            is_right = h.report(kernel, "wrong sum", o, bits_load(type, &before[o * size_of(type)]),
                                out.bits(o));
        }
    }
    h.count_elements(numel);
    return is_right;
}

} // namespace

bool check_sum(Harness &h, const Kernel &kernel)
{
    static const std::vector<SumCase> cases = {{{7}, Shape::dense, {0}},
                                               {{5000}, Shape::dense, {0}},
                                               {{5, 1}, Shape::dense, {}},
                                               {{}, Shape::dense, {}},
                                               {{33, 65}, Shape::dense, {1}},
                                               {{33, 65}, Shape::dense, {0}},
                                               {{33, 65}, Shape::transposed, {1}},
                                               {{100, 3}, Shape::rows, {0}},
                                               {{4, 5, 6, 7}, Shape::dense, {0, 2}},
                                               {{4, 5, 6, 7}, Shape::step, {1, 3}},
                                               {{4, 5, 6, 7}, Shape::broadcast_row, {0, 1, 3}},
                                               {{3, 1, 40}, Shape::odd_ones, {1}},
                                               {{3, 1, 40}, Shape::odd_ones, {1, 2}},
                                               {{2, 3, 1, 4, 5, 2}, Shape::transposed, {1, 4}}};
    bool is_right = true;
    for (const SumCase &c : cases) {
        is_right = run_sum(h, kernel, c) && is_right;
    }
    // So many blocks that most leave at once.
    if (h.is_turn(0, 3)) {
        is_right = run_sum(h, kernel, {{77, 41}, Shape::dense, {0}, 16387}) && is_right;
    }
    return is_right;
}
