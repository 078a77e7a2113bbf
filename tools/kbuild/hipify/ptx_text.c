/* The text of an asm statement: declarations of registers, and instructions with their guards,
 * opcodes and arguments. See the PTX ISA, "Syntax" and "Instruction Operands". */
#include "ptx_parts.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static bool is_name(char c)
{
    return isalnum((unsigned char)c) || c == '_' || c == '$' || c == '%';
}

/* |text| without blanks around it. */
static char *trimmed(const char *text, size_t size)
{
    while (size > 0 && isspace((unsigned char)*text))
        text++, size--;
    while (size > 0 && isspace((unsigned char)text[size - 1]))
        size--;
    return mem_dup_n(text, size);
}

/* Comments become blanks. */
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

static const char *const register_types[] = {
    "pred", "b8",  "u8",  "s8",  "b16", "u16",   "s16",    "f16", "bf16", "b32",
    "u32",  "s32", "f32", "b64", "u64", "f16x2", "bf16x2", "s64", "f64",  NULL,
};

/* The entry of |words| that is |word|, or NULL. */
static const char *one_of(const char *word, const char *const *words)
{
    for (; *words; words++)
        if (strcmp(word, *words) == 0)
            return *words;
    return NULL;
}

static bool register_add(struct ptx_statement *statement, const char *name, const char *type)
{
    int known = find_register(statement, name);
    if (known >= 0)
        return strcmp(statement->registers[known].type, type) == 0 ||
               ptx_refuse(statement, mem_format("the register %s has two types", name));
    if (statement->register_count == PTX_REGISTERS)
        return ptx_refuse(statement, mem_dup("it has too many registers"));
    /* A prefix avoids clashes with the names and macros of the file. */
    char *plain = mem_format("ptx_%s", name + (*name == '%'));
    for (char *c = plain; *c; c++)
        if (!isalnum((unsigned char)*c))
            *c = '_';
    ptx_keep(statement, plain);
    for (int i = 0; i < statement->register_count; i++)
        if (strcmp(statement->registers[i].name, plain) == 0)
            return ptx_refuse(statement, mem_format("the register %s has a twin", name));
    statement->registers = mem_grow(statement->registers, (size_t)statement->register_count,
                                    sizeof *statement->registers);
    statement->registers[statement->register_count++] = (struct ptx_register){
        .ptx = ptx_keep(statement, mem_dup(name)), .name = plain, .type = type};
    return true;
}

/* A name, or name<4>: name0 to name3. */
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
    bool ok = true;
    for (long i = 0; ok && i < count; i++) {
        char *numbered = mem_format("%s%ld", name, i);
        ok = register_add(statement, numbered, type);
        free(numbered);
    }
    return ok;
}

/* .reg .b32 a, b */
static bool declaration_read(struct ptx_statement *statement, const char *text)
{
    text += strspn(text, " \t\r\n");
    size_t length = 0;
    if (*text == '.')
        while (is_name(text[1 + length]))
            length++;
    char *type = mem_dup_n(text + (*text == '.'), length);
    const char *known = one_of(type, register_types);
    free(type);
    if (!known)
        return ptx_refuse(statement, mem_format(".reg %s is not understood", text));
    bool ok = true;
    for (const char *at = text + 1 + length; ok && *at; at += *at == ',') {
        size_t size = strcspn(at, ",");
        char *name = trimmed(at, size);
        ok = registers_add(statement, name, known);
        free(name);
        at += size;
    }
    return ok;
}

