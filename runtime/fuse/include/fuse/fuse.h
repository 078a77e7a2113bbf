/* fuse: expressions over tensors, each of which becomes one kernel.
 *
 *     struct fuse_program *program = fuse_parse("out = silu(a) * b + residual", &error);
 *
 * A program is a graph of operations. It is made from text or with the functions below. A program
 * has no dtypes: fuse_bind() gives types to the inputs and outputs and finds the types of all
 * values between them. A program has no shapes either: fuse_plan() sorts the tensors of a launch
 * into a layout class, and computes the numbers that the kernel of this class takes as an argument.
 * fuse_emit() writes that kernel. So one kernel serves all shapes of one class.
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
    char message[768]; /* what is wrong; if there is a text, also its line with a caret below */
};

/* ---- Programs ------------------------------------------------------------------------------- */

typedef uint32_t fuse_value; /* the number of a node */
#define FUSE_NO_VALUE UINT32_MAX

enum fuse_kind {
    FUSE_INPUT,  /* an element of an input tensor */
    FUSE_SCALAR, /* a number that the launch gives */
    FUSE_NUMBER,
    FUSE_LENGTH, /* how many elements a row has */
    /* |detail| is a value of enum kir_unary; for FUSE_BINARY of enum kir_binary, for FUSE_COMPARE
     * of enum kir_compare */
    FUSE_UNARY,
    FUSE_BINARY,
    FUSE_COMPARE,
    FUSE_SELECT,
    FUSE_FMA,
    FUSE_CAST,   /* |detail| is a value of enum kir_type */
    FUSE_REDUCE, /* reduces a row; |detail| is a value of enum kir_reduce */
};

struct fuse_node {
    uint8_t kind;   /* a value of enum fuse_kind */
    uint8_t detail; /* the index of an input or scalar; otherwise see enum fuse_kind */
    bool is_whole;  /* of a FUSE_NUMBER: whether the text of the number has no decimal point */
    bool is_row;    /* whether the node has one value for each row */
    double number;
    /* the nodes that are the arguments; FUSE_NO_VALUE if there are fewer */
    fuse_value arguments[3];
    uint32_t at; /* where the node is in the text */
};

struct fuse_program {
    char *text; /* the text that the program was parsed from; NULL if functions made the program */
    struct fuse_node nodes[FUSE_NODES];
    uint32_t node_count;
    /* the names of the inputs, scalars and outputs */
    char *inputs[FUSE_INPUTS], *scalars[FUSE_SCALARS], *outputs[FUSE_OUTPUTS];
    fuse_value results[FUSE_OUTPUTS];
    uint32_t input_count, scalar_count, output_count;
    bool has_rows; /* whether some node is a reduction */
};

/* Makes an empty program. Returns NULL if there is no memory. */
struct fuse_program *fuse_create(void);
void fuse_free(struct fuse_program *program); /* Frees |program|. NULL is ignored. */

/* Each of these functions adds a node and returns its number. On an error they return FUSE_NO_VALUE
 * with a message. Equal nodes get the same number. */
fuse_value fuse_input(struct fuse_program *program, const char *name, struct fuse_error *error);
fuse_value fuse_scalar(struct fuse_program *program, const char *name, struct fuse_error *error);
fuse_value fuse_number(struct fuse_program *program, double number, bool is_whole,
                       struct fuse_error *error);
/* Adds a call of a function or an operator of the language: "silu", "+". */
fuse_value fuse_call(struct fuse_program *program, const char *function,
                     const fuse_value *arguments, uint32_t count, struct fuse_error *error);
bool fuse_output(struct fuse_program *program, const char *name, fuse_value value,
                 struct fuse_error *error);
/* Whether the program is complete; if not, |error| has a message. */
bool fuse_check(const struct fuse_program *program, struct fuse_error *error);

/* Makes a program from |text|, which is untrusted. Returns NULL with a message if the text is not a
 * program. */
struct fuse_program *fuse_parse(const char *text, struct fuse_error *error);

/* ---- Types ---------------------------------------------------------------------------------- */

/* A program with types, as the instructions of a kernel without memory accesses. The kernel's
 * parameters are the inputs, in their dtypes; the scalars, in f64; and two of i64: the length of a
 * row, and the place of an element in its row. A reduction over a row is a KIR_BLOCK_REDUCE. */
struct fuse_body {
    const struct fuse_program *program;
    struct kir_kernel *kernel;
    enum kir_type types[FUSE_OPERANDS]; /* the types of the inputs, then those of the outputs */
    kir_value length, place;
    kir_value results[FUSE_OUTPUTS]; /* the values of the outputs, converted to their types */
    /* whether the value of an instruction is the same for a whole row, by the instruction's
     * number */
    bool *is_row;
    uint16_t *depth;
    bool has_elements; /* whether some output has a value for each element */
    uint32_t reduction_count;
    /* whether one pass over a row is enough, so that parts of a row can be reduced separately */
    bool can_split;
};

