/* Reading, checking and writing a launch of a recording. The format is in docs/formats.md. */
#include "format.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* The parts of a launch's section that follow its header. */
struct parts {
    struct span kernel, names, arguments, allocations, pointers, pieces;
};

static enum codeobj_status fail_launch(const struct record_section *section,
                                       struct codeobj_error *error, const char *what)
{
    return codeobj_fail(error, CODEOBJ_CORRUPT, "launch %" PRIu64 ": %s", section->number, what);
}

static bool take(struct span *rest, uint64_t count, uint64_t size, struct span *out)
{
    uint64_t bytes;
    struct span taken;
    if (__builtin_mul_overflow(count, size, &bytes) || bytes > rest->size ||
        !span_sub(*rest, 0, record_align(bytes), &taken))
        return false;
    *rest = (struct span){rest->data + taken.size, rest->size - taken.size};
    *out = (struct span){taken.data, (size_t)bytes};
    return true;
}

/* Reads the header of a launch into |out|, and finds its parts. */
static bool read_header(struct span bytes, struct record_launch *out, struct parts *parts)
{
    struct span header, rest;
    if (!span_sub(bytes, 0, LAUNCH_HEADER, &header))
        return false;
    rest = (struct span){bytes.data + LAUNCH_HEADER, bytes.size - LAUNCH_HEADER};
    const uint8_t *at = header.data;
    out->code = load_le(at, 8);
    out->device = (uint32_t)load_le(at + 8, 4);
    out->flags = (uint32_t)load_le(at + 12, 4);
    for (int i = 0; i < 3; i++) {
        out->grid[i] = (uint32_t)load_le(at + 16 + 4 * i, 4);
        out->block[i] = (uint32_t)load_le(at + 28 + 4 * i, 4);
        out->last_block[i] = (uint32_t)load_le(at + 40 + 4 * i, 4);
    }
    out->dynamic_lds = (uint32_t)load_le(at + 52, 4);
    out->stream = load_le(at + 56, 8);
    out->argument_bytes = (uint32_t)load_le(at + 68, 4);
    out->allocation_count = (uint32_t)load_le(at + 72, 4);
    out->pointer_count = (uint32_t)load_le(at + 76, 4);
    out->piece_count = load_le(at + 80, 8);
    return load_le(at + 92, 4) == 0 && take(&rest, load_le(at + 64, 4), 1, &parts->kernel) &&
           take(&rest, load_le(at + 88, 4), 1, &parts->names) &&
           take(&rest, out->argument_bytes, 1, &parts->arguments) &&
           take(&rest, out->allocation_count, ALLOCATION_ROW, &parts->allocations) &&
           take(&rest, out->pointer_count, POINTER_ROW, &parts->pointers) &&
           take(&rest, out->piece_count, 8, &parts->pieces) && rest.size == 0;
}

static bool copy_parts(const struct parts *parts, struct record_launch *out)
{
    out->kernel = span_to_string(parts->kernel);
    out->names = span_to_string(parts->names);
    out->arguments = malloc(parts->arguments.size + 1);
    out->allocations = calloc((size_t)out->allocation_count + 1, sizeof *out->allocations);
    out->pointers = calloc((size_t)out->pointer_count + 1, sizeof *out->pointers);
    out->pieces = calloc((size_t)out->piece_count + 1, sizeof *out->pieces);
    if (!out->kernel || !out->names || !out->arguments || !out->allocations || !out->pointers ||
        !out->pieces)
        return false;
    if (parts->arguments.size)
        memcpy(out->arguments, parts->arguments.data, parts->arguments.size);
    for (uint32_t i = 0; i < out->allocation_count; i++) {
        const uint8_t *row = parts->allocations.data + (size_t)i * ALLOCATION_ROW;
        out->allocations[i] = (struct record_allocation){
            .address = load_le(row, 8),
            .size = load_le(row + 8, 8),
            .memory = (enum record_memory)load_le(row + 16, 4),
            .is_freed = load_le(row + 20, 4) != 0,
            .pieces = (uint32_t)load_le(row + 24, 4),
        };
        uint64_t name =
            load_le(row + 28, 4); /* are_names_good() refuses one outside of the names */
        if (name && name <= parts->names.size)
            out->allocations[i].name = out->names + name - 1;
    }
    for (uint32_t i = 0; i < out->pointer_count; i++) {
        const uint8_t *row = parts->pointers.data + (size_t)i * POINTER_ROW;
        out->pointers[i] = (struct record_pointer){
            (uint32_t)load_le(row, 4), (uint32_t)load_le(row + 4, 4), load_le(row + 8, 8)};
    }
    for (uint64_t i = 0; i < out->piece_count; i++)
        out->pieces[i] = load_le(parts->pieces.data + i * 8, 8);
    return true;
}

