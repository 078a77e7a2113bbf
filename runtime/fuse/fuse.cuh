// What fused kernels are made of, behind kir/device.cuh. Layouts come as the
// first argument, by value; plan.c computes them.
namespace fuse
{
using kir::Pack;

// ---- Packs ----

// Loads V elements, of which only the first |have| exist.
template <int V, class T> __device__ inline Pack<T, V> load_vector(const T *from, int have)
{
    if (have >= V) {
        return kir::load_pack<V>(from);
    }
    Pack<T, V> pack = {};
    for (int k = 0; k < V; ++k) {
        pack.set(k, from[k < have ? k : 0]);
    }
    return pack;
}
template <int V, class T> __device__ inline Pack<T, V> load_same(const T *from)
{
    Pack<T, V> pack = {};
    const T x = *from;
#pragma unroll
    for (int k = 0; k < V; ++k) {
        pack.set(k, x);
    }
    return pack;
}
template <int V, class T> __device__ inline Pack<T, V> load_apart(const T *from, i64 step)
{
    Pack<T, V> pack = {};
#pragma unroll
    for (int k = 0; k < V; ++k) {
        pack.set(k, from[k * step]);
    }
    return pack;
}
template <int V, class T> __device__ inline void store_vector(T *to, Pack<T, V> pack, int have)
{
    if (have >= V) {
        kir::store_pack(to, pack);
        return;
    }
#pragma unroll
    for (int k = 0; k < V; ++k) {
        if (k < have) {
            to[k] = pack[k];
        }
    }
}

// ---- Layouts ----

// Offsets, in elements, of a unit in N operands. Units are counted from the innermost dimension.
template <class Index, int R, int N> struct Walk {
    u64 size[R], reciprocal[R];
    i64 stride[R][N];

    __device__ void find(Index unit, i64 (&offset)[N]) const
    {
#pragma unroll
        for (int n = 0; n < N; ++n) {
            offset[n] = 0;
        }
#pragma unroll
        for (int d = 0; d < R; ++d) {
            const Index outside = d + 1 < R ? quotient(unit, d) : 0;
            const Index inside = unit - outside * static_cast<Index>(size[d]);
#pragma unroll
            for (int n = 0; n < N; ++n) {
                offset[n] += static_cast<i64>(inside) * stride[d][n];
            }
            unit = outside;
        }
    }

  private:
    __device__ u64 quotient(u64 x, int d) const
    {
        return x / size[d];
    }
    // The quotient by the rounded reciprocal is right or 1 too small.
    __device__ u32 quotient(u32 x, int d) const
    {
        const u32 by = static_cast<u32>(size[d]);
        const u32 estimate = __umulhi(x, static_cast<u32>(reciprocal[d]));
        return estimate + (x - estimate * by >= by);
    }
};

// An element-wise kernel's first argument.
template <class Index, int R, int N> struct Map {
    u64 units, elements, unused[4];
    i64 step[N]; // the distance from one element of a pack to the next
    Walk<Index, R, N> walk;

    // How many elements of a unit exist.
    template <int V> __device__ int have(Index unit) const
    {
        const u64 rest = elements - static_cast<u64>(unit) * V;
        return rest < V ? static_cast<int>(rest) : V;
    }
};

// The first argument of a kernel with rows. A row has |units| packs; |lanes| threads, a power of
// two, work on a row, or on each of a row's |parts|, which have |share| packs.
template <class Index, int R, int I, int N> struct Rows {
    u64 rows, length, units, lanes, parts, share;
    i64 step[N];
    Walk<Index, R, N> outer;
    Walk<Index, I, N> inner;
};

// Where the value of a part of a row is kept, for reduction number |which|.
template <class T, class Layout>
__device__ inline T *part_of(char *memory, const Layout &layout, u64 which, u64 row, u64 part)
{
    return reinterpret_cast<T *>(memory + ((which * layout.rows + row) * layout.parts + part) * 16);
}

// ---- The threads of a row ----

// A block of |threads| threads works on threads / lanes rows. The threads of one row are neighbours
// or, if |is_across|, neighbouring threads work on neighbouring rows.
template <int threads, bool is_across> struct Team {
    u32 lanes, together, lane, row;

    __device__ explicit Team(u64 count) : lanes(static_cast<u32>(count)), together(threads / lanes)
    {
        row = is_across ? threadIdx.x & (together - 1) : threadIdx.x / lanes;
        lane = is_across ? threadIdx.x / together : threadIdx.x & (lanes - 1);
    }

    // Reduces |x| over the threads of a row, all of which get the result. All threads of the block
    // must call this.
    template <class T, class Op> __device__ T reduce(T x, Op op) const
    {
        __shared__ char memory[(is_across ? threads : threads / 32) * sizeof(T)]
            __attribute__((aligned(8)));
        T *const partial = reinterpret_cast<T *>(memory);
        if constexpr (is_across) {
            partial[threadIdx.x] = x;
            __syncthreads();
            for (u32 step = lanes / 2; step > 0; step /= 2) {
                if (lane < step) {
                    x = op(x, partial[threadIdx.x + step * together]);
                    partial[threadIdx.x] = x;
                }
                __syncthreads();
            }
            x = partial[row];
            __syncthreads();
            return x;
        }
#pragma unroll
        for (u32 step = 16; step > 0; step /= 2) {
            if (step < lanes) {
                x = op(x, kir::shuffle_xor(x, step, ~0u));
            }
        }
        if (lanes <= 32) {
            return x;
        }
        const u32 warps = lanes / 32, warp = threadIdx.x / 32;
        if ((threadIdx.x & 31) == 0) {
            partial[warp] = x;
        }
        __syncthreads();
        x = partial[(warp & ~(warps - 1)) | (threadIdx.x & (warps - 1))];
        for (u32 step = 1; step < warps; step *= 2) {
            x = op(x, kir::shuffle_xor(x, step, ~0u));
        }
        __syncthreads();
        return x;
    }
};

// Calls take(pack of every input, unit) for this thread's share of a row: for the first H units,
// which stay in registers from one pass to the next, and for all other units, which are loaded
// again.
template <int H, class Index, class Team, class Held, class Load, class Take>
__device__ inline void each_unit(const Team &team, Index units, const Held (&held)[H],
                                 const Load &load, const Take &take)
{
    constexpr int more = H > 1 ? H / 2 : 1; // units loaded at a time
#pragma unroll
    for (int h = 0; h < H; ++h) {
        if (team.lane + h * team.lanes < units) {
            take(held[h], static_cast<Index>(team.lane + h * team.lanes));
        }
    }
#pragma unroll 1
    for (Index first = team.lane + H * team.lanes; first < units; first += more * team.lanes) {
        Held batch[more];
#pragma unroll
        for (int h = 0; h < more; ++h) {
            if (first + h * team.lanes < units) {
                batch[h] = load(static_cast<Index>(first + h * team.lanes));
            }
        }
#pragma unroll
        for (int h = 0; h < more; ++h) {
            if (first + h * team.lanes < units) {
                take(batch[h], static_cast<Index>(first + h * team.lanes));
            }
        }
    }
}
} // namespace fuse