static bool special_read(struct ptx_statement *statement, const char *name, struct ptx_value *value)
{
    static const char *const specials[] = {
        "laneid",
        "warpid",
        "nwarpid",
        "smid",
        "gridid",
        "lanemask_eq",
        "lanemask_lt",
        "lanemask_le",
        "lanemask_gt",
        "lanemask_ge",
        "clock",
        "clock_hi",
        "clock64",
        "globaltimer",
        "globaltimer_lo",
        "globaltimer_hi",
        "tid.x",
        "tid.y",
        "tid.z",
        "ntid.x",
        "ntid.y",
        "ntid.z",
        "ctaid.x",
        "ctaid.y",
        "ctaid.z",
        "nctaid.x",
        "nctaid.y",
        "nctaid.z",
        "clusterid.x",
        "clusterid.y",
        "clusterid.z",
        "nclusterid.x",
        "nclusterid.y",
        "nclusterid.z",
        "cluster_ctaid.x",
        "cluster_ctaid.y",
        "cluster_ctaid.z",
        "cluster_nctaid.x",
        "cluster_nctaid.y",
        "cluster_nctaid.z",
        "cluster_ctarank",
        "cluster_nctarank",
        NULL,
    };
    if (!one_of(name, specials))
        return ptx_refuse(statement, mem_format("%%%s has no counterpart", name));
    char *call = mem_format("kbuild::ptx::%s()", name);
    for (char *c = call; *c; c++)
        if (*c == '.')
            *c = '_';
    value->kind = PTX_SPECIAL;
    value->text = ptx_keep(statement, call);
    return true;
}

/* Spells a number in C++ and returns true; numbers without a point are of any type. */
static bool number_read(struct ptx_statement *statement, const char *text, struct ptx_value *value)
{
    bool minus = *text == '-';
    const char *digits = text + minus;
    char *end, *number;
    if (!isdigit((unsigned char)*digits) && *digits != '.')
        return false;
    if (digits[0] == '0' && strchr("fFdD", digits[1]) && digits[1] && strlen(digits) > 9) {
        bool single = (digits[1] | 32) == 'f';
        uint64_t bits = strtoull(digits + 2, &end, 16);
        if (*end || strlen(digits) != (single ? 10 : 18))
            return false;
        double exact = 0;
        float narrow;
        uint32_t low = (uint32_t)bits;
        memcpy(&narrow, &low, sizeof narrow);
        if (single)
            exact = narrow;
        else
            memcpy(&exact, &bits, sizeof exact);
        bool finite = exact - exact == 0;
        number = !finite ? mem_format("kbuild::ptx::as<kbuild::ptx::%s>(0x%" PRIx64 "ull)",
                                      single ? "f32" : "f64", bits)
                         : mem_format(single ? "%.9g" : "%.17g", exact);
        if (finite) {
            char *whole = strpbrk(number, ".e") ? mem_dup(number) : mem_format("%s.0", number);
            free(number);
            number = mem_format("%s%s%s", minus ? "-" : "", whole, single ? "f" : "");
            free(whole);
        }
    } else if (strpbrk(digits, ".") || (strpbrk(digits, "eE") && !strpbrk(digits, "xX"))) {
        strtod(digits, &end);
        if (*end)
            return false;
        number = mem_dup(text);
    } else {
        bool binary = digits[0] == '0' && (digits[1] | 32) == 'b';
        uint64_t bits = strtoull(digits + (binary ? 2 : 0), &end, binary ? 2 : 0);
        if (*end == 'U' || *end == 'u')
            end++;
        if (*end)
            return false;
        const char *suffix = bits > UINT32_MAX ? "ull" : bits > INT32_MAX ? "u" : "";
        bool hex = digits[0] == '0' && (digits[1] | 32) == 'x';
        number = hex ? mem_format("%s0x%" PRIx64 "%s", minus ? "-" : "", bits, suffix)
                     : mem_format("%s%" PRIu64 "%s", minus ? "-" : "", bits, suffix);
    }
    value->kind = PTX_IMMEDIATE;
    value->text = ptx_keep(statement, number);
    return true;
}

/* The number of the operand that "%1" or "%[name]" names, the rest in |out_rest|; -1 for none. */
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
        static const char *const selectors[] = {"b0", "b1", "b2", "b3", "h0", "h1", NULL};
        if (*rest == '.' && out_selector && (*out_selector = one_of(rest + 1, selectors)))
            return true;
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

