#include "discover.h"

#include <dirent.h>
#include <errno.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static int64_t nanoseconds(struct timespec time)
{
    return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

/* Fills |out_mode| and |probe| without its path. */
static void look(const char *path, struct probe *probe, mode_t *out_mode)
{
    struct stat info;
    *out_mode = 0;
    probe->exists = stat(path, &info) == 0;
    probe->size = probe->modified = probe->changed = 0;
    if (!probe->exists)
        return;
    probe->size = (int64_t)info.st_size;
    probe->modified = nanoseconds(info.st_mtim);
    probe->changed = nanoseconds(info.st_ctim);
    *out_mode = info.st_mode;
}

/* Does errno, after stat(), mean for certain that the path does not exist for us? */
static bool is_absent(void)
{
    const int sure[] = {ENOENT, ENOTDIR, EACCES, ELOOP, ENAMETOOLONG};
    for (size_t i = 0; i < sizeof sure / sizeof *sure; i++)
        if (errno == sure[i])
            return true;
    return false;
}

static mode_t remember(struct probes *probes, const char *path)
{
    struct probe probe = {.path = (char *)path};
    mode_t mode;
    look(path, &probe, &mode);
    probes->is_doubtful |= !probe.exists && !is_absent();
    probes_add(probes, &probe);
    return mode;
}

bool probe_file(struct probes *probes, const char *path)
{
    return S_ISREG(remember(probes, path));
}

bool probe_program(struct probes *probes, const char *path)
{
    return probe_file(probes, path) && access(path, X_OK) == 0;
}

bool probe_directory(struct probes *probes, const char *path, struct strings *out_names)
{
    if (!S_ISDIR(remember(probes, path)))
        return false;
    DIR *stream = out_names ? opendir(path) : NULL;
    if (!stream) {
        probes->is_doubtful |= out_names != NULL;
        return true;
    }
    for (struct dirent *entry; (entry = readdir(stream));)
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0)
            strings_add(out_names, entry->d_name);
    closedir(stream);
    strings_sort(out_names);
    return true;
}

void probes_add(struct probes *probes, const struct probe *probe)
{
    for (size_t i = 0; i < probes->count; i++)
        if (strcmp(probes->items[i].path, probe->path) == 0)
            return;
    probes->items = mem_grow(probes->items, probes->count, sizeof *probes->items);
    struct probe *copy = &probes->items[probes->count++];
    *copy = *probe;
    copy->path = mem_dup(probe->path);
}

bool probes_unchanged(const struct probes *probes)
{
    for (size_t i = 0; i < probes->count; i++) {
        const struct probe *before = &probes->items[i];
        struct probe now;
        mode_t mode;
        look(before->path, &now, &mode);
        if (now.exists != before->exists || now.size != before->size ||
            now.modified != before->modified || now.changed != before->changed)
            return false;
    }
    return true;
}

bool probes_settled(const struct probes *probes)
{
    enum {
        CLOCK_STEP = 20 * 1000 * 1000
    }; /* file times advance with the kernel's tick: <= 10 ms */
    struct timespec time;
    clock_gettime(CLOCK_REALTIME, &time);
    for (size_t i = 0; i < probes->count; i++)
        if (probes->items[i].changed > nanoseconds(time) - CLOCK_STEP)
            return false;
    return true;
}

void probes_free(struct probes *probes)
{
    for (size_t i = 0; i < probes->count; i++)
        free(probes->items[i].path);
    free(probes->items);
    *probes = (struct probes){0};
}
