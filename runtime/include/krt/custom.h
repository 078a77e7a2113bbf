/* krt/custom.h: operations with kernels of the program's own, called on tensors like the built-in
 * ones. They are in libkrt_ops.
 *
 *     static const uint32_t dtypes[] = {KRT_F32, KRT_F32};
 *     struct krt_operation *step;
 *     krt_operation_create("step", 1, 1, 1, &step);
 *     krt_operation_add(step, &(struct krt_operation_kernel){
 *         .struct_size = sizeof(struct krt_operation_kernel), .dtypes = dtypes,
 *         .source = text, .function = "step_f32"});
 *     krt_operation_launch(step, stream, &arguments);
 *
 * An operation has any number of kernels. A launch uses the first kernel whose dtypes are those of
 * the tensors. The tensors of a launch have one shape and any strides: libkrt copies tensors that
 * are not dense, before and after the kernel.
 *
 * A kernel of text, IR or a package takes
 *
 *     long long count, const T0 *input0, ..., T *output0, ..., double scalar0, ...
 *
 * with |count| elements of each tensor, all dense. libkrt launches blocks of 256 threads, or of the
 * kernel's |config|: one thread for each element, or fewer threads where the grid would be too
 * large. A thread must therefore continue with the element that is as many further as the launch
 * has threads: gridDim.x * blockDim.x in one dimension.
 * The kernel may read its outputs. An expression (krt/fused.h) needs no kernel.
 */
#ifndef KRT_CUSTOM_H
#define KRT_CUSTOM_H

#include <krt/fused.h>

#ifdef __cplusplus
extern "C" {
#endif
#ifdef __GNUC__
#pragma GCC visibility push(default)
#endif

/* The program may destroy an operation before or after it closes the devices on which it was
 * launched. */
struct krt_operation;

/* Creates an operation without kernels. Messages contain |name|. An operation has at most as many
 * operands as a fusion (krt/fused.h). */
krt_status krt_operation_create(const char *name, uint32_t input_count, uint32_t output_count,
                                uint32_t scalar_count, struct krt_operation **out);
void krt_operation_destroy(struct krt_operation *operation); /* NULL is ignored */

/* Exactly one of |expression|, |kir|, |source| and |package| is not NULL; |expression| and
 * |package| may also be used together, as for krt_fusion_set_package(). */
struct krt_operation_kernel {
    size_t struct_size; /* sizeof(struct krt_operation_kernel), which the caller sets */
    /* the dtypes of the inputs, then of the outputs; NULL, which only an expression may have, means
     * any dtypes */
    const uint32_t *dtypes;
    const char *expression; /* an expression with the operation's inputs, outputs and scalars */
    const char *kir;        /* a kernel in the text form of kir */
    /* the text in HIP or CUDA C++ for krt_compile(), which defines |function| */
    const char *source;
    uint32_t language; /* the language of |source|, a value of enum krt_language */
    /* a package that has |function|, and that must outlive the operation */
    const struct krt_package *package;
    const char *function;
    /* The shape of the kernel's launches; all 0 for an expression. A |block| has at most 1024
     * threads. Where it is 0, it is what |kir| requires (`block X Y Z`); if that is nothing, x is
     * 256, and y and z are 1. |shared_bytes| is dynamic LDS. If |grid|.x is 0, libkrt makes the
     * grid: along x, as many blocks as give a thread to every |elements_per_thread| elements, but
     * at most the largest grid. Otherwise each launch has exactly |grid|; tensors without elements
     * launch nothing. The device may allow less than is given here; the launch then fails. */
    struct krt_launch_config config;
    /* how many elements a thread computes; 0 means 1; must be 0 if |config|.grid.x is not 0 */
    uint32_t elements_per_thread;
};
/* Adds a kernel to the operation. Copies all of |kernel| except for the package. The call itself
 * checks |expression|, |kir| and |config|. The first launch on each device compiles |source|, and
 * thereby checks it. During the call no other thread may use the operation. */
krt_status krt_operation_add(struct krt_operation *operation,
                             const struct krt_operation_kernel *kernel);

/* Puts the operation on |stream|. An output may be one of the inputs: each element is then
 * replaced. Any number of threads and devices may launch an operation at once.
 * KRT_ERROR_UNSUPPORTED: the operation has no kernel for these dtypes; the message lists the dtypes
 * for which the operation has kernels. */
krt_status krt_operation_launch(struct krt_operation *operation, struct krt_stream *stream,
                                const struct krt_fusion_arguments *arguments);

#ifdef __GNUC__
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif

#endif
