/* Which handles are alive: in debug builds (without NDEBUG) a handle that was destroyed, or never
 * was, is refused with a sentence instead of being followed. Other builds have nothing of this.
 */
#ifndef KRT_HANDLES_H
#define KRT_HANDLES_H

#include "krt/krt.h"

#include <stdbool.h>

#if !defined(NDEBUG) && !defined(KRT_DEBUG_HANDLES)
#define KRT_DEBUG_HANDLES 1
#endif

enum handle_kind {
    HANDLE_DEVICE,
    HANDLE_STREAM,
    HANDLE_EVENT,
    HANDLE_MODULE,
    HANDLE_GRAPH,
    HANDLE_GRAPH_EXEC,
};

#if KRT_DEBUG_HANDLES
void handle_add(const void *handle, enum handle_kind kind);
/* False when it is not alive: then the caller must not touch it. */
bool handle_remove(const void *handle, enum handle_kind kind);
/* KRT_OK, or KRT_ERROR_INVALID_ARGUMENT. NULL is KRT_OK here. */
krt_status handle_check(const void *handle, enum handle_kind kind);
#else
static inline void handle_add(const void *handle, enum handle_kind kind)
{
    (void)handle, (void)kind;
}
static inline bool handle_remove(const void *handle, enum handle_kind kind)
{
    (void)handle, (void)kind;
    return true;
}
static inline krt_status handle_check(const void *handle, enum handle_kind kind)
{
    (void)handle, (void)kind;
    return KRT_OK;
}
#endif

#endif