/* The elements of |text|, which |separator| separates. */
static bool elements_read(struct ptx_statement *statement, const char *text, char separator,
                          struct ptx_argument *argument)
{
    bool ok = true;
    for (const char *at = text; ok && *at; at += *at == separator) {
        size_t size = 0;
        while (at[size] && at[size] != separator)
            size++;
        char *element = trimmed(at, size);
        if (argument->count == PTX_ELEMENTS)
            ok = ptx_refuse(statement, mem_dup("a vector has too many elements"));
        else
            ok = value_read(statement, element, &argument->elements[argument->count++],
                            &argument->selector);
        free(element);
        at += size;
    }
    return ok;
}

static bool argument_read(struct ptx_statement *statement, const char *text,
                          struct ptx_argument *argument)
{
    size_t length = strlen(text);
    *argument = (struct ptx_argument){.kind = PTX_VALUE};
    char open = *text, close = length ? text[length - 1] : '\0';
    if ((open == '{' && close == '}') || (open == '[' && close == ']')) {
        char *inside = trimmed(text + 1, length - 2);
        ptx_keep(statement, inside);
        argument->kind = open == '{' ? PTX_VECTOR : PTX_ADDRESS;
        char *plus = open == '[' ? strpbrk(inside + (*inside != '\0'), "+-") : NULL;
        if (plus) {
            struct ptx_value offset;
            char *number = trimmed(plus + (*plus == '+'), strlen(plus + (*plus == '+')));
            bool ok = number_read(statement, number, &offset);
            argument->offset = offset.text;
            free(number);
            *plus = '\0';
            if (!ok)
                return ptx_refuse(statement, mem_format("the address %s is not understood", text));
        }
        if (open == '[') {
            char *base = trimmed(inside, strlen(inside));
            argument->count = 1;
            bool ok = value_read(statement, base, &argument->elements[0], NULL);
            free(base);
            return ok;
        }
        return elements_read(statement, inside, ',', argument);
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
        size_t size = 0;
        int depth = 0;
        for (; text[size] && (depth > 0 || text[size] != ','); size++) {
            depth += text[size] == '{' || text[size] == '[' || text[size] == '(';
            depth -= text[size] == '}' || text[size] == ']' || text[size] == ')';
        }
        if (instruction->argument_count == PTX_ARGUMENTS)
            return ptx_refuse(statement,
                              mem_format("%s has too many arguments", instruction->name));
        char *argument = trimmed(text, size);
        bool ok = argument_read(statement, argument,
                                &instruction->arguments[instruction->argument_count++]);
        free(argument);
        if (!ok)
            return false;
        text += size + (text[size] == ',');
    }
    if (instruction->argument_count > 0 && strstr(instruction->name, ".L2::cache_hint"))
        instruction->argument_count--;
    return true;
}

/* Splits an opcode at its dots; L1::no_allocate is one part. */
static bool parts_read(struct ptx_statement *statement, struct ptx_instruction *instruction)
{
    char *parts = mem_dup(instruction->name);
    ptx_keep(statement, parts);
    while (parts) {
        char *dot = strchr(parts, '.');
        if (dot)
            *dot++ = '\0';
        if (instruction->part_count == PTX_PARTS)
            return ptx_refuse(statement, mem_format("%s is not known", instruction->name));
        instruction->parts[instruction->part_count++] = parts;
        parts = dot;
    }
    return true;
}

/* Reads an opcode from |text|; a blank may stand before a dot. Returns how much it took. */
static size_t opcode_read(const char *text, struct buf *out)
{
    size_t at = 0;
    for (;;) {
        while (is_name(text[at]) || text[at] == '.' || (text[at] == ':' && text[at + 1] == ':') ||
               (at > 0 && text[at] == ':' && text[at - 1] == ':'))
            buf_putc(out, text[at++]);
        size_t blank = strspn(text + at, " \t");
        if (blank == 0 || text[at + blank] != '.' || isdigit((unsigned char)text[at + blank + 1]))
            return at;
        at += blank;
    }
}

/* Whether all parts of |name| between the dots are ones that other machines have: fcvt.s.h,
 * amoadd.w.aqrl, vle8.v, vld1.32. */
