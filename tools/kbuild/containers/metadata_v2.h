/* The metadata of a code object of version 2. */
#ifndef KBUILD_CONTAINERS_METADATA_V2_H
#define KBUILD_CONTAINERS_METADATA_V2_H

#include "codeobj.h"

/* Reads the YAML document of an NT_AMD_HSA_METADATA note into |object->kernels|, sorted by name.
 * |offset| is the note's, for errors. The kernels are in |object->memory|, on failure too. */
enum codeobj_status metadata_v2_read(struct span note, uint64_t offset, struct code_object *object,
                                     struct codeobj_error *error);

#endif
