// Selections and scatters by ids along one dimension of dense tensors, which are seen as [left,
// dim, right].
//
//   is_       out[l, i, r] = inp[l, ids[i], r]
//   gather_   out[l, i, r] = inp[l, ids[l, i, r], r]
//   ia_       out[l, ids[j], r] += inp[l, j, r], in the order of j
//   sa_       out[l, ids[l, j, r], r] += inp[l, j, r], in the order of j
//   s_        out[l, ids[l, j, r], r] = inp[l, j, r], in the order of j
//
// The largest value of an id's type means "no index", and so does any id outside the dimension. For
// such an id a selection writes 0, and a scatter writes nothing.
#include "../device/elementwise.cuh"
#include "indexing/last.cuh"
#include "indexing/lists.cuh"

// Splits the number base + at, where at < 2^31, into a row and a place in the row. Only |base|,
// which is the same for the whole block, takes a division of 64 bits.
struct Rows {
    // |first|: the row of element |base|; |inside|: that element's place in its row
    usize size, first, inside;
    bool is_wide;
    divisor32 divisor;

    __device__ Rows(usize base, usize size)
        : size(size), first(same_in_wave(quotient(base, size))), inside(base - first * size),
          is_wide(size >> 31 != 0), divisor(divisor32_make(is_wide ? 1 : static_cast<u32>(size)))
    {
    }
    // Returns how many rows the row of base + |at| is behind the row |first|.
    __device__ u32 row(u32 at) const
    {
        const usize place = inside + at;
        return is_wide ? place >= size : divisor.quotient(static_cast<u32>(place));
    }
    __device__ usize place(u32 at, u32 row) const
    {
        return inside + at - row * size;
    }
};

// A selection: out[left, middle, right] = inp[left, id, right]. The id is ids[middle * ids_stride].
// In functions with |ids_of_output| each element of the output has its own id, at the same place.
template <class Id> struct Selection {
    const Id *ids;
    usize ids_stride, dim, middle_size;
};

// Callers launch a thread for each element. Where that makes many blocks, only every n-th block
// works, and moves n times as much; the others leave at once. This saves most of what a block costs
// before it can load. In a grid along y, with 1 block along x, every block works. It moves
// as much as a working block of the largest grids along x, but for blocks that select by words on
// AMD GPUs.
constexpr u32 few_blocks = is_amd ? 256 : 768;
constexpr u32 many_blocks = INDEXED_MANY_BLOCKS, long_row = INDEXED_LONG_ROW;

// Each thread selects one element, without preparation: that is fastest for a small launch.
template <bool ids_of_output, class T, class Id>
__device__ inline void select_singly(u32 numel, const Selection<Id> &s, u32 right_size,
                                     const T *inp, T *out)
{
    const u32 element = static_cast<u32>(first_thread());
    if (element >= numel) {
        return;
    }
    const u32 middle_size = static_cast<u32>(s.middle_size), row = element / right_size,
              left = row / middle_size, middle = row - left * middle_size;
    const usize index = static_cast<usize>(s.ids[ids_of_output ? element : middle * s.ids_stride]);
    out[element] = index < id_limit<Id>(s.dim)
                       ? inp[(left * s.dim + index) * right_size + (element - row * right_size)]
                       : T();
}

// The words of the output that a block selects: |count| words, from word number |first| on.
template <class Word> struct WordRange {
    const Word *from;
    Word *to;
    usize first, row_words;
    // |ahead|: the number of the first word, counted from the base of Rows
    u32 ahead, count;
};

