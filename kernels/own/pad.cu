// pad_T copies a tensor with margins, which may be negative. The kernel moves bits, so one kernel
// serves all types of T's size.
#include "../candle/conv/matrix.cuh"
#include "../contract/pad.h"
#include "../device/elementwise.cuh"

// The result as a matrix: [all dimensions but the last] by [the last].
template <class T> struct Padded {
    static constexpr int at_once = 4;

    struct Place {
        usize offset;
        bool is_inside;
    };
    using Row = Place;
    using Column = Place;

    u32 rank, margins;
    const pad_dimension *info;
    T value;
    const T *src;

    __device__ void add(u32 dim, usize index, Place &place) const
    {
        const pad_dimension &about = info[dim];
        const i64 in = static_cast<i64>(about.in);
        i64 at = static_cast<i64>(index - about.before);
        if (at < 0 || at >= in) {
            const bool is_before = at < 0;
            place.is_inside &= margins != PAD_CONSTANT;
            at = margins == PAD_REFLECT     ? (is_before ? -at : 2 * (in - 1) - at)
                 : margins == PAD_REPLICATE ? (is_before ? 0 : in - 1)
                                            : (is_before ? at + in : at - in);
        }
        place.offset += at * about.stride;
    }
    __device__ Row row(usize index) const
    {
        Row place = {0, true};
#pragma unroll 1
        for (u32 dim = rank - 1; dim-- > 0;) {
            const Quotient outside(index, info[dim].out);
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
    (const usize numel, const u32 rank, const u32 margins, const T value,                          \
     const pad_dimension *info, const T *src, T *dst)                                              \
    {                                                                                              \
        if (FillingBlocks::is_idle()) {                                                            \
            return;                                                                                \
        }                                                                                          \
        const usize columns = info[rank - 1].out;                                                  \
        fill_matrix(Padded<T>{rank, margins, info, value, src}, numel / columns, columns, dst);    \
    }

PAD(u8, u8)
PAD(f16, f16)
PAD(u32, u32)
PAD(i64, i64)
