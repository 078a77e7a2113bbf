// The operations of NVIDIA's headers, as a host compiler has them; none where they are not
// installed.
#include "operations.hpp"

#if __has_include(<cuda_fp8.hpp>) && __has_include(<driver_types.h>)
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>
#include <vector_functions.h>

#include "operations.inc"

const std::vector<Operation> &operations_theirs()
{
    return table;
}
#else
const std::vector<Operation> &operations_theirs()
{
    static const std::vector<Operation> none;
    return none;
}
#endif
