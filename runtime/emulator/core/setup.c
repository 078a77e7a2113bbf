/* The initial state of a launch and of its waves: the AQL packet, the kernel's arguments, the SGPRs
 * and VGPRs. See "Initial Kernel Execution State", "Kernel Descriptor" and the hidden arguments
 * under "Code Object V5 Metadata" in LLVM's AMDGPU usage guide.
 */
#include "workgroup.h"

#include "core/kernel.h"
#include "memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Offsets of the apertures in amd_queue_t, the queue that a kernel's queue pointer points to. */
enum { QUEUE_SHARED_APERTURE = 0x40, QUEUE_PRIVATE_APERTURE = 0x44 };

enum { PACKET_BYTES = 512 }; /* how many bytes the packet and the queue behind it take */
enum { KERNARG_ALIGNMENT = 64 };

/* ---- The arguments of a kernel --------------------------------------------------------------- */

struct hidden {
    const char *kind;
    uint64_t value;
};

/* Returns the value of the hidden argument |kind|, which the runtime supplies; 0 for kinds that
 * this function does not know. */
static uint64_t hidden_value(const struct dispatch *dispatch, const char *kind)
{
    const struct launch *launch = dispatch->launch;
    const struct device *device = dispatch->device;
    const uint32_t *last = launch->last_block;
    bool is_partial[3];
    uint32_t whole[3], rest[3];
    for (int i = 0; i < 3; i++) {
        is_partial[i] = last[i] != 0 && last[i] != launch->block[i];
        whole[i] = launch->grid[i] - is_partial[i];
        rest[i] = is_partial[i] ? last[i] : 0;
    }
    const struct hidden values[] = {
        {"hidden_block_count_x", whole[0]},
        {"hidden_block_count_y", whole[1]},
        {"hidden_block_count_z", whole[2]},
        {"hidden_group_size_x", launch->block[0]},
        {"hidden_group_size_y", launch->block[1]},
        {"hidden_group_size_z", launch->block[2]},
        {"hidden_remainder_x", rest[0]},
        {"hidden_remainder_y", rest[1]},
        {"hidden_remainder_z", rest[2]},
        {"hidden_grid_dims", launch->grid[2] > 1 || launch->block[2] > 1   ? 3
                             : launch->grid[1] > 1 || launch->block[1] > 1 ? 2
                                                                           : 1},
        {"hidden_dynamic_lds_size", launch->dynamic_lds},
        {"hidden_private_base", device->private_aperture >> 32},
        {"hidden_shared_base", device->shared_aperture >> 32},
        {"hidden_queue_ptr", (uint64_t)(uintptr_t)(dispatch->packet + 1)},
        {"hidden_hostcall_buffer", (uint64_t)(uintptr_t)launch->hostcall_buffer},
        {"hidden_printf_buffer", (uint64_t)(uintptr_t)launch->printf_buffer},
        {"hidden_multigrid_sync_arg", (uint64_t)(uintptr_t)launch->multigrid_sync},
        {"hidden_heap_v1", (uint64_t)(uintptr_t)launch->heap},
    };
    for (size_t i = 0; i < sizeof values / sizeof values[0]; i++) {
        if (strcmp(values[i].kind, kind) == 0)
            return values[i].value;
    }
    return 0;
}

static void fill_arguments(struct dispatch *dispatch)
{
    const struct kernel *kernel = dispatch->kernel;
    const struct launch *launch = dispatch->launch;
    size_t given = launch->argument_bytes < kernel->kernarg_size ? launch->argument_bytes
                                                                 : kernel->kernarg_size;
    memset(dispatch->kernarg, 0, kernel->kernarg_size);
    if (given)
        memcpy(dispatch->kernarg, launch->arguments, given);
    for (size_t i = 0; i < kernel->argument_count; i++) {
        const struct kernel_argument *argument = &kernel->arguments[i];
        if (argument->kind != ARGUMENT_HIDDEN)
            continue;
        uint64_t value = hidden_value(dispatch, argument->value_kind);
        memcpy(dispatch->kernarg + argument->offset, &value,
               argument->size < sizeof value ? argument->size : sizeof value);
    }
}

