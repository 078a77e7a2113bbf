/* Reading GGUF files: damage first, then what is in a file. */
#include "gguf_test.h"

static struct bytes bytes; /* the file at hand */

/* Every type of value, and tensors of which the last one ends with the file. */
static void make_sample(uint32_t version)
{
    put_header(&bytes, version, 4, 15);
    put_key(&bytes, "general.architecture", KRT_GGUF_STRING);
    put_text(&bytes, "test");
    put_key(&bytes, "n.u8", KRT_GGUF_U8);
    put_number(&bytes, 200, 1);
    put_key(&bytes, "n.i8", KRT_GGUF_I8);
    put_number(&bytes, (uint64_t)-7, 1);
    put_key(&bytes, "n.u16", KRT_GGUF_U16);
    put_number(&bytes, 50000, 2);
    put_key(&bytes, "n.i16", KRT_GGUF_I16);
    put_number(&bytes, (uint64_t)-30000, 2);
    put_key(&bytes, "n.u32", KRT_GGUF_U32);
    put_number(&bytes, 4000000000, 4);
    put_key(&bytes, "n.i32", KRT_GGUF_I32);
    put_number(&bytes, (uint64_t)-2000000000, 4);
    put_key(&bytes, "n.u64", KRT_GGUF_U64);
    put_number(&bytes, UINT64_MAX, 8);
    put_key(&bytes, "n.i64", KRT_GGUF_I64);
    put_number(&bytes, (uint64_t)INT64_MIN, 8);
    put_key(&bytes, "n.f32", KRT_GGUF_F32);
    put(&bytes, &(float){1.5f}, 4);
    put_key(&bytes, "n.f64", KRT_GGUF_F64);
    put(&bytes, &(double){-0.1}, 8);
    put_key(&bytes, "n.bool", KRT_GGUF_BOOL);
    put_number(&bytes, 1, 1);
    put_key(&bytes, "a.i16", KRT_GGUF_ARRAY);
    put_array(&bytes, KRT_GGUF_I16, 3);
    put(&bytes, (const int16_t[]){-1, 2, -3}, 6);
    put_key(&bytes, "a.strings", KRT_GGUF_ARRAY);
    put_array(&bytes, KRT_GGUF_STRING, 3);
    put_text(&bytes, "a");
    put_text(&bytes, "");
    put_text(&bytes, "ccc");
    put_key(&bytes, "a.nested", KRT_GGUF_ARRAY);
    put_array(&bytes, KRT_GGUF_ARRAY, 2);
    put_array(&bytes, KRT_GGUF_BOOL, 2);
    put(&bytes, (const uint8_t[]){1, 0}, 2);
    put_array(&bytes, KRT_GGUF_F32, 0);
    put_tensor(&bytes, "weights", 3, DIMS(64, 3, 2), 2, 64); /* Q4_0: 12 blocks of 18 bytes */
    put_tensor(&bytes, "bias", 1, DIMS(5), 0, 0);            /* F32 */
    put_tensor(&bytes, "future", 2, DIMS(7, 9), 77, 32);
    put_tensor(&bytes, "last", 2, DIMS(4, 8), 30, 288); /* BF16 */
    put_data(&bytes, 32, 288 + 64);
}

static void expect_refused(krt_status wanted, const char *word)
{
    uint8_t *copy;
    struct krt_gguf *file = NULL;
    assert_fails(read_bytes(&bytes, &copy, &file), wanted, word);
    assert_null(file);
    free(copy);
}

/* ---- Damage --------------------------------------------------------------------------------- */

static void truncated_files_never_open(void **state)
{
    (void)state;
    uint8_t *copy;
    struct krt_gguf *file;
    make_sample(3);
    assert_ok(read_bytes(&bytes, &copy, &file));
    krt_gguf_close(file);
    free(copy);
    while (bytes.size > 0) {
        bytes.size--;
        expect_refused(KRT_ERROR_BAD_IMAGE, bytes.size < 4 ? "does not begin with" : "bytes");
    }
}

