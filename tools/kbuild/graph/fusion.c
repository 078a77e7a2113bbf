#include "fusion.h"

#include "fuse/fuse.h"
#include "util/buf.h"

#include <stdlib.h>
#include <string.h>

/* Splits |dtypes| at its spaces: one for all operands, or one for each. */
static enum status read_types(const char *place, const struct fuse_program *program,
                              const char *dtypes, enum kir_type types[FUSE_OPERANDS])
{
    uint32_t wanted = program->input_count + program->output_count, count = 0;
    char *words = mem_dup(dtypes), *rest = words;
    enum status status = STATUS_OK;
    memset(types, 0, FUSE_OPERANDS * sizeof *types);
    for (char *word; status == STATUS_OK && (word = strtok_r(rest, " ", &rest));) {
        enum kir_type type = kir_type_find(word);
        if (type == KIR_NONE || type == KIR_BOOL)
            status = status_fail(STATUS_INPUT, "%s'%s' is not a dtype; there are %s", place, word,
                                 "u8 u32 i16 i32 i64 f8e4m3 f16 bf16 f32 f64");
        else if (count++ < FUSE_OPERANDS)
            types[count - 1] = type;
    }
    free(words);
    if (status == STATUS_OK && count != 1 && count != wanted)
        status = status_fail(STATUS_INPUT,
                             "%s'%s' has %u dtypes; the fusion needs one, or %u: those of its "
                             "inputs, then of its outputs",
                             place, dtypes, count, wanted);
    for (uint32_t i = 1; count == 1 && i < wanted; i++)
        types[i] = types[0];
    return status;
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

/* "gate_f16_f32": dtypes tell modules of one fusion apart. */
static char *module_name(const char *name, const char *dtypes, bool is_alone)
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

/* Equal texts have kernels of the same names. */
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
    char *text = NULL;
    enum status status = make_text(place, fusion->expression, dtypes, &text);
    if (status == STATUS_OK)
        status = check_alone(project, place, text);
    if (status != STATUS_OK) {
        free(text);
        return status;
    }
    struct module *module = project_add_module(project);
    module->line = fusion->line;
    module->name = module_name(fusion->name, dtypes, fusion->dtypes.count == 1);
    module->expression = mem_dup(fusion->expression);
    module->dtypes = mem_dup(dtypes);
    module->text = text;
    strings_add_all(&module->only, &fusion->only);
    return STATUS_OK;
}

enum status fusion_add_modules(struct project *project, const struct fusion *fusion)
{
    char *place = mem_format("%s:%d: '%s': ", project->manifest, fusion->line, fusion->name);
    enum status status = STATUS_OK;
    for (size_t i = 0; status == STATUS_OK && i < fusion->dtypes.count; i++)
        status = add_module(project, fusion, place, fusion->dtypes.items[i]);
    free(place);
    return status;
}

void fusion_free(struct fusion *fusion)
{
    free(fusion->name);
    free(fusion->expression);
    strings_free(&fusion->dtypes);
    strings_free(&fusion->only);
}
