/* launch: makes a stream's work from a function and its arguments. */
#ifndef EMULATOR_HIP_LAUNCH_H
#define EMULATOR_HIP_LAUNCH_H

#include "module.h"
#include "work.h"

/* A request for a launch, with the arguments that the program gave. */
struct launch_request {
    const char *name;     /* the name of the HIP function that was called, for messages */
    const void *function; /* the kernel's stub, if the program named the kernel by a stub; NULL if
                             the program gave a function of a module */
    uint32_t grid[3], block[3];
    uint32_t last_block[3]; /* the value of the launch's |last_block| (struct launch) */
    size_t dynamic_lds;
    void **parameters; /* the address of each explicit argument; NULL if |extra| is given */
    void **extra;      /* a list of HIP_LAUNCH_PARAM_...; NULL if |parameters| is given */
    bool is_cooperative;
};

/* The structure that hidden_multigrid_sync_arg points to, as AMD's device library declares it. The
 * grids of a launch on several devices synchronise through |all|, the workgroups of a grid through
 * |own|. */
struct grid_counters {
    uint32_t words[2];
};
struct grid_meeting {
    /* the counters that all grids of the launch share; NULL if the launch has only one grid */
    struct grid_counters *all;
    uint32_t grid, grids;
    uint64_t items_before, items;
    struct grid_counters own;
    uint32_t workgroups;
};

/* Checks |request|, and makes work from it. */
hipError_t launch_prepare(const struct ihipModuleSymbol_t *function,
                          const struct launch_request *request, struct work *out);
hipError_t launch_submit(const struct ihipModuleSymbol_t *function,
                         const struct launch_request *request, hipStream_t stream, hipEvent_t start,
                         hipEvent_t stop);

#endif
