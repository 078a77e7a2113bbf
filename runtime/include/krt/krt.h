/* krt: the runtime of GPU kernel packages.
 *
 * A package is what `kbuild build` writes: tables of modules and kernels, and one typed
 * krt_launch_<kernel>() for each kernel, all over krt_launch(). This library finds a device (AMD's
 * by HIP, NVIDIA's by the CUDA driver, or libhipemu, which executes AMD's machine code on the
 * processor), loads a package's modules there when they are first needed, and launches.
 *
 *     struct krt_stream *stream = NULL;             // the default device's default stream
 *     struct krt_launch_config config = {.grid = {4}, .block = {256}};
 *     if (krt_launch_affine_f32(stream, &config, 1024, 0, NULL, in, out, 2, 1) != KRT_OK)
 *         puts(krt_error_message());
 *
 * Drivers are opened with dlopen() at run time: a program that links krt needs neither ROCm nor
 * CUDA to be built or to start.
 *
 * Every function may be called from any thread, unless it says otherwise; closing or destroying
 * an object is the exception: nothing else may use it then or later. A function that fails returns
 * a status and leaves its outputs untouched; krt_error_message() has the sentence that belongs to
 * it. Structs of options begin with their size, so that a program compiled with this header goes on
 * working with later libraries. This header is C11 and C++17; it includes nothing of ROCm or CUDA.
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
#ifdef __GNUC__
#pragma GCC visibility push(default)
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

#define KRT_VERSION_MAJOR 0
#define KRT_VERSION_MINOR 1

/* major << 16 | minor of the library that runs. */
uint32_t krt_version(void);

/* ---- What went wrong ------------------------------------------------------------------------ */

typedef enum krt_status {
    KRT_OK = 0,
    KRT_ERROR_INVALID_ARGUMENT = 1,
    KRT_ERROR_NO_DEVICE = 2, /* the message says what was tried, and what came of it */
    KRT_ERROR_NO_IMAGE = 3,  /* the module holds no code object for this device */
    KRT_ERROR_BAD_IMAGE = 4, /* the code object is damaged or of another build than the tables, or
                              * its codec is unknown */
    KRT_ERROR_NOT_FOUND = 5, /* no kernel, module or variable of this name or number */
    KRT_ERROR_OUT_OF_MEMORY = 6,
    KRT_ERROR_LAUNCH = 7,       /* the driver refused the launch */
    KRT_ERROR_DRIVER = 8,       /* any other error of the driver */
    KRT_ERROR_UNSUPPORTED = 9,  /* the driver is too old for it (the function is named), or there is
                                 * no kernel for it (those that there are are named) */
    KRT_ERROR_DEVICE_LOST = 10, /* nothing more can be done with this device in this process */
    KRT_ERROR_COMPILE = 11,     /* the message is the compiler's log */
    KRT_NOT_READY = 12,         /* no error: what was asked about is still going on */
} krt_status;

/* "KRT_ERROR_NO_DEVICE"; "unknown krt_status" for other numbers. */
const char *krt_status_name(krt_status status);

/* The sentence of the calling thread's last call that failed: what, where, what to do; "" when none
 * has. Valid until this thread's next call that fails. */
const char *krt_error_message(void);

/* ---- Devices -------------------------------------------------------------------------------- */

struct krt_device;

enum krt_driver {
    KRT_DRIVER_HIP = 1,      /* libamdhip64.so.7, .6 or .5 */
    KRT_DRIVER_EMULATOR = 2, /* libhipemu.so */
    KRT_DRIVER_CUDA = 3,     /* libcuda.so.1 */
};

enum krt_checks {
    KRT_CHECKS_DEFAULT = 0, /* KRT_CHECKS=0 or 1 in the environment; else on where the library was
                             * compiled without NDEBUG */
    KRT_CHECKS_OFF = 1,
    KRT_CHECKS_ON = 2, /* every launch is held against what its kernel and device allow */
};

struct krt_device_options {
    size_t struct_size; /* sizeof(struct krt_device_options) */
    /* Which: "hip:0", "cuda:1", "emu:gfx90a", "hip" (the first one); several with commas: the first
     * that is there. NULL or "": the same from KRT_DEVICE, else "hip,cuda". The emulator is taken
     * only where it is named. */
    const char *device;
    /* The driver's library, a path; NULL: KRT_LIBRARY, else the names above in their order. */
    const char *library;
    /* A directory whose files take the place of embedded code objects: <module>.<target>.hsaco, for
     * CUDA <module>.<target>.cubin. NULL: KRT_OVERRIDE_DIR, else none. */
    const char *override_dir;
    enum krt_checks checks;
};

