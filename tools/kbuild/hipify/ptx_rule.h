/* The PTX instructions that there are functions for, and those without a counterpart. */
#ifndef KBUILD_HIPIFY_PTX_RULE_H
#define KBUILD_HIPIFY_PTX_RULE_H

#include <stdbool.h>
#include <stddef.h>

/* Instructions of one opcode. Lists are words separated by blanks; of "rz|rm|rp" an instruction has
 * at most one, of "lo|hi!" exactly one. */
struct ptx_rule {
    const char *opcode;
    const char *kept;    /* modifiers that are part of the function's name, in this order */
    const char *dropped; /* modifiers that change nothing here */
    const char *types;   /* "u32 s32"; of "u8 s8/f16 f32" each side, in order */
    char form;           /* 'd': the first argument is the result; 'p': it may be d|p; '-': none */
    char least, most;    /* how many more arguments, '0' to '9' */
    const char *what;    /* for people */
};

const struct ptx_rule *ptx_rules(size_t *out_count);

/* Why the instruction |name| (with its modifiers) has no translation, or NULL; with it the latest
 * architecture (610) that lacks the instruction, or 0 where that does not help. */
const char *ptx_refusal(const char *name, int *out_older);

enum { PTX_NAME = 96 }; /* longer than any name or part of a list */

/* Copies the part of |list| before |separator| to |part|; returns the part behind it. */
const char *ptx_list_next(const char *list, char separator, char part[PTX_NAME]);

/* Whether |word| is in |list|. */
bool ptx_list_has(const char *list, const char *word);

/* Whether the part of an opcode is a type. */
bool ptx_is_type(const char *part);

/* Writes the name of the function for an instruction, without the namespace, as bfe_u32, and its
 * first type. False when |rule| is not for it. */
bool ptx_rule_name(const struct ptx_rule *rule, const char *const *parts, int count,
                   char name[PTX_NAME], const char **out_type);

#endif
