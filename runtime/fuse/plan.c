/* Sorting the tensors of a launch into a layout class.
 *
 * Dimensions of size 1 are left out. Neighbouring dimensions are merged if every operand walks
 * through them with one stride. A thread moves packs of up to 16 bytes along the innermost
 * dimension: the innermost of a row if the program has rows, else the innermost of all.
 */
#include "program.h"

#include <string.h>

enum {
    /* the most dimensions of a walk: one more than a tensor has, because one is split for
     * transposed inputs */
    MOST_DIMS = FUSE_RANK + 1,
    MOST_LANES = 1024,
    SMALL_BLOCK = 256,
    ENOUGH_THREADS = 1 << 17, /* how many threads keep a large GPU busy */
    SPLIT_THREADS = 1 << 18,  /* rows are split until there are this many threads */
    LEAST_UNITS = 16,         /* the fewest packs or elements for a thread of a part */
    PART = 16,                /* how many bytes a part's result has for each reduction */
    MOST_BLOCKS = 1 << 21,
    ACROSS = 32, /* how many neighbouring rows a block has if |is_across| */
};

struct dimension {
    uint64_t size;
    uint64_t strides[FUSE_OPERANDS];
};

/* Dimensions, of which the innermost is the first. */
struct walk {
    struct dimension dims[MOST_DIMS];
    uint32_t rank;
    uint64_t count; /* the product of all sizes */
};

struct plan {
    const struct fuse_body *body;
    const struct fuse_operand *operands;
    uint32_t input_count, operand_count;
    /* |outer| is the walk through the rows, and |inner| the walk through the elements of a row */
    struct walk outer, inner;
    struct fuse_launch *out;
    enum fuse_choice choice;
    /* for each operand, the distance from one element of a pack to the next, in elements */
    uint64_t *steps;
};

static void walk_of(const struct plan *plan, uint32_t rank, const uint64_t *dims, uint32_t chosen,
                    struct walk *walk)
{
    walk->rank = 0;
    walk->count = 1;
    for (uint32_t d = rank; d-- > 0;) {
        if (!(chosen >> d & 1) || dims[d] == 1)
            continue;
        struct dimension *last = walk->rank > 0 ? &walk->dims[walk->rank - 1] : NULL;
        bool is_merged = last != NULL;
        for (uint32_t n = 0; is_merged && n < plan->operand_count; n++)
            is_merged = plan->operands[n].strides[d] == last->strides[n] * last->size;
        walk->count *= dims[d];
        if (is_merged) {
            last->size *= dims[d];
            continue;
        }
        last = &walk->dims[walk->rank++];
        last->size = dims[d];
        for (uint32_t n = 0; n < plan->operand_count; n++)
            last->strides[n] = plan->operands[n].strides[d];
    }
    if (walk->rank == 0) {
        memset(&walk->dims[0], 0, sizeof walk->dims[0]);
        walk->dims[walk->rank++].size = 1;
    }
}

/* Whether operand |n| is an output with one value for each row. */
static bool is_row_output(const struct plan *plan, uint32_t n)
{
    const struct fuse_body *body = plan->body;
    return n >= plan->input_count && body->program->has_rows &&
           body->is_row[body->results[n - plan->input_count]];
}

/* ---- Choosing packs -------------------------------------------------------------------------- */

static enum fuse_access access_of(uint64_t stride)
{
    return stride == 1 ? FUSE_VECTOR : stride == 0 ? FUSE_SAME : FUSE_APART;
}

/* Whether all packs of |pack| elements of operand |n| are aligned, so that they can be moved as
 * vectors. The operand has stride 1 along a pack. */
static bool is_aligned(const struct plan *plan, const struct walk *along, uint32_t n, uint32_t pack)
{
    const struct walk *walks[] = {&plan->outer, &plan->inner};
    uint32_t bytes = pack * kir_type_size(plan->body->types[n]);
    if (plan->operands[n].address % bytes != 0)
        return false;
    for (int i = 0; i < 2; i++) {
        for (uint32_t d = walks[i] == along; d < walks[i]->rank; d++) {
            if (walks[i]->dims[d].size > 1 && walks[i]->dims[d].strides[n] % pack != 0)
                return false;
        }
    }
    return true;
}

