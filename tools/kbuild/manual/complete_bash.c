/* bash: one function, with a case for each command that lists its options and their values. The
 * package bash-completion loads the file by its name; the function does not need that package.
 */
#include "manual.h"

static const char begin[] =
    "# kbuild's completion for bash. Made from kbuild's option tables; do not edit.\n"
    "# shellcheck shell=bash\n"
    "\n"
    "# Propose the words of $1, the files or the directories that begin with $cur.\n"
    "_kbuild_words() { mapfile -t COMPREPLY < <(compgen -W \"$1\" -- \"$cur\"); }\n"
    "_kbuild_files() { compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- \"$cur\"); }\n"
    "_kbuild_directories() { compopt -o filenames; mapfile -t COMPREPLY < <(compgen -d -- "
    "\"$cur\"); }\n"
    "_kbuild_programs() { mapfile -t COMPREPLY < <(compgen -c -- \"$cur\"); }\n"
    "\n"
    "# Completes the last name of a list with commas.\n"
    "_kbuild_gpus()\n"
    "{\n"
    "    local before=\n"
    "    [[ $cur != *,* ]] || before=${cur%,*},\n"
    "    cur=${cur##*,}\n";

static const char middle[] =
    "    COMPREPLY=(\"${COMPREPLY[@]/#/$before}\")\n"
    "    compopt -o nospace\n"
    "}\n"
    "\n"
    "_kbuild()\n"
    "{\n"
    "    local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]}\n"
    "    COMPREPLY=()\n"
    "    # '=' is a word of its own: --option = value.\n"
    "    if [[ $cur == '=' ]]; then\n"
    "        cur=\n"
    "    elif [[ $prev == '=' ]]; then\n"
    "        prev=${COMP_WORDS[COMP_CWORD - 2]}\n"
    "    fi\n"
    "    if ((COMP_CWORD == 1)); then\n";

static const char end[] = "    esac\n"
                          "}\n"
                          "complete -F _kbuild kbuild\n";

static void put_name(const struct command *command, const struct option *option, struct buf *out)
{
    (void)command;
    if (option->name)
        buf_printf(out, " --%s", option->name);
    if (option->letter)
        buf_printf(out, " -%c", option->letter);
}

static void put_kind(enum value_kind kind, const struct option *option, struct buf *out)
{
    static const char *const functions[] = {
        [VALUE_FILE] = "_kbuild_files",
        [VALUE_DIRECTORY] = "_kbuild_directories",
        [VALUE_PROGRAM] = "_kbuild_programs",
        [VALUE_GPUS] = "_kbuild_gpus",
    };
    if (kind == VALUE_CHOICE) {
        buf_puts(out, "_kbuild_words '");
        for (const char *const *choice = option->choices; *choice; choice++)
            buf_printf(out, "%s%s", choice == option->choices ? "" : " ", *choice);
        buf_putc(out, '\'');
    } else {
        buf_puts(out, kind == VALUE_NONE || kind == VALUE_ANY ? ":" : functions[kind]);
    }
}

static void put_value(const struct command *command, const struct option *option, struct buf *out)
{
    (void)command;
    enum value_kind kind = option_value_kind(option);
    if (kind == VALUE_NONE)
        return;
    buf_puts(out, "        ");
    if (option->name)
        buf_printf(out, "--%s", option->name);
    if (option->letter)
        buf_printf(out, "%s-%c", option->name ? " | " : "", option->letter);
    buf_puts(out, ") ");
    put_kind(kind, option, out);
    buf_puts(out, " ;;\n");
}

static void put_command(const struct command *command, struct buf *out)
{
    buf_printf(out, "    %s)\n        case $prev in\n", command->name);
    each_option(command, out, put_value);
    buf_puts(out, "        *)\n            case $cur in\n            -*) _kbuild_words '");
    each_option(command, out, put_name);
    buf_puts(out, "' ;;\n            *) ");
    put_kind(command_operand_kind(command), NULL, out);
    buf_puts(out, " ;;\n            esac\n            ;;\n        esac\n        ;;\n");
}

void complete_bash(struct buf *out)
{
    buf_puts(out, begin);
    buf_puts(out, "    _kbuild_words '");
    put_gpus(out);
    buf_puts(out, "'\n");
    buf_puts(out, middle);
    buf_puts(out, "        _kbuild_words '");
    for (size_t i = 0; commands[i]; i++)
        buf_printf(out, "%s ", commands[i]->name);
    buf_puts(out, "--help --version'\n        return\n    fi\n    case ${COMP_WORDS[1]} in\n");
    for (size_t i = 0; commands[i]; i++)
        put_command(commands[i], out);
    buf_puts(out, end);
}
