/* Zip and tar archives, and what gzip compresses: members of every kind, and damage. */
#include "support.h"
#include "made.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <lzma.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>
#include <zstd.h>

#include <cmocka.h>

static const char object_log[] = "   code object 128\n";

static struct span text(const char *text)
{
    return (struct span){(const uint8_t *)text, strlen(text)};
}

static void assert_says(struct span bytes, enum codeobj_status status, const char *message)
{
    enum codeobj_status got;
    char *log = walk_log(bytes, &got);
    if (!strstr(log, message))
        fail_msg("'%s' does not say '%s'", log, message);
    assert_int_equal(got, status);
    free(log);
}

/* A deflate stream, without what zlib (15) or gzip (31) put around it if |window| is -15. */
static void made_deflated(struct made *made, int window, struct span inside)
{
    z_stream stream = {.next_in = (Bytef *)(uintptr_t)inside.data, .avail_in = (uInt)inside.size};
    size_t start = made->size, room = compressBound(inside.size) + 64;
    made_zeros(made, room);
    stream.next_out = made->data + start;
    stream.avail_out = (uInt)room;
    assert_int_equal(deflateInit2(&stream, 6, Z_DEFLATED, window, 8, Z_DEFAULT_STRATEGY), Z_OK);
    assert_int_equal(deflate(&stream, Z_FINISH), Z_STREAM_END);
    made->size = start + stream.total_out;
    deflateEnd(&stream);
}

/* ---- Zip ------------------------------------------------------------------------------------- */

enum { STORED = 0, DEFLATED = 8, ZSTANDARD = 93 };

struct zip {
    struct made made, directory;
    unsigned count;
    bool is_large; /* of zip64 */
};

static void zip_add(struct zip *zip, const char *name, unsigned method, unsigned flags,
                    struct span contents)
{
    struct made packed = {0};
    size_t at = zip->made.size, crc = crc32(0, contents.data, (uInt)contents.size);
    if (method == DEFLATED)
        made_deflated(&packed, -15, contents);
    else if (method == ZSTANDARD)
        made_packed(&packed, 1, contents);
    else
        made_bytes(&packed, contents.data, contents.size);
    made_text(&zip->made, "PK\3\4");
    made_zeros(&zip->made, 22);
    made_number(&zip->made, strlen(name), 2);
    made_number(&zip->made, 3, 2);
    made_text(&zip->made, name);
    made_zeros(&zip->made, 3);
    made_bytes(&zip->made, packed.data, packed.size);
    made_text(&zip->directory, "PK\1\2");
    made_zeros(&zip->directory, 4);
    made_number(&zip->directory, flags, 2);
    made_number(&zip->directory, method, 2);
    made_zeros(&zip->directory, 4);
    made_number(&zip->directory, crc, 4);
    made_number(&zip->directory, zip->is_large ? UINT32_MAX : packed.size, 4);
    made_number(&zip->directory, zip->is_large ? UINT32_MAX : contents.size, 4);
    made_number(&zip->directory, strlen(name), 2);
    made_number(&zip->directory, zip->is_large ? 33 : 0, 2);
    made_zeros(&zip->directory, 10);
    made_number(&zip->directory, zip->is_large ? UINT32_MAX : at, 4);
    made_text(&zip->directory, name);
    if (zip->is_large) {
        made_bytes(&zip->directory, "\x55\x54\1\0x\1\0\x18\0", 9);
        made_number(&zip->directory, contents.size, 8);
        made_number(&zip->directory, packed.size, 8);
        made_number(&zip->directory, at, 8);
    }
    zip->count++;
    made_free(&packed);
}

static struct span zip_end(struct zip *zip, const char *comment)
{
    size_t at = zip->made.size;
    made_bytes(&zip->made, zip->directory.data, zip->directory.size);
    if (zip->is_large) {
        size_t end = zip->made.size;
        made_text(&zip->made, "PK\6\6");
        made_zeros(&zip->made, 20);
        made_number(&zip->made, zip->count, 8);
        made_number(&zip->made, zip->count, 8);
        made_number(&zip->made, zip->directory.size, 8);
        made_number(&zip->made, at, 8);
        made_text(&zip->made, "PK\6\7");
        made_zeros(&zip->made, 4);
        made_number(&zip->made, end, 8);
        made_zeros(&zip->made, 4);
    }
    made_text(&zip->made, "PK\5\6");
    made_zeros(&zip->made, 6);
    made_number(&zip->made, zip->count, 2);
    made_number(&zip->made, zip->is_large ? UINT32_MAX : zip->directory.size, 4);
    made_number(&zip->made, zip->is_large ? UINT32_MAX : at, 4);
    made_number(&zip->made, strlen(comment), 2);
    made_text(&zip->made, comment);
    return made_span(&zip->made);
}