/* Chooses packs or single elements. Afterwards, the sizes and strides of |along| count packs. */
static void choose_packs(struct plan *plan, struct walk *along)
{
    struct fuse_class *class = &plan->out->class;
    struct dimension *first = &along->dims[0];
    uint32_t widest = 1;
    bool is_flat = !plan->body->program->has_rows && plan->outer.rank == 1;
    for (uint32_t n = 0; n < plan->operand_count; n++) {
        uint32_t size = kir_type_size(plan->body->types[n]);
        widest = !is_row_output(plan, n) && size > widest ? size : widest;
        is_flat = is_flat && first->strides[n] <= 1;
    }
    uint32_t pack = 16 / widest;
    bool has_vector = false, fits = is_flat || first->size % pack == 0;
    for (uint32_t n = 0; n < plan->operand_count && fits; n++) {
        enum fuse_access access = access_of(first->strides[n]);
        if (is_row_output(plan, n))
            continue;
        has_vector = has_vector || access == FUSE_VECTOR;
        fits = access == FUSE_VECTOR ? is_aligned(plan, along, n, pack)
                                     : access == FUSE_SAME || n < plan->input_count;
    }
    if (!fits || !has_vector || pack == 1 || first->size == 1)
        return;
    class->pack = (uint8_t)pack;
    class->is_flat = is_flat;
    for (uint32_t n = 0; n < plan->operand_count; n++) {
        if (!is_row_output(plan, n))
            class->access[n] = (uint8_t)access_of(first->strides[n]);
        plan->steps[n] = first->strides[n];
        first->strides[n] *= pack;
    }
    first->size = (first->size + pack - 1) / pack;
}

/* If an input has its neighbours in memory along a dimension other than the innermost, splits that
 * dimension: neighbouring threads then first go through a part of it, and together read whole
 * sectors of memory. */
static void choose_tile(struct plan *plan)
{
    enum { SECTOR = 32 };
    struct walk *walk = &plan->outer;
    uint32_t tile = 0, lanes = 0;
    for (uint32_t n = 0; n < plan->input_count && walk->rank > 1; n++) {
        if (plan->out->class.access[n] != FUSE_APART)
            continue;
        for (uint32_t d = 1; d < walk->rank; d++) {
            if (walk->dims[d].strides[n] == 1) {
                tile = d;
                lanes = SECTOR / kir_type_size(plan->body->types[n]);
            }
        }
    }
    while (lanes > 1 && walk->dims[tile].size % lanes != 0)
        lanes /= 2;
    if (tile == 0 || lanes < 4)
        return;
    struct dimension part = walk->dims[tile];
    part.size = lanes;
    walk->dims[tile].size /= lanes;
    for (uint32_t n = 0; n < plan->operand_count; n++)
        walk->dims[tile].strides[n] *= lanes;
    memmove(walk->dims + 1, walk->dims, walk->rank * sizeof *walk->dims);
    walk->dims[0] = part;
    walk->rank++;
}

/* ---- Choosing the threads of a row ----------------------------------------------------------- */

static uint64_t power_above(uint64_t x)
{
    uint64_t power = 1;
    while (power < x)
        power *= 2;
    return power;
}

/* Whether inputs are transposed: the first input with a stride within a row has its neighbours in
 * memory in the next row. */
static bool goes_across(const struct plan *plan)
{
    for (uint32_t n = 0; n < plan->input_count; n++) {
        uint64_t inner = plan->inner.dims[0].strides[n], outer = plan->outer.dims[0].strides[n];
        if (plan->inner.count > 1 && inner > 1)
            return outer == 1 && plan->outer.dims[0].size >= ACROSS;
    }
    return false;
}

/* Chooses the number of threads of a block, and returns the number of threads of a row, a power of
 * two. */
