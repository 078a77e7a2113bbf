/* A launch while it is taken: its arguments, the pointers in them, and the allocations to which
 * they lead. */
#include "parts.h"

#include <stdlib.h>
#include <string.h>

void draft_free(struct draft *draft)
{
    for (uint32_t i = 0; draft->pieces && i < draft->launch.allocation_count; i++)
        free(draft->pieces[i]);
    free(draft->pieces);
    record_launch_free(&draft->launch);
    *draft = (struct draft){0};
}

/* Returns |array| with room for an element behind its |count|, or NULL: then |array| stays. */
static void *grow(void *array, uint32_t count, uint32_t *room, size_t size)
{
    if (count < *room)
        return array;
    uint32_t more = *room ? *room * 2 : 16;
    void *grown = realloc(array, more * size);
    if (grown)
        *room = more;
    return grown;
}

/* Returns the index of an allocation in the draft, to which it adds it; UINT32_MAX: no memory. */
static uint32_t draft_allocation(struct draft *draft, const struct record_allocation *found)
{
    struct record_launch *launch = &draft->launch;
    for (uint32_t i = 0; i < launch->allocation_count; i++)
        if (launch->allocations[i].address == found->address &&
            launch->allocations[i].size == found->size &&
            launch->allocations[i].is_freed == found->is_freed)
            return i;
    uint32_t count = launch->allocation_count, room = draft->room;
    void *allocations = grow(launch->allocations, count, &room, sizeof *launch->allocations);
    if (allocations)
        launch->allocations = allocations;
    void *pieces = grow(draft->pieces, count, &draft->room, sizeof *draft->pieces);
    if (pieces)
        draft->pieces = pieces;
    if (!allocations || !pieces) {
        draft->has_no_memory = true;
        return UINT32_MAX;
    }
    launch->allocations[launch->allocation_count] = *found;
    draft->pieces[launch->allocation_count] = NULL;
    return launch->allocation_count++;
}

static void draft_pointer(struct draft *draft, uint32_t holder, uint64_t offset, uint32_t target)
{
    struct record_launch *launch = &draft->launch;
    void *pointers = grow(launch->pointers, launch->pointer_count, &draft->pointer_room,
                          sizeof *launch->pointers);
    if (!pointers) {
        draft->has_no_memory = true;
        return;
    }
    launch->pointers = pointers;
    launch->pointers[launch->pointer_count++] = (struct record_pointer){holder, target, offset};
}

/* Finds the variable that contains the address |value|. */
static bool find_variable(const struct draft *draft, uint64_t value, struct record_allocation *out)
{
    for (uint32_t i = 0; i < draft->variable_count; i++) {
        const struct record_allocation *a = &draft->launch.allocations[i];
        if (value >= a->address && value - a->address < a->size) {
            *out = *a;
            return true;
        }
    }
    return false;
}

bool draft_variables(struct draft *draft, const struct variables *variables)
{
    for (size_t i = 0; variables && i < variables->count; i++) {
        const struct variable *variable = &variables->items[i];
        const struct record_allocation a = {.address = variable->address,
                                            .size = variable->size,
                                            .memory = RECORD_VARIABLE,
                                            .name = variable->name};
        if (draft_allocation(draft, &a) == UINT32_MAX)
            return false;
    }
    draft->variable_count = draft->launch.allocation_count;
    return true;
}

/* Finds the pointers in |bytes|, which are at |offset| of their holder. */
void draft_pointers(struct draft *draft, uint32_t holder, uint64_t offset, const uint8_t *bytes,
                    size_t size)
{
    struct record_allocation found;
    for (size_t at = 0; at + 8 <= size; at += 8) {
        uint64_t value = load_le(bytes + at, 8);
        if (value < 4096 || (!memory_find(value, &found) && !find_variable(draft, value, &found)))
            continue;
        uint32_t target = draft_allocation(draft, &found);
        if (target != UINT32_MAX)
            draft_pointer(draft, holder, offset + at, target);
    }
}

/* ---- Arguments ------------------------------------------------------------------------------- */

/* The words of a list of HIP_LAUNCH_PARAM_...: an address and a size follow the first two. */
enum { PARAM_END = 3, PARAM_BUFFER = 1, PARAM_SIZE = 2 };

