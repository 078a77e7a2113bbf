/* Functions by which the files of fuse make programs. */
#ifndef FUSE_PROGRAM_H
#define FUSE_PROGRAM_H

#include "fuse/fuse.h"

/* Puts a message into |error|, with the line of |text| and a caret below |at| if |text| is not
 * NULL. Returns false. */
__attribute__((format(printf, 4, 5))) bool fuse_wrong(struct fuse_error *error, const char *text,
                                                      uint32_t at, const char *format, ...);

/* Adds |node|, whose |is_row| this function sets, unless the program has one like it. Returns its
 * number, or FUSE_NO_VALUE with a message if there are too many nodes. */
fuse_value program_add(struct fuse_program *program, struct fuse_node node,
                       struct fuse_error *error);

/* Does what fuse_call() does, for place |at| of the program's text. */
fuse_value program_call(struct fuse_program *program, const char *function,
                        const fuse_value *arguments, uint32_t count, uint32_t at,
                        struct fuse_error *error);

/* Adds the nodes of the expression |text|, whose parameters a, b, c ... are |arguments|. */
fuse_value program_expand(struct fuse_program *program, const char *text,
                          const fuse_value *arguments, uint32_t count, uint32_t at,
                          struct fuse_error *error);

#endif
