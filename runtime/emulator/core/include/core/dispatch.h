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
    uint32_t grid_size[3]; /* work-items */
    uint32_t private_segment_size, group_segment_size;
    uint64_t kernel_object, kernarg_address, reserved2, completion_signal;
};
_Static_assert(sizeof(struct dispatch_packet) == 64, "AQL packets are 64 bytes");

struct launch {
    struct program *program;
    const struct kernel *kernel;
    uint32_t grid[3];  /* workgroups */
    uint32_t block[3]; /* work-items */
    uint32_t dynamic_lds;
    const void *arguments; /* the explicit ones, packed as the metadata says */
    size_t argument_bytes;
    bool is_cooperative;    /* all workgroups must be resident at once */
    uint32_t last_block[3]; /* work-items of the last workgroup of a dimension, when the grid is not
                             * a multiple of |block| (hipExtModuleLaunchKernel); 0 is |block| */
    /* The targets of hidden arguments; NULL when the kernel lacks the argument. */
    void *hostcall_buffer, *printf_buffer, *multigrid_sync, *heap;
};

/* The barrier of a cooperative launch's waves. The last one that arrives opens the next phase. */
struct grid_barrier {
    uint32_t arrived, phase;
};

struct dispatch {
    const struct launch *launch;
    const struct program *program;
    const struct kernel *kernel;
    struct device *device;
    const struct program_ops *ops;
    struct dispatch_packet *packet;    /* in a block of memory, for the kernel to read */
    uint8_t *kernarg;                  /* behind it; hidden arguments filled in */
    size_t block_bytes;                /* of both */
    uint32_t lds_bytes, scratch_bytes; /* of a workgroup; of a lane */
    unsigned lanes, waves_per_group;
    struct grid_barrier *grid_barrier; /* NULL when the launch is not cooperative */
    /* The state of those who watch it as a whole, or NULL: see watch.h. Then one thread runs it. */
    void *watch;
    /* With |watch|: the numbers of the workgroups to run, rising, |sampled| of them; NULL: all. The
     * others run only if these wait for them. */
    const uint64_t *sample;
    uint64_t sampled;
};

struct fault {
    enum fault_kind kind;
    char message[1024]; /* "kernel 'k', workgroup (1,0,0), wave 2: ...: global_load_dword ..." */
};

/* Runs it to its end on the device's threads. False, with |fault|, when it did not end well;
 * effects of the workgroups that ran stay. Thread-safe: several may run at once. */
bool dispatch_run(struct device *device, const struct launch *launch, struct fault *fault);

#endif
