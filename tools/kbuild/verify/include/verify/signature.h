/* The kernels of a package, as its JSON describes them (kbuild-index-1, docs/formats.md). */
#ifndef KBUILD_VERIFY_SIGNATURE_H
#define KBUILD_VERIFY_SIGNATURE_H

#include "util/status.h"
#include "verify/dtype.h"

enum parameter_kind {
    PARAMETER_SCALAR,  /* a number, or an enumeration */
    PARAMETER_POINTER, /* a pointer; |type| of struct parameter is the type of the elements */
    PARAMETER_RECORD,
};

/* A parameter of a kernel, or a member of a record. Texts are borrowed from the package. */
struct parameter {
    const char *name;
    enum parameter_kind kind;
    enum dtype type;
    uint32_t lanes;   /* for a pointer, how many numbers an element has: 4 for float4, else 1 */
    bool is_const;    /* for a pointer, whether the kernel does not write through it */
    bool is_indirect; /* for a pointer, whether it points to pointers */
    bool is_array;    /* for a member, whether it is an array */
    uint32_t offset, size; /* the place in the argument block, or in the record, in bytes */
    const char *record;    /* for a record, the name of the record */
    /* for a pointer to records, their fields as `layout` has them: a list of texts; else NULL */
    const struct json_t *layout;
};

struct record {
    const char *name;
    uint32_t size;
    struct parameter *members;
    size_t member_count;
};

struct signature {
    const char *name, *symbol, *module;
    struct parameter *parameters;
    size_t parameter_count;
    uint32_t size; /* how many bytes the argument block has */
};

struct interface {
    char *directory;     /* the directory of the package */
    const char *package; /* the name of the package */
    struct json_t *json;
    struct signature *kernels;
    size_t kernel_count;
    struct record *records;
    size_t record_count;
    struct strings targets; /* the canonical target IDs of the package, sorted; NVIDIA's too */
};

/* Reads the JSON in the directory |path|, or the JSON |path|, whose directory is the package. A
 * file may come from elsewhere: every value is checked. The caller frees |out| in every case. */
enum status interface_read(const char *path, struct interface *out);
void interface_free(struct interface *interface);
/* Whether |glob| selects |kernel|: it is the kernel's symbol or name, or a pattern of the name as
 * fnmatch() takes it with FNM_EXTMATCH. */
bool signature_matches(const struct signature *kernel, const char *glob);
bool signature_matches_any(const struct signature *kernel, const struct strings *globs);
/* Appends the fields of the records to which |parameter| points, "[f32, u8 * 16]", or nothing if
 * they are not known. |out| is empty before. */
void parameter_print_layout(const struct parameter *parameter, struct buf *out);
const struct record *interface_record(const struct interface *interface, const char *name);

#endif
