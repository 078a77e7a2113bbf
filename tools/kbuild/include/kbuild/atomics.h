// Atomics that CUDA has and HIP lacks: on 16-bit words, through a compare-and-swap of the 32-bit
// word that holds them, and the signed 64-bit minimum and maximum. Relaxed, device scope, as in
// CUDA.
#ifndef KBUILD_ATOMICS_H
#define KBUILD_ATOMICS_H
#pragma GCC system_header

#include "qualifiers.h"

namespace kbuild
{

// Replaces the 16 bits at |address| by update(bits) as long as update says so; returns what was
// there. The word's address is derived from the pointer, never from an integer, which would cost
// the compiler its knowledge of the address space.
template <class Update>
KBUILD_DEVICE unsigned short atomic_update16(unsigned short *address, Update update)
{
    const unsigned long long misaligned = reinterpret_cast<unsigned long long>(address) & 2u;
    unsigned *word = reinterpret_cast<unsigned *>(reinterpret_cast<char *>(address) - misaligned);
    const unsigned shift = static_cast<unsigned>(misaligned) * 8u;
    unsigned seen = __hip_atomic_load(word, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);
    for (;;) {
        const unsigned short before = static_cast<unsigned short>(seen >> shift);
        unsigned short after = before;
        if (!update(after)) {
            return before;
        }
        const unsigned wanted =
            (seen & ~(0xffffu << shift)) | (static_cast<unsigned>(after) << shift);
        if (__hip_atomic_compare_exchange_strong(word, &seen, wanted, __ATOMIC_RELAXED,
                                                 __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT)) {
            return before;
        }
    }
}

} // namespace kbuild

KBUILD_DEVICE unsigned short atomicCAS(unsigned short *address, unsigned short compare,
                                       unsigned short value)
{
    return kbuild::atomic_update16(address, [=](unsigned short &bits) {
        if (bits != compare) {
            return false;
        }
        bits = value;
        return true;
    });
}

// HIP has these from 5.5 on.
#if HIP_VERSION_MAJOR * 100 + HIP_VERSION_MINOR < 505
KBUILD_DEVICE long long atomicMin(long long *address, long long value)
{
    return __hip_atomic_fetch_min(address, value, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);
}

KBUILD_DEVICE long long atomicMax(long long *address, long long value)
{
    return __hip_atomic_fetch_max(address, value, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);
}
#endif

#endif
