// Sorts rows of any length by one digit of 8 bits after another, the lowest digit first.
//
// The order is that of asort_asc_T and asort_desc_T: equal values stay in the order of their
// columns. Columns are u32. A row has fewer than 2^32 - 2048 columns.
//
// A pass sorts by the lowest digit of the keys, and removes this digit; items with the same digit
// stay in their order. The remaining digits of each key are stored in the smallest integer type
// that holds them. Columns are stored as u16 between passes if rows have up to 2^16 columns. Each
// block sorts a part of a row, tile by tile. If rows have several parts, an earlier launch counts
// the digits of each part.
#include "../contract/launches.h"
#include "../device/grid.cuh"
#include "../device/order.cuh"
#include "../device/wave.cuh"

constexpr u32 digits = SORT_DIGITS, sort_threads = SORT_THREADS, tile_items = SORT_TILE,
              items_each = tile_items / sort_threads, sort_warps = sort_threads / WARP;

// The type in which a key of type Key is in a register.
template <class Key> using WordFor = std::conditional_t<sizeof(Key) <= 4, u32, u64>;

template <class Word> __device__ inline u32 digit_of(Word key)
{
    return static_cast<u32>(key) % digits;
}

// Loads from[i], which is less than 4 GiB behind |from|.
template <class T> __device__ inline T load_at(const T *from, u32 i)
{
    const u32 offset = i * static_cast<u32>(sizeof(T));
    return *reinterpret_cast<const T *>(reinterpret_cast<const char *>(from) + offset);
}

// ---- Sorting the items of a tile ----------------------------------------------------------------

// place_loaded() returns the place in a tile from which a thread loads its item number |e|: a warp
// loads neighbouring items. place_stored() returns the place in the sorted tile from which a thread
// stores its item number |e|: neighbouring threads store neighbouring items.
__device__ inline u32 place_loaded(u32 e)
{
    const u32 thread = threadIdx.x;
    return thread / WARP * (WARP * items_each) + e * WARP + thread % WARP;
}
__device__ inline u32 place_stored(u32 e)
{
    return e * sort_threads + threadIdx.x;
}

// Loads this thread's items of a tile. The row has |count| more items, counted from the first item
// of the tile. Places beyond its end get the row's last item.
template <class Word, class T>
__device__ inline void load_items(Word (&item)[items_each], const T *tile, u32 count)
{
#pragma unroll
    for (u32 e = 0; e < items_each; ++e) {
        const u32 place = place_loaded(e);
        item[e] = load_at(tile, place < count ? place : count - 1);
    }
}

// Converts elements to keys. |infinity| is infinity_of the elements' type, which is 0 unless they
// are floats. The bits of |flipped| are inverted in each key. In later passes, which load keys
// instead of elements, |infinity| and |flipped| are 0.
template <class Key> struct Order {
    Key infinity, flipped;

    __device__ Order(u64 of_infinity, u64 bits)
        : infinity(static_cast<Key>(of_infinity)), flipped(static_cast<Key>(bits))
    {
    }
    __device__ void load_keys(WordFor<Key> (&key)[items_each], const Key *tile, u32 count) const
    {
        load_items(key, tile, count);
        if (infinity != 0) {
#pragma unroll
            for (u32 e = 0; e < items_each; ++e) {
                key[e] = float_key(static_cast<Key>(key[e]), infinity);
            }
        }
        if (flipped != 0) {
#pragma unroll
            for (u32 e = 0; e < items_each; ++e) {
                key[e] ^= flipped;
            }
        }
    }
};

// A row, and where a pass stores the sorted row.
template <class Key> struct Row {
    usize first; // the index of the row's first item in each of the arrays below
    const Key *keys;
    const u32 *from; // the column numbers of the items; if null, they are 0, 1, 2 and so on
    // where the remaining digits of the keys are stored, in words of a key's size or, if
    // |are_halves|, of half of it; null if keys are bytes
    Key *rest;
    bool are_halves;
    u32 *dst; // where the column numbers are stored
    // whether column numbers are u16 in |from| and |dst|; in |dst| of the last pass they are u32
    bool are_short;
};

