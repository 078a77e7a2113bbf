// Computes a tile of a product by matrix cores. The order in which matrix cores add the neighbours
// in k of one instruction is not documented by AMD; everything else is added in the order of k.
//
// A block makes side x side elements of c in steps along k. LDS holds one step's strips of a and b,
// line by line. While the block computes a step, it loads the elements of the next into registers.
#pragma once

#include "../../device/calls.cuh"
#include "../../device/mma/guard.cuh"
#include "../../device/mma/tile.cuh"
#include "lines.cuh"
#include "rows.cuh"

#if defined(HAS_MFMA) || defined(HAS_WMMA)

static_assert(static_cast<int>(THREADS) == TEAM, "a block is a team");

// Moves a thread's share of a strip: elements of T, which become elements of E. E is T, or f32
// where the cores lose small numbers of T.
//
// A thread moves packs of SQUARE neighbours. If neighbours in memory are neighbours along k, each
// pack is a part of another line. If neighbours in memory are in neighbouring lines, a thread loads
// SQUARE packs that follow each other along k, and transposes them on their way to LDS. In both
// cases packs are read at fixed 32-bit distances from a pointer that all threads share. Everything
// else (the end of k, elements without neighbours) is read one by one.
//
// Lines that are Picked have neighbours along k, and the 32-bit distances reach all lines.
template <class T, class E, int side, class Places = InOrder> class CoreMover
{
  public:
    static constexpr int STEP = STEP_BYTES<side> / sizeof(E);

    __device__ CoreMover(const Lines<T> &from, usize first_line, const Places &places = {})
        : places_(places), first_line_(first_line), along_k_(same_in_wave(u32(from.k_stride == 1 ||
                                    (from.line_stride != 1 && from.k_stride < from.line_stride))) !=
                   0),
          lines_(from.lines - first_line < side ? from.lines - first_line : side),
          line_stride_(from.line_stride), k_stride_(from.k_stride),
          from_((Memory)same_in_wave(reinterpret_cast<usize>(
              from.data + (Places::is_in_order ? first_line * from.line_stride : 0))))
    {
        const usize reach = along_k_ ? side * line_stride_ : STEP * k_stride_;
        const bool is_whole = along_k_ || lines_ % SQUARE == 0;
        is_vector_ = (along_k_ ? k_stride_ : line_stride_) == 1 &&
                     (!Places::is_in_order || reach < (1u << 31) / sizeof(T)) &&
                     (is_whole || k_stride_ >= SQUARE);
        beyond_ = !is_whole;
        const u32 thread = this_thread();
        place_ = line_of(thread, 0) * PITCH_BYTES<side> + k_of(thread, 0) * sizeof(E);
        const u32 last = along_k_ ? lines_ - 1 : (lines_ - 1) / SQUARE * SQUARE;
#pragma unroll
        for (int i = 0; i < VECTORS; ++i) {
            const u32 line = line_of(thread, i);
            offset_[i] = (place(line < last ? line : last) *
                              static_cast<u32>(line_stride_) +
                          k_of(thread, i) * static_cast<u32>(k_stride_)) *
                         sizeof(T);
        }
    }

    // Returns how many steps along k can be read by packs, if there are |k| elements. A pack that
    // reaches beyond the last line reads memory up to the last line's element of the next k. That
    // element must exist, so the last k is not read by packs.
    __device__ u32 vector_steps(usize k) const
    {
        constexpr usize most = 1u << 31;
        const usize steps = is_vector_ && k > 0 ? (k - beyond_) / STEP : 0;
        return static_cast<u32>(steps < most ? steps : most);
    }

    // Loads the elements of the next step by packs.
    __device__ void load()
    {
#pragma unroll
        for (int i = 0; i < VECTORS; ++i) {
            asm volatile("" : "+v"(offset_[i])); // makes the compiler keep the offset in 32 bits
            vectors_[i] =
                *reinterpret_cast<Of<Unaligned>>(reinterpret_cast<Of<u8>>(from_) + offset_[i]);
        }
        from_ += STEP * k_stride_;
    }

    // Copies the elements of the next step into LDS, one by one: |k_left| elements along k are
    // left. Stores zeros where the matrix ends.
    __device__ void gather(usize k_left, CoreStrip<side> &strip, Guard<T, E> &guard)
    {
        const u32 depth = k_left < STEP ? static_cast<u32>(k_left) : STEP;
        const u32 thread = this_thread(), line_step = along_k_ ? 0 : 1, k_step = along_k_ ? 1 : 0;
#pragma unroll 1
        for (int i = 0; i < VECTORS; ++i) {
            u32 line = line_of(thread, i), k = k_of(thread, i);
            const u32 here = Places::is_in_order || line < lines_ ? line : 0;
            Memory from = from_ + place(here) * line_stride_ + k * k_stride_;
            u8 *to = &strip.at[line][k * sizeof(E)];
            T elements[SQUARE];
#pragma unroll
            for (T &element : elements) {
                element = line < lines_ && k < depth ? load_element(from) : T();
                from += along_k_ ? k_stride_ : line_stride_;
                line += line_step;
                k += k_step;
            }
#pragma unroll
            for (const T &element : elements) {
                store_element(to, element, guard);
                to += along_k_ ? sizeof(E) : PITCH_BYTES<side>;
            }
        }
        from_ += STEP * k_stride_;
    }

    // Stores the packs that load() loaded to the strip.
    __device__ void store(CoreStrip<side> &strip, Guard<T, E> &guard) const
    {
        constexpr int pitch = PITCH_BYTES<side>;
        u8 *const to = &strip.at[0][0] + place_;
        if (along_k_) {
#pragma unroll
            for (int i = 0; i < VECTORS; ++i) {
                store_run(to + i * BESIDE * pitch, i * SQUARE, 1, guard);
            }
        } else {
#pragma unroll
            for (int i = 0; i < VECTORS; ++i) {
                const int block = i / SQUARE * SQUARE, line = i % SQUARE;
                store_run(to + (block * BESIDE + line) * pitch, block * SQUARE + line, SQUARE,
                          guard);
            }
            asm volatile(""); // stops the compiler from merging the ends of the branches
        }
    }

  private:
    template <class Value> using Of = IN_GLOBAL const Value *;
    using Memory = Of<T>;

    static constexpr int COUNT = side * STEP / THREADS,
                         SQUARE = sizeof(T) == 2 && COUNT >= 16 ? 4 : 2;
    // how many threads move elements of the same k
    static constexpr int BESIDE = THREADS / (STEP / SQUARE);
    static constexpr int VECTORS = COUNT / SQUARE, WORDS = SQUARE * sizeof(T) / sizeof(u32);

    typedef Vector<u32, WORDS> Unaligned __attribute__((aligned(2)));

    // line_of() and k_of() return the line and the k where a thread's pack |i| begins.
    __device__ u32 line_of(u32 thread, int i) const
    {
        const u32 at = thread / (STEP / SQUARE);
        return along_k_ ? at + i * BESIDE : (at + i / SQUARE * BESIDE) * SQUARE;
    }
    __device__ u32 k_of(u32 thread, int i) const
    {
        return thread % (STEP / SQUARE) * SQUARE + (along_k_ ? 0 : i % SQUARE);
    }
    __device__ static T load_element(Memory from)
    {
        typename WordOf<sizeof(T)>::type word = *reinterpret_cast<Of<decltype(word)>>(from);
        T element;
        __builtin_memcpy(&element, &word, sizeof element);
        return element;
    }
    __device__ static void store_element(u8 *to, T element, Guard<T, E> &guard)
    {
        if constexpr (sizeof(E) == 2) {
            u16 bits;
            __builtin_memcpy(&bits, &element, sizeof bits);
            *reinterpret_cast<u16 *>(to) = static_cast<u16>(guard.word_for_cores(bits));
        } else {
            *reinterpret_cast<E *>(to) = widen(element);
        }
    }
    // Stores elements |first|, |first| + |stride| and so on, which are neighbours in k.
    __device__ void store_run(u8 *to, int first, int stride, Guard<T, E> &guard) const
    {
        constexpr int bytes = SQUARE * sizeof(E), words = bytes / sizeof(u32);
        Vector<u32, words> run;
#pragma unroll
        for (int i = 0; i < words; ++i) {
            if constexpr (sizeof(E) == 2) {
                run[i] = guard.word_for_cores(
                    pair(first + 2 * i * stride, first + (2 * i + 1) * stride));
            } else if constexpr (sizeof(T) == 2) {
                run[i] = __float_as_uint(wide(first + i * stride));
            } else {
                constexpr int of_element = sizeof(T) / sizeof(u32);
                run[i] = word((first + i / of_element * stride) * of_element + i % of_element);
            }
        }
        *reinterpret_cast<Vector<u32, words> *>(to) = run;
    }
    __device__ u32 word(int at) const
    {
        return vectors_[at / WORDS][at % WORDS];
    }
    __device__ u32 pair(int low, int high) const
    {
        const u32 one = word(low / 2), other = word(high / 2);
        return low / 2 == high / 2
                   ? one
                   : __builtin_amdgcn_perm(other, one, low % 2 ? 0x07060302 : 0x05040100);
    }
    __device__ f32 wide(int element) const
    {
        const u16 bits = static_cast<u16>(word(element / 2) >> element % 2 * 16);
        T narrow;
        __builtin_memcpy(&narrow, &bits, sizeof narrow);
        return widen(narrow);
    }

    // Returns which line of the memory a line of the tile is, from the one at |from_| on.
    __device__ u32 place(u32 line) const
    {
        return Places::is_in_order ? line : static_cast<u32>(places_(first_line_ + line));
    }

    Places places_;
    usize first_line_; // of lines that are not in order
    bool along_k_, is_vector_, beyond_;
    u32 lines_;
    usize line_stride_, k_stride_;
    Memory from_;
    u32 place_, offset_[VECTORS]; // place_: bytes in a strip; offset_: bytes from |from_|
    Vector<u32, WORDS> vectors_[VECTORS];
};

