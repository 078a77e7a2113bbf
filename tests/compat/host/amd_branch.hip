// A program's own branch for AMD includes headers of HIP and means the same groups.
#include "kbuild/cuda_prelude.h"

#include <hip/hip_cooperative_groups.h>

#ifdef __HIP_PLATFORM_HCC__
#error "branches for HIP 5's headers alone are taken"
#endif

// HIP's name for the groups gives CUDA's, which have more members than those of HIP 5.
__global__ void sum(int *values)
{
    namespace cg = cooperative_groups;
    const cg::thread_block block = cg::this_thread_block();
    const cg::thread_block_tile<32> warp = cg::tiled_partition<32>(block);
    const int value = warp.shfl_xor(values[threadIdx.x], 1);
    values[threadIdx.x] = value + static_cast<int>(warp.meta_group_rank());
}
