/* Recordings, and the process that makes a recorded launch again on libhipemu. */
#ifndef KBUILD_COMMANDS_REPLAY_H
#define KBUILD_COMMANDS_REPLAY_H

#include "mapped_file.h"
#include "record.h"
#include "util/buf.h"
#include "util/status.h"

/* ---- replay_run.c ---------------------------------------------------------------------------- */

struct recording {
    const char *path; /* borrowed */
    struct mapped_file file;
    struct record record;
};
enum status recording_open(const char *path, struct recording *out);
void recording_close(struct recording *recording);
/* Returns the section of launch |number|, or of the last launch if |number| is "". NULL, with a
 * message: there is none. */
const struct record_section *recording_find(const struct recording *recording, const char *number);
/* Reads a launch, which the caller frees with record_launch_free(). */
enum status recording_read(const struct recording *recording, const struct record_section *section,
                           struct record_launch *out);

/* How a launch is made again. */
struct replay_request {
    const char *file;    /* path of the recording */
    uint64_t launch;     /* its number */
    const char *device;  /* libhipemu's device: "gfx1100" */
    bool checks;         /* with the checker, HIPEMU_CHECK */
    bool traces;         /* the trace goes to standard error while the kernel runs */
    const char *profile; /* a new file for libhipemu's profile, or NULL */
    const char *result;  /* a new file for the launch with its memory afterwards, or NULL */
    int timeout;         /* seconds */
    int threads;         /* of libhipemu, HIPEMU_THREADS; 0: as many as there are processors */
};

struct replay_outcome {
    uint64_t placed,
        allocations; /* allocations that have their recorded addresses, and all of them */
    int error;       /* HIP's error, and its name */
    char error_name[64];
    unsigned reports;   /* of the checker, or of a kernel that ended by a fault */
    struct buf message; /* what libhipemu has printed, unless |traces| */
};

/* Makes the launch in a process of its own. STATUS_INPUT, with a message: it could not be made. The
 * caller frees |out->message| in every case. */
enum status replay_launch(const struct replay_request *request, struct replay_outcome *out);

/* ---- replay_compare.c ------------------------------------------------------------------------ */

/* A launch and the memory after it, in an open recording. */
struct compared {
    const struct recording *recording;
    const struct record_launch *launch;
    const char *name; /* for messages */
};
/* Prints how two launches of one kernel differ: grid, arguments, and what was in memory before.
 * Pointers are alike if they lead to the same place of the same allocation. Returns whether they
 * are alike. */
bool compare_launches(const struct compared *a, const struct compared *b);
/* Prints how the memory after the launches differs. |*out_is_alike| is set if both have it;
 * STATUS_INPUT when a recording is damaged. */
enum status compare_results(const struct compared *a, const struct compared *b, bool *out_is_alike);

/* ---- replay_shrink.c ------------------------------------------------------------------------- */

/* Writes to the new file |output| as little of the launch as gives the same first report:
 * workgroups, contents of memory, allocations. |request->file| is a path for temporary recordings.
 * STATUS_INPUT when there is no report. */
enum status shrink_launch(const struct recording *recording, const struct record_launch *launch,
                          const struct replay_request *request, const char *output);

#endif
