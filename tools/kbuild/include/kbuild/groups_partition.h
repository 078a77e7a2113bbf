// Parts of cooperative groups: tiles of a fixed size, and groups by a predicate or a label.
#ifndef KBUILD_GROUPS_PARTITION_H
#define KBUILD_GROUPS_PARTITION_H
#pragma GCC system_header

#include "atomic_ops.h"
#include "groups.h"

// ---- Tiles of 64 to 1024 threads: several warps, which meet in shared memory.
//
// Each tile has a barrier, and each thread a place for a value. Barriers and places take shared
// memory only in kernels that use such tiles. Warps of one wave go through the barrier together,
// because two warps of a tile must not wait for each other in different branches.

namespace kbuild
{

struct wide_barrier {
    unsigned arrived, round;
};

template <unsigned size> KBUILD_DEVICE wide_barrier *wide_barriers()
{
    __shared__ wide_barrier barriers[1024 / size];
    return barriers;
}

template <class T> struct wide_place {
    alignas(T) unsigned char bytes[sizeof(T)];
};

// Returns an array with a place for each thread of a block. Tiles of all sizes share the array,
// since a tile only uses the places of its own threads.
template <class T> KBUILD_DEVICE wide_place<T> *wide_places()
{
    __shared__ wide_place<T> places[1024];
    return places;
}

template <unsigned size_> class wide_tile : public cooperative_groups::thread_group
{
    static_assert((size_ & (size_ - 1)) == 0 && size_ <= 1024,
                  "tiles have a power of two of threads, at most 1024");

  public:
    KBUILD_MEMBER static constexpr unsigned size()
    {
        return size_;
    }
    KBUILD_MEMBER static constexpr unsigned num_threads()
    {
        return size_;
    }
    KBUILD_DEVICE static unsigned thread_rank()
    {
        return block_thread() % size_;
    }
    KBUILD_DEVICE unsigned meta_group_rank() const
    {
        return meta_rank_;
    }
    KBUILD_DEVICE unsigned meta_group_size() const
    {
        return meta_size_;
    }

    // Initializes the tile's barrier. The parent synchronises before and after the call.
    KBUILD_DEVICE static void start()
    {
        if (thread_rank() == 0) {
            wide_barriers<size_>()[block_thread() / size_] = wide_barrier{0, 0};
        }
    }

    KBUILD_DEVICE void sync() const
    {
        wide_barrier &barrier = wide_barriers<size_>()[block_thread() / size_];
        const unsigned round = atomic_load<scope_block>(&barrier.round, __ATOMIC_RELAXED);
        atomic_fence<scope_block>(__ATOMIC_RELEASE);
        wave_fence();
        if (warp_lane() == bit_lowest(warp_active())) {
            const unsigned before =
                atomic_fetch_add<scope_block>(&barrier.arrived, 1u, __ATOMIC_ACQ_REL);
            if (before + 1 == warps()) {
                atomic_store<scope_block>(&barrier.arrived, 0u, __ATOMIC_RELAXED);
                atomic_store<scope_block>(&barrier.round, round + 1, __ATOMIC_RELEASE);
            }
        }
        while (atomic_load<scope_block>(&barrier.round, __ATOMIC_RELAXED) == round) {
            wave_pause();
        }
        atomic_fence<scope_block>(__ATOMIC_ACQUIRE);
    }

    template <class T> KBUILD_DEVICE T shfl(const T &value, unsigned rank) const
    {
        put(value);
        sync();
        const T result = get<T>(rank % size_);
        sync();
        return result;
    }
    KBUILD_DEVICE int any(int predicate) const
    {
        op_or op;
        return reduce(warp_ballot(predicate != 0) != 0 ? 1 : 0, op);
    }
    KBUILD_DEVICE int all(int predicate) const
    {
        op_and op;
        return reduce(warp_ballot(predicate == 0) == 0 ? 1 : 0, op);
    }

    template <class T, class Op> KBUILD_DEVICE T reduce(T value, Op &op) const
    {
        const T own = reduce_lanes<warp_lanes>(0xffffffffu, value, op);
        put(own);
        sync();
        T sum = get<T>(0);
        if (is_whole()) {
            // Each warp reduces the sums of all warps by itself, like a tile with a lane for each
            // warp.
            const T other = get<T>(static_cast<unsigned>(warp_lane()) % warps_ * warp_lanes);
            sum = warp_read(reduce_segment<warps_>(other, op), warp_rank());
        } else {
            for (unsigned warp = 1; warp < warps(); ++warp) {
                sum = op(sum, get<T>(warp * warp_lanes));
            }
        }
        sync();
        return sum;
    }

    template <class T, class Op> KBUILD_DEVICE T scan(T value, Op &op, T &exclusive) const
    {
        const int lane = warp_lane();
        const T own = scan_members(warp_active(), value, op);
        const T before = warp_read(own, lane ? lane - 1 : 0);
        put(own);
        sync();
        // |others| becomes the combined result of the warps before this warp. The first warp
        // ignores |others|.
        T others = own;
        if (is_whole()) {
            const unsigned last =
                static_cast<unsigned>(lane) % warps_ * warp_lanes + warp_lanes - 1;
            const unsigned low = warps_ == 32 ? 0xffffffffu : (1u << (warps_ % 32)) - 1u;
            const unsigned segment = low << (lane & (warp_lanes - warps_));
            const T sums = scan_members(segment, get<T>(last), op);
            others = warp_read(sums, warp_rank() ? warp_rank() - 1 : 0);
        } else if (warp_rank() != 0) {
            others = get<T>(warp_lanes - 1);
            for (int warp = 1; warp < warp_rank(); ++warp) {
                others =
                    op(get<T>(static_cast<unsigned>(warp) * warp_lanes + warp_lanes - 1), others);
            }
        }
        sync();
        if (warp_rank() == 0) {
            exclusive = lane ? before : T();
            return own;
        }
        exclusive = lane ? op(before, others) : others;
        return op(own, others);
    }

  protected:
    KBUILD_DEVICE wide_tile(unsigned meta_rank, unsigned meta_size)
        : thread_group(group_kind::wide_tile, 0), meta_rank_(meta_rank), meta_size_(meta_size)
    {
    }

  private:
    static constexpr int warps_ = size_ / warp_lanes;
    // Returns the index of this warp in its tile.
    KBUILD_DEVICE static int warp_rank()
    {
        return static_cast<int>(thread_rank() / warp_lanes);
    }
    // Whether the tile has |warps_| warps, and all lanes of this warp are active.
    KBUILD_DEVICE static bool is_whole()
    {
        return wave_ballot(warps() != warps_ || warp_active() != 0xffffffffu) == 0;
    }
    // Returns how many warps this tile has: fewer than |warps_| in the last tile of a block whose
    // size is not a multiple of the tile's.
    KBUILD_DEVICE static unsigned warps()
    {
        const unsigned first = block_thread() / size_ * size_;
        const unsigned threads = block_threads() - first;
        return ((threads < size_ ? threads : size_) + warp_lanes - 1) / warp_lanes;
    }
    template <class T> KBUILD_DEVICE static void put(const T &value)
    {
        __builtin_memcpy(wide_places<T>()[block_thread()].bytes, &value, sizeof(T));
    }
    template <class T> KBUILD_DEVICE static T get(unsigned rank)
    {
        T value;
        __builtin_memcpy(&value, wide_places<T>()[block_thread() / size_ * size_ + rank].bytes,
                         sizeof(T));
        return value;
    }

    unsigned meta_rank_, meta_size_;
};

} // namespace kbuild

// ---- Parts of groups.

namespace kbuild
{

template <class Tile, class Parent, bool wide> struct tile_start {
    KBUILD_DEVICE static void in(const Parent &)
    {
    }
};
// A tile of several warps initializes its barrier between two synchronisations of the parent: all
// threads of the parent are there.
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

// If the predicate is the same for all members, they are one group. Otherwise members whose
// predicate is false are group 0, the others group 1.
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

// Returns the part of |parent| that the calling lane is in: the members with the same rank / size.
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

// If the parent is a block, |size| must be a power of two and at most 32: only lanes of one warp
// can be synchronised as a group.
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

// Calls |function| in the thread with rank 0.
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