// Returns the sum of |x| over the threads before this thread. |totals| may be reused after the next
// barrier.
__device__ inline u32 sum_before(u32 x, u32 (&totals)[sort_warps])
{
    // Reads the thread's number again here. Otherwise the compiler would hoist the comparisons
    // below out of the caller's loop, and they would occupy all scalar registers.
    const u32 thread = known_from_here(static_cast<usize>(threadIdx.x));
    const u32 lane = thread % WARP, warp = thread / WARP;
    u32 sum = x;
#pragma unroll
    for (u32 step = 1; step < WARP; step *= 2) {
        const u32 other = __shfl_up_sync(~0u, sum, step);
        sum += lane >= step ? other : 0;
    }
    if (lane == WARP - 1) {
        totals[warp] = sum;
    }
    __syncthreads();
    sum -= x;
#pragma unroll
    for (u32 w = 0; w < sort_warps - 1; ++w) {
        sum += w < warp ? totals[w] : 0;
    }
    return sum;
}

// Returns a mask of the warp's lanes that have the same digit as this lane.
__device__ inline u32 lanes_alike(u32 digit)
{
    u32 others = 0;
#pragma unroll
    for (u32 bit = 0; bit < 8; ++bit) {
        const i32 own = static_cast<i32>(digit << (31 - bit)) >> 31;
        others |= static_cast<u32>(own) ^ __ballot_sync(~0u, own != 0);
    }
    return ~others;
}

// Memory that the threads of a block share while they sort a tile.
template <class Key> struct Shared {
    WordFor<Key> items[tile_items];
    // how many items with each digit a warp has; later the place in the tile of the first of them
    u16 counts[sort_warps][digits];
    // for each digit, the difference between an item's place in the row and its place in the tile
    u32 shifts[digits];
    u32 totals[sort_warps];
};

