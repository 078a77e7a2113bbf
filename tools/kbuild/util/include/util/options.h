/* Parses command lines by tables. The same tables serve to print --help and to suggest similar
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
    OPTION_COMMAS, /* struct strings; may be repeated; each value is split at commas */
};

struct option {
    const char *name; /* without the dashes; NULL where there is no name */
    char letter;      /* 0 where there is no letter */
    enum option_kind kind;
    size_t offset;     /* offset of the option's field in the options struct */
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
    size_t size;                  /* size of the options struct */
    const void *defaults;         /* the options struct before the line is read; NULL: zeroes */
    const char *needs;  /* "one FILE": what is missing with too few or too many operands */
    size_t least, most; /* how many operands; |most| 0: any number. None if |operands| is "" */
    /* Changes the words in |argv| before they are parsed, and returns the new argc. May be NULL. */
    int (*adapt)(void *chosen, int argc, char **argv);
    enum status (*run)(void *chosen, struct strings *operands);
};

/* Parses the command line as options_parse() does, checks the number of operands, and calls
 * |command->run|. Frees the lists in the options struct afterwards. */
enum status command_run(const struct command *command, int argc, char **argv);

/* Reads the options in argv[1..argc) into the struct at |fields| (zeroed or holding defaults) and
 * all other words into |operands|. Options and operands may mix; "--" ends the options. Accepts
 * --name=value, --name value, -Xvalue and -X value. On --help prints the command's help to stdout
 * and exits. When the line is wrong, prints a message, which names similar options, and returns
 * STATUS_USAGE. */
enum status options_parse(const struct command *command, int argc, char **argv, void *fields,
                          struct strings *operands);

/* Returns the option with this |letter| or, if |letter| is 0, with the |name| of |length| bytes.
 * NULL if there is none. */
const struct option *options_find(const struct command *command, const char *name, size_t length,
                                  char letter);

/* Returns the entry of |names| (NULL-terminated) that is nearest to |wrong| by edit distance, or
 * NULL when all are too far. Borrows from |names|. */
const char *options_nearest(const char *wrong, const char *const *names);

#endif
