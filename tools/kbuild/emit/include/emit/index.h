/* The model of a package that is being made: the definitions in the source, the code objects of the
 * compiler, and the checks that both agree.
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
    const char *name;      /* the parameter's name in the source; may be "" */
    const char *canonical; /* the canonical type: "const float *" */
    const char *spelled;   /* the type as the source spells it; NULL or "" if that is not known */
    uint32_t size, align;  /* the size and the alignment of the parameter in bytes */
    uint32_t offset;       /* offset of the parameter in the kernarg, in bytes */
    struct ctype type;
    /* the record, if the parameter is one; NULL if C has the type; set by kernel_package_name() */
    const struct index_record *record;
    /* Set by kernel_package_name(): the name of the parameter in prototypes, safe in C and C++. */
    const char *c_name;
    const char *c_type; /* the type in C, such as "const float *"; set by kernel_package_name() */
};

/* Facts that a launch needs, about kernels that another compiler made. 0: the fact is not known. */
enum index_fact {
    INDEX_WARPS,
    INDEX_SHARED, /* how many bytes of dynamic LDS the kernel needs */
    INDEX_BLOCK_X,
    INDEX_BLOCK_Y,
    INDEX_BLOCK_Z,
    INDEX_FACT_COUNT,
};
/* the names of the facts in JSON, such as "warps" */
extern const char *const index_fact_names[INDEX_FACT_COUNT];

enum { INDEX_RANK_MAX = 8 };

/* A member of a record, which may be an array. */
struct index_member {
    const char *name;  /* the member's name in the source; may be "" */
    uint32_t offset;   /* offset in the record, in bytes */
    struct ctype type; /* the member's type; for an array, the type of an element */
    uint32_t extents[INDEX_RANK_MAX];
    uint32_t rank;               /* how many |extents| there are; 0 if the member is not an array */
    struct index_record *record; /* the record, if |type| is a record; NULL for other types */
    /* the alignment that the generated header must state, or 0; set by records_link() */
    uint32_t align;
    const char *c_name; /* the member's name in C; set by kernel_package_name() */
    const char *c_type; /* the spelling of |type| in C; set by kernel_package_name() */
};

/* A record that a kernel takes by value. */
struct index_record {
    const char *canonical;
    uint32_t size, align;
    /* the members; NULL if they are unknown, or if C has no layout for them */
    struct index_member *members;
    size_t member_count;
    /* whether some member is not at a multiple of its alignment; set by records_link() */
    bool is_packed;
    /* the record's name in C, such as "kernels_dims"; NULL if no kernel takes it; set by
     * kernel_package_name() */
    const char *tag;
};

/* A kernel of the source; or an instance of a kernel template, which only the code objects have. */
struct index_kernel {
    const char *name; /* the kernel's qualified C++ name, "ns::fill<float, 4>" */
    const char *symbol;
    const char *file; /* the file that defines the kernel, or the template of an instance */
    long line;
    /* The kernel is static, inline, or in an anonymous namespace, so other kernels may have its
     * name. */
    bool is_repeatable;
    /* qualified name of the template of an instance; NULL for other kernels */
    const char *template_name;
    /* whether the types of the parameters are only in the mangled symbol, if at all */
    bool is_untyped;
    struct index_parameter *parameters;
    size_t parameter_count;
    uint32_t facts[INDEX_FACT_COUNT];
    size_t module; /* set by kernel_package_check(): index into the package's modules */
    /* the kernel's name in C, such as "affine_f32"; set by kernel_package_name() */
    const char *base;
    /* the name of the launch function, such as "kernels_launch_affine_f32"; set by
     * kernel_package_name() */
    const char *wrapper;
    /* the enumerator of the kernel's ordinal, such as "KERNELS_AFFINE_F32"; set by
     * kernel_package_name() */
    const char *enumerator;
};

