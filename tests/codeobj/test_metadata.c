/* Metadata notes of version 3 and later, made with msgpack-c: well-formed notes are read in every
 * encoding; absurd ones are refused or ignored at no cost. */
#include "internal.h"
#include "support.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <msgpack.h>

enum { BASE = 640 }; /* the note's offset for messages */

struct document {
    msgpack_sbuffer buffer;
    msgpack_packer pack;
};

static void start(struct document *document)
{
    msgpack_sbuffer_init(&document->buffer);
    msgpack_packer_init(&document->pack, &document->buffer, msgpack_sbuffer_write);
}

static void put_text(struct document *document, const char *text)
{
    msgpack_pack_str(&document->pack, strlen(text));
    msgpack_pack_str_body(&document->pack, text, strlen(text));
}

static void put_number(struct document *document, const char *key, uint64_t number)
{
    put_text(document, key);
    msgpack_pack_uint64(&document->pack, number);
}

static void put_pair(struct document *document, const char *key, const char *text)
{
    put_text(document, key);
    put_text(document, text);
}

/* What every kernel must say, in KERNEL_PAIRS pairs; its arguments take 64 bytes. */
enum { KERNEL_PAIRS = 10 };
static void put_kernel(struct document *document, size_t more, const char *name, const char *symbol)
{
    msgpack_pack_map(&document->pack, KERNEL_PAIRS + more);
    put_pair(document, ".name", name);
    put_pair(document, ".symbol", symbol);
    put_number(document, ".kernarg_segment_size", 64);
    put_number(document, ".kernarg_segment_align", 8);
    put_number(document, ".group_segment_fixed_size", 1);
    put_number(document, ".private_segment_fixed_size", 2);
    put_number(document, ".wavefront_size", 32);
    put_number(document, ".max_flat_workgroup_size", 256);
    put_number(document, ".sgpr_count", 3);
    put_number(document, ".vgpr_count", 4);
}

/* A document of |more| pairs and one kernel of |extra| pairs more than it must have. */
static void start_kernel(struct document *document, size_t more, size_t extra)
{
    start(document);
    msgpack_pack_map(&document->pack, 1 + more);
    put_text(document, "amdhsa.kernels");
    msgpack_pack_array(&document->pack, 1);
    put_kernel(document, extra, "k", "k.kd");
}

static struct metadata_pool *pool; /* that documents are read into, or NULL */

/* Reads |count| documents, all in memory that guards their end, and frees them. */
static enum codeobj_status finish_all(struct document *documents, size_t count,
                                      struct code_object *object, struct codeobj_error *error)
{
    struct arena arenas[4];
    struct note notes[4];
    uint64_t offset = BASE;
    assert_true(count <= 4);
    for (size_t i = 0; i < count; i++) {
        const struct msgpack_sbuffer *buffer = &documents[i].buffer;
        arenas[i] = arena_open(buffer->size);
        notes[i].bytes =
            arena_place(&arenas[i], (struct span){(const uint8_t *)buffer->data, buffer->size});
        notes[i].offset = offset;
        offset += buffer->size;
        arena_protect(&arenas[i]);
    }
    *object = (struct code_object){.target.info = target_find("gfx1030")};
    const struct notes all = {.metadata = notes, .metadata_count = count};
    enum codeobj_status status = metadata_read(&all, pool, object, error);
    if (status)
        assert_in_range(error->offset, BASE, offset);
    for (size_t i = 0; i < count; i++) {
        arena_close(&arenas[i]);
        msgpack_sbuffer_destroy(&documents[i].buffer);
    }
    return status;
}

/* Reads one document, and frees it. */
static enum codeobj_status finish(struct document *document, struct code_object *object,
                                  struct codeobj_error *error)
{
    return finish_all(document, 1, object, error);
}

static void expect_refusal(struct document *document, enum codeobj_status status,
                           const char *message)
{
    struct code_object object;
    struct codeobj_error error;
    assert_int_equal(finish(document, &object, &error), status);
    if (!strstr(error.message, message))
        fail_msg("'%s' does not say '%s'", error.message, message);
    code_object_close(&object);
}

