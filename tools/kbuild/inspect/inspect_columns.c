/* The columns of a kernel: those of the table, and those of the CSV file. */
#include "inspect/inspect.h"
#include "package_fields.h"

#include <stdlib.h>
#include <string.h>

/* ---- Values ---------------------------------------------------------------------------------- */

#define VALUE(name, expression)                                                                    \
    static uint64_t name(const struct inspect_row *row)                                            \
    {                                                                                              \
        return expression;                                                                         \
    }

VALUE(vgprs, row->kernel->vgprs)
VALUE(agprs, row->kernel->agprs)
VALUE(sgprs, row->kernel->sgprs)
VALUE(spills, (uint64_t)row->kernel->vgpr_spills << 32 | row->kernel->sgpr_spills)
VALUE(vgpr_spills, row->kernel->vgpr_spills)
VALUE(sgpr_spills, row->kernel->sgpr_spills)
VALUE(lds, row->kernel->group_segment)
VALUE(scratch, row->kernel->private_segment)
VALUE(dynamic_stack, row->kernel->uses_dynamic_stack)
VALUE(wave_size, row->kernel->wave_size)
VALUE(kernarg_size, row->kernel->kernarg_size)
VALUE(arguments, row->arguments)
VALUE(hidden_arguments, row->kernel->argument_count - row->arguments)
VALUE(max_workgroup, row->kernel->max_workgroup)
VALUE(code_size, row->kernel->code_size)
VALUE(waves, row->occupancy.waves)
VALUE(possible_waves, row->image->object.target.info->waves)
VALUE(code_object_version, row->image->object.version)

/* The smaller the part of the possible waves, the larger. */
static uint64_t missing_waves(const struct inspect_row *row)
{
    uint64_t most = possible_waves(row);
    return most ? UINT32_MAX - waves(row) * 100000 / most : 0;
}

static const char *limit_word(const struct inspect_row *row)
{
    return occupancy_words[row->occupancy.limit];
}

/* ---- Cells of the table ---------------------------------------------------------------------- */

static enum style put_or_dash(struct buf *out, uint64_t value, enum style style)
{
    if (value)
        put_number(out, value);
    else
        buf_putc(out, '-');
    return value ? style : STYLE_DIM;
}

static enum style cell_target(const struct inspect_row *row, struct buf *out)
{
    buf_puts(out, row->image->target);
    return STYLE_PLAIN;
}

/* "12v 3s": registers of each kind that are kept in memory, or in lanes of another register. */
static enum style cell_spills(const struct inspect_row *row, struct buf *out)
{
    const struct kernel *kernel = row->kernel;
    if (!kernel->vgpr_spills && !kernel->sgpr_spills)
        return put_or_dash(out, 0, STYLE_PLAIN);
    if (kernel->vgpr_spills)
        buf_printf(out, "%uv", kernel->vgpr_spills);
    if (kernel->sgpr_spills)
        buf_printf(out, "%s%us", kernel->vgpr_spills ? " " : "", kernel->sgpr_spills);
    return STYLE_BAD;
}

/* "+" means that the stack grows at run time. */
static enum style cell_scratch(const struct inspect_row *row, struct buf *out)
{
    if (!dynamic_stack(row))
        return put_or_dash(out, scratch(row), STYLE_WARN);
    put_number(out, scratch(row));
    buf_putc(out, '+');
    return STYLE_WARN;
}

/* "12/16 vgprs": the waves, those that are possible, and what limits them. */
static enum style cell_occupancy(const struct inspect_row *row, struct buf *out)
{
    const struct occupancy *occupancy = &row->occupancy;
    unsigned most = row->image->object.target.info->waves;
    if (!target_is_known(row->image->object.target.info)) {
        buf_putc(out, '?');
        return STYLE_PLAIN;
    }
    put_number(out, occupancy->waves);
    buf_putc(out, '/');
    put_number(out, most);
    if (occupancy->waves < most) {
        buf_putc(out, ' ');
        buf_puts(out, occupancy->limit == OCCUPANCY_BY_WORKGROUP
                          ? "group"
                          : occupancy_limit_name(occupancy->limit));
    }
    return occupancy->waves * 4 <= most   ? STYLE_BAD
           : occupancy->waves * 2 <= most ? STYLE_WARN
                                          : STYLE_PLAIN;
}

/* ---- The columns ----------------------------------------------------------------------------- */

const char *const inspect_sort_keys[] = {
    "name",    "vgpr",      "agpr", "sgpr",    "spills", "lds",
    "scratch", "occupancy", "code", "kernarg", NULL,
};

/* clang-format off */
const struct inspect_column inspect_columns[] = {
    {"target", .cell = cell_target, .is_text = true},
    {"VGPRs", vgprs, .sort = "vgpr", .shows_zero = true},
    {"AGPRs", agprs, .sort = "agpr", .is_rare = true, .spare = 1},
    {"SGPRs", sgprs, .sort = "sgpr", .shows_zero = true},
    {"spills", spills, .sort = "spills", .cell = cell_spills, .is_rare = true},
    {"LDS", lds, .sort = "lds", .is_rare = true, .spare = 2},
    {"scratch", scratch, .sort = "scratch", .cell = cell_scratch, .is_rare = true, .spare = 3},
    {"wave", wave_size, .shows_zero = true, .spare = 6},
    {"kernarg", kernarg_size, .sort = "kernarg", .spare = 7},
    {"args", arguments, .spare = 8},
    {"group", max_workgroup, .spare = 5},
    {"occupancy", missing_waves, .sort = "occupancy", .cell = cell_occupancy, .is_text = true},
    {"code", code_size, .sort = "code", .spare = 4},
    {0},
};
/* clang-format on */
_Static_assert(sizeof inspect_columns / sizeof *inspect_columns <= INSPECT_COLUMN_MAX,
               "INSPECT_COLUMN_MAX is too small");

const struct inspect_csv_column inspect_csv_columns[] = {
    {"vgprs", vgprs, NULL},
    {"agprs", agprs, NULL},
    {"sgprs", sgprs, NULL},
    {"vgpr_spills", vgpr_spills, NULL},
    {"sgpr_spills", sgpr_spills, NULL},
    {"lds", lds, NULL},
    {"scratch", scratch, NULL},
    {"dynamic_stack", dynamic_stack, NULL},
    {"wave_size", wave_size, NULL},
    {"kernarg_size", kernarg_size, NULL},
    {"arguments", arguments, NULL},
    {"hidden_arguments", hidden_arguments, NULL},
    {"max_workgroup", max_workgroup, NULL},
    {"code_size", code_size, NULL},
    {"occupancy", waves, NULL},
    {"occupancy_of", possible_waves, NULL},
    {"occupancy_limit", NULL, limit_word},
    {"code_object_version", code_object_version, NULL},
    {0},
};

enum style inspect_cell(const struct inspect_column *column, const struct inspect_row *row,
                        struct buf *out)
{
    if (column->cell)
        return column->cell(row, out);
    if (!column->shows_zero)
        return put_or_dash(out, column->value(row), STYLE_PLAIN);
    put_number(out, column->value(row));
    return STYLE_PLAIN;
}

uint64_t inspect_rank(const char *key, const struct inspect_row *row)
{
    for (const struct inspect_column *column = inspect_columns; column->title; column++)
        if (column->sort && strcmp(column->sort, key) == 0)
            return column->value(row);
    return 0;
}
