/* See operands.h. */
#include "operands.h"

#include <stdio.h>
#include <string.h>

static const uint16_t edges_16[] = {0,      0x8000, 1,      0x8001, 0x03ff, 0x0400, 0x8400, 0x3800,
                                    0x3c00, 0xbc00, 0x3bff, 0x3c01, 0x3e00, 0x4000, 0x6400, 0x7bff,
                                    0xfbff, 0x7c00, 0xfc00, 0x7e00, 0xfe01, 0x7c01, 0xfd00, 0x5bff};
static const uint32_t edges_32[] = {
    0,          0x80000000, 1,          0x80000001, 0x007fffff, 0x00800000, 0x80800000,
    0x3f000000, 0x3f800000, 0xbf800000, 0x3f7fffff, 0x3f800001, 0x3fc00000, 0x40000000,
    0x4b000000, 0x4b7fffff, 0xcf000000, 0x4f000000, 0x4f800000, 0x7f7fffff, 0xff7fffff,
    0x7f800000, 0xff800000, 0x7fc00000, 0xffc12345, 0x7f800001, 0xffa00000};
static const uint64_t edges_64[] = {0,
                                    0x8000000000000000,
                                    1,
                                    0x8000000000000001,
                                    0x000fffffffffffff,
                                    0x0010000000000000,
                                    0x8010000000000000,
                                    0x3fe0000000000000,
                                    0x3ff0000000000000,
                                    0xbff0000000000000,
                                    0x3fefffffffffffff,
                                    0x3ff0000000000001,
                                    0x3ff8000000000000,
                                    0x4330000000000000,
                                    0x433fffffffffffff,
                                    0x41dfffffffc00000,
                                    0xc1e0000000000000,
                                    0x41f0000000000000,
                                    0x7fefffffffffffff,
                                    0xffefffffffffffff,
                                    0x7ff0000000000000,
                                    0xfff0000000000000,
                                    0x7ff8000000000000,
                                    0xfff8000000012345,
                                    0x7ff0000000000001,
                                    0xfff4000000000000};

unsigned operand_edges(enum format format)
{
    return format == F16   ? sizeof edges_16 / sizeof edges_16[0]
           : format == F32 ? sizeof edges_32 / sizeof edges_32[0]
                           : sizeof edges_64 / sizeof edges_64[0];
}

uint64_t operand_edge(enum format format, unsigned index)
{
    index %= operand_edges(format);
    return format == F16 ? edges_16[index] : format == F32 ? edges_32[index] : edges_64[index];
}

uint64_t operand_random(struct harness_random *random, enum format format)
{
    uint64_t bits = random_bits(random), more = random_bits(random);
    switch (more & 7) {
    case 0:
    case 1: return operand_edge(format, (unsigned)(more >> 8));
    case 2: /* few bits set: ties, exact results */
        bits &= format == F64 ? 0xffffe00000000000 : format == F32 ? 0xffff8000 : 0xffc0;
        break;
    default: break;
    }
    if (more & 8) { /* around 1 */
        if (format == F16)
            bits = (bits & 0x83ff) | (0x3400 + (bits >> 16 & 0x1c00));
        else if (format == F32)
            bits = (bits & 0x807fffff) | (0x3d000000 + ((bits >> 32 & 15) << 23));
        else
            bits = (bits & 0x800fffffffffffff) | (0x3fb0000000000000 + ((more >> 16 & 15) << 52));
    }
    return format == F16 ? bits & 0xffff : format == F32 ? bits & UINT32_MAX : bits;
}

uint64_t lane_get(const struct harness_state *state, unsigned reg, unsigned lane,
                  enum format format)
{
    if (format == F64)
        return state_pair(state, reg, lane);
    return state->vgpr[reg][lane] & (format == F16 ? 0xffff : UINT32_MAX);
}

/* The upper half of a register that holds a half is left as it is: noise. */
void lane_set(struct harness_state *state, unsigned reg, unsigned lane, enum format format,
              uint64_t bits)
{
    uint32_t kept = format == F16 ? state->vgpr[reg][lane] & 0xffff0000 : 0;
    state->vgpr[reg][lane] = kept | (uint32_t)bits;
    if (format == F64)
        state->vgpr[reg + 1][lane] = (uint32_t)(bits >> 32);
}

char *operand_text(char *out, size_t size, const char *pattern, enum format result,
                   const enum format sources[3])
{
    size_t length = 0;
    out[0] = '\0';
    for (const char *at = pattern; *at && length + 16 < size; at++) {
        unsigned reg = *at == 'D' ? RESULT : FIRST_SOURCE + 2 * (unsigned)(*at - 'A');
        bool is_operand = strchr("ABCD", *at) && (at == pattern || !strchr("_", at[-1]));
        enum format format = *at == 'D' ? result : is_operand ? sources[*at - 'A'] : F32;
        if (!is_operand)
            length += (size_t)snprintf(out + length, size - length, "%c", *at);
        else if (format == F64)
            length += (size_t)snprintf(out + length, size - length, "v[%u:%u]", reg, reg + 1);
        else
            length += (size_t)snprintf(out + length, size - length, "v%u", reg);
    }
    return out;
}
