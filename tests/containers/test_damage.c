/* Files of every kind, from real tools and made here, cut off, with bits flipped and bytes changed:
 * properties.h says what must hold. */
#include "support.h"
#include "made.h"
#include "mapped_file.h"
#include "properties.h"

#include <elf.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum {
    SMALL = 2048,   /* bytes: of such a file, every bit is flipped */
    CHANCES = 4096, /* of a larger one: places that are tried */
    ROUNDS = 2000,
};

struct sample {
    const char *name;
    struct made made;
};

static void take_file(struct sample *sample, const char *folder, const char *name)
{
    struct mapped_file file;
    char path[512];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    assert_int_equal(mapped_file_open(path, &file, NULL), CODEOBJ_OK);
    *sample = (struct sample){.name = name};
    made_bytes(&sample->made, file.bytes.data, file.bytes.size);
    mapped_file_close(&file);
}

/* The text of a header, as kbuild would write it, around |bytes|. */
static void take_header(struct made *out, struct span bytes, struct span object)
{
    char text[512];
    made_text(
        out,
        "/* a.hsaco: AMD GPU code objects as C data. Written by kbuild 1; do not edit.\n */\n");
    snprintf(text, sizeof text, "#define A_HSACO_SIZE %zuu\nx a_hsaco[A_HSACO_SIZE + 1] =\n",
             bytes.size);
    made_text(out, text);
    for (size_t i = 0; i < bytes.size; i++) {
        bool is_last = i % 128 == 127 || i + 1 == bytes.size;
        snprintf(text, sizeof text, "%s\\%03o%s", i % 128 ? "" : "\"", bytes.data[i],
                 is_last ? "\"\n" : "");
        made_text(out, text);
    }
    snprintf(text, sizeof text,
             ";\n#define A_HSACO_IMAGE_COUNT 1u\nx a_hsaco_images[A_HSACO_IMAGE_COUNT] = {\n"
             "    {\"gfx90a\", %zuu, %zuu, %zuu, KRT_CODEC_NONE},\n};\n",
             (size_t)(object.data - bytes.data), object.size, object.size);
    made_text(out, text);
}

static struct sample *samples;
static size_t sample_count;

static struct sample *add(const char *name)
{
    samples = realloc(samples, (sample_count + 1) * sizeof *samples);
    assert_non_null(samples);
    samples[sample_count] = (struct sample){.name = name};
    return &samples[sample_count++];
}

static int make_samples(void **state)
{
    static const char *const files[] = {"ccob-v1",        "ccob-v2", "ccob-v3",
                                        "offload-binary", "two.so",  "rdc.o"};
    (void)state;
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++)
        take_file(add(""), CONTAINER_DATA, files[i]);
    take_file(add(""), TEST_DATA, "three.hipfb");
    struct made bundle = {0}, object = {0}, elf = {0};
    made_code_object(&object, 0);
    made_small_bundle(&bundle, "gfx90a", 0);
    made_small_elf(&elf, ".hip_fatbin", made_span(&bundle));
    made_bytes(&add("bundle")->made, bundle.data, bundle.size);
    made_bytes(&add("elf")->made, elf.data, elf.size);
    const struct made_section section = {".hip_fatbin", SHT_PROGBITS, 0, made_span(&bundle)};
    made_elf(&add("elf32")->made, ELFCLASS32, ELFDATA2MSB, &section, 1);
    for (unsigned version = 1; version <= 3; version++) {
        for (unsigned method = 0; method <= 1; method++)
            made_compressed(&add("ccob")->made, version, method, made_span(&bundle));
    }
    made_offload_binary(&add("offload 1")->made, 1, made_span(&object));
    made_offload_binary(&add("offload 2")->made, 2, made_span(&object));
    made_offload_binary(&add("offload 3")->made, 3, made_span(&object));
    made_compressed_offload_binary(&add("offload 3, zlib")->made, 0, made_span(&object));
    made_compressed_offload_binary(&add("offload 3, zstd")->made, 1, made_span(&object));
    static const char ptx[] = ".version 9.0\n.target sm_90\n.address_size 64\n";
    const struct span text = {(const uint8_t *)ptx, sizeof ptx};
    const struct made_payload payloads[] = {{1, 90, 0x11, text},
                                            {1, 90, MADE_LZ4, text},
                                            {1, 100, MADE_ZSTD | 1 << 20, text},
                                            {8, 80, 0, text}};
    made_fatbin(&add("fat binary")->made, payloads, 4);
    made_packed(&add("frame")->made, 1, made_span(&object));
    struct made *archive = &add("archive")->made;
    made_archive(archive);
    made_member(archive, "//", (struct span){(const uint8_t *)"a long enough name/\n", 20});
    made_member(archive, "/0", made_span(&elf));
    made_member(archive, "b/", made_span(&bundle));
    struct made *data = &add("data")->made;
    made_zeros(data, 3);
    made_bytes(data, bundle.data, bundle.size);
    made_compressed(data, 1, 0, made_span(&bundle));
    made_text(data, "x");
    made_offload_binary(data, 2, made_span(&object));
    made_bytes(data, object.data, object.size);
    take_header(&add("header")->made, made_span(&bundle), (struct span){bundle.data + 144, 128});
    made_free(&bundle);
    made_free(&object);
    made_free(&elf);
    return 0;
}

