// Indices along one dimension of dense tensors, seen as [left, dim, right].
//
// is_, gather_: out[l, i, r] = inp[l, id, r], where the id is ids[i] or the output's own.
// ia_, sa_, s_: out[l, id, r] += or = inp[l, j, r], where the id is ids[j] or the input's own; in
// the order of j.
//
// The largest value of an index type means "no index": nothing is read, and the output is 0, or
// nothing is written. What lies outside the dimension counts as that too.
#include "elementwise.cuh"

template <class Id> __host__ __device__ constexpr Id no_index()
{
    return static_cast<Id>(~static_cast<usize>(0) >>
                           (64 - 8 * sizeof(Id) + (std::is_signed<Id>::value ? 1 : 0)));
}

// The ids below it are indices. A negative id, widened to usize, is not below it.
template <class Id> __device__ inline usize id_limit(usize dim)
{
    constexpr usize none = no_index<Id>();
    return dim < none ? dim : none;
}

// The division is left out where the caller's shapes make it needless for every thread.
__device__ inline usize quotient(usize n, usize divisor)
{
    return n < divisor ? 0 : divisor == 1 ? n : n / divisor;
}

// What a selection reads. The ids are |ids_stride| apart; with |ids_of_output| each element of the
// output has its own.
template <bool ids_of_output, class T, class Id> struct Source {
    const Id *ids;
    const T *inp;
    usize ids_stride, dim, middle_size, right_size;

    // An element [left, middle, right] of the output; the first of those that it may be is |first|
    // in inp, the others are right_size apart.
    struct Place {
        usize middle, right, first;
    };

    __device__ Place place(usize index) const
    {
        const usize row = quotient(index, right_size), right = index - row * right_size;
        const usize left = quotient(row, middle_size);
        return {row - left * middle_size, right, left * dim * right_size + right};
    }

    __device__ void step(Place &place) const
    {
        ++place.right;
        ++place.first;
        if (place.right == right_size) {
            place.right = 0;
            place.first -= right_size;
            ++place.middle;
            if (place.middle == middle_size) {
                place.middle = 0;
                place.first += dim * right_size;
            }
        }
    }

    // Two elements from logical index |index| on; 0 for those without an index and beyond |count|.
    __device__ Batch<T, 2> pick(usize index, int count, Place &at) const
    {
        Id id[2];
        usize first[2];
#pragma unroll
        for (int k = 0; k < 2; ++k) {
            id[k] = no_index<Id>();
            if (k < count) {
                id[k] = ids[ids_of_output ? index + k : at.middle * ids_stride];
            }
            first[k] = at.first;
            step(at);
        }
        Batch<T, 2> picked;
#pragma unroll
        for (int k = 0; k < 2; ++k) {
            const usize from = static_cast<usize>(id[k]);
            picked.at[k] = T();
            if (from < id_limit<Id>(dim)) {
                picked.at[k] = inp[first[k] + from * right_size];
            }
        }
        return picked;
    }

    template <int V> __device__ Pack<T, V> load(usize index, int count) const
    {
        Place at = place(index);
        Pack<T, V> pack;
        if (!ids_of_output && count == V && at.right + V <= right_size) {
            const usize id = static_cast<usize>(ids[at.middle * ids_stride]); // one for all of them
            if (id < id_limit<Id>(dim)) {
                pack = load_run<V>(inp + at.first + id * right_size, 1);
            }
            return pack;
        }
#pragma unroll 1
        for (int done = 0; done < V; done += 2) {
            const Batch<T, 2> picked = pick(index + done, count - done, at);
            pack.push(Batch<T, 1>{{picked.at[0]}});
            pack.push(Batch<T, 1>{{picked.at[1]}});
        }
        return pack;
    }
};