static void changed_bytes_never_crash(void **state)
{
    (void)state;
    static const uint8_t masks[] = {1, 2, 4, 8, 16, 32, 64, 128, 255};
    unsigned opened = 0, refused = 0, sum = 0;
    make_sample(3);
    for (size_t i = 0; i < bytes.size; i++) {
        for (size_t m = 0; m < sizeof masks; m++) {
            uint8_t *copy;
            struct krt_gguf *file;
            bytes.data[i] ^= masks[m];
            if (read_bytes(&bytes, &copy, &file) == KRT_OK) {
                sum += walk_file(file);
                krt_gguf_close(file);
                opened++;
            } else {
                assert_true(strlen(krt_error_message()) > 0);
                refused++;
            }
            free(copy);
            bytes.data[i] ^= masks[m];
        }
    }
    assert_true(opened > 1000 && refused > 1000 && sum > 0);
}

/* A count is refused when it cannot be in the file, before anything is allocated for it. */
static void huge_counts_are_refused(void **state)
{
    (void)state;
    static const uint64_t counts[] = {1u << 30,           (uint64_t)1 << 32, (uint64_t)1 << 60,
                                      (uint64_t)1 << 61,  (uint64_t)1 << 63, UINT64_MAX,
                                      UINT64_MAX / 8 + 1, UINT64_MAX - 7};
    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++) {
        put_header(&bytes, 3, counts[i], 0);
        expect_refused(KRT_ERROR_BAD_IMAGE, "tensors cannot be in 0 bytes");
        put_header(&bytes, 3, 0, counts[i]);
        put_data(&bytes, 32, 64);
        expect_refused(KRT_ERROR_BAD_IMAGE, "entries cannot be in 72 bytes");
        put_header(&bytes, 3, 0, 1);
        put_number(&bytes, counts[i], 8);
        put_data(&bytes, 32, 64);
        expect_refused(KRT_ERROR_BAD_IMAGE, "at byte 32: a key needs");
        for (uint32_t type = 0; type < KRT_GGUF_TYPE_COUNT; type++) {
            put_header(&bytes, 3, 0, 1);
            put_key(&bytes, "k", KRT_GGUF_ARRAY);
            put_array(&bytes, type, counts[i]);
            put_data(&bytes, 32, 64);
            expect_refused(KRT_ERROR_BAD_IMAGE, "cannot be in");
        }
        put_header(&bytes, 3, 1, 0);
        put_tensor(&bytes, "t", 1, DIMS(counts[i] / 32 * 32), 0, 0);
        put_data(&bytes, 32, 64);
        expect_refused(KRT_ERROR_BAD_IMAGE, "t'");
        put_header(&bytes, 3, 1, 0);
        put_tensor(&bytes, "t", 1, DIMS(8), 0, counts[i] / 32 * 32);
        put_data(&bytes, 32, 64);
        expect_refused(KRT_ERROR_BAD_IMAGE, "are not in the file's");
        put_header(&bytes, 3, 1, 0);
        put_tensor(&bytes, "t", 1, DIMS(8), 77, counts[i] / 32 * 32);
        put_data(&bytes, 32, 64);
        expect_refused(KRT_ERROR_BAD_IMAGE, "are not in the file's");
    }
}

static void other_formats_and_versions_are_refused(void **state)
{
    static const char lfs_pointer[] =
        "version https://git-lfs.github.com/spec/v1\n"
        "oid sha256:4665a5ea423c2713d436b5ee50593a9640e0018c1550b5a0002f74190d6caea8\n"
        "size 4733276192\n";
    (void)state;
    bytes.size = 0;
    put(&bytes, "GGML", 4);
    put_data(&bytes, 32, 32);
    expect_refused(KRT_ERROR_BAD_IMAGE, "it is not a GGUF file: it does not begin with");
    bytes.size = 0;
    put(&bytes, lfs_pointer, sizeof lfs_pointer - 1);
    expect_refused(KRT_ERROR_BAD_IMAGE, "it is not a GGUF file: it is a pointer of git-lfs");
    put_header(&bytes, 1, 0, 0);
    expect_refused(KRT_ERROR_UNSUPPORTED, "version 1; versions 2 and 3 are read");
    put_header(&bytes, 4, 0, 0);
    expect_refused(KRT_ERROR_UNSUPPORTED, "version 4");
    put_header(&bytes, 0, 0, 0);
    expect_refused(KRT_ERROR_UNSUPPORTED, "version 0");
    put_header(&bytes, 3u << 24, 0, 0);
    expect_refused(KRT_ERROR_UNSUPPORTED, "it is big-endian");
}

