/* Headers that kbuild wrote: the four forms, written here by hand in their spelling, and damage.
 * What kbuild itself writes is held against this reader by agree.sh. */
#include "support.h"
#include "hash.h"
#include "made.h"

#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define START                                                                                      \
    "/* a.hsaco: AMD GPU code objects as C data. Written by kbuild 1; do not edit.\n */\n"         \
    "#ifndef A_HSACO_H\n#define A_HSACO_H\n\n#include <krt/krt.h>\n\n"

static const char string_form[] =
    "\n#pragma GCC diagnostic push\n"
    "#pragma GCC diagnostic ignored \"-Woverlength-strings\"\n"
    "__attribute__((aligned(4096), unused)) static const unsigned char\n"
    "    a_hsaco[A_HSACO_SIZE + 1] =\n%s;\n#pragma GCC diagnostic pop\n";
static const char c23_form[] =
    "\n__attribute__((aligned(4096), unused)) static const unsigned char\n"
    "    a_hsaco[A_HSACO_SIZE] = {\n%s};\n";
static const char table_form[] = "\n#define A_HSACO_IMAGE_COUNT %uu\n"
                                 "__attribute__((unused)) static const struct krt_image "
                                 "a_hsaco_images[A_HSACO_IMAGE_COUNT] = {\n%s};\n\n#endif\n";

enum { BUNDLE = 272, IMAGE_AT = 144, IMAGE = 128 };

/* The bytes as kbuild spells them, every one as an escape of three digits. */
static char *spell(struct span bytes)
{
    char *text = malloc(bytes.size * 8 + 64), *end = text;
    assert_non_null(text);
    *end = '\0';
    for (size_t i = 0; i < bytes.size; i++)
        end += sprintf(end, "%s\\%03o%s", i % 128 ? "" : "\"", bytes.data[i],
                       i % 128 == 127 || i + 1 == bytes.size ? "\"\n" : "");
    return text;
}

struct draft {
    const char *form;
    const char *data;  /* its text */
    uint64_t size;     /* as stated */
    unsigned count;    /* of images, as stated */
    const char *table; /* rows */
};

static struct made put_header(const struct draft *draft)
{
    struct made made = {0};
    size_t room = strlen(draft->data) + 4096;
    char *text = malloc(room);
    assert_non_null(text);
    made_text(&made, START);
    snprintf(text, room, "#define A_HSACO_SIZE %" PRIu64 "u\n", draft->size);
    made_text(&made, text);
    if (draft->form == c23_form)
        snprintf(text, room, c23_form, draft->data);
    else
        snprintf(text, room, string_form, draft->data);
    made_text(&made, text);
    snprintf(text, room, table_form, draft->count, draft->table);
    made_text(&made, text);
    free(text);
    return made;
}

#define ROW "    {\"gfx90a\", 144u, 128u, 128u, KRT_CODEC_NONE},\n"

static void assert_says(const struct draft *draft, enum codeobj_status status, const char *message)
{
    enum codeobj_status got;
    struct made made = put_header(draft);
    char *log = walk_log(made_span(&made), &got);
    if (!strstr(log, message))
        fail_msg("'%s' does not say '%s'", log, message);
    assert_int_equal(got, status);
    free(log);
    made_free(&made);
}

static void data_in_the_header_are_read(void **state)
{
    (void)state;
    struct made bundle = {0};
    made_small_bundle(&bundle, "gfx90a", 0);
    char *data = spell(made_span(&bundle)), log[500];
    const struct draft draft = {string_form, data, BUNDLE, 1, ROW};
    struct made made = put_header(&draft);
    snprintf(log, sizeof log,
             " %zu\n"
             " a_hsaco 272\n"
             " a_hsaco bundle 1 272\n"
             "  host-x86_64-unknown-linux-- empty 0\n"
             "  hipv4-amdgcn-amd-amdhsa--gfx90a code object 128\n",
             made.size);
    assert_walk(made_span(&made), CODEOBJ_OK, log);
    made_free(&made);
    free(data);
    made_free(&bundle);
}

static void line_ends_of_other_systems_are_read(void **state)
{
    (void)state;
    struct made bundle = {0}, made = {0};
    made_small_bundle(&bundle, "gfx90a", 0);
    char *data = spell(made_span(&bundle));
    const struct draft draft = {string_form, data, BUNDLE, 1, ROW};
    struct made plain = put_header(&draft);
    for (size_t i = 0; i < plain.size; i++) {
        if (plain.data[i] == '\n')
            made_text(&made, "\r");
        made_bytes(&made, plain.data + i, 1);
    }
    enum codeobj_status status;
    char *log = walk_log(made_span(&made), &status);
    assert_int_equal(status, CODEOBJ_OK);
    free(log);
    free(data);
    made_free(&plain);
    made_free(&made);
    made_free(&bundle);
}

