#include "checks.hpp"

#include <algorithm>
#include <memory>

// 16 elements of the largest type on either side of what a kernel may write.
static constexpr size_t guard = 16;
static constexpr uint8_t untouched = 0xa5;

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

uint64_t Checker::random_bits(Type type, bool is_condition)
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

Bytes Checker::random_buffer(Type type, size_t count, bool is_condition)
{
    const size_t size = static_cast<size_t>(format_of(type).size);
    Bytes buffer(count * size);
    for (size_t i = 0; i < count; ++i) {
        bits_store(type, &buffer[i * size], random_bits(type, is_condition));
    }
    return buffer;
}

// Any one-dimensional grid and block must do; these come in turn.
void Checker::next_launch(size_t numel, unsigned *out_grid, unsigned *out_block)
{
    static const unsigned blocks[] = {1024, 256, 33, 1024, 96, 1};
    const unsigned turn = launch_shape_++ % 6;
    *out_block = blocks[turn];
    *out_grid = static_cast<unsigned>((numel + *out_block - 1) / *out_block);
    if (turn == 2 || turn == 4) {
        *out_grid = 3; // fewer threads than elements
    } else if (turn == 5 && *out_grid > 64) {
        *out_grid = 64;
    }
}

bool Checker::launch(const Kernel &kernel, unsigned grid, unsigned block,
                     std::vector<void *> arguments)
{
    ++launches_;
    if (arguments.size() != kernel.parameters.size()) {
        fprintf(stderr, "%s: %zu parameters, not %zu\n", kernel.name.c_str(),
                kernel.parameters.size(), arguments.size());
        return false;
    }
    if (!backend_.launch(kernel, grid, block, arguments.data())) {
        fprintf(stderr, "%s: the launch failed\n", kernel.name.c_str());
        return false;
    }
    return true;
}

bool Checker::report(const Kernel &kernel, const char *what, size_t index, uint64_t input,
                     uint64_t got)
{
    if (reports_++ < 5) {
        fprintf(stderr, "%s: %s at %zu: input %#llx, got %#llx\n", kernel.name.c_str(), what, index,
                static_cast<unsigned long long>(input), static_cast<unsigned long long>(got));
    }
    return false;
}

bool Checker::guards_hold(const Kernel &kernel, const Bytes &buffer,
                          const std::vector<bool> &written)
{
    for (size_t i = 0; i < buffer.size(); ++i) {
        if (!written[i] && buffer[i] != untouched) {
            return report(kernel, "byte written outside the output", i, 0, buffer[i]);
        }
    }
    return true;
}

std::vector<Case> Checker::map_cases(size_t operands)
{
    static const std::vector<Sizes> shapes = {
        {},           {1},         {5},          {1023},
        {33, 65},     {64, 48},    {7, 1, 31},   {17, 1},
        {3, 4, 5, 6}, {16, 256},   {1, 1, 1},    {2, 3, 1, 4, 5, 2},
        {300, 2},     {5, 16, 16}, {4, 3, 1, 1}, {2, 1, 3, 2, 1, 2, 2, 3}};
    static const size_t sizes[] = {1, 2, 15, 16, 17, 31, 64, 1000, 4099};
    static const size_t starts[] = {0, 1, 3, 16};

    std::vector<Case> cases;
    unsigned turn = 0;
    // Dense, by a null info: sizes around the vector's, and every alignment of input and output.
    for (size_t size : sizes) {
        for (size_t in_start : starts) {
            Case c = {{size}, {}, starts[turn % 4], true, Aliasing::none, 0, 0};
            for (size_t n = 0; n < operands; ++n) {
                c.views.push_back(
                    view_of(c.dims, Shape::dense, n == 0 ? in_start : starts[(turn + n) % 4]));
            }
            cases.push_back(c);
            turn += in_start == 0 ? 3 : 1;
        }
    }
    // Strided: every shape of view, each operand its own.
    for (const Sizes &dims : shapes) {
        for (int shape = 0; shape < shape_count; ++shape) {
            Case c = {dims, {}, starts[turn % 4], false, Aliasing::none, 0, 0};
            for (size_t n = 0; n < operands; ++n) {
                const int own = (shape + static_cast<int>(n) * (1 + shape % 3)) % shape_count;
                c.views.push_back(
                    view_of(dims, static_cast<Shape>(own), starts[(turn / 2 + n) % 4]));
            }
            cases.push_back(c);
            ++turn;
        }
    }
    for (Case &c : cases) {
        next_launch(product_of(c.dims), &c.grid, &c.block);
    }
    return cases;
}