// Where there is a thread for each element, one in V is needed: every V-th block works, so that
// those which leave at once come between the others. A smaller grid works whole.
template <bool ids_of_output, class T, class Id>
__device__ inline void select(usize numel, const Source<ids_of_output, T, Id> &source, T *out)
{
    constexpr u32 V = 16 / sizeof(T);
    const bool is_whole = thread_count() < numel;
    if (!is_whole && blockIdx.x % V != 0) {
        return;
    }
    const u32 block = is_whole ? blockIdx.x : blockIdx.x / V;
    const u32 blocks = is_whole ? gridDim.x : (gridDim.x + V - 1) / V;
    const usize thread = static_cast<usize>(block) * blockDim.x + threadIdx.x;
    const usize threads = static_cast<usize>(blocks) * blockDim.x;
#pragma unroll 1
    for (usize first = thread * V; first < numel; first += threads * V) {
        const int count = static_cast<int>(numel - first < V ? numel - first : V);
        Pack<T, V> pack = source.template load<V>(first, count);
        if (count == V) {
            store_run(out + first, 1, pack);
            continue;
        }
#pragma unroll 1
        for (int k = 0; k < count; ++k) {
            out[first + k] = pack.template pop<1>().at[0];
        }
    }
}

// |count| elements |stride| apart.
template <class T, int count>
__device__ inline void load_each(T (&to)[count], const T *from, usize stride)
{
    constexpr int V = smaller(count, 16 / sizeof(T));
    if (is_vector<T, V>(from, stride)) {
#pragma unroll
        for (int k = 0; k < count; k += V) {
            Pack<T, V> pack = *reinterpret_cast<const Pack<T, V> *>(from + k);
            const Batch<T, V> batch = pack.template pop<V>();
            memcpy(to + k, batch.at, sizeof(batch));
        }
        return;
    }
#pragma unroll
    for (int k = 0; k < count; ++k) {
        to[k] = *from;
        from += stride;
    }
}

