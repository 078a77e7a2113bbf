#include "compilers.h"

#include "error.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char no_memory[] = "krt_compile: no memory left";

krt_status compilers_open(const struct driver *driver, struct compilers *out)
{
    struct compilers all = {0};
    struct tried tried = {0};
    krt_status status = compiler_open(driver, &all.library);
    if (status && status != KRT_ERROR_UNSUPPORTED)
        return status;
    all.has_library = !status;
    if (status && !(all.missing = strdup(krt_error_message())))
        return fail(KRT_ERROR_OUT_OF_MEMORY, no_memory);
    if (driver->kind != KRT_DRIVER_CUDA)
        process_find(&all.process, &tried);
    if (status && !all.process.program[0]) {
        if (driver->kind != KRT_DRIVER_CUDA)
            fail(status, "%s; or install kbuild, or name it in KRT_KBUILD. Tried:%s", all.missing,
                 tried.text);
        free(all.missing);
        return status;
    }
    snprintf(all.identity, sizeof all.identity, "%s%s", all.has_library ? all.library.identity : "",
             all.process.identity);
    *out = all;
    return KRT_OK;
}

void compilers_close(struct compilers *compilers)
{
    free(compilers->missing);
}

/* The library's failure stands; |first| is its message. */
static krt_status fail_both(krt_status status, const char *first)
{
    char *second = strdup(krt_error_message());
    char *both = NULL;
    if (!second || asprintf(&both, "%s\nkbuild: %s", first, second) < 0)
        both = NULL;
    status = both ? fail_long(status, both) : fail(KRT_ERROR_OUT_OF_MEMORY, no_memory);
    free(both);
    free(second);
    return status;
}

static krt_status fail_no_kbuild(const struct compile_request *request)
{
    return fail(KRT_ERROR_UNSUPPORTED,
                "krt_compile: %s: CUDA's text needs the program kbuild, which translates it for "
                "AMD GPUs. It is not on PATH: install it, or name it in KRT_KBUILD",
                request->options.name);
}

krt_status compilers_run(const struct compilers *compilers, const struct compile_request *request,
                         void **out_code, size_t *out_size)
{
    bool is_cuda = request->options.language == KRT_LANGUAGE_CUDA;
    bool has_process = compilers->process.program[0];
    if (compilers->library.is_nvrtc) {
        if (request->options.language == KRT_LANGUAGE_HIP)
            return fail(KRT_ERROR_UNSUPPORTED, "krt_compile: %s: HIP's text for an NVIDIA GPU",
                        request->options.name);
        return compiler_run(&compilers->library, request, out_code, out_size);
    }
    if (is_cuda && !has_process)
        return fail_no_kbuild(request);
    if (is_cuda || !compilers->has_library) {
        krt_status status = process_compile(&compilers->process, request, out_code, out_size);
        return status == KRT_ERROR_UNSUPPORTED && compilers->missing
                   ? fail_both(status, compilers->missing)
                   : status;
    }
    krt_status status = compiler_run(&compilers->library, request, out_code, out_size);
    bool may_retry = status == KRT_ERROR_UNSUPPORTED ||
                     (status == KRT_ERROR_COMPILE && request->options.language == KRT_LANGUAGE_ANY);
    if (!may_retry || !has_process)
        return status;
    char *first = strdup(krt_error_message());
    krt_status second = process_compile(&compilers->process, request, out_code, out_size);
    if (second == KRT_ERROR_UNSUPPORTED) /* kbuild cannot compile for the target here */
        second = first ? fail_both(status, first) : fail(KRT_ERROR_OUT_OF_MEMORY, no_memory);
    free(first);
    return second;
}
