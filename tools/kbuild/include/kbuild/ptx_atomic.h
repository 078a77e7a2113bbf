// PTX's atom and red. Each is relaxed and has the scope of the whole GPU, unless the last argument
// says otherwise: acq_rel_sys().
#ifndef KBUILD_PTX_ATOMIC_H
#define KBUILD_PTX_ATOMIC_H
#pragma GCC system_header

#include "ptx_memory.h"

namespace kbuild
{
namespace ptx
{

// The accesses are relaxed, and before() and after() give them their order.
template <int Order, class Scope> struct ordering {
    static constexpr int scope = Scope::scope;
    static KBUILD_DEVICE void before()
    {
        atomic_before<scope>(Order);
    }
    static KBUILD_DEVICE void after()
    {
        atomic_after<scope>(Order);
    }
};
#define KBUILD_PTX_ORDER(NAME, ORDER)                                                              \
    typedef ordering<ORDER, cta> NAME##_cta;                                                       \
    typedef ordering<ORDER, gpu> NAME##_gpu;                                                       \
    typedef ordering<ORDER, sys> NAME##_sys;
KBUILD_PTX_ORDER(relaxed, __ATOMIC_RELAXED)
KBUILD_PTX_ORDER(acquire, __ATOMIC_ACQUIRE)
KBUILD_PTX_ORDER(release, __ATOMIC_RELEASE)
KBUILD_PTX_ORDER(acq_rel, __ATOMIC_ACQ_REL)
#undef KBUILD_PTX_ORDER

#if defined(__HIP_DEVICE_COMPILE__) && __HIP_DEVICE_COMPILE__
#define KBUILD_PTX_BUILTIN(EXPRESSION, NONE) (EXPRESSION)
#else
#define KBUILD_PTX_BUILTIN(EXPRESSION, NONE) (NONE)
#endif

namespace of_type
{

template <class T> using alias = typename shape<T, 1>::type;

template <class O_, class T> KBUILD_DEVICE T atom_cas(alias<T> *address, T expected, T wanted)
{
    T seen = expected;
    O_::before();
    (void)KBUILD_PTX_BUILTIN(__hip_atomic_compare_exchange_strong(address, &seen, wanted,
                                                                  __ATOMIC_RELAXED,
                                                                  __ATOMIC_RELAXED, O_::scope),
                             *address = wanted);
    O_::after();
    return seen;
}

// Replaces the object at |address| by change(object), and returns the old one.
template <class O_, class T, class Change> KBUILD_DEVICE T update(alias<T> *address, Change change)
{
    T seen = KBUILD_PTX_BUILTIN(__hip_atomic_load(address, __ATOMIC_RELAXED, O_::scope), *address);
    for (;;) {
        const T found = atom_cas<O_, T>(address, seen, change(seen));
        if (found == seen) {
            return found;
        }
        seen = found;
    }
}

// Like update() for an object of 16 bits: exchanges the 32-bit word that contains it.
template <class O_, class Change> KBUILD_DEVICE u16 update16(alias<u16> *address, Change change)
{
    const u64 misaligned = reinterpret_cast<u64>(address) & 2u;
    alias<u32> *word =
        reinterpret_cast<alias<u32> *>(reinterpret_cast<char *>(address) - misaligned);
    const u32 shift = static_cast<u32>(misaligned) * 8u;
    const u32 before = update<O_, u32>(word, [=](u32 bits) {
        const u32 changed = change(static_cast<u16>(bits >> shift));
        return (bits & ~(0xffffu << shift)) | changed << shift;
    });
    return static_cast<u16>(before >> shift);
}

template <class O_, class T> KBUILD_DEVICE T atom_add(alias<T> *address, T value)
{
    O_::before();
    const T old = KBUILD_PTX_BUILTIN(
        __hip_atomic_fetch_add(address, value, __ATOMIC_RELAXED, O_::scope), value);
    O_::after();
    return old;
}
template <class O_, class T> KBUILD_DEVICE T atom_min(alias<T> *address, T value)
{
    O_::before();
    const T old = KBUILD_PTX_BUILTIN(
        __hip_atomic_fetch_min(address, value, __ATOMIC_RELAXED, O_::scope), value);
    O_::after();
    return old;
}
template <class O_, class T> KBUILD_DEVICE T atom_max(alias<T> *address, T value)
{
    O_::before();
    const T old = KBUILD_PTX_BUILTIN(
        __hip_atomic_fetch_max(address, value, __ATOMIC_RELAXED, O_::scope), value);
    O_::after();
    return old;
}
template <class O_, class T> KBUILD_DEVICE T atom_and(alias<T> *address, T value)
{
    O_::before();
    const T old = KBUILD_PTX_BUILTIN(
        __hip_atomic_fetch_and(address, value, __ATOMIC_RELAXED, O_::scope), value);
    O_::after();
    return old;
}
template <class O_, class T> KBUILD_DEVICE T atom_or(alias<T> *address, T value)
{
    O_::before();
    const T old = KBUILD_PTX_BUILTIN(
        __hip_atomic_fetch_or(address, value, __ATOMIC_RELAXED, O_::scope), value);
    O_::after();
    return old;
}
template <class O_, class T> KBUILD_DEVICE T atom_xor(alias<T> *address, T value)
{
    O_::before();
    const T old = KBUILD_PTX_BUILTIN(
        __hip_atomic_fetch_xor(address, value, __ATOMIC_RELAXED, O_::scope), value);
    O_::after();
    return old;
}
template <class O_, class T> KBUILD_DEVICE T atom_exch(alias<T> *address, T value)
{
    O_::before();
    const T old = KBUILD_PTX_BUILTIN(
        __hip_atomic_exchange(address, value, __ATOMIC_RELAXED, O_::scope), value);
    O_::after();
    return old;
}
// atom_inc() counts up to |limit| and goes on with 0; atom_dec() counts down to 0 and goes on with
// |limit|.
template <class O_, class T> KBUILD_DEVICE T atom_inc(alias<T> *address, T limit)
{
    return update<O_, T>(address, [=](T old) { return old >= limit ? 0u : old + 1u; });
}
template <class O_, class T> KBUILD_DEVICE T atom_dec(alias<T> *address, T limit)
{
    return update<O_, T>(address,
                         [=](T old) { return old == 0u || old > limit ? limit : old - 1u; });
}

} // namespace of_type

#define KBUILD_PTX_ATOM_AS(NAME, OP, TYPE)                                                         \
    template <space S_, class O_ = relaxed_gpu>                                                    \
    KBUILD_DEVICE TYPE NAME##_##OP##_##TYPE(address<S_> at, in<TYPE> value, O_ = O_())             \
    {                                                                                              \
        return of_type::atom_##OP<O_, TYPE>(at.template pointer<of_type::alias<TYPE>>(), value);   \
    }
#define KBUILD_PTX_ATOM(OP, TYPE)                                                                  \
    KBUILD_PTX_ATOM_AS(atom, OP, TYPE) KBUILD_PTX_ATOM_AS(red, OP, TYPE)
#define KBUILD_PTX_ATOM_INTEGERS(OP)                                                               \
    KBUILD_PTX_ATOM(OP, u32)                                                                       \
    KBUILD_PTX_ATOM(OP, s32) KBUILD_PTX_ATOM(OP, u64) KBUILD_PTX_ATOM(OP, s64)
KBUILD_PTX_ATOM_INTEGERS(add)
KBUILD_PTX_ATOM_INTEGERS(min)
KBUILD_PTX_ATOM_INTEGERS(max)
KBUILD_PTX_ATOM(add, f32)
KBUILD_PTX_ATOM(add, f64)
KBUILD_PTX_ATOM(inc, u32)
KBUILD_PTX_ATOM(dec, u32)
#define KBUILD_PTX_ATOM_BITS(TYPE)                                                                 \
    KBUILD_PTX_ATOM(and, TYPE)                                                                     \
    KBUILD_PTX_ATOM(or, TYPE) KBUILD_PTX_ATOM(xor, TYPE) KBUILD_PTX_ATOM(exch, TYPE)
KBUILD_PTX_ATOM_BITS(b32)
KBUILD_PTX_ATOM_BITS(b64)

#define KBUILD_PTX_ATOM_CAS(TYPE)                                                                  \
    template <space S_, class O_ = relaxed_gpu>                                                    \
    KBUILD_DEVICE TYPE atom_cas_##TYPE(address<S_> at, in<TYPE> expected, in<TYPE> wanted,         \
                                       O_ = O_())                                                  \
    {                                                                                              \
        return of_type::atom_cas<O_, TYPE>(at.template pointer<of_type::alias<TYPE>>(), expected,  \
                                           wanted);                                                \
    }
KBUILD_PTX_ATOM_CAS(b32)
KBUILD_PTX_ATOM_CAS(b64)
template <space S_, class O_ = relaxed_gpu>
KBUILD_DEVICE b16 atom_cas_b16(address<S_> at, in<b16> expected, in<b16> wanted, O_ = O_())
{
    const u16 old = expected, fresh = wanted;
    return of_type::update16<O_>(at.template pointer<of_type::alias<u16>>(),
                                 [=](u16 seen) { return seen == old ? fresh : seen; });
}

// Atomic additions to one 16-bit number, or to both 16-bit numbers of a 32-bit word.
#define KBUILD_PTX_ATOM_HALF(NAME, TYPE)                                                           \
    template <space S_, class O_ = relaxed_gpu>                                                    \
    KBUILD_DEVICE b16 NAME##_add_##TYPE(address<S_> at, in<b16> value, O_ = O_())                  \
    {                                                                                              \
        const u16 more = value;                                                                    \
        return of_type::update16<O_>(at.template pointer<of_type::alias<u16>>(),                   \
                                     [=](u16 seen) { return add_##TYPE(seen, more); });            \
    }                                                                                              \
    template <space S_, class O_ = relaxed_gpu>                                                    \
    KBUILD_DEVICE b32 NAME##_add_##TYPE##x2(address<S_> at, in<b32> value, O_ = O_())              \
    {                                                                                              \
        const u32 more = value;                                                                    \
        return of_type::update<O_, u32>(at.template pointer<of_type::alias<u32>>(),                \
                                        [=](u32 seen) { return add_##TYPE##x2(seen, more); });     \
    }
KBUILD_PTX_ATOM_HALF(atom, f16)
KBUILD_PTX_ATOM_HALF(red, f16)
KBUILD_PTX_ATOM_HALF(atom, bf16)
KBUILD_PTX_ATOM_HALF(red, bf16)

} // namespace ptx
} // namespace kbuild

#endif
