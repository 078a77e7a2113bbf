/* kir: an intermediate representation of GPU kernels.
 *
 * A kernel is a list of instructions. Each instruction that has a result defines one value, once;
 * the value is the number of the instruction. Ranges and ifs nest and end with an `end`. Programs
 * make kernels with the functions below, or read them from text. Kernels can be verified, printed,
 * executed on the host (the reference) and written as HIP and CUDA C++.
 *
 *     struct kir_kernel *kernel = kir_kernel_create("twice");
 *     kir_value out = kir_global(kernel, "out", KIR_F32), in = kir_global(kernel, "in", KIR_F32);
 *     kir_value i = kir_index(kernel, KIR_GLOBAL_THREAD, 0);
 *     kir_value x = kir_load(kernel, in, i, 1);
 *     kir_store(kernel, out, i, kir_binary(kernel, KIR_ADD, x, x), 1);
 *     if (!kir_verify(kernel, &error)) puts(error.message);
 *
 * There is no global state. One thread at a time may use a kernel. docs/user-kernels.md describes
 * the text form and the rules.
 */
#ifndef KIR_H
#define KIR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* The types of values: the dtypes of libkrt, and bool. Memory can have any type but bool. */
enum kir_type {
    KIR_NONE, /* the type of an instruction without a result */
    KIR_BOOL,
    KIR_U8,
    KIR_U32,
    KIR_I16,
    KIR_I32,
    KIR_I64,
    KIR_F8E4M3,
    KIR_F16,
    KIR_BF16,
    KIR_F32,
    KIR_F64,
};
#define KIR_TYPE_COUNT 12

const char *kir_type_name(enum kir_type type); /* Returns the type's name: "f32" and the like. */
enum kir_type kir_type_find(const char *name); /* Returns the type called |name|, or KIR_NONE. */
/* Returns the bytes that the type has in memory; 0 for a type that memory cannot have. */
uint32_t kir_type_size(enum kir_type type);

enum kir_op {
    KIR_GLOBAL, /* an array that is a parameter; parameters come first */
    KIR_SCALAR,
    KIR_LDS, /* an array that the threads of a block share; undefined until stored to */
    KIR_INDEX,
    KIR_CONSTANT,
    KIR_UNARY,
    KIR_BINARY,
    KIR_COMPARE,
    KIR_SELECT,
    KIR_FMA,
    KIR_CAST,
    KIR_LOAD,
    KIR_STORE,
    KIR_ATOMIC,
    KIR_VARIABLE, /* a variable of each thread; KIR_SET changes its value */
    KIR_GET,
    KIR_SET,
    KIR_RANGE,
    KIR_IF,
    KIR_ELSE,
    KIR_END,
    KIR_BARRIER,
    KIR_WARP_REDUCE,  /* reduces over 32 neighbouring threads of the block, counted along x first */
    KIR_BLOCK_REDUCE, /* reduces over all threads of the block; also a barrier */
};

enum kir_place {
    KIR_THREAD,       /* the number of a thread in its block */
    KIR_BLOCK,        /* the number of a block in the grid */
    KIR_BLOCK_SIZE,   /* how many threads a block has */
    KIR_GRID_SIZE,    /* how many blocks the grid has */
    KIR_GLOBAL_THREAD /* the number of a thread in the grid: block * block size + thread */
};

/* Operations with one operand. Arithmetic is done in i32, u32, i64, f32 and f64; cast other types
 * first. Integers wrap. */
