/* Packages: read from files, written as JSON, read back; the same whichever way they came. */
#include "inspect/metric.h"
#include "util/file.h"

#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

enum { WORKGROUP = 64 }; /* of the rows here */

/* ---- Equality, field by field ---------------------------------------------------------------- */

static bool same_text(const char *a, const char *b)
{
    return a == b || (a && b && strcmp(a, b) == 0);
}

#define SAME(member)       assert_true(a->member == b->member)
#define SAME_TEXT(member)  assert_true(same_text(a->member, b->member))
#define SAME_BYTES(member) assert_memory_equal(&a->member, &b->member, sizeof a->member)

static void check_argument(const struct kernel_argument *a, const struct kernel_argument *b)
{
    SAME_TEXT(name);
    SAME_TEXT(type_name);
    SAME_TEXT(value_kind);
    SAME(kind);
    SAME(offset);
    SAME(size);
    SAME(pointee_align);
    SAME_TEXT(address_space);
    SAME_TEXT(access);
    SAME(is_const);
    SAME(is_restrict);
    SAME(is_volatile);
}

static void check_descriptor(const struct kernel_descriptor *a, const struct kernel_descriptor *b)
{
    SAME(rsrc1);
    SAME(rsrc2);
    SAME(rsrc3);
    SAME(properties);
    SAME(kernarg_preload);
    SAME(address);
    SAME(entry_address);
    SAME(code_offset);
}

static void check_kernel(const struct kernel *a, const struct kernel *b)
{
    SAME_TEXT(name);
    SAME_TEXT(symbol);
    SAME(argument_count);
    for (size_t i = 0; i < a->argument_count; i++)
        check_argument(&a->arguments[i], &b->arguments[i]);
    SAME(kernarg_size);
    SAME(kernarg_align);
    SAME(group_segment);
    SAME(private_segment);
    SAME(sgprs);
    SAME(vgprs);
    SAME(agprs);
    SAME(sgpr_spills);
    SAME(vgpr_spills);
    SAME(wave_size);
    SAME(max_workgroup);
    SAME_BYTES(required_workgroup);
    SAME_BYTES(workgroup_hint);
    SAME(uses_dynamic_stack);
    SAME(uniform_workgroups);
    SAME_TEXT(language);
    SAME_TEXT(kind);
    SAME_TEXT(vector_hint);
    SAME(code_size);
    check_descriptor(&a->descriptor, &b->descriptor);
}

static void check_image(const struct package_image *a, const struct package_image *b)
{
    SAME(container);
    SAME_TEXT(entry);
    SAME_TEXT(target);
    SAME(kind);
    SAME(offset);
    SAME(size);
    SAME(is_read);
    assert_true(!a->code_hashes == !b->code_hashes);
    for (size_t i = 0; a->code_hashes && i < a->object.kernel_count; i++)
        SAME(code_hashes[i]);
    if (a->is_read)
        assert_true(target_id_equal(&a->object.target, &b->object.target));
    SAME(object.version);
    SAME(object.generic_version);
    SAME(object.elf_flags);
    SAME(object.size);
    SAME(object.has_debug_lines);
    SAME(object.kernel_count);
    for (size_t i = 0; i < a->object.kernel_count; i++)
        check_kernel(&a->object.kernels[i], &b->object.kernels[i]);
}

static void check_container(const struct package_container *a, const struct package_container *b)
{
    SAME(file);
    SAME(parent);
    SAME(kind);
    SAME_TEXT(name);
    SAME_TEXT(where);
    SAME(offset);
    SAME(stored_size);
    SAME(size);
    SAME(codec);
    SAME(version);
}

static void check_problem(const struct package_problem *a, const struct package_problem *b)
{
    SAME(file);
    SAME_TEXT(where);
    SAME(offset);
    SAME_TEXT(message);
}

static void check_package(const struct package *a, const struct package *b)
{
    SAME(file_count);
    SAME(container_count);
    SAME(image_count);
    SAME(problem_count);
    for (size_t i = 0; i < a->file_count; i++) {
        SAME_TEXT(files[i].path);
        SAME(files[i].size);
        SAME_TEXT(files[i].same_as);
    }
    for (size_t i = 0; i < a->container_count; i++)
        check_container(&a->containers[i], &b->containers[i]);
    for (size_t i = 0; i < a->image_count; i++)
        check_image(&a->images[i], &b->images[i]);
    for (size_t i = 0; i < a->problem_count; i++)
        check_problem(&a->problems[i], &b->problems[i]);
}