/* Opens a device, or finds it open: of one device there is one struct krt_device in a process,
 * counted, so that its modules are loaded once. |options| may be NULL. When the device is open with
 * other options: KRT_ERROR_INVALID_ARGUMENT. krt_device_close() gives it back; with the last one
 * its modules, streams' pools and default stream are gone, and everything on it must have been
 * destroyed before. */
krt_status krt_device_open(const struct krt_device_options *options, struct krt_device **out);
void krt_device_close(struct krt_device *device); /* NULL is let pass */

/* The device that a NULL stream stands for: opened with the options' defaults when it is first
 * asked for, and never closed. Borrowed. */
krt_status krt_device_default(struct krt_device **out);

struct krt_device_info {
    size_t struct_size;       /* set by the caller; no more than that is written */
    uint32_t driver;          /* enum krt_driver */
    int32_t index;            /* the driver's number of it */
    char name[256];           /* "AMD Radeon RX 6900 XT" */
    char target[64];          /* "gfx90a:sramecc+:xnack-", "sm_90" */
    char library[256];        /* the driver's library, as it was opened */
    int32_t driver_version;   /* hipDriverGetVersion, cuDriverGetVersion */
    uint32_t warp_size;       /* lanes: 32 or 64 */
    uint32_t multiprocessors; /* compute units (WGPs where the driver counts those) */
    uint32_t max_threads_per_block;
    uint32_t max_block[3], max_grid[3];
    uint64_t shared_bytes; /* LDS of a workgroup, without asking for more */
    uint64_t memory_bytes;
};
krt_status krt_device_describe(struct krt_device *device, struct krt_device_info *info);

/* Bytes that are free, and that there are. Either pointer may be NULL. */
krt_status krt_device_memory(struct krt_device *device, uint64_t *out_free, uint64_t *out_total);

/* Waits for all that was put on any stream of the device. */
krt_status krt_device_synchronize(struct krt_device *device);

/* ---- Streams and events --------------------------------------------------------------------- */

/* An order in which a device works. NULL stands for the default stream of krt_device_default(). */
struct krt_stream;

/* A stream that does not wait for the default stream. */
krt_status krt_stream_create(struct krt_device *device, struct krt_stream **out);
/* Around a stream of the driver (a hipStream_t or CUstream of that device's context), which stays
 * the caller's and must live longer. Make one for each stream and keep it. */
krt_status krt_stream_wrap(struct krt_device *device, void *native, struct krt_stream **out);
/* What was put on the stream goes on. NULL is let pass. */
void krt_stream_destroy(struct krt_stream *stream);

struct krt_stream *krt_device_stream(struct krt_device *device); /* its default stream; borrowed */
krt_status krt_stream_device(struct krt_stream *stream, struct krt_device **out); /* borrowed */
void *krt_stream_native(struct krt_stream *stream); /* NULL for a default stream */

krt_status krt_stream_synchronize(struct krt_stream *stream);
krt_status krt_stream_query(struct krt_stream *stream); /* KRT_OK when idle, or KRT_NOT_READY */

struct krt_event;
enum krt_event_flags { KRT_EVENT_NO_TIMING = 1 }; /* cheaper, where only the order matters */

krt_status krt_event_create(struct krt_device *device, uint32_t flags, struct krt_event **out);
void krt_event_destroy(struct krt_event *event); /* NULL is let pass */
krt_status krt_event_record(struct krt_event *event, struct krt_stream *stream);
krt_status krt_event_synchronize(struct krt_event *event);
krt_status krt_event_query(struct krt_event *event); /* KRT_OK when reached, or KRT_NOT_READY */
/* |stream| waits, on the device, for what |event| has last recorded. Of one device or two. */
krt_status krt_stream_wait(struct krt_stream *stream, struct krt_event *event);
/* Milliseconds from one event to another; both made with timing and reached. */
krt_status krt_event_elapsed(struct krt_event *from, struct krt_event *to, float *out_ms);

/* ---- Memory --------------------------------------------------------------------------------- */

/* Device memory, aligned to 256 bytes. Zero bytes give NULL, which every function takes for zero
 * bytes. */
krt_status krt_alloc(struct krt_device *device, uint64_t bytes, void **out);
krt_status krt_free(struct krt_device *device, void *memory); /* waits as the driver's own does */

/* Stream-ordered: the memory is there for what is put on |stream| from now on, and comes back when
 * the stream has got to the free; other streams must have been ordered behind or before by events.
 * By the driver's default pool (hipMallocAsync), which then keeps what is freed until it is
 * trimmed; or by one of ours where it has none, or KRT_POOL=own is in the environment when the
 * device is opened. No call waits for the device while there is memory left. While a stream is
 * captured into a graph only a driver's pool serves it: ours fails with KRT_ERROR_UNSUPPORTED. What
 * was freed already, or is of another origin, is refused by ours always, and for a driver's where
 * checks are on. */