enum kir_unary {
    KIR_NEG,
    KIR_ABS,
    KIR_NOT,   /* !x for bool, ~x for integers; not for floats */
    KIR_RECIP, /* 1 / x; KIR_RECIP and all functions below are only for floats */
    KIR_SQRT,
    KIR_RSQRT,
    KIR_EXP,
    KIR_EXP2,
    KIR_LOG,
    KIR_LOG2,
    KIR_SIN,
    KIR_COS,
    KIR_TANH,
    KIR_ERF,
    KIR_NORMCDF, /* the probability that a normally distributed number is below x: (1 + erf(x /
                    sqrt(2))) / 2 */
    KIR_EXPM1,   /* exp(x) - 1 */
    KIR_FLOOR,
    KIR_CEIL,
    KIR_ROUND, /* rounds to the nearest integer, halves away from zero */
    KIR_TRUNC,
};
#define KIR_UNARY_COUNT 20

enum kir_binary {
    KIR_ADD,
    KIR_SUB,
    KIR_MUL,
    /* the quotient; of integers, rounded toward zero, where x / 0 has every bit set and the least
     * number / -1 is that number */
    KIR_DIV,
    /* the remainder; of integers, with the sign of the first operand, where x % 0 is x and x % -1
     * is 0; of floats, fmod */
    KIR_REM,
    KIR_MIN, /* the minimum; of a NaN and a number, the number; of +0 and -0, either zero */
    KIR_MAX,
    KIR_POW, /* the power, only for floats */
    /* KIR_AND and all operations below are only for integers; AND, OR and XOR also for bool */
    KIR_AND,
    KIR_OR,
    KIR_XOR,
    KIR_SHL, /* shifts left by the second operand, modulo the number of bits */
    KIR_SHR, /* shifts right, as KIR_SHL shifts left; i32 and i64 keep their sign */
};
#define KIR_BINARY_COUNT 13

/* Comparisons, for all types in which arithmetic is done, and for bool (only EQ and NE). With a NaN
 * only NE is true. */
enum kir_compare { KIR_EQ, KIR_NE, KIR_LT, KIR_LE, KIR_GT, KIR_GE };
#define KIR_COMPARE_COUNT 6

/* argmin and argmax reduce pairs of a value and an i64. The result is the i64 of the pair with the
 * smallest or largest value; if several have it, the least i64. A NaN is never chosen, unless all
 * values are NaN. */
enum kir_reduce { KIR_SUM, KIR_PRODUCT, KIR_MINIMUM, KIR_MAXIMUM, KIR_ARGMIN, KIR_ARGMAX };
#define KIR_REDUCE_COUNT 6

enum kir_atomic { KIR_ATOMIC_ADD, KIR_ATOMIC_MIN, KIR_ATOMIC_MAX };
#define KIR_ATOMIC_COUNT 3

enum { KIR_LDS_BYTES = 65536, KIR_DEPTH = 32, KIR_PARAMETERS = 64, KIR_INSTRUCTIONS = 1 << 20 };

/* A value is represented by the number of the instruction that defines it. */
typedef uint32_t kir_value;
#define KIR_NO_VALUE UINT32_MAX

struct kir_instruction {
    uint8_t op; /* a value of enum kir_op */
    /* a value of enum kir_type: the type of the result, or of the elements of memory */
    uint8_t type;
    /* a value of enum kir_unary, kir_binary, kir_compare, kir_reduce, kir_atomic or kir_place,
     * depending on |op| */
    uint8_t detail;
    /* the dimension of an index, or the width of a load or store, or 1 for a reduction that has an
     * index */
    uint8_t extra;
    kir_value operands[3]; /* the operands; KIR_NO_VALUE beyond the last one */
    union {
        int64_t integer; /* the value of an integer constant; for KIR_LDS, the number of elements */
        double number;   /* the value of a constant of a float type */
    };
    uint32_t name; /* for a parameter, the offset of its name in |names| */
};

struct kir_kernel {
    char *name;
    struct kir_instruction *instructions;
    uint32_t count, capacity;
    char *names; /* all parameters' names, each with its NUL */
    uint32_t names_size;
    /* the size of a block that the kernel requires, by dimension; 0 if any size will do */
    uint32_t block[3];
    bool failed; /* whether memory ran out: then every function that uses the kernel fails */
};

