/* A double of rocBLAS: as much of its interface as krt uses, computed on the processor, which
 * shares the emulator's memory. It holds every argument against rocBLAS's rules. */
#include "rocblas_double.h"

#include "numbers.h"

#include <dlfcn.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>

enum { NONE = 111, TRANSPOSE = 112, F16 = 150, F32 = 151, F64 = 152, BF16 = 168 };
enum { XF32 = 1 };
enum { INVALID_HANDLE = 1, INVALID_POINTER = 3, INVALID_SIZE = 4, INVALID_VALUE = 11 };

#ifdef WITH_ANOTHER_HIP
/* As when this library had brought along a HIP of its own. */
int hipModuleLaunchKernel(void);
int hipModuleLaunchKernel(void)
{
    return 1;
}
#endif

struct handle {
    void *stream;
    int is_deterministic, math_mode;
    _Atomic int users; /* threads within a product */
};

extern struct rocblas_double rocblas_double_state;
struct rocblas_double rocblas_double_state;

int rocblas_create_handle(struct handle **out);
int rocblas_destroy_handle(struct handle *handle);
int rocblas_set_stream(struct handle *handle, void *stream);
int rocblas_set_atomics_mode(struct handle *handle, int mode);
int rocblas_set_math_mode(struct handle *handle, int mode);
int rocblas_gemm_strided_batched_ex(struct handle *handle, int a_form, int b_form, int m, int n,
                                    int k, const void *alpha, const void *a, int a_type, int lda,
                                    int64_t stride_a, const void *b, int b_type, int ldb,
                                    int64_t stride_b, const void *beta, const void *c, int c_type,
                                    int ldc, int64_t stride_c, void *d, int d_type, int ldd,
                                    int64_t stride_d, int batch_count, int compute_type, int algo,
                                    int32_t solution_index, uint32_t flags);

int rocblas_create_handle(struct handle **out)
{
    if (rocblas_double_state.create_status)
        return rocblas_double_state.create_status;
    *out = calloc(1, sizeof **out);
    rocblas_double_state.handles++;
    return *out ? 0 : 5;
}

int rocblas_destroy_handle(struct handle *handle)
{
    free(handle);
    rocblas_double_state.handles--;
    return 0;
}

int rocblas_set_stream(struct handle *handle, void *stream)
{
    handle->stream = stream;
    return 0;
}

int rocblas_set_atomics_mode(struct handle *handle, int mode)
{
    handle->is_deterministic = mode == 0;
    return 0;
}

int rocblas_set_math_mode(struct handle *handle, int mode)
{
    handle->math_mode = mode;
    rocblas_double_state.modes_set++;
    return 0;
}

/* A function of the HIP that krt uses; NULL if there is none. */
static void *hip_function(const char *name)
{
    const char *path = getenv("KRT_LIBRARY");
    void *library = path ? dlopen(path, RTLD_NOW | RTLD_NOLOAD) : NULL;
    return library ? dlsym(library, name) : NULL;
}

/* What was put on the stream before is done: this double works at once. */
static int wait_for(void *stream)
{
    void *function = hip_function("hipStreamSynchronize");
    int (*synchronize)(void *);
    memcpy(&synchronize, &function, sizeof synchronize);
    return function && synchronize(stream) == 0;
}

/* A copy by HIP, so that the emulator's checker knows that the memory is written. */
static void write_column(void *to, const void *column, size_t bytes)
{
    enum { HOST_TO_DEVICE = 1 };
    void *function = hip_function("hipMemcpy");
    int (*copy)(void *, const void *, size_t, int);
    memcpy(&copy, &function, sizeof copy);
    if (!function || copy(to, column, bytes, HOST_TO_DEVICE) != 0)
        snprintf(rocblas_double_state.refusal, sizeof rocblas_double_state.refusal, "a copy");
}

static uint32_t dtype_of(int type)
{
    return type == F16 ? KRT_F16 : type == BF16 ? KRT_BF16 : type == F32 ? KRT_F32 : KRT_F64;
}

/* Column-major, as BLAS is. */
static uint64_t place(int form, int row, int column, int pitch)
{
    return form == NONE ? (uint64_t)row + (uint64_t)column * (uint64_t)pitch
                        : (uint64_t)column + (uint64_t)row * (uint64_t)pitch;
}

/* An operand, of ten bits behind the point in the mode for that. */
static double operand(const struct handle *handle, const void *memory, uint32_t dtype,
                      uint64_t index)
{
    double value = number_load(memory, dtype, index);
    int exponent;
    if (handle->math_mode != XF32 || dtype != KRT_F32 || value == 0)
        return value;
    double fraction = frexp(value, &exponent);
    return ldexp(nearbyint(ldexp(fraction, 11)), exponent - 11);
}