static void fill_packet(struct dispatch *dispatch)
{
    const struct launch *launch = dispatch->launch;
    struct dispatch_packet *packet = dispatch->packet;
    uint8_t *queue = (uint8_t *)(packet + 1);
    uint32_t shared = (uint32_t)(dispatch->device->shared_aperture >> 32);
    uint32_t private = (uint32_t)(dispatch->device->private_aperture >> 32);
    memset(packet, 0, PACKET_BYTES);
    packet->header = 2; /* the type of the packet: 2 is a kernel dispatch */
    packet->setup = 3;
    for (int i = 0; i < 3; i++) {
        uint32_t last = launch->last_block[i] ? launch->last_block[i] : launch->block[i];
        packet->workgroup_size[i] = (uint16_t)launch->block[i];
        packet->grid_size[i] = (launch->grid[i] - 1) * launch->block[i] + last;
    }
    packet->private_segment_size = dispatch->scratch_bytes;
    packet->group_segment_size = dispatch->lds_bytes;
    packet->kernel_object =
        (uint64_t)(uintptr_t)dispatch->program->image + dispatch->kernel->descriptor.address;
    packet->kernarg_address = (uint64_t)(uintptr_t)dispatch->kernarg;
    memcpy(queue + QUEUE_SHARED_APERTURE, &shared, sizeof shared);
    memcpy(queue + QUEUE_PRIVATE_APERTURE, &private, sizeof private);
}

static bool fail(struct fault *fault, const struct kernel *kernel, const char *what,
                 unsigned long long asked, unsigned long long limit)
{
    fault->kind = FAULT_LIMIT;
    snprintf(fault->message, sizeof fault->message,
             "kernel '%.200s': %s: %llu, and %llu is the most", kernel->name, what, asked, limit);
    return false;
}

static bool fail_empty(struct fault *fault, const struct kernel *kernel)
{
    fault->kind = FAULT_LIMIT;
    snprintf(fault->message, sizeof fault->message, "kernel '%.200s' has no code", kernel->name);
    return false;
}

static bool check_limits(const struct dispatch *dispatch, struct fault *fault)
{
    enum { WORKGROUP_MAX = 1024 }; /* the most work-items of a workgroup on every device */
    struct codeobj_error error;
    const struct launch *launch = dispatch->launch;
    const struct kernel *kernel = dispatch->kernel;
    uint64_t threads = (uint64_t)launch->block[0] * launch->block[1] * launch->block[2];
    uint64_t lds = (uint64_t)kernel->group_segment + launch->dynamic_lds;
    if (kernel->is_empty)
        return fail_empty(fault, kernel);
    if (threads == 0 || launch->grid[0] == 0 || launch->grid[1] == 0 || launch->grid[2] == 0)
        return fail(fault, kernel, "work-items of a workgroup, or workgroups of the grid", 0, 0);
    if (threads > kernel->max_workgroup || threads > WORKGROUP_MAX)
        return fail(fault, kernel, "work-items of a workgroup", threads,
                    kernel->max_workgroup < WORKGROUP_MAX ? kernel->max_workgroup : WORKGROUP_MAX);
    if (lds > dispatch->program->target->lds_bytes)
        return fail(fault, kernel, "bytes of LDS", lds, dispatch->program->target->lds_bytes);
    for (int i = 0; i < 3; i++) {
        if ((uint64_t)launch->grid[i] * launch->block[i] > UINT32_MAX)
            return fail(fault, kernel, "work-items of a dimension",
                        (uint64_t)launch->grid[i] * launch->block[i], UINT32_MAX);
    }
    if (kernel_check_limits(dispatch->program, kernel, &error) != CODEOBJ_OK) {
        fault->kind = FAULT_LIMIT;
        snprintf(fault->message, sizeof fault->message, "%s", error.message);
        return false;
    }
    return true;
}

