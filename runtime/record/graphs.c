/* Launches of graphs: a graph with kernels that are to be recorded is launched in steps, in place
 * of the whole, so that memory can be recorded before each of these kernels. A step is a graph with
 * one such kernel, or with all nodes between two of them. The runtime makes the steps: by cloning
 * the program's graph, and destroying the nodes that do not belong to the step. */
#include "graphs.h"

#include <stdlib.h>

enum { NODES_MAX = 1 << 14, CLONES_MAX = 1 << 22 };

/* The types of nodes, as since HIP 6. */
enum { NODE_KERNEL = 0, NODE_GRAPH = 4, NODE_EMPTY = 5, NODE_EVENT_RECORD = 7 };

/* What becomes of a node: it is part of a step with others, a kernel that is recorded, or a graph
 * with such kernels, which is cut, too. */
enum fate { FATE_OTHER, FATE_RECORDED, FATE_CUT };

/* The nodes of a graph that is cut into steps, in an order in which they can run. */
struct nodes {
    void **all;
    enum fate *fates;
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
    out->fates = calloc(out->count + 1, sizeof *out->fates);
    bool is_good = from && to && out->all && out->fates &&
                   runtime_graph_nodes(graph, out->all, &out->count) == HIP_SUCCESS &&
                   (!edges || runtime_graph_edges(graph, from, to, &edges) == HIP_SUCCESS) &&
                   sort_nodes(out->all, out->count, from, to, edges);
    free(from);
    free(to);
    return is_good;
}

static void free_nodes(struct nodes *nodes)
{
    free(nodes->all);
    free(nodes->fates);
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

static size_t count_wanted(void *graph, int kernel_type);

static enum fate find_fate(void *node, int kernel_type)
{
    int type;
    void *child;
    if (runtime_node_type(node, &type) != HIP_SUCCESS)
        return FATE_OTHER;
    if (type - kernel_type == NODE_KERNEL && is_wanted(node))
        return FATE_RECORDED;
    return type - kernel_type == NODE_GRAPH && runtime_graph_child(node, &child) == HIP_SUCCESS &&
                   count_wanted(child, kernel_type) > 0
               ? FATE_CUT
               : FATE_OTHER;
}

/* Finds what becomes of the nodes. Returns how many are kernels that are recorded, or have such. */
static size_t find_fates(const struct nodes *nodes, int kernel_type)
{
    size_t count = 0;
    for (size_t i = 0; i < nodes->count; i++) {
        nodes->fates[i] = find_fate(nodes->all[i], kernel_type);
        count += nodes->fates[i] != FATE_OTHER;
    }
    return count;
}

static size_t count_wanted(void *graph, int kernel_type)
{
    struct nodes nodes;
    size_t count = list_nodes(graph, &nodes) ? find_fates(&nodes, kernel_type) : 0;
    free_nodes(&nodes);
    return count;
}

/* Whether steps can have nodes of all types that there are: memory, semaphores and conditions
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
    *out = (struct step){.node = nodes->fates[first] ? nodes->all[first] : NULL};
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

/* Adds the step of some nodes to |out|. */
static bool add_step(struct graph *out, void *graph, const struct nodes *nodes, size_t first,
                     size_t end)
{
    struct step *more = realloc(out->steps, (out->step_count + 1) * sizeof *more);
    if (!more || out->step_count * nodes->count > CLONES_MAX)
        return false;
    out->steps = more;
    return make_step(graph, nodes, first, end, &out->steps[out->step_count++]);
}

static bool cut_graph(struct graph *out, void *graph, int kernel_type);

static bool add_steps(struct graph *out, void *graph, const struct nodes *nodes, int kernel_type)
{
    bool is_good = true;
    for (size_t first = 0, end; is_good && first < nodes->count; first = end) {
        void *child;
        end = first + 1;
        while (!nodes->fates[first] && end < nodes->count && !nodes->fates[end])
            end++;
        is_good = nodes->fates[first] == FATE_CUT
                      ? runtime_graph_child(nodes->all[first], &child) == HIP_SUCCESS &&
                            cut_graph(out, child, kernel_type)
                      : add_step(out, graph, nodes, first, end);
    }
    return is_good;
}

/* Adds the steps of |graph| to |out|, none if it has no kernels that are to be recorded. False: it
 * cannot be cut. */
static bool cut_graph(struct graph *out, void *graph, int kernel_type)
{
    struct nodes nodes;
    bool is_listed = list_nodes(graph, &nodes);
    bool is_good = !is_listed || find_fates(&nodes, kernel_type) == 0 ||
                   (can_be_cut(&nodes, kernel_type) && add_steps(out, graph, &nodes, kernel_type));
    free_nodes(&nodes);
    return is_good;
}

static void cut(struct graph *out, void *graph)
{
    int kernel_type;
    if (runtime_kernel_type(&kernel_type, NODE_EMPTY) == HIP_SUCCESS &&
        !cut_graph(out, graph, kernel_type)) {
        free_steps(out);
        say("the launches of a graph are not recorded: it cannot be cut into pieces");
    }
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
        free(added->steps);
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
