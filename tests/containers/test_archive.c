/* Archives: names of every kind, members that are ignored, and damage. */
#include "support.h"
#include "made.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static struct span text(const char *text)
{
    return (struct span){(const uint8_t *)text, strlen(text)};
}

/* A host's object with a small bundle. */
static struct made object(void)
{
    struct made bundle = {0}, made = {0};
    made_small_bundle(&bundle, "gfx90a", 0);
    made_small_elf(&made, ".hip_fatbin", made_span(&bundle));
    made_free(&bundle);
    return made;
}

/* What the walk says of such a member. */
static void add_log(char *log, size_t size, const char *name, size_t bytes)
{
    size_t used = strlen(log);
    snprintf(log + used, size - used,
             "(%s) %zu\n"
             "(%s) .hip_fatbin 272\n"
             "(%s) .hip_fatbin bundle 1 272\n"
             "  host-x86_64-unknown-linux-- empty 0\n"
             "  hipv4-amdgcn-amd-amdhsa--gfx90a code object 128\n",
             name, bytes, name, name);
}

static void names_of_every_kind_are_read(void **state)
{
    (void)state;
    struct made member = object(), made = {0}, bsd = {0};
    made_archive(&made);
    made_member(&made, "/", text("\1\2\3"));
    made_member(&made, "/SYM64/", text("\1\2\3"));
    made_member(&made, "//", text("a name of more than 16 bytes.o/\nanother one, as long.o/\n"));
    made_member(&made, "short.o/", made_span(&member));
    made_member(&made, "/0", made_span(&member));
    made_member(&made, "/32", made_span(&member));
    made_member(&made, "sixteen bytes.o/", made_span(&member));
    made_text(&bsd, "a name of BSD's.o");
    made_zeros(&bsd, 3);
    made_bytes(&bsd, member.data, member.size);
    made_member(&made, "#1/20", made_span(&bsd));
    made_member(&made, "__.SYMDEF", text("\1\2\3"));
    made_member(&made, "plain.o", made_span(&member));
    char log[4000];
    snprintf(log, sizeof log, " %zu\n", made.size);
    add_log(log, sizeof log, "short.o", member.size);
    add_log(log, sizeof log, "a name of more than 16 bytes.o", member.size);
    add_log(log, sizeof log, "another one, as long.o", member.size);
    add_log(log, sizeof log, "sixteen bytes.o", member.size);
    add_log(log, sizeof log, "a name of BSD's.o", member.size);
    add_log(log, sizeof log, "plain.o", member.size);
    assert_walk(made_span(&made), CODEOBJ_OK, log);
    made_free(&made);
    made_free(&bsd);
    made_free(&member);
}

static void other_members_are_passed_over(void **state)
{
    (void)state;
    struct made member = object(), made = {0};
    char log[1000];
    made_archive(&made);
    made_member(&made, "readme.txt/", text("text, of an odd length."));
    made_member(&made, "empty/", text(""));
    made_member(&made, "a.o/", made_span(&member));
    made_member(&made, "bitcode.bc/", text("BC\xc0\xde"));
    snprintf(log, sizeof log, " %zu\n", made.size);
    add_log(log, sizeof log, "a.o", member.size);
    assert_walk(made_span(&made), CODEOBJ_OK, log);
    made_free(&made);

    made_archive(&made);
    made_member(&made, "readme.txt/", text("text"));
    snprintf(log, sizeof log, " %zu\nholds no code objects: an archive of other members\n",
             made.size);
    assert_walk(made_span(&made), CODEOBJ_UNRECOGNISED, log);
    made_free(&made);
    made_free(&member);
}

static void bundles_are_members_too(void **state)
{
    (void)state;
    struct made bundle = {0}, made = {0};
    made_small_bundle(&bundle, "gfx90a", 0);
    made_archive(&made);
    made_member(&made, "a.hsaco/", made_span(&bundle));
    assert_walk(made_span(&made), CODEOBJ_OK,
                " 340\n"
                "(a.hsaco) 272\n"
                "(a.hsaco) bundle 1 272\n"
                "  host-x86_64-unknown-linux-- empty 0\n"
                "  hipv4-amdgcn-amd-amdhsa--gfx90a code object 128\n");
    made_free(&made);
    made_free(&bundle);
}

static void names_that_are_no_text_are_shown_as_text(void **state)
{
    (void)state;
    struct made member = object(), made = {0};
    char log[1000];
    made_archive(&made);
    made_member(&made, "a\x1b[31m\xff.o/", made_span(&member));
    snprintf(log, sizeof log, " %zu\n", made.size);
    add_log(log, sizeof log, "a?[31m?.o", member.size);
    assert_walk(made_span(&made), CODEOBJ_OK, log);
    made_free(&made);
    made_free(&member);
}

static void thin_archive_says_what_to_do(void **state)
{
    (void)state;
    assert_walk(
        text("!<thin>\n//                                              6         `\na.o/\n\n"),
        CODEOBJ_UNSUPPORTED,
        " 74\n"
        "  ! 0: a thin archive, which holds only the names of its members; give those "
        "files, as ar t lists them\n");
}

static void archives_in_archives_are_read(void **state)
{
    (void)state;
    struct made member = object(), inner = {0}, made = {0};
    made_archive(&inner);
    made_member(&inner, "a.o/", made_span(&member));
    made_archive(&made);
    made_member(&made, "readme/", text("text"));
    made_member(&made, "inner.a/", made_span(&inner));
    char log[1000];
    snprintf(log, sizeof log, " %zu\n(inner.a) %zu\n", made.size, inner.size);
    add_log(log, sizeof log, "inner.a)(a.o", member.size);
    assert_walk(made_span(&made), CODEOBJ_OK, log);
    made_free(&member);
    made_free(&inner);
    made_free(&made);
}