static void zip_free(struct zip *zip)
{
    made_free(&zip->made);
    made_free(&zip->directory);
    *zip = (struct zip){0};
}

#define BYTES(text) text, sizeof(text) - 1

static void zip_of_other_files_says_so(void **state)
{
    (void)state;
    struct zip zip = {0};
    zip_add(&zip, "a.txt", DEFLATED, 0, text("text of some kind, text of some kind"));
    zip_add(&zip, "folder/", STORED, 0, text(""));
    assert_says(zip_end(&zip, ""), CODEOBJ_UNRECOGNISED,
                "holds no code objects: a zip archive of other files");
    zip_free(&zip);
}

static void members_that_cannot_be_read_say_why(void **state)
{
    static const struct {
        unsigned method, flags;
        const char *message;
    } cases[] = {
        {14, 0, "is compressed by method 14; unpack it first"},
        {STORED, 1, "member of the zip archive is encrypted"},
    };
    (void)state;
    struct made object = {0};
    made_code_object(&object, 0);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct zip zip = {0};
        zip_add(&zip, "a", cases[i].method, cases[i].flags, made_span(&object));
        zip_add(&zip, "b", STORED, 0, made_span(&object));
        assert_says(zip_end(&zip, ""), CODEOBJ_UNSUPPORTED, cases[i].message);
        assert_says(made_span(&zip.made), CODEOBJ_UNSUPPORTED, "(b) 128\n   code object 128\n");
        zip_free(&zip);
    }
    made_free(&object);
}

/* Others are found, and nobody would miss this one. */
static void members_that_cannot_be_unpacked_are_problems(void **state)
{
    static const struct {
        const char *bytes;
        size_t size;
        const char *message;
    } cases[] = {
        {BYTES("BZh91AY&SY"), "compressed by bzip2, which was not searched; unpack it first"},
        {BYTES("LZIP\1"), "compressed by lzip, which was not searched"},
        {BYTES("\x04\x22\x4d\x18"), "compressed by LZ4, which was not searched"},
        {BYTES("\x5d\0\0\x80\0\xff\xff\xff\xff\xff\xff\xff\xff"), "compressed by LZMA, which"},
        {BYTES("\x37\x7a\xbc\xaf\x27\x1c"), "a 7z archive, which was not searched"},
        {BYTES("Rar!\x1a\x07"), "a RAR archive, which was not searched"},
        {BYTES("MSCF\0\0\0\0"), "a cabinet of Windows, which was not searched"},
        {BYTES("\xed\xab\xee\xdb"), "an RPM package, which was not searched"},
        {BYTES("hsqs"), "a squashfs image, which was not searched"},
    };
    (void)state;
    struct made object = {0};
    made_code_object(&object, 0);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct zip zip = {0};
        struct span packed = {(const uint8_t *)cases[i].bytes, cases[i].size};
        zip_add(&zip, "a", STORED, 0, packed);
        zip_add(&zip, "b", STORED, 0, made_span(&object));
        assert_says(zip_end(&zip, ""), CODEOBJ_UNSUPPORTED, cases[i].message);
        assert_says(made_span(&zip.made), CODEOBJ_UNSUPPORTED, "(b) 128\n   code object 128\n");
        zip_free(&zip);
    }
    struct zip zip = {0};
    zip_add(&zip, "readme", STORED, 0, text("BZh is how files of bzip2 begin"));
    zip_add(&zip, "b", STORED, 0, made_span(&object));
    assert_says(zip_end(&zip, ""), CODEOBJ_OK, "(b) 128\n   code object 128\n");
    zip_free(&zip);
    made_free(&object);
}

