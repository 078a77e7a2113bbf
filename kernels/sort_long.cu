// Rows of any length, in the order of their values: tiles are sorted, and then merged, run by run.
//
// The order is that of asort_asc_T and asort_desc_T: equal values are in the order of their
// columns. Columns are u32. A row has fewer than 2^32 - 1024 of them.
#include "elementwise.cuh"
#include "order.cuh"

constexpr u32 tile_items = 1024, tile_threads = 256, items_each = tile_items / tile_threads;

// Ascending keys of either order.
template <class T> __device__ inline BitsOf<T> order_key(T value, u32 descending)
{
    using Key = BitsOf<T>;
    const Key key = key_of(value);
    return descending != 0 ? static_cast<Key>(~key) : key;
}

// A key above its column. No two are equal.
struct WideItem {
    u64 key;
    u32 column;
};
template <class Key> using ItemOf = std::conditional_t<sizeof(Key) <= 4, u64, WideItem>;

__device__ inline bool is_before(u64 a, u64 b)
{
    return a < b;
}
__device__ inline bool is_before(const WideItem &a, const WideItem &b)
{
    return a.key == b.key ? a.column < b.column : a.key < b.key;
}
__device__ inline u64 of_lane(u64 item, u32 mask)
{
    return __shfl_xor_sync(~0u, static_cast<unsigned long long>(item), mask);
}
__device__ inline WideItem of_lane(const WideItem &item, u32 mask)
{
    return {of_lane(item.key, mask), __shfl_xor_sync(~0u, item.column, mask)};
}
__device__ inline void set(u64 &item, u32 key, u32 column)
{
    item = static_cast<u64>(key) << 32 | column;
}
__device__ inline void set(WideItem &item, u64 key, u32 column)
{
    item = {key, column};
}
__device__ inline u32 column_of(u64 item)
{
    return static_cast<u32>(item);
}
__device__ inline u32 column_of(const WideItem &item)
{
    return item.column;
}

// The items of a tile: thread t has those at 4 t to 4 t + 3. They are sorted as sort.cu says.
template <class Item> class Tile
{
  public:
    Item at[items_each];

    __device__ void sort(Item (&shared)[tile_items])
    {
#pragma unroll
        for (u32 size = 2; size <= items_each; size *= 2) {
            exchange_own(size - 1);
            merge_own(size / 4);
        }
#pragma unroll 1
        for (u32 size = 2; size <= tile_threads; size *= 2) {
            exchange<true>(size - 1, shared);
#pragma unroll 1
            for (u32 distance = size / 4; distance > 0; distance /= 2) {
                exchange<false>(distance, shared);
            }
            merge_own(items_each / 2);
        }
    }

  private:
    __device__ void merge_own(u32 distance)
    {
#pragma unroll
        for (; distance > 0; distance /= 2) {
            exchange_own(distance);
        }
    }
    __device__ void exchange_own(u32 mask)
    {
#pragma unroll
        for (u32 e = 0; e < items_each; ++e) {
            const u32 other = e ^ mask;
            if (e < other && is_before(at[other], at[e])) {
                const Item less = at[other];
                at[other] = at[e];
                at[e] = less;
            }
        }
    }
    // With the thread whose number differs in the bits |mask|, and if |reversed| from the end.
    template <bool reversed> __device__ void exchange(u32 mask, Item (&shared)[tile_items])
    {
        const u32 thread = threadIdx.x, partner = thread ^ mask;
        Item other[items_each];
        if (mask < 32) {
#pragma unroll
            for (u32 e = 0; e < items_each; ++e) {
                other[e] = of_lane(at[reversed ? items_each - 1 - e : e], mask);
            }
        } else {
            __syncthreads();
#pragma unroll
            for (u32 e = 0; e < items_each; ++e) {
                shared[e * tile_threads + thread] = at[e];
            }
            __syncthreads();
#pragma unroll
            for (u32 e = 0; e < items_each; ++e) {
                other[e] = shared[(reversed ? items_each - 1 - e : e) * tile_threads + partner];
            }
        }
#pragma unroll
        for (u32 e = 0; e < items_each; ++e) {
            if (is_before(other[e], at[e]) == thread < partner) {
                at[e] = other[e];
            }
        }
    }
};

