/* The functions of HIP's runtime for graphs that the recorder calls: see graphs.h. */
#include "graphs.h"

#include <string.h>

/* Calls the runtime's function |name| of the type |type| with the arguments. */
#define CALL(name, type, ...)                                                                      \
    do {                                                                                           \
        static void *_Atomic cache;                                                                \
        type *function;                                                                            \
        void *found = find_real(name, &cache);                                                     \
        memcpy(&function, &found, sizeof function);                                                \
        return function ? function(__VA_ARGS__) : HIP_NOT_INITIALISED;                             \
    } while (0)

typedef int of_handle(void *handle);
typedef int of_two(void **out, void *handle);

int runtime_graph_nodes(void *graph, void **out, size_t *count)
{
    typedef int get(void *, void **, size_t *);
    CALL("hipGraphGetNodes", get, graph, out, count);
}

int runtime_graph_edges(void *graph, void **from, void **to, size_t *count)
{
    typedef int get(void *, void **, void **, size_t *);
    CALL("hipGraphGetEdges", get, graph, from, to, count);
}

int runtime_graph_child(void *node, void **out)
{
    typedef int get(void *, void **);
    CALL("hipGraphChildGraphNodeGetGraph", get, node, out);
}

int runtime_graph_clone(void **out, void *graph)
{
    CALL("hipGraphClone", of_two, out, graph);
}

int runtime_graph_find(void **out, void *node, void *clone)
{
    typedef int find(void **, void *, void *);
    CALL("hipGraphNodeFindInClone", find, out, node, clone);
}

int runtime_node_destroy(void *node)
{
    CALL("hipGraphDestroyNode", of_handle, node);
}

int runtime_graph_instantiate(void **out, void *graph)
{
    typedef int instantiate(void **, void *, void **, char *, size_t);
    CALL("hipGraphInstantiate", instantiate, out, graph, NULL, NULL, 0);
}

int runtime_graph_exec_destroy(void *exec)
{
    CALL("hipGraphExecDestroy", of_handle, exec);
}

int runtime_graph_destroy(void *graph)
{
    CALL("hipGraphDestroy", of_handle, graph);
}

int runtime_node_type(void *node, int *out)
{
    typedef int get(void *, int *);
    CALL("hipGraphNodeGetType", get, node, out);
}

static int create_graph(void **out)
{
    typedef int create(void **, unsigned);
    CALL("hipGraphCreate", create, out, 0);
}

static int add_empty_node(void **out, void *graph)
{
    typedef int add(void **, void *, void *const *, size_t);
    CALL("hipGraphAddEmptyNode", add, out, graph, NULL, 0);
}

int runtime_kernel_type(int *out, int empty)
{
    void *graph, *node;
    int type, error = create_graph(&graph);
    if (error)
        return error;
    error = add_empty_node(&node, graph);
    if (!error)
        error = runtime_node_type(node, &type);
    if (!error)
        *out = type - empty;
    runtime_graph_destroy(graph);
    return error;
}

/* A struct with the layout of hipKernelNodeParams. */
struct node_params {
    uint32_t block[3];
    void **extra, *function;
    uint32_t grid[3];
    void **parameters;
    unsigned dynamic_lds;
};

static int get_params(void *node, struct node_params *out)
{
    typedef int get(void *, struct node_params *);
    CALL("hipGraphKernelNodeGetParams", get, node, out);
}

static int get_attribute(void *node, int attribute, void *out)
{
    typedef int get(void *, int, void *);
    CALL("hipGraphKernelNodeGetAttribute", get, node, attribute, out);
}

int runtime_kernel_node(void *node, struct kernel_node *out)
{
    enum { COOPERATIVE = 2 };
    int value[32] = {0}; /* larger than a hipKernelNodeAttrValue */
    struct node_params params;
    int error = get_params(node, &params);
    if (error)
        return error;
    *out = (struct kernel_node){.function = params.function,
                                .dynamic_lds = params.dynamic_lds,
                                .parameters = params.parameters,
                                .extra = params.extra};
    memcpy(out->grid, params.grid, sizeof out->grid);
    memcpy(out->block, params.block, sizeof out->block);
    out->is_cooperative = get_attribute(node, COOPERATIVE, value) == HIP_SUCCESS && value[0] != 0;
    return HIP_SUCCESS;
}

int runtime_kernel_node_set(void *node, const void *parameters)
{
    typedef int set(void *, const void *);
    CALL("hipGraphKernelNodeSetParams", set, node, parameters);
}

const char *runtime_kernel_name(const void *function)
{
    static void *_Atomic cache;
    const char *(*get)(const void *);
    void *found = find_real("hipKernelNameRef", &cache);
    memcpy(&get, &found, sizeof get);
    return get ? get(function) : NULL;
}