/* One image, a zstd frame; its bytes are found by the table. */
static void frames_are_found_by_the_table(void **state)
{
    (void)state;
    struct made object = {0}, frames = {0};
    made_code_object(&object, 0);
    made_packed(&frames, 1, made_span(&object));
    size_t first = frames.size;
    made_packed(&frames, 1, made_span(&object));
    char *data = spell(made_span(&frames)), rows[300], log[600];
    snprintf(rows, sizeof rows,
             "    {\"gfx1030\", 0u, %zuu, 128u, KRT_CODEC_ZSTD},\n"
             "    {\"gfx90a:xnack-\", %zuu, %zuu, 128u, KRT_CODEC_ZSTD},\n",
             first, first, frames.size - first);
    struct draft draft = {string_form, data, frames.size, 2, rows};
    struct made made = put_header(&draft);
    snprintf(log, sizeof log,
             " %zu\n"
             " a_hsaco %zu\n"
             " a_hsaco frame 1 128\n"
             "  gfx1030 code object 128\n"
             " a_hsaco frame 2 128\n"
             "  gfx90a:xnack- code object 128\n",
             made.size, frames.size);
    assert_walk(made_span(&made), CODEOBJ_OK, log);
    made_free(&made);

    snprintf(rows, sizeof rows, "    {\"gfx1030\", 0u, %zuu, 127u, KRT_CODEC_ZSTD},\n", first);
    draft.count = 1;
    assert_says(&draft, CODEOBJ_CORRUPT, "unpack to more than 127 bytes");
    snprintf(rows, sizeof rows, "    {\"gfx1030\", 0u, %zuu, 129u, KRT_CODEC_ZSTD},\n", first);
    assert_says(&draft, CODEOBJ_CORRUPT, "frame unpacks to 128 bytes, not to 129");
    snprintf(rows, sizeof rows, "    {\"gfx1030\", %zuu, 1u, 128u, KRT_CODEC_ZSTD},\n",
             frames.size);
    assert_says(&draft, CODEOBJ_CORRUPT, "image ends past the data");
    free(data);
    made_free(&frames);
    made_free(&object);
}

/* What emit/ writes for bytes that have letters, and the shortest octal ones. */
static void every_escape_is_read(void **state)
{
    (void)state;
    static const char escapes[] = "\"\\a\\b\\t\\n\\v\\f\\r\\\"\\\\\\?\\0\\1\\17\\0018a~\"\n";
    static const uint8_t bytes[] = "\a\b\t\n\v\f\r\"\\?\0\1\17\1"
                                   "8a~";
    struct made frame = {0}, made = {0};
    const struct draft draft = {string_form, escapes, sizeof bytes - 1, 0, ""};
    enum codeobj_status status;
    made = put_header(&draft);
    char *log = walk_log(made_span(&made), &status);
    /* It is not a code object, and the message has its size. */
    assert_int_equal(status, CODEOBJ_CORRUPT);
    assert_non_null(strstr(log, "  ! 0: 17 bytes that are neither a bundle nor a code object"));
    assert_int_equal(sizeof bytes - 1, 17);
    free(log);
    made_free(&made);
    made_free(&frame);
}

