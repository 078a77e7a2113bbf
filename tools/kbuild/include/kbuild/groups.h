// Cooperative groups: thread_group, which is a group of any kind, the block, the grid, and groups
// of lanes of one warp.
#ifndef KBUILD_GROUPS_H
#define KBUILD_GROUPS_H
#pragma GCC system_header

#include "warp.h"

#if !defined(__HIPCC_RTC__)
#include "../cuda/std/cstdint" // CUDA's header includes <cuda/std/cstdint>, too
#endif

// ---- Cooperative groups: the group of any kind, the block and the grid.
//
// These classes replace HIP's. HIP's tiles and coalesced groups are parts of a wave, of up to 64
// lanes; the classes here are parts of CUDA's warps of 32 lanes.

namespace kbuild
{

KBUILD_DEVICE unsigned block_threads()
{
    return static_cast<unsigned>(blockDim.x) * static_cast<unsigned>(blockDim.y) *
           static_cast<unsigned>(blockDim.z);
}

// Returns the number of this thread in its block. A warp is 32 threads with successive numbers.
KBUILD_DEVICE unsigned block_thread()
{
    return (static_cast<unsigned>(threadIdx.z) * static_cast<unsigned>(blockDim.y) +
            static_cast<unsigned>(threadIdx.y)) *
               static_cast<unsigned>(blockDim.x) +
           static_cast<unsigned>(threadIdx.x);
}

KBUILD_DEVICE unsigned long long grid_blocks()
{
    return static_cast<unsigned long long>(gridDim.x) * static_cast<unsigned>(gridDim.y) *
           static_cast<unsigned>(gridDim.z);
}

KBUILD_DEVICE unsigned long long grid_block()
{
    return (static_cast<unsigned long long>(blockIdx.z) * static_cast<unsigned>(gridDim.y) +
            static_cast<unsigned>(blockIdx.y)) *
               static_cast<unsigned>(gridDim.x) +
           static_cast<unsigned>(blockIdx.x);
}

// Synchronises the grid of a cooperative launch. In any other launch the device library's function
// returns without synchronising.
KBUILD_DEVICE void grid_sync()
{
#if defined(__HIP__)
    __ockl_grid_sync();
#endif
}

KBUILD_DEVICE bool grid_is_valid()
{
#if defined(__HIP__)
    return __ockl_grid_is_valid() != 0;
#else
    return true;
#endif
}

enum class group_kind : unsigned { lanes, block, grid, wide_tile };

} // namespace kbuild

namespace cooperative_groups
{

class thread_block;

// A group of any kind. If the group is a set of lanes of a warp, it stores which lanes are members.
class thread_group
{
  public:
    KBUILD_DEVICE unsigned long long size() const
    {
        switch (kind_) {
        case kbuild::group_kind::block: return kbuild::block_threads();
        case kbuild::group_kind::grid: return kbuild::grid_blocks() * kbuild::block_threads();
        default: return static_cast<unsigned>(kbuild::bit_count(members_));
        }
    }
    KBUILD_DEVICE unsigned long long num_threads() const
    {
        return size();
    }
    KBUILD_DEVICE unsigned long long thread_rank() const
    {
        switch (kind_) {
        case kbuild::group_kind::block: return kbuild::block_thread();
        case kbuild::group_kind::grid:
            return kbuild::grid_block() * kbuild::block_threads() + kbuild::block_thread();
        default:
            return static_cast<unsigned>(
                kbuild::bit_count(members_ & kbuild::bits_below(kbuild::warp_lane())));
        }
    }
    KBUILD_DEVICE void sync() const
    {
        switch (kind_) {
        case kbuild::group_kind::block: __syncthreads(); break;
        case kbuild::group_kind::grid: kbuild::grid_sync(); break;
        default: kbuild::wave_fence(); break;
        }
    }
    KBUILD_DEVICE bool is_valid() const
    {
        return kind_ != kbuild::group_kind::grid || kbuild::grid_is_valid();
    }
    KBUILD_DEVICE unsigned get_type() const
    {
        return static_cast<unsigned>(kind_);
    }