krt_status krt_alloc_async(struct krt_stream *stream, uint64_t bytes, void **out);
krt_status krt_free_async(struct krt_stream *stream, void *memory);
/* Gives what our pool and the driver's hold unused back to the device. May wait. */
krt_status krt_pool_trim(struct krt_device *device);

/* Host memory that the device reads and writes itself (pinned). */
krt_status krt_host_alloc(struct krt_device *device, uint64_t bytes, void **out);
krt_status krt_host_free(struct krt_device *device, void *memory);

/* Copies, put on the stream. From and to memory of krt_host_alloc() they are asynchronous, and it
 * must stay as it is until they are done. From any other host memory the bytes are staged, and
 * |source| is the caller's again when the call returns, which waits only where 4 MiB of the same
 * stream are still on their way; to any other host memory the call waits until the bytes are there.
 * While the stream is captured into a graph, only memory of krt_host_alloc() is taken: it must live
 * as long as the graph. Where checks are on, a copy that leaves its allocation is refused. Memory
 * of the device that others have allocated is for the driver to know: what the driver does not know
 * is KRT_ERROR_DRIVER on the emulator and on NVIDIA's driver; AMD's takes it for the host's. */
krt_status krt_copy_to_device(struct krt_stream *stream, void *destination, const void *source,
                              uint64_t bytes);
krt_status krt_copy_to_host(struct krt_stream *stream, void *destination, const void *source,
                            uint64_t bytes);
krt_status krt_copy_on_device(struct krt_stream *stream, void *destination, const void *source,
                              uint64_t bytes);
/* Sets |count| elements of |width| bytes (1, 2 or 4) to the low bits of |value|. */
krt_status krt_set(struct krt_stream *stream, void *destination, uint32_t value, uint32_t width,
                   uint64_t count);

/* ---- Packages ------------------------------------------------------------------------------- */

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
    /* Of the code object once unpacked: the low 32 bits of its XXH3 (64 bits, seed 0), or 1 where
     * they are 0. libkrt computes it each time that it loads the image, and refuses an image that
     * has another one: KRT_ERROR_BAD_IMAGE. 0: unknown, not verified; so it is in headers of older
     * versions of kbuild, and in packages that were compiled with an older krt.h. */
    uint32_t checksum;
};

/* A module: the same kernels, compiled for several targets. Without data its images are files: of a
 * package in libNAME.so, NAME/MODULE.TARGET.hsaco beside that library, with '@' for a target's ':'.
 */
struct krt_module {
    const char *name;
    const unsigned char *data; /* aligned to 4096; or NULL */
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
    /* Which build this is: |interface| identifies the tables (XXH3 of the list of kernels in
     * <package>.json), |build| the tables and all images. |build| is |interface| plus the IDs of
     * all modules, modulo 2^64. A module's ID begins as 0; each step makes it
     * XXH3_64bits_withSeed(text, ID + number), first of its name and image_count, then of the
     * target and checksum of each image. libkrt holds it against the tables when it first meets the
     * package on a device, and refuses tables and images of different builds: KRT_ERROR_BAD_IMAGE.
     * |build| is 0, or both are beyond struct_size: unknown, not verified. */
    uint64_t interface, build;
};

/* Threads in a launch. A dimension of 0 counts as 1. */
struct krt_launch_config {
    uint32_t grid[3];      /* workgroups */
    uint32_t block[3];     /* work-items of a workgroup */
    uint32_t shared_bytes; /* dynamic LDS, bytes */
};

/* Launches kernel |ordinal| of |package| on |stream| with |arguments|: an array of pointers, one to
 * each parameter's value, borrowed until the call returns. The kernel's module is loaded on the
 * stream's device when it is first needed there: once, whatever the number of threads; a load that
 * fails is tried again by the next launch. Asynchronous. On failure nothing was launched. */
krt_status krt_launch(const struct krt_package *package, uint32_t ordinal,
                      struct krt_stream *stream, const struct krt_launch_config *config,
                      void *const *arguments);

/* Loads |module| on |device| now, or every module when it is NULL. */
krt_status krt_preload(const struct krt_package *package, struct krt_device *device,
                       const char *module);
/* Unloads it (NULL: every one); it is loaded again when it is next needed. Waits for the device.
 * No other thread may be launching its kernels, and functions got from it are gone. */
krt_status krt_unload(const struct krt_package *package, struct krt_device *device,
                      const char *module);

/* ---- Functions ------------------------------------------------------------------------------ */

/* A kernel that is loaded on a device. Borrowed from its module: there until that is unloaded. */
struct krt_function;

