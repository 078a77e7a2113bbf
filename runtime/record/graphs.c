/* Launches of graphs: a graph with kernels that are to be recorded is launched in steps, in place
 * of the whole, so that memory can be recorded before each of these kernels. A step is a graph with
 * one such kernel, or with all nodes between two of them. The runtime makes the steps: by cloning
 * the program's graph, and destroying the nodes that do not belong to the step. */
#include "graphs.h"

#include <stdlib.h>

enum { NODES_MAX = 1 << 14, CLONES_MAX = 1 << 22 };

/* The types of nodes, as since HIP 6. */
enum { NODE_KERNEL = 0, NODE_EMPTY = 5, NODE_EVENT_RECORD = 7 };

/* The nodes of a graph that is cut into steps, in an order in which they can run. */
struct nodes {
    void **all;
    bool *is_recorded; /* for each node, whether it is a kernel that is to be recorded */
    size_t count;
};

static struct graph *graphs;

/* ---- The order of nodes ---------------------------------------------------------------------- */

static size_t index_of(void *const *nodes, size_t count, const void *node)
{
    size_t i = 0;
    while (i < count && nodes[i] != node)
        i++;
    return i;
}

/* Puts nodes that depend on others behind these. False: they cannot be ordered. */
static bool sort_nodes(void **nodes, size_t count, void *const *from, void *const *to, size_t edges)
{
    size_t *waits = calloc(count + 1, sizeof *waits), *ends = calloc(2 * edges + 1, sizeof *ends);
    void **sorted = calloc(count + 1, sizeof *sorted);
    size_t done = 0;
    bool is_good = waits && ends && sorted;
    for (size_t i = 0; is_good && i < edges; i++) {
        ends[2 * i] = index_of(nodes, count, from[i]);
        ends[2 * i + 1] = index_of(nodes, count, to[i]);
        is_good = ends[2 * i] < count && ends[2 * i + 1] < count;
        if (is_good)
            waits[ends[2 * i + 1]]++;
    }
    for (size_t before = 1; is_good && done < count && before;) {
        before = 0; /* how many nodes this pass adds */
        for (size_t i = 0; i < count; i++) {
            if (waits[i] != 0)
                continue;
            waits[i] = SIZE_MAX;
            sorted[done++] = nodes[i];
            before++;
            for (size_t k = 0; k < edges; k++)
                if (ends[2 * k] == i)
                    waits[ends[2 * k + 1]]--;
        }
    }
    is_good = is_good && done == count;
    for (size_t i = 0; is_good && i < count; i++)
        nodes[i] = sorted[i];
    free(waits);
    free(ends);
    free(sorted);
    return is_good;
}

/* Lists the nodes of |graph|. False: there are too many, or they cannot be listed. */
static bool list_nodes(void *graph, struct nodes *out)
{
    size_t edges = 0;
    *out = (struct nodes){.count = 0};
    if (runtime_graph_nodes(graph, NULL, &out->count) || out->count > NODES_MAX ||
        runtime_graph_edges(graph, NULL, NULL, &edges))
        return false;
    void **from = calloc(edges + 1, sizeof *from), **to = calloc(edges + 1, sizeof *to);
    out->all = calloc(out->count + 1, sizeof *out->all);
    out->is_recorded = calloc(out->count + 1, sizeof *out->is_recorded);
    bool is_good = from && to && out->all && out->is_recorded &&
                   runtime_graph_nodes(graph, out->all, &out->count) == HIP_SUCCESS &&
                   (!edges || runtime_graph_edges(graph, from, to, &edges) == HIP_SUCCESS) &&
                   sort_nodes(out->all, out->count, from, to, edges);
    free(from);
    free(to);
    return is_good;
}

/* ---- Steps ----------------------------------------------------------------------------------- */

static void free_steps(struct graph *graph)
{
    for (size_t i = 0; i < graph->step_count; i++) {
        if (graph->steps[i].exec)
            runtime_graph_exec_destroy(graph->steps[i].exec);
        if (graph->steps[i].graph)
            runtime_graph_destroy(graph->steps[i].graph);
    }
    free(graph->steps);
    graph->steps = NULL;
    graph->step_count = 0;
}

/* Whether the node is a kernel that is to be recorded. */
static bool is_wanted(void *node)
{
    struct kernel_node kernel;
    if (runtime_kernel_node(node, &kernel) != HIP_SUCCESS)
        return false;
    recorder_lock();
    const struct function *function = modules_find_kernel(kernel.function);
    bool result = function && function->is_wanted;
    recorder_unlock();
    return result;
}

/* Marks the kernels that are to be recorded. Returns how many there are; 0: nothing is to be cut.
 */
