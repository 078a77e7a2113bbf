#include "hipify/mapping.h"

#include "hipify/hipify.h"

#include "word.h"

#include "util/buf.h"

#include <pthread.h>

enum reason {
    REASON_none,
#define REASON(id, why, remedy) REASON_##id,
#include "mapping/header_reasons.def"
#include "mapping/reasons.def"
#undef REASON
    REASON_COUNT,
};
_Static_assert(REASON_COUNT < 256, "struct mapping holds a reason in a byte");

static const struct mapping_reason reasons[] = {
    [REASON_none] = {"HIP does not have it", "keep it off AMD with #ifdef __HIP__"},
#define REASON(id, why, remedy) [REASON_##id] = {why, remedy},
#include "mapping/header_reasons.def"
#include "mapping/reasons.def"
#undef REASON
};

#define ENTRY(cuda, hip, since, kind, what, reason)                                                \
    {cuda, hip, since, MAPPING_##kind, MAPPING_##what, MAPPING_API, REASON_##reason, false},
#define RENAME(cuda, hip, what, since)  ENTRY(#cuda, #hip, since, RENAME, what, none)
#define KEEP(name, what)                ENTRY(#name, NULL, 0, KEEP, what, none)
#define KEEP_OR(name, hip, what, since) ENTRY(#name, #hip, since, KEEP, what, none)
#define KEEP_OVER(name, hip, what, since)                                                          \
    {#name, #hip, since, MAPPING_KEEP, MAPPING_##what, MAPPING_API, REASON_none, true},
#define OURS(cuda, ours, what)          ENTRY(#cuda, #ours, 0, OURS, what, none)
#define SAME_SINCE(name, what, since)   ENTRY(#name, NULL, since, SAME, what, none)
#define UNSUPPORTED(name, what, reason) ENTRY(#name, NULL, 0, NONE, what, reason)
#define GUARD(name)                     ENTRY(#name, NULL, 0, GUARD, OTHER, none)
#define NAMESPACE(cuda, hip)            ENTRY(#cuda, #hip, 0, NAMESPACE, OTHER, none)
const struct mapping mapping_identifiers[] = {
#include "mapping/all.def"
};
const size_t mapping_identifier_count = sizeof mapping_identifiers / sizeof *mapping_identifiers;

/* The names of mapping_identifiers, each numbered by its index in that table. Never freed. */
static struct symbols identifiers;

static void identifiers_start(void)
{
    symbols_reserve(&identifiers, mapping_identifier_count);
    for (size_t i = 0; i < mapping_identifier_count; i++)
        symbols_add(&identifiers, mapping_identifiers[i].cuda, strlen(mapping_identifiers[i].cuda));
}

#define MAPPING_API                   MAPPING_NO_API
#define HEADER(cuda, hip, since)      ENTRY(cuda, hip, since, RENAME, OTHER, none)
#define HEADER_KEEP(name, hip, since) ENTRY(name, hip, since, KEEP, OTHER, none)
#define HEADER_REFUSED(name, reason)  ENTRY(name, NULL, 0, KEEP, OTHER, reason)
#define HEADER_NONE(name, reason)     ENTRY(name, NULL, 0, NONE, OTHER, reason)
const struct mapping mapping_headers[] = {
#include "mapping/headers.def"
};
const size_t mapping_header_count = sizeof mapping_headers / sizeof *mapping_headers;

/* Headers of CUDA by their folder, one entry for all headers of a folder: one header of kbuild or
 * HIP has all their declarations. Programs also include headers that CUDA's own headers are made of
 * (details/), because editors write such includes. */
static const struct mapping cub_header = {
    .cuda = "kbuild/cub.h", .hip = "hipcub/hipcub.hpp", .kind = MAPPING_KEEP, .api = MAPPING_CUB};
static const struct mapping thrust_sort = {.cuda = "kbuild/thrust_sort.h",
                                           .hip = "thrust/sort.h",
                                           .kind = MAPPING_KEEP,
                                           .api = MAPPING_THRUST};
static const struct mapping group_details = {.cuda = "cooperative_groups/scan.h",
                                             .hip = "hip/hip_cooperative_groups.h",
                                             .kind = MAPPING_KEEP,
                                             .api = MAPPING_NO_API};

struct family {
    const char *beginning;
    struct mapping_reason reason;
};

static const struct family families[] = {
#define FAMILY(beginning, why, remedy) {beginning, {why, remedy}},
#include "mapping/families.def"
};

static bool is_upper(char c)
{
    return c >= 'A' && c <= 'Z';
}

const struct mapping *mapping_find(const char *name, size_t size)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, identifiers_start);
    int number = symbols_find(&identifiers, name, size);
    return number < 0 ? NULL : &mapping_identifiers[number];
}

const struct mapping *mapping_find_identifier(const char *name)
{
    return mapping_find(name, strlen(name));
}

static int compare_name(const void *name, const void *entry)
{
    return strcmp(name, ((const struct mapping *)entry)->cuda);
}

const struct mapping *mapping_find_header(const char *name)
{
    const struct mapping *found =
        bsearch(name, mapping_headers, mapping_header_count, sizeof *mapping_headers, compare_name);
    if (found)
        return found;
    return text_begins(name, "cub/")                          ? &cub_header
           : strcmp(name, thrust_sort.hip) == 0               ? &thrust_sort
           : text_begins(name, "cooperative_groups/details/") ? &group_details
                                                              : NULL;
}

const struct mapping_reason *mapping_reason(const struct mapping *mapping)
{
    return &reasons[mapping->reason];
}

const struct mapping_reason *mapping_family_reason(const char *name)
{
    for (size_t i = 0; i < sizeof families / sizeof *families; i++)
        if (text_begins(name, families[i].beginning))
            return &families[i].reason;
    return NULL;
}

