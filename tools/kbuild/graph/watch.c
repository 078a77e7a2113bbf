#include "graph/watch.h"

#include "parts.h"
#include "toolchain/toolchain.h"
#include "util/file.h"
#include "util/process.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- What the build reads ------------------------------------------------------------------- */

/* Characters that have a meaning for make in a name: in rules, patterns, archives and for home
 * directories. */
static const char special[] = ":=%()[]~";

static bool is_plain(const char *name)
{
    return depfile_can_name(name) && !strpbrk(name, special);
}

/* Sets |*out| to a name for |path| that make and ninja can read: its absolute path, its path from
 * |here|, or the path of a link in the build directory. */
static enum status readable_name(const struct build *build, const char *here, const char *path,
                                 char **out)
{
    OWNED char *links = path_join(build->directory, DEPFILE_LINKS);
    OWNED char *near = path_relative(links, here), *from_here = path_relative(path, here);
    if (is_plain(path) || is_plain(from_here)) {
        *out = mem_dup(is_plain(path) ? path : from_here);
        return STATUS_OK;
    }
    FORWARD_IF_ERROR(depfile_link(path, is_plain(links) ? links : near, out));
    return is_plain(*out) ? STATUS_OK
                          : status_fail(STATUS_INPUT,
                                        "%s: make cannot read this name, nor that of the build "
                                        "directory, %s; choose another one with --build-dir",
                                        path, build->directory);
}

/* Returns the user's file for |name|, which is a file's name in ninja's log of depfiles. NULL if
 * the file is in the build directory. */
static char *original(const struct build *build, const char *name)
{
    OWNED char *path = path_join(build->directory, name);
    if (text_begins(name, DEPFILE_LINKS "/"))
        return realpath(path, NULL);
    return name[0] == '/' || text_begins(name, "../") ? path_absolute(path) : NULL;
}

/* Appends the files that compilers have read, from ninja's log. A scan does not find all of these
 * files, because a macro may compute the name of a header. */
static enum status add_compiled(const struct build *build, struct strings *out)
{
    char *const argv[] = {
        (char *)build->toolchain.ninja, "-C", (char *)build->directory, "-t", "deps", NULL};
    OWNED_BY(process_result_free) struct process_result result = {0};
    if (!process_run(argv, NULL, PROCESS_ASK, &result))
        return status_fail(STATUS_ENVIRONMENT, "%s -t deps: failed: %s", argv[0],
                           result.error ? strerror(result.error) : result.err.data);
    /* Ninja may have shortened a log, so the record of its first bytes is renewed. */
    FORWARD_IF_ERROR(logs_record(build->directory));
    for (char *line, *rest = result.out.data; (line = strtok_r(rest, "\n", &rest));) {
        char *path = text_begins(line, "    ") ? original(build, line + 4) : NULL;
        if (path)
            strings_take(out, path);
    }
    return STATUS_OK;
}

static enum status list_inputs(const struct build *build, struct strings *out)
{
    const struct strings *directories = &build->project.directories;
    strings_add_all(out, &build->inputs);
    strings_add(out, build->plan.self);
    strings_add(out, build->toolchain.clang);
    if (build->cuda.program)
        strings_add(out, build->cuda.program);
    for (size_t i = 0; i < directories->count; i++)
        /* Each build changes the output directory, so that it cannot be an input. */
        if (strcmp(directories->items[i], build->plan.output) != 0)
            strings_add(out, directories->items[i]);
    FORWARD_IF_ERROR(add_compiled(build, out));
    strings_sort_unique(out);
    return STATUS_OK;
}

static enum status write_depfile(const struct watch *watch, const struct build *build,
                                 const char *target, const struct strings *inputs)
{
    static const struct strings none;
    OWNED_BY(strings_free) struct strings names = {0};
    OWNED_BY(buf_free) struct buf text = {0};
    OWNED char *here = getcwd(NULL, 0);
    for (size_t i = 0; i < inputs->count; i++) {
        char *name = NULL;
        enum status status = readable_name(build, here ? here : "/", inputs->items[i], &name);
        if (name)
            strings_take(&names, name);
        FORWARD_IF_ERROR(status);
    }
    depfile_print(&text, target, &names);
    for (size_t i = 0; i < names.count; i++)
        depfile_print(&text, names.items[i], &none);
    return file_update(watch->depfile, text.data, text.size);
}

/* ---- Writing the stamp ----------------------------------------------------------------------- */

static enum status cannot(const char *path)
{
    return status_fail(STATUS_ENVIRONMENT, "%s: cannot write: %s", path, strerror(errno));
}