// Moves P words of each thread: loads all their ids first, then all words. |done| words of each
// thread have been moved before.
template <bool ids_of_output, int P, class Word, class Id>
__device__ __forceinline__ void select_some(const WordRange<Word> &range, const Selection<Id> &s,
                                            const Rows &rows, const Rows &lefts, u32 done)
{
    Id id[P];
    usize place[P]; // the word's place in |from| if its id were 0
#pragma unroll
    for (int k = 0; k < P; ++k) {
        const u32 number = number_in_block(done + k), at = range.ahead + number, row = rows.row(at),
                  left = lefts.row(row);
        place[k] = (lefts.first + left) * s.dim * range.row_words + rows.place(at, row);
        id[k] = no_index<Id>();
        if (number < range.count) {
            id[k] =
                s.ids[ids_of_output ? range.first + number : lefts.place(row, left) * s.ids_stride];
        }
    }
    Word word[P];
#pragma unroll
    for (int k = 0; k < P; ++k) {
        const usize index = static_cast<usize>(id[k]);
        word[k] = Word();
        if (index < id_limit<Id>(s.dim)) {
            word[k] = range.from[place[k] + index * range.row_words];
        }
    }
#pragma unroll
    for (int k = 0; k < P; ++k) {
        if (number_in_block(done + k) < range.count) {
            range.to[range.first + number_in_block(done + k)] = word[k];
        }
    }
}

// Returns how many words a thread moves: P * |rounds|, or fewer in small launches.
template <int P, int rounds> __device__ inline u32 words_each()
{
    u32 each = !has_more_blocks(few_blocks - 1)    ? 1
               : !has_more_blocks(many_blocks - 1) ? P
                                                   : P * rounds;
    if constexpr (!is_amd) { // on AMD GPUs this test would take a sixth of a small launch
        each = gridDim.y > 1 ? P * rounds : each;
    }
    return each;
}

// Selects by words of the type Word. The size of a row and all addresses are multiples of the size
// of a Word.
template <bool ids_of_output, class Word, int P, int rounds, class T, class Id>
__device__ inline void select_words(usize numel, const Selection<Id> &s, usize right_size,
                                    const T *inp, T *out)
{
    constexpr u32 ratio = sizeof(Word) / sizeof(T);
    const u32 each = words_each<P, rounds>();
    const u32 n = each == 1 ? 1 : ratio * each, most = blockDim.x * each;
    if ((blockIdx.x & (n - 1)) != 0) {
        return;
    }
    const usize words = numel / ratio, row_words = right_size / ratio;
    // The step is computed after the first words, so that their loads need not wait for it.
    const auto step = [&] {
        const u32 blocks = ((grid_width() - 1) / n + 1) * grid_height();
        return static_cast<usize>(blocks) * most;
    };
#pragma unroll 1
    for (usize first = static_cast<usize>(blockIdx.x / n + blockIdx.y) * most; first < words;
         first += step()) {
        const u32 count = words - first < most ? static_cast<u32>(words - first) : most;
        // with a base of 0, Rows needs no division of 64 bits
        const usize base = words >> 31 != 0 ? first : 0;
        const Rows rows(base, row_words), lefts(rows.first, s.middle_size);
        const WordRange<Word> range = {reinterpret_cast<const Word *>(inp),
                                       reinterpret_cast<Word *>(out),
                                       first,
                                       row_words,
                                       static_cast<u32>(first - base),
                                       count};
#pragma unroll 1
        for (u32 turn = 0; turn < each; turn += P) {
            // Often there is only one turn. known_from_here() stops the compiler from computing
            // addresses of later turns in the first.
            select_some<ids_of_output, P>(range, s, rows, lefts, known_from_here(turn));
        }
        // If each element has a thread, a block has only one range, and ends. Only gathers test for
        // this case: in other launches most blocks are idle, and the test would slow them down.
        if (ids_of_output && has_thread_for_each(numel)) {
            break;
        }
    }
}

