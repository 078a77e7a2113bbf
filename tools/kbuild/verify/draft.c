/* Guesses the roles of parameters by their names and types: sizes, arrays, indices. */
#include "verify/draft.h"

#include <ctype.h>

enum { NAMES_MAX = 100 }; /* the most columns that the list of kernels takes */

/* ---- Guesses --------------------------------------------------------------------------------- */

/* Whether |name| is |word|, or has it as a part if it is a long one: "num_rows", "batchSize". */
static bool has_word(const char *name, const char *word)
{
    OWNED char *lower = mem_dup(name);
    for (char *at = lower; *at; at++)
        *at = (char)tolower((unsigned char)*at);
    return strlen(word) <= 2 ? strcmp(lower, word) == 0 : strstr(lower, word) != NULL;
}

static bool has_any(const char *name, const char *const *words)
{
    for (size_t i = 0; words[i]; i++)
        if (has_word(name, words[i]))
            return true;
    return false;
}

/* Whether |name| is that of a number of things: "nAtom", "n_rows". */
static bool is_number_of(const char *name)
{
    return name[0] == 'n' && (isupper((unsigned char)name[1]) || name[1] == '_');
}

static bool is_size(const struct parameter *parameter)
{
    static const char *const words[] = {
        "n",   "m",     "k",    "w",    "h",   "nx",    "ny",     "nz",  "num",   "count", "size",
        "len", "numel", "rows", "cols", "col", "width", "height", "dim", "batch", "total", NULL};
    return parameter->kind == PARAMETER_SCALAR && !dtype_is_float(parameter->type) &&
           dtype_size(parameter->type) >= 4 &&
           (is_number_of(parameter->name) || has_any(parameter->name, words));
}

static bool is_indices(const struct parameter *parameter)
{
    static const char *const words[] = {"idx",  "ids",   "index", "indices", "offset",
                                        "list", "neigh", "perm",  "map",     NULL};
    return parameter->kind == PARAMETER_POINTER && parameter->is_const &&
           parameter->type != DTYPE_NONE && !dtype_is_float(parameter->type) &&
           has_any(parameter->name, words);
}

static bool same_parameters(const struct signature *a, const struct signature *b)
{
    if (a->parameter_count != b->parameter_count)
        return false;
    for (size_t i = 0; i < a->parameter_count; i++) {
        const struct parameter *left = &a->parameters[i], *right = &b->parameters[i];
        if (strcmp(left->name, right->name) != 0 || left->kind != right->kind ||
            left->is_const != right->is_const || left->is_indirect != right->is_indirect ||
            (left->type == DTYPE_NONE) != (right->type == DTYPE_NONE) ||
            dtype_is_float(left->type) != dtype_is_float(right->type) ||
            is_size(left) != is_size(right) ||
            (left->record && strcmp(left->record, right->record) != 0))
            return false;
    }
    return true;
}

/* ---- Writing --------------------------------------------------------------------------------- */

static void put_word(struct buf *out, const char *word)
{
    const char *plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";
    if (word[strspn(word, plain)] == '\0') {
        buf_puts(out, word);
        return;
    }
    buf_putc(out, '"');
    for (; *word; word++) {
        if (*word == '"' || *word == '\\')
            buf_putc(out, '\\');
        buf_putc(out, *word);
    }
    buf_putc(out, '"');
}

static void put_names(struct buf *out, const struct strings *names)
{
    size_t start = out->size;
    buf_puts(out, names->count == 1 ? "  - kernel: " : "  - kernel: [");
    for (size_t i = 0; i < names->count; i++) {
        if (i && out->size - start > NAMES_MAX - strlen(names->items[i])) {
            buf_puts(out, ",\n             ");
            start = out->size;
        } else if (i) {
            buf_puts(out, ", ");
        }
        put_word(out, names->items[i]);
    }
    buf_puts(out, names->count == 1 ? "\n" : "]\n");
}

/* Appends "rows * columns", the product of all sizes; "1" if there are none. */
static void put_product(struct buf *out, const struct signature *kernel)
{
    const char *between = "";
    for (size_t i = 0; i < kernel->parameter_count; i++)
        if (is_size(&kernel->parameters[i])) {
            buf_printf(out, "%s%s", between, kernel->parameters[i].name);
            between = " * ";
        }
    if (!*between)
        buf_puts(out, "1");
}

static size_t count_sizes(const struct signature *kernel)
{
    size_t count = 0;
    for (size_t i = 0; i < kernel->parameter_count; i++)
        count += is_size(&kernel->parameters[i]);
    return count;
}

