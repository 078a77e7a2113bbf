/* role: what a row says about its instruction to those that treat some instructions in a way of
 * their own: templates of jit/ above all. The driver and the core define what it computes.
 */
#ifndef EMULATOR_CORE_ROLE_H
#define EMULATOR_CORE_ROLE_H

enum role {
    ROLE_NONE,
    ROLE_NOTHING, /* changes nothing here: waits, hints, caches */

    /* Memory, in the row's |space|. */
    ROLE_LOAD, /* the row's |argument| is an enum element */
    ROLE_STORE,
    ROLE_LOAD_PAIR, /* ... enum pair_flags */
    ROLE_STORE_PAIR,
    ROLE_ATOMIC,      /* ... enum atomic */
    ROLE_LOAD_SCALAR, /* ... a number of words */

    /* Control. */
    ROLE_BRANCH, /* ... enum branch_condition */
    ROLE_END,
    ROLE_BARRIER,      /* of a workgroup, where the wave waits at once */
    ROLE_GRID_BARRIER, /* the wave comes back to it until all have come */
    ROLE_MESSAGE,
    ROLE_GET_PC,
    ROLE_SET_PC,
    ROLE_SWAP_PC,
    ROLE_GET_REGISTER, /* of the hardware */
    ROLE_SET_REGISTER,
    ROLE_SAVE_EXEC, /* writes EXEC, beside its result */

    /* Moves between lanes. */
    ROLE_READ_LANE,
    ROLE_READ_FIRST_LANE,
    ROLE_WRITE_LANE,
    ROLE_PERMLANE16,
    ROLE_PERMLANEX16,
    ROLE_SWIZZLE,
    ROLE_BPERMUTE,

    /* Arithmetic: parts of a division, in floats of 32 and 64 bits; and bytes. */
    ROLE_FMA,
    ROLE_MULTIPLY,
    ROLE_RECIPROCAL,
    ROLE_DIVIDE_SCALE,
    ROLE_DIVIDE_FMAS,
    ROLE_DIVIDE_FIXUP,
    ROLE_PERMUTE_BYTES,
};

/* Where loads, stores and atomics are. */
enum space { SPACE_NONE, SPACE_LDS, SPACE_GLOBAL, SPACE_FLAT, SPACE_SCRATCH, SPACE_BUFFER };

/* The element that a lane loads or stores, and its place in the register. The first four widen to a
 * whole register when they are loaded; the D16 ones leave the other half alone. */
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

/* ds_load_2addr and the like: elements of 64 bits, else 32; offsets count 64 of them. */
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
    ATOMIC_SUB_CLAMP, /* not below 0 */
    ATOMIC_COND_SUB,  /* only when it stays at 0 or above */
    ATOMIC_FADD,
    ATOMIC_FMIN,
    ATOMIC_FMAX,
    ATOMIC_FCMPSWAP,
    ATOMIC_PK_ADD_F16,
    ATOMIC_PK_ADD_BF16,
    ATOMIC_MSKOR,              /* memory & ~data | second */
    ATOMIC_WRAP,               /* memory >= data ? memory - data : memory + second */
    ATOMIC_CONDXCHG,           /* either dword, where its data's bit 31 says so */
    ATOMIC_WIDE = 64,          /* 64 bits; else 32 */
    ATOMIC_SECOND_FIRST = 256, /* in LDS: the value to compare with is the first of both */
};
enum { ATOMIC_KINDS = ATOMIC_CONDXCHG + 1 };

/* When a branch is taken. */
enum branch_condition { ALWAYS, NEVER, SCC_0, SCC_1, VCC_0, VCC_1, EXEC_0, EXEC_1 };

/* Why a GPU may give another result than libhipemu. */
enum doubt {
    DOUBT_NONE,
    DOUBT_LAST_PLACE, /* the ISA promises a unit in the last place; here it is rounded right */
    DOUBT_SUMS,       /* floats are added in an order that AMD does not document */
    DOUBT_FILTERS,    /* the weights of a filter are shorter numbers */
    DOUBT_MACHINE,    /* times, and the places of waves */
    DOUBT_COUNT
};

#endif
