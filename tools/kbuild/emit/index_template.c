/* Finds the template of an instance, and in the template the names of the instance's parameters.
 *
 * A code object has the instance's symbol, and the sizes and types of its parameters. A template
 * has the number of parameters, their names, and the types that do not depend on the template's
 * arguments. Overloads have the same qualified name, and several may fit an instance: then a
 * parameter gets a name only if all these overloads have that name for it. */
#include "emit/index.h"

/* Whether the parameter |slot| of a template can have |type| in an instance. A record in |type| can
 * stand for any type, because the symbol does not always spell the type out. */
static bool type_may_be(const struct ctype *slot, const struct ctype *type)
{
    if (slot->kind == CTYPE_OTHER || type->kind == CTYPE_OTHER)
        return true;
    switch (slot->kind) {
    case CTYPE_SCALAR:
    case CTYPE_ENUM:
        return type->kind == CTYPE_RECORD ||
               ((type->kind == CTYPE_SCALAR || type->kind == CTYPE_ENUM) &&
                type->scalar == slot->scalar);
    case CTYPE_POINTER:
        if (type->kind != CTYPE_POINTER || slot->to_const > type->to_const)
            return false;
        /* The type depends on an argument: with T = const float, "T *" becomes "const float *". */
        if (slot->pointee->kind == CTYPE_OTHER)
            return true;
        return slot->to_const == type->to_const && type_may_be(slot->pointee, type->pointee);
    case CTYPE_RECORD: return type->kind == CTYPE_RECORD;
    case CTYPE_VOID: return type->kind == CTYPE_VOID;
    case CTYPE_OTHER: break;
    }
    return true;
}

/* The place of |template|'s parameter pack, and how many parameters the pack has in an instance
 * with |count| parameters. If there are two packs, the end of the first one is not known. */
struct pack {
    size_t at, size;
    bool is_only;
};

static struct pack find_pack(const struct index_template *template, size_t count)
{
    size_t packs = 0;
    struct pack pack = {.at = template->slot_count, .is_only = true};
    for (size_t i = template->slot_count; i-- > 0;)
        if (template->slots[i].is_pack) {
            pack.at = i;
            packs++;
        }
    if (packs)
        pack.size = count + packs - template->slot_count;
    pack.is_only = packs <= 1;
    return pack;
}

/* Returns the template's parameter for parameter number |i| of the instance, or NULL when it is not
 * known. */
static const struct index_slot *slot_of(const struct index_template *template,
                                        const struct pack *pack, size_t i)
{
    if (i < pack->at)
        return &template->slots[i];
    if (!pack->is_only)
        return NULL;
    return &template->slots[i < pack->at + pack->size ? pack->at : i - pack->size + 1];
}

static bool fits(const struct index_template *template, const struct index_kernel *kernel)
{
    size_t packs = 0, count = kernel->parameter_count;
    for (size_t i = 0; i < template->slot_count; i++)
        packs += template->slots[i].is_pack;
    if (packs ? count + packs < template->slot_count : count != template->slot_count)
        return false;
    const struct pack pack = find_pack(template, count);
    for (size_t i = 0; i < count; i++) {
        const struct index_slot *slot = slot_of(template, &pack, i);
        if (slot && !type_may_be(&slot->type, &kernel->parameters[i].type))
            return false;
    }
    return true;
}

/* Returns the name of parameter |i|: "data"; "values_2" for the second parameter of a pack
 * "values"; or "" if it has no name. Owned by the caller. */
static char *name_of(const struct index_template *template, size_t count, size_t i)
{
    const struct pack pack = find_pack(template, count);
    const struct index_slot *slot = slot_of(template, &pack, i);
    if (!slot || !*slot->name || !slot->is_pack)
        return mem_dup(slot ? slot->name : "");
    return mem_format("%s_%zu", slot->name, i - pack.at + 1);
}

/* Takes enumerations and records from the template, whose types describe them; the symbol tells
 * only their names. */
static void take_types(const struct index_template *template, struct index_kernel *kernel)
{
    const struct pack pack = find_pack(template, kernel->parameter_count);
    for (size_t i = 0; i < kernel->parameter_count; i++) {
        struct index_parameter *parameter = &kernel->parameters[i];
        const struct index_slot *slot = slot_of(template, &pack, i);
        const bool is_open = parameter->type.kind == CTYPE_RECORD;
        if (slot && is_open &&
            (slot->type.kind == CTYPE_RECORD ||
             (slot->type.kind == CTYPE_ENUM &&
              ctype_scalar_size(slot->type.scalar) == parameter->size)))
            /* A record or an enumeration does not own a pointee, so a plain copy is enough. */
            parameter->type = slot->type;
    }
}

/* Names the kernel's parameters as |template| does, one of the overloads that fit the kernel. The
 * first of these (|is_first|) sets the names; each later one clears the names that it has
 * differently. */
static void take_names(const struct index_template *template, struct index_kernel *kernel,
                       bool is_first, struct strings *texts)
{
    for (size_t i = 0; i < kernel->parameter_count; i++) {
        const char **name = &kernel->parameters[i].name;
        OWNED char *found = name_of(template, kernel->parameter_count, i);
        if (is_first && *found)
            *name = strings_keep(texts, mem_dup(found));
        else if (!is_first && strcmp(found, *name) != 0)
            *name = "";
    }
}

const struct index_template *index_match_instance(const struct index_module *module,
                                                  struct index_kernel *kernel,
                                                  struct strings *texts)
{
    const struct index_template *first = NULL, *fitting = NULL;
    size_t count = 0;
    for (size_t i = 0; i < module->template_count; i++) {
        const struct index_template *template = &module->templates[i];
        if (!index_symbol_is_instance(kernel->symbol, template->name))
            continue;
        first = first ? first : template;
        if (!fits(template, kernel))
            continue;
        take_names(template, kernel, count++ == 0, texts);
        fitting = fitting ? fitting : template;
    }
    if (count == 1)
        take_types(fitting, kernel);
    return fitting ? fitting : first;
}
