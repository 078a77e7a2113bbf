/* A package: the contents of a set of files, read once. inspect, extract, diff and report use it.
 *
 * The JSON that `kbuild inspect` wrote of a file gives the same package as the file itself. So a
 * baseline that is kept as JSON can replace the files from which it was made. docs/inspect.md
 * documents the JSON. */
#ifndef KBUILD_INSPECT_PACKAGE_H
#define KBUILD_INSPECT_PACKAGE_H

#include "codeobj.h"
#include "container.h"
#include "util/buf.h"
#include "util/status.h"

#define PACKAGE_NONE      ((size_t)-1)
#define PACKAGE_NO_OFFSET UINT64_MAX

struct package_file {
    /* the file's path as the user gave it, or as it was found below the user's directory */
    char *path;
    uint64_t size;
    /* Path of another file with the same images, or NULL. If it is not NULL, the package has no
     * images of this file. */
    char *same_as;
};

struct package_container {
    size_t file;   /* index into |files| */
    size_t parent; /* index into |containers| of the container around; PACKAGE_NONE for a file */
    enum container_kind kind;
    char *name; /* name of the archive member, section, variable or module; or "" */
    /* the container's place in the file, or "", as container_print() writes it: "(member.o)
     * .hip_fatbin bundle 2" */
    char *where;
    /* the container's offset in its parent, how many bytes it takes there, and how many it has when
     * it is unpacked */
    uint64_t offset, stored_size, size;
    enum bundle_codec codec;
    unsigned version;
};

struct package_image {
    size_t container;
    char *entry; /* the entry's id in the bundle, "hipv4-amdgcn-amd-amdhsa--gfx90a", or "" */
    /* target ID, "gfx90a:xnack-": that of the code object if |is_read|, else that of the
     * container's entry */
    char *target;
    enum image_kind kind;
    uint64_t offset, size;     /* offset and size in the container's unpacked bytes */
    bool is_read;              /* whether |object| is valid, because the code object was opened */
    struct code_object object; /* the code object, which borrows texts from the package's |pools| */
    /* The image's kernels as rows of a table (metric.h), if package_options asked for rows; else
     * NULL. If |rows| is not NULL, |object| has lost its kernels and other lists, and has only
     * single numbers and texts. */
    struct stored_row *rows;
    /* For each kernel, by index, the xxHash64 of its code, or 0 where |code_size| is 0. NULL when
     * package_options did not ask for hashes, or when the package comes from a JSON without them.
     */
    uint64_t *code_hashes;
};

struct package_problem {
    size_t file;
    char *where; /* the member |where| of the container with the problem, or "" */
    /* offset of the problem in the container's unpacked bytes, or PACKAGE_NO_OFFSET */
    uint64_t offset;
    char *message;
};

struct package {
    struct package_file *files;
    struct package_container *containers;
    struct package_image *images;
    struct package_problem *problems;
    /* metadata of kernels, which kernels share; a pool for each thread that reads */
    struct metadata_pool **pools;
    struct metadata_pool **row_pools; /* texts of stored rows; a pool for each thread that reads */
    size_t file_count, container_count, image_count, problem_count, pool_count;
    /* the JSON from which the package was read, which owns all strings; NULL if it was read from
     * files */
    struct json_t *json;
};

struct package_options {
    struct strings targets; /* the targets or processors whose images are kept; if empty, all */
    struct strings kernels; /* the globs of the kernels that are kept; if empty, all */
    /* whether to read only containers and images, and not to open code objects */
    bool headers_only;
    /* whether to compute |code_hashes|, for which the code of all kernels is read */
    bool code_hashes;
    bool rows; /* whether to keep the |rows| of the kernels instead of the kernels */
    /* the size of a workgroup for which the occupancy in |rows| is computed; if 0, each kernel's
     * largest */
    uint32_t workgroup;
    /* Called for each image in the order of the files, while |bytes| are mapped; may be NULL. After
     * it fails once it is not called again, and package_read() returns its status. */
    enum status (*image)(void *context, const struct package *package,
                         const struct package_image *image, struct span bytes);
    void *context;
};

