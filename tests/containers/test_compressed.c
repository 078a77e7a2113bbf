/* Compressed bundles: each version and method, and what is refused. */
#include "support.h"
#include "unpack.h"
#include "made.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <zstd.h>

enum { INSIDE_SIZE = 5000 };

static const size_t header_sizes[] = {[1] = 20, [2] = 24, [3] = 32};

static struct span inside(void)
{
    static uint8_t bytes[INSIDE_SIZE];
    for (size_t i = 0; i < sizeof bytes; i++)
        bytes[i] = (uint8_t)(i * i >> 5);
    return (struct span){bytes, sizeof bytes};
}

static enum codeobj_status open_and_unpack(struct span bytes, uint64_t limit,
                                           struct codeobj_error *error)
{
    struct compressed_bundle bundle;
    uint8_t *unpacked;
    enum codeobj_status status = compressed_bundle_open(bytes, UINT64_MAX, &bundle, error);
    if (!status)
        status = compressed_bundle_unpack(&bundle, limit, &unpacked, error);
    if (!status)
        free(unpacked);
    return status;
}

static void assert_refused(struct span bytes, uint64_t limit, enum codeobj_status status,
                           uint64_t offset, const char *message)
{
    struct codeobj_error error;
    assert_int_equal(open_and_unpack(bytes, limit, &error), status);
    assert_int_equal(error.status, status);
    if (!strstr(error.message, message))
        fail_msg("'%s' does not say '%s'", error.message, message);
    assert_int_equal(error.offset, offset);
}

static void other_files_are_not_recognised(void **state)
{
    (void)state;
    const struct span empty = {NULL, 0}, short_one = {(const uint8_t *)"CCO", 3};
    struct span plain = file_read("three.hipfb");
    struct compressed_bundle bundle;
    assert_false(compressed_bundle_recognise(empty));
    assert_false(compressed_bundle_recognise(short_one));
    assert_int_equal(compressed_bundle_open(empty, UINT64_MAX, &bundle, NULL),
                     CODEOBJ_UNRECOGNISED);
    assert_int_equal(compressed_bundle_open(plain, UINT64_MAX, &bundle, NULL),
                     CODEOBJ_UNRECOGNISED);
    free((void *)(uintptr_t)plain.data);
}

static void truncated_bundle_never_unpacks(void **state)
{
    (void)state;
    for (unsigned version = 1; version <= 3; version++) {
        for (unsigned method = 0; method <= 1; method++) {
            struct made made = {0};
            made_compressed(&made, version, method, inside());
            struct arena arena = arena_open(made.size);
            for (size_t size = 0; size < made.size; size++) {
                struct span prefix = arena_place(&arena, (struct span){made.data, size});
                struct codeobj_error error;
                enum codeobj_status status = open_and_unpack(prefix, UINT64_MAX, &error);
                assert_true(status == (size < 4 ? CODEOBJ_UNRECOGNISED : CODEOBJ_TRUNCATED) ||
                            (version == 1 && status == CODEOBJ_CORRUPT));
                assert_true(error.offset <= size);
            }
            assert_int_equal(
                open_and_unpack(arena_place(&arena, made_span(&made)), INSIDE_SIZE, NULL),
                CODEOBJ_OK);
            arena_close(&arena);
            made_free(&made);
        }
    }
}

