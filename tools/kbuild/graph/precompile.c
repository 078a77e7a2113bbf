/* Precompiled headers: the prelude's declarations, in the form in which clang stores them after
 * reading the prelude once.
 *
 * The compilation of a small source spends three quarters of its time reading headers, which are
 * the same for every source. The prelude comes before the first line of a source, so nothing in a
 * source can change what the prelude means; only the target and the flags can. So a precompiled
 * header belongs to a target and a list of flags, and compilations with the same target and flags
 * read it.
 *
 * The project's directories could have a header that the prelude includes, <math.h> for example.
 * The directories, and the translations in them, may differ between modules. So the precompiled
 * header is made with all directories that its modules search; if clang finds a file of the project
 * there, the precompiled header is left empty.
 *
 * The directories of sources are searched last, and few of them could matter. The others are left
 * out, because each new one would change the bytes of the header, and so compile all modules again.
 */
#include "parts.h"

#include "graph/step.h"
#include "util/checksum.h"
#include "util/file.h"

#include <sys/stat.h>

/* ---- Using a precompiled header in a step ---------------------------------------------------- */

bool precompiled_use(const char *path, struct strings *arguments)
{
    struct stat info;
    if (stat(path, &info) != 0 || info.st_size == 0)
        return false;
    for (size_t i = 0; i + 1 < arguments->count; i++)
        if (strcmp(arguments->items[i], "-include") == 0 &&
            strcmp(arguments->items[i + 1], TOOLCHAIN_PRELUDE) == 0) {
            free(arguments->items[i]);
            free(arguments->items[i + 1]);
            arguments->items[i] = mem_dup("-include-pch");
            arguments->items[i + 1] = mem_dup(path);
            return true;
        }
    return false;
}

/* Whether |directory| has a directory hip, rocprim or thrust, whose headers the prelude asks for
 * with __has_include(). */
static bool is_asked_for(const char *directory)
{
    static const char *const names[] = {"hip", "rocprim", "thrust"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        OWNED char *path = path_join(directory, names[i]);
        if (path_exists(path))
            return true;
    }
    return false;
}

void precompiled_leave_out(struct strings *arguments)
{
    static const char flag[] = "-idirafter";
    size_t kept = 0;
    for (size_t i = 0; i < arguments->count; i++) {
        char *argument = arguments->items[i];
        if (text_begins(argument, flag) && !is_asked_for(argument + strlen(flag)))
            free(argument);
        else
            arguments->items[kept++] = argument;
    }
    arguments->items[kept] = NULL;
    arguments->count = kept;
}

char *precompiled_links(const char *path)
{
    return mem_format("%s.in", path);
}

bool precompiled_is_apart(const char *depfile, const struct aliases *aliases)
{
    OWNED_BY(strings_free) struct strings names = {0};
    if (depfile_read(depfile, &names) != STATUS_OK)
        return false;
    for (size_t i = 0; i < names.count; i++) {
        /* The compiler sees files of the project by paths from the working directory, all other
         * files by absolute paths. */
        OWNED char *file = aliases_undo(aliases, names.items[i]);
        if (file[0] != '/' && strcmp(file, PRECOMPILED_SOURCE) != 0)
            return false;
    }
    return names.count > 0;
}

/* Returns the path of the list beside the precompiled header |path|. The list has a line "size time
 * name" for each file that the header was made from. Size and time are compared for equality,
 * because a file of a package has the time at which the package was made: a replaced file may be
 * older than the precompiled header. */
static char *record_path(const char *path)
{
    return mem_format("%s.read", path);
}

static void print_state(struct buf *out, const char *name)
{
    struct stat info;
    if (stat(name, &info) == 0)
        buf_printf(out, "%jd %jd.%09ld %s\n", (intmax_t)info.st_size, (intmax_t)info.st_mtim.tv_sec,
                   info.st_mtim.tv_nsec, name);
}

enum status precompiled_record(const char *path, const char *depfile)
{
    OWNED_BY(strings_free) struct strings names = {0};
    OWNED_BY(buf_free) struct buf text = {0};
    OWNED char *record = record_path(path);
    FORWARD_IF_ERROR(depfile_read(depfile, &names));
    buf_puts(&text, "");
    for (size_t i = 0; i < names.count; i++)
        if (names.items[i][0] == '/')
            print_state(&text, names.items[i]);
    return file_write(record, text.data, text.size);
}

/* ---- Choosing precompiled headers in a plan -------------------------------------------------- */

/* Whether a file from which the precompiled header |path| was made has changed since. */
static bool is_outdated(const char *path)
{
    OWNED_BY(buf_free) struct buf then = {0}, now = {0};
    OWNED char *record = record_path(path);
    if (!file_try_read(record, &then))
        return false;
    OWNED char *lines = mem_dup(then.data);
    buf_puts(&now, "");
    for (char *line, *rest = lines; (line = strtok_r(rest, "\n", &rest));) {
        const char *name = strchr(line, '/');
        if (name)
            print_state(&now, name);
    }
    return strcmp(then.data, now.data) != 0;
}

/* Whether a compilation in two runs, the precompiled header and then the source, means the same
 * with |flag|. A flag that is not known to be harmless may name files of the user, or files that
 * clang writes beside its output. */
static bool is_harmless(const char *flag)
{
    static const char *const good[] = {"-D", "-U", "-I", "-O", "-W", "-f", "-m", "-std=", NULL};
    static const char *const bad[] = {"-Wp,",   "-fplugin", "-fpass-plugin", "-fmodule",  "-ftime-",
                                      "-fsave", "-fproc-",  "-fpch",         "-fprofile", NULL};
    for (size_t i = 0; bad[i]; i++)
        if (text_begins(flag, bad[i]))
            return false;
    for (size_t i = 0; good[i]; i++)
        if (text_begins(flag, good[i]) && flag[strlen(good[i])])
            return true;
    return false;
}

