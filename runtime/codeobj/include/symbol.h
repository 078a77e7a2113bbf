/* Symbols of kernels. */
#ifndef CODEOBJ_SYMBOL_H
#define CODEOBJ_SYMBOL_H

/* Returns the symbol in NVIDIA's images of the kernel that AMD's images call |symbol|: HIP's vectors
 * and texture objects have other names in C++ symbols than CUDA's. NULL if the symbol is the same,
 * if it cannot be read, or if there is no memory. The caller frees the result. Any thread may call
 * it. */
char *symbol_for_nvidia(const char *symbol);

#endif
