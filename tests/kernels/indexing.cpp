// Selections and scatters along one dimension, held against loops over [left, dim, right]: indices
// that repeat, that mean "none", that are negative or too large.
#include "harness.hpp"
#include "views.hpp"

namespace
{

struct Sizes3 {
    size_t left;
    size_t from; // the dimension of inp: S of selections and scatters, I of ia_
    size_t to;   // that of out: I of selections, D of scatters
    size_t right;
};

uint64_t none_of(Type ids)
{
    const int bits = 8 * format_of(ids).size - (format_of(ids).is_signed ? 1 : 0);
    return ~0ull >> (64 - bits);
}

// Most of them indices below |dim|.
Bytes random_ids(Harness &h, Type type, size_t count, size_t dim)
{
    const size_t size = static_cast<size_t>(format_of(type).size);
    Bytes ids(count * size);
    for (size_t i = 0; i < count; ++i) {
        const uint64_t draw = h.random();
        uint64_t id = dim == 0 ? 0 : (draw >> 8) % dim;
        switch (draw % 16) {
        case 0: id = none_of(type); break;
        case 1: id = dim; break;
        case 2: id = ~0ull; break; // -1, or the largest unsigned
        case 3: id = draw >> 3; break;
        case 4: id = none_of(type) - 1; break;
        case 5: id = none_of(type) + 1; break; // the least of a signed type
        default: break;
        }
        bits_store(type, &ids[i * size], id);
    }
    return ids;
}

// Whether the id is an index below |dim|; which one.
bool index_of(Type type, const Bytes &ids, size_t at, size_t dim, size_t *out_index)
{
    const uint64_t bits = bits_load(type, &ids[at * static_cast<size_t>(format_of(type).size)]);
    const Number id = number_of(type, bits);
    *out_index = static_cast<size_t>(bits);
    return id >= 0 && id < static_cast<Number>(dim) && bits != none_of(type);
}

// Rounded once from the exact sum. For f64 that is what the host's addition does; the others' sums,
// rounded to 64 bits first, round to the same.
uint64_t sum_of(Type type, uint64_t a, uint64_t b)
{
    if (type == Type::f64) {
        double x, y;
        memcpy(&x, &a, sizeof(x));
        memcpy(&y, &b, sizeof(y));
        const double sum = x + y;
        uint64_t bits;
        memcpy(&bits, &sum, sizeof(bits));
        return bits;
    }
    if (is_float(type)) {
        return bits_nearest(type, number_of(type, a) + number_of(type, b));
    }
    return (a + b) & (~0ull >> (64 - 8 * format_of(type).size));
}

// The same bits; of NaNs of the larger types, a NaN that came from an addition.
bool is_same(Type type, uint64_t got, uint64_t wanted, bool added)
{
    if (added && is_float(type) && type != Type::f8 && std::isnan(number_of(type, wanted))) {
        return std::isnan(number_of(type, got));
    }
    return got == wanted;
}

uint64_t element(Type type, const Bytes &bytes, size_t index)
{
    return bits_load(type, &bytes[index * static_cast<size_t>(format_of(type).size)]);
}

// The element type's bytes behind |start| elements that do not matter.
char *at(const Upload &upload, Type type, size_t start)
{
    return upload.memory() + start * static_cast<size_t>(format_of(type).size);
}

// Callers'; others; blocks of one thread, as many as selections of millions have; blocks of no
// power of two.
enum class Grid { of_callers, any, many, odd };

Launch launch_of(Harness &h, size_t threads, Grid grid)
{
    if (grid == Grid::many) {
        return Launch(static_cast<unsigned>(threads), 1);
    }
    if (grid == Grid::odd) {
        return Launch(static_cast<unsigned>((threads + 767) / 768), 768);
    }
    return grid == Grid::of_callers ? Launch(static_cast<unsigned>((threads + 1023) / 1024), 1024)
                                    : h.next_launch(threads);
}

enum class Info { dense, null, stride, broadcast, matrix };

struct Selection {
    Sizes3 sizes;
    size_t start; // of inp; out's is half of it
    Info info;
};

bool check_selection(Harness &h, const Kernel &kernel, const Selection &c, Grid grid)
{
    const bool is_gather = kernel.name[0] == 'g';
    const Type type = kernel.type_of("out"), id_type = kernel.type_of("ids");
    size_t left = c.sizes.left, dim = c.sizes.from, ids_dim = c.sizes.to, right = c.sizes.right;
    size_t numel = left * ids_dim * right, rank = c.info == Info::matrix ? 2 : 1;
    const size_t stride = is_gather                   ? 1
                          : c.info == Info::stride    ? 3
                          : c.info == Info::broadcast ? 0
                                                      : 1;
    const size_t id_count = is_gather ? numel : (ids_dim - 1) * stride + 1;
    const Bytes ids = random_ids(h, id_type, id_count, dim);
    const Bytes inp = h.random_buffer(type, c.start + left * dim * right);
    const Sizes dims = rank == 2 ? Sizes{1, ids_dim} : Sizes{ids_dim};
    const View view = rank == 2 ? View{{ids_dim, 1}, 0} : View{{stride}, 0};
    const Upload ids_upload(h.backend(), ids), inp_upload(h.backend(), inp),
        info_upload(h.backend(), info_bytes(dims, {view}));
    Output out(h, type, numel, c.start / 2);
    void *ids_pointer = ids_upload.memory(), *inp_pointer = at(inp_upload, type, c.start);
    void *info = c.info == Info::null ? nullptr : info_upload.memory();

    std::vector<void *> arguments = {&numel};
    if (!is_gather) {
        arguments.insert(arguments.end(), {&rank, &info});
    }
    arguments.insert(arguments.end(),
                     {&ids_pointer, &inp_pointer, out.argument(), &left, &dim, &ids_dim, &right});
    if (!h.launch(kernel, launch_of(h, numel, grid), arguments) || !out.fetch(kernel)) {
        return false;
    }
    bool is_right = true;
    size_t i = 0;
    for (size_t l = 0; l < left; ++l) {
        for (size_t j = 0; j < ids_dim; ++j) {
            for (size_t r = 0; r < right; ++r, ++i) {
                size_t index;
                uint64_t wanted = 0;
                if (index_of(id_type, ids, is_gather ? i : j * stride, dim, &index)) {
                    wanted = element(type, inp, c.start + (l * dim + index) * right + r);
                }
                if (out.bits(i) != wanted) {
                    is_right = h.report(kernel, "wrong element", i, wanted, out.bits(i));
                }
            }
        }
    }
    h.count_elements(numel);
    return is_right;
}

bool check_scatter(Harness &h, const Kernel &kernel, const Sizes3 &sizes, size_t start, Grid grid)
{
    const bool adds = kernel.name.compare(0, 2, "s_") != 0;
    const bool is_vector = kernel.name.compare(0, 2, "ia") == 0; // the ids
    const Type type = kernel.type_of("out"), id_type = kernel.type_of("ids");
    size_t left = sizes.left, from = sizes.from, to = sizes.to, right = sizes.right;
    const size_t size = static_cast<size_t>(format_of(type).size);
    const Bytes ids = random_ids(h, id_type, is_vector ? from : left * from * right, to);
    // Half of the cases stay where nothing overflows, so that every rounding counts.
    const size_t count = start + left * from * right, out_count = left * to * right;
    const bool is_tame = h.random() % 2 == 0;
    const Bytes inp = is_tame ? h.random_numbers(type, count, 8) : h.random_buffer(type, count);
    Bytes wanted =
        is_tame ? h.random_numbers(type, out_count, 8) : h.random_buffer(type, out_count);
    const Upload ids_upload(h.backend(), ids), inp_upload(h.backend(), inp);
    Output out(h, type, out_count, start / 2, wanted.data());
    void *ids_pointer = ids_upload.memory(), *inp_pointer = at(inp_upload, type, start);

    std::vector<void *> arguments = {&ids_pointer};
    if (is_vector) {
        arguments.push_back(&from);
    }
    arguments.insert(arguments.end(), {&inp_pointer, out.argument(), &left, &from, &to, &right});
    if (!h.launch(kernel, launch_of(h, left * right, grid), arguments) || !out.fetch(kernel)) {
        return false;
    }
    std::vector<bool> added(out_count, false);
    for (size_t l = 0; l < left; ++l) {
        for (size_t j = 0; j < from; ++j) {
            for (size_t r = 0; r < right; ++r) {
                const size_t i = (l * from + j) * right + r;
                size_t index;
                if (!index_of(id_type, ids, is_vector ? j : i, to, &index)) {
                    continue;
                }
                const size_t o = (l * to + index) * right + r;
                const uint64_t value = element(type, inp, start + i);
                bits_store(type, &wanted[o * size],
                           adds ? sum_of(type, element(type, wanted, o), value) : value);
                added[o] = adds;
            }
        }
    }
    bool is_right = true;
    for (size_t o = 0; o < out_count; ++o) {
        const uint64_t want = element(type, wanted, o);
        if (!is_same(type, out.bits(o), want, added[o])) {
            is_right = h.report(kernel, "wrong element", o, want, out.bits(o));
        }
    }
    h.count_elements(left * from * right);
    return is_right;
}

} // namespace