/* Returns a path for |operand|: |operand| itself, but for "-" a path at which standard input can be
 * opened more than once. Returns NULL and sets errno when standard input cannot be read. */
const char *package_operand(const char *operand);

/* Reads |paths| into |out|.
 *
 * A path is a file ("-": standard input) or a directory, which is walked in the order of its names.
 * Hidden directories and links to directories are left out. A file is read once, however many links
 * lead to it. A file without a code object is a problem if it is itself in |paths|, and is ignored
 * if it is below a directory. The output of `kbuild embed` beside a file, "a.hsaco.h" beside
 * "a.hsaco", is skipped when both have the same images; its |same_as| is then the other file.
 *
 * Damaged parts become |problems|, and everything else is read. |options| may be NULL. When there
 * are no images at all, even without filters, the function reports the problems and returns
 * STATUS_INPUT. Otherwise the caller decides about |problems|. |out| need not be initialised; the
 * caller frees it in every case. */
enum status package_read(const struct strings *paths, const struct package_options *options,
                         struct package *out);
void package_free(struct package *package);
void package_image_free(struct package_image *image);

/* Reads |paths|, which are one file of JSON that inspect wrote, or files and directories; the
 * contents decide. With |code_hashes|, computes the hashes of kernels' code; a JSON may lack them.
 * Reports none of the package's problems. The caller frees |out| in every case. */
enum status source_read(const struct strings *paths, bool code_hashes, struct package *out);

/* Reports each problem on stderr: "kbuild: FILE: WHERE: offset N: message". Returns STATUS_INPUT
 * when there is a problem. */
enum status package_report_problems(const struct package *package);
/* Reports problems as package_report_problems() does. If one file has many problems with the same
 * message, the message is printed once, with their number. */
enum status package_sum_up_problems(const struct package *package);

/* Returns the offset of |image| in its file, or PACKAGE_NO_OFFSET if the image was unpacked or
 * decoded. */
uint64_t package_file_offset(const struct package *package, const struct package_image *image);

/* Returns the file and the place in the file, "libfoo.so .hip_fatbin bundle 2", as a fresh string.
 */
char *package_place(const struct package *package, const struct package_container *container);

/* Writes to |stream|, piece by piece, the JSON that `kbuild inspect --json` prints
 * ("kbuild-inspect-1"). After a failed write, ferror(|stream|) is true. */
void package_print_json(const struct package *package, FILE *stream);
/* Reads the JSON file |path| that inspect wrote. When the file is something else, returns
 * STATUS_INPUT with a message and leaves |out| empty. |out| need not be initialised; the caller
 * frees it in every case. */
enum status package_from_json(const char *path, struct package *out);

/* Returns |name| demangled, "kernel<float, 4>(float*, int)", or a copy of |name| when it is not
 * mangled: a fresh string. Removes ".kd", the end of the symbol of a kernel's descriptor. Keeps a
 * suffix that makes a static kernel's name unique, as in "kernel(int) [.static.1f]". Thread-safe.
 */
char *demangle(const char *name);

/* Whether |item|, an item of --targets, selects |target| ("gfx90a:xnack-"). An item is a target ID,
 * in any spelling, or a processor, which selects all of its targets. */
bool target_is_asked(const char *target, const char *item);
/* Whether any item of |wanted| selects |target|; true when |wanted| is empty. */
bool target_is_wanted(const char *target, const struct strings *wanted);

/* Whether one of |globs| (see fnmatch) matches the kernel |name|. A glob is compared with the
 * mangled name, the whole demangled name, and shorter names as people write them: "reduce",
 * "rocsparse::reduce", "reduce<float>". Thread-safe. */
bool kernel_matches(const char *name, const struct strings *globs);

#endif
