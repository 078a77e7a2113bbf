// Element-wise kernels over layouts, alignments, sizes, launch shapes and special values, each
// element against semantics.hpp.
#include "cases.hpp"
#include "elementwise.hpp"
#include "harness.hpp"
#include "semantics.hpp"

#include <algorithm>
#include <functional>

namespace
{

// The operation of uOP_TYPE, the longest that fits: sqrt, not sqr.
Op op_of(const std::string &kernel_name)
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

// Whether |got| is right for the elements |x| of the inputs: found once for all elements.
using Check = std::function<bool(const uint64_t *x, const uint64_t *scalars, uint64_t got)>;

Check check_of(const Kernel &kernel, Type type)
{
    const Type out = kernel.type_of("out");
    if (kernel.family == "affine") {
        return [out](const uint64_t *x, const uint64_t *scalars, uint64_t got) {
            return affine_is_right(out, x[0], scalars[0], scalars[1], got);
        };
    }
    if (kernel.family == "unary") {
        const Op op = op_of(kernel.name);
        return [op, out](const uint64_t *x, const uint64_t *scalars, uint64_t got) {
            return unary_is_right(op, out, x[0], scalars[0], got);
        };
    }
    if (kernel.family == "cast") {
        return [type, out](const uint64_t *x, const uint64_t *, uint64_t got) {
            return cast_is_right(type, out, x[0], got);
        };
    }
    if (kernel.family == "binary") {
        const BinaryOp op = binary_op_of(kernel.name);
        return [op, type](const uint64_t *x, const uint64_t *, uint64_t got) {
            return binary_is_right(op, type, x[0], x[1], got);
        };
    }
    return [](const uint64_t *x, const uint64_t *, uint64_t got) {
        return got == (x[0] != 0 ? x[1] : x[2]);
    };
}

// A scalar parameter: an exponent or slope for unary, a number for affine.
uint64_t random_scalar(Harness &h, const Kernel &kernel, Type type)
{
    static const Number exponents[] = {2, 0.5L, -1.5L, 0, 3, 1.1L, -2};
    if (kernel.family == "unary") {
        return bits_nearest(type, exponents[h.random() % 7]);
    }
    if (is_float(type)) {
        return bits_nearest(type, (static_cast<Number>(h.random() % 1000) - 500) / 128);
    }
    return h.random_bits(type);
}

// Element i's number as element i of the first input; where the inputs are two of one byte, its
// upper half as element i of the second.
void number_elements(std::vector<Bytes> &inputs, const std::vector<Type> &types, size_t count)
{
    const size_t size = static_cast<size_t>(format_of(types[0]).size);
    for (size_t i = 0; i < count; ++i) {
        bits_store(types[0], &inputs[0][i * size], i);
        if (types.size() == 2 && size == 1) {
            bits_store(types[1], &inputs[1][i], i >> 8);
        }
    }
}

// Every third element of the second input becomes the first's, so that some compare equal; and the
// quotients that integers do not have.
void relate_elements(std::vector<Bytes> &inputs, Type type, size_t count)
{
    const size_t size = static_cast<size_t>(format_of(type).size);
    for (size_t i = 0; i < count; i += 3) {
        memcpy(&inputs[1][i * size], &inputs[0][i * size], size);
    }
    const uint64_t least = 1ull << (8 * size - 1), minus_one = ~0ull >> (64 - 8 * size);
    const uint64_t pairs[][2] = {{least, minus_one}, {least, 0}, {0, 0}, {5, 0}, {least, 1}};
    for (size_t i = 0; !is_float(type) && i < 5 && i < count; ++i) {
        bits_store(type, &inputs[0][i * size], pairs[i][0]);
        bits_store(type, &inputs[1][i * size], pairs[i][1]);
    }
}

// What the elements of a case's inputs are.
enum class Elements { random, numbered, related };

// |aliased| is the input that c.aliasing speaks of. Elements other than random ones are for dense
// inputs that start at 0.
bool run_map(Harness &h, const Kernel &kernel, const Case &c, Elements elements, size_t aliased = 0)
{
    const std::vector<Type> types = input_types(kernel);
    const Type out_type = kernel.type_of("out");
    const size_t numel = product_of(c.dims), rank = c.dims.size();
    MapCall call = {numel, rank, nullptr, {}, nullptr, {}};

    std::vector<Bytes> inputs;
    std::vector<std::unique_ptr<Upload>> uploads;
    for (size_t n = 0; n < types.size(); ++n) {
        const bool is_condition = kernel.family == "ternary" && n == 0;
        inputs.push_back(h.random_buffer(types[n], extent_of(c.dims, c.views[n]), is_condition));
    }
    if (elements == Elements::numbered) {
        number_elements(inputs, types, numel);
    } else if (elements == Elements::related) {
        relate_elements(inputs, types[0], numel);
    }
    for (size_t n = 0; n < types.size(); ++n) {
        const size_t size = static_cast<size_t>(format_of(types[n]).size);
        uploads.push_back(std::make_unique<Upload>(h.backend(), inputs[n]));
        call.inputs.push_back(uploads[n]->memory() + c.views[n].start * size);
    }

    // In place, the output starts out as the dense input.
    const size_t in_first =
        c.views[aliased].start * static_cast<size_t>(format_of(types[aliased]).size);
    Output out(h, out_type, numel, c.out_start,
               c.aliasing == Aliasing::none ? nullptr : inputs[aliased].data() + in_first);
    call.out = *out.argument();
    if (c.aliasing != Aliasing::none) {
        call.inputs[aliased] = c.aliasing == Aliasing::null_input ? nullptr : call.out;
    }
    const Upload info_upload(h.backend(), info_bytes(c.dims, c.views));
    // Without dimensions, info is any pointer; it must not be read.
    call.info = c.null_info ? nullptr
                : rank == 0 ? reinterpret_cast<void *>(16)
                            : info_upload.memory();
    const std::vector<void *> arguments =
        call.arguments(kernel, [&](Type type) { return random_scalar(h, kernel, type); });
    if (!h.launch(kernel, c.launch, arguments)) {
        return false;
    }

    bool right = out.fetch(kernel);
    const Check is_right = check_of(kernel, types[0]);
    const bool dense = c.null_info || rank == 0 || c.aliasing == Aliasing::null_input;
    for (size_t i = 0; i < numel; ++i) {
        uint64_t x[3] = {0, 0, 0};
        for (size_t n = 0; n < types.size(); ++n) {
            const size_t size = static_cast<size_t>(format_of(types[n]).size);
            const size_t at = dense ? c.views[n].start + i : offset_of(c.dims, c.views[n], i);
            x[n] = bits_load(types[n], &inputs[n][at * size]);
        }
        if (!is_right(x, call.scalars, out.bits(i))) {
            right = h.report(kernel, "wrong element", i, x[0], out.bits(i));
        }
    }
    h.count_elements(numel);
    return right;
}

// Tensors without elements, which write nothing: dense and strided.
bool run_empty(Harness &h, const Kernel &kernel)
{
    bool right = true;
    const Bytes info_data = info_bytes({3, 0, 5}, {{{0, 5, 1}, 0}, {{0, 5, 1}, 0}, {{0, 5, 1}, 0}});
    for (const bool is_dense : {true, false}) {
        const Upload info_upload(h.backend(), info_data);
        Output out(h, kernel.type_of("out"), 0);
        MapCall call = {
            0, is_dense ? 0u : 3u, is_dense ? nullptr : info_upload.memory(), {}, nullptr, {}};
        call.out = *out.argument();
        call.inputs.assign(3, call.out);
        const std::vector<void *> arguments = call.arguments(kernel, [](Type) { return 0; });
        right = h.launch(kernel, {is_dense ? 1u : 3u, 96}, arguments) && out.fetch(kernel) && right;
    }
    return right;
}

} // namespace