static void one_entry(const char *key, uint32_t type, uint64_t value, unsigned size)
{
    put_header(&bytes, 3, 0, 1);
    put_key(&bytes, key, type);
    put_number(&bytes, value, size);
}

static void bad_entries_are_refused(void **state)
{
    (void)state;
    one_entry("k", 13, 0, 8);
    expect_refused(KRT_ERROR_BAD_IMAGE, "at byte 37: a value has the unknown type 13");
    one_entry("k", KRT_GGUF_BOOL, 2, 1);
    expect_refused(KRT_ERROR_BAD_IMAGE, "at byte 37: a bool is 2");
    one_entry("", KRT_GGUF_U8, 2, 1);
    expect_refused(KRT_ERROR_BAD_IMAGE, "at byte 24: a key is not text");
    one_entry("a\033[2Jb", KRT_GGUF_U8, 2, 1);
    expect_refused(KRT_ERROR_BAD_IMAGE, "without control characters");
    one_entry("a\xff", KRT_GGUF_U8, 2, 1);
    expect_refused(KRT_ERROR_BAD_IMAGE, "is not text");
    one_entry("k", KRT_GGUF_ARRAY, 13, 4);
    put_number(&bytes, 0, 8);
    expect_refused(KRT_ERROR_BAD_IMAGE, "elements of the unknown type 13");
    put_header(&bytes, 3, 0, 1);
    put_key(&bytes, "k", KRT_GGUF_ARRAY);
    put_array(&bytes, KRT_GGUF_BOOL, 3);
    put(&bytes, (const uint8_t[]){0, 1, 255}, 3);
    expect_refused(KRT_ERROR_BAD_IMAGE, "at byte 51: a bool is 255");
    put_header(&bytes, 3, 0, 2);
    put_key(&bytes, "twice", KRT_GGUF_U8);
    put_number(&bytes, 1, 1);
    put_key(&bytes, "twice", KRT_GGUF_I8);
    put_number(&bytes, 1, 1);
    expect_refused(KRT_ERROR_BAD_IMAGE, "it has two entries 'twice'");
}

/* Arrays in arrays, as deep as the file likes, do not exhaust the stack. */
static void nesting_has_a_limit(void **state)
{
    (void)state;
    for (unsigned depth = 1; depth < 1000; depth++) {
        uint8_t *copy;
        struct krt_gguf *file;
        put_header(&bytes, 3, 0, 1);
        put_key(&bytes, "k", KRT_GGUF_ARRAY);
        for (unsigned i = 0; i < depth; i++)
            put_array(&bytes, i + 1 < depth ? KRT_GGUF_ARRAY : KRT_GGUF_U8, 1);
        put_number(&bytes, 5, 1);
        if (depth > 8) {
            expect_refused(KRT_ERROR_UNSUPPORTED, "nested more than 8 deep");
            continue;
        }
        assert_ok(read_bytes(&bytes, &copy, &file));
        walk_file(file);
        krt_gguf_close(file);
        free(copy);
    }
}

/* Two tensors; the place and the type of the second one differ. */
static void two_tensors(const char *name, uint32_t rank, const uint64_t *dims, uint32_t type,
                        uint64_t offset)
{
    put_header(&bytes, 3, 2, 0);
    put_tensor(&bytes, "first", 1, DIMS(16), 0, 0);
    put_tensor(&bytes, name, rank, dims, type, offset);
    put_data(&bytes, 32, 128);
}

