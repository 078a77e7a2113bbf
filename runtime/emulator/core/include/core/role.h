/* role: marks the instructions that jit/ and a few others treat specially. A row of isa/ gives its
 * instruction's role. What the instruction computes is defined by its driver and its lane loop. */
#ifndef EMULATOR_CORE_ROLE_H
#define EMULATOR_CORE_ROLE_H

enum role {
    ROLE_NONE,
    ROLE_NOTHING, /* an instruction that does nothing in libhipemu: waits, hints, caches */

    /* Memory instructions; the row's |space| says which memory they access. */
    ROLE_LOAD, /* a load; the row's |argument| is a value of enum element */
    ROLE_STORE,
    ROLE_LOAD_PAIR, /* a load of two elements; |argument| is a value of enum pair_flags */
    ROLE_STORE_PAIR,
    ROLE_ATOMIC,      /* an atomic; |argument| is a value of enum atomic */
    ROLE_LOAD_SCALAR, /* a scalar load; |argument| is the number of words to load */

    /* Control instructions. */
    ROLE_BRANCH, /* a branch; |argument| is a value of enum branch_condition */
    ROLE_END,
    ROLE_BARRIER,      /* a barrier of the workgroup; the wave's turn ends here */
    ROLE_GRID_BARRIER, /* a barrier of the grid; the wave runs it again and again until all waves of
                        * the grid have come */
    ROLE_MESSAGE,
    ROLE_GET_PC,
    ROLE_SET_PC,
    ROLE_SWAP_PC,
    ROLE_GET_REGISTER, /* s_getreg, which reads a register of the hardware */
    ROLE_SET_REGISTER,
    ROLE_SAVE_EXEC, /* an instruction that writes EXEC in addition to its result */

    /* Instructions that move values between lanes. */
    ROLE_READ_LANE,
    ROLE_READ_FIRST_LANE,
    ROLE_WRITE_LANE,
    ROLE_PERMLANE16,
    ROLE_PERMLANEX16,
    ROLE_SWIZZLE,
    ROLE_BPERMUTE,

    /* Arithmetic that compilers use to divide f32 and f64, and moves of bytes. */
    ROLE_FMA,
    ROLE_MULTIPLY,
    ROLE_RECIPROCAL,
    ROLE_DIVIDE_SCALE,
    ROLE_DIVIDE_FMAS,
    ROLE_DIVIDE_FIXUP,
    ROLE_PERMUTE_BYTES,
};

/* The memory that a load, store or atomic instruction accesses. */
enum space { SPACE_NONE, SPACE_LDS, SPACE_GLOBAL, SPACE_FLAT, SPACE_SCRATCH, SPACE_BUFFER };

/* The element that a lane loads or stores, and its place in the register. The first four kinds of
 * loads widen the value to a whole register; the D16 kinds leave the other half of the register
 * unchanged. */
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
 * PAIR_STRIDE_64: offsets count in steps of 64 elements instead of one. */
enum pair_flags { PAIR_WIDE = 1, PAIR_STRIDE_64 = 2 };

enum atomic {
    ATOMIC_SWAP,
    ATOMIC_CMPSWAP,
    ATOMIC_ADD,
    ATOMIC_SUB,
    ATOMIC_RSUB, /* the new value is data - memory */
    ATOMIC_SMIN,
    ATOMIC_SMAX,
    ATOMIC_UMIN,
    ATOMIC_UMAX,
    ATOMIC_AND,
    ATOMIC_OR,
    ATOMIC_XOR,
    ATOMIC_INC,
    ATOMIC_DEC,
    ATOMIC_SUB_CLAMP, /* the new value is memory - data, or 0 if that would be below 0 */
    ATOMIC_COND_SUB,  /* the new value is memory - data; memory stays unchanged if that would be
                         below 0 */
    ATOMIC_FADD,
    ATOMIC_FMIN,
    ATOMIC_FMAX,
    ATOMIC_FCMPSWAP,
    ATOMIC_PK_ADD_F16,
    ATOMIC_PK_ADD_BF16,
    ATOMIC_MSKOR, /* the new value is (memory & ~data) | second data operand */
    /* the new value is memory - data if memory >= data, else memory + second data operand */
    ATOMIC_WRAP,
    ATOMIC_CONDXCHG,           /* an exchange of each dword whose new value has bit 31 set */
    ATOMIC_WIDE = 64,          /* flag: the value has 64 bits, not 32 */
    ATOMIC_SECOND_FIRST = 256, /* flag of LDS compare-and-swap: the first data operand, not the
                                * second, is the value to compare with */
};
enum { ATOMIC_KINDS = ATOMIC_CONDXCHG + 1 };

/* The condition under which a branch is taken. */
enum branch_condition { ALWAYS, NEVER, SCC_0, SCC_1, VCC_0, VCC_1, EXEC_0, EXEC_1 };

/* Why the result on a GPU may differ from libhipemu's. */
enum doubt {
    DOUBT_NONE,
    DOUBT_LAST_PLACE, /* the ISA promises one unit in the last place; libhipemu rounds correctly */
    DOUBT_SUMS,       /* floats are added in an order that AMD does not document */
    DOUBT_FILTERS,    /* a GPU may give the weights of a texture filter fewer bits */
    DOUBT_MACHINE,    /* the result is a time, or depends on where on the GPU the wave runs */
    DOUBT_COUNT
};

#endif
