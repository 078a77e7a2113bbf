/* AMD's kpack archives and references to them, made by the tests. */
#ifndef TESTS_CONTAINERS_MADE_KPACK_H
#define TESTS_CONTAINERS_MADE_KPACK_H

#include "made.h"

/* MessagePack: heads of maps and arrays, and values. */
void made_map(struct made *made, size_t count);
void made_array(struct made *made, size_t count);
void made_string(struct made *made, const char *text);
void made_unsigned(struct made *made, uint64_t value);

struct made_kpack_image {
    const char *name, *target;
    struct span image;
};
/* An archive whose table has the images in this order; those of one name follow each other. Of its
 * maps, each has a key that no reader knows. */
void made_kpack(struct made *made, bool is_compressed, const struct made_kpack_image *images,
                size_t count);
/* What a library without code objects has in their place. */
void made_kpack_reference(struct made *made, const char *name, const char *const *paths,
                          size_t count);

#endif
