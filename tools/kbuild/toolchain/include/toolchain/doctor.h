/* kbuild doctor: what was found, what it can do, and what to install. */
#ifndef KBUILD_TOOLCHAIN_DOCTOR_H
#define KBUILD_TOOLCHAIN_DOCTOR_H

#include "toolchain/toolchain.h"
#include "util/buf.h"
#include "util/status.h"

#include <stdbool.h>

struct doctor_options {
    struct toolchain_request toolchain;
    const struct strings *targets; /* canonical target IDs; may be empty */
    bool verbose; /* every place that was tried; load libclang, compile for each of |targets| */
    bool json;
    bool color;
};

/* Looks afresh, never into a cache, and prints the report to standard output. STATUS_ENVIRONMENT
 * when a build for |targets| would not work, saying why. */
enum status doctor_run(const struct doctor_options *options);

#endif
