/* C identifiers made from names that need not be ones: modules, packages, C++ kernels, parameters.
 *
 * Every byte that an identifier cannot hold becomes '_' (so does each byte of a non-ASCII letter),
 * and a name that starts with a digit, or is empty, gets a '_' in front. Fresh strings are owned by
 * the caller.
 */
#ifndef KBUILD_EMIT_IDENTIFIER_H
#define KBUILD_EMIT_IDENTIFIER_H

#include <stdbool.h>

char *identifier_from(const char *name);       /* "My-mod" gives "My_mod" */
char *identifier_from_lower(const char *name); /* "my_mod": what a module's array is named after */
char *identifier_from_upper(const char *name); /* "MY_MOD": what its macros are named after */

/* For a qualified C++ name: "ns::(anonymous namespace)::scale<float>" gives "ns_scale_float". */
char *identifier_from_qualified(const char *name);

/* Is it a word of C11 or C++20, or a macro that common system headers define? */
bool identifier_is_keyword(const char *name);

/* Names that are in use; starts out zeroed. */
struct identifier_set {
    void *root; /* of a tree by tsearch() */
};
void identifier_set_free(struct identifier_set *set);

/* The first of |name|, |name|_2, |name|_3, ... that is not in |taken|, to which it is added. */
char *identifier_unique(const char *name, struct identifier_set *taken);

/* The name under which a parameter called |name| (may be NULL or empty) can stand in a C and C++
 * prototype as the |position|-th one, counted from 1: |name| itself wherever that is safe. Names
 * that start with krt_ or |package|_, in any case of letters, are not, because they could hide
 * what the generated functions use; nor are the words of the languages and what is in
 * |taken|, to which it is added. */
char *identifier_parameter(const char *name, unsigned position, const char *package,
                           struct identifier_set *taken);

#endif
