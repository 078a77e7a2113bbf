/* workgroup: a workgroup of a dispatch, from the initial registers of its waves to their end. */
#ifndef EMULATOR_CORE_WORKGROUP_H
#define EMULATOR_CORE_WORKGROUP_H

#include "core/dispatch.h"

/* setup: the initial registers of a wave. */

/* Fills |dispatch| for |launch|: the packet, the kernel's arguments with the hidden ones, and the
 * sizes. False with |fault| when the launch needs more than the device has, or when there is no
 * memory. dispatch_release() frees the memory that |dispatch| owns. */
bool dispatch_prepare(struct dispatch *dispatch, struct device *device, const struct launch *launch,
                      struct fault *fault);
void dispatch_release(struct dispatch *dispatch);

/* Sets the initial values of |wave| that are the same for every workgroup. Called once for each
 * wave, after its |lanes|, |index| and |scratch| are set. */
void wave_prepare(struct wave *wave, const struct dispatch *dispatch);
/* Sets the scalar registers of |wave|, in |group|, as the hardware does when a wave starts; see
 * "Initial Kernel Execution State" in LLVM's AMDGPU usage guide. */
void wave_start(struct wave *wave, struct workgroup *group);
/* Sets the initial vector registers of |wave|. Called when |wave| has got memory for them. */
void wave_fill_registers(struct wave *wave);

/* workgroup: the memory of a workgroup's waves, and their turns. */

/* Makes memory for the waves of a workgroup of |dispatch|. One workgroup after another uses this
 * memory. NULL when there is no memory. */
struct workgroup *workgroup_new(const struct dispatch *dispatch);
void workgroup_free(struct workgroup *group);

/* Makes |group| the workgroup |id| of the grid, before its first instruction. False when the
 * watchers have no memory. */
bool workgroup_start(struct workgroup *group, const uint32_t id[3]);

enum workgroup_state {
    WORKGROUP_ENDED,
    WORKGROUP_WAITING, /* the workgroup used up its turns before all its waves ended; the waves that
                        * are left may be waiting for other workgroups */
    WORKGROUP_FAULT,   /* a wave met an error, which |fault| describes */
};

/* Runs the waves of |group| in rounds, in which each wave gets a turn, until all waves have ended
 * or |turns| rounds are over. A round in which all waves wait counts as several rounds. Stops
 * early, with WORKGROUP_WAITING, when |*stop| is set. */
enum workgroup_state workgroup_run(struct workgroup *group, unsigned turns, const bool *stop,
                                   struct fault *fault);

#endif