static void zip_that_lies_is_refused(void **state)
{
    static const struct {
        size_t offset; /* in the entry */
        uint64_t value;
        unsigned size, method;
        const char *message;
    } cases[] = {
        {0, 0, 4, STORED, "directory of the zip archive is damaged"},
        {16, 1, 4, DEFLATED, "its checksum is another one"},
        {16, 1, 4, STORED, "its checksum is another one"},
        {20, 1000000, 4, STORED, "ends past its end"},
        {20, 100, 4, STORED, "has two sizes"},
        {24, 100, 4, DEFLATED, "unpack to more than 100 bytes"},
        {24, 200, 4, DEFLATED, "not"},
        {28, 60000, 2, STORED, "directory of the zip archive is damaged"},
        {30, 60000, 2, STORED, "directory of the zip archive is damaged"},
        {42, 7, 4, STORED, "is not where the directory says"},
        {42, UINT32_MAX - 1, 4, STORED, "is not where the directory says"},
    };
    (void)state;
    struct made object = {0};
    made_code_object(&object, 0);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct zip zip = {0};
        zip_add(&zip, "a", cases[i].method, 0, made_span(&object));
        made_put(&zip.directory, cases[i].offset, cases[i].value, cases[i].size);
        enum codeobj_status status;
        char *log = walk_log(zip_end(&zip, ""), &status);
        if (!strstr(log, cases[i].message))
            fail_msg("case %zu: '%s' does not say '%s'", i, log, cases[i].message);
        assert_true(status == CODEOBJ_CORRUPT || status == CODEOBJ_TRUNCATED);
        free(log);
        zip_free(&zip);
    }
    made_free(&object);
}

/* One entry of two must not pass for all. */
static void shortened_directory_is_reported(void **state)
{
    (void)state;
    struct made object = {0};
    made_code_object(&object, 0);
    for (int large = 0; large < 2; large++) {
        struct zip zip = {.is_large = large};
        zip_add(&zip, "a", STORED, 0, made_span(&object));
        size_t first = zip.directory.size;
        zip_add(&zip, "b", STORED, 0, made_span(&object));
        zip.directory.size = first;
        assert_says(zip_end(&zip, ""), CODEOBJ_CORRUPT, "(a) 128\n   code object 128\n");
        assert_says(made_span(&zip.made), CODEOBJ_CORRUPT, "not as many members as its end says");
        zip_free(&zip);
    }
    made_free(&object);
}

/* Else a small file could make a reader look at the same bytes for ever. */
static void members_over_one_another_are_refused(void **state)
{
    (void)state;
    struct made object = {0};
    struct zip zip = {0};
    made_code_object(&object, 0);
    made_zeros(&object, 4096);
    for (int i = 0; i < 9; i++) {
        zip.made.size = 0; /* all at the start */
        zip_add(&zip, "a", STORED, 0, made_span(&object));
    }
    assert_says(zip_end(&zip, ""), CODEOBJ_CORRUPT, "members of the zip archive overlap");
    zip_free(&zip);
    made_free(&object);
}

static void cut_off_zip_is_reported_and_searched(void **state)
{
    (void)state;
    struct made object = {0};
    struct zip zip = {0};
    made_code_object(&object, 0);
    zip_add(&zip, "a", STORED, 0, made_span(&object));
    struct span whole = zip_end(&zip, "");
    struct arena arena = arena_open(whole.size);
    for (size_t size = 4; size < whole.size; size++) {
        enum codeobj_status status;
        char *log = walk_log(arena_place(&arena, (struct span){whole.data, size}), &status);
        assert_int_equal(status, CODEOBJ_TRUNCATED);
        assert_int_equal(!!strstr(log, object_log), size >= 34 + object.size);
        free(log);
    }
    arena_close(&arena);
    zip_free(&zip);
    made_free(&object);
}

static void every_method_unpacks(void **state)
{
    static const unsigned methods[] = {STORED, DEFLATED, ZSTANDARD};
    (void)state;
    struct made bundle = {0}, elf = {0};
    made_small_bundle(&bundle, "gfx90a", 0);
    made_small_elf(&elf, ".hip_fatbin", made_span(&bundle));
    for (size_t i = 0; i < 3; i++) {
        for (int large = 0; large < 2; large++) {
            struct zip zip = {.is_large = large};
            char log[600];
            zip_add(&zip, "readme", DEFLATED, 0, text("text"));
            zip_add(&zip, "lib/a.so", methods[i], 0, made_span(&elf));
            struct span bytes = zip_end(&zip, large ? "a comment with PK\5\6 in it" : "");
            snprintf(log, sizeof log,
                     " %zu\n"
                     "(lib/a.so) %zu\n"
                     "(lib/a.so) .hip_fatbin 272\n"
                     "(lib/a.so) .hip_fatbin bundle 1 272\n"
                     "  host-x86_64-unknown-linux-- empty 0\n"
                     "  hipv4-amdgcn-amd-amdhsa--gfx90a code object 128\n",
                     bytes.size, elf.size);
            assert_walk(bytes, CODEOBJ_OK, log);
            zip_free(&zip);
        }
    }
    made_free(&bundle);
    made_free(&elf);
}