static uint64_t choose_lanes(struct plan *plan, uint64_t units)
{
    struct fuse_launch *out = plan->out;
    uint64_t rows = plan->outer.count;
    uint64_t most = plan->choice == FUSE_GENERAL ? SMALL_BLOCK : MOST_LANES;
    most = units < most ? power_above(units) : most;
    uint64_t share = out->class.pack > 1 ? 4 : 8;
    uint64_t lanes = power_above((units + share - 1) / share);
    if (out->class.is_across) {
        out->class.has_large_blocks = rows * (SMALL_BLOCK / ACROSS) < ENOUGH_THREADS;
        out->threads = out->class.has_large_blocks ? MOST_LANES : SMALL_BLOCK;
        return out->threads / ACROSS;
    }
    while (lanes < most && rows < ENOUGH_THREADS / lanes)
        lanes *= 2;
    lanes = lanes < most ? lanes : most;
    out->class.has_large_blocks = lanes > SMALL_BLOCK;
    out->threads = out->class.has_large_blocks ? MOST_LANES : SMALL_BLOCK;
    return lanes;
}

/* Returns into how many parts a row is split. Each part is reduced separately. */
static uint64_t choose_parts(const struct plan *plan, uint64_t units, uint64_t lanes)
{
    uint64_t threads = plan->outer.count * lanes;
    uint64_t most = threads < SPLIT_THREADS ? SPLIT_THREADS / threads : 1;
    uint64_t worth = units / (lanes * LEAST_UNITS);
    return worth < most ? worth : most;
}

/* ---- The words that kernels get -------------------------------------------------------------- */

/* Returns the rank for which a kernel is compiled: 1, 2, 3, 4 or MOST_DIMS, so that launches share
 * a few kernels. */
static uint8_t rank_class(const struct plan *plan, uint32_t rank)
{
    return (uint8_t)(rank <= 4 && plan->choice != FUSE_GENERAL ? rank : MOST_DIMS);
}

static uint64_t *put_walk(uint64_t *word, const struct plan *plan, const struct walk *walk,
                          uint32_t rank)
{
    for (uint32_t d = 0; d < rank; d++)
        *word++ = d < walk->rank ? walk->dims[d].size : 1;
    for (uint32_t d = 0; d < rank; d++) {
        uint64_t size = d < walk->rank ? walk->dims[d].size : 1;
        *word++ = size == 0 || size > UINT32_MAX ? 0 : UINT32_MAX / size;
    }
    for (uint32_t d = 0; d < rank; d++) {
        for (uint32_t n = 0; n < plan->operand_count; n++)
            *word++ = d < walk->rank ? walk->dims[d].strides[n] : 0;
    }
    return word;
}

static uint64_t units_of(const struct walk *walk)
{
    uint64_t units = 1;
    for (uint32_t d = 0; d < walk->rank; d++)
        units *= walk->dims[d].size;
    return units;
}

static void put_words(struct plan *plan, uint64_t length)
{
    struct fuse_launch *out = plan->out;
    bool has_rows = plan->body->program->has_rows;
    uint64_t outer = units_of(&plan->outer), inner = has_rows ? units_of(&plan->inner) : 1;
    out->threads = SMALL_BLOCK;
    uint64_t lanes = has_rows ? choose_lanes(plan, inner) : 1, together = out->threads / lanes;
    uint64_t parts =
        plan->body->can_split && plan->choice == FUSE_ANY ? choose_parts(plan, inner, lanes) : 1;
    uint64_t share = parts > 1 ? (inner + parts - 1) / parts : inner;
    out->class.is_wide =
        outer >= UINT64_C(1) << 31 || inner >= UINT64_C(1) << 31 || plan->choice == FUSE_GENERAL;
    out->class.outer_rank = rank_class(plan, plan->outer.rank);
    out->class.inner_rank = has_rows ? rank_class(plan, plan->inner.rank) : 0;
    uint64_t *word = out->words;
    *word++ = outer;
    *word++ = length;
    *word++ = inner;
    *word++ = lanes;
    *word++ = out->parts = parts > 1 ? (uint32_t)((inner + share - 1) / share) : 1;
    *word++ = share;
    memcpy(word, plan->steps, plan->operand_count * sizeof *word);
    word += plan->operand_count;
    word = put_walk(word, plan, &plan->outer, out->class.outer_rank);
    if (has_rows)
        put_walk(word, plan, &plan->inner, out->class.inner_rank);
    out->blocks = (outer + together - 1) / together;
    if (out->blocks > MOST_BLOCKS)
        out->blocks = MOST_BLOCKS;
    out->class.is_split = out->parts > 1;
    out->part_bytes = plan->body->reduction_count * outer * out->parts * PART;
    out->end_blocks = outer < MOST_BLOCKS ? outer : MOST_BLOCKS;
}

