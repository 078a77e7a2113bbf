#include "commands/commands.h"

const struct command *const commands[] = {
    &cmd_build,  &cmd_check,  &cmd_inspect, &cmd_extract, &cmd_bundle,  &cmd_disasm,  &cmd_diff,
    &cmd_report, &cmd_doctor, &cmd_targets, &cmd_hipify,  &cmd_flags,   &cmd_reflect, &cmd_embed,
    &cmd_index,  &cmd_step,   &cmd_publish, &cmd_plan,    &cmd_compile, NULL,
};