/* As IREE's modules: a flatbuffer, stored in a zip archive, with code objects at any offset. */
static void members_of_unknown_formats_are_searched(void **state)
{
    (void)state;
    struct made blob = {0};
    struct zip zip = {0};
    char log[300];
    made_text(&blob, "flatbuffer");
    made_code_object(&blob, 1);
    made_text(&blob, "?");
    made_code_object(&blob, 2);
    zip_add(&zip, "module.fb", STORED, 0, made_span(&blob));
    struct span bytes = zip_end(&zip, "");
    snprintf(log, sizeof log, " %zu\n(module.fb) %zu\n(module.fb) data %zu\n%s%s", bytes.size,
             blob.size, blob.size, object_log, object_log);
    assert_walk(bytes, CODEOBJ_OK, log);
    zip_free(&zip);
    made_free(&blob);
}

/* ---- Tar ------------------------------------------------------------------------------------- */

static void tar_add(struct made *made, const char *name, char type, const char *prefix,
                    struct span contents)
{
    size_t at = made->size;
    char number[16];
    unsigned sum = 0;
    made_zeros(made, 512);
    memcpy(made->data + at, name, strlen(name));
    snprintf(number, sizeof number, "%011zo", contents.size);
    memcpy(made->data + at + 124, number, 12);
    made->data[at + 156] = (uint8_t)type;
    memcpy(made->data + at + 257, "ustar\00000", 8);
    memcpy(made->data + at + 345, prefix, strlen(prefix));
    memset(made->data + at + 148, ' ', 8);
    for (size_t i = 0; i < 512; i++)
        sum += made->data[at + i];
    snprintf(number, sizeof number, "%06o", sum);
    memcpy(made->data + at + 148, number, 7);
    made_bytes(made, contents.data, contents.size);
    made_align(made, 512);
}

static void names_in_tar_are_read_in_every_form(void **state)
{
    (void)state;
    struct made object = {0}, made = {0};
    char log[800];
    made_code_object(&object, 0);
    tar_add(&made, "folder/", '5', "", text(""));
    tar_add(&made, "short", '0', "", made_span(&object));
    tar_add(&made, "name", '0', "pre/fix", made_span(&object));
    tar_add(&made, "././@LongLink", 'L', "", text("long/name/of/gnu"));
    tar_add(&made, "cut", '0', "", made_span(&object));
    tar_add(&made, "PaxHeaders/x", 'x', "", text("25 path=long/name/of/pax\n12 size=128\n"));
    tar_add(&made, "cut", '0', "", made_span(&object));
    tar_add(&made, "again", '\0', "", made_span(&object));
    tar_add(&made, "link", '2', "", text(""));
    made_zeros(&made, 1024);
    snprintf(log, sizeof log,
             " %zu\n(short) 128\n%s(pre/fix/name) 128\n%s(long/name/of/gnu) 128\n%s"
             "(long/name/of/pax) 128\n%s(again) 128\n%s",
             made.size, object_log, object_log, object_log, object_log, object_log);
    assert_walk(made_span(&made), CODEOBJ_OK, log);
    made_free(&made);
    made_free(&object);
}

static void tar_of_other_files_says_so(void **state)
{
    (void)state;
    struct made made = {0};
    tar_add(&made, "text", '0', "", text("text"));
    made_zeros(&made, 1024);
    assert_says(made_span(&made), CODEOBJ_UNRECOGNISED,
                "holds no code objects: a tar archive of other files");
    made_free(&made);
}

