/* Writing GGUF files: what is refused, what comes back, and that a file is there whole or not at
 * all. */
#include "gguf_test.h"

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>

static struct krt_gguf_writer *writer;
static char *path;
static uint8_t blocks[4 * 292]; /* of any format */

static int set_up(void **state)
{
    (void)state;
    assert_ok(krt_gguf_writer_create(&writer));
    path = path_of("written");
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    krt_gguf_writer_destroy(writer);
    unlink(path);
    free(path);
    return 0;
}

/* Files beside |path| whose names begin with its name. */
static unsigned count_files(void)
{
    unsigned count = 0;
    const char *name = strrchr(path, '/') + 1;
    DIR *directory = opendir("/tmp");
    assert_non_null(directory);
    for (struct dirent *entry; (entry = readdir(directory));)
        count += strncmp(entry->d_name, name, strlen(name)) == 0;
    closedir(directory);
    return count;
}

/* The whole file; the caller frees it. */
static uint8_t *load(size_t *out_size)
{
    struct stat status;
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    assert_int_equal(fstat(fileno(file), &status), 0);
    *out_size = (size_t)status.st_size;
    uint8_t *data = malloc(*out_size);
    assert_int_equal(fread(data, 1, *out_size, file), *out_size);
    fclose(file);
    return data;
}

/* ---- Failures ------------------------------------------------------------------------------- */

static void values_that_do_not_fit_are_refused(void **state)
{
    (void)state;
    static const struct krt_gguf_value refused[] = {
        {.type = KRT_GGUF_U8, .as.u64 = 256},
        {.type = KRT_GGUF_I8, .as.i64 = 128},
        {.type = KRT_GGUF_I8, .as.i64 = -129},
        {.type = KRT_GGUF_U16, .as.u64 = 65536},
        {.type = KRT_GGUF_I16, .as.i64 = -32769},
        {.type = KRT_GGUF_U32, .as.u64 = (uint64_t)1 << 32},
        {.type = KRT_GGUF_I32, .as.i64 = (int64_t)1 << 31},
        {.type = KRT_GGUF_TYPE_COUNT},
        {.type = KRT_GGUF_STRING, .count = 1},
        {.type = KRT_GGUF_ARRAY, .element_type = 13},
        {.type = KRT_GGUF_ARRAY,
         .element_type = KRT_GGUF_U8,
         .count = 3,
         .bytes = 2,
         .as.array = "abc"},
        {.type = KRT_GGUF_ARRAY,
         .element_type = KRT_GGUF_U8,
         .count = 1,
         .bytes = 2,
         .as.array = "abc"},
        {.type = KRT_GGUF_ARRAY,
         .element_type = KRT_GGUF_BOOL,
         .count = 1,
         .bytes = 1,
         .as.array = "\2"},
        {.type = KRT_GGUF_ARRAY,
         .element_type = KRT_GGUF_STRING,
         .count = 1,
         .bytes = 8,
         .as.array = "\1\0\0\0\0\0\0\0"},
        {.type = KRT_GGUF_ARRAY, .element_type = KRT_GGUF_U8, .count = 1, .bytes = 1},
    };
    const struct krt_gguf_value good = {.type = KRT_GGUF_U8, .as.u64 = 255};
    for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++)
        assert_fails(krt_gguf_set(writer, "key", &refused[i]), KRT_ERROR_INVALID_ARGUMENT, "'key'");
    assert_fails(krt_gguf_set(writer, "", &good), KRT_ERROR_INVALID_ARGUMENT, "1 to 65535 bytes");
    assert_fails(krt_gguf_set(writer, "a\nb", &good), KRT_ERROR_INVALID_ARGUMENT, "control");
    assert_fails(krt_gguf_set(writer, NULL, &good), KRT_ERROR_INVALID_ARGUMENT, "|key|");
    assert_fails(krt_gguf_set(writer, "general.alignment", &good), KRT_ERROR_INVALID_ARGUMENT,
                 "must be u32, a power of two from 8 on");
    for (int i = 0; i < 4; i++) { /* of which files with 24 can be read */
        static const uint32_t alignments[] = {0, 4, 24, 40};
        struct krt_gguf_value value = {.type = KRT_GGUF_U32, .as.u64 = alignments[i]};
        assert_fails(krt_gguf_set(writer, "general.alignment", &value), KRT_ERROR_INVALID_ARGUMENT,
                     "a power of two from 8 on");
    }
    assert_fails(krt_gguf_set_strings(writer, "key", (const char *const[]){"a", NULL}, 2),
                 KRT_ERROR_INVALID_ARGUMENT, "texts[1] is NULL");
    assert_ok(krt_gguf_set(writer, "key", &good));
    assert_ok(krt_gguf_set(writer, "key", &good));
    assert_fails(krt_gguf_write(writer, path), KRT_ERROR_INVALID_ARGUMENT,
                 "two entries are named 'key'");
    assert_int_equal(count_files(), 0);
}

