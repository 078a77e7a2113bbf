/* The tables hold each name once, every name is found, and nothing leads back to CUDA. */
#include "apis.h"

#include "../../util/check.h"
#include "util/buf.h"
#include "util/file.h"

#include <dirent.h>

static void every_identifier_is_found(void **state)
{
    (void)state;
    assert_true(mapping_identifier_count > 5000);
    for (size_t i = 0; i < mapping_identifier_count; i++)
        if (mapping_find_identifier(mapping_identifiers[i].cuda) != &mapping_identifiers[i])
            fail_msg("%s is not found, or is there twice", mapping_identifiers[i].cuda);
    assert_string_equal(mapping_find_identifier("cudaMalloc")->hip, "hipMalloc");
    assert_string_equal(mapping_find("cudaMalloc(", 10)->hip, "hipMalloc");
}

static void other_identifiers_are_not_found(void **state)
{
    (void)state;
    static const char *const others[] = {"",    "c",     "cudaMallo", "cudaMallocs", "hipMalloc",
                                         "zzz", "cub::", "thrust",    "cudamalloc"};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        assert_null(mapping_find_identifier(others[i]));
    assert_null(mapping_find("cudaMalloc", 9));
    assert_null(mapping_find("cudaMalloc\0", 11));
}

static void headers_are_sorted_and_found(void **state)
{
    (void)state;
    for (size_t i = 1; i < mapping_header_count; i++)
        if (strcmp(mapping_headers[i - 1].cuda, mapping_headers[i].cuda) >= 0)
            fail_msg("%s does not come before %s", mapping_headers[i - 1].cuda,
                     mapping_headers[i].cuda);
    for (size_t i = 0; i < mapping_header_count; i++)
        assert_ptr_equal(mapping_find_header(mapping_headers[i].cuda), &mapping_headers[i]);
    assert_null(mapping_find_header("vendors/cuda.h"));
    assert_null(mapping_find_header("mycub/cub.cuh"));
    assert_null(mapping_find_header("cublas_v2"));
    assert_string_equal(mapping_find_header("curand.h")->hip, "hiprand/hiprand.h");
    assert_string_equal(mapping_find_header("cub/device/device_scan.cuh")->hip,
                        "hipcub/hipcub.hpp");
}

/* Or a translation could be translated again. */
static void no_new_name_is_an_old_one(void **state)
{
    (void)state;
    for (size_t i = 0; i < mapping_identifier_count; i++) {
        const struct mapping *entry = &mapping_identifiers[i];
        bool renamed = entry->kind == MAPPING_RENAME || entry->kind == MAPPING_OURS ||
                       entry->kind == MAPPING_NAMESPACE;
        assert_true(entry->hip || !renamed);
        assert_true(!entry->hip || renamed || entry->kind == MAPPING_KEEP);
        const struct mapping *again = entry->hip ? mapping_find_identifier(entry->hip) : NULL;
        if (entry->hip && (mapping_looks_like_cuda(entry->hip) || (again && again->hip)))
            fail_msg("%s becomes %s", entry->cuda, entry->hip);
    }
    for (size_t i = 0; i < mapping_header_count; i++) {
        const struct mapping *entry = &mapping_headers[i];
        const struct mapping *again = entry->hip ? mapping_find_header(entry->hip) : NULL;
        if (entry->hip && (again || mapping_is_cuda_folder(entry->hip)))
            fail_msg("%s becomes %s", entry->cuda, entry->hip);
    }
}

/* Names outside the filter would never be looked up. */
static void the_filter_lets_names_pass(void **state)
{
    (void)state;
    for (size_t i = 0; i < mapping_identifier_count; i++) {
        const struct mapping *entry = &mapping_identifiers[i];
        bool used = entry->kind == MAPPING_RENAME || entry->kind == MAPPING_NAMESPACE;
        bool passes = mapping_may_have(entry->cuda, strlen(entry->cuda));
        if (!passes && (used || mapping_looks_like_cuda(entry->cuda)) && !strchr(entry->cuda, ':'))
            fail_msg("%s does not pass", entry->cuda);
    }
    static const char *const looks[] = {"cudaX",   "cuX",       "CUDA_X",    "CUDART_X", "CU_X",
                                        "__nv_x",  "cublasX",   "CUBLAS_X",  "cufftX",   "CUFFT_X",
                                        "curandX", "cusparseX", "cusolverX", "cudnnX",   "CUDNN_X",
                                        "nvrtcX",  "NVRTC_X",   "nvmlInit",  "NVML_X",   "cuptiX",
                                        "cufileX", "cutensorX", "CUTENSOR_X"};
    for (size_t i = 0; i < sizeof looks / sizeof *looks; i++) {
        assert_true(mapping_looks_like_cuda(looks[i]));
        assert_true(mapping_may_have(looks[i], strlen(looks[i])));
    }
}

