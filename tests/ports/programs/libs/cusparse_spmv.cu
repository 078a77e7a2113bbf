// A sparse matrix times a vector by cuSPARSE's generic API.
#include <cuda_runtime.h>
#include <cusparse.h>
#include <cstdio>
#define CHECK_CUSPARSE(func) { cusparseStatus_t status = (func); if (status != CUSPARSE_STATUS_SUCCESS) { printf("CUSPARSE API failed at line %d with error: %d\n", __LINE__, status); return EXIT_FAILURE; } }
int main()
{
    int *off, *col; float *val, *x, *y; float alpha = 1, beta = 0;
    cudaMallocManaged(&off, 5 * 4); cudaMallocManaged(&col, 4 * 4); cudaMallocManaged(&val, 4 * 4); cudaMallocManaged(&x, 4 * 4); cudaMallocManaged(&y, 4 * 4);
    for (int i = 0; i < 4; i++) { off[i] = i; col[i] = i; val[i] = 2; x[i] = i; } off[4] = 4;
    cusparseHandle_t handle = NULL; cusparseSpMatDescr_t A; cusparseDnVecDescr_t vx, vy; void *buffer = NULL; size_t size = 0;
    CHECK_CUSPARSE(cusparseCreate(&handle))
    CHECK_CUSPARSE(cusparseCreateCsr(&A, 4, 4, 4, off, col, val, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_32F))
    CHECK_CUSPARSE(cusparseCreateDnVec(&vx, 4, x, CUDA_R_32F))
    CHECK_CUSPARSE(cusparseCreateDnVec(&vy, 4, y, CUDA_R_32F))
    CHECK_CUSPARSE(cusparseSpMV_bufferSize(handle, CUSPARSE_OPERATION_NON_TRANSPOSE, &alpha, A, vx, &beta, vy, CUDA_R_32F, CUSPARSE_SPMV_ALG_DEFAULT, &size))
    cudaMalloc(&buffer, size);
    CHECK_CUSPARSE(cusparseSpMV(handle, CUSPARSE_OPERATION_NON_TRANSPOSE, &alpha, A, vx, &beta, vy, CUDA_R_32F, CUSPARSE_SPMV_ALG_DEFAULT, buffer))
    cudaDeviceSynchronize();
    CHECK_CUSPARSE(cusparseDestroySpMat(A)) CHECK_CUSPARSE(cusparseDestroyDnVec(vx)) CHECK_CUSPARSE(cusparseDestroyDnVec(vy)) CHECK_CUSPARSE(cusparseDestroy(handle))
    return y[3] != 6;
}
