#include "discover.h"

#include "codeobj.h"
#include "util/file.h"
#include "util/process.h"
#include "util/scratch.h"

#include <errno.h>
#include <time.h>
#include <unistd.h>

#define KERNEL                                                                                     \
    "extern \"C\" __global__ void kbuild_trial(float *x)\n"                                        \
    "{\n"                                                                                          \
    "    x[threadIdx.x] = sinf(x[threadIdx.x]);\n"                                                 \
    "}\n"

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

/* Checks that the code object has the kernel, because a compiler can succeed and still write a code
 * object without it. In an image for NVIDIA GPUs, only searches the bytes for the name: the
 * functions that read such images are not available here. */
static void check_object(const char *path, bool is_nvidia, struct trial *out)
{
    static const char name[] = "kbuild_trial";
    OWNED_BY(buf_free) struct buf data = {0};
    struct code_object object;
    struct codeobj_error error = {0};
    if (file_read_plain(path, &data) != STATUS_OK) {
        out->message = mem_dup("the compiler succeeded but wrote no code object");
        return;
    }
    const struct span bytes = {(const uint8_t *)data.data, data.size};
    out->bytes = data.size;
    if (is_nvidia) {
        out->works = memmem(data.data, data.size, name, sizeof name - 1) != NULL;
    } else if (code_object_open(bytes, &object, &error) == CODEOBJ_OK) {
        out->works = code_object_find(&object, name) != NULL;
        code_object_close(&object);
    } else {
        out->message = mem_dup(error.message);
        return;
    }
    if (!out->works)
        out->message = mem_dup("the compiler succeeded but the code object lacks the kernel");
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

/* Returns the first line of |text| that reports an error. If no line does, returns the first line.
 */
static char *first_error(const char *text)
{
    const char *error = strstr(text, "error:");
    while (error && error > text && error[-1] != '\n')
        error--;
    const char *line = error ? error : text;
    return mem_dup_n(line, strcspn(line, "\n"));
}

/* Runs the compiler with |arguments|, after it has added the paths of the source and of the object
 * to them. */
static void compile(const char *directory, bool is_nvidia, struct strings *arguments,
                    struct trial *out)
{
    const char *text = is_nvidia ? KERNEL : "#include <hip/hip_runtime.h>\n" KERNEL;
    OWNED char *source = path_join(directory, is_nvidia ? "trial.cu" : "trial.hip");
    OWNED char *object = path_join(directory, "object");
    strings_add(arguments, source);
    strings_add(arguments, "-o");
    strings_add(arguments, object);
    if (file_write(source, text, strlen(text)) == STATUS_OK) {
        OWNED_BY(process_result_free) struct process_result result = {0};
        double start = now();
        bool ok = process_run(arguments->items, NULL, PROCESS_ASK | PROCESS_FIXED, &result);
        out->seconds = now() - start;
        if (ok)
            check_object(object, is_nvidia, out);
        else
            out->message = first_error(result.err.data);
    } else {
        out->message = mem_dup("cannot write its source");
    }
}

/* Makes the directory |path|. Returns false, and sets the message of |out|, if that fails. */
static bool make_directory(struct scratch *directory, struct trial *out)
{
    *out = (struct trial){0};
    if (scratch_make_temporary("kbuild-trial", directory) == STATUS_OK)
        return true;
    out->message = mem_dup("cannot make a directory for temporary files");
    return false;
}

/* Returns the seconds for which the command |arguments| runs, or 0 if it fails. */
static double time_of(const struct strings *arguments)
{
    OWNED_BY(process_result_free) struct process_result result = {0};
    double start = now();
    return process_run(arguments->items, NULL, PROCESS_ASK | PROCESS_FIXED, &result) ? now() - start
                                                                                     : 0;
}

/* Precompiles kbuild's prelude, and then compiles the source after it, both with |compiler|'s
 * arguments. Returns the seconds that the second compilation takes. */
static double try_precompiled(const char *directory, const struct strings *compiler)
{
    OWNED_BY(strings_free) struct strings making = {0}, reading = {0};
    OWNED char *headers = toolchain_include_directory(),
               *header = path_join(directory, "prelude.pch"),
               *source = path_join(directory, "trial.hip"),
               *object = path_join(directory, "object");
    if (!headers)
        return 0;
    strings_add_all(&making, compiler);
    strings_addf(&making, "-I%s", headers);
    strings_add_all(&reading, &making);
    strings_add_list(&making, (const char *const[]){"-include", TOOLCHAIN_PRELUDE, NULL});
    toolchain_precompile_flags(header, &making);
    strings_add(&making, "/dev/null");
    strings_add_list(&reading,
                     (const char *const[]){"-include-pch", header, source, "-o", object, NULL});
    return time_of(&making) > 0 ? time_of(&reading) : 0;
}

void trial_run(const struct toolchain *toolchain, const char *target, struct trial *out)
{
    struct scratch directory;
    if (!make_directory(&directory, out))
        return;
    OWNED_BY(strings_free) struct strings targets = {0}, compiler = {0}, arguments = {0};
    strings_add(&targets, target);
    OWNED char *device_libs = NULL;
    if (toolchain_overlay(toolchain, &targets, directory.path, &device_libs) == STATUS_OK) {
        add_arguments(toolchain, target, device_libs, &compiler);
        strings_add_all(&arguments, &compiler);
        compile(directory.path, false, &arguments, out);
        if (out->works)
            out->precompiled_seconds = try_precompiled(directory.path, &compiler);
    } else {
        out->message = mem_dup("cannot supply the files that the device libraries lack");
    }
    scratch_remove(&directory);
}

void trial_run_cuda(const struct cuda_compiler *compiler, const struct toolchain *toolchain,
                    const struct target_id *id, struct trial *out)
{
    struct scratch directory;
    if (!make_directory(&directory, out))
        return;
    OWNED_BY(strings_free) struct strings arguments = {0};
    char target[TARGET_ID_MAX];
    if (compiler->program) {
        strings_add(&arguments, compiler->program);
        strings_addf(&arguments, "-arch=%s", target_id_print(id, target));
        strings_add(&arguments, target_is_ptx(id) ? "-ptx" : "-cubin");
    } else {
        strings_add(&arguments, toolchain->clang);
        strings_add(&arguments, "--cuda-device-only");
        strings_add(&arguments, target_is_ptx(id) ? "-S" : "-c");
        strings_addf(&arguments, "--cuda-gpu-arch=sm_%u%.1s", id->capability, &id->variant);
        strings_addf(&arguments, "--cuda-path=%s", compiler->prefix);
    }
    compile(directory.path, true, &arguments, out);
    scratch_remove(&directory);
}
