/* Kernel archives: whatever is damaged does not open or does not unpack; what was packed is
 * unpacked.
 */
#include "kernel_archive.h"

#include "codeobj.h"
#include "emit/pack.h"
#include "hash.h"
#include "mapped_file.h"
#include "util/file.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* The archive for gfx11, with two images of data/, and where its index ends. */
static struct buf packed;
static size_t index_end;
static char directory[] = "/tmp/kernel_archive.XXXXXX";

static struct span whole(void)
{
    return (struct span){(const uint8_t *)packed.data, packed.size};
}

static int make_archives(void **state)
{
    (void)state;
    struct strings inputs = {0}, written = {0};
    static const char *const names[] = {"gfx1100-v5", "gfx1030-v4", "gfx11-generic-v6"};
    assert_non_null(mkdtemp(directory));
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        strings_addf(&inputs, "%s/%s.hsaco", TEST_DATA, names[i]);
    assert_int_equal(pack_write(&(struct pack_request){&inputs, "data", directory}, &written),
                     STATUS_OK);
    assert_int_equal(written.count, 2);
    char *path = path_join(directory, "data.gfx11.krt");
    assert_int_equal(file_read(path, &packed), STATUS_OK);
    struct kernel_archive archive;
    assert_int_equal(kernel_archive_open(whole(), &archive, NULL), CODEOBJ_OK);
    index_end = kernel_archive_at(&archive, 0).offset;
    free(path);
    strings_free(&inputs);
    strings_free(&written);
    return 0;
}

static int remove_archives(void **state)
{
    (void)state;
    buf_free(&packed);
    path_remove_tree(directory);
    return 0;
}

static struct mapped_file data_file(const char *name)
{
    struct mapped_file file;
    char *path = mem_format("%s/%s", TEST_DATA, name);
    assert_int_equal(mapped_file_open(path, &file, NULL), CODEOBJ_OK);
    free(path);
    return file;
}

/* A copy that a test spoils; the caller frees it. */
static uint8_t *copy_archive(void)
{
    uint8_t *copy = malloc(packed.size);
    assert_non_null(copy);
    return memcpy(copy, packed.data, packed.size);
}

static void assert_refused(struct span bytes, enum codeobj_status wanted)
{
    struct kernel_archive archive = {.count = 77};
    struct codeobj_error error = {0};
    enum codeobj_status status = kernel_archive_open(bytes, &archive, &error);
    if (wanted ? status != wanted : status == CODEOBJ_OK)
        fail_msg("%zu bytes: status %d: %s", bytes.size, status, error.message);
    assert_int_equal(archive.count, 77);
    assert_true(error.message[0] && error.offset <= bytes.size);
}

/* ---- Failures ------------------------------------------------------------------------------- */

static void other_files_are_not_archives(void **state)
{
    (void)state;
    struct mapped_file object = data_file("gfx1100-v5.hsaco");
    assert_refused(object.bytes, CODEOBJ_UNRECOGNISED);
    assert_refused((struct span){NULL, 0}, CODEOBJ_UNRECOGNISED);
    mapped_file_close(&object);
}

static void a_truncated_archive_never_opens(void **state)
{
    (void)state;
    for (size_t size = 0; size < packed.size; size++) {
        uint8_t *part = malloc(size + 1); /* so that a sanitizer knows the end */
        assert_non_null(part);
        memcpy(part + 1, packed.data, size);
        assert_refused((struct span){part + 1, size}, CODEOBJ_OK);
        free(part);
    }
}

static void an_archive_with_bytes_behind_it_does_not_open(void **state)
{
    (void)state;
    uint8_t *longer = calloc(1, packed.size + 1);
    assert_non_null(longer);
    memcpy(longer, packed.data, packed.size);
    assert_refused((struct span){longer, packed.size + 1}, CODEOBJ_CORRUPT);
    free(longer);
}

static void an_index_with_a_flipped_bit_never_opens(void **state)
{
    (void)state;
    uint8_t *copy = copy_archive();
    for (size_t bit = 0; bit < index_end * 8; bit++) {
        copy[bit / 8] ^= (uint8_t)(1 << bit % 8);
        assert_refused((struct span){copy, packed.size}, CODEOBJ_OK);
        copy[bit / 8] ^= (uint8_t)(1 << bit % 8);
    }
    free(copy);
}

