// Tiles of 64 to 1024 threads: several warps, which meet in shared memory.
//
// Each size has a barrier for each of its tiles and places for values, in a block's shared memory
// if a kernel uses them at all. Warps of one wave go through the barrier together: two warps of a
// tile must not wait for each other in different branches.
#ifndef KBUILD_GROUPS_WIDE_H
#define KBUILD_GROUPS_WIDE_H
#pragma GCC system_header

#include "atomic_ops.h"
#include "groups_lanes.h"

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

// One for each thread of a block; shared by all sizes, since a tile only uses its threads' places.
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

    // Makes the barrier; between two synchronisations of the parent.
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
            // Each warp does for all warps' sums what a tile of as many lanes does.
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
        // What the warps before this one have; the first warp's lanes do not use it.
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
    // Which warp of its tile this is.
    KBUILD_DEVICE static int warp_rank()
    {
        return static_cast<int>(thread_rank() / warp_lanes);
    }
    // Whether the tile has all its warps, and this warp all its lanes.
    KBUILD_DEVICE static bool is_whole()
    {
        return wave_ballot(warps() != warps_ || warp_active() != 0xffffffffu) == 0;
    }
    // Warps of this tile: fewer in the last tile of a block that is not a multiple of the size.
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

#endif
