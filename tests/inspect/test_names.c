/* Names of kernels: demangled, and matched as people say them. */
#include "inspect/package.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void check_name(const char *mangled, const char *wanted)
{
    char *name = demangle(mangled);
    assert_string_equal(name, wanted);
    free(name);
}

static void what_is_not_mangled_stays_as_it_is(void **state)
{
    (void)state;
    static const char *const names[] = {"", "affine", "_Z", "_Zz9", "_ZN", "a.b", ".", "_", "kd"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        check_name(names[i], names[i]);
}

static void absurdly_long_names_stay_as_they_are(void **state)
{
    (void)state;
    char *name = malloc(200001);
    memset(name, 'P', 200000);
    memcpy(name, "_Z1f", 4);
    name[199999] = 'i';
    name[200000] = '\0';
    check_name(name, name);
    free(name);
}

static void mangled_names_become_what_the_source_says(void **state)
{
    (void)state;
    check_name("_Z6kernelPfi", "kernel(float*, int)");
    check_name("_Z6reduceIfLi4EEvPT_i", "void reduce<float, 4>(float*, int)");
    check_name("_ZN9rocsparse4axpyEv", "rocsparse::axpy()");
}

static void the_suffix_of_a_descriptor_goes(void **state)
{
    (void)state;
    check_name("_Z6kernelPfi.kd", "kernel(float*, int)");
    check_name("affine.kd", "affine");
    check_name(".kd", ".kd");
}

static void static_kernels_keep_what_makes_them_differ(void **state)
{
    (void)state;
    check_name("_ZL6kernelPf.static.1f2e", "kernel(float*) [.static.1f2e]");
    check_name("_ZL6kernelPf.intern.00ff.kd", "kernel(float*) [.intern.00ff]");
    check_name("_ZN12_GLOBAL__N_14copyEPi", "(anonymous namespace)::copy(int*)");
}

static bool matches(const char *name, const char *glob)
{
    struct strings globs = {0};
    strings_add(&globs, "no such kernel");
    strings_add(&globs, glob);
    bool result = kernel_matches(name, &globs);
    strings_free(&globs);
    return result;
}

static void other_kernels_do_not_match(void **state)
{
    (void)state;
    static const char reduce[] = "_ZN5space6reduceIfLi4EEEvPT_i"; /* space::reduce<float, 4> */
    static const char *const globs[] = {"",      "red",          "reduce<float>",  "space",
                                        "float", "space::other", "reduce<int, 4>", "void",
                                        "uce",   "ace::reduce"};
    for (size_t i = 0; i < sizeof globs / sizeof *globs; i++)
        if (matches(reduce, globs[i]))
            fail_msg("'%s' matches", globs[i]);
    assert_false(kernel_matches("affine", &(struct strings){0}));
}

static void a_kernel_matches_however_one_says_its_name(void **state)
{
    (void)state;
    static const char reduce[] = "_ZN5space6reduceIfLi4EEEvPT_i";
    static const char *const globs[] = {
        "reduce",           "space::reduce",     "red*",
        "reduce<float, 4>", "*<float*",          "void space::reduce<float, 4>(float*, int)",
        "*(float?, *",      "_ZN5space6reduce*", "*::reduce",
        "space::reduce<*>", "[pqr]educe",        "_ZN5space6reduceIfLi4EEEvPT_i",
    };
    for (size_t i = 0; i < sizeof globs / sizeof *globs; i++)
        if (!matches(reduce, globs[i]))
            fail_msg("'%s' does not match", globs[i]);
    assert_true(matches("_ZN12_GLOBAL__N_14copyEPi", "copy"));
    assert_true(matches("_ZL6kernelPf.static.1f2e", "kernel"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_not_mangled_stays_as_it_is),
        cmocka_unit_test(absurdly_long_names_stay_as_they_are),
        cmocka_unit_test(mangled_names_become_what_the_source_says),
        cmocka_unit_test(the_suffix_of_a_descriptor_goes),
        cmocka_unit_test(static_kernels_keep_what_makes_them_differ),
        cmocka_unit_test(other_kernels_do_not_match),
        cmocka_unit_test(a_kernel_matches_however_one_says_its_name),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
