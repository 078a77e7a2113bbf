// asort_asc_T, asort_desc_T: for each row, a block writes the numbers of the columns in the order
// of their values.
//
// Equal values are in the order of their columns, in both directions. -0 equals +0. NaNs are equal
// to each other and greater than everything else: they are last in ascending order, and first in
// descending order.
//
// A block sorts items of 32 bits. The low bits of an item are a column's number. The other bits are
// a digit of the column's key: the highest of the bits that the range of the row's values needs. No
// two items are equal, so any network sorts stably. If keys have more bits, the few columns with
// equal digits are then put in order by whole keys. If such columns are many, the row is sorted
// again by one digit of the keys after another, from the lowest digit.
//
// Bitonic sorting needs exchanges over distances of every power of two: each thread holds a few
// neighbouring items, which covers the smallest distances; shuffles within 32 lanes cover the next
// distances; only the greatest distances go through LDS.
#include "../device/calls.cuh"
#include "../device/order.cuh"
#include "../device/wave.cuh"

// A row of values |x|, and |dst|, to which the column numbers are written in the order of the
// values.
template <bool descending, class T> struct Row {
    using Key = BitsOf<T>;
    const T *x;
    u32 *dst;
    u32 columns;

    __device__ Key key(u32 column) const
    {
        return key_of(x[column]);
    }
    // Whether column a comes before column b. Numbers that are not columns of the row come after
    // all columns.
    __device__ bool is_before(u32 a, u32 b) const
    {
        if (a >= columns || b >= columns) {
            return a < b;
        }
        const Key key_a = key(a), key_b = key(b);
        return key_a == key_b ? a < b : (key_a < key_b) != descending;
    }
};

// The least and the greatest of a set of keys.
template <class Key> struct Range {
    Key least, greatest;
};

struct UniteRanges {
    template <class Key> __device__ Range<Key> operator()(Range<Key> a, Range<Key> b) const
    {
        return {a.least < b.least ? a.least : b.least,
                a.greatest > b.greatest ? a.greatest : b.greatest};
    }
};

// Converts the keys of a row to numbers from 0 to greatest(), in the same order. Integers are
// counted from the least one. Floats are counted from the negative one of the greatest magnitude;
// magnitudes between 0 and the row's least magnitude above 0 get no numbers.
template <class T> struct KeyScale {
    using Key = BitsOf<T>;
    static constexpr bool is_float = infinity_of<T> != 0;
    static constexpr Key sign = static_cast<Key>(Key(1) << (8 * sizeof(Key) - 1));
    // the range of the row's keys; for floats, the range of their magnitudes except 0
    Range<Key> range;

    __device__ static Range<Key> range_of(Key key)
    {
        if (!is_float) {
            return {key, key};
        }
        const Key size = magnitude(key);
        // For a size of 0, size - 1 wraps around to the largest number, so that 0 is never the
        // least.
        return {static_cast<Key>(size - 1), size};
    }
    __device__ static Key magnitude(Key key)
    {
        return static_cast<Key>(key < sign ? static_cast<Key>(~key) ^ sign : key ^ sign);
    }
    __device__ Key span() const
    {
        return range.greatest < range.least ? Key(0)
                                            : static_cast<Key>(range.greatest - range.least);
    }
    __device__ Key greatest() const
    {
        return is_float ? span() * 2 : span();
    }
    __device__ Key number(Key key) const
    {
        if (!is_float) {
            return static_cast<Key>(key - range.least);
        }
        const Key size = magnitude(key);
        const Key step = size == 0 ? 0 : static_cast<Key>(size - range.least);
        return static_cast<Key>(key < sign ? span() - step : span() + step);
    }
    __device__ u32 width() const
    {
        return 64 - static_cast<u32>(__clzll(static_cast<i64>(greatest())));
    }
};

// Neighbouring items of one thread, moved as one vector.
template <int n> struct alignas(4 * n) ItemPack {
    u32 at[n];
};

// The threads that sort a row, and the part of LDS that they share, which has 32 bits for each
// item.
struct Team {
    u32 *shared;
    // |threads|: how many threads sort; |lanes|: the mask of a warp's lanes, for shuffles
    u32 threads, lanes;

