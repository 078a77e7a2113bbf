#include "toolchain/toolchain.h"

#include "discover.h"
#include "util/file.h"
#include "util/process.h"

/* Returns the path of |name| in the directory |prefix|. An absolute prefix begins below
 * KBUILD_SYSROOT, as in the search for HIP. */
static char *in_place(const char *prefix, const char *name)
{
    const char *root = getenv("KBUILD_SYSROOT");
    return mem_format("%s%s/%s", root && prefix[0] == '/' ? root : "", prefix, name);
}

/* Returns |name| in the first of CUDA's directories that has it, or NULL. */
static char *find_below(const char *const *prefixes, const char *name, bool wants_prefix)
{
    for (; *prefixes; prefixes++) {
        bool is_variable = **prefixes == '$';
        const char *value = is_variable ? getenv(*prefixes + 1) : NULL;
        if (is_variable && (!value || !*value))
            continue;
        char *path = value ? path_join(value, name) : in_place(*prefixes, name);
        if (path_is_file(path)) {
            if (wants_prefix)
                path[strlen(path) - strlen(name) - 1] = '\0';
            return path;
        }
        free(path);
    }
    return NULL;
}

static const char *const places[] = {"$CUDA_HOME", "$CUDA_PATH",    "/usr/local/cuda",
                                     "/opt/cuda",  "/usr/lib/cuda", NULL};
static const char where[] = "CUDA_HOME, CUDA_PATH, /usr/local/cuda, /opt/cuda and /usr/lib/cuda";

static char *ask_nvcc(struct cuda_compiler *compiler)
{
    char *const argv[] = {compiler->program, "--version", NULL};
    OWNED_BY(process_result_free) struct process_result result = {0};
    if (!process_run(argv, NULL, PROCESS_ASK, &result))
        return mem_format("%s --version failed: %s", compiler->program,
                          result.error      ? strerror(result.error)
                          : result.err.size ? result.err.data
                                            : "it says nothing");
    /* The version is in nvcc's line "Cuda compilation tools, release 13.0". */
    compiler->version = version_in(result.out.data);
    compiler->fingerprint = mem_format("%s\n%s", compiler->program, result.out.data);
    return NULL;
}

/* Returns the version that cuda.h defines: "12.4" for a CUDA_VERSION of 12040. */
static char *read_version(const char *prefix)
{
    static const char name[] = "#define CUDA_VERSION ";
    OWNED char *path = path_join(prefix, "include/cuda.h");
    OWNED_BY(buf_free) struct buf text = {0};
    if (file_read_plain(path, &text) != STATUS_OK)
        return NULL;
    const char *at = memmem(text.data, text.size, name, sizeof name - 1);
    int version = at ? atoi(at + sizeof name - 1) : 0;
    return version ? mem_format("%d.%d", version / 1000, version / 10 % 100) : NULL;
}

static char *use_clang(struct cuda_compiler *compiler)
{
    compiler->prefix = find_below(places, "include/cuda.h", true);
    if (!compiler->prefix)
        return mem_format("no compiler for NVIDIA GPUs: nvcc is not in PATH, nor in bin/ of %s; "
                          "and none of these has include/cuda.h, with which clang could compile; "
                          "install NVIDIA's CUDA toolkit, or name its nvcc by --nvcc or "
                          "KBUILD_NVCC",
                          where);
    compiler->version = read_version(compiler->prefix);
    compiler->fingerprint = mem_format("clang with %s\n", compiler->prefix);
    return NULL;
}

char *cuda_compiler_look(const char *wanted, struct cuda_compiler *out)
{
    const char *chosen = getenv("KBUILD_NVCC"), *said_by = wanted ? "--nvcc" : "KBUILD_NVCC";
    *out = (struct cuda_compiler){0};
    if (!wanted && chosen && *chosen)
        wanted = chosen;
    OWNED char *found = process_find(wanted ? wanted : "nvcc");
    if (!found && wanted)
        return mem_format("%s is '%s': no such program", said_by, wanted);
    if (!found)
        found = find_below(places, "bin/nvcc", false);
    if (!found)
        return use_clang(out);
    out->program = path_absolute(found);
    return ask_nvcc(out);
}

enum status cuda_compiler_find(const char *wanted, struct cuda_compiler *out)
{
    OWNED char *problem = cuda_compiler_look(wanted, out);
    return problem ? status_fail(STATUS_ENVIRONMENT, "%s", problem) : STATUS_OK;
}

void cuda_compiler_free(struct cuda_compiler *compiler)
{
    free(compiler->program);
    free(compiler->prefix);
    free(compiler->version);
    free(compiler->fingerprint);
    *compiler = (struct cuda_compiler){0};
}
