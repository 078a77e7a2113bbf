/* Places where trials run: libhipemu, AMD and NVIDIA GPUs.
 *
 * A place runs in a process of its own. If a kernel ends or hangs this process, that is the outcome
 * of one trial, and another process goes on with the next one. */
#ifndef KBUILD_VERIFY_PLACE_H
#define KBUILD_VERIFY_PLACE_H

#include "verify/trial.h"

struct place {
    char *name;        /* the name of the place, such as "gfx1030", "hip:0" or "cuda:0" */
    bool is_reference; /* it calls the references of the cases, on the host */
    char *device;      /* the name that libkrt gives the device */
    char *target;      /* the target ID of an emulated device; else NULL */
};

/* Reads the name of a place: "reference", a target ID of AMD's, which libhipemu emulates, or "hip",
 * "cuda", each perhaps with ":N". Fails with STATUS_USAGE. The caller frees |out| in every case. */
enum status place_parse(const char *name, struct place *out);
void place_free(struct place *place);

enum outcome_kind {
    OUTCOME_DONE,
    OUTCOME_FAULT,   /* the kernel failed, or did what it must not */
    OUTCOME_MISSING, /* the place has no image or no kernel for the trial */
    OUTCOME_ABSENT,  /* the place cannot run anything */
};

struct outcome {
    enum outcome_kind kind;
    /* what went wrong; for OUTCOME_DONE, the name and the target of a GPU, else "" */
    char *message;
    uint64_t hash; /* the result of launch_hash(), for OUTCOME_DONE and OUTCOME_FAULT; else 0 */
    char *outputs; /* all compared arrays, one after the other, for OUTCOME_DONE */
    uint64_t output_bytes;
};
void outcome_free(struct outcome *outcome);

struct place_options {
    const char *emulator; /* the path of libhipemu's library; NULL if it is not installed */
    unsigned timeout;     /* how many seconds a trial may take */
    bool shows_progress;  /* whether place_run() shows on standard error how far it is */
};

/* Runs one trial again at an emulated place, and returns which instruction last stored to the
 * |size| bytes at |offset| in the array of the parameter |array|: a fresh string, "" if none did.
 * NULL if that cannot be found out. */
char *place_find_store(const struct place *place, struct trials *trials,
                       const struct place_options *options, size_t trial, const char *array,
                       uint64_t offset, unsigned size);

/* Runs all trials at |place|, in their order, and calls |take| with each outcome. |take| may take
 * members of the outcome for itself, and leave NULL in their place. Returns STATUS_ENVIRONMENT if
 * no process can be started, or the status of |take| if it fails. */
enum status place_run(const struct place *place, struct trials *trials,
                      const struct place_options *options,
                      enum status (*take)(void *context, size_t trial, struct outcome *outcome),
                      void *context);

#endif
