/* Products of matrices by rocBLAS or cuBLAS. Each stream gets a handle of that library, made when
 * the stream first multiplies. */
#include "blas.h"

#include "dtype.h"
#include "vendor.h"

#include <dlfcn.h>
#include <glob.h>
#include <krt/extend.h>
#include <krt/krt.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Libraries ---------------------------------------------------------------------------------
 *
 * The vendors' libraries of matrix products, found with dlopen(), and each opened at most once:
 * rocBLAS and cuBLAS, whose functions are in one table.
 *
 * Every function of the libraries returns 0, or an error. The numbers of errors and enums come from
 * the headers of rocBLAS (ROCm 5 to 7), which agree with each other, and of cuBLAS (CUDA 11 to 13),
 * which also agree.
 */

/* The functions of both libraries: X(member of struct blas, rocBLAS's name, cuBLAS's name,
 * whether the function is required, parameters). A name of NULL means that the library lacks the
 * function. */
#define BLAS_FUNCTIONS(X)                                                                          \
    X(create, "rocblas_create_handle", "cublasCreate_v2", true, (void **out))                      \
    X(destroy, "rocblas_destroy_handle", "cublasDestroy_v2", true, (void *handle))                 \
    X(set_stream, "rocblas_set_stream", "cublasSetStream_v2", true, (void *handle, void *stream))  \
    X(set_atomics, "rocblas_set_atomics_mode", NULL, false, (void *handle, int mode))              \
    X(set_math, NULL, "cublasSetMathMode", true, (void *handle, int mode))                         \
    X(set_precision, "rocblas_set_math_mode", NULL, false, (void *handle, int mode))               \
    X(gemm_amd, "rocblas_gemm_strided_batched_ex", NULL, true,                                     \
      (void *handle, int a_form, int b_form, int m, int n, int k, const void *alpha,               \
       const void *a, int a_type, int a_pitch, int64_t a_step, const void *b, int b_type,          \
       int b_pitch, int64_t b_step, const void *beta, const void *c, int c_type, int c_pitch,      \
       int64_t c_step, void *d, int d_type, int d_pitch, int64_t d_step, int batches,              \
       int compute_type, int algorithm, int32_t solution, uint32_t flags))                         \
    X(gemm_nvidia, NULL, "cublasGemmStridedBatchedEx", true,                                       \
      (void *handle, int a_form, int b_form, int m, int n, int k, const void *alpha,               \
       const void *a, int a_type, int a_pitch, long long a_step, const void *b, int b_type,        \
       int b_pitch, long long b_step, const void *beta, void *c, int c_type, int c_pitch,          \
       long long c_step, int batches, int compute_type, int algorithm))

/* An open library. libkrt_ops never closes it, just as libkrt never closes drivers. */
struct blas {
    bool is_nvidia;
#define BLAS_MEMBER(member, amd, nvidia, need, parameters) int(*member) parameters;
    BLAS_FUNCTIONS(BLAS_MEMBER)
#undef BLAS_MEMBER
};

static const struct symbol {
    size_t offset; /* the offset in struct blas of the member that gets the function */
    const char *amd, *nvidia;
    bool is_required;
} symbols[] = {
#define BLAS_ROW(member, amd, nvidia, need, parameters)                                            \
    {offsetof(struct blas, member), amd, nvidia, need},
    BLAS_FUNCTIONS(BLAS_ROW)
#undef BLAS_ROW
};

/* For each vendor: the environment variable that may name the library, the file names that we try,
 * and for each of these the first driver version that the library works with. */
static const struct {
    const char *variable;
    struct {
        const char *name;
        int driver_version;
    } libraries[4];
} places[] = {
    {"KRT_ROCBLAS",
     {{"librocblas.so.5", 0},
      {"librocblas.so.4", 0},
      {"librocblas.so.3", 0},
      {"librocblas.so.0", 0}}},
    {"KRT_CUBLAS",
     {{"libcublas.so.13", 13000}, {"libcublas.so.12", 12000}, {"libcublas.so.11", 11000}}},
};

