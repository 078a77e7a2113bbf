/* Lists the kernels of code objects that other compilers made. */
#include "emit/index.h"
#include "util/file.h"

char *signature_beside(const char *path, const char *extension)
{
    size_t length = strlen(path) - strlen(path_extension(path));
    return mem_format("%.*s%s", (int)length, path, extension);
}

/* ---- Triton's files: "tt.func public @softmax(%x: !tt.ptr<f16> loc("x"(#loc)), ...)" ---- */

struct triton {
    /* the contents of KERNEL.json; NULL if another compiler than Triton made the code object */
    json_t *json;
    struct buf ttir; /* contents of KERNEL.ttir; empty if there is no such file */
};

static struct triton triton_open(const char *path)
{
    struct triton triton = {0};
    OWNED char *json = signature_beside(path, ".json"), *ttir = signature_beside(path, ".ttir");
    OWNED_BY(buf_free) struct buf text = {0};
    triton.json = file_try_read(json, &text) ? json_loadb(text.data, text.size, 0, NULL) : NULL;
    if (triton.json && !json_object_get(triton.json, "num_warps")) {
        json_decref(triton.json);
        triton.json = NULL;
    }
    if (triton.json)
        file_try_read(ttir, &triton.ttir);
    return triton;
}

static void triton_close(struct triton *triton)
{
    json_decref(triton->json);
    buf_free(&triton->ttir);
}

/* Returns the end of the argument that begins at |at|: the next comma or closing parenthesis
 * outside of brackets. */
static const char *argument_end(const char *at)
{
    int depth = 0;
    bool is_text = false;
    for (; *at; at++) {
        is_text ^= *at == '"';
        if (is_text)
            continue;
        if (depth == 0 && (*at == ',' || *at == ')'))
            return at;
        depth += (strchr("(<{[", *at) != NULL) - (strchr(")>}]", *at) != NULL);
    }
    return at;
}

/* Lists the text of each argument of |kernel|: "%x: !tt.ptr<f16> loc(...)". */
static void triton_arguments(const struct triton *triton, const char *kernel, struct strings *out)
{
    OWNED char *start = mem_format(" @%s(", kernel);
    const char *at = triton->ttir.size ? strstr(triton->ttir.data, start) : NULL;
    at = at ? at + strlen(start) : NULL;
    while (at && *at == '%') {
        const char *end = argument_end(at);
        strings_take(out, mem_dup_n(at, (size_t)(end - at)));
        at = *end == ',' ? end + 1 + strspn(end + 1, " \n") : NULL;
    }
}

static json_t *triton_scalar(const char *text)
{
    static const struct {
        const char *text, *scalar;
    } scalars[] = {
        {"i1", "bool"}, {"i8", "i8"},           {"i16", "i16"},       {"i32", "i32"},
        {"i64", "i64"}, {"f16", "f16"},         {"bf16", "bf16"},     {"f32", "f32"},
        {"f64", "f64"}, {"f8E4M3FN", "f8e4m3"}, {"f8E5M2", "f8e5m2"},
    };
    size_t length = strcspn(text, " ,>");
    for (size_t i = 0; i < sizeof scalars / sizeof *scalars; i++)
        if (strlen(scalars[i].text) == length && strncmp(text, scalars[i].text, length) == 0)
            return json_pack("{s:s, s:s}", "kind", "scalar", "scalar", scalars[i].scalar);
    return NULL;
}

/* Returns the type in |argument|, "%x: !tt.ptr<f16> loc(...)", or NULL. */
static json_t *triton_type(const char *argument)
{
    static const char pointer[] = "!tt.ptr<";
    const char *type = strstr(argument, ": ");
    if (!type)
        return NULL;
    type += 2;
    if (strncmp(type, pointer, sizeof pointer - 1) != 0)
        return triton_scalar(type);
    json_t *pointee = triton_scalar(type + sizeof pointer - 1);
    return json_pack("{s:s, s:b, s:o}", "kind", "pointer", "const", 0, "pointee",
                     pointee ? pointee : json_pack("{s:s}", "kind", "void"));
}

/* ---- Describing kernels ---------------------------------------------------------------------- */

/* Returns the largest alignment that the argument's offset and size allow. From these alignments,
 * `kbuild index` computes the same offsets. */
static uint32_t align_of(const struct kernel_argument *argument)
{
    uint32_t bits = argument->offset | argument->size | 16;
    return bits & (~bits + 1);
}

/* Whether |type|, from the source, can be the type of |argument|, from the code object. */
static bool type_fits(const json_t *type, const struct kernel_argument *argument)
{
    enum ctype_scalar scalar;
    const char *name = json_string_value(json_object_get(type, "scalar"));
    if (!name)
        return type && argument->kind == ARGUMENT_GLOBAL_BUFFER;
    return argument->kind == ARGUMENT_BY_VALUE && ctype_scalar_find(name, &scalar) &&
           ctype_scalar_size(scalar) == argument->size;
}

static json_t *type_of(const struct kernel_argument *argument)
{
    if (argument->kind == ARGUMENT_GLOBAL_BUFFER)
        return json_pack("{s:s, s:b, s:{s:s}}", "kind", "pointer", "const", 0, "pointee", "kind",
                         "void");
    OWNED char *record = mem_format("bytes%u", argument->size);
    return json_pack("{s:s, s:s}", "kind", "record", "record", record);
}