bool check_elementwise(Harness &h, const Kernel &kernel)
{
    const std::vector<Type> types = input_types(kernel);
    const size_t operands = types.size();
    const bool binary = kernel.family == "binary";
    bool right = run_empty(h, kernel);
    const std::vector<Case> cases = map_cases(h, operands);
    for (size_t i = 0; i < cases.size(); ++i) {
        if (h.is_turn(i % 3, 3)) {
            right = run_map(h, kernel, cases[i], Elements::random) && right;
        }
    }

    // A block that the lanes of a tile do not divide: a thread's second pack may lie before its
    // first.
    const Sizes square = {64, 64};
    const std::vector<View> transposed(operands, view_of(square, Shape::transposed, 0));
    const Case odd_block = {square, transposed, 0, false, Aliasing::none, {1, 100}};
    right = run_map(h, kernel, odd_block, Elements::random) && right;

    for (const Case &c : many_block_cases(h, operands)) {
        right = run_map(h, kernel, c, Elements::random) && right;
    }

    // In place: a null input (dense, whatever info says), and an output that is the dense input.
    if (kernel.family == "affine" || kernel.family == "unary") {
        const Sizes dims = {33, 65};
        for (const Shape shape : {Shape::dense, Shape::transposed}) {
            Case c = {
                dims,   {view_of(dims, shape, 0)}, 1, shape == Shape::dense, Aliasing::null_input,
                {5, 96}};
            right = run_map(h, kernel, c, Elements::random) && right;
        }
        for (const unsigned blocks : {2u, 3u}) { // short: 3
            Case c = {dims,  {view_of(dims, Shape::dense, 0)}, 0,
                      false, Aliasing::same_address,           {blocks, 1024}};
            right = run_map(h, kernel, c, Elements::random) && right;
        }
    } else if (binary && types[0] == kernel.type_of("out")) {
        // Either operand, the other one strided.
        const Sizes dims = {33, 65};
        for (unsigned aliased = 0; aliased < 2; ++aliased) {
            Case c = {dims, {}, 0, false, Aliasing::same_address, {3 - aliased, 1024}};
            for (size_t n = 0; n < 2; ++n) {
                c.views.push_back(
                    view_of(dims, n == aliased ? Shape::dense : Shape::transposed, 0));
            }
            right = run_map(h, kernel, c, Elements::random, aliased) && right;
        }
    } else if (kernel.family == "cast" &&
               format_of(types[0]).size == format_of(kernel.type_of("out")).size) {
        Case c = {{2145},  {view_of({2145}, Shape::dense, 0)}, 0, true, Aliasing::same_address,
                  {3, 256}};
        right = run_map(h, kernel, c, Elements::random) && right;
    }

    // Every bit pattern of the narrow types, every pair of those of a byte; else many.
    const bool ternary = kernel.family == "ternary";
    const int bits = 8 * format_of(types[0]).size;
    if (!ternary) {
        const bool every = bits <= (h.brief() ? 8 : 16);
        const size_t count = every ? 1ull << (binary && bits == 8 ? 16 : bits) : 20000;
        const std::vector<View> views(operands, view_of({count}, Shape::dense, 0));
        const Case c = {
            {count}, views,          0, // not short
            true,    Aliasing::none, {static_cast<unsigned>((count + 2047) / 2048), 96}};
        right = run_map(h, kernel, c, every ? Elements::numbered : Elements::random) && right;
        if (binary && bits > 8) {
            right = run_map(h, kernel, c, Elements::related) && right;
        }
    }
    return right;
}