// Stores the first |some| of the |count| elements of |from|.
template <class T, int count>
__device__ inline void store_each(T *to, const T (&from)[count], u32 some)
{
    struct alignas(sizeof(from)) Whole {
        T at[count];
    };
    if (some == count && reinterpret_cast<usize>(to) % sizeof(Whole) == 0) {
        Whole whole;
#pragma unroll
        for (int k = 0; k < count; ++k) {
            whole.at[k] = from[k];
        }
        *reinterpret_cast<Whole *>(to) = whole;
        return;
    }
#pragma unroll
    for (u32 k = 0; k < count; ++k) {
        if (k < some) {
            to[k] = from[k];
        }
    }
}

// Loads |count| elements at distances of |stride|.
template <class T, int count>
__device__ inline void load_each(T (&to)[count], const T *from, usize stride)
{
    constexpr int V = smaller(count, 16 / sizeof(T));
    if (is_vector<T, V>(from, stride)) {
#pragma unroll
        for (int k = 0; k < count; k += V) {
            Pack<T, V> pack = *reinterpret_cast<const Pack<T, V> *>(from + k);
            const Elements<T, V> elements = pack.template pop<V>();
            __builtin_memcpy(to + k, elements.at, sizeof(elements));
        }
        return;
    }
#pragma unroll
    for (int k = 0; k < count; ++k) {
        to[k] = *from;
        from += stride;
    }
}

// Selects V neighbours of the output from number |number| on, or |left| of them if that is less.
// |right| and |middle| are the indices of the first of these neighbours; |from| is the element of
// the input that this neighbour would get with an id of 0.
template <bool ids_of_output, int V, class T, class Id>
__device__ __forceinline__ void select_pack(const Selection<Id> &s, const T *from, T *to,
                                            usize number, u32 left, u32 right, u32 middle,
                                            u32 right_size)
{
    const u32 middle_size = static_cast<u32>(s.middle_size);
    const usize left_step = s.dim * right_size;
    const bool is_whole = V <= left;
    Id id[V];
    const T *place[V]; // the element's place in the input if its id were 0
#pragma unroll
    for (u32 k = 0; k < V; ++k) {
        const usize at = ids_of_output ? number + k : middle * s.ids_stride;
        id[k] = k < left && !(ids_of_output && is_whole) ? s.ids[at] : no_index<Id>();
        place[k] = from++;
        if (++right == right_size) {
            right = 0;
            from -= right_size;
            if (++middle == middle_size) {
                middle = 0;
                from += left_step;
            }
        }
    }
    if (ids_of_output && is_whole) {
        load_each(id, s.ids + number, 1);
    }
    T value[V];
#pragma unroll
    for (u32 k = 0; k < V; ++k) {
        const usize index = static_cast<usize>(id[k]);
        value[k] = index < id_limit<Id>(s.dim) ? place[k][index * right_size] : T();
    }
    store_each(to, value, is_whole ? V : left);
}

// Selects in short rows: a thread makes V neighbours, and divides only the number of the first one.
// right_size and middle_size are less than 2^31.
template <bool ids_of_output, int V, int rounds, class T, class Id>
__device__ inline void select_neighbours(usize numel, const Selection<Id> &s, u32 right_size,
                                         const T *inp, T *out)
{
    constexpr u32 n = V * rounds;
    if ((blockIdx.x & (n - 1)) != 0) {
        return;
    }
    const u32 block = blockIdx.x / n + blockIdx.y, most = blockDim.x * n;
    const u32 blocks = ((grid_width() - 1) / n + 1) * grid_height();
    const u32 middle_size = static_cast<u32>(s.middle_size);
    const divisor32 by_right = divisor32_make(right_size), by_middle = divisor32_make(middle_size);
    const usize left_step = s.dim * right_size;
#pragma unroll 1
    for (usize first = static_cast<usize>(block) * most; first < numel;
         first += static_cast<usize>(blocks) * most) {
        const usize first_row = same_in_wave(quotient(first, right_size));
        const usize first_left = same_in_wave(quotient(first_row, middle_size));
        const u32 right_inside = static_cast<u32>(first - first_row * right_size);
        const u32 middle_inside = static_cast<u32>(first_row - first_left * middle_size);
        const u32 count = numel - first < most ? static_cast<u32>(numel - first) : most;
#pragma unroll 1
        for (u32 at = threadIdx.x * V; at < count; at += blockDim.x * V) {
            const u32 row = by_right.quotient(right_inside + at);
            const u32 left = by_middle.quotient(middle_inside + row);
            const u32 right = right_inside + at - row * right_size;
            const u32 middle = middle_inside + row - left * middle_size;
            const T *from = inp + (first_left + left) * left_step + right;
            select_pack<ids_of_output, V>(s, from, out + first + at, first + at, count - at, right,
                                          middle, right_size);
        }
    }
}

