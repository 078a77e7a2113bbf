/* Constants that libkrt_ops and its kernels for matrix products must share: sizes of blocks and
 * tiles, and the numbers of the activation functions. Valid as C11 and as CUDA C++. */
#ifndef CONTRACT_PRODUCTS_H
#define CONTRACT_PRODUCTS_H

enum {
    PRODUCT_THREADS = 256, /* threads of a block of matmul_T, product_T or product_few_T */
    PRODUCT_TILE = 64,     /* side of the smallest tile of matmul_T and product_T */
};

/* A block of product_few_T reads PRODUCT_FEW lines of the operand with fewer lines. The other two
 * constants say how many lines of the operand with more lines it reads. */
enum {
    PRODUCT_FEW = 4,
    /* how many lines a block reads if neighbours along k are neighbours in memory */
    PRODUCT_FEW_ALONG_K = 8,
    /* otherwise: how many lines a block reads, times the bytes of a sum */
    PRODUCT_FEW_BYTES_ACROSS = 128,
};

/* How many elements there are for each thread of a launch of finish_T: FINISH_EACH_F64 of f64, and
 * FINISH_EACH of all other types. */
enum {
    FINISH_EACH_F64 = 2,
    FINISH_EACH = 8,
};

/* The sizes of product_along_k_T and product_along_n_T (own/matmul/warpgroups.cuh): the rows and
 * columns of a tile of the result, the depth of a stage along k, the number of stages, and the
 * threads and the bytes of shared memory of a block. The copy engine moves boxes, which are 64
 * neighbouring elements of several lines. A box of a has WG_ROWS lines. A box of b has 128 lines if
 * neighbours along k are neighbours in memory, otherwise WG_DEPTH lines. */
enum {
    WG_ROWS = 128,
    WG_COLUMNS = 256,
    WG_DEPTH = 64,
    WG_STAGES = 4,
    WG_THREADS = 384,
    WG_SHARED_BYTES = 231488,
};

/* The activation functions that product_T, product_few_T and finish_T apply to sums. */
enum product_activation {
    PRODUCT_COPY,
    PRODUCT_RELU,
    PRODUCT_GELU,
    PRODUCT_GELU_ERF,
    PRODUCT_SILU,
    PRODUCT_SIGMOID,
    PRODUCT_TANH,
};

#endif
