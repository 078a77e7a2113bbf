/* krt: the runtime of GPU kernel packages.
 *
 * `kbuild build` writes a package: tables of modules and kernels, and for each kernel one typed
 * function <package>_launch_<kernel>(), which calls krt_launch(). This library opens a device,
 * loads a package's modules on the device when they are first needed, and launches kernels. The
 * library reaches AMD GPUs through HIP and NVIDIA GPUs through the CUDA driver; libhipemu executes
 * AMD machine code on the processor.
 *
 *     struct krt_stream *stream = NULL;             // the default device's default stream
 *     struct krt_launch_config config = {.grid = {4}, .block = {256}};
 *     if (kernels_launch_affine_f32(stream, &config, 1024, 0, NULL, in, out, 2, 1) != KRT_OK)
 *         puts(krt_error_message());
 *
 * libkrt opens drivers with dlopen() at run time: a program that links krt needs neither ROCm nor
 * CUDA to be built or to start.
 *
 * Any thread may call any function, unless the comment of the function says otherwise. While one
 * thread closes or destroys an object, no other thread may use it. A function that fails returns a
 * status and does not change its outputs; krt_error_message() then describes the error. Structs of
 * options begin with their size, so that a program compiled with this header works with later
 * libraries. This header is C11 and C++17; it includes no header of ROCm or CUDA.
 */
#ifndef KRT_KRT_H
#define KRT_KRT_H

#include <stddef.h>
#include <stdint.h>

/* Macros for generated headers, because C and C++ spell these keywords differently. */
#ifdef __cplusplus
#define KRT_ALIGNAS(bytes)           alignas(bytes)
#define KRT_STATIC_ASSERT(what, why) static_assert(what, why)
#else
#define KRT_ALIGNAS(bytes)           _Alignas(bytes)
#define KRT_STATIC_ASSERT(what, why) _Static_assert(what, why)
#endif
/* Checks that the compiler lays out a record as the kernel reads it. */
#define KRT_ASSERT_LAYOUT(what) KRT_STATIC_ASSERT(what, "the kernel has another layout: " #what)

