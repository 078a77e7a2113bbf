/* A package that is being made: the definitions of the source, the results of the compiler, and the
 * checks that both agree.
 *
 * The steps, in order: kernel_package_add_module() for each module, kernel_package_check(),
 * kernel_package_name(), and then the functions of emit/api.h. Strings live as long as the package.
 */
#ifndef KBUILD_EMIT_INDEX_H
#define KBUILD_EMIT_INDEX_H

#include "emit/ctype.h"
#include "util/buf.h"
#include "util/status.h"

#include <codeobj.h>
#include <jansson.h>

struct index_parameter {
    const char *name;      /* in the source, may be "" */
    const char *canonical; /* "const float *" */
    const char *spelled;   /* the type as in the source; NULL or "": not known */
    uint32_t size, align;  /* bytes */
    uint32_t offset;       /* bytes, in the kernel's argument block */
    struct ctype type;
    const struct index_record *record; /* by kernel_package_name(): NULL where C has a type */
    const char *c_name;                /* by kernel_package_name(): safe in a C or C++ prototype */
    const char *c_type;                /* by kernel_package_name(): "const float *" */
};

/* Facts for launches, of code objects that another compiler made. 0: not known. */
enum index_fact {
    INDEX_WARPS,
    INDEX_SHARED, /* bytes of dynamic LDS */
    INDEX_BLOCK_X,
    INDEX_BLOCK_Y,
    INDEX_BLOCK_Z,
    INDEX_FACT_COUNT,
};
extern const char *const index_fact_names[INDEX_FACT_COUNT]; /* "warps" */

enum { INDEX_RANK_MAX = 8 };

/* A member of a record, which may be an array. */
struct index_member {
    const char *name;  /* in the source, may be "" */
    uint32_t offset;   /* bytes */
    struct ctype type; /* of an element */
    uint32_t extents[INDEX_RANK_MAX];
    uint32_t rank;               /* 0: not an array */
    struct index_record *record; /* that the type is, or NULL */
    uint32_t align;              /* by record_fit(): what a C compiler must be told, or 0 */
    const char *c_name;          /* by kernel_package_name() */
    const char *c_type;          /* likewise, of an element */
};

/* A record that some kernel takes by value. */
struct index_record {
    const char *canonical;
    uint32_t size, align;
    struct index_member *members; /* NULL: C has no layout for it, or it is not known */
    size_t member_count;
    bool is_packed;  /* by record_fit(): without the alignment of its members */
    const char *tag; /* by kernel_package_name(): "kernels_dims"; NULL: no kernel takes it */
};

/* A kernel of the source, or an instance of a template, which only the code objects know. */
struct index_kernel {
    const char *name; /* qualified C++ name, "ns::fill<float, 4>" */
    const char *symbol;
    const char *file; /* where it, or its template, is defined */
    long line;
    bool is_repeatable; /* static, in an anonymous namespace, or inline: others may have the same
                           name */
    const char *template_name; /* NULL unless it is an instance */
    bool is_untyped;           /* its types are in its symbol, if anywhere */
    struct index_parameter *parameters;
    size_t parameter_count;
    uint32_t facts[INDEX_FACT_COUNT];
    size_t module;          /* by kernel_package_check(): index into the package's */
    const char *base;       /* by kernel_package_name(): "affine_f32" */
    const char *wrapper;    /* by kernel_package_name(): "kernels_launch_affine_f32" */
    const char *enumerator; /* by kernel_package_name(): "KERNELS_AFFINE_F32" */
};

/* A variable in device memory. */
struct index_variable {
    const char *name; /* qualified C++ name */
    const char *symbol;
    const char *file;
    long line;
    bool is_repeatable;   /* inline: code objects may lack it */
    bool is_managed;      /* by kernel_package_check() */
    size_t module;        /* likewise: index into the package's */
    uint64_t size;        /* bytes */
    struct ctype pointer; /* to it, or to the first element of an array */
    const char *c_type;   /* by kernel_package_name(): "float *" */
    const char *base;     /* by kernel_package_name(): "table" */
    const char *wrapper;  /* by kernel_package_name(): "kernels_variable_table" */
};

/* A parameter of a template; what depends on the template's arguments has the type CTYPE_OTHER. */
struct index_slot {
    const char *name; /* may be "" */
    struct ctype type;
    bool is_pack;
};

struct index_template {
    const char *name, *file;
    long line;
    bool is_repeatable;
    struct index_slot *slots;
    size_t slot_count;
};

/* A directive that hides kernels of a module without any. */
struct index_guard {
    const char *file, *directive;
    long line;
};

/* An object that a driver finds by its name. */
struct index_symbol {
    char *name;
    uint64_t size; /* bytes */
    bool is_managed;
};

/* One code object of a module. */
struct index_image {
    char target[TARGET_ID_MAX]; /* canonical target ID */
    uint64_t offset, size;      /* bytes, in the fat file */
    uint32_t checksum;          /* by build_id.h */
    struct code_object object;
    struct index_symbol *symbols;
    size_t symbol_count;
};

struct index_module {
    const char *name;
    const char *reflect;    /* path, borrowed */
    const char *fat;        /* path, borrowed */
    uint64_t size;          /* bytes of the fat file */
    json_t *json;           /* owns the data borrowed from the reflect file */
    struct strings targets; /* the targets that it must have, sorted */
    bool is_restricted;     /* to targets of its own, by --only */
    bool has_source;        /* the package ships it, by --source */
    struct index_kernel *kernels;
    size_t kernel_count;
    struct index_template *templates;
    size_t template_count;
    const char **system; /* kernels of libraries: symbols, and names of templates */
    size_t system_count;
    struct index_guard *guards;
    size_t guard_count;
    struct index_record *records; /* those that the source shows */
    size_t record_count;
    struct index_variable *variables; /* those of all code objects, by kernel_package_check() */
    size_t variable_count;
    struct index_image *images; /* sorted by target */
    size_t image_count;
};

