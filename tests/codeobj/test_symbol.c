/* Symbols of HIP's compilers as nvcc writes them. The pairs are what clang 15 and nvcc 13.0 call
 * the kernels of tests/e2e/vectors.cu, whose test compiles them again. */
#include "symbol.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const struct {
    const char *hip, *nvidia;
} pairs[] = {
    {"_Z3k0115HIP_vector_typeIfLj4EE", "_Z3k016float4"},
    {"_Z3k02PK15HIP_vector_typeIfLj4EE", "_Z3k02PK6float4"},
    {"_Z3k03P15HIP_vector_typeIfLj4EES1_", "_Z3k03P6float4S0_"},
    {"_Z3k0415HIP_vector_typeIfLj4EES0_S_IiLj2EEPS1_PS0_", "_Z3k046float4S_4int2PS0_PS_"},
    {"_Z3k05P15HIP_vector_typeIhLj4EEPS_IaLj4EEPS_IsLj2EEPS_ItLj3EEPS_IjLj1EEPS_ImLj2EEPS_"
     "IlLj3EEPS_IxLj2EEPS_IyLj4EEPS_IdLj4EES_IfLj1EE",
     "_Z3k05P6uchar4P5char4P6short2P7ushort3P5uint1P6ulong2P5long3P9longlong2P10ulonglong4P7double4"
     "6float1"},
    {"_Z3k064pairI15HIP_vector_typeIfLj4EEEPS2_PS_IS0_IiLj2EEEPS1_",
     "_Z3k064pairI6float4EPS1_PS_I4int2EPS0_"},
    {"_Z3k07PN2ns1sEP15HIP_vector_typeIfLj4EES0_", "_Z3k07PN2ns1sEP6float4S0_"},
    {"_Z3k08N2ns3arrI15HIP_vector_typeIfLj4EELi4EEEPS3_PNS0_IS1_IiLj3EELin2EEEPKPKS2_",
     "_Z3k08N2ns3arrI6float4Li4EEEPS2_PNS0_I4int3Lin2EEEPKPKS1_"},
    {"_Z3k09N2ns4packIJ15HIP_vector_typeIfLj4EEiS2_PS1_IjLj2EEEEENS0_IJEEES3_",
     "_Z3k09N2ns4packIJ6float4iS1_P5uint2EEENS0_IJEEES2_"},
    {"_Z3k10PF15HIP_vector_typeIfLj4EES0_S_IiLj2EEES1_", "_Z3k10PF6float4S_4int2ES0_"},
    {"_Z3k11PA4_15HIP_vector_typeIfLj4EERA2_KS0_PVPKPS0_", "_Z3k11PA4_6float4RA2_KS_PVPKPS_"},
    {"_Z3k126holderI4pair15HIP_vector_typeIfLj4EEES0_IS2_E", "_Z3k126holderI4pair6float4ES0_IS1_E"},
    {"_Z3k13N3ops5innerI15HIP_vector_typeIfLj2EEEEPS3_S2_", "_Z3k13N3ops5innerI6float2EEPS2_S1_"},
    {"_Z3k14St5tupleIJ15HIP_vector_typeIfLj4EES0_IiLj2EEEEPSt4pairIS1_S0_IdLj2EEES1_",
     "_Z3k14St5tupleIJ6float44int2EEPSt4pairIS0_7double2ES0_"},
    {"_Z3k15P7__half2P15HIP_vector_typeIfLj4EEP14__nv_bfloat162S0_S3_",
     "_Z3k15P7__half2P6float4P14__nv_bfloat162S0_S2_"},
    {"_Z3k16PN2ns2in4deepEP15HIP_vector_typeIiLj2EES2_NS_1eES4_",
     "_Z3k16PN2ns2in4deepEP4int2S2_NS_1eES3_"},
    {"_Z3k17MN2ns2in4deepE15HIP_vector_typeIfLj4EES3_", "_Z3k17MN2ns2in4deepE6float4S2_"},
    {"_ZN2ns3k18EP15HIP_vector_typeIfLj4EEPNS_1sERKNS_3arrIS1_Li2EEENS_2in4deepE",
     "_ZN2ns3k18EP6float4PNS_1sERKNS_3arrIS0_Li2EEENS_2in4deepE"},
    {"_ZN2ns2in3k19I15HIP_vector_typeIfLj4EES2_IiLj2EEEEvPT_T0_NS_3arrIS5_Li2EEEPS3_PS7_NS0_4deepE",
     "_ZN2ns2in3k19I6float44int2EEvPT_T0_NS_3arrIS4_Li2EEEPS2_PS6_NS0_4deepE"},
    {"_ZN2ns2in3k19Ii4pairI15HIP_vector_typeIjLj4EEEEEvPT_T0_NS_3arrIS6_Li2EEEPS3_IfLj4EEPS8_NS0_"
     "4deepE",
     "_ZN2ns2in3k19Ii4pairI5uint4EEEvPT_T0_NS_3arrIS5_Li2EEEP6float4PS7_NS0_4deepE"},
    {"_Z3k20I15HIP_vector_typeIfLj4EELi3ELb1EEvPT_PKS2_S1_", "_Z3k20I6float4Li3ELb1EEvPT_PKS1_S0_"},
    {"_Z3k20I4pairI15HIP_vector_typeIiLj2EEELin3ELb0EEvPT_PKS4_S1_IfLj4EE",
     "_Z3k20I4pairI4int2ELin3ELb0EEvPT_PKS3_6float4"},
    {"_Z3k21IJ15HIP_vector_typeIfLj4EEPS0_IiLj2EEEEvDpT_S1_", "_Z3k21IJ6float4P4int2EEvDpT_S0_"},
    {"_Z3k22I15HIP_vector_typeIfLj4EEEvP4pairIT_ENSt11conditionalILb1ES3_iE4typeES1_",
     "_Z3k22I6float4EvP4pairIT_ENSt11conditionalILb1ES2_iE4typeES0_"},
    {"_Z3k23ILN2ns1eE1E15HIP_vector_typeIjLj3EEEvT0_PS2_IfLj4EEPS4_",
     "_Z3k23ILN2ns1eE1E5uint3EvT0_P6float4PS3_"},
    {"_Z3k24I4pair15HIP_vector_typeIiLj2EEEvPT_IT0_EPS3_IS1_IfLj4EEES4_",
     "_Z3k24I4pair4int2EvPT_IT0_EPS2_I6float4ES3_"},
    {"_Z3k25PSt4pairI15HIP_vector_typeIfLj4EES_IS0_IiLj2EES1_EES3_",
     "_Z3k25PSt4pairI6float4S_I4int2S0_EES2_"},
    {"_Z3k26PfPK15HIP_vector_typeIfLj4EEPS1_ybca", "_Z3k26PfPK6float4PS0_ybca"},
    {"_Z3k27P13__hip_textureP15HIP_vector_typeIfLj4EE", "_Z3k27yP6float4"},
    {"_Z3k294dim315HIP_vector_typeIjLj3EEPS0_IfLj4EE", "_Z3k294dim35uint3P6float4"}};
