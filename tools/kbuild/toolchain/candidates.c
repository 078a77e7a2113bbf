#include "candidates.h"

#include "util/file.h"

#include <stdlib.h>
#include <string.h>

const char *environment(const char *name)
{
    const char *value = getenv(name);
    return value && *value ? value : NULL;
}

char *consider(struct discovery *discovery, enum part part, enum kind kind, char *path)
{
    struct probes *probes = &discovery->probes;
    if (!strings_contain(&discovery->searched[part], path))
        strings_add(&discovery->searched[part], path);
    bool found = kind == PROGRAM      ? probe_program(probes, path)
                 : kind == PLAIN_FILE ? probe_file(probes, path)
                                      : probe_directory(probes, path, NULL);
    if (found)
        return path;
    free(path);
    return NULL;
}

char *consider_variable(struct discovery *discovery, enum part part, enum kind kind,
                        const char *variable, const char *name)
{
    const char *value = environment(variable);
    if (!value)
        return NULL;
    char *directory = path_absolute(value);
    char *found = consider(discovery, part, kind, path_join(directory, name));
    free(directory);
    return found;
}

char *consider_fixed(struct discovery *discovery, enum part part, enum kind kind, const char *path)
{
    return consider(discovery, part, kind, mem_format("%s%s", discovery->root, path));
}

bool is_masquerade(const char *path)
{
    char *real = realpath(path, NULL);
    const char *const names[] = {"ccache", "sccache", "distcc", "icecc"};
    bool found = false;
    for (size_t i = 0; real && i < sizeof names / sizeof *names; i++)
        found |= strcmp(path_name(real), names[i]) == 0;
    free(real);
    return found;
}

char *consider_in_path(struct discovery *discovery, enum part part, const char *program)
{
    const char *path = getenv("PATH");
    char *found = NULL;
    while (path && !found) {
        size_t length = strcspn(path, ":");
        char *directory = mem_dup_n(length ? path : ".", length ? length : 1);
        char *absolute = path_absolute(directory);
        found = consider(discovery, part, PROGRAM, path_join(absolute, program));
        if (found && is_masquerade(found)) {
            free(found);
            found = NULL;
        }
        free(absolute);
        free(directory);
        path = path[length] ? path + length + 1 : NULL;
    }
    return found;
}

char *consider_named(struct discovery *discovery, enum part part, const char *name)
{
    if (strchr(name, '/'))
        return consider(discovery, part, PROGRAM, path_absolute(name));
    return consider_in_path(discovery, part, name);
}

static int number_behind(const char *name, const char *prefix)
{
    size_t length = strlen(prefix);
    return strncmp(name, prefix, length) == 0 ? atoi(name + length) : 0;
}

void list_llvm(struct discovery *discovery, const char *name, struct strings *out)
{
    char *lib = mem_format("%s/usr/lib", discovery->root);
    struct strings names = {0};
    probe_directory(&discovery->probes, lib, &names);
    for (int below = 1 << 20; below > 0;) {
        int best = 0;
        for (size_t i = 0; i < names.count; i++) {
            int version = number_behind(names.items[i], "llvm-");
            if (version < below && version > best)
                best = version;
        }
        if (best) {
            char *path = mem_format("%s/llvm-%d/%s", lib, best, name);
            if (probe_program(&discovery->probes, path))
                strings_add(out, path);
            free(path);
        }
        below = best;
    }
    strings_free(&names);
    free(lib);
}

void list_multiarch(struct discovery *discovery, struct strings *out)
{
    char *lib = mem_format("%s/usr/lib", discovery->root);
    struct strings names = {0};
    probe_directory(&discovery->probes, lib, &names);
    for (size_t i = 0; i < names.count; i++)
        if (strstr(names.items[i], "-linux-gnu"))
            strings_addf(out, "%s/%s", lib, names.items[i]);
    strings_free(&names);
    free(lib);
}
