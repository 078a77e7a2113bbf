/* zsh: a function for each command, which calls _arguments with a specification for each option.
 * See zshcompsys(1), "_arguments".
 */
#include "manual.h"

/* |text| for single quotes, with the special characters of _arguments escaped. */
static void put_quoted(struct buf *out, const char *text)
{
    for (; *text; text++) {
        if (*text == '\'')
            buf_puts(out, "'\\''");
        else if (strchr("[]:\\", *text))
            buf_printf(out, "\\%c", *text);
        else
            buf_putc(out, *text);
    }
}

static void put_action(enum value_kind kind, const struct option *option, struct buf *out)
{
    static const char *const actions[] = {
        [VALUE_ANY] = " ",
        [VALUE_FILE] = "_files",
        [VALUE_DIRECTORY] = "_files -/",
        [VALUE_PROGRAM] = "_command_names -e",
        [VALUE_GPUS] = "_kbuild_gpus",
    };
    if (kind != VALUE_CHOICE) {
        buf_puts(out, actions[kind]);
        return;
    }
    buf_putc(out, '(');
    for (const char *const *choice = option->choices; *choice; choice++)
        buf_printf(out, "%s%s", choice == option->choices ? "" : " ", *choice);
    buf_putc(out, ')');
}

/* '(-o --output)'{-o+,--output=}'[help]:DIR:_files -/' */
static void put_option(const struct command *command, const struct option *option, struct buf *out)
{
    (void)command;
    enum value_kind kind = option_value_kind(option);
    const bool has_value = kind != VALUE_NONE, repeats = option_may_repeat(option);
    buf_puts(out, " \\\n        ");
    if (option->name && option->letter) {
        if (repeats)
            buf_puts(out, "'*'");
        else
            buf_printf(out, "'(-%c --%s)'", option->letter, option->name);
        buf_printf(out, "{-%c%s,--%s%s}'", option->letter, has_value ? "+" : "", option->name,
                   has_value ? "=" : "");
    } else {
        buf_printf(out, "'%s", repeats ? "*" : "");
        if (option->name)
            buf_printf(out, "--%s%s", option->name, has_value ? "=" : "");
        else
            buf_printf(out, "-%c%s", option->letter, has_value ? "+" : "");
    }
    buf_putc(out, '[');
    put_quoted(out, option->help);
    buf_putc(out, ']');
    if (has_value) {
        buf_putc(out, ':');
        put_quoted(out, option->value);
        buf_putc(out, ':');
        put_action(kind, option, out);
    }
    buf_putc(out, '\'');
}

static void put_command(const struct command *command, struct buf *out)
{
    buf_printf(out, "_kbuild_%s() {\n    _arguments -s -S", command->name);
    each_option(command, out, put_option);
    if (command_operand_kind(command) != VALUE_NONE) {
        buf_puts(out, " \\\n        '*:");
        put_quoted(out, command->operands);
        buf_putc(out, ':');
        put_action(command_operand_kind(command), NULL, out);
        buf_putc(out, '\'');
    }
    buf_puts(out, "\n}\n\n");
}

void complete_zsh(struct buf *out)
{
    buf_puts(out, "#compdef kbuild\n"
                  "# kbuild's completion for zsh. Made from kbuild's option tables; do not edit.\n"
                  "\n"
                  "_kbuild_gpus() {\n"
                  "    _values -s , GPU ");
    put_gpus(out);
    buf_puts(out, "\n}\n\n");
    for (size_t i = 0; commands[i]; i++)
        put_command(commands[i], out);
    buf_puts(out, "_kbuild() {\n"
                  "    local -a commands=(\n");
    for (size_t i = 0; commands[i]; i++) {
        buf_printf(out, "        '%s:", commands[i]->name);
        put_quoted(out, commands[i]->summary);
        buf_puts(out, "'\n");
    }
    buf_puts(out, "    )\n"
                  "    if ((CURRENT == 2)); then\n"
                  "        _describe command commands\n"
                  "        compadd -- --help --version\n"
                  "        return\n"
                  "    fi\n"
                  "    shift words\n"
                  "    ((CURRENT--))\n"
                  "    (( $+functions[_kbuild_$words[1]] )) && _kbuild_$words[1]\n"
                  "}\n"
                  "\n"
                  "_kbuild \"$@\"\n");
}
