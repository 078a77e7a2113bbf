// Unpacked strips of both operands in LDS: what products of quantized matrices compute with.
//
// A strip is STRIP columns, two groups of 32. In each group, a line of weights has one factor, or
// two for the halves of the group, and a line of activations has d. The group adds to an output
//
//     d * sum over halves of factor * dot  +  sum of offset * amount
//
// For one offset, the amount is s of Q8_1; for two, it is d * the sum of quants in a half. With
// Rounded, d multiplies the offsets' sum too, and amounts are sums of quants.
#pragma once

#include "../../device/wave.cuh"
#include "dot.cuh"

enum { STRIP = 64, STRIP_GROUPS = STRIP / 32, TILE_THREADS = 128 };

template <class Block> constexpr int halves_of = Block::group_size == 16 ? 2 : 1;
// Whether the format's zero point is treated as an offset. That of q4_0 is: the product subtracts 8
// times s, the sum of the block of activations. In other formats without offsets, unpacking
// subtracts the zero point from each quant.
template <class Block> constexpr bool is_zero_offset = std::is_same_v<Block, Q4_0>;
template <class Block>
constexpr int offsets_of = Block::has_offset ? halves_of<Block> : is_zero_offset<Block>;

template <class Block> struct RowScales {
    static constexpr int count = halves_of<Block> + offsets_of<Block>;
    f32 at[count]; // a group's factors, and then its offsets
};

// The factors that belong to a group of one column of activations. Number is f32, or a vector with
// the factors of several columns.
template <class Block, class Y, class Number = f32> struct ColumnScales {
    static constexpr int count = 1 + offsets_of<Block>;
    Number at[count]; // a group's d, and then the amounts by which offsets are multiplied
};

// How many words of LDS a line takes. The 16 bytes after the line's elements put neighbouring lines
// into different banks of LDS.
enum { LINE = STRIP / 4 + 4 };

template <class Block, class Y, int rows, int columns> struct alignas(16) Tile {
    u32 weights[rows][LINE];
    u32 activations[columns][LINE];
    f32 row_scales[STRIP_GROUPS][RowScales<Block>::count][rows];
    f32 column_scales[STRIP_GROUPS][ColumnScales<Block, Y>::count][columns];
};

// Loads the scales of a line. Neighbouring scales of one line are |lines| elements apart in LDS.
template <class Scales, int lines> __device__ __forceinline__ Scales load_scales(const f32 *first)
{
    Scales scales;
#pragma unroll
    for (int k = 0; k < Scales::count; ++k) {
        scales.at[k] = first[k * lines];
    }
    return scales;
}

// Adds the products of a group, with their scales, to an output.
template <class Block, class Y, class Number>
__device__ __forceinline__ void add_group(Number &sum, const Number (&dots)[halves_of<Block>],
                                          const RowScales<Block> &row,
                                          const ColumnScales<Block, Y, Number> &column)
{
    constexpr int halves = halves_of<Block>, offsets = offsets_of<Block>;
    // how many offsets are multiplied by d of the activations
    constexpr int inner = is_rounded<Y> ? offsets : 0;
    Number products;
    // The offsets are added first, because the matrix cores may not have computed |dots| yet.
    if constexpr (inner > 0) {
        products = row.at[halves] * column.at[1];
#pragma unroll
        for (int k = 1; k < inner; ++k) {
            products += row.at[halves + k] * column.at[1 + k];
        }
        products += row.at[0] * dots[0];
    } else {
        products = row.at[0] * dots[0];
    }
    if constexpr (halves == 2) {
        products += row.at[1] * dots[1];
    }
    sum += column.at[0] * products;
#pragma unroll
    for (int k = inner; k < offsets; ++k) {
        sum += row.at[halves + k] * column.at[1 + k];
    }
}

__device__ __forceinline__ int tile_thread()
{
    return threadIdx.y * WARP + threadIdx.x;
}

// The number of the thread that moves elements. For gfx11 it is the number that the caller gave,
// because clang 15 would otherwise keep in registers whatever depends on the thread. Elsewhere it
// is tile_thread(), whose value compilers know.
class MovingThread
{
  public:
    __device__ MovingThread(int number) : number_(number)
    {
    }
    __device__ __forceinline__ int number() const
    {
        return is_gfx11 ? number_ : tile_thread();
    }

  private:
    int number_;
};