static void bad_tensors_are_refused(void **state)
{
    (void)state;
    const uint64_t ones[] = {1, 1, 1, 1, 1, 1, 1, 1, 1};
    two_tensors("first", 1, DIMS(16), 0, 64);
    expect_refused(KRT_ERROR_BAD_IMAGE, "it has two tensors 'first'");
    two_tensors("t", 1, DIMS(8), 0, 72);
    expect_refused(KRT_ERROR_BAD_IMAGE,
                   "the offset 72 of tensor 't' is not a multiple of the alignment 32");
    two_tensors("t", 1, DIMS(8), 0, 32);
    expect_refused(KRT_ERROR_BAD_IMAGE, "tensors 'first' and 't' overlap");
    two_tensors("t", 1, DIMS(1), 0, 0);
    expect_refused(KRT_ERROR_BAD_IMAGE, "overlap");
    two_tensors("t", 1, DIMS(17), 0, 64);
    expect_refused(KRT_ERROR_BAD_IMAGE,
                   "tensor 't': its 68 bytes at 96 + 64 are not in the file's 224");
    two_tensors("t", 9, ones, 0, 64);
    expect_refused(KRT_ERROR_UNSUPPORTED, "tensor 't' has 9 dimensions; 8 are the most");
    two_tensors("t", 2, DIMS(16, 2), 2, 64);
    expect_refused(KRT_ERROR_BAD_IMAGE, "tensor 't' (Q4_0): its rows are not whole blocks");
    two_tensors("t", 3, DIMS((uint64_t)1 << 32, (uint64_t)1 << 32, 4), 0, 64);
    expect_refused(KRT_ERROR_BAD_IMAGE, "it has more than 2^63 bytes");
    two_tensors("t\n", 1, DIMS(8), 0, 64);
    expect_refused(KRT_ERROR_BAD_IMAGE, "without control characters");
    two_tensors("", 1, DIMS(8), 0, 64);
    expect_refused(KRT_ERROR_BAD_IMAGE, "a tensor's name is not text");
}

/* The size of an unknown type is not known, but no tensor may be where such a tensor begins. */
static void bad_tensors_of_unknown_types_are_refused(void **state)
{
    (void)state;
    static const uint64_t offsets[] = {0, 32};
    for (int i = 0; i < 2; i++) {
        two_tensors("t", 1, DIMS(8), 77, offsets[i]); /* the other one has 64 bytes at 0 */
        expect_refused(KRT_ERROR_BAD_IMAGE, "overlap");
    }
    two_tensors("t", 1, DIMS(8), 77, 128);
    expect_refused(KRT_ERROR_BAD_IMAGE, "tensor 't' has no bytes in the file");
    put_header(&bytes, 3, 2, 0);
    put_tensor(&bytes, "a", 1, DIMS(1), 77, 0);
    put_tensor(&bytes, "b", 1, DIMS(1), 78, 0);
    put_data(&bytes, 32, 32);
    expect_refused(KRT_ERROR_BAD_IMAGE, "overlap");
}

static void bad_alignments_are_refused(void **state)
{
    (void)state;
    static const uint32_t alignments[] = {0, 1, 4, 12, 33, UINT32_MAX};
    for (size_t i = 0; i < sizeof alignments / sizeof alignments[0]; i++) {
        one_entry("general.alignment", KRT_GGUF_U32, alignments[i], 4);
        expect_refused(KRT_ERROR_BAD_IMAGE, "must be a multiple of 8");
    }
    one_entry("general.alignment", KRT_GGUF_U64, 32, 8);
    expect_refused(KRT_ERROR_BAD_IMAGE, "general.alignment is u64, and must be u32");
}

/* ---- What is in a file ---------------------------------------------------------------------- */

static void numbers_are_found_by_key(const struct krt_gguf *file)
{
    uint64_t u64;
    int64_t i64;
    double f64;
    assert_ok(krt_gguf_get_u64(file, "n.u8", &u64));
    assert_int_equal(u64, 200);
    assert_ok(krt_gguf_get_u64(file, "n.u64", &u64));
    assert_true(u64 == UINT64_MAX);
    assert_ok(krt_gguf_get_i64(file, "n.i8", &i64));
    assert_int_equal(i64, -7);
    assert_ok(krt_gguf_get_i64(file, "n.u16", &i64));
    assert_int_equal(i64, 50000);
    assert_ok(krt_gguf_get_i64(file, "n.i16", &i64));
    assert_int_equal(i64, -30000);
    assert_ok(krt_gguf_get_i64(file, "n.u32", &i64));
    assert_true(i64 == 4000000000);
    assert_ok(krt_gguf_get_i64(file, "n.i32", &i64));
    assert_int_equal(i64, -2000000000);
    assert_ok(krt_gguf_get_i64(file, "n.i64", &i64));
    assert_true(i64 == INT64_MIN);
    assert_ok(krt_gguf_get_f64(file, "n.f32", &f64));
    assert_true(f64 == 1.5);
    assert_ok(krt_gguf_get_f64(file, "n.f64", &f64));
    assert_true(f64 == -0.1);
}

