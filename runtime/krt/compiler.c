/* Run-time compilers: finding hiprtc or NVRTC, and one compilation by it; then the compilers for a
 * device, which are this library and the program kbuild. */
#include "compiler.h"

#include "driver.h"
#include "error.h"
#include "work_directory.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

/* ---- Finding the library -------------------------------------------------------------------- */

/* the value of HIPRTC_ERROR_OUT_OF_MEMORY and of NVRTC_ERROR_OUT_OF_MEMORY */
enum { OUT_OF_MEMORY = 1 };

static const struct symbol symbols[] = {
#define COMPILER_ROW(member, amd, nvidia, need, result, parameters)                                \
    {offsetof(struct compiler, member), amd, nvidia, need},
    COMPILER_FUNCTIONS(COMPILER_ROW)
#undef COMPILER_ROW
};

/* The names under which libkrt looks for each library. HIP's runtimes up to version 6 contain
 * hiprtc. */
static const struct {
    const char *what, *variable;
    const char *libraries[8];
} places[] = {
    {"hiprtc",
     "KRT_HIPRTC",
     {"libhiprtc.so.7", "libhiprtc.so.6", "libhiprtc.so.5", "libamdhip64.so.6", "libamdhip64.so.5",
      "/opt/rocm/lib/libhiprtc.so"}},
    {"NVRTC",
     "KRT_NVRTC",
     {"libnvrtc.so.13", "libnvrtc.so.12", "libnvrtc.so.11.2", "/usr/local/cuda/lib64/libnvrtc.so"}},
};

enum { COMGR_NAMES = 2 };
static const char *const comgr_names[COMGR_NAMES] = {"libamd_comgr.so.3", "libamd_comgr.so.2"};

static void identity_add(struct compiler *compiler, const char *path)
{
    size_t length = strlen(compiler->identity);
    struct stat file;
    if (stat(path, &file) == 0)
        snprintf(compiler->identity + length, sizeof compiler->identity - length,
                 " %lld:%lld.%09ld", (long long)file.st_size, (long long)file.st_mtim.tv_sec,
                 file.st_mtim.tv_nsec);
}

/* Sets |identity|. Versions alone do not identify a compiler: hiprtc's does not change with each
 * release (5.2 calls itself 9.0). Nor does hiprtc's version change with comgr, which does hiprtc's
 * work and is installed beside it. So the identity also has the size and the time of both files. */
static void identify(struct compiler *compiler)
{
    int major = 0, minor = 0;
    void *version;
    Dl_info info;
    compiler->version(&major, &minor);
    snprintf(compiler->identity, sizeof compiler->identity, "%s %d.%d",
             places[compiler->is_nvrtc].what, major, minor);
    memcpy(&version, &compiler->version, sizeof version);
    if (!dladdr(version, &info))
        return;
    identity_add(compiler, info.dli_fname);
    const char *slash = strrchr(info.dli_fname, '/');
    for (size_t i = 0; !compiler->is_nvrtc && slash && i < COMGR_NAMES; i++) {
        char path[512];
        snprintf(path, sizeof path, "%.*s/%s", (int)(slash - info.dli_fname), info.dli_fname,
                 comgr_names[i]);
        identity_add(compiler, path);
    }
}

static bool try_library(struct compiler *compiler, const char *path, struct tried *tried)
{
    snprintf(compiler->path, sizeof compiler->path, "%s", path);
    compiler->library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!compiler->library) {
        const char *why = dlerror();
        tried_add(tried, "%s: %s", path, why ? why : "cannot be opened");
        return false;
    }
    const char *missing =
        symbols_find(compiler->library, symbols, sizeof symbols / sizeof symbols[0],
                     compiler->is_nvrtc, compiler);
    if (missing) {
        tried_add(tried, "%s: lacks %s", path, missing);
        dlclose(compiler->library);
        return false;
    }
    identify(compiler);
    return true;
}

