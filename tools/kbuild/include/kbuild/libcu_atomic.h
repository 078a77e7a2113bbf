// cuda::atomic, cuda::atomic_ref, cuda::atomic_flag and their cuda::std forms: they have
// std::atomic's members and a scope, for objects of 1, 2, 4 and 8 bytes, in device and host code.
#ifndef KBUILD_LIBCU_ATOMIC_H
#define KBUILD_LIBCU_ATOMIC_H
#pragma GCC system_header

#include "libcu_scope.h"

namespace kbuild
{

// The type of the number that is added to a T, and the functions that add it. For a pointer, this
// is a number of elements.
template <class T> struct atomic_difference {
    using type = T;
    template <int scope> KBUILD_BOTH static T add(T *at, T value, int order)
    {
        return atomic_fetch_add<scope>(at, value, order);
    }
    template <int scope> KBUILD_BOTH static T sub(T *at, T value, int order)
    {
        return atomic_fetch_sub<scope>(at, value, order);
    }
};
template <class T> struct atomic_difference<T *> {
    using type = ptrdiff_t;
    template <int scope> KBUILD_BOTH static T *add(T **at, ptrdiff_t value, int order)
    {
        return atomic_update<scope>(
            at, [=](T *old) { return old + value; }, order);
    }
    template <int scope> KBUILD_BOTH static T *sub(T **at, ptrdiff_t value, int order)
    {
        return atomic_update<scope>(
            at, [=](T *old) { return old - value; }, order);
    }
};

// The members that atomic and atomic_ref share; Self::address() says where the object is. All
// members are const, because atomic_ref's members are.
template <class Self, class T, int scope> class atomic_members
{
    using difference_t = typename atomic_difference<T>::type;
    static constexpr ::std::memory_order seq_cst = ::std::memory_order_seq_cst;
    KBUILD_BOTH T *at() const
    {
        return static_cast<const Self *>(this)->address();
    }

  public:
    using value_type = T;
    static constexpr bool is_always_lock_free = sizeof(T) <= 8;
    KBUILD_BOTH bool is_lock_free() const
    {
        return is_always_lock_free;
    }
    KBUILD_BOTH T load(::std::memory_order order = seq_cst) const
    {
        return atomic_load<scope>(at(), static_cast<int>(order));
    }
    KBUILD_BOTH operator T() const
    {
        return load();
    }
    KBUILD_BOTH void store(T value, ::std::memory_order order = seq_cst) const
    {
        atomic_store<scope>(at(), value, static_cast<int>(order));
    }
    KBUILD_BOTH T exchange(T value, ::std::memory_order order = seq_cst) const
    {
        return atomic_exchange<scope>(at(), value, static_cast<int>(order));
    }
    KBUILD_BOTH bool compare_exchange_strong(T &expected, T wanted,
                                             ::std::memory_order order = seq_cst) const
    {
        return atomic_compare_exchange<scope>(at(), expected, wanted, static_cast<int>(order));
    }
    KBUILD_BOTH bool compare_exchange_strong(T &expected, T wanted, ::std::memory_order order,
                                             ::std::memory_order failure) const
    {
        return atomic_compare_exchange<scope>(at(), expected, wanted, static_cast<int>(order),
                                              static_cast<int>(failure));
    }
    KBUILD_BOTH bool compare_exchange_weak(T &expected, T wanted,
                                           ::std::memory_order order = seq_cst) const
    {
        return compare_exchange_strong(expected, wanted, order);
    }
    KBUILD_BOTH bool compare_exchange_weak(T &expected, T wanted, ::std::memory_order order,
                                           ::std::memory_order failure) const
    {
        return compare_exchange_strong(expected, wanted, order, failure);
    }
    // Waits until the object is not |old|.
    KBUILD_BOTH void wait(T old, ::std::memory_order order = seq_cst) const
    {
        using bits_t = typename atomic_bits<sizeof(T)>::type;
        wait_begin();
        while (atomic_cast<bits_t>(load(order)) == atomic_cast<bits_t>(old)) {
            wait_round();
        }
    }
    KBUILD_BOTH void notify_one() const
    {
    }
    KBUILD_BOTH void notify_all() const
    {
    }

    KBUILD_BOTH T fetch_add(difference_t value, ::std::memory_order order = seq_cst) const
    {
        return atomic_difference<T>::template add<scope>(at(), value, static_cast<int>(order));
    }
    KBUILD_BOTH T fetch_sub(difference_t value, ::std::memory_order order = seq_cst) const
    {
        return atomic_difference<T>::template sub<scope>(at(), value, static_cast<int>(order));
    }
#define KBUILD_FETCH(NAME)                                                                         \
    KBUILD_BOTH T fetch_##NAME(T value, ::std::memory_order order = seq_cst) const                 \
    {                                                                                              \
        return atomic_fetch_##NAME<scope>(at(), value, static_cast<int>(order));                   \
    }
    KBUILD_FETCH(and)
    KBUILD_FETCH(or)
    KBUILD_FETCH(xor)
    KBUILD_FETCH(min)
    KBUILD_FETCH(max)
#undef KBUILD_FETCH
    KBUILD_BOTH T operator++() const
    {
        return fetch_add(1) + 1;
    }
    KBUILD_BOTH T operator++(int) const
    {
        return fetch_add(1);
    }
    KBUILD_BOTH T operator--() const
    {
        return fetch_sub(1) - 1;
    }
    KBUILD_BOTH T operator--(int) const
    {
        return fetch_sub(1);
    }
    KBUILD_BOTH T operator+=(difference_t value) const
    {
        return fetch_add(value) + value;
    }
    KBUILD_BOTH T operator-=(difference_t value) const
    {
        return fetch_sub(value) - value;
    }
    KBUILD_BOTH T operator&=(T value) const
    {
        return fetch_and(value) & value;
    }
    KBUILD_BOTH T operator|=(T value) const
    {
        return fetch_or(value) | value;
    }
    KBUILD_BOTH T operator^=(T value) const
    {
        return fetch_xor(value) ^ value;
    }
};

} // namespace kbuild

