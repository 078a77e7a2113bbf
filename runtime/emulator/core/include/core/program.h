/* program: a code object, loaded for a device: its segments in memory, its symbols, its ops.
 */
#ifndef EMULATOR_CORE_PROGRAM_H
#define EMULATOR_CORE_PROGRAM_H

#include "codeobj.h"
#include "instruction.h"
#include "space.h"

#include <pthread.h>

struct decoder;    /* only the decoder knows its contents */
struct block_code; /* only jit/ does */
struct watchers;   /* see watch.h */
struct program;
struct program_ops;

/* Runs host code, that of a block of ops and of those that follow it, until an op has no code, or
 * the wave's turn ends. */
typedef void block_enter(struct wave *wave, const void *code);

/* Makes host code of ops that are decoded. */
struct block_functions {
    /* For |ops|, of waves of |lanes|; also sets what runs the code. NULL where the host cannot, or
     * HIPEMU_JIT=0. */
    struct block_code *(*new)(const struct program_ops *ops, unsigned lanes, block_enter **enter);
    /* Code of the block that begins at |dword|, for waves with these lanes active and the usual
     * float mode. NULL when there is no room. Calls do not overlap. */
    const void *(*make)(struct block_code *code, uint32_t dword, enum active active);
    void (*free)(struct block_code *code);
};

/* Turns machine code into ops. decode/ has one; the caller of program_load() passes it in. */
struct decoder_functions {
    /* Makes a decoder once for a processor and a size of waves, shared by programs; thread-safe.
     * NULL with |error| naming what was tried, when no disassembler knows the processor. */
    struct decoder *(*get)(const struct target_info *target, unsigned lanes,
                           struct codeobj_error *error);
    /* Decodes the instruction at |dword| of |program| into |out|, all but |out->run|'s publication.
     * False with a message when it is not an instruction, or is one that the tables lack:
     * "v_foo_b32 v0, v1". */
    bool (*decode)(struct decoder *decoder, const struct program *program, uint32_t dword,
                   struct op *out, char *message, size_t message_size);
    /* The assembly of the instruction at |dword|, for messages and traces. Returns |out|. */
    char *(*print)(struct decoder *decoder, const struct program *program, uint32_t dword,
                   char *out, size_t size);
    const struct block_functions *blocks; /* NULL where ops are all that there is */
};

/* The decoded instructions, one slot a dword of the code. A program has them twice when it has
 * kernels of both wave sizes, which see some instructions differently. */
struct program_ops {
    struct op *all;          /* |run| is NULL in ops that are not decoded yet */
    const struct op **duals; /* second halves of ops: not in |all|, whose slots are mostly unused */
    size_t dual_count, dual_room;
    struct decoder *decoder;
    const struct program *program;
    unsigned lanes;            /* of the waves */
    struct block_code *blocks; /* NULL without */
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
    uint64_t code_address, code_size; /* of the executable segment, in |image|; bytes */
    struct program_ops *ops[2];       /* of kernels in wave32, in wave64; made when first needed */
    struct program_symbol *symbols;   /* sorted by name */
    size_t symbol_count;
    struct span file; /* a copy of the code object, for debug info */
    struct device *device;
    const struct decoder_functions *decoding;
    const struct watchers *watchers; /* whoever loads it may set them; NULL: nobody watches it */
    pthread_mutex_t lock;            /* held while ops are made */
    unsigned users; /* modules and launches: it lives until the last one has let go of it */
};

/* Loads |bytes|, which the caller may free afterwards: allocates on |device|, copies the segments,
 * applies relocations, finds the variables. |bytes| must be for a target that the device's matches.
 */
enum codeobj_status program_load(struct span bytes, struct device *device,
                                 const struct decoder_functions *decoding, struct program **out,
                                 struct codeobj_error *error);
/* One more user, who unloads it too. Thread-safe. */
void program_use(struct program *program);
/* Ends one use. Thread-safe. NULL is ignored. */
void program_unload(struct program *program);
/* Whether the process is ending: nothing is decoded any more, and kernels end. Known only once a
 * kernel was decoded. */
bool program_is_over(void);
/* Whether |kernel|, of |program|, starts inside the code with the SGPRs that it enables.
 * program_load() has checked this for every kernel. */
enum codeobj_status kernel_check_start(const struct program *program, const struct kernel *kernel,
                                       struct codeobj_error *error);
/* Whether it needs no more than the processor has: lanes of a wave, scratch, arguments. What
 * depends on the launch too, work-items and LDS, dispatch_prepare() checks, which calls this. */
enum codeobj_status kernel_check_limits(const struct program *program, const struct kernel *kernel,
                                        struct codeobj_error *error);
const struct program_symbol *program_find_symbol(const struct program *program, const char *name);

/* The ops for waves of |lanes|; thread-safe. NULL with |error| when there is no decoder. */
const struct program_ops *program_ops(struct program *program, unsigned lanes,
                                      struct codeobj_error *error);

/* ---- Instructions --------------------------------------------------------------------------- */

/* Decodes the instruction at |dword| into its slot, unless that is done; thread-safe. False with a
 * message when it cannot be decoded; the message is empty when the process is ending. */
bool program_decode(const struct program_ops *ops, uint32_t dword, char *message, size_t size);
/* Call it when a wave comes to a block without code; the block begins with the op at |dword|, which
 * is decoded. Makes the code if waves come often, and returns it; else NULL. Thread-safe. |ops| has
 * blocks. */
const void *program_make_block(const struct program_ops *ops, uint32_t dword, enum active active);

#endif
