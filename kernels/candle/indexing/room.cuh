// The data that scatters keep in shared memory, and their sizes.
#pragma once

#include "../../device/wave.cuh"

// LIST_PLACES and LIST_ELEMENTS are how many places, and how many elements at a time,
// scatter_by_lists() has for each thread of a warp. Elements are numbered from 1, and a number fits
// a byte.
enum { LIST_PLACES = 1024, LIST_ELEMENTS = 128 };

struct Lists {
    u8 head[LIST_PLACES][WARP];
    u16 place[LIST_ELEMENTS][WARP];
    u8 next[LIST_ELEMENTS][WARP];
};

// The number of slots of a warp. In the slots the threads of a warp see which of them have the same
// destination. An AMD GPU can hold all its waves only if a block of 256 threads takes at most 8
// KiB. Ids of a byte have few destinations, for which few slots suffice.
template <class Id> constexpr u32 slots_of = is_amd || sizeof(Id) == 1 ? 256 : 1024;

template <class Id, bool has_lists> union Room {
    alignas(16) u8 slots[32][slots_of<Id>]; // the slots of each warp
    u16 last[16 * slots_of<Id>];
    typename std::conditional<has_lists, Lists, u8>::type lists;
};
