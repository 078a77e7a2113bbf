/* C identifiers made from names of other kinds: modules, packages, C++ kernels, parameters.
 *
 * Every byte that an identifier cannot hold becomes '_' (so does each byte of a non-ASCII letter),
 * and a name that starts with a digit, or is empty, gets a '_' in front. Fresh strings are owned by
 * the caller.
 */
#ifndef KBUILD_EMIT_IDENTIFIER_H
#define KBUILD_EMIT_IDENTIFIER_H

#include <stdbool.h>

char *identifier_from(const char *name);       /* "My-mod" gives "My_mod" */
char *identifier_from_lower(const char *name); /* "my_mod": for the names of a module's array */
char *identifier_from_upper(const char *name); /* "MY_MOD": for the names of its macros */

/* For a qualified C++ name: "ns::(anonymous namespace)::scale<float>" gives "ns_scale_float". */
char *identifier_from_qualified(const char *name);

/* Whether it is a word of C11 or C++20, or a macro that common system headers define. */
bool identifier_is_keyword(const char *name);

/* Names that are in use; starts out zeroed. */
struct identifier_set {
    void *root; /* of a tree by tsearch() */
};
void identifier_set_free(struct identifier_set *set);

/* The first of |name|, |name|_2, |name|_3, ... that is not in |taken|, to which it is added. */
char *identifier_unique(const char *name, struct identifier_set *taken);

/* The name of a parameter called |name| (may be NULL or empty) as the |position|-th one, counted
 * from 1, of a C and C++ prototype: |name| itself wherever that is safe, else another one. Names
 * that start with krt_ or |package|_, in upper or lower case, are not safe, because they could hide
 * names that the generated functions use. Words of the languages and names in |taken| are not safe
 * either. The result is added to |taken|. */
char *identifier_parameter(const char *name, unsigned position, const char *package,
                           struct identifier_set *taken);

#endif