/* Records the current time, as the clock of the stamp's file system gives it. */
static enum status note_time(struct watch *watch)
{
    OWNED char *directory = path_directory(watch->stamp);
    OWNED char *probe = file_temporary_name(watch->stamp);
    struct stat info;
    FORWARD_IF_ERROR(path_make_directories(directory));
    OWNED_FD int fd = open(probe, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (fd < 0 || fstat(fd, &info) != 0)
        return cannot(watch->stamp);
    unlink(probe);
    watch->start = info.st_mtim;
    return STATUS_OK;
}

static enum status set_time(const struct watch *watch, const char *path)
{
    const struct timespec times[2] = {watch->start, watch->start};
    return utimensat(AT_FDCWD, path, times, 0) == 0 ? STATUS_OK : cannot(path);
}

static enum status write_stamp(const struct watch *watch, const struct buf *sums)
{
    if (file_holds(watch->stamp, sums->data, sums->size))
        return set_time(watch, watch->stamp);
    OWNED char *temporary = file_temporary_name(watch->stamp);
    FORWARD_IF_ERROR(file_make_synced(temporary, watch->stamp, sums->data, sums->size));
    enum status status = set_time(watch, temporary);
    if (status == STATUS_OK && rename(temporary, watch->stamp) != 0)
        status = cannot(watch->stamp);
    unlink(temporary);
    return status;
}

/* ---- Checking and writing depfile and stamp -------------------------------------------------- */

enum status watch_begin(struct watch *watch)
{
    return watch->stamp ? note_time(watch) : STATUS_OK;
}

/* Returns the target of the depfile's rule, a new string. */
static char *target_of(const struct watch *watch, const struct build *build, const char *output)
{
    const struct project *project = &build->project;
    return watch->stamp       ? mem_dup(watch->stamp)
           : project->library ? mem_format("%s/lib%s.a", output, project->library)
                              : mem_format("%s/%s.c", output, project->package);
}

/* Whether |path| is in a directory with sources. Each build would then make the directory newer
 * than the stamp, so the next build would start again for no reason. */
static bool is_among_sources(const struct build *build, const char *path)
{
    const struct strings *directories = &build->project.directories;
    OWNED char *directory = path_directory(path);
    OWNED char *real = realpath(directory, NULL);
    const char *name = real ? real : directory;
    return strcmp(name, build->plan.output) != 0 && strings_contain(directories, name);
}

enum status watch_check(const struct watch *watch, const struct build *build, const char *output)
{
    OWNED char *stamp = path_absolute(watch->stamp ? watch->stamp : "");
    OWNED char *depfile = path_absolute(watch->depfile ? watch->depfile : "");
    OWNED char *target = target_of(watch, build, output);
    if (watch->depfile && !is_plain(target))
        return status_fail(STATUS_USAGE,
                           "build: --depfile: make and ninja cannot read the name of its target, "
                           "%s; choose another one",
                           target);
    if (watch->depfile && strcmp(stamp, depfile) == 0)
        return status_fail(STATUS_USAGE, "build: --stamp and --depfile are both %s; choose two",
                           watch->stamp);
    if (watch->stamp && is_among_sources(build, stamp))
        return status_fail(
            STATUS_USAGE,
            "build: --stamp: %s is beside sources, in a directory that each build would "
            "make newer; put it elsewhere, for example into %s",
            watch->stamp, output);
    for (size_t i = 0; i < build->package.count; i++) {
        OWNED char *file = path_join(output, path_name(build->package.items[i]));
        OWNED char *path = path_absolute(file);
        if (strcmp(path, stamp) == 0 || strcmp(path, depfile) == 0)
            return status_fail(STATUS_USAGE,
                               "build: --%s: %s is a file of the package; choose another name",
                               strcmp(path, stamp) == 0 ? "stamp" : "depfile", path);
    }
    return STATUS_OK;
}

enum status watch_end(const struct watch *watch, const struct build *build, const char *output,
                      const struct buf *sums)
{
    OWNED_BY(strings_free) struct strings inputs = {0};
    OWNED char *target = target_of(watch, build, output);
    if (!watch->depfile && !watch->stamp)
        return STATUS_OK;
    FORWARD_IF_ERROR(list_inputs(build, &inputs));
    if (watch->depfile)
        FORWARD_IF_ERROR(write_depfile(watch, build, target, &inputs));
    return watch->stamp ? write_stamp(watch, sums) : STATUS_OK;
}