// One (left, right) of a scatter: the elements of inp, their ids, and where they go, in the order
// of j.
template <bool adds, class T, class Id> struct Lane {
    static constexpr int batch = 4;
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

    // Each of a batch is read before the first is written: an element whose destination is that of
    // an earlier one goes on from the earlier one's sum.
    template <int count> __device__ void move(const Ids<count> &id)
    {
        T *to[count], value[count], sum[count];
        load_each(value, inp, right_size);
        inp += count * right_size;
#pragma unroll
        for (int k = 0; k < count; ++k) {
            const usize index = static_cast<usize>(id.at[k]);
            to[k] = nullptr;
            sum[k] = T();
            if (index < limit) {
                to[k] = out + index * right_size;
                if (adds) {
                    sum[k] = *to[k];
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
            if (to[k] != nullptr) {
                *to[k] = adds ? sum[k] : value[k];
            }
        }
    }

    // The next ids are on their way while the elements of the last ones are moved.
    __device__ void move_all(usize count)
    {
        if (count >= batch) {
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

    // One element of each thread of a warp, in the order of the threads: of those with the same
    // destination only the last is stored, or each is added in its turn.
    __device__ void move_in_turn(u64 index, T value)
    {
        const u32 same = __match_any_sync(~0u, index), thread = threadIdx.x % 32;
        const bool has_index = index < limit;
        T *to = out + (has_index ? index * right_size : 0);
        if (!adds) {
            if (has_index && same >> thread == 1) {
                *to = value;
            }
            __syncwarp();
            return;
        }
        const u32 turn = has_index ? 1 + __popc(same & ((1u << thread) - 1)) : 0;
#pragma unroll 1
        for (u32 now = 1; __any_sync(~0u, turn >= now); ++now) {
            if (turn == now) {
                *to = narrow<T>(widen(*to) + widen(value));
            }
            __syncwarp();
        }
    }

    // The lane by a whole warp.
    __device__ void move_all_by_warp(usize count)
    {
        const u32 thread = threadIdx.x % 32;
#pragma unroll 1
        for (usize done = 0; done < count; done += 32 * batch) {
            u64 index[batch];
            T value[batch];
#pragma unroll
            for (int k = 0; k < batch; ++k) {
                const usize j = done + 32 * k + thread;
                index[k] = limit;
                value[k] = T();
                if (j < count) {
                    index[k] = static_cast<u64>(ids[j * ids_stride]);
                    value[k] = inp[j * right_size];
                }
            }
#pragma unroll
            for (int k = 0; k < batch; ++k) {
                move_in_turn(index[k], value[k]);
            }
        }
    }
};

// A thread takes a lane; a warp does where lanes are so few that most threads would have none.
template <bool adds, bool ids_of_input, class T, class Id>
__device__ inline void scatter(const Id *ids, const T *inp, T *out, usize left_size, usize src_dim,
                               usize dst_dim, usize right_size)
{
    const usize lanes = left_size * right_size, threads = thread_count();
    const bool by_warp = blockDim.x % 32 == 0 && 8 * lanes <= threads;
    const usize step = by_warp ? threads / 32 : threads;
#pragma unroll 1
    for (usize at = by_warp ? first_thread() / 32 : first_thread(); at < lanes; at += step) {
        const usize left = quotient(at, right_size), right = at - left * right_size;
        const usize first = left * src_dim * right_size + right;
        Lane<adds, T, Id> lane = {ids_of_input ? ids + first : ids,
                                  inp + first,
                                  out + left * dst_dim * right_size + right,
                                  ids_of_input ? right_size : 1,
                                  right_size,
                                  id_limit<Id>(dst_dim)};
        if (by_warp) {
            lane.move_all_by_warp(src_dim);
        } else {
            lane.move_all(src_dim);
        }
    }
}

// Of the largest blocks, two are to fit on a multiprocessor where selections run, one where
// scatters do.
#define INDEXING(blocks, name) extern "C" __global__ void __launch_bounds__(1024, blocks) name

// The ids of is_ are a vector with the one stride of info; without one dimension there, dense.
#define SELECT(ID, NAME, T)                                                                        \
    INDEXING(2, is_##ID##_##NAME)                                                                  \
    (const usize numel, const usize num_dims, const usize *info, const ID *ids, const T *inp,      \
     T *out, const usize left_size, const usize src_dim_size, const usize ids_dim_size,            \
     const usize right_size)                                                                       \
    {                                                                                              \
        const usize stride = info != nullptr && num_dims == 1 ? info[1] : 1;                       \
        select<false, T, ID>(numel, {ids, inp, stride, src_dim_size, ids_dim_size, right_size},    \
                             out);                                                                 \
    }                                                                                              \
    INDEXING(2, gather_##ID##_##NAME)                                                              \
    (const usize numel, const ID *ids, const T *inp, T *out, const usize left_size,                \
     const usize src_dim_size, const usize ids_dim_size, const usize right_size)                   \
    {                                                                                              \
        select<true, T, ID>(numel, {ids, inp, 1, src_dim_size, ids_dim_size, right_size}, out);    \
    }

#define ADD(ID, NAME, T)                                                                           \
    INDEXING(1, ia_##ID##_##NAME)                                                                  \
    (const ID *ids, const usize ids_dim_size, const T *inp, T *out, const usize left_size,         \
     const usize src_dim_size, const usize dst_dim_size, const usize right_size)                   \
    {                                                                                              \
        scatter<true, false>(ids, inp, out, left_size, ids_dim_size, dst_dim_size, right_size);    \
    }                                                                                              \
    INDEXING(1, sa_##ID##_##NAME)                                                                  \
    (const ID *ids, const T *inp, T *out, const usize left_size, const usize src_dim_size,         \
     const usize dst_dim_size, const usize right_size)                                             \
    {                                                                                              \
        scatter<true, true>(ids, inp, out, left_size, src_dim_size, dst_dim_size, right_size);     \
    }

#define STORE(ID, NAME, T)                                                                         \
    INDEXING(1, s_##ID##_##NAME)                                                                   \
    (const ID *ids, const T *inp, T *out, const usize left_size, const usize src_dim_size,         \
     const usize dst_dim_size, const usize right_size)                                             \
    {                                                                                              \
        scatter<false, true>(ids, inp, out, left_size, src_dim_size, dst_dim_size, right_size);    \
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