static void every_version_and_method_unpacks(void **state)
{
    static const enum bundle_codec codecs[] = {BUNDLE_CODEC_ZLIB, BUNDLE_CODEC_ZSTD};
    (void)state;
    for (unsigned version = 1; version <= 3; version++) {
        for (unsigned method = 0; method <= 1; method++) {
            struct made made = {0};
            struct compressed_bundle bundle;
            uint8_t *unpacked;
            made_compressed(&made, version, method, inside());
            size_t size = made.size;
            made_text(&made, "what is behind it");
            assert_int_equal(compressed_bundle_open(made_span(&made), UINT64_MAX, &bundle, NULL),
                             CODEOBJ_OK);
            assert_int_equal(bundle.version, version);
            assert_int_equal(bundle.method, method);
            assert_int_equal(bundle.codec, codecs[method]);
            assert_int_equal(bundle.size, size);
            assert_int_equal(bundle.unpacked_size, INSIDE_SIZE);
            assert_true(bundle.hash == 0x0123456789abcdef);
            assert_ptr_equal(bundle.stream.data, made.data + header_sizes[version]);
            assert_int_equal(bundle.stream.size, size - header_sizes[version]);
            assert_int_equal(compressed_bundle_unpack(&bundle, INSIDE_SIZE, &unpacked, NULL),
                             CODEOBJ_OK);
            assert_memory_equal(unpacked, inside().data, INSIDE_SIZE);
            free(unpacked);
            made_free(&made);
        }
    }
}

static void made_skippable(struct made *made, unsigned number)
{
    made_number(made, 0x184d2a50 + number, 4);
    made_number(made, 5, 4);
    made_text(made, "\x28\xb5\x2f\xfd!");
}

/* A frame without the size of its contents, as compressors of streams write it. */
static void made_streamed(struct made *made, struct span bytes)
{
    ZSTD_CCtx *context = ZSTD_createCCtx();
    const size_t room = ZSTD_compressBound(bytes.size), start = made->size;
    assert_non_null(context);
    ZSTD_CCtx_setParameter(context, ZSTD_c_contentSizeFlag, 0);
    made_zeros(made, room);
    made->size = start + ZSTD_compress2(context, made->data + start, room, bytes.data, bytes.size);
    ZSTD_freeCCtx(context);
}

/* The payload in |frames| frames of equal size, with skippable ones before, between and behind. */
static void made_frames(struct made *made, unsigned version, size_t frames, uint64_t declared)
{
    const struct span whole = inside();
    const unsigned size = version == 3 ? 8 : 4;
    made_text(made, "CCOB");
    made_number(made, version, 2);
    made_number(made, 1, 2);
    const size_t total = made->size;
    made_zeros(made, version > 1 ? size : 0);
    made_number(made, declared, size);
    made_number(made, 0, 8);
    for (size_t i = 0; i < frames; i++) {
        made_skippable(made, (unsigned)i % 16);
        struct span part = {whole.data + i * (whole.size / frames), whole.size / frames};
        if (i % 2)
            made_packed(made, 1, part);
        else
            made_streamed(made, part);
    }
    made_skippable(made, 15);
    if (version > 1)
        made_put(made, total, made->size, size);
}

static void payload_may_be_frames_in_a_row(void **state)
{
    static const size_t counts[] = {1, 2, 5, 50};
    (void)state;
    for (unsigned version = 1; version <= 3; version++) {
        for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++) {
            struct made made = {0};
            struct compressed_bundle bundle;
            uint8_t *unpacked;
            made_frames(&made, version, counts[i], INSIDE_SIZE);
            const size_t size = made.size;
            made_text(&made, "what is behind it");
            assert_int_equal(compressed_bundle_open(made_span(&made), UINT64_MAX, &bundle, NULL),
                             CODEOBJ_OK);
            assert_int_equal(bundle.size, size);
            assert_int_equal(compressed_bundle_unpack(&bundle, INSIDE_SIZE, &unpacked, NULL),
                             CODEOBJ_OK);
            assert_memory_equal(unpacked, inside().data, INSIDE_SIZE);
            free(unpacked);
            made_free(&made);
        }
    }
}

/* However many frames there are, what the header declares is the limit of all of them together. */
static void declared_size_bounds_all_frames(void **state)
{
    (void)state;
    for (unsigned version = 2; version <= 3; version++) {
        for (uint64_t declared = 0; declared <= 2 * INSIDE_SIZE; declared += INSIDE_SIZE / 10) {
            struct made made = {0};
            struct codeobj_error error;
            made_frames(&made, version, 5, declared);
            assert_int_equal(open_and_unpack(made_span(&made), UINT64_MAX, &error),
                             declared == INSIDE_SIZE ? CODEOBJ_OK : CODEOBJ_CORRUPT);
            made_free(&made);
        }
    }
}

