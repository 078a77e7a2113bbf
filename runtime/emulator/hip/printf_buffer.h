/* printf_buffer: the output of kernels that were compiled with -mprintf-kind=buffered. */
#ifndef EMULATOR_HIP_PRINTF_BUFFER_H
#define EMULATOR_HIP_PRINTF_BUFFER_H

#include "runtime.h"

#include "codeobj.h"

/* Whether |kernel| has a hidden argument that points to this buffer. */
bool printf_buffer_is_needed(const struct kernel *kernel);
/* Makes the buffer for one launch. NULL when there is no memory. The size of the buffer is
 * hipLimitPrintfFifoSize; when the buffer is full, printf() in the kernel returns -1. */
void *printf_buffer_make(struct gpu *gpu);
/* Called when the kernel, which is in |object|, has ended: writes the kernel's output, and frees
 * |buffer|. */
void printf_buffer_print(const struct code_object *object, const char *kernel, void *buffer);

#endif
