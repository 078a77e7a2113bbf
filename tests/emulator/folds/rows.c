/* What LLVM folds, of AMD's intrinsics and of what every target has. */
#include "rows.h"

#include "core/instruction.h"

#define CALL(type, name, arguments) "%r = call " type " @llvm." name "(" arguments ")"
#define ONE(type)                   type " $a"
#define TWO(type)                   type " $a, " type " $b"
#define THREE(type)                 type " $a, " type " $b, " type " $c"
enum {
    NOT_GFX9 = ON_RDNA,
    HAS_OLD_NAMES = ON_CDNA | ON_GFX10 | ON_GFX11,
};

/* A class and the compares of a type, |t| in mnemonics, |l| as a letter, |ll| for LLVM. */
#define COMPARE(name, predicate, t, l, ll, vb)                                                     \
    {                                                                                              \
        "v_cmp_" name "_" t " vcc, v84, " vb "\nv_cndmask_b32 v80, 0, 1, vcc", "b" l l,            \
            "%r = fcmp " predicate " " ll " $a, $b", 0, 0                                          \
    }
#define COMPARES(t, l, ll)                                                                         \
    COMPARE("lt", "olt", t, l, ll, "v86"), COMPARE("eq", "oeq", t, l, ll, "v86"),                  \
        COMPARE("le", "ole", t, l, ll, "v86"), COMPARE("gt", "ogt", t, l, ll, "v86"),              \
        COMPARE("lg", "one", t, l, ll, "v86"), COMPARE("ge", "oge", t, l, ll, "v86"),              \
        COMPARE("o", "ord", t, l, ll, "v86"), COMPARE("u", "uno", t, l, ll, "v86"),                \
        COMPARE("nge", "ult", t, l, ll, "v86"), COMPARE("nlg", "ueq", t, l, ll, "v86"),            \
        COMPARE("ngt", "ule", t, l, ll, "v86"), COMPARE("nle", "ugt", t, l, ll, "v86"),            \
        COMPARE("neq", "une", t, l, ll, "v86"), COMPARE("nlt", "uge", t, l, ll, "v86")
#define CLASS(t, l, ll, va)                                                                        \
    {                                                                                              \
        "v_cmp_class_" t " vcc, " va ", v86\nv_cndmask_b32 v80, 0, 1, vcc", "b" l "i",             \
            CALL("i1", "amdgcn.class." t, ll " $a, i32 $b"), 0, FOLD_FEW_BITS                      \
    }

/* Of floats with registers |r|, |a|, |b|, |c|. */
#define ARITHMETIC(t, l, ll, r, a, b, c)                                                           \
    {"v_fract_" t " " r ", " a, l l, CALL(ll, "amdgcn.fract." t, ll " $a"), 0, FOLD_QUIET},        \
        {"v_floor_" t " " r ", " a, l l, CALL(ll, "floor." t, ll " $a"), 0, 0},                    \
        {"v_ceil_" t " " r ", " a, l l, CALL(ll, "ceil." t, ll " $a"), 0, 0},                      \
        {"v_trunc_" t " " r ", " a, l l, CALL(ll, "trunc." t, ll " $a"), 0, 0},                    \
        {"v_rndne_" t " " r ", " a, l l, CALL(ll, "roundeven." t, ll " $a"), 0, 0},                \
        {"v_fma_" t " " r ", " a ", " b ", " c, l l l l, CALL(ll, "fma." t, THREE(ll)), 0, 0},     \
        {"v_frexp_mant_" t " " r ", " a, l l, CALL(ll, "amdgcn.frexp.mant." t, ll " $a"), 0, 0},   \
        {"v_add_" t " " r ", " a ", " b, l l l, "%r = fadd " ll " $a, $b", 0, 0},                  \
    {                                                                                              \
        "v_mul_" t " " r ", " a ", " b, l l l, "%r = fmul " ll " $a, $b", 0, 0                     \
    }
#define LEAST(t, l, ll, low, high, r, a, b, on)                                                    \
    {low t " " r ", " a ", " b, l l l, CALL(ll, "minnum." t, TWO(ll)), on,                         \
     FOLD_QUIET | FOLD_SIGNLESS},                                                                  \
    {                                                                                              \
        high t " " r ", " a ", " b, l l l, CALL(ll, "maxnum." t, TWO(ll)), on,                     \
            FOLD_QUIET | FOLD_SIGNLESS                                                             \
    }

