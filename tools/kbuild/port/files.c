/* The list of files: operands, the files below directories, and the headers that the sources
 * include. */
#include "port.h"

#include "toolchain/toolchain.h"
#include "util/file.h"

#include <errno.h>
#include <sys/stat.h>

/* Whether |path| names a file that is translated, and not only copied. */
static bool is_source(const char *path)
{
    static const char *const extensions[] = {".cu",  ".cuh", ".h",   ".hh",  ".hpp", ".hxx",
                                             ".c",   ".cc",  ".cpp", ".cxx", ".inl", ".inc",
                                             ".ipp", ".tpp", ".hu",  ".cui", ".hip"};
    const char *extension = path_extension(path);
    for (size_t i = 0; i < sizeof extensions / sizeof *extensions; i++)
        if (strcmp(extension, extensions[i]) == 0)
            return true;
    return false;
}

static struct port_file *add_file(struct port *port, char *path, char *shown)
{
    port->files = mem_grow(port->files, port->count, sizeof *port->files);
    struct port_file *file = &port->files[port->count++];
    *file = (struct port_file){
        .path = path,
        .shown = shown,
        .prelude = !path || strcmp(path_extension(path), ".cu") == 0,
    };
    return file;
}

/* Makes the base hold |directory|, which this takes. */
static void base_widen(struct port *port, char *directory)
{
    if (!port->base) {
        port->base = directory;
        return;
    }
    size_t common = path_common(port->base, directory);
    port->base[common ? common : 1] = '\0'; /* at least "/" */
    free(directory);
}

static bool has_file(const struct port *port, const char *path)
{
    for (size_t i = 0; i < port->count; i++)
        if (port->files[i].path && strcmp(port->files[i].path, path) == 0)
            return true;
    return false;
}

static bool is_excluded(const struct port *port, const char *path, const char *relative)
{
    return path_matches(relative, &port->exclude) ||
           (port->keep_out && strcmp(path, port->keep_out) == 0);
}

static enum status add_directory(struct port *port, const char *directory, const char *shown,
                                 const char *below);

static enum status add_entry(struct port *port, const char *directory, const char *shown,
                             const char *below, const char *name)
{
    OWNED char *path = path_join(directory, name);
    OWNED char *shown_path = path_join(shown, name);
    OWNED char *relative = path_join(below, name);
    struct stat info = {0};
    bool link = path_is_link(path), exists = stat(path, &info) == 0;
    bool is_directory = S_ISDIR(info.st_mode);
    if (is_excluded(port, path, relative) || (is_directory && link))
        return STATUS_OK; /* a link to a directory may lead back here */
    if (is_directory)
        return add_directory(port, path, shown_path, relative);
    if (link && !exists)
        status_warn("%s: this link does not lead to a file; skipped", shown_path);
    else if ((link || S_ISREG(info.st_mode)) && (is_source(path) || port->copy_others)) {
        struct port_file *file = add_file(port, mem_dup(path), mem_dup(shown_path));
        file->copied = !is_source(path);
        file->found = true;
    }
    return STATUS_OK;
}

static enum status add_directory(struct port *port, const char *directory, const char *shown,
                                 const char *below)
{
    OWNED_BY(strings_free) struct strings names = {0};
    if (!path_list(directory, &names))
        return status_fail(STATUS_INPUT, "%s: cannot read this directory: %s", shown,
                           strerror(errno));
    for (size_t i = 0; i < names.count; i++)
        if (names.items[i][0] != '.')
            FORWARD_IF_ERROR(add_entry(port, directory, shown, below, names.items[i]));
    return STATUS_OK;
}

enum status port_add(struct port *port, const char *operand)
{
    if (path_is_stream(operand)) {
        add_file(port, NULL, mem_dup("<stdin>"));
        return STATUS_OK;
    }
    if (!path_exists(operand))
        return status_fail(STATUS_INPUT, "%s: no such file or directory", operand);
    OWNED char *path = path_absolute(operand);
    enum status status = STATUS_OK;
    bool is_directory = path_is_directory(path);
    base_widen(port, is_directory ? mem_dup(path) : path_directory(path));
    if (is_directory)
        status = add_directory(port, path, operand, "");
    else if (!has_file(port, path))
        add_file(port, mem_dup(path), mem_dup(operand));
    return status;
}

/* The absolute path of |name| in |directory|, or NULL when no such file is there. */
static char *find_in(const char *directory, const char *name)
{
    OWNED char *joined = path_join(directory, name);
    char *path = path_absolute(joined);
    if (path_is_file(path))
        return path;
    free(path);
    return NULL;
}

char *port_find_include(const char *directory, const char *name, bool angled,
                        const struct strings *const *lists, size_t count)
{
    char *path = angled ? NULL : find_in(directory, name);
    for (size_t i = 0; i < count; i++)
        for (size_t j = 0; !path && j < lists[i]->count; j++)
            path = find_in(lists[i]->items[j], name);
    if (path && toolchain_is_own_header(path)) {
        free(path);
        return NULL;
    }
    return path;
}

struct include_scan {
    struct port *port;
    char *directory;
};

static void follow_include(void *context, const char *name, bool angled, int line)
{
    struct include_scan *scan = context;
    const struct strings *include = &scan->port->include;
    (void)line;
    OWNED char *path = port_find_include(scan->directory, name, angled, &include, 1);
    if (path && !has_file(scan->port, path)) {
        OWNED char *here = path_absolute(".");
        base_widen(scan->port, path_directory(path));
        add_file(scan->port, mem_dup(path), path_relative(path, here));
    }
}

enum status port_follow(struct port *port)
{
    for (size_t i = 0; i < port->count; i++) {
        if (!port->files[i].path || port->files[i].copied)
            continue;
        FORWARD_IF_ERROR(port_load(&port->files[i]));
        struct include_scan scan = {.port = port, .directory = path_directory(port->files[i].path)};
        struct buf source = port->files[i].source; /* the array moves when it grows */
        hipify_scan_includes(source.data, source.size, follow_include, &scan);
        free(scan.directory);
    }
    return STATUS_OK;
}

void port_place(struct port *port, const char *directory)
{
    OWNED char *root = path_absolute(directory);
    OWNED char *headers = path_join(root, "kbuild-include");
    for (size_t i = 0; i < port->count; i++) {
        struct port_file *file = &port->files[i];
        if (!file->path) {
            file->output = path_join(root, "stdin.hip");
        } else {
            OWNED char *relative = path_relative(file->path, port->base);
            file->output = path_join(root, relative);
        }
        OWNED char *own = path_directory(file->output);
        file->header_root = path_relative(headers, own);
    }
}

void port_free(struct port *port)
{
    for (size_t i = 0; i < port->count; i++) {
        struct port_file *file = &port->files[i];
        free(file->path);
        free(file->shown);
        free(file->output);
        free(file->header_root);
        buf_free(&file->source);
        buf_free(&file->text);
        hipify_report_free(&file->report);
        strings_free(&file->names);
        strings_free(&file->includes);
    }
    free(port->files);
    free(port->keep_out);
    free(port->base);
    strings_free(&port->include);
    strings_free(&port->project_headers);
    strings_free(&port->project_names);
    strings_free(&port->exclude);
    strings_free(&port->names);
    *port = (struct port){0};
}