static void tensors_that_cannot_be_are_refused(void **state)
{
    (void)state;
    static const float data[64] = {0};
    char name[65] = "";
    struct krt_gguf_tensor tensor = krt_gguf_dense("t", KRT_U32, 1, DIMS(4), data);
    assert_fails(krt_gguf_add(writer, &tensor, NULL, NULL), KRT_ERROR_INVALID_ARGUMENT,
                 "GGUF has no such type");
    tensor = krt_gguf_dense("t", KRT_GGUF_NONE, 1, DIMS(4), data);
    assert_fails(krt_gguf_add(writer, &tensor, NULL, NULL), KRT_ERROR_INVALID_ARGUMENT, "no such");
    tensor = krt_gguf_blocks("t", KRT_BLOCK_FORMAT_COUNT, 1, DIMS(4), data);
    assert_fails(krt_gguf_add(writer, &tensor, NULL, NULL), KRT_ERROR_INVALID_ARGUMENT, "no such");
    tensor = krt_gguf_blocks("t", KRT_Q4_K, 2, DIMS(256, 128), data);
    assert_fails(krt_gguf_add(writer, &tensor, NULL, NULL), KRT_ERROR_INVALID_ARGUMENT,
                 "tensor 't' (Q4_K): its rows are not whole blocks");
    tensor = krt_gguf_dense("t", KRT_F32, 2, DIMS((uint64_t)1 << 31, (uint64_t)1 << 31), data);
    assert_fails(krt_gguf_add(writer, &tensor, NULL, NULL), KRT_ERROR_INVALID_ARGUMENT, "2^63");
    assert_fails(krt_gguf_add_data(writer, &tensor, 0), KRT_ERROR_INVALID_ARGUMENT, "2^63");
    tensor = krt_gguf_dense("t", KRT_F32, 1, DIMS(4), data);
    assert_fails(krt_gguf_add_data(writer, &tensor, 15), KRT_ERROR_INVALID_ARGUMENT,
                 "tensor 't' (F32) has 16 bytes, and 15 were given");
    assert_fails(krt_gguf_add_data(writer, NULL, 16), KRT_ERROR_INVALID_ARGUMENT,
                 "|tensor| is NULL");
    tensor.data = NULL;
    assert_fails(krt_gguf_add_data(writer, &tensor, 16), KRT_ERROR_INVALID_ARGUMENT,
                 "it has no data");
    tensor = (struct krt_gguf_tensor){
        .name = "t", .type = 99, .rank = 1, .dims = {5}, .data = data, .bytes = 64};
    assert_fails(krt_gguf_add_data(writer, &tensor, 63), KRT_ERROR_INVALID_ARGUMENT,
                 "tensor 't' (unknown type) has 64 bytes, and 63 were given");
    tensor.rank = 9;
    assert_fails(krt_gguf_add_data(writer, &tensor, 64), KRT_ERROR_INVALID_ARGUMENT,
                 "more than 8 dimensions");
    tensor = krt_gguf_dense("t", KRT_F32, 9, DIMS(1, 1, 1, 1, 1, 1, 1, 1, 1), data);
    assert_fails(krt_gguf_add(writer, &tensor, NULL, NULL), KRT_ERROR_INVALID_ARGUMENT,
                 "more than 8 dimensions");
    tensor = krt_gguf_dense("t", KRT_F32, 5, DIMS(1, 1, 1, 1, 1), data);
    assert_fails(krt_gguf_add(writer, &tensor, NULL, NULL), KRT_ERROR_INVALID_ARGUMENT,
                 "more than 4 dimensions");
    tensor = krt_gguf_dense("t", KRT_F32, 1, DIMS(4), NULL);
    assert_fails(krt_gguf_add(writer, &tensor, NULL, NULL), KRT_ERROR_INVALID_ARGUMENT,
                 "it has no data");
    tensor = (struct krt_gguf_tensor){.name = "t", .type = 77, .data = data};
    assert_fails(krt_gguf_add(writer, &tensor, NULL, NULL), KRT_ERROR_INVALID_ARGUMENT,
                 "tensor 't' (unknown type): GGUF has no such type, or its size is not known");
    tensor.bytes = UINT64_MAX;
    assert_fails(krt_gguf_add(writer, &tensor, NULL, NULL), KRT_ERROR_INVALID_ARGUMENT, "2^63");
    memset(name, 'n', 64);
    tensor = krt_gguf_dense(name, KRT_F32, 1, DIMS(4), data);
    assert_fails(krt_gguf_add(writer, &tensor, NULL, NULL), KRT_ERROR_INVALID_ARGUMENT, "63 bytes");
    name[63] = '\0';
    assert_ok(krt_gguf_add(writer, &tensor, NULL, NULL));
    assert_ok(krt_gguf_add(writer, &tensor, NULL, NULL));
    assert_fails(krt_gguf_write(writer, path), KRT_ERROR_INVALID_ARGUMENT, "two tensors are named");
}