// Whether this block surely has no work. In a grid of at least few_blocks blocks, one block in n
// works, and n is a power of two, at least 2. So every block with an odd index is idle.
__device__ inline bool is_idle()
{
    return has_more_blocks(few_blocks - 1) && blockIdx.x % 2 != 0;
}

// Selects elements, which it moves as words of the elements' size.
template <bool ids_of_output, class Word, class Id>
__device__ inline void select(usize numel, const Selection<Id> &s, usize right_size,
                              const Word *inp, Word *out)
{
    using Narrow = typename std::conditional<sizeof(Word) < 4, u32, Word>::type;
    // For is_ on AMD GPUs, a thread for each element is slower than words of 16 bytes.
    constexpr bool pays_singly = ids_of_output || !is_amd;
    constexpr bool pays_by_neighbours = (is_amd && !ids_of_output) || sizeof(Word) <= 4;
    if (pays_singly && !has_more_blocks(few_blocks - 1) && numel <= thread_count()) {
        select_singly<ids_of_output>(static_cast<u32>(numel), s, static_cast<u32>(right_size), inp,
                                     out);
        return;
    }
    const usize bits =
        reinterpret_cast<usize>(inp) | reinterpret_cast<usize>(out) | right_size * sizeof(Word);
    if constexpr (!ids_of_output) {
        if (bits % 16 == 0) {
            select_words<false, Pack<u32, 4>, 2, smaller(4, sizeof(Word))>(numel, s, right_size,
                                                                           inp, out);
            return;
        }
        if (sizeof(Word) < 4 && bits % 4 == 0) {
            select_words<false, Narrow, 2, 2>(numel, s, right_size, inp, out);
            return;
        }
    }
    const bool has_many = has_more_blocks(many_blocks - 1) || grid_height() > 1;
    if (pays_by_neighbours && has_many && right_size < long_row && s.middle_size >> 31 == 0) {
        select_neighbours<ids_of_output, 4, 2>(numel, s, static_cast<u32>(right_size), inp, out);
    } else {
        select_words<ids_of_output, Word, 2, ids_of_output ? 2 : 4>(numel, s, right_size, inp, out);
    }
}