void fuse_plan(const struct fuse_body *body, uint32_t rank, const uint64_t *dims, uint32_t row,
               const struct fuse_operand *operands, enum fuse_choice choice,
               struct fuse_launch *out)
{
    const struct fuse_program *program = body->program;
    /* not initialized, because the struct is large: only the members that are used are set */
    struct plan plan;
    uint64_t steps[FUSE_OPERANDS] = {0};
    plan.body = body;
    plan.operands = operands;
    plan.input_count = program->input_count;
    plan.operand_count = program->input_count + program->output_count;
    plan.out = out;
    plan.choice = choice;
    plan.steps = steps;
    memset(&out->class, 0, sizeof out->class);
    out->class.pack = 1;
    row = program->has_rows ? row : 0;
    walk_of(&plan, rank, dims, ~row, &plan.outer);
    walk_of(&plan, rank, dims, row, &plan.inner);
    uint64_t length = program->has_rows ? plan.inner.count : plan.outer.count;
    if (choice != FUSE_GENERAL && program->has_rows && goes_across(&plan))
        out->class.is_across = true;
    else if (choice != FUSE_GENERAL)
        choose_packs(&plan, program->has_rows ? &plan.inner : &plan.outer);
    if (!program->has_rows && out->class.pack > 1)
        choose_tile(&plan);
    put_words(&plan, length);
}

/* ---- Plans before the tensors are known ------------------------------------------------------ */

static void plan_dense(const struct fuse_body *body, const uint64_t dims[2],
                       enum fuse_choice choice, struct fuse_launch *out)
{
    const struct fuse_program *program = body->program;
    struct fuse_operand operands[FUSE_OPERANDS];
    memset(operands, 0, sizeof operands);
    for (uint32_t n = 0; n < program->input_count + program->output_count; n++) {
        bool is_row = n >= program->input_count && program->has_rows &&
                      body->is_row[body->results[n - program->input_count]];
        operands[n].strides[0] = is_row ? 1 : dims[1];
        operands[n].strides[1] = is_row ? 0 : 1;
    }
    fuse_plan(body, 2, dims, 2, operands, choice, out);
}

/* Adds the class of a launch, unless |all| contains it. Returns the new |count|. */
static uint32_t class_add(const struct fuse_body *body, const uint64_t dims[2],
                          enum fuse_choice choice, struct fuse_class *all, uint32_t count)
{
    struct fuse_launch launch;
    plan_dense(body, dims, choice, &launch);
    for (uint32_t i = 0; i < count; i++) {
        if (memcmp(&all[i], &launch.class, sizeof *all) == 0)
            return count;
    }
    all[count] = launch.class;
    return count + 1;
}

uint32_t fuse_usual_classes(const struct fuse_body *body, struct fuse_class out[FUSE_USUAL])
{
    /* Rows and their lengths: many short, fewer long, one very long. The first three shapes use
     * vectors, the other three single elements. */
    static const uint64_t shapes[][2] = {{1 << 20, 128}, {1 << 12, 1 << 12}, {1, 1 << 24},
                                         {1 << 20, 127}, {1 << 12, 4095},    {1, 999999}};
    uint32_t count = 0;
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
        count = class_add(body, shapes[i], FUSE_ANY, out, count);
        count = class_add(body, shapes[i], FUSE_WHOLE, out, count);
    }
    return class_add(body, shapes[0], FUSE_GENERAL, out, count);
}
