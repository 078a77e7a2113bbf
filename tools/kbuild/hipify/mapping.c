#include "mapping.h"

#include <stdlib.h>
#include <string.h>

#define RENAME(name, other, of) {#name, #other, MAPPING_RENAME, MAPPING_##of},
#define KEEP(name)              {#name, NULL, MAPPING_KEEP, MAPPING_NO_API},
#define GUARD(name)             {#name, NULL, MAPPING_GUARD, MAPPING_NO_API},
const struct mapping mapping_identifiers[] = {
#include "mapping.def"
};
const size_t mapping_identifier_count = sizeof mapping_identifiers / sizeof *mapping_identifiers;

#define HEADER(name, other) {name, other, MAPPING_RENAME, MAPPING_NO_API},
#define HEADER_KEEP(name)   {name, NULL, MAPPING_KEEP, MAPPING_NO_API},
#define HEADER_NONE(name)   {name, NULL, MAPPING_NONE, MAPPING_NO_API},
const struct mapping mapping_headers[] = {
#include "mapping_headers.def"
};
const size_t mapping_header_count = sizeof mapping_headers / sizeof *mapping_headers;

static int compare_name(const void *name, const void *entry)
{
    return strcmp(name, ((const struct mapping *)entry)->cuda);
}

const struct mapping *mapping_find_identifier(const char *name)
{
    return bsearch(name, mapping_identifiers, mapping_identifier_count, sizeof *mapping_identifiers,
                   compare_name);
}

const struct mapping *mapping_find_header(const char *name)
{
    return bsearch(name, mapping_headers, mapping_header_count, sizeof *mapping_headers,
                   compare_name);
}

static bool starts_with(const char *name, const char *prefix)
{
    return strncmp(name, prefix, strlen(prefix)) == 0;
}

bool mapping_is_cuda_folder(const char *name)
{
    static const char *const folders[] = {"cub/", "cuda/", "cooperative_groups/", "crt/", "nvtx3/"};
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++)
        if (starts_with(name, folders[i]))
            return true;
    return false;
}

static bool is_upper(char c)
{
    return c >= 'A' && c <= 'Z';
}

bool mapping_looks_like_cuda(const char *name)
{
    if (starts_with(name, "cuda"))
        return is_upper(name[4]);
    if (starts_with(name, "cu"))
        return is_upper(name[2]);
    return starts_with(name, "CUDA_") || starts_with(name, "CUDART_") ||
           starts_with(name, "__nv_") || (starts_with(name, "CU_") && is_upper(name[3]));
}