static Bytes info_bytes(const Sizes &dims, const std::vector<View> &views)
{
    Sizes info = dims;
    for (const View &view : views) {
        info.insert(info.end(), view.strides.begin(), view.strides.end());
    }
    Bytes bytes(info.size() * sizeof(size_t));
    for (size_t i = 0; i < info.size(); ++i) {
        memcpy(&bytes[i * sizeof(size_t)], &info[i], sizeof(size_t));
    }
    return bytes;
}

// The operation of uOP_TYPE, the longest that fits: sqrt, not sqr.
static Op op_of(const std::string &kernel_name)
{
    size_t count, longest = 0;
    const OpName *names = op_names(&count);
    Op op = Op::copy;
    for (size_t i = 0; i < count; ++i) {
        const size_t length = strlen(names[i].name);
        if (length > longest && kernel_name.compare(1, length, names[i].name) == 0) {
            longest = length;
            op = names[i].op;
        }
    }
    return op;
}

bool Checker::run_map(const Kernel &kernel, const Case &c, bool exhaustive)
{
    // Inputs are the pointers between info and out; scalars of an element type go with the
    // operation.
    std::vector<Type> types;
    for (const Parameter &p : kernel.parameters) {
        if (p.is_pointer && !p.is_size && p.name != "out") {
            types.push_back(p.type);
        }
    }
    const Type out_type = kernel.type_of("out");
    const size_t out_size = static_cast<size_t>(format_of(out_type).size);
    size_t numel = product_of(c.dims);

    std::vector<Bytes> inputs;
    std::vector<std::unique_ptr<Upload>> uploads;
    for (size_t n = 0; n < types.size(); ++n) {
        const bool is_condition = kernel.family == "ternary" && n == 0;
        const size_t size = static_cast<size_t>(format_of(types[n]).size);
        inputs.push_back(random_buffer(types[n], extent_of(c.dims, c.views[n]), is_condition));
        if (exhaustive && n == 0) {
            for (size_t i = 0; i < numel; ++i) {
                bits_store(types[n], &inputs[n][(c.views[n].start + i) * size], i);
            }
        }
        uploads.push_back(std::make_unique<Upload>(backend_, inputs[n]));
    }

    // In place, the output starts out as the dense input.
    Bytes out((2 * guard + c.out_start + numel) * out_size, untouched);
    const size_t out_first = (guard + c.out_start) * out_size;
    if (c.aliasing != Aliasing::none) {
        memcpy(&out[out_first], &inputs[0][c.views[0].start * out_size], numel * out_size);
    }
    Upload out_upload(backend_, out);
    Upload info_upload(backend_, info_bytes(c.dims, c.views));

    size_t rank = c.dims.size();
    // Without dimensions, info is any pointer; it must not be read.
    void *info = c.null_info ? nullptr
                 : rank == 0 ? reinterpret_cast<void *>(16)
                             : info_upload.memory();
    void *out_pointer = out_upload.memory() + out_first;
    std::vector<void *> pointers;
    for (size_t n = 0; n < types.size(); ++n) {
        const size_t size = static_cast<size_t>(format_of(types[n]).size);
        pointers.push_back(uploads[n]->memory() + c.views[n].start * size);
    }
    if (c.aliasing != Aliasing::none) {
        pointers[0] = c.aliasing == Aliasing::null_input ? nullptr : out_pointer;
    }

    uint64_t scalars[2] = {0, 0};
    std::vector<void *> arguments;
    size_t next_pointer = 0, next_scalar = 0;
    for (const Parameter &p : kernel.parameters) {
        if (p.name == "numel") {
            arguments.push_back(&numel);
        } else if (p.name == "num_dims") {
            arguments.push_back(&rank);
        } else if (p.name == "info") {
            arguments.push_back(&info);
        } else if (p.name == "out") {
            arguments.push_back(&out_pointer);
        } else if (p.is_pointer) {
            arguments.push_back(&pointers[next_pointer++]);
        } else {
            static const Number exponents[] = {2, 0.5L, -1.5L, 0, 3, 1.1L, -2};
            uint64_t bits = random_bits(p.type, false);
            if (kernel.family == "unary") {
                bits = bits_nearest(p.type, exponents[random_() % 7]);
            } else if (is_float(p.type)) {
                bits = bits_nearest(p.type, (static_cast<Number>(random_() % 1000) - 500) / 128);
            }
            scalars[next_scalar] = bits;
            arguments.push_back(&scalars[next_scalar++]);
        }
    }

    if (!launch(kernel, c.grid, c.block, arguments)) {
        return false;
    }
    const Bytes result = out_upload.download();
    bool right = true;
    const Op op = kernel.family == "unary" ? op_of(kernel.name) : Op::copy;
    const bool dense = c.null_info || rank == 0 || c.aliasing == Aliasing::null_input;
    for (size_t i = 0; i < numel; ++i) {
        uint64_t x[3] = {0, 0, 0};
        for (size_t n = 0; n < types.size(); ++n) {
            const size_t size = static_cast<size_t>(format_of(types[n]).size);
            const size_t at = dense ? c.views[n].start + i : offset_of(c.dims, c.views[n], i);
            x[n] = bits_load(types[n], &inputs[n][at * size]);
        }
        const uint64_t got = bits_load(out_type, &result[out_first + i * out_size]);
        bool ok;
        if (kernel.family == "affine") {
            ok = affine_is_right(out_type, x[0], scalars[0], scalars[1], got);
        } else if (kernel.family == "unary") {
            ok = unary_is_right(op, out_type, x[0], scalars[0], got);
        } else if (kernel.family == "cast") {
            ok = cast_is_right(types[0], out_type, x[0], got);
        } else {
            ok = got == (x[0] != 0 ? x[1] : x[2]);
        }
        if (!ok) {
            right = report(kernel, "wrong element", i, x[0], got);
        }
    }
    elements_ += numel;
    std::vector<bool> written(out.size(), false);
    std::fill_n(written.begin() + static_cast<std::ptrdiff_t>(out_first), numel * out_size, true);
    return guards_hold(kernel, result, written) && right;
}

