/* What krt_compile() keeps for a device. */
#ifndef KRT_COMPILE_H
#define KRT_COMPILE_H

struct compiled;

/* With its device; NULL is let pass. */
void compiled_free(struct compiled *compiled);

#endif
