#include "check.h"

#include "graph/parts.h"
#include "graph/step.h"
#include "graph/shadow.h"
#include "graph/project.h"
#include "util/file.h"
#include "util/process.h"

static char *top;

static void write_in_top(const char *name, const char *text)
{
    char *path = path_join(top, name), *directory = path_directory(path);
    assert_int_equal(path_make_directories(directory), STATUS_OK);
    assert_int_equal(file_write(path, text, strlen(text)), STATUS_OK);
    free(directory);
    free(path);
}

/* A name with any bytes passes unchanged through ninja and the shell. */
static void odd_arguments_arrive_as_they_are(void **state)
{
    (void)state;
    char *ninja = process_find("ninja");
    if (!ninja)
        skip();
    static const char odd[] = "a $b ${c} 'd' \"e\" `f` \\g\\ *? #h; i|j &k <l> ~m !n (o) %p ü:";
    struct buf text = {0};
    buf_puts(&text, "rule step\n  command = $argv\n");
    struct edge edge = {.rule = "step", .description = "$odd: \"x\""};
    strings_add(&edge.outputs, "out $: put");
    strings_add(&edge.command, "printf");
    strings_add(&edge.command, "%s|%s|");
    strings_add(&edge.command, odd);
    strings_add(&edge.command, "");
    ninja_write_edge(&text, &edge);
    edge_free(&edge);
    write_in_top("ninja/build.ninja", text.data);
    buf_free(&text);

    char *directory = path_join(top, "ninja");
    char *argv[] = {ninja, "-C", directory, "--quiet", NULL};
    struct process_result result;
    assert_true(process_run(argv, NULL, PROCESS_CAPTURE_OUT, &result));
    char *wanted = mem_format("%s||", odd);
    assert_non_null(strstr(result.out.data, wanted));
    free(wanted);
    process_result_free(&result);
    free(directory);
    free(ninja);
}

static char *renamed(void *context, const char *name)
{
    (void)context;
    return strncmp(name, "link/", 5) == 0 ? mem_format("the place/%s", name + 5) : mem_dup(name);
}

static void a_depfile_keeps_only_what_ninja_can_read(void **state)
{
    (void)state;
    assert_true(depfile_can_name("a b/c#ü(1)[2].cu"));
    static const char *const odd[] = {"a'b", "a\"b", "a;b", "a&b", "a\\b",
                                      "a*",  "a?",   "a|b", "a`b", "a$b"};
    for (size_t i = 0; i < sizeof odd / sizeof *odd; i++)
        assert_false(depfile_can_name(odd[i]));

    static const char text[] =
        "object: hip/it's\\ a.cu \\\n  hip/a$$b hip/a\\ b\\#.cuh \\\n  /usr/x.h \\\n"
        "  hip/a&b.cuh link/x.h link/y'z.h\n";
    static const char clean[] =
        "object: \\\n hip/a\\ b\\#.cuh \\\n /usr/x.h \\\n the\\ place/x.h\n";
    write_in_top("odd.d", text);
    char *path = path_join(top, "odd.d");
    for (int i = 0; i < 2; i++) { /* the second call has nothing to change */
        assert_int_equal(depfile_settle(path, renamed, NULL), STATUS_OK);
        struct buf read = {0};
        assert_int_equal(file_read(path, &read), STATUS_OK);
        assert_string_equal(read.data, clean);
        buf_free(&read);
    }
    free(path);
}

static const struct shadow_file *shadow_named(const struct shadow *shadow, const char *shown)
{
    for (size_t i = 0; i < shadow->count; i++)
        if (strcmp(shadow->files[i].shown, shown) == 0)
            return &shadow->files[i];
    return NULL;
}