static void an_image_with_a_flipped_bit_is_never_unpacked(void **state)
{
    (void)state;
    uint8_t *copy = copy_archive(), *raw;
    struct kernel_archive archive;
    assert_int_equal(kernel_archive_open((struct span){copy, packed.size}, &archive, NULL),
                     CODEOBJ_OK);
    struct kernel_archive_image image = kernel_archive_at(&archive, 1);
    for (size_t bit = 0; bit < image.size * 8; bit++) {
        copy[image.offset + bit / 8] ^= (uint8_t)(1 << bit % 8);
        assert_int_equal(kernel_archive_unpack(&archive, &image, &raw, NULL), CODEOBJ_CORRUPT);
        copy[image.offset + bit / 8] ^= (uint8_t)(1 << bit % 8);
    }
    free(copy);
}

/* An index that contradicts itself, though its hash is right. */
static void a_wrong_index_is_refused(void **state)
{
    (void)state;
    enum { ROW = KERNEL_ARCHIVE_HEADER, NEXT = ROW + KERNEL_ARCHIVE_ROW };
    static const struct {
        size_t at, size;
        uint64_t value;
        enum codeobj_status status;
    } cases[] = {
        {8, 4, 3, CODEOBJ_UNSUPPORTED},         /* a later version */
        {8, 4, 0, CODEOBJ_UNSUPPORTED},         /* an earlier one */
        {12, 4, UINT32_MAX, CODEOBJ_CORRUPT},   /* more images than bytes */
        {12, 4, 1, CODEOBJ_CORRUPT},            /* fewer */
        {24, 8, UINT64_MAX, CODEOBJ_TRUNCATED}, /* its size */
        {32, 4, UINT32_MAX, CODEOBJ_CORRUPT},   /* the size of the strings */
        {32, 4, 0, CODEOBJ_CORRUPT},
        {36, 4, UINT32_MAX, CODEOBJ_CORRUPT}, /* the name of the package */
        {40, 4, 4096, CODEOBJ_CORRUPT},       /* the family */
        {44, 4, 1, CODEOBJ_CORRUPT},
        {ROW, 4, 1 << 20, CODEOBJ_CORRUPT}, /* the name of a module */
        {ROW + 4, 4, UINT32_MAX, CODEOBJ_CORRUPT},
        {ROW + 8, 8, 0, CODEOBJ_CORRUPT}, /* an image over the header */
        {ROW + 16, 8, UINT64_MAX, CODEOBJ_CORRUPT},
        {ROW + 16, 8, 0, CODEOBJ_CORRUPT},
        {ROW + 24, 8, UINT64_MAX, CODEOBJ_CORRUPT},
        {ROW + 24, 8, 0, CODEOBJ_CORRUPT},
        {NEXT + 8, 8, 1, CODEOBJ_CORRUPT},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        uint8_t *copy = copy_archive();
        for (size_t j = 0; j < cases[i].size; j++)
            copy[cases[i].at + j] = (uint8_t)(cases[i].value >> 8 * j);
        /* The hash is behind the strings, as the header says. */
        uint64_t end = ROW + load_le(copy + 12, 4) * KERNEL_ARCHIVE_ROW + load_le(copy + 32, 4);
        if (end + 8 <= packed.size) {
            uint64_t hash = hash_64(copy, (size_t)end);
            for (size_t j = 0; j < 8; j++)
                copy[end + j] = (uint8_t)(hash >> 8 * j);
        }
        assert_refused((struct span){copy, packed.size}, cases[i].status);
        free(copy);
    }
}

static void rows_that_are_not_sorted_are_refused(void **state)
{
    (void)state;
    uint8_t *copy = copy_archive(), names[8];
    memcpy(names, copy + KERNEL_ARCHIVE_HEADER, 8);
    memcpy(copy + KERNEL_ARCHIVE_HEADER, copy + KERNEL_ARCHIVE_HEADER + KERNEL_ARCHIVE_ROW, 8);
    memcpy(copy + KERNEL_ARCHIVE_HEADER + KERNEL_ARCHIVE_ROW, names, 8);
    uint64_t hash = hash_64(copy, index_end - 8);
    for (size_t j = 0; j < 8; j++)
        copy[index_end - 8 + j] = (uint8_t)(hash >> 8 * j);
    assert_refused((struct span){copy, packed.size}, CODEOBJ_CORRUPT);
    free(copy);
}

/* ---- Success -------------------------------------------------------------------------------- */

