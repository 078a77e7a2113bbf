/* place: where something is, in words for messages. */
#ifndef EMULATOR_CORE_PLACE_H
#define EMULATOR_CORE_PLACE_H

#include "program.h"
#include "wave.h"

/* "at 0x1200: v_mov_b32 v0, v1 (file.hip:12)", the line where the code object has debug info.
 * Returns |out|. */
char *place_of_op(const struct wave *wave, const struct op *op, char *out, size_t size);
/* "64 bytes past the end of the 4096 bytes at 0x... of hipMalloc (allocation 3)" */
void place_of_address(uint64_t address, char *out, size_t size);
/* "file.hip:12" of |address|, of the code object in |file|. False when it has no debug info. */
bool place_of_line(struct span file, uint64_t address, char *out, size_t size);

#endif
