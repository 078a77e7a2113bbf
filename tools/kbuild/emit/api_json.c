/* Writes <package>.json, in the kbuild-index-1 format: the API for other languages; and
 * images.json, in the kbuild-images-1 format: the image of each module for each target, and its
 * costs. See docs/formats.md. jansson prints the values; this file makes the layout, one line for
 * each kernel, parameter or image.
 */
#include "emit/api.h"

#include "parts.h"
#include "util/json.h"

#include <hash.h>

static void put_object(struct buf *out, json_t *object)
{
    OWNED char *text = json_dumps(object, JSON_PRESERVE_ORDER | JSON_ENCODE_ANY);
    buf_puts(out, text ? text : "null");
    json_decref(object);
}

/* Writes a JSON object without its closing brace, so that the caller can add members: {"a": 1 */
static void put_open_object(struct buf *out, json_t *object)
{
    put_object(out, object);
    out->data[--out->size] = '\0';
}

static void set_string(json_t *object, const char *key, const char *value)
{
    json_object_set_new(object, key, json_string_nocheck(value));
}

static void set_number(json_t *object, const char *key, uint64_t value)
{
    json_object_set_new(object, key, json_integer((json_int_t)value));
}

static void put_variables(struct buf *out, const struct kernel_package *package)
{
    for (size_t i = 0; i < package->variable_count; i++) {
        const struct index_variable *variable = package->variables[i];
        json_t *object = json_object();
        set_number(object, "number", i);
        set_string(object, "name", variable->name);
        set_string(object, "symbol", variable->symbol);
        set_string(object, "module", package->modules[variable->module].name);
        set_string(object, "file", api_file(variable->file));
        set_string(object, "wrapper", variable->wrapper);
        set_number(object, "size", variable->size);
        set_string(object, "element", ctype_pointee_name(&variable->pointer));
        if (variable->is_managed)
            json_object_set_new(object, "managed", json_true());
        buf_puts(out, i ? ",\n    " : "\n    ");
        put_object(out, object);
    }
}

/* Says which vectors a pointer points to, if it does. */
static void set_vector(json_t *object, const struct ctype *pointee)
{
    struct index_vector vector;
    if (pointee->kind == CTYPE_RECORD && index_vector_find(pointee->record, &vector))
        json_object_set_new(object, "vector",
                            json_pack("{s:s, s:I}", "scalar", ctype_scalar_name(vector.scalar),
                                      "count", (json_int_t)vector.count));
}

static void set_type(json_t *object, const struct ctype *type, const struct index_record *record)
{
    switch (type->kind) {
    case CTYPE_SCALAR:
        set_string(object, "kind", "scalar");
        set_string(object, "scalar", ctype_scalar_name(type->scalar));
        break;
    case CTYPE_ENUM:
        set_string(object, "kind", "enum");
        set_string(object, "scalar", ctype_scalar_name(type->scalar));
        break;
    case CTYPE_POINTER:
        set_string(object, "kind", "pointer");
        set_string(object, "pointee", ctype_pointee_name(type));
        set_vector(object, type->pointee);
        json_object_set_new(object, "const", json_boolean(type->to_const));
        break;
    case CTYPE_RECORD:
    case CTYPE_OTHER:
        set_string(object, "kind", "record");
        set_string(object, "record", api_record_name(record->canonical));
        set_number(object, "align", record->align);
        break;
    case CTYPE_VOID: break;
    }
}

static void put_parameter(struct buf *out, const struct index_kernel *kernel, size_t i)
{
    const struct index_parameter *parameter = &kernel->parameters[i];
    json_t *object = json_pack("{s:s, s:I, s:I, s:s}", "name", parameter->c_name, "offset",
                               (json_int_t)parameter->offset, "size", (json_int_t)parameter->size,
                               "type", parameter->c_type);
    set_type(object, &parameter->type, parameter->record);
    buf_puts(out, "      ");
    put_object(out, object);
}

static json_t *member_to_json(const struct index_member *member)
{
    json_t *object = json_object();
    set_string(object, "name", member->c_name);
    set_number(object, "offset", member->offset);
    set_number(object, "size", index_member_size(member));
    set_string(object, "type", member->c_type);
    if (member->rank)
        json_object_set_new(object, "array", json_array());
    for (uint32_t i = 0; i < member->rank; i++)
        json_array_append_new(json_object_get(object, "array"), json_integer(member->extents[i]));
    set_type(object, &member->type, member->record);
    return object;
}

static void put_records(struct buf *out, const struct kernel_package *package)
{
    for (size_t i = 0; i < package->record_count; i++) {
        const struct index_record *record = package->records[i];
        OWNED char *type = mem_format("struct %s", record->tag);
        json_t *object = json_object();
        set_string(object, "name", api_record_name(record->canonical));
        set_string(object, "type", type);
        set_number(object, "size", record->size);
        set_number(object, "align", record->align);
        buf_puts(out, i ? ",\n    " : "\n    ");
        put_open_object(out, object);
        for (size_t j = 0; j < record->member_count; j++) {
            buf_puts(out, j ? ",\n      " : ", \"members\": [\n      ");
            put_object(out, member_to_json(&record->members[j]));
        }
        buf_puts(out, record->member_count ? "\n    ]}" : "}");
    }
}

