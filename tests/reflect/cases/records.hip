#include "global.h"

struct pair {
    float first;
    unsigned char second;
};

typedef struct {
    double x, y, z;
} point;

union either {
    int number;
    float real;
};

class alignas(16) wide
{
    float lanes[4];
};

namespace shapes
{
struct box {
    point low, high;
};
} // namespace shapes

template <typename T, int N> struct vector {
    T items[N];
};

enum color { red, green };
enum class level : unsigned char { low, high };
enum big : long { huge = 1L << 40 };

extern "C" __global__ void records(pair a, const point b, either c, wide d, shapes::box e) {}

extern "C" __global__ void instances(vector<float, 4> a, const vector<pair, 2> *b) {}

extern "C" __global__ void enums(color a, const level b, big c, color *d) {}

typedef float float4_t __attribute__((ext_vector_type(4)));
extern "C" __global__ void others(float4_t a, __int128 b, decltype(nullptr) c) {}
