// The attention of a wave, by the matrix cores of AMD GPUs.
//
// A wave has LINES rows, one for each column of the cores: all that a lane knows of scores, weights
// and sums belongs to row lane % LINES. For CHUNK keys at a time the cores make the scores, S^T = K
// Q^T, so that a lane gets scores of its own row. The cores then add weights times values, O^T =
// V^T P^T, for which a lane gives weights of its own row. As it does not matter which keys a lane
// gives if they are the same in both operands, weights stay where their scores were; only on gfx11
// the halves of a wave need the weights of each other.
//
// PIECE neighbours of a value are elements of PIECE tiles, of the same line in each: a lane reads
// pieces, of as many keys as it has, and transposes them by permutations of bytes.
#pragma once

#include "../../device/mma/units.cuh"
#include "../../device/thread.cuh"
#include "packs.cuh"
#include "scores.cuh"

#if defined(HAS_MFMA) || defined(HAS_WMMA)

// Makes what a block wrote to LDS visible to all of its waves.
__device__ inline void lds_barrier()
{
    __builtin_amdgcn_fence(__ATOMIC_RELEASE, "workgroup");
    __builtin_amdgcn_s_barrier();
    asm volatile("" : : : "memory");
}

template <class T, int SIZE> class CoreAttention
{
    using Core = MatrixCore<T>;
    using Run = typename Core::Run;
    using Sums = typename Core::Sums;
#ifdef HAS_MFMA
    static constexpr bool has_wmma = false;
#else
    static constexpr bool has_wmma = true;
#endif

  public:
    enum {
        LINES = Core::LINES,
        CHUNK = LINES,
        RUN = sizeof(Run) / sizeof(T),
        STEP = RUN * Core::GROUPS, // elements of a head in one run of all groups
        RUNS = SIZE / STEP,
        // Clang 15 uses at most 128 registers on gfx11, which is as many as the sums of 256
        // elements take: two waves have the same rows, and each a half of the sums.
        HALVES = has_wmma && SIZE == 256 ? 2 : 1,
        PART = SIZE / HALVES,
        TILES = PART / LINES,
        PIECE = has_wmma || TILES < 4 ? 2 : 4,
        IN_BLOCK = PIECE * LINES, // elements of a part in PIECE tiles
        BLOCKS = PART / IN_BLOCK,
        SUMS = Core::COUNT, // of a lane, in each tile
        // Whether queries stay in registers, or are read from LDS for each chunk.
        KEEPS_QUERIES = !has_wmma,
    };
    static_assert(STEP == 16, "key_of_weight() assumes it");

    // |row|, of this lane, is less than |rows.rows|, and not less than that of the lane before.
    // |queries| are the queries of this wave's rows in LDS, |q_pitch| elements apart, unless
    // KEEPS_QUERIES.
    __device__ CoreAttention(const attention &work, const AttentionRows &rows, u32 row,
                             const T *queries, u32 q_pitch)
        : score_(work, rows, row), query_(queries), q_pitch_(q_pitch)
    {
        const KeyRange range = score_.range;
        seen_by_first_ = {of_lane(range.low, 0), of_lane(range.high, 0)};
        seen_by_last_ = {of_lane(range.low, LINES - 1), of_lane(range.high, LINES - 1)};
        if (KEEPS_QUERIES) {
            const T *const from = static_cast<const T *>(work.q) + rows.offset_of_query(work, row);
#pragma unroll
            for (int r = 0; r < RUNS; ++r) {
                const u32 at = group() * RUN + r * STEP;
                q_[KEEPS_QUERIES ? r : 0] = Run();
                if (at < work.head_size) {
                    q_[KEEPS_QUERIES ? r : 0] = read_run(from + at);
                }
            }
        }
    }

    // A chunk of keys is added by add_keys(), for all runs from 0 to RUNS - 1, weigh(), and
    // add_values(), for all blocks from 0 to BLOCKS - 1.
    __device__ void begin()
    {
        s_ = Sums();
    }
    // Multiplies |count| runs, from run |from| on. The element at |keys| is the first one of these
    // of the chunk's first key, in LDS; keys are |pitch| elements apart.
    template <int from, int count, int pitch>
    __device__ __forceinline__ void add_keys(const T *keys)
    {
        const u32 lane = this_lane();
        keys += lane % LINES * pitch + group_of(lane) * RUN;
        const T *const query_of_lane = query_ + lane % LINES * q_pitch_ + group_of(lane) * RUN;
#pragma unroll
        for (int r = 0; r < count; ++r) {
            __builtin_amdgcn_sched_barrier(0);
            const Run run = read_run(keys + r * STEP);
            const Run query = KEEPS_QUERIES ? q_[KEEPS_QUERIES ? from + r : 0]
                                            : read_run(query_of_lane + (from + r) * STEP);
#pragma unroll
            for (int part = 0; part < Core::PARTS; ++part) {
                Core::multiply(s_, run, query, part);
            }
        }
#if defined(HAS_WMMA)
        // stops the compiler from multiplying where the products are used, far from the loads
        asm volatile("" : "+v"(s_));
#endif
    }
    // Makes weights of the scores of keys |first| to |first| + CHUNK - 1. |end| is behind the last
    // key that there is, and |is_edge| says that a row of this wave may not see all of these keys.
    __device__ __forceinline__ void weigh(const attention &work, f32 scale, u32 first, u32 end,
                                          bool is_edge)
    {
        f32 s[SUMS];
#pragma unroll
        for (int i = 0; i < SUMS; ++i) {
            s[i] = s_[i];
        }
        const u32 lane = this_lane();
        const auto key_of = [&](int i) { return first + Core::row(i, lane); };
        // What scores are still multiplied by: without options one addition makes their exponents.
        f32 factor = scale * quick::log2_of_e();
        if (has_terms(work)) {
            score_.finish(work, scale, s, end, key_of);
            factor = 1;
        }
        if (is_edge) {
            score_.hide(s, key_of);
        }
        raise_to(largest_of(s) * factor);
        make_weights(s, factor);
    }
    // Adds weights times values of 16 * |runs| keys, from key 16 * |run| on: |count| blocks of
    // them, from number |from| on, at |values| as add_keys() has it.
    template <int run, int runs, int from, int count, int pitch>
    __device__ __forceinline__ void add_values(const T *values)
    {
        const u32 lane = this_lane();
        values += lane % LINES * PIECE;
#if defined(HAS_MFMA)
        values += group_of(lane) * (4 * pitch);
#elif defined(__GFX12__)
        values += group_of(lane) * (8 * pitch);
#endif
#pragma unroll
        for (int r = 0; r < runs; ++r) {
#pragma unroll
            for (int block = 0; block < count; ++block) {
                __builtin_amdgcn_sched_barrier(0);
                Run of_tile[PIECE];
#pragma unroll
                for (int i = 0; i < RUN; i += 2) {
                    const auto one = piece_of<pitch>(values, r, i, block);
                    const auto two = piece_of<pitch>(values, r, i + 1, block);
#pragma unroll
                    for (int tile = 0; tile < PIECE; ++tile) {
                        of_tile[tile][i / 2] = __builtin_amdgcn_perm(
                            two[tile / 2], one[tile / 2], tile % 2 ? 0x07060302 : 0x05040100);
                    }
                }
#pragma unroll
                for (int part = 0; part < Core::PARTS; ++part) {
#pragma unroll
                    for (int tile = 0; tile < PIECE; ++tile) {
                        Core::multiply(out_[(from + block) * PIECE + tile], of_tile[tile],
                                       weights_[run + r], part);
                    }
                }
            }
        }
    }

    // Whether all rows of this wave see all keys of [first, end).
    __device__ bool sees_all(u32 first, u32 end) const
    {
        return first >= seen_by_last_.low && end <= seen_by_first_.high;
    }
    // Whether a row of this wave sees a key of [first, end).
    __device__ bool sees_some(u32 first, u32 end) const
    {
        return first < seen_by_last_.high && end > seen_by_first_.low;
    }

    // Completes the rows' sums of weights.
    __device__ void finish()
    {
        total_ += exchange(total_);
    }
    // The sum of the weights exp2(s - base()), and sums of weights times values.
    __device__ f32 total() const
    {
        return total_;
    }
    __device__ f32 base() const
    {
        return largest_ - RAISED<T>;
    }
    // Sum |i| of tile |tile| is that of element element_of(tile, i, lane) of this wave's part.
    __device__ f32 sum(int tile, int i) const
    {
        return out_[tile][i];
    }
    // Adds what another wave has of the same rows, with the same base.
    __device__ void add_sum(int tile, int i, f32 sum)
    {
        out_[tile][i] += sum;
    }
    __device__ void add_total(f32 total)
    {
        total_ += total;
    }
    __device__ static u32 element_of(int tile, int i, u32 lane)
    {
        return tile / PIECE * IN_BLOCK + Core::row(i, lane) * PIECE + tile % PIECE;
    }
    // Changes the base to one that is at least as large.
    __device__ void rebase(f32 base)
    {
        rescale(quick::coarse_exp2(this->base() - base));
        largest_ = base + RAISED<T>;
    }

    __device__ static u32 lane()
    {
        return threadIdx.x % WAVE;
    }
    // The same, by this_thread_of().
    __device__ static u32 this_lane()
    {
        return this_thread_of<SIZE>() % WAVE;
    }
    __device__ static u32 line()
    {
        return lane() % LINES;
    }
    __device__ static u32 group()
    {
        return group_of(lane());
    }

  private:
    __device__ static u32 group_of(u32 lane)
    {
        return lane / LINES % Core::GROUPS;
    }
    __device__ static u32 of_lane(u32 x, int lane)
    {
        return __builtin_amdgcn_readlane(x, lane);
    }
    __device__ static Run read_run(const T *from)
    {
        const auto *const words = reinterpret_cast<const Vector<u32, 4> *>(from);
        if constexpr (sizeof(Run) == 16) {
            return words[0];
        } else {
            return __builtin_shufflevector(words[0], words[1], 0, 1, 2, 3, 4, 5, 6, 7);
        }
    }

    // Weight |i| of run |r| belongs to a key of the chunk: its piece of a block.
    template <int pitch>
    __device__ static PackOf<PIECE> piece_of(const T *values, int r, int i, int block)
    {
#if defined(HAS_MFMA)
        const u32 key = r * 16 + i / 4 * 8 + i % 4; // and 4 more in the second half of the lanes
#elif defined(__GFX11__)
        const u32 key = i % 8 * 2 + i / 8;
#else
        const u32 key = i; // and 8 more in the second half of the lanes
#endif
        return *reinterpret_cast<const PackOf<PIECE> *>(values + key * pitch + block * IN_BLOCK);
    }

    // Returns x of the lane that has the other scores of this lane's row.
    __device__ static u32 exchange(u32 x)
    {
#ifdef HAS_MFMA
        x = __builtin_amdgcn_ds_bpermute((this_lane() ^ 32) * 4, x);
#else
        x = __builtin_amdgcn_permlanex16(x, x, 0x76543210, 0xfedcba98, false, false);
#endif
        // keeps the exchange here: clang 15 moves it to its use, where fewer lanes may be active
        asm volatile("" : "+v"(x));
        return x;
    }
    __device__ static f32 exchange(f32 x)
    {
        return __uint_as_float(exchange(__float_as_uint(x)));
    }

    __device__ static f32 largest_of(const f32 (&s)[SUMS])
    {
        f32 largest = -INFINITY; // max3 of this and two scores leaves out steps for NaNs
#pragma unroll
        for (int i = 0; i < SUMS; ++i) {
            largest = fmaxf(largest, s[i]);
        }
        return fmaxf(largest, exchange(largest));
    }

    __device__ void rescale(f32 factor)
    {
        total_ *= factor;
#pragma unroll
        for (auto &tile : out_) {
#pragma unroll
            for (int i = 0; i < SUMS; ++i) {
                tile[i] *= factor;
            }
        }
    }

    // Makes the rows' largest scores at least |score|.
    __device__ void raise_to(f32 score)
    {
        if (any_in_wave(score > largest_)) {
            const f32 largest = fmaxf(largest_, score);
            rescale(quick::coarse_exp2(largest_ - largest));
            largest_ = largest;
        }
    }

    // Makes weights of scores, which |factor| multiplies, and puts them into runs of operand b.
    __device__ void make_weights(const f32 (&s)[SUMS], f32 factor)
    {
        const f32 base = this->base();
        const bool is_first = this_lane() < LINES;
        f32 even = total_, odd = 0; // CDNA adds pairs
#pragma unroll
        for (int i = 0; i < SUMS; i += 2) {
            const Words<f32, 2> exponents =
                multiply_add(Words<f32, 2>{s[i], s[i + 1]}, factor, -base);
            const f32 one = quick::coarse_exp2(exponents.x);
            const f32 two = quick::coarse_exp2(exponents.y);
            even += one;
            odd += two;
            const u32 mine = round_pair<T>(one, two);
            Run &run = weights_[i / 8];
            if constexpr (is_gfx11) {
                const u32 other = exchange(mine);
                run[i / 2] = is_first ? mine : other;
                run[RUN / 2 - 4 + i / 2] = is_first ? other : mine;
            } else {
                run[i / 2 % 4] = mine;
            }
        }
        total_ = even + odd;
    }

    ScoresOfRow<T> score_;
    KeyRange seen_by_first_, seen_by_last_; // by the first row of this wave, and by its last
    const T *query_;
    u32 q_pitch_;
    f32 largest_ = LOWEST, total_ = 0;
    Run q_[KEEPS_QUERIES ? RUNS : 1], weights_[CHUNK / 16];
    Sums s_, out_[TILES] = {};
};

#endif
