/* Finds what a case says without effect: a key that the kernel, another key or the kind of values
 * makes useless. Nobody writes such a key on purpose, so that it is an error. */
#ifndef KBUILD_VERIFY_EFFECT_H
#define KBUILD_VERIFY_EFFECT_H

#include "verify/trial.h"

/* Notes which keys of its case have an effect on |trial|, whose launch is |launch|. */
void effects_note(struct trials *trials, const struct trial *trial, const struct launch *launch);
/* Checks that each key of the file has an effect on a trial of some kernel. What applies to a
 * kernel that --kernel leaves out is not checked. */
enum status effects_check(struct trials *trials);

#endif
