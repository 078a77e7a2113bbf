#include "launch.h"

#include "core/finding.h"
#include "core/space.h"
#include "decode/decoder.h"
#include "watch/watchers.h"

#include "util/buf.h"
#include "util/file.h"
#include "util/process.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static struct program *program;
static struct device *device;

_Noreturn static void stop(int code, const char *what, const char *why)
{
    fprintf(stderr, "%s: %s\n", what, why);
    exit(code);
}

void launch_open(const char *compiler, const char *source, const char *target, bool is_wide)
{
    char object[] = "/tmp/launch-XXXXXX", arch[64];
    char *path = process_find(compiler);
    struct process_result result;
    struct codeobj_error error;
    struct buf bytes = {0};
    if (!path)
        stop(77, "skipped", "no compiler for the kernels");
    free(path);
    int file = mkstemp(object);
    if (file < 0)
        stop(1, object, "cannot be made");
    close(file);
    snprintf(arch, sizeof arch, "--offload-arch=%s", target);
    /* arrays stay on the stack: it is what these kernels are about */
    const char *const argv[] = {compiler,    "-x",
                                "hip",       "--cuda-device-only",
                                arch,        "-nogpulib",
                                "-O1",       "--no-gpu-bundle-output",
                                "-nogpuinc", "-g",
                                "-mllvm",    "-disable-promote-alloca-to-lds",
                                "-mllvm",    "-disable-promote-alloca-to-vector",
                                "-o",        object,
                                source,      is_wide ? "-mwavefrontsize64" : NULL,
                                NULL};
    bool is_compiled =
        process_run((char *const *)(uintptr_t)argv, NULL, PROCESS_CAPTURE_ERR, &result);
    if (is_compiled)
        is_compiled = file_read(object, &bytes) == STATUS_OK;
    unlink(object);
    if (!is_compiled)
        stop(1, source, result.err.data ? result.err.data : "cannot be compiled");
    process_result_free(&result);
    setenv("HIPEMU_DEVICES", target, 1);
    device = device_at(0);
    if (program_load((struct span){(const uint8_t *)bytes.data, bytes.size}, device, &llvm_decoder,
                     &program, &error))
        stop(1, source, error.message);
    program->watchers = &all_watchers;
    buf_free(&bytes);
}

void launch_close(void)
{
    program_unload(program);
}

bool launch_has(const char *kernel)
{
    return code_object_find(&program->object, kernel) != NULL;
}

unsigned launch_lanes(void)
{
    return code_object_find(&program->object, "copy")->wave_size;
}

/* stderr into a file while a kernel runs. */
static int redirect(FILE *to)
{
    fflush(stderr);
    int saved = dup(STDERR_FILENO);
    dup2(fileno(to), STDERR_FILENO);
    return saved;
}

static void restore(int saved, FILE *from, char *out, size_t size)
{
    fflush(stderr);
    dup2(saved, STDERR_FILENO);
    close(saved);
    rewind(from);
    out[fread(out, 1, size - 1, from)] = '\0';
    fclose(from);
}

static void run(const char *kernel, uint32_t workgroups, uint32_t *to, uint32_t *from,
                struct launched *out)
{
    size_t bytes = ITEMS * sizeof(uint32_t);
    void *arguments[] = {to, from};
    struct launch launch = {.program = program,
                            .kernel = code_object_find(&program->object, kernel),
                            .grid = {workgroups, 1, 1},
                            .block = {ITEMS, 1, 1},
                            .arguments = arguments,
                            .argument_bytes = sizeof arguments};
    if (!launch.kernel)
        stop(1, kernel, "no such kernel");
    FILE *report = tmpfile();
    if (!report)
        stop(1, kernel, "no temporary file");
    int saved = redirect(report);
    out->ended = dispatch_run(device, &launch, &out->fault);
    restore(saved, report, out->report, sizeof out->report);
    memcpy(out->to, to, bytes);
    if (space_find(from))
        memcpy(out->from, from, bytes);
    space_free(to);
    space_free(from);
}

static uint32_t *allocate(void)
{
    return space_allocate(device, MEMORY_DEVICE, ITEMS * sizeof(uint32_t), 256, 0, "hipMalloc",
                          check_is_on());
}

static void write_all(uint32_t *at)
{
    space_mark_written(space_find(at), (uintptr_t)at, ITEMS * sizeof *at);
}

void launch_run(const char *kernel, enum from state, struct launched *out)
{
    uint32_t *to = allocate(), *from = allocate();
    memset(out, 0, sizeof *out);
    for (uint32_t i = 0; i < ITEMS && state == FROM_WRITTEN; i++)
        from[i] = i * 2654435761u % 1000 + 100;
    if (state == FROM_WRITTEN)
        write_all(from);
    if (state == FROM_FREED)
        space_free(from);
    run(kernel, 1, to, from, out);
}

void launch_run_grid(const char *kernel, uint32_t workgroups, uint32_t first, struct launched *out)
{
    uint32_t *to = allocate(), *from = allocate();
    memset(out, 0, sizeof *out);
    memset(to, 0, ITEMS * sizeof *to);
    for (uint32_t i = 0; i < ITEMS; i++)
        from[i] = first + i;
    write_all(to);
    write_all(from);
    run(kernel, workgroups, to, from, out);
}