static void put_kernel(struct buf *out, const struct kernel_package *package, size_t ordinal)
{
    const struct index_kernel *kernel = package->kernels[ordinal];
    json_t *object =
        json_pack("{s:I, s:s, s:s, s:s, s:s}", "ordinal", (json_int_t)ordinal, "name", kernel->name,
                  "symbol", kernel->symbol, "module", package->modules[kernel->module].name, "file",
                  api_file(kernel->file));
    if (kernel->template_name)
        set_string(object, "template", kernel->template_name);
    set_string(object, "wrapper", kernel->wrapper);
    for (int j = 0; j < INDEX_FACT_COUNT; j++)
        if (kernel->facts[j])
            set_number(object, index_fact_names[j], kernel->facts[j]);
    buf_puts(out, "    ");
    put_open_object(out, object);
    buf_puts(out, ", \"parameters\": [");
    for (size_t j = 0; j < kernel->parameter_count; j++) {
        buf_puts(out, j ? ",\n" : "\n");
        put_parameter(out, kernel, j);
    }
    buf_puts(out, kernel->parameter_count ? "\n    ]}" : "]}");
}

static void put_module(struct buf *out, const struct index_module *module)
{
    json_t *object = json_object();
    set_string(object, "name", module->name);
    if (module->is_restricted)
        json_object_set_new(object, "only", json_of_strings(&module->targets));
    buf_puts(out, "    ");
    put_object(out, object);
}

/* Returns the parameters that point to |record| of the module |number|, as pairs of a kernel's
 * ordinal and the parameter's index. */
static json_t *find_pointers(const struct kernel_package *package, size_t number,
                             const struct index_record *record)
{
    json_t *list = json_array();
    for (size_t i = 0; i < package->kernel_count; i++) {
        const struct index_kernel *kernel = package->kernels[i];
        for (size_t j = 0; j < kernel->parameter_count && kernel->module == number; j++) {
            const struct ctype *type = &kernel->parameters[j].type;
            if (type->kind == CTYPE_POINTER && type->pointee->kind == CTYPE_RECORD &&
                strcmp(type->pointee->record, record->canonical) == 0)
                json_array_append_new(list, json_pack("[I, I]", (json_int_t)i, (json_int_t)j));
        }
    }
    return list;
}

static void put_layout(struct buf *out, const struct kernel_package *package, size_t number,
                       const struct index_record *record)
{
    OWNED_BY(strings_free) struct strings fields = {0};
    struct index_vector vector;
    if (index_vector_find(record->canonical, &vector) || !index_record_fields(record, &fields))
        return;
    json_t *pointers = find_pointers(package, number, record);
    if (json_array_size(pointers)) {
        buf_puts(out, out->size ? ",\n    " : "\n    ");
        put_object(out, json_pack("{s:s, s:o, s:O}", "record", api_record_name(record->canonical),
                                  "fields", json_of_strings(&fields), "parameters", pointers));
    }
    json_decref(pointers);
}

/* Appends the layouts of the records to which parameters point. They are no part of the interface:
 * C has pointers to void. */
static void put_layouts(struct buf *out, const struct kernel_package *package)
{
    OWNED_BY(buf_free) struct buf layouts = {0};
    for (size_t i = 0; i < package->module_count; i++)
        for (size_t j = 0; j < package->modules[i].record_count; j++)
            put_layout(&layouts, package, i, &package->modules[i].records[j]);
    if (layouts.size)
        buf_printf(out, ",\n  \"layouts\": [%s\n  ]", layouts.data);
}

static void put_kernels(struct buf *out, const struct kernel_package *package)
{
    for (size_t i = 0; i < package->kernel_count; i++) {
        buf_puts(out, i ? ",\n" : "\n");
        put_kernel(out, package, i);
    }
}

void api_json(const struct kernel_package *package, struct buf *out)
{
    buf_puts(out, "{\n  \"format\": \"kbuild-index-1\",\n  \"package\": ");
    put_object(out, json_string_nocheck(package->name));
    buf_puts(out, ",\n  \"targets\": ");
    put_object(out, json_of_strings(&package->targets));
    buf_puts(out, ",\n  \"modules\": [");
    for (size_t i = 0; i < package->module_count; i++) {
        buf_puts(out, i ? ",\n" : "\n");
        put_module(out, &package->modules[i]);
    }
    buf_puts(out, "\n  ],\n  \"kernels\": [");
    put_kernels(out, package);
    if (package->record_count) {
        buf_puts(out, "\n  ],\n  \"records\": [");
        put_records(out, package);
    }
    if (package->variable_count) {
        buf_puts(out, "\n  ],\n  \"variables\": [");
        put_variables(out, package);
    }
    buf_puts(out, "\n  ]");
    put_layouts(out, package);
    buf_puts(out, "\n}\n");
}

