#include "manual.h"

#include <codeobj.h>

static const struct option help_option = {.name = "help", .letter = 'h', .help = "this text"};

/* The names of values in the option tables. */
static const struct {
    const char *value;
    enum value_kind kind;
} values[] = {
    {"DIR", VALUE_DIRECTORY}, {"FILE", VALUE_FILE},     {"OUT", VALUE_FILE},
    {"OUT.h", VALUE_FILE},    {"PATH", VALUE_FILE},     {"PROGRAM", VALUE_PROGRAM},
    {"CLANG", VALUE_PROGRAM}, {"BASELINE", VALUE_FILE},
};

enum value_kind option_value_kind(const struct option *option)
{
    static const char *const of_gpus[] = {"target", "targets", "device"};
    if (option->kind == OPTION_FLAG)
        return VALUE_NONE;
    if (option->choices)
        return VALUE_CHOICE;
    for (size_t i = 0; option->name && i < sizeof of_gpus / sizeof *of_gpus; i++)
        if (strcmp(option->name, of_gpus[i]) == 0)
            return VALUE_GPUS;
    for (size_t i = 0; i < sizeof values / sizeof *values; i++)
        if (strcmp(option->value, values[i].value) == 0)
            return values[i].kind;
    return VALUE_ANY;
}

enum value_kind command_operand_kind(const struct command *command)
{
    if (!*command->operands)
        return VALUE_NONE;
    return strstr(command->operands, "TARGET") ? VALUE_GPUS : VALUE_FILE;
}

void put_gpus(struct buf *out)
{
    for (size_t i = 0; i < target_count(); i++)
        buf_printf(out, "%s ", target_at(i)->processor);
    buf_puts(out, "native");
}

bool option_may_repeat(const struct option *option)
{
    return option->kind == OPTION_LIST || option->kind == OPTION_COMMAS;
}

void each_option(const struct command *command, struct buf *out,
                 void (*put)(const struct command *command, const struct option *option,
                             struct buf *out))
{
    for (const struct option *option = command->options; option->help; option++)
        put(command, option, out);
    put(command, &help_option, out);
}