static void nothing_inside_unpacks_to_nothing(void **state)
{
    (void)state;
    for (unsigned method = 0; method <= 1; method++) {
        struct made made = {0};
        made_compressed(&made, 2, method, (struct span){(const uint8_t *)"", 0});
        assert_int_equal(open_and_unpack(made_span(&made), 0, NULL), CODEOBJ_OK);
        made_free(&made);
    }
}

static void unknown_versions_and_methods_are_refused(void **state)
{
    static const unsigned versions[] = {0, 4, 0x100, 0xffff}, methods[] = {2, 3, 0x101, 0xffff};
    (void)state;
    struct made made = {0};
    made_compressed(&made, 2, 1, inside());
    for (size_t i = 0; i < 4; i++) {
        made_put(&made, 4, versions[i], 2);
        assert_refused(made_span(&made), UINT64_MAX, CODEOBJ_UNSUPPORTED, 4, "unknown version");
    }
    for (unsigned version = 1; version <= 3; version++) {
        for (size_t i = 0; i < 4; i++) {
            made_free(&made);
            made_compressed(&made, version, 1, inside());
            made_put(&made, 6, methods[i], 2);
            assert_refused(made_span(&made), UINT64_MAX, CODEOBJ_UNSUPPORTED, 6, "unknown method");
        }
    }
    made_free(&made);
}

/* A method that a later LLVM may bring must not hide what is behind the bundle. */
static void unknown_method_still_has_a_size(void **state)
{
    (void)state;
    struct made made = {0};
    struct compressed_bundle bundle;
    made_compressed(&made, 3, 1, inside());
    made_put(&made, 6, 9, 2);
    assert_int_equal(compressed_bundle_open(made_span(&made), UINT64_MAX, &bundle, NULL),
                     CODEOBJ_OK);
    assert_int_equal(bundle.codec, BUNDLE_CODEC_NONE);
    assert_int_equal(bundle.size, made.size);
    made_free(&made);
}

static void sizes_that_lie_are_refused(void **state)
{
    static const uint64_t wrong[] = {0, 1, INSIDE_SIZE - 1, INSIDE_SIZE + 1, 64 << 20};
    (void)state;
    for (unsigned method = 0; method <= 1; method++) {
        for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
            struct made made = {0};
            made_compressed(&made, 2, method, inside());
            made_put(&made, 12, wrong[i], 4);
            struct codeobj_error error;
            assert_int_equal(open_and_unpack(made_span(&made), UINT64_MAX, &error),
                             CODEOBJ_CORRUPT);
            assert_non_null(strstr(error.message, wrong[i] < INSIDE_SIZE ? "unpacks to more than"
                                                                         : "unpacks to 5000"));
            made_free(&made);
        }
    }
}

/* A header must not be able to reserve what its stream does not give: this one promises an
 * exabyte. */
static void promised_memory_is_not_taken(void **state)
{
    (void)state;
    for (unsigned method = 0; method <= 1; method++) {
        struct made made = {0};
        made_compressed(&made, 3, method, inside());
        made_put(&made, 16, UINT64_C(1) << 60, 8);
        assert_refused(made_span(&made), UINT64_MAX, CODEOBJ_LIMIT, 8, "claims to unpack to");
        made_put(&made, 16, UINT64_MAX, 8);
        assert_refused(made_span(&made), UINT64_MAX, CODEOBJ_LIMIT, 8, "claims to unpack to");
        made_put(&made, 16, 64 << 20, 8);
        assert_refused(made_span(&made), UINT64_MAX, CODEOBJ_CORRUPT, 8, "unpacks to 5000");
        made_free(&made);
    }
}

