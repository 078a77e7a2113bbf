/* The names that the tables lead to exist: in the installed HIP, and in others whose prefixes stand
 * in KBUILD_HIP_ROOTS (/opt/a:/opt/b). */
#include "apis.h"

#include "../../util/check.h"
#include "hipify/lexer.h"
#include "util/buf.h"
#include "util/file.h"

#include <dirent.h>

/* Adds the identifiers outside comments and strings. */
static void add_identifiers(const char *path, struct strings *names)
{
    struct buf text = {0};
    struct lexer lexer;
    struct token token;
    assert_int_equal(file_read(path, &text), STATUS_OK);
    lexer_start(&lexer, text.data, text.size);
    while (lexer_next(&lexer, &token) && token.kind != TOKEN_ERROR)
        if (token.kind == TOKEN_IDENTIFIER)
            strings_take(names, mem_dup_n(text.data + token.offset, token.size));
    buf_free(&text);
}

static void add_folder(const char *folder, struct strings *names)
{
    DIR *directory = opendir(folder);
    if (!directory)
        return;
    struct dirent *entry;
    while ((entry = readdir(directory)) != NULL) {
        char *path = path_join(folder, entry->d_name);
        if (entry->d_name[0] == '.' || strcmp(entry->d_name, "nvidia_detail") == 0 ||
            strcmp(entry->d_name, "nvcc_detail") == 0) {
            free(path);
            continue;
        }
        if (path_is_directory(path))
            add_folder(path, names);
        else
            add_identifiers(path, names);
        free(path);
    }
    closedir(directory);
}

static bool has(const struct strings *sorted, const char *name)
{
    size_t low = 0, high = sorted->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        int order = strcmp(name, sorted->items[middle]);
        if (order == 0)
            return true;
        if (order < 0)
            high = middle;
        else
            low = middle + 1;
    }
    return false;
}

/* HIP_VERSION_MAJOR and _MINOR as 502, or 0 when no HIP is under |include|. */
static int version_of(const char *include)
{
    char *path = path_join(include, "hip/hip_version.h");
    struct buf text = {0};
    int major = 0, minor = 0;
    if (path_exists(path) && file_read(path, &text) == STATUS_OK) {
        const char *found = strstr(text.data, "HIP_VERSION_MAJOR ");
        major = found ? atoi(found + strlen("HIP_VERSION_MAJOR ")) : 0;
        found = strstr(text.data, "HIP_VERSION_MINOR ");
        minor = found ? atoi(found + strlen("HIP_VERSION_MINOR ")) : 0;
    }
    buf_free(&text);
    free(path);
    return major * 100 + minor;
}

/* The folder of headers of an API: "hipblas" of "hipblas/hipblas.h". */
static char *folder_of(const char *include, const char *header)
{
    char *name = mem_dup(header);
    *strchr(name, '/') = '\0';
    char *path = path_join(include, name);
    free(name);
    return path;
}

/* Names that newer HIPs have dropped are not failures: sources of their time need them. */
static bool is_dropped(const char *name)
{
    return strncmp(name, "hipsparse", 9) == 0 || strncmp(name, "HIPSPARSE_", 10) == 0 ||
           strncmp(name, "csrsv", 5) == 0;
}

static size_t check_api(const char *include, int version, int api)
{
    const char *header = apis[api].header;
    if (!header || !strchr(header, '/'))
        return 0;
    char *folder = folder_of(include, header);
    if (!path_is_directory(folder)) {
        free(folder);
        return 0;
    }
    struct strings names = {0};
    add_folder(folder, &names);
    static const char *const shared[] = {"hip", "hipblas-common", "hipblaslt", "rocrand"};
    for (size_t i = 0; i < sizeof shared / sizeof *shared; i++) {
        char *more = path_join(include, shared[i]);
        add_folder(more, &names);
        free(more);
    }
    strings_sort(&names);
    size_t count = 0;
    for (size_t i = 0; i < mapping_identifier_count; i++) {
        const struct mapping *entry = &mapping_identifiers[i];
        if (entry->api != api || entry->kind != MAPPING_RENAME || entry->since > version)
            continue;
        bool language = strcmp(entry->hip, "int") == 0 || strstr(entry->hip, "int32_t") ||
                        strstr(entry->hip, "int64_t");
        char *lt = path_join(include, "hipblaslt");
        bool lt_missing = strncmp(entry->cuda, "cublasLt", 8) == 0 && !path_is_directory(lt);
        lt_missing |= strncmp(entry->cuda, "CUBLASLT_", 9) == 0 && !path_is_directory(lt);
        free(lt);
        if (!language && !lt_missing && !is_dropped(entry->hip) && !has(&names, entry->hip))
            fail_msg("HIP %d.%d under %s has no %s", version / 100, version % 100, include,
                     entry->hip);
        count++;
    }
    strings_free(&names);
    free(folder);
    return count;
}

static void check_headers(const char *include, int version)
{
    for (size_t i = 0; i < mapping_header_count; i++) {
        const struct mapping *entry = &mapping_headers[i];
        if (!entry->hip || entry->since > version || !strchr(entry->hip, '/'))
            continue;
        char *folder = folder_of(include, entry->hip), *path = path_join(include, entry->hip);
        if (path_is_directory(folder) && !path_exists(path))
            fail_msg("HIP %d.%d has no %s", version / 100, version % 100, entry->hip);
        free(folder);
        free(path);
    }
}

static bool check_root(const char *root)
{
    char *include = path_join(root, "include");
    int version = version_of(include);
    size_t count = 0;
    for (int api = MAPPING_NO_API + 1; version && api < MAPPING_API_COUNT; api++)
        count += check_api(include, version, api);
    if (version) {
        check_headers(include, version);
        printf("HIP %d.%d under %s has %zu names\n", version / 100, version % 100, root, count);
        assert_true(count > 1000);
    }
    free(include);
    return version > 0;
}

static void hip_has_every_name(void **state)
{
    (void)state;
    const char *more = getenv("KBUILD_HIP_ROOTS");
    char *roots = mem_format("/usr:/opt/rocm%s%s", more ? ":" : "", more ? more : ""), *next = NULL;
    bool any = false;
    for (char *root = strtok_r(roots, ":", &next); root; root = strtok_r(NULL, ":", &next))
        any |= check_root(root);
    free(roots);
    if (!any) {
        puts("skipped: HIP's headers are not installed");
        exit(77);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(hip_has_every_name)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
