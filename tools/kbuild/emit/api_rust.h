/* What the two Rust files have in common. */
#ifndef KBUILD_EMIT_API_RUST_H
#define KBUILD_EMIT_API_RUST_H

#include "emit/api.h"

/* The names of a module. */
struct rust_name {
    char *item;    /* "MY_MODULE" */
    char *variant; /* "MyModule" */
};

/* By module. */
struct rust_name *rust_name_modules(const struct kernel_package *package);
void rust_names_free(struct rust_name *names, const struct kernel_package *package);

/* A literal of |text|, which is UTF-8. Only ASCII: rustc refuses literals whose
 * letters change the direction of the text. */
void rust_put_literal(struct buf *out, const char *text);

/* "my_2d-module" gives "My2dModule". Owned by the caller. */
char *rust_camel_case(const char *name);

#endif