/* ---- Checks ---------------------------------------------------------------------------------- */

/* Checks that the words of the allocations' rows which have few values have one of these. */
static bool are_rows_good(struct span rows)
{
    for (size_t at = 0; at < rows.size; at += ALLOCATION_ROW) {
        const uint8_t *row = rows.data + at;
        if (load_le(row + 16, 4) >= RECORD_MEMORIES || load_le(row + 20, 4) > 1 ||
            (load_le(row + 28, 4) != 0) != (load_le(row + 16, 4) == RECORD_VARIABLE))
            return false;
    }
    return true;
}

/* Whether the names are texts, each with its NUL, and each variable has one. */
static bool are_names_good(const struct record_launch *launch, struct span names)
{
    if (names.size && names.data[names.size - 1] != 0)
        return false;
    for (uint32_t i = 0; i < launch->allocation_count; i++) {
        const struct record_allocation *a = &launch->allocations[i];
        if (a->memory != RECORD_VARIABLE)
            continue;
        if (!a->name || !*a->name || a->is_freed ||
            !utf8_is_text((struct span){(const uint8_t *)a->name, strlen(a->name)}))
            return false;
    }
    return true;
}

static bool are_allocations_good(const struct record_launch *launch)
{
    uint64_t pieces = 0, end = 0, before = 0;
    for (uint32_t i = 0; i < launch->allocation_count; i++) {
        const struct record_allocation *a = &launch->allocations[i];
        uint64_t stop;
        if (a->size == 0 || __builtin_add_overflow(a->address, a->size, &stop) ||
            a->address < before || (!a->is_freed && a->address < end))
            return false;
        if (a->pieces && (a->is_freed || a->pieces != record_piece_count(a->size)))
            return false;
        before = a->address;
        end = a->is_freed ? end : stop;
        pieces += a->pieces;
    }
    return pieces == launch->piece_count;
}

static bool are_pointers_good(const struct record_launch *launch)
{
    for (uint32_t i = 0; i < launch->pointer_count; i++) {
        const struct record_pointer *p = &launch->pointers[i];
        if (p->allocation >= launch->allocation_count ||
            (p->holder != RECORD_ARGUMENTS && p->holder >= launch->allocation_count))
            return false;
        uint64_t size = p->holder == RECORD_ARGUMENTS ? launch->argument_bytes
                                                      : launch->allocations[p->holder].size;
        if (size < 8 || p->offset > size - 8)
            return false;
    }
    return true;
}

/* Whether all pieces are in the recording, and have the sizes of those of their allocations. */
static bool are_pieces_good(const struct record *record, const struct record_launch *launch,
                            const uint64_t *pieces)
{
    uint64_t next = 0;
    for (uint32_t i = 0; i < launch->allocation_count; i++) {
        const struct record_allocation *a = &launch->allocations[i];
        for (uint32_t k = 0; k < a->pieces; k++) {
            uint64_t number = pieces[next++];
            const struct record_section *piece = record_find(record, RECORD_DATA, number);
            if (number && (!piece || piece->raw_size != record_piece_size(a->size, k)))
                return false;
        }
    }
    return true;
}

