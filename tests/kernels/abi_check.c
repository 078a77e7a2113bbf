/* Compares what a build found in the kernels' sources with what the families promise: names, and
 * each parameter's name, order and type.
 *
 * usage: abi_check abi.tsv [--also PREFIX]... INDEX.json...
 *
 * abi.tsv: family | kernel | parameters, one kernel a line. An index is a "kbuild-reflect-1"
 * document, one a module; its module names the family. A family has no other kernels, except those
 * whose names begin with a PREFIX.
 */
#include <jansson.h>

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { max_parameters = 16, max_kernels = 1024, max_text = 128 };

struct parameter {
    char type[max_text]; /* without const and '*' */
    char name[max_text];
    bool is_pointer;
    bool is_const; /* the element, of a pointer */
};

struct kernel {
    char family[max_text];
    char name[max_text];
    struct parameter parameters[max_parameters];
    size_t parameter_count;
    bool seen;
};

struct abi {
    struct kernel kernels[max_kernels];
    size_t count;
};

/* A type of abi.tsv, and what reflection calls it. */
static const struct element {
    const char *name;
    const char *kind;
    const char *spelled;
    int size;
} elements[] = {
    {"usize", "scalar", "u64", 8},
    {"u8", "scalar", "u8", 1},
    {"u32", "scalar", "u32", 4},
    {"i16", "scalar", "i16", 2},
    {"i32", "scalar", "i32", 4},
    {"i64", "scalar", "i64", 8},
    {"f32", "scalar", "f32", 4},
    {"f64", "scalar", "f64", 8},
    {"f16", "record", "__half", 2},
    {"bf16", "record", "__nv_bfloat16", 2},
    {"f8e4m3", "record", "__nv_fp8_e4m3", 1},
    {"bool", "scalar", "bool", 1},
    {"void", "void", "void", 0},
};

static const struct element *element_find(const char *name)
{
    for (size_t i = 0; i < sizeof(elements) / sizeof(elements[0]); i++) {
        if (strcmp(elements[i].name, name) == 0) {
            return &elements[i];
        }
    }
    return NULL;
}

/* "const usize *info" */
static bool parameter_parse(char *text, struct parameter *out_parameter)
{
    struct parameter p = {.is_pointer = strchr(text, '*') != NULL};
    char *rest = text;
    for (char *c = text; *c != '\0'; c++) {
        if (*c == '*') {
            *c = ' ';
        }
    }
    char *word = strtok_r(text, " ", &rest);
    if (word != NULL && strcmp(word, "const") == 0) {
        p.is_const = true;
        word = strtok_r(NULL, " ", &rest);
    }
    const char *name = strtok_r(NULL, " ", &rest);
    if (word == NULL || name == NULL || element_find(word) == NULL) {
        return false;
    }
    snprintf(p.type, sizeof(p.type), "%s", word);
    snprintf(p.name, sizeof(p.name), "%s", name);
    *out_parameter = p;
    return true;
}

static bool kernel_parse(char *line, struct kernel *kernel)
{
    char *rest = line;
    line[strcspn(line, "\n")] = '\0';
    const char *family = strtok_r(line, "\t", &rest);
    const char *name = strtok_r(NULL, "\t", &rest);
    char *parameters = strtok_r(NULL, "\t", &rest);
    if (family == NULL || name == NULL || parameters == NULL) {
        return false;
    }
    snprintf(kernel->family, sizeof(kernel->family), "%s", family);
    snprintf(kernel->name, sizeof(kernel->name), "%s", name);
    char *next = parameters;
    for (char *text = strtok_r(parameters, ",", &next); text != NULL;
         text = strtok_r(NULL, ",", &next)) {
        if (kernel->parameter_count == max_parameters ||
            !parameter_parse(text, &kernel->parameters[kernel->parameter_count])) {
            return false;
        }
        kernel->parameter_count++;
    }
    return true;
}

static bool abi_read(const char *path, struct abi *abi)
{
    FILE *file = fopen(path, "r");
    if (file == NULL) {
        perror(path);
        return false;
    }
    char line[1024];
    bool valid = fgets(line, sizeof(line), file) != NULL; /* the column names */
    for (int number = 2; valid && fgets(line, sizeof(line), file) != NULL; number++) {
        valid = abi->count < max_kernels && kernel_parse(line, &abi->kernels[abi->count]);
        if (!valid) {
            fprintf(stderr, "%s:%d: not a kernel\n", path, number);
        }
        abi->count++;
    }
    fclose(file);
    return valid && abi->count > 0;
}

static const char *text_of(const json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));
    return text == NULL ? "" : text;
}

static bool type_matches(const json_t *type, const struct element *element)
{
    /* "void" has no further fields. */
    return strcmp(text_of(type, "kind"), element->kind) == 0 &&
           (element->size == 0 || strcmp(text_of(type, element->kind), element->spelled) == 0);
}