static int free_samples(void **state)
{
    (void)state;
    for (size_t i = 0; i < sample_count; i++)
        made_free(&samples[i].made);
    free(samples);
    return 0;
}

static size_t step_of(const struct sample *sample)
{
    return sample->made.size <= SMALL ? 1 : 1 + sample->made.size / CHANCES;
}

static void whole_files_are_read(void **state)
{
    (void)state;
    for (size_t i = 0; i < sample_count; i++) {
        struct tally tally = properties_check(made_span(&samples[i].made));
        if (tally.status)
            fail_msg("%s: %s", samples[i].name, tally.error.message);
        assert_true(tally.images > 0);
    }
}

static void truncated_files_keep_what_is_promised(void **state)
{
    (void)state;
    for (size_t i = 0; i < sample_count; i++) {
        struct span file = made_span(&samples[i].made);
        struct arena arena = arena_open(file.size);
        unsigned whole = properties_check(file).code_objects;
        for (size_t size = 0; size < file.size; size += step_of(&samples[i])) {
            struct span prefix = arena_place(&arena, (struct span){file.data, size});
            assert_true(properties_check(prefix).code_objects <= whole);
        }
        arena_close(&arena);
    }
}

static void flipped_bits_keep_what_is_promised(void **state)
{
    uint64_t seed = 3;
    (void)state;
    for (size_t i = 0; i < sample_count; i++) {
        struct span file = made_span(&samples[i].made);
        struct arena arena = arena_open(file.size);
        struct span copy = arena_place(&arena, file);
        unsigned refused = 0;
        for (size_t at = 0; at < file.size; at += step_of(&samples[i])) {
            uint8_t *byte = (uint8_t *)(uintptr_t)copy.data + at;
            unsigned only = (unsigned)(random_next(&seed) % 8);
            for (unsigned bit = 0; bit < 8; bit++) {
                if (file.size > SMALL && bit != only)
                    continue;
                *byte ^= (uint8_t)(1 << bit);
                refused += properties_check(copy).status != CODEOBJ_OK;
                *byte ^= (uint8_t)(1 << bit);
            }
        }
        assert_true(refused > 0);
        arena_close(&arena);
    }
}

/* Several bytes at once, near the start, where the headers are, more often than elsewhere: what one
 * check accepts must not break the next. */
static void changed_bytes_keep_what_is_promised(void **state)
{
    static const uint8_t values[] = {0x00, 0x01, 0x7f, 0x80, 0xff};
    uint64_t seed = 11;
    (void)state;
    for (size_t i = 0; i < sample_count; i++) {
        struct span file = made_span(&samples[i].made);
        struct arena arena = arena_open(file.size);
        for (int round = 0; round < ROUNDS; round++) {
            struct span copy = arena_place(&arena, file);
            uint8_t *bytes = (uint8_t *)(uintptr_t)copy.data;
            for (uint64_t n = 1 + random_next(&seed) % 6; n > 0; n--) {
                size_t room = random_next(&seed) % 2 && file.size > 256 ? 256 : file.size;
                bytes[random_next(&seed) % room] = random_next(&seed) % 2
                                                       ? (uint8_t)random_next(&seed)
                                                       : values[random_next(&seed) % 5];
            }
            properties_check(copy);
        }
        arena_close(&arena);
    }
}

static void garbage_keeps_what_is_promised(void **state)
{
    static const char *const starts[] = {
        "__CLANG_OFFLOAD_BUNDLE__",
        "CCOB",
        "!<arch>\n",
        "\177ELF\2\1\1",
        "\x10\xff\x10\xad",
        "\x28\xb5\x2f\xfd",
        "x__CLANG_OFFLOAD_BUNDLE__\2\0\0\0\0\0\0\0",
        "xCCOB\1\0\0\0",
        "x\177ELF\2\1\1",
        "/* : AMD GPU code objects as C data. Written by kbuild \n"};
    enum { SIZE = 600 };
    struct arena arena = arena_open(SIZE);
    uint64_t seed = 5;
    (void)state;
    for (int round = 0; round < 20000; round++) {
        uint8_t data[SIZE];
        const char *start = starts[round % (sizeof starts / sizeof starts[0])];
        size_t size = strlen(start) + random_next(&seed) % (SIZE - strlen(start));
        for (size_t i = 0; i < SIZE; i++)
            data[i] = random_next(&seed) % 3 ? 0 : (uint8_t)random_next(&seed);
        memcpy(data, start, strlen(start));
        assert_int_not_equal(
            properties_check(arena_place(&arena, (struct span){data, size})).containers, 0);
    }
    arena_close(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(whole_files_are_read),
        cmocka_unit_test(truncated_files_keep_what_is_promised),
        cmocka_unit_test(flipped_bits_keep_what_is_promised),
        cmocka_unit_test(changed_bytes_keep_what_is_promised),
        cmocka_unit_test(garbage_keeps_what_is_promised),
    };
    return cmocka_run_group_tests(tests, make_samples, free_samples);
}
