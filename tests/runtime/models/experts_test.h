/* Pairs of tokens and experts, sorted on the host. */
#ifndef EXPERTS_TEST_H
#define EXPERTS_TEST_H

#include "models_test.h"

/* How many pairs experts get: about the same; one all; the first most; some pairs have none. */
enum load { EVEN, ONE, SKEWED, BEYOND, LOADS };

static inline uint32_t choose_id(enum load load, uint32_t experts, uint64_t *seed)
{
    uint32_t any = next_random(seed);
    switch (load) {
    case ONE: return experts / 2;
    case SKEWED: return any % experts * (next_random(seed) % 4 == 0);
    case BEYOND: return any % (experts + 2);
    default: return any % experts;
    }
}

struct sorted {
    uint32_t tokens, each, experts, pairs, used; /* |used|: pairs with a place */
    struct array ids, order, places, starts;
    struct krt_experts_order tensors;
};

static inline struct sorted sorted_make(uint32_t tokens, uint32_t each, uint32_t experts,
                                        enum load load)
{
    uint64_t seed = tokens * 8 + load;
    struct sorted sorted = {.tokens = tokens,
                            .each = each,
                            .experts = experts,
                            .pairs = tokens * each,
                            .ids = array_make(KRT_U32, 2, DIMS(tokens, each)),
                            .order = array_make(KRT_U32, 1, DIMS((uint64_t)tokens * each)),
                            .places = array_make(KRT_U32, 2, DIMS(tokens, each)),
                            .starts = array_make(KRT_U32, 1, DIMS(experts + 1))};
    uint32_t *ids = sorted.ids.host, *order = sorted.order.host, *places = sorted.places.host;
    uint32_t *starts = sorted.starts.host;
    for (uint32_t i = 0; i < sorted.pairs; i++) {
        ids[i] = choose_id(load, experts, &seed);
        places[i] = UINT32_MAX;
    }
    for (uint32_t e = 0; e < experts; e++) {
        starts[e] = sorted.used;
        for (uint32_t i = 0; i < sorted.pairs; i++)
            if (ids[i] == e) {
                order[sorted.used] = i;
                places[i] = sorted.used++;
            }
    }
    starts[experts] = sorted.used;
    sorted.tensors =
        (struct krt_experts_order){sorted.order.tensor, sorted.places.tensor, sorted.starts.tensor};
    array_upload(&sorted.ids);
    return sorted;
}

static inline void sorted_upload(const struct sorted *sorted)
{
    array_upload(&sorted->order);
    array_upload(&sorted->places);
    array_upload(&sorted->starts);
}

static inline void sorted_free(struct sorted *sorted)
{
    array_free(&sorted->ids);
    array_free(&sorted->order);
    array_free(&sorted->places);
    array_free(&sorted->starts);
}

/* The expert of a place. */
static inline uint32_t expert_at(const struct sorted *sorted, uint32_t place)
{
    return ((uint32_t *)sorted->ids.host)[((uint32_t *)sorted->order.host)[place]];
}

#endif
