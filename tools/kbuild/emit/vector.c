/* The vectors of CUDA and HIP, by the names of their types.
 *
 * HIP's float4 is "HIP_vector_type<float, 4>"; in a demangled symbol, "HIP_vector_type<float, 4u>".
 * Their members are in a union, so the source does not describe them. */
#include "parts.h"

/* Pairs of numbers, which are classes of their own. */
static const struct {
    const char *record;
    struct index_vector vector;
} pairs[] = {
    {"__half2", {CTYPE_F16, 2}},
    {"__nv_bfloat162", {CTYPE_BF16, 2}},
    {"__hip_bfloat162", {CTYPE_BF16, 2}},
};

bool index_vector_of_template(const char *canonical, struct index_vector *out)
{
    static const char name[] = "HIP_vector_type<";
    const char *comma = strchr(canonical, ',');
    if (!text_begins(canonical, name) || !comma)
        return false;
    OWNED char *element =
        mem_dup_n(canonical + sizeof name - 1, (size_t)(comma - canonical) - sizeof name + 1);
    char *end;
    const unsigned long count = strtoul(comma + 1, &end, 10);
    end += *end == 'u';
    out->count = (uint32_t)count;
    return strcmp(end, ">") == 0 && index_builtin(element, &out->scalar) && count >= 1 &&
           count <= 4;
}

bool index_vector_find(const char *canonical, struct index_vector *out)
{
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
        if (strcmp(pairs[i].record, canonical) == 0) {
            *out = pairs[i].vector;
            return true;
        }
    return index_vector_of_template(canonical, out);
}
