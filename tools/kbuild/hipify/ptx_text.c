/* Reads the text of an asm statement: declarations of registers, and instructions with their
 * guards, opcodes and arguments. See the PTX ISA, "Syntax" and "Instruction Operands". */
#include "ptx_parts.h"

#include <ctype.h>

static bool is_name(char c)
{
    return isalnum((unsigned char)c) || c == '_' || c == '$' || c == '%';
}

/* Returns a copy of |text| without blanks around it, which lives as long as the statement. */
static char *trimmed(struct ptx_statement *statement, const char *text, size_t size)
{
    while (size > 0 && isspace((unsigned char)*text))
        text++, size--;
    while (size > 0 && isspace((unsigned char)text[size - 1]))
        size--;
    char *kept = mem_dup_n(text, size);
    ptx_keep(statement, kept);
    return kept;
}

/* Returns how many bytes of |text| come before the next |separator| outside brackets. */
static size_t item_size(const char *text, char separator)
{
    size_t size = 0;
    for (int depth = 0; text[size] && (depth > 0 || text[size] != separator); size++)
        depth += (strchr("{[(", text[size]) != NULL) - (strchr("}])", text[size]) != NULL);
    return size;
}

/* Replaces comments by blanks. */
static void erase_comments(char *text, size_t size)
{
    for (size_t at = 0; at + 1 < size; at++) {
        if (text[at] != '/' || (text[at + 1] != '/' && text[at + 1] != '*'))
            continue;
        bool line = text[at + 1] == '/';
        size_t end = at + 2;
        if (line)
            while (end < size && text[end] != '\n')
                end++;
        else
            while (end < size && !(end >= at + 4 && text[end - 2] == '*' && text[end - 1] == '/'))
                end++;
        memset(text + at, ' ', end - at);
        at = end;
    }
}

static int find_register(const struct ptx_statement *statement, const char *name)
{
    for (int i = 0; i < statement->register_count; i++)
        if (strcmp(statement->registers[i].ptx, name) == 0)
            return i;
    return -1;
}

static bool register_add(struct ptx_statement *statement, const char *name, const char *type)
{
    int known = find_register(statement, name);
    if (known >= 0)
        return strcmp(statement->registers[known].type, type) == 0 ||
               ptx_refuse(statement, mem_format("the register %s has two types", name));
    if (statement->register_count == PTX_REGISTERS)
        return ptx_refuse(statement, mem_dup("it has too many registers"));
    /* The prefix avoids clashes with the names and macros of the file. */
    char *plain = mem_format("ptx_%s", name + (*name == '%'));
    for (char *c = plain; *c; c++)
        if (!isalnum((unsigned char)*c))
            *c = '_';
    ptx_keep(statement, plain);
    for (int i = 0; i < statement->register_count; i++)
        if (strcmp(statement->registers[i].name, plain) == 0)
            return ptx_refuse(statement, mem_format("the register %s is declared twice", name));
    statement->registers = mem_grow(statement->registers, (size_t)statement->register_count,
                                    sizeof *statement->registers);
    statement->registers[statement->register_count++] =
        (struct ptx_register){.ptx = name, .name = plain, .type = type};
    return true;
}

/* Adds the register |name|, or the registers name0 to name3 for name<4>. */
static bool registers_add(struct ptx_statement *statement, char *name, const char *type)
{
    if (name[0] == '%' && name[1] == '%')
        name++;
    char *angle = strchr(name, '<');
    long count = angle ? strtol(angle + 1, NULL, 10) : 0;
    if (angle)
        *angle = '\0';
    size_t length = 0;
    while (is_name(name[length]))
        length++;
    if (name[length] || length == 0 || count > PTX_REGISTERS || isdigit((unsigned char)*name))
        return ptx_refuse(statement, mem_format("the declaration of '%s' is not understood", name));
    if (!angle)
        return register_add(statement, name, type);
    for (long i = 0; i < count; i++)
        if (!register_add(statement, ptx_keep(statement, mem_format("%s%ld", name, i)), type))
            return false;
    return true;
}

