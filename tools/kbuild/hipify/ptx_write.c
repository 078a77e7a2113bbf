/* Writes instructions as C++. The rules of mapping/ptx.def tell which function an
 * instruction calls. Some moves are written without their rule, because their arguments
 * decide what they call. */
#include "ptx_parts.h"

/* The function that an instruction calls. */
struct ptx_call {
    const struct ptx_rule *rule;
    char name[PTX_NAME]; /* the function's name: bfe_u32 */
    char what[PTX_NAME];
    const char *type; /* the first type of the instruction, or "" */
};

/* ---- Rules for instructions of PTX ----------------------------------------------------------- */

const struct ptx_rule ptx_rules[] = {
#define RULE(...) {__VA_ARGS__},
#include "mapping/ptx.def"
};
const size_t ptx_rule_count = sizeof ptx_rules / sizeof *ptx_rules;

static const struct refusal {
    const char *prefix, *reason;
    int older;
} refusals[] =
    {
#define REFUSED(...) {__VA_ARGS__},
#include "mapping/ptx.def"
},
  refusals_of_unknown[] = {
#define OTHERWISE(...) {__VA_ARGS__},
#include "mapping/ptx.def"
};

static const char *find_refusal(const struct refusal *all, size_t count, const char *name,
                                int *out_older)
{
    for (size_t i = 0; i < count; i++)
        if (text_begins(name, all[i].prefix)) {
            *out_older = all[i].older;
            return all[i].reason;
        }
    return NULL;
}

const char *ptx_refusal(const char *name, int *out_older)
{
    return find_refusal(refusals, sizeof refusals / sizeof *refusals, name, out_older);
}

const char *ptx_remedy(const char *name)
{
    static const char *const remedies[][2] = {
#define REMEDY(...) {__VA_ARGS__},
#include "mapping/ptx.def"
    };
    for (size_t i = 0; i < sizeof remedies / sizeof *remedies; i++)
        if (text_begins(name, remedies[i][0]))
            return remedies[i][1];
    return "write it in C++ or with AMD builtins for this target";
}

/* Whether |c| ends a word of a list. */
static bool is_between(char c)
{
    return c == ' ' || c == '|' || c == '!' || c == '/' || c == '\0';
}

/* Returns where |word| is in |list|, or NULL. The word "" finds the default, which begins with '='.
 */
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

/* Appends the word of a list that |word| points to, with an underscore before it; of "cluster=gpu"
 * what is after the '='. Returns false if |name| has no room. */
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

/* Appends the instruction's modifier that is in |group|, with an underscore before it. Returns
 * false when the group needs a modifier and the instruction has none. A rule for .row.col has the
 * same group twice, so the search begins at parts[*first]; then |*first| becomes the index after
 * the modifier that was found. */
static bool append_next_modifier(const struct ptx_instruction *instruction, const char *group,
                                 int *first, char name[PTX_NAME])
{
    const char *found = find_word(group, "");
    for (int i = *first; i < instruction->part_count; i++)
        if (!instruction->is_type[i] && ptx_list_has(group, instruction->parts[i])) {
            *first = i + 1;
            return append(name, find_word(group, instruction->parts[i]));
        }
    return found ? append(name, found) : group[strlen(group) - 1] != '!';
}

static bool append_modifier(const struct ptx_instruction *instruction, const char *group,
                            char name[PTX_NAME])
{
    int first = 1;
    return append_next_modifier(instruction, group, &first, name);
}

/* Appends the types of the instruction to |call->name|. Returns false if |types|, a rule's list,
 * does not allow them. */
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

/* Whether |rule| ignores the modifier |part|. Hints on caches are ignored where the rule has an
 * address. */
static bool is_dropped(const struct ptx_rule *rule, const char *part)
{
    if (strncmp(part, "L1::", 4) == 0 || strncmp(part, "L2::", 4) == 0)
        return strpbrk(rule->arguments, "asg") || *rule->dropped == '*';
    return *rule->dropped == '*' || ptx_list_has(rule->dropped, part);
}