/* A step of a sum, which is kept in |compute|. */
static double add(double sum, double product, uint32_t compute)
{
    double result = sum + product;
    if (compute == KRT_F16) {
        number_store(&result, KRT_F16, 0, sum + product);
        result = number_load(&result, KRT_F16, 0);
    }
    return result;
}

/* Whether rocBLAS multiplies these. */
static bool is_combination(int type, int c_type, int compute_type)
{
    if (compute_type == type)
        return c_type == type && type != BF16;
    return compute_type == F32 && (type == F16 || type == BF16) &&
           (c_type == type || c_type == F32);
}

static int refuse(int status, const char *why)
{
    snprintf(rocblas_double_state.refusal, sizeof rocblas_double_state.refusal, "%s", why);
    return status;
}

int rocblas_gemm_strided_batched_ex(struct handle *handle, int a_form, int b_form, int m, int n,
                                    int k, const void *alpha, const void *a, int a_type, int lda,
                                    int64_t stride_a, const void *b, int b_type, int ldb,
                                    int64_t stride_b, const void *beta, const void *c, int c_type,
                                    int ldc, int64_t stride_c, void *d, int d_type, int ldd,
                                    int64_t stride_d, int batch_count, int compute_type, int algo,
                                    int32_t solution_index, uint32_t flags)
{
    struct rocblas_double *state = &rocblas_double_state;
    int status = state->next_status;
    state->next_status = 0;
    if (status)
        return status;
    if (!handle || !handle->is_deterministic || !wait_for(handle->stream))
        return refuse(INVALID_HANDLE, "the handle, its mode, or its stream");
    if ((a_form != NONE && a_form != TRANSPOSE) || (b_form != NONE && b_form != TRANSPOSE) ||
        (a_type != F16 && a_type != BF16 && a_type != F32 && a_type != F64) || b_type != a_type ||
        d_type != c_type || !is_combination(a_type, c_type, compute_type) || algo != 0 ||
        solution_index != 0 || flags != 0)
        return refuse(INVALID_VALUE, "forms, types, algorithm or flags");
    if (m < 1 || n < 1 || k < 1 || batch_count < 1 || lda < (a_form == NONE ? m : k) ||
        ldb < (b_form == NONE ? k : n) || ldc < m || ldd != ldc || stride_a < 0 || stride_b < 0 ||
        stride_c != stride_d || stride_c < (int64_t)ldc * n)
        return refuse(INVALID_SIZE, "sizes, pitches or steps");
    uint32_t dtype = dtype_of(a_type), compute = dtype_of(compute_type), to = dtype_of(c_type);
    if (!a || !b || !c || c != d || !alpha || !beta)
        return refuse(INVALID_POINTER, "pointers");
    double times = number_load(alpha, compute, 0), before = number_load(beta, compute, 0);
    if (handle->users++ > 0)
        return refuse(INVALID_HANDLE, "two threads use a handle at once");
    sched_yield();
    uint32_t size = krt_dtype_size(to);
    void *sums = malloc((size_t)m * size); /* of a column */
    for (int batch = 0; batch < batch_count; batch++) {
        for (int column = 0; column < n; column++) {
            uint64_t first = (uint64_t)(batch * stride_d) + place(NONE, 0, column, ldd);
            for (int row = 0; row < m; row++) {
                double sum = 0;
                for (int i = 0; i < k; i++)
                    sum = add(
                        sum,
                        operand(handle, a, dtype,
                                (uint64_t)(batch * stride_a) + place(a_form, row, i, lda)) *
                            operand(handle, b, dtype,
                                    (uint64_t)(batch * stride_b) + place(b_form, i, column, ldb)),
                        compute);
                sum *= times;
                if (before != 0)
                    sum += before * number_load(d, to, first + (uint64_t)row);
                number_store(sums, to, (uint64_t)row, sum);
            }
            write_column((char *)d + first * size, sums, (size_t)m * size);
        }
    }
    free(sums);
    handle->users--;
    state->products++;
    state->transposed_first = a_form == TRANSPOSE;
    state->transposed_second = b_form == TRANSPOSE;
    state->batches = batch_count;
    state->alpha = times;
    state->beta = before;
    state->c_type = c_type;
    state->compute_type = compute_type;
    state->math_mode = handle->math_mode;
    return 0;
}
