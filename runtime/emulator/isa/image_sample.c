/* Sampling: from coordinates to elements, and from elements to filtered values. See "Image Sampler"
 * in the ISA documents of RDNA2 and RDNA3.
 *
 * Word 0 of a sampler descriptor has the rule for coordinates outside of the picture, 3 bits for
 * each axis, and bit 15 if coordinates count elements. Word 2 has the filter in bits 20 and 21.
 *
 * The weights of a filter are floats here. The hardware's weights have 8 bits, rounded by a rule
 * that is not documented.
 */
#include "image.h"

#include <math.h>
#include <string.h>

enum outside {
    OUTSIDE_WRAP,
    OUTSIDE_MIRROR,
    OUTSIDE_LAST,
    OUTSIDE_MIRROR_ONCE,
    OUTSIDE_BORDER = 6, /* elements outside of the picture read as 0 */
};

struct sampler {
    enum outside outside[3];
    bool is_unnormalised, is_linear;
};

static struct sampler read_sampler(const struct wave *wave, const struct op *op,
                                   const struct operand *operand)
{
    const uint32_t *word = &wave->sgpr[operand->reg];
    return (struct sampler){
        .outside = {word[0] & 7, word[0] >> 3 & 7, word[0] >> 6 & 7},
        .is_unnormalised = op->unorm || (word[0] >> 15 & 1),
        .is_linear = word[2] >> 20 & 1,
    };
}

/* Returns a modulo n, from 0 to n - 1. */
static int64_t modulo(int64_t a, int64_t n)
{
    int64_t r = a % n;
    return r < 0 ? r + n : r;
}

/* Returns the index of the element that is used for coordinate |i|; -1 for the border. */
static int32_t bring_inside(int64_t i, int64_t size, enum outside outside)
{
    int64_t last = size - 1;
    if (i >= 0 && i < size)
        return (int32_t)i;
    switch (outside) {
    case OUTSIDE_WRAP: return (int32_t)modulo(i, size);
    case OUTSIDE_MIRROR: i = modulo(i, 2 * size); return (int32_t)(i < size ? i : 2 * size - 1 - i);
    case OUTSIDE_MIRROR_ONCE: i = i < 0 ? -1 - i : i; return (int32_t)(i < last ? i : last);
    case OUTSIDE_LAST: break;
    case OUTSIDE_BORDER:
    default: return -1;
    }
    return (int32_t)(i < 0 ? 0 : last);
}

/* One coordinate of all lanes: the two elements beside the coordinate, and the filter's weight of
 * the second element. */
struct axis {
    int32_t at[2][LANES_MAX];
    float weight[LANES_MAX];
};

/* Returns a coordinate in elements. A value far outside of any picture is limited, so that it fits
 * an integer. */
static double in_elements(float coordinate, uint32_t size, bool is_unnormalised)
{
    double most = 1 << 30, t = is_unnormalised ? coordinate : (double)coordinate * size;
    return t != t ? 0 : t < -most ? -most : t > most ? most : t;
}

static void read_axis(const struct sampler *sampler, unsigned number, bool is_linear, uint32_t size,
                      const uint32_t *lanes, unsigned count, struct axis *out)
{
    /* coordinates can wrap around only if they are fractions, not if they count elements */
    enum outside outside = sampler->outside[number];
    if (sampler->is_unnormalised && outside != OUTSIDE_BORDER)
        outside = OUTSIDE_LAST;
    for (unsigned i = 0; i < count; i++) {
        float coordinate;
        memcpy(&coordinate, &lanes[i], sizeof coordinate);
        double t = in_elements(coordinate, size, sampler->is_unnormalised);
        /* The coordinate is rounded to 1 / 256: 3 / 7 in 7 elements is then element 3, not
         * 2.9999998. */
        t = is_linear ? t - 0.5 : rint(t * 256) / 256;
        double low = floor(t);
        out->weight[i] = (float)(t - low);
        out->at[0][i] = bring_inside((int64_t)low, size, outside);
        out->at[1][i] = bring_inside((int64_t)low + 1, size, outside);
    }
}

/* Reads the layer of each lane, which is rounded and limited to the layers of the picture. */
static void read_layer(uint32_t layers, const uint32_t *lanes, unsigned count, int32_t *out)
{
    for (unsigned i = 0; i < count; i++) {
        float layer;
        memcpy(&layer, &lanes[i], sizeof layer);
        float most = (float)(layers - 1), nearest = rintf(layer);
        out[i] = (int32_t)(nearest > 0 ? nearest < most ? nearest : most : 0);
    }
}

struct sampling {
    struct image image;
    struct image_shape shape;
    struct axis axes[3];
    int32_t layer[LANES_MAX];
    uint64_t exec;
};

/* Finds the elements at one corner of the square or cube of elements that a linear filter mixes:
 * bit i of |corner| is the side on axis i. Sets |share| to the weight of the corner. */
