/* register: the device code of a program compiled by hipcc. */
#ifndef EMULATOR_HIP_REGISTER_H
#define EMULATOR_HIP_REGISTER_H

#include "module.h"

/* The function that |symbol|, the address of a kernel's stub in the program, stands for, on the
 * device of |stream|; or |symbol| itself when it is a function of a module. Loads the code object
 * if necessary. */
hipError_t function_find(const void *symbol, hipStream_t stream, const char *name,
                         struct ihipModuleSymbol_t **out);
/* The variable that |symbol| stands for, on the current device. |out->name| is borrowed. */
hipError_t symbol_find(const void *symbol, const char *name, struct program_symbol *out);
/* The address of |size| bytes at |offset| of it. */
hipError_t symbol_part(const void *symbol, size_t size, size_t offset, const char *function,
                       uint8_t **out);

#endif
