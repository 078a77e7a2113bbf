/* fuse: expressions over tensors, each of which becomes one kernel.
 *
 *     struct fuse_program *program = fuse_parse("out = silu(a) * b + residual", &error);
 *
 * A program is a graph of operations. It is made from text or with the functions below. It knows no
 * dtypes: fuse_bind() gives its inputs and outputs types and finds the types of everything between
 * them. It knows no shapes either: fuse_plan() sorts the tensors of a launch into a layout class,
 * and computes the numbers that the kernel of this class takes as an argument. fuse_emit() writes
 * that kernel. So one kernel serves all shapes of one class.
 *
 * There is no global state. A program does not change once it is made: any number of threads may
 * use it. docs/user-kernels.md describes the language and where values are rounded.
 */
#ifndef FUSE_H
#define FUSE_H

#include "kir/kir.h"

enum {
    FUSE_INPUTS = 8,
    FUSE_OUTPUTS = 4,
    FUSE_OPERANDS = FUSE_INPUTS + FUSE_OUTPUTS,
    FUSE_SCALARS = 8,
    FUSE_RANK = 8,
    FUSE_NODES = 1024,
};

struct fuse_error {
    char message[768]; /* with the line of the text and a caret, where there is a text */
};

/* ---- Programs ------------------------------------------------------------------------------- */

typedef uint32_t fuse_value; /* the number of a node */
#define FUSE_NO_VALUE UINT32_MAX

enum fuse_kind {
    FUSE_INPUT,  /* an element of a tensor */
    FUSE_SCALAR, /* an argument of the launch */
    FUSE_NUMBER,
    FUSE_LENGTH, /* how many elements a row has */
    FUSE_UNARY,  /* details: enum kir_unary, and so on */
    FUSE_BINARY,
    FUSE_COMPARE,
    FUSE_SELECT,
    FUSE_FMA,
    FUSE_CAST,   /* enum kir_type */
    FUSE_REDUCE, /* over a row: enum kir_reduce */
};

struct fuse_node {
    uint8_t kind;   /* enum fuse_kind */
    uint8_t detail; /* of an input or a scalar: its number */
    bool is_whole;  /* of a number: written without a point */
    bool is_row;    /* has one value in a row */
    uint16_t depth; /* how many reductions are below one another in it */
    double number;
    fuse_value arguments[3]; /* FUSE_NO_VALUE beyond the last one */
    uint32_t at;             /* where the text has it */
};

struct fuse_program {
    char *text; /* NULL if it was not made from text */
    struct fuse_node nodes[FUSE_NODES];
    uint32_t node_count;
    char *inputs[FUSE_INPUTS], *scalars[FUSE_SCALARS], *outputs[FUSE_OUTPUTS]; /* names */
    fuse_value results[FUSE_OUTPUTS];
    uint32_t input_count, scalar_count, output_count;
    bool has_rows; /* it reduces */
};

/* NULL if there is no memory. */
struct fuse_program *fuse_create(void);
void fuse_free(struct fuse_program *program); /* NULL is ignored */

/* Each returns a node, or FUSE_NO_VALUE with a message. Equal nodes are one. */
fuse_value fuse_input(struct fuse_program *program, const char *name, struct fuse_error *error);
fuse_value fuse_scalar(struct fuse_program *program, const char *name, struct fuse_error *error);
fuse_value fuse_number(struct fuse_program *program, double number, bool is_whole,
                       struct fuse_error *error);
/* A function or an operator of the language: "silu", "+". */
fuse_value fuse_call(struct fuse_program *program, const char *function,
                     const fuse_value *arguments, uint32_t count, struct fuse_error *error);
bool fuse_output(struct fuse_program *program, const char *name, fuse_value value,
                 struct fuse_error *error);
/* Whether it is complete. */
bool fuse_check(const struct fuse_program *program, struct fuse_error *error);

/* NULL with a message. |text| is untrusted. */
struct fuse_program *fuse_parse(const char *text, struct fuse_error *error);

/* ---- Types ---------------------------------------------------------------------------------- */

/* A program with types, as the instructions of a kernel that has no memory: parameters are the
 * inputs, in their dtypes; the scalars, in f64; and two of i64, the length of a row and the place
 * in it. A reduction over a row is a KIR_BLOCK_REDUCE. */