/* ---- Helpers --------------------------------------------------------------------------------- */

static char top[] = "/tmp/test_package-XXXXXX";

static int enter_top(void **state)
{
    (void)state;
    return mkdtemp(top) && chdir(top) == 0 ? 0 : -1;
}

static int leave_top(void **state)
{
    (void)state;
    path_remove_tree(top);
    return 0;
}

static enum status read_path(const char *path, const struct package_options *options,
                             struct package *out)
{
    struct strings paths = {0};
    strings_add(&paths, path);
    enum status status = package_read(&paths, options, out);
    strings_free(&paths);
    return status;
}

static void load(const char *name, struct buf *out)
{
    char *path = path_join(TEST_DATA, name);
    assert_int_equal(file_read(path, out), STATUS_OK);
    free(path);
}

static void save(const char *path, const void *data, size_t size)
{
    assert_int_equal(file_update_deep(path, data, size), STATUS_OK);
}

static void save_copy(const char *path, const char *name)
{
    struct buf bytes = {0};
    load(name, &bytes);
    save(path, bytes.data, bytes.size);
    buf_free(&bytes);
}

static void package_to_json(const struct package *package, struct buf *out)
{
    char *text;
    size_t size;
    FILE *stream = open_memstream(&text, &size);
    assert_non_null(stream);
    package_print_json(package, stream);
    fclose(stream);
    buf_append(out, text, size);
    free(text);
}

static void save_json(const struct package *package, const char *path, struct buf *json)
{
    package_to_json(package, json);
    save(path, json->data, json->size);
}

/* ---- JSON that is not right ------------------------------------------------------------------ */

static enum status parse_text(const char *text, size_t size)
{
    struct package package;
    save("wrong.json", text, size);
    enum status status = package_from_json("wrong.json", &package);
    package_free(&package);
    return status;
}

static void json_that_is_cut_off_never_opens(void **state)
{
    (void)state;
    struct package package;
    struct buf json = {0};
    assert_int_equal(read_path(TEST_DATA "/three.hipfb", NULL, &package), STATUS_OK);
    package_to_json(&package, &json);
    for (size_t size = 0; size + 2 < json.size; size += 1 + size / 16)
        assert_int_equal(parse_text(json.data, size), STATUS_INPUT);
    assert_int_equal(parse_text(json.data, json.size), STATUS_OK);
    buf_free(&json);
    package_free(&package);
}

/* |text| with the first |from| replaced by |to|. */
static char *replaced(const char *text, const char *from, const char *to)
{
    const char *at = strstr(text, from);
    if (!at)
        fail_msg("no %s", from);
    return mem_format("%.*s%s%s", (int)(at - text), text, to, at + strlen(from));
}

