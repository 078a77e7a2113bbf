/* Translates all files, several at a time. Threads share only the list of files, from which each
 * takes the next, and data that is complete before they start. */
#include "port.h"
#include "toolchain/toolchain.h"
#include "util/file.h"
#include "util/threads.h"

#include <errno.h>
#include <stdatomic.h>
#include <sys/stat.h>

/* ---- Where translations go: to their places in another tree, or over their sources ---------- */

/* Copies the permissions, so that a script stays executable. */
static void keep_mode(const char *from, const char *to)
{
    struct stat old;
    if (from && stat(from, &old) == 0)
        chmod(to, old.st_mode & 07777);
}

enum status port_write(const struct port *port, const bool *skip)
{
    for (size_t i = 0; i < port->count; i++) {
        const struct port_file *file = &port->files[i];
        if (!file->output || file->status != STATUS_OK || (skip && skip[i]))
            continue;
        FORWARD_IF_ERROR(file_update_deep(file->output, file->text.data, file->text.size));
        if (file->copied)
            keep_mode(file->path, file->output);
    }
    return STATUS_OK;
}

static enum status back_up(const struct port_file *file, const char *extension)
{
    OWNED char *backup = mem_format("%s%s", file->path, extension);
    if (!path_exists(backup))
        FORWARD_IF_ERROR(file_write(backup, file->source.data, file->source.size));
    keep_mode(file->path, backup);
    return STATUS_OK;
}

enum status port_replace(const struct port *port, const char *backup, const bool *skip)
{
    for (size_t i = 0; i < port->count; i++) {
        const struct port_file *file = &port->files[i];
        if (!file->path || file->copied || file->status != STATUS_OK || (skip && skip[i]))
            continue;
        if (file->text.size == file->source.size &&
            memcmp(file->text.data, file->source.data, file->text.size) == 0)
            continue;
        struct stat old;
        bool known = stat(file->path, &old) == 0;
        if (backup)
            FORWARD_IF_ERROR(back_up(file, backup));
        FORWARD_IF_ERROR(file_write(file->path, file->text.data, file->text.size));
        if (known)
            chmod(file->path, old.st_mode & 07777);
    }
    return STATUS_OK;
}

static enum status copy_tree(const char *from, const char *to)
{
    OWNED_BY(strings_free) struct strings names = {0};
    if (!path_list(from, &names))
        return status_fail(STATUS_ENVIRONMENT, "%s: cannot read this directory: %s", from,
                           strerror(errno));
    for (size_t i = 0; i < names.count; i++) {
        OWNED char *source = path_join(from, names.items[i]),
                   *target = path_join(to, names.items[i]);
        OWNED_BY(buf_free) struct buf text = {0};
        if (names.items[i][0] == '.')
            continue;
        if (path_is_directory(source)) {
            FORWARD_IF_ERROR(copy_tree(source, target));
            continue;
        }
        FORWARD_IF_ERROR(file_read_plain(source, &text));
        FORWARD_IF_ERROR(file_update_deep(target, text.data, text.size));
    }
    return STATUS_OK;
}

enum status port_vendor_headers(const char *directory)
{
    OWNED char *headers = toolchain_include_directory();
    if (!headers)
        return STATUS_ENVIRONMENT;
    return copy_tree(headers, directory);
}

/* ---- The translation ------------------------------------------------------------------------ */

struct work {
    struct port *port;
    void (*step)(struct port *port, struct port_file *file);
    atomic_size_t next;
};

static void *work_run(void *argument)
{
    struct work *work = argument;
    for (size_t i; (i = atomic_fetch_add(&work->next, 1)) < work->port->count;)
        work->step(work->port, &work->port->files[i]);
    return NULL;
}

/* Runs |step| for every file, in several threads. */
static void for_each_file(struct port *port, void (*step)(struct port *, struct port_file *))
{
    struct work work = {.port = port, .step = step};
    threads_run(port->jobs > 0 ? (size_t)port->jobs : 0, port->count, work_run, &work);
}

enum status port_load(struct port_file *file)
{
    if (file->loaded)
        return file->status;
    file->loaded = true;
    file->status = file_read(file->path ? file->path : "-", &file->source);
    buf_reserve(&file->source, 0);
    file->is_hip = file->path && hipify_is_hip(file->path, file->source.data, file->source.size);
    return file->status;
}

static void file_load(struct port *port, struct port_file *file)
{
    (void)port;
    port_load(file);
}

static void name_add(void *context, const char *name, bool declared)
{
    if (declared)
        strings_add(context, name);
}

/* Collects the names that all files of the list, and other files of the project, declare. */
static void merge_names(struct port *port)
{
    strings_add_all(&port->names, &port->project_names);
    for (size_t i = 0; i < port->count; i++)
        strings_add_all(&port->names, &port->files[i].names);
    strings_sort(&port->names);
}

struct file_context {
    const struct port *port;
    const struct port_file *file;
    char *directory;
};

static bool is_there(const char *directory, const char *name)
{
    OWNED char *path = path_join(directory, name);
    return path_is_file(path);
}

/* Whether the path of a file of the list ends with |name|: the -I options of the build may let an
 * include find that file. */
static bool is_file_of_tree(const struct port *port, const char *name)
{
    for (size_t i = 0; i < port->count; i++)
        if (port->files[i].path && port_path_ends(port->files[i].path, name))
            return true;
    return false;
}

static bool is_project_header(void *context, const char *name, bool angled)
{
    const struct file_context *file = context;
    if (strings_contain(&file->port->project_headers, name))
        return true;
    if (!angled && file->directory &&
        (is_there(file->directory, name) || is_file_of_tree(file->port, name)))
        return true;
    for (size_t i = 0; i < file->port->include.count; i++)
        if (is_there(file->port->include.items[i], name))
            return true;
    return false;
}