/* Reads a declaration, `.reg .b32 a, b`; |text| begins after .reg. */
static bool declaration_read(struct ptx_statement *statement, const char *text)
{
    static const char types[] =
        "pred b8 u8 s8 b16 u16 s16 f16 bf16 b32 u32 s32 f32 b64 u64 s64 f64 "
        "f16x2 bf16x2";
    text += strspn(text, " \t\r\n");
    size_t length = 0;
    if (*text == '.')
        while (is_name(text[1 + length]))
            length++;
    const char *type = trimmed(statement, text + (*text == '.'), length);
    if (!ptx_list_has(types, type))
        return ptx_refuse(statement, mem_format(".reg %s is not understood", text));
    for (const char *at = text + 1 + length; *at; at += *at == ',') {
        size_t size = strcspn(at, ",");
        if (!registers_add(statement, trimmed(statement, at, size), type))
            return false;
        at += size;
    }
    return true;
}

static bool special_read(struct ptx_statement *statement, const char *name, struct ptx_value *value)
{
    static const char specials[] =
        "laneid warpid nwarpid smid gridid lanemask_eq lanemask_lt lanemask_le lanemask_gt "
        "lanemask_ge clock clock_hi clock64 globaltimer globaltimer_lo globaltimer_hi tid.x tid.y "
        "tid.z ntid.x ntid.y ntid.z ctaid.x ctaid.y ctaid.z nctaid.x nctaid.y nctaid.z clusterid.x "
        "clusterid.y clusterid.z nclusterid.x nclusterid.y nclusterid.z cluster_ctaid.x "
        "cluster_ctaid.y cluster_ctaid.z cluster_nctaid.x cluster_nctaid.y cluster_nctaid.z "
        "cluster_ctarank cluster_nctarank";
    if (!ptx_list_has(specials, name))
        return ptx_refuse(statement, mem_format("%%%s has no counterpart", name));
    char *call = mem_format("kbuild::ptx::%s()", name);
    for (char *c = call; *c; c++)
        if (*c == '.')
            *c = '_';
    value->kind = PTX_SPECIAL;
    value->text = ptx_keep(statement, call);
    return true;
}

/* Returns the C++ literal for 0f3f800000 or 0d..., which spell the bits of a float or double; NULL
 * if there are not exactly 8 or 16 digits. The caller keeps or frees the literal. */
static char *spell_bits(const char *digits, const char *minus)
{
    bool single = (digits[1] | 32) == 'f';
    char *end, shown[40];
    uint64_t bits = strtoull(digits + 2, &end, 16);
    uint32_t low = (uint32_t)bits;
    float narrow;
    double exact;
    if (*end || strlen(digits) != (single ? 10 : 18))
        return NULL;
    memcpy(&narrow, &low, sizeof narrow);
    memcpy(&exact, &bits, sizeof exact);
    if (single)
        exact = narrow;
    if (exact - exact != 0) /* true if the number is infinite or a NaN */
        return mem_format("kbuild::ptx::as<kbuild::ptx::%s>(0x%" PRIx64 "ull)",
                          single ? "f32" : "f64", bits);
    snprintf(shown, sizeof shown, "%.*g", single ? 9 : 17, exact);
    return mem_format("%s%s%s%s", minus, shown, strpbrk(shown, ".e") ? "" : ".0",
                      single ? "f" : "");
}

static char *spell_integer(const char *digits, const char *minus)
{
    bool binary = digits[0] == '0' && (digits[1] | 32) == 'b';
    bool hex = digits[0] == '0' && (digits[1] | 32) == 'x';
    char *end;
    uint64_t bits = strtoull(digits + (binary ? 2 : 0), &end, binary ? 2 : 0);
    end += *end == 'U' || *end == 'u';
    const char *suffix = bits > UINT32_MAX ? "ull" : bits > INT32_MAX ? "u" : "";
    return *end ? NULL
                : mem_format(hex ? "%s0x%" PRIx64 "%s" : "%s%" PRIu64 "%s", minus, bits, suffix);
}

/* Sets |value| to the number that |text| spells, as a C++ literal. Returns false if |text| is not a
 * number. */
