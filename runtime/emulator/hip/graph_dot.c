/* Writes a graph as text for Graphviz's dot: a cluster of its nodes, followed by a cluster for each
 * node that has a child graph. */
#include "graph.h"
#include "handle.h"
#include "memory.h"

#include <stdio.h>

enum { /* the flags hipGraphDebugDotFlags..., each of which adds something to the text */
       VERBOSE = 1,
       KERNEL_PARAMETERS = 4,
       COPY_PARAMETERS = 8,
       FILL_PARAMETERS = 16,
       HOST_PARAMETERS = 32,
       EVENT_PARAMETERS = 64,
       KERNEL_ATTRIBUTES = 512,
       HANDLES = 1024,
};

/* The graph that is being printed: the program's, or the child of node |number| of |outer|. */
struct scope {
    const struct scope *outer;
    size_t number;
};

static void print_scope(FILE *out, const struct scope *scope)
{
    if (scope->outer)
        print_scope(out, scope->outer);
    fprintf(out, scope->outer ? "_node_%zu" : "graph_%zu", scope->number);
}

static void print_name(FILE *out, const struct scope *scope, size_t number)
{
    print_scope(out, &(struct scope){scope, number});
}

/* Prints a name from a code object, which may contain any bytes. */
static void print_text(FILE *out, const char *text)
{
    for (; *text; text++)
        fputc(*text == '"' || *text == '\\' || (unsigned char)*text < ' ' ? '_' : *text, out);
}

static char letter_of(const void *address, bool is_array)
{
    enum memory_place place = memory_place(address, 1);
    return is_array ? 'A' : place == PLACE_DEVICE || place == PLACE_MANAGED ? 'D' : 'H';
}

static void print_copy(FILE *out, const struct hipGraphNode *node, bool has_parameters)
{
    const struct copy *copy = &node->work.copy;
    bool to_array = node->copy.dstArray || node->driver_copy.dst_array;
    bool from_array = node->copy.srcArray || node->driver_copy.src_array;
    fprintf(out, "MEMCPY\\n%cto%c", letter_of(copy->src, from_array),
            letter_of(copy->dst, to_array));
    if (has_parameters)
        fprintf(out, "\\n%p to %p\\n%zu bytes x %zu x %zu", copy->src, copy->dst, copy->width,
                copy->height, copy->depth);
}

static void print_fill(FILE *out, const struct fill *fill, bool has_parameters)
{
    fputs("MEMSET", out);
    if (has_parameters)
        fprintf(out, "\\n%p\\n%zu x %zu elements of %u bytes, pitch %zu: 0x%x", fill->dst,
                fill->width, fill->height, fill->element, fill->pitch, fill->value);
}

static void print_kernel(FILE *out, const struct hipGraphNode *node, unsigned flags)
{
    const struct launch *launch = &node->work.kernel.launch;
    fputs("KERNEL\\n", out);
    print_text(out, launch->kernel->name);
    if (flags & (VERBOSE | KERNEL_PARAMETERS))
        fprintf(out, "\\n(%u,%u,%u) of (%u,%u,%u), %u bytes of LDS", launch->grid[0],
                launch->grid[1], launch->grid[2], launch->block[0], launch->block[1],
                launch->block[2], launch->dynamic_lds);
    if (flags & (VERBOSE | KERNEL_ATTRIBUTES))
        fprintf(out, "\\ncooperative: %d, priority: %d", launch->is_cooperative, node->priority);
    if (flags & (VERBOSE | HANDLES))
        fprintf(out, "\\nfunction %p", node->work.kernel.function);
}

static void print_host(FILE *out, const struct host_work *host, bool has_parameters)
{
    fputs("HOST", out);
    if (has_parameters)
        fprintf(out, "\\n%p(%p)", (void *)(uintptr_t)host->function, host->context);
}

static void print_label(FILE *out, const struct hipGraphNode *node, unsigned flags)
{
    bool has_event = flags & (VERBOSE | EVENT_PARAMETERS);
    switch (node->type) {
    case NODE_KERNEL: print_kernel(out, node, flags); break;
    case NODE_COPY: print_copy(out, node, flags & (VERBOSE | COPY_PARAMETERS)); break;
    case NODE_FILL: print_fill(out, &node->work.fill, flags & (VERBOSE | FILL_PARAMETERS)); break;
    case NODE_HOST: print_host(out, &node->work.host, flags & (VERBOSE | HOST_PARAMETERS)); break;
    case NODE_GRAPH: fputs("GRAPH", out); break;
    case NODE_EMPTY: fputs("EMPTY", out); break;
    case NODE_AWAIT:
    case NODE_RECORD:
        fputs(node->type == NODE_AWAIT ? "EVENT_WAIT" : "EVENT_RECORD", out);
        if (has_event)
            fprintf(out, "\\n%p", (void *)node->event);
        break;
    case NODE_ALLOCATE: fprintf(out, "MEM_ALLOC\\n%zu bytes", node->allocation.bytes); break;
    case NODE_FREE: fputs("MEM_FREE", out); break;
    case NODE_BATCH: fprintf(out, "BATCH_MEM_OP\\n%u operations", node->work.batch.count); break;
    }
    if (flags & (VERBOSE | HANDLES))
        fprintf(out, "\\nnode %p", (const void *)node);
}

static void print_graph(FILE *out, const struct ihipGraph *graph, const struct scope *scope,
                        unsigned flags)
{
    const struct node_list *nodes = &graph->nodes;
    fputs("subgraph \"cluster_", out);
    print_scope(out, scope);
    fputs("\" {\nlabel=\"", out);
    print_scope(out, scope);
    fputs("\";\n", out);
    for (size_t i = 0; i < nodes->count; i++) {
        nodes->all[i]->mark = i;
        fputc('"', out);
        print_name(out, scope, i);
        fprintf(out, "\" [shape=\"box\", label=\"%zu\\n", i);
        print_label(out, nodes->all[i], flags);
        fputs("\"];\n", out);
    }
    for (size_t i = 0; i < nodes->count; i++) {
        for (size_t j = 0; j < nodes->all[i]->before.count; j++) {
            fputc('"', out);
            print_name(out, scope, nodes->all[i]->before.all[j]->mark);
            fputs("\" -> \"", out);
            print_name(out, scope, i);
            fputs("\";\n", out);
        }
    }
    fputs("}\n", out);
    for (size_t i = 0; i < nodes->count; i++) {
        if (nodes->all[i]->child)
            print_graph(out, nodes->all[i]->child, &(struct scope){scope, i}, flags);
    }
}

hipError_t hipGraphDebugDotPrint(hipGraph_t graph, const char *path, unsigned flags)
{
    static const char function[] = "hipGraphDebugDotPrint";
    if (!path)
        return fail(hipErrorInvalidValue, "%s: the path is null", function);
    hipError_t error = graph_check(graph, function);
    if (error)
        return error;
    FILE *out = fopen(path, "we");
    if (!out)
        return fail(hipErrorOperatingSystem, "%s: cannot write %s", function, path);
    fputs("digraph dot {\n", out);
    print_graph(out, graph, &(struct scope){NULL, 0}, flags);
    fputs("}\n", out);
    bool is_good = !ferror(out);
    if (fclose(out) != 0 || !is_good)
        return fail(hipErrorOperatingSystem, "%s: cannot write %s", function, path);
    return hipSuccess;
}
