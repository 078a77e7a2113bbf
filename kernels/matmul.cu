// matmul_T: c = a x b for each matrix of a batch. Products are summed in f32 (f64 for f64), one k after
// the other, and rounded to T once.
//
// A block makes tiles of SIDE x SIDE of c, whichever the 1D grid leaves to it, by steps of DEPTH along
// k. Of each step the strips of a and b lie in LDS, widened, k outermost; while a step is computed the
// next one's elements are on their way into registers. A thread owns EACH x EACH elements: groups of
// four neighbours, 4 * LANES apart, so that neighbouring threads read neighbouring words of LDS.
#include "layout.cuh"

enum { SIDE = 64, DEPTH = 8, GROUP = 4 };

// Elements that a thread owns along either dimension: 64 sums in f32, 16 in f64, are kept in registers.
template <class T> struct Share {
    static constexpr int each = sizeof(T) == 8 ? 4 : 8;
    static constexpr int lanes = SIDE / each; // threads along either dimension
    static constexpr int threads = lanes * lanes;
};

// By k, then line; the gap spreads neighbouring k over LDS's banks.
template <class T> struct alignas(16) Strip {
    Compute<T> at[DEPTH][SIDE + GROUP];
};

// An operand, seen as `lines` lines (rows of a, columns of b) of k elements.
template <class T> struct Lines {
    const T *data;
    usize lines;
    usize k;
    usize line_stride;
    usize k_stride;
};

// The elements of a step that one thread moves. Neighbouring threads take neighbours in memory, which
// lie along k or along the lines; a thread's own elements are then SPAN apart in the other direction.
template <class T> class Mover
{
  public:
    __device__ Mover(const Lines<T> &from, usize first_line)
        : along_k_(from.k_stride < from.line_stride)
    {
        const int width = along_k_ ? DEPTH : SIDE;
        const int inner = threadIdx.x % width, outer = threadIdx.x / width;
        line_ = along_k_ ? outer : inner;
        k_ = along_k_ ? inner : outer;
        lines_left_ = static_cast<int>(from.lines - first_line < SIDE ? from.lines - first_line : SIDE);
        stride_ = along_k_ ? from.line_stride * (threads / DEPTH) : from.k_stride * (threads / SIDE);
        next_ = from.data + (first_line + line_) * from.line_stride + k_ * from.k_stride;
        advance_ = DEPTH * from.k_stride;
    }

    // The next step, of which |k_left| are left; zeros where the matrix ends.
    __device__ void load(usize k_left)
    {
        if (along_k_) {
            load_span<threads / DEPTH>(k_ < k_left ? lines_left_ - line_ : 0);
        } else {
            const int k_end = k_left < DEPTH ? static_cast<int>(k_left) : DEPTH;
            load_span<threads / SIDE>(line_ < lines_left_ ? k_end - k_ : 0);
        }
        next_ += advance_;
    }

    __device__ void store(Strip<T> &to) const
    {
        if (along_k_) {
            store_span<threads / DEPTH>(&to.at[k_][line_]);
        } else {
            store_span<threads / SIDE * (SIDE + GROUP)>(&to.at[k_][line_]);
        }
    }

  private:
    static constexpr int threads = Share<T>::threads;
    static constexpr int count = SIDE * DEPTH / threads;

    // Those of the elements 0, span, 2 * span ... that are before |end|.
    template <int span> __device__ void load_span(int end)
    {
        const T *from = next_;
#pragma unroll
        for (int i = 0; i < count; ++i) {
            held_[i] = i * span < end ? widen(*from) : Compute<T>(0);
            from += stride_;
        }
    }

    template <int span> __device__ void store_span(Compute<T> *to) const
    {
#pragma unroll
        for (int i = 0; i < count; ++i) {
            to[i * span] = held_[i];
        }
    }

    bool along_k_;
    int line_, k_, lines_left_;
    usize stride_, advance_;
    const T *next_;
    Compute<T> held_[count];
};

// Element i of those that lane `lane` owns along a dimension of a tile.
template <class T> __device__ inline int owned(int lane, int i)
{
    return i / GROUP * GROUP * Share<T>::lanes + lane * GROUP + i % GROUP;
}

