/* This library is loaded into programs that kbuild record runs (LD_PRELOAD). It has the names of
 * HIP's functions that the recorder replaces (runtime/record/wrap.h), so programs and libraries
 * that are linked with the runtime call the recorder. Those that ask dlsym() for a function of the
 * runtime get the recorder's, because this library has a dlsym(), too. So it does not matter from
 * which path, or under which name, a program loads its runtime.
 *
 * The settings are in the environment: kbuild record (commands/record.c) writes them there. */
#include "recorder.h"

#include <dlfcn.h>
#include <limits.h>
#include <link.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- The C library's dlsym() ----------------------------------------------------------------- */

typedef void *find_symbol(void *handle, const char *name);

/* Returns the C library's dlsym(), which older releases have in another library. */
find_symbol *interpose_find_dlsym(void);
find_symbol *interpose_find_dlsym(void)
{
    static const char *const versions[] = {"GLIBC_2.34", "GLIBC_2.2.5", "GLIBC_2.17", "GLIBC_2.27"};
    static find_symbol *_Atomic found;
    find_symbol *function = atomic_load_explicit(&found, memory_order_acquire);
    for (size_t i = 0; !function && i < sizeof versions / sizeof versions[0]; i++) {
        void *address = dlvsym(RTLD_NEXT, "dlsym", versions[i]);
        memcpy(&function, &address, sizeof function);
    }
    atomic_store_explicit(&found, function, memory_order_release);
    return function;
}

/* ---- The runtime ----------------------------------------------------------------------------- */

/* Whether a file's name is that of HIP's runtime: wheels change the end of the name. */
static bool is_runtime(const char *path)
{
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    return strncmp(name, "libamdhip64", 11) == 0 || strncmp(name, "libhipemu.so", 12) == 0;
}

/* Copies the path of a runtime. The caller opens it later: in here, the dynamic linker is locked.
 */
static int find_runtime(struct dl_phdr_info *object, size_t size, void *context)
{
    char *out = context;
    (void)size;
    if (object->dlpi_name && is_runtime(object->dlpi_name) && strlen(object->dlpi_name) < PATH_MAX)
        strcpy(out, object->dlpi_name);
    return *out != '\0';
}

/* Counts the runtimes of the process. */
static int count_runtimes(struct dl_phdr_info *object, size_t size, void *context)
{
    unsigned *count = context;
    (void)size;
    *count += object->dlpi_name && is_runtime(object->dlpi_name);
    return 0;
}

/* Says that the program may not work, if the process has a second runtime. */
static void warn_of_second(const char *first)
{
    unsigned count = 0;
    dl_iterate_phdr(count_runtimes, &count);
    if (count > 1)
        fprintf(stderr,
                "kbuild record: the process has %u runtimes of HIP; calls go to %s, so that what "
                "uses another one may fail\n",
                count, first);
}

/* Returns the function |name| of the first runtime that the process has loaded, or NULL. */
static void *find_in_runtime(const char *name)
{
    static void *_Atomic runtime;
    void *library = atomic_load_explicit(&runtime, memory_order_acquire);
    find_symbol *find = interpose_find_dlsym();
    char path[PATH_MAX] = "";
    if (!library && dl_iterate_phdr(find_runtime, path)) {
        library = dlopen(path, RTLD_LAZY | RTLD_NOLOAD);
        atomic_store_explicit(&runtime, library, memory_order_release);
    }
    return library && find ? find(library, name) : NULL;
}

/* What dlsym() returns for a library that the program has opened. */
void *interpose_dlsym(void *handle, const char *name);
void *interpose_dlsym(void *handle, const char *name)
{
    find_symbol *find = interpose_find_dlsym();
    void *found = find ? find(handle, name) : NULL;
    recorder_function *replacement = found ? recorder_replace(name) : NULL;
    if (replacement && found == find_in_runtime(name))
        memcpy(&found, &replacement, sizeof found);
    return found;
}

/* RTLD_NEXT and RTLD_DEFAULT depend on the place of the caller, so the C library must see the
 * caller's return address. */
#ifdef __x86_64__
__asm__(".text\n"
        ".globl dlsym\n"
        ".type dlsym, @function\n"
        "dlsym:\n"
        "  lea 1(%rdi), %rax\n" /* RTLD_NEXT is -1, RTLD_DEFAULT is 0 */
        "  cmp $1, %rax\n"
        "  ja interpose_dlsym\n"
        "  push %rdi\n"
        "  push %rsi\n"
        "  sub $8, %rsp\n"
        "  call interpose_find_dlsym\n"
        "  add $8, %rsp\n"
        "  pop %rsi\n"
        "  pop %rdi\n"
        "  jmp *%rax\n"
        ".size dlsym, .-dlsym\n");
#else
/* A call at the end of a function is a jump; CMakeLists.txt sets the option for that. */
__attribute__((visibility("default"))) void *dlsym(void *restrict handle, const char *restrict name)
{
    if (handle == RTLD_NEXT || handle == RTLD_DEFAULT)
        return interpose_find_dlsym()(handle, name);
    return interpose_dlsym(handle, name);
}
#endif

/* ---- Settings -------------------------------------------------------------------------------- */

static uint64_t read_number(const char *variable, uint64_t otherwise)
{
    const char *value = getenv(variable);
    return value && *value ? strtoull(value, NULL, 10) : otherwise;
}

void recorder_first_use(void)
{
    static struct recorder_settings settings;
    settings = (struct recorder_settings){
        .path = getenv("KBUILD_RECORD"),
        .limit = read_number("KBUILD_RECORD_LIMIT", UINT64_C(1) << 30),
        .last = read_number("KBUILD_RECORD_LAST", 0),
        .kernels = getenv("KBUILD_RECORD_KERNELS"),
        .has_contents = read_number("KBUILD_RECORD_CONTENTS", 1) != 0,
        .is_deep = read_number("KBUILD_RECORD_DEEP", 0) != 0,
        .has_after = read_number("KBUILD_RECORD_AFTER", 0) != 0,
    };
    recorder_start(&settings, find_in_runtime);
}

__attribute__((destructor)) static void finish(void)
{
    char path[PATH_MAX] = "";
    if (dl_iterate_phdr(find_runtime, path))
        warn_of_second(path);
    recorder_stop();
}