static void what_it_says_is_held_against_what_it_has(void **state)
{
    (void)state;
    struct made bundle = {0};
    made_small_bundle(&bundle, "gfx90a", 0);
    char *data = spell(made_span(&bundle));
    const struct {
        struct draft draft;
        enum codeobj_status status;
        const char *message;
    } cases[] = {
        {{string_form, data, BUNDLE - 1, 1, ROW}, CODEOBJ_CORRUPT, "holds more data than it says"},
        {{string_form, data, BUNDLE + 1, 1, ROW},
         CODEOBJ_CORRUPT,
         "272 bytes of data, not the 273"},
        {{string_form, data, UINT64_MAX, 1, ROW}, CODEOBJ_TRUNCATED, "shorter than the data"},
        {{string_form, data, BUNDLE, 0, ROW}, CODEOBJ_CORRUPT, "more images than it says"},
        {{string_form, data, BUNDLE, 2, ROW}, CODEOBJ_CORRUPT, "fewer images than it says"},
        {{string_form, data, BUNDLE, UINT32_MAX, ROW}, CODEOBJ_CORRUPT, "wrong count of images"},
        {{string_form, data, BUNDLE, 1, "{\"g\", 143u, 128u, 128u, KRT_CODEC_NONE},\n"},
         CODEOBJ_CORRUPT,
         "not a code object of the size given"},
        {{string_form, data, BUNDLE, 1, "{\"g\", 145u, 128u, 128u, KRT_CODEC_NONE},\n"},
         CODEOBJ_CORRUPT,
         "image ends past the data"},
        {{string_form, data, BUNDLE, 1, "{\"g\", 144u, 128u, 127u, KRT_CODEC_NONE},\n"},
         CODEOBJ_CORRUPT,
         "not a code object of the size given"},
        {{string_form, data, BUNDLE, 1,
          "{\"g\", 18446744073709551616u, 1u, 1u, KRT_CODEC_NONE},\n"},
         CODEOBJ_CORRUPT,
         "image ends past the data"},
        {{string_form, data, BUNDLE, 1, "{\"g\", 144u, 128u, 128u, KRT_CODEC_LZ4},\n"},
         CODEOBJ_CORRUPT,
         "not as kbuild writes it"},
        {{string_form, "\"\\x41\"\n", 1, 0, ""}, CODEOBJ_CORRUPT, "an invalid escape"},
        {{string_form, "\"\\400\"\n", 1, 0, ""}, CODEOBJ_CORRUPT, "an invalid escape"},
        {{string_form, "\"\\8\"\n", 1, 0, ""}, CODEOBJ_CORRUPT, "an invalid escape"},
        {{string_form, "\"a\nb\"\n", 1, 0, ""}, CODEOBJ_CORRUPT, "not as kbuild writes it"},
        {{c23_form, "0x7f,\n", 1, 0, ""}, CODEOBJ_CORRUPT, "not as kbuild writes it"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        assert_says(&cases[i].draft, cases[i].status, cases[i].message);
    free(data);
    made_free(&bundle);
}

/* Headers of older versions have no checksums: ROW. */
static void an_image_has_the_checksum_of_its_row(void **state)
{
    (void)state;
    struct made bundle = {0};
    made_small_bundle(&bundle, "gfx90a", 0);
    char *data = spell(made_span(&bundle)), row[100];
    uint32_t checksum = image_checksum((struct span){bundle.data + IMAGE_AT, IMAGE});
    for (int wrong = 0; wrong <= 1; wrong++) {
        snprintf(row, sizeof row,
                 "{\"gfx90a\", 144u, 128u, 128u, KRT_CODEC_NONE, 0x%08" PRIx32 "u},\n",
                 checksum ^ (uint32_t)wrong);
        const struct draft draft = {string_form, data, BUNDLE, 1, row};
        assert_says(&draft, wrong ? CODEOBJ_CORRUPT : CODEOBJ_OK,
                    wrong ? "does not have the checksum given" : "code object 128");
    }
    free(data);
    made_free(&bundle);
}

static void a_header_for_archives_embeds_nothing(void **state)
{
    (void)state;
    struct made made = {0};
    made_text(&made,
              START "#define A_HSACO_SIZE 0u\n"
                    "#define a_hsaco ((const unsigned char *)0)\n\n"
                    "#define A_HSACO_IMAGE_COUNT 1u\n"
                    "static const struct krt_image a_hsaco_images[A_HSACO_IMAGE_COUNT] = {\n"
                    "    {\"gfx90a\", 0u, 128u, 128u, KRT_CODEC_NONE, 0x1u},\n};\n\n#endif\n");
    enum codeobj_status status;
    char *log = walk_log(made_span(&made), &status);
    assert_null(strchr(log, '!'));
    free(log);
    made_free(&made);
}

static void truncated_header_is_never_walked_in_full(void **state)
{
    (void)state;
    struct made bundle = {0};
    made_small_bundle(&bundle, "gfx90a", 0);
    char *data = spell(made_span(&bundle));
    const struct draft draft = {string_form, data, BUNDLE, 1, ROW};
    struct made made = put_header(&draft);
    size_t whole = span_find(made_span(&made), "\n};\n", 0) + 2; /* the end of the table */
    struct arena arena = arena_open(made.size);
    for (size_t size = 0; size < whole; size++) {
        enum codeobj_status status;
        char *log = walk_log(arena_place(&arena, (struct span){made.data, size}), &status);
        assert_int_not_equal(status, CODEOBJ_OK);
        free(log);
    }
    arena_close(&arena);
    free(data);
    made_free(&made);
    made_free(&bundle);
}

/* ---- Data in a file beside the header ------------------------------------------------------ */

struct beside {
    const char *wanted;
    struct span bytes;
    unsigned asked, images, problems;
    struct codeobj_error error;
};

static bool give_beside(void *context, const char *name, struct span *out)
{
    struct beside *beside = context;
    beside->asked++;
    assert_string_equal(name, beside->wanted);
    *out = beside->bytes;
    return beside->bytes.data;
}

static void count_image(void *context, const struct container_image *image)
{
    struct beside *beside = context;
    beside->images += image->kind == IMAGE_CODE_OBJECT;
}

static void count_problem(void *context, const struct container *where,
                          const struct codeobj_error *error)
{
    struct beside *beside = context;
    (void)where;
    beside->problems++;
    beside->error = *error;
}

static enum codeobj_status walk_beside(const char *text, struct beside *beside)
{
    const struct container_visitor visitor = {
        .context = beside, .image = count_image, .problem = count_problem, .beside = give_beside};
    return container_walk((struct span){(const uint8_t *)text, strlen(text)}, NULL, &visitor, NULL);
}

#define TABLE                                                                                      \
    "#define A_HSACO_IMAGE_COUNT 1u\nx a_hsaco_images[A_HSACO_IMAGE_COUNT] = {\n" ROW "};\n"

static void file_beside_the_header_is_read(void **state)
{
    static const struct {
        const char *text, *name;
    } forms[] = {
        {START "#define A_HSACO_SIZE 272u\nx a_hsaco[] = {\n#embed \"a b.hsaco\"\n};\n" TABLE,
         "a b.hsaco"},
        {START "#define A_HSACO_SIZE 272u\n#define A_HSACO_FILE \"a.hsaco\"\n" TABLE, "a.hsaco"},
        /* As assembly in C: a backslash of its own before each escape. */
        {START "#define A_HSACO_SIZE 272u\n#define A_HSACO_FILE \"a\\\\042\\\\134.h\"\n" TABLE,
         "a\"\\.h"},
    };
    (void)state;
    struct made bundle = {0};
    made_small_bundle(&bundle, "gfx90a", 0);
    for (size_t i = 0; i < sizeof forms / sizeof forms[0]; i++) {
        struct beside beside = {.wanted = forms[i].name, .bytes = made_span(&bundle)};
        assert_int_equal(walk_beside(forms[i].text, &beside), CODEOBJ_OK);
        assert_int_equal(beside.asked, 1);
        assert_int_equal(beside.images, 1);

        beside = (struct beside){.wanted = forms[i].name};
        assert_int_equal(walk_beside(forms[i].text, &beside), CODEOBJ_IO);
        assert_int_equal(beside.problems, 1);
        assert_non_null(strstr(beside.error.message, "belongs beside the header"));

        beside = (struct beside){.wanted = forms[i].name, .bytes = {bundle.data, BUNDLE - 1}};
        assert_int_equal(walk_beside(forms[i].text, &beside), CODEOBJ_CORRUPT);
        assert_non_null(strstr(beside.error.message, "is 271 bytes long, not the 272"));
    }
    made_free(&bundle);
}

static void file_elsewhere_is_never_asked_for(void **state)
{
    static const char *const names[] = {"../a", "/etc/passwd", "",
                                        "a/b",  "\\\\057etc",  "a\\\\000b"};
    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        char text[1000];
        snprintf(text, sizeof text,
                 START "#define A_HSACO_SIZE 1u\n#define A_HSACO_FILE \"%s\"\n" TABLE, names[i]);
        struct beside beside = {.wanted = ""};
        assert_int_equal(walk_beside(text, &beside), CODEOBJ_CORRUPT);
        assert_int_equal(beside.asked, 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(data_in_the_header_are_read),
        cmocka_unit_test(line_ends_of_other_systems_are_read),
        cmocka_unit_test(frames_are_found_by_the_table),
        cmocka_unit_test(every_escape_is_read),
        cmocka_unit_test(what_it_says_is_held_against_what_it_has),
        cmocka_unit_test(an_image_has_the_checksum_of_its_row),
        cmocka_unit_test(a_header_for_archives_embeds_nothing),
        cmocka_unit_test(truncated_header_is_never_walked_in_full),
        cmocka_unit_test(file_beside_the_header_is_read),
        cmocka_unit_test(file_elsewhere_is_never_asked_for),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