  protected:
    friend KBUILD_DEVICE thread_group tiled_partition(const thread_group &parent, unsigned size);
    KBUILD_DEVICE thread_group(kbuild::group_kind kind, unsigned members)
        : kind_(kind), members_(members)
    {
    }

    kbuild::group_kind kind_;
    // the members, a bit for each lane of the warp that is one, if |kind_| is lanes
    unsigned members_;
};

class thread_block : public thread_group
{
  public:
    struct arrival_token {
    };
    KBUILD_DEVICE static void sync()
    {
        __syncthreads();
    }
    // barrier_arrive() does nothing, and barrier_wait() is the whole barrier: no thread passes it
    // before all threads are there.
    KBUILD_DEVICE static arrival_token barrier_arrive()
    {
        return arrival_token();
    }
    KBUILD_DEVICE static void barrier_wait(arrival_token && = arrival_token())
    {
        __syncthreads();
    }
    KBUILD_DEVICE static unsigned size()
    {
        return kbuild::block_threads();
    }
    KBUILD_DEVICE static unsigned num_threads()
    {
        return kbuild::block_threads();
    }
    KBUILD_DEVICE static unsigned thread_rank()
    {
        return kbuild::block_thread();
    }
    KBUILD_DEVICE static dim3 group_index()
    {
        return dim3(blockIdx.x, blockIdx.y, blockIdx.z);
    }
    KBUILD_DEVICE static dim3 thread_index()
    {
        return dim3(threadIdx.x, threadIdx.y, threadIdx.z);
    }
    KBUILD_DEVICE static dim3 group_dim()
    {
        return dim3(blockDim.x, blockDim.y, blockDim.z);
    }
    KBUILD_DEVICE static dim3 dim_threads()
    {
        return group_dim();
    }

  private:
    friend KBUILD_DEVICE thread_block this_thread_block();
    KBUILD_DEVICE thread_block() : thread_group(kbuild::group_kind::block, 0)
    {
    }
};

KBUILD_DEVICE thread_block this_thread_block()
{
    return thread_block();
}

// In CUDA the program passes memory for tiles of more than a warp; here such tiles have memory of
// their own.
template <unsigned threads = 1024> struct block_tile_memory {
    unsigned char unused;
};
template <unsigned threads>
KBUILD_DEVICE thread_block this_thread_block(block_tile_memory<threads> &)
{
    return this_thread_block();
}

class grid_group : public thread_group
{
  public:
    struct arrival_token {
    };
    KBUILD_DEVICE bool is_valid() const
    {
        return kbuild::grid_is_valid();
    }
    KBUILD_DEVICE void sync() const
    {
        kbuild::grid_sync();
    }
    KBUILD_DEVICE arrival_token barrier_arrive() const
    {
        return arrival_token();
    }
    KBUILD_DEVICE void barrier_wait(arrival_token &&) const
    {
        kbuild::grid_sync();
    }
    KBUILD_DEVICE static unsigned long long size()
    {
        return kbuild::grid_blocks() * kbuild::block_threads();
    }
    KBUILD_DEVICE static unsigned long long num_threads()
    {
        return size();
    }
    KBUILD_DEVICE static unsigned long long thread_rank()
    {
        return kbuild::grid_block() * kbuild::block_threads() + kbuild::block_thread();
    }
    KBUILD_DEVICE static dim3 thread_index()
    {
        return dim3(blockIdx.x * blockDim.x + threadIdx.x, blockIdx.y * blockDim.y + threadIdx.y,
                    blockIdx.z * blockDim.z + threadIdx.z);
    }
    KBUILD_DEVICE static dim3 dim_threads()
    {
        return dim3(gridDim.x * blockDim.x, gridDim.y * blockDim.y, gridDim.z * blockDim.z);
    }
    KBUILD_DEVICE static dim3 group_dim()
    {
        return dim3(gridDim.x, gridDim.y, gridDim.z);
    }
    KBUILD_DEVICE static dim3 dim_blocks()
    {
        return group_dim();
    }
    KBUILD_DEVICE static unsigned long long num_blocks()
    {
        return kbuild::grid_blocks();
    }
    KBUILD_DEVICE static dim3 block_index()
    {
        return dim3(blockIdx.x, blockIdx.y, blockIdx.z);
    }
    KBUILD_DEVICE static unsigned long long block_rank()
    {
        return kbuild::grid_block();
    }

