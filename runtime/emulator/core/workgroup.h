/* workgroup: the memory of a workgroup's waves, and their turns. */
#ifndef EMULATOR_CORE_WORKGROUP_H
#define EMULATOR_CORE_WORKGROUP_H

#include "core/dispatch.h"

/* Memory for the waves of a workgroup of |dispatch|: used for one workgroup after another. NULL
 * when there is no memory. */
struct workgroup *workgroup_new(const struct dispatch *dispatch);
void workgroup_free(struct workgroup *group);

/* Makes |group| the workgroup |id| of the grid, at its start. */
void workgroup_start(struct workgroup *group, const uint32_t id[3]);

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