/* Whether |rule| is for the instruction; if so, sets |*call| to the call that it becomes. */
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
    char group[PTX_NAME], before[PTX_NAME] = "";
    int first = 1;
    for (const char *kept = rule->kept; *kept; strcpy(before, group)) {
        kept = ptx_list_next(kept, ' ', group);
        if (strcmp(group, before) != 0)
            first = 1;
        if (!append_next_modifier(instruction, group, &first, call->name))
            return false;
    }
    what = ptx_list_next(what, '|', call->what);
    for (const char *at = rule->opcodes; *what && (at = strchr(at, '|')) && at < opcode; at++)
        what = ptx_list_next(what, '|', call->what);
    return append_types(instruction, rule->types, call);
}

static bool find_call(const struct ptx_instruction *instruction, struct ptx_call *out)
{
    for (size_t i = 0; i < ptx_rule_count; i++)
        if (match(&ptx_rules[i], instruction, out))
            return true;
    return false;
}

/* ---- C++ ---- */

static bool write_value(struct ptx_writer *writer, const struct ptx_value *value, struct buf *out)
{
    const struct ptx_statement *statement = writer->statement;
    if (value->negated)
        buf_putc(out, '!');
    switch (value->kind) {
    case PTX_OPERAND: {
        const struct ptx_operand *operand = &statement->operands[value->index];
        if (writer->block && operand->constraint != 'n')
            buf_printf(out, "ptx_%d", value->index);
        else
            buf_puts(out, operand->expression);
        return true;
    }
    case PTX_REGISTER: buf_puts(out, statement->registers[value->index].name); return true;
    case PTX_SINK: return ptx_refuse(writer->statement, mem_dup("_ is read"));
    default: buf_puts(out, value->text); return true;
    }
}

/* Appends a value, or a vector's values separated by commas. */
static bool write_argument(struct ptx_writer *writer, const struct ptx_argument *argument,
                           struct buf *out)
{
    if (argument->selector)
        return ptx_refuse(writer->statement, mem_dup("it takes a part of a register"));
    for (int i = 0; i < argument->count; i++) {
        buf_puts(out, i ? ", " : "");
        if (!write_value(writer, &argument->elements[i], out))
            return false;
    }
    return true;
}

static char class_of(const char *type)
{
    return strcmp(type, "pred") == 0  ? 'p'
           : strcmp(type, "f32") == 0 ? 'f'
           : strcmp(type, "f64") == 0 ? 'd'
                                      : 'i';
}

/* Notes that the instruction writes |value|; refuses the statement and returns false if |value|
 * cannot be written. */
static bool write_to(struct ptx_writer *writer, const struct ptx_value *value)
{
    struct ptx_statement *statement = writer->statement;
    if (value->kind == PTX_SINK || value->kind == PTX_REGISTER)
        return true;
    if (value->kind != PTX_OPERAND || statement->operands[value->index].constraint == 'n')
        return ptx_refuse(statement, mem_dup("it writes to a constant"));
    return statement->operands[value->index].written = true;
}

/* Appends the beginning of an assignment to |argument|, `x = `. |type| is the type of the result.
 */
static bool write_target(struct ptx_writer *writer, const struct ptx_argument *argument,
                         const char *type, struct buf *out)
{
    struct ptx_statement *statement = writer->statement;
    if (argument->kind == PTX_ADDRESS || argument->kind == PTX_PAIR || argument->selector)
        return ptx_refuse(statement, mem_dup("its result is not understood"));
    for (int i = 0; i < argument->count; i++)
        if (!write_to(writer, &argument->elements[i]))
            return false;
    const struct ptx_value *only = &argument->elements[0];
    if (argument->kind == PTX_VALUE && only->kind == PTX_SINK)
        return true;
    if (argument->kind == PTX_VALUE && only->kind == PTX_REGISTER &&
        class_of(statement->registers[only->index].type) == class_of(type)) {
        buf_printf(out, "%s = ", statement->registers[only->index].name);
        return true;
    }
    buf_puts(out, "kbuild::ptx::out(");
    for (int i = 0; i < argument->count; i++) {
        buf_puts(out, i ? ", " : "");
        if (argument->elements[i].kind == PTX_SINK)
            buf_puts(out, "kbuild::ptx::nothing()");
        else if (!write_value(writer, &argument->elements[i], out))
            return false;
    }
    buf_puts(out, ") = ");
    return true;
}