#ifdef __cplusplus
extern "C" {
#endif
#ifdef __GNUC__
#pragma GCC visibility push(default)
#endif

/* Floating-point types that C lacks. Each type is a struct that holds the bits, so that passing a
 * float instead does not compile. */
struct krt_f16 { /* IEEE 754 binary16 */
    uint16_t bits;
};
struct krt_bf16 { /* bfloat16: the upper half of a binary32 */
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

/* Returns the version of the loaded libkrt: major << 16 | minor. */
uint32_t krt_version(void);

/* ---- Errors --------------------------------------------------------------------------------- */

typedef enum krt_status {
    KRT_OK = 0,
    KRT_ERROR_INVALID_ARGUMENT = 1,
    KRT_ERROR_NO_DEVICE = 2, /* the message lists what was tried and why each try failed */
    KRT_ERROR_NO_IMAGE = 3,  /* the module holds no code object for this device */
    KRT_ERROR_BAD_IMAGE = 4, /* the code object is damaged, its codec is unknown, or it is of
                              * another build than the package's tables; or a file is damaged */
    KRT_ERROR_NOT_FOUND = 5, /* no kernel, module, variable, key or tensor of a file has this
                              * name or number */
    KRT_ERROR_OUT_OF_MEMORY = 6,
    KRT_ERROR_LAUNCH = 7,       /* the driver refused the launch */
    KRT_ERROR_DRIVER = 8,       /* the driver reported another error */
    KRT_ERROR_UNSUPPORTED = 9,  /* the driver is too old (the message names the function that it
                                 * lacks) or refuses a change; or the package has no kernel
                                 * that fits (the message lists its kernels) */
    KRT_ERROR_DEVICE_LOST = 10, /* the device is lost: this process can no longer use it */
    KRT_ERROR_COMPILE = 11,     /* the message is the compiler's log */
    KRT_NOT_READY = 12,         /* not an error: the work is still running */
    KRT_ERROR_IO = 13,          /* a file cannot be read or written; the message has the reason */
    KRT_ERROR_CANCELLED = 14,   /* a callback of the caller ended the call */
} krt_status;

/* Returns the name of |status|, "KRT_ERROR_NO_DEVICE"; "unknown krt_status" for other numbers. */
const char *krt_status_name(krt_status status);

/* Returns a description of the calling thread's last failed call: what failed, where, and what to
 * do. "" when no call has failed. Valid until this thread's next failed call. */
const char *krt_error_message(void);

/* ---- Devices -------------------------------------------------------------------------------- */

struct krt_device;

enum krt_driver {
    KRT_DRIVER_HIP = 1,      /* AMD's HIP: libamdhip64.so.7, .6 or .5 */
    KRT_DRIVER_EMULATOR = 2, /* the emulator: libhipemu.so */
    KRT_DRIVER_CUDA = 3,     /* NVIDIA's CUDA: libcuda.so.1 */
};

enum krt_checks {
    KRT_CHECKS_DEFAULT = 0, /* KRT_CHECKS=0 or 1 in the environment decides; without it, checks are
                             * on if the library was compiled without NDEBUG */
    KRT_CHECKS_OFF = 1,
    KRT_CHECKS_ON = 2, /* every launch is compared with the limits of its kernel and device */
};

struct krt_device_options {
    size_t struct_size; /* sizeof(struct krt_device_options), which the caller sets */
    /* Which device to open: "hip:0", "cuda:1", "emu:gfx90a", or "hip" for the first HIP device. In
     * a list with commas, the first device that exists is opened. NULL or "": the value of
     * KRT_DEVICE, or "hip,cuda" without it. The emulator is used only if it is named. */
    const char *device;
    /* The path of the driver's library. NULL: the value of KRT_LIBRARY; without it, the names that
     * enum krt_driver lists, in that order. */
    const char *library;
    /* Files in this directory replace embedded code objects: <module>.<target>.hsaco, or for CUDA
     * <module>.<target>.cubin. NULL: the value of KRT_OVERRIDE_DIR; without it, nothing is
     * replaced. See krt_package_open() about keys. */
    const char *override_dir;
    enum krt_checks checks;
};

/* Opens a device. A device has one struct krt_device in a process, so that its modules are loaded
 * once: a second call for the same device returns the same pointer and adds a reference, or fails
 * with KRT_ERROR_INVALID_ARGUMENT if its options differ. |options| may be NULL. krt_device_close()
 * drops a reference. After the last reference is dropped, the device's packages, pools and default
 * stream live on as long as streams, events, modules, graphs and buffers that were made on the
 * device. The program may destroy these objects before or after krt_device_close(), in any order.
 * The program must free memory of krt_alloc() before krt_device_close(). */
krt_status krt_device_open(const struct krt_device_options *options, struct krt_device **out);
void krt_device_close(struct krt_device *device); /* NULL is ignored */

/* Returns the default device, whose default stream a NULL stream means. The first call opens the
 * device with the default options; it is never closed. Borrowed. */
krt_status krt_device_default(struct krt_device **out);

struct krt_device_info {
    size_t struct_size; /* set by the caller; libkrt writes at most this many bytes */
    uint32_t driver;    /* the driver of the device, a value of enum krt_driver */
    int32_t index;      /* the driver's number for this device */
    char name[256];     /* the name of the device, such as "AMD Radeon RX 6900 XT" */
    char target[64];    /* the device's target ID, such as "gfx90a:sramecc+:xnack-" or "sm_90" */
    char library[256];  /* the name by which the driver's library was opened */
    int32_t driver_version; /* the result of hipDriverGetVersion or cuDriverGetVersion */
    uint32_t warp_size;     /* how many lanes a wave has: 32 or 64 */
    /* how many compute units the device has, or WGPs if the driver counts WGPs */
    uint32_t multiprocessors;
    uint32_t max_threads_per_block;
    uint32_t max_block[3], max_grid[3];
    /* how many bytes of LDS a workgroup can have without a special request */
    uint64_t shared_bytes;
    uint64_t memory_bytes;
};
/* Describes the device: fills as much of |info| as its |struct_size| says. */
krt_status krt_device_describe(struct krt_device *device, struct krt_device_info *info);

/* Returns the number of free bytes and of all bytes of the device's memory. Either pointer may be
 * NULL. */
krt_status krt_device_memory(struct krt_device *device, uint64_t *out_free, uint64_t *out_total);

/* Waits for all work on all streams of the device. */
krt_status krt_device_synchronize(struct krt_device *device);

/* ---- Streams and events --------------------------------------------------------------------- */

/* A queue of work for a device, which does the work in order. NULL means the default stream of
 * krt_device_default(). */
struct krt_stream;

/* Makes a stream whose work does not wait for work on the default stream. */
krt_status krt_stream_create(struct krt_device *device, struct krt_stream **out);
/* Wraps a stream of the driver: a hipStream_t or CUstream of the context of the device. The caller
 * keeps the driver's stream and must destroy it after the wrapper. Wrap each stream once and keep
 * the wrapper. */
krt_status krt_stream_wrap(struct krt_device *device, void *native, struct krt_stream **out);
/* Destroys a stream. Work that is on the stream still runs to its end. NULL is ignored. */
void krt_stream_destroy(struct krt_stream *stream);

/* Returns the device's default stream; borrowed. */
struct krt_stream *krt_device_stream(struct krt_device *device);
/* Finds the device of a stream; |*out| is borrowed. */
krt_status krt_stream_device(struct krt_stream *stream, struct krt_device **out);
/* Returns the driver's stream; NULL for a default stream. */
void *krt_stream_native(struct krt_stream *stream);

/* Waits for all work on the stream, and returns the error of work that failed. */
krt_status krt_stream_synchronize(struct krt_stream *stream);
/* Returns KRT_OK if the stream is idle, else KRT_NOT_READY. */
krt_status krt_stream_query(struct krt_stream *stream);

/* A place in the work of a stream. It keeps its device. */
struct krt_event;
/* the flag of a cheaper event, which is only for ordering work */
enum krt_event_flags { KRT_EVENT_NO_TIMING = 1 };

krt_status krt_event_create(struct krt_device *device, uint32_t flags, struct krt_event **out);
void krt_event_destroy(struct krt_event *event); /* NULL is ignored */
/* Puts the event behind the work that is on |stream|, which must be of the event's device. Another
 * record replaces it. */
krt_status krt_event_record(struct krt_event *event, struct krt_stream *stream);
/* Waits for the work before the last record. An event without a record was reached. */
krt_status krt_event_synchronize(struct krt_event *event);
/* Returns KRT_OK if the event was reached, else KRT_NOT_READY. */
krt_status krt_event_query(struct krt_event *event);
/* Makes |stream| wait for the work before the last record of |event|; the host does not wait. The
 * stream and the event may be of different devices. */
krt_status krt_stream_wait(struct krt_stream *stream, struct krt_event *event);
/* Returns the milliseconds from one event to another. Both events must have timing and must have
 * been reached. */
krt_status krt_event_elapsed(struct krt_event *from, struct krt_event *to, float *out_ms);

/* ---- Memory --------------------------------------------------------------------------------- */

/* Allocates device memory, aligned to 256 bytes. A request for zero bytes gives NULL; every
 * function accepts NULL as memory of zero bytes. */
krt_status krt_alloc(struct krt_device *device, uint64_t bytes, void **out);
/* Frees memory of krt_alloc(). Waits for the device if the driver's own function does. */
krt_status krt_free(struct krt_device *device, void *memory);

/* Allocates and frees memory in the order of a stream: work that is put on |stream| after the
 * allocation may use the memory, and the memory is free again when the stream reaches the
 * krt_free_async(). Order the work of other streams with events.
 *
 * The memory comes from the driver's default pool (hipMallocAsync), which keeps freed memory until
 * krt_pool_trim(). No call waits for the device while memory is left. If checks are on,
 * krt_free_async() refuses a pointer that was freed already, or that krt_alloc_async() did not
 * return.
 *
 * Without a driver's pool, or with KRT_POOL=none in the environment when the device is opened,
 * krt_alloc_async() allocates as krt_alloc() does. krt_free_async() waits for the stream, then
 * frees as krt_free() does; it then refuses such pointers even if checks are off. Without a pool,
 * both functions return KRT_ERROR_UNSUPPORTED on a stream that is being captured (krt/graph.h). */
krt_status krt_alloc_async(struct krt_stream *stream, uint64_t bytes, void **out);
krt_status krt_free_async(struct krt_stream *stream, void *memory);
/* Returns the unused memory of the driver's pool to the device. May wait. */
krt_status krt_pool_trim(struct krt_device *device);

/* Allocates pinned host memory, which the device can read and write. */
krt_status krt_host_alloc(struct krt_device *device, uint64_t bytes, void **out);
/* Frees memory of krt_host_alloc(). Wait for copies and kernels that use it before. */
krt_status krt_host_free(struct krt_device *device, void *memory);

/* Each of these functions puts a copy on the stream.
 *
 * With host memory of krt_host_alloc() a copy is asynchronous: do not change that memory before the
 * copy is done. From other host memory libkrt stages the bytes: the caller may reuse |source| when
 * the call returns, and the call waits only while 4 MiB of the same stream are still being copied.
 * To other host memory the call waits until the bytes are there.
 *
 * While the stream is captured (krt/graph.h), host memory must be of krt_host_alloc(). If checks
 * are on, a copy beyond the end of an allocation is refused.
 *
 * A device pointer may come from another allocator that the driver knows. If the driver does not
 * know a pointer, copies return KRT_ERROR_DRIVER on the emulator and NVIDIA's driver; AMD's driver
 * takes the pointer for host memory. */
krt_status krt_copy_to_device(struct krt_stream *stream, void *destination, const void *source,
                              uint64_t bytes);
krt_status krt_copy_to_host(struct krt_stream *stream, void *destination, const void *source,
                            uint64_t bytes);
krt_status krt_copy_on_device(struct krt_stream *stream, void *destination, const void *source,
                              uint64_t bytes);
/* Sets |count| elements of |width| bytes (1, 2 or 4) to the low bits of |value|. */
krt_status krt_set(struct krt_stream *stream, void *destination, uint32_t value, uint32_t width,
                   uint64_t count);

/* Copies from memory of |from|'s device to memory of |to|'s, which may be the same device. The copy
 * begins when both streams have done their earlier work, and later work of both streams waits for
 * the copy.
 *
 * Between devices of one driver the host does not wait; the bytes go from peer to peer if the
 * hardware can. Between devices of two drivers, and if the driver lacks such copies, libkrt stages
 * them in pinned memory: the call then waits until |source| was read, and neither stream may be
 * captured (KRT_ERROR_UNSUPPORTED).
 *
 * If |from| is captured (krt/graph.h), so is the copy, and |to| from then on. If |to| is captured
 * and |from| is not, KRT_ERROR_INVALID_ARGUMENT: make |from| wait for an event of |to| first. */
krt_status krt_copy_between(struct krt_stream *to, void *destination, struct krt_stream *from,
                            const void *source, uint64_t bytes);

/* ---- Packages ------------------------------------------------------------------------------- */

/* How an image's bytes are stored. */
enum krt_codec {
    KRT_CODEC_NONE = 0,
    KRT_CODEC_ZSTD = 1, /* the stored bytes are one zstd frame */
};

/* One code object inside a module's data. */
struct krt_image {
    const char *target; /* the target ID of the image, such as "gfx90a:xnack-" */
    uint64_t offset;    /* where the image begins, in bytes from the start of the module's data */
    uint64_t size;      /* how many bytes are stored */
    uint64_t raw_size;  /* how many bytes the unpacked code object has */
    uint32_t codec;     /* how the bytes are stored, a value of enum krt_codec */
    /* The low 32 bits of the XXH3 (64 bits, seed 0) of the unpacked code object, or 1 if they are
     * 0. libkrt computes the checksum when it loads the image, and fails with KRT_ERROR_BAD_IMAGE
     * if the checksum differs. 0: unknown, not verified; older versions of kbuild and of this
     * header leave the member 0. */
    uint32_t checksum;
};

/* A module: some kernels, compiled for several targets. The images of a module without data are in
 * archives: see krt_package_open(). */
struct krt_module {
    const char *name;
    /* the bytes of all images, aligned to 4096 bytes; NULL if the images are in archives */
    const unsigned char *data;
    size_t size;
    const struct krt_image *images; /* the images, sorted by target */
    uint32_t image_count;
};

/* Where a parameter is in the kernel's argument block. */
struct krt_parameter {
    uint32_t offset; /* where the parameter begins, in bytes from the start of the block */
    uint32_t size;   /* the size of the parameter in bytes */
};

struct krt_kernel {
    const char *name;   /* the kernel's name in the source */
    const char *symbol; /* the kernel's name in the code object */
    uint32_t module;    /* the kernel's module, an index into the package's modules */
    uint32_t parameter_count;
    const struct krt_parameter *parameters;
};

/* The source of a module, for devices for which the module has no image: see krt_compile(). */
struct krt_source {
    /* the source's name in messages; NULL if the module's source is not in the package */
    const char *name;
    const char *text;
    const char *const *arguments; /* the arguments for the compiler */
    uint32_t argument_count;
    const char *const *header_names, *const *header_texts;
    uint32_t header_count;
    uint32_t language; /* the language of |text|, a value of enum krt_language */
};

/* Private to libkrt. A process has one such state for each package. */
struct krt_package_state;

struct krt_package {
    size_t struct_size; /* sizeof(struct krt_package) when the package was compiled */
    const char *name;
    const struct krt_module *modules;
    uint32_t module_count;
    /* the kernels of all modules; a kernel's ordinal is its index in this array */
    const struct krt_kernel *kernels;
    uint32_t kernel_count;
    struct krt_package_state **state; /* libkrt's state; NULL until the package is first used */
    /* The members |interface| and |build| identify the build. |interface| is the XXH3 of the lists
     * in <package>.json. |build| is |interface| plus the IDs of all modules, modulo 2^64. A
     * module's ID starts at 0. Each step replaces it by XXH3_64bits_withSeed(text, ID + number):
     * first with the module's name and image_count, then with each image's target and checksum.
     * libkrt computes |build| when a device first uses the package, and fails with
     * KRT_ERROR_BAD_IMAGE if the result differs from the member: the tables and the images are then
     * of different builds. If |build| is 0, or both members are beyond struct_size, they are
     * unknown and not verified. */
    uint64_t interface, build;
    /* The sources, one for each module. NULL, or a struct_size that ends before this member, means
     * that the package has no sources. If a module has no image for a device, libkrt compiles the
     * module's source at the first use there, and keeps the code as krt_compile() does. */
    const struct krt_source *sources;
};

/* The size of a launch. A dimension of 0 counts as 1. */
struct krt_launch_config {
    uint32_t grid[3];      /* how many workgroups the grid has in each dimension */
    uint32_t block[3];     /* how many work-items a workgroup has in each dimension */
    uint32_t shared_bytes; /* how many bytes of dynamic LDS a workgroup gets */
};

/* Launches kernel |ordinal| of |package| on |stream|. |arguments| is an array of pointers, one to
 * each parameter's value, or NULL if the kernel has no parameters; libkrt borrows the array until
 * the call returns. The first launch on a device loads the kernel's module there, once for all
 * threads; if the load fails, the next launch tries again. Asynchronous. If the call fails, nothing
 * was launched. */
krt_status krt_launch(const struct krt_package *package, uint32_t ordinal,
                      struct krt_stream *stream, const struct krt_launch_config *config,
                      void *const *arguments);

/* Opens the archives of a package whose code is not in the program (`kbuild build --embed=archive`,
 * `kbuild pack`). If |path| is not NULL, the package uses the archives at |path| from now on, and
 * no others. An archive, <package>.<family>.krt, has the code objects for one family of GPUs:
 * gfx90a, gfx10-3, gfx11. Archives are mapped; the first launch of a kernel unpacks the kernel's
 * module. Archives that were open before are replaced; loaded modules stay.
 *
 * |path| is an archive or a directory. From a directory, libkrt opens the archives for which the
 * tables have images; if it refuses one of them, the call fails. NULL: libkrt looks for each
 * archive in the directory KRT_ARCHIVE_DIR; beside the program or library that contains the tables;
 * in the directories krt and ../lib/krt from there; and in the directory krt beside libkrt
 * (/usr/lib/x86_64-linux-gnu/krt). A program need not call this function: without a call, the first
 * use of a package on a device looks there for the archive of that device. If libkrt refuses an
 * archive in these places, the call fails only if it opened no other archive: the refused archive
 * may be for other GPUs. The first use on a device that needs the refused archive reports the
 * fault.
 *
 * |public_key| is a key of minisign, the line of base64 that `minisign -G` prints: then each
 * archive must have a valid signature, <archive>.minisig, and is read into memory instead of
 * mapped. This needs libsodium, which is opened at run time. The process remembers the key, even if
 * the call fails: from then on, the package uses no file without a signature by this key, in any
 * thread, whichever call finds the file. This includes replacements in an override directory. A
 * later call with another key replaces the key. Code that was loaded from files before is no longer
 * used: kernels and variables are loaded again, and krt_function_launch() refuses a function that
 * was found before. Only launches that have begun, and graphs, go on. Code that is embedded in the
 * program, or compiled from sources in it, is as trustworthy as the key, which is in the program
 * too, and needs no signature. If |public_key| is NULL, the remembered key counts, if there is one.
 *
 * KRT_ERROR_NO_IMAGE: there is no archive; the message names the file. KRT_ERROR_BAD_IMAGE: an
 * archive is damaged, of another package, build or version, or its signature is missing or wrong.
 * KRT_ERROR_IO: |path| cannot be read. KRT_ERROR_UNSUPPORTED: libsodium is missing. If the call
 * fails, nothing changes, except that the key is remembered. May be called by several threads. */
krt_status krt_package_open(const struct krt_package *package, const char *path,
                            const char *public_key);

/* Loads |module| on |device| now. If |module| is NULL, loads every module of the package. */
krt_status krt_preload(const struct krt_package *package, struct krt_device *device,
                       const char *module);
/* Unloads |module|, or every module of the package if |module| is NULL. The next use loads it
 * again. Waits for the device. No other thread may launch the module's kernels during the call;
 * functions of the module are invalid after it. */
krt_status krt_unload(const struct krt_package *package, struct krt_device *device,
                      const char *module);

/* ---- Functions ------------------------------------------------------------------------------ */

/* A kernel that is loaded on a device. Borrowed from its module, and valid until the module is
 * unloaded. */
struct krt_function;

/* Finds kernel |ordinal| of |package| on |device|. Loads the kernel's module if it is not loaded
 * yet. Later calls take a few reads of memory, no lock and no comparison of strings. */
krt_status krt_function_get(const struct krt_package *package, uint32_t ordinal,
                            struct krt_device *device, struct krt_function **out);
/* Finds a kernel by its name in the source. Each call compares the name with all kernels, so a
 * program should keep the result. */
krt_status krt_function_find(const struct krt_package *package, const char *name,
                             struct krt_device *device, struct krt_function **out);
/* Finds the ordinal of a kernel by its name in the source. No device is needed. */
krt_status krt_ordinal_find(const struct krt_package *package, const char *name,
                            uint32_t *out_ordinal);

struct krt_function_info {
    size_t struct_size; /* set by the caller; libkrt writes at most this many bytes */
    const char *name;   /* the kernel's name; borrowed from the function */
    /* how many VGPRs a work-item takes; on CUDA, how many registers a thread takes */
    uint32_t registers;
    uint32_t scalar_registers; /* how many SGPRs a wave takes; 0 on CUDA */
    uint32_t shared_bytes;     /* how many bytes of static LDS a workgroup takes */
    uint32_t local_bytes;      /* how many bytes of scratch a work-item takes */
    uint32_t max_threads_per_block;
    uint32_t wave_size; /* how many lanes a wave has: 32 or 64 */
    uint32_t parameter_count;
    uint32_t parameter_bytes; /* size of the argument block, in bytes, without hidden arguments */
};
/* Describes the function: fills as much of |info| as its |struct_size| says. */
krt_status krt_function_describe(struct krt_function *function, struct krt_function_info *info);

/* Returns the place of parameter |number| of the function, counted from 0, as the code object has
 * it. A program that gets arguments from elsewhere can check their sizes with it.
 * KRT_ERROR_NOT_FOUND: the function has fewer parameters. KRT_ERROR_UNSUPPORTED: the driver does
 * not report parameters (CUDA before 12.4). */
krt_status krt_function_parameter(struct krt_function *function, uint32_t number,
                                  struct krt_parameter *out);

/* Launches a function as krt_launch() launches a kernel. If checks are on, |argument_count| must be
 * the kernel's parameter count. */
krt_status krt_function_launch(struct krt_function *function, struct krt_stream *stream,
                               const struct krt_launch_config *config, void *const *arguments,
                               uint32_t argument_count);

/* Returns how many blocks of |threads| threads and |shared_bytes| of dynamic LDS a multiprocessor
 * can hold at once. */
krt_status krt_function_occupancy(struct krt_function *function, uint32_t threads,
                                  uint32_t shared_bytes, uint32_t *out_blocks);

/* ---- Variables ------------------------------------------------------------------------------ */

enum krt_variable_space {
    KRT_VARIABLE_DEVICE = 0, /* the variable is __device__ or __constant__ in the source */
    KRT_VARIABLE_MANAGED = 1,
};

/* A variable of a package. The array <package>_variables has all variables. */
struct krt_variable {
    const char *name;   /* the variable's name in the source */
    const char *symbol; /* the variable's name in the code object */
    uint32_t module;    /* the variable's module, an index into the package's modules */
    uint32_t space;     /* the kind of the variable, a value of enum krt_variable_space */
    uint64_t size;      /* the size of the variable in bytes */
};

/* Returns where |variable| of |package| is on |device|; the typed functions
 * <package>_variable_<name>() call it. Each device has a copy of the variable. The first use loads
 * the module; the address is valid until the module is unloaded. Copy with krt_copy_to_device() and
 * the like. The host can also use the address of a managed variable, while no kernel that may use
 * the variable is running. Either pointer may be NULL. */
krt_status krt_variable_get(const struct krt_package *package, const struct krt_variable *variable,
                            struct krt_device *device, void **out_address, uint64_t *out_bytes);

/* ---- Code objects of any origin ------------------------------------------------------------- */

struct krt_raw_module;

/* Loads a code object from memory: an AMD GPU ELF, on CUDA a cubin, fatbin or PTX, or an offload
 * bundle, compressed or not. From a bundle, libkrt loads the best image for the device. libkrt
 * checks the code object against |bytes| before the driver reads it. The caller may free |data|
 * when the call returns. */
krt_status krt_module_load_raw(struct krt_device *device, const void *data, uint64_t bytes,
                               struct krt_raw_module **out);
/* Finds the kernel |name|. The function is borrowed from |module|; every call with this name
 * returns the same pointer. */
krt_status krt_module_function(struct krt_raw_module *module, const char *name,
                               struct krt_function **out);
/* Returns the address and the size in bytes of a __device__ variable. Either pointer may be
 * NULL. */
krt_status krt_module_global(struct krt_raw_module *module, const char *name, void **out_address,
                             uint64_t *out_bytes);
/* Waits for the device and unloads the module. NULL is ignored. */
void krt_module_unload(struct krt_raw_module *module);

/* ---- Compilation at run time ---------------------------------------------------------------- */

enum krt_language {
    /* the text is compiled as HIP or, if the compiler rejects that, as CUDA */
    KRT_LANGUAGE_ANY = 0,
    KRT_LANGUAGE_HIP = 1,  /* HIP, for AMD GPUs and the emulator only; a warp is a wave */
    KRT_LANGUAGE_CUDA = 2, /* CUDA; a warp has 32 lanes */
};

struct krt_compile_options {
    size_t struct_size;           /* sizeof(struct krt_compile_options), which the caller sets */
    const char *name;             /* the name of the source in messages; if NULL, "source" */
    const char *const *arguments; /* the arguments for the compiler, such as "-DN=4" */
    uint32_t argument_count;
    /* The names and the texts of headers that the source includes. */
    const char *const *header_names;
    const char *const *header_texts;
    uint32_t header_count;
    uint32_t language; /* the language of the source, a value of enum krt_language */
};

/* Compiles |source| (HIP or CUDA C++) for |device| and loads it. Each call makes a new module,
 * which the caller owns. |options| may be NULL.
 *
 * NVRTC compiles for NVIDIA GPUs. For AMD GPUs and the emulator there are two compilers. hiprtc, in
 * this process, compiles HIP; it includes HIP's headers by itself, also fp16. The program kbuild,
 * in a process of its own, compiles HIP and also CUDA, which it translates as `kbuild build` does.
 * It also compiles for targets that hiprtc does not know. HIP goes to hiprtc first, and to kbuild
 * if hiprtc is missing or does not know the target; a text means the same to both. CUDA goes to
 * kbuild alone. A text of KRT_LANGUAGE_ANY is compiled as HIP, and if the compiler rejects it, as
 * CUDA. KRT_NVRTC, KRT_HIPRTC and KRT_KBUILD name the libraries and the program; KRT_KBUILD=""
 * means that kbuild is not used. If KRT_KBUILD is not set, libkrt looks for kbuild on PATH, and
 * then in bin beside the directory of libkrt, where an installation has it. libkrt adds the target
 * to the arguments, which must not name another target, and must not ask for relocatable code
 * (-fgpu-rdc, -rdc=true, -dc).
 *
 * A text may include <kir/device.cuh>, which libkrt brings along: types of 8 and 16 bits, and
 * warps, reductions and vectors that are alike on all GPUs (docs/user-kernels.md).
 *
 * The result is cached under the texts, the arguments, the target and the compiler: in memory (64
 * MiB for each device), and in files, which other processes share. The files are in KRT_CACHE_DIR
 * (default $XDG_CACHE_HOME/krt or ~/.cache/krt; "" for no files), and take at most KRT_CACHE_SIZE
 * MiB (default 1024). libkrt reads these variables when a device first compiles. If several threads
 * or processes need the same result at once, one of them compiles and the others wait. The cache
 * notices a change of a file that the compiler read, and of the compiler that kbuild ran. Arguments
 * that may make the compiler look for files (-I, -include) keep the result out of the cache.
 * Relative paths in arguments begin at the working directory of the process.
 *
 * KRT_ERROR_COMPILE: krt_error_message() is the compiler's log. KRT_ERROR_UNSUPPORTED: no compiler
 * here can compile for this target; the message lists the compilers that were tried and what to
 * install. KRT_ERROR_IO: kbuild cannot be run, or TMPDIR takes no files. KRT_ERROR_BAD_IMAGE: the
 * compiler's result is not a code object for the device. */
krt_status krt_compile(struct krt_device *device, const char *source,
                       const struct krt_compile_options *options, struct krt_raw_module **out);

/* A compilation in the background: krt_compile() on another thread. At most as many compilations
 * run at a time as the machine has processors. No stream waits for a compilation. The device must
 * stay open until the compilation is destroyed. */
struct krt_compilation;

/* Begins to compile. Copies all texts. Errors of the arguments are reported at once. */
krt_status krt_compile_start(struct krt_device *device, const char *source,
                             const struct krt_compile_options *options,
                             struct krt_compilation **out);
/* Returns KRT_OK when the module is ready and KRT_NOT_READY until then. If krt_compile() failed,
 * returns its error. */
krt_status krt_compilation_query(struct krt_compilation *compilation);
/* Waits for the compilation and returns its module, which the caller then owns. The second call for
 * a compilation fails. */
krt_status krt_compilation_take(struct krt_compilation *compilation, struct krt_raw_module **out);
/* Destroys a compilation: waits for it, and unloads its module if nobody took the module. NULL is
 * ignored. */
void krt_compilation_destroy(struct krt_compilation *compilation);

#ifdef __GNUC__
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif

#endif