/* Bits: which CUB a file includes, CUDA's or a copy in the tree. A tree with a copy often chooses
 * between the two. */
enum { CUB_OF_CUDA = 1, CUB_OF_TREE = 2 };

struct scan {
    struct file_context context;
    struct port_file *file;
};

static void include_add(void *context, const char *name, bool angled, int line)
{
    struct scan *scan = context;
    (void)line;
    if (strncmp(name, "cub/", 4) == 0 && !is_project_header(&scan->context, name, angled))
        scan->file->cubs |= CUB_OF_CUDA;
    while (strncmp(name, "./", 2) == 0 || strncmp(name, "../", 3) == 0)
        name = strchr(name, '/') + 1;
    strings_add(&scan->file->includes, name);
}

static void file_scan(struct port *port, struct port_file *file)
{
    if (file->status != STATUS_OK || file->copied)
        return;
    OWNED char *directory = file->path ? path_directory(file->path) : NULL;
    struct scan scan = {.context = {.port = port, .directory = directory}, .file = file};
    hipify_scan_names(file->source.data, file->source.size, name_add, &file->names);
    hipify_scan_includes(file->source.data, file->source.size, include_add, &scan);
    if (strings_contain(&file->names, "cub"))
        file->cubs |= CUB_OF_TREE;
}

static bool reaches_cub(const struct port *port, const struct port_file *file, unsigned cub)
{
    for (size_t i = 0; i < file->reach_count; i++)
        if (port->files[file->reach[i]].cubs & cub)
            return true;
    return false;
}

/* Adds the bit |cub| to every file that includes a file with this bit. */
static void spread_cub(struct port *port, unsigned cub)
{
    for (bool found = true; found;) {
        found = false;
        for (size_t i = 0; i < port->count; i++)
            if (!(port->files[i].cubs & cub) && reaches_cub(port, &port->files[i], cub)) {
                port->files[i].cubs |= cub;
                found = true;
            }
    }
}

/* Decides which CUB each file means. A file that includes none means any that files of the tree
 * include, because such an include comes before the file's text. */
static void settle_cub(struct port *port)
{
    if (strings_find(&port->names, "cub") == port->names.count)
        return;
    unsigned all = 0;
    port_find_reach(port);
    spread_cub(port, CUB_OF_CUDA);
    spread_cub(port, CUB_OF_TREE);
    for (size_t i = 0; i < port->count; i++)
        all |= port->files[i].cubs;
    for (size_t i = 0; i < port->count; i++)
        if (!port->files[i].cubs)
            port->files[i].cubs = all;
}

static bool is_project_name(void *context, const char *name)
{
    const struct file_context *file = context;
    const struct strings *names = &file->port->names;
    return strings_find(names, name) < names->count &&
           !(file->file->cubs & CUB_OF_CUDA && strcmp(name, "cub") == 0);
}

/* Whether |file| may not be C++: the extension of its name is a header's but no file includes it,
 * or the extension is not a source's but a file includes it. */
static bool is_stray(const struct port *port, const struct port_file *file)
{
    if (file->found && !port_is_source(file->path))
        return true;
    if (!file->found || strncasecmp(path_extension(file->path), ".cu", 3) == 0)
        return false;
    for (size_t i = 0; i < port->count; i++)
        for (size_t j = 0; j < port->files[i].includes.count; j++)
            if (port_path_ends(file->path, port->files[i].includes.items[j]))
                return false;
    return true;
}

/* Copies a file that is not C++ as a whole, even where parts look like C++. */
static void keep_stray(struct port_file *file)
{
    for (size_t i = 0; i < file->report.count; i++) {
        struct hipify_diagnostic *item = &file->report.items[i];
        if (item->severity != HIPIFY_ERROR)
            continue;
        item->severity = HIPIFY_WARNING;
        free(item->remedy);
        item->remedy = mem_dup("no file includes it, and it is copied as it is");
        file->text.size = 0;
        buf_append(&file->text, file->source.data, file->source.size);
    }
}

static void file_translate(struct port *port, struct port_file *file)
{
    if (file->status != STATUS_OK)
        return;
    if (file->copied) {
        buf_append(&file->text, file->source.data, file->source.size);
        return;
    }
    struct file_context context = {
        .port = port,
        .file = file,
        .directory = file->path ? path_directory(file->path) : NULL,
    };
    struct hipify_options options = port->options;
    options.shown_path = file->shown;
    if (file->cuda_arch)
        options.cuda_arch = file->cuda_arch;
    options.sets_arch = file->choice.why;
    if (file->is_hip) {
        options.headers = HIPIFY_HEADERS_OF_HIP;
        /* Neither macro is defined, because HIP's headers do not define them. */
        options.cuda_arch = options.cuda_version = 0;
    }
    options.prelude = port->options.prelude && !file->is_hip && port_is_cuda_source(file);
    if (file->header_root)
        options.header_root = file->header_root;
    options.is_project_header = is_project_header;
    options.is_project_name = is_project_name;
    options.context = &context;
    file->status = hipify_translate(file->source.data, file->source.size, &options, &file->text,
                                    &file->report);
    if (hipify_report_count(&file->report, HIPIFY_ERROR) > 0 && is_stray(port, file))
        keep_stray(file);
    free(context.directory);
}

enum status port_translate(struct port *port)
{
    for_each_file(port, file_load);
    if (port->count > 1)
        for_each_file(port, file_scan);
    merge_names(port);
    settle_cub(port);
    if (port->chooses_arch)
        port_choose_archs(port);
    for_each_file(port, file_translate);
    port_report_archs(port);
    for (size_t i = 0; i < port->count; i++)
        if (port->files[i].status != STATUS_OK)
            return port->files[i].status;
    return STATUS_OK;
}