bool Checker::check_map(const Kernel &kernel)
{
    const bool ternary = kernel.family == "ternary";
    const size_t operands = ternary ? 3 : 1;
    bool right = true;
    const std::vector<Case> cases = map_cases(operands);
    const size_t phase = kernels_++ % 4;
    for (size_t i = 0; i < cases.size(); ++i) {
        if (thorough_ || i % 4 == phase) {
            right = run_map(kernel, cases[i], false) && right;
        }
    }

    // In place: a null input (dense, whatever info says), and an output that is the dense input.
    const Type in_type = kernel.parameters[kernel.parameters.size() - 2].type;
    if (kernel.family == "affine" || kernel.family == "unary") {
        const Sizes dims = {33, 65};
        for (const Shape shape : {Shape::dense, Shape::transposed}) {
            Case c = {
                dims, {view_of(dims, shape, 0)}, 1, shape == Shape::dense, Aliasing::null_input, 5,
                96};
            right = run_map(kernel, c, false) && right;
        }
        Case c = {dims, {view_of(dims, Shape::dense, 0)}, 0, false, Aliasing::same_address, 2,
                  1024};
        right = run_map(kernel, c, false) && right;
    } else if (kernel.family == "cast" &&
               format_of(in_type).size == format_of(kernel.type_of("out")).size) {
        Case c = {{2145}, {view_of({2145}, Shape::dense, 0)}, 0, true, Aliasing::same_address, 3,
                  256};
        right = run_map(kernel, c, false) && right;
    }

    // Every bit pattern of the narrow types.
    const Type first = kernel.type_of(ternary ? "ids" : "inp");
    const int bits = 8 * format_of(first).size;
    if (!ternary && bits <= 16) {
        const size_t patterns = 1ull << bits;
        Case c = {{patterns},     {view_of({patterns}, Shape::dense, 0)},          0,   true,
                  Aliasing::none, static_cast<unsigned>((patterns + 1023) / 1024), 1024};
        right = run_map(kernel, c, true) && right;
    } else if (!ternary) {
        const size_t count = 20000;
        Case c = {{count}, {view_of({count}, Shape::dense, 0)}, 0, true, Aliasing::none, 20, 1024};
        right = run_map(kernel, c, false) && right;
    }
    return right;
}

