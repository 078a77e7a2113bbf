/* host: the kernels of kernels.hip as plain C loops, for work-items 0 to |items| - 1. They are what
 * the emulator's rates are held against, and its results.
 */
#ifndef BENCH_EMULATOR_HOST_H
#define BENCH_EMULATOR_HOST_H

#include <stddef.h>
#include <stdint.h>

enum { BLOCK = 256 };

void host_valu(float *out, float mul, float add, uint32_t count, uint32_t items);
void host_copy(uint32_t *out, const uint32_t *in, size_t words);
void host_lds(uint32_t *out, uint32_t step, uint32_t count, uint32_t items);
void host_reduce(uint32_t *out, uint32_t count, uint32_t items);

#endif
