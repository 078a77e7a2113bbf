// Computes a tile of a product by multiply-adds of single elements, where matrix cores are missing
// or would add less exactly. Each sum adds its products in the order of k.
//
// A block makes SIDE x SIDE elements of c in steps of DEPTH along k. LDS holds one step's strips of
// a and b, converted to the type of the sums. While the block computes a step, it loads the
// elements of the next into registers. A thread makes THREAD_SIDE x THREAD_SIDE elements of the
// tile.
#pragma once

#include "lines.cuh"
#include "rows.cuh"

enum { SIDE = PRODUCT_TILE, DEPTH = 16, THREAD_SIDE = 4, SIDE_THREADS = SIDE / THREAD_SIDE };
static_assert(SIDE_THREADS * SIDE_THREADS == THREADS, "a thread for each part of a tile");

// A strip, indexed by k and then by line. The gap at the end of each k puts neighbouring k into
// different banks of LDS.
template <class T> struct alignas(16) Strip {
    Compute<T> at[DEPTH][SIDE + THREAD_SIDE];
};

// Moves a thread's elements of a step. Neighbouring threads move neighbours in memory, either along
// k or across lines. The elements of one thread follow each other in the other of these two
// directions. Lines that are Picked have neighbours along k.
template <class T, class Places = InOrder> class Mover
{
  public:
    __device__ Mover(const Lines<T> &from, usize first_line, const Places &places = {})
        : along_k_(from.k_stride < from.line_stride)
    {
        const int width = along_k_ ? DEPTH : SIDE, thread = threadIdx.x;
        const int line = along_k_ ? thread / width : thread % width;
        const int k = along_k_ ? thread % width : thread / width;
        step_ = THREADS / width;
        stride_ = step_ * (along_k_ ? from.line_stride : from.k_stride);
        next_ = from.data + (Places::is_in_order ? (first_line + line) * from.line_stride : 0) +
                k * from.k_stride;
        advance_ = DEPTH * from.k_stride;
        lines_ = from.lines - first_line < SIDE ? from.lines - first_line : SIDE;
        line_ = line;
        k_ = k;
        if constexpr (!Places::is_in_order) {
#pragma unroll
            for (int i = 0; i < count; ++i) {
                const usize here = line + i * step_;
                distances_[i] = places(first_line + (here < lines_ ? here : 0)) * from.line_stride;
            }
        }
    }

    // Loads the elements of the next step: |k_left| elements along k are left. Loads zeros where
    // the matrix ends.
    __device__ void load(usize k_left)
    {
        const usize depth = k_left < DEPTH ? k_left : DEPTH;
        const bool is_outside = line_ >= lines_ || k_ >= depth;
        const int end = is_outside ? 0 : static_cast<int>(along_k_ ? lines_ : depth);
        const T *from = next_;
        int at = along_k_ ? line_ : k_;
#pragma unroll
        for (int i = 0; i < count; ++i) {
            if constexpr (Places::is_in_order) {
                held_[i] = at < end ? widen(*from) : Compute<T>(0);
                from += stride_;
            } else {
                held_[i] = at < end ? widen(next_[distances_[i]]) : Compute<T>(0);
            }
            at += step_;
        }
        next_ += advance_;
    }

    __device__ void store(Strip<T> &strip) const
    {
        Compute<T> *to = &strip.at[k_][line_];
#pragma unroll
        for (int i = 0; i < count; ++i) {
            *to = held_[i];
            to += along_k_ ? step_ : step_ * (SIDE + THREAD_SIDE);
        }
    }

  private:
    static constexpr int count = SIDE * DEPTH / THREADS;
    bool along_k_;
    // the line and the k of the thread's first element, and the distance to the thread's next
    // element, in lines if |along_k_|, otherwise in k
    int line_, k_, step_;
    usize lines_, stride_, advance_;
    const T *next_;
    Compute<T> held_[count];
    usize distances_[count]; // of lines that are not in order
};

template <class T>
__device__ inline void add_products(const Strip<T> &a, const Strip<T> &b, int row, int column,
                                    Compute<T> (&sums)[THREAD_SIDE][THREAD_SIDE])
{
    // f64 takes one k at a time, because with two it would need too many registers
    constexpr int at_once = sizeof(T) == 8 ? 1 : 2;
#pragma unroll at_once
    for (int k = 0; k < DEPTH; ++k) {
        Compute<T> left[THREAD_SIDE], right[THREAD_SIDE];
#pragma unroll
        for (int i = 0; i < THREAD_SIDE; ++i) {
            left[i] = a.at[k][row + i];
            right[i] = b.at[k][column + i];
        }
#pragma unroll
        for (int i = 0; i < THREAD_SIDE; ++i) {
#pragma unroll
            for (int j = 0; j < THREAD_SIDE; ++j) {
                sums[i][j] += left[i] * right[j];
            }
        }
    }
}

// Computes the tile of c whose first element is at (first_row, first_column). |a_places| says where
// the lines of a are.
template <class T, class End, class Places = InOrder>
__device__ inline void multiply_tile(const Lines<T> &a, const Lines<T> &b, T *c, usize first_row,
                                     usize first_column, const End &end,
                                     const Places &a_places = {})
{
    __shared__ Strip<T> a_strip, b_strip;
    const int row = threadIdx.x / SIDE_THREADS * THREAD_SIDE,
              column = threadIdx.x % SIDE_THREADS * THREAD_SIDE;
    Compute<T> sums[THREAD_SIDE][THREAD_SIDE] = {};
    Mover<T, Places> a_mover(a, first_row, a_places);
    Mover<T> b_mover(b, first_column);
    a_mover.load(a.k);
    b_mover.load(a.k);
#pragma unroll 1
    for (usize left = a.k; left > 0;) {
        __syncthreads(); // waits until all threads have read the strips of the step before
        a_mover.store(a_strip);
        b_mover.store(b_strip);
        __syncthreads();
        left = left < DEPTH ? 0 : left - DEPTH;
        a_mover.load(left);
        b_mover.load(left);
        add_products<T>(a_strip, b_strip, row, column, sums);
    }
    first_row += row;
    first_column += column;
    if constexpr (!std::is_same<End, Rounded>::value) {
        end(c, first_row, first_column, a.lines, b.lines, sums);
        return;
    }
    c += first_row * b.lines + first_column;
#pragma unroll
    for (int i = 0; i < THREAD_SIDE; ++i) {
#pragma unroll
        for (int j = 0; j < THREAD_SIDE; ++j) {
            if (first_row + i < a.lines && first_column + j < b.lines) {
                c[j] = narrow<T>(sums[i][j]);
            }
        }
        c += b.lines;
    }
}
