/* The parts of the page that `kbuild report` fills, as they are in inspect/report/. */
#ifndef KBUILD_INSPECT_REPORT_ASSETS_H
#define KBUILD_INSPECT_REPORT_ASSETS_H

#include "span.h"

struct span report_page(void); /* HTML with {{name}} for each insertion */
struct span report_style(void);
struct span report_script(void);

/* SHA-256 in base64, in the form of a content security policy. */
extern const char report_style_hash[];
extern const char report_script_hash[];

#endif
