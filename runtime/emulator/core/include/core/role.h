/* role: what a row of isa/ says about its instruction to code that treats some instructions
 * specially, mainly the templates of jit/. What the instruction computes is defined by its driver
 * and its lane loop.
 */
#ifndef EMULATOR_CORE_ROLE_H
#define EMULATOR_CORE_ROLE_H

enum role {
    ROLE_NONE,
    ROLE_NOTHING, /* does nothing in libhipemu: waits, hints, caches */

    /* Memory, in the row's |space|. */
    ROLE_LOAD, /* the row's |argument| is an enum element */
    ROLE_STORE,
    ROLE_LOAD_PAIR, /* |argument| is enum pair_flags */
    ROLE_STORE_PAIR,
    ROLE_ATOMIC,      /* |argument| is enum atomic */
    ROLE_LOAD_SCALAR, /* |argument| is a number of words */

    /* Control. */
    ROLE_BRANCH, /* |argument| is enum branch_condition */
    ROLE_END,
    ROLE_BARRIER,      /* of a workgroup; the wave's turn ends here */
    ROLE_GRID_BARRIER, /* the wave runs this again and again until all waves of the grid have
                        * come */
    ROLE_MESSAGE,
    ROLE_GET_PC,
    ROLE_SET_PC,
    ROLE_SWAP_PC,
    ROLE_GET_REGISTER, /* a register of the hardware, as by s_getreg */
    ROLE_SET_REGISTER,
    ROLE_SAVE_EXEC, /* writes EXEC in addition to its result */

    /* Moves between lanes. */
    ROLE_READ_LANE,
    ROLE_READ_FIRST_LANE,
    ROLE_WRITE_LANE,
    ROLE_PERMLANE16,
    ROLE_PERMLANEX16,
    ROLE_SWIZZLE,
    ROLE_BPERMUTE,

    /* Arithmetic that divisions are made of, in floats of 32 and 64 bits; and moves of bytes. */
    ROLE_FMA,
    ROLE_MULTIPLY,
    ROLE_RECIPROCAL,
    ROLE_DIVIDE_SCALE,
    ROLE_DIVIDE_FMAS,
    ROLE_DIVIDE_FIXUP,
    ROLE_PERMUTE_BYTES,
};

/* The memory that a load, store or atomic accesses. */
enum space { SPACE_NONE, SPACE_LDS, SPACE_GLOBAL, SPACE_FLAT, SPACE_SCRATCH, SPACE_BUFFER };

/* What a lane loads or stores, and where it is in the register. Loads of the first four widen the
 * value to a whole register; those of D16 leave the other half of the register alone. */
enum element {
    ELEMENT_U8,
    ELEMENT_I8,
    ELEMENT_U16,
    ELEMENT_I16,
    ELEMENT_B32,
    ELEMENT_B64,
    ELEMENT_B96,
    ELEMENT_B128,
    ELEMENT_D16_U8,
    ELEMENT_D16_I8,
    ELEMENT_D16_B16,
    ELEMENT_D16_HI_U8,
    ELEMENT_D16_HI_I8,
    ELEMENT_D16_HI_B16,
};
enum { ELEMENT_KINDS = ELEMENT_D16_HI_B16 + 1 };

/* Flags of ds_load_2addr and the like. PAIR_WIDE: elements have 64 bits instead of 32.
 * PAIR_STRIDE_64: offsets count 64 elements instead of one. */
enum pair_flags { PAIR_WIDE = 1, PAIR_STRIDE_64 = 2 };

enum atomic {
    ATOMIC_SWAP,
    ATOMIC_CMPSWAP,
    ATOMIC_ADD,
    ATOMIC_SUB,
    ATOMIC_RSUB, /* data - memory */
    ATOMIC_SMIN,
    ATOMIC_SMAX,
    ATOMIC_UMIN,
    ATOMIC_UMAX,
    ATOMIC_AND,
    ATOMIC_OR,
    ATOMIC_XOR,
    ATOMIC_INC,
    ATOMIC_DEC,
    ATOMIC_SUB_CLAMP, /* the result is 0 if it would be below 0 */
    ATOMIC_COND_SUB,  /* subtracts only if the result is not below 0 */
    ATOMIC_FADD,
    ATOMIC_FMIN,
    ATOMIC_FMAX,
    ATOMIC_FCMPSWAP,
    ATOMIC_PK_ADD_F16,
    ATOMIC_PK_ADD_BF16,
    ATOMIC_MSKOR,              /* (memory & ~data) | second */
    ATOMIC_WRAP,               /* memory >= data ? memory - data : memory + second */
    ATOMIC_CONDXCHG,           /* replaces each dword whose new value has bit 31 set */
    ATOMIC_WIDE = 64,          /* flag: 64 bits; else 32 */
    ATOMIC_SECOND_FIRST = 256, /* flag, LDS: the value to compare with is the first data operand */
};
enum { ATOMIC_KINDS = ATOMIC_CONDXCHG + 1 };

/* When a branch is taken. */
enum branch_condition { ALWAYS, NEVER, SCC_0, SCC_1, VCC_0, VCC_1, EXEC_0, EXEC_1 };

/* Why the result on a GPU may differ from libhipemu's. */
enum doubt {
    DOUBT_NONE,
    DOUBT_LAST_PLACE, /* the ISA promises one unit in the last place; libhipemu rounds correctly */
    DOUBT_SUMS,       /* floats are added in an order that AMD does not document */
    DOUBT_FILTERS,    /* a GPU may give the weights of a texture filter fewer bits */
    DOUBT_MACHINE,    /* the result is a time, or tells where a wave runs */
    DOUBT_COUNT
};

#endif
