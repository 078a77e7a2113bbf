/* image: pictures in memory, as image instructions address them: a descriptor of eight SGPRs, and
 * coordinates in VGPRs. See "Image Resource Definition" in the ISA documents of RDNA2 and RDNA3.
 * The words of a descriptor:
 *
 *   0, 1  address / 256 in 40 bits
 *   1     from bit 20: the format
 *   1, 2  width - 1 in 14 bits, from bit 30 of word 1
 *   2     from bit 14: height - 1 in 14 bits
 *   3     components in 12 bits, as in word 3 of a buffer's descriptor; from bit 20: the layout;
 *         from bit 28: the kind of picture
 *   4     depth - 1, or layers - 1; for a picture of two dimensions the elements from a row to the
 *         next - 1
 *
 * Only linear pictures of one level are read: rows start at multiples of 256 bytes.
 */
#ifndef EMULATOR_ISA_IMAGE_H
#define EMULATOR_ISA_IMAGE_H

#include "address.h"

#include "core/texel.h"

#define image_read   ISA_NAME(image_read)
#define image_find   ISA_NAME(image_find)
#define image_finish ISA_NAME(image_finish)
#define image_shape  ISA_NAME(image_shape)
#define run_sample   ISA_NAME(run_sample)

struct image {
    uint64_t base;
    uint32_t size[3]; /* the sizes in elements: width, height, depth or layers */
    /* the distances, in bytes, from one row to the next, and from one layer to the next */
    uint64_t pitch, slice;
    struct texel_format format;
    uint32_t element; /* how many bytes an element has */
    uint32_t word;    /* word 3 of the descriptor, which says which channel each component reads */
};

/* The kind of an instruction's coordinates: the number of axes, and whether the layer of an array
 * follows. */
struct image_shape {
    unsigned axes;
    bool is_layered;
};
struct image_shape image_shape(enum image_dim dim);

/* Returns the picture that |operand| describes. Faults if libhipemu does not support this kind of
 * picture. */
struct image image_read(struct wave *wave, const struct op *op, const struct operand *operand);

/* The element that each lane accesses. A lane whose |place| is outside of the picture is not in
 * |mask|. */
struct image_elements {
    /* the coordinates x, y and z of each lane, which the caller sets */
    int32_t place[3][LANES_MAX];
    /* |at| has the address of each lane's element in the process; |mask| has the lanes whose
     * elements are inside */
    uint64_t at[LANES_MAX], mask;
};
/* Sets |at| and |mask| for the lanes of |exec|. Faults if an element is in memory that must not be
 * accessed. */
void image_find(struct wave *wave, const struct op *op, const struct image *image, uint64_t exec,
                enum access access, struct image_elements *elements);

/* Stores results in the lanes of |exec|: the components in DMASK go to consecutive registers. */
void image_finish(struct wave *wave, const struct op *op, uint64_t exec,
                  const uint32_t (*components)[LANES_MAX]);

/* Differences of a sampling instruction from image_sample_lz. */
enum {
    SAMPLE_GRADIENTS = 1, /* flag: two gradients for each axis come before the coordinates */
    SAMPLE_HALVES = 2,    /* flag: the gradients are halves, two in a register */
    /* flag: the result is one component of the four elements that a linear filter mixes */
    SAMPLE_GATHER = 4,
};
op_run run_sample;

#endif
