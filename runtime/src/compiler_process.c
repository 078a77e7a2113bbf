/* One compilation is `kbuild compile` in a temporary directory, which has the texts as files. */
#include "compiler.h"

#include "error.h"

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

/* ---- Finding it ----------------------------------------------------------------------------- */

static bool is_program(const char *path)
{
    struct stat file;
    return stat(path, &file) == 0 && S_ISREG(file.st_mode) && access(path, X_OK) == 0;
}

static bool find_on_path(char out[512])
{
    const char *list = secure_getenv("PATH"); /* NULL in a setuid program */
    while (list && *list) {
        size_t length = strcspn(list, ":");
        int size = snprintf(out, 512, "%.*s/kbuild", (int)length, list);
        if (list[0] == '/' && size < 512 && is_program(out))
            return true;
        list += length + (list[length] == ':');
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
                           : find_on_path(out->program);
    if (!is_found || stat(out->program, &file) != 0) {
        tried_add(tried, "kbuild: %s", chosen ? chosen : "not on PATH");
        out->program[0] = '\0';
        return;
    }
    snprintf(out->identity, sizeof out->identity, " kbuild %lld:%lld.%09ld",
             (long long)file.st_size, (long long)file.st_mtim.tv_sec, file.st_mtim.tv_nsec);
}

/* ---- Files ---------------------------------------------------------------------------------- */

/* A compilation's files. Its name is also the source's, because kbuild keeps translations below the
 * toolchain's directory under that name. */
struct work {
    char directory[256];
    const char *name; /* the last component of |directory| */
};

static krt_status fail_file(const char *what, const char *path)
{
    return fail(errno == ENOMEM ? KRT_ERROR_OUT_OF_MEMORY : KRT_ERROR_UNSUPPORTED,
                "krt_compile: cannot %s %s: %s. TMPDIR names a directory for temporary files", what,
                path, strerror(errno));
}

static krt_status work_make(struct work *work)
{
    const char *base = secure_getenv("TMPDIR");
    int size = snprintf(work->directory, sizeof work->directory, "%s/krt_%ld_XXXXXX",
                        base && *base ? base : "/tmp", (long)getpid());
    if (size >= (int)sizeof work->directory) {
        errno = ENAMETOOLONG;
        return fail_file("create a directory in", base);
    }
    if (!mkdtemp(work->directory))
        return fail_file("create", work->directory);
    work->name = strrchr(work->directory, '/') + 1;
    return KRT_OK;
}

static int remove_one(const char *path, const struct stat *status, int type, struct FTW *at)
{
    (void)status;
    (void)type;
    (void)at;
    remove(path);
    return 0;
}

static void remove_tree(const char *path)
{
    nftw(path, remove_one, 16, FTW_DEPTH | FTW_PHYS);
}

static void work_remove(const struct work *work, const struct process_compiler *compiler)
{
    char path[1024];
    remove_tree(work->directory);
    if (!compiler->toolchain)
        return;
    snprintf(path, sizeof path, "%s/modules/%s", compiler->toolchain, work->name);
    remove_tree(path);
}

/* Writes |before| and |text| to the file |name| of the directory. */
static krt_status write_file(const struct work *work, const char *name, const char *before,
                             const char *text)
{
    char path[1024];
    snprintf(path, sizeof path, "%s/%s", work->directory, name);
    FILE *stream = fopen(path, "wxe");
    if (!stream)
        return fail_file("create", path);
    fputs(before, stream);
    fputs(text, stream);
    bool is_whole = !ferror(stream);
    is_whole = fclose(stream) == 0 && is_whole;
    return is_whole ? KRT_OK : fail_file("write", path);
}

/* A header's name is a path below include/; its directories are made. */
static krt_status write_header(const struct work *work, const char *name, const char *text)
{
    char path[768], whole[1024];
    size_t length = (size_t)snprintf(path, sizeof path, "include/%s", name);
    bool leads_out = name[0] == '/' || strcmp(name, "..") == 0 || strncmp(name, "../", 3) == 0 ||
                     strstr(name, "/../");
    if (leads_out || length >= sizeof path || !name[0] || path[length - 1] == '/')
        return fail(KRT_ERROR_INVALID_ARGUMENT,
                    "krt_compile: the header name \"%s\" is not a path below a directory", name);
    for (char *slash = strchr(path, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        snprintf(whole, sizeof whole, "%s/%s", work->directory, path);
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

/* The options of `kbuild compile --options`: one a line. */
static krt_status write_options(const struct work *work, const struct compile_request *request)
{
    char path[512];
    snprintf(path, sizeof path, "%s/options", work->directory);
    FILE *stream = fopen(path, "wxe");
    if (!stream)
        return fail_file("create", path);
    fprintf(stream, "-I%s/include\n", work->directory);
    for (uint32_t i = 0; i < request->options.argument_count; i++) {
        const char *argument = request->options.arguments[i];
        bool is_known = argument[0] == '-' && (argument[1] == 'D' || argument[1] == 'I');
        if (strchr(argument, '\n')) {
            fclose(stream);
            return fail(KRT_ERROR_INVALID_ARGUMENT,
                        "krt_compile: the argument \"%s\" has two lines", argument);
        }
        fprintf(stream, "%s%s\n", is_known && argument[2] ? "" : "--flag=", argument);
    }
    bool is_whole = !ferror(stream);
    is_whole = fclose(stream) == 0 && is_whole;
    return is_whole ? KRT_OK : fail_file("write", path);
}

static krt_status write_files(const struct work *work, const struct compile_request *request)
{
    const struct krt_compile_options *options = &request->options;
    char name[64];
    char *source = text_named(options->name, request->source);
    if (!source)
        return fail(KRT_ERROR_OUT_OF_MEMORY, "krt_compile: no memory left");
    snprintf(name, sizeof name, "%s.cu", work->name);
    /* hiprtc includes this by itself. */
    krt_status status = write_file(work, name, "#include <cuda_fp16.h>\n", source);
    free(source);
    for (uint32_t i = 0; !status && i < options->header_count; i++)
        status = write_header(work, options->header_names[i], options->header_texts[i]);
    return status ? status : write_options(work, request);
}

/* The whole file; NULL with errno. A NUL follows it. */
static char *read_file(const struct work *work, const char *name, size_t *out_size)
{
    char path[512];
    struct stat status;
    snprintf(path, sizeof path, "%s/%s", work->directory, name);
    FILE *stream = fopen(path, "re");
    if (!stream)
        return NULL;
    char *data = fstat(fileno(stream), &status) == 0 ? malloc((size_t)status.st_size + 1) : NULL;
    if (data) {
        *out_size = fread(data, 1, (size_t)status.st_size, stream);
        data[*out_size] = '\0';
    }
    fclose(stream);
    return data;
}

/* ---- Running it ----------------------------------------------------------------------------- */

/* The result of waitpid(), or -1 when the program did not start or another part of this process has
 * waited for it. */
static int run(const struct process_compiler *compiler, const struct work *work, const char *target,
               krt_status *out)
{
    char code[512], log[512], options[512], source[512];
    snprintf(code, sizeof code, "%s/code", work->directory);
    snprintf(log, sizeof log, "%s/log", work->directory);
    snprintf(options, sizeof options, "%s/options", work->directory);
    snprintf(source, sizeof source, "%s/%s.cu", work->directory, work->name);
    const char *build = compiler->toolchain ? compiler->toolchain : work->directory;
    const char *arguments[] = {"kbuild",      "compile", "--target",  target,  "--output", code,
                               "--build-dir", build,     "--options", options, source,     NULL};
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    sigset_t none;
    pid_t child;
    int status = -1;
    sigemptyset(&none);
    posix_spawn_file_actions_init(&actions);
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK);
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_addopen(&actions, 2, log, O_WRONLY | O_CREAT | O_EXCL, 0600);
    int error = posix_spawn(&child, compiler->program, &actions, &attributes,
                            (char *const *)arguments, environ);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    *out = KRT_OK;
    if (error) {
        *out = fail(error == ENOMEM ? KRT_ERROR_OUT_OF_MEMORY : KRT_ERROR_UNSUPPORTED,
                    "krt_compile: cannot run %s: %s", compiler->program, strerror(error));
        return -1;
    }
    while (waitpid(child, &status, 0) < 0) {
        if (errno != EINTR)
            return -1;
    }
    return status;
}

/* Cuts the lines in which kbuild names the file that the caller does not know. */
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

enum { EXIT_INPUT = 1, EXIT_ENVIRONMENT = 3 }; /* of kbuild */

static krt_status fail_process(const struct process_compiler *compiler, const struct work *work,
                               const struct compile_request *request, int ended)
{
    size_t size;
    char *log = read_file(work, "log", &size);
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

krt_status process_compile(const struct process_compiler *compiler,
                           const struct compile_request *request, void **out_code, size_t *out_size)
{
    struct work work;
    krt_status status = work_make(&work);
    if (status)
        return status;
    status = write_files(&work, request);
    int ended = status ? -1 : run(compiler, &work, request->target, &status);
    if (!status) {
        char *code = ended > 0 ? NULL : read_file(&work, "code", out_size);
        if (code)
            *out_code = code;
        else
            status = fail_process(compiler, &work, request, ended);
    }
    work_remove(&work, compiler);
    return status;
}