/* The libraries that were found: rocBLAS in found[0], cuBLAS in found[1]. |blas.create| is NULL if
 * no library was found. */
static struct {
    pthread_mutex_t lock;
    /* |is_tried|: whether a library was looked for; |is_chosen|: whether the environment names
     * it */
    bool is_tried, is_chosen;
    struct blas blas;
} found[] = {{.lock = PTHREAD_MUTEX_INITIALIZER}, {.lock = PTHREAD_MUTEX_INITIALIZER}};

/* Returns false if |library| lacks a required function. */
static bool find_functions(void *library, struct blas *out)
{
    for (size_t i = 0; i < sizeof symbols / sizeof symbols[0]; i++) {
        const char *name = out->is_nvidia ? symbols[i].nvidia : symbols[i].amd;
        void *function = name ? dlsym(library, name) : NULL;
        if (name && !function && symbols[i].is_required)
            return false;
        memcpy((char *)out + symbols[i].offset, &function, sizeof function);
    }
    return true;
}

/* Tries to open the library |name| for the device of |info|. A library that cannot be used stays
 * open, because a driver that it loaded cannot be closed safely. */
static bool try_library(const char *name, const struct krt_device_info *info, struct blas *out)
{
    struct blas blas = {.is_nvidia = info->driver == KRT_DRIVER_CUDA};
    void *library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    if (!library || !vendor_is_of_driver(library, info->library) || !find_functions(library, &blas))
        return false;
    *out = blas;
    return true;
}

static void find_library(const struct krt_device_info *info, bool is_nvidia)
{
    const char *chosen = secure_getenv(places[is_nvidia].variable);
    struct blas *out = &found[is_nvidia].blas;
    found[is_nvidia].is_chosen = chosen && *chosen;
    if (found[is_nvidia].is_chosen) {
        try_library(chosen, info, out);
        return;
    }
    for (size_t i = 0; i < 4 && places[is_nvidia].libraries[i].name && !out->create; i++) {
        if (info->driver_version >= places[is_nvidia].libraries[i].driver_version)
            try_library(places[is_nvidia].libraries[i].name, info, out);
    }
}

/* ---- Kernels for a device ------------------------------------------------------------------- */

/* rocBLAS ends the process at its first product on a GPU for which it has no kernels. Its kernels
 * are in files that are named after the processor, beside the library (Debian: in a folder named
 * after the version) or in the folder that ROCBLAS_TENSILE_LIBPATH names. */
static bool has_kernels(const struct blas *blas, const char *target)
{
    const char *chosen = getenv("ROCBLAS_TENSILE_LIBPATH"); /* rocBLAS reads this variable itself */
    char folder[768], pattern[1024];
    void *function;
    Dl_info info;
    glob_t files;
    memcpy(&function, &blas->create, sizeof function);
    if (chosen)
        snprintf(folder, sizeof folder, "%s", chosen);
    else if (dladdr(function, &info) && strrchr(info.dli_fname, '/'))
        snprintf(folder, sizeof folder, "%.*s/rocblas/{,*/}library",
                 (int)(strrchr(info.dli_fname, '/') - info.dli_fname), info.dli_fname);
    else
        return false;
    int length = (int)strcspn(target, ":");
    snprintf(pattern, sizeof pattern, "%s/{TensileLibrary*_%.*s.*,%.*s/TensileLibrary*}", folder,
             length, target, length, target);
    if (glob(pattern, GLOB_BRACE, NULL, &files) != 0)
        return false;
    globfree(&files);
    return true;
}

/* Returns the library that multiplies on the device of |info|; the result is the same at each call.
 * NULL if there is no library, if it does not support the device, or if libhipemu emulates the
 * device and KRT_ROCBLAS does not name a replacement for rocBLAS. Thread-safe. */
