/* event: the target of an event's handle. */
#ifndef EMULATOR_HIP_EVENT_H
#define EMULATOR_HIP_EVENT_H

#include "graph.h"

enum { EVENT_MAGIC = 0x65766e74 };

struct ihipEvent_t {
    unsigned magic; /* EVENT_MAGIC while it lives */
    unsigned flags;
    struct gpu *gpu;
    struct mark *mark; /* its last recording, or NULL; guarded by the lock */
    /* Recorded in a stream that is being captured: the graph's nodes that it stands for. */
    uint64_t capture; /* which, or 0 */
    struct node_list captured;
    struct ihipEvent_t *next_spare;
};

/* Records |event| in |stream|. */
hipError_t event_record(struct ihipEvent_t *event, struct ihipStream_t *stream);
/* A new mark for |event|, with a reference for the work that will reach it. NULL without memory. */
struct mark *event_renew(struct ihipEvent_t *event, struct ihipStream_t *stream);

#endif