    // Returns the place in LDS of the item at |position|. Neighbouring items are in different
    // banks, and so are the packs of eight threads.
    __device__ static u32 slot(u32 position)
    {
        return position ^ (position >> 3 & 4);
    }
    // Returns the n items from |position| on, which belong to this thread or to the thread that it
    // exchanges with.
    template <int n> __device__ ItemPack<n> &pack(u32 position) const
    {
        return *reinterpret_cast<ItemPack<n> *>(shared + slot(position));
    }
};

template <int n, int each>
__device__ inline void store_items(ItemPack<n> &pack, const u32 (&item)[each], int first)
{
    ItemPack<n> copy;
#pragma unroll
    for (int i = 0; i < n; ++i) {
        copy.at[i] = item[first + i];
    }
    pack = copy;
}

__device__ inline u32 lesser_or_greater(bool less, u32 a, u32 b)
{
    return (a < b) == less ? a : b;
}

// Puts pairs of this thread's own items in order: items whose numbers differ in the bits |mask|.
template <int each> __device__ inline void exchange_own(u32 (&item)[each], int mask)
{
#pragma unroll
    for (int e = 0; e < each; ++e) {
        if ((e ^ mask) > e) {
            const u32 a = item[e], b = item[e ^ mask];
            item[e] = lesser_or_greater(true, a, b);
            item[e ^ mask] = lesser_or_greater(false, a, b);
        }
    }
}

// Exchanges each item with an item of the thread whose number differs in the bits |mask|: the
// thread with the lower number keeps the lesser item. If |reversed|, the other thread's items are
// counted from the end.
template <bool reversed, int each>
__device__ inline void exchange(const Team &team, u32 (&item)[each], u32 mask)
{
    constexpr int turn = reversed ? each - 1 : 0, n = smaller(each, 4);
    const u32 thread = threadIdx.x, partner = thread ^ mask;
    const bool is_lower = thread < partner;
    if (mask < 32) {
        u32 other[each];
#pragma unroll
        for (int e = 0; e < each; ++e) {
            other[e] = __shfl_xor_sync(team.lanes, item[e ^ turn], mask);
        }
#pragma unroll
        for (int e = 0; e < each; ++e) {
            item[e] = lesser_or_greater(is_lower, item[e], other[e]);
        }
        return;
    }
#pragma unroll
    for (int first = 0; first < each; first += n) {
        store_items(team.pack<n>(thread * each + first), item, first);
    }
    __syncthreads();
#pragma unroll
    for (int first = 0; first < each; first += n) {
        const ItemPack<n> other = team.pack<n>(partner * each + first);
#pragma unroll
        for (int i = 0; i < n; ++i) {
            const int e = (first + i) ^ turn;
            item[e] = lesser_or_greater(is_lower, item[e], other.at[i]);
        }
    }
    __syncthreads();
}

// Sorts the items in LDS. There are threads * each items, and each is in the slot of its position.
//
// Bitonic sorting: neighbouring runs are merged, first of 1 item, then of 2, 4 and so on. Items are
// compared from both ends of the two runs, then at half the distance again and again; the lesser
// item always goes to the lower position. Thread t has positions t * each to t * each + each - 1.
template <int each>
__device__ OUT_OF_LINE void sort_items(IN_LDS u32 *shared, u32 threads, u32 lanes)
{
    constexpr int n = smaller(each, 4);
    const Team team = {(u32 *)shared, same_in_wave(threads), same_in_wave(lanes)};
    u32 item[each];
#pragma unroll
    for (int first = 0; first < each; first += n) {
        const ItemPack<n> pack = team.pack<n>(threadIdx.x * each + first);
        __builtin_memcpy(item + first, pack.at, sizeof(pack));
    }
#pragma unroll
    for (int size = 2; size <= each; size *= 2) {
        exchange_own(item, size - 1);
#pragma unroll
        for (int distance = size / 4; distance > 0; distance /= 2) {
            exchange_own(item, distance);
        }
    }
#pragma unroll 1
    for (u32 size = 2; size <= team.threads; size *= 2) {
        exchange<true>(team, item, size - 1);
#pragma unroll 1
        for (u32 distance = size / 4; distance > 0; distance /= 2) {
            exchange<false>(team, item, distance);
        }
#pragma unroll
        for (int distance = each / 2; distance > 0; distance /= 2) {
            exchange_own(item, distance);
        }
    }
#pragma unroll
    for (int first = 0; first < each; first += n) {
        store_items(team.pack<n>(threadIdx.x * each + first), item, first);
    }
    __syncthreads();
}