static const struct blas *blas_open(const struct krt_device_info *info)
{
    bool is_nvidia = info->driver == KRT_DRIVER_CUDA;
    const char *chosen = secure_getenv(places[is_nvidia].variable);
    if (info->driver == KRT_DRIVER_EMULATOR && !(chosen && *chosen))
        return NULL;
    pthread_mutex_lock(&found[is_nvidia].lock);
    if (!found[is_nvidia].is_tried)
        find_library(info, is_nvidia);
    found[is_nvidia].is_tried = true;
    pthread_mutex_unlock(&found[is_nvidia].lock);
    const struct blas *blas = &found[is_nvidia].blas;
    if (!blas->create)
        return NULL;
    bool is_trusted = is_nvidia || found[is_nvidia].is_chosen;
    return is_trusted || has_kernels(blas, info->target) ? blas : NULL;
}

/* ---- Products that are too small for the library ---------------------------------------------
 *
 * The largest products for which our kernel is faster than the library, as `bench/run matmul`
 * measured it. On GPUs that are not in the table, the library computes every product that it
 * accepts.
 */
static const struct {
    const char *target;
    /* the most multiplications, m n k batches, for which our kernel is faster than the library */
    uint64_t multiplications;
} small_products[] = {
    /* measured on an H100 with CUDA 13, for f16 to f64: our kernel is faster up to 128 x 128 x
     * 128 */
    {"sm_90", 1 << 21},
};

/* Our kernel is slow with a large k, because each thread walks along k alone. A product with a
 * larger k than this is never small. */
enum { SMALL_K = 512 };

/* Returns the most multiplications of a product that our kernel computes faster on |target|. |wish|
 * is the value of KRT_BLAS; if it is a number, it replaces the table's limit on any GPU. */
static uint64_t small_for(const char *target, const char *wish)
{
    char *end;
    uint64_t number = wish && *wish ? strtoull(wish, &end, 10) : 0;
    if (wish && *wish)
        return *end ? 0 : number;
    for (size_t i = 0; i < sizeof small_products / sizeof *small_products; i++) {
        if (strcmp(small_products[i].target, target) == 0)
            return small_products[i].multiplications;
    }
    return 0;
}

/* A stream's handle, which one thread at a time may use. */
struct blas_stream {
    struct krt_attachment attachment;
    const struct blas *blas;
    void *handle; /* the library's handle; NULL if no library serves the stream */
    /* the most multiplications of a product that our kernel computes instead of the library */
    uint64_t small;
    pthread_mutex_t lock;
    uint64_t products;
};

/* ---- Handles of the library ------------------------------------------------------------------ */

enum {
    ROCBLAS_NO_ATOMICS = 0,      /* without atomics, equal operands give equal results */
    ROCBLAS_FULL_PRECISION = 0,  /* the value of rocblas_default_math */
    ROCBLAS_XF32 = 1,            /* the value of rocblas_xf32_xdl_math_op, which gfx942 has */
    CUBLAS_FULL_REDUCTIONS = 16, /* CUBLAS_MATH_DISALLOW_REDUCED_PRECISION_REDUCTION, without TF32:
                                  * cuBLAS adds all parts of a sum before it rounds the sum */
};

static void *make_handle(struct krt_stream *stream, const struct blas *blas)
{
    void *handle = NULL;
    if (blas->create(&handle))
        return NULL;
    int code = blas->set_stream(handle, krt_stream_native(stream));
    if (!code && blas->set_atomics)
        code = blas->set_atomics(handle, ROCBLAS_NO_ATOMICS);
    if (!code && blas->set_math)
        code = blas->set_math(handle, CUBLAS_FULL_REDUCTIONS);
    if (!code)
        return handle;
    blas->destroy(handle);
    return NULL;
}

/* Makes a handle even while another stream is being captured: a handle allocates memory, which a
 * strict capture forbids. */
static void *make_handle_anywhen(struct krt_device *device, struct krt_stream *stream,
                                 const struct blas *blas)
{
    int mode = krt_capture_relax(device);
    void *handle = make_handle(stream, blas);
    krt_capture_restore(device, mode);
    return handle;
}

/* Destroys a handle, which waits for the device. The handle of a lost device cannot be
 * destroyed. */
