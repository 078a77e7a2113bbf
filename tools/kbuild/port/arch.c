/* The __CUDA_ARCH__ of each source of a tree. A source sets its own in front of the prelude; a
 * header is translated once, for all sources that include it. */
#include "port.h"

#include "util/file.h"

bool port_is_cuda_source(const struct port_file *file)
{
    return !file->path || path_has_extension(file->path, ".cu");
}

static bool is_translated(const struct port_file *file)
{
    return file->status == STATUS_OK && !file->copied && !file->is_hip;
}

/* The files by the last parts of their names. */
struct place {
    const char *name;
    size_t file;
};

static int compare_places(const void *one, const void *other)
{
    const struct place *a = one, *b = other;
    int order = strcmp(a->name, b->name);
    return order ? order : (a->file > b->file) - (a->file < b->file);
}

static size_t first_place(const struct place *places, size_t count, const char *name)
{
    size_t low = 0;
    while (low < count) {
        size_t middle = low + (count - low) / 2;
        if (strcmp(places[middle].name, name) < 0)
            low = middle + 1;
        else
            count = middle;
    }
    return low;
}

static void reach_add(struct port_file *file, size_t number)
{
    for (size_t i = 0; i < file->reach_count; i++)
        if (file->reach[i] == number)
            return;
    file->reach = mem_grow(file->reach, file->reach_count, sizeof *file->reach);
    file->reach[file->reach_count++] = number;
}

/* What |file| includes: every file of the tree whose name ends so. */
static void find_reach(struct port *port, const struct place *places, size_t count,
                       struct port_file *file)
{
    if (file->reach_known)
        return;
    file->reach_known = true;
    for (size_t i = 0; i < file->includes.count; i++) {
        const char *name = path_name(file->includes.items[i]);
        for (size_t at = first_place(places, count, name);
             at < count && strcmp(places[at].name, name) == 0; at++)
            if (&port->files[places[at].file] != file &&
                port_path_ends(port->files[places[at].file].path, file->includes.items[i]))
                reach_add(file, places[at].file);
    }
}

/* The numbers of the files that the source |first| includes, itself or by others, with itself in
 * front. |seen| has room for a number for each file. */
static size_t collect_unit(struct port *port, const struct place *places, size_t place_count,
                           size_t first, size_t *unit, size_t *seen)
{
    size_t count = 1;
    unit[0] = first;
    seen[first] = first + 1;
    for (size_t next = 0; next < count; next++) {
        struct port_file *file = &port->files[unit[next]];
        find_reach(port, places, place_count, file);
        for (size_t i = 0; i < file->reach_count; i++)
            if (seen[file->reach[i]] != first + 1) {
                seen[file->reach[i]] = first + 1;
                unit[count++] = file->reach[i];
            }
    }
    return count;
}

static void choose(struct port *port, const size_t *unit, size_t count)
{
    struct port_file *source = &port->files[unit[0]];
    OWNED struct arch_text **texts = mem_alloc(count * sizeof *texts);
    for (size_t i = 0; i < count; i++) {
        struct port_file *file = &port->files[unit[i]];
        if (!file->arch_text)
            file->arch_text = hipify_arch_text(file->source.data, file->source.size);
        texts[i] = file->arch_text;
    }
    source->choice = hipify_choose_arch(texts, count, &port->options);
    port->options.any_arch |= source->choice.why != NULL;
    if (source->choice.why)
        source->choice.text = unit[source->choice.text];
    for (size_t i = 0; i < count; i++)
        if (port->files[unit[i]].cuda_arch < source->choice.arch)
            port->files[unit[i]].cuda_arch = source->choice.arch;
}

/* Whether a file has statements that decide: most trees do not. */
static bool may_choose(const struct port *port)
{
    for (size_t i = 0; i < port->count; i++)
        if (is_translated(&port->files[i]) &&
            hipify_may_choose_arch(port->files[i].source.data, port->files[i].source.size))
            return true;
    return false;
}

void port_choose_archs(struct port *port)
{
    if (!may_choose(port))
        return;
    OWNED size_t *unit = mem_alloc(port->count * sizeof *unit);
    OWNED size_t *seen = mem_alloc(port->count * sizeof *seen);
    OWNED struct place *places = mem_alloc(port->count * sizeof *places);
    size_t count = 0;
    for (size_t i = 0; i < port->count; i++)
        if (port->files[i].path && is_translated(&port->files[i]))
            places[count++] = (struct place){path_name(port->files[i].path), i};
    qsort(places, count, sizeof *places, compare_places);
    for (size_t i = 0; i < port->count; i++)
        if (is_translated(&port->files[i]) && port_is_cuda_source(&port->files[i]))
            choose(port, unit, collect_unit(port, places, count, i, unit, seen));
}

void port_report_archs(struct port *port)
{
    for (size_t i = 0; i < port->count; i++) {
        struct port_file *file = &port->files[i];
        if (file->choice.why)
            hipify_report_arch(&file->report, &file->choice, port->files[file->choice.text].shown,
                               file->choice.text == i);
    }
}
