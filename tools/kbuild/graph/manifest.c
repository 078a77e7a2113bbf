/* The manifest, kernels.yaml; its keys are described in docs/manifest.md. Tables list the keys and
 * their kinds. */
#include "graph/project.h"

#include "emit/index.h"
#include "fuse/fuse.h"
#include "util/document.h"
#include "util/file.h"

#include <glob.h>

/* An entry of `fusions`. Each choice of dtypes becomes a module, whose text runtime/fuse writes for
 * the layouts that tensors usually have. libkrt_ops finds the kernels by their names, which are
 * hashes of the text that it would compile itself. */
struct fusion {
    char *name, *expression;
    /* the dtypes, a string for each module: one dtype for all operands, or one for each operand,
     * separated by spaces */
    struct strings dtypes;
    struct strings only;
    int line; /* line of the entry in the manifest */
};

enum key_kind {
    KEY_STRING,
    KEY_PACKAGE,
    KEY_NUMBER, /* above 0: in struct project and struct module, 0 means that the key is absent */
    KEY_LIST,
    KEY_PATHS,
    KEY_GLOBS, /* a path with wildcards, or a list of such paths */
    KEY_MODULES,
    KEY_FUSIONS,
    KEY_FLAG
};

static const struct document_key project_keys[] = {
    {"package", KEY_PACKAGE, offsetof(struct project, package)},
    {"library", KEY_STRING, offsetof(struct project, library)},
    {"targets", KEY_LIST, offsetof(struct project, targets)},
    {"std", KEY_STRING, offsetof(struct project, std)},
    {"optimize", KEY_STRING, offsetof(struct project, optimize)},
    {"cuda_arch", KEY_NUMBER, offsetof(struct project, cuda_arch)},
    {"include", KEY_PATHS, offsetof(struct project, flags.include)},
    {"defines", KEY_LIST, offsetof(struct project, flags.defines)},
    {"flags", KEY_LIST, offsetof(struct project, flags.other)},
    {"cuda_flags", KEY_LIST, offsetof(struct project, flags.cuda)},
    {"modules", KEY_MODULES, 0},
    {"fusions", KEY_FUSIONS, 0},
    {NULL, KEY_STRING, 0},
};

static const struct document_key module_keys[] = {
    {"name", KEY_STRING, offsetof(struct module, name)},
    {"sources", KEY_PATHS, offsetof(struct module, sources)},
    {"prebuilt", KEY_GLOBS, offsetof(struct module, prebuilt)},
    {"include", KEY_PATHS, offsetof(struct module, flags.include)},
    {"defines", KEY_LIST, offsetof(struct module, flags.defines)},
    {"flags", KEY_LIST, offsetof(struct module, flags.other)},
    {"cuda_flags", KEY_LIST, offsetof(struct module, flags.cuda)},
    {"only", KEY_LIST, offsetof(struct module, only)},
    {"cuda_arch", KEY_NUMBER, offsetof(struct module, cuda_arch)},
    {"skip", KEY_STRING, offsetof(struct module, skip)},
    {"ship_source", KEY_FLAG, offsetof(struct module, ships_source)},
    {NULL, KEY_STRING, 0},
};

static const struct document_key fusion_keys[] = {
    {"name", KEY_STRING, offsetof(struct fusion, name)},
    {"expression", KEY_STRING, offsetof(struct fusion, expression)},
    {"dtypes", KEY_LIST, offsetof(struct fusion, dtypes)},
    {"only", KEY_LIST, offsetof(struct fusion, only)},
    {NULL, KEY_STRING, 0},
};

struct manifest {
    const char *path;
    struct document document;
    struct project *project;
};

static enum status read_list(struct manifest *manifest, const yaml_node_t *node, const char *key,
                             bool paths, struct strings *out)
{
    if (node->type != YAML_SEQUENCE_NODE)
        return document_wrong_kind(&manifest->document, node, key,
                                   paths ? "a list of paths" : "a list");
    for (yaml_node_item_t *item = node->data.sequence.items.start;
         item < node->data.sequence.items.top; item++) {
        const yaml_node_t *entry = document_node(&manifest->document, *item);
        FORWARD_IF_ERROR(document_check_scalar(&manifest->document, entry, "an entry of ", key,
                                               "a list of single values"));
        if (paths) {
            OWNED char *joined = path_join(manifest->project->root, document_text(entry));
            strings_take(out, path_absolute(joined));
        } else {
            strings_add(out, document_text(entry));
        }
    }
    return STATUS_OK;
}