static void limit_is_kept(void **state)
{
    (void)state;
    for (unsigned version = 1; version <= 3; version++) {
        struct made made = {0};
        made_compressed(&made, version, 1, inside());
        assert_refused(made_span(&made), INSIDE_SIZE - 1, CODEOBJ_LIMIT, 8, "the limit is 4999");
        assert_int_equal(open_and_unpack(made_span(&made), INSIDE_SIZE, NULL), CODEOBJ_OK);
        made_free(&made);
    }
}

/* What claims more than any honest bundle of its size is refused before anything is unpacked. */
static void limit_depends_on_the_size(void **state)
{
    (void)state;
    assert_int_equal(unpack_limit(0), 64 << 20);
    assert_int_equal(unpack_limit(64 << 10), 64 << 20);
    assert_int_equal(unpack_limit((64 << 10) + 1), (64 << 20) + 1024);
    assert_int_equal(unpack_limit(UINT64_MAX), UINT64_MAX);
    for (unsigned version = 2; version <= 3; version++) {
        struct made made = {0};
        made_compressed(&made, version, 1, inside());
        made_put(&made, version == 2 ? 12 : 16, (64 << 20) + 1, version == 2 ? 4 : 8);
        assert_refused(made_span(&made), UINT64_MAX, CODEOBJ_LIMIT, 8,
                       "67108865 bytes; the limit is 67108864 for its size");
        made_free(&made);
    }
}

/* 16 MiB of zeros, which zstd packs into 2 kB, behind a header that says so little that nobody
 * would mind. */
static void bomb_is_stopped(void **state)
{
    (void)state;
    for (unsigned version = 1; version <= 3; version++) {
        for (unsigned method = 0; method <= 1; method++) {
            struct made zeros = {0}, made = {0};
            made_zeros(&zeros, 16 << 20);
            made_compressed(&made, version, method, made_span(&zeros));
            made_put(&made, version == 1 ? 8 : version == 2 ? 12 : 16, 1000, version == 3 ? 8 : 4);
            struct codeobj_error error;
            enum codeobj_status status = open_and_unpack(made_span(&made), UINT64_MAX, &error);
            assert_int_equal(status, version == 1 && method == 0 ? CODEOBJ_LIMIT : CODEOBJ_CORRUPT);
            assert_non_null(strstr(error.message, "more than"));
            made_free(&zeros);
            made_free(&made);
        }
    }
}

/* Version 1 does not state its length, and this frame not its size: finding the end takes as much
 * time as unpacking does. */
static void bomb_is_not_measured_either(void **state)
{
    (void)state;
    struct made zeros = {0}, made = {0};
    struct compressed_bundle bundle;
    struct codeobj_error error;
    made_zeros(&zeros, (64 << 20) + 1);
    made_compressed(&made, 1, 1, (struct span){NULL, 0});
    made.size = 20;
    made_put(&made, 8, UINT32_MAX, 4);
    made_streamed(&made, made_span(&zeros));
    assert_int_equal(compressed_bundle_open(made_span(&made), UINT64_MAX, &bundle, &error),
                     CODEOBJ_LIMIT);
    assert_non_null(strstr(error.message, "more than 67108864 bytes"));
    made_free(&zeros);
    made_free(&made);
}

/* Nor is it free: what finding the end unpacks counts among all that a file may unpack to. */
static void measuring_is_counted(void **state)
{
    static const struct container_visitor visitor = {.context = NULL};
    const struct container_limits limits = {.unpacked_all = 1 << 20};
    (void)state;
    for (unsigned version = 1; version <= 2; version++) {
        struct made inside = {0}, made = {0};
        struct codeobj_error error;
        made_code_object(&inside, 0);
        made_zeros(&inside, 600 << 10);
        made_compressed(&made, version, 0, made_span(&inside));
        enum codeobj_status status = container_walk(made_span(&made), &limits, &visitor, &error);
        assert_int_equal(status, version == 1 ? CODEOBJ_LIMIT : CODEOBJ_CORRUPT);
        made_free(&inside);
        made_free(&made);
    }
}