static void includes_are_followed_as_the_compiler_would(void **state)
{
    (void)state;
    write_in_top("tree/src/a.cu", "#include \"near.cuh\"\n#include <far.cuh>\n"
                                  "#include <cuda_runtime.h>\n// #include \"comment.cuh\"\n"
                                  "#include \"../side/side.cuh\"\n");
    write_in_top("tree/src/near.cuh", "#include \"near.cuh\"\n"); /* itself: no endless loop */
    write_in_top("tree/src/far.cuh", "");                         /* not with angle brackets */
    write_in_top("tree/src/comment.cuh", "");
    write_in_top("tree/inc/far.cuh", "#include \"deep/deep.cuh\"\n");
    write_in_top("tree/inc/deep/deep.cuh", "");
    write_in_top("tree/side/side.cuh", "");

    struct project project = {0};
    char *root = path_join(top, "tree/src");
    struct strings none = {0};
    assert_int_equal(project_walk(root, &none, "", &project), STATUS_OK);
    char *include = path_join(top, "tree/inc");
    strings_add(&project.flags.include, include);
    struct shadow shadow;
    assert_int_equal(shadow_scan(&project, &shadow), STATUS_OK);

    assert_int_equal(shadow.count, 5);
    assert_string_equal(shadow_named(&shadow, "a.cu")->path, "hip/src/a.cu");
    assert_non_null(shadow_named(&shadow, "near.cuh"));
    assert_string_equal(shadow_named(&shadow, "../inc/far.cuh")->path, "hip/inc/far.cuh");
    assert_non_null(shadow_named(&shadow, "../inc/deep/deep.cuh"));
    assert_non_null(shadow_named(&shadow, "../side/side.cuh"));
    assert_null(shadow_named(&shadow, "comment.cuh"));
    assert_int_equal(shadow.modules[0].count, 5);
    char *directory = shadow_directory(&shadow, include, false);
    assert_string_equal(directory, "hip/inc");
    free(directory);
    assert_null(shadow_directory(&shadow, "/usr/include", false));

    shadow_free(&shadow);
    project_free(&project);
    free(include);
    free(root);
}

static void the_gpus_of_this_machine_are_named_by_the_driver(void **state)
{
    (void)state;
    write_in_top("kfd/0/properties", "cpu_cores_count 8\ngfx_target_version 0\n");
    write_in_top("kfd/1/properties", "simd_count 240\ngfx_target_version 90010\n");
    write_in_top("kfd/2/properties", "gfx_target_version 100300\n");
    write_in_top("kfd/3/properties", "gfx_target_version 110000\n");
    write_in_top("kfd/4/properties", "gfx_target_version 110000\n");
    char *topology = path_join(top, "kfd");
    struct strings found = {0};
    targets_native(topology, &found);
    assert_int_equal(found.count, 3);
    assert_string_equal(found.items[0], "gfx1030");
    assert_string_equal(found.items[1], "gfx1100");
    assert_string_equal(found.items[2], "gfx90a");
    strings_free(&found);
    free(topology);
    targets_native("/no/such/directory", &found);
    assert_int_equal(found.count, 0);

    targets_native_nvidia("9.0\n8.6\n[N/A]\n9.0\n12.0", &found);
    assert_int_equal(found.count, 3);
    assert_string_equal(found.items[0], "sm_90");
    assert_string_equal(found.items[1], "sm_86");
    assert_string_equal(found.items[2], "sm_120");
    strings_free(&found);
    targets_native_nvidia("No devices were found\n", &found);
    assert_int_equal(found.count, 0);
}

static void targets_come_out_canonical_sorted_and_once(void **state)
{
    (void)state;
    struct strings wanted = {0}, found = {0};
    static const char *const given[] = {"gfx90a:xnack-:sramecc+", "gfx1100", "gfx1030", "gfx1100",
                                        "gfx90a:sramecc+:xnack-"};
    for (size_t i = 0; i < sizeof given / sizeof *given; i++)
        strings_add(&wanted, given[i]);
    assert_int_equal(targets_resolve(&wanted, "test", STATUS_USAGE, &found), STATUS_OK);
    assert_int_equal(found.count, 3);
    assert_string_equal(found.items[0], "gfx1030");
    assert_string_equal(found.items[1], "gfx1100");
    assert_string_equal(found.items[2], "gfx90a:sramecc+:xnack-");
    strings_add(&wanted, "gfx90a:sramecc+:xnack+");
    assert_int_equal(targets_resolve(&wanted, "test", STATUS_USAGE, &found), STATUS_OK);
    assert_int_equal(found.count, 7);
    strings_add(&wanted, "gfx90a:xnack+");
    assert_int_equal(targets_resolve(&wanted, "test", STATUS_USAGE, &found), STATUS_USAGE);
    strings_add(&wanted, "gfx1030x");
    assert_int_equal(targets_resolve(&wanted, "test", STATUS_USAGE, &found), STATUS_USAGE);
    assert_int_equal(found.count, 7);
    strings_free(&wanted);
    strings_free(&found);
}

int main(void)
{
    top = check_directory();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(odd_arguments_arrive_as_they_are),
        cmocka_unit_test(a_depfile_keeps_only_what_ninja_can_read),
        cmocka_unit_test(includes_are_followed_as_the_compiler_would),
        cmocka_unit_test(the_gpus_of_this_machine_are_named_by_the_driver),
        cmocka_unit_test(targets_come_out_canonical_sorted_and_once),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    check_remove(top);
    return failed;
}