static void read_extra(void **extra, uint8_t *out, size_t size)
{
    const void *buffer = NULL;
    const size_t *given = NULL;
    for (unsigned i = 0; i < 8 && (uintptr_t)extra[i] != PARAM_END; i += 2) {
        if ((uintptr_t)extra[i] == PARAM_BUFFER)
            buffer = extra[i + 1];
        else if ((uintptr_t)extra[i] == PARAM_SIZE)
            given = extra[i + 1];
        else
            return;
    }
    if (buffer && given)
        memcpy(out, buffer, *given < size ? *given : size);
}

static void read_parameters(const struct kernel *kernel, void **parameters, uint8_t *out)
{
    size_t next = 0;
    for (size_t i = 0; i < kernel->argument_count; i++) {
        const struct kernel_argument *argument = &kernel->arguments[i];
        if (argument->kind == ARGUMENT_HIDDEN)
            continue;
        if (argument->kind != ARGUMENT_DYNAMIC_SHARED_POINTER && parameters[next])
            memcpy(out + argument->offset, parameters[next], argument->size);
        next++;
    }
}

static uint32_t explicit_bytes(const struct kernel *kernel)
{
    uint32_t bytes = 0;
    for (size_t i = 0; i < kernel->argument_count; i++) {
        const struct kernel_argument *argument = &kernel->arguments[i];
        if (argument->kind != ARGUMENT_HIDDEN && argument->offset + argument->size > bytes)
            bytes = argument->offset + argument->size;
    }
    return bytes;
}

bool draft_arguments(struct draft *draft, const struct call *call, const struct kernel *kernel)
{
    struct record_launch *launch = &draft->launch;
    launch->argument_bytes = explicit_bytes(kernel);
    launch->arguments = calloc(1, (size_t)launch->argument_bytes + 1);
    launch->kernel = strdup(kernel->name);
    if (!launch->arguments || !launch->kernel || launch->argument_bytes > RECORD_ARGUMENTS_MAX)
        return false;
    if (call->extra)
        read_extra(call->extra, launch->arguments, launch->argument_bytes);
    else if (call->parameters)
        read_parameters(kernel, call->parameters, launch->arguments);
    draft_pointers(draft, RECORD_ARGUMENTS, 0, launch->arguments, launch->argument_bytes);
    return true;
}

/* ---- Sorting --------------------------------------------------------------------------------- */

struct place {
    struct record_allocation allocation;
    uint64_t *pieces;
    uint32_t index;
};

static int compare_places(const void *a, const void *b)
{
    const struct record_allocation *left = &((const struct place *)a)->allocation;
    const struct record_allocation *right = &((const struct place *)b)->allocation;
    if (left->address != right->address)
        return left->address < right->address ? -1 : 1;
    return (right->is_freed > left->is_freed) - (right->is_freed < left->is_freed);
}

static void renumber(uint32_t *index, const uint32_t *numbers)
{
    if (*index != RECORD_ARGUMENTS)
        *index = numbers[*index];
}

/* Sorts the allocations, and lists the pieces in their order. */
bool draft_sort(struct draft *draft)
{
    struct record_launch *launch = &draft->launch;
    uint32_t count = launch->allocation_count;
    struct place *places = calloc((size_t)count + 1, sizeof *places);
    uint32_t *numbers = calloc((size_t)count + 1, sizeof *numbers);
    uint64_t total = 0, next = 0;
    for (uint32_t i = 0; places && i < count; i++) {
        places[i] = (struct place){launch->allocations[i], draft->pieces[i], i};
        total += launch->allocations[i].pieces;
    }
    launch->pieces = calloc((size_t)total + 1, sizeof *launch->pieces);
    bool is_good = places && numbers && launch->pieces;
    if (is_good)
        qsort(places, count, sizeof *places, compare_places);
    for (uint32_t i = 0; is_good && i < count; i++) {
        launch->allocations[i] = places[i].allocation;
        draft->pieces[i] = places[i].pieces;
        numbers[places[i].index] = i;
        for (uint32_t k = 0; k < places[i].allocation.pieces; k++)
            launch->pieces[next++] = places[i].pieces[k];
    }
    for (uint32_t i = 0; is_good && i < launch->pointer_count; i++) {
        renumber(&launch->pointers[i].holder, numbers);
        renumber(&launch->pointers[i].allocation, numbers);
    }
    launch->piece_count = total;
    free(places);
    free(numbers);
    return is_good;
}