// The items of a tile that one thread has.
template <class Key> class Tile
{
    using Word = WordFor<Key>;

  public:
    // Loads a tile's items of the row, from item |first| on. The row has |count| more items from
    // there. Places beyond its end get the greatest digit, so that they are sorted to the end.
    __device__ void load(const Row<Key> &row, const Order<Key> &order, u32 first, u32 count)
    {
        order.load_keys(key, row.keys + (row.first + first), count);
        if (count < tile_items) {
#pragma unroll
            for (u32 e = 0; e < items_each; ++e) {
                key[e] = place_loaded(e) < count ? key[e] : ~Word(0);
            }
        }
        if (row.from != nullptr && row.are_short) {
            load_items(column, reinterpret_cast<const u16 *>(row.from) + (row.first + first),
                       count);
        } else if (row.from != nullptr) {
            load_items(column, row.from + (row.first + first), count);
        } else {
#pragma unroll
            for (u32 e = 0; e < items_each; ++e) {
                column[e] = first + place_loaded(e);
            }
        }
    }
    // Counts the digits of the warp's items, and finds each item's place among the warp's items
    // with the same digit.
    __device__ void rank(u16 (&counts)[digits])
    {
        const u32 lane = threadIdx.x % WARP;
#pragma unroll
        for (u32 e = 0; e < items_each; ++e) {
            const u32 alike = lanes_alike(digit_of(key[e]));
            u16 &count = counts[digit_of(key[e])];
            place[e] = count + __popc(alike & ((1u << lane) - 1));
            __syncwarp();
            if (alike >> lane == 1) { // true in the last of the lanes that have this digit
                count = static_cast<u16>(place[e] + 1);
            }
            __syncwarp();
        }
    }
    // Stores the items to their places in the row, in the order of the sorted tile: most neighbours
    // in the tile have neighbouring places in the row.
    __device__ void store(Shared<Key> &shared, const Row<Key> &row, u32 count)
    {
        const u16(&firsts)[digits] = shared.counts[threadIdx.x / WARP];
        u32 to[items_each];
#pragma unroll
        for (u32 e = 0; e < items_each; ++e) {
            place[e] += firsts[digit_of(key[e])];
            shared.items[place[e]] = key[e];
        }
        __syncthreads();
#pragma unroll
        for (u32 e = 0; e < items_each; ++e) {
            key[e] = shared.items[place_stored(e)];
            to[e] = place_stored(e) + shared.shifts[digit_of(key[e])];
        }
        if constexpr (sizeof(Key) > 1) {
            const auto rest = [&](u32 e) { return key[e] / digits; };
            if (row.are_halves) {
                using Half = typename WordOf<sizeof(Key) / 2>::type;
                scatter(reinterpret_cast<Half *>(row.rest) + row.first, to, count, rest);
            } else {
                scatter(row.rest + row.first, to, count, rest);
            }
        }
        __syncthreads();
        u32 *const columns = reinterpret_cast<u32 *>(shared.items);
#pragma unroll
        for (u32 e = 0; e < items_each; ++e) {
            columns[place[e]] = column[e];
        }
        __syncthreads();
        const auto sorted = [&](u32 e) { return columns[place_stored(e)]; };
        if (sizeof(Key) > 1 && row.are_short) {
            scatter(reinterpret_cast<u16 *>(row.dst) + row.first, to, count, sorted);
        } else {
            scatter(row.dst + row.first, to, count, sorted);
        }
    }

  private:
    template <class T, class Item>
    __device__ static void scatter(T *row, const u32 (&to)[items_each], u32 count, const Item &item)
    {
#pragma unroll
        for (u32 e = 0; e < items_each; ++e) {
            if (place_stored(e) < count) {
                row[to[e]] = static_cast<T>(item(e));
            }
        }
    }

    Word key[items_each];
    u32 column[items_each], place[items_each];
};

// ---- Sorting the parts of a row by a digit ------------------------------------------------------

// A part of a row. Each part has |length| columns, except for the last part, which has the
// remaining columns. The block at x sorts part x.
struct Part {
    u32 first, count;

    __device__ Part(u32 columns, u32 length)
        : first(blockIdx.x * length), count(columns - first < length ? columns - first : length)
    {
    }
};

// Returns how many of |count| keys have the digit whose value is this thread's number.
template <class Key>
__device__ inline u32 count_digits(const Key *keys, u32 count, const Order<Key> &order)
{
    __shared__ u32 counts[digits];
    counts[threadIdx.x] = 0;
    __syncthreads();
    for (u32 tile = 0; tile < count; tile += tile_items) {
        WordFor<Key> key[items_each];
        order.load_keys(key, keys + tile, count - tile);
#pragma unroll
        for (u32 e = 0; e < items_each; ++e) {
            if (place_loaded(e) < count - tile) {
                atomicAdd(&counts[digit_of(key[e])], 1u);
            }
        }
    }
    __syncthreads();
    return counts[threadIdx.x];
}

// Returns the place in the row of the first item of this part whose digit is this thread's number.
// Before it are all items with lower digits, and the items with the same digit in earlier parts.
__device__ inline u32 first_place(const u32 *counts, u32 parts, u32 (&totals)[sort_warps])
{
    constexpr u32 batch = 8;
    const u32 last = parts - 1;
    u32 before = 0, total = 0;
#pragma unroll 1
    for (u32 first = 0; first < parts; first += batch) {
        // |first| is hidden from the compiler: if it made vectors of the loads, the code would be
        // three times as long
        const u32 begin = known_from_here(first);
        u32 count[batch];
#pragma unroll
        for (u32 p = 0; p < batch; ++p) {
            const u32 part = begin + p < last ? begin + p : last;
            count[p] = load_at(counts + part * digits, threadIdx.x);
        }
#pragma unroll
        for (u32 p = 0; p < batch; ++p) {
            before += begin + p < blockIdx.x ? count[p] : 0;
            total += begin + p <= last ? count[p] : 0;
        }
    }
    return before + sum_before(total, totals);
}

