/* The products of matrices of libkrt_ops and their kernels agree here on sizes of blocks and tiles,
 * and on numbers of activations. For C11 and for CUDA's dialect. */
#ifndef CONTRACT_PRODUCTS_H
#define CONTRACT_PRODUCTS_H

enum {
    PRODUCT_THREADS = 256, /* threads of a block */
    PRODUCT_TILE = 64,     /* side of the smallest tile of matmul_T and product_T */
};

/* product_few_T: a block reads PRODUCT_FEW lines of the operand with fewer lines. The other
 * constants say how many lines of the other operand it reads. */
enum {
    PRODUCT_FEW = 4,
    PRODUCT_FEW_ALONG_K = 8,        /* lines, if neighbours along k are neighbours in memory */
    PRODUCT_FEW_BYTES_ACROSS = 128, /* otherwise: lines times the bytes of a sum */
};

/* The functions that product_T, product_few_T and finish_T apply to sums. */
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
