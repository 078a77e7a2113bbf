/* place: describes instructions and addresses in words, for messages. */
#ifndef EMULATOR_CORE_PLACE_H
#define EMULATOR_CORE_PLACE_H

#include "program.h"
#include "wave.h"

/* Writes "at 0x1200: v_mov_b32 v0, v1 (file.hip:12)" to |out|; the source line is there if the code
 * object has debug info. Returns |out|. */
char *place_of_op(const struct wave *wave, const struct op *op, char *out, size_t size);
/* Writes where |address| is: "64 bytes past the end of the 4096 bytes at 0x... of hipMalloc
 * (allocation 3)". */
void place_of_address(uint64_t address, char *out, size_t size);
/* Writes "file.hip:12", the source line of |address| in the code object |file|. False when the code
 * object has no debug info for it. */
bool place_of_line(struct span file, uint64_t address, char *out, size_t size);

#endif
