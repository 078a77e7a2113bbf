/* The functions of HIP's runtime that the recorder calls itself. */
#include "parts.h"

#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

static recorder_find *find_function;
static bool is_quiet;

void runtime_start(recorder_find *find, bool prints_nothing)
{
    find_function = find;
    is_quiet = prints_nothing;
}

static void call_first_use(void)
{
    if (recorder_first_use)
        recorder_first_use();
}

void runtime_first_use(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, call_first_use);
}

void *find_real(const char *name, void *_Atomic *cache)
{
    void *function = atomic_load_explicit(cache, memory_order_acquire);
    if (!function) {
        runtime_first_use();
        function = find_function ? find_function(name) : NULL;
        atomic_store_explicit(cache, function, memory_order_release);
    }
    return function;
}

void say(const char *format, ...)
{
    char text[1024];
    va_list arguments;
    if (is_quiet)
        return;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    text_clean(text, "\t");
    fprintf(stderr, "kbuild record: %s\n", text);
}

/* Sets |*function| to the runtime's function. ISO C does not allow a cast from an object pointer to
 * a function pointer; POSIX says that this assignment works. */
#define FIND(name, function)                                                                       \
    do {                                                                                           \
        static void *_Atomic cache;                                                                \
        *(void **)&(function) = find_real(name, &cache);                                           \
    } while (0)

int runtime_synchronise(void *stream)
{
    int (*synchronise)(void *);
    FIND("hipStreamSynchronize", synchronise);
    return synchronise ? synchronise(stream) : HIP_NOT_INITIALISED;
}

bool runtime_is_capturing(void *stream)
{
    int (*is_capturing)(void *, int *), status = 0;
    FIND("hipStreamIsCapturing", is_capturing);
    return is_capturing && (is_capturing(stream, &status) != HIP_SUCCESS || status != 0);
}

int runtime_last_error(bool is_taken)
{
    int (*take)(void), (*peek)(void);
    FIND("hipGetLastError", take);
    FIND("hipPeekAtLastError", peek);
    int (*get)(void) = is_taken ? take : peek;
    return get ? get() : HIP_SUCCESS;
}

/* Whether |stream| is one that the program made, and no number that stands for a stream. */
static bool is_made(void *stream)
{
    enum { PER_THREAD = 2 };
    return (uintptr_t)stream > PER_THREAD;
}

bool runtime_is_blocking(void *stream)
{
    enum { NON_BLOCKING = 1 };
    int (*get_flags)(void *, unsigned *);
    unsigned flags = 0;
    FIND("hipStreamGetFlags", get_flags);
    return !is_made(stream) || !get_flags || get_flags(stream, &flags) != HIP_SUCCESS ||
           !(flags & NON_BLOCKING);
}

int runtime_stream_device(void *stream)
{
    int (*get_device)(void *, int *), device;
    FIND("hipStreamGetDevice", get_device);
    return is_made(stream) && get_device && get_device(stream, &device) == HIP_SUCCESS
               ? device
               : runtime_device();
}

int runtime_device(void)
{
    int (*get_device)(int *), device = 0;
    FIND("hipGetDevice", get_device);
    return get_device && get_device(&device) == HIP_SUCCESS ? device : 0;
}

/* Returns a stream for copies from the current device, which waits for no other stream: a kernel in
 * another one may never end. NULL: there is none. */
static void *copy_stream(void)
{
    enum { DEVICES_MAX = 32, NON_BLOCKING = 1 };
    static void *streams[DEVICES_MAX];
    int (*create)(void **, unsigned), device = runtime_device();
    FIND("hipStreamCreateWithFlags", create);
    if (device < 0 || device >= DEVICES_MAX || !create)
        return NULL;
    if (!streams[device] && create(&streams[device], NON_BLOCKING) != HIP_SUCCESS)
        streams[device] = NULL;
    return streams[device];
}

int runtime_copy(void *out, uint64_t address, size_t size)
{
    int (*copy)(void *, const void *, size_t, int, void *);
    void *stream = copy_stream();
    FIND("hipMemcpyAsync", copy);
    if (!copy || !stream)
        return HIP_NOT_INITIALISED;
    int error = copy(out, (const void *)(uintptr_t)address, size, HIP_COPY_DEFAULT, stream);
    return error ? error : runtime_synchronise(stream);
}

bool runtime_global(void *module, const char *name, uint64_t *out_address, uint64_t *out_size)
{
    int (*get)(void **, size_t *, void *, const char *);
    void *address;
    size_t size;
    FIND("hipModuleGetGlobal", get);
    if (!get || get(&address, &size, module, name) != HIP_SUCCESS)
        return false;
    *out_address = (uint64_t)(uintptr_t)address;
    *out_size = size;
    return true;
}

bool runtime_symbol(const void *symbol, uint64_t *out_address, uint64_t *out_size)
{
    int (*get_address)(void **, const void *), (*get_size)(size_t *, const void *);
    void *address;
    size_t size;
    FIND("hipGetSymbolAddress", get_address);
    FIND("hipGetSymbolSize", get_size);
    if (!get_address || !get_size || get_address(&address, symbol) != HIP_SUCCESS ||
        get_size(&size, symbol) != HIP_SUCCESS)
        return false;
    *out_address = (uint64_t)(uintptr_t)address;
    *out_size = size;
    return true;
}

bool runtime_describe_device(int number, struct record_device *out)
{
    /* where gcnArchName is in hipDeviceProp_t of HIP 6 and 7, and of HIP 5; the name is first */
    enum { ARCH_6 = 1160, ARCH_5 = 396 };
    union {
        char bytes[8192];
        long long aligned;
    } properties = {.bytes = {0}};
    int (*get_new)(void *, int), (*get_old)(void *, int);
    FIND("hipGetDevicePropertiesR0600", get_new);
    FIND("hipGetDeviceProperties", get_old);
    int (*get)(void *, int) = get_new ? get_new : get_old;
    if (!get || get(properties.bytes, number) != HIP_SUCCESS)
        return false;
    *out = (struct record_device){"", ""};
    const char *arch = properties.bytes + (get_new ? ARCH_6 : ARCH_5);
    memcpy(out->target, arch, sizeof out->target - 1);
    memcpy(out->name, properties.bytes, sizeof out->name - 1);
    /* The bytes after the NUL become fixed, so that the same launches give the same file. */
    size_t target = strlen(out->target), name = strlen(out->name);
    memset(out->target + target, 0, sizeof out->target - target);
    memset(out->name + name, 0, sizeof out->name - name);
    return true;
}