static void wrong_types_are_refused(const struct krt_gguf *file)
{
    uint64_t u64 = 42;
    int64_t i64;
    double f64;
    bool is_true;
    const char *text;
    struct krt_gguf_value value;
    assert_fails(krt_gguf_get_u64(file, "n.none", &u64), KRT_ERROR_NOT_FOUND, "no entry 'n.none'");
    assert_fails(krt_gguf_get_u64(file, "n.f32", &u64), KRT_ERROR_INVALID_ARGUMENT,
                 "the value of 'n.f32' is f32, and must be an integer");
    assert_fails(krt_gguf_get_u64(file, "n.i8", &u64), KRT_ERROR_INVALID_ARGUMENT, "negative");
    assert_int_equal(u64, 42);
    assert_fails(krt_gguf_get_i64(file, "n.u64", &i64), KRT_ERROR_INVALID_ARGUMENT, "beyond 2^63");
    assert_fails(krt_gguf_get_f64(file, "n.u8", &f64), KRT_ERROR_INVALID_ARGUMENT, "a float");
    assert_fails(krt_gguf_get_bool(file, "n.u8", &is_true), KRT_ERROR_INVALID_ARGUMENT, "a bool");
    assert_fails(krt_gguf_get_string(file, "a.strings", &text), KRT_ERROR_INVALID_ARGUMENT,
                 "is an array of a string, and must be a string");
    assert_fails(krt_gguf_get_array(file, "a.i16", KRT_GGUF_I32, &value),
                 KRT_ERROR_INVALID_ARGUMENT, "is an array of i16, and must be an array of i32");
    assert_fails(krt_gguf_get_u64(file, "n.u8", NULL), KRT_ERROR_INVALID_ARGUMENT, "NULL");
    assert_fails(krt_gguf_get(file, NULL, &value), KRT_ERROR_INVALID_ARGUMENT, "|key|");
}

static void arrays_are_walked(const struct krt_gguf *file)
{
    static const char *const strings[] = {"a", "", "ccc"};
    struct krt_gguf_value array, inner, element;
    assert_ok(krt_gguf_get_array(file, "a.i16", KRT_GGUF_I16, &array));
    assert_int_equal(array.count, 3);
    assert_memory_equal(array.as.array, ((const int16_t[]){-1, 2, -3}), array.bytes);
    for (int i = 1; i <= 3; i++) {
        assert_true(krt_gguf_next(&array, &element));
        assert_int_equal(element.as.i64, i % 2 ? -i : i);
    }
    assert_false(krt_gguf_next(&array, &element));
    assert_ok(krt_gguf_get_array(file, "a.strings", KRT_GGUF_STRING, &array));
    for (int i = 0; i < 3; i++) {
        assert_true(krt_gguf_next(&array, &element));
        assert_int_equal(element.count, strlen(strings[i]));
        assert_memory_equal(element.as.string, strings[i], element.count);
    }
    assert_false(krt_gguf_next(&array, &element));
    assert_ok(krt_gguf_get_array(file, "a.nested", KRT_GGUF_ARRAY, &array));
    assert_true(krt_gguf_next(&array, &inner));
    assert_int_equal(inner.element_type, KRT_GGUF_BOOL);
    assert_true(krt_gguf_next(&inner, &element) && element.as.is_true);
    assert_true(krt_gguf_next(&inner, &element) && !element.as.is_true);
    assert_true(krt_gguf_next(&array, &inner));
    assert_int_equal(inner.count, 0);
    assert_false(krt_gguf_next(&array, &inner));
}