// Moves a thread's weights to LDS: of every 32nd row the same chunk, which is one of four. A strip
// is loaded in as many parts as it has groups, so that fewer registers hold elements.
template <class Block, int rows> class WeightMover
{
  public:
    __device__ WeightMover(int thread, const Block *weights, int first_row, int row_count,
                           u32 blocks)
        : thread_(thread), weights_(weights), first_row_(first_row), last_row_(row_count - 1),
          blocks_(blocks), at_(thread % 4)
    {
    }

    // Loads a part of a strip. Beyond the last row it loads the last row again.
    __device__ __forceinline__ void load(u32 strip, int part)
    {
        const u32 block = (4 * strip + at_) / chunks_of<Block, 2>;
        exists_ = has_strips || block < blocks_;
        if (!exists_) {
            return;
        }
#pragma unroll
        for (int i = 0; i < count; ++i) {
            held_[i].load(*block_at(line(part, i), block), place(strip));
        }
    }

    template <class Tile>
    __device__ __forceinline__ void store(Tile &tile, u32 strip, int part) const
    {
#pragma unroll
        for (int i = 0; i < count; ++i) {
            Chunk<2> chunk = {};
            if (exists_) {
                chunk = held_[i].unpack(place(strip));
            }
            wait_for(chunk.factor[0]);
            store(tile, chunk, line(part, i), place(strip));
        }
    }

  private:
    static constexpr int count = rows / 32 / STRIP_GROUPS;
    // whether a quantized block consists of whole strips
    static constexpr bool has_strips = Block::elements >= STRIP;

    __device__ __forceinline__ int line(int part, int i) const
    {
        return (part * count + i) * 32 + thread_.number() / 4;
    }
    __device__ __forceinline__ const Block *block_at(int line, u32 block) const
    {
        if constexpr (is_amd) { // in this form, the address takes one multiply-add of 64 bits
            const u32 row_bytes = blocks_ * static_cast<u32>(sizeof(Block));
            const int first_row = first_row_ < last_row_ ? first_row_ : last_row_;
            const u32 last_line = static_cast<u32>(last_row_ - first_row);
            const u32 from = static_cast<u32>(line) < last_line ? line : last_line;
            const usize bytes = static_cast<usize>(from) * row_bytes;
            const Block *const first = weights_ + static_cast<usize>(first_row) * blocks_ + block;
            return reinterpret_cast<const Block *>(reinterpret_cast<const char *>(first) + bytes);
        } else {
            const int row = first_row_ + line;
            const usize from = row < last_row_ ? row : last_row_;
            return weights_ + (from * blocks_ + block);
        }
    }
    // Returns the index of this thread's chunk in its quantized block.
    __device__ __forceinline__ u32 place(u32 strip) const
    {
        return (4 * strip + at_) % chunks_of<Block, 2>;
    }

    template <class Tile>
    __device__ __forceinline__ void store(Tile &tile, const Chunk<2> &chunk, int row,
                                          u32 place) const
    {
#pragma unroll
        for (int run = 0; run < 2; ++run) {
            const int group = is_paired<Block> ? run : at_ / 2;
            u32 *const words = &tile.weights[row][8 * group + run_word<Block, 2>(place, run)];
#pragma unroll
            for (int k = 0; k < 2; ++k) {
                const u32 quants = chunk.quants[2 * run + k];
                words[k] = std::is_same_v<Block, Q5_0> ? subtract_zero<Q5_0::zero>(quants) : quants;
            }
            // Several chunks share a scale: only the first of them stores it.
            const u32 sharing = is_paired<Block> ? 4 / halves_of<Block> : 2;
            if (at_ % sharing == 0 && (is_paired<Block> || run < halves_of<Block>)) {
                const int half = is_paired<Block> ? at_ / sharing : run;
                tile.row_scales[group][half][row] = chunk.factor[run];
                if constexpr (offsets_of<Block> != 0) {
                    tile.row_scales[group][halves_of<Block> + half][row] =
                        is_zero_offset<Block> ? -Block::zero * chunk.factor[run]
                                              : chunk.offset[run];
                }
            }
        }
    }

    MovingThread thread_;
    const Block *weights_;
    int first_row_, last_row_;
    u32 blocks_;
    u32 at_;
    bool exists_ = has_strips;
    // begins with zeros, because clang moves the unpacking ahead of the test of |exists_|
    Packed<Block, 2> held_[count] = {};
};

// Moves a thread's activations to LDS: one quantized block of every 64th line.
template <class Block, class Y, int columns> class ActivationMover
{
  public:
    __device__ ActivationMover(int thread, const Y *activations, usize pitch, int first_line,
                               int line_count, u32 groups)
        : thread_(thread), activations_(activations), pitch_(pitch), first_line_(first_line),
          last_line_(line_count - 1), groups_(groups)
    {
    }

    // Loads one quantized block, or zeros if the block is beyond the last group.
    __device__ __forceinline__ void load(u32 strip, int part)
    {
        if (line(part) >= columns) {
            return;
        }
        held_ = {};
        if (strip * STRIP_GROUPS + group() < groups_) {
            const int line = first_line_ + this->line(part);
            const usize from = line < last_line_ ? line : last_line_;
            held_ = activations_[from * pitch_ + strip * STRIP_GROUPS + group()];
        }
    }

    template <class Tile> __device__ __forceinline__ void store(Tile &tile, int part) const
    {
        if (line(part) >= columns) {
            return;
        }
        const int line = this->line(part);
        auto &scales = tile.column_scales[group()];
        const f32 d = widen(held_.d);
        i32 sums[2] = {};
#pragma unroll
        for (int half = 0; half < 2; ++half) {
#pragma unroll
            for (int k = 0; k < 4; ++k) {
                const u32 quants = held_.qs[4 * half + k];
                tile.activations[line][8 * group() + 4 * half + k] = quants;
                sums[half] = add_dot(0x01010101u, quants, sums[half]);
            }
            if constexpr (offsets_of<Block> == 2) {
                scales[1 + half][line] = (is_rounded<Y> ? 1 : d) * static_cast<f32>(sums[half]);
            }
        }
        scales[0][line] = d;
        if constexpr (offsets_of<Block> == 1 && is_rounded<Y>) {
            scales[1][line] = static_cast<f32>(sums[0] + sums[1]);
        } else if constexpr (offsets_of<Block> == 1) {
            scales[1][line] = widen(held_.s);
        }
    }

  private:
    __device__ __forceinline__ int group() const
    {
        return thread_.number() % STRIP_GROUPS;
    }
    __device__ __forceinline__ int line(int part) const
    {
        return part * 64 + thread_.number() / STRIP_GROUPS;
    }

    MovingThread thread_;
    const Y *activations_;
    usize pitch_;
    int first_line_, last_line_;
    u32 groups_;
    Y held_;
};
