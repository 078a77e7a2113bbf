// Reductions and scans of cooperative groups.
#ifndef KBUILD_GROUPS_REDUCE_H
#define KBUILD_GROUPS_REDUCE_H
#pragma GCC system_header

#include "groups_partition.h"
#include "libcu_atomic.h"

// ---- cooperative_groups::reduce and the scans.

namespace cooperative_groups
{

#define KBUILD_GROUP_OPERATION(NAME, RESULT)                                                       \
    template <class T> struct NAME {                                                               \
        KBUILD_MEMBER T operator()(T a, T b) const                                                 \
        {                                                                                          \
            return RESULT;                                                                         \
        }                                                                                          \
    };
KBUILD_GROUP_OPERATION(plus, a + b)
KBUILD_GROUP_OPERATION(less, b < a ? b : a)
KBUILD_GROUP_OPERATION(greater, a < b ? b : a)
KBUILD_GROUP_OPERATION(bit_and, (a & b))
KBUILD_GROUP_OPERATION(bit_xor, a ^ b)
KBUILD_GROUP_OPERATION(bit_or, a | b)
#undef KBUILD_GROUP_OPERATION

} // namespace cooperative_groups

namespace kbuild
{

// The type that |Op| returns for two values. It is found without std::declval(), which is a host
// function.
template <class T, class Op> struct group_result_of {
    using value_t = typename ::std::remove_reference<T>::type;
    using type = typename ::std::decay<decltype((*static_cast<Op *>(nullptr))(
        *static_cast<value_t *>(nullptr), *static_cast<value_t *>(nullptr)))>::type;
};
template <class T, class Op> using group_result = typename group_result_of<T, Op>::type;

// The classes below have reduce() and scan() for each kind of group. scan() returns the inclusive
// result; |exclusive| becomes the exclusive result, which exclusive_of() computes from the
// inclusive one. The member with rank 0 has T() as its exclusive result.
template <class Group, class T>
KBUILD_DEVICE T exclusive_of(const Group &group, unsigned members, T inclusive)
{
    const unsigned below = members & bits_below(warp_lane());
    const T before = warp_read(inclusive, below ? bit_highest(below) : warp_lane());
    return group.thread_rank() != 0 ? before : T();
}

template <unsigned size> struct tile_collective {
    template <class Group, class T, class Op>
    KBUILD_DEVICE static T reduce(const Group &group, T value, Op &op)
    {
        return reduce_lanes<static_cast<int>(size)>(group.lanes(), value, op);
    }
    template <class Group, class T, class Op>
    KBUILD_DEVICE static T scan(const Group &group, T value, Op &op, T &exclusive)
    {
        const unsigned members = group.lanes() & warp_active();
        const T inclusive = scan_members(members, value, op);
        exclusive = exclusive_of(group, members, inclusive);
        return inclusive;
    }
};
struct coalesced_collective {
    template <class Group, class T, class Op>
    KBUILD_DEVICE static T reduce(const Group &group, T value, Op &op)
    {
        return reduce_mask(group.lanes(), value, op);
    }
    template <class Group, class T, class Op>
    KBUILD_DEVICE static T scan(const Group &group, T value, Op &op, T &exclusive)
    {
        const T inclusive = scan_members(group.lanes(), value, op);
        exclusive = exclusive_of(group, group.lanes(), inclusive);
        return inclusive;
    }
};
struct wide_collective {
    template <class Group, class T, class Op>
    KBUILD_DEVICE static T reduce(const Group &group, T value, Op &op)
    {
        return group.reduce(value, op);
    }
    template <class Group, class T, class Op>
    KBUILD_DEVICE static T scan(const Group &group, T value, Op &op, T &exclusive)
    {
        return group.scan(value, op, exclusive);
    }
};

// The class with reduce() and scan() for a type of group. For blocks and grids there is no such
// class, as in CUDA.
template <class Group> struct collective_of {
    static_assert(sizeof(Group) == 0,
                  "reductions and scans take tiles (tiled_partition) and coalesced groups");
};
template <> struct collective_of<cooperative_groups::coalesced_group> : coalesced_collective {
};
template <unsigned size, class Parent>
struct collective_of<cooperative_groups::thread_block_tile<size, Parent>>
    : ::std::conditional<(size > warp_lanes), wide_collective,
                         tile_collective<(size > warp_lanes ? 1 : size)>>::type {
};

} // namespace kbuild

namespace cooperative_groups
{

template <class Group, class T, class Op>
KBUILD_DEVICE auto reduce(const Group &group, T &&value, Op &&op)
    -> kbuild::group_result<T, typename ::std::decay<Op>::type>
{
    typename ::std::decay<Op>::type operation = op;
    const kbuild::group_result<T, typename ::std::decay<Op>::type> number = value;
    return kbuild::collective_of<Group>::reduce(group, number, operation);
}

template <class Group, class T, class Op>
KBUILD_DEVICE auto inclusive_scan(const Group &group, T &&value, Op &&op)
    -> kbuild::group_result<T, typename ::std::decay<Op>::type>
{
    typename ::std::decay<Op>::type operation = op;
    const kbuild::group_result<T, typename ::std::decay<Op>::type> number = value;
    typename ::std::decay<decltype(number)>::type exclusive;
    return kbuild::collective_of<Group>::scan(group, number, operation, exclusive);
}

template <class Group, class T>
KBUILD_DEVICE typename ::std::decay<T>::type inclusive_scan(const Group &group, T &&value)
{
    using number_t = typename ::std::decay<T>::type;
    return inclusive_scan(group, static_cast<number_t>(value), plus<number_t>());
}

template <class Group, class T, class Op>
KBUILD_DEVICE auto exclusive_scan(const Group &group, T &&value, Op &&op)
    -> kbuild::group_result<T, typename ::std::decay<Op>::type>
{
    typename ::std::decay<Op>::type operation = op;
    const kbuild::group_result<T, typename ::std::decay<Op>::type> number = value;
    typename ::std::decay<decltype(number)>::type exclusive;
    (void)kbuild::collective_of<Group>::scan(group, number, operation, exclusive);
    return exclusive;
}

template <class Group, class T>
KBUILD_DEVICE typename ::std::decay<T>::type exclusive_scan(const Group &group, T &&value)
{
    using number_t = typename ::std::decay<T>::type;
    return exclusive_scan(group, static_cast<number_t>(value), plus<number_t>());
}

} // namespace cooperative_groups

// ---- Reductions and scans that update an atomic object.

namespace kbuild
{

// Replaces the atomic object's value by op(value of the object, |value|), and returns the value
// that it had before.
template <class Atomic, class T, class Op>
KBUILD_DEVICE T group_update(Atomic &object, T value, Op &op)
{
    T old = object.load(::std::memory_order_relaxed);
    while (!object.compare_exchange_weak(old, op(old, value), ::std::memory_order_relaxed)) {
    }
    return old;
}

// Combines the atomic object with the group's sum. Returns op(the object's value before, this
// member's scan).
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
