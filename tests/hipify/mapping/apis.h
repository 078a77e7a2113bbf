/* What apis.def says of an API: "cuBLAS", and the header that has it in HIP, "hipblas/hipblas.h".
 */
#ifndef TESTS_HIPIFY_MAPPING_APIS_H
#define TESTS_HIPIFY_MAPPING_APIS_H

#include "hipify/mapping.h"

static const struct {
    const char *name, *header;
} apis[] = {
    [MAPPING_NO_API] = {"", NULL},
#define API(id, name, header) [MAPPING_##id] = {name, header},
#include "hipify/mapping/apis.def"
};

#endif