/* Describes an argument as JSON. |source| is the text of the argument in Triton's language, or
 * NULL. */
static json_t *describe_argument(const struct kernel_argument *argument, const char *source)
{
    json_t *type = source ? triton_type(source) : NULL;
    if (!type_fits(type, argument)) {
        json_decref(type);
        type = type_of(argument);
    }
    OWNED char *name = source ? mem_dup_n(source + 1, strcspn(source + 1, ":")) : NULL;
    return json_pack("{s:s, s:s, s:s*, s:I, s:I, s:o}", "name",
                     name             ? name
                     : argument->name ? argument->name
                                      : "",
                     "canonical", argument->value_kind, "spelled", argument->type_name, "size",
                     (json_int_t)argument->size, "align", (json_int_t)align_of(argument), "type",
                     type);
}

static json_t *describe_arguments(const struct kernel *kernel, const struct triton *triton)
{
    OWNED_BY(strings_free) struct strings sources = {0};
    json_t *list = json_array();
    size_t count = 0;
    triton_arguments(triton, kernel->name, &sources);
    for (size_t i = 0; i < kernel->argument_count; i++) {
        const struct kernel_argument *argument = &kernel->arguments[i];
        if (argument->kind == ARGUMENT_HIDDEN)
            continue;
        const char *source = count < sources.count ? sources.items[count] : NULL;
        count++;
        /* Triton adds arguments after those of the source: pointers to memory that most kernels do
         * not need. */
        OWNED char *scratch =
            !source && sources.count ? mem_format("%%scratch_%zu: ", count - sources.count) : NULL;
        json_array_append_new(list, describe_argument(argument, source ? source : scratch));
    }
    return list;
}

static json_t *describe_kernel(const struct kernel *kernel, const char *path,
                               const struct triton *triton)
{
    OWNED char *label = index_instance_label(kernel->name);
    json_t *json =
        json_pack("{s:s, s:s, s:s, s:i, s:b, s:o}", "name", label, "symbol", kernel->name, "file",
                  path_name(path), "line", 1, "untyped", triton->json == NULL, "parameters",
                  describe_arguments(kernel, triton));
    static const char *const axes[] = {"block_x", "block_y", "block_z"};
    for (int i = 0; i < 3 && kernel->required_workgroup[0]; i++)
        json_object_set_new(json, axes[i], json_integer(kernel->required_workgroup[i]));
    return json;
}

/* Returns the number at |key| in |object|; 0 when it is missing or out of range. */
static json_int_t number_of(const json_t *object, const char *key)
{
    json_int_t number = json_integer_value(json_object_get(object, key));
    return number > 0 && number <= INT32_MAX ? number : 0;
}

static json_t *find_kernel(const struct signatures *signatures, const char *symbol)
{
    for (size_t i = 0; i < json_array_size(signatures->kernels); i++) {
        json_t *kernel = json_array_get(signatures->kernels, i);
        if (strcmp(json_string_value(json_object_get(kernel, "symbol")), symbol) == 0)
            return kernel;
    }
    return NULL;
}

/* Adds the facts that a launch needs. The bytes of dynamic LDS may differ between targets: the
 * largest number is enough for all. */
static enum status add_facts(json_t *kernel, const struct triton *triton, const char *path)
{
    json_int_t warps = number_of(triton->json, "num_warps"), known = number_of(kernel, "warps");
    json_int_t shared = number_of(triton->json, "shared");
    if (known && warps && known != warps)
        return status_fail(
            STATUS_INPUT,
            "%s: kernel '%s' was compiled for %d warps, and for %d for another target; "
            "compile it for the same number",
            path, json_string_value(json_object_get(kernel, "name")), (int)warps, (int)known);
    if (warps)
        json_object_set_new(kernel, "warps", json_integer(warps));
    if (shared > number_of(kernel, "shared"))
        json_object_set_new(kernel, "shared", json_integer(shared));
    return STATUS_OK;
}

enum status signatures_add(struct signatures *signatures, const char *path, struct span image)
{
    struct code_object object;
    struct codeobj_error error = {0};
    if (code_object_open(image, &object, &error) != CODEOBJ_OK)
        return status_fail(STATUS_INPUT, "%s: %s", path, error.message);
    OWNED_BY(triton_close) struct triton triton = triton_open(path);
    enum status status = STATUS_OK;
    if (!signatures->kernels)
        signatures->kernels = json_array();
    for (size_t i = 0; status == STATUS_OK && i < object.kernel_count; i++) {
        json_t *kernel = find_kernel(signatures, object.kernels[i].name);
        if (!kernel) {
            kernel = describe_kernel(&object.kernels[i], path, &triton);
            json_array_append_new(signatures->kernels, kernel);
        }
        if (triton.json)
            status = add_facts(kernel, &triton, path);
    }
    code_object_close(&object);
    return status;
}

void signatures_print(const struct signatures *signatures, const char *module, struct buf *out)
{
    json_auto_t *root = json_pack("{s:s, s:s, s:O?, s:[]}", "format", "kbuild-reflect-1", "module",
                                  module, "kernels", signatures->kernels, "templates");
    OWNED char *text = json_dumps(root, JSON_INDENT(2) | JSON_SORT_KEYS);
    buf_printf(out, "%s\n", text ? text : "");
}

void signatures_free(struct signatures *signatures)
{
    json_decref(signatures->kernels);
    *signatures = (struct signatures){0};
}
