/* Parses command lines by tables of options. --help and suggestions of similar names use the same
 * tables. */
#ifndef KBUILD_UTIL_OPTIONS_H
#define KBUILD_UTIL_OPTIONS_H

#include "buf.h"
#include "status.h"

enum option_kind {
    OPTION_FLAG,   /* the field is a bool, which the option sets to true */
    OPTION_STRING, /* the field is a const char *, borrowed from argv; the last value wins */
    OPTION_NUMBER, /* the field is an int, which is not negative */
    /* the field is an int above 0; in its struct, 0 means that the option was not given */
    OPTION_ABOVE_0,
    OPTION_LIST, /* the field is a struct strings; the option may be repeated */
    /* the field is a struct strings; the option may be repeated, and each value is a list with
     * commas */
    OPTION_COMMAS,
};

struct option {
    const char *name; /* the name without its dashes; NULL for an option with a letter alone */
    char letter;      /* the letter without its dash; 0 for an option with a name alone */
    enum option_kind kind;
    size_t offset;     /* offset of the option's field in the options struct */
    const char *value; /* word for the option's value in --help; NULL for a flag */
    const char *help;
    /* NULL-terminated list of the allowed values; NULL allows any value */
    const char *const *choices;
};

struct command {
    const char *name;
    const char *summary;  /* what the command does, in a line for the list of commands */
    const char *operands; /* the operands as --help shows them: "[DIR | MANIFEST]" */
    const char *details;  /* paragraphs that --help prints */
    /* examples that --help prints, each line with two spaces at its start */
    const char *example;
    const struct option *options; /* the table of options; its last entry is zero */
    size_t size;                  /* size of the options struct */
    const void *defaults;         /* the initial contents of the options struct; if NULL, zeroes */
    /* what the message asks for when there are too few or too many operands: "one FILE" */
    const char *needs;
    /* the fewest and the most operands; if |most| is 0, any number; if |operands| is "", none */
    size_t least, most;
    /* Called before the command line is parsed; changes the words in |argv|, and returns the new
     * argc. May be NULL. */
    int (*adapt)(void *chosen, int argc, char **argv);
    enum status (*run)(void *chosen, struct strings *operands);
};

/* Parses the command line as options_parse() does, checks the number of operands, and calls
 * |command->run|. Frees the lists in the options struct afterwards. */
enum status command_run(const struct command *command, int argc, char **argv);

/* Reads the options in argv[1..argc) into the struct at |fields| (zeroed or with defaults) and all
 * other words into |operands|. Options and operands may be in any order; "--" ends the options.
 * Accepts --name=value, --name value, -Xvalue and -X value. --help prints the command's help to
 * stdout and exits. When the command line is wrong, prints a message, which names similar options,
 * and returns STATUS_USAGE. */
enum status options_parse(const struct command *command, int argc, char **argv, void *fields,
                          struct strings *operands);

/* Returns the option whose letter is |letter|, or, if |letter| is 0, whose name is the first
 * |length| bytes of |name|. NULL if there is none. */
const struct option *options_find(const struct command *command, const char *name, size_t length,
                                  char letter);

/* Returns the entry of |names| (NULL-terminated) that is nearest to |wrong| by edit distance, or
 * NULL when no entry is near. Borrows from |names|. */
const char *options_nearest(const char *wrong, const char *const *names);

#endif