static bool parameter_matches(const json_t *found, const struct parameter *wanted)
{
    const struct element *element = element_find(wanted->type);
    const json_t *type = json_object_get(found, "type");
    const json_int_t size = json_integer_value(json_object_get(found, "size"));
    if (strcmp(text_of(found, "name"), wanted->name) != 0) {
        return false;
    }
    if (!wanted->is_pointer) {
        return size == element->size && type_matches(type, element);
    }
    return size == 8 && strcmp(text_of(type, "kind"), "pointer") == 0 &&
           json_is_true(json_object_get(type, "const")) == wanted->is_const &&
           type_matches(json_object_get(type, "pointee"), element);
}

static bool kernel_matches(const char *path, const json_t *found, struct kernel *wanted)
{
    const json_t *parameters = json_object_get(found, "parameters");
    if (wanted->seen) {
        fprintf(stderr, "%s: %s: twice\n", path, wanted->name);
        return false;
    }
    wanted->seen = true;
    if (strcmp(text_of(found, "symbol"), wanted->name) != 0) {
        fprintf(stderr, "%s: %s: its symbol is %s\n", path, wanted->name, text_of(found, "symbol"));
        return false;
    }
    if (json_array_size(parameters) != wanted->parameter_count) {
        fprintf(stderr, "%s: %s: %zu parameters, not %zu\n", path, wanted->name,
                json_array_size(parameters), wanted->parameter_count);
        return false;
    }
    for (size_t i = 0; i < wanted->parameter_count; i++) {
        const json_t *parameter = json_array_get(parameters, i);
        const struct parameter *want = &wanted->parameters[i];
        if (!parameter_matches(parameter, want)) {
            fprintf(stderr, "%s: %s: parameter %zu is '%s %s', not '%s%s %s%s'\n", path,
                    wanted->name, i, text_of(parameter, "canonical"), text_of(parameter, "name"),
                    want->is_const ? "const " : "", want->type, want->is_pointer ? "*" : "",
                    want->name);
            return false;
        }
    }
    return true;
}

static struct kernel *abi_find(struct abi *abi, const char *family, const char *name)
{
    for (size_t i = 0; i < abi->count; i++) {
        if (strcmp(abi->kernels[i].family, family) == 0 &&
            strcmp(abi->kernels[i].name, name) == 0) {
            return &abi->kernels[i];
        }
    }
    return NULL;
}

/* The kernels that a family may have beside the list. */
static const char *also[16];
static size_t also_count;

static bool is_also(const char *name)
{
    for (size_t i = 0; i < also_count; i++) {
        if (strncmp(name, also[i], strlen(also[i])) == 0) {
            return true;
        }
    }
    return false;
}

static bool index_matches(const char *path, struct abi *abi, size_t *out_count)
{
    json_error_t error;
    json_t *index = json_load_file(path, 0, &error);
    if (index == NULL) {
        fprintf(stderr, "%s:%d: %s\n", path, error.line, error.text);
        return false;
    }
    const char *family = text_of(index, "module");
    bool right = strcmp(text_of(index, "format"), "kbuild-reflect-1") == 0;
    if (!right) {
        fprintf(stderr, "%s: not a kbuild-reflect-1 document\n", path);
    }
    size_t i;
    json_t *found;
    json_array_foreach(json_object_get(index, "kernels"), i, found)
    {
        const char *name = text_of(found, "name");
        struct kernel *wanted = abi_find(abi, family, name);
        if (wanted == NULL && is_also(name)) {
            continue;
        }
        if (wanted == NULL) {
            fprintf(stderr, "%s: %s: no such kernel in family '%s'\n", path, name, family);
            right = false;
        } else {
            right = kernel_matches(path, found, wanted) && right;
            *out_count += 1;
        }
    }
    for (size_t k = 0; k < abi->count; k++) {
        if (strcmp(abi->kernels[k].family, family) == 0 && !abi->kernels[k].seen) {
            fprintf(stderr, "%s: %s: missing\n", path, abi->kernels[k].name);
            right = false;
        }
    }
    json_decref(index);
    return right;
}

int main(int argc, char **argv)
{
    int first = 2;
    while (first + 1 < argc && strcmp(argv[first], "--also") == 0 &&
           also_count < sizeof(also) / sizeof(also[0])) {
        also[also_count++] = argv[first + 1];
        first += 2;
    }
    if (first >= argc) {
        fprintf(stderr, "usage: abi_check abi.tsv [--also PREFIX]... INDEX.json...\n");
        return 2;
    }
    struct abi *abi = calloc(1, sizeof(*abi));
    if (abi == NULL || !abi_read(argv[1], abi)) {
        free(abi);
        return 2;
    }
    size_t count = 0;
    bool right = true;
    for (int i = first; i < argc; i++) {
        right = index_matches(argv[i], abi, &count) && right;
    }
    printf("%zu kernels compared\n", count);
    free(abi);
    return right && count > 0 ? 0 : 1;
}
