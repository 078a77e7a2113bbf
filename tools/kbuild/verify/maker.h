/* What the files that make launches share. */
#ifndef KBUILD_VERIFY_MAKER_H
#define KBUILD_VERIFY_MAKER_H

#include "expression.h"
#include "verify/trial.h"

struct maker {
    struct trials *trials;
    const struct trial *trial;
    struct launch *out;
    struct variables variables; /* the names of sizes and of integer arguments, with their values */
    uint64_t bytes;             /* how many bytes the arrays so far have */
};

/* Returns the line of |spec|, or of the case if it is NULL. */
int maker_line(const struct maker *maker, const struct argument_spec *spec);
/* Returns what the case says about the parameter |name|, or NULL. */
const struct argument_spec *maker_spec(const struct maker *maker, const char *name);
/* Fails with "cases.yaml:7: saxpy: 'y': |what|". */
__attribute__((format(printf, 4, 5))) enum status
maker_fail(const struct maker *maker, int line, const char *name, const char *format, ...);
/* Computes the expression |text|, which belongs to the key or parameter |name|. */
enum status maker_evaluate(const struct maker *maker, int line, const char *name, const char *text,
                           int64_t *out);
/* Reads a number or an expression as an element of |type|, to its bits. */
enum status maker_read_element(const struct maker *maker, int line, const char *name,
                               enum dtype type, const char *text, uint64_t *out);

/* Returns the only size of the trial, which must have one. */
int64_t maker_only_size(const struct maker *maker);

/* ---- array.c ---- */

/* Adds the array of |parameter|, which is the parameter |number| of the kernel. */
enum status array_make(struct maker *maker, const struct parameter *parameter, size_t number);
/* Finds the arrays of which others are the same. */
enum status arrays_find_same(const struct maker *maker);
/* Checks the parameters that rules name as their scale. */
enum status arrays_check_scales(const struct maker *maker);

#endif
