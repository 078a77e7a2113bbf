// Reductions and scans of cooperative groups that end in, or start from, an atomic object.
#ifndef KBUILD_GROUPS_UPDATE_H
#define KBUILD_GROUPS_UPDATE_H
#pragma GCC system_header

#include "groups_reduce.h"
#include "libcu_atomic.h"

namespace kbuild
{

// Replaces the object by op(what it is, value) and returns what it was.
template <class Atomic, class T, class Op>
KBUILD_DEVICE T group_update(Atomic &object, T value, Op &op)
{
    T old = object.load(::std::memory_order_relaxed);
    while (!object.compare_exchange_weak(old, op(old, value), ::std::memory_order_relaxed)) {
    }
    return old;
}

// Each member's scan behind what the object was before the group's sum went into it.
template <bool exclusive, class Group, class Atomic, class T, class Op>
KBUILD_DEVICE T scan_update(const Group &group, Atomic &object, T value, Op &op)
{
    T before;
    const T inclusive = collective_of<Group>::scan(group, value, op, before);
    const unsigned rank = static_cast<unsigned>(group.thread_rank());
    const unsigned last = static_cast<unsigned>(group.size()) - 1;
    T old = T();
    if (rank == last) {
        old = group_update(object, inclusive, op);
    }
    old = group.shfl(old, static_cast<int>(last));
    if (!exclusive) {
        return op(old, inclusive);
    }
    return rank ? op(old, before) : old;
}

} // namespace kbuild

namespace cooperative_groups
{

#define KBUILD_GROUP_UPDATE(OBJECT)                                                                \
    template <class Group, class T, ::cuda::thread_scope Scope, class Value, class Op>             \
    KBUILD_DEVICE void reduce_update_async(const Group &group, OBJECT object, Value &&value,       \
                                           Op &&op)                                                \
    {                                                                                              \
        typename ::std::decay<Op>::type operation = op;                                            \
        const T sum = reduce(group, static_cast<T>(value), operation);                             \
        if (group.thread_rank() == 0) {                                                            \
            kbuild::group_update(object, sum, operation);                                          \
        }                                                                                          \
    }                                                                                              \
    template <class Group, class T, ::cuda::thread_scope Scope, class Value, class Op>             \
    KBUILD_DEVICE void reduce_store_async(const Group &group, OBJECT object, Value &&value,        \
                                          Op &&op)                                                 \
    {                                                                                              \
        const T sum = reduce(group, static_cast<T>(value), op);                                    \
        if (group.thread_rank() == 0) {                                                            \
            object.store(sum, ::std::memory_order_relaxed);                                        \
        }                                                                                          \
    }                                                                                              \
    template <class Group, class T, ::cuda::thread_scope Scope, class Value, class Op>             \
    KBUILD_DEVICE T inclusive_scan_update(const Group &group, OBJECT object, Value &&value,        \
                                          Op &&op)                                                 \
    {                                                                                              \
        typename ::std::decay<Op>::type operation = op;                                            \
        return kbuild::scan_update<false>(group, object, static_cast<T>(value), operation);        \
    }                                                                                              \
    template <class Group, class T, ::cuda::thread_scope Scope, class Value>                       \
    KBUILD_DEVICE T inclusive_scan_update(const Group &group, OBJECT object, Value &&value)        \
    {                                                                                              \
        return inclusive_scan_update(group, object, value, plus<T>());                             \
    }                                                                                              \
    template <class Group, class T, ::cuda::thread_scope Scope, class Value, class Op>             \
    KBUILD_DEVICE T exclusive_scan_update(const Group &group, OBJECT object, Value &&value,        \
                                          Op &&op)                                                 \
    {                                                                                              \
        typename ::std::decay<Op>::type operation = op;                                            \
        return kbuild::scan_update<true>(group, object, static_cast<T>(value), operation);         \
    }                                                                                              \
    template <class Group, class T, ::cuda::thread_scope Scope, class Value>                       \
    KBUILD_DEVICE T exclusive_scan_update(const Group &group, OBJECT object, Value &&value)        \
    {                                                                                              \
        return exclusive_scan_update(group, object, value, plus<T>());                             \
    }
#define KBUILD_COMMA ,
KBUILD_GROUP_UPDATE(::cuda::atomic<T KBUILD_COMMA Scope> &)
KBUILD_GROUP_UPDATE(const ::cuda::atomic_ref<T KBUILD_COMMA Scope> &)
#undef KBUILD_COMMA
#undef KBUILD_GROUP_UPDATE

template <class Group, class T, class Value, class Op>
KBUILD_DEVICE void reduce_store_async(const Group &group, T *to, Value &&value, Op &&op)
{
    const T sum = reduce(group, static_cast<T>(value), op);
    if (group.thread_rank() == 0) {
        *to = sum;
    }
}

} // namespace cooperative_groups

#endif
