/* The targets that a toolchain can compile for. */
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

enum status toolchain_require_targets(const struct toolchain *toolchain,
                                      const struct strings *targets)
{
    FORWARD_IF_ERROR(toolchain_require(toolchain));
    for (size_t i = 0; i < targets->count; i++)
        if (toolchain_supports(toolchain, targets->items[i]) == TOOLCHAIN_CANNOT)
            return status_fail(STATUS_ENVIRONMENT,
                               "clang %s (%s) cannot compile for %s; choose a newer one with "
                               "--clang ('kbuild doctor' lists what is here)",
                               toolchain->clang_version, toolchain->clang, targets->items[i]);
    return STATUS_OK;
}