// Sorts one part of a row by the lowest digit of its keys. If |counts| is null, the part is a whole
// row of one tile.
template <class Key>
__device__ inline void sort_part(const Row<Key> &row, const Part &part, const Order<Key> &order,
                                 const u32 *counts, u32 parts)
{
    __shared__ Shared<Key> shared;
    const u32 thread = threadIdx.x;
    u32 next = counts != nullptr ? first_place(counts, parts, shared.totals) : 0;
#pragma unroll 1
    for (u32 done = 0; done < part.count; done += tile_items) {
        const u32 left = part.count - done;
        Tile<Key> tile;
        tile.load(row, order, part.first + done, left);
#pragma unroll
        for (u32 w = 0; w < sort_warps; ++w) {
            shared.counts[w][thread] = 0;
        }
        __syncthreads();
        tile.rank(shared.counts[thread / WARP]);
        __syncthreads();
        u32 before[sort_warps], total = 0;
#pragma unroll
        for (u32 w = 0; w < sort_warps; ++w) {
            before[w] = total;
            total += shared.counts[w][thread];
        }
        const u32 start = sum_before(total, shared.totals);
#pragma unroll
        for (u32 w = 0; w < sort_warps; ++w) {
            shared.counts[w][thread] = static_cast<u16>(start + before[w]);
        }
        shared.shifts[thread] = counts != nullptr ? next - start : 0;
        next += total;
        __syncthreads();
        tile.store(shared, row, left);
        __syncthreads();
    }
}

// Blocks have exactly 256 threads. Along x the grid has a block for each part of a row; along y its
// size does not matter. With four blocks on a multiprocessor, a thread may have 64 registers.
#define SORT_KERNEL(name) extern "C" __global__ void LAUNCH_BOUNDS(sort_threads, 4) name
#define SORT(NAME, Key)                                                                            \
    SORT_KERNEL(sort_count_##NAME)                                                                 \
    (const usize rows, const u32 columns, const u32 length_of_part, const u64 infinity,            \
     const u64 flipped, const Key *keys, u32 *counts)                                              \
    {                                                                                              \
        const Order<Key> order(infinity, flipped);                                                 \
        const Part part(columns, length_of_part);                                                  \
        const u32 parts = grid_width();                                                            \
        for (usize row = blockIdx.y; row < rows; row += grid_height()) {                           \
            counts[(row * parts + blockIdx.x) * digits + threadIdx.x] =                            \
                count_digits(keys + (row * columns + part.first), part.count, order);              \
        }                                                                                          \
    }                                                                                              \
    SORT_KERNEL(sort_digit_##NAME)                                                                 \
    (const usize rows, const u32 columns, const u32 length_of_part, const u64 infinity,            \
     const u64 flipped, const u32 are_halves, const Key *keys, const u32 *from, const u32 *counts, \
     Key *rest, u32 *dst)                                                                          \
    {                                                                                              \
        const Order<Key> order(infinity, flipped);                                                 \
        const Part part(columns, length_of_part);                                                  \
        const u32 parts = grid_width();                                                            \
        for (usize row = blockIdx.y; row < rows; row += grid_height()) {                           \
            sort_part(Row<Key>{row * columns, keys, from, rest, are_halves != 0, dst,              \
                               columns <= 1u << 16},                                               \
                      part, order, counts != nullptr ? counts + row * parts * digits : nullptr,    \
                      parts);                                                                      \
        }                                                                                          \
    }

SORT(u8, u8)
SORT(f16, u16)
SORT(u32, u32)
SORT(i64, u64)