static krt_status produce_half(void *context, uint64_t offset, void *out, uint64_t bytes)
{
    (void)context;
    memset(out, 1, bytes);
    return offset == 0 ? KRT_OK : KRT_ERROR_DEVICE_LOST;
}

/* Whatever goes wrong, the old file is what it was, and no other file remains. */
static void failures_leave_the_old_file(void **state)
{
    (void)state;
    size_t size, size_after;
    const struct krt_gguf_tensor tensor = krt_gguf_dense("t", KRT_I16, 1, DIMS(1 << 20), NULL);
    assert_ok(krt_gguf_set_string(writer, "general.name", "old"));
    assert_ok(krt_gguf_write(writer, path));
    uint8_t *before = load(&size);
    assert_ok(krt_gguf_add(writer, &tensor, produce_half, NULL));
    assert_status(krt_gguf_write(writer, path), KRT_ERROR_DEVICE_LOST);
    uint8_t *after = load(&size_after);
    assert_int_equal(size, size_after);
    assert_memory_equal(before, after, size);
    assert_int_equal(count_files(), 1);
    free(before);
    free(after);
    assert_fails(krt_gguf_write(writer, "/nowhere/a.gguf"), KRT_ERROR_IO,
                 "/nowhere/a.gguf: cannot be written: No such file");
}

static krt_status produce_and_die(void *context, uint64_t offset, void *out, uint64_t bytes)
{
    (void)context, (void)offset;
    memset(out, 1, bytes);
    raise(SIGKILL);
    return KRT_OK;
}

static void a_process_that_is_killed_leaves_no_file(void **state)
{
    (void)state;
    const struct krt_gguf_tensor tensor = krt_gguf_dense("t", KRT_I16, 1, DIMS(1 << 20), NULL);
    int status, probe = open("/tmp", O_TMPFILE | O_WRONLY, 0600);
    assert_ok(krt_gguf_add(writer, &tensor, produce_and_die, NULL));
    if (probe < 0)
        skip(); /* this file system has no files without a name */
    close(probe);
    pid_t child = fork();
    if (child == 0)
        _exit(krt_gguf_write(writer, path) == KRT_OK);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFSIGNALED(status));
    assert_int_equal(count_files(), 0);
}