bool Checker::check_fill(const Kernel &kernel)
{
    const Type type = kernel.type_of("buf");
    const size_t size = static_cast<size_t>(format_of(type).size);
    bool right = true;
    for (size_t numel : {1, 2, 15, 16, 17, 1000, 4099}) {
        for (size_t start : {0, 1, 3}) {
            Bytes buffer((2 * guard + start + numel) * size, untouched);
            Upload upload(backend_, buffer);
            void *pointer = upload.memory() + (guard + start) * size;
            uint64_t value = random_bits(type, false);
            unsigned grid, block;
            next_launch(numel, &grid, &block);
            right = launch(kernel, grid, block, {&pointer, &value, &numel}) && right;
            const Bytes result = upload.download();
            std::vector<bool> written(buffer.size(), false);
            for (size_t i = 0; i < numel; ++i) {
                const size_t at = (guard + start + i) * size;
                const uint64_t got = bits_load(type, &result[at]);
                if (got != value) {
                    right = report(kernel, "wrong element", i, value, got);
                }
                std::fill_n(written.begin() + static_cast<std::ptrdiff_t>(at), size, true);
            }
            right = guards_hold(kernel, result, written) && right;
            elements_ += numel;
        }
    }
    return right;
}

bool Checker::check_copy2d(const Kernel &kernel)
{
    struct Matrix {
        uint32_t rows, columns, src_pitch, dst_pitch;
        size_t src_start, dst_start;
    };
    static const Matrix matrices[] = {
        {1, 1, 1, 1, 0, 0},        {7, 33, 33, 33, 0, 0},       {33, 7, 16, 9, 1, 0},
        {64, 64, 80, 64, 0, 16},   {5, 1000, 1024, 1008, 0, 0}, {300, 1, 3, 2, 0, 1},
        {16, 100, 100, 101, 3, 1}, {1, 4099, 4099, 4099, 0, 0}, {20, 48, 48, 64, 0, 0}};
    const Type type = kernel.type_of("src");
    const size_t size = static_cast<size_t>(format_of(type).size);
    bool right = true;
    for (const Matrix &m : matrices) {
        uint32_t d1 = m.rows, d2 = m.columns, src_s = m.src_pitch, dst_s = m.dst_pitch;
        const size_t src_count = m.src_start + (d1 - 1) * src_s + d2;
        const size_t dst_count = (d1 - 1) * dst_s + d2;
        const Bytes src = random_buffer(type, src_count, false);
        Bytes dst((2 * guard + m.dst_start + dst_count) * size, untouched);
        Upload src_upload(backend_, src), dst_upload(backend_, dst);
        const size_t dst_first = (guard + m.dst_start) * size;
        void *src_pointer = src_upload.memory() + m.src_start * size;
        void *dst_pointer = dst_upload.memory() + dst_first;
        unsigned grid, block;
        next_launch(d1 * d2, &grid, &block);
        right =
            launch(kernel, grid, block, {&src_pointer, &dst_pointer, &d1, &d2, &src_s, &dst_s}) &&
            right;
        const Bytes result = dst_upload.download();
        std::vector<bool> written(dst.size(), false);
        for (size_t i = 0; i < d1; ++i) {
            for (size_t j = 0; j < d2; ++j) {
                const size_t at = dst_first + (i * dst_s + j) * size;
                const uint64_t wanted = bits_load(type, &src[(m.src_start + i * src_s + j) * size]);
                const uint64_t got = bits_load(type, &result[at]);
                if (got != wanted) {
                    right = report(kernel, "wrong element", i * d2 + j, wanted, got);
                }
                std::fill_n(written.begin() + static_cast<std::ptrdiff_t>(at), size, true);
            }
        }
        right = guards_hold(kernel, result, written) && right;
        elements_ += static_cast<size_t>(d1) * d2;
    }
    return right;
}

