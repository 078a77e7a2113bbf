/* Reads the JSON "hipemu-profile-1", and "kbuild-profile-1", which has the same fields and more. A
 * file may come from an untrusted source, so every value is checked. */
#include "inspect/profile.h"

#include "util/file.h"

#include <errno.h>
#include <jansson.h>

static const char *const keys[PROFILE_COUNT] = {
#define KEY(name, key) [PROFILE_##name] = key,
    PROFILE_COUNTS(KEY)
#undef KEY
};

struct reader {
    const char *path;
    /* name of the kernel that is read, for messages; NULL outside of a kernel */
    const char *kernel;
};

static enum status fail(const struct reader *reader, const char *key, const char *what)
{
    return status_fail(STATUS_INPUT, "%s: %s%s%s'%s' %s; profile the program again", reader->path,
                       reader->kernel ? "kernel '" : "", reader->kernel ? reader->kernel : "",
                       reader->kernel ? "': " : "", key, what);
}

/* Returns the value at |key| in |object|, or NULL. "a.b" is the key "b" in the object at "a". */
static json_t *value_at(const json_t *object, const char *key)
{
    const char *dot = strchr(key, '.');
    char outer[32];
    if (!dot)
        return json_object_get(object, key);
    snprintf(outer, sizeof outer, "%.*s", (int)(dot - key), key);
    return value_at(json_object_get(object, outer), dot + 1);
}

static enum status read_count(const struct reader *reader, const json_t *object, const char *key,
                              uint64_t *out)
{
    /* the most that a count may be: up to 2^53 counts are exact as doubles, and their sums fit 64
     * bits */
    const int64_t most = INT64_C(1) << 53;
    const json_t *value = value_at(object, key);
    if (!json_is_integer(value) || json_integer_value(value) < 0 ||
        json_integer_value(value) > most)
        return fail(reader, key, "is not a count");
    *out = (uint64_t)json_integer_value(value);
    return STATUS_OK;
}

static enum status read_text(const struct reader *reader, const json_t *object, const char *key,
                             const char **out)
{
    *out = json_string_value(value_at(object, key));
    return *out ? STATUS_OK : fail(reader, key, "is not a text");
}

/* ---- Reading places in the source ------------------------------------------------------------ */

/* Returns the place called |where| of the kernel, and adds it if the kernel does not have it yet.
 */
static struct profile_place *place_of(struct profile_kernel *kernel, const char *where)
{
    for (size_t i = 0; i < kernel->place_count; i++)
        if (strcmp(kernel->places[i].where, where) == 0)
            return &kernel->places[i];
    kernel->places = mem_grow(kernel->places, kernel->place_count, sizeof *kernel->places);
    struct profile_place *place = &kernel->places[kernel->place_count++];
    *place = (struct profile_place){.where = where};
    return place;
}

/* A count that an instruction may have: its key in the JSON, and its member of struct
 * profile_place. The counts depend on the kind of the instruction. */
struct place_field {
    const char *key;
    size_t offset;
};
#define PLACE(key, member)                                                                         \
    {                                                                                              \
        key, offsetof(struct profile_place, member)                                                \
    }
static const struct place_field of_vector[] = {
    PLACE("executions", executions), PLACE("lanes", lanes), PLACE("cycles", cycles), {0}};
static const struct place_field of_lds[] = {
    PLACE("cycles", lds_cycles), PLACE("conflicts", conflicts), {0}};
static const struct place_field of_memory[] = {
    PLACE("executions", accesses), PLACE("lines", lines), PLACE("least_lines", least_lines), {0}};
static const struct place_field of_scalar[] = {{0}};

static const struct {
    const char *kind;
    const struct place_field *fields;
} place_kinds[] = {
    {"lds", of_lds},       {"memory", of_memory},        {"scalar", of_scalar},
    {"branch", of_scalar}, {"scalar_memory", of_scalar}, {"control", of_scalar},
};

static const struct place_field *fields_of(const char *kind)
{
    for (size_t i = 0; i < sizeof place_kinds / sizeof *place_kinds; i++)
        if (strcmp(place_kinds[i].kind, kind) == 0)
            return place_kinds[i].fields;
    return of_vector;
}

/* Reads the counts of an instruction, and adds them to the place of its source line. */
static enum status read_place(const struct reader *reader, struct profile_kernel *kernel,
                              const json_t *op)
{
    const char *line = json_string_value(json_object_get(op, "line")), *code, *kind;
    FORWARD_IF_ERROR(read_text(reader, op, "code", &code));
    FORWARD_IF_ERROR(read_text(reader, op, "kind", &kind));
    struct profile_place *place = place_of(kernel, line ? line : code);
    for (const struct place_field *field = fields_of(kind); field->key; field++) {
        uint64_t value;
        FORWARD_IF_ERROR(read_count(reader, op, field->key, &value));
        *(uint64_t *)(void *)((char *)place + field->offset) += value;
    }
    return STATUS_OK;
}