static void json_with_wrong_values_never_opens(void **state)
{
    (void)state;
    static const char *const changes[][2] = {
        {"\"kbuild-inspect-1\"", "\"kbuild-inspect-2\""},
        {"\"kbuild-inspect-1\"", "1"},
        {"\"files\":[", "\"files\":[7,"},
        {"\"files\":[", "\"more\":["},
        {"\"path\":\"", "\"path\":7,\"x\":\""},
        {"\"file\":0", "\"file\":1"},
        {"\"file\":0", "\"file\":-1"},
        {"\"file\":0", "\"file\":0.5"},
        {"\"parent\":0", "\"parent\":1"},
        {"\"parent\":0", "\"parent\":77"},
        {"\"kind\":\"bundle\"", "\"kind\":\"jar\""},
        {"\"kind\":\"bundle\"", "\"kind\":3"},
        {"\"container\":1", "\"container\":2"},
        {"\"is_read\":true", "\"is_read\":1"},
        {"\"target\":\"gfx1030\"", "\"target\":\"gfx0\""},
        {"\"code_object_version\":4", "\"code_object_version\":256"},
        {"\"vgprs\":", "\"vgprs\":4294967296,\"x\":"},
        {"\"vgprs\":", "\"vgprs\":\"0x1ffffffff\",\"x\":"},
        {"\"vgprs\":", "\"vgprs\":\"12\",\"x\":"},
        {"\"kernels\":[", "\"kernels\":[{},"},
        {"\"name\":\"by_value\"", "\"name\":\"zzz\""},
        {"\"arguments\":[", "\"arguments\":{},\"x\":["},
        {"\"arguments\":[", "\"arguments\":[null,"},
        {"\"descriptor\":{", "\"descriptor\":7,\"x\":{"},
        {"\"vgprs\":", "\"vgprs\":1,\"vgprs\":"},
        {"\"files\":[", "\"files\":[],\"files\":["},
        {"\"name\":\"by_value\"", "\"name\":\"by_value\",\"name\":\"by_value\""},
        {"\"name\":\"by_value\"", "\"name\":\"by\\u0000value\""},
        {"\"vgprs\":", "\"vgprs\":1e2,\"x\":"},
        {"\"vgprs\":", "\"vgprs\":\"0x\",\"x\":"},
        {"\"vgprs\":", "\"vgprs\":99999999999999999999999,\"x\":"},
        {"\"elf_size\":", "\"elf_size\":\"0x10000000000000000\",\"x\":"},
        {"\"elf_size\":", "\"elf_size\":\"18446744073709551616\",\"x\":"},
        {"\"vgprs\":", "\"workgroup_hint\":[1,2],\"vgprs\":"},
        {"\"vgprs\":", "\"workgroup_hint\":[1,2,3,4],\"vgprs\":"},
        {"\"vgprs\":", "\"workgroup_hint\":[1,2,[3]],\"vgprs\":"},
        {"\"vgprs\":", "\"code_hash\":\"0xg\",\"vgprs\":"},
        {"\"is_read\":true", "\"is_read\":false"},
        {"{\"format\"", "[{\"format\""},
        {"{\"format\"", "7"},
        {"{\"format\"", "{} {\"format\""},
    };
    struct package package;
    struct buf json = {0};
    assert_int_equal(read_path(TEST_DATA "/three.hipfb", NULL, &package), STATUS_OK);
    package_to_json(&package, &json);
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
        char *text = replaced(json.data, changes[i][0], changes[i][1]);
        if (parse_text(text, strlen(text)) != STATUS_INPUT)
            fail_msg("%s instead of %s opens", changes[i][1], changes[i][0]);
        free(text);
    }
    package_free(&package);
    assert_int_equal(package_from_json("not there.json", &package), STATUS_INPUT);
    buf_free(&json);
    package_free(&package);
}

/* Without any one of the fields that are always there. */
static void json_without_a_field_never_opens(void **state)
{
    (void)state;
    static const char *const fields[] = {
        "format",
        "files",
        "containers",
        "problems",
        "images",
        "path",
        "file",
        "where",
        "container",
        "target",
        "kind",
        "size",
        "is_read",
        "kernels",
        "name",
        "vgprs",
        "agprs",
        "sgprs",
        "lds",
        "scratch",
        "vgpr_spills",
        "sgpr_spills",
        "wave_size",
        "kernarg_size",
        "code_size",
        "descriptor",
        "max_workgroup",
        "rsrc1",
        "arguments",
        "value_kind",
        "offset",
        "entry",
        "parent",
        "stored_size",
        "codec",
        "version",
        "code_object_version",
        "elf_flags",
        "elf_size",
        "generic_version",
        "has_debug_lines",
        "kernarg_align",
        "uses_dynamic_stack",
        "uniform_workgroups",
        "rsrc2",
        "rsrc3",
        "properties",
        "kernarg_preload",
        "address",
        "entry_address",
        "code_offset",
        "pointee_align",
    };
    struct package package;
    struct buf json = {0};
    assert_int_equal(read_path(TEST_DATA "/gfx90a-v4.hsaco", NULL, &package), STATUS_OK);
    package_to_json(&package, &json);
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
        char *key = mem_format("\"%s\":", fields[i]), *other = mem_format("\"~%s\":", fields[i]);
        char *text = mem_dup(json.data);
        while (strstr(text, key)) {
            char *changed = replaced(text, key, other);
            free(text);
            text = changed;
        }
        if (parse_text(text, strlen(text)) != STATUS_INPUT)
            fail_msg("without %s it opens", key);
        free(text);
        free(key);
        free(other);
    }
    buf_free(&json);
    package_free(&package);
}

