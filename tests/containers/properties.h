/* What container_walk() promises whatever it is given, held against one file. */
#ifndef TESTS_CODEOBJ_CONTAINER_PROPERTIES_H
#define TESTS_CODEOBJ_CONTAINER_PROPERTIES_H

#include "container.h"

/* Of one walk. */
struct tally {
    enum codeobj_status status;
    unsigned containers, images, problems; /* the visitor was told of */
    unsigned code_objects;                 /* among the images */
    uint64_t bytes;                        /* of the images */
    struct codeobj_error error;            /* of the first problem, or of the walk */
};

/* What headers find beside them, whatever they call it. Nothing without this. */
extern struct span properties_beside;

/* Walks |bytes|, reading every byte it is shown, and aborts with a message when something is not
 * as promised. */
struct tally properties_check(struct span bytes);

#endif
