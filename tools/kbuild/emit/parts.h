/* What the files of this room share. */
#ifndef KBUILD_EMIT_PARTS_H
#define KBUILD_EMIT_PARTS_H

#include "emit/api.h"
#include "util/buf.h"
#include "util/status.h"

#include <codeobj.h>
#include <mapped_file.h>
#include <stdbool.h>

/* ---- api_rust.c: what the two Rust files have in common */

/* The names of each module: "MY_MODULE", "MyModule". */
struct rust_names {
    struct strings items, variants;
};

void rust_name_modules(const struct kernel_package *package, struct rust_names *out);
void rust_names_free(struct rust_names *names);

/* A literal of |text|, which is UTF-8. Only ASCII: rustc refuses literals whose
 * letters change the direction of the text. */
void rust_put_literal(struct buf *out, const char *text);

/* "my_2d-module" gives "My2dModule". Owned by the caller. */
char *rust_camel_case(const char *name);

/* ---- summary.c ---- */

/* Reads images.json (docs/formats.md), whose "modules" is a list. STATUS_INPUT when it is not of
 * this format. The caller frees |*out| in every case. */
enum status images_load(const char *path, json_t **out);

/* ---- embed_images.c ---- */

/* The code objects inside one input file: an offload bundle or a single AMD GPU ELF file. */

struct embed_image {
    char target[TARGET_ID_MAX]; /* canonical target ID */
    struct span code_object;    /* borrows from the file */
    uint64_t offset, size;      /* bytes, in the data that is embedded */
};

struct embed_images {
    struct mapped_file file;
    struct embed_image *items; /* sorted by target; at least one, all of different targets */
    size_t count;
};

/* Reads |path|; offsets and sizes are those in the file. A bundle's host entries are not images.
 * STATUS_INPUT, with a message, when it is not a code object or a bundle of code objects. The file
 * must not shrink while the images are in use. The caller closes |out| in every case. */
enum status embed_images_open(const char *path, struct embed_images *out);
/* The ID of the module |name| with these images; see hash.h. */
uint64_t embed_images_id(const struct embed_images *images, const char *name);
void embed_images_close(struct embed_images *images);

/* ---- identifier.c ---- */

/* C identifiers made from names of other kinds: modules, packages, C++ kernels, parameters.
 *
 * Every byte that an identifier cannot hold becomes '_' (so does each byte of a non-ASCII letter),
 * and a name that starts with a digit, or is empty, gets a '_' in front. Fresh strings are owned by
 * the caller.
 */

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

/* The name of a member, likewise: "member_2" for the second one, if it has none. */
char *identifier_member(const char *name, unsigned position, const char *package,
                        struct identifier_set *taken);

/* ---- record.c ---- */

/* Finds the records that members are, and drops the members of each record that C would lay out in
 * another way. False if one is not there. */
bool records_link(struct index_module *module);

/* The record that |parameter| of |kernel| is; it has a tag. A template's instance has alignments
 * that are only guessed. */
const struct index_record *records_name(struct kernel_package *package,
                                        const struct index_kernel *kernel,
                                        const struct index_parameter *parameter,
                                        struct identifier_set *tags);

/* Gives a tag to the records that members are, and sorts the package's: each behind those of its
 * members. */
void records_finish(struct kernel_package *package, struct identifier_set *tags);

/* ---- literal.c ---- */

/* Bytes as C source text; every line ends in a newline. A text may be made of several parts, each
 * of which, but for the last, has a multiple of LITERAL_PART bytes. */

enum { LITERAL_PART = 128 };

struct escapes; /* the characters of each byte, and of each pair */
struct escapes *escapes_make(void);
void escapes_free(struct escapes *escapes);

/* Lines of adjacent string literals, 128 bytes each. Escapes are octal and as short as the next
 * byte allows; '?' is escaped too, so that no trigraph appears. */
void literal_put_string(struct buf *out, const struct escapes *escapes, struct span bytes);

#endif
