/* Symbols of kernels. */
#ifndef CODEOBJ_SYMBOL_H
#define CODEOBJ_SYMBOL_H

#include <stdbool.h>
#include <stddef.h>

/* Finds the symbol in NVIDIA's images of the kernel that AMD's images call |symbol|: HIP's vectors
 * and texture objects have other names in C++ symbols than CUDA's. Writes it to |out|, which has
 * |room| bytes; SYMBOL_ROOM more than the length of |symbol| are enough for what compilers write.
 * Returns false if the symbol is the same, and also if it cannot be read or does not fit; |out| is
 * then not valid. Any thread may call it. */
enum { SYMBOL_ROOM = 64 };
bool symbol_for_nvidia(const char *symbol, char *out, size_t room);

#endif
