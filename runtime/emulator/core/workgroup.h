/* workgroup: a workgroup of a dispatch, from the initial registers of its waves to their end. */
#ifndef EMULATOR_CORE_WORKGROUP_H
#define EMULATOR_CORE_WORKGROUP_H

#include "core/dispatch.h"

/* setup: the initial registers of a wave. */

/* Fills |dispatch| for |launch|: packet, kernel arguments with the hidden ones, sizes. False with
 * |fault| when the launch needs more than the device has. dispatch_release() frees it. */
bool dispatch_prepare(struct dispatch *dispatch, struct device *device, const struct launch *launch,
                      struct fault *fault);
void dispatch_release(struct dispatch *dispatch);

/* Once for each |wave| of a workgroup, whose |lanes|, |index| and |scratch| are set: what it begins
 * with, in each workgroup that it is a part of. */
void wave_prepare(struct wave *wave, const struct dispatch *dispatch);
/* Sets the scalar registers of |wave|, of |group|, as the hardware does; see "Initial Kernel
 * Execution State" in LLVM's AMDGPU usage guide. */
void wave_start(struct wave *wave, struct workgroup *group);
/* Sets its vector registers, once it has some. */
void wave_fill_registers(struct wave *wave);

/* workgroup: the memory of a workgroup's waves, and their turns. */

/* Memory for the waves of a workgroup of |dispatch|: used for one workgroup after another. NULL
 * when there is no memory. */
struct workgroup *workgroup_new(const struct dispatch *dispatch);
void workgroup_free(struct workgroup *group);

/* Makes |group| the workgroup |id| of the grid, at its start. False when there is no memory to
 * watch it. */
bool workgroup_start(struct workgroup *group, const uint32_t id[3]);

enum workgroup_state {
    WORKGROUP_ENDED,
    WORKGROUP_WAITING, /* its turns are over; it may wait for other workgroups */
    WORKGROUP_FAULT,   /* see |fault| */
};

/* Runs the waves in turn, until all have ended or each had |turns| turns. |stop| is read between
 * turns: when it is set, the result is WORKGROUP_WAITING. */
enum workgroup_state workgroup_run(struct workgroup *group, unsigned turns, const bool *stop,
                                   struct fault *fault);

#endif