/* Makes an empty kernel. |name| is an identifier of C. NULL if there is no memory. */
struct kir_kernel *kir_kernel_create(const char *name);
void kir_kernel_free(struct kir_kernel *kernel); /* Frees |kernel|. NULL is ignored. */
void kir_block(struct kir_kernel *kernel, uint32_t x, uint32_t y, uint32_t z);

/* ---- Building a kernel ----------------------------------------------------------------------- */

/* Each of these functions appends one instruction and returns its number. The functions check
 * nothing: kir_verify() does. After memory has run out, the functions do nothing, and kir_verify()
 * reports that. */
kir_value kir_global(struct kir_kernel *kernel, const char *name, enum kir_type type);
kir_value kir_scalar(struct kir_kernel *kernel, const char *name, enum kir_type type);
kir_value kir_lds(struct kir_kernel *kernel, enum kir_type type, int64_t count);
/* Appends a KIR_INDEX, whose result is an i64. */
kir_value kir_index(struct kir_kernel *kernel, enum kir_place place, unsigned dimension);
/* Append a constant. |type| may also be bool. */
kir_value kir_integer(struct kir_kernel *kernel, enum kir_type type, int64_t value);
kir_value kir_number(struct kir_kernel *kernel, enum kir_type type, double value);
kir_value kir_unary(struct kir_kernel *kernel, enum kir_unary op, kir_value a);
kir_value kir_binary(struct kir_kernel *kernel, enum kir_binary op, kir_value a, kir_value b);
kir_value kir_compare(struct kir_kernel *kernel, enum kir_compare op, kir_value a, kir_value b);
kir_value kir_select(struct kir_kernel *kernel, kir_value condition, kir_value a, kir_value b);
/* Appends an instruction whose result is a * b + c. */
kir_value kir_fma(struct kir_kernel *kernel, kir_value a, kir_value b, kir_value c);
/* Appends a conversion of |a|, of any type, also bool, to |type|, any type but bool.
 * docs/user-kernels.md says how it rounds. */
kir_value kir_cast(struct kir_kernel *kernel, enum kir_type type, kir_value a);
/* Load or store an element. |memory| is a global or lds, |index| an i64. |width| (1, 2, 4, 8 or 16)
 * promises that the element's address is a multiple of the size of |width| elements; nothing checks
 * this promise. */
kir_value kir_load(struct kir_kernel *kernel, kir_value memory, kir_value index, unsigned width);
void kir_store(struct kir_kernel *kernel, kir_value memory, kir_value index, kir_value value,
               unsigned width);
/* Appends an atomic operation. |memory| is of i32, u32, i64, f32 or f64; min and max are for
 * integers only. */
void kir_atomic(struct kir_kernel *kernel, enum kir_atomic op, kir_value memory, kir_value index,
                kir_value value);
kir_value kir_variable(struct kir_kernel *kernel, kir_value initial);
kir_value kir_get(struct kir_kernel *kernel, kir_value variable);
void kir_set(struct kir_kernel *kernel, kir_value variable, kir_value value);
/* Begins a loop. Its value is an i64 that begins at |low| and grows by |step|, above 0, while it is
 * below |high|. */
kir_value kir_range(struct kir_kernel *kernel, kir_value low, kir_value high, kir_value step);
void kir_if(struct kir_kernel *kernel, kir_value condition);
void kir_else(struct kir_kernel *kernel);
void kir_end(struct kir_kernel *kernel);
void kir_barrier(struct kir_kernel *kernel);
/* Reduce |value| over the threads of a warp or block; every thread gets the result. |index| is for
 * argmin and argmax; for other operations it is KIR_NO_VALUE. */
kir_value kir_warp_reduce(struct kir_kernel *kernel, enum kir_reduce op, kir_value value,
                          kir_value index);
kir_value kir_block_reduce(struct kir_kernel *kernel, enum kir_reduce op, kir_value value,
                           kir_value index);

