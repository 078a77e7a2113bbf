/* handle: knows which addresses are handles of live objects, so that a call with a handle that was
 * destroyed, or with any other address, is refused without reading at the address.
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
    HANDLE_GRAPH_MEMORY, /* memory that a node of a graph allocates and no node frees */
    HANDLE_LIBRARY,
    HANDLE_MODULE,
    HANDLE_NODE,
    HANDLE_POOL,
    HANDLE_USER_OBJECT,
};

/* Makes |handle| a handle of |kind|. False when there is no memory. All functions of this header
 * are thread-safe, and the caller may hold the runtime's lock. */
bool handle_add(const void *handle, enum handle_kind kind);
/* Removes |handle| from the set. Does nothing if it is not in the set. */
void handle_remove(const void *handle);
bool handle_is(const void *handle, enum handle_kind kind);

/* For fork(): these functions lock and unlock the whole set. The set's lock is taken after the
 * runtime's lock. */
void handles_lock(void);
void handles_unlock(void);

#endif