static uint64_t module_id(const struct index_module *module)
{
    uint64_t id = build_id_add(0, module->name, (uint32_t)module->image_count);
    for (size_t i = 0; i < module->image_count; i++)
        id = build_id_add(id, module->images[i].target, module->images[i].checksum);
    return id;
}

void api_identify(struct kernel_package *package)
{
    OWNED_BY(buf_free) struct buf text = {0};
    put_kernels(&text, package);
    put_records(&text, package);
    put_variables(&text, package);
    package->interface = package->build = hash_64(text.data, text.size);
    for (size_t i = 0; i < package->module_count; i++)
        package->build += module_id(&package->modules[i]);
}

/* ---- images.json --------------------------------------------------------- */

static const char *const cost_keys[] = {"vgprs",       "agprs",       "sgprs", "lds",    "scratch",
                                        "vgpr_spills", "sgpr_spills", "code",  "kernarg"};
enum { COST_COUNT = sizeof cost_keys / sizeof *cost_keys };
struct costs {
    uint64_t of[COST_COUNT];
};

static struct costs kernel_costs(const struct kernel *kernel)
{
    return (struct costs){{kernel->vgprs, kernel->agprs, kernel->sgprs, kernel->group_segment,
                           kernel->private_segment, kernel->vgpr_spills, kernel->sgpr_spills,
                           kernel->code_size, kernel->kernarg_size}};
}

/* Returns, for each cost, the largest value of any kernel in |object|. */
static struct costs image_costs(const struct code_object *object)
{
    struct costs most = {0};
    for (size_t i = 0; i < object->kernel_count; i++) {
        struct costs costs = kernel_costs(&object->kernels[i]);
        for (int j = 0; j < COST_COUNT; j++)
            if (costs.of[j] > most.of[j])
                most.of[j] = costs.of[j];
    }
    return most;
}

static void set_costs(json_t *object, struct costs costs)
{
    for (int i = 0; i < COST_COUNT; i++)
        set_number(object, cost_keys[i], costs.of[i]);
}

static void put_image(struct buf *out, const struct index_image *image)
{
    const struct code_object *object = &image->object;
    json_t *max = json_object();
    set_costs(max, image_costs(object));
    buf_puts(out, "        ");
    put_open_object(out, json_pack("{s:s, s:I, s:I, s:I}", "target", image->target, "offset",
                                   (json_int_t)image->offset, "size", (json_int_t)image->size,
                                   "kernels", (json_int_t)object->kernel_count));
    buf_puts(out, ",\n          \"max\": ");
    put_object(out, max);
    buf_puts(out, ",\n          \"costs\": [");
    for (size_t i = 0; i < object->kernel_count; i++) {
        json_t *costs = json_object();
        set_string(costs, "symbol", object->kernels[i].name);
        set_costs(costs, kernel_costs(&object->kernels[i]));
        buf_puts(out, i ? ",\n            " : "\n            ");
        put_object(out, costs);
    }
    buf_puts(out, object->kernel_count ? "\n          ]}" : "]}");
}

static void put_emitted(struct buf *out, const struct kernel_package *package)
{
    json_t *files = json_object();
    OWNED char *python = api_python_file(package->name, ".py");
    if (strings_contain(package->emit, "rust"))
        set_string(files, "rust", API_RUST_FILE);
    if (strings_contain(package->emit, "python"))
        set_string(files, "python", python);
    if (!json_object_size(files)) {
        json_decref(files);
        return;
    }
    buf_puts(out, ",\n  \"emit\": ");
    put_object(out, files);
}

void api_images(const struct kernel_package *package, struct buf *out)
{
    buf_puts(out, "{\n  \"format\": \"kbuild-images-1\",\n  \"package\": ");
    put_object(out, json_string_nocheck(package->name));
    put_emitted(out, package);
    buf_printf(out, ",\n  \"build\": \"%016" PRIx64 "\",\n  \"modules\": [", package->build);
    for (size_t i = 0; i < package->module_count; i++) {
        const struct index_module *module = &package->modules[i];
        buf_puts(out, i ? ",\n    {\"name\": " : "\n    {\"name\": ");
        put_object(out, json_string_nocheck(module->name));
        buf_puts(out, ", \"images\": [\n");
        for (size_t k = 0; k < module->image_count; k++) {
            put_image(out, &module->images[k]);
            buf_puts(out, k + 1 < module->image_count ? ",\n" : "\n");
        }
        buf_puts(out, "      ]}");
    }
    buf_puts(out, "\n  ]");
    if (package->left_out && package->left_out->count) {
        buf_puts(out, ",\n  \"left_out\": ");
        put_object(out, json_of_strings(package->left_out));
    }
    buf_puts(out, "\n}\n");
}