static bool number_read(struct ptx_statement *statement, const char *text, struct ptx_value *value)
{
    const char *digits = text + (*text == '-'), *minus = *text == '-' ? "-" : "";
    char *end, *number;
    if (!isdigit((unsigned char)*digits) && *digits != '.')
        return false;
    if (digits[0] == '0' && digits[1] && strchr("fFdD", digits[1]) && strlen(digits) > 9)
        number = spell_bits(digits, minus);
    else if (strpbrk(digits, ".") || (strpbrk(digits, "eE") && !strpbrk(digits, "xX")))
        number = (strtod(digits, &end), *end) ? NULL : mem_dup(text);
    else
        number = spell_integer(digits, minus);
    value->kind = PTX_IMMEDIATE;
    value->text = number ? ptx_keep(statement, number) : NULL;
    return number;
}

/* Returns the index of the operand that "%1" or "%[name]" names, or -1. |*out_rest| becomes the
 * text after that. */
static int operand_find(const struct ptx_statement *statement, const char *text, char **out_rest)
{
    if (text[1] == '[') {
        const char *close = strchr(text, ']');
        for (int i = 0; close && i < statement->operand_count; i++) {
            const char *name = statement->operands[i].name;
            if (name && strlen(name) == (size_t)(close - text - 2) &&
                strncmp(name, text + 2, strlen(name)) == 0) {
                *out_rest = (char *)(uintptr_t)close + 1;
                return i;
            }
        }
        return -1;
    }
    long index = strtol(text + 1, out_rest, 10);
    return index < statement->operand_count ? (int)index : -1;
}

static bool value_read(struct ptx_statement *statement, const char *text, struct ptx_value *value,
                       const char **out_selector)
{
    *value = (struct ptx_value){0};
    if (*text == '!') {
        value->negated = true;
        text += 1 + strspn(text + 1, " \t");
    }
    if (strcmp(text, "_") == 0) {
        value->kind = PTX_SINK;
        return true;
    }
    if (*text == '%' && (isdigit((unsigned char)text[1]) || text[1] == '[')) {
        char *rest = NULL;
        int index = operand_find(statement, text, &rest);
        if (index < 0)
            return ptx_refuse(statement, mem_format("there is no operand %s", text));
        value->kind = PTX_OPERAND;
        value->index = index;
        statement->operands[index].uses++;
        if (*rest == '.' && out_selector && ptx_list_has("b0 b1 b2 b3 h0 h1", rest + 1)) {
            *out_selector = rest + 1;
            return true;
        }
        return !*rest || ptx_refuse(statement, mem_format("'%s' is not understood", text));
    }
    if (text[0] == '%' && text[1] == '%')
        text++;
    int index = find_register(statement, text);
    if (index >= 0) {
        value->kind = PTX_REGISTER;
        value->index = index;
        statement->registers[index].used = true;
        return true;
    }
    if (strcmp(text, "WARP_SZ") == 0) {
        value->kind = PTX_IMMEDIATE;
        value->text = "32";
        return true;
    }
    if (*text == '%')
        return special_read(statement, text + 1, value);
    return number_read(statement, text, value) ||
           ptx_refuse(statement, mem_format("'%s' is not declared in it", text));
}

/* Reads the elements of |text|, which |separator| separates. */
static bool elements_read(struct ptx_statement *statement, const char *text, char separator,
                          struct ptx_argument *argument)
{
    for (const char *at = text; *at; at += *at == separator) {
        size_t size = item_size(at, separator);
        if (argument->count == PTX_ELEMENTS)
            return ptx_refuse(statement, mem_dup("a vector has too many elements"));
        if (!value_read(statement, trimmed(statement, at, size),
                        &argument->elements[argument->count++], &argument->selector))
            return false;
        at += size;
    }
    return true;
}

/* Reads an address, [a] or [a+16]. |inside| is the text between the brackets. */
static bool address_read(struct ptx_statement *statement, const char *text, char *inside,
                         struct ptx_argument *argument)
{
    char *plus = strpbrk(inside + (*inside != '\0'), "+-");
    if (plus) {
        struct ptx_value offset;
        const char *number = plus + (*plus == '+');
        if (!number_read(statement, trimmed(statement, number, strlen(number)), &offset))
            return ptx_refuse(statement, mem_format("the address %s is not understood", text));
        argument->offset = offset.text;
        *plus = '\0';
    }
    argument->count = 1;
    return value_read(statement, trimmed(statement, inside, strlen(inside)), &argument->elements[0],
                      NULL);
}

