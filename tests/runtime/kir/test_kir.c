/* kir: what is not a kernel is refused, with the place and the rule; and execution on the host. */
#include "kir/kir.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct kir_kernel *parse(const char *text)
{
    struct kir_error error;
    struct kir_kernel *kernel = kir_parse(text, strlen(text), &error);
    if (!kernel)
        fail_msg("%d:%d: %s", error.line, error.column, error.message);
    return kernel;
}

static void what_is_not_a_kernel_is_refused_with_its_place(void **state)
{
    static const struct {
        const char *text;
        int line, column;
        const char *says;
    } cases[] = {
        {"", 1, 1, "\"kernel\""},
        {"kernel k", 1, 9, "'('"},
        {"kernel k(global f32)", 1, 20, "a name"},
        {"kernel k(array f32 a)", 1, 15, "not global or scalar"},
        {"kernel k(global f33 a)", 1, 20, "\"f33\" is not a type"},
        {"kernel k(global f32 a, scalar i64 a)", 1, 36, "a is defined twice"},
        {"kernel k() block 32 {", 1, 21, "not a whole number"},
        {"kernel k() block 32 1 2000 {", 1, 27, "0 to 1024"},
        {"kernel k() {\n", 2, 1, "'}'"},
        {"kernel k() {\n}\n}", 3, 1, "the end"},
        {"kernel k() {\n  jump\n}", 2, 7, "\"jump\" is not an instruction"},
        {"kernel k() {\n  %1 = jump\n}", 2, 12, "not an instruction with a result"},
        {"kernel k() {\n  %1 = neg %2\n}", 2, 14, "%2 is not defined"},
        {"kernel k() {\n  %1 = neg\n}", 2, 11, "a value is expected"},
        {"kernel k() {\n  %1 = thread w\n}", 2, 16, "x, y or z"},
        {"kernel k() {\n  %1 = thread x x\n}", 2, 17, "the end of the line"},
        {"kernel k() {\n  %1 = thread x\n  %1 = thread x\n}", 3, 16, "%1 is defined twice"},
        {"kernel k() {\n  %1 = const i64 1.5\n}", 2, 21, "\"1.5\" is not a whole number"},
        {"kernel k() {\n  %1 = const i64 99999999999999999999\n}", 2, 38, "64 bits"},
        {"kernel k() {\n  %1 = const f32 x\n}", 2, 19, "\"x\" is not a number"},
        {"kernel k() {\n  barrier\n  atomic mul\n}", 3, 13, "\"mul\" is not add, min or max"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct kir_error error = {0};
        struct kir_kernel *kernel = kir_parse(cases[i].text, strlen(cases[i].text), &error);
        if (kernel || error.line != cases[i].line || error.column != cases[i].column ||
            !strstr(error.message, cases[i].says))
            fail_msg("case %zu: %d:%d: %s", i, error.line, error.column, error.message);
    }
}

#define HEAD "kernel k(global f32 out, global f16 in, scalar i64 n, scalar f32 x) {\n"

static void what_breaks_a_rule_is_refused_with_the_instruction_and_the_rule(void **state)
{
    static const struct {
        const char *text, *says;
    } cases[] = {
        {HEAD "%a = add n x\n}", "instruction 4 (add): operand 1 is f32, where i64 is expected"},
        {HEAD "%a = load in n\n%b = neg %a\n}", "cannot be done in f16; cast"},
        {HEAD "%a = shl x x\n}", "cannot be done in f32"},
        {HEAD "%a = exp n\n}", "cannot be done in i64"},
        {HEAD "%a = neg out\n}", "operand 0 is not a value"},
        {HEAD "%a = load n n\n}", "operand 0 is not a global or lds"},
        {HEAD "%a = load out x\n}", "operand 1 is f32, where i64 is expected"},
        {HEAD "store out n n\n}", "operand 2 is i64, where f32 is expected"},
        {HEAD "store out n x width 3\n}", "the width is 3"},
        {HEAD "atomic min out n x\n}", "cannot be done on f32 in memory"},
        {HEAD "set n n\n}", "operand 0 is not a variable"},
        {HEAD "if n\nend\n}", "operand 0 is i64, where bool is expected"},
        {HEAD "%z = const i64 0\n%r = range %z n %z\nend\n}", "the step of a range is above 0"},
        {HEAD "end\n}", "no range or if is open"},
        {HEAD "else\n}", "not in an if"},
        {HEAD "%c = lt n n\nif %c\nelse\nelse\nend\n}", "one that has an else"},
        {HEAD "%c = lt n n\nif %c\n}", "it has no end"},
        {HEAD "%c = lt n n\nif %c\n%a = neg x\nend\n%b = neg %a\n}", "has ended"},
        {HEAD "%c = lt n n\nif %c\n%a = neg x\nelse\n%b = neg %a\nend\n}", "has ended"},
        {HEAD "%a = const u32 -1\n}", "-1 is beyond u32"},
        {HEAD "%a = const f16 1\n}", "a constant cannot be f16"},
        {HEAD "%a = cast bool n\n}", "nothing can be cast to bool"},
        {HEAD "%a = lds f32 20000\n}", "80000 bytes of lds"},
        {HEAD "%a = lds f32 0\n}", "1 to 65536 elements"},
        {HEAD "%t = thread x\n%c = lt %t n\nif %c\nbarrier\nend\n}", "must come here"},
        {HEAD "%t = thread x\n%o = const i64 1\n%r = range %o %t %o\n%s = block sum x\nend\n}",
         "must come here"},
        /* A variable that is set differently behind the if in a range. */
        {HEAD "%o = const i64 1\n%v = var %o\n%r = range %o n %o\n%g = get %v\n%c = lt %g n\n"
              "if %c\nbarrier\nend\n%t = thread x\nset %v %t\nend\n}",
         "must come here"},
        {HEAD "%i = load in n\n%f = cast f32 %i\n%c = lt %f x\nif %c\nbarrier\nend\n"
              "store in n %i\n}",
         "must come here"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct kir_error error = {0};
        struct kir_kernel *kernel = parse(cases[i].text);
        if (kir_verify(kernel, &error) || !strstr(error.message, cases[i].says))
            fail_msg("case %zu: %s", i, error.message);
        kir_kernel_free(kernel);
    }
}

static void uniform_control_flow_may_have_barriers(void **state)
{
    static const char *const cases[] = {
        HEAD "%c = lt n n\nif %c\nbarrier\nend\n}",
        HEAD "%i = load in n\n%f = cast f32 %i\n%c = lt %f x\nif %c\nbarrier\nend\n}",
        HEAD "%t = thread x\n%s = block sum %t\n%c = lt %s n\nif %c\nbarrier\nend\n}",
        HEAD "%o = const i64 1\n%r = range %o n %o\n%s = warp max x\nend\n}",
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct kir_error error = {0};
        struct kir_kernel *kernel = parse(cases[i]);
        if (!kir_verify(kernel, &error))
            fail_msg("case %zu: %s", i, error.message);
        kir_kernel_free(kernel);
    }
}

static void wrong_launches_and_accesses_are_errors(void **state)
{
    static const struct {
        const char *text, *says;
    } cases[] = {
        {"kernel k(global f32 a) block 64 1 1 {\n}", "for blocks of 64 1 1"},
        {"kernel k(global i64 a) {\n%t = global_thread x\nstore a %t %t\n}",
         "thread 2 of block 1 0 0: index 6 of 6"},
        {"kernel k(global i64 a) {\n%t = thread x\n%m = neg %t\nstore a %m %t\n}", "index -1 of 6"},
        {"kernel k(global i64 a) {\n%t = thread x\nstore a %t %t width 2\n}",
         "not at a multiple of its width"},
        {"kernel k(global i64 a) {\n%l = lds i64 4\n%t = thread x\n%v = load %l %t\n}",
         "element 0 of lds was not stored to"},
        {"kernel k(global i64 a) {\n%z = const i64 0\n%g = load a %z\n%t = thread x\n"
         "%r = range %z %t %g\nend\n}",
         "the step is 0"},
        {"kernel k(global i64 a) {\n%z = const i64 0\n%o = const i64 1\n"
         "%h = const i64 1000000\n%r = range %z %h %o\nend\n}",
         "the limit of 1000 steps"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        _Alignas(16) int64_t memory[6] = {0};
        struct kir_argument argument = {.data = memory, .count = 6};
        struct kir_launch launch = {.grid = {2}, .block = {4}, .steps = 1000};
        struct kir_error error = {0};
        struct kir_kernel *kernel;
        kernel = parse(cases[i].text);
        if (kir_execute(kernel, &launch, &argument, NULL, &error) ||
            !strstr(error.message, cases[i].says))
            fail_msg("case %zu: %s", i, error.message);
        kir_kernel_free(kernel);
    }
}

/* Every f16, bf16 and f8 comes back from f32 and from f64 as it was. */
static void narrow_floats_are_kept(void **state)
{
    static const enum kir_type types[] = {KIR_F16, KIR_BF16, KIR_F8E4M3};
    static uint16_t in[65536], out[65536];
    (void)state;
    for (size_t i = 0; i < 3; i++) {
        for (int through = KIR_F32; through <= KIR_F64; through++) {
            struct kir_kernel *kernel = kir_kernel_create("k");
            kir_value to = kir_global(kernel, "out", types[i]);
            kir_value from = kir_global(kernel, "in", types[i]);
            kir_value at = kir_index(kernel, KIR_GLOBAL_THREAD, 0);
            kir_value wide = kir_cast(kernel, through, kir_load(kernel, from, at, 1));
            kir_store(kernel, to, at, kir_cast(kernel, types[i], wide), 1);
            uint32_t count = types[i] == KIR_F8E4M3 ? 256 : 65536;
            unsigned char *bytes = (unsigned char *)in;
            for (uint32_t k = 0; k < count; k++) {
                if (count == 256)
                    bytes[k] = (unsigned char)k;
                else
                    in[k] = (uint16_t)k;
            }
            struct kir_argument arguments[] = {{.data = out, .count = count},
                                               {.data = in, .count = count}};
            struct kir_launch launch = {.grid = {count / 256}, .block = {256}};
            struct kir_error error;
            if (!kir_execute(kernel, &launch, arguments, NULL, &error))
                fail_msg("%s", error.message);
            unsigned changed = 0; /* NaN may change */
            for (uint32_t k = 0; k < count; k++)
                changed += count == 256 ? bytes[k] != ((unsigned char *)out)[k] : in[k] != out[k];
            assert_in_range(changed, 0,
                            types[i] == KIR_F16    ? 2046
                            : types[i] == KIR_BF16 ? 254
                                                   : 1);
            kir_kernel_free(kernel);
        }
    }
}

static void an_estimate_is_what_is_executed(void **state)
{
    static const char text[] = "kernel k(global f32 out, global f16 in, scalar i64 n) {\n"
                               "%t = global_thread x\n%c = lt %t n\nif %c\n%x = load in %t\n"
                               "%w = cast f32 %x\n%y = fma %w %w %w\nstore out %t %y\nend\n}\n";
    static float out[1024];
    static uint16_t in[1024];
    struct kir_argument arguments[] = {
        {.data = out, .count = 1024}, {.data = in, .count = 1024}, {.integer = 1024}};
    struct kir_launch launch = {.grid = {8}, .block = {128}};
    struct kir_counts counts, estimate;
    struct kir_kernel *kernel = parse(text);
    (void)state;
    assert_true(kir_execute(kernel, &launch, arguments, &counts, NULL));
    arguments[0].data = arguments[1].data = NULL;
    assert_true(kir_estimate(kernel, &launch, arguments, &estimate, NULL));
    assert_int_equal(counts.operations, 2048);
    assert_int_equal(counts.loaded, 2048);
    assert_int_equal(counts.stored, 4096);
    assert_memory_equal(&counts, &estimate, sizeof counts);
    kir_kernel_free(kernel);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_not_a_kernel_is_refused_with_its_place),
        cmocka_unit_test(what_breaks_a_rule_is_refused_with_the_instruction_and_the_rule),
        cmocka_unit_test(uniform_control_flow_may_have_barriers),
        cmocka_unit_test(wrong_launches_and_accesses_are_errors),
        cmocka_unit_test(narrow_floats_are_kept),
        cmocka_unit_test(an_estimate_is_what_is_executed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
