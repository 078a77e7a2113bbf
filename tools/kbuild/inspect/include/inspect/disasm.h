/* Machine code as text: the runtime's disassembler, or LLVM's program, run on a code object, its
 * output understood. */
#ifndef KBUILD_INSPECT_DISASM_H
#define KBUILD_INSPECT_DISASM_H

#include "codeobj.h"
#include "util/buf.h"
#include "util/status.h"

/* ---- disasm.c: all of it --------------------------------------------------------------------- */

struct disasm_request {
    struct strings targets; /* empty: all */
    const char *objdump;    /* the program to use, or NULL */
    const char *llvm;       /* the library to use, or NULL */
    bool source, no_source; /* neither: lines of the source where there is debug information */
    bool bytes;             /* offsets and encodings */
};

/* Prints the kernels in |paths| that |kernel|, a name or a glob as kernel_matches() takes it,
 * selects to standard output. Images that cannot be shown do not keep others
 * from being shown. */
enum status disasm_run(const struct disasm_request *request, const char *kernel,
                       const struct strings *paths);

/* Addresses from |start| on, before |end|. */
struct address_range {
    uint64_t start, end;
};

/* A kernel that was asked for, and the place of its code. */
struct disasm_region {
    const struct kernel *kernel;
    struct address_range range;
    bool has_size;
};

/* ---- disasm_decode.c: by the runtime's disassembler ------------------------------------------ */

struct disasm_decoding {
    const char *library; /* or NULL: the newest here */
    const char *processor;
    struct span bytes; /* the code object */
    const struct disasm_region *regions;
    size_t count;
};

/* Appends the text of the regions to |out|, as llvm-objdump writes it. |*out_why| is "LLVM 19"
 * then; where it is not NULL after STATUS_ENVIRONMENT, it says why there is no LLVM for the
 * processor, and nothing was printed. The caller frees it. */
enum status disasm_decode(const struct disasm_decoding *decoding, struct buf *out, char **out_why);

/* ---- disasm_parse.c: its output -------------------------------------------------------------- */

/* Strings borrow from the text that was parsed. */
struct instruction {
    uint64_t address;
    unsigned size;        /* bytes */
    uint32_t word;        /* the first of its encoding */
    const char *text;     /* "s_load_dword s0, s[4:5], 0x10" */
    const char *encoding; /* "F4000002 FA000010" */
    const char *file;     /* of the source, or NULL */
    unsigned line;
    bool has_branch_target;
    uint64_t branch_target; /* address */
    bool is_unknown;        /* ".long", since it is not an instruction that LLVM knows */
};

struct listing {
    struct instruction *items;
    size_t count;
};

/* Cuts |text| (llvm-objdump's output, which is changed) into instructions, by address. */
void listing_parse(char *text, struct listing *out);
void listing_free(struct listing *listing);
/* Gives the instructions of |listing| the lines of |places|, of the same code. Borrows. */
void listing_take_places(struct listing *listing, const struct listing *places);
/* The instructions of |listing| in |range|. Borrows. */
struct listing listing_range(const struct listing *listing, struct address_range range);
/* Without the padding behind the last instruction that ends a program or jumps. */
struct listing listing_without_padding(struct listing listing);

/* ---- disasm_print.c: as people read it ------------------------------------------------------- */

/* Sources that were read, kept from one kernel to the next. */
struct source_file {
    char *path;
    struct buf text; /* empty when it cannot be read */
    size_t *lines;   /* where each begins in |text| */
    size_t line_count;
};

struct sources {
    struct source_file *items;
    size_t count;
    size_t last; /* the one asked for last */
};
void sources_free(struct sources *sources);

struct disasm_style {
    bool source; /* lines of the source between the instructions */
    bool bytes;  /* offsets and encodings before them */
};

/* A kernel's code, ready to be printed. Borrows. */
struct disasm_kernel {
    const struct code_object *object;
    const struct kernel *kernel;
    const char *where; /* "libfoo.so .hip_fatbin bundle 2" */
    struct listing code;
    const char *reader; /* "LLVM 19" */
    size_t unknown;     /* instructions */
    bool has_size;      /* else its end is a guess */
};

void disasm_print(const struct disasm_kernel *kernel, const struct disasm_style *style,
                  struct sources *sources);

#endif