bool fuse_bind(const struct fuse_program *program, const enum kir_type *types,
               struct fuse_body *out, struct fuse_error *error);
void fuse_body_free(struct fuse_body *body);

/* ---- Layouts -------------------------------------------------------------------------------- */

struct fuse_operand {
    uint64_t address;
    /* the strides of a tensor, in elements. If an output has one value for each row, its strides of
     * the row's dimensions are not used */
    uint64_t strides[FUSE_RANK];
};

/* How the elements of a pack, which a thread moves at a time, are placed in an operand: side by
 * side, one element for all, or with a stride. */
enum fuse_access { FUSE_VECTOR, FUSE_SAME, FUSE_APART };

/* What a kernel is compiled for, besides the types. Classes are compared byte by byte. */
struct fuse_class {
    uint8_t access[FUSE_OPERANDS]; /* how each operand is accessed, a value of enum fuse_access */
    uint8_t pack;                  /* how many elements a pack has */
    uint8_t outer_rank;            /* how many dimensions the grid walks through */
    uint8_t inner_rank;            /* how many dimensions a row has; 0 in an element-wise kernel */
    uint8_t is_wide; /* whether the kernel counts packs or elements in 64 bits, not in 32 */
    /* whether the kernel works in packs along one dimension, where each operand is dense or one
     * element for all; the last pack may be incomplete */
    uint8_t is_flat;
    uint8_t is_across;        /* whether neighbouring threads work on neighbouring rows */
    uint8_t has_large_blocks; /* whether blocks have 1024 threads; if not, they have 256 */
    uint8_t is_split;         /* whether several blocks share each row */
};

/* A launch of a kernel of |class|. |words| is the kernel's first argument, passed by value:
 * fuse.cuh has the struct. */
enum { FUSE_WORDS = 6 + FUSE_OPERANDS + 2 * (FUSE_RANK + 1) * (2 + FUSE_OPERANDS) };
struct fuse_launch {
    struct fuse_class class;
    uint64_t words[FUSE_WORDS];
    uint64_t blocks;
    uint32_t threads; /* how many threads a block has */
    uint32_t parts;   /* how many parts a row has; also the grid's size along y */
    /* of a split class: how many bytes the results of the parts need, and how many blocks the
     * second kernel has */
    uint64_t part_bytes, end_blocks;
};

/* Which classes a plan may choose. */
enum fuse_choice {
    FUSE_ANY,
    FUSE_WHOLE,   /* any class that is not split */
    FUSE_GENERAL, /* the one class that serves every launch */
};

/* Chooses the class of a launch and computes its words. |dims| are the dimensions to which all
 * tensors are broadcast; if bit d of |row| is set, dimension d belongs to a row. |operands| are the
 * inputs, then the outputs. The product of |dims| is above 0 and below 2^63. */
void fuse_plan(const struct fuse_body *body, uint32_t rank, const uint64_t *dims, uint32_t row,
               const struct fuse_operand *operands, enum fuse_choice choice,
               struct fuse_launch *out);

/* Writes the classes that are worth compiling before tensors are known: those of dense tensors,
 * then the general class. Returns the number of classes. */
enum { FUSE_USUAL = 16 };
uint32_t fuse_usual_classes(const struct fuse_body *body, struct fuse_class out[FUSE_USUAL]);

/* ---- Writing a kernel's text ----------------------------------------------------------------- */

/* Returns a kernel as C++, after the helpers that it needs. Its name is FUSE_ENTRY. It takes the
 * words of the launch as one struct, the addresses of the inputs and of the outputs, and the
 * scalars in f64. If the class is split, the kernel also takes the address of |part_bytes| of
 * memory as its last argument, and the text has a second kernel, named FUSE_ENTRY FUSE_END. The
 * second kernel takes the same arguments, is launched after the first kernel with |end_blocks|
 * blocks of FUSE_END_THREADS threads, and combines the parts. The caller frees the text; NULL if
 * there is no memory. */
enum { FUSE_END_THREADS = 256 };
#define FUSE_ENTRY "fused"
#define FUSE_END   "_end"
char *fuse_emit(const struct fuse_body *body, const struct fuse_class *class);

/* fuse_emit_all() returns the kernels of |count| classes as one text. Each kernel is named after
 * the hash of its text from fuse_emit(), so that a program that would write the same kernel finds
 * it; fuse_kernel_name() writes that name. NULL or false if there is no memory. */
enum { FUSE_NAME = 32 };
char *fuse_emit_all(const struct fuse_body *body, const struct fuse_class *classes, uint32_t count);
bool fuse_kernel_name(const struct fuse_body *body, const struct fuse_class *class,
                      char name[FUSE_NAME]);

#endif
