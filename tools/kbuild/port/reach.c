/* Finds out which files of a tree include which. An include counts for every file whose path ends
 * with the included name, because the -I options of the build are not known. */
#include "port.h"

#include "util/file.h"

#include <stdlib.h>
#include <string.h>

/* An entry of a list of files that is sorted by the last part of their paths. */
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

/* Adds to |file->reach| every file of the tree whose path ends with a name that |file| includes. */
static void find_reach(const struct port *port, const struct place *places, size_t count,
                       struct port_file *file)
{
    for (size_t i = 0; i < file->includes.count; i++) {
        const char *name = path_name(file->includes.items[i]);
        for (size_t at = first_place(places, count, name);
             at < count && strcmp(places[at].name, name) == 0; at++)
            if (&port->files[places[at].file] != file &&
                port_path_ends(port->files[places[at].file].path, file->includes.items[i]))
                reach_add(file, places[at].file);
    }
}

void port_find_reach(struct port *port)
{
    if (port->reach_known)
        return;
    port->reach_known = true;
    OWNED struct place *places = mem_alloc(port->count * sizeof *places);
    size_t count = 0;
    for (size_t i = 0; i < port->count; i++)
        if (port->files[i].path)
            places[count++] = (struct place){path_name(port->files[i].path), i};
    qsort(places, count, sizeof *places, compare_places);
    for (size_t i = 0; i < port->count; i++)
        find_reach(port, places, count, &port->files[i]);
}
