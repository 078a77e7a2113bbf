// An allocator of page-locked memory for containers of the host. Earlier versions of Thrust had it.
#ifndef KBUILD_THRUST_PINNED_ALLOCATOR_H
#define KBUILD_THRUST_PINNED_ALLOCATOR_H
#pragma GCC system_header

#include "../../../../kbuild/cuda_prelude.h"

#include <cstddef>
#include <limits>
#include <new>

namespace kbuild
{

template <class T> class pinned_allocator
{
  public:
    typedef T value_type;
    typedef T *pointer;
    typedef const T *const_pointer;
    typedef T &reference;
    typedef const T &const_reference;
    typedef std::size_t size_type;
    typedef std::ptrdiff_t difference_type;
    template <class U> struct rebind {
        typedef pinned_allocator<U> other;
    };

    __host__ __device__ pinned_allocator()
    {
    }
    __host__ __device__ pinned_allocator(const pinned_allocator &)
    {
    }
    template <class U> __host__ __device__ pinned_allocator(const pinned_allocator<U> &)
    {
    }
    __host__ __device__ ~pinned_allocator()
    {
    }
    pinned_allocator &operator=(const pinned_allocator &) = default;

    __host__ T *allocate(size_type count, const void * = nullptr)
    {
        void *address = nullptr;
        if (count > max_size() ||
            hipHostMalloc(&address, count * sizeof(T), hipHostMallocDefault) != hipSuccess) {
            throw std::bad_alloc();
        }
        return static_cast<T *>(address);
    }
    __host__ void deallocate(T *address, size_type)
    {
        static_cast<void>(hipHostFree(address));
    }
    size_type max_size() const
    {
        return (std::numeric_limits<size_type>::max)() / sizeof(T);
    }

    template <class U> __host__ __device__ bool operator==(const pinned_allocator<U> &) const
    {
        return true;
    }
    template <class U> __host__ __device__ bool operator!=(const pinned_allocator<U> &) const
    {
        return false;
    }
};

} // namespace kbuild

#if __has_include(<thrust/detail/config/namespace.h>)
#include <thrust/detail/config/namespace.h>
#endif
#ifdef THRUST_NAMESPACE_BEGIN
THRUST_NAMESPACE_BEGIN
#else
namespace thrust
{
#endif
namespace system
{
namespace cuda
{
namespace experimental
{
using kbuild::pinned_allocator;
}
} // namespace cuda
} // namespace system
namespace cuda
{
namespace experimental
{
using kbuild::pinned_allocator;
}
} // namespace cuda
#ifdef THRUST_NAMESPACE_END
THRUST_NAMESPACE_END
#else
}
#endif

#endif
