/* Identifiers, C types, the layout of parameters, and the names of template instances. */
#include "emit/ctype.h"
#include "emit/parts.h"
#include "emit/index.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* Compares and frees |got|. */
static void expect(char *got, const char *wanted)
{
    assert_string_equal(got, wanted);
    free(got);
}

static void every_name_becomes_an_identifier(void **state)
{
    (void)state;
    expect(identifier_from("affine"), "affine");
    expect(identifier_from("My-mod.v2"), "My_mod_v2");
    expect(identifier_from("3d"), "_3d");
    expect(identifier_from(""), "_");
    expect(identifier_from("b\xc3\xb6se"), "b__se");
    expect(identifier_from_lower("My-Mod"), "my_mod");
    expect(identifier_from_upper("My-Mod"), "MY_MOD");
}

static void qualified_names_lose_their_punctuation(void **state)
{
    (void)state;
    expect(identifier_from_qualified("scale"), "scale");
    expect(identifier_from_qualified("ns::scale"), "ns_scale");
    expect(identifier_from_qualified("ns::(anonymous namespace)::scale"), "ns_scale");
    expect(identifier_from_qualified("(anonymous namespace)::scale"), "scale");
    expect(identifier_from_qualified("scale(float *, int)"), "scale");
    expect(identifier_from_qualified("ns::fill<float *, 4>"), "ns_fill_float_4");
    expect(identifier_from_qualified("_x_"), "_x_");
    expect(identifier_from_qualified("<>"), "_");
    expect(identifier_from_qualified("(unclosed"), "_");
    expect(identifier_from_qualified("::3d"), "_3d");
}