/* On a full disk, for which a limit on the size of files stands in, and over a directory. */
static void what_cannot_be_written_leaves_nothing(void **state)
{
    (void)state;
    const struct krt_gguf_tensor tensor = krt_gguf_blocks("t", KRT_Q8_0, 1, DIMS(32), blocks);
    struct rlimit old, small;
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &old), 0);
    small = (struct rlimit){100, old.rlim_max};
    assert_ok(krt_gguf_add(writer, &tensor, NULL, NULL));
    signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &small), 0);
    assert_fails(krt_gguf_write(writer, path), KRT_ERROR_IO, "File too large");
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &old), 0);
    assert_int_equal(count_files(), 0);
    assert_int_equal(mkdir(path, 0700), 0);
    assert_fails(krt_gguf_write(writer, path), KRT_ERROR_IO, "Is a directory");
    assert_int_equal(count_files(), 1);
    assert_int_equal(rmdir(path), 0);
}

/* ---- Round trips ---------------------------------------------------------------------------- */

static const float floats[] = {1, -2, 3.5f, 0.25f, -0.0f, 7, 8, 9};

/* Every type of value, arrays of each, and a tensor of each dtype and block format. */
static void add_all(void)
{
    static const char *const words[] = {"one", "", "drei"};
    static const char nested[] = "\0\0\0\0\2\0\0\0\0\0\0\0ab"                    /* two u8 */
                                 "\10\0\0\0\1\0\0\0\0\0\0\0\3\0\0\0\0\0\0\0xyz"; /* a string */
    char key[32];
    for (uint32_t type = 0; type < KRT_GGUF_TYPE_COUNT; type++) {
        struct krt_gguf_value value = {.type = type, .as.u64 = 1};
        if (type == KRT_GGUF_I8 || type == KRT_GGUF_I16 || type == KRT_GGUF_I32 ||
            type == KRT_GGUF_I64)
            value.as.i64 = -128;
        if (type == KRT_GGUF_F32)
            memcpy(&value.as.f32, &(uint32_t){0x7f800001}, 4); /* a signalling NaN */
        if (type == KRT_GGUF_STRING)
            value = (struct krt_gguf_value){.type = type, .count = 3, .as.string = "a\0b"};
        if (type == KRT_GGUF_ARRAY)
            value = (struct krt_gguf_value){.type = type,
                                            .element_type = KRT_GGUF_ARRAY,
                                            .count = 2,
                                            .bytes = sizeof nested - 1,
                                            .as.array = nested};
        snprintf(key, sizeof key, "value.%u", type);
        assert_ok(krt_gguf_set(writer, key, &value));
        if (type == KRT_GGUF_STRING || type == KRT_GGUF_ARRAY || type == KRT_GGUF_BOOL)
            continue;
        value = (struct krt_gguf_value){
            .type = KRT_GGUF_ARRAY, .element_type = type, .count = 4, .as.array = floats};
        static const uint8_t sizes[KRT_GGUF_TYPE_COUNT] = {1, 1, 2, 2, 4, 4, 4, 1, 0, 0, 8, 8, 8};
        value.bytes = 4u * sizes[type];
        snprintf(key, sizeof key, "array.%u", type);
        assert_ok(krt_gguf_set(writer, key, &value));
    }
    assert_ok(krt_gguf_set_string(writer, "text", "Stra\303\237e"));
    assert_ok(krt_gguf_set_strings(writer, "words", words, 3));
    assert_ok(krt_gguf_set_strings(writer, "no.words", NULL, 0));
    for (size_t i = 0; i < sizeof blocks; i++)
        blocks[i] = (uint8_t)(i * 31 + 5);
    for (uint32_t format = 0; format < KRT_BLOCK_FORMAT_COUNT; format++) {
        uint32_t elements = krt_block_format_elements(format);
        struct krt_gguf_tensor tensor = krt_gguf_blocks(krt_block_format_name(format), format, 2,
                                                        DIMS(2, 2 * (uint64_t)elements), blocks);
        assert_int_equal(tensor.bytes, 4 * krt_block_format_bytes(format));
        assert_ok(krt_gguf_add(writer, &tensor, NULL, NULL));
    }
    for (uint32_t dtype = 0; dtype < KRT_DTYPE_COUNT; dtype++) {
        struct krt_gguf_tensor tensor =
            krt_gguf_dense(krt_dtype_name(dtype), dtype, 3, DIMS(1, 3, 1), floats);
        bool is_known = dtype != KRT_U8 && dtype != KRT_U32 && dtype != KRT_F8E4M3;
        assert_int_equal(tensor.bytes, is_known ? 3 * krt_dtype_size(dtype) : 0);
        if (is_known)
            assert_ok(krt_gguf_add(writer, &tensor, NULL, NULL));
    }
}

