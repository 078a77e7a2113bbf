// Moves keys, values and queries to LDS, by way of registers.
#pragma once

#include "../../device/thread.cuh"
#include "packs.cuh"
#include "rows.cuh"

#if defined(__HIP__)

// Orders what a wave does in LDS.
__device__ inline void lds_of_wave()
{
    __builtin_amdgcn_fence(__ATOMIC_ACQ_REL, "wavefront");
    __builtin_amdgcn_wave_barrier();
}

// |THREADS| threads move |KEYS| keys, or values, of |SIZE| elements from memory to LDS, where they
// are |PITCH| elements apart, as elements of T.
template <class T, class U, int KEYS, int SIZE, int PITCH, int THREADS> class KeyMover
{
    enum {
        IN_ROW = SIZE / 8, // threads for a key
        ABREAST = THREADS / IN_ROW,
        PASSES = KEYS / ABREAST,
    };
    static_assert(KEYS % ABREAST == 0, "all threads have work");

  public:
    // Loads the elements from |first_element| on of the keys from |first| on. For keys from |end|
    // on and for elements behind the head it loads others, which count for nothing.
    __device__ void load(const attention &work, const token_strides &strides, const U *from,
                         u32 batch, u32 first, u32 end, u32 first_element = 0)
    {
        const u32 thread = this_thread_of<SIZE>(), at = thread % IN_ROW * 8 + first_element;
        const U *const head = from + (at < work.head_size ? at : 0);
        const u32 key = first + thread % THREADS / IN_ROW;
        if (work.pages) {
            load_pages(work, strides, head, batch, key, end);
        } else {
            const u32 stride = static_cast<u32>(strides.token);
#pragma unroll
            for (int i = 0; i < PASSES; ++i) {
                load_pack(i, head + static_cast<usize>(nearest(key, i, end)) * stride);
            }
        }
    }
    // load() of keys that are all there, not in pages. They are |stride| bytes apart, and all of
    // them are within 4 GiB.
    __device__ void load_all(const attention &work, u32 stride, const U *from, u32 first)
    {
        const u32 thread = this_thread_of<SIZE>(), at = thread % IN_ROW * 8;
        const auto *const start =
            reinterpret_cast<const u8 *>(from) + static_cast<usize>(first) * stride;
        const u32 of_thread =
            thread % THREADS / IN_ROW * stride + (at < work.head_size ? at : 0) * sizeof(U);
#pragma unroll
        for (int i = 0; i < PASSES; ++i) {
            pack_[i] = *reinterpret_cast<const Bits *>(start + (of_thread + i * ABREAST * stride));
        }
    }
    __device__ void store(T *to) const
    {
        const u32 thread = this_thread_of<SIZE>();
        to += thread % THREADS / IN_ROW * PITCH + thread % IN_ROW * 8;
#pragma unroll
        for (int i = 0; i < PASSES; ++i) {
            *reinterpret_cast<PackOf<8> *>(to + i * ABREAST * PITCH) =
                read_pack<T, U, 8>(reinterpret_cast<const U *>(&pack_[i]));
        }
    }

  private:
    using Bits = Words<u32, 2 * sizeof(U)>;

    __device__ static u32 nearest(u32 key, int pass, u32 end)
    {
        return key + pass * ABREAST < end ? key + pass * ABREAST : end - 1;
    }
    __device__ void load_pack(int pass, const U *from)
    {
        pack_[pass] = *reinterpret_cast<const Bits *>(from);
    }
    __device__ void load_pages(const attention &work, const token_strides &strides, const U *head,
                               u32 batch, u32 key, u32 end)
    {
        usize offset[PASSES];
#pragma unroll
        for (int i = 0; i < PASSES; ++i) {
            offset[i] = offset_of_key(work, strides, batch, nearest(key, i, end));
        }
#pragma unroll
        for (int i = 0; i < PASSES; ++i) {
            load_pack(i, head + offset[i]);
        }
    }

    Bits pack_[PASSES];
};

// All threads of a block move the queries of the |count| rows from |first| on to LDS; elements
// behind the head are 0. Rows from |rows.rows| on repeat the last one.
template <class T, int SIZE, int PITCH>
__device__ inline void move_queries(const attention &work, const AttentionRows &rows, u32 first,
                                    u32 count, T *to)
{
    const T *const q = static_cast<const T *>(work.q);
    const u32 thread = this_thread(), at = thread % (SIZE / 8) * 8;
#pragma unroll 1
    for (u32 i = thread / (SIZE / 8); i < count; i += ATTENTION_THREADS / (SIZE / 8)) {
        const u32 row = first + i < rows.rows ? first + i : rows.rows - 1;
        PackOf<8> pack = {};
        if (at < work.head_size) {
            pack = read_pack<T, T, 8>(q + rows.offset_of_query(work, row) + at);
        }
        *reinterpret_cast<PackOf<8> *>(to + i * PITCH + at) = pack;
    }
}

#endif