/* ---- Where it is wrong ----------------------------------------------------------------------- */

/* What package_from_json() says of |text|, owned by the caller. */
static char *complaint(const char *text)
{
    struct buf said = {0};
    int saved = dup(STDERR_FILENO);
    fflush(stderr);
    assert_non_null(freopen("said", "w", stderr));
    assert_int_equal(parse_text(text, strlen(text)), STATUS_INPUT);
    fflush(stderr);
    assert_int_equal(dup2(saved, STDERR_FILENO), STDERR_FILENO);
    close(saved);
    assert_int_equal(file_read("said", &said), STATUS_OK);
    return buf_take(&said);
}

#define START "{\"format\": \"kbuild-inspect-1\",\n \"containers\": [], \"problems\": [],\n"

static void what_is_wrong_is_pointed_at(void **state)
{
    static const struct {
        const char *text, *said;
    } cases[] = {
        {"", ":1:0: is not JSON: "},
        {"7", ":1:1: is not JSON: '[' or '{' expected near '7'"},
        {"[]", ": Expected object, got array"},
        {"{}", ": Object item not found: format"},
        {"{\"format\"\n:\n 1}", ": Expected string, got integer"},
        {"{\"format\": \"x\"}", ": 'format' is not \"kbuild-inspect-1\""},
        {START " \"files\": 5}", ": 'files' is not a list"},
        {START " \"files\": [\t{\"path\": 5}]}", ": files[0]: Expected string, got integer"},
        {START " \"files\": [{\"path\": \"a\",\n  \"size\": -1}]}",
         ": files[0]: 'size' is not a whole number up to 18446744073709551615"},
        {START " \"files\": [{\"path\": \"a\\nb\\u00e9\"}]}",
         ": files[0]: Object item not found: size"},
        {START " \"files\": [{\"path\": \"a\", \"size\": 1}, null]}",
         ": files[1]: Expected object, got null"},
        {START " \"files\": [{\"path\": \"a\", \"size\": 1,\n \"path\": \"b\"}]}",
         ":4:7: is not JSON: duplicate object key near '\"path\"'"},
        {START " \"files\": [{\"path\": \"a\" \"size\"]}", ":3:30: is not JSON: "},
        {START " \"files\": [],\n\n\"images\": [{\"container\": 0, \"entry\": \"\", \"target\": "
               "\"\", \"kind\": \"other\",\n\"offset\": 0, \"size\": 0, \"is_read\": false, "
               "\"kernels\": []}]}",
         ": images[0]: there is no container 0"},
        {START " \"files\": [], \"images\": [{\"container\": 0, \"entry\": \"\", \"target\": \"\", "
               "\"kind\": \"\\u001b[31m\"}]}",
         ": images[0]: "},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char *said = complaint(cases[i].text);
        if (strncmp(said, "kbuild: wrong.json", 18) != 0 || !strstr(said, cases[i].said))
            fail_msg("not %s but %s", cases[i].said, said);
        free(said);
    }
}

/* ---- What is read ---------------------------------------------------------------------------- */

static void json_reads_back_as_it_was_written(void **state)
{
    (void)state;
    struct package package, again;
    struct buf json = {0}, second = {0};
    assert_int_equal(read_path(TEST_DATA, NULL, &package), STATUS_OK);
    assert_true(package.image_count >= 9);
    save_json(&package, "all.json", &json);
    assert_int_equal(package_from_json("all.json", &again), STATUS_OK);
    check_package(&package, &again);
    package_to_json(&again, &second);
    assert_string_equal(json.data, second.data);
    package_free(&again);
    package_free(&package);
    buf_free(&json);
    buf_free(&second);
}

/* Names that are not text, and numbers that a double cannot hold: made up, because no file has
 * them. */
