/* What the files of this directory share. */
#ifndef KBUILD_INSPECT_PARTS_H
#define KBUILD_INSPECT_PARTS_H

#include "mapped_file.h"
#include "inspect/package.h"
#include "util/buf.h"

/* ---- package*.c ---- */

/* The files that the operands name. */
struct package_paths {
    struct strings paths;
    bool *named;                /* for each path: it is an operand, not a file below one */
    struct strings bad, faults; /* paths that cannot be read; what is wrong with each */
};
void package_paths_find(const struct strings *operands, struct package_paths *out);
void package_paths_free(struct package_paths *paths);

/* Returns "<file>", a fresh string, when |path| is "<file>.h" or "<file>.zst" and has the same
 * images as "<file>", which is in |sorted|; else NULL. */
char *package_copied_file(const char *path, const struct strings *sorted);

/* ---- beside.c ---- */

/* Files that the header (".incbin") or the library at |path| names. */
struct beside {
    const char *path;
    struct mapped_file *files;
    size_t count;
    char *pattern; /* the path that was last looked for; |archives| match it */
    struct strings archives;
};
/* Maps the file |name| beside |path|. Returns false when it cannot be read; else |out| is valid
 * until beside_close(). */
bool beside_open(struct beside *beside, const char *name, struct span *out);
/* See container_visitor.archive. */
bool beside_archive(struct beside *beside, const char *path, size_t index, const char **name,
                    struct span *out);
void beside_close(struct beside *beside);

/* ---- text.c ---- */

/* Text that came out of a file, made safe for a page or for JSON; and numbers for people. */

/* Appends |text| to a page, as text or in a quoted attribute. Bytes that are not UTF-8, and
 * characters that HTML forbids, become U+FFFD. */
void html_put(struct buf *out, const char *text);
/* Appends |text| as a quoted JSON string. Bytes that are not UTF-8 become U+FFFD. */
void json_put(struct buf *out, const char *text);
/* Appends "key": and, unless it is the first thing in an object, a list or a line, a comma before
 * it. */
void json_key(struct buf *out, const char *key);
/* Appends a key with its text. */
void json_text(struct buf *out, const char *key, const char *text);
/* Appends a key with its number. Above 2^53 the number is a string in hexadecimal, because readers
 * that keep numbers as doubles would change it (RFC 8259, section 6). */
void json_number(struct buf *out, const char *key, uint64_t value);
/* Appends |json|, escaped so that nothing in it ends the script element around it. */
void script_put(struct buf *out, const struct buf *json);
/* Appends |count| as "12,345". */
void count_put(struct buf *out, uint64_t count);

#endif
