/* report: the contents of a package, as one HTML file that loads nothing. docs/report.md describes
 * it.
 */
#ifndef KBUILD_INSPECT_REPORT_H
#define KBUILD_INSPECT_REPORT_H

#include "inspect/profile.h"

/* Appends the page of what |filter| leaves, with |profile|, which may be NULL. False, and nothing
 * appended, when it leaves nothing. */
bool report_print(const struct package *package, const struct profile *profile,
                  const struct diff_filter *filter, const char *title, struct buf *out);

#endif