static void words_of_c_and_cpp_are_known(void **state)
{
    (void)state;
    static const char *const words[] = {"int",      "restrict", "class",    "xor_eq",
                                        "NULL",     "uint8_t",  "_Alignas", "co_await",
                                        "noexcept", "linux",    "bool",     "size_t"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        assert_true(identifier_is_keyword(words[i]));
    static const char *const names[] = {"", "in", "ints", "Class", "numel", "_", "x"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        assert_false(identifier_is_keyword(names[i]));
}

static void unique_names_never_repeat(void **state)
{
    (void)state;
    struct identifier_set taken = {0};
    expect(identifier_unique("scale", &taken), "scale");
    expect(identifier_unique("scale", &taken), "scale_2");
    expect(identifier_unique("scale", &taken), "scale_3");
    expect(identifier_unique("scale_2", &taken), "scale_2_2");
    expect(identifier_unique("Scale", &taken), "Scale");
    identifier_set_free(&taken);
    expect(identifier_unique("scale", &taken), "scale");
    identifier_set_free(&taken);
}

static void parameters_never_hide_what_wrappers_use(void **state)
{
    (void)state;
    struct identifier_set taken = {0};
    expect(identifier_parameter("numel", 1, "kernels", &taken), "numel");
    expect(identifier_parameter("numel", 2, "kernels", &taken), "numel_2");
    expect(identifier_parameter("stream", 3, "kernels", &taken), "stream_");
    expect(identifier_parameter("stream_", 4, "kernels", &taken), "stream__2");
    expect(identifier_parameter("this", 5, "kernels", &taken), "this_");
    expect(identifier_parameter(NULL, 6, "kernels", &taken), "parameter_6");
    expect(identifier_parameter("", 7, "kernels", &taken), "parameter_7");
    expect(identifier_parameter("krt_launch", 8, "kernels", &taken), "p_krt_launch");
    expect(identifier_parameter("KERNELS_SCALE", 9, "kernels", &taken), "p_KERNELS_SCALE");
    expect(identifier_parameter("kernels", 10, "kernels", &taken), "kernels");
    expect(identifier_parameter("n\xc3\xa4", 11, "kernels", &taken), "n__");
    identifier_set_free(&taken);
}

static struct ctype scalar(enum ctype_scalar which)
{
    return (struct ctype){.kind = CTYPE_SCALAR, .scalar = which};
}

static void scalars_have_their_c_spelling_and_size(void **state)
{
    (void)state;
    static const struct {
        const char *name, *spelling;
        size_t size;
    } wanted[] = {
        {"bool", "bool", 1},
        {"i8", "int8_t", 1},
        {"i16", "int16_t", 2},
        {"i32", "int32_t", 4},
        {"i64", "int64_t", 8},
        {"u8", "uint8_t", 1},
        {"u16", "uint16_t", 2},
        {"u32", "uint32_t", 4},
        {"u64", "uint64_t", 8},
        {"f16", "struct krt_f16", 2},
        {"f32", "float", 4},
        {"f64", "double", 8},
        {"bf16", "struct krt_bf16", 2},
        {"f8e4m3", "struct krt_f8e4m3", 1},
        {"f8e5m2", "struct krt_f8e5m2", 1},
    };
    assert_int_equal(sizeof wanted / sizeof *wanted, CTYPE_SCALAR_COUNT);
    for (size_t i = 0; i < CTYPE_SCALAR_COUNT; i++) {
        enum ctype_scalar which;
        assert_true(ctype_scalar_find(wanted[i].name, &which));
        assert_string_equal(ctype_scalar_name(which), wanted[i].name);
        assert_int_equal(ctype_scalar_size(which), wanted[i].size);
        struct ctype type = scalar(which);
        expect(ctype_spell(&type, NULL), wanted[i].spelling);
        type.kind = CTYPE_ENUM;
        expect(ctype_spell(&type, NULL), wanted[i].spelling);
    }
    enum ctype_scalar which;
    assert_false(ctype_scalar_find("i128", &which));
    assert_false(ctype_scalar_find("", &which));
}

static void device_numbers_are_known_by_their_records(void **state)
{
    (void)state;
    static const struct {
        const char *record;
        enum ctype_scalar scalar;
    } wanted[] = {
        {"__half", CTYPE_F16},           {"__nv_bfloat16", CTYPE_BF16},
        {"__hip_bfloat16", CTYPE_BF16},  {"hip_bfloat16", CTYPE_BF16},
        {"__nv_fp8_e4m3", CTYPE_F8E4M3}, {"__hip_fp8_e4m3", CTYPE_F8E4M3},
        {"__nv_fp8_e5m2", CTYPE_F8E5M2}, {"__hip_fp8_e5m2", CTYPE_F8E5M2},
    };
    enum ctype_scalar which;
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) {
        assert_true(ctype_scalar_of_record(wanted[i].record, &which));
        assert_int_equal(which, wanted[i].scalar);
    }
    assert_false(ctype_scalar_of_record("__hip_fp8_e4m3_fnuz", &which)); /* another format */
    assert_false(ctype_scalar_of_record("__half2", &which));
}

static void pointers_keep_const_where_it_stands(void **state)
{
    (void)state;
    struct ctype f32 = scalar(CTYPE_F32), nothing = {.kind = CTYPE_VOID};
    struct ctype record = {.kind = CTYPE_RECORD, .record = "dims"};
    struct ctype to = {.kind = CTYPE_POINTER, .pointee = &f32};
    expect(ctype_spell(&to, NULL), "float *");
    assert_string_equal(ctype_pointee_name(&to), "f32");
    to.to_const = true;
    expect(ctype_spell(&to, NULL), "const float *");
    struct ctype to_pointer = {.kind = CTYPE_POINTER, .pointee = &to};
    expect(ctype_spell(&to_pointer, NULL), "const float **");
    assert_string_equal(ctype_pointee_name(&to_pointer), "pointer");
    to_pointer.to_const = true;
    expect(ctype_spell(&to_pointer, NULL), "const float *const *");
    to.pointee = &nothing;
    expect(ctype_spell(&to, NULL), "const void *");
    expect(ctype_spell(&to_pointer, NULL), "const void *const *");
    to.pointee = &record;
    expect(ctype_spell(&to, "struct never"), "const void *");
    assert_string_equal(ctype_pointee_name(&to), "void");
    expect(ctype_spell(&record, "struct kernels_dims"), "struct kernels_dims");
}

static void parameters_lie_as_in_a_c_struct(void **state)
{
    (void)state;
    struct block {
        char a;
        short b;
        char c;
        double d;
        char e;
        _Alignas(16) char f[16];
        int g;
        char h[3];
        void *i;
    };
    struct index_parameter parameters[] = {
        {.size = 1, .align = 1}, {.size = 2, .align = 2}, {.size = 1, .align = 1},
        {.size = 8, .align = 8}, {.size = 1, .align = 1}, {.size = 16, .align = 16},
        {.size = 4, .align = 4}, {.size = 3, .align = 1}, {.size = 8, .align = 8},
    };
    const size_t wanted[] = {
        offsetof(struct block, a), offsetof(struct block, b), offsetof(struct block, c),
        offsetof(struct block, d), offsetof(struct block, e), offsetof(struct block, f),
        offsetof(struct block, g), offsetof(struct block, h), offsetof(struct block, i),
    };
    const size_t count = sizeof parameters / sizeof *parameters;
    index_lay_out(parameters, count);
    for (size_t i = 0; i < count; i++)
        assert_int_equal(parameters[i].offset, wanted[i]);
}

static void instances_are_told_from_other_symbols(void **state)
{
    (void)state;
    static const struct {
        const char *symbol, *name; /* |name| is NULL when it is not an instance */
        const char *template_name;
    } cases[] = {
        {"_Z4fillIfEvPT_", "fill<float>", "fill"},
        {"_ZL4fillIfEvPT_", "fill<float>", "fill"},
        {"_ZN2ns4fillIfEEvPT_", "ns::fill<float>", "ns::fill"},
        {"_ZN2ns12_GLOBAL__N_14fillIdEEvPT_", "ns::(anonymous namespace)::fill<double>",
         "ns::(anonymous namespace)::fill"},
        {"_ZSt4fillIfEvPT_", "std::fill<float>", "std::fill"},
        {"_ZNSt2ns4fillIfEEvPT_", "std::ns::fill<float>", "std::ns::fill"},
        {"_Z4fillB5cxx11IfEvPT_", "fill<float>", "fill"},
        {"_Z4fillIhLi8EEvPT_", "fill<unsigned char, 8>", "fill"},
        {"_Z4fillILb1ELb0ELin3EEvv", "fill<true, false, -3>", "fill"},
        {"_Z4fillIPKfEvT_", "fill<float const *>", "fill"},
        {"_Z4fillI6__halfN2ns1CIiLj2EEEEvT_", "fill<__half, ns::C<int, 2>>", "fill"},
        {"_Z4fillIDF16_EvT_", "fill<_Float16>", "fill"},
        /* Instances whose arguments are not spelled here keep their symbol. */
        {"_Z4fillIJfdEEvDpT_", "_Z4fillIJfdEEvDpT_", "fill"},
        {"_Z4fillIfS_Evv", "_Z4fillIfS_Evv", "fill"},
        {"_Z4fillIf", "_Z4fillIf", "fill"},
        {"_Z4fillILi", "_Z4fillILi", "fill"},
        {"_Z4fillI99999999999999999999x", "_Z4fillI99999999999999999999x", "fill"},
        {"_Z4fillIPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPfEvv",
         "_Z4fillIPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPfEvv", "fill"},
        /* Other functions. */
        {"fill", NULL, "fill"},
        {"_Z4fillPf", NULL, "fill"},
        {"_Z5fillsIfEvPT_", NULL, "fill"},
        {"_Z3filIfEvPT_", NULL, "fill"},
        {"_Z4fill", NULL, "fill"},
        {"_Z9fillIfEvP", NULL, "fill"},
        {"_Z", NULL, "fill"},
        {"", NULL, "fill"},
        {"_ZN2ns4fillIfEEvPT_", NULL, "fill"},
        {"_Z4fillIfEvPT_", NULL, "ns::fill"},
        {"_ZN2ns4fillEPf", NULL, "ns::fill"},
        /* Members of class templates. */
        {"_ZN5arrayIfE4fillEPf", "array<float>::fill", "array::fill"},
        {"_ZN2ns5arrayIfE4fillIiEEvPT_f", "ns::array<float>::fill<int>", "ns::array::fill"},
        {"_ZN5arrayIN2ns5arrayIfE4fillEE4copyEv", "array<ns::array<float>::fill>::copy",
         "array::copy"},
        {"_ZN5arrayIN2ns5arrayIfE4fillEE4copyEv", NULL, "array::fill"},
        {"_ZN5arrayIfE4fillEPf", NULL, "fill"},
        {"_ZN5arrayIfE4fillEPf", NULL, "array"},
        {"_ZN5arrayIfE5fillsEPf", NULL, "array::fill"},
        {"_ZN5array4fillEPf", NULL, "array::fill"},
        {"_ZN5arrayIL4mode1EE4fillEPf", "array<(mode)1>::fill", "array::fill"},
        {"_Z2ns4fillIfE", NULL, "ns::fill"}, /* ns(fill<float>) */
        {"_Z99999999999999999999fillI", NULL, "fill"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        bool is_instance = index_symbol_is_instance(cases[i].symbol, cases[i].template_name);
        assert_int_equal(is_instance, cases[i].name != NULL);
        if (cases[i].name)
            expect(index_instance_name(cases[i].symbol, cases[i].template_name), cases[i].name);
    }
}

/* The types in a symbol, where they fit the sizes in the code object. */
static void instances_have_the_types_of_their_symbols(void **state)
{
    (void)state;
    static const struct {
        const char *symbol, *kind;
        uint32_t size;
        const char *wanted;
    } cases[] = {
        {"_Z4fillIfEvPT_", "global_buffer", 8, "float *"},
        {"_Z4fillIfEvPKT_", "global_buffer", 8, "const float *"},
        {"_Z4fillIfEvPKPKT_", "global_buffer", 8, "const float *const *"},
        {"_Z4fillIfEvRKT_", "global_buffer", 8, "const float *"},
        {"_Z4fillI6__halfEvT_", "by_value", 2, "struct krt_f16"},
        {"_Z4fillI6__halfEvT_", "by_value", 4, "opaque"}, /* a class of the user's */
        {"_Z4fillImEvT_", "by_value", 8, "uint64_t"},
        {"_Z4fillIfEv3vecIT_Li4EE", "by_value", 16, "opaque"},
        {"_Z4fillIfEvPFvT_E", "global_buffer", 8, "void *"},
        {"_Z4fillILi4EEvRAT__Kf", "global_buffer", 8, "const void *"},
        {"_Z4fillILi4EEvPAT__f", "global_buffer", 8, "void *"},
        {"_Z4fillILi4EEvRAT__Kf", "by_value", 8, "opaque"},
        {"_Z4fillI3vecIPFviEEEvT_", "by_value", 8, "opaque"},
        {"_Z5plainPVi", "global_buffer", 8, "int32_t *"},
        {"_Z5plainf", "by_value", 4, "float"},
        {"_Z5plainf", "by_value", 8, "opaque"},
        {"_Z5plainff", "by_value", 4, "opaque"}, /* another number of parameters */
        {"_Z5plain", "by_value", 4, "opaque"},
        {"plain", "by_value", 4, "opaque"},
        {"_Z4fillI", "by_value", 4, "opaque"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct index_parameter parameter = {
            .canonical = cases[i].kind, .size = cases[i].size, .type = {.kind = CTYPE_OTHER}};
        struct index_kernel kernel = {
            .symbol = cases[i].symbol, .parameters = &parameter, .parameter_count = 1};
        struct strings texts = {0};
        index_type_instance(&kernel, &texts);
        expect(ctype_spell(&parameter.type, "opaque"), cases[i].wanted);
        ctype_free(&parameter.type);
        strings_free(&texts);
    }
    expect(index_instance_label("_ZN2ns4fillI3vecIfEEEvT_"), "ns::fill<vec<float> >");
    expect(index_instance_label("_Z5plainf"), "plain");
    expect(index_instance_label("plain"), "plain");
}

/* ---- The names that a template gives to the parameters of its instances ---- */

#define UNKNOWN                                                                                    \
    {                                                                                              \
        .kind = CTYPE_OTHER                                                                        \
    }
#define NUMBER(which)                                                                              \
    {                                                                                              \
        .kind = CTYPE_SCALAR, .scalar = which                                                      \
    }
static struct ctype of_template = UNKNOWN, floats = NUMBER(CTYPE_F32), ints = NUMBER(CTYPE_I32);
#define POINTER(to)                                                                                \
    {                                                                                              \
        .kind = CTYPE_POINTER, .pointee = &(to)                                                    \
    }

/* Overloads: two of them have three parameters; the last is a pack among others. */
static struct index_slot copy_slots[] = {{"in", POINTER(of_template), false},
                                         {"out", POINTER(of_template), false}};
static struct index_slot add_slots[] = {{"in", POINTER(of_template), false},
                                        {"out", POINTER(of_template), false},
                                        {"count", NUMBER(CTYPE_I32), false}};
static struct index_slot scale_slots[] = {{"data", POINTER(of_template), false},
                                          {"out", POINTER(of_template), false},
                                          {"by", UNKNOWN, false}};
static struct index_slot mode_slots[] = {{"data", POINTER(of_template), false},
                                         {"how", {.kind = CTYPE_ENUM, .scalar = CTYPE_I32}, false},
                                         {"more", UNKNOWN, true},
                                         {"", UNKNOWN, false},
                                         {"last", UNKNOWN, false}};
static struct index_slot packs_slots[] = {
    {"out", POINTER(of_template), false}, {"a", UNKNOWN, true}, {"b", UNKNOWN, true}};
static struct index_template templates[] = {
    {.name = "over", .line = 1, .slots = copy_slots, .slot_count = 2},
    {.name = "over", .line = 2, .slots = add_slots, .slot_count = 3},
    {.name = "over", .line = 3, .slots = scale_slots, .slot_count = 3},
    {.name = "many", .line = 4, .slots = mode_slots, .slot_count = 5},
    {.name = "packs", .line = 5, .slots = packs_slots, .slot_count = 3},
};
static const struct index_module overloads = {.templates = templates, .template_count = 5};

/* Matches an instance whose parameters have |types|; their names are then |wanted|. */
static void expect_names(const char *symbol, long line, const struct ctype *types, size_t count,
                         const char *const *wanted)
{
    struct index_parameter parameters[8] = {0};
    struct index_kernel kernel = {
        .symbol = symbol, .parameters = parameters, .parameter_count = count};
    struct strings texts = {0};
    for (size_t i = 0; i < count; i++)
        parameters[i] = (struct index_parameter){.name = "", .size = 4, .type = types[i]};
    const struct index_template *template = index_match_instance(&overloads, &kernel, &texts);
    if (!line) {
        assert_null(template);
        return;
    }
    assert_non_null(template);
    assert_int_equal(template->line, line);
    for (size_t i = 0; i < count; i++)
        assert_string_equal(parameters[i].name, wanted[i]);
    strings_free(&texts);
}

static void instances_have_the_names_of_their_template(void **state)
{
    (void)state;
    const struct ctype to_float = POINTER(floats), f32 = NUMBER(CTYPE_F32), i32 = NUMBER(CTYPE_I32),
                       record = {.kind = CTYPE_RECORD, .record = "mode"};
    expect_names("_Z4overIfEvPT_S1_", 1, (struct ctype[]){to_float, to_float}, 2,
                 (const char *[]){"in", "out"});
    /* A float is not the count of line 2. */
    expect_names("_Z4overIfEvPT_S1_f", 3, (struct ctype[]){to_float, to_float, f32}, 3,
                 (const char *[]){"data", "out", "by"});
    /* An int may be that of line 2 or 3: only the name that both have is right. */
    expect_names("_Z4overIfEvPT_S1_i", 2, (struct ctype[]){to_float, to_float, i32}, 3,
                 (const char *[]){"", "out", ""});
    /* What no overload has keeps its place, and no name is made up. */
    expect_names("_Z4overIfEvPT_", 1, (struct ctype[]){to_float}, 1, (const char *[]){""});
    expect_names("_Z5otherIfEvPT_", 0, (struct ctype[]){to_float}, 1, NULL);
    expect_names("_Z4manyIfJEEvPT_", 4, (struct ctype[]){to_float, record, i32, f32}, 4,
                 (const char *[]){"data", "how", "", "last"});
    expect_names("_Z4manyIfJifEEvPT_", 4, (struct ctype[]){to_float, record, i32, f32, i32, f32}, 6,
                 (const char *[]){"data", "how", "more_1", "more_2", "", "last"});
    /* Where the second pack begins is not known. */
    expect_names("_Z5packsIJifEJfEEvPf", 5, (struct ctype[]){to_float, i32, f32, f32}, 4,
                 (const char *[]){"out", "", "", ""});
}

/* An enumeration of the template's is that of the instance, whose symbol only names it. */
static void instances_have_the_enumerations_of_their_template(void **state)
{
    (void)state;
    struct index_parameter parameters[] = {
        {.name = "", .size = 8, .type = POINTER(ints)},
        {.name = "", .size = 4, .type = {.kind = CTYPE_RECORD, .record = "mode"}},
        {.name = "", .size = 4, .type = UNKNOWN},
        {.name = "", .size = 4, .type = UNKNOWN}};
    struct index_kernel kernel = {
        .symbol = "_Z4manyIfJEEvPT_", .parameters = parameters, .parameter_count = 4};
    struct strings texts = {0};
    assert_non_null(index_match_instance(&overloads, &kernel, &texts));
    expect(ctype_spell(&parameters[1].type, "opaque"), "int32_t");
    parameters[1].size = 8; /* not of this size: another type of that name */
    parameters[1].type = (struct ctype){.kind = CTYPE_RECORD, .record = "mode"};
    assert_non_null(index_match_instance(&overloads, &kernel, &texts));
    expect(ctype_spell(&parameters[1].type, "opaque"), "opaque");
    strings_free(&texts);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(instances_have_the_names_of_their_template),
        cmocka_unit_test(instances_have_the_enumerations_of_their_template),
        cmocka_unit_test(every_name_becomes_an_identifier),
        cmocka_unit_test(qualified_names_lose_their_punctuation),
        cmocka_unit_test(words_of_c_and_cpp_are_known),
        cmocka_unit_test(unique_names_never_repeat),
        cmocka_unit_test(parameters_never_hide_what_wrappers_use),
        cmocka_unit_test(scalars_have_their_c_spelling_and_size),
        cmocka_unit_test(device_numbers_are_known_by_their_records),
        cmocka_unit_test(pointers_keep_const_where_it_stands),
        cmocka_unit_test(parameters_lie_as_in_a_c_struct),
        cmocka_unit_test(instances_are_told_from_other_symbols),
        cmocka_unit_test(instances_have_the_types_of_their_symbols),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