static void expect_all(const struct krt_gguf *file)
{
    struct krt_gguf_value value, element, inner;
    const struct krt_gguf_tensor *tensor;
    const char *text;
    bool is_true;
    int64_t i64;
    static const uint32_t signed_types[] = {KRT_GGUF_I8, KRT_GGUF_I16, KRT_GGUF_I32, KRT_GGUF_I64};
    for (int i = 0; i < 4; i++) {
        char key[32];
        snprintf(key, sizeof key, "value.%u", signed_types[i]);
        assert_ok(krt_gguf_get_i64(file, key, &i64));
        assert_int_equal(i64, -128);
    }
    assert_ok(krt_gguf_get_bool(file, "value.7", &is_true));
    assert_true(is_true);
    assert_ok(krt_gguf_get(file, "value.6", &value));
    assert_memory_equal(&value.as.f32, &(uint32_t){0x7f800001}, 4);
    assert_ok(krt_gguf_get(file, "value.8", &value));
    assert_int_equal(value.count, 3);
    assert_memory_equal(value.as.string, "a\0b", 4);
    assert_ok(krt_gguf_get_string(file, "text", &text));
    assert_string_equal(text, "Stra\303\237e");
    assert_ok(krt_gguf_get_array(file, "array.6", KRT_GGUF_F32, &value));
    assert_int_equal(value.count, 4);
    assert_memory_equal(value.as.array, floats, 16);
    assert_ok(krt_gguf_get_array(file, "words", KRT_GGUF_STRING, &value));
    assert_true(krt_gguf_next(&value, &element) && krt_gguf_next(&value, &element));
    assert_true(krt_gguf_next(&value, &element));
    assert_memory_equal(element.as.string, "drei", 4);
    assert_ok(krt_gguf_get_array(file, "value.9", KRT_GGUF_ARRAY, &value));
    assert_true(krt_gguf_next(&value, &inner) && krt_gguf_next(&value, &inner));
    assert_true(krt_gguf_next(&inner, &element));
    assert_memory_equal(element.as.string, "xyz", 3);
    for (uint32_t format = 0; format < KRT_BLOCK_FORMAT_COUNT; format++) {
        assert_ok(krt_gguf_tensor_find(file, krt_block_format_name(format), &tensor));
        assert_int_equal(tensor->format, format);
        assert_memory_equal(tensor->data, blocks, 4 * krt_block_format_bytes(format));
        assert_int_equal(tensor->dims[0], 2);
    }
    for (uint32_t dtype = 0; dtype < KRT_DTYPE_COUNT; dtype++) {
        if (krt_gguf_tensor_find(file, krt_dtype_name(dtype), &tensor))
            continue;
        assert_int_equal(tensor->dtype, dtype);
        assert_memory_equal(tensor->data, floats, 3 * krt_dtype_size(dtype));
        assert_memory_equal(tensor->dims, DIMS(1, 3, 1), 24);
    }
}

/* Adds what |file| has. */
static void add_file(const struct krt_gguf *file)
{
    for (uint64_t i = 0; i < krt_gguf_entry_count(file); i++) {
        const struct krt_gguf_entry *entry = krt_gguf_entry_at(file, i);
        assert_ok(krt_gguf_set(writer, entry->key, &entry->value));
    }
    for (uint64_t i = 0; i < krt_gguf_tensor_count(file); i++)
        assert_ok(krt_gguf_add(writer, krt_gguf_tensor_at(file, i), NULL, NULL));
}

