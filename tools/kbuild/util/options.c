#include "options.h"

static size_t edit_distance(const char *a, const char *b)
{
    size_t row[64];
    size_t length = strlen(b);
    if (length >= sizeof row / sizeof *row || strlen(a) >= sizeof row / sizeof *row)
        return sizeof row;
    for (size_t j = 0; j <= length; j++)
        row[j] = j;
    for (size_t i = 1; a[i - 1]; i++) {
        size_t diagonal = row[0];
        row[0] = i;
        for (size_t j = 1; j <= length; j++) {
            size_t best = diagonal + (a[i - 1] != b[j - 1]);
            diagonal = row[j];
            if (row[j] + 1 < best)
                best = row[j] + 1;
            if (row[j - 1] + 1 < best)
                best = row[j - 1] + 1;
            row[j] = best;
        }
    }
    return row[length];
}

const char *options_nearest(const char *wrong, const char *const *names)
{
    const char *nearest = NULL;
    size_t best = strlen(wrong) / 3 + 1;
    for (; *names; names++) {
        size_t distance = edit_distance(wrong, *names);
        if (distance <= best && (!nearest || distance < best)) {
            best = distance;
            nearest = *names;
        }
    }
    return nearest;
}

static const char *options_nearest_name(const struct command *command, const char *wrong)
{
    const char *names[64] = {0};
    size_t count = 0;
    for (const struct option *option = command->options;
         option->help && count + 1 < sizeof names / sizeof *names; option++)
        if (option->name)
            names[count++] = option->name;
    return options_nearest(wrong, names);
}

static enum status unknown_option(const struct command *command, const char *name)
{
    const char *near = name[0] == '-' ? options_nearest_name(command, name + 2) : NULL;
    return status_fail(STATUS_USAGE, "%s: unknown option '%s'%s%s%s; see kbuild %s --help",
                       command->name, name, near ? " (did you mean '--" : "", near ? near : "",
                       near ? "'?)" : "", command->name);
}

/* Appends the items of |value|, which commas separate. Returns false when there is no item: then a
 * shell variable was probably empty, and an empty list would count as if the option were missing.
 */
static bool add_split(struct strings *list, const char *value)
{
    size_t before = list->count;
    while (*value) {
        size_t length = strcspn(value, ",");
        if (length)
            strings_take(list, mem_dup_n(value, length));
        value += length + (value[length] == ',');
    }
    return list->count > before;
}

static enum status wants_value(const struct command *command, const struct option *option,
                               const char *shown)
{
    return status_fail(STATUS_USAGE, "%s: %s needs a value: %s", command->name, shown,
                       option->value);
}

/* Whether the option's value is a file's name. The word for the value in the table decides. */
static bool is_file_name(const struct option *option)
{
    static const char *const names[] = {"DIR", "FILE", "OUT", "OUT.h", "PATH"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(option->value, names[i]) == 0)
            return true;
    return false;
}

static enum status option_set(const struct command *command, const struct option *option,
                              const char *shown, const char *value, void *fields)
{
    void *field = (char *)fields + option->offset;
    if (option->choices) {
        const char *const *choice = option->choices;
        while (*choice && strcmp(*choice, value) != 0)
            choice++;
        if (!*choice) {
            OWNED_BY(buf_free) struct buf all = {0};
            for (choice = option->choices; *choice; choice++)
                buf_printf(&all, "%s%s", all.size ? ", " : "", *choice);
            return status_fail(STATUS_USAGE, "%s: %s cannot be '%s'; it is one of %s",
                               command->name, shown, value, all.data);
        }
    }
    if (option->kind == OPTION_STRING && !*value && is_file_name(option))
        return status_fail(STATUS_USAGE, "%s: %s needs a value: %s; it cannot be empty",
                           command->name, shown, option->value);
    switch (option->kind) {
    case OPTION_FLAG: *(bool *)field = true; break;
    case OPTION_STRING: *(const char **)field = value; break;
    case OPTION_LIST: strings_add(field, value); break;
    case OPTION_COMMAS:
        if (!add_split(field, value))
            return wants_value(command, option, shown);
        break;
    case OPTION_NUMBER:
    case OPTION_ABOVE_0: {
        char *end;
        const int least = option->kind == OPTION_ABOVE_0;
        long number = strtol(value, &end, 10);
        if (end == value || *end || number < least || number > 1000000)
            return status_fail(STATUS_USAGE, "%s: %s needs a number from %d to 1000000, not '%s'",
                               command->name, shown, least, value);
        *(int *)field = (int)number;
        break;
    }
    }
    return STATUS_OK;
}