static void free_stream(struct krt_attachment *attachment, struct krt_stream *stream)
{
    struct blas_stream *state = (struct blas_stream *)attachment;
    struct krt_device *device;
    if (state->handle && krt_stream_device(stream, &device) == KRT_OK &&
        krt_device_enter(device) == KRT_OK) {
        int mode = krt_capture_relax(device);
        state->blas->destroy(state->handle);
        krt_capture_restore(device, mode);
    }
    pthread_mutex_destroy(&state->lock);
    free(state);
}

static char owner; /* The address of |owner| tells the attachments of this file from others. */

static struct blas_stream *find_stream(struct krt_stream *stream)
{
    return (struct blas_stream *)krt_stream_attached(stream, &owner);
}

/* Makes the state with which |stream| multiplies. NULL means that there is no memory. If several
 * threads make the state at once, the first thread's state is kept. */
static struct blas_stream *make_stream(struct krt_device *device, struct krt_stream *stream)
{
    const char *wish = secure_getenv("KRT_BLAS");
    struct krt_device_info info = {.struct_size = sizeof info};
    struct blas_stream *state = calloc(1, sizeof *state);
    if (!state)
        return NULL;
    state->attachment = (struct krt_attachment){.owner = &owner, .destroy = free_stream};
    pthread_mutex_init(&state->lock, NULL);
    if ((!wish || strcmp(wish, "own") != 0) && krt_device_describe(device, &info) == KRT_OK)
        state->blas = blas_open(&info);
    state->small = small_for(info.target, wish);
    if (state->blas)
        state->handle = make_handle_anywhen(device, stream, state->blas);
    struct krt_attachment *first = krt_stream_attach(stream, &state->attachment);
    if (first != &state->attachment)
        free_stream(&state->attachment, stream);
    return (struct blas_stream *)first;
}

uint64_t blas_usage(struct krt_stream *stream)
{
    struct blas_stream *state = find_stream(stream);
    return state ? state->products : 0;
}

/* ---- Products by the library ----------------------------------------------------------------- */

enum outcome { DONE, DECLINED, FAILED };

static enum outcome outcome_of(const struct blas *blas, int code)
{
    /* The errors that a library returns before it has launched anything: those of rocBLAS in
     * declines[0], those of cuBLAS in declines[1]. */
    static const uint8_t declines[2][8] = {{1, 2, 3, 4, 5, 11, 14, 15}, {1, 3, 7, 8, 15}};
    /* an error that means that the product was computed, but slowly */
    enum { ROCBLAS_PERF_DEGRADED = 7 };
    if (code == 0 || (code == ROCBLAS_PERF_DEGRADED && !blas->is_nvidia))
        return DONE;
    for (size_t i = 0; i < sizeof declines[0]; i++) {
        if (code == declines[blas->is_nvidia][i])
            return DECLINED;
    }
    return FAILED;
}

/* The libraries store matrices column by column. A row-major matrix is the transpose of such a
 * matrix, so we ask for b' x a', which is c'. */