static void expect_kernel(struct document *document)
{
    struct code_object object;
    struct codeobj_error error = {.message = ""};
    if (finish(document, &object, &error))
        fail_msg("%s", error.message);
    assert_int_equal(object.kernel_count, 1);
    assert_string_equal(object.kernels[0].name, "k");
    assert_int_equal(object.kernels[0].vgprs, 4);
    code_object_close(&object);
}

static void every_field_is_read(void **state)
{
    struct document document;
    struct code_object object;
    (void)state;
    start_kernel(&document, 1, 14);
    put_pair(&document, ".gfx1250_revision", "B0");
    put_number(&document, ".workgroup_processor_mode", 1);
    put_number(&document, ".agpr_count", 5);
    put_number(&document, ".sgpr_spill_count", 6);
    put_number(&document, ".vgpr_spill_count", 7);
    put_pair(&document, ".kind", "init");
    put_pair(&document, ".language", "OpenCL C");
    put_pair(&document, ".vec_type_hint", "float4");
    put_number(&document, ".uniform_work_group_size", 1);
    put_text(&document, ".uses_dynamic_stack");
    msgpack_pack_true(&document.pack);
    for (uint64_t i = 0; i < 3; i++) {
        static const char *const keys[] = {".reqd_workgroup_size", ".workgroup_size_hint",
                                           ".cluster_dims"};
        put_text(&document, keys[i]);
        msgpack_pack_array(&document.pack, 3);
        for (uint64_t axis = 1; axis <= 3; axis++)
            msgpack_pack_uint64(&document.pack, 10 * i + axis);
    }
    put_text(&document, ".args");
    msgpack_pack_array(&document.pack, 2);
    msgpack_pack_map(&document.pack, 11);
    put_number(&document, ".offset", 8);
    put_number(&document, ".size", 16);
    put_number(&document, ".pointee_align", 32);
    put_pair(&document, ".name", "tile");
    put_pair(&document, ".type_name", "float*");
    put_pair(&document, ".value_kind", "dynamic_shared_pointer");
    put_pair(&document, ".address_space", "local");
    put_pair(&document, ".access", "read_only");
    for (size_t i = 0; i < 3; i++) {
        static const char *const keys[] = {".is_const", ".is_restrict", ".is_volatile"};
        put_text(&document, keys[i]);
        msgpack_pack_true(&document.pack);
    }
    msgpack_pack_map(&document.pack, 3);
    put_number(&document, ".offset", 24);
    put_number(&document, ".size", 40);
    put_pair(&document, ".value_kind", "hidden_hostcall_buffer");
    put_pair(&document, "amdhsa.target", "amdgcn-amd-amdhsa-unknown-gfx1030");

    struct codeobj_error error = {.message = ""};
    if (finish(&document, &object, &error))
        fail_msg("%s", error.message);
    assert_int_equal(object.kernel_count, 1);
    const struct kernel *kernel = &object.kernels[0];
    const uint32_t numbers[] = {kernel->group_segment, kernel->private_segment, kernel->sgprs,
                                kernel->vgprs,         kernel->agprs,           kernel->sgpr_spills,
                                kernel->vgpr_spills};
    for (uint32_t i = 0; i < 7; i++)
        assert_int_equal(numbers[i], i + 1);
    assert_string_equal(kernel->symbol, "k.kd");
    assert_string_equal(kernel->kind, "init");
    assert_string_equal(kernel->language, "OpenCL C");
    assert_string_equal(kernel->vector_hint, "float4");
    assert_string_equal(kernel->revision, "B0");
    assert_true(kernel->uses_dynamic_stack && kernel->uniform_workgroups && kernel->is_wgp_mode);
    for (uint32_t axis = 0; axis < 3; axis++) {
        assert_int_equal(kernel->required_workgroup[axis], axis + 1);
        assert_int_equal(kernel->workgroup_hint[axis], axis + 11);
        assert_int_equal(kernel->cluster[axis], axis + 21);
    }
    assert_int_equal(kernel->argument_count, 2);
    const struct kernel_argument *argument = &kernel->arguments[0];
    assert_int_equal(argument->offset, 8);
    assert_int_equal(argument->size, 16);
    assert_int_equal(argument->pointee_align, 32);
    assert_string_equal(argument->name, "tile");
    assert_string_equal(argument->type_name, "float*");
    assert_string_equal(argument->address_space, "local");
    assert_string_equal(argument->access, "read_only");
    assert_int_equal(argument->kind, ARGUMENT_DYNAMIC_SHARED_POINTER);
    assert_true(argument->is_const && argument->is_restrict && argument->is_volatile);
    assert_int_equal(argument[1].kind, ARGUMENT_HIDDEN);
    assert_null(argument[1].name);
    assert_false(argument[1].is_const);
    code_object_close(&object);
}

