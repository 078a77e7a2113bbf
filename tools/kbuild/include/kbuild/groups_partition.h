// Parts of cooperative groups: tiles of a fixed size, and groups by a predicate or a label.
#ifndef KBUILD_GROUPS_PARTITION_H
#define KBUILD_GROUPS_PARTITION_H
#pragma GCC system_header

#include "groups_lanes.h"
#include "groups_wide.h"

namespace kbuild
{

template <class Tile, class Parent, bool wide> struct tile_start {
    KBUILD_DEVICE static void in(const Parent &)
    {
    }
};
// A tile over several warps makes its barrier where all of the parent are together.
template <class Tile, class Parent> struct tile_start<Tile, Parent, true> {
    KBUILD_DEVICE static void in(const Parent &parent)
    {
        parent.sync();
        Tile::start();
        parent.sync();
    }
};

template <class Group>
KBUILD_DEVICE cooperative_groups::coalesced_group partition_by_label(const Group &group,
                                                                     unsigned same)
{
    const unsigned members = group.lanes();
    const int leader = bit_lowest(same);
    const unsigned leaders = warp_ballot(warp_lane() == leader) & members;
    return cooperative_groups::coalesced_group(
        same, static_cast<unsigned>(bit_count(leaders & bits_below(leader))),
        static_cast<unsigned>(bit_count(leaders)));
}

// If all members agree there is one group, else those without the predicate come first.
template <class Group>
KBUILD_DEVICE cooperative_groups::coalesced_group partition_by_predicate(const Group &group,
                                                                         bool predicate)
{
    const unsigned members = group.lanes() & warp_active();
    const unsigned with = warp_ballot(predicate) & members;
    if (with == 0 || with == members) {
        return cooperative_groups::coalesced_group(members, 0, 1);
    }
    return cooperative_groups::coalesced_group(predicate ? with : members & ~with,
                                               predicate ? 1 : 0, 2);
}

} // namespace kbuild

namespace cooperative_groups
{

template <unsigned Size, class Parent>
KBUILD_DEVICE thread_block_tile<Size, Parent> tiled_partition(const Parent &parent)
{
    static_assert((Size & (Size - 1)) == 0 && Size >= 1 && Size <= 1024,
                  "tiles have a power of two of threads, at most 1024");
    using tile_t = thread_block_tile<Size, Parent>;
    kbuild::tile_start<tile_t, Parent, (Size > kbuild::warp_lanes)>::in(parent);
    return tile_t(parent);
}

// Members whose ranks agree but for the rest of a division by |size|.
KBUILD_DEVICE coalesced_group tiled_partition(const coalesced_group &parent, unsigned size)
{
    const unsigned rank = parent.thread_rank(), count = parent.size();
    const unsigned first = rank - rank % size;
    const unsigned last = (count - first > size ? first + size : count) - 1;
    const int low = kbuild::bit_of_rank(parent.lanes(), static_cast<int>(first));
    const int high = kbuild::bit_of_rank(parent.lanes(), static_cast<int>(last));
    const unsigned lanes = parent.lanes() & ~kbuild::bits_below(low) & ~kbuild::bits_above(high);
    return coalesced_group(lanes, rank / size, (count + size - 1) / size);
}

// |size| is a power of two, at most 32: only that can be synchronised.
KBUILD_DEVICE thread_group tiled_partition(const thread_group &parent, unsigned size)
{
    if (parent.kind_ != kbuild::group_kind::block) {
        return tiled_partition(coalesced_group(parent.members_, 0, 1), size);
    }
    if (size == 0 || size > kbuild::warp_lanes || (size & (size - 1)) != 0) {
        __builtin_trap();
    }
    const int first = kbuild::warp_lane() & static_cast<int>(kbuild::warp_lanes - size);
    const unsigned left = kbuild::block_threads() - kbuild::block_thread() / size * size;
    const unsigned count = left < size ? left : size;
    const unsigned low = count == 32 ? 0xffffffffu : (1u << (count & 31)) - 1u;
    return thread_group(kbuild::group_kind::lanes, low << first);
}

KBUILD_DEVICE thread_group tiled_partition(const thread_block &parent, unsigned size)
{
    return tiled_partition(static_cast<const thread_group &>(parent), size);
}

KBUILD_DEVICE coalesced_group binary_partition(const coalesced_group &group, bool predicate)
{
    return kbuild::partition_by_predicate(group, predicate);
}
template <unsigned Size, class Parent>
KBUILD_DEVICE coalesced_group binary_partition(const thread_block_tile<Size, Parent> &group,
                                               bool predicate)
{
    static_assert(Size <= 32, "binary_partition() takes tiles of at most 32 threads");
    return kbuild::partition_by_predicate(group, predicate);
}

KBUILD_DEVICE coalesced_group labeled_partition(const coalesced_group &group, bool label)
{
    return kbuild::partition_by_predicate(group, label);
}
template <class Label>
KBUILD_DEVICE coalesced_group labeled_partition(const coalesced_group &group, Label label)
{
    return kbuild::partition_by_label(
        group, kbuild::match_any(group.lanes(), static_cast<kbuild::shuffled_t<Label>>(label)));
}
template <unsigned Size, class Parent>
KBUILD_DEVICE coalesced_group labeled_partition(const thread_block_tile<Size, Parent> &group,
                                                bool label)
{
    static_assert(Size <= 32, "labeled_partition() takes tiles of at most 32 threads");
    return kbuild::partition_by_predicate(group, label);
}
template <unsigned Size, class Parent, class Label>
KBUILD_DEVICE coalesced_group labeled_partition(const thread_block_tile<Size, Parent> &group,
                                                Label label)
{
    static_assert(Size <= 32, "labeled_partition() takes tiles of at most 32 threads");
    return kbuild::partition_by_label(
        group, kbuild::match_any(group.lanes(), static_cast<kbuild::shuffled_t<Label>>(label)));
}

// One thread of the group calls |function|.
template <class Group, class Function, class... Arguments>
KBUILD_DEVICE void invoke_one(const Group &group, Function &&function, Arguments &&...arguments)
{
    if (group.thread_rank() == 0) {
        static_cast<Function &&>(function)(static_cast<Arguments &&>(arguments)...);
    }
}

template <class Group, class Function, class... Arguments>
KBUILD_DEVICE auto invoke_one_broadcast(const Group &group, Function &&function,
                                        Arguments &&...arguments) ->
    typename ::std::decay<decltype(function(arguments...))>::type
{
    typename ::std::decay<decltype(function(arguments...))>::type result{};
    if (group.thread_rank() == 0) {
        result = static_cast<Function &&>(function)(static_cast<Arguments &&>(arguments)...);
    }
    return group.shfl(result, 0);
}

} // namespace cooperative_groups

#endif