krt_status compiler_open(const struct driver *driver, struct compiler *out)
{
    struct compiler compiler = {.is_nvrtc = driver->kind == KRT_DRIVER_CUDA};
    struct tried tried = {0};
    const char *variable = places[compiler.is_nvrtc].variable;
    const char *chosen = secure_getenv(variable);
    const char *const *libraries = places[compiler.is_nvrtc].libraries;
    bool is_found;
    if (chosen && *chosen) {
        is_found = try_library(&compiler, chosen, &tried);
    } else {
        /* Prefer the hiprtc in the driver's library, if it has one: both are of the same
         * release. */
        is_found = driver->kind == KRT_DRIVER_HIP && try_library(&compiler, driver->path, &tried);
        for (; !is_found && *libraries; libraries++)
            is_found = try_library(&compiler, *libraries, &tried);
    }
    if (!is_found)
        return fail(KRT_ERROR_UNSUPPORTED,
                    "krt_compile: there is no %s to compile with: install it, or name its library "
                    "in %s. Tried:%s",
                    places[compiler.is_nvrtc].what, variable, tried.text);
    *out = compiler;
    return KRT_OK;
}

/* ---- Targets that a compiler knows ----------------------------------------------------------- */

/* A list of targets' names for a message, separated by commas; names that do not fit are left
 * out. */
struct names {
    char text[768];
    size_t length;
};

static void names_add(struct names *names, const char *name, size_t length)
{
    size_t room = sizeof names->text - names->length;
    if (length + 3 > room)
        return;
    names->length += (size_t)snprintf(names->text + names->length, room, "%s%.*s",
                                      names->length ? ", " : "", (int)length, name);
}

/* Finds a function of comgr. Some hiprtc are linked with comgr; other hiprtc open comgr when they
 * create a program. */
static void *comgr_function(const struct compiler *compiler, const char *name)
{
    void *function = dlsym(compiler->library, name);
    for (size_t i = 0; !function && i < COMGR_NAMES; i++) {
        void *library = dlopen(comgr_names[i], RTLD_NOW | RTLD_NOLOAD);
        function = library ? dlsym(library, name) : NULL;
        if (library)
            dlclose(library);
    }
    return function;
}

/* Whether |target| is one of the names that comgr lists, such as "amdgcn-amd-amdhsa--gfx90a" and
 * "amdgpu9.0a-amd-amdhsa-unknown-gfx90a", perhaps followed by features. True as well if comgr
 * spells its names in another way: then hiprtc itself must decide.
 */
static bool comgr_knows(const struct compiler *compiler, const char *target, struct names *others)
{
    int (*isa_count)(size_t *), (*isa_name)(size_t, const char **);
    void *functions[] = {comgr_function(compiler, "amd_comgr_get_isa_count"),
                         comgr_function(compiler, "amd_comgr_get_isa_name")};
    size_t count, wanted = strcspn(target, ":");
    const char *name;
    memcpy(&isa_count, &functions[0], sizeof isa_count);
    memcpy(&isa_name, &functions[1], sizeof isa_name);
    if (!isa_count || !isa_name || isa_count(&count))
        return true;
    for (size_t i = 0; i < count; i++) {
        if (isa_name(i, &name))
            return true;
        const char *processor = strstr(name, "gfx");
        if (!processor)
            return true;
        size_t length = strcspn(processor, ":+");
        if (length == wanted && memcmp(processor, target, wanted) == 0)
            return true;
        names_add(others, processor, length);
    }
    return false;
}

/* Whether NVRTC lists the target; its list has 90 for "sm_90". */
static bool nvrtc_knows(const struct compiler *compiler, const char *target, struct names *others)
{
    int count = 0;
    if (!compiler->archs || !compiler->arch_count || compiler->arch_count(&count) || count < 1)
        return true;
    int *archs = calloc((size_t)count, sizeof *archs);
    /* If the list cannot be read, NVRTC itself must report an unknown target. */
    bool is_known = !archs || compiler->archs(archs);
    for (int i = 0; !is_known && i < count; i++) {
        char name[16];
        int length = snprintf(name, sizeof name, "sm_%d", archs[i]);
        is_known = strcmp(name, target) == 0;
        names_add(others, name, (size_t)length);
    }
    free(archs);
    return is_known;
}

/* Fails if the compiler does not know |target|. Must be called before compiling, because hiprtc 5.2
 * aborts the process for a target that comgr does not know; and after a program was created,
 * because some hiprtc open comgr then. */
static krt_status check_target(const struct compiler *compiler, const char *target)
{
    struct names others = {0};
    if (compiler->is_nvrtc ? nvrtc_knows(compiler, target, &others)
                           : comgr_knows(compiler, target, &others))
        return KRT_OK;
    return fail(KRT_ERROR_UNSUPPORTED,
                "krt_compile: the %s of %s cannot compile for %s: install a later one, or name its "
                "library in %s; or compile beforehand and use krt_module_load_raw. It compiles "
                "for %s",
                places[compiler->is_nvrtc].what, compiler->path, target,
                places[compiler->is_nvrtc].variable, others.text);
}