  private:
    friend KBUILD_DEVICE grid_group this_grid();
    KBUILD_DEVICE grid_group() : thread_group(kbuild::group_kind::grid, 0)
    {
    }
};

KBUILD_DEVICE grid_group this_grid()
{
    return grid_group();
}

// Groups that AMD GPUs do not have. The names exist, but a program that uses one gets an error at
// compile time that says what to use instead.
#if defined(__clang__)
#define KBUILD_UNAVAILABLE(TEXT) __attribute__((unavailable(TEXT)))
#else
#define KBUILD_UNAVAILABLE(TEXT) __attribute__((error(TEXT)))
#endif
class multi_grid_group : public thread_group
{
  public:
    bool is_valid() const;
    void sync() const;
    unsigned grid_rank() const;
    unsigned num_grids() const;
};
KBUILD_DEVICE multi_grid_group this_multi_grid() KBUILD_UNAVAILABLE(
    "groups over several devices do not exist since CUDA 13, and not on AMD GPUs: "
    "launch one grid a device and synchronise them on the host");
class cluster_group : public thread_group
{
  public:
    void sync() const;
    unsigned block_rank() const;
    unsigned num_blocks() const;
    dim3 block_index() const;
    dim3 dim_blocks() const;
    void barrier_arrive() const;
    void barrier_wait() const;
    unsigned query_shared_rank(const void *) const;
    template <class T> T *map_shared_rank(T *, int) const;
};
KBUILD_DEVICE cluster_group this_cluster() KBUILD_UNAVAILABLE(
    "thread block clusters share memory between blocks, which AMD GPUs cannot do: "
    "use the path of the program for GPUs before sm_90");
#undef KBUILD_UNAVAILABLE

template <class Group> KBUILD_DEVICE void sync(const Group &group)
{
    group.sync();
}
template <class Group>
KBUILD_DEVICE auto thread_rank(const Group &group) -> decltype(group.thread_rank())
{
    return group.thread_rank();
}
template <class Group>
KBUILD_DEVICE auto group_size(const Group &group) -> decltype(group.num_threads())
{
    return group.num_threads();
}

} // namespace cooperative_groups

// ---- Groups of lanes of one warp: tiles of 1 to 32 lanes and coalesced groups.

namespace cooperative_groups
{

// A group of lanes that are active together. Ranks number the members only; bit r of a ballot or a
// match is for the member with rank r.
class coalesced_group : public thread_group
{
  public:
    KBUILD_DEVICE coalesced_group(unsigned members, unsigned meta_rank, unsigned meta_size)
        : thread_group(kbuild::group_kind::lanes, members), meta_rank_(meta_rank),
          meta_size_(meta_size)
    {
    }
    KBUILD_DEVICE unsigned size() const
    {
        return static_cast<unsigned>(kbuild::bit_count(members_));
    }
    KBUILD_DEVICE unsigned num_threads() const
    {
        return size();
    }
    KBUILD_DEVICE unsigned thread_rank() const
    {
        return static_cast<unsigned>(
            kbuild::bit_count(members_ & kbuild::bits_below(kbuild::warp_lane())));
    }
    KBUILD_DEVICE unsigned meta_group_rank() const
    {
        return meta_rank_;
    }
    KBUILD_DEVICE unsigned meta_group_size() const
    {
        return meta_size_;
    }
    KBUILD_DEVICE void sync() const
    {
        kbuild::wave_fence();
    }
    // Returns a mask of the warp's lanes that are members.
    KBUILD_DEVICE unsigned lanes() const
    {
        return members_;
    }