static void add_what(struct ptx_writer *writer, const char *what)
{
    if (!strings_contain(&writer->what, what))
        strings_add(&writer->what, what);
}

static bool unknown(struct ptx_writer *writer, const struct ptx_instruction *instruction)
{
    const char *reason =
        find_refusal(refusals_of_unknown, sizeof refusals_of_unknown / sizeof *refusals_of_unknown,
                     instruction->name, &writer->statement->older);
    return ptx_refuse(writer->statement, reason ? mem_format("%s: %s", instruction->name, reason)
                                                : mem_format("%s is not known", instruction->name));
}

/* How messages name special registers whose names begin with |prefix|. */
static const struct special {
    const char *prefix, *what;
} specials[] = {
    {"laneid", "lane id"},    {"warpid", "warp id"},    {"lanemask", "lane mask"},
    {"clock", "clock"},       {"globaltimer", "clock"}, {"smid", "multiprocessor id"},
    {"", "special register"},
};

static bool write_special_mov(struct ptx_writer *writer, const struct ptx_argument *to,
                              const struct ptx_argument *from, struct buf *out)
{
    const char *call = from->elements[0].text, *name = call + strlen("kbuild::ptx::");
    bool wide = strcmp(name, "clock64()") == 0 || strcmp(name, "globaltimer()") == 0;
    const struct special *special = specials;
    while (!text_begins(name, special->prefix))
        special++;
    add_what(writer, special->what);
    return write_target(writer, to, wide ? "u64" : "u32", out) && write_argument(writer, from, out);
}

/* Appends a move of a special register, or a move that packs or unpacks a vector. Packing is about
 * bits: .u64 and .f64 are treated as .b64. For any other move, the function sets |*out_plain| and
 * appends nothing. */
static bool write_mov(struct ptx_writer *writer, const struct ptx_instruction *instruction,
                      const char *type, struct buf *out, bool *out_plain)
{
    const struct ptx_argument *to = &instruction->arguments[0], *from = &instruction->arguments[1];
    if (instruction->argument_count == 2 && from->kind == PTX_VALUE &&
        from->elements[0].kind == PTX_SPECIAL)
        return write_special_mov(writer, to, from, out);
    bool packs = from->kind == PTX_VECTOR, unpacks = to->kind == PTX_VECTOR;
    *out_plain = instruction->argument_count != 2 || (!packs && !unpacks);
    if (*out_plain)
        return true;
    int count = packs ? from->count : to->count;
    /* A .b16 is packed from, or unpacked to, two elements; a .b32 or .b64 two or four. */
    bool parts = count == 2 || (count == 4 && strcmp(type + 1, "16") != 0);
    if (packs == unpacks || type[0] == 'p' || !parts)
        return unknown(writer, instruction);
    add_what(writer, "packing");
    if (!write_target(writer, to, "b32", out))
        return false;
    buf_printf(out, "kbuild::ptx::%s%d_b%s(", packs ? "pack" : "unpack", count, type + 1);
    bool ok = write_argument(writer, from, out);
    buf_putc(out, ')');
    return ok;
}

/* Appends `, ptx_carry` if the instruction reads or sets CC, PTX's carry flag. The variable does
 * not outlive the statement, so an instruction that needs the carry of another statement is
 * refused. */
static bool write_carry(struct ptx_writer *writer, const struct ptx_instruction *instruction,
                        struct buf *out)
{
    bool takes = ptx_list_has("addc subc madc", instruction->parts[0]), gives = false;
    for (int i = 1; i < instruction->part_count; i++)
        gives |= strcmp(instruction->parts[i], "cc") == 0;
    if (!takes && !gives)
        return true;
    if (takes && !writer->carry)
        return ptx_refuse(
            writer->statement,
            mem_format("%s takes the carry of another asm statement", instruction->name));
    if (instruction->guarded && gives && !writer->carry)
        return ptx_refuse(writer->statement, mem_dup("a carry is made under a condition"));
    writer->carry |= gives;
    writer->uses_carry = true;
    buf_puts(out, ", ptx_carry");
    return true;
}

