#include "reference.h"

#include "inspect/escape.h"
#include "util/process.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <unistd.h>

TEXT_FILE(reference_script, VERIFY_REFERENCE)

enum { FAULT_MAX = 4096 }; /* the most bytes of a message from Python */

/* ---- C --------------------------------------------------------------------------------------- */

/* A reference in C: |arguments| has a pointer to the value of each parameter. */
typedef void reference_fn(void *const *arguments);

static char *call_library(const struct trial *trial, const struct launch *launch)
{
    const struct case_spec *spec = trial->spec;
    const struct signature *kernel = trial->kernel;
    const char *name = spec->reference_function ? spec->reference_function : kernel->name;
    reference_fn *function;
    /* dlopen() looks for a name without a slash elsewhere */
    OWNED char *path = strchr(spec->reference_library, '/')
                           ? mem_dup(spec->reference_library)
                           : mem_format("./%s", spec->reference_library);
    void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL); /* a second call gives the same one */
    if (!library)
        return mem_format("the reference: %s", dlerror());
    *(void **)&function = dlsym(library, name);
    if (!function)
        return mem_format("the reference: %s has no function '%s'", path, name);
    OWNED void **arguments = mem_alloc((kernel->parameter_count + 1) * sizeof *arguments);
    for (size_t i = 0; i < kernel->parameter_count; i++)
        arguments[i] = launch->arguments + kernel->parameters[i].offset;
    function(arguments);
    return NULL;
}

/* ---- Python ---------------------------------------------------------------------------------- */

_Noreturn static void become_python(const char *program, const int *input, const int *output)
{
    char *const words[] = {(char[]){"python3"}, (char[]){"-c"}, (char *)(uintptr_t)reference_script,
                           NULL};
    prctl(PR_SET_PDEATHSIG, SIGKILL); /* a reference may never end */
    dup2(input[0], STDIN_FILENO);
    dup2(output[1], STDOUT_FILENO);
    execv(program, words);
    _exit(127);
}

static char *start_python(struct references *references)
{
    int input[2], output[2];
    OWNED char *program = process_find("python3");
    if (!program)
        return mem_dup("the reference: python3 is not installed");
    if (pipe2(input, O_CLOEXEC) != 0 || pipe2(output, O_CLOEXEC) != 0)
        return mem_format("the reference: a pipe: %s", strerror(errno));
    signal(SIGPIPE, SIG_IGN); /* a reference may end Python */
    references->python = fork();
    if (references->python == 0)
        become_python(program, input, output);
    close(input[0]);
    close(output[1]);
    references->to = fdopen(input[1], "wb");
    references->from = fdopen(output[0], "rb");
    return references->python > 0 && references->to && references->from
               ? NULL
               : mem_format("the reference: python3 cannot be started: %s", strerror(errno));
}

static void put_parameter(const struct parameter *parameter, const struct launch *launch,
                          size_t *array, struct buf *out)
{
    static const char *const kinds[] = {"scalar", "array", "record"};
    const struct array *at = NULL;
    size_t number = *array;
    if (parameter->kind == PARAMETER_POINTER) {
        at = &launch->arrays[(*array)++];
        number = at->fill == FILL_SAME ? at->same : number;
    }
    buf_putc(out, '{');
    json_text(out, "kind", at && at->fill == FILL_NULL ? "null" : kinds[parameter->kind]);
    json_text(out, "type", dtype_name(parameter->type));
    json_number(out, "offset", parameter->offset);
    json_number(out, "size", parameter->size);
    json_number(out, "array", number);
    buf_putc(out, '}');
}

static void put_request(const struct trial *trial, const struct launch *launch, struct buf *out)
{
    const struct case_spec *spec = trial->spec;
    const struct signature *kernel = trial->kernel;
    size_t array = 0;
    buf_putc(out, '{');
    json_text(out, "file", spec->reference_python);
    json_text(out, "function", spec->reference_function ? spec->reference_function : kernel->name);
    json_number(out, "block", kernel->size);
    json_key(out, "arrays");
    buf_putc(out, '[');
    for (size_t i = 0; i < launch->array_count; i++)
        buf_printf(out, "%s%" PRIu64, i ? "," : "", array_bytes(&launch->arrays[i]));
    buf_puts(out, "]");
    json_key(out, "parameters");
    buf_putc(out, '[');
    for (size_t i = 0; i < kernel->parameter_count; i++) {
        buf_puts(out, i ? "," : "");
        put_parameter(&kernel->parameters[i], launch, &array, out);
    }
    buf_puts(out, "]}\n");
}

static char *python_ended(void)
{
    return mem_dup("the reference: python3 ended");
}

static char *receive(struct references *references, const struct launch *launch, char *const *data)
{
    uint64_t size;
    if (fread(&size, sizeof size, 1, references->from) != 1 || size > FAULT_MAX)
        return python_ended();
    if (size) {
        OWNED char *fault = mem_alloc(size + 1);
        return fread(fault, 1, size, references->from) == size
                   ? mem_format("the reference: %s", fault)
                   : python_ended();
    }
    for (size_t i = 0; i < launch->array_count; i++) {
        const uint64_t bytes = array_bytes(&launch->arrays[i]);
        if (bytes && fread(data[i], 1, bytes, references->from) != bytes)
            return python_ended();
    }
    return NULL;
}

static char *call_python(struct references *references, const struct trial *trial,
                         const struct launch *launch, char *const *data)
{
    OWNED_BY(buf_free) struct buf request = {0};
    char *fault = references->python ? NULL : start_python(references);
    if (fault)
        return fault;
    put_request(trial, launch, &request);
    fwrite(request.data, 1, request.size, references->to);
    fwrite(launch->arguments, 1, trial->kernel->size, references->to);
    for (size_t i = 0; i < launch->array_count; i++)
        if (data[i])
            fwrite(data[i], 1, array_bytes(&launch->arrays[i]), references->to);
    return fflush(references->to) == 0 ? receive(references, launch, data) : python_ended();
}

char *reference_call(struct references *references, const struct trial *trial,
                     const struct launch *launch, char *const *data)
{
    return trial->spec->reference_library ? call_library(trial, launch)
                                          : call_python(references, trial, launch, data);
}