/* ---- Checking and text ---------------------------------------------------------------------- */

struct kir_error {
    uint32_t instruction; /* the instruction with the error, or KIR_NO_VALUE */
    int line, column;  /* where the error is in the text, counted from 1; 0 if there is no text */
    char message[256]; /* the error, and the rule that it breaks */
};

/* Checks that |kernel| obeys all rules. The functions below require a kernel that obeys them. */
bool kir_verify(const struct kir_kernel *kernel, struct kir_error *error);

/* Returns the kernel as text, which kir_parse() reads back into the same instructions. The caller
 * frees the text; NULL if there is no memory. */
char *kir_print(const struct kir_kernel *kernel);
/* Reads a kernel from |size| bytes of text. Returns NULL if the text is not a kernel. The result is
 * not verified. */
struct kir_kernel *kir_parse(const char *text, size_t size, struct kir_error *error);

/* Reads a number as strtod() does in the locale "C", whatever the program's locale is. */
double kir_read_number(const char *text, char **end);

/* ---- Executing on the host ------------------------------------------------------------------ */

/* The argument for a parameter. */
struct kir_argument {
    void *data;      /* for a global, the elements, aligned as their type demands */
    uint64_t count;  /* for a global, how many elements there are */
    int64_t integer; /* for a scalar of an integer type, the value */
    double number;   /* for a scalar of a float type, the value */
};

struct kir_launch {
    uint32_t grid[3], block[3]; /* the sizes of the grid and of a block; a size of 0 counts as 1 */
    /* the most instructions to execute, of all threads together; 0 means no limit */
    uint64_t steps;
};

/* What kir_execute() and kir_estimate() have counted. */
struct kir_counts {
    /* how many operations on floats there were; an fma counts as two, a function as one */
    uint64_t operations;
    /* how many bytes of globals were loaded and stored; an atomic counts in both members */
    uint64_t loaded, stored;
};

/* Executes |kernel| with one argument for each parameter. An access beyond a global or lds ends the
 * execution with an error. Blocks are executed in order, and the threads of a block together, so
 * that a race gives one of its possible results. |counts| may be NULL. */
bool kir_execute(const struct kir_kernel *kernel, const struct kir_launch *launch,
                 const struct kir_argument *arguments, struct kir_counts *counts,
                 struct kir_error *error);

/* Estimates the operations and bytes of one launch: counts those of the block in the middle of the
 * grid, times the number of blocks. Reads no global: loads give 0, so if the kernel's ranges or ifs
 * depend on what it loads, the estimate is for zeros. */
bool kir_estimate(const struct kir_kernel *kernel, const struct kir_launch *launch,
                  const struct kir_argument *arguments, struct kir_counts *out,
                  struct kir_error *error);

/* ---- Writing C++ ---------------------------------------------------------------------------- */

/* Writes |count| kernels as one text for hiprtc, NVRTC, hipcc and nvcc, after the helpers that they
 * need. Each kernel of the text has C linkage, the name kir_NAME, and one argument for each
 * parameter. The caller frees the text; NULL if there is no memory. */
char *kir_emit(const struct kir_kernel *const *kernels, size_t count);

/* Returns the helpers that kir_emit() puts first, for programs that write kernels of their own:
 * kir/device.cuh, and its types, u8 to f64, as global names. If KIR_COARSE is defined before the
 * text, exp, log, tanh, normcdf and div of f32 are within 2^-16 of the exact result, and erf near 1
 * is within 2^-13: this is exact enough if the result is then rounded to f16 or bf16. If KIR_COARSE
 * is 16, results below 2^-126 may be 0, which is enough for f16. */
const char *kir_prelude(void);
/* Writes the line that defines |value|, under the name v1, v2 and so on. Names of parameters get
 * the prefix p_. */
void kir_emit_instruction(FILE *out, const struct kir_kernel *kernel, kir_value value);

#endif
