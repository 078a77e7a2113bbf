/* Writing of values, targets, and instructions that are calls of one function. */
#include "ptx_write.h"

#include "ptx_rule.h"

#include <string.h>

void ptx_write_what(struct ptx_writer *writer, const char *what)
{
    if (!strings_contain(&writer->what, what))
        strings_add(&writer->what, what);
}

bool ptx_write_value(struct ptx_writer *writer, const struct ptx_value *value, struct buf *out)
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

bool ptx_write_argument(struct ptx_writer *writer, const struct ptx_argument *argument,
                        struct buf *out)
{
    if (argument->selector)
        return ptx_refuse(writer->statement, mem_dup("it takes a part of a register"));
    for (int i = 0; i < argument->count; i++) {
        if (i > 0)
            buf_puts(out, ", ");
        if (!ptx_write_value(writer, &argument->elements[i], out))
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

/* Notes that the value is written; false when it cannot be. */
static bool write_to(struct ptx_writer *writer, const struct ptx_value *value)
{
    struct ptx_statement *statement = writer->statement;
    if (value->kind == PTX_SINK)
        return true;
    if (value->kind == PTX_REGISTER)
        return statement->registers[value->index].written = true;
    if (value->kind != PTX_OPERAND || statement->operands[value->index].constraint == 'n')
        return ptx_refuse(statement, mem_dup("it writes to a constant"));
    return statement->operands[value->index].written = true;
}

bool ptx_write_target(struct ptx_writer *writer, const struct ptx_argument *argument,
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
        else if (!ptx_write_value(writer, &argument->elements[i], out))
            return false;
    }
    buf_puts(out, ") = ");
    return true;
}

/* CC is the carry of the statement; it does not outlive the statement here. */
static bool write_carry(struct ptx_writer *writer, const struct ptx_instruction *instruction,
                        struct buf *out)
{
    const char *opcode = instruction->parts[0];
    bool takes =
        strcmp(opcode, "addc") == 0 || strcmp(opcode, "subc") == 0 || strcmp(opcode, "madc") == 0;
    bool gives = false;
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

static bool write_call(struct ptx_writer *writer, const struct ptx_instruction *instruction,
                       const struct ptx_rule *rule, const char *name, const char *type,
                       struct buf *out)
{
    int count = instruction->argument_count, first = rule->form == '-' ? 0 : 1;
    if (count - first < rule->least - '0' || count - first > rule->most - '0')
        return ptx_refuse(writer->statement,
                          mem_format("%s has %d arguments", instruction->name, count));
    const struct ptx_argument *target = &instruction->arguments[0];
    const struct ptx_value *predicate = NULL;
    struct ptx_argument only = *target;
    if (rule->form == 'p' && target->kind == PTX_PAIR) {
        predicate = &target->elements[1];
        only.kind = PTX_VALUE;
        only.count = 1;
    }
    const char *result =
        strcmp(rule->opcode, "testp") == 0 || strcmp(rule->opcode, "isspacep") == 0 ? "pred" : type;
    if (first && !ptx_write_target(writer, &only, result, out))
        return false;
    buf_printf(out, "kbuild::ptx::%s(", name);
    for (int i = first; i < count; i++) {
        buf_puts(out, i > first ? ", " : "");
        const struct ptx_argument *argument = &instruction->arguments[i];
        if (argument->kind != PTX_VALUE)
            return ptx_refuse(
                writer->statement,
                mem_format("%s has an argument that is not understood", instruction->name));
        if (!ptx_write_argument(writer, argument, out))
            return false;
    }
    if (predicate) {
        if (predicate->kind != PTX_REGISTER || !write_to(writer, predicate))
            return ptx_refuse(writer->statement,
                              mem_format("%s has no predicate", instruction->name));
        buf_puts(out, count > first ? ", " : "");
        ptx_write_value(writer, predicate, out);
    }
    if (!write_carry(writer, instruction, out))
        return false;
    buf_putc(out, ')');
    ptx_write_what(writer, rule->what);
    return true;
}

bool ptx_write(struct ptx_writer *writer, const struct ptx_instruction *instruction,
               struct buf *out)
{
    if (instruction->guarded) {
        buf_puts(out, "if (");
        if (!ptx_write_value(writer, &instruction->guard, out))
            return false;
        buf_puts(out, ") ");
    }
    bool known = false;
    bool ok = ptx_write_special(writer, instruction, out, &known);
    if (known)
        return ok;
    size_t count;
    const struct ptx_rule *rules = ptx_rules(&count);
    for (size_t i = 0; i < count; i++) {
        char name[PTX_NAME];
        const char *type;
        if (ptx_rule_name(&rules[i], instruction->parts, instruction->part_count, name, &type))
            return write_call(writer, instruction, &rules[i], name, type, out);
    }
    return ptx_refuse(writer->statement, mem_format("%s is not known", instruction->name));
}
