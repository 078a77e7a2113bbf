/* Where translations go: to their places in another tree, or over their sources. */
#include "port.h"

#include "toolchain/toolchain.h"
#include "util/file.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* A script that is copied stays executable. */
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
    char *backup = mem_format("%s%s", file->path, extension);
    enum status status = STATUS_OK;
    if (!path_exists(backup))
        status = file_write(backup, file->source.data, file->source.size);
    if (status == STATUS_OK)
        keep_mode(file->path, backup);
    free(backup);
    return status;
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
    DIR *stream = opendir(from);
    if (!stream)
        return status_fail(STATUS_ENVIRONMENT, "%s: cannot read this directory: %s", from,
                           strerror(errno));
    enum status status = STATUS_OK;
    for (struct dirent *entry; status == STATUS_OK && (entry = readdir(stream));) {
        if (entry->d_name[0] == '.')
            continue;
        char *source = path_join(from, entry->d_name), *target = path_join(to, entry->d_name);
        if (path_is_directory(source)) {
            status = copy_tree(source, target);
        } else {
            struct buf text = {0};
            status = file_read(source, &text);
            buf_reserve(&text, 0);
            if (status == STATUS_OK)
                status = file_update_deep(target, text.data, text.size);
            buf_free(&text);
        }
        free(source);
        free(target);
    }
    closedir(stream);
    return status;
}

enum status port_vendor_headers(const char *directory)
{
    char *headers = toolchain_include_directory();
    if (!headers)
        return STATUS_ENVIRONMENT;
    enum status status = copy_tree(headers, directory);
    free(headers);
    return status;
}
