#include "graph/shadow.h"

#include "hipify/hipify.h"
#include "parts.h"
#include "port/port.h"
#include "util/file.h"

#include <unistd.h>
#include <xxhash.h>

/* Resolves |include|, an #include in a file of |directory| that |module| reaches: returns the
 * file's absolute path if the file belongs to the project, else NULL. */
static char *include_resolve(const struct project *project, const struct module *module,
                             const char *directory, const struct shadow_include *include)
{
    const struct strings *const lists[] = {&module->flags.include, &project->flags.include};
    return port_find_include(directory, include->name, include->angled, lists,
                             sizeof lists / sizeof *lists);
}

static void include_add(void *context, const char *name, bool angled, int line)
{
    struct shadow_file *file = context;
    (void)line;
    file->includes = mem_grow(file->includes, file->include_count, sizeof *file->includes);
    file->includes[file->include_count++] =
        (struct shadow_include){.name = mem_dup(name), .angled = angled};
}

static void name_add(void *context, const char *name, bool declared)
{
    struct shadow_file *file = context;
    strings_add(declared ? &file->declared : &file->used, name);
}

/* Sets |*out_index| to the index of |path| among the shadow's files. Reads the file and adds it if
 * the shadow does not have it yet. */
static enum status shadow_add(struct shadow *shadow, const char *path, bool is_hip,
                              size_t *out_index)
{
    for (size_t i = 0; i < shadow->count; i++)
        if (shadow->files[i].is_hip == is_hip && strcmp(shadow->files[i].original, path) == 0) {
            *out_index = i;
            return STATUS_OK;
        }
    OWNED_BY(buf_free) struct buf text = {0};
    FORWARD_IF_ERROR(file_read_plain(path, &text));
    shadow->files = mem_grow(shadow->files, shadow->count, sizeof *shadow->files);
    struct shadow_file *file = &shadow->files[shadow->count];
    *file = (struct shadow_file){.original = mem_dup(path),
                                 .is_hip = is_hip,
                                 .size = text.size,
                                 .digest = XXH3_64bits(text.data, text.size),
                                 .has_asm = memmem(text.data, text.size, "asm", 3) != NULL,
                                 .may_choose_arch = hipify_may_choose_arch(text.data, text.size)};
    hipify_scan_includes(text.data, text.size, include_add, file);
    hipify_scan_names(text.data, text.size, name_add, file);
    *out_index = shadow->count++;
    return STATUS_OK;
}

static void reach_add(struct shadow_reach *reach, size_t index)
{
    for (size_t i = 0; i < reach->count; i++)
        if (reach->files[i] == index)
            return;
    reach->files = mem_grow(reach->files, reach->count, sizeof *reach->files);
    reach->files[reach->count++] = index;
}

static enum status reach_includes(struct shadow *shadow, const struct project *project,
                                  const struct module *module, size_t index,
                                  struct shadow_reach *reach)
{
    OWNED char *directory = path_directory(shadow->files[index].original);
    for (size_t i = 0; i < shadow->files[index].include_count; i++) {
        struct shadow_include *include = &shadow->files[index].includes[i];
        reach->includes_hip |= text_begins(include->name, "hip/");
        OWNED char *path = include_resolve(project, module, directory, include);
        if (!path)
            continue;
        include->in_project = true;
        size_t found;
        FORWARD_IF_ERROR(shadow_add(shadow, path, reach->is_hip, &found));
        reach_add(reach, found);
    }
    return STATUS_OK;
}

/* Finds out whether |module| is HIP or CUDA. All sources of a module must have one language: before
 * the first source, a translation unit includes headers that decide how wide a warp is, and these
 * differ between the languages. */
static enum status read_language(const struct project *project, const struct module *module,
                                 bool *out_is_hip)
{
    for (size_t i = 0; i < module->sources.count; i++) {
        const char *path = module->sources.items[i];
        OWNED_BY(buf_free) struct buf text = {0};
        FORWARD_IF_ERROR(file_read_plain(path, &text));
        const bool is_hip = hipify_is_hip(path, text.data, text.size);
        if (i > 0 && is_hip != *out_is_hip) {
            OWNED char *first = path_relative(module->sources.items[0], project->root);
            OWNED char *other = path_relative(path, project->root);
            return status_fail(
                STATUS_INPUT,
                "module '%s': %s is HIP's text and %s is CUDA's, which differ in what "
                "a warp is; make two modules of them",
                module->name, is_hip ? other : first, is_hip ? first : other);
        }
        *out_is_hip = is_hip;
    }
    return STATUS_OK;
}

static enum status shadow_scan_module(struct shadow *shadow, const struct project *project,
                                      const struct module *module, struct shadow_reach *reach)
{
    FORWARD_IF_ERROR(read_language(project, module, &reach->is_hip));
    for (size_t i = 0; i < module->sources.count; i++) {
        size_t index;
        FORWARD_IF_ERROR(shadow_add(shadow, module->sources.items[i], reach->is_hip, &index));
        reach_add(reach, index);
    }
    for (size_t next = 0; next < reach->count; next++)
        FORWARD_IF_ERROR(reach_includes(shadow, project, module, reach->files[next], reach));
    return STATUS_OK;
}

/* Marks the files that may use CUDA's CUB. A module that has a copy of CUB may still include CUDA's
 * own CUB through one of its headers. */
static void shadow_find_cub(struct shadow *shadow)
{
    for (size_t i = 0; i < shadow->module_count; i++) {
        const struct shadow_reach *reach = &shadow->modules[i];
        bool cub = false;
        for (size_t j = 0; j < reach->count; j++) {
            const struct shadow_file *file = &shadow->files[reach->files[j]];
            for (size_t k = 0; k < file->include_count; k++)
                cub |= text_begins(file->includes[k].name, "cub/") && !file->includes[k].in_project;
        }
        for (size_t j = 0; j < reach->count; j++)
            shadow->files[reach->files[j]].reaches_cub |= cub;
    }
}

