// Copies by all threads of a group, and cooperative_groups::memcpy_async over them.
//
// AMD GPUs before gfx950 have no copy from global to shared memory that a program can wait for
// later, so copies are done where CUDA starts them. CUDA allows that: a copy may happen at any time
// between its start and the wait for it. The wait functions synchronise the group, as CUDA's do.
#ifndef KBUILD_GROUPS_COPY_H
#define KBUILD_GROUPS_COPY_H
#pragma GCC system_header

#include "atomic_ops.h"
#include "qualifiers.h"

#include <stddef.h>

namespace cuda
{

// A number of bytes that is a multiple of |alignment_|. Both addresses of the copy must be
// multiples, too.
template <size_t alignment_> struct aligned_size_t {
    static constexpr size_t align = alignment_;
    size_t value;
    KBUILD_MEMBER explicit constexpr aligned_size_t(size_t size) : value(size)
    {
    }
    KBUILD_MEMBER constexpr operator size_t() const
    {
        return value;
    }
};

} // namespace cuda

namespace kbuild
{

struct alignas(16) copy_block {
    unsigned word[4];
};
typedef copy_block __attribute__((may_alias)) copy_block_t;

template <class Piece>
KBUILD_BOTH void copy_pieces(char *to, const char *from, size_t bytes, size_t rank, size_t threads)
{
    Piece *const out = reinterpret_cast<Piece *>(to);
    const Piece *const in = reinterpret_cast<const Piece *>(from);
    for (size_t i = rank; i < bytes / sizeof(Piece); i += threads) {
        out[i] = in[i];
    }
}

// Copies the part of |bytes| that thread |rank| of |threads| threads has to copy, in the largest
// pieces that the addresses allow.
KBUILD_BOTH void copy_share(void *to, const void *from, size_t bytes, size_t rank, size_t threads)
{
    char *const out = static_cast<char *>(to);
    const char *const in = static_cast<const char *>(from);
    const size_t bits = reinterpret_cast<size_t>(to) | reinterpret_cast<size_t>(from) | bytes;
    if ((bits & 15) == 0) {
        copy_pieces<copy_block_t>(out, in, bytes, rank, threads);
    } else if ((bits & 3) == 0) {
        copy_pieces<typename atomic_bits<4>::type>(out, in, bytes, rank, threads);
    } else {
        copy_pieces<char>(out, in, bytes, rank, threads);
    }
}

template <class Group>
KBUILD_BOTH void copy_by_group(const Group &group, void *to, const void *from, size_t bytes)
{
    copy_share(to, from, bytes, static_cast<size_t>(group.thread_rank()),
               static_cast<size_t>(group.size()));
}

} // namespace kbuild

namespace cooperative_groups
{

// Copies |size| bytes with all threads of |group|. The copy is done when the call returns.
template <class Group, class T, class Size>
KBUILD_DEVICE void memcpy_async(const Group &group, T *to, const T *from, const Size &size)
{
    kbuild::copy_by_group(group, to, from, static_cast<size_t>(size));
}

// Copies as many elements as the smaller of the two layouts has.
template <class Group, class T, class ToLayout, class FromLayout>
KBUILD_DEVICE void memcpy_async(const Group &group, T *to, const ToLayout &to_layout, const T *from,
                                const FromLayout &from_layout)
{
    const size_t room = static_cast<size_t>(to_layout), count = static_cast<size_t>(from_layout);
    kbuild::copy_by_group(group, to, from, (room < count ? room : count) * sizeof(T));
}

template <class Group> KBUILD_DEVICE void wait(const Group &group)
{
    group.sync();
}

template <unsigned Stage, class Group> KBUILD_DEVICE void wait_prior(const Group &group)
{
    group.sync();
}

} // namespace cooperative_groups

#endif
