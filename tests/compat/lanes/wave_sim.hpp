// A block of threads in waves of 32 or 64 lanes, on the host: the operations of kbuild/wave.h for
// code that includes the device headers without HIP.
//
// Each thread is a fibre. A wave runs one operation at a time for all lanes that stand at the same
// place of the program, which are its active lanes; where lanes stand at different places, those at
// the earliest go first, so that branches join again behind them; lanes that wait in a loop go
// before all others. That is what a GPU does with code in which no other operation stands in a
// branch inside a loop. Programs that simulate must be compiled without optimisation and with frame
// pointers: the place is the chain of return addresses.
#pragma once

#include <functional>

struct uint3 {
    unsigned x, y, z;
};
struct dim3 {
    unsigned x, y, z;
    constexpr dim3(unsigned x_ = 1, unsigned y_ = 1, unsigned z_ = 1) : x(x_), y(y_), z(z_)
    {
    }
};

extern uint3 threadIdx, blockIdx;
extern dim3 blockDim, gridDim;
void __syncthreads();

#define __shared__ static

namespace wave_sim
{

// Runs |thread| once for each thread of a block. False if they wait for each other for ever.
bool run(int wave_lanes, dim3 block, const std::function<void()> &thread);

} // namespace wave_sim
