/* dump_code_object FILE: what codeobj reads, in lines of "KERNEL KEY VALUE" that compare.sh holds
 * against what LLVM's tools read. Keys are the metadata's; values that are 0, false or absent are
 * left out.
 */
#include "codeobj.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

static struct span file_read(const char *path)
{
    FILE *file = fopen(path, "rb");
    long size = -1;
    if (file && fseek(file, 0, SEEK_END) == 0)
        size = ftell(file);
    uint8_t *data = size >= 0 ? malloc((size_t)size + 1) : NULL;
    if (!data || fseek(file, 0, SEEK_SET) || fread(data, 1, (size_t)size, file) != (size_t)size) {
        perror(path);
        exit(3);
    }
    fclose(file);
    return (struct span){data, (size_t)size};
}

static void put_number(const struct kernel *kernel, const char *key, uint64_t number)
{
    if (number)
        printf("%s %s %" PRIu64 "\n", kernel->name, key, number);
}

static void put_address(const struct kernel *kernel, const char *key, uint64_t address)
{
    printf("%s %s %" PRIx64 "\n", kernel->name, key, address);
}

static void put_text(const struct kernel *kernel, const char *key, const char *text)
{
    if (text)
        printf("%s %s %s\n", kernel->name, key, text);
}

static void put_dimensions(const struct kernel *kernel, const char *key, const uint32_t sizes[3])
{
    if (sizes[0] || sizes[1] || sizes[2])
        printf("%s %s %" PRIu32 ",%" PRIu32 ",%" PRIu32 "\n", kernel->name, key, sizes[0], sizes[1],
               sizes[2]);
}

static void put_arguments(const struct kernel *kernel)
{
    for (size_t i = 0; i < kernel->argument_count; i++) {
        const struct kernel_argument *argument = &kernel->arguments[i];
        const struct {
            const char *key, *text;
            uint64_t number;
        } fields[] = {
            {"offset", NULL, argument->offset},
            {"size", NULL, argument->size},
            {"pointee_align", NULL, argument->pointee_align},
            {"is_const", argument->is_const ? "true" : NULL, 0},
            {"is_restrict", argument->is_restrict ? "true" : NULL, 0},
            {"is_volatile", argument->is_volatile ? "true" : NULL, 0},
            {"name", argument->name, 0},
            {"type_name", argument->type_name, 0},
            {"value_kind", argument->value_kind, 0},
            {"address_space", argument->address_space, 0},
            {"access", argument->access, 0},
        };
        for (size_t j = 0; j < sizeof fields / sizeof fields[0]; j++) {
            char key[64];
            snprintf(key, sizeof key, ".args.%zu.%s", i, fields[j].key);
            put_number(kernel, key, fields[j].number);
            put_text(kernel, key, fields[j].text);
        }
    }
}

static void put_kernel(const struct kernel *kernel)
{
    const struct kernel_descriptor *descriptor = &kernel->descriptor;
    put_text(kernel, ".symbol", kernel->symbol);
    put_text(kernel, ".language", kernel->language);
    put_text(kernel, ".kind", kernel->kind);
    put_text(kernel, ".vec_type_hint", kernel->vector_hint);
    put_number(kernel, ".kernarg_segment_size", kernel->kernarg_size);
    put_number(kernel, ".kernarg_segment_align", kernel->kernarg_align);
    put_number(kernel, ".group_segment_fixed_size", kernel->group_segment);
    put_number(kernel, ".private_segment_fixed_size", kernel->private_segment);
    put_number(kernel, ".sgpr_count", kernel->sgprs);
    put_number(kernel, ".vgpr_count", kernel->vgprs);
    put_number(kernel, ".agpr_count", kernel->agprs);
    put_number(kernel, ".sgpr_spill_count", kernel->sgpr_spills);
    put_number(kernel, ".vgpr_spill_count", kernel->vgpr_spills);
    put_number(kernel, ".wavefront_size", kernel->wave_size);
    put_number(kernel, ".max_flat_workgroup_size", kernel->max_workgroup);
    put_number(kernel, ".uniform_work_group_size", kernel->uniform_workgroups);
    put_text(kernel, ".uses_dynamic_stack", kernel->uses_dynamic_stack ? "true" : NULL);
    put_dimensions(kernel, ".reqd_workgroup_size", kernel->required_workgroup);
    put_dimensions(kernel, ".workgroup_size_hint", kernel->workgroup_hint);
    put_arguments(kernel);
    put_number(kernel, "code_size", kernel->code_size);
    put_address(kernel, "descriptor", descriptor->address);
    put_address(kernel, "entry", descriptor->entry_address);
    put_address(kernel, "rsrc1", descriptor->rsrc1);
    put_address(kernel, "rsrc2", descriptor->rsrc2);
    put_address(kernel, "rsrc3", descriptor->rsrc3);
    put_address(kernel, "properties",
                (uint64_t)descriptor->kernarg_preload << 16 | descriptor->properties);
}

int main(int argc, char **argv)
{
    struct code_object object;
    struct codeobj_error error;
    if (argc != 2)
        return 2;
    struct span file = file_read(argv[1]);
    if (code_object_open(file, &object, &error)) {
        fprintf(stderr, "%s: %s (at byte %" PRIu64 ")\n", argv[1], error.message, error.offset);
        return 1;
    }
    for (size_t i = 0; i < object.kernel_count; i++)
        put_kernel(&object.kernels[i]);
    code_object_close(&object);
    free((void *)(uintptr_t)file.data);
    return 0;
}
