/* What products of matrices of libkrt_ops and their kernels agree on. For C11 and for CUDA's
 * dialect. */
#ifndef CONTRACT_PRODUCTS_H
#define CONTRACT_PRODUCTS_H

enum {
    PRODUCT_THREADS = 256, /* of a block */
    PRODUCT_TILE = 64,     /* side of the smallest tile of matmul_T and product_T */
};

/* product_few_T: a block reads so many lines of the operand with more of them, for each
 * PRODUCT_FEW lines of the other. */
enum {
    PRODUCT_FEW = 4,
    PRODUCT_FEW_ALONG_K = 8, /* lines whose neighbours in memory are along k */
    PRODUCT_FEW_BYTES_ACROSS =
        128, /* in the type of the sums, where neighbours are of other lines */
};

/* What the sums of product_T, product_few_T and finish_T become. */
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