static enum codeobj_status check_launch(const struct record *record,
                                        const struct record_section *section,
                                        const struct record_launch *launch,
                                        const struct parts *parts, struct codeobj_error *error)
{
    if (!utf8_is_text(parts->kernel) || parts->kernel.size == 0 ||
        parts->kernel.size > RECORD_NAME_MAX)
        return fail_launch(section, error, "the kernel's name is not text");
    if (launch->argument_bytes > RECORD_ARGUMENTS_MAX)
        return fail_launch(section, error, "there are too many arguments");
    if (launch->flags & ~(uint32_t)RECORD_FLAGS)
        return fail_launch(section, error, "there are unknown flags");
    if (!record_find(record, RECORD_CODE, launch->code))
        return fail_launch(section, error, "its code object is missing");
    if (!are_rows_good(parts->allocations) || !are_allocations_good(launch))
        return fail_launch(section, error, "its allocations contradict themselves");
    if (!are_names_good(launch, parts->names))
        return fail_launch(section, error, "a variable has no name");
    if (!are_pointers_good(launch))
        return fail_launch(section, error, "a pointer is outside of what holds it");
    if (!are_pieces_good(record, launch, launch->pieces))
        return fail_launch(section, error, "contents of memory are missing");
    return CODEOBJ_OK;
}

/* ---- The public functions -------------------------------------------------------------------- */

enum codeobj_status record_read_launch(const struct record *record,
                                       const struct record_section *section,
                                       struct record_launch *out, struct codeobj_error *error)
{
    struct record_launch launch = {.number = section->number};
    struct parts parts;
    uint8_t *bytes;
    enum codeobj_status status = record_unpack(section, &bytes, error);
    if (status != CODEOBJ_OK)
        return status;
    if (!read_header((struct span){bytes, (size_t)section->raw_size}, &launch, &parts))
        status = fail_launch(section, error, "its parts do not fill its section");
    else if (!copy_parts(&parts, &launch))
        status = codeobj_fail(error, CODEOBJ_NO_MEMORY, "there is no memory to read a launch");
    else
        status = check_launch(record, section, &launch, &parts, error);
    free(bytes);
    if (status == CODEOBJ_OK)
        *out = launch;
    else
        record_launch_free(&launch);
    return status;
}

void record_launch_free(struct record_launch *launch)
{
    free(launch->kernel);
    free(launch->names);
    free(launch->arguments);
    free(launch->allocations);
    free(launch->pointers);
    free(launch->pieces);
    *launch = (struct record_launch){0};
}

enum codeobj_status record_read_after(const struct record *record,
                                      const struct record_launch *launch, uint64_t **out,
                                      struct codeobj_error *error)
{
    const struct record_section *section = record_find(record, RECORD_AFTER, launch->number);
    uint8_t *bytes;
    if (!section) {
        *out = NULL;
        return CODEOBJ_OK;
    }
    if (section->raw_size != launch->piece_count * 8)
        return fail_launch(section, error, "the contents after it are not those of its memory");
    enum codeobj_status status = record_unpack(section, &bytes, error);
    if (status != CODEOBJ_OK)
        return status;
    uint64_t *pieces = calloc((size_t)launch->piece_count + 1, sizeof *pieces);
    for (uint64_t i = 0; pieces && i < launch->piece_count; i++)
        pieces[i] = load_le(bytes + i * 8, 8);
    free(bytes);
    if (!pieces)
        return codeobj_fail(error, CODEOBJ_NO_MEMORY, "there is no memory to read a launch");
    if (!are_pieces_good(record, launch, pieces)) {
        free(pieces);
        return fail_launch(section, error, "contents of memory after it are missing");
    }
    *out = pieces;
    return CODEOBJ_OK;
}

/* Returns how many workgroups the grid has, at most UINT64_MAX. */
static uint64_t count_workgroups(const struct record_launch *launch)
{
    uint64_t count = (uint64_t)launch->grid[0] * launch->grid[1];
    return __builtin_mul_overflow(count, launch->grid[2], &count) ? UINT64_MAX : count;
}