static void what_was_packed_is_unpacked(void **state)
{
    (void)state;
    static const char *const images[][2] = {{"gfx11-generic-v6", "gfx11-generic"},
                                            {"gfx1100-v5", "gfx1100"}};
    struct kernel_archive archive;
    struct kernel_archive_image image;
    assert_int_equal(kernel_archive_open(whole(), &archive, NULL), CODEOBJ_OK);
    assert_string_equal(archive.package, "data");
    assert_string_equal(archive.family, "gfx11");
    assert_int_equal(archive.count, 2);
    for (size_t i = 0; i < 2; i++) {
        char name[64];
        uint8_t *raw;
        snprintf(name, sizeof name, "%s.hsaco", images[i][0]);
        struct mapped_file object = data_file(name);
        assert_true(kernel_archive_find(&archive, images[i][0], images[i][1], &image));
        assert_int_equal(image.offset, kernel_archive_at(&archive, (uint32_t)i).offset);
        assert_int_equal(image.raw_size, object.bytes.size);
        assert_int_equal(kernel_archive_unpack(&archive, &image, &raw, NULL), CODEOBJ_OK);
        assert_memory_equal(raw, object.bytes.data, object.bytes.size);
        free(raw);
        mapped_file_close(&object);
    }
    assert_false(kernel_archive_find(&archive, "gfx1100-v5", "gfx1030", &image));
    assert_false(kernel_archive_find(&archive, "", "gfx1100", &image));
    assert_false(kernel_archive_find(&archive, "zzz", "gfx1100", &image));
}

/* ---- Version 2: images that share what is alike ---------------------------------------------- */

enum { SHARERS = 3, PIECE = 40000 };

/* Random bytes, of which a few differ from image to image. */
static void make_sharers(uint8_t pieces[SHARERS][PIECE])
{
    uint32_t random = 1;
    for (size_t i = 0; i < PIECE; i++)
        pieces[0][i] = (uint8_t)((random = random * 1664525 + 1013904223) >> 24);
    for (int i = 1; i < SHARERS; i++) {
        memcpy(pieces[i], pieces[i - 1], PIECE);
        pieces[i][i * 1000]++;
    }
}

/* The archive of them for gfx11, with a module of one image behind. */
static struct buf pack_sharers(uint8_t pieces[SHARERS][PIECE], bool shares)
{
    struct strings written = {0};
    struct buf out = {0};
    const struct pack_item items[] = {
        {"a", "gfx1100", {pieces[0], PIECE}},
        {"a", "gfx1101", {pieces[1], PIECE}},
        {"a", "gfx1102", {pieces[2], PIECE}},
        {"b", "gfx1100", {pieces[0], PIECE}},
    };
    const struct pack_set set = {"sharers", 1, items, 4, shares};
    assert_int_equal(pack_items(&set, directory, &written), STATUS_OK);
    assert_int_equal(written.count, 1);
    assert_int_equal(file_read(written.items[0], &out), STATUS_OK);
    strings_free(&written);
    return out;
}

static void an_image_with_a_flipped_bit_before_it_is_never_unpacked(void **state)
{
    (void)state;
    static uint8_t pieces[SHARERS][PIECE];
    make_sharers(pieces);
    struct buf shared = pack_sharers(pieces, true);
    struct kernel_archive archive;
    assert_int_equal(
        kernel_archive_open((struct span){(uint8_t *)shared.data, shared.size}, &archive, NULL),
        CODEOBJ_OK);
    struct kernel_archive_image first = kernel_archive_at(&archive, 0),
                                last = kernel_archive_at(&archive, 2);
    for (size_t at = first.offset; at < last.offset + last.size; at += 7) {
        uint8_t *raw;
        shared.data[at] ^= 1;
        assert_int_equal(kernel_archive_unpack(&archive, &last, &raw, NULL), CODEOBJ_CORRUPT);
        shared.data[at] ^= 1;
    }
    buf_free(&shared);
}

