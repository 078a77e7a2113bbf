// Names for what convolutions do differently on AMD's and NVIDIA's GPUs, besides those of
// device/vendor.cuh. Both vendors' files define all of these names:
//
//                               | vendor/amd.cuh              | vendor/nvidia.cuh
//   ----------------------------+-----------------------------+------------------------------
//   load_pack(), store_pack()   | one vector at any address   | vectors that alignment allows
//   move_neighbours()           | one copy at any address     | vectors of 16 bytes, or elements
//   Pair, keep_together()       | a vector of two registers   | two numbers, nothing
//   wait_for_group()            | a barrier of the block      | a barrier of the group
#pragma once

#include "../../device/vendor.cuh"

#if defined(__HIP__)
#include "vendor/amd.cuh"
#else
#include "vendor/nvidia.cuh"
#endif
