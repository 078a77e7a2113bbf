/* A double of libhiprtc: hiprtc's functions, which give code that was compiled beforehand,
 * $DOUBLE_CODE.<target>.hsaco, and count: each compilation adds a byte to the file $DOUBLE_COUNT.
 *
 * A source says in a comment what is to go wrong with it: "double: no log", "double: no code",
 * "double: slow". "#error" is an error, named as the source's #line has it. Two compilations at the
 * same time end the process, as they may with the real one.
 */
#include <fcntl.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int hiprtcVersion(int *major, int *minor);
const char *hiprtcGetErrorString(int code);
int hiprtcCreateProgram(void **out, const char *source, const char *name, int header_count,
                        const char *const *texts, const char *const *names);
int hiprtcDestroyProgram(void **program);
int hiprtcCompileProgram(void *program, int count, const char *const *arguments);
int hiprtcGetProgramLogSize(void *program, size_t *out);
int hiprtcGetProgramLog(void *program, char *out);
int hiprtcGetCodeSize(void *program, size_t *out);
int hiprtcGetCode(void *program, char *out);
int amd_comgr_get_isa_count(size_t *out);
int amd_comgr_get_isa_name(size_t index, const char **out);

enum { MANY_LINES = 400 };

struct program {
    char *text; /* headers and source, one behind the other */
    char log[128 * MANY_LINES];
    char code[65536];
    size_t code_size;
};

static const char *const isas[] = {"amdgcn-amd-amdhsa--gfx900", "amdgcn-amd-amdhsa--gfx90a",
                                   "amdgcn-amd-amdhsa--gfx1030"};

int hiprtcVersion(int *major, int *minor)
{
    const char *version = getenv("DOUBLE_VERSION");
    *major = version ? atoi(version) : 1;
    *minor = 0;
    return 0;
}

const char *hiprtcGetErrorString(int code)
{
    return code == 6 ? "HIPRTC_ERROR_COMPILATION" : code ? "another error" : "HIPRTC_SUCCESS";
}

int hiprtcCreateProgram(void **out, const char *source, const char *name, int header_count,
                        const char *const *texts, const char *const *names)
{
    size_t size = strlen(source) + 1;
    struct program *program = calloc(1, sizeof *program);
    for (int i = 0; i < header_count; i++)
        size += strlen(texts[i]) + (names[i] ? 1 : 0);
    program->text = calloc(1, size);
    for (int i = 0; i < header_count; i++)
        strcat(strcat(program->text, texts[i]), "\n");
    strcat(program->text, source);
    *out = program;
    return name && *name && !strchr(name, '/') ? 0 : 3;
}

int hiprtcDestroyProgram(void **program)
{
    free(((struct program *)*program)->text);
    free(*program);
    *program = NULL;
    return 0;
}

static void count_one(void)
{
    int file = open(getenv("DOUBLE_COUNT"), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    if (file < 0 || write(file, "+", 1) != 1)
        abort();
    close(file);
}

/* "NAME:LINE:1: error: ...", of the line with #error on it. */
static int find_error(struct program *program)
{
    char name[128] = "?";
    int number = 0;
    char *rest = program->text, *line;
    size_t length = 0;
    for (; (line = strsep(&rest, "\n")); number++) {
        if (sscanf(line, "#line 1 \"%127[^\"]\"", name) == 1)
            number = 0;
        for (int i = 0; strncmp(line, "#error", 6) == 0 && i < MANY_LINES; i++) {
            length += (size_t)snprintf(program->log + length, sizeof program->log - length,
                                       "%s:%d:1: error:%s\n", name, number, line + 6);
            if (!strstr(line, "many"))
                break;
        }
    }
    return length ? 6 : 0;
}

static int compile(struct program *program, int count, const char *const *arguments)
{
    char path[4096];
    count_one();
    if (strstr(program->text, "double: slow"))
        usleep(200000);
    if (strstr(program->text, "double: no log"))
        return 6;
    if (strstr(program->text, "double: no code"))
        return 0;
    if (find_error(program))
        return 6;
    if (count < 1 || strncmp(arguments[0], "--offload-arch=", 15) != 0)
        return 5;
    snprintf(path, sizeof path, "%s.%s.hsaco", getenv("DOUBLE_CODE"), arguments[0] + 15);
    char *colon = strchr(path, ':');
    if (colon) /* features */
        strcpy(colon, ".hsaco");
    int file = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t size = file >= 0 ? read(file, program->code, sizeof program->code) : -1;
    if (file >= 0)
        close(file);
    program->code_size = size > 0 ? (size_t)size : 0;
    return size > 0 ? 0 : 11;
}

int hiprtcCompileProgram(void *program, int count, const char *const *arguments)
{
    static atomic_bool is_busy;
    if (atomic_exchange(&is_busy, true))
        abort();
    int result = compile(program, count, arguments);
    atomic_store(&is_busy, false);
    return result;
}

int hiprtcGetProgramLogSize(void *program, size_t *out)
{
    size_t length = strlen(((struct program *)program)->log);
    *out = length ? length + 1 : 0;
    return 0;
}

int hiprtcGetProgramLog(void *program, char *out)
{
    strcpy(out, ((struct program *)program)->log);
    return 0;
}

int hiprtcGetCodeSize(void *program, size_t *out)
{
    *out = ((struct program *)program)->code_size;
    return 0;
}

int hiprtcGetCode(void *program, char *out)
{
    struct program *made = program;
    memcpy(out, made->code, made->code_size);
    return 0;
}

int amd_comgr_get_isa_count(size_t *out)
{
    *out = sizeof isas / sizeof isas[0];
    return 0;
}

int amd_comgr_get_isa_name(size_t index, const char **out)
{
    *out = isas[index];
    return 0;
}
