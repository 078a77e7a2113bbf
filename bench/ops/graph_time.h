/* The time of an operation without the host's part: launches of one graph. */
#ifndef BENCH_GRAPH_TIME_H
#define BENCH_GRAPH_TIME_H

#include <krt/graph.h>

#include <stdio.h>
#include <stdlib.h>

enum { ROUNDS = 5, LAUNCHES = 20 };

static struct krt_device *device;
static struct krt_stream *stream;

static inline void check(krt_status status)
{
    if (status) {
        fprintf(stderr, "%s\n", krt_error_message());
        exit(1);
    }
}

typedef void operation(void *context);

/* Returns the seconds of an operation that was run before: a graph has LAUNCHES of them, and the
 * least of ROUNDS rounds counts. */
static inline double graph_time(operation *run, void *context)
{
    struct krt_graph *graph;
    struct krt_graph_exec *exec;
    struct krt_event *begin, *end;
    float best = 1e30f;
    check(krt_capture_begin(stream));
    for (int i = 0; i < LAUNCHES; i++)
        run(context);
    check(krt_capture_end(stream, &graph));
    check(krt_graph_instantiate(graph, &exec));
    check(krt_event_create(device, 0, &begin));
    check(krt_event_create(device, 0, &end));
    for (int round = 0; round < ROUNDS; round++) {
        float milliseconds;
        check(krt_event_record(begin, stream));
        check(krt_graph_launch(exec, stream));
        check(krt_event_record(end, stream));
        check(krt_event_synchronize(end));
        check(krt_event_elapsed(begin, end, &milliseconds));
        best = milliseconds < best ? milliseconds : best;
    }
    krt_event_destroy(begin);
    krt_event_destroy(end);
    krt_graph_exec_destroy(exec);
    krt_graph_destroy(graph);
    return (double)best * 1e-3 / LAUNCHES;
}

#endif
