/* Compiling with the program kbuild. One compilation is `kbuild compile` in a temporary directory,
 * in which the texts are files. */
#include "compiler.h"

#include "error.h"
#include "place.h"
#include "work_directory.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

/* ---- Finding the compiler -------------------------------------------------------------------- */

static bool is_program(const char *path)
{
    struct stat file;
    return stat(path, &file) == 0 && S_ISREG(file.st_mode) && access(path, X_OK) == 0;
}

static bool find_on_path(char out[512])
{
    const char *list = secure_getenv("PATH"); /* the variable PATH; NULL if the program is setuid */
    while (list && *list) {
        size_t length = strcspn(list, ":");
        int size = snprintf(out, 512, "%.*s/kbuild", (int)length, list);
        if (list[0] == '/' && size < 512 && is_program(out))
            return true;
        list += length + (list[length] == ':');
    }
    return false;
}

/* Finds the kbuild that is installed with this library, PREFIX/lib/libkrt.so or
 * PREFIX/lib/<architecture>/libkrt.so, or with the program that contains libkrt. A setuid program
 * does not run it, as it does not use PATH. */
static bool find_beside(char out[512])
{
    char own[PATH_MAX], prefix[PATH_MAX], programs[PATH_MAX + 8];
    if (getauxval(AT_SECURE) || !place_find((const void *)(uintptr_t)process_find, own))
        return false;
    memcpy(prefix, own, sizeof prefix);
    place_cut_name(prefix);
    for (int i = 0; i < 2; i++) {
        place_cut_name(prefix);
        snprintf(programs, sizeof programs, "%s/bin", prefix);
        if (snprintf(out, 512, "%s/kbuild", programs) < 512 && is_program(out) &&
            !place_is_foreign(programs, own))
            return true;
    }
    return false;
}

void process_find(struct process_compiler *out, struct tried *tried)
{
    const char *chosen = secure_getenv("KRT_KBUILD");
    struct stat file;
    *out = (struct process_compiler){0};
    if (chosen && !*chosen) {
        tried_add(tried, "kbuild: KRT_KBUILD is empty");
        return;
    }
    bool is_found = chosen ? snprintf(out->program, sizeof out->program, "%s", chosen) <
                                     (int)sizeof out->program &&
                                 is_program(out->program)
                           : find_on_path(out->program) || find_beside(out->program);
    if (!is_found || stat(out->program, &file) != 0) {
        tried_add(tried, "kbuild: %s",
                  chosen ? chosen : "not on PATH, and not in bin beside libkrt's directory");
        out->program[0] = '\0';
        return;
    }
    snprintf(out->identity, sizeof out->identity, " kbuild %lld:%lld.%09ld",
             (long long)file.st_size, (long long)file.st_mtim.tv_sec, file.st_mtim.tv_nsec);
}

/* ---- Files for the compiler ------------------------------------------------------------------ */

/* The directories of one compilation: a directory of its own, and the one in which kbuild keeps
 * translations, which is below the toolchain's directory and has the source's name. */
struct work {
    struct work_directory own, translations;
    const char *name; /* the name of the source file without its extension */
    /* the extension of the source file, "cu" or "hip", which tells kbuild the language */
    const char *extension;
};

static krt_status fail_file(const char *what, const char *path)
{
    return fail(errno == ENOMEM ? KRT_ERROR_OUT_OF_MEMORY : KRT_ERROR_IO,
                "krt_compile: cannot %s %s: %s. TMPDIR names a directory for temporary files", what,
                path, strerror(errno));
}

static krt_status work_make(struct work *work, const struct process_compiler *compiler,
                            bool is_cuda)
{
    char modules[WORK_PATH_MAX - 64], origin[WORK_PATH_MAX];
    *work = (struct work){.translations.lock = -1, .extension = is_cuda ? "cu" : "hip"};
    if (!work_directory_make(work_base(), &work->own))
        return fail_file("create a directory in", work_base());
    work->name = work->own.name;
    if (!compiler->toolchain ||
        snprintf(modules, sizeof modules, "%s/modules", compiler->toolchain) >= (int)sizeof modules)
        return KRT_OK;
    /* kbuild empties a toolchain's directory without a .origin: before there is one, make nothing
     * in it. */
    snprintf(origin, sizeof origin, "%s/.origin", compiler->toolchain);
    if (access(origin, F_OK) == 0 && work_directory_make(modules, &work->translations))
        work->name = work->translations.name;
    else
        snprintf(work->translations.path, sizeof work->translations.path, "%s/%s", modules,
                 work->name);
    return KRT_OK;
}