/* msgpack-c writes a number as short as it can; the format allows every other way. */
static void numbers_of_every_width_are_read(void **state)
{
    static const struct {
        const char *bytes;
        size_t size;
    } sevens[] = {
        {"\x07", 1},
        {"\xcc\x07", 2},
        {"\xcd\0\x07", 3},
        {"\xce\0\0\0\x07", 5},
        {"\xcf\0\0\0\0\0\0\0\x07", 9},
        {"\xd0\x07", 2},
        {"\xd1\0\x07", 3},
        {"\xd2\0\0\0\x07", 5},
        {"\xd3\0\0\0\0\0\0\0\x07", 9},
    };
    static const struct {
        const char *bytes;
        size_t size;
    } others[] = {
        {"\xff", 1},
        {"\xd0\x87", 2},
        {"\xd1\x80\x07", 3},
        {"\xd3\xff\xff\xff\xff\xff\xff\xff\x07", 9},
        {"\xcf\0\0\0\x01\0\0\0\0", 9}, /* 2^32 */
        {"\xca\x40\xe0\0\0", 5},       /* 7.0 */
        {"\xc0", 1},
        {"\xc3", 1},
        {"\xa1\x37", 2}, /* "7" */
        {"\xc4\x01\x07", 3},
        {"\xd4\0\x07", 3},
        {"\x91\x07", 2},
    };
    (void)state;
    for (size_t i = 0; i < sizeof sevens / sizeof sevens[0]; i++) {
        struct document document;
        struct code_object object;
        struct codeobj_error error;
        start_kernel(&document, 0, 1);
        put_text(&document, ".agpr_count");
        msgpack_sbuffer_write(&document.buffer, sevens[i].bytes, sevens[i].size);
        assert_int_equal(finish(&document, &object, &error), CODEOBJ_OK);
        assert_int_equal(object.kernels[0].agprs, 7);
        code_object_close(&object);
    }
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        struct document document;
        start_kernel(&document, 0, 1);
        put_text(&document, ".agpr_count");
        msgpack_sbuffer_write(&document.buffer, others[i].bytes, others[i].size);
        expect_refusal(&document, CODEOBJ_CORRUPT,
                       "'.agpr_count' in the metadata is not an unsigned");
    }
}

static void keys_that_stand_twice_are_refused(void **state)
{
    struct document document;
    (void)state;
    start_kernel(&document, 0, 1);
    put_number(&document, ".vgpr_count", 8);
    expect_refusal(&document, CODEOBJ_CORRUPT, "'.vgpr_count' is twice");

    start_kernel(&document, 1, 0);
    put_text(&document, "amdhsa.kernels");
    msgpack_pack_array(&document.pack, 0);
    expect_refusal(&document, CODEOBJ_CORRUPT, "'amdhsa.kernels' is twice");

    start_kernel(&document, 0, 1);
    put_text(&document, ".args");
    msgpack_pack_array(&document.pack, 1);
    msgpack_pack_map(&document.pack, 3);
    put_number(&document, ".size", 8);
    put_number(&document, ".offset", 0);
    put_number(&document, ".size", 8);
    expect_refusal(&document, CODEOBJ_CORRUPT, "'.size' is twice");
}