/* What was written is read, and written again as the same bytes, over the file that is mapped. */
static void everything_comes_back(void **state)
{
    (void)state;
    static const uint32_t alignments[] = {0, 8, 64, 4096};
    for (int turn = 0; turn < 4; turn++) {
        struct krt_gguf *file;
        size_t size, size_after;
        struct krt_gguf_value alignment = {.type = KRT_GGUF_U32, .as.u64 = alignments[turn]};
        add_all();
        if (alignments[turn])
            assert_ok(krt_gguf_set(writer, "general.alignment", &alignment));
        assert_ok(krt_gguf_write(writer, path));
        assert_ok(krt_gguf_open(path, &file));
        expect_all(file);
        uint8_t *before = load(&size);
        assert_int_equal(size % (alignments[turn] ? alignments[turn] : 32), 0);
        krt_gguf_writer_destroy(writer);
        assert_ok(krt_gguf_writer_create(&writer));
        add_file(file);
        assert_ok(krt_gguf_write(writer, path));
        expect_all(file);
        krt_gguf_close(file);
        uint8_t *after = load(&size_after);
        assert_int_equal(size, size_after);
        assert_memory_equal(before, after, size);
        assert_int_equal(count_files(), 1);
        free(before);
        free(after);
        krt_gguf_writer_destroy(writer);
        assert_ok(krt_gguf_writer_create(&writer));
    }
}

/* Writes |file| to |path|; returns the bytes, which the caller frees. */
static uint8_t *rewrite(const struct krt_gguf *file, size_t *out_size)
{
    krt_gguf_writer_destroy(writer);
    assert_ok(krt_gguf_writer_create(&writer));
    add_file(file);
    assert_ok(krt_gguf_write(writer, path));
    return load(out_size);
}

static void expect_data(const struct krt_gguf *file, const char *name, uint64_t bytes,
                        const void *data)
{
    const struct krt_gguf_tensor *tensor;
    assert_ok(krt_gguf_tensor_find(file, name, &tensor));
    assert_int_equal(tensor->bytes, bytes);
    assert_true((tensor->data != NULL) == (bytes > 0));
    if (bytes > 0)
        assert_memory_equal(tensor->data, data, bytes);
}

/* Of a tensor of an unknown type, all bytes up to the next tensor are written, or up to the end of
 * the file, where padding follows them. The next rewrites give the same bytes. */
static void unknown_types_come_back(void **state)
{
    (void)state;
    static struct bytes bytes;
    struct krt_gguf *file;
    size_t size, size_after;
    uint8_t padded[64] = {0};
    put_header(&bytes, 3, 5, 0);
    put_tensor(&bytes, "last", 2, DIMS(5, 3), 77, 128);
    put_tensor(&bytes, "known", 1, DIMS(2), 0, 0);
    put_tensor(&bytes, "removed", 1, DIMS(32), 4, 32); /* Q4_2 of old files, and padding */
    put_tensor(&bytes, "none", 2, DIMS(0, 3), 99, 64);
    put_tensor(&bytes, "NVFP4", 1, DIMS(64), 40, 64);
    put_data(&bytes, 32, 128 + 37);
    const uint8_t *data = bytes.data + bytes.size - 128 - 37;
    assert_ok(krt_gguf_read(bytes.data, bytes.size, &file));
    expect_data(file, "last", 37, data + 128);
    uint8_t *first = rewrite(file, &size);
    krt_gguf_close(file);
    memcpy(padded, data + 128, 37);
    assert_ok(krt_gguf_open(path, &file));
    assert_int_equal(krt_gguf_tensor_count(file), 5);
    assert_int_equal(krt_gguf_tensor_at(file, 0)->type, 77);
    assert_memory_equal(krt_gguf_tensor_at(file, 0)->dims, DIMS(3, 5), 2 * sizeof(uint64_t));
    expect_data(file, "last", 64, padded);
    expect_data(file, "known", 8, data);
    expect_data(file, "removed", 32, data + 32);
    expect_data(file, "none", 0, NULL);
    expect_data(file, "NVFP4", 36, data + 64);
    uint8_t *second = rewrite(file, &size_after);
    assert_int_equal(size, size_after);
    assert_memory_equal(first, second, size);
    krt_gguf_close(file);
    free(first);
    free(second);
}

