/* Asks the programs of a toolchain for their versions. Makes a digest of these versions and of the
 * device libraries. Starts each program once. */
#include "discover.h"

#include "util/file.h"
#include "util/process.h"

#include <ctype.h>
#include <xxhash.h>

/* Returns the rest of the line in |text| that begins with |label|, or NULL. Owned by the caller. */
static char *value_behind(const char *text, const char *label)
{
    const char *at = text ? strstr(text, label) : NULL;
    if (!at)
        return NULL;
    at += strlen(label);
    at += strspn(at, " \t");
    return mem_dup_n(at, strcspn(at, "\r\n"));
}

char *version_in(const char *line)
{
    for (const char *at = line; at && *at; at++) {
        bool starts = isdigit((unsigned char)*at) &&
                      (at == line || (!isalnum((unsigned char)at[-1]) && at[-1] != '.'));
        size_t length = starts ? strspn(at, "0123456789.") : 0;
        while (length && at[length - 1] == '.')
            length--;
        if (length && memchr(at, '.', length))
            return mem_dup_n(at, length);
    }
    return NULL;
}

/* Returns the program in |command|, a command line that hipcc prints with or without quotes.
 * Without quotes, a path with spaces looks like several words, so the fewest words that name a
 * program are taken. */
static char *command_program(const char *command)
{
    if (command[0] == '"')
        return mem_dup_n(command + 1, strcspn(command + 1, "\""));
    for (size_t length = strcspn(command, " ");;) {
        OWNED char *program = mem_dup_n(command, length);
        char *found = process_find(program);
        if (found || !command[length])
            return found;
        length += 1 + strcspn(command + length + 1, " ");
    }
}

static char *run_for_output(char *const argv[], const struct strings *environment)
{
    OWNED_BY(process_result_free) struct process_result result = {0};
    bool ok = process_run(argv, environment, PROCESS_ASK, &result);
    return ok ? mem_format("%s\n%s", result.out.data, result.err.data) : NULL;
}

static char *ask_hipconfig(const char *hipcc, const struct strings *environment)
{
    OWNED char *directory = path_directory(hipcc);
    OWNED char *hipconfig = path_join(directory, "hipconfig");
    OWNED char *answer =
        path_exists(hipconfig)
            ? run_for_output((char *[]){hipconfig, "--hipclangpath", NULL}, environment)
            : NULL;
    char *clang = NULL;
    if (answer && answer[0] == '/') {
        answer[strcspn(answer, "\r\n")] = '\0';
        clang = path_join(answer, "clang++");
    }
    return clang;
}

void ask_hipcc(const char *hipcc, char **out_clang, char **out_version)
{
    *out_clang = *out_version = NULL;
    OWNED_BY(strings_free) struct strings environment = {0};
    /* This variable makes hipcc print the command that it runs. */
    strings_add(&environment, "HIPCC_VERBOSE=1");
    strings_add(&environment, "HIP_PLATFORM=amd");
    /* With an architecture given, hipcc does not look for GPUs. */
    OWNED char *answer = run_for_output(
        (char *[]){(char *)hipcc, "--version", "--offload-arch=gfx900", NULL}, &environment);
    OWNED char *command = value_behind(answer, "hipcc-cmd:");
    OWNED char *version = value_behind(answer, "HIP version:");
    if (command)
        *out_clang = command_program(command);
    if (!*out_clang)
        *out_clang = ask_hipconfig(hipcc, &environment);
    if (version)
        *out_version = version_in(version);
}

static char *first_line(const char *text)
{
    text += strspn(text, "\r\n");
    return *text ? mem_dup_n(text, strcspn(text, "\r\n")) : NULL;
}

/* Returns the line with the version that |clang| --version prints. NULL if there is none: then the
 * program is not clang. */
static char *ask_plain_clang(const char *clang)
{
    char *line = ask_version_line(clang);
    OWNED char *version = line ? version_in(line) : NULL;
    if (!version) {
        free(line);
        line = NULL;
    }
    return line;
}

/* Returns the path after "-resource-dir" in the commands that clang -v prints; NULL if the path has
 * quotes. */
static char *resource_dir_in(const char *text)
{
    OWNED char *rest = value_behind(text, " -resource-dir ");
    return rest && rest[0] == '/' ? mem_dup_n(rest, strcspn(rest, " ")) : NULL;
}