/* A reader unpacks them one after another, so their number has a limit. */
static void too_many_images_of_a_module_do_not_share(void **state)
{
    (void)state;
    struct pack_item items[KERNEL_ARCHIVE_SHARERS + 1];
    static char targets[KERNEL_ARCHIVE_SHARERS + 1][16];
    for (size_t i = 0; i <= KERNEL_ARCHIVE_SHARERS; i++) {
        snprintf(targets[i], sizeof targets[i], "unknown%02zu", i);
        items[i] = (struct pack_item){"a", targets[i], {(const uint8_t *)"same", 4}};
    }
    for (size_t count = KERNEL_ARCHIVE_SHARERS; count <= KERNEL_ARCHIVE_SHARERS + 1; count++) {
        struct strings written = {0};
        struct buf bytes = {0};
        struct kernel_archive archive;
        const struct pack_set set = {"many", 1, items, count, true};
        assert_int_equal(pack_items(&set, directory, &written), STATUS_OK);
        assert_int_equal(file_read(written.items[0], &bytes), STATUS_OK);
        struct span all = {(const uint8_t *)bytes.data, bytes.size};
        assert_int_equal(kernel_archive_open(all, &archive, NULL), CODEOBJ_OK);
        assert_int_equal(archive.is_shared, count == KERNEL_ARCHIVE_SHARERS);
        /* the same as if they shared */
        uint64_t end = kernel_archive_at(&archive, 0).offset - 8;
        bytes.data[8] = KERNEL_ARCHIVE_SHARED;
        uint64_t hash = hash_64(bytes.data, (size_t)end);
        memcpy(bytes.data + end, &hash, 8);
        assert_int_equal(kernel_archive_open(all, &archive, NULL),
                         count == KERNEL_ARCHIVE_SHARERS ? CODEOBJ_OK : CODEOBJ_CORRUPT);
        buf_free(&bytes);
        strings_free(&written);
    }
}

static void what_is_alike_is_stored_once(void **state)
{
    (void)state;
    static uint8_t pieces[SHARERS][PIECE];
    make_sharers(pieces);
    struct buf alone = pack_sharers(pieces, false), shared = pack_sharers(pieces, true);
    struct kernel_archive archive;
    assert_true(alone.size > 4 * PIECE && shared.size < 2 * PIECE + 1000);
    assert_int_equal(
        kernel_archive_open((struct span){(uint8_t *)shared.data, shared.size}, &archive, NULL),
        CODEOBJ_OK);
    for (uint32_t i = archive.count; i-- > 0;) { /* in any order */
        struct kernel_archive_image image = kernel_archive_at(&archive, i);
        uint8_t *raw;
        assert_int_equal(kernel_archive_has_base(&archive, &image), i == 1 || i == 2);
        assert_int_equal(kernel_archive_unpack(&archive, &image, &raw, NULL), CODEOBJ_OK);
        assert_memory_equal(raw, pieces[i % SHARERS], PIECE);
        free(raw);
    }
    buf_free(&alone);
    buf_free(&shared);
}

static void a_family_is_what_a_generic_target_covers(void **state)
{
    (void)state;
    static const char *const families[][2] = {
        {"gfx90a:sramecc+:xnack-", "gfx90a"},
        {"gfx908", "gfx908"},
        {"gfx906", "gfx9"},
        {"gfx942", "gfx9-4"},
        {"gfx1030", "gfx10-3"},
        {"gfx1036", "gfx10-3"},
        {"gfx1100", "gfx11"},
        {"gfx1151", "gfx11"},
        {"gfx11-generic", "gfx11"},
        {"gfx1200", "gfx12"},
        {"sm_90", "nvidia"},
    };
    char family[KERNEL_ARCHIVE_FAMILIES];
    for (size_t i = 0; i < sizeof families / sizeof *families; i++)
        assert_string_equal(kernel_archive_family(families[i][0], family), families[i][1]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(other_files_are_not_archives),
        cmocka_unit_test(a_truncated_archive_never_opens),
        cmocka_unit_test(an_archive_with_bytes_behind_it_does_not_open),
        cmocka_unit_test(an_index_with_a_flipped_bit_never_opens),
        cmocka_unit_test(an_image_with_a_flipped_bit_is_never_unpacked),
        cmocka_unit_test(a_wrong_index_is_refused),
        cmocka_unit_test(rows_that_are_not_sorted_are_refused),
        cmocka_unit_test(an_image_with_a_flipped_bit_before_it_is_never_unpacked),
        cmocka_unit_test(too_many_images_of_a_module_do_not_share),
        cmocka_unit_test(what_was_packed_is_unpacked),
        cmocka_unit_test(what_is_alike_is_stored_once),
        cmocka_unit_test(a_family_is_what_a_generic_target_covers),
    };
    return cmocka_run_group_tests(tests, make_archives, remove_archives);
}
