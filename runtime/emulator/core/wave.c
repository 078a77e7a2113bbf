/* The scalar state of a wave: registers, lane masks, the MODE register. */
#include "core/wave.h"

#include "core/device.h"

static uint64_t special_read(const struct wave *wave, const struct operand *operand)
{
    const struct device *device = wave->device;
    switch ((enum operand_kind)operand->kind) {
    case OPERAND_SCC: return wave->scc;
    case OPERAND_EXECZ: return wave_exec(wave) == 0;
    case OPERAND_VCCZ: return wave_vcc(wave) == 0;
    /* Apertures: the upper half of a flat address tells whether the address is in LDS or in
     * scratch. */
    case OPERAND_SHARED_BASE: return device->shared_aperture;
    case OPERAND_SHARED_LIMIT: return device->shared_aperture | UINT32_MAX;
    case OPERAND_PRIVATE_BASE: return device->private_aperture;
    case OPERAND_PRIVATE_LIMIT: return device->private_aperture | UINT32_MAX;
    default: return 0;
    }
}

uint64_t scalar_read(const struct wave *wave, const struct operand *operand)
{
    if (operand->kind == OPERAND_CONST)
        return operand->value;
    if (operand->kind != OPERAND_SGPR)
        return special_read(wave, operand);
    if (operand->reg == SGPR_NULL)
        return 0;
    uint64_t low = wave->sgpr[operand->reg];
    return type_words(operand->type) == 2 ? (uint64_t)wave->sgpr[operand->reg + 1] << 32 | low
                                          : low;
}

void scalar_write(struct wave *wave, const struct operand *operand, uint64_t value)
{
    if (operand->kind != OPERAND_SGPR || operand->reg == SGPR_NULL)
        return;
    wave->sgpr[operand->reg] = (uint32_t)value;
    if (type_words(operand->type) == 2)
        wave->sgpr[operand->reg + 1] = (uint32_t)(value >> 32);
}

uint64_t mask_read(const struct wave *wave, const struct operand *operand)
{
    if (wave->lanes == 64 || operand->kind != OPERAND_SGPR || operand->reg == SGPR_NULL)
        return scalar_read(wave, operand);
    return wave->sgpr[operand->reg];
}

void mask_write(struct wave *wave, const struct operand *operand, uint64_t value)
{
    if (operand->kind != OPERAND_SGPR || operand->reg == SGPR_NULL)
        return;
    wave->sgpr[operand->reg] = (uint32_t)value;
    if (wave->lanes == 64)
        wave->sgpr[operand->reg + 1] = (uint32_t)(value >> 32);
}

/* Sets MODE, whose fields are FP_ROUND in bits 0 to 3, FP_DENORM 4 to 7, DX10_CLAMP 8, IEEE 9; see
 * "Mode Register" in the ISA documents. In a denorm field, the low bit allows denormal sources, the
 * high bit denormal results. */
void wave_set_mode(struct wave *wave, uint32_t mode)
{
    wave->mode = mode;
    wave->fp = (struct float_mode){
        .round32 = mode & 3,
        .round16_64 = mode >> 2 & 3,
        .flush_in32 = !(mode >> 4 & 1),
        .flush_out32 = !(mode >> 5 & 1),
        .flush_in16_64 = !(mode >> 6 & 1),
        .flush_out16_64 = !(mode >> 7 & 1),
        .dx10_clamp = mode >> 8 & 1,
        .ieee = mode >> 9 & 1,
        .is_usual = (mode & 0xff) == 0xf0,
    };
}