static void tensors_are_described(const struct krt_gguf *file)
{
    const struct krt_gguf_tensor *tensor;
    uint8_t copy[8];
    assert_ok(krt_gguf_tensor_find(file, "weights", &tensor));
    assert_ptr_equal(tensor, krt_gguf_tensor_at(file, 0));
    assert_int_equal(tensor->format, KRT_Q4_0);
    assert_int_equal(tensor->dtype, KRT_GGUF_NONE);
    assert_int_equal(tensor->rank, 3);
    assert_memory_equal(tensor->dims, DIMS(2, 3, 64), 3 * sizeof(uint64_t));
    assert_int_equal(tensor->bytes, 12 * 18);
    assert_int_equal(*(const uint8_t *)tensor->data, (uint8_t)(64 * 7 + 1));
    assert_ok(krt_gguf_copy(file, tensor, 3, copy, sizeof copy));
    assert_memory_equal(copy, (const uint8_t *)tensor->data + 3, sizeof copy);
    assert_fails(krt_gguf_copy(file, tensor, 12 * 18 - 7, copy, sizeof copy),
                 KRT_ERROR_INVALID_ARGUMENT, "8 bytes at 209 of tensor 'weights', which has 216");
    assert_fails(krt_gguf_copy(file, tensor, UINT64_MAX - 3, copy, sizeof copy),
                 KRT_ERROR_INVALID_ARGUMENT, "weights");
    assert_ok(krt_gguf_tensor_find(file, "last", &tensor));
    assert_int_equal(tensor->dtype, KRT_BF16);
    assert_int_equal(tensor->bytes, 64);
    assert_ok(krt_gguf_tensor_find(file, "future", &tensor)); /* of a type of the future */
    assert_int_equal(tensor->type, 77);
    assert_string_equal(krt_gguf_type_name(77), "unknown type");
    assert_true(tensor->dtype == KRT_GGUF_NONE && tensor->format == KRT_GGUF_NONE);
    assert_int_equal(tensor->bytes, 32); /* up to the next tensor */
    assert_int_equal(*(const uint8_t *)tensor->data, 32 * 7 + 1);
    assert_ok(krt_gguf_copy(file, tensor, 24, copy, sizeof copy));
    assert_memory_equal(copy, (const uint8_t *)tensor->data + 24, sizeof copy);
    assert_memory_equal(tensor->dims, DIMS(9, 7), 2 * sizeof(uint64_t));
    assert_fails(krt_gguf_tensor_find(file, "none", &tensor), KRT_ERROR_NOT_FOUND,
                 "it has no tensor 'none'");
    assert_int_equal(krt_gguf_tensor_count(file), 4);
    assert_null(krt_gguf_tensor_at(file, 4));
    assert_int_equal(krt_gguf_entry_count(file), 15);
    assert_null(krt_gguf_entry_at(file, 15));
    assert_int_equal(krt_gguf_tensor_count(NULL) + krt_gguf_entry_count(NULL), 0);
}

static void both_versions_are_read(void **state)
{
    (void)state;
    for (uint32_t version = 2; version <= 3; version++) {
        uint8_t *copy;
        struct krt_gguf *file;
        bool is_true = false;
        const char *text;
        make_sample(version);
        assert_ok(read_bytes(&bytes, &copy, &file));
        numbers_are_found_by_key(file);
        wrong_types_are_refused(file);
        arrays_are_walked(file);
        tensors_are_described(file);
        assert_ok(krt_gguf_get_string(file, "general.architecture", &text));
        assert_string_equal(text, "test");
        assert_ok(krt_gguf_get_bool(file, "n.bool", &is_true));
        assert_true(is_true);
        assert_string_equal(krt_gguf_entry_at(file, 1)->key, "n.u8");
        krt_gguf_close(file);
        free(copy);
    }
}

static void the_alignment_of_the_file_is_used(void **state)
{
    (void)state;
    static const uint32_t alignments[] = {8, 24, 64, 4096};
    for (size_t i = 0; i < sizeof alignments / sizeof alignments[0]; i++) {
        uint8_t *copy;
        struct krt_gguf *file;
        uint32_t alignment = alignments[i];
        put_header(&bytes, 3, 3, 1);
        put_key(&bytes, "general.alignment", KRT_GGUF_U32);
        put_number(&bytes, alignment, 4);
        put_tensor(&bytes, "empty", 3, DIMS((uint64_t)1 << 40, (uint64_t)1 << 40, 0), 0, 0);
        put_tensor(&bytes, "a", 0, DIMS(0), 28, 0);
        put_tensor(&bytes, "b", 1, DIMS(2), 27, alignment);
        put_data(&bytes, alignment, alignment + 16);
        assert_ok(read_bytes(&bytes, &copy, &file));
        assert_int_equal(krt_gguf_tensor_at(file, 0)->bytes, 0);
        assert_int_equal(krt_gguf_tensor_at(file, 1)->bytes, 8); /* rank 0: one element */
        assert_int_equal(krt_gguf_tensor_at(file, 2)->offset, bytes.size - 16);
        assert_memory_equal(krt_gguf_tensor_at(file, 2)->data, copy + bytes.size - 16, 16);
        krt_gguf_close(file);
        free(copy);
    }
}