/* Returns how many of |flags| from |i| on are one option for a part of the compiler that runs after
 * the parser: "-mllvm OPTION", or "-Xclang -mllvm -Xclang OPTION"; 0 if there is no such option. */
static size_t words_for_later_parts(const struct strings *flags, size_t i)
{
    const char *flag = flags->items[i];
    if (strcmp(flag, "-mllvm") == 0 || strcmp(flag, "-Xoffload-linker") == 0 ||
        strcmp(flag, "-Xlinker") == 0)
        return 2;
    return strcmp(flag, "-Xclang") == 0 && i + 3 < flags->count &&
                   strcmp(flags->items[i + 1], "-mllvm") == 0
               ? 4
               : 0;
}

static bool are_harmless(const struct flags *flags)
{
    for (size_t i = 0; i < flags->other.count; i++) {
        size_t skipped = words_for_later_parts(&flags->other, i);
        if (skipped)
            i += skipped - 1;
        else if (!is_harmless(flags->other.items[i]))
            return false;
    }
    return true;
}

void precompiled_flags(const struct plan *plan, const struct shadow *shadow, size_t index,
                       const char *target, struct strings *out)
{
    OWNED_BY(strings_free) struct strings all = {0};
    command_flags(plan, shadow, &plan->project->modules[index], target, &all);
    for (size_t i = 0; i < all.count; i++) {
        size_t skipped = words_for_later_parts(&all, i);
        if (skipped)
            i += skipped - 1;
        else
            strings_add(out, all.items[i]);
    }
}

bool precompiled_is_possible(const struct plan *plan, const struct shadow *shadow, size_t index)
{
    return !plan->through_hipcc && !shadow->modules[index].is_hip &&
           are_harmless(&plan->project->flags) &&
           are_harmless(&plan->project->modules[index].flags);
}

static char *make_path(const struct plan *plan, const struct shadow *shadow, size_t index,
                       const char *target)
{
    OWNED_BY(strings_free) struct strings flags = {0};
    precompiled_flags(plan, shadow, index, target, &flags);
    OWNED char *text = strings_join(&flags, "\n");
    return mem_format(PRECOMPILED "/%016jx.pch", (uintmax_t)checksum_of(text, strlen(text)));
}

static struct precompiled *find(const struct precompiled_list *list, const char *path)
{
    for (size_t i = 0; i < list->count; i++)
        if (strcmp(list->items[i].path, path) == 0)
            return &list->items[i];
    return NULL;
}

static void add_reader(const struct plan *plan, const struct shadow *shadow, size_t index,
                       const char *target, struct precompiled_list *list)
{
    OWNED char *path = make_path(plan, shadow, index, target);
    struct precompiled *item = find(list, path);
    if (!item) {
        list->items = mem_grow(list->items, list->count, sizeof *list->items);
        item = &list->items[list->count++];
        *item = (struct precompiled){.path = mem_dup(path), .target = target};
    }
    item->readers++;
    if (!item->module_count || item->modules[item->module_count - 1] != index) {
        item->modules = mem_grow(item->modules, item->module_count, sizeof *item->modules);
        item->modules[item->module_count++] = index;
    }
}

void precompiled_collect(const struct plan *plan, const struct shadow *shadow,
                         struct precompiled_list *out)
{
    for (size_t i = 0; i < plan->project->module_count; i++) {
        const struct module *module = &plan->project->modules[i];
        const struct strings *targets = plan_targets(plan, module);
        const bool has_text = module->sources.count || module->expression;
        if (!has_text || !precompiled_is_possible(plan, shadow, i))
            continue;
        add_reader(plan, shadow, i, plan_parsed_target(plan, module), out);
        /* With a launcher, compilations read no precompiled header, because a launcher may compile
         * on another machine, or take the result from a cache. */
        for (size_t j = 0; j < targets->count && !plan->launcher && !module->prebuilt.count; j++)
            if (!plan_is_nvidia(targets->items[j]))
                add_reader(plan, shadow, i, targets->items[j], out);
    }
}

const char *precompiled_for(const struct plan *plan, const struct shadow *shadow, size_t index,
                            const char *target, const struct precompiled_list *list)
{
    if (!precompiled_is_possible(plan, shadow, index))
        return NULL;
    OWNED char *path = make_path(plan, shadow, index, target);
    const struct precompiled *item = find(list, path);
    return item && precompiled_pays(item) ? item->path : NULL;
}

void precompiled_prune(const struct precompiled_list *list, const char *build)
{
    OWNED_BY(strings_free) struct strings names = {0};
    OWNED char *directory = path_join(build, PRECOMPILED);
    path_list(directory, &names);
    for (size_t i = 0; i < names.count; i++) {
        OWNED char *path = path_join(directory, names.items[i]);
        bool is_needed = strcmp(names.items[i], path_name(PRECOMPILED_SOURCE)) == 0;
        for (size_t j = 0; j < list->count && !is_needed; j++)
            is_needed = precompiled_pays(&list->items[j]) &&
                        text_begins(names.items[i], path_name(list->items[j].path));
        if (!is_needed || is_outdated(path))
            path_remove_tree(path);
    }
}

bool precompiled_pays(const struct precompiled *item)
{
    return item->readers > 1;
}

void precompiled_free(struct precompiled_list *list)
{
    for (size_t i = 0; i < list->count; i++) {
        free(list->items[i].path);
        free(list->items[i].modules);
    }
    free(list->items);
    *list = (struct precompiled_list){0};
}
