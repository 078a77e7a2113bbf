/* The contents of arrays, which any element can be computed from alone. */
#include "values.h"
#include "verify/trial.h"

uint64_t array_bytes(const struct array *array)
{
    return array->count * array->layout.size;
}

uint64_t array_numbers(const struct array *array)
{
    return array->count * array->layout.numbers;
}

static uint64_t random_element(const struct array *array, enum dtype type, uint64_t index)
{
    const uint64_t bits = random_bits(array->seed, index);
    if (!dtype_is_float(type) && array->is_records)
        return bits;
    if (array->is_special && random_bits(~array->seed, index) & 1)
        return dtype_special(type, bits);
    return dtype_is_float(type) ? dtype_encode(type, random_number(bits, array->low, array->high))
                                : (uint64_t)random_integer(bits, array->least, array->most);
}

/* Returns element |index| of a permutation of 0 to |count| - 1: rounds of a Feistel network over
 * the smallest square of a power of two that is not smaller, repeated until the result is below
 * |count|. */
static uint64_t permuted(uint64_t seed, uint64_t count, uint64_t index)
{
    unsigned half = 1;
    while (UINT64_C(1) << 2 * half < count)
        half++;
    const uint64_t mask = (UINT64_C(1) << half) - 1;
    do {
        uint64_t left = index >> half, right = index & mask;
        for (unsigned round = 0; round < 4; round++) {
            const uint64_t next = left ^ (random_bits(seed + round, right) & mask);
            left = right;
            right = next;
        }
        index = left << half | right;
    } while (index >= count);
    return index;
}

static uint64_t of_integer(enum dtype type, uint64_t value)
{
    return dtype_is_float(type) ? dtype_encode(type, (double)value) : value;
}

static uint64_t ascending_element(const struct array *array, enum dtype type, uint64_t index)
{
    const uint64_t count = array_numbers(array), last = count > 1 ? count - 1 : 1;
    const uint64_t bits = random_bits(array->seed, index);
    return dtype_is_float(type)
               ? dtype_encode(type, ascending_number(bits, array->low, array->high, index, last))
               : (uint64_t)ascending_integer(bits, array->least, array->most, index, last);
}

static uint64_t any_element(const struct array *array, enum dtype type, uint64_t index)
{
    switch (array->fill) {
    case FILL_RANDOM: return random_element(array, type, index);
    case FILL_RAMP: return of_integer(type, index);
    case FILL_PERMUTATION:
        return of_integer(type, permuted(array->seed, array_numbers(array), index));
    case FILL_ASCENDING: return ascending_element(array, type, index);
    case FILL_BITS: return random_bits(array->seed, index);
    case FILL_CONSTANT:
    case FILL_LIST: return array->list[index % array->list_count];
    case FILL_FILE: return dtype_load(type, array->file->data + index * dtype_size(type));
    case FILL_SAME:
    case FILL_NULL: break;
    }
    return 0;
}

uint64_t array_element(const struct array *array, uint64_t index)
{
    const enum dtype type = layout_number(&array->layout, index).type;
    return any_element(array, type, index) & (UINT64_MAX >> (64 - 8 * dtype_size(type)));
}

void launch_fill(struct launch *launch)
{
    for (size_t i = 0; i < launch->array_count; i++) {
        struct array *array = &launch->arrays[i];
        array->data = mem_alloc(array_bytes(array) + 1);
        for (uint64_t k = 0; k < array_numbers(array); k++) {
            const struct number number = layout_number(&array->layout, k);
            dtype_store(number.type, array_element(array, k), array->data + number.offset);
        }
    }
}
