/* The results of a place: what each trial gave there. A file of them can be carried to another
 * machine. The format:
 *
 *  magic "kbverify" | u32 version | u32 0 | u64 size | u64 XXH3 of what follows unpacked | a zstd
 *  frame of |size| bytes when unpacked:
 *
 *  text place | u64 count | for each trial: text module/kernel | text label | u32 kind | u64 hash |
 *  text message | u64 bytes | the bytes of the outputs
 *
 * Numbers are little-endian; a text is a u32 length and its bytes, without NUL. Kind is enum
 * outcome_kind. */
#ifndef KBUILD_VERIFY_RESULTS_H
#define KBUILD_VERIFY_RESULTS_H

#include "verify/place.h"

struct result {
    char *kernel; /* "module/kernel" */
    char *label;
    struct outcome outcome;
};

struct results {
    char *place;
    struct result *items;
    size_t count;
    uint64_t bytes; /* how many bytes all outputs have */
    /* the items, sorted by kernel and label; NULL until results_find() needs them */
    const struct result **sorted;
};

enum { RESULTS_BYTES_MAX = INT32_MAX }; /* the most bytes of a file of results, unpacked */

/* Adds the outcome of |trial|, and takes what it owns. STATUS_INPUT if the results are too large.
 */
enum status results_add(struct results *results, const struct trial *trial,
                        struct outcome *outcome);
/* Finds the result of |trial|. A case may occur twice; results of the inputs |hash| come first.
 * NULL: there is none. Add nothing after the first call. */
const struct result *results_find(struct results *results, const struct trial *trial,
                                  uint64_t hash);
void results_free(struct results *results);

/* Writes the file |path|. The same results give the same bytes. */
enum status results_write(const struct results *results, const char *path);
/* Reads a file that may come from anywhere. The caller frees |out| in every case. */
enum status results_read(const char *path, struct results *out);

#endif
