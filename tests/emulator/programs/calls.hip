/* Calls that are not inlined: through pointers that differ among lanes, and recursion, whose stack
 * the compiler cannot know the depth of. */
#include "program.h"

typedef int function(int);

__device__ __noinline__ int twice(int v) { return 2 * v; }
__device__ __noinline__ int square(int v) { return v * v; }
__device__ __noinline__ int negate(int v) { return -v; }
__device__ __noinline__ int fibonacci(int n)
{
    return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
}
__device__ function *const table[] = {twice, square, negate, fibonacci};

struct shape {
    __device__ virtual int area(int v) const { return v; }
};
struct box : shape {
    __device__ int area(int v) const override { return v * v; }
};

__global__ void call(int *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    shape plain;
    box square_box;
    const shape *which = i & 1 ? &plain : &square_box;
    out[i] = table[i % 4](i % 12) + which->area(i);
}

static int expected(int i)
{
    static const int fibonacci_of[] = {0, 1, 1, 2, 3, 5, 8, 13, 21, 34, 55, 89};
    int v = i % 12, values[] = {2 * v, v * v, -v, fibonacci_of[v]};
    return values[i % 4] + (i & 1 ? i : i * i);
}

int main()
{
    const int n = 300;
    array<int> out(n);
    call<<<(n + 95) / 96, 96>>>(out.data, n);
    HIP(hipGetLastError());
    std::vector<int> r = out.get();
    for (int i = 0; i < n; i++)
        CHECK(r[i] == expected(i), "%d: %d, not %d", i, r[i], expected(i));
    return report();
}
