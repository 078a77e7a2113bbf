// PTX's special registers for lanes, and operations between the lanes of a warp. A warp has 32
// lanes; a wave of 64 lanes holds two warps.
#ifndef KBUILD_PTX_LANE_H
#define KBUILD_PTX_LANE_H
#pragma GCC system_header

#include "ptx_value.h"
#include "warp.h"
#include "wave.h"

namespace kbuild
{
namespace ptx
{

KBUILD_DEVICE u32 laneid()
{
    return static_cast<u32>(warp_lane());
}
KBUILD_DEVICE u32 lanemask_eq()
{
    return 1u << laneid();
}
KBUILD_DEVICE u32 lanemask_lt()
{
    return lanemask_eq() - 1u;
}
KBUILD_DEVICE u32 lanemask_le()
{
    return lanemask_lt() | lanemask_eq();
}
KBUILD_DEVICE u32 lanemask_gt()
{
    return ~lanemask_le();
}
KBUILD_DEVICE u32 lanemask_ge()
{
    return ~lanemask_lt();
}

// The lane that a shuffle reads. In |control|, the last operand of shfl, bits 0 to 4 are the last
// lane of a segment of lanes, and bits 8 to 12 say which bits of a lane's number are the number of
// its segment.
struct shuffle_source {
    u32 lane;
    bool inside; // whether the source is inside the segment; otherwise the lane reads its own value
};
enum shuffle_mode { shuffle_up_mode, shuffle_down_mode, shuffle_bfly_mode, shuffle_idx_mode };
template <shuffle_mode mode>
KBUILD_BOTH shuffle_source shuffle_from(u32 lane, u32 operand, u32 control)
{
    const u32 by = operand & 31u, last = control & 31u, segment = control >> 8 & 31u;
    const u32 most = (lane & segment) | (last & ~segment), least = lane & segment;
    const u32 from = mode == shuffle_up_mode     ? lane - by
                     : mode == shuffle_down_mode ? lane + by
                     : mode == shuffle_bfly_mode ? lane ^ by
                                                 : least | (by & ~segment);
    const bool inside =
        mode == shuffle_up_mode ? static_cast<s32>(from) >= static_cast<s32>(most) : from <= most;
    return {inside ? from : lane, inside};
}
template <shuffle_mode mode>
KBUILD_DEVICE b32 shuffle(b32 value, u32 operand, u32 control, bool &inside)
{
    const shuffle_source source = shuffle_from<mode>(laneid(), operand, control);
    inside = source.inside;
    return static_cast<b32>(
        wave_word(static_cast<int>(value), warp_base() + static_cast<int>(source.lane)));
}
// The lanes of a wave run in step, so that the mask of members is ignored.
#define KBUILD_PTX_SHUFFLE(MODE)                                                                   \
    KBUILD_DEVICE b32 shfl_##MODE##_b32(in<b32> value, in<u32> operand, in<u32> control)           \
    {                                                                                              \
        bool inside;                                                                               \
        return shuffle<shuffle_##MODE##_mode>(value, operand, control, inside);                    \
    }                                                                                              \
    KBUILD_DEVICE b32 shfl_##MODE##_b32(in<b32> value, in<u32> operand, in<u32> control,           \
                                        bool &inside)                                              \
    {                                                                                              \
        return shuffle<shuffle_##MODE##_mode>(value, operand, control, inside);                    \
    }                                                                                              \
    KBUILD_DEVICE b32 shfl_sync_##MODE##_b32(in<b32> value, in<u32> operand, in<u32> control,      \
                                             in<u32>)                                              \
    {                                                                                              \
        bool inside;                                                                               \
        return shuffle<shuffle_##MODE##_mode>(value, operand, control, inside);                    \
    }                                                                                              \
    KBUILD_DEVICE b32 shfl_sync_##MODE##_b32(in<b32> value, in<u32> operand, in<u32> control,      \
                                             in<u32>, bool &inside)                                \
    {                                                                                              \
        return shuffle<shuffle_##MODE##_mode>(value, operand, control, inside);                    \
    }
KBUILD_PTX_SHUFFLE(up)
KBUILD_PTX_SHUFFLE(down)
KBUILD_PTX_SHUFFLE(bfly)
KBUILD_PTX_SHUFFLE(idx)
#undef KBUILD_PTX_SHUFFLE

