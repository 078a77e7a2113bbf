/* Command lines from tables: the same table is used to parse, to print --help and to suggest near
 * names. */
#ifndef KBUILD_UTIL_OPTIONS_H
#define KBUILD_UTIL_OPTIONS_H

#include "buf.h"
#include "status.h"

enum option_kind {
    OPTION_FLAG,   /* bool, set to true */
    OPTION_STRING, /* const char *, borrowed from argv; the last one wins */
    OPTION_NUMBER, /* int, not negative */
    OPTION_LIST,   /* struct strings; may be repeated */
    OPTION_COMMAS, /* struct strings; may be repeated, each splits at commas into one or more */
};

struct option {
    const char *name; /* without the dashes; NULL where there is no name */
    char letter;      /* 0 where there is no letter */
    enum option_kind kind;
    size_t offset;     /* of the field in the command's options struct */
    const char *value; /* the name of the value in --help; NULL for a flag */
    const char *help;
    const char *const *choices; /* NULL-terminated list of allowed values, or NULL for any */
};

struct command {
    const char *name;
    const char *summary;          /* one line, for the list of commands */
    const char *operands;         /* "[DIR | MANIFEST]" */
    const char *details;          /* paragraphs for --help */
    const char *example;          /* lines for --help, each starting with two spaces */
    const struct option *options; /* ends with an all-zero entry */
    size_t size;                  /* of the struct that |options| are offsets into */
    const void *defaults;         /* the struct before options are read; NULL: zeroes */
    const char *needs;  /* "one FILE": what is missing with too few or too many operands */
    size_t least, most; /* operands; 0: any number. A command whose |operands| is "" takes
                           none */
    /* Changes the words in |argv| before they are parsed, and returns how many are; may be NULL. */
    int (*adapt)(void *chosen, int argc, char **argv);
    enum status (*run)(void *chosen, struct strings *operands);
};

/* Parses the line as options_parse() does, checks the number of operands, and runs |command|. Lists
 * in its struct are freed afterwards. */
enum status command_run(const struct command *command, int argc, char **argv);

/* Reads argv[1..argc) into the struct at |fields| (zeroed or holding defaults) and the rest into
 * |operands|. Options and operands may mix; "--" ends the options. Accepts --name=value,
 * --name value, -Xvalue and -X value. On --help prints the command's help to stdout and exits.
 * STATUS_USAGE with a message, which names near options, when the line is wrong. */
enum status options_parse(const struct command *command, int argc, char **argv, void *fields,
                          struct strings *operands);

/* The option with this |letter|, or without one, |name| of |length| bytes; NULL if there is none. */
const struct option *options_find(const struct command *command, const char *name, size_t length,
                                  char letter);

/* The entry of |names| (NULL-terminated) nearest to |wrong| by edit distance, or NULL when none is
 * near enough. Borrows from |names|. */
const char *options_nearest(const char *wrong, const char *const *names);

#endif