/* Kernel |ordinal| of |package| on |device|, loading its module if need be. Once that is done this
 * is a few loads: no lock, no string. */
krt_status krt_function_get(const struct krt_package *package, uint32_t ordinal,
                            struct krt_device *device, struct krt_function **out);
/* By the name in the source, compared with all of them: keep the result. */
krt_status krt_function_find(const struct krt_package *package, const char *name,
                             struct krt_device *device, struct krt_function **out);
/* The ordinal of a name; no device is needed. */
krt_status krt_ordinal_find(const struct krt_package *package, const char *name,
                            uint32_t *out_ordinal);

struct krt_function_info {
    size_t struct_size;        /* set by the caller; no more than that is written */
    const char *name;          /* borrowed from the function */
    uint32_t registers;        /* VGPRs of a work-item; registers of a thread on CUDA */
    uint32_t scalar_registers; /* SGPRs of a wave; 0 on CUDA */
    uint32_t shared_bytes;     /* static LDS of a workgroup */
    uint32_t local_bytes;      /* scratch of a work-item */
    uint32_t max_threads_per_block;
    uint32_t wave_size; /* lanes: 32 or 64 */
    uint32_t parameter_count;
    uint32_t parameter_bytes; /* of the argument block, hidden arguments not counted */
};
krt_status krt_function_describe(struct krt_function *function, struct krt_function_info *info);

/* As krt_launch(). |argument_count| is held against the kernel's own where checks are on. */
krt_status krt_function_launch(struct krt_function *function, struct krt_stream *stream,
                               const struct krt_launch_config *config, void *const *arguments,
                               uint32_t argument_count);

/* How many blocks of |threads| threads and |shared_bytes| of dynamic LDS a multiprocessor holds. */
krt_status krt_function_occupancy(struct krt_function *function, uint32_t threads,
                                  uint32_t shared_bytes, uint32_t *out_blocks);

/* ---- Code objects of any origin ---------------------------------------------------------------
 */

struct krt_raw_module;

/* Loads a code object from memory, which need not live on: an AMD GPU ELF, an offload bundle,
 * compressed or not; on CUDA a cubin, fatbin or PTX. It is checked against |bytes| before a driver
 * sees it, and of a bundle the best image for the device is taken. */
krt_status krt_module_load_raw(struct krt_device *device, const void *data, uint64_t bytes,
                               struct krt_raw_module **out);
/* The kernel of that name. Borrowed from |module|; the same pointer each time. */
krt_status krt_module_function(struct krt_raw_module *module, const char *name,
                               struct krt_function **out);
/* Address and size in bytes of a __device__ variable. Either pointer may be NULL. */
krt_status krt_module_global(struct krt_raw_module *module, const char *name, void **out_address,
                             uint64_t *out_bytes);
/* Waits for the device. NULL is let pass. */
void krt_module_unload(struct krt_raw_module *module);

/* ---- Compilation at run time ------------------------------------------------------------------
 */

struct krt_compile_options {
    size_t struct_size;           /* sizeof(struct krt_compile_options) */
    const char *name;             /* what messages call the source; NULL: "source" */
    const char *const *arguments; /* for the compiler: "-DN=4" */
    uint32_t argument_count;
    /* Headers that the source includes, by name, with their texts. */
    const char *const *header_names;
    const char *const *header_texts;
    uint32_t header_count;
};

/* Compiles |source| (HIP or CUDA C++) for |device| and loads it: a module of the caller's own, each
 * time. The compiler is the library that KRT_HIPRTC or KRT_NVRTC names, or the vendor's: hiprtc for
 * AMD GPUs and the emulator, NVRTC for NVIDIA's. hiprtc includes HIP's headers by itself, fp16
 * too. The target is added to the arguments, which must not name another.
 *
 * What was compiled before, by this process or another, from the same texts for the same target by
 * the same compiler, comes from the cache: in memory (64 MiB for each device), and in KRT_CACHE_DIR
 * (default $XDG_CACHE_HOME/krt or ~/.cache/krt; "" for none), which is kept below KRT_CACHE_SIZE
 * MiB (1024); these are read when a device compiles first. Threads and processes that want the same
 * at once wait for one of them. Arguments that let the compiler read files (-I, -include) keep the
 * result out of the cache; files that the source includes without are not watched.
 *
 * KRT_ERROR_COMPILE: krt_error_message() is the compiler's log. KRT_ERROR_UNSUPPORTED: there is no
 * compiler, or none for this target. |options| may be NULL. */
krt_status krt_compile(struct krt_device *device, const char *source,
                       const struct krt_compile_options *options, struct krt_raw_module **out);

#ifdef __GNUC__
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif

#endif
