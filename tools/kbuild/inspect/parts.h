/* Declarations that the files of inspect/ share. */
#ifndef KBUILD_INSPECT_PARTS_H
#define KBUILD_INSPECT_PARTS_H

#include "mapped_file.h"
#include "inspect/package.h"
#include "util/buf.h"

/* ---- package*.c ---- */

/* The files that the user's operands name. */
struct package_paths {
    struct strings paths;
    /* for each path, by index, whether it is itself an operand, not a file below a directory */
    bool *named;
    struct strings bad, faults; /* the paths that cannot be read, and the reason for each */
};
void package_paths_find(const struct strings *operands, struct package_paths *out);
void package_paths_free(struct package_paths *paths);

/* Returns "<file>", a fresh string, when |path| is "<file>.h" or "<file>.zst", "<file>" is in
 * |sorted|, and both files have the same images; else NULL. */
char *package_copied_file(const char *path, const struct strings *sorted);

/* ---- beside.c ---- */

/* Mapped files that the header (".incbin") or the library at |path| names. */
struct beside {
    const char *path;
    struct mapped_file *files;
    size_t count;
    char *pattern; /* the pattern of the last search for archives, and the archives that match it */
    struct strings archives;
};
/* Maps the file |name| in the directory of |path|. Returns false when the file cannot be read.
 * |out| is valid until beside_close(). */
bool beside_open(struct beside *beside, const char *name, struct span *out);
/* Finds kpack archives for container_walk(), as struct container_visitor describes its member
 * |archive|. */
bool beside_archive(struct beside *beside, const char *path, size_t index, const char **name,
                    struct span *out);
void beside_close(struct beside *beside);

/* ---- text.c ---- */

/* Text that came out of an untrusted file, made safe for an HTML page or for JSON; and numbers for
 * people. */

/* Appends |text| to an HTML page, as text or in a quoted attribute. Bytes that are not UTF-8, and
 * characters that HTML forbids, become U+FFFD. */
void html_put(struct buf *out, const char *text);
/* Appends |text| as a quoted JSON string. Bytes that are not UTF-8 become U+FFFD. */
void json_put(struct buf *out, const char *text);
/* Appends "key": for JSON. Before it comes a comma, unless the key is the first thing in an object,
 * a list or a line. */
void json_key(struct buf *out, const char *key);
/* Appends "key": and |text| as a JSON string. */
void json_text(struct buf *out, const char *key, const char *text);
/* Appends "key": and the number. Above 2^53 the number is written as a string in hexadecimal,
 * because readers that keep numbers as doubles would change it (RFC 8259, section 6). */
void json_number(struct buf *out, const char *key, uint64_t value);
/* Appends the JSON text |json|, escaped so that nothing in it ends the script element around it. */
void script_put(struct buf *out, const struct buf *json);
/* Appends |count| with commas: "12,345". */
void count_put(struct buf *out, uint64_t count);

#endif
