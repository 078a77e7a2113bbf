#include "global.h"

// What the declarations below need of the bodies above them is not skipped.
constexpr int twice(int n)
{
    return 2 * n;
}

template <int N> struct sized {
    int items[N];
};

auto deduced()
{
    struct local {
        double x, y;
    };
    return local();
}

extern "C" __global__ void depends(sized<twice(3)> a, decltype(deduced()) *b) {}

static_assert(sizeof(sized<twice(4)>) == 32, "");

extern "C" __global__ void literals()
{
    const char *text = "} not the end {";
    const char *raw = R"x(} "nor this {)x";
    char brace = '{';
    (void)text, (void)raw, (void)brace;
}

extern "C" __global__ void after(int a) {}
