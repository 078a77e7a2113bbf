/* Addresses of lanes. See "Flat Memory Instructions" and "Data Share" in the ISA documents, and
 * "Flat Scratch" in LLVM's AMDGPU usage guide.
 */
#include "address.h"
#include "lanes.h"

#include "core/device.h"
#include "core/dispatch.h"

#include <string.h>

/* Returns the wave's size, 32 or 64. The mask tells the compiler that loops over lanes have whole
 * vectors. */
static unsigned lanes_of(const struct wave *wave)
{
    return wave->lanes & ~31u;
}

bool address_global(struct wave *wave, const struct op *op, const struct operand *address,
                    const struct operand *base, unsigned bytes, enum access access,
                    struct lane_memory *out)
{
    const unsigned count = lanes_of(wave);
    uint64_t *at = out->at, offset = (uint64_t)(int64_t)op->offset;
    const uint32_t *low = operand_lanes(wave, address), *high = low + wave->lanes;
    out->exec = out->mask = wave_exec(wave);
    out->step = 4;
    out->is_shared = true;
    if (out->exec == 0)
        return false;
    if (base->kind == OPERAND_OFF) {
        EACH_LANE for (unsigned i = 0; i < count; i++)
        {
            at[i] = ((uint64_t)high[i] << 32 | low[i]) + offset;
        }
    } else {
        offset += scalar_read(wave, base);
        EACH_LANE for (unsigned i = 0; i < count; i++)
        {
            at[i] = low[i] + offset;
        }
    }
    check_global(wave, op, at, out->exec, bytes, access);
    return true;
}

void place_in_lds(struct wave *wave, const struct op *op, const uint32_t *offsets, unsigned bytes,
                  enum access access, struct lane_memory *out)
{
    const unsigned count = lanes_of(wave);
    uint64_t *at = out->at, base = (uint64_t)(uintptr_t)wave->group->lds;
    out->step = 4;
    out->is_shared = false;
    out->mask = check_lds(wave, op, offsets, out->exec, bytes, access);
    EACH_LANE for (unsigned i = 0; i < count; i++)
    {
        at[i] = base + offsets[i];
    }
}

/* Scratch is stored as [dword][lane]: the same dword of all lanes is side by side. */
void place_in_scratch(struct wave *wave, const struct op *op, const uint32_t *offsets,
                      unsigned bytes, enum access access, struct lane_memory *out)
{
    const unsigned count = lanes_of(wave);
    uint64_t *at = out->at, base = (uint64_t)(uintptr_t)wave->scratch;
    out->step = 4 * wave->lanes;
    out->is_shared = false;
    out->mask = check_scratch(wave, op, offsets, out->exec, bytes, access);
    EACH_LANE for (unsigned i = 0; i < count; i++)
    {
        at[i] = base + (uint64_t)(offsets[i] & ~3u) * wave->lanes + 4 * i + (offsets[i] & 3);
    }
}

bool address_scratch(struct wave *wave, const struct op *op, const struct operand *address,
                     const struct operand *base, unsigned bytes, enum access access,
                     struct lane_memory *out)
{
    const unsigned count = lanes_of(wave);
    _Alignas(64) uint32_t offsets[LANES_MAX];
    uint32_t offset = (uint32_t)op->offset;
    out->exec = wave_exec(wave);
    if (out->exec == 0)
        return false;
    if (base->kind != OPERAND_OFF)
        offset += (uint32_t)scalar_read(wave, base);
    const uint32_t *lanes = address->kind == OPERAND_OFF ? NULL : operand_lanes(wave, address);
    EACH_LANE for (unsigned i = 0; i < count; i++)
    {
        offsets[i] = offset + (lanes ? lanes[i] : 0);
    }
    place_in_scratch(wave, op, offsets, bytes, access, out);
    return true;
}

bool address_lds(struct wave *wave, const struct op *op, const struct operand *address,
                 uint32_t offset, unsigned bytes, enum access access, struct lane_memory *out)
{
    const unsigned count = lanes_of(wave);
    _Alignas(64) uint32_t offsets[LANES_MAX];
    const uint32_t *lanes = operand_lanes(wave, address);
    if (op->gds)
        not_emulated(wave, op, LACKS_GDS);
    out->exec = wave_exec(wave);
    if (out->exec == 0)
        return false;
    EACH_LANE for (unsigned i = 0; i < count; i++)
    {
        offsets[i] = lanes[i] + offset;
    }
    place_in_lds(wave, op, offsets, bytes, access, out);
    return true;
}

bool address_flat(struct wave *wave, const struct op *op, const struct operand *address,
                  unsigned bytes, enum access access, struct flat_memory *out)
{
    const unsigned count = lanes_of(wave);
    const struct device *device = wave->group->dispatch->device;
    struct lane_memory *global = &out->parts[0], *lds = &out->parts[1], *scratch = &out->parts[2];
    _Alignas(64) uint32_t offsets[LANES_MAX];
    uint32_t shared = (uint32_t)(device->shared_aperture >> 32);
    uint32_t private = (uint32_t)(device->private_aperture >> 32);
    const uint32_t *low = operand_lanes(wave, address), *high = low + wave->lanes;
    uint64_t exec = wave_exec(wave), offset = (uint64_t)(int64_t)op->offset;
    if (exec == 0)
        return false;
    lds->exec = scratch->exec = 0;
    uint32_t is_elsewhere = 0;
    EACH_LANE for (unsigned i = 0; i < count; i++)
    {
        is_elsewhere |= (uint32_t)(high[i] == shared) | (uint32_t)(high[i] == private);
    }
    for (uint64_t rest = is_elsewhere ? exec : 0; rest; rest &= rest - 1) {
        unsigned i = (unsigned)__builtin_ctzll(rest);
        lds->exec |= (uint64_t)(high[i] == shared) << i;
        scratch->exec |= (uint64_t)(high[i] == private) << i;
    }
    global->exec = global->mask = exec & ~lds->exec & ~scratch->exec;
    global->step = 4;
    global->is_shared = true;
    for (unsigned i = 0; i < count; i++) {
        global->at[i] = ((uint64_t)high[i] << 32 | low[i]) + offset;
        offsets[i] = (uint32_t)global->at[i];
    }
    if (global->exec)
        check_global(wave, op, global->at, global->exec, bytes, access);
    if (lds->exec)
        place_in_lds(wave, op, offsets, bytes, access, lds);
    if (scratch->exec)
        place_in_scratch(wave, op, offsets, bytes, access, scratch);
    return true;
}

void not_emulated(struct wave *wave, const struct op *op, enum lacks what)
{
    static const char *const names[] = {
        [LACKS_GDS] = "global data share, which is not emulated",
        [LACKS_LDS_LOAD] = "loads into LDS of this size, which are not emulated",
        [LACKS_TFE] = "texture fail enable, which is not emulated",
        [LACKS_FORMATS] = "buffer formats, which are not emulated",
    };
    wave_fault(wave, FAULT_ILLEGAL_INSTRUCTION, "%s needs %s", op->instruction->name, names[what]);
}

void run_not_emulated(struct wave *wave, const struct op *op)
{
    not_emulated(wave, op, (enum lacks)op->instruction->argument);
}
