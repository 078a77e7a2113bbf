/* krt/graph.h: work that is captured once and launched many times.
 *
 * A stream that is being captured does not do the work that is put on it. The work becomes nodes of
 * a graph, which a driver launches with one call.
 *
 *     struct krt_graph *graph;
 *     struct krt_graph_exec *exec;
 *     krt_capture_begin(stream);
 *     kernels_launch_affine_f32(stream, ...);      // and copies, and operations of krt/ops.h
 *     krt_capture_end(stream, &graph);
 *     krt_graph_instantiate(graph, &exec);
 *     for (int i = 0; i < 100; i++)
 *         krt_graph_launch(exec, stream);
 *
 * The following can be captured, on HIP, CUDA and the emulator:
 * - launches. A module that is not loaded yet is loaded at once, and what must be compiled is
 *   compiled at once;
 * - krt_set(), krt_copy_on_device(), and copies from and to memory of krt_host_alloc();
 * - krt_event_record() and krt_stream_wait(): a stream that waits for an event of the capture is
 *   captured too, and must be joined again in the same way before the capture ends;
 * - krt_alloc_async() and krt_free_async(), if the driver has a pool and KRT_POOL is not "none"
 *   (KRT_ERROR_UNSUPPORTED otherwise). The memory belongs to the graph: free it in the same
 *   capture;
 * - all operations of libkrt_ops. Operations that take memory from the stream need that pool.
 * The following cannot be captured:
 * - the default stream;
 * - copies from and to other host memory (KRT_ERROR_INVALID_ARGUMENT);
 * - waiting for, or asking, the stream or an event that was recorded on it. Drivers may then
 *   invalidate the capture, and krt_capture_end() reports that. krt_device_synchronize(), and other
 *   calls that wait for the device, fail on every thread while one of the device's streams is
 *   captured.
 *
 * A capture does not restrict other streams and other threads in any other way: it is relaxed, as
 * drivers call it.
 *
 * A graph does not own the memory, modules and functions that its nodes use: these must exist at
 * each launch. The dims and strides that operations upload stay with the device.
 *
 * One thread at a time may use a graph or an executable. Functions fail with KRT_ERROR_UNSUPPORTED
 * if the driver lacks graphs; the message names the function that it lacks.
 */
#ifndef KRT_GRAPH_H
#define KRT_GRAPH_H

#include <krt/krt.h>

#ifdef __cplusplus
extern "C" {
#endif
#ifdef __GNUC__
#pragma GCC visibility push(default)
#endif

struct krt_graph;      /* a graph: nodes and their order */
struct krt_graph_exec; /* an executable: a graph that is ready to be launched */

/* Begins to capture |stream|. If krt_stream_create() made the stream, krt_stream_destroy() abandons
 * the capture; a wrapped stream stays captured. */
krt_status krt_capture_begin(struct krt_stream *stream);
/* Ends the capture of |stream|, on which the capture must have begun; any thread may call this. The
 * caller owns the graph. If the driver refuses, there is no graph and the capture is over. A
 * capture that began on another stream goes on. */
krt_status krt_capture_end(struct krt_stream *stream, struct krt_graph **out);
void krt_graph_destroy(struct krt_graph *graph); /* NULL is ignored */
/* Returns the number of the graph's nodes. A captured call may have made several nodes, or none. */
krt_status krt_graph_count(struct krt_graph *graph, uint64_t *out);

/* Makes an executable of |graph| for the device of the stream that was captured. The executable
 * does not need the graph. CUDA: a graph that allocates memory has one executable at a time. */
krt_status krt_graph_instantiate(struct krt_graph *graph, struct krt_graph_exec **out);
/* Makes later launches of |exec| do what |graph| does. The nodes of |graph| must be of the same
 * kinds in the same order; pointers, sizes, values and grids may differ. Drivers do not update
 * graphs that allocate memory. KRT_ERROR_UNSUPPORTED: the driver cannot make this change, and the
 * message says which change. Then instantiate |graph| instead, and destroy |exec|. */
krt_status krt_graph_update(struct krt_graph_exec *exec, struct krt_graph *graph);
/* Puts all nodes on |stream|, which may be any stream of the captured stream's device. */
krt_status krt_graph_launch(struct krt_graph_exec *exec, struct krt_stream *stream);
/* Destroys an executable, whose launches must have ended. NULL is ignored. */
void krt_graph_exec_destroy(struct krt_graph_exec *exec);

#ifdef __GNUC__
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif

#endif