static bool argument_read(struct ptx_statement *statement, const char *text,
                          struct ptx_argument *argument)
{
    size_t length = strlen(text);
    char open = *text, close = length ? text[length - 1] : '\0';
    *argument = (struct ptx_argument){.kind = PTX_VALUE};
    if (open == '{' && close == '}') {
        argument->kind = PTX_VECTOR;
        return elements_read(statement, trimmed(statement, text + 1, length - 2), ',', argument);
    }
    if (open == '[' && close == ']') {
        argument->kind = PTX_ADDRESS;
        return address_read(statement, text, trimmed(statement, text + 1, length - 2), argument);
    }
    if (strchr(text, '|')) {
        argument->kind = PTX_PAIR;
        return elements_read(statement, text, '|', argument) &&
               (argument->count == 2 ||
                ptx_refuse(statement, mem_format("'%s' is not understood", text)));
    }
    argument->count = 1;
    return value_read(statement, text, &argument->elements[0], &argument->selector);
}

static bool arguments_read(struct ptx_statement *statement, const char *text,
                           struct ptx_instruction *instruction)
{
    while (*text) {
        size_t size = item_size(text, ',');
        if (instruction->argument_count == PTX_ARGUMENTS)
            return ptx_refuse(statement,
                              mem_format("%s has too many arguments", instruction->name));
        if (!argument_read(statement, trimmed(statement, text, size),
                           &instruction->arguments[instruction->argument_count++]))
            return false;
        text += size + (text[size] == ',');
    }
    if (instruction->argument_count > 0 && strstr(instruction->name, ".L2::cache_hint"))
        instruction->argument_count--;
    return true;
}

/* Splits the opcode at its dots. A modifier such as L1::no_allocate is one part. */
static bool parts_read(struct ptx_statement *statement, struct ptx_instruction *instruction)
{
    static const char types[] =
        "pred b8 u8 s8 b16 u16 s16 b32 u32 s32 b64 u64 s64 b128 f16 f16x2 bf16 bf16x2 tf32 f32 f64 "
        "f32x2 e4m3x2 e5m2x2 e2m1x2 e2m3x2 e3m2x2 ue8m0x2 e4m3 e5m2 e3m2 e2m3 e2m1 ue8m0 ue4m3 s4 "
        "u4 "
        "b1";
    char *parts = mem_dup(instruction->name);
    ptx_keep(statement, parts);
    while (parts) {
        char *dot = strchr(parts, '.');
        if (dot)
            *dot++ = '\0';
        if (instruction->part_count == PTX_PARTS)
            return ptx_refuse(statement, mem_format("%s is not known", instruction->name));
        instruction->is_type[instruction->part_count] = ptx_list_has(types, parts);
        instruction->parts[instruction->part_count++] = parts;
        parts = dot;
    }
    return true;
}

/* Reads an opcode from |text|; blanks may come before its dots. Returns the number of bytes read.
 */
static size_t opcode_read(const char *text, struct buf *out)
{
    for (size_t at = 0, from;;) {
        from = at;
        while (is_name(text[at]) || text[at] == '.' || (text[at] == ':' && text[at + 1] == ':') ||
               (at > 0 && text[at] == ':' && text[at - 1] == ':'))
            at++;
        buf_append(out, text + from, at - from);
        size_t blank = strspn(text + at, " \t");
        if (blank == 0 || text[at + blank] != '.' || isdigit((unsigned char)text[at + blank + 1]))
            return at;
        at += blank;
    }
}

/* Whether all modifiers of |name| are modifiers that instructions of other machines have, as in
 * fcvt.s.h, amoadd.w.aqrl, vle8.v, vld1.32. */
static bool parts_are_foreign(const char *name)
{
    static const char foreign[] =
        "s d w h v b x q i l n wu hu bu du lu vv vx vi vf vs vm wv wx wi wf mm aq rl un 8 16 32 64 "
        "vvm vxm vim vfm i8 i16 i32 i64 tso aqrl";
    for (const char *dot = strchr(name, '.'); dot; dot = strchr(dot + 1, '.')) {
        char part[PTX_NAME];
        ptx_list_next(dot + 1, '.', part);
        if (!ptx_list_has(foreign, part))
            return false;
    }
    return true;
}

