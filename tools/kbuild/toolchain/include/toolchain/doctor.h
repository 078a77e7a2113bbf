/* kbuild doctor: reports the toolchain, the targets that it compiles for, and the packages to
 * install. */
#ifndef KBUILD_TOOLCHAIN_DOCTOR_H
#define KBUILD_TOOLCHAIN_DOCTOR_H

#include "toolchain/toolchain.h"
#include "util/buf.h"
#include "util/status.h"

#include <stdbool.h>

struct doctor_options {
    struct toolchain_request toolchain;
    const struct strings *targets; /* canonical target IDs; may be empty */
    bool verbose; /* print all paths tried; load libclang; compile a kernel for each target */
    bool json;
    bool color;
};

/* Searches without the cache and prints the report to standard output. STATUS_ENVIRONMENT, with the
 * reason, if a build for |targets| would not work. */
enum status doctor_run(const struct doctor_options *options);

#endif
