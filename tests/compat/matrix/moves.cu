// ldmatrix, stmatrix and movmatrix: which lane has which elements (PTX ISA), and what the lanes'
// addresses mean. Prints how many elements are elsewhere; the same program runs on NVIDIA GPUs.
// moves.awk adds the kernels.
#include <cuda_runtime.h>

#include <stdio.h>
#include <string.h>

enum {
    WARPS = 3,
    LANES = 32 * WARPS,
    ROWS = 40
}; // rows of 8 elements, in another order than the lanes that name them

__host__ __device__ static int row_of(int lane)
{
    return (lane * 13 + 5) % ROWS;
}
__host__ __device__ static unsigned short element(int warp, int row, int column)
{
    return static_cast<unsigned short>(warp << 12 | row << 4 | column);
}

__host__ __device__ static unsigned word_to_store(int thread, int number)
{
    return (thread * 4u + number) * 0x9e3779b1u;
}

#define BEGIN                                                                                      \
    __shared__ __align__(16) unsigned short rows[WARPS][2][ROWS][8];                               \
    const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;                                    \
    for (int i = lane; i < ROWS * 8; i += 32) {                                                    \
        rows[warp][0][i / 8][i % 8] = element(warp, i / 8, i % 8);                                 \
        rows[warp][1][i / 8][i % 8] = 0xffff;                                                      \
    }                                                                                              \
    __syncthreads();                                                                               \
    unsigned r[4] = {};                                                                            \
    const unsigned from =                                                                          \
        static_cast<unsigned>(__cvta_generic_to_shared(rows[warp][0][row_of(lane)]));              \
    const unsigned to =                                                                            \
        static_cast<unsigned>(__cvta_generic_to_shared(rows[warp][1][row_of(lane)]));
#define END                                                                                        \
    __syncthreads();                                                                               \
    for (int i = 0; i < 4; ++i) {                                                                  \
        loaded[threadIdx.x * 4 + i] = r[i];                                                        \
    }                                                                                              \
    for (int i = lane; i < ROWS * 8; i += 32) {                                                    \
        stored[warp * ROWS * 8 + i] = rows[warp][1][i / 8][i % 8];                                 \
    }

__global__ void transpose(unsigned *out)
{
    const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    const unsigned two =
        element(warp, lane / 4, lane % 4 * 2) | element(warp, lane / 4, lane % 4 * 2 + 1) << 16;
    unsigned result;
    asm volatile("movmatrix.sync.aligned.m8n8.trans.b16 %0, %1;" : "=r"(result) : "r"(two));
    out[threadIdx.x] = result;
}

static void check(const char *name, void (*kernel)(unsigned *, unsigned short *), int count,
                  bool trans)
{
    static unsigned loaded[LANES * 4];
    static unsigned short stored[WARPS][ROWS][8];
    unsigned *on_loaded;
    unsigned short *on_stored;
    cudaMalloc(reinterpret_cast<void **>(&on_loaded), sizeof loaded);
    cudaMalloc(reinterpret_cast<void **>(&on_stored), sizeof stored);
    kernel<<<1, LANES>>>(on_loaded, on_stored);
    cudaMemcpy(loaded, on_loaded, sizeof loaded, cudaMemcpyDeviceToHost);
    cudaMemcpy(stored, on_stored, sizeof stored, cudaMemcpyDeviceToHost);
    int wrong = 0, wrong_stores = 0;
    for (int thread = 0; thread < LANES; ++thread) {
        const int warp = thread / 32, lane = thread % 32;
        for (int i = 0; i < count; ++i) {
            for (int half = 0; half < 2; ++half) {
                const int row = trans ? lane % 4 * 2 + half : lane / 4,
                          column = trans ? lane / 4 : lane % 4 * 2 + half;
                const unsigned short found =
                    static_cast<unsigned short>(loaded[thread * 4 + i] >> (16 * half));
                wrong += found != element(warp, row_of(8 * i + row), column);
            }
        }
    }
    for (int warp = 0; warp < WARPS; ++warp) { // what was loaded is stored where it was
        for (int row = 0; row < ROWS; ++row) {
            bool named = false;
            for (int lane = 0; lane < 8 * count; ++lane) {
                named = named || row_of(lane) == row;
            }
            for (int column = 0; column < 8; ++column) {
                wrong_stores +=
                    stored[warp][row][column] != (named ? element(warp, row, column) : 0xffff);
            }
        }
    }
    printf("%s %d %d\n", name, wrong, wrong_stores);
}