static void work_remove(struct work *work)
{
    work_directory_remove(&work->own);
    work_directory_remove(&work->translations);
}

/* Writes |before| and |text| to the file |name| of the compilation's own directory. */
static krt_status write_file(const struct work *work, const char *name, const char *before,
                             const char *text)
{
    char path[1024];
    snprintf(path, sizeof path, "%s/%s", work->own.path, name);
    FILE *stream = fopen(path, "wxe");
    if (!stream)
        return fail_file("create", path);
    fputs(before, stream);
    fputs(text, stream);
    bool is_whole = !ferror(stream);
    is_whole = fclose(stream) == 0 && is_whole;
    return is_whole ? KRT_OK : fail_file("write", path);
}

/* Writes a header to the path |name| below include/, and makes the directories on that path. */
static krt_status write_header(const struct work *work, const char *name, const char *text)
{
    char path[768], whole[WORK_PATH_MAX + 768];
    size_t length = (size_t)snprintf(path, sizeof path, "include/%s", name);
    bool leads_out = name[0] == '/' || strcmp(name, "..") == 0 || strncmp(name, "../", 3) == 0 ||
                     strstr(name, "/../");
    if (leads_out || length >= sizeof path || !name[0] || path[length - 1] == '/')
        return fail(KRT_ERROR_INVALID_ARGUMENT,
                    "krt_compile: the header name \"%s\" is not a path below a directory", name);
    for (char *slash = strchr(path, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        snprintf(whole, sizeof whole, "%s/%s", work->own.path, path);
        if (mkdir(whole, 0700) != 0 && errno != EEXIST)
            return fail_file("create", whole);
        *slash = '/';
    }
    char *named = text_named(name, text);
    krt_status status = named ? write_file(work, path, "", named)
                              : fail(KRT_ERROR_OUT_OF_MEMORY, "krt_compile: no memory left");
    free(named);
    return status;
}

/* Arguments of compilers that name a directory or a file, either in the same argument or in the
 * next one. Relative paths begin at the working directory of this process, but kbuild runs the
 * compiler in another directory. */
static const struct {
    const char *name;
    /* whether the option names a file, not a directory. A relative path at which there is no file
     * stays unchanged, because it may name a header of the request. */
    bool is_file;
} path_arguments[] = {
    {"-I", false},         {"-isystem", false}, {"-iquote", false},
    {"-idirafter", false}, {"-include", true},  {"-imacros", true},
};

/* Returns the index in |path_arguments| of |argument|'s option, or -1. */
static int path_argument(const char *argument)
{
    int count = sizeof path_arguments / sizeof path_arguments[0];
    for (int i = 0; i < count; i++) {
        size_t length = strlen(path_arguments[i].name);
        if (strncmp(argument, path_arguments[i].name, length) == 0 && argument[length] != '-')
            return i;
    }
    return -1;
}

/* Writes a path argument to the options. |here| is this process's working directory, or NULL. For
 * CUDA, a -I becomes a -I of kbuild, which translates the headers in that directory. All other
 * arguments become flags of the compiler: HIP needs no translation. CuPy names all directories of
 * the compiler by -I, which the compiler ignores. */
static void put_path(FILE *stream, int which, const char *path, const char *here, bool is_cuda)
{
    const char *name = path_arguments[which].name;
    const bool is_relative =
        path[0] != '/' && here && (!path_arguments[which].is_file || access(path, F_OK) == 0);
    if (which == 0 && is_cuda)
        fprintf(stream, "-I%s%s%s\n", is_relative ? here : "", is_relative ? "/" : "", path);
    else
        fprintf(stream, "--flag=%s\n--flag=%s%s%s\n", name, is_relative ? here : "",
                is_relative ? "/" : "", path);
}

static void put_arguments(FILE *stream, const struct krt_compile_options *options, bool is_cuda)
{
    char *here = getcwd(NULL, 0);
    for (uint32_t i = 0; i < options->argument_count; i++) {
        const char *argument = options->arguments[i];
        int which = path_argument(argument);
        size_t length = which < 0 ? 0 : strlen(path_arguments[which].name);
        if (which >= 0 && argument[length])
            put_path(stream, which, argument + length, here, is_cuda);
        else if (which >= 0 && i + 1 < options->argument_count)
            put_path(stream, which, options->arguments[++i], here, is_cuda);
        else
            fprintf(stream, "--flag=%s\n", argument);
    }
    free(here);
}

/* Writes the file for `kbuild compile --options`, which has one option a line. */
static krt_status write_options(const struct work *work, const struct compile_request *request,
                                bool is_cuda)
{
    char path[1024];
    for (uint32_t i = 0; i < request->options.argument_count; i++) {
        if (strchr(request->options.arguments[i], '\n'))
            return fail(KRT_ERROR_INVALID_ARGUMENT,
                        "krt_compile: the argument \"%s\" has two lines",
                        request->options.arguments[i]);
    }
    snprintf(path, sizeof path, "%s/options", work->own.path);
    FILE *stream = fopen(path, "wxe");
    if (!stream)
        return fail_file("create", path);
    fprintf(stream, "-I%s/include\n", work->own.path);
    put_arguments(stream, &request->options, is_cuda);
    bool is_whole = !ferror(stream);
    is_whole = fclose(stream) == 0 && is_whole;
    return is_whole ? KRT_OK : fail_file("write", path);
}

/* The headers that hiprtc includes without being asked, for HIP and for CUDA. A header of CUDA also
 * tells kbuild that the text is CUDA. */
static const char *const includes[] = {
    "#include <hip/hip_runtime.h>\n#include <hip/hip_fp16.h>\n#include <hip/hip_bfloat16.h>\n"
    "#include <hip/hip_complex.h>\n",
    "#include <cuda_fp16.h>\n",
};

static krt_status write_files(const struct work *work, const struct compile_request *request,
                              bool is_cuda)
{
    const struct krt_compile_options *options = &request->options;
    char name[64];
    char *source = text_named(options->name, request->source);
    if (!source)
        return fail(KRT_ERROR_OUT_OF_MEMORY, "krt_compile: no memory left");
    snprintf(name, sizeof name, "%s.%s", work->name, work->extension);
    krt_status status = write_file(work, name, includes[is_cuda], source);
    free(source);
    for (uint32_t i = 0; !status && i < options->header_count; i++)
        status = write_header(work, options->header_names[i], options->header_texts[i]);
    return status ? status : write_options(work, request, is_cuda);
}

/* ---- Running the compiler -------------------------------------------------------------------- */

/* Runs kbuild. Returns the status that waitpid() stores, or -1 if kbuild did not start or another
 * part of this process has waited for it. kbuild ends when this process ends (--end-with). kbuild
 * has a process group of its own, so that a signal of the terminal reaches only this process. */
static int run(const struct process_compiler *compiler, const struct work *work, const char *target,
               krt_status *out)
{
    const char *own = work->own.path;
    char below[1024], code[1024], log[1024], options[1024], depfile[1024], source[1024], self[32];
    snprintf(below, sizeof below, "%s/build", own);
    const char *build = compiler->toolchain ? compiler->toolchain : below;
    snprintf(code, sizeof code, "%s/code", own);
    snprintf(log, sizeof log, "%s/log", own);
    snprintf(options, sizeof options, "%s/options", own);
    snprintf(depfile, sizeof depfile, "%s/depfile", own);
    snprintf(source, sizeof source, "%s/%s.%s", own, work->name, work->extension);
    snprintf(self, sizeof self, "%ld", (long)getpid());
    const char *arguments[] = {"kbuild",     "compile", "--target",    target, "--output",  code,
                               "--depfile",  depfile,   "--build-dir", build,  "--options", options,
                               "--end-with", self,      source,        NULL};
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    sigset_t none;
    pid_t child;
    int status = -1;
    sigemptyset(&none);
    posix_spawn_file_actions_init(&actions);
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP);
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_addopen(&actions, 2, log, O_WRONLY | O_CREAT | O_EXCL, 0600);
    int error = posix_spawn(&child, compiler->program, &actions, &attributes,
                            (char *const *)arguments, environ);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    *out = KRT_OK;
    if (error) {
        *out = fail(error == ENOMEM ? KRT_ERROR_OUT_OF_MEMORY : KRT_ERROR_IO,
                    "krt_compile: cannot run %s: %s", compiler->program, strerror(error));
        return -1;
    }
    while (waitpid(child, &status, 0) < 0) {
        if (errno != EINTR)
            return -1;
    }
    return status;
}

