/* y = A^T (A x) and a 2D convolution, as a benchmark suite times and compares them. */
#include <unistd.h>
#include <stdio.h>
#include <time.h>
#include <sys/time.h>
#include <stdlib.h>
#include <stdarg.h>
#include <string.h>
#include <cuda.h>
#ifndef NX
#define NX 512
#define NY 512
#endif
#define DIM_THREAD_BLOCK_X 256
#define DIM_THREAD_BLOCK_Y 1
#define PERCENT_DIFF_ERROR_THRESHOLD 0.5
#define GPU_DEVICE 0
#ifndef M_PI
#define M_PI 3.14159
#endif
typedef float DATA_TYPE;
double rtclock() { struct timeval Tp; int stat = gettimeofday(&Tp, NULL); if (stat != 0) printf("Error return from gettimeofday: %d", stat); return (Tp.tv_sec + Tp.tv_usec * 1.0e-6); }
float absVal(float a) { if (a < 0) { return (a * -1); } else { return a; } }
float percentDiff(double val1, double val2) { if ((absVal(val1) < 0.01) && (absVal(val2) < 0.01)) { return 0.0f; } else { return 100.0f * (absVal(absVal(val1 - val2) / absVal(val1 + 0.00000001f))); } }
void init_array(DATA_TYPE *x, DATA_TYPE *A) { int i, j; for (i = 0; i < NX; i++) { x[i] = i * M_PI; for (j = 0; j < NY; j++) A[i*NY + j] = ((DATA_TYPE) i*(j)) / NX; } }
void GPU_argv_init() { cudaDeviceProp deviceProp; cudaGetDeviceProperties(&deviceProp, GPU_DEVICE); printf("setting device %d with name %s\n",GPU_DEVICE,deviceProp.name); cudaSetDevice( GPU_DEVICE ); }
__global__ void atax_kernel1(DATA_TYPE *A, DATA_TYPE *x, DATA_TYPE *tmp) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < NX) { int j; for(j=0; j < NY; j++) tmp[i] += A[i * NY + j] * x[j]; } }
__global__ void atax_kernel2(DATA_TYPE *A, DATA_TYPE *y, DATA_TYPE *tmp) { int j = blockIdx.x * blockDim.x + threadIdx.x; if (j < NY) { int i; for(i=0; i < NX; i++) y[j] += A[i * NY + j] * tmp[i]; } }
__global__ void convolution2D_kernel(DATA_TYPE *A, DATA_TYPE *B) {
	int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
	DATA_TYPE c11 = +0.2, c21 = +0.5, c31 = -0.8, c12 = -0.3, c22 = +0.6, c32 = -0.9, c13 = +0.4, c23 = +0.7, c33 = +0.10;
	if ((i < NX-1) && (j < NY-1) && (i > 0) && (j > 0))
		B[i * NY + j] = c11 * A[(i - 1) * NY + (j - 1)] + c21 * A[(i - 1) * NY + (j + 0)] + c31 * A[(i - 1) * NY + (j + 1)]
			+ c12 * A[(i + 0) * NY + (j - 1)] + c22 * A[(i + 0) * NY + (j + 0)] + c32 * A[(i + 0) * NY + (j + 1)]
			+ c13 * A[(i + 1) * NY + (j - 1)] + c23 * A[(i + 1) * NY + (j + 0)] + c33 * A[(i + 1) * NY + (j + 1)];
}
void atax_cpu(DATA_TYPE* A, DATA_TYPE* x, DATA_TYPE* y, DATA_TYPE* tmp) { int i,j; for (i= 0; i < NY; i++) y[i] = 0; for (i = 0; i < NX; i++) { tmp[i] = 0; for (j = 0; j < NY; j++) tmp[i] = tmp[i] + A[i*NY + j] * x[j]; for (j = 0; j < NY; j++) y[j] = y[j] + A[i*NY + j] * tmp[i]; } }
int main(int argc, char** argv)
{
	double t_start, t_end;
	DATA_TYPE *A, *x, *y, *y_outputFromGpu, *tmp, *A_gpu, *x_gpu, *y_gpu, *tmp_gpu, *B_gpu;
	A = (DATA_TYPE*)malloc(NX*NY*sizeof(DATA_TYPE)); x = (DATA_TYPE*)malloc(NY*sizeof(DATA_TYPE)); y = (DATA_TYPE*)malloc(NY*sizeof(DATA_TYPE));
	y_outputFromGpu = (DATA_TYPE*)malloc(NY*sizeof(DATA_TYPE)); tmp = (DATA_TYPE*)malloc(NX*sizeof(DATA_TYPE));
	init_array(x, A);
	GPU_argv_init();
	cudaMalloc((void **)&A_gpu, sizeof(DATA_TYPE) * NX * NY); cudaMalloc((void **)&B_gpu, sizeof(DATA_TYPE) * NX * NY);
	cudaMalloc((void **)&x_gpu, sizeof(DATA_TYPE) * NY); cudaMalloc((void **)&y_gpu, sizeof(DATA_TYPE) * NY); cudaMalloc((void **)&tmp_gpu, sizeof(DATA_TYPE) * NX);
	cudaMemcpy(A_gpu, A, sizeof(DATA_TYPE) * NX * NY, cudaMemcpyHostToDevice); cudaMemcpy(x_gpu, x, sizeof(DATA_TYPE) * NY, cudaMemcpyHostToDevice);
	cudaMemset(y_gpu, 0, sizeof(DATA_TYPE) * NY); cudaMemset(tmp_gpu, 0, sizeof(DATA_TYPE) * NX);
	dim3 block(DIM_THREAD_BLOCK_X, DIM_THREAD_BLOCK_Y);
	dim3 grid1((size_t)(ceil( ((float)NX) / ((float)block.x) )), 1), grid2((size_t)(ceil( ((float)NY) / ((float)block.x) )), 1);
	t_start = rtclock();
	atax_kernel1<<< grid1, block >>>(A_gpu,x_gpu,tmp_gpu);
	cudaDeviceSynchronize();
	atax_kernel2<<< grid2, block >>>(A_gpu,y_gpu,tmp_gpu);
	convolution2D_kernel<<<dim3((NY + 31) / 32, (NX + 7) / 8), dim3(32, 8)>>>(A_gpu, B_gpu);
	cudaDeviceSynchronize();
	t_end = rtclock();
	fprintf(stdout, "GPU Runtime: %0.6lfs\n", t_end - t_start);
	cudaMemcpy(y_outputFromGpu, y_gpu, sizeof(DATA_TYPE) * NX, cudaMemcpyDeviceToHost);
	atax_cpu(A, x, y, tmp);
	int fail = 0;
	for (int i=0; i<NY; i++) if (percentDiff(y[i], y_outputFromGpu[i]) > PERCENT_DIFF_ERROR_THRESHOLD) fail++;
	printf("Non-Matching CPU-GPU Outputs Beyond Error Threshold of %4.2f Percent: %d\n", PERCENT_DIFF_ERROR_THRESHOLD, fail);
	return fail != 0;
}
