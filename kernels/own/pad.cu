// pad_T: a tensor with margins, which may be negative. T moves the bits of all types of its size.
//
// info = for each dimension the output's size, the input's, the margin before it and the input's
// stride.
#include "../device/elementwise.cuh"

#include "../candle/conv/matrix.cuh"

// What is in the margins.
enum Margins : u32 { CONSTANT, REFLECT, REPLICATE, CIRCULAR };

// [all dimensions but the last] by [the last].
template <class T> struct Padded {
    static constexpr int at_once = 4;

    struct Place {
        usize offset;
        bool is_inside;
    };
    using Row = Place;
    using Column = Place;

    u32 rank, margins;
    const usize *info;
    T value;
    const T *src;

    __device__ void add(u32 dim, usize index, Place &place) const
    {
        const usize *about = info + dim * 4;
        const i64 in = static_cast<i64>(about[1]);
        i64 at = static_cast<i64>(index - about[2]);
        if (at < 0 || at >= in) {
            const bool is_before = at < 0;
            place.is_inside &= margins != CONSTANT;
            at = margins == REFLECT     ? (is_before ? -at : 2 * (in - 1) - at)
                 : margins == REPLICATE ? (is_before ? 0 : in - 1)
                                        : (is_before ? at + in : at - in);
        }
        place.offset += at * about[3];
    }
    __device__ Row row(usize index) const
    {
        Row place = {0, true};
#pragma unroll 1
        for (u32 dim = rank - 1; dim-- > 0;) {
            const Quotient outside(index, info[dim * 4]);
            add(dim, outside.rest, place);
            index = outside.whole;
        }
        return place;
    }
    __device__ Column column(usize index) const
    {
        Column place = {0, true};
        add(rank - 1, index, place);
        return place;
    }
    __device__ T at(const Row &row, const Column &column) const
    {
        return row.is_inside && column.is_inside ? src[row.offset + column.offset] : value;
    }
};

#define PAD(NAME, T)                                                                               \
    MAP_KERNEL(pad_##NAME)                                                                         \
    (const usize numel, const u32 rank, const u32 margins, const T value, const usize *info,       \
     const T *src, T *dst)                                                                         \
    {                                                                                              \
        if (Movers::is_idle()) {                                                                   \
            return;                                                                                \
        }                                                                                          \
        const usize columns = info[rank * 4 - 4];                                                  \
        fill_matrix(Padded<T>{rank, margins, info, value, src}, numel / columns, columns, dst);    \
    }

PAD(u8, u8)
PAD(f16, f16)
PAD(u32, u32)
PAD(i64, i64)
