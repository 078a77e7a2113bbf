#include "graph/targets.h"

#include "codeobj.h"
#include "util/file.h"
#include "util/options.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static enum status unknown_target(const char *place, enum status wrong, const char *text,
                                  const char *why)
{
    size_t count = target_count();
    const char **names = mem_alloc((count + 1) * sizeof *names);
    for (size_t i = 0; i < count; i++)
        names[i] = target_at(i)->processor;
    char *processor = mem_dup_n(text, strcspn(text, ":"));
    const char *near = target_find(processor) ? NULL : options_nearest(processor, names);
    enum status status =
        near ? status_fail(wrong, "%s: unknown target '%s'; did you mean '%s'?", place, text, near)
             : status_fail(wrong, "%s: target '%s': %s; 'kbuild targets' lists what there is",
                           place, text, why);
    free(processor);
    free(names);
    return status;
}

/* See "gfx_target_version" in the amdkfd driver: major * 10000 + minor * 100 + stepping. */
static char *processor_of_version(unsigned version)
{
    return mem_format("gfx%u%x%x", version / 10000, version / 100 % 100, version % 100);
}

void targets_native(const char *topology, struct strings *out)
{
    DIR *stream = opendir(topology);
    if (!stream)
        return;
    for (struct dirent *entry; (entry = readdir(stream));) {
        if (entry->d_name[0] == '.')
            continue;
        char *path = mem_format("%s/%s/properties", topology, entry->d_name);
        FILE *file = fopen(path, "re");
        free(path);
        char name[64];
        unsigned long long value;
        while (file && fscanf(file, "%63s %llu", name, &value) == 2)
            if (strcmp(name, "gfx_target_version") == 0 && value) { /* 0: a CPU */
                char *processor = processor_of_version((unsigned)value);
                if (!strings_contain(out, processor))
                    strings_add(out, processor);
                free(processor);
            }
        if (file)
            fclose(file);
    }
    closedir(stream);
    strings_sort(out);
}

static enum status resolve_one(const char *text, const char *place, enum status wrong,
                               struct strings *out)
{
    struct target_id id;
    struct codeobj_error error = {0};
    if (target_id_parse(text, &id, &error) != CODEOBJ_OK)
        return unknown_target(place, wrong, text, error.message);
    char canonical[TARGET_ID_MAX];
    target_id_print(&id, canonical);
    if (!strings_contain(out, canonical))
        strings_add(out, canonical);
    return STATUS_OK;
}

/* |sorted|: those of one processor are neighbours. */
static enum status check_conflicts(const struct strings *sorted, const char *place,
                                   enum status wrong)
{
    for (size_t i = 1; i < sorted->count; i++) {
        struct target_id a, b;
        if (target_id_parse(sorted->items[i - 1], &a, NULL) == CODEOBJ_OK &&
            target_id_parse(sorted->items[i], &b, NULL) == CODEOBJ_OK &&
            target_id_conflicts(&a, &b))
            return status_fail(wrong,
                               "%s: targets '%s' and '%s' cannot be in one package: of one "
                               "processor all name a feature, or none does; write both "
                               "settings, or neither",
                               place, sorted->items[i - 1], sorted->items[i]);
    }
    return STATUS_OK;
}

enum status targets_resolve(const struct strings *wanted, const char *place, enum status wrong,
                            struct strings *out)
{
    struct strings resolved = {0};
    enum status status = STATUS_OK;
    for (size_t i = 0; status == STATUS_OK && i < wanted->count; i++) {
        if (strcmp(wanted->items[i], "native") != 0) {
            status = resolve_one(wanted->items[i], place, wrong, &resolved);
            continue;
        }
        struct strings native = {0};
        targets_native("/sys/class/kfd/kfd/topology/nodes", &native);
        if (!native.count)
            status = status_fail(STATUS_ENVIRONMENT,
                                 "%s: 'native': this machine has no AMD GPU; name a target, "
                                 "such as gfx1100",
                                 place);
        for (size_t j = 0; status == STATUS_OK && j < native.count; j++)
            status = resolve_one(native.items[j], place, wrong, &resolved);
        strings_free(&native);
    }
    strings_sort(&resolved);
    if (status == STATUS_OK)
        status = check_conflicts(&resolved, place, wrong);
    if (status == STATUS_OK)
        strings_add_all(out, &resolved);
    strings_free(&resolved);
    return status;
}