/* Keys of other kinds and unknown ones, with any value behind them. */
static void what_is_unknown_is_passed_over(void **state)
{
    struct document document;
    (void)state;
    start_kernel(&document, 4, 3);
    put_text(&document, ".unknown");
    msgpack_pack_ext(&document.pack, 5, 42);
    msgpack_pack_ext_body(&document.pack, "12345", 5);
    put_text(&document, ".more");
    msgpack_pack_map(&document.pack, 1);
    msgpack_pack_nil(&document.pack);
    msgpack_pack_double(&document.pack, 1.5);
    msgpack_pack_array(&document.pack, 2); /* a key that is an array */
    msgpack_pack_int(&document.pack, -5);
    put_text(&document, ".vgpr_count");
    msgpack_pack_bin(&document.pack, 3);
    msgpack_pack_bin_body(&document.pack, "abc", 3);
    put_number(&document, "", 1);
    put_number(&document, "", 2);
    msgpack_pack_nil(&document.pack);
    msgpack_pack_ext(&document.pack, 16, -1);
    msgpack_pack_ext_body(&document.pack, "0123456789abcdef", 16);
    put_text(&document, "amdhsa.version");
    msgpack_pack_array(&document.pack, 2);
    msgpack_pack_int(&document.pack, 1);
    msgpack_pack_int(&document.pack, 2);
    expect_kernel(&document);
}

/* It takes no stack and no memory, so it needs no limit. */
static void nesting_costs_nothing(void **state)
{
    enum { DEPTH = 1000000 };
    struct document document;
    (void)state;
    for (int is_whole = 0; is_whole < 2; is_whole++) {
        start_kernel(&document, 1, 0);
        put_text(&document, "deep");
        for (size_t i = 0; i < DEPTH; i++)
            msgpack_pack_array(&document.pack, 1);
        if (is_whole) {
            msgpack_pack_nil(&document.pack);
            expect_kernel(&document);
        } else {
            expect_refusal(&document, CODEOBJ_TRUNCATED, "ends before them");
        }
    }
}

/* A count is believed as far as there are bytes for it, so it cannot make anybody allocate. */
static void counts_beyond_the_bytes_are_refused(void **state)
{
    static const struct {
        const char *key, *bytes;
        enum codeobj_status status;
        const char *message;
    } counts[] = {
        {"unknown", "\xdd\xff\xff\xff\xff", CODEOBJ_TRUNCATED, "4294967295 elements"},
        {"unknown", "\xdf\xff\xff\xff\xff", CODEOBJ_TRUNCATED, "4294967295 elements"},
        {"unknown", "\xdf\x80\x00\x00\x00", CODEOBJ_TRUNCATED, "2147483648 elements"},
        {"unknown", "\xdb\xff\xff\xff\xff", CODEOBJ_TRUNCATED, "4294967295 elements"},
        {"unknown", "\xc6\xff\xff\xff\xff", CODEOBJ_TRUNCATED, "4294967295 elements"},
        {"unknown", "\xc9\xff\xff\xff\xff", CODEOBJ_TRUNCATED, "4294967295 elements"},
        {".args", "\xdd\x00\x00\x00\x09", CODEOBJ_CORRUPT, "more elements than fit"},
        {".args", "\xdf\x00\x00\x00\x01", CODEOBJ_CORRUPT, "is not an array"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++) {
        static const char padding[128];
        struct document document;
        start_kernel(&document, 0, 1);
        put_text(&document, counts[i].key);
        msgpack_sbuffer_write(&document.buffer, counts[i].bytes, 5);
        msgpack_sbuffer_write(&document.buffer, padding, sizeof padding);
        expect_refusal(&document, counts[i].status, counts[i].message);
    }
}

static void kernel_names_have_limits(void **state)
{
    static const struct {
        size_t size;
        const char *message; /* NULL: it is read */
    } names[] = {
        {0, "name of a kernel is 0 bytes"},
        {65536, "name of a kernel is 65536 bytes"},
        {65535, NULL},
    };
    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        struct document document;
        char *name = malloc(names[i].size + 1), *symbol = malloc(names[i].size + 4);
        assert_true(name && symbol);
        memset(name, 'k', names[i].size);
        name[names[i].size] = '\0';
        stpcpy(stpcpy(symbol, name), ".kd");
        start(&document);
        msgpack_pack_map(&document.pack, 1);
        put_text(&document, "amdhsa.kernels");
        msgpack_pack_array(&document.pack, 1);
        put_kernel(&document, 0, name, symbol);
        if (names[i].message) {
            expect_refusal(&document, CODEOBJ_CORRUPT, names[i].message);
        } else {
            struct code_object object;
            assert_int_equal(finish(&document, &object, NULL), CODEOBJ_OK);
            assert_string_equal(object.kernels[0].name, name);
            code_object_close(&object);
        }
        free(name);
        free(symbol);
    }
}

