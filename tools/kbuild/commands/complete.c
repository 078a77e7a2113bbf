/* kbuild --complete WORD...: prints how a command line may go on, for the completions of shells.
 * The last WORD is the one that the user is typing, and may be empty.
 *
 * The first line says what may follow: "words"; "list", for words that a comma may follow; "files",
 * "directories" or "programs", which the shell finds itself; or "none". Then there is a line for
 * each word that begins with the last WORD: the word, a tab, and what it means. */
#include "commands/commands.h"

#include "codeobj.h"

/* Proposes |before| and |word| as one word, if it begins with |typed|. */
static void propose(const char *typed, const char *before, const char *word, const char *help)
{
    OWNED char *whole = mem_format("%s%s", before, word);
    if (text_begins(whole, typed))
        printf("%s\t%s\n", whole, help);
}

static void propose_commands(const char *typed)
{
    puts("words");
    for (size_t i = 0; commands[i]; i++)
        propose(typed, "", commands[i]->name, commands[i]->summary);
    propose(typed, "", "--help", "the commands");
    propose(typed, "", "--version", "the version");
}

static void propose_option(const struct option *option, const char *typed)
{
    if (option->name)
        propose(typed, "--", option->name, option->help);
    if (option->letter)
        propose(typed, "-", (const char[]){option->letter, '\0'}, option->help);
}

static void propose_options(const struct command *command, const char *typed)
{
    static const struct option help = {.name = "help", .letter = 'h', .help = "this text"};
    puts("words");
    for (const struct option *option = command->options; option->help; option++)
        propose_option(option, typed);
    propose_option(&help, typed);
}

/* Proposes target IDs. |typed| may already have complete target IDs, each with a comma behind it.
 */
static void propose_gpus(const char *typed)
{
    const char *last = strrchr(typed, ',');
    last = last ? last : strrchr(typed, '=');
    OWNED char *before = mem_dup_n(typed, last ? (size_t)(last + 1 - typed) : 0);
    puts("list");
    for (size_t i = 0; i < target_count(); i++)
        propose(typed, before, target_at(i)->processor, target_at(i)->family);
    propose(typed, before, "native", "the GPUs of this machine");
}

/* Returns what a shell may complete as an option's value, as the first line of our output says it:
 * "files", "directories", "programs" or "none". |value| is the value's placeholder in the option
 * table, such as "DIR". */
static const char *value_kind(const char *value)
{
    static const char *const kinds[][2] = {
        {"DIR", "directories"}, {"FILE", "files"},       {"OUT", "files"},
        {"OUT.h", "files"},     {"PATH", "files"},       {"BASELINE", "files"},
        {"CLANG", "programs"},  {"PROGRAM", "programs"},
    };
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (strcmp(kinds[i][0], value) == 0)
            return kinds[i][1];
    return "none";
}

/* Proposes values of |option|. |typed| is the beginning of a value, without "--name=". */
static void propose_value(const struct option *option, const char *typed)
{
    static const char *const of_gpus[] = {"targets", "device"};
    bool is_gpus = false;
    for (size_t i = 0; option->name && i < sizeof of_gpus / sizeof *of_gpus; i++)
        is_gpus |= strcmp(option->name, of_gpus[i]) == 0;
    if (option->choices) {
        OWNED char *before =
            mem_dup_n(typed, strncmp(typed, "--", 2) == 0 ? strcspn(typed, "=") + 1 : 0);
        puts("words");
        for (const char *const *choice = option->choices; *choice; choice++)
            propose(typed, before, *choice, "");
    } else if (is_gpus) {
        propose_gpus(typed);
    } else {
        puts(value_kind(option->value));
    }
}

static void propose_operands(const struct command *command, const char *typed)
{
    if (strstr(command->operands, "TARGET"))
        propose_gpus(typed);
    else
        puts(*command->operands ? "files" : "none");
}

/* Returns the option that |word| names ("--name", "--name=..." or "-n"), if it takes a value; else
 * NULL. */
static const struct option *valued_option(const struct command *command, const char *word)
{
    const struct option *option = NULL;
    if (text_begins(word, "--"))
        option = options_find(command, word + 2, strcspn(word + 2, "="), '\0');
    else if (word[0] == '-' && word[1] && !word[2])
        option = options_find(command, NULL, 0, word[1]);
    return option && option->kind != OPTION_FLAG ? option : NULL;
}

void command_complete(int count, char **words)
{
    const char *typed = count > 0 ? words[count - 1] : "",
               *before = count > 2 ? words[count - 2] : "";
    const struct command *command = count > 1 ? command_find(words[0]) : NULL;
    const struct option *option = NULL;
    if (command && !strchr(before, '='))
        option = valued_option(command, before);
    if (command && !option && strchr(typed, '='))
        option = valued_option(command, typed);
    if (count <= 1)
        propose_commands(typed);
    else if (count == 2 && strcmp(words[0], "help") == 0)
        propose_commands(typed);
    else if (!command)
        puts("none");
    else if (option)
        propose_value(option, typed);
    else if (*typed == '-')
        propose_options(command, typed);
    else
        propose_operands(command, typed);
}
