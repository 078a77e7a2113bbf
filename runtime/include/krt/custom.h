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
 * An operation has any number of kernels. A launch uses the first one whose dtypes are those of the
 * tensors. Its tensors have one shape and any strides: libkrt copies those that are not dense,
 * before the kernel and behind it.
 *
 * A kernel of text, IR or a package takes
 *
 *     long long count, const T0 *input0, ..., T *output0, ..., double scalar0, ...
 *
 * with |count| elements of each tensor, densely. It is launched with blocks of 256 threads: one
 * thread for each element, or fewer where a grid would be too large, so a thread goes on with the
 * element that is gridDim.x * 256 further. It may read outputs. An expression (krt/fused.h) needs
 * none of this.
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

/* An operation is destroyed before or after the devices on which it was launched are closed. */
struct krt_operation;

/* |name| is for messages. There are at most as many operands as a fusion has. */
krt_status krt_operation_create(const char *name, uint32_t input_count, uint32_t output_count,
                                uint32_t scalar_count, struct krt_operation **out);
void krt_operation_destroy(struct krt_operation *operation); /* NULL is ignored */

/* One of |expression|, |kir|, |source| and |package| is not NULL; or |expression| and |package|, as
 * for krt_fusion_set_package(). */
struct krt_operation_kernel {
    size_t struct_size;     /* sizeof(struct krt_operation_kernel) */
    const uint32_t *dtypes; /* of the inputs, then of the outputs; NULL: any, for an expression */
    const char *expression; /* whose inputs, outputs and scalars are those of the operation */
    const char *kir;        /* a kernel in the text form of kir */
    const char *source;     /* HIP or CUDA C++ for krt_compile(), with |function| in it */
    uint32_t language;      /* enum krt_language, of |source| */
    const struct krt_package *package; /* with |function| in it; outlives the operation */
    const char *function;
};
/* Copies everything but the package. Text is checked here, source when it is compiled, which is at
 * the first launch on each device. No other thread uses the operation meanwhile. */
krt_status krt_operation_add(struct krt_operation *operation,
                             const struct krt_operation_kernel *kernel);

/* Puts the operation on |stream|. An output may be one of the inputs, element for element. Any
 * number of threads and devices may launch an operation at once. KRT_ERROR_UNSUPPORTED: there is no
 * kernel for these dtypes; the message lists those that there are. */
krt_status krt_operation_launch(struct krt_operation *operation, struct krt_stream *stream,
                                const struct krt_fusion_arguments *arguments);

#ifdef __GNUC__
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif

#endif
