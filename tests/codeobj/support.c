/* See support.h. */
#include "support.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cmocka.h>

#ifdef TEST_VERSION_2
const char *const test_objects[] = {"gfx906-v2.hsaco", NULL};
#else
const char *const test_objects[] = {
    "gfx90a-v4.hsaco",        "gfx1100-v5.hsaco",    "gfx1030-v4.hsaco",       "gfx90a-v3.hsaco",
    "gfx11-generic-v6.hsaco", "gfx1030-lines.hsaco", "gfx1030-notes-v4.hsaco", NULL,
};
#endif

struct span file_read(const char *name)
{
    char path[512];
    snprintf(path, sizeof path, "%s/%s", TEST_DATA, name);
    FILE *file = fopen(path, "rb");
    if (!file)
        fail_msg("cannot open %s", path);
    fseek(file, 0, SEEK_END);
    long size = ftell(file);
    rewind(file);
    uint8_t *data = malloc((size_t)size + 1);
    assert_non_null(data);
    assert_int_equal(fread(data, 1, (size_t)size, file), size);
    fclose(file);
    data[size] = '\0'; /* for text files */
    return (struct span){data, (size_t)size};
}

char *readelf_of(const char *object)
{
    char start[128];
    struct span all = file_read("readelf.txtar");
    snprintf(start, sizeof start, "-- %s --\n", object);
    const char *text = strstr((const char *)all.data, start);
    if (!text)
        fail_msg("readelf.txtar lacks %s", object);
    text += strlen(start);
    const char *end = strstr(text, "\n-- ");
    char *copy = strndup(text, end ? (size_t)(end + 1 - text) : strlen(text));
    assert_non_null(copy);
    free((void *)(uintptr_t)all.data);
    return copy;
}

struct arena arena_open(size_t size)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    size = (size + page - 1) / page * page;
    uint8_t *start =
        mmap(NULL, size + page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    assert_true(start != MAP_FAILED);
    assert_int_equal(mprotect(start + size, page, PROT_NONE), 0);
    return (struct arena){start, size};
}

void arena_close(struct arena *arena)
{
    munmap(arena->start, arena->size + (size_t)sysconf(_SC_PAGESIZE));
}

struct span arena_place(const struct arena *arena, struct span bytes)
{
    assert_true(bytes.size <= arena->size);
    uint8_t *data = arena->start + arena->size - bytes.size;
    if (bytes.size)
        memcpy(data, bytes.data, bytes.size);
    return (struct span){data, bytes.size};
}

void arena_protect(const struct arena *arena)
{
    assert_int_equal(mprotect(arena->start, arena->size, PROT_READ), 0);
}

uint64_t random_next(uint64_t *state)
{
    *state ^= *state >> 12;
    *state ^= *state << 25;
    *state ^= *state >> 27;
    return *state * UINT64_C(0x2545f4914f6cdd1d);
}

size_t span_find(struct span bytes, const char *needle, unsigned nth)
{
    const uint8_t *at = bytes.data;
    for (;;) {
        at = memmem(at, bytes.size - (size_t)(at - bytes.data), needle, strlen(needle));
        if (!at)
            fail_msg("no '%s'", needle);
        if (nth-- == 0)
            return (size_t)(at - bytes.data);
        at++;
    }
}

static void check_error(enum codeobj_status status, const struct codeobj_error *error,
                        struct span bytes)
{
    assert_int_equal(error->status, status);
    assert_true(error->offset <= bytes.size);
    assert_true(strlen(error->message) > 0);
    for (const char *c = error->message; *c; c++)
        assert_true((unsigned char)*c >= 0x20 && *c != 0x7f);
}

static void check_kernels(const struct code_object *object, struct span bytes)
{
    char text[TARGET_ID_MAX];
    assert_in_range(object->version, VERSION_MIN, 255);
    assert_true(object->size <= bytes.size);
    assert_non_null(object->target.info);
    assert_true(strlen(target_id_print(&object->target, text)) > 0);
    for (size_t i = 0; i < object->kernel_count; i++) {
        const struct kernel *kernel = &object->kernels[i];
        assert_true(i == 0 || strcmp(object->kernels[i - 1].name, kernel->name) < 0);
        assert_ptr_equal(code_object_find(object, kernel->name), kernel);
        assert_true(kernel->wave_size == 32 || kernel->wave_size == 64);
        assert_true(kernel->descriptor.code_offset < bytes.size + kernel->is_empty);
        assert_true(kernel->code_size <= bytes.size - kernel->descriptor.code_offset);
        for (size_t j = 0; j < kernel->argument_count; j++) {
            const struct kernel_argument *argument = &kernel->arguments[j];
            assert_non_null(argument->value_kind);
            assert_true((uint64_t)argument->offset + argument->size <= kernel->kernarg_size);
        }
    }
}

enum codeobj_status check_code_object(struct span bytes, struct codeobj_error *out_error)
{
    struct codeobj_error error = {.status = CODEOBJ_OK};
    struct code_object object, before;
    memset(&object, 0xa5, sizeof object);
    before = object;
    enum codeobj_status status = test_open(bytes, &object, &error);
    if (status) {
        assert_memory_equal(&object, &before, sizeof object);
        check_error(status, &error, bytes);
    } else {
        check_kernels(&object, bytes);
        code_object_close(&object);
        code_object_close(&object); /* again: nothing is left to do */
    }
    if (out_error)
        *out_error = error;
    return status;
}

enum codeobj_status check_bundle(struct span bytes, struct codeobj_error *out_error)
{
    struct codeobj_error error = {.status = CODEOBJ_OK};
    struct bundle bundle, before;
    memset(&bundle, 0xa5, sizeof bundle);
    before = bundle;
    enum codeobj_status status = bundle_open(bytes, &bundle, &error);
    if (status) {
        assert_memory_equal(&bundle, &before, sizeof bundle);
        check_error(status, &error, bytes);
    } else {
        assert_true(bundle.count > 0);
        for (size_t i = 0; i < bundle.count; i++) {
            const struct bundle_entry *entry = &bundle.entries[i];
            assert_true(entry->offset <= bytes.size);
            assert_true(entry->image.size <= bytes.size - entry->offset);
            assert_ptr_equal(entry->image.data, bytes.data + entry->offset);
            assert_true(entry->target >= entry->id);
            assert_true(entry->target <= entry->id + strlen(entry->id) + 1);
        }
        bundle_close(&bundle);
        bundle_close(&bundle);
    }
    if (out_error)
        *out_error = error;
    return status;
}