enum codeobj_status record_read_part(const struct record *record,
                                     const struct record_launch *launch, uint64_t *out_first,
                                     uint64_t *out_count, struct codeobj_error *error)
{
    enum { SIZE = 16 };
    const struct record_section *section = record_find(record, RECORD_PART, launch->number);
    uint8_t *bytes;
    *out_first = *out_count = 0;
    if (!section)
        return CODEOBJ_OK;
    if (section->raw_size != SIZE)
        return fail_launch(section, error, "the part of its grid has a wrong size");
    enum codeobj_status status = record_unpack(section, &bytes, error);
    if (status != CODEOBJ_OK)
        return status;
    *out_first = load_le(bytes, 8);
    *out_count = load_le(bytes + 8, 8);
    free(bytes);
    if (*out_count == 0)
        return fail_launch(section, error, "no workgroup is to run");
    const uint64_t all = count_workgroups(launch);
    return *out_first < all && *out_count <= all - *out_first
               ? CODEOBJ_OK
               : fail_launch(section, error, "the workgroups that are to run are not in its grid");
}

/* ---- Writing --------------------------------------------------------------------------------- */

/* Returns the bytes of the names of variables, with their NULs. */
static size_t names_size(const struct record_launch *launch)
{
    size_t size = 0;
    for (uint32_t i = 0; i < launch->allocation_count; i++)
        size += launch->allocations[i].name ? strlen(launch->allocations[i].name) + 1 : 0;
    return size;
}

uint8_t *launch_encode(const struct record_launch *launch, size_t *out_size)
{
    size_t name = strlen(launch->kernel), names = names_size(launch), next = 0;
    size_t size = LAUNCH_HEADER + record_align(name) + record_align(names) +
                  record_align(launch->argument_bytes) +
                  (size_t)launch->allocation_count * ALLOCATION_ROW +
                  (size_t)launch->pointer_count * POINTER_ROW + (size_t)launch->piece_count * 8;
    uint8_t *bytes = calloc(1, size), *at = bytes;
    if (!bytes)
        return NULL;
    at = store_le(at, launch->code, 8);
    at = store_le(at, launch->device, 4);
    at = store_le(at, launch->flags, 4);
    const uint32_t *const sizes[] = {launch->grid, launch->block, launch->last_block};
    for (int i = 0; i < 9; i++)
        at = store_le(at, sizes[i / 3][i % 3], 4);
    at = store_le(at, launch->dynamic_lds, 4);
    at = store_le(at, launch->stream, 8);
    at = store_le(at, name, 4);
    at = store_le(at, launch->argument_bytes, 4);
    at = store_le(at, launch->allocation_count, 4);
    at = store_le(at, launch->pointer_count, 4);
    at = store_le(at, launch->piece_count, 8);
    at = store_le(at, names, 4) + 4;
    memcpy(at, launch->kernel, name);
    at += record_align(name);
    for (uint32_t i = 0; i < launch->allocation_count; i++)
        if (launch->allocations[i].name)
            at = (uint8_t *)stpcpy((char *)at, launch->allocations[i].name) + 1;
    at += record_align(names) - names;
    if (launch->argument_bytes)
        memcpy(at, launch->arguments, launch->argument_bytes);
    at += record_align(launch->argument_bytes);
    for (uint32_t i = 0; i < launch->allocation_count; i++) {
        const struct record_allocation *a = &launch->allocations[i];
        at = store_le(at, a->address, 8);
        at = store_le(at, a->size, 8);
        at = store_le(at, a->memory, 4);
        at = store_le(at, a->is_freed, 4);
        at = store_le(at, a->pieces, 4);
        at = store_le(at, a->name ? next + 1 : 0, 4);
        next += a->name ? strlen(a->name) + 1 : 0;
    }
    for (uint32_t i = 0; i < launch->pointer_count; i++) {
        at = store_le(at, launch->pointers[i].holder, 4);
        at = store_le(at, launch->pointers[i].allocation, 4);
        at = store_le(at, launch->pointers[i].offset, 8);
    }
    for (uint64_t i = 0; i < launch->piece_count; i++)
        at = store_le(at, launch->pieces[i], 8);
    *out_size = size;
    return bytes;
}