/* Whether |text| begins with a directive of PTX. In PTX .global and .local are followed by a type
 * (.u32), in the GNU assembler by a symbol. */
static bool is_directive(const char *text)
{
    char name[PTX_NAME];
    size_t size = 1;
    while (isalnum((unsigned char)text[size]))
        size++;
    snprintf(name, sizeof name, "%.*s", (int)size, text);
    return ptx_list_has(".reg .pragma .param", name) ||
           (ptx_list_has(".shared .global .local .const", name) &&
            text[size + strspn(text + size, " \t")] == '.');
}

bool ptx_looks_like_ptx(const char *text)
{
    static const char *const units[] = {"s_",    "v_",       "ds_",    "global_",  "buffer_",
                                        "flat_", "scratch_", "image_", "tbuffer_", "llvm."};
    text += strspn(text, " \t\r\n{;");
    for (size_t i = 0; i < sizeof units / sizeof *units; i++)
        if (text_begins(text, units[i]))
            return false;
    if (*text == '.')
        return is_directive(text);
    if (*text == '@')
        return true;
    struct buf opcode = {0};
    size_t size = opcode_read(text, &opcode);
    OWNED char *name = buf_take(&opcode);
    /* A label's name is followed by a colon. PTX has no labels that begin with a digit, other
     * assemblers do. */
    bool label = text[size] == ':' && !isdigit((unsigned char)*name);
    return label || ptx_list_has("trap brkpt exit ret bra call", name) ||
           (strchr(name, '.') && !parts_are_foreign(name));
}

static const char *label_name(struct ptx_statement *statement, const char *text)
{
    size_t size = 0;
    while (is_name(text[size]))
        size++;
    char *name = mem_format("ptx_%.*s", (int)size, text);
    for (char *c = name; *c; c++)
        if (!isalnum((unsigned char)*c))
            *c = '_';
    return ptx_keep(statement, name);
}

/* Reads the label of a branch. branches_check() looks for the label when all instructions were
 * read. */
static bool branch_read(struct ptx_statement *statement, const char *text,
                        struct ptx_instruction *instruction)
{
    text += strspn(text, " \t\r\n");
    instruction->jump = PTX_BRANCH;
    instruction->label = label_name(statement, text);
    return is_name(*text) || ptx_refuse(statement, mem_dup("its branch is not understood"));
}

/* Checks that each branch goes to exactly one label of the statement. */
static bool branches_check(struct ptx_statement *statement)
{
    for (int i = 0; i < statement->instruction_count; i++) {
        const struct ptx_instruction *one = &statement->instructions[i];
        int labels = 0;
        for (int j = 0; j < statement->instruction_count; j++)
            labels += statement->instructions[j].jump == PTX_LABEL && one->jump != PTX_CALL &&
                      strcmp(one->label, statement->instructions[j].label) == 0;
        if (one->jump != PTX_CALL && labels != 1)
            return ptx_refuse(statement, mem_format(labels ? "the label %s is defined twice"
                                                           : "it branches to %s, which is outside "
                                                             "of the statement",
                                                    one->label + strlen("ptx_")));
    }
    return true;
}

static bool instruction_read(struct ptx_statement *statement, const char *text, size_t offset)
{
    statement->instructions =
        mem_grow(statement->instructions, (size_t)statement->instruction_count,
                 sizeof *statement->instructions);
    struct ptx_instruction *instruction = &statement->instructions[statement->instruction_count++];
    *instruction = (struct ptx_instruction){.offset = offset};
    if (*text == '@') {
        size_t size = 1 + strspn(text + 1, " \t!");
        while (is_name(text[size]))
            size++;
        instruction->guarded = true;
        if (!value_read(statement, trimmed(statement, text + 1, size - 1), &instruction->guard,
                        NULL))
            return false;
        text += size + strspn(text + size, " \t\r\n");
    }
    struct buf opcode = {0};
    text += opcode_read(text, &opcode);
    instruction->name = ptx_keep(statement, buf_take(&opcode));
    if (!*instruction->name)
        return ptx_refuse(statement, mem_dup("its text is not an instruction"));
    if (ptx_list_has("bra bra.uni", instruction->name))
        return branch_read(statement, text, instruction);
    const char *reason = ptx_refusal(instruction->name, &statement->older);
    if (reason)
        return ptx_refuse(statement, mem_format("%s: %s", instruction->name, reason));
    text += strspn(text, " \t\r\n");
    return parts_read(statement, instruction) && arguments_read(statement, text, instruction);
}

