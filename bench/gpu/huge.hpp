// Tensors of more elements than 32 bits count, which only a GPU has the memory and the time for.
#pragma once

#include "cuda_device.hpp"

// Runs those of |kernels| that have such a case, with the callers' launches, and prints a line for
// each. Returns how many were wrong; a case that the GPU has too little memory for is skipped, and
// said so.
int check_huge(CudaDevice &device, const std::vector<Kernel> &kernels);