// The memory of a block in LDS: at first the strips of a step, and at the end the sums of waves,
// whose lanes exchange them.
template <class E, int side> union CoreMemory {
    struct {
        CoreStrip<side> a, b;
    } strips;
    typename CoreSums<E, side>::Exchange exchange;
};

// Adds the products of the last |left| elements along k, which are copied one by one.
template <class Sums, class Mover, class Other, class Strips, class Guards>
__device__ __forceinline__ void add_gathered(Sums &sums, Mover &a_mover, Other &b_mover, usize left,
                                             Strips &strips, Guards &a_guard, Guards &b_guard)
{
#pragma unroll 1
    while (left > 0) {
        core_barrier();
        a_mover.gather(left, strips.a, a_guard);
        b_mover.gather(left, strips.b, b_guard);
        core_barrier();
        left = left < Mover::STEP ? 0 : left - Mover::STEP;
        sums.add(strips.a, strips.b);
    }
}

// Computes the tile of c whose first element is at (first_row, first_column). Returns false,
// without storing anything, if the matrix cores may have lost small numbers (guard.cuh). |a_places|
// says where the lines of a are.
template <class T, class E, int side, class End, class Places = InOrder>
__device__ inline bool multiply_core_tile(CoreMemory<E, side> &memory, GuardMemory &guards,
                                          const Lines<T> &a, const Lines<T> &b, T *c,
                                          usize first_row, usize first_column, const End &end,
                                          const Places &a_places = {})
{
    using Mover = CoreMover<T, E, side>;
    CoreSums<E, side> sums;
    CoreMover<T, E, side, Places> a_mover(a, first_row, a_places);
    Mover b_mover(b, first_column);
    Guard<T, E> a_guard, b_guard;
    auto &strips = memory.strips;
    const u32 a_vectors = a_mover.vector_steps(a.k), b_vectors = b_mover.vector_steps(a.k);
    const u32 vectors = same_in_wave(a_vectors < b_vectors ? a_vectors : b_vectors);
    if (vectors > 0) {
        a_mover.load();
        b_mover.load();
    }
#pragma unroll 1
    for (u32 step = 0; step < vectors; ++step) {
        core_barrier(); // waits until all threads have read the strips of the step before
        a_mover.store(strips.a, a_guard);
        b_mover.store(strips.b, b_guard);
        core_barrier();
        if (step + 1 < vectors) {
            a_mover.load();
            b_mover.load();
        }
        sums.add(strips.a, strips.b);
    }
    add_gathered(sums, a_mover, b_mover, a.k - static_cast<usize>(vectors) * Mover::STEP, strips,
                 a_guard, b_guard);
    if (!Guard<T, E>::sums_are_right(a_guard, b_guard, sums, guards)) {
        return false;
    }
    sums.each(memory.exchange, [&](u32 row, u32 column, auto of_row) {
        const usize i = first_row + row, j = first_column + column;
        if (i < a.lines && j < b.lines) {
            end(c + i * b.lines + j, j, b.lines - j, Guard<T, E>::restore(of_row));
        }
    });
    return true;
}