static void every_prefix_is_refused(void **state)
{
    struct document document;
    (void)state;
    start_kernel(&document, 0, 0);
    for (size_t size = 1; size < document.buffer.size; size++) {
        struct document prefix;
        struct code_object object;
        struct codeobj_error error;
        start(&prefix);
        msgpack_sbuffer_write(&prefix.buffer, document.buffer.data, size);
        assert_int_not_equal(finish(&prefix, &object, &error), CODEOBJ_OK);
        code_object_close(&object);
    }
    expect_kernel(&document);
}

static void other_targets_are_refused(void **state)
{
    static const char *const targets[] = {
        "amdgcn-amd-amdhsa--gfx1031",
        "amdgcn-amd-amdhsa-gfx1031",
        "amdgpu10.31-amd-amdhsa-unknown-gfx1031",
        "amdgpu10.31-amd-amdhsa--",
        "amdgpu10.3-amd-amdhsa-unknown-gfx10-3-generic",
    };
    (void)state;
    for (size_t i = 0; i < sizeof targets / sizeof targets[0]; i++) {
        struct document document;
        start_kernel(&document, 1, 0);
        put_pair(&document, "amdhsa.target", targets[i]);
        expect_refusal(&document, CODEOBJ_CORRUPT, "target is gfx1030 in the ELF header and");
    }
}

/* The ELF flags say the target. What the metadata says besides may be spelled as LLVM 22 does, or
 * in a way, or for a target, that nobody here has heard of. */
static void other_spellings_are_accepted(void **state)
{
    static const char *const targets[] = {
        "amdgpu10.30-amd-amdhsa-unknown-gfx1030",
        "amdgpu10.30-amd-amdhsa--gfx1030",
        "amdgpu10.30-amd-amdhsa-unknown",
        "amdgpu10.30-amd-amdhsa",
        "amdgcn-amd-amdhsa-gfx1030",
        "amdgcn-amd-amdhsa--",
        "amdgpu99-amd-amdhsa-unknown-gfx1030:newfeature+",
        "gpu:amd/10.3.0",
        "gfx1030",
        "",
    };
    (void)state;
    for (size_t i = 0; i < sizeof targets / sizeof targets[0]; i++) {
        struct document document;
        start_kernel(&document, 1, 0);
        put_pair(&document, "amdhsa.target", targets[i]);
        expect_kernel(&document);
    }
}

/* ---- Several notes --------------------------------------------------------------------------- */

/* A document of the kernel |name|, and |more| pairs. */
static void start_named(struct document *document, size_t more, const char *name)
{
    char symbol[64];
    snprintf(symbol, sizeof symbol, "%s.kd", name);
    start(document);
    msgpack_pack_map(&document->pack, 1 + more);
    put_text(document, "amdhsa.kernels");
    msgpack_pack_array(&document->pack, 1);
    put_kernel(document, 0, name, symbol);
}

static void put_version(struct document *document, uint64_t minor)
{
    put_text(document, "amdhsa.version");
    msgpack_pack_array(&document->pack, 2);
    msgpack_pack_uint64(&document->pack, 1);
    msgpack_pack_uint64(&document->pack, minor);
}