enum { PAIRS = sizeof pairs / sizeof *pairs };

static void test_pairs(void **state)
{
    (void)state;
    for (size_t i = 0; i < PAIRS; i++) {
        char *name = symbol_for_nvidia(pairs[i].hip);
        assert_non_null(name);
        assert_string_equal(name, pairs[i].nvidia);
        free(name);
    }
}

/* Symbols that are the same, and what cannot be read. */
static void test_others(void **state)
{
    static const char *const others[] = {
        "",
        "_Z",
        "saxpy",
        "15HIP_vector_typeIfLj4EE",
        "_Z4fillPfi",
        "_ZN2ns5twiceIiEEvPT_PKS1_h",
        "_Z1k15HIP_vector_typeIfLj5EE",
        "_Z1k15HIP_vector_typeIbLj4EE",
        "_Z1k15HIP_vector_typeIfLi4EE",
        "_Z1k15HIP_vector_typeIT_Lj4EE",
        "_Z1k15HIP_vector_typeIfLj4EES_",  /* the template without its arguments */
        "_Z1k15HIP_vector_typeIfLj4EES1_", /* there is no such candidate */
        "_Z1k15HIP_vector_typeIfLj4EESz_",
        "_Z1k15HIP_vector_typeIfLj4EEDTfp_E", /* decltype */
        "_ZZ1fvEN1k15HIP_vector_typeIfLj4EEE",
        "_Z1kP13__hip_textureS_",
        "_Z99999999999999999999k15HIP_vector_typeIfLj4EE",
    };
    (void)state;
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        assert_null(symbol_for_nvidia(others[i]));
}

/* Prefixes of symbols, and symbols with a wrong byte, are read or left. */
static void test_damage(void **state)
{
    (void)state;
    for (size_t i = 0; i < PAIRS; i++)
        for (size_t size = 0; size < strlen(pairs[i].hip); size++) {
            char *damaged = strdup(pairs[i].hip);
            damaged[size] ^= 5;
            free(symbol_for_nvidia(damaged));
            damaged[size] = 0;
            free(symbol_for_nvidia(damaged));
            free(damaged);
        }
}

/* Vectors of the longest name are longer in CUDA, "10ulonglong2" for "S_IyLj2EE": what is too long
 * is left. */
static void test_long(void **state)
{
    char symbol[8192] = "_Z1k15HIP_vector_typeIyLj1EE";
    (void)state;
    for (int i = 0; i < 10; i++)
        strcat(symbol, "S_IyLj2EE");
    char *name = symbol_for_nvidia(symbol);
    assert_non_null(name);
    assert_int_equal(strncmp(name, "_Z1k10ulonglong110ulonglong210ulonglong2", 40), 0);
    free(name);
    for (int i = 0; i < 200; i++)
        strcat(symbol, "S_IyLj2EE");
    assert_null(symbol_for_nvidia(symbol));
    memset(symbol, 'P', sizeof symbol - 1);
    memcpy(symbol, "_Z1k15HIP_vector_typeIyLj1EE", 28);
    assert_null(symbol_for_nvidia(symbol));
}

/* Candidates have numbers of two digits, "S10_", from the 38th on. */
static void test_numbers(void **state)
{
    char symbol[4096] = "_Z1k", wanted[4096] = "_Z1k", name[64];
    (void)state;
    for (int i = 0; i < 40; i++) {
        snprintf(name, sizeof name, "4t%03d", i);
        strcat(symbol, name);
        strcat(wanted, name);
    }
    strcat(symbol, "15HIP_vector_typeIfLj4EES14_SZ_S0_");
    strcat(wanted, "6float4S13_SZ_S0_");
    char *out = symbol_for_nvidia(symbol);
    assert_non_null(out);
    assert_string_equal(out, wanted);
    free(out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_pairs), cmocka_unit_test(test_others),  cmocka_unit_test(test_damage),
        cmocka_unit_test(test_long),  cmocka_unit_test(test_numbers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