/* Sets |foreign| of each file: the names that the file uses and that some file of the project
 * declares. */
static void shadow_match_names(struct shadow *shadow)
{
    shadow_find_cub(shadow);
    OWNED_BY(strings_free) struct strings all = {0};
    for (size_t i = 0; i < shadow->count; i++)
        strings_add_all(&all, &shadow->files[i].declared);
    strings_sort(&all);
    for (size_t i = 0; i < shadow->count; i++) {
        struct shadow_file *file = &shadow->files[i];
        strings_sort(&file->used);
        for (size_t j = 0, at = 0; j < file->used.count; j++) {
            const char *name = file->used.items[j];
            if (j > 0 && strcmp(name, file->used.items[j - 1]) == 0)
                continue;
            while (at < all.count && strcmp(all.items[at], name) < 0)
                at++;
            if (at < all.count && strcmp(all.items[at], name) == 0 &&
                !(file->reaches_cub && strcmp(name, "cub") == 0))
                strings_add(&file->foreign, name);
        }
    }
}

/* Shortens |base| to the longest directory that contains both |base| and |directory|. */
static void base_widen(char *base, const char *directory)
{
    size_t common = path_common(base, directory);
    base[common ? common : 1] = '\0'; /* |base| is never shorter than "/" */
}

/* the shadow's directories, indexed by |is_hip| */
static const char *const trees[] = {"hip", "plain"};

static char *shadow_path(const char *base, const char *original, bool is_hip)
{
    OWNED char *relative = path_relative(original, base);
    return strcmp(relative, ".") == 0 ? mem_dup(trees[is_hip])
                                      : mem_format("%s/%s", trees[is_hip], relative);
}

/* Sets the shadow's base directory and the paths of the translations. Checks the characters in
 * these paths, because they become names in the graph. */
static enum status shadow_place(struct shadow *shadow, const struct project *project)
{
    OWNED char *place = mem_format("%s: ", project->shown);
    shadow->base = mem_dup(project->root);
    for (size_t i = 0; i < shadow->count; i++) {
        OWNED char *directory = path_directory(shadow->files[i].original);
        base_widen(shadow->base, directory);
    }
    for (size_t i = 0; i < shadow->count; i++) {
        struct shadow_file *file = &shadow->files[i];
        file->path = shadow_path(shadow->base, file->original, file->is_hip);
        file->shown = path_relative(file->original, project->root);
        FORWARD_IF_ERROR(ninja_check_path(place, file->shown));
    }
    return STATUS_OK;
}

enum status shadow_scan(const struct project *project, struct shadow *out)
{
    OWNED_BY(shadow_free) struct shadow shadow = {.module_count = project->module_count};
    shadow.modules = mem_alloc(project->module_count * sizeof *shadow.modules);
    for (size_t i = 0; i < project->module_count; i++)
        FORWARD_IF_ERROR(
            shadow_scan_module(&shadow, project, &project->modules[i], &shadow.modules[i]));
    shadow_match_names(&shadow);
    FORWARD_IF_ERROR(shadow_place(&shadow, project));
    FORWARD_IF_ERROR(arch_choose(project, &shadow));
    *out = shadow;
    shadow = (struct shadow){0};
    return STATUS_OK;
}

static bool shadow_has(const struct shadow *shadow, const char *path)
{
    for (size_t i = 0; i < shadow->count; i++)
        if (strcmp(shadow->files[i].path, path) == 0)
            return true;
    return false;
}

/* Removes the translations in one directory that the shadow no longer has. |below| is the
 * directory's path from |build|, as in the shadow's paths. */
static void prune_directory(const struct shadow *shadow, const char *build, const char *below)
{
    OWNED char *directory = path_join(build, below);
    OWNED_BY(strings_free) struct strings names = {0};
    path_list(directory, &names);
    for (size_t i = 0; i < names.count; i++) {
        OWNED char *path = path_join(below, names.items[i]), *full = path_join(build, path);
        bool in_the_making =
            strcmp(path_extension(path), ".tmp") == 0; /* whether a step is writing the file */
        if (path_is_directory(full))
            prune_directory(shadow, build, path);
        else if (!in_the_making && !shadow_has(shadow, path))
            unlink(full);
    }
}

void shadow_prune(const struct shadow *shadow, const char *build)
{
    for (size_t i = 0; i < sizeof trees / sizeof *trees; i++)
        prune_directory(shadow, build, trees[i]);
}

char *shadow_directory(const struct shadow *shadow, const char *directory, bool is_hip)
{
    size_t length = strlen(directory);
    for (size_t i = 0; i < shadow->count; i++)
        if (shadow->files[i].is_hip == is_hip &&
            strncmp(shadow->files[i].original, directory, length) == 0 &&
            shadow->files[i].original[length] == '/')
            return shadow_path(shadow->base, directory, is_hip);
    return NULL;
}

void shadow_free(struct shadow *shadow)
{
    for (size_t i = 0; i < shadow->count; i++) {
        struct shadow_file *file = &shadow->files[i];
        for (size_t j = 0; j < file->include_count; j++)
            free(file->includes[j].name);
        free(file->includes);
        strings_free(&file->declared);
        strings_free(&file->used);
        strings_free(&file->foreign);
        free(file->original);
        free(file->path);
        free(file->shown);
    }
    for (size_t i = 0; i < shadow->module_count; i++) {
        free(shadow->modules[i].files);
        free(shadow->modules[i].arch_note);
    }
    free(shadow->modules);
    free(shadow->files);
    free(shadow->base);
    *shadow = (struct shadow){0};
}
