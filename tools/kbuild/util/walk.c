#include "walk.h"

#include "file.h"

#include <errno.h>
#include <sys/stat.h>

/* A directory that was read, or a link to a directory, which will be followed later. */
struct place {
    char *path, *shown, *below;
    dev_t device;
    ino_t inode;
};

struct places {
    struct place *items;
    size_t count;
};

struct state {
    const struct walk *walk;
    struct places read, links;
    bool is_linked; /* whether the walk is at the links to directories, after all other files */
};

static void place_add(struct places *places, const char *path, const char *shown, const char *below,
                      const struct stat *info)
{
    places->items = mem_grow(places->items, places->count, sizeof *places->items);
    places->items[places->count++] =
        (struct place){mem_dup(path), mem_dup(shown), mem_dup(below), info->st_dev, info->st_ino};
}

static const struct place *place_find(const struct places *places, const struct stat *info)
{
    for (size_t i = 0; i < places->count; i++)
        if (places->items[i].inode == info->st_ino && places->items[i].device == info->st_dev)
            return &places->items[i];
    return NULL;
}

static void places_free(struct places *places)
{
    for (size_t i = 0; i < places->count; i++) {
        free(places->items[i].path);
        free(places->items[i].shown);
        free(places->items[i].below);
    }
    free(places->items);
}

/* ---- Files that a walk leaves out ------------------------------------------------------------ */

/* Whether |name| is the name of a directory that a tool makes. Such a directory has at most copies
 * of sources. */
static bool is_of_tool(const char *name)
{
    static const char *const names[] = {".git", ".hg", ".svn", ".kbuild"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(name, names[i]) == 0)
            return true;
    return false;
}

/* Returns the path of the first source in |path|, a hidden file or directory; NULL when it has no
 * source. */
static char *find_source(const struct walk *walk, const char *path)
{
    struct stat info;
    bool is_there = lstat(path, &info) == 0;
    if (is_there && S_ISREG(info.st_mode) && walk->is_source(path))
        return mem_dup(path);
    if (!is_there || !S_ISDIR(info.st_mode) || is_of_tool(path_name(path)))
        return NULL;
    OWNED_BY(strings_free) struct strings names = {0};
    char *found = NULL;
    path_list(path, &names);
    for (size_t i = 0; !found && i < names.count; i++) {
        OWNED char *member = path_join(path, names.items[i]);
        found = find_source(walk, member);
    }
    return found;
}

static void report_hidden(const struct walk *walk, const char *path, const char *shown)
{
    OWNED char *found = find_source(walk, path);
    if (found)
        status_warn("%s%s: hidden, and left out; rename it, or leave it out with --exclude", shown,
                    found + strlen(path));
}

/* Reports |shown|, a wanted name that is neither a file nor a directory. If not |is_there|, it is a
 * link that leads nowhere. */
static enum status report_odd(const struct walk *walk, const char *shown, bool is_there)
{
    const char *what =
        is_there ? "neither a file nor a directory" : "this link does not lead to a file";
    bool is_source = walk->is_source(shown);
    if (is_source && walk->needs_all)
        return status_fail(STATUS_INPUT, "%s: %s; remove it, or leave it out with --exclude", shown,
                           what);
    if (is_source || !is_there)
        status_warn("%s: %s; skipped", shown, what);
    return STATUS_OK;
}

/* ---- The walk through a directory ------------------------------------------------------------ */

static enum status walk_directory(struct state *state, const char *path, const char *shown,
                                  const char *below, const struct stat *info);

static enum status walk_entry(struct state *state, const char *path, const char *shown,
                              const char *below)
{
    const struct walk *walk = state->walk;
    struct stat info = {0};
    bool is_there = stat(path, &info) == 0;
    if (walk->is_excluded(walk->context, path, below))
        return STATUS_OK;
    if (path_name(path)[0] == '.') {
        report_hidden(walk, path, shown);
        return STATUS_OK;
    }
    if (S_ISREG(info.st_mode))
        return walk->visit(walk->context,
                           &(struct walk_file){path, shown, below, state->is_linked});
    if (!is_there || !S_ISDIR(info.st_mode))
        return report_odd(walk, shown, is_there);
    if (!path_is_link(path))
        return walk_directory(state, path, shown, below, &info);
    place_add(&state->links, path, shown, below, &info);
    return STATUS_OK;
}

static enum status walk_directory(struct state *state, const char *path, const char *shown,
                                  const char *below, const struct stat *info)
{
    OWNED_BY(strings_free) struct strings names = {0};
    if (state->is_linked && place_find(&state->read, info))
        return STATUS_OK; /* The directory was already read under its own name. */
    place_add(&state->read, path, shown, below, info);
    if (!path_list(path, &names))
        return status_fail(STATUS_INPUT, "%s: cannot read this directory: %s", shown,
                           strerror(errno));
    if (state->walk->enter)
        state->walk->enter(state->walk->context, path);
    for (size_t i = 0; i < names.count; i++) {
        OWNED char *member = path_join(path, names.items[i]);
        OWNED char *member_shown = path_join(shown, names.items[i]);
        OWNED char *member_below = path_join(below, names.items[i]);
        FORWARD_IF_ERROR(walk_entry(state, member, member_shown, member_below));
    }
    return STATUS_OK;
}

/* Whether |path| is a directory that contains |walk->directory|. */
static bool contains_all(const struct walk *walk, const char *path)
{
    OWNED char *outer = realpath(path, NULL), *inner = realpath(walk->directory, NULL);
    size_t length = outer ? strlen(outer) : 0;
    return inner && length && strncmp(inner, outer, length) == 0 &&
           (inner[length] == '/' || outer[length - 1] == '/');
}

static enum status follow_link(struct state *state, const struct place *link)
{
    const struct stat info = {.st_dev = link->device, .st_ino = link->inode};
    const struct place *before = place_find(&state->read, &info);
    if (before || contains_all(state->walk, link->path)) {
        status_warn("%s: this link leads to %s, which is read once", link->shown,
                    before ? before->shown : "a directory around it");
        return STATUS_OK;
    }
    return walk_directory(state, link->path, link->shown, link->below, &info);
}

enum status walk_files(const struct walk *walk)
{
    struct state state = {.walk = walk};
    struct stat info;
    enum status status = stat(walk->directory, &info) == 0
                             ? walk_directory(&state, walk->directory, walk->shown, "", &info)
                             : status_fail(STATUS_INPUT, "%s: cannot read this directory: %s",
                                           walk->shown, strerror(errno));
    state.is_linked = true;
    for (size_t i = 0; status == STATUS_OK && i < state.links.count; i++) {
        /* The link is copied, because the array moves when follow_link() adds to it. */
        struct place link = state.links.items[i];
        status = follow_link(&state, &link);
    }
    places_free(&state.read);
    places_free(&state.links);
    return status;
}
