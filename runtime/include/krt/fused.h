/* krt/fused.h: operations that a program defines at run time. Each of them becomes one kernel. They
 * are in libkrt_ops.
 *
 *     struct krt_fusion *gate;
 *     krt_fusion_parse("out = silu(a) * b + residual", &gate);
 *     struct krt_fusion_arguments arguments = {.struct_size = sizeof arguments,
 *                                              .inputs = inputs, .input_count = 3,
 *                                              .outputs = &out, .output_count = 1};
 *     krt_fusion_launch(gate, stream, &arguments);
 *
 * A fusion has no dtypes and no shapes: a launch uses the dtypes and shapes of its tensors. libkrt
 * compiles a kernel when it first sees the dtypes or the class of layouts, and keeps the kernel in
 * memory and on disk. One kernel serves all shapes of a class. docs/user-kernels.md describes the
 * expressions and where values are rounded.
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

/* The program may destroy a fusion before or after it closes the devices on which it was
 * launched. */
struct krt_fusion;

/* Makes a fusion of an expression. KRT_ERROR_INVALID_ARGUMENT: krt_error_message() has the line
 * with the error and a caret below the place. */
krt_status krt_fusion_parse(const char *text, struct krt_fusion **out);
void krt_fusion_destroy(struct krt_fusion *fusion); /* NULL is ignored */

/* ---- Building a fusion without text ---------------------------------------------------------- */

/* A value within a fusion. A function below returns KRT_FUSION_NO_VALUE after an error, and
 * krt_error_message() describes the error. A call with KRT_FUSION_NO_VALUE as an argument fails,
 * too, and leaves the message as it is. */
typedef uint32_t krt_fusion_value;
#define KRT_FUSION_NO_VALUE UINT32_MAX

/* Makes an empty fusion. One thread at a time may add to the fusion, until its first launch or
 * krt_fusion_prepare(); after that the fusion no longer changes. */
krt_status krt_fusion_create(struct krt_fusion **out);
/* Add an input, a scalar, or a number that is a constant. Inputs are numbered in the order of these
 * calls, and so are scalars. Names are copied, and each is used once. */
krt_fusion_value krt_fusion_input(struct krt_fusion *fusion, const char *name);
krt_fusion_value krt_fusion_scalar(struct krt_fusion *fusion, const char *name);
krt_fusion_value krt_fusion_number(struct krt_fusion *fusion, double number);
/* Adds a call of a function or an operator of the expressions: "silu", "+", "where". */
krt_fusion_value krt_fusion_call(struct krt_fusion *fusion, const char *function,
                                 const krt_fusion_value *arguments, uint32_t count);
/* Makes |value| the next output. Outputs are numbered in the order of these calls. */
krt_status krt_fusion_output(struct krt_fusion *fusion, const char *name, krt_fusion_value value);

/* ---- Launching a fusion ---------------------------------------------------------------------- */

struct krt_fusion_info {
    size_t struct_size; /* set by the caller; libkrt writes at most this many bytes */
    uint32_t input_count, scalar_count, output_count;
    /* The names of the fusion's inputs, scalars and outputs, in the order of the arguments.
     * Borrowed from the fusion. */
    const char *inputs[KRT_FUSION_INPUTS], *scalars[KRT_FUSION_SCALARS],
        *outputs[KRT_FUSION_OUTPUTS];
    bool has_rows; /* whether the fusion reduces rows */
};
/* Describes the fusion: fills as much of |info| as its |struct_size| says. */
krt_status krt_fusion_describe(const struct krt_fusion *fusion, struct krt_fusion_info *info);

struct krt_fusion_arguments {
    size_t struct_size; /* sizeof(struct krt_fusion_arguments), which the caller sets */
    /* the inputs, of any dtypes and strides, which are broadcast to one shape */
    const struct krt_tensor *inputs;
    /* the outputs, of any dtypes and strides, without elements that share memory */
    const struct krt_tensor *outputs;
    const double *scalars;
    uint32_t input_count, output_count, scalar_count;
    /* For a fusion that reduces: if bit d is set, dimension d belongs to a row; 0 means the last
     * dimension alone. An output with one value for each row leaves the dimensions of a row out, or
     * has 1 there.
     */
    uint32_t row;
};

/* Puts one launch on |stream|. An output may be one of the inputs: each element is then replaced.
 * Otherwise no output may overlap another operand. If the kernel does not exist yet, the call
 * compiles it: see krt_compile(), also for errors. Any number of threads and devices may launch a
 * fusion at once. */
krt_status krt_fusion_launch(struct krt_fusion *fusion, struct krt_stream *stream,
                             const struct krt_fusion_arguments *arguments);
/* Returns KRT_OK if krt_fusion_launch() with these arguments needs no compilation. Otherwise the
 * call begins the compilation in the background, if it has not begun yet, and returns
 * KRT_NOT_READY. If the compilation failed, the call returns its error. */
krt_status krt_fusion_prepare(struct krt_fusion *fusion, struct krt_stream *stream,
                              const struct krt_fusion_arguments *arguments);
/* Sets at most 16 arguments for the compiler, such as "-ffp-contract=off". Call it before the first
 * launch. */
krt_status krt_fusion_set_compiler_arguments(struct krt_fusion *fusion,
                                             const char *const *arguments, uint32_t count);

/* Makes launches look for kernels in |package| first: `kbuild build` compiles the `fusions` of a
 * manifest (docs/manifest.md). Call it before the first launch. A kernel is found by what it
 * computes, however the expression is written. If the package has no kernel for a launch, libkrt
 * compiles one; if there is no compiler, libkrt uses the package's general kernel for these dtypes.
 * A fusion with arguments for the compiler does not use the package. The package must live as long
 * as the fusion. NULL: no package. */
krt_status krt_fusion_set_package(struct krt_fusion *fusion, const struct krt_package *package);

#ifdef __GNUC__
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif

#endif
