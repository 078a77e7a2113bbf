/* Text for people: cut to a width, sizes, colours. */
#include "inspect/screen.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const struct screen plain, colour = {.colour = true};

static char *shortened(const char *text, size_t width)
{
    struct buf out = {0};
    put_shortened(&out, &plain, STYLE_BOLD, text, width);
    return buf_take(&out);
}

static void a_cut_text_is_as_wide_as_asked_and_keeps_both_ends(void **state)
{
    (void)state;
    static const char *const texts[] = {"void reduce<float, 4>(float*, unsigned long)",
                                        "größe<ψυχή>(λόγος*, длина) und mehr"};
    for (size_t i = 0; i < 2; i++) {
        size_t whole = text_width(texts[i]);
        for (size_t width = 8; width < whole; width++) {
            char *cut = shortened(texts[i], width);
            const char *gap = strstr(cut, "...");
            assert_int_equal(text_width(cut), width);
            assert_non_null(gap);
            assert_memory_equal(cut, texts[i], gap - cut);
            assert_string_equal(gap + 3, texts[i] + strlen(texts[i]) - strlen(gap + 3));
            free(cut);
        }
    }
}

static char *named(const char *text, size_t width)
{
    struct buf out = {0};
    put_name(&out, &plain, STYLE_PLAIN, text, width);
    return buf_take(&out);
}

/* Return type and parameters go first, then what is deepest; when that is not enough, the middle.
 */
static void a_long_name_loses_its_inner_arguments_first(void **state)
{
    (void)state;
    static const char name[] =
        "void gemm<Tile<Shape<64, 32>, int (*)[4]>, float>(Params<Tile<4> >)";
    static const struct {
        const char *name;
        size_t width;
        const char *text;
    } cases[] = {
        {name, 0, name},
        {name, sizeof name - 1, name},
        {name, 66, "gemm<Tile<Shape<64, 32>, int (*)[4]>, float>"},
        {name, 44, "gemm<Tile<Shape<64, 32>, int (*)[4]>, float>"},
        {name, 43, "gemm<Tile<...>, float>"},
        {name, 22, "gemm<Tile<...>, float>"},
        {name, 21, "gemm<Tile...>, float>"},
        {"f<a<b<1, 2, 3, 4>, 5> >(int)", 27, "f<a<b<1, 2, 3, 4>, 5> >"},
        {"f<a<b> >::operator()(g<h<int, int> >)", 35, "f<a<b> >::operator()"},
        {"f<a<b> >::operator()(g<h<i> >)", 30, "f<a<b> >::operator()(g<h<i> >)"},
        {"(anonymous namespace)::k<a<int, int> >()", 39, "(anonymous namespace)::k<a<int, int> >"},
        {"(anonymous namespace)::k<a<int, int> >()", 37, "(anonymous namespace)::k<a<...> >"},
        {"void (anonymous namespace)::k<int>()", 35, "(anonymous namespace)::k<int>"},
        {"bool x::operator< <a<int, int> >(b)", 33, "x::operator< <a<int, int> >"},
        {"unsigned int k<int>(int) [.static.1f2e]", 30, "k<int> [.static.1f2e]"},
        {"main::{lambda(int)#1}::operator()(int) const", 40,
         "main::{lambda(int)#1}::operator() const"},
        {"plain(int, int", 10, "plai...int"},
        {"not > a < name", 10, "not ...ame"},
        {"a<<<<<<<<<<<<<<<<b>>>>>>>>>>>>>>>>", 12, "a<<<<...>>>>"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char *text = named(cases[i].name, cases[i].width);
        assert_string_equal(text, cases[i].text);
        free(text);
    }
}

static void wrapped_text_fits_and_is_all_there(void **state)
{
    (void)state;
    static const char text[] = "7 kernels for 2 targets (gfx90a, größe); 8 code objects of 91 KiB";
    for (size_t width = 12; width < 80; width++) {
        const struct screen screen = {.width = width};
        struct buf out = {0};
        put_wrapped(&out, &screen, STYLE_PLAIN, text, 0, 4);
        size_t at = 0;
        for (char *line = strtok(out.data, "\n"); line; line = strtok(NULL, "\n")) {
            assert_true(text_width(line) <= width);
            line += at ? 4 : 0;
            assert_memory_equal(line, text + at, strlen(line));
            at += strlen(line) + 1;
        }
        assert_int_equal(at, sizeof text);
        buf_free(&out);
    }
}

static void what_fits_or_has_no_limit_is_whole(void **state)
{
    (void)state;
    static const size_t widths[] = {0, 6, 7, 100};
    for (size_t i = 0; i < 4; i++) {
        char *text = shortened("affine", widths[i]);
        assert_string_equal(text, "affine");
        free(text);
    }
}

static void control_characters_never_reach_the_terminal(void **state)
{
    (void)state;
    struct buf out = {0};
    put_styled(&out, &plain, STYLE_BAD, "a\033[31m\nb\x7f\tc");
    assert_string_equal(out.data, "a?[31m?b??c");
    buf_free(&out);
}

static void colour_is_only_where_it_is_wanted(void **state)
{
    (void)state;
    struct buf out = {0};
    put_styled(&out, &colour, STYLE_BAD, "x");
    put_styled(&out, &colour, STYLE_PLAIN, "y");
    put_styled(&out, &plain, STYLE_WARN, "z");
    assert_string_equal(out.data, "\033[1;31mx\033[0myz");
    buf_free(&out);
}

static void check_size(uint64_t bytes, const char *wanted)
{
    struct buf out = {0};
    put_size(&out, bytes);
    assert_string_equal(out.data, wanted);
    buf_free(&out);
}

static void sizes_have_three_or_four_digits(void **state)
{
    (void)state;
    check_size(0, "0 B");
    check_size(1023, "1023 B");
    check_size(1024, "1.00 KiB");
    check_size(10235, "10.0 KiB");
    check_size(1023989, "0.98 MiB");
    check_size(1048525, "1.00 MiB");
    check_size(UINT64_C(1310496488), "1.22 GiB");
    check_size(UINT64_MAX, "16.0 EiB");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(control_characters_never_reach_the_terminal),
        cmocka_unit_test(a_cut_text_is_as_wide_as_asked_and_keeps_both_ends),
        cmocka_unit_test(a_long_name_loses_its_inner_arguments_first),
        cmocka_unit_test(wrapped_text_fits_and_is_all_there),
        cmocka_unit_test(what_fits_or_has_no_limit_is_whole),
        cmocka_unit_test(colour_is_only_where_it_is_wanted),
        cmocka_unit_test(sizes_have_three_or_four_digits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