struct kernel_package {
    const char *name;             /* borrowed */
    struct strings targets;       /* sorted */
    const struct strings *emit;   /* some of api_language_names; borrowed */
    struct index_module *modules; /* sorted by name, by kernel_package_check() */
    size_t module_count;
    /* Of all modules, by kernel_package_check(); a kernel's index is its ordinal. */
    struct index_kernel **kernels;
    struct index_variable **variables;
    size_t kernel_count, variable_count;
    /* By kernel_package_name(): those that kernels take by value, and before each one those that
     * its members are. They belong to modules, or to |opaque|. */
    struct index_record **records, **opaque;
    size_t record_count, opaque_count;
    const char *prefix; /* by kernel_package_name(): "kernels" */
    const char *upper;  /* by kernel_package_name(): "KERNELS" */
    uint64_t interface; /* by api_identify(): identifies the tables */
    uint64_t build;     /* by api_identify(): identifies the tables and all images */
    struct strings texts;
};

void kernel_package_free(struct kernel_package *package);
void index_kernel_free(struct index_kernel *kernel); /* what it owns */

/* Reads |reflect| (the kbuild-reflect-1 format) and the images of |fat|. STATUS_INPUT, naming the
 * file and the fault. Paths are borrowed. */
enum status kernel_package_add_module(struct kernel_package *package, const char *reflect,
                                      const char *fat);

/* Offsets of the parameters of a kernel: each at the next multiple of its alignment. See "Kernel
 * Argument" layout in LLVM's AMDGPU usage guide; it is that of a C struct. */
void index_lay_out(struct index_parameter *parameters, size_t count);

/* Whether |symbol| is an instance of the function template of this qualified name. See the Itanium
 * C++ ABI, section 5.1. */
bool index_symbol_is_instance(const char *symbol, const char *template_name);

/* "ns::fill<float, 4>" for an instance of ns::fill, or a copy of |symbol| when its arguments cannot
 * be spelled simply. Owned by the caller. */
char *index_instance_name(const char *symbol, const char *template_name);

/* Gives the parameters of an instance, whose sizes are known, their types. Texts are kept in
 * |texts|. */
void index_type_instance(struct index_kernel *kernel, struct strings *texts);
/* "unsigned int": the words of a demangled type. False for other types. */
bool index_builtin(const char *text, enum ctype_scalar *out);

/* "ns::fill<vec<float>, 4>", or a copy of |symbol|. Owned by the caller. */
char *index_instance_label(const char *symbol);

/* The template of |module| that |kernel|, which has its symbol and parameters, is an instance of,
 * or NULL. Of overloads, it is the first that the parameters fit. The parameters get the names that
 * all these overloads agree on. Texts are kept in |texts|. */
const struct index_template *index_match_instance(const struct index_module *module,
                                                  struct index_kernel *kernel,
                                                  struct strings *texts);

/* Compares the source with every code object: the same modules, targets and kernels, and the same
 * parameters. Lists the differences, one line each, and then returns STATUS_INPUT. When there are
 * none, modules are sorted by name and the instances of templates are kernels of their modules. */
enum status kernel_package_check(struct kernel_package *package);
/* Warns of modules without kernels and of templates without instances, after that. */
void kernel_package_warn(const struct kernel_package *package);

/* Bytes of a member of a record, all elements together. */
uint32_t index_member_size(const struct index_member *member);

/* The canonical name of the type of a by-value parameter that has no type in C; borrowed. */
const char *index_record_name(const struct index_parameter *parameter);

/* Why a package cannot have this name, or NULL when it can. */
const char *kernel_package_name_fault(const char *name);

/* The same for a module, whose name is that of a header. */
const char *kernel_module_name_fault(const char *name);

/* The name in C that two modules share, owned by the caller; NULL when each has a name of its own.
 */
char *kernel_module_name_clash(const char *one, const char *other);

/* Gives every kernel and parameter its C names. */
void kernel_package_name(struct kernel_package *package);

/* ---- signature.c ---------------------------------------------------------------------------- */

/* The kernels of code objects that kbuild did not compile, as a kbuild-reflect-1 document.
 *
 * Offsets and sizes of parameters come from the metadata, and types from the mangled name of a C++
 * kernel. Triton writes KERNEL.json and KERNEL.ttir beside KERNEL.hsaco: from these come names and
 * types of the parameters, the number of warps, and the bytes of dynamic LDS.
 */

struct signatures {
    json_t *kernels; /* a list, owned; NULL before the first image */
};

/* Adds the kernels of |image|, a code object from the file |path|, that are not there yet.
 * STATUS_INPUT if it cannot be read, or was compiled for another number of warps than another image
 * with the same kernel. */
enum status signatures_add(struct signatures *signatures, const char *path, struct span image);
/* The document of |module|. */
void signatures_print(const struct signatures *signatures, const char *module, struct buf *out);
void signatures_free(struct signatures *signatures);

/* The file that Triton writes beside |path|, with |extension| in place of its own; owned by the
 * caller. */
char *signature_beside(const char *path, const char *extension);

#endif