static void extreme_values_read_back_too(void **state)
{
    (void)state;
    struct package package, again;
    struct buf json = {0};
    assert_int_equal(read_path(TEST_DATA "/gfx1100-v5.hsaco", NULL, &package), STATUS_OK);
    struct kernel *kernel = &package.images[0].object.kernels[0];
    kernel->descriptor.address = UINT64_MAX;
    kernel->descriptor.entry_address = (UINT64_C(1) << 53) + 1;
    kernel->code_size = UINT64_C(1) << 63;
    kernel->vgprs = UINT32_MAX;
    kernel->required_workgroup[1] = 7;
    kernel->language = (char[]){"\"C\\\b\n\x01 größe \xF0\x9F\x98\x80"};
    free(package.files[0].path);
    package.files[0].path = mem_dup("a\tb/\x7f");
    package.problems = mem_resize(package.problems, 1, sizeof *package.problems);
    package.problems[package.problem_count++] =
        (struct package_problem){0, mem_dup(""), PACKAGE_NO_OFFSET, mem_dup("it")};
    save_json(&package, "extreme.json", &json);
    assert_int_equal(package_from_json("extreme.json", &again), STATUS_OK);
    check_package(&package, &again);
    package_free(&again);
    package_free(&package);
    buf_free(&json);
}

/* As other programs may write it: keys in any order, blanks, escapes, and what a newer kbuild adds.
 */
static void equivalent_json_reads_the_same(void **state)
{
    (void)state;
    static const char *const changes[][2] = {
        {"{\"format\":\"kbuild-inspect-1\",", "{"},
        {"\n\"images\":[", "\"images\" : [ \t\r\n"},
        {"]}\n",
         "],\"new\":{\"a\":[{\"b\":[null,1.5e300]}]},\"format\":\"kbuild-inspect\\u002d1\"}"},
        {"\"name\":\"by_value\"", "\"name\":\"by\\u005fvalue\",\"vgprs \":[[]],\"\":0"},
        {"\"size\":11568", "\"size\":\"0x2D30\""},
    };
    struct package package, again;
    struct buf json = {0};
    assert_int_equal(read_path(TEST_DATA "/gfx1100-v5.hsaco", NULL, &package), STATUS_OK);
    package_to_json(&package, &json);
    char *text = buf_take(&json);
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
        char *changed = replaced(text, changes[i][0], changes[i][1]);
        free(text);
        text = changed;
    }
    /* Images before the containers that they point into. */
    char *images = strstr(text, "\"images\""), *new = strstr(text, "\"new\"");
    char *moved = mem_format("{%.*s%.*s,%s", (int)(new - images), images, (int)(images - 2 - text),
                             text + 1, new);
    save("moved.json", moved, strlen(moved));
    assert_int_equal(package_from_json("moved.json", &again), STATUS_OK);
    check_package(&package, &again);
    package_free(&again);
    package_free(&package);
    free(moved);
    free(text);
}

static void code_hashes_tell_code_apart_and_read_back(void **state)
{
    (void)state;
    struct package package, again, other;
    struct buf json = {0}, bytes = {0};
    const struct package_options options = {.code_hashes = true};
    assert_int_equal(read_path(TEST_DATA, &options, &package), STATUS_OK);
    for (size_t i = 0; i < package.image_count; i++)
        for (size_t k = 0; k < package.images[i].object.kernel_count; k++)
            assert_int_equal(package.images[i].code_hashes[k] != 0,
                             package.images[i].object.kernels[k].code_size != 0);
    save_json(&package, "hashes.json", &json);
    assert_int_equal(package_from_json("hashes.json", &again), STATUS_OK);
    check_package(&package, &again);
    package_free(&again);
    package_free(&package);

    /* One bit of one kernel's code. */
    assert_int_equal(read_path(TEST_DATA "/gfx1100-v5.hsaco", &options, &package), STATUS_OK);
    load("gfx1100-v5.hsaco", &bytes);
    bytes.data[package.images[0].object.kernels[2].descriptor.code_offset + 5] ^= 4;
    save("flipped.hsaco", bytes.data, bytes.size);
    assert_int_equal(read_path("flipped.hsaco", &options, &other), STATUS_OK);
    for (size_t k = 0; k < package.images[0].object.kernel_count; k++)
        assert_int_equal(package.images[0].code_hashes[k] == other.images[0].code_hashes[k],
                         k != 2);
    package_free(&other);
    package_free(&package);
    buf_free(&json);
    buf_free(&bytes);
}