static void notes_of_two_versions_are_refused(void **state)
{
    struct document documents[3];
    struct code_object object;
    struct codeobj_error error;
    (void)state;
    start_named(&documents[0], 0, "a"); /* does not state it */
    for (size_t i = 1; i < 3; i++) {
        start_named(&documents[i], 1, i == 1 ? "b" : "c");
        put_version(&documents[i], i);
    }
    assert_int_equal(finish_all(documents, 3, &object, &error), CODEOBJ_CORRUPT);
    assert_non_null(strstr(error.message, "of two versions, 1.1 and 1.2"));
    code_object_close(&object);
}

static void a_damaged_note_among_good_ones_is_refused(void **state)
{
    struct document documents[3];
    struct code_object object;
    struct codeobj_error error;
    (void)state;
    for (size_t bad = 0; bad < 3; bad++) {
        uint64_t offset = BASE;
        for (size_t i = 0; i < 3; i++) {
            start_named(&documents[i], 0, i == 0 ? "a" : i == 1 ? "b" : "c");
            if (i < bad)
                offset += documents[i].buffer.size;
        }
        documents[bad].buffer.data[0] = (char)0xc1;
        assert_int_equal(finish_all(documents, 3, &object, &error), CODEOBJ_CORRUPT);
        assert_non_null(strstr(error.message, "not MessagePack"));
        assert_int_equal(error.offset, offset);
        code_object_close(&object);
    }
}

static void another_target_in_a_later_note_is_refused(void **state)
{
    struct document documents[2];
    struct code_object object;
    struct codeobj_error error;
    (void)state;
    start_named(&documents[0], 1, "a");
    put_pair(&documents[0], "amdhsa.target", "amdgcn-amd-amdhsa--gfx1030");
    start_named(&documents[1], 1, "b");
    put_pair(&documents[1], "amdhsa.target", "amdgcn-amd-amdhsa--gfx1031");
    assert_int_equal(finish_all(documents, 2, &object, &error), CODEOBJ_CORRUPT);
    assert_non_null(strstr(error.message, "gfx1031' in the metadata"));
    code_object_close(&object);
}

/* Also of tables of formats, of which AMD's runtime keeps only one. */
static void kernels_of_all_notes_are_read(void **state)
{
    struct document documents[4];
    struct code_object object;
    struct codeobj_error error = {.message = ""};
    (void)state;
    start_named(&documents[0], 2, "b");
    put_version(&documents[0], 1);
    put_text(&documents[0], "amdhsa.printf");
    msgpack_pack_array(&documents[0].pack, 1);
    put_text(&documents[0], "1:1:4:%d\\n");
    start(&documents[1]); /* no kernel at all */
    msgpack_pack_map(&documents[1].pack, 1);
    put_version(&documents[1], 1);
    start_named(&documents[2], 2, "c");
    put_version(&documents[2], 1);
    put_text(&documents[2], "amdhsa.printf");
    msgpack_pack_array(&documents[2].pack, 1);
    put_text(&documents[2], "1:1:8:\xff\\n");
    start_named(&documents[3], 1, "a");
    put_text(&documents[3], "amdhsa.version"); /* in a form that nobody knows */
    msgpack_pack_array(&documents[3].pack, 2);
    msgpack_pack_array(&documents[3].pack, 1);
    msgpack_pack_nil(&documents[3].pack);
    put_text(&documents[3], "later");
    if (finish_all(documents, 4, &object, &error))
        fail_msg("%s", error.message);
    assert_int_equal(object.kernel_count, 3);
    for (size_t i = 0; i < 3; i++) {
        assert_string_equal(object.kernels[i].name, i == 0 ? "a" : i == 1 ? "b" : "c");
        assert_int_equal(object.kernels[i].vgprs, 4);
    }
    assert_int_equal(object.printf_format_count, 2);
    assert_string_equal(object.printf_formats[0], "1:1:4:%d\\n");
    assert_string_equal(object.printf_formats[1], "1:1:8:\xff\\n"); /* a program's own encoding */
    code_object_close(&object);
}

