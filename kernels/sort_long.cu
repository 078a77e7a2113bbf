// Rows of any length, in the order of their values: tiles are sorted, and then merged, run by run.
//
// The order is that of asort_asc_T and asort_desc_T: equal values are in the order of their columns.
// Columns are u32. A row has fewer than 2^32 - 1024 of them.
#include "elementwise.cuh"
#include "order.cuh"

constexpr u32 tile_items = 1024, tile_threads = 256;

// Ascending keys of either order.
template <class T>
__device__ inline typename KeyOf<T>::type order_key(T value, u32 descending)
{
    using Key = typename KeyOf<T>::type;
    const Key key = key_of(value);
    return descending != 0 ? static_cast<Key>(~key) : key;
}

// Sorts the |tile_items| columns from |first| on, by a bitonic network. Those beyond the row are
// greater than all that it has, by their keys and by their numbers.
template <class T>
__device__ inline void sort_tile(const T *x, u32 *dst, u32 columns, u32 first, u32 descending)
{
    using Key = typename KeyOf<T>::type;
    __shared__ Key keys[tile_items];
    __shared__ u32 items[tile_items];
    for (u32 k = threadIdx.x; k < tile_items; k += tile_threads) {
        keys[k] = first + k < columns ? order_key(x[first + k], descending)
                                      : static_cast<Key>(~Key(0));
        items[k] = first + k;
    }
    for (u32 size = 2; size <= tile_items; size *= 2) {
        for (u32 distance = size / 2; distance > 0; distance /= 2) {
            __syncthreads();
            for (u32 pair = threadIdx.x; pair < tile_items / 2; pair += tile_threads) {
                const u32 low = (pair & ~(distance - 1)) * 2 | (pair & (distance - 1));
                const u32 high = low | distance;
                const bool is_up = (low & size) == 0;
                const Key a = keys[low], b = keys[high];
                const u32 i = items[low], j = items[high];
                const bool is_ordered = a == b ? i < j : a < b;
                if (is_ordered != is_up) {
                    keys[low] = b;
                    keys[high] = a;
                    items[low] = j;
                    items[high] = i;
                }
            }
        }
    }
    __syncthreads();
    for (u32 k = threadIdx.x; k < tile_items; k += tile_threads) {
        if (first + k < columns) {
            dst[first + k] = items[k];
        }
    }
    __syncthreads();
}

// How many of the sorted |items| go before the key: those that are less, and of equal ones all if
// |with_equal|.
template <class T>
__device__ inline u32 count_before(const T *x, const u32 *items, u32 count,
                                   typename KeyOf<T>::type key, bool with_equal, u32 descending)
{
    u32 low = 0, high = count;
    while (low < high) {
        const u32 middle = low + (high - low) / 2;
        const auto other = order_key(x[items[middle]], descending);
        if (other < key || (with_equal && other == key)) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

// Puts item |place| of a row where it is when runs of |run| items are merged in pairs.
template <class T>
__device__ inline void merge_item(const T *x, const u32 *from, u32 *dst, u32 columns, u32 run,
                                  u32 place, u32 descending)
{
    const u32 pair = place / run / 2 * 2, begin = pair * run;
    const u32 middle = columns - begin > run ? begin + run : columns;
    const u32 end = columns - middle > run ? middle + run : columns;
    const u32 item = from[place];
    const auto key = order_key(x[item], descending);
    const bool is_first = place < middle;
    const u32 others = is_first
                           ? count_before(x, from + middle, end - middle, key, false, descending)
                           : count_before(x, from + begin, middle - begin, key, true, descending);
    dst[is_first ? place + others : place - (middle - begin) + others] = item;
}

// Any one-dimensional grid; sort_tiles in blocks of exactly 256 threads.
#define SORT(NAME, T)                                                                              \
    extern "C" __global__ void __launch_bounds__(tile_threads) sort_tiles_##NAME(                  \
        const usize rows, const u32 columns, const u32 descending, const T *x, u32 *dst)           \
    {                                                                                              \
        const usize tiles = (columns + tile_items - 1) / tile_items;                               \
        for (usize tile = blockIdx.x; tile < rows * tiles; tile += gridDim.x) {                    \
            const usize row = tile / tiles;                                                        \
            sort_tile(x + row * columns, dst + row * columns, columns,                             \
                      static_cast<u32>(tile - row * tiles) * tile_items, descending);              \
        }                                                                                          \
    }                                                                                              \
    KERNEL(sort_merge_##NAME)                                                                      \
    (const usize rows, const u32 columns, const u32 descending, const u32 run, const T *x,         \
     const u32 *from, u32 *dst)                                                                    \
    {                                                                                              \
        for (usize i = first_thread(); i < rows * columns; i += thread_count()) {                  \
            const usize row = i / columns;                                                         \
            merge_item(x + row * columns, from + row * columns, dst + row * columns, columns, run, \
                       static_cast<u32>(i - row * columns), descending);                           \
        }                                                                                          \
    }

SORT(u8, u8)
SORT(u32, u32)
SORT(i16, i16)
SORT(i32, i32)
SORT(i64, i64)
SORT(bf16, bf16)
SORT(f8_e4m3, f8e4m3)
SORT(f16, f16)
SORT(f32, f32)
SORT(f64, f64)
