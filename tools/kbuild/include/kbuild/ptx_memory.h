// PTX's loads, stores, atomics and fences. The type of an address says its state space: global(p,
// 16) is [p + 16] in global memory. Addresses in shared and local memory are offsets; the lower
// half of a generic address of such memory is the same offset.
#ifndef KBUILD_PTX_MEMORY_H
#define KBUILD_PTX_MEMORY_H
#pragma GCC system_header

#include "atomic_ops.h"
#include "ptx_half.h"
#include "ptx_value.h"

namespace kbuild
{
namespace ptx
{

enum space { generic_space = 0, global_space = 1, shared_space = 3, local_space = 5 };

#if defined(__HIP_DEVICE_COMPILE__) && __HIP_DEVICE_COMPILE__
#define KBUILD_PTX_POINTER(SPACE, T) __attribute__((address_space(SPACE))) T *
#else
#define KBUILD_PTX_POINTER(SPACE, T) T *
#endif

// An address in a state space. pointer() returns a T * from which the optimizer knows the address
// space.
template <space Space> struct address;
template <> struct address<generic_space> {
    u64 value;
    template <class T> KBUILD_MEMBER T *pointer() const
    {
        return (T *)value;
    }
};
#define KBUILD_PTX_ADDRESS(SPACE, NUMBER, OFFSET)                                                  \
    template <> struct address<SPACE> {                                                            \
        u64 value;                                                                                 \
        template <class T> KBUILD_MEMBER T *pointer() const                                        \
        {                                                                                          \
            return (T *)(KBUILD_PTX_POINTER(NUMBER, T))(OFFSET);                                   \
        }                                                                                          \
    };
KBUILD_PTX_ADDRESS(global_space, 1, value)
#if defined(__HIP_DEVICE_COMPILE__) && __HIP_DEVICE_COMPILE__
KBUILD_PTX_ADDRESS(shared_space, 3, static_cast<u32>(value))
KBUILD_PTX_ADDRESS(local_space, 5, static_cast<u32>(value))
#else
KBUILD_PTX_ADDRESS(shared_space, 3, value)
KBUILD_PTX_ADDRESS(local_space, 5, value)
#endif
#undef KBUILD_PTX_ADDRESS

// A 32-bit address is an unsigned offset.
#define KBUILD_PTX_SPACE(NAME, SPACE)                                                              \
    template <class From> KBUILD_BOTH address<SPACE> NAME(From from, s64 offset = 0)               \
    {                                                                                              \
        const u64 base = sizeof(From) == 4 ? u64(as<u32>(from)) : as<u64>(from);                   \
        return {base + static_cast<u64>(offset)};                                                  \
    }
KBUILD_PTX_SPACE(generic, generic_space)
KBUILD_PTX_SPACE(global, global_space)
KBUILD_PTX_SPACE(shared, shared_space)
KBUILD_PTX_SPACE(local, local_space)
KBUILD_PTX_SPACE(constant, global_space)
#undef KBUILD_PTX_SPACE

// The instructions cvta and isspacep.
#define KBUILD_PTX_CVTA(NAME, SPACE)                                                               \
    KBUILD_DEVICE u64 cvta_to_##NAME##_u64(in<u64> generic_address)                                \
    {                                                                                              \
        return SPACE == global_space ? generic_address.value : static_cast<u32>(generic_address);  \
    }                                                                                              \
    KBUILD_DEVICE u32 cvta_to_##NAME##_u32(in<u32> generic_address)                                \
    {                                                                                              \
        return generic_address;                                                                    \
    }                                                                                              \
    KBUILD_DEVICE u64 cvta_##NAME##_u64(in<u64> offset)                                            \
    {                                                                                              \
        return reinterpret_cast<u64>(address<SPACE>{offset}.template pointer<char>());             \
    }                                                                                              \
    KBUILD_DEVICE u32 cvta_##NAME##_u32(in<u32> offset)                                            \
    {                                                                                              \
        return static_cast<u32>(cvta_##NAME##_u64(offset));                                        \
    }
KBUILD_PTX_CVTA(global, global_space)
KBUILD_PTX_CVTA(const, global_space)
KBUILD_PTX_CVTA(shared, shared_space)
KBUILD_PTX_CVTA(local, local_space)
#undef KBUILD_PTX_CVTA

KBUILD_DEVICE bool isspacep_shared(in<u64> a)
{
#if defined(__HIP_DEVICE_COMPILE__) && __HIP_DEVICE_COMPILE__
    return __builtin_amdgcn_is_shared(reinterpret_cast<const void *>(a.value));
#else
    return a.value == 0;
#endif
}
KBUILD_DEVICE bool isspacep_local(in<u64> a)
{
#if defined(__HIP_DEVICE_COMPILE__) && __HIP_DEVICE_COMPILE__
    return __builtin_amdgcn_is_private(reinterpret_cast<const void *>(a.value));
#else
    return a.value == 0;
#endif
}
KBUILD_DEVICE bool isspacep_global(in<u64> a)
{
    return !isspacep_shared(a) && !isspacep_local(a);
}
KBUILD_DEVICE bool isspacep_const(in<u64>)
{
    return false;
}

// Scopes.
#if !defined(__HIP_MEMORY_SCOPE_SYSTEM)
#define KBUILD_PTX_SCOPE_CTA 0
#define KBUILD_PTX_SCOPE_GPU 0
#define KBUILD_PTX_SCOPE_SYS 0
#else
#define KBUILD_PTX_SCOPE_CTA __HIP_MEMORY_SCOPE_WORKGROUP
#define KBUILD_PTX_SCOPE_GPU __HIP_MEMORY_SCOPE_AGENT
#define KBUILD_PTX_SCOPE_SYS __HIP_MEMORY_SCOPE_SYSTEM
#endif
struct cta {
    static constexpr int scope = KBUILD_PTX_SCOPE_CTA;
};
struct gpu {
    static constexpr int scope = KBUILD_PTX_SCOPE_GPU;
};
struct sys {
    static constexpr int scope = KBUILD_PTX_SCOPE_SYS;
};

template <int Order, class Scope> KBUILD_DEVICE void fence_of(Scope)
{
    atomic_fence<Scope::scope>(Order);
}
#define KBUILD_PTX_FENCE(ORDER, VALUE, SCOPE)                                                      \
    KBUILD_DEVICE void fence_##ORDER##_##SCOPE()                                                   \
    {                                                                                              \
        fence_of<VALUE>(SCOPE());                                                                  \
    }
#define KBUILD_PTX_FENCES(SCOPE)                                                                   \
    KBUILD_PTX_FENCE(sc, __ATOMIC_SEQ_CST, SCOPE)                                                  \
    KBUILD_PTX_FENCE(acq_rel, __ATOMIC_ACQ_REL, SCOPE)                                             \
    KBUILD_PTX_FENCE(acquire, __ATOMIC_ACQUIRE, SCOPE)                                             \
    KBUILD_PTX_FENCE(release, __ATOMIC_RELEASE, SCOPE)
KBUILD_PTX_FENCES(cta)
KBUILD_PTX_FENCES(gpu)
KBUILD_PTX_FENCES(sys)
#undef KBUILD_PTX_FENCES
#undef KBUILD_PTX_FENCE
KBUILD_DEVICE void membar_cta()
{
    fence_sc_cta();
}
KBUILD_DEVICE void membar_gl()
{
    fence_sc_gpu();
}
KBUILD_DEVICE void membar_sys()
{
    fence_sc_sys();
}

// The effect of "memory" among an asm statement's clobbers: the compiler moves no access across
// this call.
KBUILD_DEVICE void memory()
{
    asm volatile("" ::: "memory");
}
// On AMD GPUs all accesses use the same proxy.
KBUILD_DEVICE void fence_proxy()
{
    memory();
}

namespace of_type
{

// The type of one access to N_ elements of T. It may alias memory of any other type.
template <class T, int N_> struct shape {
    typedef T type __attribute__((ext_vector_type(N_), may_alias));
};
template <class T> struct shape<T, 1> {
    typedef T type __attribute__((may_alias));
};

template <class T, int N_> struct elements {
    T value[N_];
};

enum access { plain, streaming, uncached };

template <access how, class T, int N_, space S_> KBUILD_DEVICE vector<T, N_> load(address<S_> from)
{
    typedef typename shape<T, N_>::type whole_type;
    vector<T, N_> result;
    whole_type *pointer = from.template pointer<whole_type>();
    const whole_type whole = how == streaming  ? __builtin_nontemporal_load(pointer)
                             : how == uncached ? *static_cast<volatile whole_type *>(pointer)
                                               : *pointer;
    __builtin_memcpy(&result, &whole, sizeof(result));
    return result;
}
template <access how, class T, int N_, space S_>
KBUILD_DEVICE void store(address<S_> to, const vector<T, N_> &value)
{
    typedef typename shape<T, N_>::type whole_type;
    whole_type *pointer = to.template pointer<whole_type>();
    whole_type whole;
    __builtin_memcpy(&whole, &value, sizeof(value));
    if (how == streaming) {
        __builtin_nontemporal_store(whole, pointer);
    } else if (how == uncached) {
        *static_cast<volatile whole_type *>(pointer) = whole;
    } else {
        *pointer = whole;
    }
}

// The pieces of a relaxed access: words of 8 or 4 bytes, each accessed atomically. An access of
// fewer than 4 bytes is volatile instead of atomic.
template <class T, int N_> struct relaxed_piece {
    static constexpr int size = static_cast<int>(sizeof(T)) * N_;
    typedef typename std::conditional<size % 8 == 0, u64, u32>::type type;
    typedef typename shape<type, 1>::type alias;
    static constexpr int count = size / static_cast<int>(sizeof(type));
};
template <class T, int N_, class Scope, space S_>
KBUILD_DEVICE vector<T, N_> load_relaxed(address<S_> from, Scope)
{
    typedef relaxed_piece<T, N_> piece;
    if (piece::count == 0) {
        return load<uncached, T, N_>(from);
    }
    vector<T, N_> result = {};
#if defined(__HIP_DEVICE_COMPILE__) && __HIP_DEVICE_COMPILE__
    typename piece::alias *pointer = from.template pointer<typename piece::alias>();
    typename piece::type words[piece::count ? piece::count : 1];
#pragma unroll
    for (int i = 0; i < piece::count; ++i) {
        words[i] = __hip_atomic_load(pointer + i, __ATOMIC_RELAXED, Scope::scope);
    }
    __builtin_memcpy(&result, words, piece::count ? sizeof(result) : 0);
#endif
    return result;
}
template <class T, int N_, class Scope, space S_>
KBUILD_DEVICE void store_relaxed(address<S_> to, const vector<T, N_> &value, Scope)
{
    typedef relaxed_piece<T, N_> piece;
    if (piece::count == 0) {
        store<uncached, T, N_>(to, value);
        return;
    }
#if defined(__HIP_DEVICE_COMPILE__) && __HIP_DEVICE_COMPILE__
    typename piece::alias *pointer = to.template pointer<typename piece::alias>();
    typename piece::type words[piece::count ? piece::count : 1];
    __builtin_memcpy(words, &value, piece::count ? sizeof(value) : 0);
#pragma unroll
    for (int i = 0; i < piece::count; ++i) {
        __hip_atomic_store(pointer + i, words[i], __ATOMIC_RELAXED, Scope::scope);
    }
#endif
}
template <class T, int N_, class Scope, space S_>
KBUILD_DEVICE vector<T, N_> load_acquire(address<S_> from, Scope scope)
{
    const vector<T, N_> result = load_relaxed<T, N_>(from, scope);
    fence_of<__ATOMIC_ACQUIRE>(scope);
    return result;
}
template <class T, int N_, class Scope, space S_>
KBUILD_DEVICE void store_release(address<S_> to, const vector<T, N_> &value, Scope scope)
{
    fence_of<__ATOMIC_RELEASE>(scope);
    store_relaxed<T, N_>(to, value, scope);
}

} // namespace of_type

// Programs wait for other blocks with ld.cg and ld.cv. So these loads see what other blocks have
// written, and other blocks see what st.cg and st.wt write.
#define KBUILD_PTX_LOAD(PREFIX, TYPE, N, RESULT, VALUE)                                            \
    template <space S_> KBUILD_DEVICE RESULT ld_##PREFIX##TYPE(address<S_> from)                   \
    {                                                                                              \
        return of_type::load<of_type::plain, TYPE, N>(from) VALUE;                                 \
    }                                                                                              \
    template <space S_> KBUILD_DEVICE RESULT ld_cs_##PREFIX##TYPE(address<S_> from)                \
    {                                                                                              \
        return of_type::load<of_type::streaming, TYPE, N>(from) VALUE;                             \
    }                                                                                              \
    template <space S_> KBUILD_DEVICE RESULT ld_lu_##PREFIX##TYPE(address<S_> from)                \
    {                                                                                              \
        return of_type::load<of_type::streaming, TYPE, N>(from) VALUE;                             \
    }                                                                                              \
    template <space S_> KBUILD_DEVICE RESULT ld_cg_##PREFIX##TYPE(address<S_> from)                \
    {                                                                                              \
        return of_type::load_relaxed<TYPE, N>(from, gpu()) VALUE;                                  \
    }                                                                                              \
    template <space S_> KBUILD_DEVICE RESULT ld_cv_##PREFIX##TYPE(address<S_> from)                \
    {                                                                                              \
        return of_type::load_relaxed<TYPE, N>(from, sys()) VALUE;                                  \
    }                                                                                              \
    template <space S_> KBUILD_DEVICE RESULT ld_volatile_##PREFIX##TYPE(address<S_> from)          \
    {                                                                                              \
        return of_type::load<of_type::uncached, TYPE, N>(from) VALUE;                              \
    }                                                                                              \
    template <space S_, class Scope>                                                               \
    KBUILD_DEVICE RESULT ld_relaxed_##PREFIX##TYPE(address<S_> from, Scope scope)                  \
    {                                                                                              \
        return of_type::load_relaxed<TYPE, N>(from, scope) VALUE;                                  \
    }                                                                                              \
    template <space S_, class Scope>                                                               \
    KBUILD_DEVICE RESULT ld_acquire_##PREFIX##TYPE(address<S_> from, Scope scope)                  \
    {                                                                                              \
        return of_type::load_acquire<TYPE, N>(from, scope) VALUE;                                  \
    }
// KBUILD_PTX_IN_N declares N parameters, one for each element; KBUILD_PTX_OF_N lists their names.
#define KBUILD_PTX_IN_1(TYPE) in<TYPE> a
#define KBUILD_PTX_IN_2(TYPE) KBUILD_PTX_IN_1(TYPE), in<TYPE> b
#define KBUILD_PTX_IN_4(TYPE) KBUILD_PTX_IN_2(TYPE), in<TYPE> c, in<TYPE> d
#define KBUILD_PTX_IN_8(TYPE) KBUILD_PTX_IN_4(TYPE), in<TYPE> e, in<TYPE> f, in<TYPE> g, in<TYPE> h
#define KBUILD_PTX_OF_1       a
#define KBUILD_PTX_OF_2       a, b
#define KBUILD_PTX_OF_4       a, b, c, d
#define KBUILD_PTX_OF_8       a, b, c, d, e, f, g, h
#define KBUILD_PTX_VECTOR(TYPE, N)                                                                 \
    vector<TYPE, N>                                                                                \
    {                                                                                              \
        {                                                                                          \
            KBUILD_PTX_OF_##N                                                                      \
        }                                                                                          \
    }
#define KBUILD_PTX_STORE(PREFIX, TYPE, N)                                                          \
    template <space S_>                                                                            \
    KBUILD_DEVICE void st_##PREFIX##TYPE(address<S_> to, KBUILD_PTX_IN_##N(TYPE))                  \
    {                                                                                              \
        of_type::store<of_type::plain, TYPE, N>(to, KBUILD_PTX_VECTOR(TYPE, N));                   \
    }                                                                                              \
    template <space S_>                                                                            \
    KBUILD_DEVICE void st_cs_##PREFIX##TYPE(address<S_> to, KBUILD_PTX_IN_##N(TYPE))               \
    {                                                                                              \
        of_type::store<of_type::streaming, TYPE, N>(to, KBUILD_PTX_VECTOR(TYPE, N));               \
    }                                                                                              \
    template <space S_>                                                                            \
    KBUILD_DEVICE void st_cg_##PREFIX##TYPE(address<S_> to, KBUILD_PTX_IN_##N(TYPE))               \
    {                                                                                              \
        of_type::store_relaxed<TYPE, N>(to, KBUILD_PTX_VECTOR(TYPE, N), gpu());                    \
    }                                                                                              \
    template <space S_>                                                                            \
    KBUILD_DEVICE void st_wt_##PREFIX##TYPE(address<S_> to, KBUILD_PTX_IN_##N(TYPE))               \
    {                                                                                              \
        of_type::store_relaxed<TYPE, N>(to, KBUILD_PTX_VECTOR(TYPE, N), sys());                    \
    }                                                                                              \
    template <space S_>                                                                            \
    KBUILD_DEVICE void st_volatile_##PREFIX##TYPE(address<S_> to, KBUILD_PTX_IN_##N(TYPE))         \
    {                                                                                              \
        of_type::store<of_type::uncached, TYPE, N>(to, KBUILD_PTX_VECTOR(TYPE, N));                \
    }                                                                                              \
    template <space S_, class Scope>                                                               \
    KBUILD_DEVICE void st_relaxed_##PREFIX##TYPE(address<S_> to, Scope scope,                      \
                                                 KBUILD_PTX_IN_##N(TYPE))                          \
    {                                                                                              \
        of_type::store_relaxed<TYPE, N>(to, KBUILD_PTX_VECTOR(TYPE, N), scope);                    \
    }                                                                                              \
    template <space S_, class Scope>                                                               \
    KBUILD_DEVICE void st_release_##PREFIX##TYPE(address<S_> to, Scope scope,                      \
                                                 KBUILD_PTX_IN_##N(TYPE))                          \
    {                                                                                              \
        of_type::store_release<TYPE, N>(to, KBUILD_PTX_VECTOR(TYPE, N), scope);                    \
    }
#define KBUILD_PTX_VECTOR_OF(TYPE, N) vector<TYPE, N>
#define KBUILD_PTX_ACCESS(TYPE)                                                                    \
    KBUILD_PTX_LOAD(, TYPE, 1, TYPE, .value[0])                                                    \
    KBUILD_PTX_LOAD(v2_, TYPE, 2, KBUILD_PTX_VECTOR_OF(TYPE, 2), )                                 \
    KBUILD_PTX_LOAD(v4_, TYPE, 4, KBUILD_PTX_VECTOR_OF(TYPE, 4), )                                 \
    KBUILD_PTX_STORE(, TYPE, 1)                                                                    \
    KBUILD_PTX_STORE(v2_, TYPE, 2)                                                                 \
    KBUILD_PTX_STORE(v4_, TYPE, 4)
#define KBUILD_PTX_ACCESS_8(TYPE)                                                                  \
    KBUILD_PTX_ACCESS(TYPE)                                                                        \
    KBUILD_PTX_LOAD(v8_, TYPE, 8, KBUILD_PTX_VECTOR_OF(TYPE, 8), )                                 \
    KBUILD_PTX_STORE(v8_, TYPE, 8)
KBUILD_PTX_ACCESS(b8)
KBUILD_PTX_ACCESS(u8)
KBUILD_PTX_ACCESS(s8)
KBUILD_PTX_ACCESS(b16)
KBUILD_PTX_ACCESS(u16)
KBUILD_PTX_ACCESS(s16)
KBUILD_PTX_ACCESS_8(b32)
KBUILD_PTX_ACCESS_8(u32)
KBUILD_PTX_ACCESS_8(s32)
KBUILD_PTX_ACCESS_8(f32)
KBUILD_PTX_ACCESS(b64)
KBUILD_PTX_ACCESS(u64)
KBUILD_PTX_ACCESS(s64)
KBUILD_PTX_ACCESS(f64)

// Hints about caches.
template <space S_> KBUILD_DEVICE void prefetch(address<S_> from)
{
    __builtin_prefetch(from.template pointer<char>());
}
template <space S_> KBUILD_DEVICE void prefetchu(address<S_> from)
{
    __builtin_prefetch(from.template pointer<char>());
}
template <space S_> KBUILD_DEVICE void applypriority(address<S_>)
{
}
// PTX allows discard to lose the data; here the data stays.
template <space S_> KBUILD_DEVICE void discard(address<S_>)
{
}
KBUILD_DEVICE u64 createpolicy()
{
    return 0;
}

// cp.async has copied the data when the call returns, so that there is nothing to wait for.
template <int size>
KBUILD_DEVICE void copy_bytes(address<shared_space> to, address<global_space> from)
{
    of_type::store<of_type::plain>(to, of_type::load<of_type::plain, u32, size / 4>(from));
}
KBUILD_DEVICE void cp_async(address<shared_space> to, address<global_space> from, in<u32> size)
{
    if (size == 16u) {
        copy_bytes<16>(to, from);
    } else if (size == 8u) {
        copy_bytes<8>(to, from);
    } else {
        copy_bytes<4>(to, from);
    }
}
// Copies |read| bytes; the rest of |size| bytes become zeros.
KBUILD_DEVICE void cp_async_part(address<shared_space> to, address<global_space> from, u32 size,
                                 u32 read)
{
    if (read >= size) {
        cp_async(to, from, size);
        return;
    }
    for (u32 i = 0; i < size; i += 4) {
        u32 word = 0;
        for (u32 byte = 0; byte < 4 && i + byte < read; ++byte) {
            word |= u32(of_type::load<of_type::plain, u8, 1>(
                            address<global_space>{from.value + i + byte})
                            .value[0])
                    << (8 * byte);
        }
        of_type::store<of_type::plain>(address<shared_space>{to.value + i}, vector<u32, 1>{{word}});
    }
}
// |last| is the number of bytes that are read, or a predicate that is true if nothing is read.
template <class Last>
KBUILD_DEVICE void cp_async(address<shared_space> to, address<global_space> from, in<u32> size,
                            Last last)
{
    cp_async_part(to, from, size,
                  std::is_same<Last, bool>::value ? (last ? 0u : u32(size)) : as<u32>(last));
}
KBUILD_DEVICE void cp_async_commit_group()
{
}
KBUILD_DEVICE void cp_async_wait_group(in<u32>)
{
}
KBUILD_DEVICE void cp_async_wait_all()
{
}

} // namespace ptx
} // namespace kbuild

#endif
