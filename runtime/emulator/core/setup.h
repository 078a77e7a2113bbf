/* setup: what a wave finds in its registers when it starts. */
#ifndef EMULATOR_CORE_SETUP_H
#define EMULATOR_CORE_SETUP_H

#include "dispatch.h"

/* Fills |dispatch| for |launch|: packet, kernel arguments with the hidden ones, sizes. False with
 * |fault| when the launch asks for what the device cannot give. dispatch_release() frees it. */
bool dispatch_prepare(struct dispatch *dispatch, struct device *device, const struct launch *launch,
                      struct fault *fault);
void dispatch_release(struct dispatch *dispatch);

/* Sets the registers of |wave|, the |index|-th of |group|, whose memory is there, as the hardware
 * does; see "Initial Kernel Execution State" in LLVM's AMDGPU usage guide. */
void wave_start(struct wave *wave, struct workgroup *group, unsigned index);

#endif