/* The smallest files, byte for byte. */
static void the_bytes_are_those_of_the_format(void **state)
{
    (void)state;
    static struct bytes expected;
    size_t size;
    put_header(&expected, 3, 2, 1);
    put_key(&expected, "n", KRT_GGUF_I16);
    put_number(&expected, 0xfffe, 2);
    put_tensor(&expected, "a", 2, DIMS(3, 2), 1, 0);
    put_tensor(&expected, "b", 1, DIMS(32), 8, 32);
    put_data(&expected, 32, 0);
    put(&expected, blocks, 12);
    put_data(&expected, 32, 0);
    put(&expected, blocks, 34);
    put_data(&expected, 32, 0);
    const struct krt_gguf_tensor a = krt_gguf_dense("a", KRT_F16, 2, DIMS(2, 3), blocks);
    const struct krt_gguf_tensor b = krt_gguf_blocks("b", KRT_Q8_0, 1, DIMS(32), blocks);
    assert_ok(
        krt_gguf_set(writer, "n", &(struct krt_gguf_value){.type = KRT_GGUF_I16, .as.i64 = -2}));
    assert_ok(krt_gguf_add(writer, &a, NULL, NULL));
    assert_ok(krt_gguf_add(writer, &b, NULL, NULL));
    assert_ok(krt_gguf_write(writer, path));
    uint8_t *data = load(&size);
    assert_int_equal(size, expected.size);
    assert_memory_equal(data, expected.data, size);
    free(data);
}

static krt_status produce_numbers(void *context, uint64_t offset, void *out, uint64_t bytes)
{
    uint64_t *next = context;
    assert_int_equal(offset, *next);
    assert_true(bytes > 0 && bytes <= 1 << 20);
    for (uint64_t i = 0; i < bytes; i++)
        ((uint8_t *)out)[i] = (uint8_t)((offset + i) * 13 >> 3);
    *next += bytes;
    return KRT_OK;
}

/* Data that was never in memory at once, and a vocabulary. */
static void large_files_come_back(void **state)
{
    (void)state;
    enum { WORDS = 200000, BYTES = (5 << 20) + 12 };
    const char **words = malloc(WORDS * sizeof *words);
    char *letters = malloc(WORDS * 8);
    uint64_t produced = 0;
    struct krt_gguf *file;
    struct krt_gguf_value array, element;
    for (int i = 0; i < WORDS; i++) {
        snprintf(letters + i * 8, 8, "w%d", i);
        words[i] = letters + i * 8;
    }
    const struct krt_gguf_tensor tensor = krt_gguf_dense("t", KRT_F32, 1, DIMS(BYTES / 4), NULL);
    assert_ok(krt_gguf_set_strings(writer, "tokens", words, WORDS));
    assert_ok(krt_gguf_add(writer, &tensor, produce_numbers, &produced));
    assert_ok(krt_gguf_write(writer, path));
    assert_int_equal(produced, BYTES);
    assert_ok(krt_gguf_open(path, &file));
    assert_ok(krt_gguf_get_array(file, "tokens", KRT_GGUF_STRING, &array));
    for (int i = 0; i < WORDS; i++) {
        assert_true(krt_gguf_next(&array, &element));
        assert_int_equal(element.count, strlen(words[i]));
        assert_memory_equal(element.as.string, words[i], element.count);
    }
    const uint8_t *data = krt_gguf_tensor_at(file, 0)->data;
    for (uint64_t i = 0; i < BYTES; i++) {
        if (data[i] != (uint8_t)(i * 13 >> 3))
            fail_msg("byte %llu is %u", (unsigned long long)i, data[i]);
    }
    krt_gguf_close(file);
    free(words);
    free(letters);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(values_that_do_not_fit_are_refused, set_up, tear_down),
        cmocka_unit_test_setup_teardown(tensors_that_cannot_be_are_refused, set_up, tear_down),
        cmocka_unit_test_setup_teardown(failures_leave_the_old_file, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_process_that_is_killed_leaves_no_file, set_up, tear_down),
        cmocka_unit_test_setup_teardown(what_cannot_be_written_leaves_nothing, set_up, tear_down),
        cmocka_unit_test_setup_teardown(the_bytes_are_those_of_the_format, set_up, tear_down),
        cmocka_unit_test_setup_teardown(everything_comes_back, set_up, tear_down),
        cmocka_unit_test_setup_teardown(unknown_types_come_back, set_up, tear_down),
        cmocka_unit_test_setup_teardown(large_files_come_back, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
