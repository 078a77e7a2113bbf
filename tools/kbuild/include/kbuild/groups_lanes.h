// Cooperative groups of lanes of one warp: tiles of 1 to 32 lanes and coalesced groups.
#ifndef KBUILD_GROUPS_LANES_H
#define KBUILD_GROUPS_LANES_H
#pragma GCC system_header

#include "groups.h"

namespace cooperative_groups
{

// Lanes that are active together. Ranks count members; so do the bits of ballots and matches.
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
    // The lanes of the warp that are members.
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

// What is the same in all tiles of at most a warp. |size| lanes, a power of two; ranks are the low
// bits of the lane's number.
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

// Which of the two a size takes.
template <unsigned size, bool wide> struct tile_of {
    using type = lane_tile<size>;
};
template <unsigned size> struct tile_of<size, true> {
    using type = wide_tile<size>;
};

// How many tiles of |size| a parent has.
template <class Parent> KBUILD_DEVICE unsigned tiles_in(const Parent &parent, unsigned size)
{
    return (static_cast<unsigned>(parent.num_threads()) + size - 1) / size;
}

} // namespace kbuild

namespace cooperative_groups
{

// A tile that has forgotten what it is part of.
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

// A part of a |Parent|; being its own base, it converts to the tile above.
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
