/* The recorder: takes the place of functions of HIP's runtime, and writes the program's launches to
 * a file. There is one recorder in a process. All functions are thread-safe. */
#ifndef RECORD_RECORDER_H
#define RECORD_RECORDER_H

#include <stdbool.h>
#include <stdint.h>

struct recorder_settings {
    const char *path; /* the path of the recording; if NULL or "", nothing is recorded */
    uint64_t limit;   /* the most bytes of the file */
    /* how many of the last launches are kept; 0 means all launches, until the limit is reached */
    uint64_t last;
    /* the patterns (fnmatch) of kernels' names, mangled or not, with newlines in between; NULL or
     * "" means all kernels */
    const char *kernels;
    bool has_contents; /* whether the contents of memory are recorded */
    /* whether pointers in the memory that the arguments reach are followed, one level */
    bool is_deep;
    /* whether the contents after the launch are recorded, too; the program waits for them */
    bool has_after;
    bool replaces; /* whether an old file |path| is replaced */
    bool is_quiet; /* whether nothing is printed */
};

/* Returns the function |name| of the runtime, or NULL. */
typedef void *recorder_find(const char *name);

/* Starts to record. |settings| and its texts must live as long as the process. */
void recorder_start(const struct recorder_settings *settings, recorder_find *find);
/* A library that is loaded before the runtime defines this function, which then calls
 * recorder_start(): constructors of other libraries call the runtime before its own constructors
 * run. */
void recorder_first_use(void) __attribute__((weak));
/* Ends the recording; later launches are not recorded. */
void recorder_stop(void);

/* Returns what takes the place of the runtime's function |name|, or NULL if nothing does. The
 * result calls the function that |find| returns. */
typedef void recorder_function(void);
recorder_function *recorder_replace(const char *name);

/* Writes into |out| what was recorded last: "FILE has launch 17, kernel 'k'"; "" if nothing was. */
void recorder_describe(char *out, unsigned size);

#endif
