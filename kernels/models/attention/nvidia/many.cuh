// attention_T_U_SIZE for NVIDIA GPUs, sm_80 and later: many rows.
//
// A block makes ROWS rows of a head of keys. It walks through the keys, KEYS at a time; the copies
// of the next keys and values to shared memory go on while warps multiply. A warp has 16 or 32
// rows: their products with the keys (S = Q K^T) are sums of the tensor cores, which become the
// first operand of O += P V in the registers in which they are. Other warps' products hide the time
// that P takes.
#pragma once

#include "../join.cuh"
#include "copies.cuh"
#include "scores.cuh"

#ifdef HAS_TENSOR_CORES

// Whether blocks of sm_90a may have shared memory for the queries of 256 elements beside 2 x 64
// keys and values. Other targets keep these queries in registers.
#ifdef __CUDA_ARCH_FEAT_SM90_ALL
constexpr bool is_roomy = true;
#else
constexpr bool is_roomy = false;
#endif

template <class T, class U, int SIZE> class ManyRows
{
  public:
    enum { ROWS = ATTENTION_ROWS, DOWN = SIZE <= 128 ? 2 : 1, WARP_ROWS = DOWN * 16 };
    enum { THREADS = ROWS / WARP_ROWS * 32 };
    static constexpr bool keeps_queries = SIZE > 128 && !is_roomy; // in registers
    static constexpr bool is_late = SIZE > 128; // copies begin behind the first products
    // f8 are copied as they are, and widened to one tile
    static constexpr bool is_wide = sizeof(U) == sizeof(T);
    enum { KEYS = keeps_queries ? 32 : 64, STAGES = is_wide ? 2 : 1 };
    enum {
        LINE = SIZE * sizeof(T),
        TILE = KEYS * LINE,
        RAW_LINE = SIZE * sizeof(U),
        RAW = KEYS * RAW_LINE
    };
    enum { Q_BYTES = ROWS * LINE, KEY_BYTES = STAGES * 2 * TILE + (is_wide ? 0 : 2 * RAW) };
    static constexpr attention_block block = attention_block_many(SIZE, sizeof(U), is_roomy);
    static_assert(THREADS == block.threads, "what launches have");
    static_assert(keeps_queries ? Q_BYTES == block.shared_bytes && KEY_BYTES <= Q_BYTES
                                : Q_BYTES + KEY_BYTES == block.shared_bytes,
                  "what launches have");

    __device__ ManyRows(const attention &work, u32 batch, u32 head, u32 tile, u32 memory)
        : work_(work), rows_(work, head, batch),
          in_chunks_(is_in_chunks<U>(work.k, work.k_strides) &&
                     is_in_chunks<U>(work.v, work.v_strides)),
          first_row_(tile * ROWS), memory_(memory)
    {
    }

    __device__ void make()
    {
        const u32 rows = rows_.rows;
        if (first_row_ >= rows) {
            return;
        }
        const u32 begin = range(first_row_).low / KEYS * KEYS,
                  end = range(min(first_row_ + ROWS, rows) - 1).high;
        bring_queries(rows);
        if (begin < end) {
            walk(begin, end);
        }
        finish(rows);
    }

  private:
    using Scores = f32[DOWN][KEYS / 8][4];

    __device__ static u32 lane()
    {
        return fresh_thread() % 32;
    }
    // The warp's first row in the block
    __device__ static u32 own_row()
    {
        return fresh_thread() / 32 * WARP_ROWS;
    }
    // The address of a chunk of a line of a tile: eight lines have their chunk in different banks.
    __device__ static u32 place(u32 line, u32 chunk)
    {
        return line * LINE + (chunk ^ line % 8) * CHUNK;
    }

    __device__ KeyRange range(u32 row) const
    {
        return rows_.range_of(work_, rows_.query_of(row));
    }

    // ---- Copies to shared memory ----

    __device__ void bring_queries(u32 rows) const
    {
        constexpr u32 CHUNKS = LINE / CHUNK, COUNT = CHUNK / sizeof(T);
        const T *const q = static_cast<const T *>(work_.q);
#pragma unroll 1
        for (u32 i = threadIdx.x; i < ROWS * CHUNKS; i += THREADS) {
            const u32 line = i / CHUNKS, chunk = i % CHUNKS, row = first_row_ + line;
            const bool is_there = row < rows && chunk * COUNT < work_.head_size;
            const usize at = is_there ? rows_.offset_of_query(work_, row) + chunk * COUNT : 0;
            copy_chunk(memory_ + place(line, chunk), q + at, is_there ? CHUNK : 0);
        }
        end_copy_group();
    }

    // A thread brings one chunk of a line in each pass.
    enum {
        CHUNKS = RAW_LINE / CHUNK,
        COUNT = CHUNK / sizeof(U),
        LINES = THREADS / CHUNKS,
        PASSES = KEYS / LINES
    };
    // Where a line's chunk goes: f8 are widened later.
    enum { TO_VALUES = is_wide ? int(TILE) : int(RAW) };
    __device__ static u32 raw_place(u32 line, u32 chunk)
    {
        return is_wide ? place(line, chunk) : line * RAW_LINE + chunk * CHUNK;
    }

    // Brings KEYS keys and values from key |first| on.
    __device__ __forceinline__ void bring(u32 first, u32 to) const
    {
        const u32 thread = fresh_thread(), chunk = thread % CHUNKS, line = thread / CHUNKS;
        const u32 head_size = work_.head_size,
                  count = min(head_size - min(chunk * COUNT, head_size), COUNT + 0u);
        if (!work_.pages && in_chunks_) {
            bring_simple(first, to, line, chunk, count);
        } else {
            bring_any(first, to, line, chunk, count);
        }
        end_copy_group();
    }

    // Keys and values that are not in pages, whose lines are at multiples of 16 bytes
    __device__ __forceinline__ void bring_simple(u32 first, u32 to, u32 line, u32 chunk,
                                                 u32 count) const
    {
        const U *k = static_cast<const U *>(work_.k) + rows_.k +
                     (first + line) * work_.k_strides.token + chunk * COUNT,
                *v = static_cast<const U *>(work_.v) + rows_.v +
                     (first + line) * work_.v_strides.token + chunk * COUNT;
#pragma unroll
        for (u32 i = 0; i < PASSES; ++i) {
            // what is not there is not read, wherever it is
            const u32 bytes = first + line + i * LINES < rows_.keys ? count * sizeof(U) : 0;
            const u32 at = to + raw_place(line + i * LINES, chunk);
            copy_chunk(at, k, bytes);
            copy_chunk(at + TO_VALUES, v, bytes);
            k += LINES * work_.k_strides.token;
            v += LINES * work_.v_strides.token;
        }
    }

    // Each lane finds the place of one of the keys that the warp brings.
    __device__ __forceinline__ void bring_any(u32 first, u32 to, u32 line, u32 chunk,
                                              u32 count) const
    {
        constexpr u32 OF_WARP = 32 / CHUNKS; // lines of a warp in each pass
        const U *const k = static_cast<const U *>(work_.k) + rows_.k + chunk * COUNT,
                       *const v = static_cast<const U *>(work_.v) + rows_.v + chunk * COUNT;
        const u32 own = first + line / OF_WARP * OF_WARP + lane() % OF_WARP +
                        lane() / OF_WARP * LINES,
                  known = own < rows_.keys ? own : 0;
        const usize own_k = offset_of_key(work_, work_.k_strides, rows_.batch, known),
                    own_v = offset_of_key(work_, work_.v_strides, rows_.batch, known);
#pragma unroll(is_late ? 1 : int(PASSES))
        for (u32 i = 0; i < PASSES; ++i) {
            const u32 here = line + i * LINES, there = first + here < rows_.keys ? count : 0,
                      at = to + raw_place(here, chunk), from = line % OF_WARP + i * OF_WARP;
            bring_chunk(at, k + __shfl_sync(~0u, own_k, from), there, in_chunks_);
            bring_chunk(at + TO_VALUES, v + __shfl_sync(~0u, own_v, from), there, in_chunks_);
        }
    }

    // Widens keys and values of f8 from |from| to tiles at |to|.
    __device__ __forceinline__ static void widen_tiles(u32 from, u32 to)
    {
        constexpr u32 WIDE = LINE / CHUNK;
#pragma unroll 4
        for (u32 i = threadIdx.x; i < 2 * KEYS * WIDE; i += THREADS) {
            const uint2 bytes = load_half_chunk(from + i * (CHUNK / 2));
            store_chunk(to + place(i / WIDE, i % WIDE),
                        {widen_pair<T>(bytes.x), widen_pair<T>(bytes.x >> 16),
                         widen_pair<T>(bytes.y), widen_pair<T>(bytes.y >> 16)});
        }
    }

    // ---- Products ----

    // Whether a row of the warp sees one of KEYS keys from key |at| on
    __device__ bool sees(u32 at) const
    {
        const u32 own = first_row_ + own_row(), last_row = rows_.rows - 1;
        return own <= last_row && at + KEYS > range(own).low &&
               at < range(min(own + WARP_ROWS - 1, last_row)).high;
    }

    // Adds up the keys from |begin| to before |end|.
    __device__ __forceinline__ void walk(u32 begin, u32 end)
    {
        const u32 tiles = memory_ + (keeps_queries ? 0 : int(Q_BYTES)), raw = tiles + 2 * TILE,
                  last_row = rows_.rows - 1;
        const f32 factor = has_terms(work_) ? 1 : work_.scale * quick::log2_of_e();
        const u32 own = first_row_ + own_row();
        // from |begin_all| to before |end_all|, all rows of the warp see all keys
        u32 begin_all = 0, end_all = 0;
        if (own <= last_row) {
            begin_all = range(min(own + WARP_ROWS - 1, last_row)).low;
            end_all = range(own).high;
        }
        if constexpr (keeps_queries) {
            keep_queries();
        }
        // One block of 256 elements has a multiprocessor: its copies begin behind the first
        // products, for which tensor cores then do not wait. Its first pass only brings keys, so
        // that the code for this is there once; others would spill registers.
        u32 at = is_late ? begin - KEYS : begin, now = tiles;
        bool is_here = !is_late;
        if constexpr (!is_late) {
            bring(at, is_wide ? now : raw);
        }
#pragma unroll 1
        do {
            wait_for_copies<0>();
            __syncthreads();
            if constexpr (!is_wide) {
                if (is_here) {
                    widen_tiles(raw, tiles);
                }
                __syncthreads();
            }
            const u32 next = is_wide ? tiles + (tiles + 2 * TILE - now) : tiles;
            const auto bring_next = [&] {
                if (at + KEYS < end) {
                    bring(at + KEYS, is_wide ? next : raw);
                }
            };
            Scores s;
            if constexpr (!is_late) {
                bring_next();
            }
            const bool is_edge = at + KEYS > end_all || at < begin_all,
                       is_seen = is_here && !(is_edge && !sees(at));
            if (is_seen) {
                multiply_keys(s, now);
            }
            if constexpr (is_late) {
                bring_next();
            }
            if (is_seen) {
                if (is_edge || has_terms(work_)) {
                    finish_scores<T>(s, work_, rows_, first_row_ + own_row() + lane() / 4,
                                     at + lane() % 4 * 2, is_edge);
                }
                sums_.raise(s, factor);
                sums_.weigh(s, factor);
                multiply_values(s, now + TILE);
            }
            is_here = true;
            at += KEYS;
            now = next;
        } while (at < end);
    }

    // Keeps the warp's queries in registers. Keys take their place in shared memory.
    __device__ __forceinline__ void keep_queries()
    {
        wait_for_copies<0>();
        __syncthreads();
        const u32 q = memory_ + place(own_row() + lane() % 16, lane() / 16);
#pragma unroll
        for (u32 step = 0; step < SIZE / 16; ++step) {
#pragma unroll
            for (int d = 0; d < DOWN; ++d) {
                load_pieces(q_[step][d], (q ^ step * 2 * CHUNK) + d * 16 * LINE);
            }
        }
        __syncthreads();
    }

    // S = Q K^T
    __device__ __forceinline__ void multiply_keys(Scores &s, u32 keys) const
    {
        const u32 q = memory_ + place(own_row() + lane() % 16, lane() / 16),
                  k = keys + place(lane() / 16 * 8 + lane() % 8, lane() / 8 % 2);
        for_scores(s, [](f32 &x, int, int) { x = 0; });
#pragma unroll
        for (u32 step = 0; step < SIZE / 16; ++step) {
            u32 a[DOWN][4];
#pragma unroll
            for (int d = 0; d < DOWN; ++d) {
                if constexpr (keeps_queries) {
                    __builtin_memcpy(a[d], q_[step][d], sizeof(a[d]));
                } else {
                    load_pieces(a[d], (q ^ step * 2 * CHUNK) + d * 16 * LINE);
                }
            }
#pragma unroll
            for (int n = 0; n < KEYS / 16; ++n) {
                u32 b[4];
                load_pieces(b, (k ^ step * 2 * CHUNK) + n * 16 * LINE);
#pragma unroll
                for (int d = 0; d < DOWN; ++d) {
                    add_product<T>(s[d][2 * n], a[d], b[0], b[1]);
                    add_product<T>(s[d][2 * n + 1], a[d], b[2], b[3]);
                }
            }
        }
    }

    // O += P V
    __device__ __forceinline__ void multiply_values(const Scores &p, u32 values)
    {
        const u32 v = values + place(lane() % 16, lane() / 16);
#pragma unroll
        for (int step = 0; step < KEYS / 16; ++step) {
            u32 a[DOWN][4];
#pragma unroll
            for (int d = 0; d < DOWN; ++d) {
                round_pieces<T>(a[d], p[d][2 * step], p[d][2 * step + 1]);
            }
#pragma unroll
            for (u32 n = 0; n < SIZE / 16; ++n) {
                u32 b[4];
                load_pieces_across(b, (v ^ n * 2 * CHUNK) + step * 16 * LINE);
#pragma unroll
                for (int d = 0; d < DOWN; ++d) {
                    add_product<T>(sums_.sums[d][2 * n], a[d], b[0], b[1]);
                    add_product<T>(sums_.sums[d][2 * n + 1], a[d], b[2], b[3]);
                }
            }
        }
    }

    // ---- Results ----

    __device__ __forceinline__ void finish(u32 rows)
    {
        // Outputs take the place of the warp's queries in shared memory, which no other warp reads,
        // and whose copies may be under way if there are no keys.
        wait_for_copies<0>();
        __syncthreads();
        sums_.join_totals();
        const u32 own = memory_ + own_row() * LINE;
#pragma unroll
        for (int d = 0; d < DOWN; ++d) {
#pragma unroll
            for (int half = 0; half < 2; ++half) {
                const f32 total = sums_.total[d][half],
                          inverse = total == 0 ? 0 : work_.v_scale * reciprocal(total);
                const u32 line = d * 16 + half * 8 + lane() / 4;
#pragma unroll
                for (u32 n = 0; n < SIZE / 8; ++n) {
                    const f32(&of)[4] = sums_.sums[d][n];
                    store_word(own + place(line, n) + lane() % 4 * 4,
                               round_pair<T>(of[half * 2] * inverse, of[half * 2 + 1] * inverse));
                }
            }
        }
        if (work_.log_sum_exp) {
            store_logs(rows);
        }
        __syncwarp();
        store_rows(own, rows);
    }

    // Each lane of those that share rows stores the logarithm of one row.
    __device__ __forceinline__ void store_logs(u32 rows) const
    {
        const u32 part = lane() % 4, row = first_row_ + own_row() + part * 8 + lane() / 4;
        f32 total = 0, reference = 0;
#pragma unroll
        for (u32 i = 0; i < DOWN * 2; ++i) {
            total = part == i ? sums_.total[i / 2][i % 2] : total;
            reference = part == i ? sums_.reference[i / 2][i % 2] : reference;
        }
        if (part < DOWN * 2 && row < rows) {
            store_log(work_, rows_, row, reference, total);
        }
    }

    __device__ __forceinline__ void store_rows(u32 own, u32 rows) const
    {
        constexpr u32 WIDE = LINE / CHUNK, ELEMENTS = CHUNK / sizeof(T);
        T *const out = static_cast<T *>(work_.out);
#pragma unroll 1
        for (u32 i = lane(); i < WARP_ROWS * WIDE; i += 32) {
            const u32 line = i / WIDE, chunk = i % WIDE, row = first_row_ + own_row() + line;
            if (row < rows && chunk * ELEMENTS < work_.head_size) {
                T *const to = out + (rows_.offset_of_result(work_, row) + chunk * ELEMENTS);
                *reinterpret_cast<uint4 *>(to) = load_chunk(own + place(line, chunk));
            }
        }
    }

    const attention &work_;
    const AttentionRows rows_;
    const bool in_chunks_;
    const u32 first_row_, memory_;
    u32 q_[keeps_queries ? SIZE / 16 : 1][DOWN][4];
    WeighedSums<DOWN, SIZE / 8> sums_;
};

#endif