// Multiplies by big tiles if there are enough of these to fill the GPU, otherwise by small tiles.
template <class T, class End>
__device__ inline void multiply_by_cores(usize batches, usize rank, const usize *info,
                                         const Lines<T> &a, const Lines<T> &b, T *c, const End &end)
{
    enum { BIG = sizeof(T) == 8 ? 64 : 128, SMALL = 64, ENOUGH = 128 };
    using Safe = typename Guard<T, T>::Safe;
    __shared__ union {
        CoreMemory<T, BIG> big;
        CoreMemory<T, SMALL> small;
        CoreMemory<Safe, SMALL> safe;
    } memory;
    __shared__ GuardMemory guards;
    const usize bigs = batches * ((a.lines + BIG - 1) / BIG) * ((b.lines + BIG - 1) / BIG);
    const bool is_big = BIG == SMALL || bigs >= ENOUGH;
    const u32 side = is_big ? BIG : SMALL;
    each_tile<8>(
        side, batches, rank, info, a, b, c,
        [&](const Lines<T> &a, const Lines<T> &b, T *c, usize row, usize column) {
            const bool is_done =
                is_big ? multiply_core_tile<T, T>(memory.big, guards, a, b, c, row, column, end)
                       : multiply_core_tile<T, T>(memory.small, guards, a, b, c, row, column, end);
#pragma unroll 1
            for (u32 at = 0; !is_done && at < side * side; at += SMALL * SMALL) {
                const usize i = row + at / (SMALL * side) * SMALL, j = column + at / SMALL % side;
                if (i < a.lines && j < b.lines) {
                    multiply_core_tile<T, Safe>(memory.safe, guards, a, b, c, i, j, end);
                }
            }
        });
}

#endif