namespace cuda
{

template <class T, thread_scope Scope = thread_scope_system>
class atomic : public kbuild::atomic_members<atomic<T, Scope>, T, kbuild::libcu_scope<Scope>::value>
{
  public:
    static_assert(sizeof(T) == 1 || sizeof(T) == 2 || sizeof(T) == 4 || sizeof(T) == 8,
                  "objects of 1, 2, 4 or 8 bytes");
    atomic() = default;
    KBUILD_MEMBER constexpr atomic(T value) : value_(value)
    {
    }
    atomic(const atomic &) = delete;
    atomic &operator=(const atomic &) = delete;
    KBUILD_MEMBER T operator=(T value)
    {
        this->store(value);
        return value;
    }
    KBUILD_MEMBER T *address() const
    {
        return const_cast<T *>(&value_);
    }

  private:
    alignas(sizeof(T)) T value_;
};

template <class T, thread_scope Scope = thread_scope_system>
class atomic_ref
    : public kbuild::atomic_members<atomic_ref<T, Scope>, T, kbuild::libcu_scope<Scope>::value>
{
  public:
    static_assert(sizeof(T) == 1 || sizeof(T) == 2 || sizeof(T) == 4 || sizeof(T) == 8,
                  "objects of 1, 2, 4 or 8 bytes");
    static constexpr size_t required_alignment = sizeof(T);
    KBUILD_MEMBER explicit atomic_ref(T &object) : object_(&object)
    {
    }
    atomic_ref(const atomic_ref &) = default;
    atomic_ref &operator=(const atomic_ref &) = delete;
    KBUILD_MEMBER T operator=(T value) const
    {
        this->store(value);
        return value;
    }
    KBUILD_MEMBER T *address() const
    {
        return object_;
    }

  private:
    T *object_;
};

template <thread_scope Scope = thread_scope_system> class atomic_flag_of
{
  public:
    atomic_flag_of() = default;
    KBUILD_MEMBER constexpr atomic_flag_of(bool value) : flag_(value ? 1u : 0u)
    {
    }
    KBUILD_MEMBER bool test_and_set(memory_order order = memory_order_seq_cst)
    {
        return flag_.exchange(1u, order) != 0;
    }
    KBUILD_MEMBER void clear(memory_order order = memory_order_seq_cst)
    {
        flag_.store(0u, order);
    }
    KBUILD_MEMBER bool test(memory_order order = memory_order_seq_cst) const
    {
        return flag_.load(order) != 0;
    }
    KBUILD_MEMBER void wait(bool old, memory_order order = memory_order_seq_cst) const
    {
        flag_.wait(old ? 1u : 0u, order);
    }
    KBUILD_MEMBER void notify_one() const
    {
    }
    KBUILD_MEMBER void notify_all() const
    {
    }

  private:
    atomic<unsigned, Scope> flag_;
};
using atomic_flag = atomic_flag_of<>;

namespace std
{

template <class T> using atomic = ::cuda::atomic<T, thread_scope_system>;
template <class T> using atomic_ref = ::cuda::atomic_ref<T, thread_scope_system>;
using ::cuda::atomic_flag;
using atomic_bool = atomic<bool>;
using atomic_int = atomic<int>;
using atomic_uint = atomic<unsigned>;
using atomic_long = atomic<long>;
using atomic_ulong = atomic<unsigned long>;
using atomic_llong = atomic<long long>;
using atomic_ullong = atomic<unsigned long long>;
using atomic_size_t = atomic<size_t>;
using atomic_int32_t = atomic<int32_t>;
using atomic_uint32_t = atomic<uint32_t>;
using atomic_int64_t = atomic<int64_t>;
using atomic_uint64_t = atomic<uint64_t>;

} // namespace std

} // namespace cuda

#endif
