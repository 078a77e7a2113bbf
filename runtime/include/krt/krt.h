/* krt: what generated kernel packages and their callers share.
 *
 * A package is what `kbuild build` writes: tables of modules and kernels, and one typed
 * krt_launch_<kernel>() for each kernel, all over krt_launch(). This header is C11 and C++17; it
 * includes nothing of ROCm or CUDA.
 */
#ifndef KRT_KRT_H
#define KRT_KRT_H

#include <stddef.h>
#include <stdint.h>

/* For the records of generated headers: C and C++ spell it differently. */
#ifdef __cplusplus
#define KRT_ALIGNAS(bytes) alignas(bytes)
#else
#define KRT_ALIGNAS(bytes) _Alignas(bytes)
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* Numbers narrower than C's. Only the bits are kept here; a struct, so that passing a float where
 * one of these is wanted does not compile. */
struct krt_f16 { /* IEEE 754 binary16 */
    uint16_t bits;
};
struct krt_bf16 { /* the upper half of a binary32 */
    uint16_t bits;
};
struct krt_f8e4m3 { /* OCP 8-bit floating point, E4M3: no infinity, NaN is 0x7f */
    uint8_t bits;
};
struct krt_f8e5m2 { /* OCP 8-bit floating point, E5M2 */
    uint8_t bits;
};

/* What went wrong, or nothing did. */
typedef enum krt_status {
    KRT_OK = 0,
    KRT_ERROR_INVALID_ARGUMENT = 1,
    KRT_ERROR_NO_DEVICE = 2,
    KRT_ERROR_NO_IMAGE = 3,  /* the module holds no code object for this device */
    KRT_ERROR_BAD_IMAGE = 4, /* the code object is damaged, or its codec unknown */
    KRT_ERROR_NOT_FOUND = 5, /* no kernel of this name or number */
    KRT_ERROR_OUT_OF_MEMORY = 6,
    KRT_ERROR_LAUNCH = 7, /* the driver refused the launch */
    KRT_ERROR_DRIVER = 8, /* any other error of the driver */
} krt_status;

/* How an image's bytes are stored. */
enum krt_codec {
    KRT_CODEC_NONE = 0,
    KRT_CODEC_ZSTD = 1, /* one zstd frame */
};

/* One code object inside a module's data. */
struct krt_image {
    const char *target; /* target ID, "gfx90a:xnack-" */
    uint64_t offset;    /* bytes from the start of the module's data */
    uint64_t size;      /* bytes it takes there */
    uint64_t raw_size;  /* bytes of the code object once unpacked */
    uint32_t codec;     /* enum krt_codec */
};

/* A module: the same kernels, compiled for several targets. */
struct krt_module {
    const char *name;
    const unsigned char *data; /* aligned to 4096 */
    size_t size;
    const struct krt_image *images; /* sorted by target */
    uint32_t image_count;
};

/* Where a parameter lies in the kernel's argument block. */
struct krt_parameter {
    uint32_t offset; /* bytes */
    uint32_t size;   /* bytes */
};

struct krt_kernel {
    const char *name;   /* as in the source */
    const char *symbol; /* as in the code object */
    uint32_t module;    /* index into the package's modules */
    uint32_t parameter_count;
    const struct krt_parameter *parameters;
};

/* Kept by the runtime; one per package and process. */
struct krt_package_state;

struct krt_package {
    size_t struct_size; /* sizeof(struct krt_package) where the package was compiled */
    const char *name;
    const struct krt_module *modules;
    uint32_t module_count;
    const struct krt_kernel *kernels; /* a kernel's ordinal is its index here */
    uint32_t kernel_count;
    struct krt_package_state **state; /* NULL until the first launch */
};

/* Threads in a launch. A dimension of 0 counts as 1. */
struct krt_launch_config {
    uint32_t grid[3];      /* workgroups */
    uint32_t block[3];     /* work-items of a workgroup */
    uint32_t shared_bytes; /* dynamic LDS, bytes */
};

/* A stream of the driver in use: a hipStream_t or CUstream. NULL is the default stream. */
typedef void *krt_stream;

/* Launches kernel |ordinal| of |package| on |stream| with |arguments|: an array of pointers, one to
 * each parameter's value, borrowed until the call returns. The module is loaded on the stream's
 * device at its first launch there. Asynchronous; thread-safe. On failure nothing was launched. */
krt_status krt_launch(const struct krt_package *package, uint32_t ordinal, krt_stream stream,
                      const struct krt_launch_config *config, void *const *arguments);

#ifdef __cplusplus
}
#endif

#endif