// A lane of a scatter: the elements of inp with one pair (left, right), in the order of j, with
// their ids and destinations. (Such a lane is not a lane of a wave.)
template <bool adds, class T, class Id> struct ScatterLane {
    static constexpr int warp_batch = 4;

    template <int count> struct Ids {
        Id at[count];
    };

    const Id *ids;
    const T *inp;
    T *out;
    usize ids_stride, right_size, limit;

    template <int count> __device__ Ids<count> next_ids()
    {
        Ids<count> id;
        load_each(id.at, ids, ids_stride);
        ids += count * ids_stride;
        return id;
    }

    // Moves a batch of elements. All destinations are read before the first one is written: if two
    // elements of the batch have one destination, the later element continues from the earlier
    // element's sum. If a batch has several elements, offsets must fit 32 bits.
    template <int count> __device__ void move(const Ids<count> &id)
    {
        using Offset = typename std::conditional<count == 1, usize, u32>::type;
        constexpr Offset nowhere = static_cast<Offset>(~static_cast<Offset>(0));
        Offset to[count];
        T value[count], sum[count];
        load_each(value, inp, right_size);
        inp += count * right_size;
#pragma unroll
        for (int k = 0; k < count; ++k) {
            const usize index = static_cast<usize>(id.at[k]);
            to[k] = nowhere;
            sum[k] = T();
            if (index < limit) {
                to[k] = static_cast<Offset>(index) * static_cast<Offset>(right_size);
                if (adds) {
                    sum[k] = out[to[k]];
                }
            }
        }
#pragma unroll
        for (int k = 0; k < count && adds; ++k) {
#pragma unroll
            for (int earlier = 0; earlier < k; ++earlier) {
                if (to[earlier] == to[k]) {
                    sum[k] = sum[earlier];
                }
            }
            sum[k] = narrow<T>(widen(sum[k]) + widen(value[k]));
        }
#pragma unroll
        for (int k = 0; k < count; ++k) {
            if (to[k] != nowhere) {
                out[to[k]] = adds ? sum[k] : value[k];
            }
        }
    }

    // Moves |count| elements, |batch| at a time. Loads the ids of the next batch while it moves a
    // batch.
    template <int batch> __device__ void move_all(usize count)
    {
        if (count >= batch && (batch == 1 || limit * right_size < ~0u)) {
            Ids<batch> next = next_ids<batch>();
#pragma unroll 1
            for (; count >= batch; count -= batch) {
                const Ids<batch> id = next;
                if (count >= 2 * batch) {
                    next = next_ids<batch>();
                }
                move(id);
            }
        }
#pragma unroll 1
        for (; count > 0; --count) {
            move(next_ids<1>());
        }
    }

    // One thread moves all elements of the lane.
    template <bool ids_of_input> __device__ __forceinline__ void move_all_alone(usize count)
    {
        if (adds && ids_of_input) {
            // Neighbouring threads write to different rows, and so use many cache lines. Batches,
            // or loads ahead, would drive these lines out of the cache before they are written.
#pragma unroll 1
            for (; count > 0; --count) {
                move(next_ids<1>());
            }
        } else if (adds && right_size == 1) {
            move_all<1>(count);
        } else {
            move_all<4>(count);
        }
    }

    // The elements that one thread holds of a run of elements that its warp moves, with their ids.
    struct Part {
        Id id[warp_batch];
        T value[warp_batch];

        __device__ void shift()
        {
#pragma unroll
            for (int k = 0; k + 1 < warp_batch; ++k) {
                id[k] = id[k + 1];
                value[k] = value[k + 1];
            }
        }
    };

    // Loads this thread's elements of a Part: |first|, |first| + WARP and so on.
    __device__ Part load_by_warp(usize first, usize count) const
    {
        Part part;
#pragma unroll
        for (int k = 0; k < warp_batch; ++k) {
            const usize j = first + WARP * k;
            part.id[k] = no_index<Id>();
            part.value[k] = T();
            if (j < count) {
                part.id[k] = ids[j * ids_stride];
                part.value[k] = inp[j * right_size];
            }
        }
        return part;
    }

    // Each thread of a warp moves one element. If several elements have one destination, the
    // highest thread goes first. Threads whose destinations share a slot take turns, so that no two
    // of them move an element to one place at the same time.
    __device__ void move_in_turn(Id id, T value, volatile u8 *slots) const
    {
        const u32 thread = threadIdx.x % WARP;
        bool waits = static_cast<usize>(id) < limit;
        const usize index = waits ? static_cast<usize>(id) : 0;
        volatile u8 &slot = slots[index % slots_of<Id>];
        T *const to = out + index * right_size;
        do {
            bool is_next = waits;
            do {
                if (is_next) {
                    slot = static_cast<u8>(thread);
                }
                __syncwarp();
                is_next = waits && slot < thread;
            } while (__any_sync(~0u, is_next));
            if (waits && slot == thread) {
                *to = adds ? narrow<T>(widen(*to) + widen(value)) : value;
                waits = false;
            }
            __syncwarp();
        } while (__any_sync(~0u, waits));
    }

    // One warp moves all elements of the lane. It loads the next elements while it moves the
    // elements before.
    __device__ void move_all_by_warp(usize count, volatile u8 *slots) const
    {
        constexpr u32 step = WARP * warp_batch;
        const usize own = known_from_here(static_cast<usize>(WARP - 1 - threadIdx.x % WARP));
        Part next = load_by_warp(own, count);
#pragma unroll 1
        for (usize done = 0; done < count; done += step) {
            Part part = next;
            next = load_by_warp(done + step + own, count);
#pragma unroll 1 // the loop is not unrolled, because move_in_turn() is much code
            for (int k = 0; k < warp_batch; ++k) {
                move_in_turn(part.id[0], part.value[0], slots);
                part.shift();
            }
        }
    }
};

