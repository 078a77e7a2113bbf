/* The shape that the tensors of a fusion's launch have together, and their strides in it. */
#include "fusion.h"

#include <string.h>

/* ---- Tensors -------------------------------------------------------------------------------- */

static krt_status wrong_shape(const char *function, const char *name,
                              const struct krt_tensor *tensor, const struct shape *shape,
                              const char *what)
{
    char one[SHAPE_TEXT], other[SHAPE_TEXT];
    struct krt_tensor all = {.rank = shape->rank};
    memcpy(all.dims, shape->dims, sizeof all.dims);
    return krt_fail(KRT_ERROR_INVALID_ARGUMENT, "%s: '%s' has shape %s, and the whole %s: %s",
                    function, name, tensor_print_shape(tensor, one),
                    tensor_print_shape(&all, other), what);
}

/* Extends |shape|, whose dimensions are matched from the last one. False if |tensor| does not fit.
 */
static bool broadcast(struct shape *shape, const struct krt_tensor *tensor)
{
    if (tensor->rank > shape->rank) {
        uint32_t more = tensor->rank - shape->rank;
        memmove(shape->dims + more, shape->dims, shape->rank * sizeof *shape->dims);
        for (uint32_t d = 0; d < more; d++)
            shape->dims[d] = 1;
        shape->rank = tensor->rank;
    }
    for (uint32_t d = 0; d < tensor->rank; d++) {
        uint64_t *dim = &shape->dims[shape->rank - tensor->rank + d];
        if (*dim == 1)
            *dim = tensor->dims[d];
        else if (tensor->dims[d] != 1 && tensor->dims[d] != *dim)
            return false;
    }
    return true;
}

static void place_input(struct shape *shape, const struct krt_tensor *tensor,
                        struct fuse_operand *operand)
{
    uint32_t missing = shape->rank - tensor->rank;
    operand->address = (uint64_t)(uintptr_t)tensor->data;
    for (uint32_t d = 0; d < shape->rank; d++)
        operand->strides[d] =
            d < missing || tensor->dims[d - missing] == 1 ? 0 : tensor->strides[d - missing];
}

/* An output has all dimensions, or, if it |is_row|, those outside a row, and 1 or nothing for those
 * in it. */
static krt_status place_output(const char *function, const char *name, struct shape *shape,
                               const struct krt_tensor *tensor, bool is_row,
                               struct fuse_operand *operand)
{
    bool is_whole = tensor->rank == shape->rank;
    uint32_t t = 0;
    operand->address = (uint64_t)(uintptr_t)tensor->data;
    for (uint32_t d = 0; d < shape->rank; d++) {
        bool is_reduced = is_row && (shape->row >> d & 1);
        operand->strides[d] = 0;
        if (is_reduced && !is_whole)
            continue;
        uint64_t wanted = is_reduced ? 1 : shape->dims[d];
        if (t >= tensor->rank || tensor->dims[t] != wanted)
            return wrong_shape(function, name, tensor, shape,
                               is_row ? "it has one element for each row"
                                      : "an output has the whole shape");
        if (wanted > 1 && tensor->strides[t] == 0)
            return wrong_shape(function, name, tensor, shape,
                               "an output must not repeat an element");
        operand->strides[d] = wanted > 1 ? tensor->strides[t] : 0;
        t++;
    }
    return t == tensor->rank ? KRT_OK
                             : wrong_shape(function, name, tensor, shape, "it has more dimensions");
}

static bool is_row_output(const struct fuse_program *program, uint32_t i)
{
    return program->has_rows && program->nodes[program->results[i]].is_row;
}

static krt_status check_count(const char *function, const struct shape *shape)
{
    uint64_t count = 1;
    for (uint32_t d = 0; d < shape->rank; d++) {
        if (shape->dims[d] != 0 && count > (uint64_t)INT64_MAX / shape->dims[d])
            return krt_fail(KRT_ERROR_INVALID_ARGUMENT, "%s: 2^63 elements or more", function);
        count *= shape->dims[d];
    }
    return KRT_OK;
}

krt_status fusion_shape(const char *function, const struct fuse_program *program,
                        const struct krt_fusion_arguments *arguments, struct shape *shape)
{
    krt_status status = KRT_OK;
    uint64_t count;
    shape->rank = 0;
    for (uint32_t i = 0; !status && i < program->input_count; i++) {
        status = krt_tensor_count(&arguments->inputs[i], &count);
        if (!status && !broadcast(shape, &arguments->inputs[i]))
            status = wrong_shape(function, program->inputs[i], &arguments->inputs[i], shape,
                                 "it cannot be broadcast to that");
    }
    for (uint32_t i = 0; !status && i < program->output_count; i++) {
        status = krt_tensor_count(&arguments->outputs[i], &count);
        if (!status && !is_row_output(program, i) && !broadcast(shape, &arguments->outputs[i]))
            status = wrong_shape(function, program->outputs[i], &arguments->outputs[i], shape,
                                 "an output has the whole shape");
    }
    if (!status)
        status = check_count(function, shape);
    if (status)
        return status;
    shape->row = 0;
    if (program->has_rows && shape->rank > 0)
        shape->row = arguments->row ? arguments->row : 1u << (shape->rank - 1);
    if (shape->row >> shape->rank)
        return krt_fail(KRT_ERROR_INVALID_ARGUMENT,
                        "%s: |row| is 0x%x, and the tensors have %u dimensions", function,
                        shape->row, shape->rank);
    shape->is_empty = false;
    bool has_element_output = false;
    for (uint32_t i = 0; i < program->output_count; i++)
        has_element_output = has_element_output || !is_row_output(program, i);
    for (uint32_t d = 0; d < shape->rank; d++) {
        bool counts = has_element_output || !(shape->row >> d & 1);
        shape->is_empty = shape->is_empty || (counts && shape->dims[d] == 0);
    }
    for (uint32_t i = 0; i < program->input_count; i++)
        place_input(shape, &arguments->inputs[i], &shape->operands[i]);
    for (uint32_t i = 0; !status && i < program->output_count; i++)
        status =
            place_output(function, program->outputs[i], shape, &arguments->outputs[i],
                         is_row_output(program, i), &shape->operands[program->input_count + i]);
    return status;
}
