// A dense row that a team of neighbouring threads shares, for softmax, which takes two passes.
//
// Vectors of V elements begin at the first address that allows one. The elements before the first
// vector and after the last vector are the edges: a thread has at most one element of the edges,
// and a row that |is_whole| has no edges. A chunk is the part of a row that a team holds in
// registers at a time, C vectors in each thread. The second pass goes backward, and begins with the
// held chunk: a short row is read once, and the last chunks of a long row are likely to be in a
// cache. The first chunk, the least likely one to be in a cache, may be kept in shared memory.
#pragma once

#include "../../contract/launches.h"
#include "../../device/wave.cuh"
#include "indexed_pack.cuh"

// Whether a chunk of C vectors has code of its own. On AMD GPUs that is a twentieth faster, but
// twice the code, so only f64 has it there.
template <class T> constexpr bool are_together = !is_amd || sizeof(T) == 8;

template <class T, int V, int C, bool is_whole> class Row
{
  public:
    // A warp's part of shared memory, which keeps vectors; each thread uses its own places.
    using Stash = IndexedPack<T, V>[C][WARP];

    // |stash| keeps the first chunk of a row of several chunks. |stash| may be null, and must be
    // null if several rows share a warp.
    __device__ Row(const T *row, u32 columns, u32 lane, u32 lanes, Stash *stash)
        : lane_(lane), lanes_(lanes), stash_(stash)
    {
        const u32 free = is_whole ? 0 : elements_before_vector(row);
        before_ = free < columns ? free : columns;
        vectors_ = (columns - before_) / V;
        row_ = row + before_;
        edges_ = is_whole ? 0 : columns - vectors_ * V;
        chunks_ = (vectors_ + C * lanes - 1) / (C * lanes);
        held_ = chunks_;
    }

    __device__ u32 chunks() const
    {
        return chunks_;
    }

    // Loads the chunk that comes at index |step| of this pass over the row's chunks() chunks,
    // unless the registers still have this chunk.
    __device__ void hold(u32 step)
    {
        const u32 chunk = backward_ ? chunks_ - 1 - step : step;
        if (chunk == held_) {
            return;
        }
        held_ = chunk;
        const bool is_stashed = stash_ != nullptr && chunk == 0 && chunks_ > 1;
        if (is_stashed && backward_) {
#pragma unroll
            for (int k = 0; k < C; ++k) {
                vector_[k] = (*stash_)[k][lane_];
            }
            return;
        }
        each_place([&](int k, u32 at) {
            vector_[k] = IndexedPack<T, V>::load(row_ + static_cast<usize>(at) * V);
        });
        if (is_stashed) {
#pragma unroll
            for (int k = 0; k < C; ++k) {
                (*stash_)[k][lane_] = vector_[k];
            }
        }
    }

    // Calls visit(vector, index of the vector's first column) for each vector of the held chunk
    // that this thread has.
    template <class Visit> __device__ __forceinline__ void each_held(const Visit &visit) const
    {
        each_place([&](int k, u32 at) { visit(vector_[k], before_ + at * V); });
    }

    // If this thread has an element of the edges, calls visit() for it as a vector of one element.
    // Ends the pass.
    template <class Visit> __device__ __forceinline__ void edge(const Visit &visit)
    {
        if (lane_ < edges_) {
            const u32 column = lane_ < before_ ? lane_ : lane_ + vectors_ * V;
            visit(IndexedPack<T, 1>::load(row_ - before_ + column), column);
        }
        backward_ = !backward_;
    }

    // Makes a whole pass over the row: calls visit() for all of this thread's vectors, and for its
    // element of the edges.
    template <class Visit> __device__ __forceinline__ void each(const Visit &visit)
    {
#pragma unroll 1
        for (u32 step = 0; step < chunks_; ++step) {
            hold(step);
            each_held(visit);
        }
        edge(visit);
    }

  private:
    // Calls visit_place(k, at) for each vector of the held chunk that this thread has: |k| numbers
    // the thread's vectors in the chunk, from 0 to C - 1, and |at| is the vector's index in the
    // row. If C is above 4, stops at the first k for which no thread of the team has a vector,
    // because then later k have none.
    template <class VisitPlace>
    __device__ __forceinline__ void each_place(const VisitPlace &visit_place) const
    {
        const u32 first = held_ * C * lanes_;
        if (are_together<T> && C > 1 && first + C * lanes_ <= vectors_) {
#pragma unroll
            for (int k = 0; k < C; ++k) {
                visit_place(k, first + k * lanes_ + lane_);
            }
            return;
        }
#pragma unroll
        for (int k = 0; k < C; ++k) {
            const u32 at = first + k * lanes_;
            if (C > 4 && at >= vectors_) {
                break;
            }
            if (at + lane_ < vectors_) {
                visit_place(k, at + lane_);
            }
        }
    }

    const T *row_; // the address of the row's first vector
    u32 lane_, lanes_;
    u32 before_, vectors_, edges_, chunks_;
    u32 held_; // the index of the held chunk
    Stash *stash_;
    bool backward_ = false;
    IndexedPack<T, V> vector_[C] = {};
};
