/* handle: which addresses are handles of live objects, so that a call with one that was destroyed,
 * or with any address, is refused without reading there.
 */
#ifndef EMULATOR_HIP_HANDLE_H
#define EMULATOR_HIP_HANDLE_H

#include <stdbool.h>

enum handle_kind {
    HANDLE_NONE,
    HANDLE_EVENT,
    HANDLE_EXEC,
    HANDLE_FUNCTION,
    HANDLE_GRAPH,
    HANDLE_GRAPH_MEMORY, /* of a node that allocates, without a node that frees */
    HANDLE_LIBRARY,
    HANDLE_MODULE,
    HANDLE_NODE,
    HANDLE_POOL,
    HANDLE_USER_OBJECT,
};

/* |handle| is of |kind| from now on. False without memory. Thread-safe, as the others are; the
 * caller may hold the runtime's lock. */
bool handle_add(const void *handle, enum handle_kind kind);
/* It is not any more. Nothing for an address that is not a handle. */
void handle_remove(const void *handle);
bool handle_is(const void *handle, enum handle_kind kind);

/* For fork(): the set as a whole, behind the runtime's lock. */
void handles_lock(void);
void handles_unlock(void);

#endif