/* Appends kbuild::ptx::global(p, 16). The state space is shared for the letter 's', global for 'g',
 * and the instruction's own for any other letter. */
static bool write_address(struct ptx_writer *writer, const struct ptx_instruction *instruction,
                          const struct ptx_argument *argument, char letter, struct buf *out)
{
    char space[PTX_NAME] = "";
    if (argument->kind != PTX_ADDRESS)
        return ptx_refuse(writer->statement, mem_dup("an address is not in brackets"));
    append_modifier(instruction,
                    letter == 's'   ? "=shared"
                    : letter == 'g' ? "=global"
                                    : "global|shared|shared::cta=shared|local|const=constant|"
                                      "=generic",
                    space);
    buf_printf(out, "kbuild::ptx::%s(", space);
    if (!write_argument(writer, argument, out))
        return false;
    if (argument->offset)
        buf_printf(out, ", %s", argument->offset);
    buf_putc(out, ')');
    return true;
}

/* Returns how many elements a vector of the instruction has. */
static int vector_width(const struct ptx_instruction *instruction)
{
    char vector[PTX_NAME] = "";
    append_modifier(instruction, "v2|v4|v8|=v1", vector);
    return vector[1] - '0';
}

static bool write_source(struct ptx_writer *writer, const struct ptx_instruction *instruction,
                         const struct ptx_argument *argument, char letter, struct buf *out)
{
    if (strchr("asg", letter))
        return write_address(writer, instruction, argument, letter, out);
    bool fits = letter == 'm' ? argument->kind <= PTX_VECTOR
                : letter == 'x'
                    ? argument->kind <= PTX_VECTOR && argument->count == vector_width(instruction)
                    : argument->kind == PTX_VALUE;
    if (!fits)
        return ptx_refuse(writer->statement, mem_format("%s has an argument that is not understood",
                                                        instruction->name));
    return write_argument(writer, argument, out);
}

/* Appends the argument for the letter 'e' or 'O', which is made of the instruction's modifiers;
 * nothing if it would be relaxed_gpu(). */
static void write_order(const struct ptx_instruction *instruction, char letter, struct buf *out)
{
    char name[PTX_NAME] = "";
    if (letter == 'O')
        append_modifier(instruction, "relaxed|acquire|release|acq_rel|=relaxed", name);
    append_modifier(instruction, "cta|gpu|sys|=gpu", name);
    if (strcmp(name, "relaxed_gpu") != 0)
        buf_printf(out, ", kbuild::ptx::%s()", name);
}

/* Returns how many letters of |list| are in |set|. */
static int count_letters(const char *list, const char *set)
{
    int count = 0;
    for (; *list; list++)
        count += strchr(set, *list) != NULL;
    return count;
}

/* A call that is being written. */
struct call {
    struct ptx_writer *writer;
    const struct ptx_instruction *instruction;
    const struct ptx_call *what;
    /* the predicate p that also gets a result, if the result is written d|p; or NULL */
    const struct ptx_value *predicate;
    /* the operator, such as " && ", that combines the call's result with a predicate; or NULL */
    const char *combine;
    int at;     /* index of the instruction's next argument */
    int around; /* how many parentheses are open around the call */
};

/* Appends the beginning of the assignment of the result, which the rule's first letter describes.
 */
static bool write_result(struct call *call, char letter, struct buf *out)
{
    struct ptx_writer *writer = call->writer;
    struct ptx_argument to = call->instruction->arguments[call->at++];
    const struct ptx_value *second = &call->instruction->arguments[0].elements[1];
    const char *type = strchr("pP", letter) ? "pred" : call->what->type;
    bool pair = to.kind == PTX_PAIR && strchr("DP", letter);
    if (pair) {
        to.kind = PTX_VALUE;
        to.count = 1;
    }
    if (pair && letter == 'D')
        call->predicate = second;
    if (pair && letter == 'P') {
        if (call->combine || second->kind != PTX_REGISTER)
            return unknown(writer, call->instruction);
        /* One expression, so that a guard @p is the condition of both assignments. */
        buf_printf(out, "%s = !(", writer->statement->registers[second->index].name);
        call->around++;
    }
    if (!write_target(writer, &to, type, out))
        return false;
    if (letter == 'd' && to.count != vector_width(call->instruction))
        return unknown(writer, call->instruction);
    if (letter == 'S') {
        buf_printf(out, "kbuild::ptx::set_%s(", type);
        call->around++;
    }
    return true;
}