/* Whether |given|, a name of |length| bytes, means the option |name|. "target" is accepted for
 * "targets", because people write it. */
static bool is_name(const char *name, const char *given, size_t length)
{
    return (strlen(name) == length && strncmp(given, name, length) == 0) ||
           (strcmp(name, "targets") == 0 && length == 6 && strncmp(given, name, length) == 0);
}

const struct option *options_find(const struct command *command, const char *name, size_t length,
                                  char letter)
{
    for (const struct option *option = command->options; option->help; option++) {
        if (letter ? option->letter == letter : option->name && is_name(option->name, name, length))
            return option;
    }
    return NULL;
}

static void options_print_help(const struct command *command)
{
    printf("kbuild %s: %s\n\n", command->name, command->summary);
    printf("  kbuild %s [OPTION...] %s\n\n%s\n", command->name, command->operands,
           command->details);
    if (command->options->help)
        printf("Options:\n");
    for (const struct option *option = command->options; option->help; option++) {
        char left[64];
        int length = snprintf(left, sizeof left, "  ");
        if (option->letter)
            length += snprintf(left + length, sizeof left - (size_t)length, "-%c%s", option->letter,
                               option->name ? ", " : "");
        if (option->name)
            length += snprintf(left + length, sizeof left - (size_t)length, "--%s", option->name);
        if (option->value)
            snprintf(left + length, sizeof left - (size_t)length, " %s", option->value);
        printf("%-28s %s%s", left, strlen(left) > 28 ? "\n                             " : "",
               option->help);
        for (const char *const *choice = option->choices; choice && *choice; choice++)
            printf("%s%s", choice == option->choices ? ": " : ", ", *choice);
        putchar('\n');
    }
    printf("  -h, --help                 this text\n\nExample:\n%s", command->example);
}

enum status options_parse(const struct command *command, int argc, char **argv, void *fields,
                          struct strings *operands)
{
    bool options_end = false;
    for (int i = 1; i < argc; i++) {
        const char *arg = argv[i];
        if (options_end || arg[0] != '-' || arg[1] == '\0') {
            strings_add(operands, arg);
            continue;
        }
        if (strcmp(arg, "--") == 0) {
            options_end = true;
            continue;
        }
        if (strcmp(arg, "--help") == 0 || strcmp(arg, "-h") == 0) {
            options_print_help(command);
            exit((int)status_of_output(STATUS_OK));
        }
        bool is_long = arg[1] == '-';
        size_t length = is_long ? strcspn(arg + 2, "=") : 1;
        const struct option *option =
            options_find(command, arg + 2, length, is_long ? '\0' : arg[1]);
        if (!option)
            return unknown_option(command, arg);
        char shown[64];
        snprintf(shown, sizeof shown, "%.*s", (int)(is_long ? length + 2 : 2), arg);
        const char *value = NULL;
        if (is_long ? arg[2 + length] == '=' : arg[2] != '\0')
            value = is_long ? arg + 3 + length : arg + 2;
        if (option->kind == OPTION_FLAG) {
            if (value)
                return status_fail(STATUS_USAGE, "%s: %s takes no value", command->name, shown);
        } else if (!value) {
            if (i + 1 >= argc)
                return wants_value(command, option, shown);
            value = argv[++i];
        }
        FORWARD_IF_ERROR(option_set(command, option, shown, value, fields));
    }
    return STATUS_OK;
}

static enum status check_operands(const struct command *command, const struct strings *operands)
{
    if (!*command->operands && operands->count)
        return status_fail(STATUS_USAGE, "%s: '%s' is too much; see kbuild %s --help",
                           command->name, operands->items[0], command->name);
    if (operands->count < command->least || (command->most && operands->count > command->most))
        return status_fail(STATUS_USAGE, "%s: needs %s; see kbuild %s --help", command->name,
                           command->needs, command->name);
    return STATUS_OK;
}

enum status command_run(const struct command *command, int argc, char **argv)
{
    OWNED_BY(strings_free) struct strings operands = {0};
    OWNED char *chosen = mem_alloc(command->size);
    if (command->defaults)
        memcpy(chosen, command->defaults, command->size);
    if (command->adapt)
        argc = command->adapt(chosen, argc, argv);
    enum status status = options_parse(command, argc, argv, chosen, &operands);
    if (status == STATUS_OK)
        status = check_operands(command, &operands);
    if (status == STATUS_OK)
        status = command->run(chosen, &operands);
    for (const struct option *option = command->options; option->help; option++)
        if (option->kind == OPTION_LIST || option->kind == OPTION_COMMAS)
            strings_free((struct strings *)(void *)(chosen + option->offset));
    return status;
}