static void what_is_no_utf8_becomes_a_replacement(void **state)
{
    (void)state;
    static const char *const wrong[] = {"\xff",     "\xc0\x80", "\xed\xa0\x80", "\xf5\x80\x80\x80",
                                        "\xe2\x82", "\x80"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct package package, again;
        struct buf json = {0};
        char *path = mem_format("a%sz.hsaco", wrong[i]);
        save_copy(path, "gfx1100-v5.hsaco");
        assert_int_equal(read_path(path, NULL, &package), STATUS_OK);
        save_json(&package, "utf8.json", &json);
        assert_int_equal(package_from_json("utf8.json", &again), STATUS_OK);
        assert_non_null(strstr(again.files[0].path, "a\xEF\xBF\xBD"));
        free(path);
        package_free(&again);
        package_free(&package);
        buf_free(&json);
    }
}

struct seen {
    size_t count;
    const struct package *package;
};

static enum status see(void *context, const struct package *package,
                       const struct package_image *image, struct span bytes)
{
    struct seen *seen = context;
    assert_ptr_equal(image, &package->images[package->image_count - 1]);
    assert_int_equal(bytes.size, image->size);
    assert_memory_equal(bytes.data, "\177ELF", image->kind == IMAGE_CODE_OBJECT ? 4 : 0);
    seen->count++;
    return STATUS_OK;
}

static void one_by_one_or_all_at_once_is_the_same(void **state)
{
    (void)state;
    struct seen seen = {0};
    struct package together, apart;
    save_copy("order/a.hsaco", "gfx90a-v4.hsaco");
    save_copy("order/b/three.hipfb", "three.hipfb");
    struct buf cut = {0};
    load("gfx1100-v5.hsaco", &cut);
    save("order/b/cut.hsaco", cut.data, cut.size - 500);
    save("order/b/empty", "", 0);
    buf_free(&cut);
    assert_int_equal(read_path("order", NULL, &together), STATUS_OK);
    assert_int_equal(
        read_path("order", &(struct package_options){.image = see, .context = &seen}, &apart),
        STATUS_OK);
    check_package(&together, &apart);
    assert_true(together.problem_count > 0);
    assert_int_equal(seen.count, together.image_count);
    package_free(&together);
    package_free(&apart);
}

static enum status refuse(void *context, const struct package *package,
                          const struct package_image *image, struct span bytes)
{
    (void)package, (void)image, (void)bytes;
    ++*(size_t *)context;
    return STATUS_ENVIRONMENT;
}

static void a_callback_that_fails_ends_the_reading(void **state)
{
    (void)state;
    size_t calls = 0;
    struct package package;
    const struct package_options options = {.image = refuse, .context = &calls};
    assert_int_equal(read_path(TEST_DATA, &options, &package), STATUS_ENVIRONMENT);
    assert_int_equal(calls, 1);
    package_free(&package);
}

/* ---- Rows ------------------------------------------------------------------------------------ */

static void check_row(const struct kernel_row *a, const struct kernel_row *b)
{
    SAME(image);
    SAME_TEXT(kernel->name);
    for (int m = 0; m < NUMBER_COUNT; m++)
        assert_int_equal(metric_value((enum metric)m, a), metric_value((enum metric)m, b));
    SAME(waves);
    SAME(limit);
    SAME(kernel->uses_dynamic_stack);
    SAME(kernel->named_barriers);
    SAME_BYTES(kernel->cluster);
    SAME_TEXT(kernel->revision);
}

static void check_rows(const struct package *package, size_t image, const struct kernel *kernels,
                       size_t count, struct stored_row *row)
{
    struct loaded_row loaded;
    for (size_t k = 0; k < count; k++, row = row_after(row)) {
        const struct kernel_row whole =
            kernel_row_of(&package->images[image], &kernels[k], WORKGROUP);
        row->image = (uint32_t)image;
        check_row(&whole, row_load(package, row, &loaded));
    }
}