bool dispatch_prepare(struct dispatch *dispatch, struct device *device, const struct launch *launch,
                      struct fault *fault)
{
    const struct kernel *kernel = launch->kernel;
    uint64_t threads = (uint64_t)launch->block[0] * launch->block[1] * launch->block[2];
    struct codeobj_error error;
    *dispatch = (struct dispatch){
        .launch = launch,
        .program = launch->program,
        .kernel = kernel,
        .device = device,
        .lanes = kernel->wave_size,
        .waves_per_group = (unsigned)((threads + kernel->wave_size - 1) / kernel->wave_size),
        .lds_bytes = kernel->group_segment + launch->dynamic_lds,
        /* a dynamic stack grows after the scratch that the kernel states */
        .scratch_bytes =
            (kernel->private_segment + (kernel->uses_dynamic_stack ? 16384 : 0) + 3) & ~3u,
    };
    if (!check_limits(dispatch, fault))
        return false;
    dispatch->ops = program_ops(launch->program, kernel->wave_size, &error);
    if (!dispatch->ops) {
        fault->kind = FAULT_ILLEGAL_INSTRUCTION;
        snprintf(fault->message, sizeof fault->message, "%s", error.message);
        return false;
    }
    /* compilers may widen a scalar load past the last argument, but not across this alignment */
    size_t kernarg_bytes =
        (kernel->kernarg_size + KERNARG_ALIGNMENT - 1) & ~(size_t)(KERNARG_ALIGNMENT - 1);
    dispatch->block_bytes = PACKET_BYTES + kernarg_bytes;
    dispatch->packet = block_take(device, dispatch->block_bytes);
    if (launch->is_cooperative)
        dispatch->grid_barrier = calloc(1, sizeof *dispatch->grid_barrier);
    if (!dispatch->packet || (launch->is_cooperative && !dispatch->grid_barrier)) {
        dispatch_release(dispatch);
        fault->kind = FAULT_LIMIT;
        snprintf(fault->message, sizeof fault->message, "out of memory");
        return false;
    }
    dispatch->kernarg = (uint8_t *)dispatch->packet + PACKET_BYTES;
    memset(dispatch->kernarg, 0, kernarg_bytes);
    fill_packet(dispatch);
    fill_arguments(dispatch);
    return true;
}

void dispatch_release(struct dispatch *dispatch)
{
    block_give(dispatch->packet, dispatch->block_bytes);
    free(dispatch->grid_barrier);
    dispatch->grid_barrier = NULL;
    dispatch->packet = NULL;
    dispatch->kernarg = NULL;
}

/* ---- The registers of a starting wave -------------------------------------------------------- */

/* The place of the next value while scalar registers are set up in order. kernel_check_start() has
 * checked that there is room. */
struct sgpr_cursor {
    uint32_t *all;
    unsigned next;
};

static void put_32(struct sgpr_cursor *at, uint32_t value)
{
    at->all[at->next++] = value;
}

static void put_64(struct sgpr_cursor *at, uint64_t value)
{
    put_32(at, (uint32_t)value);
    put_32(at, (uint32_t)(value >> 32));
}

/* Puts the buffer descriptor of the wave's scratch: swizzled, with elements of 4 bytes and the
 * lane's number as index. See "Private Segment Buffer" in the usage guide, and the buffer resources
 * in the ISA documents for the fields. On hardware, the descriptor has the base of the scratch of
 * all waves, and a wave adds its own offset, which is 0 here. */
static void put_scratch_resource(struct sgpr_cursor *at, const struct wave *wave)
{
    enum generation generation = wave->ops->program->generation;
    uint32_t index_stride = wave->lanes == 64 ? 3 : 2;
    uint32_t add_thread_id = 1u << 23, flags = index_stride << 21 | add_thread_id;
    bool is_gfx11 = generation >= GENERATION_GFX11;
    put_32(at, (uint32_t)wave->scratch_address);
    put_32(at, (uint32_t)(wave->scratch_address >> 32 & 0xffff) |
                   /* These bits of word 3 say that memory is swizzled, in elements of 4 bytes. */
                   (is_gfx11 ? 1u << 30 : 1u << 31));
    put_32(at, wave->scratch_bytes * wave->lanes);
    put_32(at, flags);
}

static void put_user_sgprs(struct sgpr_cursor *at, const struct wave *wave,
                           const struct dispatch *dispatch)
{
    const struct kernel_descriptor *descriptor = &dispatch->kernel->descriptor;
    unsigned properties = descriptor->properties;
    if (properties & PROPERTY_PRIVATE_SEGMENT_BUFFER)
        put_scratch_resource(at, wave);
    if (properties & PROPERTY_DISPATCH_PTR)
        put_64(at, (uint64_t)(uintptr_t)dispatch->packet);
    if (properties & PROPERTY_QUEUE_PTR)
        put_64(at, (uint64_t)(uintptr_t)(dispatch->packet + 1));
    if (properties & PROPERTY_KERNARG_SEGMENT_PTR)
        put_64(at, (uint64_t)(uintptr_t)dispatch->kernarg);
    if (properties & PROPERTY_DISPATCH_ID)
        put_64(at, 1);
    if (properties & PROPERTY_FLAT_SCRATCH_INIT)
        put_64(at, wave->scratch_address);
    if (properties & PROPERTY_PRIVATE_SEGMENT_SIZE)
        put_32(at, dispatch->scratch_bytes);
    struct kernarg_preload preload = kernel_preload(descriptor);
    for (unsigned i = preload.first; i < preload.first + preload.count; i++) {
        uint32_t word = 0;
        if ((i + 1) * 4 <= dispatch->kernel->kernarg_size)
            memcpy(&word, dispatch->kernarg + i * 4, sizeof word);
        put_32(at, word);
    }
}