/* ---- Reading the kernels of a profile -------------------------------------------------------- */

static enum status read_instructions(const struct reader *reader, json_t *kinds,
                                     struct profile_kernel *out)
{
    const char *kind;
    json_t *value;
    if (!json_is_object(kinds))
        return fail(reader, "instructions", "is not a list of counts");
    json_object_foreach(kinds, kind, value)
    {
        uint64_t count;
        FORWARD_IF_ERROR(read_count(reader, kinds, kind, &count));
        out->instructions += count;
    }
    return STATUS_OK;
}

static enum status read_kernel(struct reader *reader, json_t *object, struct profile_kernel *out)
{
    json_t *hot, *value;
    size_t i;
    *out = (struct profile_kernel){.json = object};
    FORWARD_IF_ERROR(read_text(reader, object, "name", &out->name));
    reader->kernel = out->name;
    FORWARD_IF_ERROR(read_text(reader, object, "target", &out->target));
    FORWARD_IF_ERROR(read_text(reader, object, "occupancy.limit", &out->limit));
    for (int c = 0; c < PROFILE_COUNT; c++)
        FORWARD_IF_ERROR(read_count(reader, object, keys[c], &out->counts[c]));
    FORWARD_IF_ERROR(read_instructions(reader, json_object_get(object, "instructions"), out));
    value = json_object_get(object, "spread");
    if (!json_is_number(value) || json_number_value(value) < 0)
        return fail(reader, "spread", "is not a number from 0");
    out->spread = json_number_value(value);
    hot = json_object_get(object, "hot");
    if (!json_is_array(hot))
        return fail(reader, "hot", "is not a list");
    json_array_foreach(hot, i, value) FORWARD_IF_ERROR(read_place(reader, out, value));
    return STATUS_OK;
}

static void free_kernel(struct profile_kernel *kernel)
{
    free(kernel->places);
}

static bool is_wanted(const struct diff_filter *filter, const struct profile_kernel *kernel)
{
    return target_is_wanted(kernel->target, &filter->targets) &&
           (filter->kernels.count == 0 || kernel_matches(kernel->name, &filter->kernels));
}

static int kernel_compare(const void *a, const void *b)
{
    const struct profile_kernel *left = a, *right = b;
    int order = strcmp(left->name, right->name);
    return order ? order : strcmp(left->target, right->target);
}

static enum status read_kernels(struct reader *reader, const struct diff_filter *filter,
                                struct profile *out)
{
    const json_t *kernels = json_object_get(out->json, "kernels");
    json_t *object;
    size_t i;
    enum status status = STATUS_OK;
    if (!json_is_array(kernels))
        return fail(reader, "kernels", "is not a list");
    out->kernels = mem_alloc((json_array_size(kernels) + 1) * sizeof *out->kernels);
    json_array_foreach(kernels, i, object)
    {
        struct profile_kernel *kernel = &out->kernels[out->kernel_count];
        reader->kernel = NULL;
        status = read_kernel(reader, object, kernel);
        if (status == STATUS_OK && is_wanted(filter, kernel))
            out->kernel_count++;
        else
            free_kernel(kernel);
        FORWARD_IF_ERROR(status);
    }
    if (out->kernel_count)
        qsort(out->kernels, out->kernel_count, sizeof *out->kernels, kernel_compare);
    return STATUS_OK;
}

static enum status check_format(const struct reader *reader, const json_t *json)
{
    const char *format = json_string_value(json_object_get(json, "format"));
    if (format &&
        (strcmp(format, "hipemu-profile-1") == 0 || strcmp(format, "kbuild-profile-1") == 0))
        return STATUS_OK;
    return status_fail(
        STATUS_INPUT,
        "%s: is not a profile: HIPEMU_PROFILE=FILE, kbuild profile -o FILE and kbuild "
        "profile --json write one",
        reader->path);
}

enum status profile_read(const char *path, const struct diff_filter *filter, struct profile *out)
{
    struct reader reader = {.path = path};
    OWNED_BY(buf_free) struct buf text = {0};
    json_error_t error;
    *out = (struct profile){0};
    const char *opened = package_operand(path);
    if (!opened)
        return status_fail(STATUS_INPUT, "standard input: cannot be read: %s", strerror(errno));
    enum status status = file_read(opened, &text);
    if (status == STATUS_OK) {
        out->json =
            json_loadb(text.data ? text.data : "", text.size, JSON_REJECT_DUPLICATES, &error);
        if (!out->json)
            status = status_fail(STATUS_INPUT, "%s:%d: %s: it is not a profile, or not all of one",
                                 path, error.line, error.text);
    }
    if (status == STATUS_OK)
        status = check_format(&reader, out->json);
    return status == STATUS_OK ? read_kernels(&reader, filter, out) : status;
}

void profile_free(struct profile *profile)
{
    for (size_t i = 0; i < profile->kernel_count; i++)
        free_kernel(&profile->kernels[i]);
    free(profile->kernels);
    json_decref(profile->json);
    *profile = (struct profile){0};
}