/* That a table's memory does not grow faster than its text: a line of it has 70 characters or more,
 * and a name has 100. */
static void rows_without_kernels_say_the_same_in_few_bytes(void **state)
{
    static const char *const files[] = {"/gfx906-v2.hsaco", "/gfx90a-v4.hsaco", "/three.hipfb",
                                        "/../../containers/data/nvidia.cubin",
                                        "/../../containers/data/nvidia.ptx"};
    const struct package_options options = {.rows = true, .workgroup = WORKGROUP};
    (void)state;
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        OWNED char *path = mem_format("%s%s", TEST_DATA, files[i]);
        struct package whole, package;
        assert_int_equal(read_path(path, NULL, &whole), STATUS_OK);
        assert_int_equal(read_path(path, &options, &package), STATUS_OK);
        assert_int_equal(package.image_count, whole.image_count);
        for (size_t j = 0; j < whole.image_count; j++) {
            const struct code_object *object = &whole.images[j].object;
            struct stored_row *rows = package.images[j].rows, *end = rows;
            assert_int_equal(package.images[j].object.kernel_count, object->kernel_count);
            assert_null(package.images[j].object.kernels);
            assert_null(package.images[j].object.memory);
            check_rows(&package, j, object->kernels, object->kernel_count, rows);
            for (size_t k = 0; k < object->kernel_count; k++)
                end = row_after(end);
            assert_true((size_t)((char *)end - (char *)rows) <= 40 * object->kernel_count);
        }
        package_free(&whole);
        package_free(&package);
    }
}

static void rows_have_all_numbers(void **state)
{
    static const uint64_t numbers[] = {0, 1, 127, 128, 16383, 16384, UINT32_MAX, UINT64_MAX};
    (void)state;
    struct package package;
    assert_int_equal(read_path(TEST_DATA "/gfx1100-v5.hsaco", NULL, &package), STATUS_OK);
    const struct code_object *object = &package.images[0].object;
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        for (int m = 0; m < METRIC_COUNT; m++)
            if (metric_table[m].size)
                member_set((char *)&object->kernels[0] + metric_table[m].offset,
                           metric_table[m].size, numbers[i]);
        object->kernels[0].cluster[i % 3] = object->kernels[0].named_barriers =
            (uint32_t)numbers[i];
        object->kernels[0].uses_dynamic_stack = i % 2;
        object->kernels[0].revision = i % 2 ? (char[]){"B0"} : NULL;
        OWNED struct stored_row *rows = rows_store(&package.images[0], NULL, WORKGROUP);
        check_rows(&package, 0, object->kernels, object->kernel_count, rows);
    }
    package_free(&package);
}

static void headers_only_opens_nothing(void **state)
{
    (void)state;
    struct package package;
    const struct package_options options = {.headers_only = true};
    assert_int_equal(read_path(TEST_DATA "/three.hipfb", &options, &package), STATUS_OK);
    for (size_t i = 0; i < package.image_count; i++) {
        assert_false(package.images[i].is_read);
        assert_int_equal(package.images[i].object.kernel_count, 0);
    }
    assert_true(package.image_count >= 3);
    package_free(&package);
}

static void filters_leave_what_was_asked_for(void **state)
{
    (void)state;
    struct package package;
    struct package_options options = {0};
    strings_add(&options.targets, "gfx90a");
    strings_add(&options.targets, "gfx1100");
    strings_add(&options.kernels, "*lds");
    assert_int_equal(read_path(TEST_DATA "/three.hipfb", &options, &package), STATUS_OK);
    assert_int_equal(package.image_count, 2);
    assert_string_equal(package.images[0].target, "gfx1100");
    assert_string_equal(package.images[1].target, "gfx90a:xnack-");
    for (size_t i = 0; i < 2; i++) {
        const struct code_object *object = &package.images[i].object;
        assert_int_equal(object->kernel_count, 2);
        assert_string_equal(object->kernels[0].name, "dynamic_lds");
        assert_non_null(code_object_find(object, "fixed_lds"));
        assert_null(code_object_find(object, "scratch"));
    }
    package_free(&package);
    /* The features that a target names must be the object's. */
    strings_free(&options.targets);
    strings_add(&options.targets, "gfx90a:xnack+");
    assert_int_equal(read_path(TEST_DATA "/three.hipfb", &options, &package), STATUS_OK);
    assert_int_equal(package.image_count, 0);
    package_free(&package);
    strings_free(&options.targets);
    strings_free(&options.kernels);
}