static bool write_arguments(struct call *call, const char *letters, struct buf *out)
{
    const struct ptx_instruction *instruction = call->instruction;
    bool any = false;
    for (; *letters; letters++) {
        if (*letters == 'e' || *letters == 'O')
            write_order(instruction, *letters, out);
        if (!strchr("voxasgm", *letters) || call->at == instruction->argument_count)
            continue;
        buf_puts(out, any ? ", " : "");
        if (!write_source(call->writer, instruction, &instruction->arguments[call->at++], *letters,
                          out))
            return false;
        any = true;
    }
    if (!call->predicate)
        return true;
    if (call->predicate->kind != PTX_REGISTER || !write_to(call->writer, call->predicate))
        return ptx_refuse(call->writer->statement,
                          mem_format("%s has no predicate", instruction->name));
    buf_puts(out, any ? ", " : "");
    return write_value(call->writer, call->predicate, out);
}

/* Appends ` && p)` after a call whose result is combined with a predicate. */
static bool write_combined(struct call *call, struct buf *out)
{
    if (!call->combine)
        return true;
    buf_puts(out, call->combine);
    bool ok = write_argument(call->writer, &call->instruction->arguments[call->at], out);
    buf_putc(out, ')');
    return ok;
}

static const char *combination(const struct ptx_instruction *instruction)
{
    char name[PTX_NAME] = "";
    append_modifier(instruction, "and|or|xor", name);
    return name[0] == 'a' ? " && " : name[0] == 'o' ? " || " : name[0] == 'x' ? " != " : NULL;
}

static bool write_call(struct ptx_writer *writer, const struct ptx_instruction *instruction,
                       const struct ptx_call *what, struct buf *out)
{
    const char *letters = what->rule->arguments;
    struct call call = {.writer = writer, .instruction = instruction, .what = what};
    if (strchr(letters, 'c'))
        call.combine = combination(instruction);
    int least = count_letters(letters, "dpPDSRvxasgm") + (call.combine != NULL);
    int most = least + count_letters(letters, "o_"), count = instruction->argument_count;
    if (count < least || count > most)
        return ptx_refuse(writer->statement,
                          mem_format("%s has %d arguments", instruction->name, count));
    if (*letters == 'w')
        letters++;
    if (*letters && strchr("dpPDSR", *letters) && !write_result(&call, *letters++, out))
        return false;
    buf_printf(out, "%skbuild::ptx::%s(", call.combine ? "(" : "", what->name);
    if (!write_arguments(&call, letters, out) || !write_carry(writer, instruction, out))
        return false;
    buf_putc(out, ')');
    if (!write_combined(&call, out))
        return false;
    while (call.around-- > 0)
        buf_putc(out, ')');
    writer->weak_memory |= *what->rule->arguments == 'w';
    add_what(writer, what->what);
    return true;
}

bool ptx_write(struct ptx_writer *writer, const struct ptx_instruction *instruction,
               struct buf *out)
{
    struct ptx_call call;
    if (instruction->guarded) {
        buf_puts(out, "if (");
        if (!write_value(writer, &instruction->guard, out))
            return false;
        buf_puts(out, ") ");
    }
    if (instruction->jump != PTX_CALL) {
        if (instruction->jump == PTX_BRANCH)
            add_what(writer, "branch");
        buf_printf(out, instruction->jump == PTX_LABEL ? "%s:" : "goto %s", instruction->label);
        return true;
    }
    if (!find_call(instruction, &call))
        return unknown(writer, instruction);
    if (strcmp(instruction->parts[0], "mov") == 0) {
        bool plain = false;
        bool ok = write_mov(writer, instruction, call.type, out, &plain);
        if (!ok || !plain)
            return ok;
    }
    return write_call(writer, instruction, &call, out);
}
