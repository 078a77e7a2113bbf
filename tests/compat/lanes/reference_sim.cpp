// The cases of gpu_reference.cu on simulated waves, printed as NVIDIA's GPU prints them.
//
// usage: reference_sim 32|64
#include "wave_sim.hpp"

#include <cstdlib>

#include "kbuild/groups_reduce.h"

inline int __ffs(int bits)
{
    return __builtin_ffs(bits);
}

#include "gpu_reference.cu"

static int wave_lanes;

static bool run_case(const case_of &it, unsigned *out, unsigned)
{
    return wave_sim::run(wave_lanes, dim3(it.x, it.y, it.z), [&] { it.kernel(out); });
}

int main(int argc, char **argv)
{
    wave_lanes = argc == 2 ? atoi(argv[1]) : 0;
    if (wave_lanes != 32 && wave_lanes != 64) {
        fprintf(stderr, "usage: reference_sim 32|64\n");
        return 2;
    }
    return print_cases();
}
