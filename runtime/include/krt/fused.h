/* krt/fused.h: operations that a program defines at run time, each of them one kernel. They are in
 * libkrt_ops.
 *
 *     struct krt_fusion *gate;
 *     krt_fusion_parse("out = silu(a) * b + residual", &gate);
 *     struct krt_fusion_arguments arguments = {.struct_size = sizeof arguments,
 *                                              .inputs = inputs, .input_count = 3,
 *                                              .outputs = &out, .output_count = 1};
 *     krt_fusion_launch(gate, stream, &arguments);
 *
 * A fusion has no dtypes and no shapes: those of the tensors are used. libkrt compiles a kernel
 * when dtypes or a class of layouts come for the first time, and keeps it, also on disk; one kernel
 * serves all shapes of its class. docs/user-kernels.md describes the expressions and where values
 * are rounded.
 */
#ifndef KRT_FUSED_H
#define KRT_FUSED_H

#include <krt/ops.h>

#ifdef __cplusplus
extern "C" {
#endif
#ifdef __GNUC__
#pragma GCC visibility push(default)
#endif

enum { KRT_FUSION_INPUTS = 8, KRT_FUSION_OUTPUTS = 4, KRT_FUSION_SCALARS = 8 };

/* A fusion is destroyed before or after the devices on which it was launched are closed. */
struct krt_fusion;

/* KRT_ERROR_INVALID_ARGUMENT: krt_error_message() has the line and a caret below the place. */
krt_status krt_fusion_parse(const char *text, struct krt_fusion **out);
void krt_fusion_destroy(struct krt_fusion *fusion); /* NULL is ignored */

/* ---- Without text --------------------------------------------------------------------------- */

/* A value within a fusion. KRT_FUSION_NO_VALUE after an error, of which krt_error_message() tells;
 * a call with such an argument fails, too, and leaves the message as it is. */
typedef uint32_t krt_fusion_value;
#define KRT_FUSION_NO_VALUE UINT32_MAX

/* An empty fusion. One thread at a time may add to it, until it is launched or prepared for the
 * first time; then it no longer changes. */
krt_status krt_fusion_create(struct krt_fusion **out);
/* Inputs and scalars are numbered in the order of these calls, and so are outputs. */
krt_fusion_value krt_fusion_input(struct krt_fusion *fusion, const char *name);
krt_fusion_value krt_fusion_scalar(struct krt_fusion *fusion, const char *name);
krt_fusion_value krt_fusion_number(struct krt_fusion *fusion, double number);
/* A function or operator of the expressions: "silu", "+", "where". */
krt_fusion_value krt_fusion_call(struct krt_fusion *fusion, const char *function,
                                 const krt_fusion_value *arguments, uint32_t count);
krt_status krt_fusion_output(struct krt_fusion *fusion, const char *name, krt_fusion_value value);

/* ---- Launching ------------------------------------------------------------------------------ */

struct krt_fusion_info {
    size_t struct_size; /* set by the caller; libkrt writes at most this many bytes */
    uint32_t input_count, scalar_count, output_count;
    /* The names, in the order of the arguments. Borrowed from the fusion. */
    const char *inputs[KRT_FUSION_INPUTS], *scalars[KRT_FUSION_SCALARS],
        *outputs[KRT_FUSION_OUTPUTS];
    bool has_rows; /* it reduces */
};
krt_status krt_fusion_describe(const struct krt_fusion *fusion, struct krt_fusion_info *info);

struct krt_fusion_arguments {
    size_t struct_size;               /* sizeof(struct krt_fusion_arguments) */
    const struct krt_tensor *inputs;  /* of any dtypes and strides; broadcast to one shape */
    const struct krt_tensor *outputs; /* of any dtypes and strides, without repetition */
    const double *scalars;
    uint32_t input_count, output_count, scalar_count;
    /* Of a fusion that reduces: bit d says that dimension d belongs to a row; 0 stands for the last
     * dimension. An output with a value for each row leaves these dimensions out, or has 1 there.
     */
    uint32_t row;
};

/* Puts one launch on |stream|. An output may be one of the inputs, element for element; otherwise
 * no output overlaps another operand. If the kernel is not there yet, the call compiles it: see
 * krt_compile(), also for errors. Any number of threads and devices may launch a fusion at once. */
krt_status krt_fusion_launch(struct krt_fusion *fusion, struct krt_stream *stream,
                             const struct krt_fusion_arguments *arguments);
/* KRT_OK if such a launch needs no compilation. Otherwise the compilation begins in the background,
 * if it has not begun yet, and the result is KRT_NOT_READY; or how it failed. */
krt_status krt_fusion_prepare(struct krt_fusion *fusion, struct krt_stream *stream,
                              const struct krt_fusion_arguments *arguments);
/* At most 16 arguments for the compiler, such as "-ffp-contract=off", before the first launch. */
krt_status krt_fusion_set_compiler_arguments(struct krt_fusion *fusion,
                                             const char *const *arguments, uint32_t count);

/* Makes launches look in |package| first, before the first launch: `kbuild build` compiles the
 * `fusions` of a manifest (docs/manifest.md). A kernel is found by what is computed, whoever wrote
 * the expression. Where the package has no kernel for a launch, one is compiled; where nothing can
 * compile, the package's general kernel for these dtypes is used. A fusion with arguments for the
 * compiler does not look there. The package must live as long as the fusion; NULL: none. */
krt_status krt_fusion_set_package(struct krt_fusion *fusion, const struct krt_package *package);

#ifdef __GNUC__
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif

#endif
