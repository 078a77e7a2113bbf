/* Recordings that tests make, in a folder of their own. */
#ifndef TESTS_RECORD_MADE_H
#define TESTS_RECORD_MADE_H

#include "record.h"

/* the sizes of the two allocations of each launch */
enum { SMALL = 96, LARGE = RECORD_PIECE + 100 };

/* For cmocka_run_group_tests(): these make and remove the folder. */
int made_folder(void **state);
int made_remove(void **state);
/* Returns the path of a file in the folder; the last four results are valid. */
const char *made_path(const char *name);
struct record_writer *made_writer(const char *name, uint64_t limit, uint64_t last);
/* Adds a launch with an allocation of SMALL bytes and one of LARGE, whose bytes depend on |seed|.
 * Returns whether it was added. */
bool made_put(struct record_writer *writer, uint64_t number, uint8_t seed);
/* Adds the contents of memory after the launch |number|. Returns whether they were added. */
bool made_put_after(struct record_writer *writer, uint64_t number, uint8_t seed);
/* Returns the next byte of contents; |*random| begins as the seed. */
uint8_t made_byte(uint32_t *random);
/* Which bits of the contents are random. */
extern uint8_t made_mask;
/* Opens the file and checks its launches. Returns how many it has; |*out_first| is the lowest
 * number. */
size_t made_check(const char *path, bool is_ended, uint64_t *out_first);

#endif