    template <class T> KBUILD_DEVICE T shfl(const T &value, int rank) const
    {
        return kbuild::warp_read(value, lane_of(static_cast<unsigned>(rank)));
    }
    template <class T> KBUILD_DEVICE T shfl_up(const T &value, int delta) const
    {
        const unsigned rank = thread_rank(), from = rank - static_cast<unsigned>(delta);
        return kbuild::warp_read(value, from <= rank ? lane_of(from) : kbuild::warp_lane());
    }
    template <class T> KBUILD_DEVICE T shfl_down(const T &value, unsigned delta) const
    {
        const unsigned from = thread_rank() + delta;
        return kbuild::warp_read(value, from < size() ? lane_of(from) : kbuild::warp_lane());
    }
    KBUILD_DEVICE int any(int predicate) const
    {
        return (kbuild::warp_ballot(predicate != 0) & members_) != 0;
    }
    KBUILD_DEVICE int all(int predicate) const
    {
        return (kbuild::warp_ballot(predicate == 0) & members_) == 0;
    }
    KBUILD_DEVICE unsigned ballot(int predicate) const
    {
        return pack(kbuild::warp_ballot(predicate != 0));
    }
    template <class T> KBUILD_DEVICE unsigned match_any(T value) const
    {
        return pack(kbuild::match_any(members_, static_cast<kbuild::shuffled_t<T>>(value)));
    }
    template <class T> KBUILD_DEVICE unsigned match_all(T value, int &predicate) const
    {
        const unsigned same =
            kbuild::match_all(members_, static_cast<kbuild::shuffled_t<T>>(value));
        predicate = same != 0;
        return pack(same);
    }

  private:
    KBUILD_DEVICE int lane_of(unsigned rank) const
    {
        return kbuild::bit_of_rank(members_, static_cast<int>(rank)) & (kbuild::warp_lanes - 1);
    }
    KBUILD_DEVICE unsigned pack(unsigned bits) const
    {
        return members_ == 0xffffffffu ? bits : kbuild::bits_gather(bits, members_);
    }

    unsigned meta_rank_, meta_size_;
};

KBUILD_DEVICE coalesced_group coalesced_threads()
{
    return coalesced_group(kbuild::warp_active(), 0, 1);
}

template <unsigned Size, class Parent = void> class thread_block_tile;

} // namespace cooperative_groups

namespace kbuild
{

// The base of all tiles of at most a warp. A tile has |size_| lanes, a power of two; a lane's rank
// is the low bits of its number in the warp.
template <unsigned size_> class lane_tile : public cooperative_groups::thread_group
{
    static_assert((size_ & (size_ - 1)) == 0 && size_ >= 1 && size_ <= 32,
                  "a power of two, at most 32");
    static constexpr unsigned low_bits_ = size_ == 32 ? 0xffffffffu : (1u << (size_ % 32)) - 1u;

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
        return static_cast<unsigned>(warp_lane()) & (size_ - 1);
    }
    KBUILD_DEVICE unsigned meta_group_rank() const
    {
        return meta_rank_;
    }
    KBUILD_DEVICE unsigned meta_group_size() const
    {
        return meta_size_;
    }
    KBUILD_DEVICE static void sync()
    {
        wave_fence();
    }
    KBUILD_DEVICE static unsigned lanes()
    {
        return low_bits_ << first_lane();
    }