/* ---- Running one compilation ----------------------------------------------------------------- */

/* The arguments of one compilation. */
struct unit {
    char *source;
    char **headers; /* the texts of the |header_count| headers */
    uint32_t header_count;
    const char **arguments; /* the caller's arguments, and libkrt's own */
    int argument_count;
    char target[96];
};

static void unit_free(struct unit *unit)
{
    for (uint32_t i = 0; unit->headers && i < unit->header_count; i++)
        free(unit->headers[i]);
    free(unit->headers);
    free(unit->arguments);
    free(unit->source);
}

/* The file to which the compiler writes a list of the files that it read. NVRTC cannot write
 * one. */
struct depfile {
    struct work_directory work;
    char path[WORK_PATH_MAX + 16];
    struct timespec started;
};

static void depfile_make(struct depfile *depfile, const struct compiler *compiler,
                         const struct compile_request *request)
{
    *depfile = (struct depfile){0};
    clock_gettime(CLOCK_REALTIME, &depfile->started);
    if (compiler->is_nvrtc || !request_includes_files(request) ||
        !work_directory_make(work_base(), &depfile->work))
        return;
    snprintf(depfile->path, sizeof depfile->path, "%s/d", depfile->work.path);
}

/* Reads the list of files that the compiler has read. If the texts do not include files, the list
 * is empty. */
static void depfile_read(const struct depfile *depfile, const struct compile_request *request,
                         struct compile_inputs *out)
{
    size_t size;
    char *text = depfile->path[0] ? work_read(depfile->path, &size) : NULL;
    if (text)
        compile_inputs_read(text, depfile->work.path, &depfile->started, out);
    else
        out->are_known = !request_includes_files(request);
    free(text);
}

static bool unit_make(struct unit *unit, const struct compiler *compiler,
                      const struct compile_request *request, const char *depfile)
{
    const struct krt_compile_options *options = &request->options;
    *unit = (struct unit){.header_count = options->header_count};
    snprintf(unit->target, sizeof unit->target, "%s%s",
             compiler->is_nvrtc ? "--gpu-architecture=" : "--offload-arch=", request->target);
    unit->source = text_named(options->name, request->source);
    unit->headers = calloc((size_t)unit->header_count + 1, sizeof *unit->headers);
    unit->arguments = calloc((size_t)options->argument_count + 4, sizeof *unit->arguments);
    bool ok = unit->source && unit->headers && unit->arguments;
    for (uint32_t i = 0; ok && i < unit->header_count; i++) {
        unit->headers[i] = text_named(options->header_names[i], options->header_texts[i]);
        ok = unit->headers[i];
    }
    if (!ok) {
        unit_free(unit);
        return false;
    }
    unit->arguments[unit->argument_count++] = unit->target;
    for (uint32_t i = 0; i < options->argument_count; i++)
        unit->arguments[unit->argument_count++] = options->arguments[i];
    if (*depfile) {
        unit->arguments[unit->argument_count++] = "-MD";
        unit->arguments[unit->argument_count++] = "-MF";
        unit->arguments[unit->argument_count++] = depfile;
    }
    return true;
}

static krt_status fail_without_memory(const char *name)
{
    return fail(KRT_ERROR_OUT_OF_MEMORY, "krt_compile: no memory left to compile %s", name);
}

static krt_status fail_compiler(const struct compiler *compiler, int code, const char *name)
{
    const char *why = compiler->error_name(code);
    krt_status status = code == OUT_OF_MEMORY ? KRT_ERROR_OUT_OF_MEMORY : KRT_ERROR_COMPILE;
    return fail(status, "krt_compile: %s: the %s of %s reports only %s", name,
                places[compiler->is_nvrtc].what, compiler->path, why ? why : "that it failed");
}

/* Fails with the compiler's log as the message, if there is one. */
static krt_status fail_log(const struct compiler *compiler, void *program, int code,
                           const char *name)
{
    size_t size = 0;
    char *log = NULL;
    if (!compiler->log_size(program, &size) && size > 0)
        log = calloc(1, size + 1);
    if (log && compiler->log(program, log))
        log[0] = '\0';
    size_t length = log ? strlen(log) : 0;
    while (length > 0 && log[length - 1] == '\n')
        log[--length] = '\0';
    krt_status status = length > 0 && code != OUT_OF_MEMORY ? fail_long(KRT_ERROR_COMPILE, log)
                                                            : fail_compiler(compiler, code, name);
    free(log);
    return status;
}