// A scatter. One thread moves a lane of the scatter (ScatterLane). A warp moves it instead if most
// threads would have no lane, or if a lane is a row of memory. Lists are for many lanes
// (lists.cuh), and store_last() is for rows of memory (last.cuh).
template <bool adds, bool ids_of_input, class T, class Id>
__device__ __forceinline__ void scatter(const Id *ids, const T *inp, T *out, usize left_size,
                                        usize src_dim, usize dst_dim, usize right_size)
{
    // Lists do not pay for elements of a byte with ids of a byte: there the data of a lane fits the
    // first-level cache.
    constexpr bool has_lists = !is_amd && ids_of_input && sizeof(T) * sizeof(Id) > 1;
    __shared__ Room<Id, has_lists> room;
    const usize lanes = left_size * right_size, threads = thread_count();
    if constexpr (has_lists) {
        if (pays_by_lists(lanes, src_dim, dst_dim, right_size, sizeof(T))) {
            scatter_by_lists<adds>(ids, inp, out, left_size, src_dim, static_cast<u32>(dst_dim),
                                   static_cast<u32>(right_size), room.lists);
            return;
        }
    }
    const bool by_warp =
        blockDim.x % WARP == 0 && (8 * lanes <= threads || (right_size == 1 && src_dim >= WARP));
    if constexpr (!adds) {
        const u32 warps = by_warp && right_size == 1
                              ? warps_with_last(dst_dim, sizeof(room.last) / sizeof(u16))
                              : 0;
        if (warps != 0 && dst_dim / 16 <= src_dim &&
            (warps >= 8 || lanes <= static_cast<usize>(warps) * gridDim.x)) {
            store_last(ids, inp, out, lanes, src_dim, static_cast<u32>(dst_dim), room.last);
            return;
        }
    }
    const usize step = by_warp ? threads / WARP : threads;
    const usize begin = by_warp ? first_thread() / WARP : first_thread();
#pragma unroll 1
    for (usize at = begin; at < lanes; at += step) {
        const usize left = quotient(at, right_size), right = at - left * right_size;
        const usize first = left * src_dim * right_size + right;
        ScatterLane<adds, T, Id> lane = {ids_of_input ? ids + first : ids,
                                         inp + first,
                                         out + left * dst_dim * right_size + right,
                                         ids_of_input ? right_size : 1,
                                         right_size,
                                         id_limit<Id>(dst_dim)};
        if (by_warp) {
            lane.move_all_by_warp(src_dim, room.slots[threadIdx.x / WARP]);
        } else {
            lane.template move_all_alone<ids_of_input>(src_dim);
        }
    }
}

// |blocks|: how many blocks of 1024 threads must fit on a multiprocessor: two for selections, one
// for scatters.
#define INDEXING(blocks, name) extern "C" __global__ void __launch_bounds__(1024, blocks) name

