/* Declarations that the files of emit/ share. */
#ifndef KBUILD_EMIT_PARTS_H
#define KBUILD_EMIT_PARTS_H

#include "emit/api.h"
#include "util/buf.h"
#include "util/status.h"

#include <codeobj.h>
#include <mapped_file.h>
#include <stdbool.h>

/* ---- api_rust.c: functions that the writers of hsaco.rs and launch.rs both use */

/* The Rust names of each module: |items| are like "MY_MODULE", |variants| like "MyModule". */
struct rust_names {
    struct strings items, variants;
};

void rust_name_modules(const struct kernel_package *package, struct rust_names *out);
void rust_names_free(struct rust_names *names);

/* Writes a Rust literal of |text|, which is UTF-8. The literal is ASCII, because rustc refuses
 * literals with characters that change the direction of text. */
void rust_put_literal(struct buf *out, const char *text);

/* Returns a name in Rust's style for types: "My2dModule" for "my_2d-module". Owned by the caller.
 */
char *rust_camel_case(const char *name);

/* ---- problem.c ---- */

/* Counts the problems. Only the first PROBLEMS_SHOWN_MAX problems are printed. */
struct problems {
    size_t count;
};

enum { PROBLEMS_SHOWN_MAX = 50 };

void problem_add(struct problems *problems, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Appends |item| to |list|, a text such as "gfx1030, gfx90a". */
void problem_list_add(struct buf *list, const char *item);

/* ---- index_stray.c ---- */

/* Returns number |i| of the arguments that are not hidden, or NULL. */
const struct kernel_argument *index_visible_argument(const struct kernel *kernel, size_t i);
/* Handles kernels that are in a code object but not in the source. Instances of the source's
 * templates become kernels of the module. Kernels of a library that the source's host code calls do
 * not become part of the package. Any other kernel is a problem. */
void index_adopt_instances(struct problems *problems, struct index_module *module,
                           struct strings *texts);

/* ---- record.c ---- */

/* Finds the fields of a record, as `layout` of kbuild verify has them: "f32", "u8 * 16". Returns
 * false if its members are not known, or if it has gaps, pointers or more fields than
 * INDEX_FIELDS_MAX; |out| is then not valid. */
enum { INDEX_FIELDS_MAX = 16 };
bool index_record_fields(const struct index_record *record, struct strings *out);

/* ---- vector.c ---- */

/* A vector of CUDA's: float4 has four f32. Its numbers are in order and without gaps. */
struct index_vector {
    enum ctype_scalar scalar;
    uint32_t count;
};

/* Finds the vector whose type has the canonical name |canonical|. Returns false for other types. */
bool index_vector_find(const char *canonical, struct index_vector *out);
/* The same of HIP's template of vectors alone, whose members the source does not describe. */
bool index_vector_of_template(const char *canonical, struct index_vector *out);

/* ---- summary.c ---- */

/* Reads images.json (docs/formats.md), whose "modules" is a list. STATUS_INPUT when the file does
 * not have this format. The caller frees |*out| in every case. */
enum status images_load(const char *path, json_t **out);

/* ---- embed_images.c ---- */

/* The code objects in one input file, which is an offload bundle or a single ELF file for an AMD
 * GPU. */

struct embed_image {
    char target[TARGET_ID_MAX]; /* the canonical target ID of the image */
    struct span code_object;    /* the code object, borrowed from the file */
    uint64_t offset, size;      /* offset of the image in the embedded data, in bytes */
};

struct embed_images {
    struct mapped_file file;
    struct embed_image *items; /* the images, at least one, sorted by target; the targets differ */
    size_t count;
};

/* Reads the images in the file |path|. Their offsets and sizes are those in the file. A bundle's
 * entries for the host are not images. STATUS_INPUT, with a message, when the file is not a code
 * object or a bundle of code objects. The file must not shrink while the images are in use. The
 * caller closes |out| in every case. */
enum status embed_images_open(const char *path, struct embed_images *out);
/* Returns the ID of the module |name| with these images; see hash.h. */
uint64_t embed_images_id(const struct embed_images *images, const char *name);
void embed_images_close(struct embed_images *images);

/* ---- identifier.c ---- */

/* C identifiers made from other names: of modules, packages, C++ kernels, parameters.
 *
 * Every byte that an identifier cannot have becomes '_', also each byte of a letter that is not
 * ASCII. A name that is empty or starts with a digit gets a '_' before it. The caller owns the
 * results. */

/* Makes an identifier of |name|: "My-mod" becomes "My_mod". */
char *identifier_from(const char *name);
/* Makes the identifier for a module's arrays: "My-mod" becomes "my_mod". */
char *identifier_from_lower(const char *name);
/* Makes the identifier for a module's macros: "My-mod" becomes "MY_MOD". */
char *identifier_from_upper(const char *name);

/* Makes an identifier of a qualified C++ name: "ns::(anonymous namespace)::scale<float>" gives
 * "ns_scale_float". */
char *identifier_from_qualified(const char *name);

/* Whether |name| is a keyword of C11 or C++20, or a macro that common system headers define. */
bool identifier_is_keyword(const char *name);

/* A set of names that are in use. A set of zeros is empty. */
struct identifier_set {
    void *root; /* the root of a tree of tsearch() */
};
void identifier_set_free(struct identifier_set *set);

/* Returns the first of |name|, |name|_2, |name|_3, ... that is not in |taken|, and adds it to
 * |taken|. */
char *identifier_unique(const char *name, struct identifier_set *taken);

/* Returns a name for parameter number |position|, counted from 1, of a prototype in C and C++:
 * |name| if that is safe, else another name. |name| may be NULL or empty. Names that start with
 * krt_ or |package|_, in upper or lower case, are not safe, because they could hide names that the
 * generated functions use. Keywords and names in |taken| are not safe either. Adds the result to
 * |taken|. */
char *identifier_parameter(const char *name, unsigned position, const char *package,
                           struct identifier_set *taken);

/* Returns the name of a record's member in the same way: "member_2" for the second member, if it
 * has no name. */
char *identifier_member(const char *name, unsigned position, const char *package,
                        struct identifier_set *taken);

/* ---- record.c ---- */

/* Finds the record that each member's type is, for all records. Removes the members of a record if
 * C would lay them out in another way. Returns false if a record is missing. */
bool records_link(struct index_module *module);

/* Returns the record for the by-value |parameter| of |kernel|. The record has a tag. The alignments
 * of an instance's parameters are only guessed. */
const struct index_record *records_name(struct kernel_package *package,
                                        const struct index_kernel *kernel,
                                        const struct index_parameter *parameter,
                                        struct identifier_set *tags);

/* Gives tags to the records that are types of members. Sorts the package's records so that each one
 * comes after the records of its members. */
void records_finish(struct kernel_package *package, struct identifier_set *tags);

/* ---- literal.c ---- */

/* Writes bytes as C source text, in lines. A caller may make a text in several parts. Each part
 * except for the last must have a multiple of LITERAL_PART bytes. */

enum { LITERAL_PART = 128 };

struct escapes; /* tables of the characters for each byte, and for each pair of bytes */
struct escapes *escapes_make(void);
void escapes_free(struct escapes *escapes);

/* Writes adjacent string literals, one on each line, of 128 bytes each. Escapes are octal and as
 * short as the next byte allows. '?' is escaped too, because two of them may begin a trigraph. */
void literal_put_string(struct buf *out, const struct escapes *escapes, struct span bytes);

#endif