static void damaged_tar_is_reported_and_searched(void **state)
{
    (void)state;
    struct made object = {0}, made = {0};
    made_code_object(&object, 0);
    tar_add(&made, "a", '0', "", made_span(&object));
    tar_add(&made, "b", '0', "", made_span(&object));
    made.data[1024] ^= 1;
    assert_says(made_span(&made), CODEOBJ_CORRUPT,
                "(a) 128\n   code object 128\n"
                "  ! 1024: header of a tar archive's member is damaged\n   code object 128\n");
    struct span cut = {made.data, 512 + 100};
    assert_says(cut, CODEOBJ_TRUNCATED, "member of 128 bytes ends past the end of the tar archive");
    made_free(&made);
    made_free(&object);
}

/* ---- Gzip ------------------------------------------------------------------------------------ */

static void gzip_is_unpacked(void **state)
{
    (void)state;
    struct made object = {0}, tar = {0}, made = {0};
    char log[300];
    made_code_object(&object, 0);
    tar_add(&tar, "a", '0', "", made_span(&object));
    made_zeros(&tar, 1024);
    made_deflated(&made, 31, made_span(&tar));
    snprintf(log, sizeof log, " %zu\n(unpacked) %zu\n(unpacked)(a) 128\n%s", made.size, tar.size,
             object_log);
    assert_walk(made_span(&made), CODEOBJ_OK, log);

    /* With a name. */
    struct made named = {0};
    made_bytes(&named, made.data, 10);
    named.data[3] = 8;
    made_bytes(&named, "a.tar", 6);
    made_bytes(&named, made.data + 10, made.size - 10);
    assert_says(made_span(&named), CODEOBJ_OK, "(a.tar)(a) 128\n");

    made_text(&named, "more");
    assert_says(made_span(&named), CODEOBJ_UNSUPPORTED, "4 bytes behind the compressed ones");
    made.data[made.size - 5] ^= 1;
    assert_says(made_span(&made), CODEOBJ_CORRUPT, "compressed data: zlib");
    assert_says((struct span){named.data, named.size / 2}, CODEOBJ_TRUNCATED, "end early");
    made_free(&named);
    made_free(&made);
    made_free(&tar);
    made_free(&object);
}

static void nothing_unpacks_for_ever(void **state)
{
    (void)state;
    struct made made = {0};
    enum codeobj_status status;
    for (int depth = 0; depth < 12; depth++) {
        struct made outer = {0};
        made_deflated(&outer, 31, made_span(&made));
        made_free(&made);
        made = outer;
    }
    char *log = walk_log(made_span(&made), &status);
    assert_int_equal(status, CODEOBJ_LIMIT);
    free(log);
    made_free(&made);
}

static void zstd_files_are_unpacked(void **state)
{
    (void)state;
    struct made object = {0}, tar = {0}, made = {0}, twice = {0};
    char log[300];
    made_code_object(&object, 0);
    tar_add(&tar, "a", '0', "", made_span(&object));
    made_zeros(&tar, 1024);
    made_packed(&made, 1, made_span(&tar));
    snprintf(log, sizeof log, " %zu\n frame 1 %zu\n frame 1(a) 128\n%s", made.size, tar.size,
             object_log);
    assert_walk(made_span(&made), CODEOBJ_OK, log);
    made_packed(&twice, 1, made_span(&made));
    assert_says(made_span(&twice), CODEOBJ_CORRUPT, "compressed twice");
    made_free(&made);
    made_packed(&made, 1, text("text"));
    assert_says(made_span(&made), CODEOBJ_UNRECOGNISED,
                "holds no code objects: a zstd file of something else");
    made_packed(&made, 1, text("and the rest of it")); /* in a frame of its own */
    assert_says(made_span(&made), CODEOBJ_UNSUPPORTED,
                "bytes behind the compressed ones; unpack it first");
    made_free(&twice);
    made_free(&made);
    made_free(&tar);
    made_free(&object);
}

/* ---- Xz, and AOTriton's kernels in it -------------------------------------------------------- */

static void made_xz(struct made *made, struct span inside)
{
    size_t start = made->size, room = lzma_stream_buffer_bound(inside.size), used = 0;
    made_zeros(made, room);
    assert_int_equal(lzma_easy_buffer_encode(6, LZMA_CHECK_CRC64, NULL, inside.data, inside.size,
                                             made->data + start, &used, room),
                     LZMA_OK);
    made->size = start + used;
}

