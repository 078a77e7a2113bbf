/* The tables are sorted, hold each name once, and every name that they lead to exists. */
#include "../util/check.h"
#include "hipify/lexer.h"
#include "hipify/mapping.h"
#include "util/file.h"

#include <dirent.h>

#define HIP_INCLUDE "/usr/include/hip"

static void expect_sorted(const struct mapping *table, size_t count)
{
    assert_true(count > 0);
    for (size_t i = 1; i < count; i++)
        if (strcmp(table[i - 1].cuda, table[i].cuda) >= 0)
            fail_msg("%s does not come before %s", table[i - 1].cuda, table[i].cuda);
}

static void tables_are_sorted(void **state)
{
    (void)state;
    expect_sorted(mapping_identifiers, mapping_identifier_count);
    expect_sorted(mapping_headers, mapping_header_count);
}

static void every_entry_is_found(void **state)
{
    (void)state;
    for (size_t i = 0; i < mapping_identifier_count; i++)
        assert_ptr_equal(mapping_find_identifier(mapping_identifiers[i].cuda),
                         &mapping_identifiers[i]);
    for (size_t i = 0; i < mapping_header_count; i++)
        assert_ptr_equal(mapping_find_header(mapping_headers[i].cuda), &mapping_headers[i]);
    assert_null(mapping_find_identifier(""));
    assert_null(mapping_find_identifier("cudaMallo"));
    assert_null(mapping_find_identifier("zzz"));
    assert_null(mapping_find_header("vendors/cuda.h"));
    assert_string_equal(mapping_find_identifier("cudaMalloc")->hip, "hipMalloc");
    assert_string_equal(mapping_find_header("cuda.h")->hip, "hip/hip_runtime.h");
}

/* Or a translation could be translated again. */
static void no_new_name_is_an_old_one(void **state)
{
    (void)state;
    for (size_t i = 0; i < mapping_identifier_count; i++) {
        const char *hip = mapping_identifiers[i].hip;
        assert_int_equal(hip != NULL, mapping_identifiers[i].kind == MAPPING_RENAME);
        if (hip && (mapping_find_identifier(hip) || mapping_looks_like_cuda(hip)))
            fail_msg("%s becomes %s", mapping_identifiers[i].cuda, hip);
    }
    for (size_t i = 0; i < mapping_header_count; i++)
        if (mapping_headers[i].hip && (mapping_find_header(mapping_headers[i].hip) ||
                                       mapping_is_cuda_folder(mapping_headers[i].hip)))
            fail_msg("%s becomes %s", mapping_headers[i].cuda, mapping_headers[i].hip);
}

/* Adds the identifiers outside comments and strings. */
static void add_identifiers(const char *path, struct strings *names)
{
    struct buf text = {0};
    struct lexer lexer;
    struct token token;
    assert_int_equal(file_read(path, &text), STATUS_OK);
    lexer_start(&lexer, text.data, text.size);
    while (lexer_next(&lexer, &token)) {
        assert_int_not_equal(token.kind, TOKEN_ERROR);
        if (token.kind == TOKEN_IDENTIFIER)
            strings_take(names, mem_dup_n(text.data + token.offset, token.size));
    }
    buf_free(&text);
}

static void add_folder(const char *folder, struct strings *names)
{
    DIR *directory = opendir(folder);
    assert_non_null(directory);
    struct dirent *entry;
    while ((entry = readdir(directory)) != NULL) {
        char *path = path_join(folder, entry->d_name);
        if (entry->d_name[0] != '.' && !path_is_directory(path))
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

static void hip_has_every_name(void **state)
{
    (void)state;
    if (!path_exists(HIP_INCLUDE "/hip_runtime_api.h")) {
        puts("skipped: HIP's headers are not installed");
        exit(77);
    }
    struct strings names = {0};
    add_folder(HIP_INCLUDE, &names);
    add_folder(HIP_INCLUDE "/amd_detail", &names);
    strings_sort(&names);
    for (size_t i = 0; i < mapping_identifier_count; i++)
        if (mapping_identifiers[i].hip && !has(&names, mapping_identifiers[i].hip))
            fail_msg("HIP has no %s", mapping_identifiers[i].hip);
    strings_free(&names);
    for (size_t i = 0; i < mapping_header_count; i++) {
        if (!mapping_headers[i].hip)
            continue;
        char *path = path_join("/usr/include", mapping_headers[i].hip);
        if (!path_exists(path))
            fail_msg("HIP has no %s", mapping_headers[i].hip);
        free(path);
    }
}

static void our_headers_have_what_is_kept(void **state)
{
    (void)state;
    struct strings names = {0};
    add_folder(KBUILD_SOURCE_INCLUDE, &names);
    add_folder(KBUILD_SOURCE_INCLUDE "/kbuild", &names);
    strings_sort(&names);
    for (size_t i = 0; i < mapping_identifier_count; i++)
        if (mapping_identifiers[i].kind == MAPPING_KEEP &&
            !has(&names, mapping_identifiers[i].cuda))
            fail_msg("no header of ours has %s", mapping_identifiers[i].cuda);
    strings_free(&names);
    for (size_t i = 0; i < mapping_header_count; i++) {
        char *path = path_join(KBUILD_SOURCE_INCLUDE, mapping_headers[i].cuda);
        if (mapping_headers[i].kind == MAPPING_KEEP && !path_exists(path))
            fail_msg("we have no %s", mapping_headers[i].cuda);
        if (mapping_headers[i].kind == MAPPING_NONE && path_exists(path))
            fail_msg("we have %s", mapping_headers[i].cuda);
        free(path);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tables_are_sorted),
        cmocka_unit_test(every_entry_is_found),
        cmocka_unit_test(no_new_name_is_an_old_one),
        cmocka_unit_test(our_headers_have_what_is_kept),
        cmocka_unit_test(hip_has_every_name), /* the last: it may skip the rest */
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