static bool parts_are_foreign(const char *name)
{
    static const char *const foreign[] = {
        "s",   "d",   "w",  "h",   "v",   "b",   "x",   "q",    "i",  "l",  "n",   "wu",
        "hu",  "bu",  "du", "lu",  "vv",  "vx",  "vi",  "vf",   "vs", "vm", "wv",  "wx",
        "wi",  "wf",  "mm", "aq",  "rl",  "un",  "8",   "16",   "32", "64", "vvm", "vxm",
        "vim", "vfm", "i8", "i16", "i32", "i64", "tso", "aqrl", NULL};
    for (const char *dot = strchr(name, '.'); dot; dot = strchr(dot + 1, '.')) {
        char *part = mem_dup_n(dot + 1, strcspn(dot + 1, "."));
        bool known = one_of(part, foreign);
        free(part);
        if (!known)
            return false;
    }
    return true;
}

/* A directive of PTX: a GNU assembler's .global and .local are followed by a symbol. */
static bool is_directive(const char *text)
{
    static const char *const own[] = {".reg", ".pragma", ".param", NULL};
    static const char *const spaces[] = {".shared", ".global", ".local", ".const", NULL};
    size_t size = 1;
    while (isalnum((unsigned char)text[size]))
        size++;
    char *name = mem_dup_n(text, size);
    bool ptx = one_of(name, own) ||
               (one_of(name, spaces) && text[size + strspn(text + size, " \t")] == '.');
    free(name);
    return ptx;
}

bool ptx_looks_like_ptx(const char *text)
{
    static const char *const units[] = {"s_",    "v_",       "ds_",    "global_",  "buffer_",
                                        "flat_", "scratch_", "image_", "tbuffer_", "llvm."};
    static const char *const undotted[] = {"trap", "brkpt", "exit", "ret", "bra", "call", NULL};
    text += strspn(text, " \t\r\n{;");
    for (size_t i = 0; i < sizeof units / sizeof *units; i++)
        if (strncmp(text, units[i], strlen(units[i])) == 0)
            return false;
    if (*text == '.')
        return is_directive(text);
    if (*text == '@')
        return true;
    struct buf opcode = {0};
    buf_reserve(&opcode, 0);
    size_t size = opcode_read(text, &opcode);
    char *name = buf_take(&opcode);
    /* A label's name is followed by a colon; it begins with a digit elsewhere. */
    bool label = text[size] == ':' && !isdigit((unsigned char)*name);
    bool ptx = label || one_of(name, undotted) || (strchr(name, '.') && !parts_are_foreign(name));
    free(name);
    return ptx;
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
        char *guard = trimmed(text + 1, size - 1);
        instruction->guarded = true;
        bool ok = value_read(statement, guard, &instruction->guard, NULL);
        free(guard);
        if (!ok)
            return false;
        text += size + strspn(text + size, " \t\r\n");
    }
    struct buf opcode = {0};
    buf_reserve(&opcode, 0);
    text += opcode_read(text, &opcode);
    instruction->name = ptx_keep(statement, buf_take(&opcode));
    if (!*instruction->name)
        return ptx_refuse(statement, mem_dup("its text is not an instruction"));
    const char *reason = ptx_refusal(instruction->name, &statement->older);
    if (reason)
        return ptx_refuse(statement, mem_format("%s: %s", instruction->name, reason));
    text += strspn(text, " \t\r\n");
    if (*text == ':')
        return ptx_refuse(statement, mem_dup("it has a label"));
    return parts_read(statement, instruction) && arguments_read(statement, text, instruction);
}

/* Where the instruction at |at| ends: at its ';', or at the '}' of the block around it. */
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

bool ptx_parse_text(struct ptx_statement *statement)
{
    struct buf *text = &statement->text;
    erase_comments(text->data, text->size);
    /* A name for the linker: extern int f() asm("llvm.g"). */
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
        size_t end = instruction_end(statement, at);
        char *one = trimmed(text->data + at, end - at);
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
        free(one);
        if (!ok)
            return false;
        at = end;
    }
    statement->other = empty;
    return !empty;
}
