/* The table of scalar types, and the spelling of types in C. */
#include "emit/ctype.h"

#include "util/buf.h"

static const struct {
    const char *name;
    const char *spelling;
    size_t size;
} scalars[CTYPE_SCALAR_COUNT] = {
    [CTYPE_BOOL] = {"bool", "bool", 1},
    [CTYPE_I8] = {"i8", "int8_t", 1},
    [CTYPE_I16] = {"i16", "int16_t", 2},
    [CTYPE_I32] = {"i32", "int32_t", 4},
    [CTYPE_I64] = {"i64", "int64_t", 8},
    [CTYPE_U8] = {"u8", "uint8_t", 1},
    [CTYPE_U16] = {"u16", "uint16_t", 2},
    [CTYPE_U32] = {"u32", "uint32_t", 4},
    [CTYPE_U64] = {"u64", "uint64_t", 8},
    [CTYPE_F16] = {"f16", "struct krt_f16", 2},
    [CTYPE_F32] = {"f32", "float", 4},
    [CTYPE_F64] = {"f64", "double", 8},
    [CTYPE_BF16] = {"bf16", "struct krt_bf16", 2},
    [CTYPE_F8E4M3] = {"f8e4m3", "struct krt_f8e4m3", 1},
    [CTYPE_F8E5M2] = {"f8e5m2", "struct krt_f8e5m2", 1},
};

/* Classes of CUDA and HIP that are numbers. HIP's *_fnuz types are missing, because their formats
 * differ from CUDA's. */
static const struct {
    const char *record;
    enum ctype_scalar scalar;
} numbers[] = {
    {"__half", CTYPE_F16},           {"__nv_bfloat16", CTYPE_BF16},
    {"__hip_bfloat16", CTYPE_BF16},  {"hip_bfloat16", CTYPE_BF16},
    {"__nv_fp8_e4m3", CTYPE_F8E4M3}, {"__hip_fp8_e4m3", CTYPE_F8E4M3},
    {"__nv_fp8_e5m2", CTYPE_F8E5M2}, {"__hip_fp8_e5m2", CTYPE_F8E5M2},
};

void ctype_free(struct ctype *type)
{
    if (type->pointee) {
        ctype_free(type->pointee);
        free(type->pointee);
    }
    *type = (struct ctype){0};
}

const char *ctype_scalar_name(enum ctype_scalar scalar)
{
    return scalars[scalar].name;
}

size_t ctype_scalar_size(enum ctype_scalar scalar)
{
    return scalars[scalar].size;
}

bool ctype_scalar_find(const char *name, enum ctype_scalar *out)
{
    for (int i = 0; i < CTYPE_SCALAR_COUNT; i++)
        if (strcmp(scalars[i].name, name) == 0) {
            *out = (enum ctype_scalar)i;
            return true;
        }
    return false;
}

bool ctype_scalar_of_record(const char *record, enum ctype_scalar *out)
{
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        if (strcmp(numbers[i].record, record) == 0) {
            *out = numbers[i].scalar;
            return true;
        }
    return false;
}

char *ctype_spell(const struct ctype *type, const char *opaque)
{
    switch (type->kind) {
    case CTYPE_SCALAR:
    case CTYPE_ENUM: return mem_dup(scalars[type->scalar].spelling);
    case CTYPE_POINTER: break;
    case CTYPE_VOID:
    case CTYPE_RECORD:
    case CTYPE_OTHER: return mem_dup(opaque ? opaque : "void");
    }
    OWNED char *pointee = ctype_spell(type->pointee, NULL);
    char *spelling;
    if (type->pointee->kind == CTYPE_POINTER)
        spelling = mem_format("%s%s*", pointee, type->to_const ? "const " : "");
    else
        spelling = mem_format("%s%s *", type->to_const ? "const " : "", pointee);
    return spelling;
}

const char *ctype_pointee_name(const struct ctype *type)
{
    const struct ctype *pointee = type->pointee;
    switch (pointee->kind) {
    case CTYPE_SCALAR:
    case CTYPE_ENUM: return scalars[pointee->scalar].name;
    case CTYPE_POINTER: return "pointer";
    case CTYPE_VOID:
    case CTYPE_RECORD:
    case CTYPE_OTHER: break;
    }
    return "void";
}
