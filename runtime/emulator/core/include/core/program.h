/* program: a code object that is loaded for a device: its segments in memory, its symbols, its ops.
 */
#ifndef EMULATOR_CORE_PROGRAM_H
#define EMULATOR_CORE_PROGRAM_H

#include "codeobj.h"
#include "instruction.h"
#include "space.h"

#include <pthread.h>

struct decoder;    /* defined in decode/, which alone uses the members */
struct block_code; /* defined in jit/, which alone uses the members */
struct watchers;   /* see watch.h */
struct program;
struct program_ops;

/* Runs |code|, the host code of a block of ops, and the blocks that follow, until an op has no host
 * code or the wave's turn ends. */
typedef void block_enter(struct wave *wave, const void *code);

/* The functions of jit/ that make host code from decoded ops. */
struct block_functions {
    /* Prepares host code for |ops|, in waves of |lanes|; sets |*enter| to the function that runs
     * it. NULL when the host cannot run such code, or when HIPEMU_JIT=0. */
    struct block_code *(*new)(const struct program_ops *ops, unsigned lanes, block_enter **enter);
    /* Makes code of the block that begins at |dword|, for waves whose lanes are active as |active|
     * says and whose float mode is the usual one. NULL when there is no room. The caller makes one
     * call at a time. */
    const void *(*make)(struct block_code *code, uint32_t dword, enum active active);
    void (*free)(struct block_code *code);
};

/* The functions of decode/ that turn machine code into ops. The caller of program_load() passes
 * them in. */
struct decoder_functions {
    /* Returns the decoder for a processor and a wave size, which all programs share. The first call
     * makes it. Thread-safe. NULL when no disassembler knows the processor; then |error| says what
     * was tried. */
    struct decoder *(*get)(const struct target_info *target, unsigned lanes,
                           struct codeobj_error *error);
    /* Decodes the instruction at |dword| of |program| into |out|; sets everything except
     * |out->run|, which the caller publishes. False with a message when it is not an instruction,
     * or when the tables of isa/ lack it: "v_foo_b32 v0, v1". */
    bool (*decode)(struct decoder *decoder, const struct program *program, uint32_t dword,
                   struct op *out, char *message, size_t message_size);
    /* Writes the assembly of the instruction at |dword|, for messages and traces. Returns |out|. */
    char *(*print)(struct decoder *decoder, const struct program *program, uint32_t dword,
                   char *out, size_t size);
    const struct block_functions *blocks; /* how host code is made; NULL if ops are interpreted */
};

/* The decoded instructions of a program, with one slot for each dword of the code. A program that
 * has wave32 and wave64 kernels has two of these tables, because the wave size changes what some
 * instructions do. */
struct program_ops {
    /* an op for each dword of code; |run| is NULL in ops that are not decoded yet */
    struct op *all;
    const struct op **duals; /* the second instructions of VOPD pairs; they are allocated apart,
                              * because |all| has no slots for them */
    size_t dual_count, dual_room;
    struct decoder *decoder;
    const struct program *program;
    unsigned lanes;            /* how many lanes the waves have that run these ops */
    struct block_code *blocks; /* the host code of blocks; NULL if there is none */
    block_enter *enter;
};

struct program_symbol { /* a variable of the device */
    char *name;
    void *address;
    size_t size;
};

struct program {
    struct code_object object;
    const struct target_info *target;
    enum generation generation;
    uint8_t *image; /* all loaded segments: an allocation of the device, at virtual address 0 */
    uint64_t image_size;
    uint64_t code_address, code_size; /* the executable segment: virtual address, and size in
                                       * bytes */
    struct program_ops *ops[2]; /* [0] for wave32 kernels, [1] for wave64 kernels; each is made when
                                 * it is first needed */
    /* the variables and kernels of the code object, sorted by name */
    struct program_symbol *symbols;
    size_t symbol_count;
    struct span file; /* a copy of the code object, for debug info */
    struct device *device;
    const struct decoder_functions *decoding;
    /* who watches workgroups of the program; NULL if nobody does; who loads the program may set
     * it */
    const struct watchers *watchers;
    pthread_mutex_t lock; /* held while ops are made */
    /* the number of modules and launches that use the program; at 0, the program is freed */
    unsigned users;
};

/* Loads |bytes|, which the caller may free afterwards: allocates on |device|, copies the segments,
 * applies relocations, finds the variables. |bytes| must be for a target that the device's target
 * matches. */
enum codeobj_status program_load(struct span bytes, struct device *device,
                                 const struct decoder_functions *decoding, struct program **out,
                                 struct codeobj_error *error);
/* Adds a user, who also calls program_unload(). Thread-safe. */
void program_use(struct program *program);
/* Removes a user. When the last user is removed, the program is freed. Thread-safe. NULL is
 * ignored. */
void program_unload(struct program *program);
/* Whether the process is ending: then no more instructions are decoded, and kernels end. Stays
 * false in a process that never decoded a kernel. */
bool program_is_over(void);
/* Checks that |kernel| of |program| starts inside the code and has enough SGPRs for those that it
 * enables. program_load() checks every kernel with this function. */
enum codeobj_status kernel_check_start(const struct program *program, const struct kernel *kernel,
                                       struct codeobj_error *error);
/* Checks that |kernel| needs no more than the processor has: lanes of a wave, scratch, arguments.
 * dispatch_prepare() calls this, and itself checks limits that depend on the launch: work-items and
 * LDS. */
enum codeobj_status kernel_check_limits(const struct program *program, const struct kernel *kernel,
                                        struct codeobj_error *error);
const struct program_symbol *program_find_symbol(const struct program *program, const char *name);

/* Returns the ops of |program| for waves of |lanes|. NULL with |error| when there is no decoder or
 * no memory. Thread-safe. */
const struct program_ops *program_ops(struct program *program, unsigned lanes,
                                      struct codeobj_error *error);

/* ---- Instructions --------------------------------------------------------------------------- */

/* Decodes the instruction at |dword| into its slot, unless the slot is decoded already. False with
 * a message when the instruction cannot be decoded; the message is empty when the process is
 * ending. Thread-safe. */
bool program_decode(const struct program_ops *ops, uint32_t dword, char *message, size_t size);
/* Call this when a wave comes to a block of ops that has no host code. The block begins with the op
 * at |dword|, which is decoded. Makes the code and returns it if waves have come often enough, else
 * returns NULL. |ops->blocks| must be set. Thread-safe. */
const void *program_make_block(const struct program_ops *ops, uint32_t dword, enum active active);

#endif
