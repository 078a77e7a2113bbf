/* seeds: the inputs of a corpus as the lines of one file. A byte that is not a printable character
 * of ASCII is "\xNN", a newline "\n", a backslash "\\"; lines that begin with '#' are comments.
 */
#ifndef TESTS_FUZZ_SEEDS_H
#define TESTS_FUZZ_SEEDS_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* The fuzzers' entry. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Calls |visit| with each input of |file|: |number| counts from 0. Returns how many there are. */
size_t seeds_read(FILE *file, void (*visit)(size_t number, const uint8_t *data, size_t size));
void seeds_print(const uint8_t *data, size_t size);

#endif
