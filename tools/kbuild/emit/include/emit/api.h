/* The files that describe a package. Each function appends the whole text of one file. The text
 * depends only on the package's content, not on paths of this machine or the time. It does not
 * depend on the compiler's version either, except for api_build(), api_images(), api_rust(),
 * api_launch() and api_python(). Before these functions, the package must be checked, named, and
 * identified with api_identify(). */
#ifndef KBUILD_EMIT_API_H
#define KBUILD_EMIT_API_H

#include "emit/index.h"
#include "util/status.h"

/* Sets |interface| and |build| of the package; struct krt_package in krt.h describes them. */
void api_identify(struct kernel_package *package);

/* Writes the file <package>.h. */
void api_header(const struct kernel_package *package, struct buf *out);
/* Writes the file <package>.c. */
void api_source(const struct kernel_package *package, struct buf *out);
/* Writes the file <package>.json. */
void api_json(const struct kernel_package *package, struct buf *out);
/* Writes the file <package>.build.h. */
void api_build(const struct kernel_package *package, struct buf *out);
/* Writes the file images.json. */
void api_images(const struct kernel_package *package, struct buf *out);
/* Writes the file API_RUST_FILE. */
void api_rust(const struct kernel_package *package, struct buf *out);
/* Writes the file API_LAUNCH_FILE. */
void api_launch(const struct kernel_package *package, struct buf *out);
void api_python(const struct kernel_package *package, struct buf *out);
void api_python_stub(const struct kernel_package *package, struct buf *out);

#define API_RUST_FILE   "hsaco.rs"
#define API_LAUNCH_FILE "launch.rs"
/* Returns "kernels.py" for the package "kernels" and the extension ".py"; the stub's extension is
 * ".pyi". Owned by the caller. */
char *api_python_file(const char *package, const char *extension);
/* The languages besides C in which a package can be written: the values of --emit, then a NULL. */
extern const char *const api_language_names[];

/* ---- Functions that the writers of these files share (api_text.c) --------------------------- */

/* Returns the code point at |text|, which is UTF-8, and the number of its bytes. */
unsigned long api_code_point(const char *text, size_t *out_length);

/* Writes a C string literal with its quotes. */
void api_put_literal(struct buf *out, const char *text);

/* Writes a string inside a C comment. */
void api_put_comment(struct buf *out, const char *text);

/* Appends |words|, separated by ", ", to the last line of |out|. Breaks lines at 100 columns; a new
 * line starts with |indent| spaces. |tail| follows the last word; the part of |tail| before its
 * first newline must fit in the line, too. */
void api_put_wrapped(struct buf *out, const struct strings *words, size_t indent, const char *tail);

/* Writes the prototype of a kernel's launch function: "static inline krt_status", and on the next
 * line "kernels_launch_affine_f32(struct krt_stream *stream, ...". |tail| starts with the ')'. */
void api_put_prototype(struct buf *out, const struct index_kernel *kernel, const char *tail);

/* Writes the prototype of a function that finds a variable, "... kernels_variable_table(struct
 * krt_device *device, float **out, ...". |tail| starts with the ')'. */
void api_put_variable(struct buf *out, const struct index_variable *variable, const char *tail);

/* Returns the name under which comments and messages show a file: the path in the source tree, or
 * the last part of an absolute path. */
const char *api_file(const char *path);

/* Returns the name under which comments show a record. The canonical name of an unnamed record
 * contains a path, which is left out. */
const char *api_record_name(const char *canonical);

/* ---- The table that `kbuild build` prints at its end: the costs of each module on each target. */

/* Prints a table of an images.json (docs/formats.md) to |out|. It has a row for each module, with
 * its number of kernels. For each target, the row has the size of the code object, and the largest
 * number of VGPRs and of scratch (bytes of one work-item) among the kernels. Targets that do not
 * fit into 100 columns go into a further table. STATUS_INPUT when the file cannot be read. */
enum status summary_print(FILE *out, const char *images_json_path);

#endif