static void put_system_sgprs(struct sgpr_cursor *at, const struct wave *wave,
                             const struct dispatch *dispatch, const uint32_t id[3])
{
    uint32_t rsrc2 = dispatch->kernel->descriptor.rsrc2;
    if (dispatch->program->generation == GENERATION_GFX12) {
        /* LLVM 22 reads the wave's number here: "s_bfe_u32 s0, ttmp8, 0x50019" */
        at->all[SGPR_TTMP0 + 8] = wave->index << 25;
        at->all[SGPR_TTMP0 + 9] = id[0];
        at->all[SGPR_TTMP0 + 7] = id[1] | id[2] << 16;
        return;
    }
    for (int i = 0; i < 3; i++) {
        if (rsrc2 >> (7 + i) & 1)
            put_32(at, id[i]);
    }
    /* If the kernel asks for the workgroup info: the wave's number, and the number of waves. */
    if (rsrc2 >> 10 & 1)
        put_32(at, wave->index << 6 | dispatch->waves_per_group);
    if (rsrc2 & 1)
        put_32(at, 0); /* the wave's offset in scratch is 0, because its buffer descriptor points to
                        * its own scratch */
}

/* The coordinates of a work-item. Work-items are numbered along x, then y, then z; each wave has
 * the next |lanes| of them. */
struct work_item {
    uint32_t x, y, z;
};

static struct work_item first_item(const struct wave *wave, const uint32_t *block)
{
    uint32_t item = wave->index * wave->lanes;
    return (struct work_item){item % block[0], item / block[0] % block[1],
                              item / block[0] / block[1]};
}

static void go_to_next(struct work_item *item, const uint32_t *block)
{
    if (++item->x < block[0])
        return;
    item->x = 0;
    if (++item->y < block[1])
        return;
    item->y = 0;
    item->z++;
}

/* Returns the lanes whose work-items are in a block of |size|. |size| is at most the size of the
 * launch's blocks, by which work-items are numbered. */
static uint64_t lanes_within(const struct wave *wave, const uint32_t *block, const uint32_t size[3])
{
    struct work_item item = first_item(wave, block);
    uint64_t mask = 0;
    if (size == block && wave->lanes * (wave->index + 1) <= block[0] * block[1] * block[2])
        return wave->all;
    for (unsigned lane = 0; lane < wave->lanes; lane++, go_to_next(&item, block))
        mask |= (uint64_t)(item.x < size[0] && item.y < size[1] && item.z < size[2]) << lane;
    return mask;
}

void wave_fill_registers(struct wave *wave)
{
    size_t row = wave->lanes * sizeof wave->vgpr[0], put = wave->item_rows * row;
    memcpy(wave->vgpr, wave->items, put);
    memset((uint8_t *)wave->vgpr + put, 0, wave->vgprs_named * row - put);
    /* memset() of 0 bytes may still touch the page, which is slow if the page has no memory yet */
    if (wave->agpr && wave->agpr_count > 0)
        memset(wave->agpr, 0, wave->agpr_count * row);
}

/* Returns the lanes whose work-items are in the grid. */
static uint64_t active_lanes(const struct wave *wave, const struct dispatch *dispatch,
                             const uint32_t id[3])
{
    const struct launch *launch = dispatch->launch;
    uint32_t size[3];
    bool is_whole = true;
    for (int i = 0; i < 3; i++) {
        bool is_last = id[i] + 1 == launch->grid[i] && launch->last_block[i];
        size[i] = is_last ? launch->last_block[i] : launch->block[i];
        is_whole &= size[i] == launch->block[i];
    }
    return is_whole ? wave->block_lanes : lanes_within(wave, launch->block, size);
}