KBUILD_DEVICE u32 activemask_b32()
{
    return warp_active();
}
KBUILD_DEVICE b32 vote_sync_ballot_b32(bool predicate, in<u32> members)
{
    return warp_ballot(predicate) & members;
}
KBUILD_DEVICE bool vote_sync_any_pred(bool predicate, in<u32> members)
{
    return vote_sync_ballot_b32(predicate, members) != 0;
}
KBUILD_DEVICE bool vote_sync_all_pred(bool predicate, in<u32> members)
{
    return vote_sync_ballot_b32(!predicate, members) == 0;
}
KBUILD_DEVICE bool vote_sync_uni_pred(bool predicate, in<u32> members)
{
    return vote_sync_all_pred(predicate, members) || vote_sync_all_pred(!predicate, members);
}
KBUILD_DEVICE b32 vote_ballot_b32(bool predicate)
{
    return warp_ballot(predicate);
}
KBUILD_DEVICE bool vote_any_pred(bool predicate)
{
    return vote_sync_any_pred(predicate, ~0u);
}
KBUILD_DEVICE bool vote_all_pred(bool predicate)
{
    return vote_sync_all_pred(predicate, ~0u);
}
KBUILD_DEVICE bool vote_uni_pred(bool predicate)
{
    return vote_sync_uni_pred(predicate, ~0u);
}

#define KBUILD_PTX_MATCH(TYPE)                                                                     \
    KBUILD_DEVICE b32 match_any_sync_##TYPE(in<TYPE> value, in<u32> members)                       \
    {                                                                                              \
        return match_any(members.value, value.value);                                              \
    }                                                                                              \
    KBUILD_DEVICE b32 match_all_sync_##TYPE(in<TYPE> value, in<u32> members)                       \
    {                                                                                              \
        return match_all(members.value, value.value);                                              \
    }                                                                                              \
    KBUILD_DEVICE b32 match_all_sync_##TYPE(in<TYPE> value, in<u32> members, bool &all)            \
    {                                                                                              \
        const b32 matching = match_all(members.value, value.value);                                \
        all = matching != 0;                                                                       \
        return matching;                                                                           \
    }
KBUILD_PTX_MATCH(b32)
KBUILD_PTX_MATCH(b64)
#undef KBUILD_PTX_MATCH

#define KBUILD_PTX_REDUX(OP, TYPE)                                                                 \
    KBUILD_DEVICE TYPE redux_sync_##OP##_##TYPE(in<TYPE> value, in<u32> members)                   \
    {                                                                                              \
        return __reduce_##OP##_sync(members, value.value);                                         \
    }
KBUILD_PTX_REDUX(add, u32)
KBUILD_PTX_REDUX(add, s32)
KBUILD_PTX_REDUX(min, u32)
KBUILD_PTX_REDUX(min, s32)
KBUILD_PTX_REDUX(max, u32)
KBUILD_PTX_REDUX(max, s32)
KBUILD_PTX_REDUX(and, b32)
KBUILD_PTX_REDUX(or, b32)
KBUILD_PTX_REDUX(xor, b32)
#undef KBUILD_PTX_REDUX

// Elects the first of the members.
KBUILD_DEVICE u32 elect_sync(in<u32> members, bool &elected)
{
    const u32 leader = members.value ? static_cast<u32>(__builtin_ctz(members.value)) : 0u;
    elected = leader == laneid();
    return leader;
}
KBUILD_DEVICE u32 elect_sync(in<u32> members)
{
    bool elected;
    return elect_sync(members, elected);
}

// Transposes a matrix of 8 by 8 elements of 16 bits. Each lane has two neighbours of a row.
KBUILD_DEVICE b32 movmatrix_trans_b16(in<b32> two)
{
    const int lane = warp_lane(), row = lane / 4;
    b32 result = 0;
    for (int i = 0; i < 2; ++i) {
        const int column = lane % 4 * 2 + i;
        const u32 word = static_cast<u32>(
            wave_word(static_cast<int>(two.value), warp_base() + column * 4 + row / 2));
        result |= (word >> (row % 2 * 16) & 0xffffu) << (16 * i);
    }
    return result;
}

KBUILD_DEVICE void bar_warp_sync(in<u32>)
{
    wave_fence();
}

} // namespace ptx
} // namespace kbuild

#endif
