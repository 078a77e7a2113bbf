/* Chooses the __CUDA_ARCH__ of each source of a tree. The translation of a source defines its own
 * __CUDA_ARCH__ before the include of the prelude. A header is translated once, for all sources
 * that include it. */
#include "port.h"

#include "util/file.h"

bool port_is_cuda_source(const struct port_file *file)
{
    static const char *const endings[] = {".cu", ".cu.cc", ".cu.cpp", ".cu.cxx"};
    if (!file->path)
        return true;
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++)
        if (path_has_extension(file->path, endings[i]))
            return true;
    return false;
}

static bool is_translated(const struct port_file *file)
{
    return file->status == STATUS_OK && !file->copied && !file->is_hip;
}

/* Writes to |unit| the indexes of the source |first| and of the files that it includes, directly or
 * not. Returns the number of indexes. |seen| has room for a number for each file. */
static size_t collect_unit(const struct port *port, size_t first, size_t *unit, size_t *seen)
{
    size_t count = 1;
    unit[0] = first;
    seen[first] = first + 1;
    for (size_t next = 0; next < count; next++) {
        const struct port_file *file = &port->files[unit[next]];
        for (size_t i = 0; i < file->reach_count; i++)
            if (seen[file->reach[i]] != first + 1 && is_translated(&port->files[file->reach[i]])) {
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

/* Whether any file has asm statements and asks for __CUDA_ARCH__. In most trees no file does, and
 * there is nothing to choose. */
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
    port_find_reach(port);
    for (size_t i = 0; i < port->count; i++)
        if (is_translated(&port->files[i]) && port_is_cuda_source(&port->files[i]))
            choose(port, unit, collect_unit(port, i, unit, seen));
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
