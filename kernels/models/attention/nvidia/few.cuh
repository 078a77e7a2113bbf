// attention_few_T_U_SIZE for NVIDIA GPUs, sm_80 and later: up to 16 rows, and many keys.
//
// A block has a part of the keys, a split. Its warps take KEYS keys in turn, each with a ring of
// copies of its own, so that they do not wait for each other; at the end the block joins their
// sums. Blocks that share rows leave their sums for attention_join_T.
//
// Lanes read words of keys and values so that what they need for the tensor cores is in chunks: the
// order of the elements of a head does not matter to sums over them if queries have the same order,
// nor does the order of the columns of outputs. Lane l = 4 g + t has, in every 64 elements,
// elements 16 t to 16 t + 15 of rows g and g + 8 of the queries, of key g, and of the outputs; and
// elements 8 g to 8 g + 7 of the values of keys 2 t, 2 t + 1, 2 t + 8 and 2 t + 9.
#pragma once

#include "../join.cuh"
#include "copies.cuh"
#include "scores.cuh"

#ifdef HAS_TENSOR_CORES

// Returns bytes or halves of a and b by turns: those in the lower half of each, or in the upper
// half.
__device__ __forceinline__ u32 zip_halves(u32 a, u32 b, bool upper)
{
    return __byte_perm(a, b, upper ? 0x7632 : 0x5410);
}
__device__ __forceinline__ u32 zip_bytes(u32 a, u32 b, bool upper)
{
    return __byte_perm(a, b, upper ? 0x7362 : 0x5140);
}

// Eight elements of type U of one line as words of T
template <class T, class U> struct Eight {
    u32 words[4];

    __device__ static Eight load(u32 from)
    {
        if constexpr (sizeof(U) == 1) {
            return widen(load_half_chunk(from));
        } else {
            return __builtin_bit_cast(Eight, load_chunk(from));
        }
    }
    __device__ static Eight widen(uint2 bytes)
    {
        return {widen_pair<T>(bytes.x), widen_pair<T>(bytes.x >> 16), widen_pair<T>(bytes.y),
                widen_pair<T>(bytes.y >> 16)};
    }
};

// The second operand of 8 products, from eight elements of two neighbouring keys: the pairs of
// element i
template <class T, class U>
__device__ __forceinline__ void load_pairs(u32 (&pairs)[8], u32 from, u32 other)
{
    if constexpr (sizeof(U) == 1) {
        const uint2 a = load_half_chunk(from), b = load_half_chunk(other);
        const u32 zipped[4] = {zip_bytes(a.x, b.x, false), zip_bytes(a.x, b.x, true),
                               zip_bytes(a.y, b.y, false), zip_bytes(a.y, b.y, true)};
#pragma unroll
        for (int i = 0; i < 8; ++i) {
            pairs[i] = widen_pair<T>(zipped[i / 2] >> i % 2 * 16);
        }
    } else {
        const uint4 a = load_chunk(from), b = load_chunk(other);
        const u32 of_a[4] = {a.x, a.y, a.z, a.w}, of_b[4] = {b.x, b.y, b.z, b.w};
#pragma unroll
        for (int i = 0; i < 8; ++i) {
            pairs[i] = zip_halves(of_a[i / 2], of_b[i / 2], i % 2);
        }
    }
}