__device__ inline void sort_items(const Team &team, u32 each)
{
    IN_LDS u32 *const shared = (IN_LDS u32 *)team.shared;
    if (each == 1) {
        sort_items<1>(shared, team.threads, team.lanes);
    } else if (each == 2) {
        sort_items<2>(shared, team.threads, team.lanes);
    } else if (each == 4) {
        sort_items<4>(shared, team.threads, team.lanes);
    } else {
        sort_items<8>(shared, team.threads, team.lanes);
    }
}

// The columns of a row as items. The low |bits| bits of an item are the column's position, and the
// other bits are a digit of the column's key.
template <bool descending, class T> struct Items {
    using Key = BitsOf<T>;
    static constexpr bool is_wide = sizeof(Key) > 2; // whether keys do not fit an item
    static constexpr u32 many = 32;

    const Row<descending, T> &row;
    const Team &team;
    u32 bits; // how many bits of an item hold a column's position

    __device__ u32 item(u32 position) const
    {
        return team.shared[team.slot(position)];
    }
    __device__ u32 digit(u32 position) const
    {
        return item(position) >> bits;
    }
    __device__ u32 column(u32 position) const
    {
        return item(position) & ((1u << bits) - 1);
    }

    // Returns the scale of the row's keys. As in all functions with the parameter |threads|, that
    // number of threads must call it together.
    __device__ KeyScale<T> scale(u32 threads) const
    {
        __shared__ Range<Key> partial[WARP];
        Range<Key> range = {static_cast<Key>(~Key(0)), 0};
#pragma unroll 4
        for (u32 column = threadIdx.x; column < row.columns; column += threads) {
            range = UniteRanges()(range, KeyScale<T>::range_of(row.key(column)));
        }
        return {team_reduce(range, UniteRanges(), threads, partial)};
    }

    // Makes the item of every column. The digit begins at bit |shift| of the key. If |is_ordered|,
    // dst[position] is the column at a position; otherwise the column is the position itself.
    __device__ void fill(const KeyScale<T> &scale, u32 shift, bool is_ordered, u32 threads) const
    {
#pragma unroll 4
        for (u32 position = threadIdx.x; position >> bits == 0; position += threads) {
            u32 digit = ~0u;
            if (position < row.columns) {
                Key number = row.key(is_ordered ? row.dst[position] : position);
                if (is_wide) {
                    number = scale.number(number);
                    number = descending ? scale.greatest() - number : number;
                } else {
                    number = descending ? static_cast<Key>(~number) : number;
                }
                digit = static_cast<u32>(number >> shift);
            }
            team.shared[position] = digit << bits | position;
        }
        __syncthreads();
    }

    // Writes the order that the sort has found so far to dst.
    __device__ void keep_order(bool is_ordered) const
    {
#pragma unroll 1
        for (u32 position = threadIdx.x; position < row.columns; position += team.threads) {
            const u32 before = column(position);
            team.shared[team.slot(position)] = is_ordered ? row.dst[before] : before;
        }
        __syncthreads();
#pragma unroll 1
        for (u32 position = threadIdx.x; position < row.columns; position += team.threads) {
            row.dst[position] = item(position);
        }
        __syncthreads();
    }

    // Whether so many columns have the same digit that it would be slow to compare each of them
    // with all others.
    __device__ bool are_many_alike() const
    {
        __shared__ u32 partial[WARP];
        u32 alike = 0;
#pragma unroll 1
        for (u32 position = threadIdx.x; position + many < row.columns; position += team.threads) {
            alike |= digit(position) == digit(position + many);
        }
        return team_reduce(alike, Larger(), team.threads, partial) != 0;
    }

    // Returns the final position of the column at |position|, by counting the columns with the same
    // digit that come before it.
    __device__ u32 place(u32 position) const
    {
        const u32 mine = item(position);
        u32 place = position;
#pragma unroll 1
        for (u32 p = position; p > 0 && (item(p - 1) ^ mine) >> bits == 0; --p) {
            place -= row.is_before(column(position), column(p - 1));
        }
#pragma unroll 1
        for (u32 p = position + 1; p < row.columns && (item(p) ^ mine) >> bits == 0; ++p) {
            place += row.is_before(column(p), column(position));
        }
        return place;
    }
};