static void xz_is_unpacked(void **state)
{
    (void)state;
    struct made object = {0}, made = {0};
    char log[300];
    made_code_object(&object, 0);
    made_zeros(&object, 3 << 20);
    made_xz(&made, made_span(&object));
    snprintf(log, sizeof log,
             " %zu\n(unpacked) %zu\n%s"
             "  ! 128: 3145728 zero bytes, which is more than padding takes\n",
             made.size, object.size, object_log);
    assert_walk(made_span(&made), CODEOBJ_CORRUPT, log);
    for (size_t size = 6; size < made.size; size += 31)
        assert_says((struct span){made.data, size}, CODEOBJ_TRUNCATED, "end early");
    made.data[made.size / 2] ^= 1;
    assert_says(made_span(&made), CODEOBJ_CORRUPT, "compressed data: xz: damaged");
    made_free(&made);
    made_free(&object);
}

static void aotriton_entry(struct made *made, size_t offset, size_t size, const char *name)
{
    made_number(made, 0, 4);
    made_number(made, 256, 4);
    made_number(made, offset, 4);
    made_number(made, size, 4);
    made_number(made, strlen(name) + 1, 4);
    made_bytes(made, name, strlen(name) + 1);
}

static void kernels_of_aotriton_are_read(void **state)
{
    static const struct {
        size_t offset; /* in the file, or in the directory from 1000 on */
        uint64_t value;
        const char *message;
        enum codeobj_status status;
    } cases[] = {
        {0, 0x32534b41, "(two) 128\n   code object 128\n", CODEOBJ_OK},
        {4, 100, "unpack to more than 100 bytes", CODEOBJ_CORRUPT},
        {4, 1000, " to 1000", CODEOBJ_CORRUPT},
        {8, 1, "has 3 of them, not 1", CODEOBJ_CORRUPT},
        {8, 9, "has 3 of them, not 9", CODEOBJ_CORRUPT},
        {12, 10, "directory of AOTriton's kernels is damaged", CODEOBJ_CORRUPT},
        {12, 9999, "directory of AOTriton's kernels ends past", CODEOBJ_CORRUPT},
        {1008, 9999, "an entry of AOTriton's directory ends past it", CODEOBJ_CORRUPT},
        {1016, 9999, "an entry of AOTriton's directory ends past it", CODEOBJ_CORRUPT},
    };
    (void)state;
    struct made object = {0};
    made_code_object(&object, 0);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct made content = {0}, made = {0};
        aotriton_entry(&content, 0, object.size, "one");
        aotriton_entry(&content, object.size, 0, "did not compile");
        aotriton_entry(&content, object.size, object.size, "two");
        size_t directory = content.size;
        made_bytes(&content, object.data, object.size);
        made_bytes(&content, object.data, object.size);
        if (cases[i].offset >= 1000)
            made_put(&content, cases[i].offset - 1000, cases[i].value, 4);
        made_text(&made, "AKS2");
        made_number(&made, content.size, 4);
        made_number(&made, 3, 4);
        made_number(&made, directory, 4);
        made_xz(&made, made_span(&content));
        if (cases[i].offset < 1000)
            made_put(&made, cases[i].offset, cases[i].value, 4);
        assert_says(made_span(&made), cases[i].status, cases[i].message);
        made_free(&content);
        made_free(&made);
    }
    made_free(&object);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(zip_of_other_files_says_so),
        cmocka_unit_test(members_that_cannot_be_read_say_why),
        cmocka_unit_test(members_that_cannot_be_unpacked_are_problems),
        cmocka_unit_test(zip_that_lies_is_refused),
        cmocka_unit_test(shortened_directory_is_reported),
        cmocka_unit_test(members_over_one_another_are_refused),
        cmocka_unit_test(cut_off_zip_is_reported_and_searched),
        cmocka_unit_test(every_method_unpacks),
        cmocka_unit_test(members_of_unknown_formats_are_searched),
        cmocka_unit_test(tar_of_other_files_says_so),
        cmocka_unit_test(damaged_tar_is_reported_and_searched),
        cmocka_unit_test(names_in_tar_are_read_in_every_form),
        cmocka_unit_test(gzip_is_unpacked),
        cmocka_unit_test(nothing_unpacks_for_ever),
        cmocka_unit_test(zstd_files_are_unpacked),
        cmocka_unit_test(xz_is_unpacked),
        cmocka_unit_test(kernels_of_aotriton_are_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
