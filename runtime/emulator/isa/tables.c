/* The list of all tables in this variant of isa/. */
#include "tables.h"

extern const struct instruction_table *const instruction_tables[];

#define LIST(name) &ISA_NAME(table_##name),
const struct instruction_table *const instruction_tables[] = {TABLES(LIST) NULL};
