// asort_asc_T, asort_desc_T: for each row, one block, the columns in the order of their values.
//
// Equal values are in the order of their columns, in both directions. -0 equals +0. NaNs are equal
// to each other and greater than everything else: the last ascending, the first descending.
//
// A column's value and number are one unsigned integer, its item, less than that of every column
// that comes after it. No two items are equal, so any network sorts stably. Bitonic sorting needs
// exchanges over distances of every power of two: each thread holds a few neighbouring items, which
// covers the smallest distances; shuffles within 32 lanes cover the next; only the greatest go
// through LDS, where a column has 32 bits, an item's word at a time.
#include "elementwise.cuh"

template <class T> struct KeyOf {
    using type = T;
    static constexpr T infinity = 0; // no float
};
template <> struct KeyOf<bf16> {
    using type = uint16_t;
    static constexpr type infinity = 0x7f80;
};
template <> struct KeyOf<f16> {
    using type = uint16_t;
    static constexpr type infinity = 0x7c00;
};
template <> struct KeyOf<f32> {
    using type = u32;
    static constexpr type infinity = 0x7f800000;
};
template <> struct KeyOf<f64> {
    using type = u64;
    static constexpr type infinity = 0x7ff0000000000000;
};
template <> struct KeyOf<i64> {
    using type = u64;
    static constexpr type infinity = 0;
};

// An unsigned integer that orders as the value does.
template <class T> __device__ inline typename KeyOf<T>::type key_of(T value)
{
    using Key = typename KeyOf<T>::type;
    constexpr Key sign = static_cast<Key>(Key(1) << (8 * sizeof(Key) - 1));
    constexpr Key infinity = KeyOf<T>::infinity;
    Key bits;
    memcpy(&bits, &value, sizeof(bits));
    if (infinity == 0) {
        return std::is_signed<T>::value ? bits ^ sign : bits;
    }
    const Key magnitude = bits & static_cast<Key>(~sign);
    if (magnitude > infinity) {
        return static_cast<Key>(~Key(0));
    }
    if (magnitude == 0) {
        return sign;
    }
    return bits == magnitude ? bits | sign : static_cast<Key>(~bits);
}

// The key above the column, in 32-bit words, the lowest first. Beside keys of up to 16 bits there
// are 16 for the column: no LDS would hold more.
template <class Key> struct Item {
    static constexpr int words = sizeof(Key) <= 2 ? 1 : 1 + static_cast<int>(sizeof(Key)) / 4;
    u32 word[words];

    __device__ static Item of(u64 key, u32 column)
    {
        Item item;
        if constexpr (words == 1) {
            item.word[0] = static_cast<u32>(key) << 16 | column;
        } else {
            item.word[0] = column;
            item.word[1] = static_cast<u32>(key);
            item.word[words - 1] = static_cast<u32>(key >> (32 * (words - 2)));
        }
        return item;
    }
    __device__ u32 column() const
    {
        return words == 1 ? word[0] & 0xffff : word[0];
    }
    __device__ bool operator<(const Item &other) const
    {
        if constexpr (words == 1) {
            return word[0] < other.word[0];
        } else {
            const u64 high = upper(), other_high = other.upper();
            return high < other_high ||
                   (words > 2 && high == other_high && word[0] < other.word[0]);
        }
    }

  private:
    __device__ u64 upper() const
    {
        return static_cast<u64>(word[words - 1]) << 32 | word[words - 2];
    }
};

template <bool descending, class T> struct Row {
    using Key = typename KeyOf<T>::type;
    const T *x;
    u32 *dst;
    u32 columns;

    // What is not a column of the row comes behind those that are.
    __device__ Item<Key> item(u32 column) const
    {
        Key key = static_cast<Key>(~Key(0));
        if (column < columns) {
            key = key_of(x[column]);
            key = descending ? static_cast<Key>(~key) : key;
        }
        return Item<Key>::of(key, column);
    }
};

// Each pair of a thread's own items |distance| apart, the smaller one first where |up|, but last
// where the position has the bit |turn|.
template <int each, class Item>
__device__ inline void exchange_own(Item (&item)[each], int distance, bool up, int turn)
{
#pragma unroll
    for (int e = 0; e < each; ++e) {
        if ((e & distance) != 0) {
            continue;
        }
        const Item a = item[e], b = item[e + distance];
        if ((b < a) == (up == ((e & turn) == 0))) {
            item[e] = b;
            item[e + distance] = a;
        }
    }
}

// Each item with the one of the lane whose number differs in the bit |lane|.
template <int each, class Item>
__device__ inline void exchange_lanes(Item (&item)[each], int lane, u32 lanes, bool keep_less)
{
#pragma unroll
    for (int e = 0; e < each; ++e) {
        Item other;
#pragma unroll
        for (int w = 0; w < Item::words; ++w) {
            other.word[w] = __shfl_xor_sync(lanes, item[e].word[w], lane);
        }
        if ((other < item[e]) == keep_less) {
            item[e] = other;
        }
    }
}