static void archives_in_archives_have_a_limit(void **state)
{
    (void)state;
    struct made made = {0};
    enum codeobj_status status;
    for (int depth = 0; depth < 12; depth++) {
        struct made outer = {0};
        made_archive(&outer);
        made_member(&outer, "a/", made_span(&made));
        made_free(&made);
        made = outer;
    }
    char *log = walk_log(made_span(&made), &status);
    assert_non_null(strstr(log, "archives in archives, 8 deep; extract it and give that"));
    assert_int_equal(status, CODEOBJ_LIMIT);
    free(log);
    made_free(&made);
}

/* Headers that name a file are read where that file is. */
static void header_in_an_archive_reads_no_file_beside_it(void **state)
{
    (void)state;
    struct made made = {0};
    enum codeobj_status status;
    made_archive(&made);
    made_member(&made, "a.h/",
                text("/* a.hsaco: AMD GPU code objects as C data. Written by kbuild 1; do not "
                     "edit.\n */\n#define A_HSACO_SIZE 272u\n#define A_HSACO_FILE \"a.hsaco\"\n"
                     "#define A_HSACO_IMAGE_COUNT 1u\n"
                     "x a_hsaco_images[A_HSACO_IMAGE_COUNT] = {\n"
                     "    {\"gfx90a\", 144u, 128u, 128u, KRT_CODEC_NONE},\n};\n"));
    char *log = walk_log(made_span(&made), &status);
    assert_non_null(strstr(log, "cannot read 'a.hsaco'"));
    assert_int_equal(status, CODEOBJ_IO);
    free(log);
    made_free(&made);
}

static void damage_says_where_it_is(void **state)
{
    static const struct {
        const char *name;
        size_t offset; /* of what is changed, in the member's header */
        const char *bytes;
        const char *message;
    } cases[] = {
        {"a.o/", 58, "x", "  ! 8: header of an archive's member is damaged\n"},
        {"a.o/", 48, "-", "  ! 8: header of an archive's member is damaged\n"},
        {"a.o/", 48, "          ", "  ! 8: header of an archive's member is damaged\n"},
        {"a.o/", 48, "12 4      ", "  ! 8: header of an archive's member is damaged\n"},
        {"a.o/", 48, "9999999999", "  ! 56: member of 9999999999 bytes ends past the end"},
        {"/5", 0, "/", "  ! 8: name of an archive's member is not where its header says\n"},
        {"/0", 0, "/", "  ! 8: name of an archive's member is not where its header says\n"},
        {"#1/999999", 0, "#", "  ! 8: name of an archive's member is not where its header says\n"},
        {"#1/x", 0, "#", "  ! 8: name of an archive's member is not where its header says\n"},
    };
    (void)state;
    struct made member = object();
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct made made = {0};
        enum codeobj_status status;
        made_archive(&made);
        made_member(&made, cases[i].name, made_span(&member));
        memcpy(made.data + 8 + cases[i].offset, cases[i].bytes, strlen(cases[i].bytes));
        char *log = walk_log(made_span(&made), &status);
        if (!strstr(log, cases[i].message))
            fail_msg("case %zu: '%s' does not say '%s'", i, log, cases[i].message);
        assert_int_equal(status, i == 4 ? CODEOBJ_TRUNCATED : CODEOBJ_CORRUPT);
        free(log);
        made_free(&made);
    }
    made_free(&member);
}

static void damaged_member_does_not_hide_the_next(void **state)
{
    (void)state;
    struct made member = object(), made = {0};
    char log[1000];
    made_archive(&made);
    made_member(&made, "/7", made_span(&member)); /* there are no long names */
    made_member(&made, "b.o/", made_span(&member));
    snprintf(log, sizeof log,
             " %zu\n  ! 8: name of an archive's member is not where its header says\n", made.size);
    add_log(log, sizeof log, "b.o", member.size);
    assert_walk(made_span(&made), CODEOBJ_CORRUPT, log);
    made_free(&made);
    made_free(&member);
}

static void truncated_archive_is_never_walked_in_full(void **state)
{
    (void)state;
    struct made member = object(), made = {0};
    made_archive(&made);
    made_zeros(&member, member.size % 2); /* so that nothing is aligned */
    made_member(&made, "a.o/", made_span(&member));
    size_t first = made.size;
    made_member(&made, "b.o/", made_span(&member));
    struct arena arena = arena_open(made.size);
    for (size_t size = 9; size < made.size; size++) {
        enum codeobj_status status;
        char *log = walk_log(arena_place(&arena, (struct span){made.data, size}), &status);
        assert_int_equal(status, size == first ? CODEOBJ_OK : CODEOBJ_TRUNCATED);
        assert_int_equal(!!strstr(log, "(a.o) .hip_fatbin bundle 1 272\n"), size >= first);
        free(log);
    }
    arena_close(&arena);
    made_free(&made);
    made_free(&member);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_of_every_kind_are_read),
        cmocka_unit_test(other_members_are_passed_over),
        cmocka_unit_test(bundles_are_members_too),
        cmocka_unit_test(names_that_are_no_text_are_shown_as_text),
        cmocka_unit_test(thin_archive_says_what_to_do),
        cmocka_unit_test(archives_in_archives_are_read),
        cmocka_unit_test(archives_in_archives_have_a_limit),
        cmocka_unit_test(header_in_an_archive_reads_no_file_beside_it),
        cmocka_unit_test(damage_says_where_it_is),
        cmocka_unit_test(damaged_member_does_not_hide_the_next),
        cmocka_unit_test(truncated_archive_is_never_walked_in_full),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