static void common_words_do_not_pass(void **state)
{
    (void)state;
    static const char *const words[] = {
        "const",       "char",  "case",      "count",  "current", "cursor", "custom",
        "curr",        "cut",   "cull",      "cumsum", "number",  "new",    "n",
        "namespace",   "name",  "nullptr",   "NULL",   "NAN",     "max",    "make",
        "make_float4", "std",   "size",      "static", "get",     "self",   "struct",
        "threadIdx",   "float", "atomicAdd", "C",      "N",       "C10",    "_"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (mapping_may_have(words[i], strlen(words[i])))
            fail_msg("%s passes", words[i]);
        assert_false(mapping_looks_like_cuda(words[i]));
    }
}

static void reasons_say_why_and_what_to_do(void **state)
{
    (void)state;
    for (size_t i = 0; i < mapping_identifier_count + mapping_header_count; i++) {
        const struct mapping *entry = i < mapping_identifier_count
                                          ? &mapping_identifiers[i]
                                          : &mapping_headers[i - mapping_identifier_count];
        const struct mapping_reason *reason = mapping_reason(entry);
        assert_true(entry->kind != MAPPING_NONE || entry->reason > 0);
        if (!reason->why || !*reason->why || !reason->remedy || !*reason->remedy ||
            strchr(reason->why, '"') || reason->remedy[strlen(reason->remedy) - 1] == '.')
            fail_msg("%s: '%s', '%s'", entry->cuda, reason->why ? reason->why : "",
                     reason->remedy ? reason->remedy : "");
    }
    assert_non_null(mapping_family_reason("nvmlInit"));
    assert_null(mapping_family_reason("cudaMalloc"));
}

static void apis_have_names(void **state)
{
    (void)state;
    for (int api = MAPPING_NO_API + 1; api < MAPPING_API_COUNT; api++)
        assert_true(*apis[api].name);
    assert_string_equal(apis[MAPPING_BLAS].header, "hipblas/hipblas.h");
}

/* kbuild ships all kept names, and keeps all names that it ships. */
static void our_headers_are_the_kept_ones(void **state)
{
    (void)state;
    for (size_t i = 0; i < mapping_header_count; i++) {
        char *path = path_join(KBUILD_HEADERS, mapping_headers[i].cuda);
        if (mapping_headers[i].kind == MAPPING_KEEP && !path_exists(path))
            fail_msg("we have no %s", mapping_headers[i].cuda);
        if (mapping_headers[i].kind == MAPPING_NONE && path_exists(path))
            fail_msg("we have %s", mapping_headers[i].cuda);
        free(path);
    }
    static const char *const folders[] = {"", "cuda", "cuda/std", "cooperative_groups", "nvtx3"};
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
        char *folder = path_join(KBUILD_HEADERS, folders[i]);
        DIR *directory = opendir(folder);
        struct dirent *entry;
        while (directory && (entry = readdir(directory)) != NULL) {
            char *path = path_join(folder, entry->d_name);
            char *name =
                *folders[i] ? path_join(folders[i], entry->d_name) : mem_dup(entry->d_name);
            const struct mapping *found = mapping_find_header(name);
            if (entry->d_name[0] != '.' && !path_is_directory(path) &&
                (!found || found->kind != MAPPING_KEEP))
                fail_msg("headers.def does not keep %s", name);
            free(name);
            free(path);
        }
        if (directory)
            closedir(directory);
        free(folder);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_identifier_is_found),
        cmocka_unit_test(other_identifiers_are_not_found),
        cmocka_unit_test(headers_are_sorted_and_found),
        cmocka_unit_test(no_new_name_is_an_old_one),
        cmocka_unit_test(the_filter_lets_names_pass),
        cmocka_unit_test(common_words_do_not_pass),
        cmocka_unit_test(reasons_say_why_and_what_to_do),
        cmocka_unit_test(apis_have_names),
        cmocka_unit_test(our_headers_are_the_kept_ones),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