// Keys that are wide are sorted in passes: pass 0 by the highest digit; if that is not enough,
// passes 1, 2 ... by one digit after another from the lowest. A digit has 32 - bits bits.
//
//   key      |  digit of pass 0  |. . . . . . . .|      often it is enough
//            |   pass 3   |   pass 2   |   pass 1   |   otherwise
//
// Held has what the code after the sorting network needs. Held waits in LDS, because with 32
// registers for a thread two of the largest blocks fit on a multiprocessor.
template <bool descending, class T> struct Held {
    Row<descending, T> row;
    u32 width; // how many bits a key has after KeyScale has scaled it
};

// Writes to LDS the items that pass |pass| sorts: |fillers| threads share the work.
template <bool descending, class T>
__device__ __forceinline__ void fill_pass(Held<descending, T> &held, const Team &team, u32 bits,
                                          u32 pass, u32 fillers)
{
    using RowItems = Items<descending, T>;
    const u32 most = 32 - bits;
    const Row<descending, T> row = held.row;
    const RowItems items = {row, team, bits};
    KeyScale<T> scale = {};
    u32 shift = 0;
    if constexpr (RowItems::is_wide) {
        scale = items.scale(fillers);
        const u32 bits_of_keys = scale.width();
        if (pass == 0 && threadIdx.x == 0) {
            held.width = bits_of_keys;
        }
        shift = pass > 0 ? (pass - 1) * most : bits_of_keys > most ? bits_of_keys - most : 0;
    }
    items.fill(scale, shift, pass > 1, fillers);
}

// Ends pass 0: writes the order to dst, and returns true. If keys have more bits than the digit, it
// puts the columns with the same digit in order by their keys. If too many columns have the same
// digit, it returns false.
template <bool descending, class T>
__device__ __forceinline__ bool
finish_by_highest(const Held<descending, T> &held, const Row<descending, T> &row,
                  const Items<descending, T> &items, u32 threads, u32 most)
{
    if constexpr (Items<descending, T>::is_wide) {
        if (held.width > most && items.are_many_alike()) {
            __syncthreads(); // waits until all threads have read the items
            return false;
        }
    }
#pragma unroll 1
    for (u32 position = threadIdx.x; position < row.columns; position += threads) {
        row.dst[held.width > most ? items.place(position) : position] = items.column(position);
    }
    return true;
}

// Ends a pass after pass 0: writes the order so far to dst. Returns whether this pass was the last.
template <bool descending, class T>
__device__ __forceinline__ bool finish_by_lowest(const Held<descending, T> &held,
                                                 const Items<descending, T> &items, u32 pass,
                                                 u32 most)
{
    items.keep_order(pass > 1);
    return pass * most >= held.width;
}

