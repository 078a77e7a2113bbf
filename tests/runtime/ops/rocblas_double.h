/* What a test says to the double of rocBLAS, and learns from it. */
#ifndef ROCBLAS_DOUBLE_H
#define ROCBLAS_DOUBLE_H

struct rocblas_double {
    int next_status;      /* what the next product returns, having done nothing; then 0 again */
    int create_status;    /* the same for handles, but it stays */
    _Atomic int handles;  /* that live */
    int products;         /* done */
    int transposed_first; /* of the last product: the operand given first, here b */
    int transposed_second;
    int batches;
    double alpha, beta;
    int c_type, compute_type, math_mode; /* rocBLAS's numbers */
    int modes_set;                       /* calls that set the mode */
    char refusal[128];                   /* of what would break rocBLAS's rules; "" */
};

/* The double's only variable, for dlsym(). */
#define ROCBLAS_DOUBLE_STATE "rocblas_double_state"

#endif
