/* Which handles are alive. In debug builds (without NDEBUG), functions refuse a handle that was
 * destroyed, or that never was a handle, with a message instead of following the pointer. Other
 * builds do not watch handles.
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
/* Removes a handle. Returns false if the handle is not alive: then the caller must not touch what
 * it points to. */
bool handle_remove(const void *handle, enum handle_kind kind);
/* Checks that |handle| is alive. Returns KRT_OK, also for NULL, or KRT_ERROR_INVALID_ARGUMENT. */
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
