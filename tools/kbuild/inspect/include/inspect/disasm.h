/* Disassembles machine code: runs the runtime's disassembler, or LLVM's llvm-objdump, on a code
 * object, and parses the output. */
#ifndef KBUILD_INSPECT_DISASM_H
#define KBUILD_INSPECT_DISASM_H

#include "codeobj.h"
#include "util/buf.h"
#include "util/status.h"

/* ---- disasm.c: the whole command ------------------------------------------------------------- */

struct disasm_request {
    struct strings targets; /* empty: all targets */
    const char *objdump;    /* the llvm-objdump to use, or NULL */
    const char *llvm;       /* the library of LLVM to use, or NULL */
    bool source, no_source; /* neither: print source lines if there is debug information */
    bool bytes;             /* print offsets and encodings, too */
};

/* Disassembles the kernels in |paths| that |kernel|, a name or a glob for kernel_matches(),
 * selects, and prints them to standard output. The other images are shown when one cannot be
 * shown. */
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
    const char *library; /* path of LLVM's library; NULL: the newest one here */
    const char *processor;
    struct span bytes; /* the code object */
    const struct disasm_region *regions;
    size_t count;
};

/* Disassembles the regions, and appends the text, in llvm-objdump's form, to |out|. On success,
 * |*out_why| is "LLVM 19". If it is not NULL after STATUS_ENVIRONMENT, it says why there is no LLVM
 * for the processor, and no message was printed. The caller frees it. */
enum status disasm_decode(const struct disasm_decoding *decoding, struct buf *out, char **out_why);

/* ---- disasm_parse.c: the disassembler's output ----------------------------------------------- */

/* An instruction. Its strings borrow from the text that was parsed. */
struct instruction {
    uint64_t address;
    unsigned size;        /* size, bytes */
    uint32_t word;        /* first 32 bits of the encoding */
    const char *text;     /* "s_load_dword s0, s[4:5], 0x10" */
    const char *encoding; /* "F4000002 FA000010" */
    const char *file;     /* path of the source, or NULL */
    unsigned line;
    bool has_branch_target;
    uint64_t branch_target; /* the address that the instruction jumps to */
    bool is_unknown;        /* ".long", for a word that LLVM does not know */
};

struct listing {
    struct instruction *items;
    size_t count;
};

/* Parses |text|, llvm-objdump's output, into instructions, sorted by address. Changes |text|. */
void listing_parse(char *text, struct listing *out);
void listing_free(struct listing *listing);
/* Copies the source lines of |places|, a listing of the same code, to the instructions of
 * |listing|, which then borrow from |places|. */
void listing_take_places(struct listing *listing, const struct listing *places);
/* Returns the instructions of |listing| in |range|. Borrows. */
struct listing listing_range(const struct listing *listing, struct address_range range);
/* Returns |listing| up to the last instruction that ends a program or jumps, without the padding
 * that follows. Borrows. */
struct listing listing_without_padding(struct listing listing);

/* ---- disasm_print.c: text for people --------------------------------------------------------- */

/* A source file that was read. It is kept from one kernel to the next. */
struct source_file {
    char *path;
    struct buf text; /* empty when the file cannot be read */
    size_t *lines;   /* where each line begins in |text| */
    size_t line_count;
};

struct sources {
    struct source_file *items;
    size_t count;
    size_t last; /* index of the file that was asked for last */
};
void sources_free(struct sources *sources);

struct disasm_style {
    bool source; /* print source lines between the instructions */
    bool bytes;  /* print offsets and encodings before the instructions */
};

/* A kernel's code, ready to be printed. Borrows. */
struct disasm_kernel {
    const struct code_object *object;
    const struct kernel *kernel;
    const char *where; /* where the code is: "libfoo.so .hip_fatbin bundle 2" */
    struct listing code;
    const char *reader; /* what disassembled it: "LLVM 19" */
    size_t unknown;     /* number of instructions that |reader| does not know */
    bool has_size;      /* the size is known; else the end is a guess */
};

void disasm_print(const struct disasm_kernel *kernel, const struct disasm_style *style,
                  struct sources *sources);

#endif
