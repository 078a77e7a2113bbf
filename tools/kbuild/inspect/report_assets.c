/* inspect/report/CMakeLists.txt has the places of the files and their hashes. */
#include "report_assets.h"

#define ASSET(name, file)                                                                          \
    __asm__(".pushsection .rodata\n"                                                               \
            "report_" #name "_bytes: .incbin \"" REPORT_ASSETS "/" file "\"\n"                     \
            "report_" #name "_end: .byte 0\n"                                                      \
            ".popsection\n");                                                                      \
    extern const uint8_t report_##name##_bytes[], report_##name##_end[];                           \
    struct span report_##name(void)                                                                \
    {                                                                                              \
        return (struct span){report_##name##_bytes,                                                \
                             (size_t)(report_##name##_end - report_##name##_bytes)};               \
    }

ASSET(page, "page.html")
ASSET(style, "style.css")
ASSET(script, "script.js")

const char report_style_hash[] = REPORT_STYLE_SHA256;
const char report_script_hash[] = REPORT_SCRIPT_SHA256;