/* Sums that saturate, in 64 bits: |x| is "zext" or "sext". */
#define WIDE(x, type)  "%s = " x " " type " $a to i64\n%t = " x " " type " $b to i64\n"
#define ADDED(x, type) "%u = " x " " type " $c to i64\n"
#define PRODUCT        "%m = mul i64 %s, %t\n%n = add i64 %m, %u\n"
#define CUT(type)      "%r = trunc i64 %q to " type
#define MOST(number)   "%q = call i64 @llvm.umin.i64(i64 %n, i64 " number ")\n"
#define BETWEEN(low, high)                                                                         \
    "%p = call i64 @llvm.smin.i64(i64 %n, i64 " high ")\n"                                         \
    "%q = call i64 @llvm.smax.i64(i64 %p, i64 " low ")\n"
#define MOST_32    MOST("4294967295")
#define BETWEEN_32 BETWEEN("-2147483648", "2147483647")
/* |number|-th parts of |bits| of $a and $b, as numbers %aN and %bN of 64 bits */
#define PART(x, n, bits, shift)                                                                    \
    "%sa" n " = lshr i32 $a, " shift "\n%ta" n " = trunc i32 %sa" n " to i" bits "\n%a" n " = " x  \
    " i" bits " %ta" n " to i64\n%sb" n " = lshr i32 $b, " shift "\n%tb" n " = trunc i32 %sb" n    \
    " to i" bits "\n%b" n " = " x " i" bits " %tb" n " to i64\n"
#define PARTS_2(x) PART(x, "0", "16", "0") PART(x, "1", "16", "16")
#define PARTS_4(x)                                                                                 \
    PART(x, "0", "8", "0")                                                                         \
    PART(x, "1", "8", "8") PART(x, "2", "8", "16") PART(x, "3", "8", "24")
#define TIMES(n) "%d" n " = mul i64 %a" n ", %b" n "\n"
#define APART(n)                                                                                   \
    "%g" n " = sub i64 %a" n ", %b" n "\n%h" n " = sub i64 %b" n ", %a" n "\n%d" n                 \
    " = call i64 @llvm.smax.i64(i64 %g" n ", i64 %h" n ")\n"
#define SUM_2    "%e = add i64 %d0, %d1\n"
#define SUM_4    "%f = add i64 %d0, %d1\n%i = add i64 %d2, %d3\n%e = add i64 %f, %i\n"
#define WITH_C   "%n = add i64 %e, %u\n"
#define DOT_2(x) PARTS_2(x) TIMES("0") TIMES("1") SUM_2 ADDED(x, "i32") WITH_C
#define DOT_4(x) PARTS_4(x) TIMES("0") TIMES("1") TIMES("2") TIMES("3") SUM_4 ADDED(x, "i32") WITH_C
#define SAD_4    PARTS_4("zext") APART("0") APART("1") APART("2") APART("3") SUM_4

