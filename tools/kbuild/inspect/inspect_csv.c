/* Kernels as comma-separated values (RFC 4180), but for the line ends, which are a newline alone.
 * docs/inspect.md says what the columns mean.
 */
#include "inspect.h"
#include "package_fields.h"

#include <string.h>

enum { FLUSH_SIZE = 1 << 16 };

static void put_text(struct buf *out, const char *text)
{
    if (!text[strcspn(text, ",\"\r\n")]) {
        buf_puts(out, text);
        return;
    }
    buf_putc(out, '"');
    for (; *text; text++) {
        if (*text == '"')
            buf_putc(out, '"');
        buf_putc(out, *text);
    }
    buf_putc(out, '"');
}

static void put_next_number(struct buf *out, uint64_t value)
{
    buf_putc(out, ',');
    put_number(out, value);
}

static void put_row(const struct package *package, const struct inspect_row *row,
                    const char *readable, struct buf *out)
{
    const struct kernel *kernel = row->kernel;
    const struct package_container *container = inspect_container(package, row->image);
    size_t arguments = row->arguments;
    put_text(out, package->files[container->file].path);
    buf_putc(out, ',');
    put_text(out, container->where);
    buf_putc(out, ',');
    put_text(out, row->image->target);
    buf_putc(out, ',');
    put_text(out, kernel->name);
    buf_putc(out, ',');
    put_text(out, readable);
    const uint64_t numbers[] = {
        kernel->vgprs,
        kernel->agprs,
        kernel->sgprs,
        kernel->vgpr_spills,
        kernel->sgpr_spills,
        kernel->group_segment,
        kernel->private_segment,
        kernel->uses_dynamic_stack,
        kernel->wave_size,
        kernel->kernarg_size,
        arguments,
        kernel->argument_count - arguments,
        kernel->max_workgroup,
        kernel->code_size,
        row->occupancy.waves,
        row->image->object.target.info->waves,
    };
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        put_next_number(out, numbers[i]);
    buf_putc(out, ',');
    put_text(out, occupancy_words[row->occupancy.limit]);
    put_next_number(out, row->image->object.version);
    buf_putc(out, '\n');
}

void inspect_csv(const struct inspect_view *view, const struct inspect_rows *rows, struct buf *out)
{
    buf_puts(out, "file,where,target,kernel,demangled,vgprs,agprs,sgprs,vgpr_spills,sgpr_spills,"
                  "lds,scratch,dynamic_stack,wave_size,kernarg_size,arguments,hidden_arguments,"
                  "max_workgroup,code_size,occupancy,occupancy_of,occupancy_limit,"
                  "code_object_version\n");
    for (size_t i = 0; i < rows->group_count; i++) {
        const struct inspect_group *group = &rows->groups[i];
        for (size_t j = 0; j < group->count; j++)
            put_row(view->package, &group->rows[j], group->name, out);
        inspect_flush(out, FLUSH_SIZE);
    }
}