static char *read_work(const struct work *work, const char *name, size_t *out_size)
{
    char path[1024];
    snprintf(path, sizeof path, "%s/%s", work->own.path, name);
    return work_read(path, out_size);
}

/* Removes kbuild's summary lines from the log: they name a temporary file that the caller does not
 * know. */
static void trim_log(char *log, const struct work *work)
{
    char *to = log, *from = log;
    while (*from) {
        size_t length = strcspn(from, "\n") + (strchr(from, '\n') != NULL);
        char *own = strstr(from, work->name);
        bool is_summary = strncmp(from, "kbuild: ", 8) == 0 && own && own < from + length;
        if (!is_summary) {
            memmove(to, from, length);
            to += length;
        }
        from += length;
    }
    while (to > log && to[-1] == '\n')
        to--;
    *to = '\0';
}

enum { EXIT_INPUT = 1, EXIT_ENVIRONMENT = 3 }; /* exit statuses of kbuild */

static krt_status fail_process(const struct process_compiler *compiler, const struct work *work,
                               const struct compile_request *request, int ended)
{
    size_t size;
    char *log = read_work(work, "log", &size);
    int code = ended >= 0 && WIFEXITED(ended) ? WEXITSTATUS(ended) : -1;
    krt_status status = code == EXIT_ENVIRONMENT ? KRT_ERROR_UNSUPPORTED : KRT_ERROR_COMPILE;
    if (log)
        trim_log(log, work);
    if (log && *log && code >= EXIT_INPUT && code <= EXIT_ENVIRONMENT)
        status = fail_long(status, log);
    else if (ended >= 0 && WIFSIGNALED(ended))
        status = fail(KRT_ERROR_UNSUPPORTED, "krt_compile: %s: signal %d ended %s",
                      request->options.name, WTERMSIG(ended), compiler->program);
    else
        status = fail(status, "krt_compile: %s: %s failed and printed nothing",
                      request->options.name, compiler->program);
    free(log);
    return status;
}

static void read_inputs(const struct work *work, const struct timespec *started,
                        struct compile_inputs *out)
{
    size_t size;
    char *text = read_work(work, "depfile", &size);
    if (text)
        compile_inputs_read(text, work->own.path, started, out);
    free(text);
}

krt_status process_compile(const struct process_compiler *compiler,
                           const struct compile_request *request, bool is_cuda,
                           struct compiled_code *out)
{
    struct work work;
    struct timespec started;
    *out = (struct compiled_code){0};
    clock_gettime(CLOCK_REALTIME, &started);
    krt_status status = work_make(&work, compiler, is_cuda);
    if (status)
        return status;
    status = write_files(&work, request, is_cuda);
    int ended = status ? -1 : run(compiler, &work, request->target, &status);
    if (!status) {
        out->bytes = ended > 0 ? NULL : read_work(&work, "code", &out->size);
        if (out->bytes)
            read_inputs(&work, &started, &out->inputs);
        else
            status = fail_process(compiler, &work, request, ended);
    }
    work_remove(&work);
    return status;
}