static void total_that_cannot_be_is_refused(void **state)
{
    (void)state;
    struct made made = {0};
    for (unsigned version = 2; version <= 3; version++) {
        unsigned size = version == 3 ? 8 : 4;
        made_free(&made);
        made_compressed(&made, version, 1, inside());
        for (uint64_t total = 0; total < header_sizes[version]; total++) {
            made_put(&made, 8, total, size);
            assert_refused(made_span(&made), UINT64_MAX, CODEOBJ_CORRUPT, 8, "less than its");
        }
        const uint64_t longer[] = {made.size + 1, UINT32_MAX, size == 8 ? UINT64_MAX : UINT32_MAX};
        for (size_t i = 0; i < 3; i++) {
            made_put(&made, 8, longer[i], size);
            assert_refused(made_span(&made), UINT64_MAX, CODEOBJ_TRUNCATED, 8, "is cut off after");
        }
        for (uint64_t total = header_sizes[version]; total < made.size; total++) {
            made_put(&made, 8, total, size);
            struct codeobj_error error;
            assert_int_equal(open_and_unpack(made_span(&made), UINT64_MAX, &error),
                             CODEOBJ_CORRUPT);
            assert_int_equal(error.offset, total);
        }
    }
    made_free(&made);
}

static void bytes_behind_the_stream_are_refused(void **state)
{
    (void)state;
    for (unsigned method = 0; method <= 1; method++) {
        struct made made = {0};
        made_compressed(&made, 2, method, inside());
        size_t size = made.size;
        made_zeros(&made, 5);
        made_put(&made, 8, made.size, 4);
        assert_refused(made_span(&made), UINT64_MAX, CODEOBJ_CORRUPT, size, "5 bytes behind");
        made_free(&made);
    }
}

/* zlib has a checksum; zstd, as LLVM uses it, has none, so that some damage only changes what is
 * unpacked. */
static void damaged_stream_fails_cleanly(void **state)
{
    (void)state;
    for (unsigned version = 1; version <= 3; version++) {
        for (unsigned method = 0; method <= 1; method++) {
            struct made made = {0};
            unsigned refused = 0;
            made_compressed(&made, version, method, inside());
            struct arena arena = arena_open(made.size);
            struct span copy = arena_place(&arena, made_span(&made));
            for (size_t bit = 0; bit < made.size * 8; bit++) {
                uint8_t *byte = (uint8_t *)(uintptr_t)copy.data + bit / 8;
                struct codeobj_error error;
                *byte ^= (uint8_t)(1 << bit % 8);
                if (open_and_unpack(copy, 1 << 20, &error)) {
                    refused++;
                    assert_true(error.message[0] && error.offset <= made.size);
                }
                *byte ^= (uint8_t)(1 << bit % 8);
            }
            assert_true(refused > 64);
            arena_close(&arena);
            made_free(&made);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(other_files_are_not_recognised),
        cmocka_unit_test(truncated_bundle_never_unpacks),
        cmocka_unit_test(every_version_and_method_unpacks),
        cmocka_unit_test(payload_may_be_frames_in_a_row),
        cmocka_unit_test(declared_size_bounds_all_frames),
        cmocka_unit_test(nothing_inside_unpacks_to_nothing),
        cmocka_unit_test(unknown_versions_and_methods_are_refused),
        cmocka_unit_test(unknown_method_still_has_a_size),
        cmocka_unit_test(sizes_that_lie_are_refused),
        cmocka_unit_test(promised_memory_is_not_taken),
        cmocka_unit_test(limit_is_kept),
        cmocka_unit_test(limit_depends_on_the_size),
        cmocka_unit_test(bomb_is_stopped),
        cmocka_unit_test(bomb_is_not_measured_either),
        cmocka_unit_test(measuring_is_counted),
        cmocka_unit_test(total_that_cannot_be_is_refused),
        cmocka_unit_test(bytes_behind_the_stream_are_refused),
        cmocka_unit_test(damaged_stream_fails_cleanly),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