// Sorts a row with |each| items in a thread: 1, 2, 4 or 8. The number of the block's threads is a
// power of two. Threads that sorting does not need leave when the items of pass 0 are made.
template <bool descending, class T>
__device__ __forceinline__ void sort_held(const Row<descending, T> &whole, u32 padded, u32 each)
{
    using RowItems = Items<descending, T>;
    extern __shared__ __align__(16) u32 shared[];
    __shared__ Held<descending, T> held;
    const u32 threads = padded >> log2_of(each), bits = log2_of(padded), most = 32 - bits;
    const Team team = {shared, threads, threads < 32 ? (1u << threads) - 1 : ~0u};
    if (threadIdx.x == 0) {
        held.row = whole;
        held.width = 0;
    }
    __syncthreads();
#pragma unroll 1
    for (u32 pass = 0;; ++pass) {
        fill_pass(held, team, bits, pass, pass == 0 ? blockDim.x : threads);
        if (threadIdx.x >= threads) {
            return;
        }
        sort_items(team, each);
        const Row<descending, T> row = held.row;
        const Team sorters = {shared, known_from_here(threads), team.lanes};
        const RowItems items = {row, sorters, bits};
        const bool is_highest = !RowItems::is_wide || pass == 0;
        if (is_highest ? finish_by_highest(held, row, items, threads, most)
                       : finish_by_lowest(held, items, pass, most)) {
            return;
        }
    }
}

// Sorts a row if the block does not suit sort_held(). LDS has the column numbers, and each
// comparison reads the columns' values again.
template <bool descending, class T>
__device__ inline void sort_in_place(const Row<descending, T> &row, u32 padded)
{
    extern __shared__ __align__(16) u32 shared[];
#pragma unroll 1
    for (u32 i = threadIdx.x; i < padded; i += blockDim.x) {
        shared[i] = i;
    }
#pragma unroll 1
    for (u32 size = 2; size <= padded; size *= 2) {
#pragma unroll 1
        for (u32 mask = size - 1, next = size / 4; mask > 0; mask = next, next /= 2) {
            __syncthreads();
#pragma unroll 1
            for (u32 i = threadIdx.x; i < padded; i += blockDim.x) {
                const u32 a = shared[i], b = shared[i ^ mask];
                if (i < (i ^ mask) && row.is_before(b, a)) {
                    shared[i] = b;
                    shared[i ^ mask] = a;
                }
            }
        }
    }
    __syncthreads();
#pragma unroll 1
    for (u32 i = threadIdx.x; i < row.columns; i += blockDim.x) {
        row.dst[i] = shared[i];
    }
}

// Sorts the row of this block. Callers' blocks have a thread for each column, or 1024 threads.
template <bool descending, class T>
__device__ inline void sort_row(const T *x, u32 *dst, i32 columns, i32 columns_padded)
{
    const usize first = static_cast<usize>(blockIdx.x) * columns;
    const Row<descending, T> row = {x + first, dst + first, static_cast<u32>(columns)};
    const u32 padded = static_cast<u32>(columns_padded), threads = blockDim.x;
    if (threads != (padded < 1024 ? padded : 1024) || padded > 8192) {
        sort_in_place(row, padded);
        return;
    }
    if constexpr (is_amd) {
        sort_held(row, padded, padded < 64 ? 1 : padded < 128 ? 2 : padded < 2048 ? 4 : 8);
    } else if (padded < 64) {
        // On NVIDIA GPUs each call of sort_held() passes a constant for |each|, so that the
        // compiler makes code for this constant alone.
        sort_held(row, padded, 1);
    } else if (padded < 128) {
        sort_held(row, padded, 2);
    } else if (padded < 2048) {
        sort_held(row, padded, 4);
    } else {
        sort_held(row, padded, 8);
    }
}

#define SORTER(name) extern "C" __global__ void __launch_bounds__(1024, 2) name
#define SORT(NAME, T)                                                                              \
    SORTER(asort_asc_##NAME)(const T *x, u32 *dst, const i32 ncols, i32 ncols_pad)                 \
    {                                                                                              \
        sort_row<false>(x, dst, ncols, ncols_pad);                                                 \
    }                                                                                              \
    SORTER(asort_desc_##NAME)(const T *x, u32 *dst, const i32 ncols, i32 ncols_pad)                \
    {                                                                                              \
        sort_row<true>(x, dst, ncols, ncols_pad);                                                  \
    }

SORT(bf16, bf16)
SORT(f16, f16)
SORT(f32, f32)
SORT(f64, f64)
SORT(u8, u8)
SORT(u32, u32)
SORT(i64, i64)
