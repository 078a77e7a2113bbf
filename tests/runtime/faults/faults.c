/* Functions that fail on demand: those of the C library by the linker's --wrap, those of the driver
 * through its table.
 */
#include "faults.h"

#include <errno.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static _Atomic int wanted_kind = -1;
static atomic_ulong wanted_number, calls;
static atomic_int wanted_code, lost_code;
static atomic_long allocations, objects;
static _Atomic(const char *) hit;

void fault_at(enum fault_kind kind, unsigned long number, int code)
{
    atomic_store(&wanted_number, number);
    atomic_store(&wanted_code, code);
    atomic_store(&calls, 0);
    atomic_store(&hit, NULL);
    atomic_store(&wanted_kind, (int)kind);
}

void faults_lose_device(int code)
{
    atomic_store(&lost_code, code);
}

unsigned long fault_calls(void)
{
    return atomic_load(&calls);
}

const char *fault_hit(void)
{
    return atomic_load(&hit);
}

long allocations_alive(void)
{
    return atomic_load(&allocations);
}

long driver_objects_alive(void)
{
    return atomic_load(&objects);
}

static bool is_fault(enum fault_kind kind, const char *name)
{
    if (atomic_load(&wanted_kind) != (int)kind)
        return false;
    if (atomic_fetch_add(&calls, 1) + 1 != atomic_load(&wanted_number))
        return false;
    atomic_store(&hit, name);
    return true;
}

/* ---- The C library -------------------------------------------------------------------------- */

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *memory, size_t size);
void __real_free(void *memory);
char *__real_strdup(const char *text);
char *__real_strndup(const char *text, size_t size);
void *__real_aligned_alloc(size_t alignment, size_t size);
int __real_posix_memalign(void **out, size_t alignment, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *memory, size_t size);
void __wrap_free(void *memory);
char *__wrap_strdup(const char *text);
char *__wrap_strndup(const char *text, size_t size);
void *__wrap_aligned_alloc(size_t alignment, size_t size);
int __wrap_posix_memalign(void **out, size_t alignment, size_t size);
int __wrap_asprintf(char **out, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void *counted(void *memory)
{
    if (memory)
        atomic_fetch_add(&allocations, 1);
    return memory;
}

void *__wrap_malloc(size_t size)
{
    return is_fault(FAULT_ALLOCATION, "malloc") ? NULL : counted(__real_malloc(size));
}

void *__wrap_calloc(size_t count, size_t size)
{
    return is_fault(FAULT_ALLOCATION, "calloc") ? NULL : counted(__real_calloc(count, size));
}

void *__wrap_realloc(void *memory, size_t size)
{
    if (is_fault(FAULT_ALLOCATION, "realloc"))
        return NULL;
    void *grown = __real_realloc(memory, size);
    if (!memory)
        counted(grown);
    return grown;
}

char *__wrap_strdup(const char *text)
{
    if (is_fault(FAULT_ALLOCATION, "strdup"))
        return NULL;
    char *copy = __real_strdup(text);
    counted(copy);
    return copy;
}

char *__wrap_strndup(const char *text, size_t size)
{
    if (is_fault(FAULT_ALLOCATION, "strndup"))
        return NULL;
    char *copy = __real_strndup(text, size);
    counted(copy);
    return copy;
}

void *__wrap_aligned_alloc(size_t alignment, size_t size)
{
    return is_fault(FAULT_ALLOCATION, "aligned_alloc")
               ? NULL
               : counted(__real_aligned_alloc(alignment, size));
}

int __wrap_posix_memalign(void **out, size_t alignment, size_t size)
{
    if (is_fault(FAULT_ALLOCATION, "posix_memalign"))
        return ENOMEM;
    int code = __real_posix_memalign(out, alignment, size);
    if (!code)
        counted(*out);
    return code;
}

int __wrap_asprintf(char **out, const char *format, ...)
{
    va_list arguments;
    if (is_fault(FAULT_ALLOCATION, "asprintf"))
        return -1;
    va_start(arguments, format);
    int length = vasprintf(out, format, arguments);
    va_end(arguments);
    if (length >= 0)
        counted(*out);
    return length;
}

void __wrap_free(void *memory)
{
    if (memory)
        atomic_fetch_sub(&allocations, 1);
    __real_free(memory);
}

/* ---- The driver ----------------------------------------------------------------------------- */

/* What a call makes (1) or destroys (-1). */
static int effect(const char *member)
{
    static const struct {
        const char *member;
        int effect;
    } effects[] = {
        {"alloc", 1},
        {"free", -1},
        {"host_alloc", 1},
        {"host_free", -1},
        {"alloc_async", 1},
        {"free_async", -1},
        {"stream_create", 1},
        {"stream_destroy", -1},
        {"event_create", 1},
        {"event_destroy", -1},
        {"module_load", 1},
        {"module_unload", -1},
        {"capture_end", 1},
        {"graph_destroy", -1},
        {"graph_instantiate", 1},
        {"graph_exec_destroy", -1},
    };
    for (size_t i = 0; i < sizeof effects / sizeof effects[0]; i++) {
        if (strcmp(effects[i].member, member) == 0)
            return effects[i].effect;
    }
    return 0;
}

static struct driver real;

typedef int call(long, long, long, long, long, long, long, long, long, long, long);

/* What the driver refused to destroy. */
static struct {
    call *function;
    long a[2];
} refused;

void fault_settle(void)
{
    if (refused.function &&
        refused.function(refused.a[0], refused.a[1], 0, 0, 0, 0, 0, 0, 0, 0, 0) == 0)
        atomic_fetch_sub(&objects, 1);
    refused.function = NULL;
}

static int pass(const char *member, size_t offset, const long a[11])
{
    call *function;
    int lost = atomic_load(&lost_code);
    memcpy(&function, (char *)&real + offset, sizeof function);
    if (lost) {
        /* what was on a lost device is gone; but memory that krt takes for alive must stay */
        if (effect(member) < 0 && strcmp(member, "free") != 0)
            function(a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7], a[8], a[9], a[10]);
        return lost;
    }
    if (is_fault(FAULT_DRIVER, member)) {
        if (effect(member) < 0) {
            refused.function = function;
            memcpy(refused.a, a, sizeof refused.a);
        }
        return atomic_load(&wanted_code);
    }
    int code = function(a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7], a[8], a[9], a[10]);
    if (!code)
        atomic_fetch_add(&objects, effect(member));
    return code;
}

/* Every function of the table takes integers and pointers, at most eleven: they are handed on as
 * they came. */
#define DRIVER_WRAPPER(member, hip, cuda, need, parameters)                                        \
    static int wrapped_##member(long a, long b, long c, long d, long e, long f, long g, long h,    \
                                long i, long j, long k)                                            \
    {                                                                                              \
        return pass(#member, offsetof(struct driver, member),                                      \
                    (const long[]){a, b, c, d, e, f, g, h, i, j, k});                              \
    }
DRIVER_FUNCTIONS(DRIVER_WRAPPER)
#undef DRIVER_WRAPPER

void faults_install(struct driver *driver)
{
    real = *driver;
#define DRIVER_INSTALL(member, hip, cuda, need, parameters)                                        \
    if (real.member) {                                                                             \
        call *function = wrapped_##member;                                                         \
        memcpy(&driver->member, &function, sizeof function);                                       \
    }
    DRIVER_FUNCTIONS(DRIVER_INSTALL)
#undef DRIVER_INSTALL
}