// Each item with the one of thread |partner| of |threads|: as many at a time as LDS holds.
template <int each, class Item>
__device__ inline void exchange_far(Item (&item)[each], u32 partner, u32 threads, bool keep_less)
{
    extern __shared__ u32 exchanged[];
    constexpr int words = Item::words, part = each / words;
#pragma unroll
    for (int first = 0; first < each; first += part) {
#pragma unroll
        for (int i = 0; i < part * words && first + i / words < each; ++i) {
            exchanged[i * threads + threadIdx.x] = item[first + i / words].word[i % words];
        }
        __syncthreads();
        Item other[part];
#pragma unroll
        for (int i = 0; i < part * words && first + i / words < each; ++i) {
            other[i / words].word[i % words] = exchanged[i * threads + partner];
        }
        __syncthreads();
#pragma unroll
        for (int k = 0; k < part && first + k < each; ++k) {
            if ((other[k] < item[first + k]) == keep_less) {
                item[first + k] = other[k];
            }
        }
    }
}

// The network, with the items at positions thread * each to thread * each + each - 1 in a thread's
// registers. The threads that are not needed leave, but for the first 32: shuffles name those.
template <int each, bool descending, class T>
__device__ inline void sort_held(const Row<descending, T> &row, u32 padded)
{
    const u32 threads = padded / each, thread = threadIdx.x;
    if (thread >= threads && thread >= 32) {
        return;
    }
    const u32 lanes = each == 1 && blockDim.x < 32 ? (1u << blockDim.x) - 1 : ~0u;
    Item<typename KeyOf<T>::type> item[each];
#pragma unroll
    for (int e = 0; e < each; ++e) {
        item[e] = row.item(e * threads + thread); // any order will do: this one is coalesced
    }
#pragma unroll
    for (int size = 2; size < each; size *= 2) {
#pragma unroll
        for (int distance = size / 2; distance > 0; distance /= 2) {
            exchange_own(item, distance, true, size);
        }
    }
#pragma unroll 1
    for (u32 size = each == 1 ? 2 : each; size <= padded; size *= 2) {
        const bool up = (thread * each & size) == 0;
        const u32 farthest = size / (2 * each);
        if constexpr (each > 1) {
#pragma unroll 1
            for (u32 far = farthest; far >= 32; far /= 2) {
                exchange_far(item, thread ^ far, threads, ((thread & far) == 0) == up);
            }
        }
#pragma unroll
        for (u32 lane = 16; lane > 0; lane /= 2) {
            if (lane <= farthest) {
                exchange_lanes(item, lane, lanes, ((thread & lane) == 0) == up);
            }
        }
#pragma unroll
        for (int distance = each / 2; distance > 0; distance /= 2) {
            exchange_own(item, distance, up, 0);
        }
    }
#pragma unroll
    for (int e = 0; e < each; ++e) {
        const u32 position = thread * each + e;
        if (position < row.columns) {
            row.dst[position] = item[e].column();
        }
    }
}

// The network for every other block: columns in LDS, and their values read again for each
// comparison.
template <bool descending, class T>
__device__ inline void sort_in_place(const Row<descending, T> &row, u32 padded)
{
    extern __shared__ u32 column[];
#pragma unroll 1
    for (u32 i = threadIdx.x; i < padded; i += blockDim.x) {
        column[i] = i;
    }
#pragma unroll 1
    for (u32 size = 2; size <= padded; size *= 2) {
#pragma unroll 1
        for (u32 distance = size / 2; distance > 0; distance /= 2) {
            __syncthreads();
#pragma unroll 1
            for (u32 i = threadIdx.x; i < padded; i += blockDim.x) {
                if ((i & distance) != 0) {
                    continue;
                }
                const u32 a = column[i], b = column[i + distance];
                if ((row.item(b) < row.item(a)) == ((i & size) == 0)) {
                    column[i] = b;
                    column[i + distance] = a;
                }
            }
        }
    }
    __syncthreads();
#pragma unroll 1
    for (u32 i = threadIdx.x; i < row.columns; i += blockDim.x) {
        row.dst[i] = column[i];
    }
}

template <bool descending, class T>
__device__ inline void sort_row(const T *x, u32 *dst, i32 columns, i32 columns_padded)
{
    const usize first = static_cast<usize>(blockIdx.x) * columns;
    const Row<descending, T> row = {x + first, dst + first, static_cast<u32>(columns)};
    const u32 padded = static_cast<u32>(columns_padded), threads = blockDim.x;
    if (padded <= 32 && padded <= threads) {
        sort_held<1>(row, padded);
    } else if (threads >= 32 && padded <= 4 * threads) {
        sort_held<4>(row, padded);
    } else if (threads >= 32 && padded <= 8 * threads) {
        sort_held<8>(row, padded);
    } else {
        sort_in_place(row, padded);
    }
}

// Where registers allow it, two of the largest blocks on a multiprocessor.
#define SORTER(blocks, name) extern "C" __global__ void __launch_bounds__(1024, blocks) name
#define SORT(NAME, T, BLOCKS)                                                                      \
    SORTER(BLOCKS, asort_asc_##NAME)(const T *x, u32 *dst, const i32 ncols, i32 ncols_pad)         \
    {                                                                                              \
        sort_row<false>(x, dst, ncols, ncols_pad);                                                 \
    }                                                                                              \
    SORTER(BLOCKS, asort_desc_##NAME)(const T *x, u32 *dst, const i32 ncols, i32 ncols_pad)        \
    {                                                                                              \
        sort_row<true>(x, dst, ncols, ncols_pad);                                                  \
    }

SORT(bf16, bf16, 2)
SORT(f16, f16, 2)
SORT(f32, f32, 1)
SORT(f64, f64, 1)
SORT(u8, u8, 1)
SORT(u32, u32, 1)
SORT(i64, i64, 1)