// is_ takes a vector of ids. If info has one dimension, info[1] is the stride of the ids; otherwise
// the ids are dense.
#define SELECT(ID, NAME, T)                                                                        \
    INDEXING(2, is_##ID##_##NAME)                                                                  \
    (const usize numel, const usize num_dims, const usize *info, const ID *ids, const T *inp,      \
     T *out, const usize left_size, const usize src_dim_size, const usize ids_dim_size,            \
     const usize right_size)                                                                       \
    {                                                                                              \
        if (!is_idle()) {                                                                          \
            const usize stride = info != nullptr && num_dims == 1 ? info[1] : 1;                   \
            ENTER(select<false, BitsOf<T>, ID>)                                                    \
            (numel, {ids, stride, src_dim_size, ids_dim_size}, right_size, words_of(inp),          \
             words_of(out));                                                                       \
        }                                                                                          \
    }                                                                                              \
    INDEXING(2, gather_##ID##_##NAME)                                                              \
    (const usize numel, const ID *ids, const T *inp, T *out, const usize left_size,                \
     const usize src_dim_size, const usize ids_dim_size, const usize right_size)                   \
    {                                                                                              \
        if (!is_idle()) {                                                                          \
            ENTER(select<true, BitsOf<T>, ID>)                                                     \
            (numel, {ids, 1, src_dim_size, ids_dim_size}, right_size, words_of(inp),               \
             words_of(out));                                                                       \
        }                                                                                          \
    }

#define ADD(ID, NAME, T)                                                                           \
    INDEXING(1, ia_##ID##_##NAME)                                                                  \
    (const ID *ids, const usize ids_dim_size, const T *inp, T *out, const usize left_size,         \
     const usize src_dim_size, const usize dst_dim_size, const usize right_size)                   \
    {                                                                                              \
        ENTER(scatter<true, false, T, ID>)                                                         \
        (ids, inp, out, left_size, ids_dim_size, dst_dim_size, right_size);                        \
    }                                                                                              \
    INDEXING(1, sa_##ID##_##NAME)                                                                  \
    (const ID *ids, const T *inp, T *out, const usize left_size, const usize src_dim_size,         \
     const usize dst_dim_size, const usize right_size)                                             \
    {                                                                                              \
        ENTER(scatter<true, true, T, ID>)                                                          \
        (ids, inp, out, left_size, src_dim_size, dst_dim_size, right_size);                        \
    }

#define STORE(ID, NAME, T)                                                                         \
    INDEXING(1, s_##ID##_##NAME)                                                                   \
    (const ID *ids, const T *inp, T *out, const usize left_size, const usize src_dim_size,         \
     const usize dst_dim_size, const usize right_size)                                             \
    {                                                                                              \
        ENTER(scatter<false, true, BitsOf<T>, ID>)                                                 \
        (ids, words_of(inp), words_of(out), left_size, src_dim_size, dst_dim_size, right_size);    \
    }

#define EACH(X, ID)                                                                                \
    X(ID, bf16, bf16)                                                                              \
    X(ID, f16, f16)                                                                                \
    X(ID, f32, f32)                                                                                \
    X(ID, f64, f64)                                                                                \
    X(ID, u8, u8)                                                                                  \
    X(ID, u32, u32)                                                                                \
    X(ID, i64, i64)

#define EACH_ID(X)                                                                                 \
    EACH(X, i64)                                                                                   \
    EACH(X, u32)                                                                                   \
    EACH(X, u8)

#define EACH_ID_F8(X)                                                                              \
    X(i16, f8_e4m3, f8e4m3)                                                                        \
    X(i32, f8_e4m3, f8e4m3)                                                                        \
    X(i64, f8_e4m3, f8e4m3)                                                                        \
    X(u32, f8_e4m3, f8e4m3)                                                                        \
    X(u8, f8_e4m3, f8e4m3)

EACH_ID(SELECT)
EACH_ID(ADD)
EACH_ID(STORE)
EACH_ID_F8(SELECT)
EACH_ID_F8(ADD)