/* Returns the initial MODE register. It comes from COMPUTE_PGM_RSRC1: rounding in bits 12 to 15,
 * denormals 16 to 19, DX10_CLAMP 21, IEEE 23, FP16_OVFL 26; and from the exceptions in
 * COMPUTE_PGM_RSRC2, bits 24 to 30. On gfx12, DX10_CLAMP is always on and IEEE always off, and the
 * exceptions are in another register. */
static uint32_t initial_mode(const struct kernel_descriptor *descriptor, enum generation generation)
{
    uint32_t rsrc1 = descriptor->rsrc1;
    uint32_t mode = (rsrc1 >> 12 & 0xf) | (rsrc1 >> 16 & 0xf) << 4 | (rsrc1 >> 26 & 1) << 23;
    if (generation == GENERATION_GFX12)
        return mode | 1u << 8;
    return mode | (rsrc1 >> 21 & 1) << 8 | (rsrc1 >> 23 & 1) << 9 |
           (descriptor->rsrc2 >> 24 & 0x7f) << 12;
}

static void number_items(struct wave *wave, const struct dispatch *dispatch)
{
    const bool is_packed = work_items_are_packed(dispatch->program->generation);
    const uint32_t *block = dispatch->launch->block;
    unsigned coordinates = dispatch->kernel->descriptor.rsrc2 >> 11 & 3;
    const unsigned lanes = wave->lanes;
    uint32_t *rows = wave->items;
    struct work_item item = first_item(wave, block);
    wave->item_rows = is_packed ? 1 : coordinates >= 2 ? 3 : coordinates + 1;
    for (unsigned lane = 0; lane < lanes; lane++, go_to_next(&item, block)) {
        rows[lane] = is_packed ? item.x | item.y << 10 | item.z << 20 : item.x;
        rows[lanes + lane] = item.y;
        rows[2 * lanes + lane] = item.z;
    }
}

void wave_prepare(struct wave *wave, const struct dispatch *dispatch)
{
    const struct program *program = dispatch->program;
    const struct kernel_descriptor *descriptor = &dispatch->kernel->descriptor;
    struct sgpr_cursor at = {wave->user_sgprs, 0};
    wave->all = wave->lanes == 64 ? ~0ull : (1ull << wave->lanes) - 1;
    wave->block_lanes = lanes_within(wave, dispatch->launch->block, dispatch->launch->block);
    wave->ops = dispatch->ops;
    wave->device = dispatch->device;
    wave->scratch_address = (uint64_t)(uintptr_t)wave->scratch;
    number_items(wave, dispatch);
    put_user_sgprs(&at, wave, dispatch);
    wave_set_mode(wave, initial_mode(descriptor, program->generation));
    wave->initial_mode = wave->mode;
    wave->initial_fp = wave->fp;
}

void wave_start(struct wave *wave, struct workgroup *group)
{
    const struct dispatch *dispatch = group->dispatch;
    const struct kernel_descriptor *descriptor = &dispatch->kernel->descriptor;
    /* the count that the kernel reserves may be more than it fills */
    unsigned user_sgprs = kernel_user_sgprs(descriptor);
    memset(wave->sgpr, 0, wave->sgpr_count * sizeof wave->sgpr[0]);
    memcpy(wave->sgpr, wave->user_sgprs, user_sgprs * sizeof wave->sgpr[0]);
    wave->group = group;
    wave->vgpr = wave->agpr = NULL;
    wave->state = WAVE_READY;
    wave->scc = false;
    wave->trap_status = 0;
    wave->waits_for_grid = false;
    wave->next = (uint32_t)((descriptor->entry_address - dispatch->program->code_address) / 4);
    wave->mode = wave->initial_mode;
    wave->fp = wave->initial_fp;

    struct sgpr_cursor at = {wave->sgpr, user_sgprs};
    put_system_sgprs(&at, wave, dispatch, group->id);
    /* with architected flat scratch, the hardware sets FLAT_SCRATCH; without, the kernel itself
     * does */
    wave->sgpr[SGPR_FLAT_SCRATCH] = (uint32_t)wave->scratch_address;
    wave->sgpr[SGPR_FLAT_SCRATCH + 1] = (uint32_t)(wave->scratch_address >> 32);
    uint64_t exec = active_lanes(wave, dispatch, group->id);
    wave->sgpr[SGPR_EXEC] = (uint32_t)exec;
    wave->sgpr[SGPR_EXEC + 1] = (uint32_t)(exec >> 32);
}
