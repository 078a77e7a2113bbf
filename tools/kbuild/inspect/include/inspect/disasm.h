/* Machine code as text: LLVM's disassembler run on a code object, its output understood. */
#ifndef KBUILD_INSPECT_DISASM_H
#define KBUILD_INSPECT_DISASM_H

#include "codeobj.h"
#include "util/buf.h"
#include "util/status.h"

/* ---- disasm.c: all of it --------------------------------------------------------------------- */

struct disasm_request {
    struct strings targets; /* empty: all */
    const char *objdump;    /* the program to use, or NULL */
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
};

struct listing {
    struct instruction *items;
    size_t count;
};

/* Cuts |text| (llvm-objdump's output, which is changed) into instructions, by address. */
void listing_parse(char *text, struct listing *out);
void listing_free(struct listing *listing);
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
    bool has_size; /* else its end is a guess */
};

void disasm_print(const struct disasm_kernel *kernel, const struct disasm_style *style,
                  struct sources *sources);

#endif