/* Adds the files that match |node|, a path with wildcards. If a match is a directory, adds the code
 * objects in the directory. */
static enum status read_glob(struct manifest *manifest, const yaml_node_t *node, const char *key,
                             struct strings *out)
{
    FORWARD_IF_ERROR(document_check_scalar(&manifest->document, node, "an entry of ", key,
                                           "a path, or a list of paths"));
    OWNED char *joined = path_join(manifest->project->root, document_text(node));
    OWNED char *pattern =
        path_is_directory(joined) ? path_join(joined, "*.hsaco") : mem_dup(joined);
    glob_t found = {0};
    int code = glob(pattern, 0, NULL, &found);
    for (size_t i = 0; code == 0 && i < found.gl_pathc; i++) {
        OWNED char *path = path_absolute(found.gl_pathv[i]);
        strings_add(out, path);
        strings_take(&manifest->project->directories, path_directory(path));
    }
    globfree(&found);
    return code == 0 ? STATUS_OK
                     : status_fail(STATUS_INPUT, "%s:%d: '%s': no file is '%s'", manifest->path,
                                   document_line(node), key, document_text(node));
}

static enum status read_globs(struct manifest *manifest, const yaml_node_t *node, const char *key,
                              struct strings *out)
{
    if (node->type != YAML_SEQUENCE_NODE)
        return read_glob(manifest, node, key, out);
    for (yaml_node_item_t *item = node->data.sequence.items.start;
         item < node->data.sequence.items.top; item++)
        FORWARD_IF_ERROR(read_glob(manifest, document_node(&manifest->document, *item), key, out));
    return STATUS_OK;
}

static enum status read_module(struct manifest *manifest, const yaml_node_t *node);
static enum status read_fusion(struct manifest *manifest, const yaml_node_t *node);

/* Calls |read| for each entry of a list. */
static enum status read_entries(struct manifest *manifest, const yaml_node_t *node, const char *key,
                                enum status (*read)(struct manifest *, const yaml_node_t *))
{
    if (node->type != YAML_SEQUENCE_NODE)
        return document_wrong_kind(&manifest->document, node, key, "a list");
    for (yaml_node_item_t *item = node->data.sequence.items.start;
         item < node->data.sequence.items.top; item++)
        FORWARD_IF_ERROR(read(manifest, document_node(&manifest->document, *item)));
    return STATUS_OK;
}

static enum status read_value(void *context, const struct document_key *key,
                              const yaml_node_t *node, void *fields)
{
    struct manifest *manifest = context;
    void *field = (char *)fields + key->offset;
    switch ((enum key_kind)key->kind) {
    case KEY_LIST: return read_list(manifest, node, key->name, false, field);
    case KEY_PATHS: return read_list(manifest, node, key->name, true, field);
    case KEY_GLOBS: return read_globs(manifest, node, key->name, field);
    case KEY_MODULES: return read_entries(manifest, node, key->name, read_module);
    case KEY_FUSIONS: return read_entries(manifest, node, key->name, read_fusion);
    case KEY_STRING:
        FORWARD_IF_ERROR(
            document_check_scalar(&manifest->document, node, "", key->name, "a single value"));
        *(char **)field = mem_dup(document_text(node));
        return STATUS_OK;
    case KEY_PACKAGE: {
        FORWARD_IF_ERROR(
            document_check_scalar(&manifest->document, node, "", key->name, "a single value"));
        const char *fault = kernel_package_name_fault(document_text(node));
        if (fault)
            return status_fail(STATUS_INPUT, "%s:%d: '%s' cannot be '%s': %s", manifest->path,
                               document_line(node), key->name, document_text(node), fault);
        *(char **)field = mem_dup(document_text(node));
        return STATUS_OK;
    }
    case KEY_FLAG: {
        bool is_scalar = node->type == YAML_SCALAR_NODE;
        bool is_true = is_scalar && strcmp(document_text(node), "true") == 0;
        if (!is_true && (!is_scalar || strcmp(document_text(node), "false") != 0))
            return status_fail(STATUS_INPUT, "%s:%d: '%s' needs true or false", manifest->path,
                               document_line(node), key->name);
        *(bool *)field = is_true;
        return STATUS_OK;
    }
    case KEY_NUMBER: {
        char *end = NULL;
        long number = node->type == YAML_SCALAR_NODE ? strtol(document_text(node), &end, 10) : 0;
        if (!end || end == document_text(node) || *end || number <= 0 || number > 1000000)
            return status_fail(STATUS_INPUT, "%s:%d: '%s' needs a number from 1 to 1000000",
                               manifest->path, document_line(node), key->name);
        *(int *)field = (int)number;
        return STATUS_OK;
    }
    }
    return STATUS_OK;
}

