/* Objects of the program that graphs refer to: when the last reference is gone, the program's
 * function destroys the object.
 */
#include "graph.h"

#include <limits.h>
#include <stdlib.h>

struct user_object {
    unsigned references; /* guarded by the lock */
    hipHostFn_t destroy;
    void *context;
};

static struct user_object *make(hipHostFn_t destroy, void *context, unsigned references)
{
    struct user_object *object = malloc(sizeof *object);
    if (object)
        *object = (struct user_object){references, destroy, context};
    return object;
}

static void retain(struct user_object *object, unsigned count)
{
    runtime_lock();
    object->references += count;
    runtime_unlock();
}

/* A count above the number of references releases all. Not with the lock held. */
static void release(struct user_object *object, unsigned count)
{
    runtime_lock();
    object->references -= count < object->references ? count : object->references;
    bool is_last = object->references == 0;
    runtime_unlock();
    if (!is_last)
        return;
    object->destroy(object->context);
    free(object);
}

/* ---- References of graphs ------------------------------------------------------------------- */

static struct object_reference *find_reference(struct ihipGraph *graph,
                                               const struct user_object *object)
{
    struct object_reference *reference = graph->objects;
    while (reference && reference->object != object)
        reference = reference->next;
    return reference;
}

/* The references are counted already. False without memory. */
static bool refer(struct ihipGraph *graph, struct user_object *object, unsigned count)
{
    struct object_reference *reference = find_reference(graph, object);
    if (!reference) {
        reference = malloc(sizeof *reference);
        if (!reference)
            return false;
        *reference = (struct object_reference){.object = object, .next = graph->objects};
        graph->objects = reference;
    }
    reference->count += count;
    return true;
}

bool objects_attach(struct ihipGraph *graph, hipHostFn_t destroy, void *context)
{
    struct user_object *object = make(destroy, context, 1);
    bool is_good = object && refer(graph, object, 1);
    if (!is_good)
        free(object);
    return is_good;
}

bool objects_clone(const struct ihipGraph *from, struct ihipGraph *out)
{
    for (const struct object_reference *at = from->objects; at; at = at->next) {
        if (!refer(out, at->object, at->count))
            return false;
        retain(at->object, at->count);
    }
    return true;
}

void objects_release(struct ihipGraph *graph)
{
    while (graph->objects) {
        struct object_reference *reference = graph->objects;
        graph->objects = reference->next;
        release(reference->object, reference->count);
        free(reference);
    }
}

/* ---- The API -------------------------------------------------------------------------------- */

static hipError_t check(const void *object, unsigned count, const char *function)
{
    if (object && count > 0 && count <= INT_MAX)
        return hipSuccess;
    return fail(hipErrorInvalidValue, "%s: %s", function,
                object ? "the number of references is 0, or negative" : "the object is null");
}

hipError_t hip_user_object_create(struct user_object **out, void *context, hipHostFn_t destroy,
                                  unsigned references, unsigned flags)
{
    enum { NO_DESTRUCTOR_SYNC = 1 }; /* the flag is required */
    static const char function[] = "hipUserObjectCreate";
    hipError_t error = check(out, references, function);
    if (error)
        return error;
    if (!destroy || flags != NO_DESTRUCTOR_SYNC)
        return fail(hipErrorInvalidValue, "%s: %s", function,
                    destroy ? "the flags are not hipUserObjectNoDestructorSync"
                            : "there is no function that destroys it");
    *out = make(destroy, context, references);
    return *out ? hipSuccess : fail(hipErrorOutOfMemory, "%s: out of memory", function);
}

hipError_t hip_user_object_retain(struct user_object *object, unsigned count)
{
    hipError_t error = check(object, count, "hipUserObjectRetain");
    if (!error)
        retain(object, count);
    return error;
}

hipError_t hip_user_object_release(struct user_object *object, unsigned count)
{
    hipError_t error = check(object, count, "hipUserObjectRelease");
    if (!error)
        release(object, count);
    return error;
}

hipError_t hip_graph_retain_user_object(hipGraph_t graph, struct user_object *object,
                                        unsigned count, unsigned flags)
{
    enum { MOVE = 1 }; /* the caller's references become the graph's */
    static const char function[] = "hipGraphRetainUserObject";
    hipError_t error = check(object, count, function);
    if (error)
        return error;
    if (!graph || flags > MOVE)
        return fail(hipErrorInvalidValue, graph ? "%s: unknown flags" : "%s: the graph is null",
                    function);
    if (!refer(graph, object, count))
        return fail(hipErrorOutOfMemory, "%s: out of memory", function);
    if (flags != MOVE)
        retain(object, count);
    return hipSuccess;
}

hipError_t hip_graph_release_user_object(hipGraph_t graph, struct user_object *object,
                                         unsigned count)
{
    static const char function[] = "hipGraphReleaseUserObject";
    hipError_t error = check(object, count, function);
    if (error)
        return error;
    if (!graph)
        return fail(hipErrorInvalidValue, "%s: the graph is null", function);
    struct object_reference *reference = find_reference(graph, object);
    if (!reference) /* AMD's runtime accepts it */
        return hipSuccess;
    unsigned released = count < reference->count ? count : reference->count;
    reference->count -= released;
    release(object, released);
    if (reference->count > 0)
        return hipSuccess;
    struct object_reference **at = &graph->objects;
    while (*at != reference)
        at = &(*at)->next;
    *at = reference->next;
    free(reference);
    return hipSuccess;
}