static void formats_that_are_not_texts_are_refused(void **state)
{
    struct document document;
    (void)state;
    start_kernel(&document, 1, 0);
    put_number(&document, "amdhsa.printf", 1);
    expect_refusal(&document, CODEOBJ_CORRUPT, "'amdhsa.printf' in the metadata is not an array");
    start_kernel(&document, 1, 0);
    put_text(&document, "amdhsa.printf");
    msgpack_pack_array(&document.pack, 1);
    msgpack_pack_nil(&document.pack);
    expect_refusal(&document, CODEOBJ_CORRUPT, "is not a string");
}

/* ".args" of one argument of |size| bytes. */
static void put_arguments(struct document *document, uint64_t size)
{
    put_text(document, ".args");
    msgpack_pack_array(&document->pack, 1);
    msgpack_pack_map(&document->pack, 4);
    put_number(document, ".offset", 0);
    put_number(document, ".size", size);
    put_pair(document, ".value_kind", "by_value");
    put_pair(document, ".name", "n");
}

/* Reads a document of kernels "a", "b", ... with an argument each, of these |sizes|. */
static void read_sized(const uint64_t *sizes, size_t count, struct code_object *object)
{
    struct document document;
    struct codeobj_error error = {.message = ""};
    start(&document);
    msgpack_pack_map(&document.pack, 1);
    put_text(&document, "amdhsa.kernels");
    msgpack_pack_array(&document.pack, count);
    for (size_t i = 0; i < count; i++) {
        const char name[] = {(char)('a' + i), '\0'},
                   symbol[] = {(char)('a' + i), '.', 'k', 'd', '\0'};
        put_kernel(&document, 1, name, symbol);
        put_arguments(&document, sizes[i]);
    }
    if (finish(&document, object, &error))
        fail_msg("%s", error.message);
    assert_int_equal(object->kernel_count, count);
}

enum { SIZED = 5, SIZE_END = 9 };

/* One list for each size, which |lists| has from before, or gets. */
static void check_sized(const struct code_object *object, const uint64_t *sizes,
                        const struct kernel_argument **lists)
{
    for (size_t i = 0; i < SIZED; i++) {
        const struct kernel *kernel = &object->kernels[i];
        assert_int_equal(kernel->name[0], 'a' + i);
        assert_int_equal(kernel->argument_count, 1);
        assert_int_equal(kernel->arguments[0].size, sizes[i]);
        assert_string_equal(kernel->arguments[0].name, "n");
        if (!lists[sizes[i]])
            lists[sizes[i]] = kernel->arguments;
        assert_ptr_equal(kernel->arguments, lists[sizes[i]]);
    }
}

/* Libraries have tens of thousands of kernels and few lists of arguments. */
static void kernels_of_equal_arguments_share_them(void **state)
{
    static const uint64_t sizes[SIZED] = {4, 8, 4, 8, 4};
    static const struct kernel_argument *lists[SIZE_END];
    struct code_object object;
    (void)state;
    read_sized(sizes, SIZED, &object);
    check_sized(&object, sizes, lists);
    code_object_close(&object);
}

/* Whatever the order, which the reader makes use of; and the first object need not stay open. */
static void code_objects_of_a_pool_share_texts_and_arguments(void **state)
{
    static const uint64_t sizes[][SIZED] = {
        {4, 8, 4, 8, 4}, {4, 8, 4, 8, 4}, {8, 8, 8, 4, 2}, {2, 4, 4, 8, 8}};
    static const struct kernel_argument *lists[SIZE_END];
    const char *names[SIZED] = {NULL};
    struct code_object object;
    (void)state;
    pool = metadata_pool_new();
    assert_non_null(pool);
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        read_sized(sizes[i], SIZED, &object);
        check_sized(&object, sizes[i], lists);
        for (size_t k = 0; k < SIZED; k++) {
            if (i > 0)
                assert_ptr_equal(object.kernels[k].name, names[k]);
            names[k] = object.kernels[k].name;
        }
        code_object_close(&object);
    }
    metadata_pool_free(pool);
    pool = NULL;
}