static int multiply(const struct blas *blas, void *handle, const struct blas_product *product)
{
    static const struct {
        int amd, nvidia; /* the values of rocblas_datatype and of cudaDataType for a dtype */
        int computing;   /* the value of cublasComputeType_t for a dtype */
    } types[KRT_DTYPE_COUNT] = {[KRT_F16] = {150, 2, 64},
                                [KRT_BF16] = {168, 14, 68},
                                [KRT_F32] = {151, 0, 68},
                                [KRT_F64] = {152, 1, 70}};
    enum { ROCBLAS_NONE = 111, ROCBLAS_TRANSPOSE = 112, ROCBLAS_STANDARD = 0 };
    enum { CUBLAS_NONE = 0, CUBLAS_TRANSPOSE = 1, CUBLAS_DEFAULT = -1, CUBLAS_FAST_TF32 = 77 };
    uint32_t dtype = product->dtype, computed = dtype == KRT_F64 ? KRT_F64 : KRT_F32;
    bool is_tf32 = product->precision == KRT_PRECISION_TF32 && dtype == KRT_F32;
    if (product->precision == KRT_PRECISION_F16_ACCUMULATE && product->c_dtype == KRT_F16)
        computed = KRT_F16;
    const union scalar alpha = scalar_from(product->alpha, computed);
    const union scalar beta = scalar_from(product->beta, computed);
    const struct blas_operand *a = &product->a, *b = &product->b;
    int32_t m = product->m, n = product->n, k = product->k;
    int64_t step = (int64_t)m * n;
    if (blas->is_nvidia) {
        int type = types[dtype].nvidia, c_type = types[product->c_dtype].nvidia;
        return blas->gemm_nvidia(handle, b->is_transposed ? CUBLAS_TRANSPOSE : CUBLAS_NONE,
                                 a->is_transposed ? CUBLAS_TRANSPOSE : CUBLAS_NONE, n, m, k, &alpha,
                                 b->data, type, b->pitch, b->step, a->data, type, a->pitch, a->step,
                                 &beta, product->c, c_type, n, step, product->batches,
                                 is_tf32 ? CUBLAS_FAST_TF32 : types[computed].computing,
                                 CUBLAS_DEFAULT);
    }
    int type = types[dtype].amd, c_type = types[product->c_dtype].amd;
    if (is_tf32 && blas->set_precision)
        blas->set_precision(handle, ROCBLAS_XF32);
    int code = blas->gemm_amd(handle, b->is_transposed ? ROCBLAS_TRANSPOSE : ROCBLAS_NONE,
                              a->is_transposed ? ROCBLAS_TRANSPOSE : ROCBLAS_NONE, n, m, k, &alpha,
                              b->data, type, b->pitch, b->step, a->data, type, a->pitch, a->step,
                              &beta, product->c, c_type, n, step, product->c, c_type, n, step,
                              product->batches, types[computed].amd, ROCBLAS_STANDARD, 0, 0);
    if (is_tf32 && blas->set_precision)
        blas->set_precision(handle, ROCBLAS_FULL_PRECISION);
    return code;
}

krt_status blas_find(struct krt_stream *stream, struct blas_stream **out)
{
    struct krt_device *device;
    bool is_capturing = false;
    *out = NULL;
    krt_status status = krt_stream_device(stream, &device);
    if (status)
        return status;
    stream = stream ? stream : krt_device_stream(device);
    struct blas_stream *state = find_stream(stream);
    if (state && !state->handle)
        return KRT_OK;
    status = krt_device_enter(device);
    if (!status)
        status = krt_stream_is_capturing(stream, &is_capturing);
    if (status || is_capturing)
        return status;
    if (!state && !(state = make_stream(device, stream)))
        return krt_fail(KRT_ERROR_OUT_OF_MEMORY, "krt_matmul: no memory for the stream's library");
    *out = state->handle ? state : NULL;
    return KRT_OK;
}

bool blas_is_for(const struct blas_stream *state, const struct blas_product *product)
{
    uint64_t rows = (uint64_t)product->m * (uint64_t)product->n;
    uint64_t depth = (uint64_t)product->k * (uint64_t)product->batches;
    return product->k > SMALL_K || depth > state->small || rows > state->small / depth;
}

krt_status blas_multiply(struct blas_stream *state, const struct blas_product *product,
                         bool *out_is_done)
{
    pthread_mutex_lock(&state->lock);
    int code = multiply(state->blas, state->handle, product);
    enum outcome outcome = outcome_of(state->blas, code);
    state->products += outcome == DONE;
    pthread_mutex_unlock(&state->lock);
    *out_is_done = outcome == DONE;
    if (outcome == FAILED)
        return krt_fail(KRT_ERROR_DRIVER,
                        "krt_matmul: %s fails with status %d; KRT_BLAS=own does without",
                        state->blas->is_nvidia ? "cublasGemmStridedBatchedEx"
                                               : "rocblas_gemm_strided_batched_ex",
                        code);
    return KRT_OK;
}
