/* The files that describe a package. Each function appends the whole text of a file, which depends
 * only on the package's content, not on paths of this machine or the time. The text does not depend
 * on the compiler's version either, except in api_build(), api_images(), api_rust(), api_launch()
 * and api_python(). The package must have been checked, named, and identified with api_identify().
 */
#ifndef KBUILD_EMIT_API_H
#define KBUILD_EMIT_API_H

#include "emit/index.h"
#include "util/status.h"

/* Sets |interface| and |build| of the package, see struct krt_package in krt.h. */
void api_identify(struct kernel_package *package);

void api_header(const struct kernel_package *package, struct buf *out); /* <package>.h */
void api_source(const struct kernel_package *package, struct buf *out); /* <package>.c */
void api_json(const struct kernel_package *package, struct buf *out);   /* <package>.json */
void api_build(const struct kernel_package *package, struct buf *out);  /* <package>.build.h */
void api_images(const struct kernel_package *package, struct buf *out); /* images.json */
void api_rust(const struct kernel_package *package, struct buf *out);   /* API_RUST_FILE */
void api_launch(const struct kernel_package *package, struct buf *out); /* API_LAUNCH_FILE */
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

/* Returns the code point at |text|, which is UTF-8, and its length in bytes. */
unsigned long api_code_point(const char *text, size_t *out_length);

/* Writes a C string literal with its quotes. */
void api_put_literal(struct buf *out, const char *text);

/* Writes a string inside a C comment. */
void api_put_comment(struct buf *out, const char *text);

/* Appends |words|, separated by ", ", to |out|'s last line. Breaks lines so that none is longer
 * than 100 columns; a new line starts with |indent| spaces. |tail| follows the last word; the part
 * of |tail| before a newline must fit in the line, too. */
void api_put_wrapped(struct buf *out, const struct strings *words, size_t indent, const char *tail);

/* Writes a prototype, "static inline krt_status\nkernels_launch_affine_f32(struct krt_stream
 * *stream, ..."; |tail| starts with the ')'. */
void api_put_prototype(struct buf *out, const struct index_kernel *kernel, const char *tail);

/* Writes a prototype, "... kernels_variable_table(struct krt_device *device, float **out, ...";
 * |tail| starts with the ')'. */
void api_put_variable(struct buf *out, const struct index_variable *variable, const char *tail);

/* Returns the name under which comments and messages show a file: the path in the source tree, or
 * the last part of an absolute path. */
const char *api_file(const char *path);

/* Returns the name under which comments show a record. The canonical name of an unnamed record
 * contains a path, which is left out. */
const char *api_record_name(const char *canonical);

/* ---- The table at the end of a build: the costs of each module on each target. */

/* Prints a table to |out|, made from an images.json (docs/formats.md): a row for each module with
 * its number of kernels, and for each target the size of the code object and the most VGPRs and
 * scratch (bytes of one work-item) that one of its kernels takes. Targets that do not fit into 100
 * columns go into a further table. STATUS_INPUT when the file cannot be read. */
enum status summary_print(FILE *out, const char *images_json_path);

#endif
