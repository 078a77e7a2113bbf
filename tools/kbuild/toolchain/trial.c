#include "discover.h"

#include "codeobj.h"
#include "util/file.h"
#include "util/process.h"

#include <errno.h>
#include <time.h>
#include <unistd.h>

static const char source_text[] = "#include <hip/hip_runtime.h>\n"
                                  "extern \"C\" __global__ void kbuild_trial(float *x)\n"
                                  "{\n"
                                  "    x[threadIdx.x] = sinf(x[threadIdx.x]);\n"
                                  "}\n";

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

/* clang can succeed and still write a code object without the kernel. */
static void check_object(const char *path, struct trial *out)
{
    struct buf data = {0};
    struct code_object object;
    struct codeobj_error error = {0};
    if (file_read(path, &data) != STATUS_OK) {
        out->message = mem_dup("the compiler succeeded but wrote no code object");
        return;
    }
    const struct span bytes = {(const uint8_t *)data.data, data.size};
    if (code_object_open(bytes, &object, &error) == CODEOBJ_OK) {
        out->works = code_object_find(&object, "kbuild_trial") != NULL;
        out->bytes = data.size;
        if (!out->works)
            out->message = mem_dup("the compiler succeeded but the code object lacks the kernel");
        code_object_close(&object);
    } else {
        out->message = mem_dup(error.message);
    }
    buf_free(&data);
}

static void add_arguments(const struct toolchain *toolchain, const char *target,
                          const char *device_libs, struct strings *out)
{
    strings_add(out, toolchain->clang);
    const char *const fixed[] = {"-x",  "hip", "--cuda-device-only", "--no-gpu-bundle-output", "-c",
                                 "-O1", NULL};
    strings_add_list(out, fixed);
    toolchain_target_flags(toolchain, target, device_libs, out);
}

/* The first line of |text| that has an error; without one, its first line. */
static char *first_error(const char *text)
{
    const char *error = strstr(text, "error:");
    while (error && error > text && error[-1] != '\n')
        error--;
    const char *line = error ? error : text;
    return mem_dup_n(line, strcspn(line, "\n"));
}

static void compile(const struct toolchain *toolchain, const char *target, const char *directory,
                    const char *device_libs, struct trial *out)
{
    OWNED char *source = path_join(directory, "trial.hip");
    OWNED char *object = path_join(directory, "trial.hsaco");
    OWNED_BY(strings_free) struct strings arguments = {0};
    add_arguments(toolchain, target, device_libs, &arguments);
    strings_add(&arguments, source);
    strings_add(&arguments, "-o");
    strings_add(&arguments, object);
    if (file_write(source, source_text, sizeof source_text - 1) == STATUS_OK) {
        OWNED_BY(process_result_free) struct process_result result = {0};
        double start = now();
        bool ok = process_run(arguments.items, NULL, PROCESS_ASK | PROCESS_FIXED, &result);
        out->seconds = now() - start;
        if (ok)
            check_object(object, out);
        else
            out->message = first_error(result.err.data);
    } else {
        out->message = mem_dup("cannot write its source");
    }
}

void trial_run(const struct toolchain *toolchain, const char *target, struct trial *out)
{
    *out = (struct trial){0};
    const char *base = getenv("TMPDIR");
    OWNED char *directory = mem_format("%s/kbuild-trial-XXXXXX", base && *base ? base : "/tmp");
    if (!mkdtemp(directory)) {
        out->message = mem_format("cannot make a directory in %s: %s",
                                  base && *base ? base : "/tmp", strerror(errno));
        return;
    }
    OWNED_BY(strings_free) struct strings targets = {0};
    strings_add(&targets, target);
    OWNED char *device_libs = NULL;
    if (toolchain_overlay(toolchain, &targets, directory, &device_libs) == STATUS_OK)
        compile(toolchain, target, directory, device_libs, out);
    else
        out->message = mem_dup("cannot supply the files that the device libraries lack");
    path_remove_tree(directory);
}