template <class T, class U, int SIZE> class FewRows
{
  public:
    enum { LINE = SIZE * sizeof(U), CHUNKS = LINE / CHUNK };
    enum { KEYS = LINE <= 128 ? 32 : 16, TILE = KEYS * LINE, STAGE = 2 * TILE };
    enum { WARPS = STAGE > 8192 ? 2 : 4, THREADS = WARPS * 32 };
    static constexpr attention_block block = attention_block_few(SIZE, sizeof(U));
    enum { RING = block.shared_bytes / WARPS, STAGES = RING / STAGE };
    static_assert(THREADS == block.threads, "what launches have");

    __device__ FewRows(const attention &work, u32 batch, u32 head, u32 tile, u32 split,
                       unsigned char *memory)
        : work_(work), rows_(work, head, batch), first_row_(tile * ATTENTION_ROWS_FEW),
          split_(split), memory_(memory), ring_(shared_address(memory) + threadIdx.x / 32 * RING),
          in_chunks_(is_in_chunks<U>(work.k, work.k_strides) &&
                     is_in_chunks<U>(work.v, work.v_strides))
    {
    }

    __device__ void make()
    {
        const u32 rows = rows_.rows;
        if (first_row_ >= rows) {
            return;
        }
        const u32 last = min(first_row_ + ATTENTION_ROWS_FEW, rows) - 1;
        const KeyRange keys =
            range_of_split({range(first_row_).low, range(last).high}, work_.splits, split_);
        load_queries(rows);
        walk(keys.low, keys.high);
        finish(rows);
    }

  private:
    __device__ KeyRange range(u32 row) const
    {
        return rows_.range_of(work_, rows_.query_of(row));
    }

    using Words = u32 (&)[SIZE / 16][4];

    __device__ static u32 lane()
    {
        return threadIdx.x % 32;
    }
    __device__ static u32 warp()
    {
        return threadIdx.x / 32;
    }

    // The address of a chunk in a tile of keys or of values. Lanes 0 to 7 read keys 0 and 1, the
    // chunks t (f8) or 2 t and 2 t + 1; lanes 0 to 15 the values of keys 0, 2, 4 and 6, from one
    // chunk on.
    template <bool is_value> __device__ static u32 place(u32 line, u32 chunk)
    {
        if constexpr (CHUNKS < 8) { // two lines are beside each other
            return ((line * CHUNKS + chunk) ^ line / 2 % 4 * 2) * CHUNK;
        } else {
            return line * LINE +
                   (chunk ^ (is_value || sizeof(U) > 1 ? line % 8 : line % 2 * 4)) * CHUNK;
        }
    }

    // The queries of the rows g and g + 8
    __device__ __forceinline__ void load_queries(u32 rows)
    {
        const T *const q = static_cast<const T *>(work_.q);
#pragma unroll
        for (int half = 0; half < 2; ++half) {
            const u32 row = first_row_ + half * 8 + lane() / 4;
            const T *const line = q + rows_.offset_of_query(work_, min(row, rows - 1));
#pragma unroll
            for (int i = 0; i < SIZE / 64 * 2; ++i) {
                const u32 at = i / 2 * 64 + lane() % 4 * 16 + i % 2 * 8;
                uint4 chunk = {0, 0, 0, 0};
                if (row < rows && at < work_.head_size) {
                    chunk = *reinterpret_cast<const uint4 *>(line + at);
                }
                const u32 words[4] = {chunk.x, chunk.y, chunk.z, chunk.w};
#pragma unroll
                for (int j = 0; j < 2; ++j) {
                    q_[i * 2 + j][half] = words[j * 2];
                    q_[i * 2 + j][half + 2] = words[j * 2 + 1];
                }
            }
        }
    }

    // ---- Copies to the warp's ring ----

    enum { LINES = 32 / (CHUNKS < 32 ? int(CHUNKS) : 32), PASSES = KEYS / LINES };
    __device__ static u32 own_chunk()
    {
        return lane() % CHUNKS;
    }
    __device__ static u32 own_line()
    {
        return lane() / CHUNKS;
    }
    __device__ u32 own_count() const
    {
        const u32 begin = own_chunk() * COUNT;
        return begin < work_.head_size ? min(work_.head_size - begin, static_cast<u32>(COUNT)) : 0;
    }
    enum { COUNT = CHUNK / sizeof(U) };

    // Brings KEYS keys and values from key |first| on, if they are before |end|.
    __device__ __forceinline__ void bring(u32 first, u32 end, u32 to)
    {
        if (first < end) {
            if (!work_.pages && in_chunks_) {
                bring_simple(first, to);
            } else {
                bring_any(first, to);
                find_page(first + WARPS * KEYS);
            }
        }
        end_copy_group();
    }

    // Each lane knows where one of the keys from |first| on is.
    __device__ u32 own_key(u32 first) const
    {
        return min(first + lane() % KEYS, rows_.keys - 1);
    }
    // Loads the number of the page of the lane's key. This is done one step ahead, as it takes
    // time.
    __device__ __forceinline__ void find_page(u32 first)
    {
        if (work_.pages) {
            page_ =
                work_.pages[rows_.batch * work_.pages_stride + work_.page.quotient(own_key(first))];
        }
    }

    __device__ __forceinline__ void bring_simple(u32 first, u32 to) const
    {
        const u32 bytes = own_count() * sizeof(U);
        const U *k = static_cast<const U *>(work_.k) + rows_.k +
                     (first + own_line()) * work_.k_strides.token + own_chunk() * COUNT,
                *v = static_cast<const U *>(work_.v) + rows_.v +
                     (first + own_line()) * work_.v_strides.token + own_chunk() * COUNT;
#pragma unroll
        for (u32 i = 0; i < PASSES; ++i) {
            const u32 line = own_line() + i * LINES;
            const u32 there = first + line < rows_.keys ? bytes : 0;
            copy_chunk(to + place<false>(line, own_chunk()), k, there);
            copy_chunk(to + TILE + place<true>(line, own_chunk()), v, there);
            k += LINES * work_.k_strides.token;
            v += LINES * work_.v_strides.token;
        }
    }

    __device__ __forceinline__ void bring_any(u32 first, u32 to) const
    {
        const U *const k = static_cast<const U *>(work_.k) + rows_.k + own_chunk() * COUNT,
                       *const v = static_cast<const U *>(work_.v) + rows_.v + own_chunk() * COUNT;
        const u32 own = own_key(first),
                  own_slot = work_.pages ? work_.page.rest(own, work_.page.quotient(own)) : own;
#pragma unroll 2
        for (u32 i = 0; i < PASSES; ++i) {
            const u32 line = own_line() + i * LINES,
                      count = first + line < rows_.keys ? own_count() : 0;
            const usize page = __shfl_sync(~0u, page_, line),
                        slot = __shfl_sync(~0u, own_slot, line);
            bring_chunk(to + place<false>(line, own_chunk()),
                        k + page * static_cast<u32>(work_.k_strides.outer) +
                            slot * static_cast<u32>(work_.k_strides.token),
                        count, in_chunks_);
            bring_chunk(to + TILE + place<true>(line, own_chunk()),
                        v + page * static_cast<u32>(work_.v_strides.outer) +
                            slot * static_cast<u32>(work_.v_strides.token),
                        count, in_chunks_);
        }
    }

    // ---- Products ----

    // Adds up the keys from |begin| to before |end| that are the warp's.
    __device__ __forceinline__ void walk(u32 begin, u32 end)
    {
        const f32 factor = has_terms(work_) ? 1 : work_.scale * quick::log2_of_e();
        // The first passes only bring keys, so that the code for this is there once.
        u32 at = begin + warp() * KEYS, coming = at, stage = 1;
        int empty = STAGES - 1;
        if (at < end) {
            find_page(at);
        }
        const u32 last = rows_.rows - 1;
        // from |begin_all| to before |end_all|, all rows see all keys
        const u32 begin_all = range(min(first_row_ + ATTENTION_ROWS_FEW - 1, last)).low,
                  end_all = range(first_row_).high;
#pragma unroll 1
        while (at < end) {
            const u32 now = ring_ + stage * STAGE;
            wait_for_copies<STAGES - 2>();
            __syncwarp();
            bring(coming, end, ring_ + (stage == 0 ? STAGES - 1 : stage - 1) * STAGE);
            coming += WARPS * KEYS;
            stage = stage == STAGES - 1 ? 0 : stage + 1;
            if (empty > 0) {
                --empty;
                continue;
            }
            f32 s[1][KEYS / 8][4];
            multiply_keys(s, now);
            const bool is_edge = at + KEYS > end_all || at < begin_all;
            if (is_edge || has_terms(work_)) {
                finish_scores<T>(s, work_, rows_, first_row_ + lane() / 4, at + lane() % 4 * 2,
                                 is_edge);
            }
            sums_.raise(s, factor);
            sums_.weigh(s, factor);
            multiply_values(s, now + TILE);
            at += WARPS * KEYS;
        }
        sums_.join_totals();
    }

    // S = Q K^T
    __device__ __forceinline__ void multiply_keys(f32 (&s)[1][KEYS / 8][4], u32 keys) const
    {
        for_scores(s, [](f32 &x, int, int) { x = 0; });
#pragma unroll
        for (int i = 0; i < SIZE / 64; ++i) {
#pragma unroll
            for (int n = 0; n < KEYS / 8; ++n) {
                const u32 line = n * 8 + lane() / 4;
                Eight<T, U> low, high;
                if constexpr (sizeof(U) == 1) {
                    const uint4 bytes = load_chunk(keys + place<false>(line, i * 4 + lane() % 4));
                    low = Eight<T, U>::widen({bytes.x, bytes.y});
                    high = Eight<T, U>::widen({bytes.z, bytes.w});
                } else {
                    low = Eight<T, U>::load(keys + place<false>(line, i * 8 + lane() % 4 * 2));
                    high = Eight<T, U>::load(keys + place<false>(line, i * 8 + lane() % 4 * 2 + 1));
                }
                add_product<T>(s[0][n], q_[i * 4], low.words[0], low.words[1]);
                add_product<T>(s[0][n], q_[i * 4 + 1], low.words[2], low.words[3]);
                add_product<T>(s[0][n], q_[i * 4 + 2], high.words[0], high.words[1]);
                add_product<T>(s[0][n], q_[i * 4 + 3], high.words[2], high.words[3]);
            }
        }
    }

    // The address of the eight values of a key from element 64 i + 8 g on
    __device__ __forceinline__ static u32 values_at(u32 values, u32 line, int i)
    {
        const u32 eight = i * 8 + lane() / 4;
        return values + (sizeof(U) == 1 ? place<true>(line, eight / 2) + eight % 2 * 8
                                        : place<true>(line, eight));
    }

    // O += P V
    __device__ __forceinline__ void multiply_values(const f32 (&p)[1][KEYS / 8][4], u32 values)
    {
#pragma unroll
        for (int step = 0; step < KEYS / 16; ++step) {
            const u32 line = step * 16 + lane() % 4 * 2;
            u32 a[4];
            round_pieces<T>(a, p[0][2 * step], p[0][2 * step + 1]);
#pragma unroll
            for (int i = 0; i < SIZE / 64; ++i) {
                u32 low[8], high[8];
                load_pairs<T, U>(low, values_at(values, line, i), values_at(values, line + 1, i));
                load_pairs<T, U>(high, values_at(values, line + 8, i),
                                 values_at(values, line + 9, i));
#pragma unroll
                for (int n = 0; n < 8; ++n) {
                    add_product<T>(sums_.sums[0][i * 8 + n], a, low[n], high[n]);
                }
            }
        }
    }

    // ---- Results ----

    // What warps leave for the block, in place of their rings
    struct Shared {
        f32 references[WARPS][ATTENTION_ROWS_FEW], totals[WARPS][ATTENTION_ROWS_FEW];
        f32 sums[WARPS][ATTENTION_ROWS_FEW][SIZE];
    };
    static_assert(sizeof(Shared) <= block.shared_bytes, "sums fit");

    __device__ __forceinline__ void finish(u32 rows)
    {
        Shared &shared = *reinterpret_cast<Shared *>(memory_);
        wait_for_copies<0>();
        __syncthreads();
        leave(shared);
        __syncthreads();
        constexpr u32 FOURS = SIZE / 4;
#pragma unroll 1
        for (u32 i = threadIdx.x; i < ATTENTION_ROWS_FEW * FOURS; i += THREADS) {
            const u32 line = i / FOURS, at = i % FOURS * 4, row = first_row_ + line;
            if (row < rows && at < work_.head_size) {
                store(shared, line, at, row);
            }
        }
    }

    // Makes the warps' sums of a row refer to the largest of their references, and leaves them.
    __device__ __forceinline__ void leave(Shared &shared)
    {
        const u32 g = lane() / 4, t = lane() % 4;
        if (t == 0) {
            shared.references[warp()][g] = sums_.reference[0][0];
            shared.references[warp()][g + 8] = sums_.reference[0][1];
        }
        __syncthreads();
        f32 most[1][2] = {{LOWEST, LOWEST}};
#pragma unroll
        for (int i = 0; i < WARPS; ++i) {
            most[0][0] = fmaxf(most[0][0], shared.references[i][g]);
            most[0][1] = fmaxf(most[0][1], shared.references[i][g + 8]);
        }
        sums_.scale(most);
        __syncthreads();
#pragma unroll
        for (int half = 0; half < 2; ++half) {
            if (t == 0) {
                shared.references[warp()][g + half * 8] = sums_.reference[0][half];
                shared.totals[warp()][g + half * 8] = sums_.total[0][half];
            }
            // piece n of 64 elements has elements 16 t + n and 16 t + 8 + n
#pragma unroll
            for (int n = 0; n < SIZE / 8; n += 4) {
                f32 *const to = shared.sums[warp()][g + half * 8] + (n / 8 * 64 + t * 16 + n % 8);
#pragma unroll
                for (int right = 0; right < 2; ++right) {
                    *reinterpret_cast<float4 *>(to + right * 8) = make_float4(
                        sums_.sums[0][n][half * 2 + right], sums_.sums[0][n + 1][half * 2 + right],
                        sums_.sums[0][n + 2][half * 2 + right],
                        sums_.sums[0][n + 3][half * 2 + right]);
                }
            }
        }
    }

    // Stores four elements of a row, from element |at| on.
    __device__ __forceinline__ void store(const Shared &shared, u32 line, u32 at, u32 row) const
    {
        f32 sums[4] = {}, total = 0;
#pragma unroll
        for (int i = 0; i < WARPS; ++i) {
            const float4 more = *reinterpret_cast<const float4 *>(shared.sums[i][line] + at);
            sums[0] += more.x;
            sums[1] += more.y;
            sums[2] += more.z;
            sums[3] += more.w;
            total += shared.totals[i][line];
        }
        if (at == 0) {
            store_total(work_, rows_, row, split_, shared.references[0][line], total);
        }
        if (work_.splits > 1) {
            f32 *const to = work_.parts + part_of(work_, rows_, row, split_) * work_.head_size + at;
            *reinterpret_cast<float4 *>(to) = make_float4(sums[0], sums[1], sums[2], sums[3]);
            return;
        }
        const f32 inverse = total == 0 ? 0 : work_.v_scale * reciprocal(total);
        T *const to = static_cast<T *>(work_.out) + (rows_.offset_of_result(work_, row) + at);
        *reinterpret_cast<uint2 *>(to) = {round_pair<T>(sums[0] * inverse, sums[1] * inverse),
                                          round_pair<T>(sums[2] * inverse, sums[3] * inverse)};
    }

    const attention &work_;
    const AttentionRows rows_;
    const u32 first_row_, split_;
    unsigned char *const memory_;
    const u32 ring_;
    const bool in_chunks_;
    u32 page_ = 0; // of the lane's key of the next step; 0 without pages
    u32 q_[SIZE / 16][4];
    WeighedSums<1, SIZE / 8> sums_;
};

#endif