/* ---- Files ---------------------------------------------------------------------------------- */

static void write_file(const char *path)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes.data, 1, bytes.size, file), bytes.size);
    assert_int_equal(fclose(file), 0);
}

static void files_that_cannot_be_read_are_refused(void **state)
{
    (void)state;
    struct krt_gguf *file = NULL;
    char *path = path_of("refused");
    assert_fails(krt_gguf_open(path, &file), KRT_ERROR_IO, path);
    assert_fails(krt_gguf_open("/", &file), KRT_ERROR_IO, "directory");
    bytes.size = 0;
    write_file(path);
    assert_fails(krt_gguf_open(path, &file), KRT_ERROR_BAD_IMAGE, "not a GGUF file");
    assert_fails(krt_gguf_open(NULL, &file), KRT_ERROR_INVALID_ARGUMENT, "|path|");
    assert_fails(krt_gguf_open(path, NULL), KRT_ERROR_INVALID_ARGUMENT, "|out|");
    assert_fails(krt_gguf_read(NULL, 1, &file), KRT_ERROR_INVALID_ARGUMENT, "|data|");
    assert_null(file);
    unlink(path);
    free(path);
}

static void a_shortened_file_is_an_error(void **state)
{
    (void)state;
    struct krt_gguf *file;
    uint8_t copy[64];
    char *path = path_of("shortened");
    make_sample(3);
    write_file(path);
    assert_ok(krt_gguf_open(path, &file));
    const struct krt_gguf_tensor *tensor = krt_gguf_tensor_at(file, 3);
    assert_ok(krt_gguf_copy(file, tensor, 0, copy, sizeof copy));
    assert_memory_equal(copy, tensor->data, sizeof copy);
    assert_int_equal(truncate(path, (off_t)tensor->offset + 10), 0);
    assert_fails(krt_gguf_copy(file, tensor, 0, copy, sizeof copy), KRT_ERROR_IO, "was shortened");
    krt_gguf_close(file);
    unlink(path);
    free(path);
}

static void pipes_are_read(void **state)
{
    (void)state;
    struct krt_gguf *file;
    int ends[2];
    char path[32];
    uint8_t copy[64];
    make_sample(3);
    assert_int_equal(pipe(ends), 0);
    assert_int_equal(write(ends[1], bytes.data, bytes.size), bytes.size);
    close(ends[1]);
    snprintf(path, sizeof path, "/dev/fd/%d", ends[0]);
    assert_ok(krt_gguf_open(path, &file));
    close(ends[0]);
    tensors_are_described(file);
    assert_ok(krt_gguf_copy(file, krt_gguf_tensor_at(file, 3), 0, copy, sizeof copy));
    krt_gguf_close(file);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(truncated_files_never_open),
        cmocka_unit_test(changed_bytes_never_crash),
        cmocka_unit_test(huge_counts_are_refused),
        cmocka_unit_test(other_formats_and_versions_are_refused),
        cmocka_unit_test(bad_entries_are_refused),
        cmocka_unit_test(nesting_has_a_limit),
        cmocka_unit_test(bad_tensors_are_refused),
        cmocka_unit_test(bad_tensors_of_unknown_types_are_refused),
        cmocka_unit_test(bad_alignments_are_refused),
        cmocka_unit_test(both_versions_are_read),
        cmocka_unit_test(the_alignment_of_the_file_is_used),
        cmocka_unit_test(files_that_cannot_be_read_are_refused),
        cmocka_unit_test(a_shortened_file_is_an_error),
        cmocka_unit_test(pipes_are_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
