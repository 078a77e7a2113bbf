/* Disassembles machine code: runs the runtime's disassembler, or LLVM's llvm-objdump, on a code
 * object, and parses the output. */
#ifndef KBUILD_INSPECT_DISASM_H
#define KBUILD_INSPECT_DISASM_H

#include "codeobj.h"
#include "util/buf.h"
#include "util/status.h"

/* ---- disasm.c: the whole command ------------------------------------------------------------- */

struct disasm_request {
    struct strings targets; /* the targets to show; if empty, all targets */
    const char *objdump;    /* path of the llvm-objdump to use, or NULL */
    const char *llvm;       /* path of LLVM's library to use, or NULL */
    /* |source|: whether to print source lines always; |no_source|: whether to print none. If both
     * are false, they are printed where there is debug information */
    bool source, no_source;
    bool bytes; /* whether to print offsets and encodings of instructions, too */
};

/* Disassembles kernels in |paths| and prints them to standard output. |kernel|, a name or a glob
 * for kernel_matches(), selects the kernels. When an image cannot be disassembled, the others still
 * are. */
enum status disasm_run(const struct disasm_request *request, const char *kernel,
                       const struct strings *paths);

/* The addresses from |start| to the last one before |end|. */
struct address_range {
    uint64_t start, end;
};

/* A selected kernel, and the addresses of its code. */
struct disasm_region {
    const struct kernel *kernel;
    struct address_range range;
    bool has_size;
};

/* ---- disasm_decode.c: by the runtime's disassembler ------------------------------------------ */

struct disasm_decoding {
    /* the path of LLVM's library; if NULL, the newest library on this machine */
    const char *library;
    const char *processor;
    struct span bytes; /* the code object */
    const struct disasm_region *regions;
    size_t count;
};

/* Disassembles the regions, and appends the text to |out|, in the form in which llvm-objdump
 * prints. On success |*out_why| is the version, "LLVM 19". After STATUS_ENVIRONMENT, |*out_why| may
 * be the reason why no LLVM can be used for the processor; if it is NULL, a message was printed
 * instead. The caller frees |*out_why|. */
enum status disasm_decode(const struct disasm_decoding *decoding, struct buf *out, char **out_why);

/* ---- disasm_parse.c: the disassembler's output ----------------------------------------------- */

/* An instruction. Its strings borrow from the text that listing_parse() was given. */
struct instruction {
    uint64_t address;
    unsigned size;        /* how many bytes the instruction has */
    uint32_t word;        /* the first 32 bits of the encoding */
    const char *text;     /* the instruction as text, such as "s_load_dword s0, s[4:5], 0x10" */
    const char *encoding; /* the words of the encoding: "F4000002 FA000010" */
    const char *file;     /* path of the source file, or NULL without debug information */
    unsigned line;
    bool has_branch_target;
    uint64_t branch_target; /* the address that the instruction jumps to */
    /* whether LLVM does not know the instruction; |text| is then ".long" and a number */
    bool is_unknown;
};

struct listing {
    struct instruction *items;
    size_t count;
};

/* Parses |text|, the output of llvm-objdump, into instructions, sorted by address. Overwrites parts
 * of |text|. */
void listing_parse(char *text, struct listing *out);
void listing_free(struct listing *listing);
/* Copies the source lines in |places| to the instructions of |listing|, which then borrow from
 * |places|. Both are listings of the same code. */
void listing_take_places(struct listing *listing, const struct listing *places);
/* Returns the instructions of |listing| in |range|, borrowed from |listing|. */
struct listing listing_range(const struct listing *listing, struct address_range range);
/* Returns |listing| without the padding at its end: up to the last instruction that ends the
 * program or jumps. The result borrows from |listing|. */
struct listing listing_without_padding(struct listing listing);

/* ---- disasm_print.c: text for people --------------------------------------------------------- */

/* A source file that was read. The file stays in memory for the next kernels. */
struct source_file {
    char *path;
    struct buf text; /* the file's contents; empty when the file cannot be read */
    size_t *lines;   /* the offset in |text| of each line */
    size_t line_count;
};

struct sources {
    struct source_file *items;
    size_t count;
    size_t last; /* index in |items| of the file that was used last */
};
void sources_free(struct sources *sources);

struct disasm_style {
    bool source; /* whether to print source lines between the instructions */
    bool bytes;  /* whether to print offsets and encodings before the instructions */
};

/* A disassembled kernel, ready to be printed. All pointers are borrowed. */
struct disasm_kernel {
    const struct code_object *object;
    const struct kernel *kernel;
    const char *where; /* where the kernel's code is: "libfoo.so .hip_fatbin bundle 2" */
    struct listing code;
    const char *reader; /* what disassembled the code: "LLVM 19", or a program's path */
    size_t unknown;     /* number of instructions that |reader| does not know */
    bool has_size; /* whether the file states the size of the code; if false, its end is a guess */
};

void disasm_print(const struct disasm_kernel *kernel, const struct disasm_style *style,
                  struct sources *sources);

#endif
