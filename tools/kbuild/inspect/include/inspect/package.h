/* package: the contents of a set of files, read once; inspect, extract, diff and report show it.
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
    char *same_as; /* path of another file with the same images, so that the package has only this
                      entry for it; or NULL */
};

struct package_container {
    size_t file;   /* index into |files| */
    size_t parent; /* index into |containers|, or PACKAGE_NONE for the file itself */
    enum container_kind kind;
    char *name;  /* member, section, variable, module; "" */
    char *where; /* as container_print() writes it: "(member.o) .hip_fatbin bundle 2"; "" */
    uint64_t offset, stored_size, size; /* in its parent's bytes; bytes stored; bytes unpacked */
    enum bundle_codec codec;
    unsigned version;
};

struct package_image {
    size_t container;
    char *entry;  /* "hipv4-amdgcn-amd-amdhsa--gfx90a", or "" */
    char *target; /* "gfx90a:xnack-": of the code object; else as in the container; "" */
    enum image_kind kind;
    uint64_t offset, size;     /* in its container's bytes */
    bool is_read;              /* |object| holds it */
    struct code_object object; /* borrows from the package's pools */
    /* What a table shows of its kernels, where the options ask for that; then |object| is closed
     * but for what is one number or word, |kernel_count| among them. Else NULL. See metric.h. */
    struct stored_row *rows;
    /* Of each of its kernels, xxHash64 of the bytes of its code; 0 where |code_size| is. NULL when
     * they were not asked for, or a JSON lacks them. */
    uint64_t *code_hashes;
};

struct package_problem {
    size_t file;
    char *where;     /* of the container, or "" */
    uint64_t offset; /* in the container's bytes, or PACKAGE_NO_OFFSET */
    char *message;
};

struct package {
    struct package_file *files;
    struct package_container *containers;
    struct package_image *images;
    struct package_problem *problems;
    struct metadata_pool **pools;     /* what kernels share: one for each thread that read them */
    struct metadata_pool **row_pools; /* texts of rows, in the same way */
    size_t file_count, container_count, image_count, problem_count, pool_count;
    struct json_t *json; /* that the package was read from, or NULL; it owns all its strings */
};

struct package_options {
    struct strings targets; /* keep only images whose target or processor is one; empty: all */
    struct strings kernels; /* keep only kernels that kernel_matches() one of these */
    bool headers_only;      /* containers and images: code objects are not opened */
    bool code_hashes;       /* count them, for which all code is read */
    bool rows;              /* keep |rows| of kernels, not the kernels */
    uint32_t workgroup;     /* that these are for: see kernel_row_of() */
    /* Called for each image while its bytes are there, in the order of the files; may be NULL. When
     * it fails it is not called again, and package_read() returns its status. */
    enum status (*image)(void *context, const struct package *package,
                         const struct package_image *image, struct span bytes);
    void *context;
};

/* The path for |operand|: itself, or for "-" a path at which standard input can be opened more than
 * once. NULL and errno when standard input cannot be read. */
const char *package_operand(const char *operand);

/* Reads |paths|: files ("-": standard input), and directories, which are walked in the order of
 * their names (hidden directories and links to directories are left out; a file is read once,
 * however many links lead to it; files below directories without a code object are ignored, while
 * an operand without one is a problem). The output of `kbuild embed` beside a file, "a.hsaco.h"
 * beside "a.hsaco", is skipped as |same_as| that file when the images are the same. Damaged parts
 * become |problems| and the rest is read. |options| may be NULL. STATUS_INPUT when there is nothing
 * to show at all, before filters; then the problems have been reported. Else the caller decides
 * about |problems|. |out| need not be initialised; the caller frees it in every case. */
enum status package_read(const struct strings *paths, const struct package_options *options,
                         struct package *out);
void package_free(struct package *package);
void package_image_free(struct package_image *image);

/* Reads |paths|, recognised by their contents: one file of JSON that inspect wrote, or files and
 * directories. The caller frees |out| in every case; its problems have not been reported.
 * |code_hashes|: with those of the kernels, which a JSON may lack. */
enum status source_read(const struct strings *paths, bool code_hashes, struct package *out);

/* Reports each problem on stderr: "kbuild: FILE: WHERE: offset N: message". STATUS_INPUT when there
 * is one. */
enum status package_report_problems(const struct package *package);
/* The same, but problems of a file with the same words, if they are many, as one line. */
enum status package_sum_up_problems(const struct package *package);

/* Where the image starts in its file; PACKAGE_NO_OFFSET if it was unpacked or decoded. */
uint64_t package_file_offset(const struct package *package, const struct package_image *image);

/* "libfoo.so .hip_fatbin bundle 2": the file and the place in it. A fresh string. */
char *package_place(const struct package *package, const struct package_container *container);

/* The JSON that `kbuild inspect --json` prints, "kbuild-inspect-1", a piece at a time. Errors stay
 * in |stream|. */
void package_print_json(const struct package *package, FILE *stream);
/* STATUS_INPUT with a message when |path| is not such JSON; |out| is empty then. |out| need not be
 * initialised; the caller frees it in every case. */
enum status package_from_json(const char *path, struct package *out);

/* "kernel<float, 4>(float*, int)": a fresh string; a copy of |name| when it is not mangled. The
 * ".kd" of a descriptor's symbol goes, and a suffix that makes a static name unique stays, as in
 * "kernel(int) [.static.1f]". Thread-safe. */
char *demangle(const char *name);

/* Whether |item| of --targets selects |target| ("gfx90a:xnack-"): as this target ID, in any
 * spelling, or as its processor. */
bool target_is_asked(const char *target, const char *item);
/* The same for any of |wanted|; true when that is empty. */
bool target_is_wanted(const char *target, const struct strings *wanted);

/* Whether the glob (see fnmatch) matches |name|, mangled or demangled as a whole, or as people
 * write it: "reduce", "rocsparse::reduce", "reduce<float>"? Thread-safe. */
bool kernel_matches(const char *name, const struct strings *globs);

#endif
