/* What this toolchain can compile for. */
#include "toolchain.h"

#include "codeobj.h"
#include "overlay.h"

enum toolchain_support toolchain_supports(const struct toolchain *toolchain, const char *target)
{
    struct target_id id;
    struct codeobj_error error;
    if (!toolchain->clang || target_id_parse(target, &id, &error) != CODEOBJ_OK ||
        !strings_contain(&toolchain->processors, id.info->processor))
        return TOOLCHAIN_CANNOT;
    return overlay_is_needed(toolchain, id.info) ? TOOLCHAIN_NEEDS_OVERLAY : TOOLCHAIN_COMPILES;
}
