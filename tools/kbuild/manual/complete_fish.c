/* fish: a line for each command and each option. See complete(1). */
#include "manual.h"

/* In fish's single quotes only \ and ' need a backslash. */
static void put_quoted(struct buf *out, const char *text)
{
    buf_putc(out, '\'');
    for (; *text; text++)
        buf_printf(out, "%s%c", strchr("'\\", *text) ? "\\" : "", *text);
    buf_putc(out, '\'');
}

static void put_option(const struct command *command, const struct option *option, struct buf *out)
{
    static const char *const actions[] = {
        [VALUE_NONE] = "",
        [VALUE_ANY] = " -x",
        [VALUE_FILE] = " -r -F",
        [VALUE_DIRECTORY] = " -x -a '(__fish_complete_directories)'",
        [VALUE_PROGRAM] = " -x -a '(__fish_complete_command)'",
        [VALUE_GPUS] = " -x -a '(__fish_complete_list , __kbuild_gpus)'",
    };
    buf_printf(out, "complete -c kbuild -n '__kbuild_is %s'", command->name);
    if (option->name)
        buf_printf(out, " -l %s", option->name);
    if (option->letter)
        buf_printf(out, " -s %c", option->letter);
    enum value_kind kind = option_value_kind(option);
    if (kind == VALUE_CHOICE) {
        buf_puts(out, " -x -a '");
        for (const char *const *choice = option->choices; *choice; choice++)
            buf_printf(out, "%s%s", choice == option->choices ? "" : " ", *choice);
        buf_putc(out, '\'');
    } else {
        buf_puts(out, actions[kind]);
    }
    buf_puts(out, " -d ");
    put_quoted(out, option->help);
    buf_putc(out, '\n');
}

static void put_command(const struct command *command, struct buf *out)
{
    buf_printf(out, "complete -c kbuild -n __kbuild_is -f -a %s -d ", command->name);
    put_quoted(out, command->summary);
    buf_putc(out, '\n');
    enum value_kind kind = command_operand_kind(command);
    if (kind != VALUE_FILE)
        buf_printf(out, "complete -c kbuild -n '__kbuild_is %s' -f%s\n", command->name,
                   kind == VALUE_GPUS ? " -a '(__kbuild_gpus)'" : "");
    each_option(command, out, put_option);
    buf_putc(out, '\n');
}

void complete_fish(struct buf *out)
{
    buf_puts(out, "# kbuild's completion for fish. Made from kbuild's option tables; do not edit.\n"
                  "\n"
                  "# Is $argv[1] the command? Without an argument: is there no command yet?\n"
                  "function __kbuild_is\n"
                  "    set -l words (commandline -opc)\n"
                  "    test \"$words[2]\" = \"$argv[1]\"\n"
                  "end\n"
                  "\n"
                  "function __kbuild_gpus\n"
                  "    printf '%s\\n' ");
    put_gpus(out);
    buf_puts(out, "\nend\n"
                  "\n"
                  "complete -c kbuild -n __kbuild_is -f -l help -s h -d 'the commands'\n"
                  "complete -c kbuild -n __kbuild_is -f -l version -d 'the version'\n\n");
    for (size_t i = 0; commands[i]; i++)
        put_command(commands[i], out);
}