// Sorts the columns of a tile, from |first| on. Those beyond the row are greater than all that it
// has, by their keys and by their numbers.
template <class T>
__device__ inline void sort_tile(const T *x, u32 *dst, u32 columns, u32 first, u32 descending)
{
    using Key = BitsOf<T>;
    using Item = ItemOf<Key>;
    __shared__ Item shared[tile_items];
    Tile<Item> tile;
    first += threadIdx.x * items_each;
#pragma unroll
    for (u32 e = 0; e < items_each; ++e) {
        set(tile.at[e],
            first + e < columns ? order_key(x[first + e], descending) : static_cast<Key>(~Key(0)),
            first + e);
    }
    tile.sort(shared);
#pragma unroll
    for (u32 e = 0; e < items_each; ++e) {
        if (first + e < columns) {
            dst[first + e] = column_of(tile.at[e]);
        }
    }
    __syncthreads();
}

// Of the first |count| items of two sorted sequences that are merged, those of the first sequence,
// whose items go before equal ones of the second. |a| and |b| are keys by their numbers.
template <class A, class B>
__device__ inline u32 count_of_first(u32 count, u32 a_size, const A &a, u32 b_size, const B &b)
{
    u32 low = count > b_size ? count - b_size : 0, high = count < a_size ? count : a_size;
    while (low < high) {
        const u32 middle = low + (high - low) / 2;
        if (b(count - 1 - middle) < a(middle)) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    return low;
}

// Makes the |tile_items| items from |first| on, where runs of |run| items are merged in pairs. They
// are neighbours in either run: these come into LDS, where each thread merges a few.
template <class T>
__device__ inline void merge_tile(const T *x, const u32 *from, u32 *dst, u32 columns, u32 run,
                                  u32 first, u32 descending)
{
    using Key = BitsOf<T>;
    __shared__ Key keys[tile_items];
    __shared__ u32 items[tile_items], ends[2];
    const u32 begin = first / run / 2 * 2 * run;
    const u32 middle = columns - begin > run ? begin + run : columns;
    const u32 end = columns - middle > run ? middle + run : columns;
    const u32 count = columns - first < tile_items ? columns - first : tile_items;
    if (threadIdx.x < 2) {
        ends[threadIdx.x] = count_of_first(
            first - begin + threadIdx.x * count, middle - begin,
            [&](u32 i) { return order_key(x[from[begin + i]], descending); }, end - middle,
            [&](u32 i) { return order_key(x[from[middle + i]], descending); });
    }
    __syncthreads();
    const u32 a_size = ends[1] - ends[0], b_size = count - a_size;
    const u32 a_first = begin + ends[0], b_first = middle + (first - begin - ends[0]);
    for (u32 k = threadIdx.x; k < count; k += tile_threads) {
        const u32 item = from[k < a_size ? a_first + k : b_first + (k - a_size)];
        items[k] = item;
        keys[k] = order_key(x[item], descending);
    }
    __syncthreads();
    const u32 place = threadIdx.x * items_each;
    if (place < count) {
        u32 a = count_of_first(
            place, a_size, [&](u32 i) { return keys[i]; }, b_size,
            [&](u32 i) { return keys[a_size + i]; });
        u32 b = a_size + (place - a);
#pragma unroll
        for (u32 k = 0; k < items_each; ++k) {
            if (place + k < count) {
                const bool is_of_b = a >= a_size || (b < count && keys[b] < keys[a]);
                dst[first + place + k] = items[is_of_b ? b : a];
                a += !is_of_b;
                b += is_of_b;
            }
        }
    }
    __syncthreads();
}

// make(row, first) for every tile of |columns| columns in |rows| rows.
template <class Make>
__device__ inline void each_tile_of_rows(usize rows, u32 columns, const Make &make)
{
    const usize tiles = (columns + tile_items - 1) / tile_items;
    for (usize tile = blockIdx.x; tile < rows * tiles; tile += gridDim.x) {
        const usize row = tile / tiles;
        make(row * columns, static_cast<u32>(tile - row * tiles) * tile_items);
    }
}

// Blocks of exactly 256 threads, any one-dimensional grid.
#define SORT_KERNEL(name) extern "C" __global__ void __launch_bounds__(tile_threads) name
#define SORT(NAME, T)                                                                              \
    SORT_KERNEL(sort_tiles_##NAME)                                                                 \
    (const usize rows, const u32 columns, const u32 descending, const T *x, u32 *dst)              \
    {                                                                                              \
        each_tile_of_rows(rows, columns, [&](usize row, u32 first) {                               \
            sort_tile(x + row, dst + row, columns, first, descending);                             \
        });                                                                                        \
    }                                                                                              \
    SORT_KERNEL(sort_merge_##NAME)                                                                 \
    (const usize rows, const u32 columns, const u32 descending, const u32 run, const T *x,         \
     const u32 *from, u32 *dst)                                                                    \
    {                                                                                              \
        each_tile_of_rows(rows, columns, [&](usize row, u32 first) {                               \
            merge_tile(x + row, from + row, dst + row, columns, run, first, descending);           \
        });                                                                                        \
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