const struct fold_row fold_rows[] = {
    /* AMD's intrinsics. With a NaN as its third source, LLVM before 21 gives the greater of the
     * other two for fmed3, against AMD's documents; and it has NaN for trig.preop of a NaN, which
     * there has an exponent like any other. */
    {"v_cvt_pkrtz_f16_f32 v80, v84, v86", "PFF",
     CALL("<2 x half>", "amdgcn.cvt.pkrtz", TWO("float")), HAS_OLD_NAMES, 0},
    {"v_cvt_pk_rtz_f16_f32 v80, v84, v86", "PFF",
     CALL("<2 x half>", "amdgcn.cvt.pkrtz", TWO("float")), ON_GFX12, 0},
    {"v_med3_f32 v80, v84, v86, v88", "FFFF", CALL("float", "amdgcn.fmed3.f32", THREE("float")),
     HAS_OLD_NAMES, FOLD_QUIET | FOLD_SIGNLESS | FOLD_LAST_IS_NUMBER},
    {"v_med3_f16 v80, v84, v86, v88", "HHHH", CALL("half", "amdgcn.fmed3.f16", THREE("half")),
     HAS_OLD_NAMES, FOLD_QUIET | FOLD_SIGNLESS | FOLD_LAST_IS_NUMBER},
    {"v_med3_num_f32 v80, v84, v86, v88", "FFFF", CALL("float", "amdgcn.fmed3.f32", THREE("float")),
     ON_GFX12, FOLD_QUIET | FOLD_SIGNLESS | FOLD_LAST_IS_NUMBER},
    {"v_frexp_exp_i32_f32 v80, v84", "iF", CALL("i32", "amdgcn.frexp.exp.i32.f32", ONE("float")), 0,
     0},
    {"v_frexp_exp_i32_f64 v80, v[84:85]", "iD",
     CALL("i32", "amdgcn.frexp.exp.i32.f64", ONE("double")), 0, 0},
    {"v_frexp_exp_i16_f16 v80, v84", "hH", CALL("i16", "amdgcn.frexp.exp.i16.f16", ONE("half")), 0,
     0},
    {"v_ldexp_f32 v80, v84, v86", "FFi", CALL("float", "amdgcn.ldexp.f32", "float $a, i32 $b"), 0,
     0},
    {"v_ldexp_f64 v[80:81], v[84:85], v86", "DDi",
     CALL("double", "amdgcn.ldexp.f64", "double $a, i32 $b"), 0, 0},
    {"v_bfe_i32 v80, v84, v86, v88", "iiii", CALL("i32", "amdgcn.sbfe.i32", THREE("i32")), 0, 0},
    {"v_bfe_u32 v80, v84, v86, v88", "iiii", CALL("i32", "amdgcn.ubfe.i32", THREE("i32")), 0, 0},
    {"v_perm_b32 v80, v84, v86, v88", "iiii", CALL("i32", "amdgcn.perm", THREE("i32")), 0, 0},
    {"v_cubeid_f32 v80, v84, v86, v88", "FFFF", CALL("float", "amdgcn.cubeid", THREE("float")), 0,
     0},
    {"v_cubema_f32 v80, v84, v86, v88", "FFFF", CALL("float", "amdgcn.cubema", THREE("float")), 0,
     0},
    {"v_cubesc_f32 v80, v84, v86, v88", "FFFF", CALL("float", "amdgcn.cubesc", THREE("float")), 0,
     0},
    {"v_cubetc_f32 v80, v84, v86, v88", "FFFF", CALL("float", "amdgcn.cubetc", THREE("float")), 0,
     0},
    {"v_mul_legacy_f32 v80, v84, v86", "FFF", CALL("float", "amdgcn.fmul.legacy", TWO("float")),
     ON_CDNA | ON_GFX10, 0},
    {"v_mul_dx9_zero_f32 v80, v84, v86", "FFF", CALL("float", "amdgcn.fmul.legacy", TWO("float")),
     ON_GFX11 | ON_GFX12, 0},
    {"v_fma_legacy_f32 v80, v84, v86, v88", "FFFF",
     CALL("float", "amdgcn.fma.legacy", THREE("float")), ON_GFX10, 0},
    {"v_fma_dx9_zero_f32 v80, v84, v86, v88", "FFFF",
     CALL("float", "amdgcn.fma.legacy", THREE("float")), ON_GFX11 | ON_GFX12, 0},
    {"v_rcp_f32 v80, v84", "FF", CALL("float", "amdgcn.rcp.f32", ONE("float")), 0,
     FOLD_ONE_ULP | FOLD_FLUSHES},
    {"v_rcp_f16 v80, v84", "HH", CALL("half", "amdgcn.rcp.f16", ONE("half")), 0, FOLD_ONE_ULP},
    {"v_sin_f32 v80, v84", "FF", CALL("float", "amdgcn.sin.f32", ONE("float")), 0, FOLD_SINE},
    {"v_cos_f32 v80, v84", "FF", CALL("float", "amdgcn.cos.f32", ONE("float")), 0, FOLD_SINE},
    {"v_trig_preop_f64 v[80:81], v[84:85], v86", "DDi",
     CALL("double", "amdgcn.trig.preop.f64", "double $a, i32 $b"), 0, FOLD_NUMBERS | FOLD_SEGMENT},
    {"v_readfirstlane_b32 s4, v84\ns_wqm_b32 s4, s4\nv_mov_b32 v80, s4", "ii",
     CALL("i32", "amdgcn.s.wqm.i32", ONE("i32")), 0, FOLD_SCALAR},
    {"v_readfirstlane_b32 s4, v84\ns_quadmask_b32 s4, s4\nv_mov_b32 v80, s4", "ii",
     CALL("i32", "amdgcn.s.quadmask.i32", ONE("i32")), 0, FOLD_SCALAR},
    {"v_readfirstlane_b32 s4, v84\ns_bitreplicate_b64_b32 s[4:5], s4\nv_mov_b32 v80, s4\n"
     "v_mov_b32 v81, s5",
     "li", CALL("i64", "amdgcn.s.bitreplicate", ONE("i32")), 0, FOLD_SCALAR},
    {"v_readfirstlane_b32 s4, v84\nv_readfirstlane_b32 s5, v85\ns_wqm_b64 s[4:5], s[4:5]\n"
     "v_mov_b32 v80, s4\nv_mov_b32 v81, s5",
     "ll", CALL("i64", "amdgcn.s.wqm.i64", ONE("i64")), 0, FOLD_SCALAR},
    CLASS("f16", "H", "half", "v84"),
    CLASS("f32", "F", "float", "v84"),
    CLASS("f64", "D", "double", "v[84:85]"),

    /* Arithmetic of floats. */
    ARITHMETIC("f16", "H", "half", "v80", "v84", "v86", "v88"),
    ARITHMETIC("f32", "F", "float", "v80", "v84", "v86", "v88"),
    ARITHMETIC("f64", "D", "double", "v[80:81]", "v[84:85]", "v[86:87]", "v[88:89]"),
    LEAST("f16", "H", "half", "v_min_", "v_max_", "v80", "v84", "v86", HAS_OLD_NAMES),
    LEAST("f32", "F", "float", "v_min_", "v_max_", "v80", "v84", "v86", HAS_OLD_NAMES),
    LEAST("f64", "D", "double", "v_min_", "v_max_", "v[80:81]", "v[84:85]", "v[86:87]",
          HAS_OLD_NAMES),
    LEAST("f16", "H", "half", "v_min_num_", "v_max_num_", "v80", "v84", "v86", ON_GFX12),
    LEAST("f32", "F", "float", "v_min_num_", "v_max_num_", "v80", "v84", "v86", ON_GFX12),
    LEAST("f64", "D", "double", "v_min_num_", "v_max_num_", "v[80:81]", "v[84:85]", "v[86:87]",
          ON_GFX12),
    {"v_minimum_f32 v80, v84, v86", "FFF", CALL("float", "minimum.f32", TWO("float")), ON_GFX12, 0},
    {"v_maximum_f32 v80, v84, v86", "FFF", CALL("float", "maximum.f32", TWO("float")), ON_GFX12, 0},
    {"v_minimum_f16 v80, v84, v86", "HHH", CALL("half", "minimum.f16", TWO("half")), ON_GFX12, 0},
    {"v_maximum_f64 v[80:81], v[84:85], v[86:87]", "DDD",
     CALL("double", "maximum.f64", TWO("double")), ON_GFX12, 0},
    {"v_pk_add_f16 v80, v84, v86", "PPP", "%r = fadd <2 x half> $a, $b", 0, 0},
    {"v_pk_mul_f16 v80, v84, v86", "PPP", "%r = fmul <2 x half> $a, $b", 0, 0},
    {"v_pk_fma_f16 v80, v84, v86, v88", "PPPP",
     CALL("<2 x half>", "fma.v2f16", THREE("<2 x half>")), 0, 0},
    COMPARES("f16", "H", "half"),
    COMPARES("f32", "F", "float"),
    {"v_cmp_lt_f64 vcc, v[84:85], v[86:87]\nv_cndmask_b32 v80, 0, 1, vcc", "bDD",
     "%r = fcmp olt double $a, $b", 0, 0},
    {"v_cmp_nlg_f64 vcc, v[84:85], v[86:87]\nv_cndmask_b32 v80, 0, 1, vcc", "bDD",
     "%r = fcmp ueq double $a, $b", 0, 0},

    /* Conversions. */
    {"v_cvt_f16_f32 v80, v84", "HF", "%r = fptrunc float $a to half", 0, 0},
    {"v_cvt_f32_f16 v80, v84", "FH", "%r = fpext half $a to float", 0, 0},
    {"v_cvt_f32_f64 v80, v[84:85]", "FD", "%r = fptrunc double $a to float", 0, 0},
    {"v_cvt_f64_f32 v[80:81], v84", "DF", "%r = fpext float $a to double", 0, 0},
    {"v_cvt_i32_f32 v80, v84", "iF", CALL("i32", "fptosi.sat.i32.f32", ONE("float")), 0, 0},
    {"v_cvt_u32_f32 v80, v84", "iF", CALL("i32", "fptoui.sat.i32.f32", ONE("float")), 0, 0},
    {"v_cvt_i32_f64 v80, v[84:85]", "iD", CALL("i32", "fptosi.sat.i32.f64", ONE("double")), 0, 0},
    {"v_cvt_u32_f64 v80, v[84:85]", "iD", CALL("i32", "fptoui.sat.i32.f64", ONE("double")), 0, 0},
    {"v_cvt_i16_f16 v80, v84", "hH", CALL("i16", "fptosi.sat.i16.f16", ONE("half")), 0, 0},
    {"v_cvt_u16_f16 v80, v84", "hH", CALL("i16", "fptoui.sat.i16.f16", ONE("half")), 0, 0},
    {"v_cvt_f32_i32 v80, v84", "Fi", "%r = sitofp i32 $a to float", 0, 0},
    {"v_cvt_f32_u32 v80, v84", "Fi", "%r = uitofp i32 $a to float", 0, 0},
    {"v_cvt_f64_i32 v[80:81], v84", "Di", "%r = sitofp i32 $a to double", 0, 0},
    {"v_cvt_f64_u32 v[80:81], v84", "Di", "%r = uitofp i32 $a to double", 0, 0},
    {"v_cvt_f16_i16 v80, v84", "Hh", "%r = sitofp i16 $a to half", 0, 0},
    {"v_cvt_f16_u16 v80, v84", "Hh", "%r = uitofp i16 $a to half", 0, 0},
    {"v_cvt_f32_ubyte2 v80, v84", "Fi",
     "%s = lshr i32 $a, 16\n%t = and i32 %s, 255\n%r = uitofp i32 %t to float", 0, 0},

    /* Integers; sums that saturate are those with clamp. */
    {"v_bfrev_b32 v80, v84", "ii", CALL("i32", "bitreverse.i32", ONE("i32")), 0, 0},
    {"v_bcnt_u32_b32 v80, v84, 0", "ii", CALL("i32", "ctpop.i32", ONE("i32")), 0, 0},
    {"v_ffbh_u32 v80, v84", "ii", CALL("i32", "ctlz.i32", "i32 $a, i1 true"), ON_CDNA | ON_GFX10,
     0},
    {"v_clz_i32_u32 v80, v84", "ii", CALL("i32", "ctlz.i32", "i32 $a, i1 true"),
     ON_GFX11 | ON_GFX12, 0},
    {"v_ffbl_b32 v80, v84", "ii", CALL("i32", "cttz.i32", "i32 $a, i1 true"), ON_CDNA | ON_GFX10,
     0},
    {"v_ctz_i32_b32 v80, v84", "ii", CALL("i32", "cttz.i32", "i32 $a, i1 true"),
     ON_GFX11 | ON_GFX12, 0},
    {"v_alignbit_b32 v80, v84, v86, v88", "iiii", CALL("i32", "fshr.i32", THREE("i32")), 0, 0},
    {"v_add_u32_e64 v80, v84, v86 clamp", "iii", CALL("i32", "uadd.sat.i32", TWO("i32")), ON_CDNA,
     0},
    {"v_sub_u32_e64 v80, v84, v86 clamp", "iii", CALL("i32", "usub.sat.i32", TWO("i32")), ON_CDNA,
     0},
    {"v_add_i32 v80, v84, v86 clamp", "iii", CALL("i32", "sadd.sat.i32", TWO("i32")), ON_CDNA, 0},
    {"v_sub_i32 v80, v84, v86 clamp", "iii", CALL("i32", "ssub.sat.i32", TWO("i32")), ON_CDNA, 0},
    {"v_add_u16_e64 v80, v84, v86 clamp", "hhh", CALL("i16", "uadd.sat.i16", TWO("i16")), ON_CDNA,
     0},
    {"v_sub_u16_e64 v80, v84, v86 clamp", "hhh", CALL("i16", "usub.sat.i16", TWO("i16")), ON_CDNA,
     0},
    {"v_add_i16 v80, v84, v86 clamp", "hhh", CALL("i16", "sadd.sat.i16", TWO("i16")), ON_CDNA, 0},
    {"v_sub_i16 v80, v84, v86 clamp", "hhh", CALL("i16", "ssub.sat.i16", TWO("i16")), ON_CDNA, 0},
    {"v_add_nc_u32_e64 v80, v84, v86 clamp", "iii", CALL("i32", "uadd.sat.i32", TWO("i32")),
     NOT_GFX9, 0},
    {"v_sub_nc_u32_e64 v80, v84, v86 clamp", "iii", CALL("i32", "usub.sat.i32", TWO("i32")),
     NOT_GFX9, 0},
    {"v_subrev_nc_u32_e64 v80, v84, v86 clamp", "iii",
     "%r = call i32 @llvm.usub.sat.i32(i32 $b, i32 $a)", NOT_GFX9, 0},
    {"v_add_nc_i32 v80, v84, v86 clamp", "iii", CALL("i32", "sadd.sat.i32", TWO("i32")), NOT_GFX9,
     0},
    {"v_sub_nc_i32 v80, v84, v86 clamp", "iii", CALL("i32", "ssub.sat.i32", TWO("i32")), NOT_GFX9,
     0},
    {"v_add_nc_u16 v80, v84, v86 clamp", "hhh", CALL("i16", "uadd.sat.i16", TWO("i16")), ON_GFX10,
     0},
    {"v_sub_nc_i16 v80, v84, v86 clamp", "hhh", CALL("i16", "ssub.sat.i16", TWO("i16")), ON_GFX10,
     0},
    {"v_pk_add_u16 v80, v84, v86 clamp", "VVV",
     CALL("<2 x i16>", "uadd.sat.v2i16", TWO("<2 x i16>")), 0, 0},
    {"v_pk_add_i16 v80, v84, v86 clamp", "VVV",
     CALL("<2 x i16>", "sadd.sat.v2i16", TWO("<2 x i16>")), 0, 0},
    {"v_pk_sub_u16 v80, v84, v86 clamp", "VVV",
     CALL("<2 x i16>", "usub.sat.v2i16", TWO("<2 x i16>")), 0, 0},
    {"v_pk_sub_i16 v80, v84, v86 clamp", "VVV",
     CALL("<2 x i16>", "ssub.sat.v2i16", TWO("<2 x i16>")), 0, 0},
    {"v_pk_max_i16 v80, v84, v86", "VVV", CALL("<2 x i16>", "smax.v2i16", TWO("<2 x i16>")), 0, 0},
    {"v_pk_min_u16 v80, v84, v86", "VVV", CALL("<2 x i16>", "umin.v2i16", TWO("<2 x i16>")), 0, 0},
    {"v_mad_u32_u24 v80, v84, v86, v88 clamp", "iiii",
     "%s = and i32 $a, 16777215\n%t = and i32 $b, 16777215\n%u = zext i32 %s to i64\n"
     "%v = zext i32 %t to i64\n%w = zext i32 $c to i64\n%x = mul i64 %u, %v\n%y = add i64 %x, %w\n"
     "%g = icmp ugt i64 %y, 4294967295\n%h = select i1 %g, i64 4294967295, i64 %y\n"
     "%r = trunc i64 %h to i32",
     0, 0},
    {"v_mad_u16 v80, v84, v86, v88 clamp", "hhhh",
     WIDE("zext", "i16") ADDED("zext", "i16") PRODUCT MOST("65535") CUT("i16"), 0, 0},
    {"v_mad_i16 v80, v84, v86, v88 clamp", "hhhh",
     WIDE("sext", "i16") ADDED("sext", "i16") PRODUCT BETWEEN("-32768", "32767") CUT("i16"), 0, 0},
    {"v_mad_u32_u16 v80, v84, v86, v88 clamp", "ihhi",
     WIDE("zext", "i16") ADDED("zext", "i32") PRODUCT MOST_32 CUT("i32"), 0, 0},
    {"v_mad_i32_i16 v80, v84, v86, v88 clamp", "ihhi",
     WIDE("sext", "i16") ADDED("sext", "i32") PRODUCT BETWEEN_32 CUT("i32"), 0, 0},
    {"v_mad_i32_i24 v80, v84, v86, v88 clamp", "iiii",
     "%a0 = trunc i32 $a to i24\n%b0 = trunc i32 $b to i24\n%s = sext i24 %a0 to i64\n"
     "%t = sext i24 %b0 to i64\n" ADDED("sext", "i32") PRODUCT BETWEEN_32 CUT("i32"),
     0, 0},
    {"v_sad_u32 v80, v84, v86, v88 clamp", "iiii",
     "%a0 = zext i32 $a to i64\n%b0 = zext i32 $b to i64\n" APART("0")
         ADDED("zext", "i32") "%n = add i64 %d0, %u\n" MOST_32 CUT("i32"),
     0, 0},
    {"v_sad_u16 v80, v84, v86, v88 clamp", "iiii",
     PARTS_2("zext") APART("0") APART("1") SUM_2 ADDED("zext", "i32") WITH_C MOST_32 CUT("i32"), 0,
     0},
    {"v_sad_u8 v80, v84, v86, v88 clamp", "iiii",
     SAD_4 ADDED("zext", "i32") WITH_C MOST_32 CUT("i32"), 0, 0},
    {"v_sad_hi_u8 v80, v84, v86, v88 clamp", "iiii",
     SAD_4 ADDED("zext", "i32") "%j = shl i64 %e, 16\n%n = add i64 %j, %u\n" MOST_32 CUT("i32"), 0,
     0},
    {"v_dot2_u32_u16 v80, v84, v86, v88 clamp", "iiii", DOT_2("zext") MOST_32 CUT("i32"),
     ON_GFX90A | ON_GFX10, 0},
    {"v_dot2_i32_i16 v80, v84, v86, v88 clamp", "iiii", DOT_2("sext") BETWEEN_32 CUT("i32"),
     ON_GFX90A | ON_GFX10, 0},
    {"v_dot4_u32_u8 v80, v84, v86, v88 clamp", "iiii", DOT_4("zext") MOST_32 CUT("i32"), 0, 0},
    {"v_dot4_i32_i8 v80, v84, v86, v88 clamp", "iiii", DOT_4("sext") BETWEEN_32 CUT("i32"),
     ON_GFX90A | ON_GFX10, 0},
    {"v_dot4_i32_iu8 v80, v84, v86, v88 neg_lo:[1,1,0] clamp", "iiii",
     DOT_4("sext") BETWEEN_32 CUT("i32"), ON_GFX11 | ON_GFX12, 0},
    {"v_add_co_u32_e64 v80, vcc, v84, v86 clamp", "iii", CALL("i32", "uadd.sat.i32", TWO("i32")), 0,
     0},
    {"v_sub_co_u32_e64 v80, vcc, v84, v86 clamp", "iii", CALL("i32", "usub.sat.i32", TWO("i32")), 0,
     0},
    {"v_mad_u64_u32 v[80:81], vcc, v84, v86, v[88:89] clamp", "liil",
     WIDE("zext", "i32") "%m = mul i64 %s, %t\n%r = call i64 @llvm.uadd.sat.i64(i64 %m, i64 $c)",
     ON_CDNA | ON_GFX10 | ON_GFX11, 0},
    {"v_mad_i64_i32 v[80:81], vcc, v84, v86, v[88:89] clamp", "liil",
     WIDE("sext", "i32") "%m = mul i64 %s, %t\n%r = call i64 @llvm.sadd.sat.i64(i64 %m, i64 $c)",
     ON_CDNA | ON_GFX10 | ON_GFX11, 0},
    {"v_add_u32_sdwa v80, v84, v86 clamp dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:BYTE_1 "
     "src1_sel:DWORD",
     "iii",
     "%s = lshr i32 $a, 8\n%t = and i32 %s, 255\n"
     "%r = call i32 @llvm.uadd.sat.i32(i32 %t, i32 $b)",
     ON_GFX90A, 0},
    {"v_mul_hi_u32 v80, v84, v86", "iii",
     "%s = zext i32 $a to i64\n%t = zext i32 $b to i64\n%u = mul i64 %s, %t\n"
     "%v = lshr i64 %u, 32\n%r = trunc i64 %v to i32",
     0, 0},
    {"v_mul_hi_i32 v80, v84, v86", "iii",
     "%s = sext i32 $a to i64\n%t = sext i32 $b to i64\n%u = mul i64 %s, %t\n"
     "%v = lshr i64 %u, 32\n%r = trunc i64 %v to i32",
     0, 0},
};

const size_t fold_row_count = sizeof fold_rows / sizeof fold_rows[0];