// The element of |width| bits that is |column| in a row.
static unsigned narrow(int warp, int row, int width, int column)
{
    unsigned result = 0;
    for (int bit = 0; bit < width; ++bit) {
        const int at = column * width + bit;
        result |= (element(warp, row, at / 16) >> at % 16 & 1u) << bit;
    }
    return result;
}

// 16 elements in a row, of 8 bits or less; each is a byte of a register. 8 rows as they are, or 16
// of which a lane has parts of two columns.
static void check_bytes(const char *name, void (*kernel)(unsigned *, unsigned short *),
                        int registers, int width, bool trans)
{
    static unsigned loaded[LANES * 4];
    unsigned *on_loaded;
    unsigned short *on_stored;
    cudaMalloc(reinterpret_cast<void **>(&on_loaded), sizeof loaded);
    cudaMalloc(reinterpret_cast<void **>(&on_stored), WARPS * ROWS * 16);
    kernel<<<1, LANES>>>(on_loaded, on_stored);
    cudaMemcpy(loaded, on_loaded, sizeof loaded, cudaMemcpyDeviceToHost);
    int wrong = 0;
    for (int thread = 0; thread < LANES; ++thread) {
        const int warp = thread / 32, lane = thread % 32;
        for (int i = 0; i < registers * 4; ++i) {
            const int number = i / 4, byte = i % 4;
            const int row = trans ? number / 2 * 16 + lane % 4 * 4 + byte : number * 8 + lane / 4,
                      column = trans ? lane / 4 + number % 2 * 8 : lane % 4 * 4 + byte;
            const unsigned found = loaded[thread * 4 + number] >> (8 * byte) & 255;
            wrong += found != narrow(warp, row_of(row), width, column);
        }
    }
    printf("%s %d\n", name, wrong);
}

// A lane has parts of two columns of 8 rows, of 16 bytes each.
static void check_stored_bytes(const char *name, void (*kernel)(unsigned *, unsigned short *),
                               int registers)
{
    static unsigned char stored[WARPS][ROWS][16], expected[WARPS][ROWS][16];
    unsigned *on_loaded;
    unsigned short *on_stored;
    cudaMalloc(reinterpret_cast<void **>(&on_loaded), LANES * 16);
    cudaMalloc(reinterpret_cast<void **>(&on_stored), sizeof stored);
    kernel<<<1, LANES>>>(on_loaded, on_stored);
    cudaMemcpy(stored, on_stored, sizeof stored, cudaMemcpyDeviceToHost);
    memset(expected, 0xff, sizeof expected);
    for (int thread = 0; thread < LANES; ++thread) {
        const int warp = thread / 32, lane = thread % 32;
        for (int i = 0; i < registers * 4; ++i) {
            const int number = i / 4, byte = i % 4;
            expected[warp][row_of(number * 8 + lane % 4 * 2 + byte % 2)][lane / 4 + byte / 2 * 8] =
                static_cast<unsigned char>(word_to_store(thread, number) >> (8 * byte));
        }
    }
    int wrong = 0;
    for (size_t i = 0; i < sizeof stored; ++i) {
        wrong += (&stored[0][0][0])[i] != (&expected[0][0][0])[i];
    }
    printf("%s %d\n", name, wrong);
}

static void check_transpose()
{
    unsigned out[LANES], *on_out;
    cudaMalloc(reinterpret_cast<void **>(&on_out), sizeof out);
    transpose<<<1, LANES>>>(on_out);
    cudaMemcpy(out, on_out, sizeof out, cudaMemcpyDeviceToHost);
    int wrong = 0;
    for (int thread = 0; thread < LANES; ++thread) {
        for (int half = 0; half < 2; ++half) {
            const int lane = thread % 32;
            const unsigned short found = static_cast<unsigned short>(out[thread] >> (16 * half));
            wrong += found != element(thread / 32, lane % 4 * 2 + half, lane / 4);
        }
    }
    printf("movmatrix %d\n", wrong);
}
