// cooperative_groups::reduce and the scans.
#ifndef KBUILD_GROUPS_REDUCE_H
#define KBUILD_GROUPS_REDUCE_H
#pragma GCC system_header

#include "groups_partition.h"

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

// What |Op| makes of two values. Not through std::declval, which is a function of the host.
template <class T, class Op> struct group_result_of {
    using value_t = typename ::std::remove_reference<T>::type;
    using type = typename ::std::decay<decltype((*static_cast<Op *>(nullptr))(
        *static_cast<value_t *>(nullptr), *static_cast<value_t *>(nullptr)))>::type;
};
template <class T, class Op> using group_result = typename group_result_of<T, Op>::type;

// For each kind of group: reduce(), and a scan whose result is also without this thread's value.
// Rank 0 has nothing before it and gets T().
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

// How the members of a type of group work together; a block and a grid are not among them, as in
// CUDA.
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

#endif
