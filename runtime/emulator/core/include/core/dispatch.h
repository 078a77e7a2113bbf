/* dispatch: one launch of a kernel, from the AQL packet to the last wave.
 */
#ifndef EMULATOR_CORE_DISPATCH_H
#define EMULATOR_CORE_DISPATCH_H

#include "device.h"
#include "program.h"
#include "wave.h"

/* hsa_kernel_dispatch_packet_t, as kernels read it through their dispatch pointer. */
struct dispatch_packet {
    uint16_t header, setup;
    uint16_t workgroup_size[3], reserved0;
    uint32_t grid_size[3]; /* the size of the grid in work-items */
    uint32_t private_segment_size, group_segment_size;
    uint64_t kernel_object, kernarg_address, reserved2, completion_signal;
};
_Static_assert(sizeof(struct dispatch_packet) == 64, "AQL packets are 64 bytes");

struct launch {
    struct program *program;
    const struct kernel *kernel;
    uint32_t grid[3];  /* the size of the grid in workgroups */
    uint32_t block[3]; /* the size of a workgroup in work-items */
    uint32_t dynamic_lds;
    const void *arguments; /* explicit arguments, packed as the kernel's metadata says */
    size_t argument_bytes;
    bool is_cooperative; /* whether all workgroups must be resident at once */
    /* how many work-items the last workgroup has in each dimension, if the grid is not a multiple
     * of |block| (hipExtModuleLaunchKernel); 0 means as many as |block| */
    uint32_t last_block[3];
    /* What the kernel's hidden arguments point to; NULL when the kernel lacks the argument. */
    void *hostcall_buffer, *printf_buffer, *multigrid_sync, *heap;
};

/* The barrier of all waves of a cooperative launch. The last wave that arrives advances |phase|,
 * which releases the others. */
struct grid_barrier {
    uint32_t arrived, phase;
};

struct dispatch {
    const struct launch *launch;
    const struct program *program;
    const struct kernel *kernel;
    struct device *device;
    const struct program_ops *ops;
    struct dispatch_packet *packet; /* the AQL packet, in memory that the kernel can read */
    uint8_t *kernarg;   /* the kernel's arguments, with the hidden ones; they follow |packet| in the
                           same block of memory */
    size_t block_bytes; /* the size of the allocation that holds |packet| and |kernarg|, in bytes */
    /* the LDS of a workgroup, and the scratch of a lane, in bytes */
    uint32_t lds_bytes, scratch_bytes;
    unsigned lanes, waves_per_group;
    /* the barrier of the grid; NULL if the launch is not cooperative */
    struct grid_barrier *grid_barrier;
    /* State of the watchers of this dispatch, or NULL: see watch.h. A dispatch with |watch| runs on
     * one thread. */
    void *watch;
    /* If |watch| is set: the |sampled| numbers, in rising order, of the workgroups to run. If NULL,
     * all workgroups run. A workgroup outside the sample runs only if a workgroup of the sample
     * waits for it. */
    const uint64_t *sample;
    uint64_t sampled;
};

struct fault {
    enum fault_kind kind;
    /* what went wrong and where: "kernel 'k', workgroup (1,0,0), wave 2: ...: global_load_dword
     * ..." */
    char message[1024];
};

/* Runs |launch| to its end on the device's threads. False, with |fault|, when it failed; what
 * its workgroups have written until then stays written. Thread-safe: several launches may run at
 * once. */
bool dispatch_run(struct device *device, const struct launch *launch, struct fault *fault);

#endif