static void put_sizes(struct buf *out, const struct signature *kernel, size_t sizes)
{
    if (sizes == 0)
        return;
    buf_puts(out, "    sizes:\n");
    for (size_t i = 0; i < kernel->parameter_count; i++)
        if (is_size(&kernel->parameters[i]))
            buf_printf(out, "      %s: %s\n", kernel->parameters[i].name,
                       sizes == 1   ? "edges"
                       : sizes == 2 ? "[1, 31, 64]"
                                    : "[1, 7]");
}

static void put_members(struct buf *out, const struct interface *interface,
                        const struct parameter *parameter)
{
    const struct record *record = interface_record(interface, parameter->record);
    size_t written = 0;
    buf_printf(out, "      %s: {members: {", parameter->name);
    for (size_t i = 0; i < record->member_count; i++)
        if (record->members[i].kind == PARAMETER_SCALAR && !record->members[i].is_array)
            buf_printf(out, "%s%s: 1", written++ ? ", " : "", record->members[i].name);
    buf_puts(out, "}}  # guess\n");
}

static void put_pointer(struct buf *out, const struct signature *kernel,
                        const struct parameter *parameter, size_t sizes)
{
    if (parameter->is_indirect) {
        buf_printf(out, "      %s: null  # it points to pointers, which cannot be given\n",
                   parameter->name);
        return;
    }
    const bool is_bytes = parameter->type == DTYPE_NONE;
    buf_printf(out, is_indices(parameter) || is_bytes ? "      %s: {count: " : "      %s: ",
               parameter->name);
    put_product(out, kernel);
    OWNED_BY(buf_free) struct buf layout = {0};
    parameter_print_layout(parameter, &layout);
    if (is_bytes && layout.size)
        buf_printf(out, ", layout: %s}", layout.data);
    else if (is_bytes)
        buf_puts(out, ", layout: [u8]}  # guess: which fields does an element have?");
    else if (is_indices(parameter))
        buf_puts(out, ", range: [0, 0]}  # guess: which values are valid?");
    else if (sizes != 1)
        buf_puts(out, "  # guess: how many elements?");
    buf_putc(out, '\n');
}

static void put_arguments(struct buf *out, const struct interface *interface,
                          const struct signature *kernel, size_t sizes)
{
    if (kernel->parameter_count == sizes)
        return;
    buf_puts(out, "    arguments:\n");
    for (size_t i = 0; i < kernel->parameter_count; i++) {
        const struct parameter *parameter = &kernel->parameters[i];
        if (parameter->kind == PARAMETER_POINTER)
            put_pointer(out, kernel, parameter, sizes);
        else if (parameter->kind == PARAMETER_RECORD)
            put_members(out, interface, parameter);
        else if (dtype_is_float(parameter->type))
            buf_printf(out, "      %s: 1.5\n", parameter->name);
        else if (!is_size(parameter))
            buf_printf(out, "      %s: 1  # guess\n", parameter->name);
    }
}

static bool is_wanted(const struct signature *kernel, const struct strings *globs)
{
    return globs->count == 0 || signature_matches_any(kernel, globs);
}

/* Appends the case of kernel |first| and of all later ones with the same parameters, and sets
 * |is_done| of them. */
static void put_case(struct buf *out, const struct interface *interface,
                     const struct strings *globs, size_t first, bool *is_done)
{
    const struct signature *kernel = &interface->kernels[first];
    const size_t sizes = count_sizes(kernel);
    OWNED_BY(strings_free) struct strings names = {0};
    for (size_t i = first; i < interface->kernel_count; i++) {
        const struct signature *other = &interface->kernels[i];
        if (is_done[i] || !is_wanted(other, globs) || !same_parameters(kernel, other))
            continue;
        is_done[i] = true;
        strings_add(&names, other->name);
    }
    put_names(out, &names);
    put_sizes(out, kernel, sizes);
    buf_puts(out, "    grid: (");
    put_product(out, kernel);
    buf_puts(out, sizes == 1 ? " + 255) / 256\n" : " + 255) / 256  # guess\n");
    buf_puts(out, "    block: 256\n");
    put_arguments(out, interface, kernel, sizes);
    buf_putc(out, '\n');
}

bool draft_print(const struct interface *interface, const struct strings *kernels, struct buf *out)
{
    OWNED bool *is_done = mem_alloc(interface->kernel_count * sizeof *is_done);
    size_t written = 0;
    buf_puts(out,
             "# A draft by kbuild verify --init: look at each launch and each guess. Arrays are "
             "as large as all\n# sizes together, so that nothing is outside of them; smaller "
             "ones find more.\ncases:\n");
    for (size_t i = 0; i < interface->kernel_count; i++) {
        if (is_done[i] || !is_wanted(&interface->kernels[i], kernels))
            continue;
        put_case(out, interface, kernels, i, is_done);
        written++;
    }
    if (written)
        out->data[--out->size] = '\0'; /* Removes the empty line after the last case. */
    return written > 0;
}
