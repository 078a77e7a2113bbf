/* The recorder: takes the place of functions of HIP's runtime, and writes the program's launches to
 * a file. There is one recorder in a process. All functions are thread-safe. */
#ifndef RECORD_RECORDER_H
#define RECORD_RECORDER_H

#include <stdbool.h>
#include <stdint.h>

struct recorder_settings {
    const char *path; /* NULL or "": nothing is recorded */
    uint64_t limit;   /* the most bytes of the file */
    uint64_t last;    /* the last launches to keep; 0: all launches, until the limit is reached */
    /* patterns (fnmatch) of kernels' names, mangled or not, with newlines in between; NULL or "":
     * all kernels */
    const char *kernels;
    bool has_contents; /* contents of memory are recorded */
    bool is_deep;      /* pointers in the memory that the arguments reach are followed, one level */
    bool has_after;    /* contents after the launch are recorded, too; the program waits for them */
    bool replaces;     /* an old file |path| is replaced */
    bool is_quiet;     /* nothing is printed */
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

/* Writes a sentence into |out| that says what has been recorded so far: "FILE has its last
 * launches"; "" if nothing was. */
void recorder_describe(char *out, unsigned size);

#endif
