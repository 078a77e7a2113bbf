// attention_T_U_SIZE for NVIDIA GPUs, sm_80 and later: many rows.
//
// A block makes ROWS rows of a head of keys. It walks through the keys, KEYS at a time; the copies
// of the next keys and values to shared memory go on while warps multiply. A warp has 16 or 32
// rows: their products with the keys (S = Q K^T) are sums of the tensor cores, which become the
// first operand of O += P V in the registers in which they are. Other warps' products hide the time
// that P takes.
//
// The sums of 32 rows of 256 elements are too many for a warp. On sm_90a, two share these rows if
// keys are not f8: each makes S of half of the keys, gives the other its half of P, and has half of
// the columns of O. A product of 32 rows needs half as many loads from shared memory as two of 16
// rows. These warps wait for copies, and for those that read what copies are to replace, but
// not for all warps at one place, so that some multiply while others make P.
#pragma once

#include "../../../device/mma/barriers.cuh"
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
    // f8 are copied as they are, and widened to one tile
    static constexpr bool is_wide = sizeof(U) == sizeof(T);
    enum { PARTS = SIZE > 128 && is_roomy && is_wide ? 2 : 1 }; // warps that have the same rows
    enum { ROWS = ATTENTION_ROWS, DOWN = SIZE <= 128 || PARTS > 1 ? 2 : 1, WARP_ROWS = DOWN * 16 };
    enum { THREADS = ROWS / WARP_ROWS * PARTS * 32 };
    static constexpr bool keeps_queries = SIZE > 128 && !is_roomy; // in registers
    static constexpr bool is_late = SIZE > 128; // copies begin behind the first products
    enum { KEYS = keeps_queries ? 32 : 64, STAGES = is_wide ? 2 : 1 };
    enum { OWN_KEYS = KEYS / PARTS, OWN_SIZE = SIZE / PARTS };
    enum {
        LINE = SIZE * sizeof(T),
        TILE = KEYS * LINE,
        RAW_LINE = SIZE * sizeof(U),
        RAW = KEYS * RAW_LINE
    };
    enum { Q_BYTES = ROWS * LINE, KEY_BYTES = STAGES * 2 * TILE + (is_wide ? 0 : 2 * RAW) };
    // what a warp gives the other one: P, as the first operands of products
    enum { PIECES = 32 * CHUNK, GIVEN = OWN_KEYS / 16 * DOWN * PIECES };
    enum { GIVEN_BYTES = PARTS > 1 ? THREADS / 32 * GIVEN : 0 };
    enum { ALL_BYTES = Q_BYTES + KEY_BYTES + GIVEN_BYTES + (PARTS > 1 ? 4 * 8 : 0) };
    static constexpr attention_block block = attention_block_many(SIZE, sizeof(U), is_roomy);
    static_assert(THREADS == block.threads, "what launches have");
    static_assert(keeps_queries ? Q_BYTES == block.shared_bytes && KEY_BYTES <= Q_BYTES
                                : ALL_BYTES == block.shared_bytes,
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
        make_barriers();
        bring_queries(rows);
        if (begin < end) {
            walk(begin, end);
        } else {
            wait_for_copies<0>(); // of queries, whose place outputs take
            __syncthreads();
        }
        finish(rows);
    }

  private:
    using Scores = f32[DOWN][OWN_KEYS / 8][4];

    __device__ static u32 lane()
    {
        return fresh_thread() % 32;
    }
    // The warp's first row in the block
    __device__ static u32 own_row()
    {
        return fresh_thread() / (32 * PARTS) * WARP_ROWS;
    }
    // Which of the warps that have the same rows this is
    __device__ static u32 part()
    {
        return PARTS > 1 ? fresh_thread() / 32 % PARTS : 0;
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
#pragma unroll 4
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
        const u32 own = first_row_ + own_row(), last_row = rows_.rows - 1;
        // All rows of the warp see these keys.
        KeyRange all = {0, 0};
        if (own <= last_row) {
            all.low = range(min(own + WARP_ROWS - 1, last_row)).low;
            all.high = range(own).high;
        }
        if constexpr (keeps_queries) {
            keep_queries();
        }
        if constexpr (PARTS > 1) {
            walk_alone(begin, end, all);
        } else {
            walk_together(begin, end, all);
        }
    }

    __device__ __forceinline__ void walk_together(u32 begin, u32 end, KeyRange all)
    {
        const f32 factor = factor_of_scores();
        const u32 tiles = memory_ + (keeps_queries ? 0 : int(Q_BYTES)), raw = tiles + 2 * TILE;
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
            const bool is_edge = at + KEYS > all.high || at < all.low,
                       is_seen = is_here && !(is_edge && !sees(at));
            if (is_seen) {
                multiply_keys(s, now);
            }
            if constexpr (is_late) {
                bring_next();
            }
            if (is_seen) {
                add_scores(s, at, now, is_edge, factor);
            }
            is_here = true;
            at += KEYS;
            now = next;
        } while (at < end);
    }

    // The first pass only brings keys, here as well. A function for the steps that both walks have
    // would spill registers.
    __device__ __forceinline__ void walk_alone(u32 begin, u32 end, KeyRange all)
    {
        const f32 factor = factor_of_scores();
        const u32 tiles = memory_ + Q_BYTES;
        u32 at = begin - KEYS;
        int tile = -1;
#pragma unroll 1
        do {
            if (tile >= 0) {
                barrier_wait(have_come(tile), tile / 2 % 2);
            }
            const u32 now = tiles + (tile & 1) * (2 * TILE),
                      next = tiles + (~tile & 1) * (2 * TILE);
            const bool is_edge = at + KEYS > all.high || at < all.low,
                       is_seen = tile >= 0 && !(is_edge && !sees(at));
            Scores s;
            if (is_seen) {
                multiply_keys(s, now);
            }
            if (at + KEYS < end) {
                if (tile > 0) { // others may read the tile before this one
                    barrier_wait(have_left(tile - 1), (tile - 1) / 2 % 2);
                }
                bring(at + KEYS, next);
                barrier_arrive_with_copies(have_come(tile + 1));
            }
            if (is_seen) {
                add_scores(s, at, now, is_edge, factor);
            }
            if (tile >= 0) {
                __syncwarp();
                if (lane() == 0) {
                    barrier_arrive(have_left(tile));
                }
            }
            ++tile;
            at += KEYS;
        } while (at < end);
    }

    __device__ f32 factor_of_scores() const
    {
        return has_terms(work_) ? 1 : work_.scale * quick::log2_of_e();
    }

    // Adds up the values at |now|, whose products with the queries are |s|.
    __device__ __forceinline__ void add_scores(Scores &s, u32 at, u32 now, bool is_edge, f32 factor)
    {
        if (is_edge || has_terms(work_)) {
            finish_scores<T>(s, work_, rows_, first_row_ + own_row() + lane() / 4,
                             at + part() * OWN_KEYS + lane() % 4 * 2, is_edge);
        }
        raise(s, factor);
        sums_.weigh(s, factor);
        multiply_values(s, now + TILE);
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
                  k = keys + part() * OWN_KEYS * LINE +
                      place(lane() / 16 * 8 + lane() % 8, lane() / 8 % 2);
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
            for (int n = 0; n < OWN_KEYS / 16; ++n) {
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
        const u32 own = part(), column = own * (OWN_SIZE / (CHUNK / sizeof(T))),
                  v = values + place(lane() % 16, column + lane() / 16);
        const auto own_weights = [&](u32(&a)[DOWN][4], int step) {
#pragma unroll
            for (int d = 0; d < DOWN; ++d) {
                round_pieces<T>(a[d], p[d][2 * step], p[d][2 * step + 1]);
            }
        };
        if constexpr (PARTS > 1) {
            give(own_weights);
        }
        add_values(own_weights, v + own * OWN_KEYS * LINE);
        if constexpr (PARTS > 1) {
            meet();
            const u32 from = given(1 - own);
            add_values(
                [&](u32(&a)[DOWN][4], int step) {
#pragma unroll
                    for (int d = 0; d < DOWN; ++d) {
                        const uint4 words = load_chunk(from + (step * DOWN + d) * PIECES);
                        __builtin_memcpy(a[d], &words, sizeof(words));
                    }
                },
                v + (1 - own) * OWN_KEYS * LINE);
        }
    }

    // weights(a, step) makes |a| the weights of 16 values.
    template <class F> __device__ __forceinline__ void add_values(const F &weights, u32 v)
    {
#pragma unroll
        for (int step = 0; step < OWN_KEYS / 16; ++step) {
            u32 a[DOWN][4];
            weights(a, step);
#pragma unroll
            for (u32 n = 0; n < OWN_SIZE / 16; ++n) {
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

    // ---- Warps that do not wait for all others ----

    // The phases of both barriers of a stage are its tiles: the threads' copies of a tile have
    // come, and warps do not read it any more.
    __device__ u32 have_come(int tile) const
    {
        return memory_ + Q_BYTES + KEY_BYTES + GIVEN_BYTES + (tile & 1) * 8;
    }
    __device__ u32 have_left(int tile) const
    {
        return have_come(tile) + 2 * 8;
    }

    __device__ __forceinline__ void make_barriers() const
    {
        if constexpr (PARTS > 1) {
            if (threadIdx.x < 2) {
                barrier_make(have_come(threadIdx.x), THREADS);
                barrier_make(have_left(threadIdx.x), THREADS / 32);
            }
            __syncthreads();
        }
    }

    // ---- Two warps that have the same rows ----

    // Raises references as WeighedSums::raise() does; both warps have the same.
    __device__ __forceinline__ void raise(const Scores &s, f32 factor)
    {
        if constexpr (PARTS == 1) {
            sums_.raise(s, factor);
        } else {
            f32 most[DOWN][2];
            if (meet(sums_.find_most(most, s, factor))) {
                join(most, [](f32 a, f32 b) { return fmaxf(a, b); });
                meet();
                sums_.scale(most);
            }
        }
    }

    // Makes |of_rows| of both warps one.
    template <class F>
    __device__ __forceinline__ void join(f32 (&of_rows)[DOWN][2], const F &f) const
    {
        uint4 words;
        __builtin_memcpy(&words, of_rows, sizeof(words));
        store_chunk(given(part()), words);
        meet();
        words = load_chunk(given(1 - part()));
        f32 others[DOWN][2];
        __builtin_memcpy(others, &words, sizeof(words));
#pragma unroll
        for (int i = 0; i < DOWN * 2; ++i) {
            of_rows[i / 2][i % 2] = f(of_rows[i / 2][i % 2], others[i / 2][i % 2]);
        }
    }

    template <class F> __device__ __forceinline__ void give(const F &weights) const
    {
        const u32 to = given(part());
#pragma unroll
        for (int step = 0; step < OWN_KEYS / 16; ++step) {
            u32 a[DOWN][4];
            weights(a, step);
#pragma unroll
            for (int d = 0; d < DOWN; ++d) {
                store_chunk(to + (step * DOWN + d) * PIECES, {a[d][0], a[d][1], a[d][2], a[d][3]});
            }
        }
    }

    // Where the lane has what warp |of| gives the other
    __device__ __forceinline__ u32 given(u32 of) const
    {
        return memory_ + Q_BYTES + KEY_BYTES + (own_row() / WARP_ROWS * PARTS + of) * GIVEN +
               lane() * CHUNK;
    }

    // Waits for the other warp. Returns whether a thread of one of them passed true.
    __device__ __forceinline__ static bool meet(bool is_true = false)
    {
        return any_of_threads(1 + own_row() / WARP_ROWS, PARTS * 32, is_true);
    }

    // ---- Results ----

    __device__ __forceinline__ void finish(u32 rows)
    {
        // Outputs take the place of queries, which the warps that have these rows do not read any
        // more; where queries are in registers, that of keys.
        if constexpr (keeps_queries) {
            __syncthreads();
        } else if constexpr (PARTS > 1) {
            meet();
        } else {
            __syncwarp();
        }
        sums_.join_totals();
        if constexpr (PARTS > 1) {
            join(sums_.total, [](f32 a, f32 b) { return a + b; });
        }
        const u32 own = memory_ + own_row() * LINE, first = part() * (OWN_SIZE / 8);
#pragma unroll
        for (int d = 0; d < DOWN; ++d) {
#pragma unroll
            for (int half = 0; half < 2; ++half) {
                const f32 total = sums_.total[d][half],
                          inverse = total == 0 ? 0 : work_.v_scale * reciprocal(total);
                const u32 line = d * 16 + half * 8 + lane() / 4;
#pragma unroll
                for (u32 n = 0; n < OWN_SIZE / 8; ++n) {
                    const f32(&of)[4] = sums_.sums[d][n];
                    store_word(own + place(line, first + n) + lane() % 4 * 4,
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
        const u32 own = lane() % 4, row = first_row_ + own_row() + own * 8 + lane() / 4;
        f32 total = 0, reference = 0;
#pragma unroll
        for (u32 i = 0; i < DOWN * 2; ++i) {
            total = own == i ? sums_.total[i / 2][i % 2] : total;
            reference = own == i ? sums_.reference[i / 2][i % 2] : reference;
        }
        if (own < DOWN * 2 && row < rows && part() == 0) {
            store_log(work_, rows_, row, reference, total);
        }
    }

    __device__ __forceinline__ void store_rows(u32 own, u32 rows) const
    {
        constexpr u32 WIDE = LINE / CHUNK / PARTS, ELEMENTS = CHUNK / sizeof(T);
        T *const out = static_cast<T *>(work_.out);
#pragma unroll 4
        for (u32 i = lane(); i < WARP_ROWS * WIDE; i += 32) {
            const u32 line = i / WIDE, chunk = part() * WIDE + i % WIDE,
                      row = first_row_ + own_row() + line;
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
    WeighedSums<DOWN, OWN_SIZE / 8> sums_;
};

#endif
