/* libclang, loaded when it is needed: if it were linked, every start of kbuild would relocate LLVM,
 * and kbuild would need one version of clang.
 */
#include "parts.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    const char *name;
    size_t offset;
} functions[] = {
#define LIBCLANG_NAME(name) {"clang_" #name, offsetof(struct libclang, name)},
    LIBCLANG_FUNCTIONS(LIBCLANG_NAME)
#undef LIBCLANG_NAME
};

enum status libclang_open(const char *path, struct libclang *out)
{
    struct libclang libclang = {.handle = dlopen(path, RTLD_NOW | RTLD_LOCAL)};
    if (!libclang.handle)
        return status_fail(STATUS_ENVIRONMENT,
                           "libclang cannot be loaded: %s; on Debian it is in libclang1-15, or the "
                           "package of the same name for clang's version",
                           dlerror());
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
        void *symbol = dlsym(libclang.handle, functions[i].name);
        if (!symbol) {
            dlclose(libclang.handle);
            return status_fail(STATUS_ENVIRONMENT,
                               "%s has no %s: kbuild needs libclang 15 or later", path,
                               functions[i].name);
        }
        /* POSIX says that a void pointer holds a function's address. */
        memcpy((char *)&libclang + functions[i].offset, &symbol, sizeof symbol);
    }
    *out = libclang;
    return STATUS_OK;
}

void libclang_close(struct libclang *libclang)
{
    if (libclang->handle)
        dlclose(libclang->handle);
    *libclang = (struct libclang){0};
}

char *libclang_text(const struct libclang *libclang, CXString string)
{
    const char *text = libclang->getCString(string);
    char *copy = mem_dup(text ? text : "");
    libclang->disposeString(string);
    return copy;
}
