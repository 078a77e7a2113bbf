// Indices along one dimension of dense tensors, seen as [left, dim, right].
//
// is_, gather_: out[l, i, r] = inp[l, id, r], where the id is ids[i] or the output's own.
// ia_, sa_, s_: out[l, id, r] += or = inp[l, j, r], where the id is ids[j] or the input's own; in
// the order of j.
//
// The largest value of an index type means "no index": nothing is read, and the output is 0, or
// nothing is written. What lies outside the dimension counts as that too.
#include "elementwise.cuh"
#ifndef SEL_P16
#define SEL_P16 2
#define SEL_P8 4
#define BATCH 8
#endif

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

// Division of numbers up to |largest|, which seldom has more than 32 bits.
class IndexDivisor
{
  public:
    __device__ IndexDivisor(usize divisor, usize largest)
        : wide_((divisor | largest) >> 32 != 0 ? divisor : 0),
          narrow_(wide_ != 0 ? 1 : static_cast<u32>(divisor))
    {
    }
    __device__ usize quotient(usize n) const
    {
        return wide_ != 0 ? n / wide_ : narrow_.quotient(static_cast<u32>(n));
    }

  private:
    usize wide_;
    Divisor narrow_;
};

// What a selection reads. The ids are |ids_stride| apart; with |ids_of_output| each element of the
// output has its own.
template <bool ids_of_output, class T, class Id> struct Source {
    const Id *ids;
    const T *inp;
    usize ids_stride, dim, middle_size, right_size;

    // Whether the output is made of packs of V elements that are packs of inp.
    template <int V> __device__ bool has_packs(const T *out) const
    {
        return !ids_of_output && right_size % V == 0 && is_vector<T, V>(inp, 1) &&
               is_vector<T, V>(out, 1);
    }

    // The thread's packs of |numel| elements: the ids of P, then these, then they are written.
    template <int V, int P> __device__ void move(usize numel, T *out) const
    {
        if (Share<V * P>::is_idle()) {
            return;
        }
        const IndexDivisor by_right(right_size, numel), by_middle(middle_size, numel);
        const usize limit = id_limit<Id>(dim);
        Share<V * P>::for_each_stretch(numel / V, blockDim.x * P, [&](usize first, u32 count) {
            Id id[P];
            const T *from[P];
#pragma unroll
            for (int k = 0; k < P; ++k) {
                id[k] = no_index<Id>();
                from[k] = inp;
                if (number_in_block(k) < count) {
                    const usize index = (first + number_in_block(k)) * V;
                    const usize row = by_right.quotient(index), right = index - row * right_size;
                    const usize left = by_middle.quotient(row), middle = row - left * middle_size;
                    id[k] = ids[ids_of_output ? index : middle * ids_stride];
                    from[k] += left * dim * right_size + right;
                }
            }
            Pack<T, V> pack[P];
#pragma unroll
            for (int k = 0; k < P; ++k) {
                const usize at = static_cast<usize>(id[k]);
                if (at < limit) {
                    pack[k] = *reinterpret_cast<const Pack<T, V> *>(from[k] + at * right_size);
                }
            }
#pragma unroll
            for (int k = 0; k < P; ++k) {
                if (number_in_block(k) < count) {
                    *reinterpret_cast<Pack<T, V> *>(out + (first + number_in_block(k)) * V) =
                        pack[k];
                }
            }
        });
    }

    // Packs of up to |bytes| bytes, of the largest size that rows and addresses allow.
    template <int bytes> __device__ void select(usize numel, T *out) const
    {
        constexpr int V = bytes / static_cast<int>(sizeof(T));
        if constexpr (V <= 1 || ids_of_output) {
            move<1, 4>(numel, out);
        } else if (has_packs<V>(out)) {
            move<V, bytes == 16 ? SEL_P16 : SEL_P8>(numel, out);
        } else {
            select<bytes / 2>(numel, out);
        }
    }
};

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
    static constexpr int batch = sizeof(T) + sizeof(Id) <= 8 ? BATCH : 4;
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

    // Only those elements whose index is |owner| modulo the power of two |mask| + 1.
    template <int count> __device__ void move_owned(u32 mask, u32 owner)
    {
        const Ids<count> id = next_ids<count>();
#pragma unroll
        for (int k = 0; k < count; ++k) {
            const usize index = static_cast<usize>(id.at[k]);
            if ((static_cast<u32>(index) & mask) == owner && index < limit) {
                T *to = out + index * right_size;
                const T value = inp[k * right_size];
                *to = adds ? narrow<T>(widen(*to) + widen(value)) : value;
            }
        }
        inp += count * right_size;
    }

    __device__ void move_all_owned(usize count, u32 mask, u32 owner)
    {
#pragma unroll 1
        for (; count >= batch; count -= batch) {
            move_owned<batch>(mask, owner);
        }
#pragma unroll 1
        for (; count > 0; --count) {
            move_owned<1>(mask, owner);
        }
    }
};

// Where the grid has many threads for a lane, these share out its destinations: every one gets its
// elements in the order of j, and it does not matter from which thread.
template <bool adds, bool ids_of_input, class T, class Id>
__device__ inline void scatter(const Id *ids, const T *inp, T *out, usize left_size, usize src_dim,
                               usize dst_dim, usize right_size)
{
    const usize lanes = left_size * right_size, threads = thread_count();
    u32 owners = 1;
    while (owners < 1024 && 2 * owners * lanes <= threads) {
        owners *= 2;
    }
    owners = owners < 8 ? 1 : owners; // a lane of one thread goes in batches
#pragma unroll 1
    for (usize thread = first_thread(); thread < lanes * owners; thread += threads) {
        const usize owner = quotient(thread, lanes), at = thread - owner * lanes;
        const usize left = quotient(at, right_size), right = at - left * right_size;
        const usize first = left * src_dim * right_size + right;
        Lane<adds, T, Id> lane = {ids_of_input ? ids + first : ids,
                                  inp + first,
                                  out + left * dst_dim * right_size + right,
                                  ids_of_input ? right_size : 1,
                                  right_size,
                                  id_limit<Id>(dst_dim)};
        if (owners == 1) {
            lane.move_all(src_dim);
        } else {
            lane.move_all_owned(src_dim, owners - 1, static_cast<u32>(owner));
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
        const Source<false, T, ID> source = {ids,          inp,          stride,                   \
                                             src_dim_size, ids_dim_size, right_size};              \
        source.template select<16>(numel, out);                                                    \
    }                                                                                              \
    INDEXING(2, gather_##ID##_##NAME)                                                              \
    (const usize numel, const ID *ids, const T *inp, T *out, const usize left_size,                \
     const usize src_dim_size, const usize ids_dim_size, const usize right_size)                   \
    {                                                                                              \
        const Source<true, T, ID> source = {ids,          inp,          1,                         \
                                            src_dim_size, ids_dim_size, right_size};               \
        source.template select<16>(numel, out);                                                    \
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