/* Returns the size of the label at |text|, with its colon; 0 if there is no label. */
static size_t label_size(const char *text)
{
    size_t size = 0;
    while (is_name(text[size]))
        size++;
    size_t colon = size + strspn(text + size, " \t");
    return size > 0 && text[colon] == ':' && text[colon + 1] != ':' ? colon + 1 : 0;
}

static void label_read(struct ptx_statement *statement, const char *text, size_t offset)
{
    statement->instructions =
        mem_grow(statement->instructions, (size_t)statement->instruction_count,
                 sizeof *statement->instructions);
    statement->instructions[statement->instruction_count++] = (struct ptx_instruction){
        .offset = offset, .name = "label", .jump = PTX_LABEL, .label = label_name(statement, text)};
}

/* Returns where the instruction at |at| ends: at its ';', or at the '}' of the block around it. */
static size_t instruction_end(const struct ptx_statement *statement, size_t at)
{
    int depth = 0;
    for (; at < statement->text.size; at++) {
        char c = statement->text.data[at];
        depth += c == '{';
        depth -= c == '}';
        if (c == ';' || depth < 0)
            break;
    }
    return at;
}

const char *ptx_first_instruction(const char *text)
{
    static const char between[] = " \t\r\n{;";
    text += strspn(text, between);
    for (size_t size; (size = label_size(text)) > 0;)
        text += size + strspn(text + size, between);
    return text;
}

bool ptx_is_of_ptx_alone(const char *text)
{
    const char *first = ptx_first_instruction(text);
    char word[8];
    snprintf(word, sizeof word, "%.*s", (int)strspn(first, "abcdefghijklmnopqrstuvwxyz"), first);
    return ptx_looks_like_ptx(text) &&
           (strchr(text, '.') || (*first == '@' && strspn(first + 1, "!%") > 0) ||
            ptx_list_has("bra brkpt exit trap", word));
}

bool ptx_parse_text(struct ptx_statement *statement)
{
    struct buf *text = &statement->text;
    erase_comments(text->data, text->size);
    /* The linker's name of a symbol: extern int f() asm("llvm.g"). */
    bool symbol = statement->operand_count == 0 && !strpbrk(text->data, "; \t\n") &&
                  strcmp(text->data, "trap") != 0;
    statement->other = symbol || !ptx_looks_like_ptx(text->data);
    if (statement->other)
        return false;
    bool empty = true;
    for (size_t at = 0; at < text->size;) {
        char c = text->data[at];
        if (isspace((unsigned char)c) || c == ';' || c == '{' || c == '}') {
            empty &= c != '{' && c != '}';
            at++;
            continue;
        }
        empty = false;
        size_t label = label_size(text->data + at);
        if (label && statement->instruction_count < PTX_INSTRUCTIONS) {
            label_read(statement, text->data + at, statement->origin[at]);
            at += label;
            continue;
        }
        size_t end = instruction_end(statement, at);
        const char *one = trimmed(statement, text->data + at, end - at);
        bool ok;
        if (strncmp(one, ".reg", 4) == 0 && !is_name(one[4]))
            ok = declaration_read(statement, one + 4);
        else if (strncmp(one, ".pragma", 7) == 0)
            ok = true;
        else if (*one == '.')
            ok = ptx_refuse(statement,
                            mem_format("the directive %.*s", (int)strcspn(one, " \t\r\n"), one));
        else if (statement->instruction_count == PTX_INSTRUCTIONS)
            ok = ptx_refuse(statement, mem_dup("it is too long"));
        else
            ok = instruction_read(statement, one, statement->origin[at]);
        if (!ok)
            return false;
        at = end;
    }
    statement->other = empty;
    return !empty && branches_check(statement);
}
