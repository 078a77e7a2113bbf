/* The table of instructions, and of those without a counterpart. Only moves, whose arguments decide
 * what is called, are in ptx_write.c. */
#include "ptx_parts.h"

const struct ptx_rule ptx_rules[] = {
#define RULE(...) {__VA_ARGS__},
#include "mapping/ptx.def"
};
const size_t ptx_rule_count = sizeof ptx_rules / sizeof *ptx_rules;

static const struct {
    const char *prefix, *reason;
    int older;
} refusals[] = {
#define REFUSED(...) {__VA_ARGS__},
#include "mapping/ptx.def"
};

const char *ptx_refusal(const char *name, int *out_older)
{
    for (size_t i = 0; i < sizeof refusals / sizeof *refusals; i++)
        if (text_begins(name, refusals[i].prefix)) {
            *out_older = refusals[i].older;
            return refusals[i].reason;
        }
    return NULL;
}

/* The words of a list end there. */
static bool is_between(char c)
{
    return c == ' ' || c == '|' || c == '!' || c == '/' || c == '\0';
}

/* Where |word| is in |list|, or NULL; "" finds a default. */
static const char *find_word(const char *list, const char *word)
{
    size_t size = strlen(word);
    for (const char *at = strstr(list, word); at && *at; at = strstr(at + 1, word))
        if ((at == list || is_between(at[-1])) &&
            (at[size] == '=' || (size > 0 && is_between(at[size]))))
            return at;
    return NULL;
}

bool ptx_list_has(const char *list, const char *word)
{
    return find_word(list, word) != NULL;
}

/* Appends what the word of a list stands for. */
static bool append(char name[PTX_NAME], const char *word)
{
    size_t length = strlen(name), size = 0;
    while (!is_between(word[size]))
        size++;
    const char *equals = memchr(word, '=', size), *text = equals ? equals + 1 : word;
    size -= (size_t)(text - word);
    if (length + size + 2 > PTX_NAME)
        return false;
    if (length > 0)
        name[length++] = '_';
    memcpy(name + length, text, size);
    name[length + size] = '\0';
    return true;
}

const char *ptx_list_next(const char *list, char separator, char part[PTX_NAME])
{
    size_t size = 0;
    for (; list[size] && list[size] != separator; size++)
        if (size + 1 < PTX_NAME)
            part[size] = list[size];
    part[size < PTX_NAME ? size : PTX_NAME - 1] = '\0';
    return list + size + (list[size] != '\0');
}

bool ptx_append_modifier(const struct ptx_instruction *instruction, const char *group,
                         char name[PTX_NAME])
{
    const char *found = find_word(group, "");
    for (int i = 1; i < instruction->part_count; i++)
        if (!instruction->is_type[i] && ptx_list_has(group, instruction->parts[i]))
            found = find_word(group, instruction->parts[i]);
    return found ? append(name, found) : group[strlen(group) - 1] != '!';
}

/* Appends the types of the instruction, if they are those of |types|. */
static bool append_types(const struct ptx_instruction *instruction, const char *types,
                         struct ptx_call *call)
{
    call->type = "";
    for (int i = 1; i < instruction->part_count; i++) {
        char side[PTX_NAME];
        const char *part = instruction->parts[i];
        if (!instruction->is_type[i])
            continue;
        types = ptx_list_next(types, '/', side);
        bool unnamed = *side == '-';
        const char *found = find_word(side + unnamed, part);
        if (!found || (!unnamed && !append(call->name, found)))
            return false;
        if (!*call->type)
            call->type = part;
    }
    return !*types;
}

/* Hints on caches belong to accesses. */
static bool is_dropped(const struct ptx_rule *rule, const char *part)
{
    if (strncmp(part, "L1::", 4) == 0 || strncmp(part, "L2::", 4) == 0)
        return strpbrk(rule->arguments, "asg") || *rule->dropped == '*';
    return *rule->dropped == '*' || ptx_list_has(rule->dropped, part);
}

/* Whether |rule| is for the instruction; if so, what it calls. */
static bool match(const struct ptx_rule *rule, const struct ptx_instruction *instruction,
                  struct ptx_call *call)
{
    const char *opcode = instruction->parts[0], *what = rule->what;
    opcode = strchr(rule->opcodes, *opcode) ? find_word(rule->opcodes, opcode) : NULL;
    if (!opcode)
        return false;
    *call = (struct ptx_call){.rule = rule};
    append(call->name, opcode);
    for (int i = 1; i < instruction->part_count; i++) {
        const char *part = instruction->parts[i];
        if (!instruction->is_type[i] && !ptx_list_has(rule->kept, part) && !is_dropped(rule, part))
            return false;
    }
    for (const char *kept = rule->kept; *kept;) {
        char group[PTX_NAME];
        kept = ptx_list_next(kept, ' ', group);
        if (!ptx_append_modifier(instruction, group, call->name))
            return false;
    }
    what = ptx_list_next(what, '|', call->what);
    for (const char *at = rule->opcodes; *what && (at = strchr(at, '|')) && at < opcode; at++)
        what = ptx_list_next(what, '|', call->what);
    return append_types(instruction, rule->types, call);
}

bool ptx_find_call(const struct ptx_instruction *instruction, struct ptx_call *out)
{
    for (size_t i = 0; i < ptx_rule_count; i++)
        if (match(&ptx_rules[i], instruction, out))
            return true;
    return false;
}