bool mapping_is_cuda_folder(const char *name)
{
    static const char *const folders[] = {"cuda/",  "cooperative_groups/", "crt/",
                                          "nvtx3/", "thrust/system/cuda/", "nv/"};
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++)
        if (text_begins(name, folders[i]))
            return true;
    return false;
}

/* Whether a name that begins with "cu" may be CUDA's: cuX, cu_, cub, cuda, cudnn, cublas, cufft,
 * cufile, curand, cusolver, cusparse, cutensor, cupti, cuvid, cuuint32_t. English words are not:
 * curr, current, cursor, custom, cumulative, cut, cull. */
static bool may_follow_cu(const char *name, size_t size)
{
    char third = name[2], fourth = size > 3 ? name[3] : '\0';
    switch (third) {
    case 'b': return size == 3 || fourth == 'l';
    case 'd': return fourth == 'a' || fourth == 'n';
    case 'f': return fourth == 'f' || fourth == 'i';
    case 'p': return fourth == 't';
    case 'r': return fourth == 'a';
    case 's': return fourth == 'o' || fourth == 'p';
    case 't': return fourth == 'e';
    case 'u': return fourth == 'i';
    case 'v': return fourth == 'i';
    default: return third < 'a';
    }
}

bool mapping_may_have(const char *name, size_t size)
{
    if (size < 3)
        return false;
    switch (name[0]) {
    case 'c': return name[1] == 'u' && may_follow_cu(name, size);
    case 'C': return name[1] == 'U' || (name[1] == 'u' && name[2] == 'b');
    case 'n':
        return (name[1] == 'v' && (name[2] != 'c' || size == 6 || (size > 3 && name[3] == 'u'))) ||
               (name[1] == 'c' && name[2] == 'c');
    case 'N': return (name[1] == 'V' && size > 5) || (name[1] == 'C' && name[2] == 'C');
    case 'm': return size > 7 && memcmp(name, "make_cu", 7) == 0;
    case '_':
        return name[1] == '_' ? name[2] != '_' && size > 4
                              : name[1] == 'C' || name[1] == 'n' || name[1] == 'N';
    case 'g': return size > 6 && memcmp(name, "gesvdj", 6) == 0;
    case 'w': return size == 8 && memcmp(name, "warpSize", 8) == 0;
    case 's': return size > 5 && memcmp(name, "syevj", 5) == 0;
    default: return false;
    }
}

/* Whether |name| is a prefix of a library and the rest of a name: cublasCreate, CUBLAS_OP_N. */
static bool is_library_name(const char *name, const char *lower, const char *upper)
{
    size_t length = strlen(lower);
    if (strncmp(name, lower, length) == 0)
        return is_upper(name[length]);
    return strncmp(name, upper, length) == 0 && name[length] == '_';
}

bool mapping_looks_like_cuda(const char *name)
{
    static const struct {
        const char *lower, *upper;
    } prefixes[] = {{"cublas", "CUBLAS"},     {"cufft", "CUFFT"},       {"curand", "CURAND"},
                    {"cusparse", "CUSPARSE"}, {"cusolver", "CUSOLVER"}, {"cudnn", "CUDNN"},
                    {"nvrtc", "NVRTC"}};
    if (name[0] == '_')
        return text_begins(name, "__nv_") || mapping_family_reason(name) != NULL;
    if (name[0] != 'c' && name[0] != 'C' && name[0] != 'n' && name[0] != 'N')
        return false;
    if (text_begins(name, "cuda"))
        return is_upper(name[4]);
    if (text_begins(name, "cu") && is_upper(name[2]))
        return true;
    if (text_begins(name, "CUDA_") || text_begins(name, "CUDART_") ||
        (text_begins(name, "CU_") && is_upper(name[3])))
        return true;
    for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
        if (is_library_name(name, prefixes[i].lower, prefixes[i].upper))
            return true;
    return mapping_family_reason(name) != NULL;
}

const struct library libraries[] = {
    {"hipBLAS", "hipblas/hipblas.h", "libhipblas-dev", 13, "hipblas-dev"},
    {"hipBLASLt", "hipblaslt/hipblaslt.h", "libhipblaslt-dev", 14, "hipblaslt-dev"},
    {"hipCUB", "hipcub/hipcub.hpp", "libhipcub-dev", 13, "hipcub-dev"},
    {"hipFFT", "hipfft/hipfft.h", "libhipfft-dev", 13, "hipfft-dev"},
    {"hipRAND", "hiprand/hiprand.h", "libhiprand-dev", 12, "hiprand-dev"},
    {"hipSOLVER", "hipsolver/hipsolver.h", "libhipsolver-dev", 13, "hipsolver-dev"},
    {"hipSPARSE", "hipsparse/hipsparse.h", "libhipsparse-dev", 12, "hipsparse-dev"},
    {"MIOpen", "miopen/miopen.h", "libmiopen-dev", 14, "miopen-hip-dev"},
    {"RCCL", "rccl/rccl.h", "librccl-dev", 13, "rccl-dev"},
    {"rocThrust", "thrust/version.h", "librocthrust-dev", 13, "rocthrust-dev"},
};
const size_t library_count = sizeof libraries / sizeof *libraries;
_Static_assert(sizeof libraries / sizeof *libraries <= HIPIFY_LIBRARIES,
               "struct hipify_report has a place for each");

int library_of_header(const char *header)
{
    for (size_t i = 0; i < library_count; i++) {
        size_t folder = (size_t)(strchr(libraries[i].header, '/') + 1 - libraries[i].header);
        if (strncmp(header, libraries[i].header, folder) == 0)
            return (int)i;
    }
    return -1;
}