/* More than a pool has room for at first. */
static void a_pool_grows(void **state)
{
    enum { KERNELS = 300 };
    struct document document;
    struct code_object object;
    struct codeobj_error error = {.message = ""};
    (void)state;
    start(&document);
    msgpack_pack_map(&document.pack, 1);
    put_text(&document, "amdhsa.kernels");
    msgpack_pack_array(&document.pack, 2 * KERNELS);
    for (size_t i = 0; i < 2 * KERNELS; i++) {
        char name[16], symbol[24];
        snprintf(name, sizeof name, "k%03zu", i % KERNELS);
        snprintf(symbol, sizeof symbol, "%s.kd", name);
        put_kernel(&document, 0, name, symbol);
    }
    if (finish(&document, &object, &error))
        fail_msg("%s", error.message);
    assert_int_equal(object.kernel_count, 2 * KERNELS);
    for (size_t i = 0; i < object.kernel_count; i += 2) {
        assert_ptr_equal(object.kernels[i].name, object.kernels[i + 1].name);
        assert_int_equal(strtol(object.kernels[i].name + 1, NULL, 10), i / 2);
    }
    code_object_close(&object);
}

/* A linker joins code for any setting of a feature with code for one; the ELF header has the one.
 */
static void features_may_be_any_in_a_note(void **state)
{
    static const struct {
        const char *target;
        enum target_feature xnack; /* in the header */
        bool is_right;
    } cases[] = {
        {"gfx90a", TARGET_FEATURE_ON, true},
        {"gfx90a", TARGET_FEATURE_OFF, true},
        {"gfx90a:xnack+", TARGET_FEATURE_ON, true},
        {"gfx90a:xnack+", TARGET_FEATURE_OFF, false},
        {"gfx90a:xnack+", TARGET_FEATURE_ANY, false},
        {"gfx1030", TARGET_FEATURE_ON, false}, /* lacks the feature */
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct document document;
        struct codeobj_error error;
        struct target_id target;
        char text[64];
        start_named(&document, 1, "k");
        snprintf(text, sizeof text, "amdgcn-amd-amdhsa--%s", cases[i].target);
        put_pair(&document, "amdhsa.target", text);
        assert_int_equal(target_id_parse(cases[i].target, &target, NULL), CODEOBJ_OK);
        struct code_object object = {.target = {.info = target.info, .xnack = cases[i].xnack}};
        struct note note = {.bytes = {(const uint8_t *)document.buffer.data, document.buffer.size}};
        assert_int_equal(metadata_read(&(struct notes){.metadata = &note, .metadata_count = 1},
                                       NULL, &object, &error),
                         cases[i].is_right ? CODEOBJ_OK : CODEOBJ_CORRUPT);
        msgpack_sbuffer_destroy(&document.buffer);
        code_object_close(&object);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(notes_of_two_versions_are_refused),
        cmocka_unit_test(a_damaged_note_among_good_ones_is_refused),
        cmocka_unit_test(another_target_in_a_later_note_is_refused),
        cmocka_unit_test(kernels_of_all_notes_are_read),
        cmocka_unit_test(formats_that_are_not_texts_are_refused),
        cmocka_unit_test(kernels_of_equal_arguments_share_them),
        cmocka_unit_test(code_objects_of_a_pool_share_texts_and_arguments),
        cmocka_unit_test(a_pool_grows),
        cmocka_unit_test(features_may_be_any_in_a_note),
        cmocka_unit_test(other_spellings_are_accepted),
        cmocka_unit_test(every_field_is_read),
        cmocka_unit_test(numbers_of_every_width_are_read),
        cmocka_unit_test(keys_that_stand_twice_are_refused),
        cmocka_unit_test(what_is_unknown_is_passed_over),
        cmocka_unit_test(nesting_costs_nothing),
        cmocka_unit_test(counts_beyond_the_bytes_are_refused),
        cmocka_unit_test(kernel_names_have_limits),
        cmocka_unit_test(every_prefix_is_refused),
        cmocka_unit_test(other_targets_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