static enum status read_module(struct manifest *manifest, const yaml_node_t *node)
{
    if (node->type != YAML_MAPPING_NODE)
        return document_wrong_kind(&manifest->document, node, "modules",
                                   "a list of mappings with name and sources");
    struct module *module = project_add_module(manifest->project);
    module->line = document_line(node);
    FORWARD_IF_ERROR(document_read_mapping(&manifest->document, node, module_keys, read_value,
                                           manifest, module));
    if (!module->name)
        return status_fail(STATUS_INPUT, "%s:%d: this module has no 'name'", manifest->path,
                           module->line);
    if (!module->sources.count && !module->prebuilt.count)
        return status_fail(STATUS_INPUT, "%s:%d: module '%s' has no 'sources' and no 'prebuilt'",
                           manifest->path, module->line, module->name);
    if (module->prebuilt.count && module->ships_source)
        return status_fail(STATUS_INPUT,
                           "%s:%d: module '%s' is prebuilt: it has no source that could be shipped",
                           manifest->path, module->line, module->name);
    return STATUS_OK;
}

/* ---- Reading the fusions of a manifest ------------------------------------------------------- */

/* Splits |dtypes| at its spaces: one dtype for all operands, or one for each operand. */
static enum status read_types(const char *place, const struct fuse_program *program,
                              const char *dtypes, enum kir_type types[FUSE_OPERANDS])
{
    uint32_t wanted = program->input_count + program->output_count, count = 0;
    OWNED char *words = mem_dup(dtypes);
    memset(types, 0, FUSE_OPERANDS * sizeof *types);
    for (char *word, *rest = words; (word = strtok_r(rest, " ", &rest));) {
        enum kir_type type = kir_type_find(word);
        if (type == KIR_NONE || type == KIR_BOOL)
            return status_fail(STATUS_INPUT, "%s'%s' is not a dtype; there are %s", place, word,
                               "u8 u32 i16 i32 i64 f8e4m3 f16 bf16 f32 f64");
        if (count++ < FUSE_OPERANDS)
            types[count - 1] = type;
    }
    if (count != 1 && count != wanted)
        return status_fail(STATUS_INPUT,
                           "%s'%s' has %u dtypes; the fusion needs one, or %u: those of its "
                           "inputs, then of its outputs",
                           place, dtypes, count, wanted);
    for (uint32_t i = 1; count == 1 && i < wanted; i++)
        types[i] = types[0];
    return STATUS_OK;
}

static enum status write_text(const char *place, const struct fuse_program *program,
                              const enum kir_type *types, char **out)
{
    struct fuse_class classes[FUSE_USUAL];
    struct fuse_body body;
    struct fuse_error error;
    if (!fuse_bind(program, types, &body, &error))
        return status_fail(STATUS_INPUT, "%s%s", place, error.message);
    *out = fuse_emit_all(&body, classes, fuse_usual_classes(&body, classes));
    fuse_body_free(&body);
    return *out ? STATUS_OK : status_fail(STATUS_ENVIRONMENT, "out of memory");
}

static enum status make_text(const char *place, const char *expression, const char *dtypes,
                             char **out)
{
    enum kir_type types[FUSE_OPERANDS];
    struct fuse_error error;
    struct fuse_program *program = fuse_parse(expression, &error);
    if (!program)
        return status_fail(STATUS_INPUT, "%s%s", place, error.message);
    enum status status = read_types(place, program, dtypes, types);
    if (status == STATUS_OK)
        status = write_text(place, program, types, out);
    fuse_free(program);
    return status;
}

/* Returns a name such as "gate_f16_f32": the dtypes distinguish the modules of one fusion. */
static char *fusion_module_name(const char *name, const char *dtypes, bool is_alone)
{
    struct buf text = {0};
    buf_puts(&text, name);
    for (const char *at = dtypes; !is_alone && *at; at += strspn(at, " ")) {
        size_t length = strcspn(at, " ");
        buf_printf(&text, "_%.*s", (int)length, at);
        at += length;
    }
    return buf_take(&text);
}