static void visit(struct wave *wave, const struct op *op, const struct sampling *s, unsigned corner,
                  struct image_elements *e, float *share)
{
    memset(e->place, 0, sizeof e->place);
    for (unsigned i = 0; i < wave->lanes; i++)
        share[i] = 1;
    for (unsigned axis = 0; axis < s->shape.axes; axis++) {
        bool side = corner >> axis & 1;
        memcpy(e->place[axis], s->axes[axis].at[side], sizeof e->place[axis]);
        for (unsigned i = 0; i < wave->lanes; i++)
            share[i] *= side ? s->axes[axis].weight[i] : 1 - s->axes[axis].weight[i];
    }
    if (s->shape.is_layered)
        memcpy(e->place[2], s->layer, sizeof e->place[2]);
    image_find(wave, op, &s->image, s->exec, ACCESS_READ, e);
}

static uint32_t component(const struct sampling *s, const struct image_elements *e, unsigned lane,
                          unsigned c)
{
    const uint8_t *element = (const uint8_t *)(uintptr_t)e->at[lane];
    return e->mask >> lane & 1 ? texel_component(&s->image.format, s->image.word, element, c) : 0;
}

static void filter(struct wave *wave, const struct op *op, const struct sampling *s)
{
    float sum[4][LANES_MAX] = {{0}}, share[LANES_MAX];
    uint32_t bits[4][LANES_MAX];
    struct image_elements e;
    for (unsigned corner = 0; corner < 1u << s->shape.axes; corner++) {
        visit(wave, op, s, corner, &e, share);
        for (unsigned i = 0; i < wave->lanes; i++) {
            for (unsigned c = 0; c < 4 && share[i] != 0; c++) {
                uint32_t own = component(s, &e, i, c);
                float value;
                memcpy(&value, &own, sizeof value);
                sum[c][i] += share[i] * value;
            }
        }
    }
    memcpy(bits, sum, sizeof bits);
    image_finish(wave, op, s->exec, (const uint32_t(*)[LANES_MAX])bits);
}

static void take_nearest(struct wave *wave, const struct op *op, const struct sampling *s)
{
    uint32_t bits[4][LANES_MAX];
    float share[LANES_MAX];
    struct image_elements e;
    visit(wave, op, s, 0, &e, share);
    for (unsigned i = 0; i < wave->lanes; i++) {
        for (unsigned c = 0; c < 4; c++)
            bits[c][i] = component(s, &e, i, c);
    }
    image_finish(wave, op, s->exec, (const uint32_t(*)[LANES_MAX])bits);
}

/* Returns one component of each of the four elements, counter-clockwise from the lower left element
 * on. */
static void gather(struct wave *wave, const struct op *op, const struct sampling *s)
{
    static const uint8_t corners[4] = {2, 3, 1, 0};
    uint32_t bits[4][LANES_MAX];
    float share[LANES_MAX];
    struct image_elements e;
    struct op all = *op;
    unsigned chosen = (unsigned)__builtin_ctz(op->dmask | 16) & 3;
    all.dmask = 15;
    for (unsigned corner = 0; corner < 4; corner++) {
        visit(wave, op, s, corners[corner], &e, share);
        for (unsigned i = 0; i < wave->lanes; i++)
            bits[corner][i] = component(s, &e, i, chosen);
    }
    image_finish(wave, &all, s->exec, (const uint32_t(*)[LANES_MAX])bits);
}

void run_sample(struct wave *wave, const struct op *op)
{
    uint32_t kind = op->instruction->argument;
    struct sampler sampler = read_sampler(wave, op, &op->src[2]);
    struct sampling s = {.image = image_read(wave, op, &op->src[1]),
                         .shape = image_shape((enum image_dim)op->dim),
                         .exec = wave_exec(wave)};
    enum texel_kind texels = s.image.format.kind;
    bool is_gather = kind & SAMPLE_GATHER;
    bool is_linear =
        is_gather || (sampler.is_linear && texels != TEXEL_UINT && texels != TEXEL_SINT);
    unsigned axes = s.shape.axes, next = 0;
    if (kind & SAMPLE_GRADIENTS) /* gradients are skipped: they would choose a mip level, and
                                  * pictures have only one */
        next = 2 * (kind & SAMPLE_HALVES ? (axes + 1) / 2 : axes);
    for (unsigned axis = 0; axis < axes; axis++)
        read_axis(&sampler, axis, is_linear, s.image.size[axis],
                  wave_vgpr(wave, operand_register(&op->src[0], next++)), wave->lanes,
                  &s.axes[axis]);
    if (s.shape.is_layered)
        read_layer(s.image.size[2], wave_vgpr(wave, operand_register(&op->src[0], next)),
                   wave->lanes, s.layer);
    if (s.exec == 0)
        return;
    if (is_gather)
        gather(wave, op, &s);
    else if (is_linear)
        filter(wave, op, &s);
    else
        take_nearest(wave, op, &s);
}
