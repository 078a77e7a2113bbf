/* Builds the list of files: operands, the files below directories, and the headers that the sources
 * include. */
#include "port.h"

#include "toolchain/toolchain.h"
#include "util/file.h"
#include "util/walk.h"

bool port_is_source(const char *path)
{
    static const char *const extensions[] = {".cu",  ".cuh", ".h",   ".hh",  ".hpp", ".hxx",
                                             ".c",   ".cc",  ".cpp", ".cxx", ".inl", ".inc",
                                             ".ipp", ".tpp", ".hu",  ".cui", ".hip"};
    for (size_t i = 0; i < sizeof extensions / sizeof *extensions; i++)
        if (path_has_extension(path, extensions[i]))
            return true;
    return false;
}

bool port_path_ends(const char *path, const char *name)
{
    size_t length = strlen(name), size = strlen(path);
    return size > length && path[size - length - 1] == '/' &&
           strcmp(path + size - length, name) == 0;
}

static struct port_file *add_file(struct port *port, char *path, char *shown)
{
    port->files = mem_grow(port->files, port->count, sizeof *port->files);
    struct port_file *file = &port->files[port->count++];
    *file = (struct port_file){
        .path = path,
        .shown = shown,
    };
    return file;
}

/* Makes |port->base| a directory that contains |directory|, and frees |directory|. */
static void base_widen(struct port *port, char *directory)
{
    if (!port->base) {
        port->base = directory;
        return;
    }
    size_t common = path_common(port->base, directory);
    port->base[common ? common : 1] = '\0'; /* The "/" of the root stays. */
    free(directory);
}

static struct port_file *find_file(const struct port *port, const char *path)
{
    for (size_t i = 0; i < port->count; i++)
        if (port->files[i].path && strcmp(port->files[i].path, path) == 0)
            return &port->files[i];
    return NULL;
}

static bool is_excluded(void *context, const char *path, const char *below)
{
    const struct port *port = context;
    return path_matches(below, &port->exclude) ||
           (port->keep_out && strcmp(path, port->keep_out) == 0);
}

static enum status add_found(void *context, const struct walk_file *found)
{
    struct port *port = context;
    if (port_is_source(found->path) || port->copy_others) {
        struct port_file *file = add_file(port, mem_dup(found->path), mem_dup(found->shown));
        file->copied = !port_is_source(found->path);
        file->found = true;
    } else {
        strings_add(&port->others, found->path);
        strings_add(&port->others_shown, found->shown);
    }
    return STATUS_OK;
}

static enum status add_directory(struct port *port, const char *directory, const char *shown)
{
    return walk_files(&(struct walk){.directory = directory,
                                     .shown = shown,
                                     .is_excluded = is_excluded,
                                     .is_source = port_is_source,
                                     .visit = add_found,
                                     .context = port});
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
        status = add_directory(port, path, operand);
    else if (!find_file(port, path))
        add_file(port, mem_dup(path), mem_dup(operand));
    return status;
}

/* Returns the absolute path of the file |name| in |directory|, or NULL if there is no such file.
 * The caller frees the path. */
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

/* Makes an included file a source, whatever its name: <mine/detail/config>, "kernels.tcu". */
static void follow_other(struct port *port, const char *name)
{
    while (strncmp(name, "./", 2) == 0 || strncmp(name, "../", 3) == 0)
        name = strchr(name, '/') + 1;
    if (!strchr(name, '/') || port_is_source(name))
        return;
    for (size_t i = 0; i < port->count; i++)
        if (port->files[i].copied && port_path_ends(port->files[i].path, name))
            port->files[i].copied = false;
    for (size_t i = 0; i < port->others.count; i++) {
        const char *path = port->others.items[i];
        if (port_path_ends(path, name) && !find_file(port, path))
            add_file(port, mem_dup(path), mem_dup(port->others_shown.items[i]))->found = true;
    }
}

static void follow_include(void *context, const char *name, bool angled, int line)
{
    struct include_scan *scan = context;
    const struct strings *include = &scan->port->include;
    (void)line;
    if (*name == '/')
        /* An absolute include is left out, because it still finds the original, not a
         * translation. */
        return;
    OWNED char *path = port_find_include(scan->directory, name, angled, &include, 1);
    if (!path) {
        follow_other(scan->port, name);
        return;
    }
    struct port_file *file = find_file(scan->port, path);
    if (file) {
        file->copied = false;
    } else {
        OWNED char *here = path_absolute(".");
        base_widen(scan->port, path_directory(path));
        add_file(scan->port, mem_dup(path), path_relative(path, here));
    }
}

/* Returns the first file from |from| on whose includes must be followed; |port->count| if there is
 * none. */
static size_t next_to_follow(const struct port *port, size_t from)
{
    while (from < port->count &&
           (!port->files[from].path || port->files[from].copied || port->files[from].followed))
        from++;
    return from;
}

enum status port_follow(struct port *port)
{
    /* Begins again until no file is left to follow: a file that was to be copied may have become a
     * source. */
    for (size_t i; (i = next_to_follow(port, 0)) < port->count;)
        for (; i < port->count; i = next_to_follow(port, i)) {
            FORWARD_IF_ERROR(port_load(&port->files[i]));
            struct include_scan scan = {.port = port,
                                        .directory = path_directory(port->files[i].path)};
            /* The source is copied, because the array of files may move. */
            struct buf source = port->files[i].source;
            port->files[i].followed = true;
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
        hipify_arch_text_free(file->arch_text);
        free(file->reach);
    }
    free(port->files);
    free(port->keep_out);
    free(port->base);
    strings_free(&port->others);
    strings_free(&port->others_shown);
    strings_free(&port->include);
    strings_free(&port->project_headers);
    strings_free(&port->project_names);
    strings_free(&port->exclude);
    strings_free(&port->names);
    *port = (struct port){0};
}
