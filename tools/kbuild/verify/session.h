/* What the process of a place does: runs trials on a device of libkrt, and writes messages about
 * them. */
#ifndef KBUILD_VERIFY_SESSION_H
#define KBUILD_VERIFY_SESSION_H

#include "verify/place.h"

enum { MESSAGE_MAGIC = 0x6b766631 };

/* The header of a message, after which its text and its outputs follow. */
struct message {
    uint32_t magic, kind; /* |kind| is an enum outcome_kind */
    uint64_t trial, hash, text_size, output_size;
};

/* An element of an array; the session finds the last store to it. */
struct wanted_store {
    const char *array; /* the parameter's name */
    uint64_t offset;   /* where the element is in the array, in bytes */
    unsigned size;     /* the bytes of the element */
};

/* Runs the trials from |first| on until the last one, the first fault, or one whose kernels need
 * another setting of the checker. Writes a message for each to |fd|. |log| is a file that the
 * process has as its standard error. If |store| is not NULL, runs one trial; the text of its
 * message is which instruction stored there. */
void session_run(const struct place *place, struct trials *trials,
                 const struct place_options *options, size_t first, int fd, int log,
                 const struct wanted_store *store);

#endif