static krt_status take_code(const struct compiler *compiler, void *program, const char *name,
                            void **out_code, size_t *out_size)
{
    size_t size = 0;
    int code = compiler->code_size(program, &size);
    if (code)
        return fail_compiler(compiler, code, name);
    if (size == 0)
        return fail(KRT_ERROR_COMPILE, "krt_compile: %s: the %s of %s gave no code", name,
                    places[compiler->is_nvrtc].what, compiler->path);
    void *bytes = malloc(size);
    if (!bytes)
        return fail_without_memory(name);
    code = compiler->code(program, bytes);
    if (code) {
        free(bytes);
        return fail_compiler(compiler, code, name);
    }
    *out_code = bytes;
    *out_size = size;
    return KRT_OK;
}

static krt_status compile(const struct compiler *compiler, const struct compile_request *request,
                          const char *depfile, struct compiled_code *out)
{
    const struct krt_compile_options *options = &request->options;
    /* Takes the last component of the name: the compiler may write a file of this name, and the
     * directories in the name may not exist. */
    const char *slash = strrchr(options->name, '/');
    const char *name = slash && slash[1] ? slash + 1 : options->name;
    void *program = NULL;
    struct unit unit;
    if (!unit_make(&unit, compiler, request, depfile))
        return fail_without_memory(options->name);
    int code = compiler->create(&program, unit.source, name, (int)unit.header_count,
                                (const char *const *)unit.headers, options->header_names);
    krt_status status = code ? fail_compiler(compiler, code, options->name)
                             : check_target(compiler, request->target);
    if (!status) {
        code = compiler->compile(program, unit.argument_count, unit.arguments);
        status = code ? fail_log(compiler, program, code, options->name)
                      : take_code(compiler, program, options->name, &out->bytes, &out->size);
    }
    if (program)
        compiler->destroy(&program);
    unit_free(&unit);
    return status;
}

static krt_status run(const struct compiler *compiler, const struct compile_request *request,
                      struct compiled_code *out)
{
    struct depfile depfile;
    depfile_make(&depfile, compiler, request);
    krt_status status = compile(compiler, request, depfile.path, out);
    if (!status)
        depfile_read(&depfile, request, &out->inputs);
    work_directory_remove(&depfile.work);
    return status;
}

/* hiprtc runs LLVM in this process, and changes its shared state without a lock (seen in 5.2). So
 * libkrt lets it compile one program at a time. */
static pthread_mutex_t llvm_lock = PTHREAD_MUTEX_INITIALIZER;

void compiled_code_free(struct compiled_code *code)
{
    free(code->bytes);
    compile_inputs_free(&code->inputs);
    *code = (struct compiled_code){0};
}

krt_status compiler_run(const struct compiler *compiler, const struct compile_request *request,
                        struct compiled_code *out)
{
    *out = (struct compiled_code){0};
    if (compiler->is_nvrtc)
        return run(compiler, request, out);
    pthread_mutex_lock(&llvm_lock);
    krt_status status = run(compiler, request, out);
    pthread_mutex_unlock(&llvm_lock);
    return status;
}

/* ---- The compilers for a device ------------------------------------------------------------- */

static const char no_memory[] = "krt_compile: no memory left";

krt_status compilers_open(const struct driver *driver, struct compilers *out)
{
    struct compilers all = {0};
    krt_status status = compiler_open(driver, &all.library);
    if (status && status != KRT_ERROR_UNSUPPORTED)
        return status;
    all.has_library = !status;
    if (status && !(all.missing = strdup(krt_error_message())))
        return fail(KRT_ERROR_OUT_OF_MEMORY, no_memory);
    if (driver->kind != KRT_DRIVER_CUDA)
        process_find(&all.process, &all.tried);
    if (status && !all.process.program[0]) {
        if (driver->kind != KRT_DRIVER_CUDA)
            fail(status,
                 "krt_compile: install the program kbuild, or name it in KRT_KBUILD. Tried:%s\n%s",
                 all.tried.text, all.missing);
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

/* Fails with |status| and two messages: |first|, from the library, and kbuild's, which is the
 * thread's message now. */
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
                "AMD GPUs. It was not found: install it, or name it in KRT_KBUILD",
                request->options.name);
}