/* Refuses a fusion whose |text| is that of an earlier module: the kernels of both would have the
 * same names. */
static enum status check_alone(const struct project *project, const char *place, const char *text)
{
    for (size_t i = 0; i < project->module_count; i++) {
        const struct module *other = &project->modules[i];
        if (other->text && strcmp(other->text, text) == 0)
            return status_fail(STATUS_INPUT, "%sit computes what module '%s' computes; remove one",
                               place, other->name);
    }
    return STATUS_OK;
}

static enum status add_module(struct project *project, const struct fusion *fusion,
                              const char *place, const char *dtypes)
{
    OWNED char *text = NULL;
    FORWARD_IF_ERROR(make_text(place, fusion->expression, dtypes, &text));
    FORWARD_IF_ERROR(check_alone(project, place, text));
    struct module *module = project_add_module(project);
    module->line = fusion->line;
    module->name = fusion_module_name(fusion->name, dtypes, fusion->dtypes.count == 1);
    module->expression = mem_dup(fusion->expression);
    module->dtypes = mem_dup(dtypes);
    module->text = mem_dup(text);
    strings_add_all(&module->only, &fusion->only);
    return STATUS_OK;
}

/* Adds a module for each choice of dtypes. Reports errors in the dtypes and in the expression. */
static enum status fusion_add_modules(struct project *project, const struct fusion *fusion)
{
    OWNED char *place = mem_format("%s:%d: '%s': ", project->manifest, fusion->line, fusion->name);
    for (size_t i = 0; i < fusion->dtypes.count; i++)
        FORWARD_IF_ERROR(add_module(project, fusion, place, fusion->dtypes.items[i]));
    return STATUS_OK;
}

static void fusion_free(struct fusion *fusion)
{
    free(fusion->name);
    free(fusion->expression);
    strings_free(&fusion->dtypes);
    strings_free(&fusion->only);
}

static enum status check_fusion(const struct manifest *manifest, const struct fusion *fusion)
{
    const char *missing = !fusion->name           ? "name"
                          : !fusion->expression   ? "expression"
                          : !fusion->dtypes.count ? "dtypes"
                                                  : NULL;
    return missing ? status_fail(STATUS_INPUT, "%s:%d: this fusion has no '%s'", manifest->path,
                                 fusion->line, missing)
                   : STATUS_OK;
}

static enum status read_fusion(struct manifest *manifest, const yaml_node_t *node)
{
    if (node->type != YAML_MAPPING_NODE)
        return document_wrong_kind(&manifest->document, node, "fusions",
                                   "a list of mappings with name, expression and dtypes");
    OWNED_BY(fusion_free) struct fusion fusion = {.line = document_line(node)};
    FORWARD_IF_ERROR(document_read_mapping(&manifest->document, node, fusion_keys, read_value,
                                           manifest, &fusion));
    FORWARD_IF_ERROR(check_fusion(manifest, &fusion));
    return fusion_add_modules(manifest->project, &fusion);
}

/* ---- Reading the whole manifest -------------------------------------------------------------- */

static enum status read_document(struct manifest *manifest)
{
    const yaml_node_t *root = document_root(&manifest->document);
    if (!root)
        return status_fail(STATUS_INPUT, "%s:1: empty; a manifest has at least 'modules'",
                           manifest->path);
    if (root->type != YAML_MAPPING_NODE)
        return document_wrong_kind(&manifest->document, root, "the manifest", "keys and values");
    FORWARD_IF_ERROR(document_read_mapping(&manifest->document, root, project_keys, read_value,
                                           manifest, manifest->project));
    if (!manifest->project->module_count)
        return status_fail(STATUS_INPUT, "%s:%d: no 'modules' and no 'fusions'", manifest->path,
                           document_line(root));
    return STATUS_OK;
}

enum status manifest_read(const char *path, struct project *out)
{
    struct project project = {.manifest = mem_dup(path), .shown = path_directory(path)};
    project.root = path_absolute(project.shown);
    struct manifest manifest = {.path = path, .project = &project};
    enum status status = document_read(path, "a manifest", &manifest.document);
    if (status == STATUS_OK) {
        status = read_document(&manifest);
        document_free(&manifest.document);
    }
    if (status == STATUS_OK)
        *out = project;
    else
        project_free(&project);
    return status;
}
