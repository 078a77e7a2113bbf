// fill_T, copy2d_T and const_set_T: what was to be written holds the value, all else is untouched.
#include "cases.hpp"
#include "harness.hpp"

namespace
{

bool same_everywhere(Harness &h, const Kernel &kernel, const Output &out, size_t count,
                     uint64_t value)
{
    bool right = true;
    for (size_t i = 0; i < count; ++i) {
        if (out.bits(i) != value) {
            right = h.report(kernel, "wrong element", i, value, out.bits(i));
        }
    }
    h.count_elements(count);
    return right;
}

bool run_fill(Harness &h, const Kernel &kernel, size_t numel, size_t start, const Launch &launch)
{
    const Type type = kernel.type_of("buf");
    Output out(h, type, numel, start);
    uint64_t value = h.random_bits(type);
    return h.launch(kernel, launch, {out.argument(), &value, &numel}) && out.fetch(kernel) &&
           same_everywhere(h, kernel, out, numel, value);
}

bool check_buffers(Harness &h, const Kernel &kernel)
{
    bool right = true;
    for (size_t numel : {0, 1, 2, 15, 16, 17, 1000, 4099}) {
        for (size_t start : {0, 1, 3}) {
            const Launch launch = numel == 0 ? Launch(3, 96) : h.next_map_launch(numel);
            right = run_fill(h, kernel, numel, start, launch) && right;
        }
    }
    for (const Case &c : many_block_cases(h, 0)) {
        right = run_fill(h, kernel, product_of(c.dims), 0, c.launch) && right;
    }
    return right;
}

struct Matrix {
    uint32_t rows, columns, src_pitch, dst_pitch;
    size_t src_start, dst_start;
};

bool run_copy2d(Harness &h, const Kernel &kernel, Matrix m, const Launch &launch)
{
    const Type type = kernel.type_of("src");
    const size_t size = static_cast<size_t>(format_of(type).size);
    const bool is_empty = m.rows == 0 || m.columns == 0;
    const size_t last_row = is_empty ? 0 : m.rows - 1;
    const Bytes src = h.random_buffer(type, m.src_start + last_row * m.src_pitch + m.columns);
    const Upload src_upload(h.backend(), src);
    void *src_pointer = src_upload.memory() + m.src_start * size;
    const size_t count = is_empty ? 0 : last_row * m.dst_pitch + m.columns;
    std::vector<bool> written(count, false);
    for (size_t i = 0; i < count; ++i) {
        written[i] = i % m.dst_pitch < m.columns;
    }
    Output out(h, type, count, m.dst_start);
    if (!h.launch(
            kernel, launch,
            {&src_pointer, out.argument(), &m.rows, &m.columns, &m.src_pitch, &m.dst_pitch}) ||
        !out.fetch(kernel, &written)) {
        return false;
    }
    bool right = true;
    for (size_t i = 0; i < m.rows; ++i) {
        for (size_t j = 0; j < m.columns; ++j) {
            const uint64_t wanted =
                bits_load(type, &src[(m.src_start + i * m.src_pitch + j) * size]);
            const uint64_t got = out.bits(i * m.dst_pitch + j);
            if (got != wanted) {
                right = h.report(kernel, "wrong element", i * m.columns + j, wanted, got);
            }
        }
    }
    h.count_elements(size_t(m.rows) * m.columns);
    return right;
}

bool check_copy2d(Harness &h, const Kernel &kernel)
{
    static const Matrix matrices[] = {
        {1, 1, 1, 1, 0, 0},        {7, 33, 33, 33, 0, 0},       {33, 7, 16, 9, 1, 0},
        {64, 64, 80, 64, 0, 16},   {5, 1000, 1024, 1008, 0, 0}, {300, 1, 3, 2, 0, 1},
        {16, 100, 100, 101, 3, 1}, {1, 4099, 4099, 4099, 0, 0}, {20, 48, 48, 64, 0, 0},
        {0, 7, 9, 9, 0, 0},        {7, 0, 9, 9, 0, 0}};
    bool right = true;
    for (const Matrix &m : matrices) {
        const size_t numel = size_t(m.rows) * m.columns;
        const Launch launch = numel == 0 ? Launch(3, 96) : h.next_map_launch(numel);
        right = run_copy2d(h, kernel, m, launch) && right;
    }
    for (const Case &c : many_block_cases(h, 0)) {
        const uint32_t rows = static_cast<uint32_t>(c.dims[0]);
        const uint32_t columns = static_cast<uint32_t>(c.dims[1]);
        const Matrix m = {rows, columns, columns, columns, 0, 0};
        right = run_copy2d(h, kernel, m, c.launch) && right;
    }
    return right;
}

bool run_const_set(Harness &h, const Kernel &kernel, const Case &c)
{
    const Type type = kernel.type_of("out");
    const View view = {c.views[0].strides, 0};
    size_t numel = product_of(c.dims), rank = c.dims.size();
    const size_t extent = numel == 0 ? 0 : extent_of(c.dims, view);
    std::vector<bool> written(extent, false);
    for (size_t i = 0; i < numel; ++i) {
        written[offset_of(c.dims, view, i)] = true;
    }
    Output out(h, type, extent, c.views[0].start);
    const Upload info_upload(h.backend(), info_bytes(c.dims, {view}));
    void *info = c.null_info ? nullptr : info_upload.memory();
    uint64_t value = h.random_bits(type);
    if (!h.launch(kernel, c.launch, {&numel, &rank, &info, &value, out.argument()}) ||
        !out.fetch(kernel, &written)) {
        return false;
    }
    bool right = true;
    for (size_t i = 0; i < extent; ++i) {
        if (written[i] && out.bits(i) != value) {
            right = h.report(kernel, "wrong element", i, value, out.bits(i));
        }
    }
    h.count_elements(numel);
    return right;
}

bool check_const_set(Harness &h, const Kernel &kernel)
{
    std::vector<Case> cases = map_cases(h, 1);
    cases.push_back({{3, 0, 5}, {{{0, 5, 1}, 0}}, 0, false, Aliasing::none, {3, 96}});
    const std::vector<Case> of_many_blocks = many_block_cases(h, 1);
    cases.insert(cases.end(), of_many_blocks.begin(), of_many_blocks.end());
    bool right = true;
    for (const Case &c : cases) {
        right = run_const_set(h, kernel, c) && right;
    }
    return right;
}

} // namespace

bool check_fill(Harness &h, const Kernel &kernel)
{
    if (kernel.name.compare(0, 5, "fill_") == 0) {
        return check_buffers(h, kernel);
    }
    return kernel.name.compare(0, 7, "copy2d_") == 0 ? check_copy2d(h, kernel)
                                                     : check_const_set(h, kernel);
}