struct fuse_body {
    const struct fuse_program *program;
    struct kir_kernel *kernel;
    enum kir_type types[FUSE_OPERANDS]; /* of the inputs, then of the outputs */
    kir_value length, place;
    kir_value results[FUSE_OUTPUTS]; /* converted to their types */
    bool *is_row;                    /* by instruction: as a node's */
    uint16_t *depth;
    bool has_elements; /* an output has a value for each element */
    uint32_t reduction_count;
    bool can_split; /* one pass is all it takes, so parts of a row can be reduced apart */
};

bool fuse_bind(const struct fuse_program *program, const enum kir_type *types,
               struct fuse_body *out, struct fuse_error *error);
void fuse_body_free(struct fuse_body *body);

/* ---- Layouts -------------------------------------------------------------------------------- */

struct fuse_operand {
    uint64_t address;
    uint64_t strides[FUSE_RANK]; /* in elements; outputs have one for each dimension too, of which
                                  * those of a row's dimensions are not used if it is a row's */
};

/* How a pack, which is what a thread moves at a time, lies in an operand. */
enum fuse_access { FUSE_VECTOR, FUSE_SAME, FUSE_APART };

/* All that a kernel is compiled for, besides the types. Compared byte by byte. */
struct fuse_class {
    uint8_t access[FUSE_OPERANDS]; /* enum fuse_access */
    uint8_t pack;                  /* elements */
    uint8_t outer_rank;            /* of what a grid walks through */
    uint8_t inner_rank;            /* of a row; 0: element-wise */
    uint8_t is_wide;               /* counts need 64 bits */
    uint8_t is_flat;               /* all are dense: the last pack may be short */
    uint8_t is_across;             /* neighbouring threads have neighbouring rows */
    uint8_t has_large_blocks;      /* of 1024 threads, else of 256 */
    uint8_t is_split;              /* a row is the work of several blocks */
};

/* A launch of a kernel of |class|. |words| is what the kernel takes first, by value: fuse.cuh has
 * it as a struct. */
enum { FUSE_WORDS = 6 + FUSE_OPERANDS + 2 * (FUSE_RANK + 1) * (2 + FUSE_OPERANDS) };
struct fuse_launch {
    struct fuse_class class;
    uint32_t word_count;
    uint64_t words[FUSE_WORDS];
    uint64_t blocks;
    uint32_t threads; /* of a block */
    uint32_t parts;   /* of a row: blocks in the grid's second dimension */
    uint64_t part_bytes,
        end_blocks; /* if it is split: memory for the parts, and the second kernel */
};

/* Of which classes a plan chooses. */
enum fuse_choice {
    FUSE_ANY,
    FUSE_WHOLE,   /* those that are not split */
    FUSE_GENERAL, /* the one that serves every launch */
};

/* |dims|: of the whole; |row|: bit d says that dimension d belongs to a row. |operands|: inputs,
 * then outputs. The product of |dims| is above 0 and below 2^63. */
void fuse_plan(const struct fuse_body *body, uint32_t rank, const uint64_t *dims, uint32_t row,
               const struct fuse_operand *operands, enum fuse_choice choice,
               struct fuse_launch *out);

/* What is compiled before there are tensors: the classes of dense tensors, then the general one.
 * Returns how many there are. */
enum { FUSE_USUAL = 16 };
uint32_t fuse_usual_classes(const struct fuse_body *body, struct fuse_class out[FUSE_USUAL]);

/* ---- Text ----------------------------------------------------------------------------------- */

/* A kernel as C++, behind everything that it needs. Its entry is FUSE_ENTRY. It takes the words of
 * the launch as one struct, the inputs' addresses, the outputs', and the scalars in f64. If the
 * class is split, it takes the address of |part_bytes| of memory last, and the text has a second
 * kernel, FUSE_ENTRY FUSE_END, which takes the same, is launched behind it with |end_blocks| of
 * FUSE_END_THREADS threads, and puts the parts together. The caller frees the text; NULL if there
 * is no memory. */
enum { FUSE_END_THREADS = 256 };
#define FUSE_ENTRY "fused"
#define FUSE_END   "_end"
char *fuse_emit(const struct fuse_body *body, const struct fuse_class *class);

/* The kernels of |count| classes as one text. Each is named after the hash of what fuse_emit()
 * writes for it, so it is found again by whoever would write the same; NULL or false if there is no
 * memory. */
enum { FUSE_NAME = 32 };
char *fuse_emit_all(const struct fuse_body *body, const struct fuse_class *classes, uint32_t count);
bool fuse_kernel_name(const struct fuse_body *body, const struct fuse_class *class,
                      char name[FUSE_NAME]);

#endif