/* Fails with hiprtc's message, which may be long, after the words that kbuild may be able to
 * compile. */
static krt_status fail_alone(const struct compilers *compilers)
{
    char *first = strdup(krt_error_message());
    krt_status status =
        first ? fail(KRT_ERROR_UNSUPPORTED,
                     "krt_compile: install the program kbuild, which may be able to compile this, "
                     "or name it in KRT_KBUILD. Tried:%s\n%s",
                     compilers->tried.text, first)
              : fail(KRT_ERROR_OUT_OF_MEMORY, no_memory);
    free(first);
    return status;
}

/* Compiles HIP: with hiprtc, and with kbuild if hiprtc is missing or does not know the target. */
static krt_status run_hip(const struct compilers *compilers, const struct compile_request *request,
                          struct compiled_code *out)
{
    const bool has_process = compilers->process.program[0];
    if (!compilers->has_library) {
        krt_status status = process_compile(&compilers->process, request, false, out);
        return status == KRT_ERROR_UNSUPPORTED ? fail_both(status, compilers->missing) : status;
    }
    krt_status status = compiler_run(&compilers->library, request, out);
    if (status != KRT_ERROR_UNSUPPORTED)
        return status;
    if (!has_process)
        return fail_alone(compilers);
    char *first = strdup(krt_error_message());
    status = process_compile(&compilers->process, request, false, out);
    /* On this machine kbuild cannot compile for the target either: the message has both reasons. */
    if (status == KRT_ERROR_UNSUPPORTED)
        status = first ? fail_both(status, first) : fail(KRT_ERROR_OUT_OF_MEMORY, no_memory);
    free(first);
    return status;
}

static krt_status run_any(const struct compilers *compilers, const struct compile_request *request,
                          struct compiled_code *out)
{
    const uint32_t language = request->options.language;
    const bool has_process = compilers->process.program[0];
    *out = (struct compiled_code){0};
    if (compilers->library.is_nvrtc) {
        if (language == KRT_LANGUAGE_HIP)
            return fail(KRT_ERROR_UNSUPPORTED, "krt_compile: %s: HIP's text for an NVIDIA GPU",
                        request->options.name);
        return compiler_run(&compilers->library, request, out);
    }
    if (language == KRT_LANGUAGE_CUDA && !has_process)
        return fail_no_kbuild(request);
    krt_status status = KRT_ERROR_COMPILE;
    if (language != KRT_LANGUAGE_CUDA)
        status = run_hip(compilers, request, out);
    /* A text that does not compile as HIP may be CUDA. */
    if (status == KRT_ERROR_COMPILE && language != KRT_LANGUAGE_HIP && has_process)
        status = process_compile(&compilers->process, request, true, out);
    return status;
}

/* Whether the message of a compiler quotes |name|, as 'name' or "name". */
static bool is_quoted(const char *message, const char *name)
{
    const size_t length = strlen(name);
    for (const char *at = message; (at = strstr(at, name)); at += length) {
        if (at > message && strchr("'\"", at[-1]) && at[length] == at[-1])
            return true;
    }
    return false;
}

/* Adds to a failed compilation's message which header has the types that the text lacks. */
static void add_hint(const struct compile_request *request)
{
    static const char hint[] =
        "\nhint: #include <kir/device.cuh>, which libkrt brings along, defines kir::f16, kir::bf16 "
        "and kir::f8e4m3 for every GPU";
    static const char *const names[] = {"kir",  "f16",    "bf16",          "f8e4m3",
                                        "half", "__half", "__nv_bfloat16", "nv_bfloat16"};
    const char *message = krt_error_message();
    /* NVRTC's message about an unknown kir:: quotes only the "::". */
    bool is_needed = is_quoted(message, "::") && strstr(request->source, "kir::");
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        is_needed = is_needed || is_quoted(message, names[i]);
    if (!is_needed || strstr(request->source, "kir/device.cuh"))
        return;
    char *both = malloc(strlen(message) + sizeof hint);
    if (both)
        fail_long(KRT_ERROR_COMPILE, strcat(strcpy(both, message), hint));
    free(both);
}

krt_status compilers_run(const struct compilers *compilers, const struct compile_request *request,
                         struct compiled_code *out)
{
    krt_status status = run_any(compilers, request, out);
    if (status == KRT_ERROR_COMPILE)
        add_hint(request);
    return status;
}