char *ask_clang(const char *clang, struct strings *out_processors, char **out_resource_dir)
{
    /* One start of clang is enough: with -v, clang prints its version, the command that lists the
     * processors, and the list. A clang without the backend for AMD GPUs prints no list and fails.
     */
    OWNED char *text = run_for_output((char *[]){(char *)clang, "--target=amdgcn-amd-amdhsa",
                                                 "-nogpulib", "-v", "--print-supported-cpus", NULL},
                                      NULL);
    *out_resource_dir = resource_dir_in(text);
    char *line = NULL, *save = NULL;
    for (char *at = text ? strtok_r(text, "\r\n", &save) : NULL; at;
         at = strtok_r(NULL, "\r\n", &save)) {
        if (!line && strstr(at, "clang version"))
            line = mem_dup(at);
        at += strspn(at, " \t");
        if (strncmp(at, "gfx", 3) == 0)
            strings_take(out_processors, mem_dup_n(at, strcspn(at, " \t")));
    }
    strings_sort(out_processors);
    return line ? line : ask_plain_clang(clang);
}

char *ask_resource_dir(const char *clang)
{
    OWNED char *answer =
        run_for_output((char *[]){(char *)clang, "-print-resource-dir", NULL}, NULL);
    return answer ? first_line(answer) : NULL;
}

char *ask_version_line(const char *program)
{
    /* The program "lld" is several linkers; -flavor chooses one. */
    bool is_lld = strcmp(path_name(program), "lld") == 0;
    char *const lld[] = {(char *)program, "-flavor", "gnu", "--version", NULL};
    char *const any[] = {(char *)program, "--version", NULL};
    OWNED char *answer = run_for_output(is_lld ? lld : any, NULL);
    return answer ? first_line(answer) : NULL;
}

static bool defined_number(const char *text, const char *name, int *out)
{
    OWNED char *value = value_behind(text, name);
    return value && sscanf(value, "%d", out) == 1;
}

char *read_hip_version(struct probes *probes, const char *prefix)
{
    OWNED char *path = path_join(prefix, "include/hip/hip_version.h");
    OWNED_BY(buf_free) struct buf text = {0};
    int major, minor, patch;
    char *version = NULL;
    if (probe_file(probes, path) && file_read_plain(path, &text) == STATUS_OK &&
        defined_number(text.data, "#define HIP_VERSION_MAJOR", &major) &&
        defined_number(text.data, "#define HIP_VERSION_MINOR", &minor) &&
        defined_number(text.data, "#define HIP_VERSION_PATCH", &patch))
        version = mem_format("%d.%d.%d", major, minor, patch);
    return version;
}

/* ---- Fingerprint --------------------------------------------------------- */

/* Hashes |size| bytes, and before them their number, so that two different lists of texts never
 * give the same hash. */
static void hash_bytes(XXH3_state_t *state, const void *data, size_t size)
{
    char length[32];
    int digits = snprintf(length, sizeof length, "%zu:", size);
    XXH3_128bits_update(state, length, (size_t)digits);
    XXH3_128bits_update(state, data, size);
}

static bool hash_library(XXH3_state_t *state, struct probes *probes, const char *directory,
                         const char *name)
{
    OWNED char *path = path_join(directory, name);
    OWNED_BY(buf_free) struct buf data = {0};
    bool ok = probe_file(probes, path) && file_read_plain(path, &data) == STATUS_OK;
    if (ok) {
        hash_bytes(state, name, strlen(name));
        hash_bytes(state, data.data, data.size);
    }
    return ok;
}

char *fingerprint_make(struct probes *probes, const char *clang_line, const char *lld_line,
                       const char *device_libs)
{
    OWNED_BY(strings_free) struct strings names = {0};
    XXH3_state_t *state = XXH3_createState();
    bool ok = state && probe_directory(probes, device_libs, &names);
    if (ok) {
        XXH3_128bits_reset(state);
        hash_bytes(state, clang_line, strlen(clang_line));
        hash_bytes(state, lld_line, strlen(lld_line));
    }
    for (size_t i = 0; ok && i < names.count; i++)
        if (strcmp(path_extension(names.items[i]), ".bc") == 0)
            ok = hash_library(state, probes, device_libs, names.items[i]);
    char *hex = NULL;
    if (ok) {
        XXH128_hash_t digest = XXH3_128bits_digest(state);
        hex = mem_format("%016llx%016llx", (unsigned long long)digest.high64,
                         (unsigned long long)digest.low64);
    }
    XXH3_freeState(state);
    return hex;
}