    template <class T> KBUILD_DEVICE T shfl(const T &value, int rank) const
    {
        return shuffle_index(value, rank, size_);
    }
    template <class T> KBUILD_DEVICE T shfl_up(const T &value, unsigned delta) const
    {
        return shuffle_up(value, delta, size_);
    }
    template <class T> KBUILD_DEVICE T shfl_down(const T &value, unsigned delta) const
    {
        return shuffle_down(value, delta, size_);
    }
    template <class T> KBUILD_DEVICE T shfl_xor(const T &value, unsigned mask) const
    {
        return shuffle_xor(value, static_cast<int>(mask), size_);
    }
    KBUILD_DEVICE int any(int predicate) const
    {
        return (warp_ballot(predicate != 0) & lanes()) != 0;
    }
    KBUILD_DEVICE int all(int predicate) const
    {
        return (warp_ballot(predicate == 0) & lanes()) == 0;
    }
    KBUILD_DEVICE unsigned ballot(int predicate) const
    {
        return pack(warp_ballot(predicate != 0));
    }
    template <class T> KBUILD_DEVICE unsigned match_any(T value) const
    {
        return pack(kbuild::match_any(lanes(), static_cast<shuffled_t<T>>(value)));
    }
    template <class T> KBUILD_DEVICE unsigned match_all(T value, int &predicate) const
    {
        const unsigned same = kbuild::match_all(lanes(), static_cast<shuffled_t<T>>(value));
        predicate = same != 0;
        return pack(same);
    }

  protected:
    KBUILD_DEVICE lane_tile(unsigned meta_rank, unsigned meta_size)
        : thread_group(group_kind::lanes, lanes()), meta_rank_(meta_rank), meta_size_(meta_size)
    {
    }

  private:
    KBUILD_DEVICE static int first_lane()
    {
        return warp_lane() & static_cast<int>(32u - size_);
    }
    KBUILD_DEVICE static unsigned pack(unsigned bits)
    {
        return bits >> first_lane() & low_bits_;
    }

    unsigned meta_rank_, meta_size_;
};

template <unsigned size> class wide_tile;

// The class of a tile of |size| threads: wide_tile if |wide|, else lane_tile.
template <unsigned size, bool wide> struct tile_of {
    using type = lane_tile<size>;
};
template <unsigned size> struct tile_of<size, true> {
    using type = wide_tile<size>;
};

// Returns how many tiles of |size| threads a parent has.
template <class Parent> KBUILD_DEVICE unsigned tiles_in(const Parent &parent, unsigned size)
{
    return (static_cast<unsigned>(parent.num_threads()) + size - 1) / size;
}

} // namespace kbuild

namespace cooperative_groups
{

// A tile of |Size| threads whose type does not say what it is a part of.
template <unsigned Size>
class thread_block_tile<Size, void>
    : public kbuild::tile_of<Size, (Size > kbuild::warp_lanes)>::type
{
    using base = typename kbuild::tile_of<Size, (Size > kbuild::warp_lanes)>::type;

  public:
    KBUILD_DEVICE thread_block_tile(unsigned meta_rank, unsigned meta_size)
        : base(meta_rank, meta_size)
    {
    }
    KBUILD_DEVICE thread_block_tile(const thread_block &parent)
        : base(parent.thread_rank() / Size, kbuild::tiles_in(parent, Size))
    {
    }
};

// A tile of |Size| threads of a |Parent|. It converts to its base, the tile whose type does not
// name the parent.
template <unsigned Size, class Parent>
class thread_block_tile : public thread_block_tile<Size, void>
{
  public:
    KBUILD_DEVICE thread_block_tile(const Parent &parent)
        : thread_block_tile<Size, void>(static_cast<unsigned>(parent.thread_rank()) / Size,
                                        kbuild::tiles_in(parent, Size))
    {
    }
};

KBUILD_DEVICE thread_block_tile<1, void> this_thread()
{
    return thread_block_tile<1, void>(0, 1);
}

} // namespace cooperative_groups

#endif