bool Checker::run_const_set(const Kernel &kernel, const Sizes &dims, const View &view,
                            bool null_info, unsigned grid, unsigned block)
{
    const Type type = kernel.type_of("out");
    const size_t size = static_cast<size_t>(format_of(type).size);
    size_t numel = product_of(dims), rank = dims.size();
    Bytes buffer((2 * guard + extent_of(dims, view)) * size, untouched);
    Upload upload(backend_, buffer);
    Upload info_upload(backend_, info_bytes(dims, {view}));
    void *info = null_info ? nullptr : info_upload.memory();
    void *pointer = upload.memory() + (guard + view.start) * size;
    uint64_t value = random_bits(type, false);
    if (!launch(kernel, grid, block, {&numel, &rank, &info, &value, &pointer})) {
        return false;
    }
    const Bytes result = upload.download();
    std::vector<bool> written(buffer.size(), false);
    bool right = true;
    for (size_t i = 0; i < numel; ++i) {
        const size_t at = (guard + offset_of(dims, view, i)) * size;
        const uint64_t got = bits_load(type, &result[at]);
        if (got != value) {
            right = report(kernel, "wrong element", i, value, got);
        }
        std::fill_n(written.begin() + static_cast<std::ptrdiff_t>(at), size, true);
    }
    elements_ += numel;
    return guards_hold(kernel, result, written) && right;
}

bool Checker::check_const_set(const Kernel &kernel)
{
    bool right = true;
    const std::vector<Case> cases = map_cases(1);
    for (const Case &c : cases) {
        right = run_const_set(kernel, c.dims, c.views[0], c.null_info, c.grid, c.block) && right;
    }
    return right;
}

// Tensors without elements, which write nothing: dense and strided, and matrices without rows or
// without columns.
bool Checker::check_empty(const Kernel &kernel)
{
    bool right = true;
    const Bytes buffer(2 * guard * sizeof(uint64_t), untouched);
    const Bytes info_data = info_bytes({3, 0, 5}, {{{0, 5, 1}, 0}, {{0, 5, 1}, 0}, {{0, 5, 1}, 0}});
    for (const bool is_dense : {true, false}) {
        Upload info_upload(backend_, info_data), upload(backend_, buffer);
        size_t numel = 0, rank = is_dense ? 0 : 3;
        void *info = is_dense ? nullptr : info_upload.memory();
        void *middle = upload.memory() + guard * sizeof(uint64_t);
        uint32_t rows = is_dense ? 0 : 7, columns = is_dense ? 7 : 0, pitch = 9;
        uint64_t scalar = 0;
        std::vector<void *> arguments;
        for (const Parameter &p : kernel.parameters) {
            arguments.push_back(p.name == "numel"      ? static_cast<void *>(&numel)
                                : p.name == "num_dims" ? &rank
                                : p.name == "info"     ? &info
                                : p.is_pointer         ? &middle
                                : p.name == "d1"       ? &rows
                                : p.name == "d2"       ? &columns
                                : p.name == "src_s" || p.name == "dst_s"
                                    ? static_cast<void *>(&pitch)
                                    : &scalar);
        }
        right = launch(kernel, is_dense ? 1 : 3, 96, arguments) && right;
        right = guards_hold(kernel, upload.download(), std::vector<bool>(buffer.size(), false)) &&
                right;
    }
    return right;
}

bool Checker::check(const Kernel &kernel)
{
    reports_ = 0;
    bool right;
    if (kernel.family != "fill") {
        right = check_map(kernel);
    } else if (kernel.name.compare(0, 5, "fill_") == 0) {
        right = check_fill(kernel);
    } else if (kernel.name.compare(0, 7, "copy2d_") == 0) {
        right = check_copy2d(kernel);
    } else {
        right = check_const_set(kernel);
    }
    return check_empty(kernel) && right;
}
