#include "packages.h"

#include <stdlib.h>
#include <string.h>

uint32_t chance_below(struct chance *chance, uint32_t limit)
{
    /* SplitMix64; see Steele, Lea and Flood, "Fast Splittable Pseudorandom Number Generators". */
    uint64_t z = chance->state += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return (uint32_t)((z ^ (z >> 31)) % limit);
}

size_t package_add_image(struct package *package, const char *path, const char *target)
{
    size_t file = package->file_count++, container = package->container_count++;
    size_t image = package->image_count++;
    package->files = mem_resize(package->files, file + 1, sizeof *package->files);
    package->files[file] = (struct package_file){.path = mem_dup(path), .size = 4096};
    package->containers =
        mem_resize(package->containers, container + 1, sizeof *package->containers);
    package->containers[container] = (struct package_container){
        .file = file,
        .parent = PACKAGE_NONE,
        .kind = CONTAINER_FILE,
        .name = mem_dup(""),
        .where = mem_dup(""),
        .stored_size = 4096,
        .size = 4096,
    };
    package->images = mem_resize(package->images, image + 1, sizeof *package->images);
    struct package_image *added = &package->images[image];
    *added = (struct package_image){
        .container = container,
        .entry = mem_dup(""),
        .target = mem_dup(target),
        .kind = IMAGE_CODE_OBJECT,
        .size = 4096,
        .is_read = true,
        .object = {.version = 5, .size = 4096},
    };
    if (target_id_parse(target, &added->object.target, NULL) != CODEOBJ_OK)
        abort(); /* a test's own mistake */
    return image;
}

struct kernel *package_add_kernel(struct package *package, size_t image, const char *name)
{
    struct code_object *object = &package->images[image].object;
    object->kernels =
        mem_resize(object->kernels, object->kernel_count + 1, sizeof *object->kernels);
    struct kernel *kernel = &object->kernels[object->kernel_count++];
    *kernel = (struct kernel){
        .name = mem_dup(name),
        .symbol = mem_format("%s.kd", name),
        .kernarg_size = 16,
        .kernarg_align = 8,
        .sgprs = 16,
        .vgprs = 24,
        .wave_size = object->target.info->wave_size,
        .max_workgroup = 256,
        .code_size = 512,
    };
    return kernel;
}

void kernel_add_argument(struct kernel *kernel, uint32_t offset, uint32_t size, const char *kind)
{
    kernel->arguments =
        mem_resize(kernel->arguments, kernel->argument_count + 1, sizeof *kernel->arguments);
    kernel->arguments[kernel->argument_count++] = (struct kernel_argument){
        .value_kind = mem_dup(kind),
        .kind = strncmp(kind, "hidden_", 7) == 0     ? ARGUMENT_HIDDEN
                : strcmp(kind, "global_buffer") == 0 ? ARGUMENT_GLOBAL_BUFFER
                                                     : ARGUMENT_BY_VALUE,
        .offset = offset,
        .size = size,
    };
}

/* Kernels that were read live in memory of their code object's own; these do not. */
static void kernel_free(struct kernel *kernel)
{
    for (size_t i = 0; i < kernel->argument_count; i++) {
        free(kernel->arguments[i].name);
        free(kernel->arguments[i].type_name);
        free(kernel->arguments[i].value_kind);
    }
    free(kernel->arguments);
    free(kernel->name);
    free(kernel->symbol);
}

void package_unmake(struct package *package)
{
    for (size_t i = 0; i < package->image_count; i++) {
        struct code_object *object = &package->images[i].object;
        for (size_t k = 0; k < object->kernel_count; k++)
            kernel_free(&object->kernels[k]);
        free(object->kernels);
    }
    package_free(package);
}

static void set_by_chance(struct chance *chance, struct kernel *kernel)
{
    kernel->vgprs = 1 + chance_below(chance, 256);
    kernel->agprs = chance_below(chance, 4) ? 0 : chance_below(chance, 64);
    kernel->sgprs = 8 + chance_below(chance, 90);
    kernel->vgpr_spills = chance_below(chance, 4) ? 0 : chance_below(chance, 20);
    kernel->sgpr_spills = chance_below(chance, 4) ? 0 : chance_below(chance, 20);
    kernel->private_segment = 4 * kernel->vgpr_spills;
    kernel->group_segment = 256 * chance_below(chance, 64);
    kernel->code_size = 64 * (1 + chance_below(chance, 100));
    kernel->max_workgroup = 64u << chance_below(chance, 5);
}

static void add_by_chance(struct chance *chance, struct package *package, size_t image)
{
    char *name = mem_format("kernel_%u", chance_below(chance, 12));
    struct kernel *kernel = package_add_kernel(package, image, name);
    set_by_chance(chance, kernel);
    for (uint32_t at = 0, count = chance_below(chance, 4); at < count; at++)
        kernel_add_argument(kernel, 8 * at, 8,
                            chance_below(chance, 2) ? "global_buffer" : "by_value");
    kernel_add_argument(kernel, 64, 8, "hidden_global_offset_x");
    free(name);
}

static const char *const targets[] = {"gfx90a", "gfx1030", "gfx1100", "gfx90a:xnack-"};

void package_random(struct chance *chance, unsigned files, unsigned kernels, struct package *out)
{
    *out = (struct package){0};
    for (unsigned f = 0, count = chance_below(chance, files + 1); f < count; f++) {
        char *path = mem_format("dir/m%u.hsaco", chance_below(chance, 3));
        size_t image = package_add_image(out, path, targets[chance_below(chance, 4)]);
        for (unsigned k = 0, some = chance_below(chance, kernels + 1); k < some; k++)
            add_by_chance(chance, out, image);
        free(path);
    }
}

static void copy_kernel(struct package *out, size_t image, const struct kernel *kernel)
{
    struct kernel *copy = package_add_kernel(out, image, kernel->name);
    struct kernel fresh = *copy;
    *copy = *kernel;
    copy->name = fresh.name;
    copy->symbol = fresh.symbol;
    copy->arguments = NULL;
    copy->argument_count = 0;
    for (size_t i = 0; i < kernel->argument_count; i++) {
        const struct kernel_argument *argument = &kernel->arguments[i];
        kernel_add_argument(copy, argument->offset, argument->size, argument->value_kind);
    }
}

static void edit_kernel(struct chance *chance, struct kernel *kernel)
{
    switch (chance_below(chance, 12)) {
    case 0: kernel->vgprs += chance_below(chance, 40); break;
    case 1: kernel->vgpr_spills += chance_below(chance, 4); break;
    case 2: kernel->code_size += 4 * chance_below(chance, 20); break;
    case 3: kernel->sgprs /= 2; break;
    case 4:
        if (kernel->argument_count)
            kernel->arguments[0].size = 4;
        break;
    default: break;
    }
}

void package_edit(struct chance *chance, const struct package *package, struct package *out)
{
    *out = (struct package){0};
    for (size_t i = 0; i < package->image_count; i++) {
        const struct package_image *from = &package->images[i];
        const char *path = package->files[package->containers[from->container].file].path;
        size_t image = package_add_image(out, chance_below(chance, 5) ? path : "dir/renamed.hsaco",
                                         from->target);
        for (size_t k = 0; k < from->object.kernel_count; k++) {
            if (chance_below(chance, 8) == 0)
                continue;
            copy_kernel(out, image, &from->object.kernels[k]);
            struct code_object *object = &out->images[image].object;
            edit_kernel(chance, &object->kernels[object->kernel_count - 1]);
        }
        if (chance_below(chance, 4) == 0)
            add_by_chance(chance, out, image);
    }
}