static size_t mark_recorded(const struct nodes *nodes, int kernel_type)
{
    size_t count = 0;
    for (size_t i = 0; i < nodes->count; i++) {
        int type;
        if (runtime_node_type(nodes->all[i], &type) != HIP_SUCCESS)
            return 0;
        type -= kernel_type;
        nodes->is_recorded[i] = type == NODE_KERNEL && is_wanted(nodes->all[i]);
        count += nodes->is_recorded[i];
    }
    return count;
}

/* Whether a step can have nodes of all types that there are: memory, semaphores and conditions
 * belong to the whole graph. */
static bool can_be_cut(const struct nodes *nodes, int kernel_type)
{
    for (size_t i = 0; i < nodes->count; i++) {
        int type;
        if (runtime_node_type(nodes->all[i], &type) != HIP_SUCCESS ||
            type - kernel_type > NODE_EVENT_RECORD)
            return false;
    }
    return true;
}

/* Makes the step of the nodes from |first| on, before |end|. */
static bool make_step(void *graph, const struct nodes *nodes, size_t first, size_t end,
                      struct step *out)
{
    *out = (struct step){.node = nodes->is_recorded[first] ? nodes->all[first] : NULL};
    if (runtime_graph_clone(&out->graph, graph) != HIP_SUCCESS)
        return false;
    for (size_t i = 0; i < nodes->count; i++) {
        void *copy;
        if (runtime_graph_find(&copy, nodes->all[i], out->graph) != HIP_SUCCESS)
            return false;
        if (i == first)
            out->copy = copy;
        if ((i < first || i >= end) && runtime_node_destroy(copy) != HIP_SUCCESS)
            return false;
    }
    return runtime_graph_instantiate(&out->exec, out->graph) == HIP_SUCCESS;
}

static bool make_steps(struct graph *out, void *graph, const struct nodes *nodes)
{
    out->steps = calloc(nodes->count + 1, sizeof *out->steps);
    for (size_t first = 0; out->steps && first < nodes->count;) {
        size_t end = first + 1;
        while (!nodes->is_recorded[first] && end < nodes->count && !nodes->is_recorded[end])
            end++;
        if (out->step_count * nodes->count > CLONES_MAX ||
            !make_step(graph, nodes, first, end, &out->steps[out->step_count++]))
            return false;
        first = end;
    }
    return out->steps != NULL;
}

/* Cuts the graph into steps, if it has kernels that are to be recorded and can be cut. */
static void cut(struct graph *out, void *graph)
{
    struct nodes nodes = {.count = 0};
    int kernel_type;
    bool is_listed =
        runtime_kernel_type(&kernel_type, NODE_EMPTY) == HIP_SUCCESS && list_nodes(graph, &nodes);
    if (is_listed && mark_recorded(&nodes, kernel_type) > 0 &&
        (!can_be_cut(&nodes, kernel_type) || !make_steps(out, graph, &nodes))) {
        free_steps(out);
        say("the launches of a graph of %zu nodes are not recorded: it cannot be cut into pieces",
            nodes.count);
    }
    free(nodes.all);
    free(nodes.is_recorded);
}

/* ---- The public functions -------------------------------------------------------------------- */

struct graph *graphs_find(const void *exec)
{
    recorder_lock();
    struct graph *graph = graphs;
    while (graph && graph->exec != exec)
        graph = graph->next;
    recorder_unlock();
    return graph;
}

void graphs_forget(const void *exec)
{
    struct graph *found = NULL;
    recorder_lock();
    for (struct graph **at = &graphs; *at; at = &(*at)->next)
        if ((*at)->exec == exec) {
            found = *at;
            *at = found->next;
            break;
        }
    recorder_unlock();
    if (!found)
        return;
    struct saved_error saved;
    errors_begin(&saved);
    free_steps(found);
    errors_end(&saved);
    free(found);
}

void graphs_add(void *exec, void *graph)
{
    struct saved_error saved;
    graphs_forget(exec);
    if (!take_records())
        return;
    struct graph *added = calloc(1, sizeof *added);
    if (!added)
        return;
    added->exec = exec;
    errors_begin(&saved);
    cut(added, graph);
    errors_end(&saved);
    if (!added->step_count) {
        free(added);
        return;
    }
    recorder_lock();
    added->next = graphs;
    graphs = added;
    recorder_unlock();
}

void graphs_change(const void *exec)
{
    if (!graphs_find(exec))
        return;
    graphs_forget(exec);
    say("the launches of a graph are not recorded any more: the program changed its nodes");
}

struct step *graphs_step(const void *exec, const void *node)
{
    struct graph *graph = graphs_find(exec);
    for (size_t i = 0; graph && i < graph->step_count; i++)
        if (graph->steps[i].node == node)
            return &graph->steps[i];
    return NULL;
}