/* A variable in device memory. */
struct index_variable {
    const char *name; /* the variable's qualified C++ name */
    const char *symbol;
    const char *file;
    long line;
    bool is_repeatable;   /* whether the variable is inline, so a code object need not have it */
    bool is_managed;      /* whether the variable is __managed__; set by kernel_package_check() */
    size_t module;        /* set by kernel_package_check(): index into the package's modules */
    uint64_t size;        /* size of the variable in bytes */
    struct ctype pointer; /* type of a pointer to the variable, or to an array's first element */
    /* the spelling of |pointer| in C, such as "float *"; set by kernel_package_name() */
    const char *c_type;
    const char *base; /* the variable's name in C, such as "table"; set by kernel_package_name() */
    /* the function that finds the variable, such as "kernels_variable_table"; set by
     * kernel_package_name() */
    const char *wrapper;
};

/* A parameter of a function template. A type that depends on the template's arguments is
 * CTYPE_OTHER. */
struct index_slot {
    const char *name; /* the parameter's name in the source; may be "" */
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

/* A directive of the preprocessor that hides kernels: a reason why a module has no kernels. */
struct index_guard {
    const char *file, *directive;
    long line;
};

/* A variable in a code object, which a driver finds by its name. */
struct index_symbol {
    char *name;
    uint64_t size; /* size of the variable in bytes */
    bool is_managed;
};

/* One code object of a module. */
struct index_image {
    char target[TARGET_ID_MAX]; /* the canonical target ID of the image */
    uint64_t offset, size;      /* place of the code object in the fat file, in bytes */
    uint32_t checksum;          /* checksum of the code object; see hash.h */
    struct code_object object;
    struct index_symbol *symbols;
    size_t symbol_count;
};

struct index_module {
    const char *name;
    const char *reflect; /* path of the kbuild-reflect-1 file; borrowed */
    /* path of the fat file, the bundle with the module's images; borrowed */
    const char *fat;
    uint64_t size; /* size of the fat file in bytes */
    /* the contents of the reflect file, from which names and types are borrowed */
    json_t *json;
    struct strings targets; /* the targets that the module must have, sorted */
    bool is_restricted;     /* whether the module has targets of its own (--only) */
    bool has_source;        /* whether the package also has the module's source (--source) */
    struct index_kernel *kernels;
    size_t kernel_count;
    struct index_template *templates;
    size_t template_count;
    /* the __global__ functions of system headers: the symbols of kernels, and the names of
     * templates */
    const char **system;
    size_t system_count;
    struct index_guard *guards;
    size_t guard_count;
    struct index_record *records; /* the records (structs and classes) that the reflect file
                                   * describes */
    size_t record_count;
    /* The variables of the source. After kernel_package_check(), only those that all code objects
     * have. */
    struct index_variable *variables;
    size_t variable_count;
    struct index_image *images; /* the module's images, sorted by target */
    size_t image_count;
};

struct kernel_package {
    const char *name;           /* the package's name; borrowed */
    struct strings targets;     /* the target IDs of the package, sorted */
    const struct strings *emit; /* languages besides C, from --emit; borrowed */
    /* the sources that are not in the package, as "PATH: REASON"; borrowed; may be NULL */
    const struct strings *left_out;
    struct index_module *modules; /* the modules, which kernel_package_check() sorts by name */
    size_t module_count;
    /* The kernels and variables of all modules, set by kernel_package_check(). The index of a
     * kernel is its ordinal. */
    struct index_kernel **kernels;
    struct index_variable **variables;
    size_t kernel_count, variable_count;
    /* Set by kernel_package_name(): the records that kernels take by value. A record comes after
     * the records of its members. |opaque| owns the records of which only name and size are known;
     * the modules own all other records. */
    struct index_record **records, **opaque;
    size_t record_count, opaque_count;
    /* the beginning of names in C, such as "kernels"; set by kernel_package_name() */
    const char *prefix;
    /* the beginning of macros, such as "KERNELS"; set by kernel_package_name() */
    const char *upper;
    uint64_t interface; /* a hash of the tables; set by api_identify() */
    uint64_t build;     /* a hash of the tables and of all images; set by api_identify() */
    struct strings texts;
};

void kernel_package_free(struct kernel_package *package);
/* Frees the memory that |kernel| owns, and not |kernel| itself. */
void index_kernel_free(struct index_kernel *kernel);

/* Adds a module to the package. Reads |reflect|, a file in the kbuild-reflect-1 format, and the
 * images in the bundle |fat|. STATUS_INPUT if a file is wrong: the message names the file and the
 * error. Both paths are borrowed. */
enum status kernel_package_add_module(struct kernel_package *package, const char *reflect,
                                      const char *fat);

/* Sets the offsets of a kernel's parameters: a parameter is at the next multiple of its alignment,
 * as in a C struct. See the layout of "Kernel Argument" in LLVM's AMDGPU usage guide. */
void index_lay_out(struct index_parameter *parameters, size_t count);

/* Whether |symbol| is an instance of the function template with the qualified name |name|. See the
 * Itanium C++ ABI, section 5.1. */
bool index_symbol_is_instance(const char *symbol, const char *template_name);

/* Returns the name of an instance, "ns::fill<float, 4>" for an instance of ns::fill. If the
 * template arguments cannot be printed simply, returns a copy of |symbol|. Owned by the caller. */
char *index_instance_name(const char *symbol, const char *template_name);

/* Finds the types of an instance's parameters from its symbol; their sizes are already known.
 * |texts| owns the new strings. */
void index_type_instance(struct index_kernel *kernel, struct strings *texts);
/* Finds the scalar for a type in the words of a demangled name, "unsigned int". Returns false for
 * any other type. */
bool index_builtin(const char *text, enum ctype_scalar *out);

/* Returns the demangled name of a function without its parameters, "ns::fill<vec<float>, 4>", or a
 * copy of |symbol|. Owned by the caller. */
char *index_instance_label(const char *symbol);

/* Returns the template in |module| of which |kernel| is an instance, or NULL. |kernel| has its
 * symbol and parameters. Of several overloads, returns the first whose parameters fit. The
 * parameters get the names on which all fitting overloads agree. |texts| owns the new strings. */
const struct index_template *index_match_instance(const struct index_module *module,
                                                  struct index_kernel *kernel,
                                                  struct strings *texts);

/* Compares the source with every code object: both must have the same modules, targets and kernels,
 * and the kernels the same parameters. If they differ, prints the differences, one on each line,
 * and returns STATUS_INPUT. Otherwise sorts the modules by name, and makes the instances of
 * templates kernels of their modules. */
enum status kernel_package_check(struct kernel_package *package);
/* Warns of modules without kernels and of templates without instances. Call it after
 * kernel_package_check(). */
void kernel_package_warn(const struct kernel_package *package);

/* Returns the size in bytes of a member of a record; of all elements together, if it is an array.
 */
uint32_t index_member_size(const struct index_member *member);

/* Returns the canonical name of the type of a by-value parameter that has no type in C;
 * borrowed. */
const char *index_record_name(const struct index_parameter *parameter);

/* Returns the reason why a package cannot be called |name|, or NULL when it can. */
const char *kernel_package_name_fault(const char *name);

/* Returns the reason why a module cannot be called |name|, from which the name of its header is
 * made; NULL when it can. */
const char *kernel_module_name_fault(const char *name);

/* Returns the C name that two modules would share; NULL when their C names differ. Owned by the
 * caller. */
char *kernel_module_name_clash(const char *one, const char *other);

/* Gives every kernel, parameter, record and variable its C names. */
void kernel_package_name(struct kernel_package *package);

/* ---- signature.c ---------------------------------------------------------------------------- */

/* Lists the kernels of code objects that kbuild did not compile, as a kbuild-reflect-1 document.
 *
 * Offsets and sizes of parameters come from the metadata, and types from the mangled name of a C++
 * kernel. Triton writes KERNEL.json and KERNEL.ttir beside KERNEL.hsaco: these files have the names
 * and types of the parameters, the number of warps, and the bytes of dynamic LDS. */

struct signatures {
    json_t *kernels; /* the list of kernels, owned; NULL before the first image is added */
};

/* Adds the kernels of |image|, a code object from the file |path|, that are not in the list yet.
 * STATUS_INPUT if |image| cannot be read, or has a kernel that was compiled for another number of
 * warps than in another image. */
enum status signatures_add(struct signatures *signatures, const char *path, struct span image);
/* Appends the kbuild-reflect-1 document of |module|. */
void signatures_print(const struct signatures *signatures, const char *module, struct buf *out);
void signatures_free(struct signatures *signatures);

/* Returns the path of the file that Triton writes beside the code object |path|: |path| with
 * |extension| in place of its own extension. Owned by the caller. */
char *signature_beside(const char *path, const char *extension);

#endif
