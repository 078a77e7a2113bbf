// The layouts that every element-wise kernel is run on.
#pragma once

#include "harness.hpp"
#include "views.hpp"

enum class Aliasing { none, null_input, same_address };

struct Case {
    Sizes dims;
    std::vector<View> views; // of each operand
    size_t out_start;
    bool null_info;
    Aliasing aliasing;
    Launch launch;
};

// Dense ones of sizes around a vector's and with every alignment, strided ones of every shape of
// view, each operand its own.
inline std::vector<Case> map_cases(Harness &h, size_t operands)
{
    static const std::vector<Sizes> shapes = {
        {},           {1},         {5},          {1023},
        {33, 65},     {64, 48},    {7, 1, 31},   {17, 1},
        {3, 4, 5, 6}, {16, 256},   {1, 1, 1},    {2, 3, 1, 4, 5, 2},
        {300, 2},     {5, 16, 16}, {4, 3, 1, 1}, {2, 1, 3, 2, 1, 2, 2, 3}};
    static const size_t sizes[] = {1, 2, 15, 16, 17, 31, 64, 1000, 4099};
    static const size_t starts[] = {0, 1, 3, 16};

    std::vector<Case> cases;
    unsigned turn = 0;
    // Dense, by a null info: sizes around the vector's, and every alignment of input and output.
    for (size_t size : sizes) {
        for (size_t in_start : starts) {
            Case c = {{size}, {}, starts[turn % 4], true, Aliasing::none, {1, 1}};
            for (size_t n = 0; n < operands; ++n) {
                c.views.push_back(
                    view_of(c.dims, Shape::dense, n == 0 ? in_start : starts[(turn + n) % 4]));
            }
            cases.push_back(c);
            turn += in_start == 0 ? 3 : 1;
        }
    }
    // Strided: every shape of view, each operand its own.
    for (const Sizes &dims : shapes) {
        for (int shape = 0; shape < shape_count; ++shape) {
            Case c = {dims, {}, starts[turn % 4], false, Aliasing::none, {1, 1}};
            for (size_t n = 0; n < operands; ++n) {
                const int own = (shape + static_cast<int>(n) * (1 + shape % 3)) % shape_count;
                c.views.push_back(
                    view_of(dims, static_cast<Shape>(own), starts[(turn / 2 + n) % 4]));
            }
            cases.push_back(c);
            ++turn;
        }
    }
    for (Case &c : cases) {
        c.launch = h.next_map_launch(product_of(c.dims));
    }
    return cases;
}

// As many blocks as do it without a set-up, dense or strided, some more, and so many that few work,
// on both sides of where fewer do: for every kernel those at the limits, and another in turn.
inline std::vector<Case> many_block_cases(Harness &h, size_t operands)
{
    static const Launch launches[] = {{768, 12},        {512, 18},         {838, 11},
                                      {512 * 8 - 1, 3}, {512 * 64 - 1, 1}, {512 * 64 + 3, 1}};
    static const Shape shapes[] = {Shape::dense, Shape::transposed};
    const Sizes dims = {94, 98}; // hardly less than the first three have threads
    std::vector<Case> cases;
    size_t number = 0;
    for (const Launch &launch : launches) {
        for (const Shape shape : shapes) {
            const bool at_limit = launch.grid[0] == (shape == Shape::dense ? 768 : 512);
            if (at_limit || h.is_turn(number, 12)) {
                const std::vector<View> views(operands, view_of(dims, shape, 0));
                cases.push_back({dims, views, 0, false, Aliasing::none, launch});
            }
            ++number;
        }
    }
    return cases;
}
