// Tells ids that are indices of a dimension from ids that mean "no index".
#pragma once

#include "../../device/divide.cuh"

template <class Id> __host__ __device__ constexpr Id no_index()
{
    return static_cast<Id>(~static_cast<usize>(0) >>
                           (64 - 8 * sizeof(Id) + (std::is_signed<Id>::value ? 1 : 0)));
}

// Returns the limit below which ids are indices. A negative id becomes a usize above the limit.
template <class Id> __device__ inline usize id_limit(usize dim)
{
    constexpr usize none = no_index<Id>();
    return dim < none ? dim : none;
}

// Returns n / divisor. If n < divisor or the divisor is 1, this takes no division. In many shapes
// that callers use, one of the two holds for all threads.
__device__ OUT_OF_LINE usize quotient(usize n, usize divisor)
{
    return n < divisor ? 0 : divisor == 1 ? n : index_quotient(n, divisor);
}