bool check_indexing(Harness &h, const Kernel &kernel)
{
    // Rows that are vectors and rows that are not, rows of one element, indices beyond a u8 (where
    // 255 means none though the dimension has it), sources of nothing.
    static const Selection selections[] = {
        {{1, 40, 70, 64}, 0, Info::dense},   {{3, 5, 4, 33}, 2, Info::null},
        {{2, 300, 90, 1}, 6, Info::stride},  {{1, 10, 1100, 1}, 0, Info::dense},
        {{4, 3, 2, 2}, 0, Info::broadcast},  {{1, 1, 1, 1}, 1, Info::dense},
        {{5, 6, 3, 17}, 16, Info::matrix},   {{2, 6, 5, 48}, 32, Info::stride},
        {{1, 2, 3, 1024}, 0, Info::null},    {{2, 7, 3, 128}, 3, Info::dense},
        {{7, 4, 9, 20}, 0, Info::broadcast}, {{1, 0, 6, 9}, 0, Info::dense},
        {{2, 70, 2, 8}, 4, Info::matrix},    {{33, 5, 7, 3}, 0, Info::null},
        {{3, 12, 700, 1}, 0, Info::dense},   {{5, 6, 90, 5}, 2, Info::stride}};
    // As many lanes as threads, many more, and few, which threads of the block share; rows of ids
    // that are vectors and rows that are not; destinations that every element goes to.
    static const struct {
        Sizes3 sizes;
        size_t start;
    } scatters[] = {{{1, 9, 5, 128}, 0},   {{3, 7, 4, 33}, 1},   {{1, 500, 6, 1}, 0},
                    {{1, 301, 300, 1}, 2}, {{2, 37, 3, 3}, 0},   {{16, 10, 10, 16}, 3},
                    {{40, 13, 5, 40}, 0},  {{1, 0, 4, 8}, 0},    {{1, 1, 1, 1}, 1},
                    {{200, 16, 9, 1}, 0},  {{200, 16, 9, 1}, 2}, {{1200, 5, 3, 1}, 0},
                    {{1, 70, 1, 200}, 16}, {{9, 23, 1, 16}, 0},  {{5, 140, 90, 1}, 0},
                    {{1, 700, 1, 1}, 0},   {{3, 40, 2000, 1}, 0}};
    const bool is_selection = kernel.name[0] == 'g' || kernel.name.compare(0, 2, "is") == 0;
    bool is_right = true;
    for (const Grid grid : {Grid::of_callers, Grid::any, Grid::many}) {
        for (const Selection &c : selections) {
            is_right = (!is_selection || check_selection(h, kernel, c, grid)) && is_right;
        }
        for (const auto &c : scatters) {
            is_right = (is_selection || grid == Grid::many ||
                        check_scatter(h, kernel, c.sizes, c.start, grid)) &&
                       is_right;
        }
    }
    // More elements of a row than 16 bits number.
    is_right = (is_selection || !h.is_turn(0, 4) ||
                check_scatter(h, kernel, {2, 66000, 40, 1}, 0, Grid::of_callers)) &&
               is_right;
    // So many destinations that a cache does not hold them.
    const size_t size = static_cast<size_t>(format_of(kernel.type_of("out")).size);
    const Sizes3 large = {3, 150, 1000, (size_t(1) << 25) / (3000 * size) + 37};
    for (const Grid grid : {Grid::of_callers, Grid::any, Grid::odd}) {
        is_right =
            (is_selection || !h.thorough() || check_scatter(h, kernel, large, 3, grid)) && is_right;
    }
    return is_right;
}