template <class T>
__device__ inline void add_products(const Strip<T> &a, const Strip<T> &b, int row_lane,
                                    int column_lane,
                                    Compute<T> (&sums)[Share<T>::each][Share<T>::each])
{
    constexpr int each = Share<T>::each;
#pragma unroll 2
    for (int k = 0; k < DEPTH; ++k) {
        Compute<T> left[each], right[each];
#pragma unroll
        for (int i = 0; i < each; ++i) {
            left[i] = a.at[k][owned<T>(row_lane, i)];
            right[i] = b.at[k][owned<T>(column_lane, i)];
        }
#pragma unroll
        for (int i = 0; i < each; ++i) {
#pragma unroll
            for (int j = 0; j < each; ++j) {
                sums[i][j] += left[i] * right[j];
            }
        }
    }
}

// The tile of c at (row, column), where b is given by its columns.
template <class T>
__device__ inline void multiply_tile(const Lines<T> &a, const Lines<T> &b, T *c, usize row,
                                     usize column)
{
    constexpr int each = Share<T>::each;
    __shared__ Strip<T> a_strip, b_strip;
    const int row_lane = threadIdx.x / Share<T>::lanes, column_lane = threadIdx.x % Share<T>::lanes;
    Compute<T> sums[each][each] = {};
    Mover<T> a_mover(a, row), b_mover(b, column);
    a_mover.load(a.k);
    b_mover.load(a.k);
#pragma unroll 1
    for (usize left = a.k; left > 0; left -= left < DEPTH ? left : DEPTH) {
        __syncthreads(); // the strips are still read
        a_mover.store(a_strip);
        b_mover.store(b_strip);
        __syncthreads();
        if (left > DEPTH) {
            a_mover.load(left - DEPTH);
            b_mover.load(left - DEPTH);
        }
        add_products<T>(a_strip, b_strip, row_lane, column_lane, sums);
    }
    const usize first_row = row + owned<T>(row_lane, 0), first_column = column + owned<T>(column_lane, 0);
#pragma unroll
    for (int i = 0; i < each; ++i) {
        const usize r = first_row + owned<T>(0, i);
        T *const to = c + r * b.lines + first_column;
#pragma unroll
        for (int j = 0; j < each; ++j) {
            if (r < a.lines && first_column + owned<T>(0, j) < b.lines) {
                to[owned<T>(0, j)] = narrow<T>(sums[i][j]);
            }
        }
    }
}

template <class T>
__device__ inline void multiply(usize batches, const Layout<2> &layout, Lines<T> a, Lines<T> b, T *c)
{
    const T *const first_a = a.data, *const first_b = b.data;
    const usize down = (a.lines + SIDE - 1) / SIDE, across = (b.lines + SIDE - 1) / SIDE;
#pragma unroll 1
    for (usize tile = blockIdx.x; tile < batches * down * across; tile += gridDim.x) {
        const usize strip = tile / across, batch = strip / down;
        const Run<2> place = layout.at(batch);
        a.data = first_a + place.offset[0];
        b.data = first_b + place.offset[1];
        multiply_tile(a, b, c + batch * a.lines * b.lines, (strip - batch * down) * SIDE,
                      (tile - strip * across) * SIDE);
    }
}

#define MATMUL(NAME, T)                                                                            \
    extern "C" __global__ void __launch_bounds__(Share<T>::threads) matmul_##NAME(                 \
        const usize m, const usize n, const usize k, const usize batches, const usize num_dims,    \
        const usize *info, const T *a, const usize a_row, const usize a_column, const T *b,        \
        const usize b_row, const usize b_column, T *c)                                             \
    {                                                                                              \
        multiply<T>(batches, Layout<2>(batches, num_dims, info), {a, m, k, a_row, a_column},       \
                    {b, n, k, b_column, b_row}, c);                                                \
    }

MATMUL(f32, f32)
MATMUL(f64, f64)
MATMUL(f16, f16)
MATMUL(bf16, bf16)
