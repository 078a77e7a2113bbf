/* The tables of this variant of isa/, in one list. */
#include "tables.h"

extern const struct instruction_table *const instruction_tables[];

#define LIST(name) &ISA_NAME(table_##name),
const struct instruction_table *const instruction_tables[] = {TABLES(LIST) NULL};