/* ---- Directories ----------------------------------------------------------------------------- */

static void directories_are_walked_in_order_and_each_file_once(void **state)
{
    (void)state;
    struct package package;
    save_copy("walk/z.hsaco", "gfx1030-v4.hsaco");
    save_copy("walk/b/real.hsaco", "gfx1100-v5.hsaco");
    save_copy("walk/b/.hidden.hsaco", "gfx1100-v5.hsaco");
    save_copy("walk/.git/never.hsaco", "gfx90a-v4.hsaco");
    save_copy("outside.hsaco", "gfx90a-v4.hsaco");
    save("walk/notes.txt", "nothing here\n", 13);
    assert_int_equal(symlink("b/real.hsaco", "walk/a-link.hsaco"), 0);
    assert_int_equal(symlink("../outside.hsaco", "walk/c-link.hsaco"), 0);
    assert_int_equal(symlink("../walk", "walk/b/loop"), 0);
    assert_int_equal(symlink("self", "walk/self"), 0);
    assert_int_equal(mkfifo("walk/fifo", 0600), 0);
    assert_int_equal(read_path("walk", NULL, &package), STATUS_OK);
    static const char *const wanted[] = {"walk/b/.hidden.hsaco", "walk/b/real.hsaco",
                                         "walk/c-link.hsaco", "walk/z.hsaco"};
    assert_int_equal(package.file_count, 4);
    for (size_t i = 0; i < 4; i++)
        assert_string_equal(package.files[i].path, wanted[i]);
    assert_int_equal(package.problem_count, 0);
    package_free(&package);
}

static void nothing_to_show_is_a_failure(void **state)
{
    (void)state;
    struct package package;
    save("nothing/notes.txt", "nothing here\n", 13);
    static const char *const paths[] = {"nothing", "nothing/notes.txt", "not there", "/dev/null",
                                        "/dev/zero"};
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
        assert_int_equal(read_path(paths[i], NULL, &package), STATUS_INPUT);
        assert_int_equal(package.image_count, 0);
        package_free(&package);
    }
}

static void every_cut_of_a_file_is_a_problem_and_no_crash(void **state)
{
    (void)state;
    struct buf bytes = {0};
    load("three.hipfb", &bytes);
    for (size_t size = 0; size < bytes.size; size += 1 + size / 40) {
        struct package package;
        save("cut.hipfb", bytes.data, size);
        read_path("cut.hipfb", NULL, &package);
        assert_true(package.problem_count > 0);
        assert_int_equal(package.file_count, 1);
        package_free(&package);
    }
    buf_free(&bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(json_that_is_cut_off_never_opens),
        cmocka_unit_test(json_with_wrong_values_never_opens),
        cmocka_unit_test(json_without_a_field_never_opens),
        cmocka_unit_test(what_is_wrong_is_pointed_at),
        cmocka_unit_test(nothing_to_show_is_a_failure),
        cmocka_unit_test(every_cut_of_a_file_is_a_problem_and_no_crash),
        cmocka_unit_test(a_callback_that_fails_ends_the_reading),
        cmocka_unit_test(json_reads_back_as_it_was_written),
        cmocka_unit_test(extreme_values_read_back_too),
        cmocka_unit_test(equivalent_json_reads_the_same),
        cmocka_unit_test(code_hashes_tell_code_apart_and_read_back),
        cmocka_unit_test(what_is_no_utf8_becomes_a_replacement),
        cmocka_unit_test(one_by_one_or_all_at_once_is_the_same),
        cmocka_unit_test(rows_without_kernels_say_the_same_in_few_bytes),
        cmocka_unit_test(rows_have_all_numbers),
        cmocka_unit_test(headers_only_opens_nothing),
        cmocka_unit_test(filters_leave_what_was_asked_for),
        cmocka_unit_test(directories_are_walked_in_order_and_each_file_once),
    };
    return cmocka_run_group_tests(tests, enter_top, leave_top);
}
