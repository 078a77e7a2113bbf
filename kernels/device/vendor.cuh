// Names for what differs between AMD's and NVIDIA's GPUs. Both vendors' files define them all;
// other files test is_amd, or use what is listed here.
//
//   is_amd                     | vendor/amd.cuh              | vendor/nvidia.cuh
//   ---------------------------+-----------------------------+----------------------------
//   is compiled by             | HIP's clang                 | nvcc, or the host's for tests
//   OUT_OF_LINE, LARGE         | a function that is called   | an inline function
//   IN_GLOBAL, IN_LDS, ...     | the memory of a pointer     | nothing
//   WAVE                       | 32 or 64 threads            | 32 threads
//   is_gfx11                   | whether that is the target  | false
//   LAUNCH_BOUNDS(threads, n)  | limits a block's threads    | and asks for n blocks at a time
//   same_in_wave(x)            | x of the wave's first lane  | x
//   known_from_here(x)         | x, with its origin hidden   | x
//   end_of_branch(), ...       | keeps two branches apart    | nothing
//   grid_width(), ...          | from the number of threads  | from the number of blocks
//   HAS_MFMA, HAS_WMMA         | the target has such cores   | never defined
//   HAS_TENSOR_CORES           | never defined               | from sm_80 on
//
// calls.cuh and grid.cuh say more. The macros HAS_... are for code that compilers for other targets
// cannot parse.
#pragma once

#if defined(__HIP__)
#include "vendor/amd.cuh"
#else
#include "vendor/nvidia.cuh"
#endif
