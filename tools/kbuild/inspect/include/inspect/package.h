/* A package: the contents of a set of files, read once. inspect, extract, diff and report show it.
 *
 * Reading a file and reading the JSON that inspect wrote of it give the same package, so a baseline
 * kept as JSON can replace the files that it was made of. docs/inspect.md documents the JSON.
 */
#ifndef KBUILD_INSPECT_PACKAGE_H
#define KBUILD_INSPECT_PACKAGE_H

#include "codeobj.h"
#include "container.h"
#include "util/buf.h"
#include "util/status.h"

#define PACKAGE_NONE      ((size_t)-1)
#define PACKAGE_NO_OFFSET UINT64_MAX

struct package_file {
    char *path; /* as given, or as found under a directory that was given */
    uint64_t size;
    char *same_as; /* path of another file with the same images, or NULL; the package then has
                      nothing else of this file */
};

struct package_container {
    size_t file;   /* index into |files| */
    size_t parent; /* index into |containers|, or PACKAGE_NONE for the file itself */
    enum container_kind kind;
    char *name;  /* of the member, section, variable or module; or "" */
    char *where; /* as container_print() writes it: "(member.o) .hip_fatbin bundle 2"; or "" */
    uint64_t offset, stored_size, size; /* offset in the parent; bytes stored; unpacked */
    enum bundle_codec codec;
    unsigned version;
};

struct package_image {
    size_t container;
    char *entry;  /* "hipv4-amdgcn-amd-amdhsa--gfx90a", or "" */
    char *target; /* of the code object if it is read, else of the container: "gfx90a:xnack-" */
    enum image_kind kind;
    uint64_t offset, size;     /* place in the container's bytes */
    bool is_read;              /* the code object was opened: see |object| */
    struct code_object object; /* borrows from the package's pools */
    /* Rows of the kernels for a table, if the options ask for them; else NULL. With rows, |object|
     * has no kernels and no lists any more, only single numbers and words such as |kernel_count|.
     * See metric.h. */
    struct stored_row *rows;
    /* For each kernel, the xxHash64 of its code, or 0 where |code_size| is 0. NULL when hashes were
     * not asked for, or when a JSON lacks them. */
    uint64_t *code_hashes;
};

struct package_problem {
    size_t file;
    char *where;     /* |where| of the container, or "" */
    uint64_t offset; /* in the container's bytes, or PACKAGE_NO_OFFSET */
    char *message;
};

struct package {
    struct package_file *files;
    struct package_container *containers;
    struct package_image *images;
    struct package_problem *problems;
    struct metadata_pool **pools;     /* metadata that kernels share; one pool for each thread */
    struct metadata_pool **row_pools; /* texts of rows; one pool for each thread */
    size_t file_count, container_count, image_count, problem_count, pool_count;
    struct json_t *json; /* what the package was read from, which owns its strings; or NULL */
};

struct package_options {
    struct strings targets; /* keep only images for these targets or processors; empty: all */
    struct strings kernels; /* keep only kernels that match these globs; empty: all */
    bool headers_only;      /* read containers and images, and do not open code objects */
    bool code_hashes;       /* compute |code_hashes|, for which all code is read */
    bool rows;              /* keep |rows| of the kernels, not the kernels */
    uint32_t workgroup;     /* workgroup size for |rows|: see kernel_row_of() */
    /* Called for each image while its bytes are mapped, in the order of the files; may be NULL.
     * When it fails it is not called again, and package_read() returns its status. */
    enum status (*image)(void *context, const struct package *package,
                         const struct package_image *image, struct span bytes);
    void *context;
};

/* Returns the path for |operand|: itself, or for "-" a path at which standard input can be opened
 * more than once. Returns NULL and sets errno when standard input cannot be read. */
const char *package_operand(const char *operand);

/* Reads |paths|: files ("-": standard input), and directories, which are walked in the order of
 * their names. Hidden directories and links to directories are left out; a file is read once,
 * however many links lead to it. A file without a code object is a problem if it is an operand, and
 * is ignored below a directory. The output of `kbuild embed` beside a file, "a.hsaco.h" beside
 * "a.hsaco", is skipped as |same_as| that file when the images are the same. Damaged parts become
 * |problems|, and the rest is read. |options| may be NULL. When there are no images at all, even
 * without filters, reports the problems and returns STATUS_INPUT. Else the caller decides about
 * |problems|. |out| need not be initialised; the caller frees it in every case. */
enum status package_read(const struct strings *paths, const struct package_options *options,
                         struct package *out);
void package_free(struct package *package);
void package_image_free(struct package_image *image);

/* Reads |paths|, recognised by their contents: one file of JSON that inspect wrote, or files and
 * directories. The caller frees |out| in every case; its problems have not been reported.
 * |code_hashes|: also compute the hashes of kernels' code; a JSON may lack them. */
enum status source_read(const struct strings *paths, bool code_hashes, struct package *out);

/* Reports each problem on stderr: "kbuild: FILE: WHERE: offset N: message". Returns STATUS_INPUT
 * when there is a problem. */
enum status package_report_problems(const struct package *package);
/* Reports problems as package_report_problems() does, but many of one file that have the same
 * message as one line. */
enum status package_sum_up_problems(const struct package *package);

/* Returns where the image starts in its file, or PACKAGE_NO_OFFSET if it was unpacked or
 * decoded. */
uint64_t package_file_offset(const struct package *package, const struct package_image *image);

/* Returns the file and the place in it, "libfoo.so .hip_fatbin bundle 2", as a fresh string. */
char *package_place(const struct package *package, const struct package_container *container);

/* Writes the JSON that `kbuild inspect --json` prints, "kbuild-inspect-1", a piece at a time. After
 * a failed write, ferror(|stream|) is true. */
void package_print_json(const struct package *package, FILE *stream);
/* Reads the JSON at |path|. Returns STATUS_INPUT with a message, and leaves |out| empty, when the
 * file is not such JSON. |out| need not be initialised; the caller frees it in every case. */
enum status package_from_json(const char *path, struct package *out);

/* Returns the demangled |name|, "kernel<float, 4>(float*, int)", or a copy of |name| when it is not
 * mangled: a fresh string. Removes the ".kd" of a descriptor's symbol, and keeps a suffix that
 * makes a static name unique, as in "kernel(int) [.static.1f]". Thread-safe. */
char *demangle(const char *name);

/* Whether |item| of --targets selects |target| ("gfx90a:xnack-"): as this target ID, in any
 * spelling, or as its processor. */
bool target_is_asked(const char *target, const char *item);
/* Whether any item of |wanted| selects |target|; true when |wanted| is empty. */
bool target_is_wanted(const char *target, const struct strings *wanted);

/* Whether one of |globs| (see fnmatch) matches |name|: the mangled name, the whole demangled one,
 * or what people write: "reduce", "rocsparse::reduce", "reduce<float>". Thread-safe. */
bool kernel_matches(const char *name, const struct strings *globs);

#endif
