/* The kernels of a package, by name. */
#ifndef KRT_OPS_NAMES_H
#define KRT_OPS_NAMES_H

#include <krt/krt.h>

#define NO_KERNEL UINT32_MAX

struct names;

/* Sorts the kernels' names of |package|, which must live longer. Messages name |function|.
 * names_free() frees the result. */
krt_status names_of(const char *function, const struct krt_package *package, struct names **out);
void names_free(struct names *names);

/* Returns the ordinal of the kernel |name|, or NO_KERNEL. */
uint32_t names_find(const struct names *names, const char *name);

#endif
