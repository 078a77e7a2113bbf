/* asm statements as C++: the translations, the refusals with their reasons, and the statements that
 * stay. */
#include "../../util/check.h"
#include "../soup.h"
#include "hipify/ptx.h"

static enum ptx_outcome translate(const char *text, struct buf *out, struct buf *what)
{
    buf_reserve(out, 0);
    buf_reserve(what, 0);
    int older;
    return ptx_translate(text, strlen(text), false, NULL, out, what, &older);
}

#define P "kbuild::ptx::"

static void expect(const char *text, const char *wanted)
{
    struct buf out = {0}, what = {0};
    if (translate(text, &out, &what) != PTX_TRANSLATED)
        fail_msg("%s\n is not translated: %s", text, what.data);
    if (strcmp(out.data, wanted) != 0)
        fail_msg("%s\n became\n%s\n not\n%s", text, out.data, wanted);
    assert_true(what.size > 0);
    buf_free(&out);
    buf_free(&what);
}

static void expect_refused(const char *text, const char *reason)
{
    struct buf out = {0}, what = {0};
    if (translate(text, &out, &what) != PTX_REFUSED)
        fail_msg("%s\n became\n%s", text, out.data);
    if (!strstr(what.data, reason))
        fail_msg("%s\n is refused because %s, not %s", text, what.data, reason);
    if (out.size > 0 && strncmp(out.data, "do { __asm__ volatile(\".error", 29) != 0)
        fail_msg("%s\n became\n%s", text, out.data);
    buf_free(&out);
    buf_free(&what);
}

static void expect_other(const char *text)
{
    struct buf out = {0}, what = {0};
    if (translate(text, &out, &what) != PTX_OTHER)
        fail_msg("%s\n became\n%s%s", text, out.data, what.data);
    assert_int_equal(out.size, 0);
    buf_free(&out);
    buf_free(&what);
}

/* What is refused becomes |wanted|, and |wanted| stays as it is. */
static void expect_error(const char *text, const char *wanted)
{
    struct buf out = {0}, what = {0};
    if (translate(text, &out, &what) != PTX_REFUSED)
        fail_msg("%s\n became\n%s", text, out.data);
    if (strcmp(out.data, wanted) != 0)
        fail_msg("%s\n became\n%s\n not\n%s", text, out.data, wanted);
    buf_free(&out);
    buf_free(&what);
    if (*wanted)
        expect_other(strstr(wanted, "asm"));
}

static void what_is_no_ptx_is_left_alone(void **state)
{
    (void)state;
    expect_other("asm volatile(\"\" ::: \"memory\");");
    expect_other("asm volatile(\" ; \" : \"+r\"(x));");
    expect_other("asm volatile(\"s_waitcnt vmcnt(0)\");");
    expect_other("asm(\"v_add_f32 %0, %1, %2\" : \"=v\"(r) : \"v\"(a), \"v\"(b));");
    expect_other("asm volatile(\"rdtsc\" : \"=a\"(lo), \"=d\"(hi));");
    expect_other("asm volatile(\"pause\");");
    expect_other("asm(\"mov %%eax, %0\" : \"=m\"(x));");
    expect_other("asm(\"mov.u32 %0, 1;\" : \"=r\"(x) :: \"cc\");");
    expect_other("asm(\"symbol\")");
    expect_other("__asm(\"llvm.amdgcn.raw.buffer.load.f32\")");
    expect_other("asm(\"_binary_\" #name \"_start\")");
    expect_other("asm(\"fcvt.s.h %[f], %[h]\" : [f] \"=f\"(f) : [h] \"f\"(h));");
    expect_other("asm(\"%[h] fcvt.s.h\" : [f] \"=f\"(f) : [h] \"f\"(h));");
    expect_other("asm(\"amoadd.w.aqrl %0, %1, (%2)\" : \"=r\"(x) : \"r\"(x), \"r\"(p));");
    expect_other("asm(\"ld.d %0, %1, 0\" : \"=r\"(x) : \"r\"(p));");
    expect_other("asm(\".byte 15, 11\" :: \"r\"(x));");
    expect_other("asm(\"1: jmp 1b\" :: \"r\"(x));");
    expect_other("asm(\".global f\\n.long 1\");");
    expect_other("asm volatile(\".error \\\"ld.global.u32: why\\\"\");");
}

static void what_has_no_counterpart_is_refused_with_its_reason(void **state)
{
    (void)state;
    expect_refused("asm(\"frob.u32 %0, 1;\" : \"=r\"(x));", "frob.u32 is not known");
    expect_refused("asm(\"mul.u32 %0, %0, 2;\" : \"+r\"(x));", "mul.u32 is not known");
    expect_refused("asm(\"mma.sync.aligned.m8n8k4.row.col.f32.f16.f16.f32 {%0}, {%0};\" : "
                   "\"+f\"(x));",
                   "has 2 arguments");
    expect_refused("asm(\"mma.sync.aligned.m64n8k4.row.col.f32.f16.f16.f32 {%0}, {%0};\" : "
                   "\"+f\"(x));",
                   "a tensor-core instruction whose shape or types are not known");
    expect_refused("asm(\"wgmma.fence.sync.aligned;\");",
                   "wgmma.fence.sync.aligned: a tensor-core");
    expect_refused(
        "asm(\"cp.async.bulk.tensor.1d.global.shared::cta.bulk_group [%0, {%1}], [%1];\");",
        "tensor memory accelerator");
    expect_refused("asm(\"mbarrier.frob.b64 [%0];\" :: \"r\"(x));", "not known");
    expect_refused("asm(\"bar.arrive 1, 64;\");", "not all threads");
    expect_refused("asm(\"exit;\");", "ends one thread");
    expect_refused("asm(\"@p bra L;\");", "'p' is not declared");
    expect_refused("asm(\"{.reg .pred p; @p bra L;}\");",
                   "it branches to L, which is outside of the statement");
    expect_refused("asm(\"bra L; L: L: trap;\");", "the label L is defined twice");
    expect_refused("asm(\"bra.uni %r;\");", "which is outside of the statement");
    expect_refused("asm(\"mov.u32 %0, %%nsmid;\" : \"=r\"(x));", "%nsmid");
    expect_refused("asm(\"mov.u64 %0, buffer;\" : \"=l\"(x));", "'buffer' is not declared");
    expect_refused("asm(\".shared .b32 s;\");", ".shared");
}

static void expect_what(const char *text, const char *wanted)
{
    struct buf out = {0}, what = {0};
    assert_int_equal(translate(text, &out, &what), PTX_TRANSLATED);
    assert_string_equal(what.data, wanted);
    buf_free(&out);
    buf_free(&what);
}

static void what_has_no_instruction_is_reported_too(void **state)
{
    (void)state;
    expect_what("asm volatile(\"bra L; L: ;\" :: \"r\"(x));", "branch");
    expect_what("asm volatile(\"L: ;\" :: \"r\"(x));", "nothing but labels or declarations");
}

static void branches_out_of_the_statement_are_errors_on_the_device(void **state)
{
    (void)state;
    expect_error(
        "asm(\"bra M;\");",
        "do { __asm__ volatile(\".error \\\"inline PTX has no translation: bra: it branches to M, "
        "which is outside of the statement\\\"\"); kbuild::ptx::untranslated(); } while (0);");
    expect_error(
        "asm(\"L: @%0 bra M;\" :: \"r\"(x));",
        "do { __asm__ volatile(\".error \\\"inline PTX has no translation: @%0: it branches to M, "
        "which is outside of the statement\\\"\"); "
        "kbuild::ptx::untranslated(x); } while (0);");
    expect_error("asm(\"L: call f;\" :: \"r\"(x));", "");
}

/* The statement may be in a function more than once: its labels belong to its block. */
static void branches_stay_inside_of_the_statement(void **state)
{
    (void)state;
    expect("asm volatile(\"{.reg .pred P1; LAB_WAIT: mbarrier.try_wait.parity.shared::cta.b64 P1, "
           "[%0], %1;\"\n"
           "\"@P1 bra DONE; bra.uni LAB_WAIT; DONE: }\" :: \"r\"(a), \"r\"(p) : \"memory\");",
           "do { __label__ ptx_LAB_WAIT; __label__ ptx_DONE; const auto ptx_0 = a; const auto "
           "ptx_1 = p; "
           "bool ptx_P1; ptx_LAB_WAIT:; ptx_P1 = "
           "kbuild::ptx::mbarrier_try_wait_parity(kbuild::ptx::shared(ptx_0), ptx_1);\n"
           "if (ptx_P1) goto ptx_DONE; goto ptx_LAB_WAIT; ptx_DONE:; } while (0);");
    expect("asm(\"$L1: bar.sync 0;\");",
           "do { __label__ ptx__L1; ptx__L1:; kbuild::ptx::bar_sync(0); } while (0);");
}

static void what_is_not_understood_is_refused(void **state)
{
    (void)state;
    expect_refused("asm(\"mov.u32 %0, 1;\" MORE : \"=r\"(x));", "the macro 'MORE' makes its text");
    expect_refused("asm(TEXT : \"=r\"(x));", "the macro 'TEXT' makes its text");
    expect_refused("asm(\"ld.\" #space \".u32 %0, [%1];\" : \"=r\"(x) : \"l\"(p));",
                   "an argument of a macro makes its text");
    expect_refused("asm(\"mov.u32 %0, 1;\" : OUT(x));", "a macro is among its operands");
    expect_refused("asm(\"mov.u32 %0, 1;\"\n#if A\n : \"=r\"(x)\n#endif\n);", "directive");
    expect_refused("asm(\"mov.u32 %1, 1;\" : \"=r\"(x));", "there is no operand %1");
    expect_refused("asm(\"mov.u32 %0, 1;\" : \"=r\"(*({ int *p = &x; p; })));",
                   "a statement is in");
    expect_refused("asm(\"mov.u32 %0, 1;\" : \"=r\"(x[*\"a\"]));", "a literal text is in");
    expect_refused("asm(L\"mov.u32 %0, 1;\" : \"=r\"(x));", "not a plain string");
    expect_refused("asm(\"mov.b128 %0, %1;\" : \"=q\"(x) : \"q\"(y));", "\"q\"");
    expect_refused("asm(\"add.u32 %0, %1;\" : \"=r\"(x) : \"r\"(y));", "arguments");
    expect_refused("asm(\"{.reg .b32 t; .reg .b64 t; mov.b32 %0, t;}\" : \"=r\"(x));", "two types");
    expect_refused("asm(\"add.u32 %0, %0, {1, 2};\" : \"+r\"(x));", "not understood");
    expect_refused("asm(\"mov.u32 1, %0;\" :: \"r\"(x));", "writes to a constant");
}

#define ERROR(text, operands)                                                                      \
    "do { __asm__ volatile(\".error \\\"inline PTX has no translation: " text "\\\"\"); " P        \
    "untranslated(" operands "); } while (0)"

/* Its operands are used, its lines and comments stay, and it is one statement. */
static void what_is_refused_fails_when_it_is_compiled(void **state)
{
    (void)state;
    expect_error("asm volatile(\"frob.f64 %0, %1;\" : \"=d\"(x) : \"l\"(f(p, 1)));",
                 ERROR("frob.f64 is not known", "x, f(p, 1)") ";");
    expect_error("asm(\"frob.u32 %0;\"\r:: \"r\"(1)\n)",
                 ERROR("frob.u32 is not known", "1") "\r \n");
    expect_error("asm(\"frob.u32 %0;\" : \"=r\"(x))\r;\n",
                 ERROR("frob.u32 is not known", "x") ";\r \n");
    expect_error("asm(\"frob.u32 %0;\" :: \"r\"(1))", ERROR("frob.u32 is not known", "1"));
    expect_error(
        "asm(\"exit.uni;\")",
        ERROR("exit.uni: ends one thread; an AMD GPU can only end a wave, so return from the "
              "kernel",
              ""));
    expect_error("asm(\"ld.u32 %0, [%1];\" // one\n MORE : \"=r\"(x)\n: \"l\"(p));",
                 ERROR("ld.u32: the macro 'MORE' makes its text", "x, p") "; // one\n\n");
    expect_error("asm(\"{ .reg .u32 t; frob.u32 %0, t; }\" : \"=q\"(x) : \"C\"(y));",
                 ERROR(".reg: an operand 'q' has no counterpart", "x, y") ";");
}

/* Clang would refuse the constraint in each function that the macro makes, also in those that
 * nobody calls. */
static void constraints_that_a_macro_makes_fail_when_they_are_compiled(void **state)
{
    (void)state;
    static const struct {
        const char *text, *wanted;
    } cases[] = {
        {"asm(\"{.reg .\"#t\" r;\" : \"=\"#r(x) : #r(y + 1), \"r\"(z), # r(f(y)));",
         ERROR(".reg: an argument of a macro makes its text", "x, y + 1, z, f(y)") ";"},
        {"asm(\"ld.\" #t \" %0, [%1];\" : \"=\" #r(x) : \"l\"(p) : \"memory\")",
         ERROR("ld.: an argument of a macro makes its text", "x, p")},
        {"asm(\"mov.b32 %0, %1;\" : \"=\"#r(x) : #r(y))",
         ERROR("mov.b32: a macro is among its operands", "x, y")},
        {"asm(\"mov.b32 %0, %1;\" : OUT(x) : #r(y))", ""},
        {"asm(\"mov.b32 %0, %1;\" : \"=\"#r)", ""},
        {"asm(\"mov.b32 %0, %1;\" : \"=\"# (x))", ""},
        {"asm(\"v_mov_b32 %0, %1\" : \"=\"#r(x) : #r(y))", ""},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct buf out = {0}, what = {0};
        int older;
        assert_int_not_equal(
            ptx_translate(cases[i].text, strlen(cases[i].text), true, NULL, &out, &what, &older),
            PTX_TRANSLATED);
        buf_puts(&out, "");
        assert_string_equal(out.size ? out.data : "", cases[i].wanted);
        buf_free(&out);
        buf_free(&what);
    }
    expect_error("asm(\"mov.b32 %0, %1;\" : \"=\"#r(x) : #r(y));", ""); /* not in a macro */
}

static void what_may_be_no_ptx_stays(void **state)
{
    (void)state;
    expect_error("asm(TEXT : \"=r\"(x));", "");
    expect_error("asm(\"ld.u32 %0, [%1];\" 0; \"=r\"(x) : \"l\"(p));", "");
    expect_error("asm(TEXT \"ld.u32 %0, 1;\" : \"=r\"(x));", "");
    expect_error("asm(\"ld.u32 %0, [%1];\" : OUT(x));", "");
    expect_error("asm(\"call f\" :: \"r\"(x));", "");
    expect_error("asm(\".shared .b32 s;\");", "");
    expect_error("asm goto(\"bra.uni L;\" :::: L);", "");
}

static void newer_instructions_know_what_lacks_them(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        int older;
    } cases[] = {
        {"asm(\"ldmatrix.sync.aligned.m8n8.x8.shared.b16 {%0}, [%1];\" : \"=r\"(x) : \"r\"(p));",
         610},
        {"asm(\"wgmma.fence.sync.aligned;\");", 610},
        {"asm(\"cp.reduce.async.bulk.wait_group 0;\");", 890},
        {"asm(\"exit;\");", 0},
        {"asm(\"frob.u32 %0, 1;\" : \"=r\"(x));", 0},
        {"asm(\"mov.u32 %0, 1;\" : \"=r\"(x));", 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct buf out = {0}, what = {0};
        int older = -1;
        ptx_translate(cases[i].text, strlen(cases[i].text), false, NULL, &out, &what, &older);
        assert_int_equal(older, cases[i].older);
        buf_free(&out);
        buf_free(&what);
    }
}

static void carries_do_not_leave_their_statement(void **state)
{
    (void)state;
    expect_refused("asm(\"addc.u32 %0, %1, %2;\" : \"=r\"(x) : \"r\"(a), \"r\"(b));",
                   "takes the carry of another asm statement");
    expect(
        "asm(\"add.cc.u32 %0, %2, %3; addc.u32 %1, %2, 0;\" : \"=r\"(x), \"=r\"(y) : \"r\"(a), "
        "\"r\"(b));",
        "do { auto &ptx_0 = x; auto &ptx_1 = y; const auto ptx_2 = a; const auto ptx_3 = b; bool "
        "ptx_carry; " P "out(ptx_0) = " P "add_cc_u32(ptx_2, ptx_3, ptx_carry); " P
        "out(ptx_1) = " P "addc_u32(ptx_2, 0, ptx_carry); } while (0);");
}

static void one_instruction_becomes_one_expression(void **state)
{
    (void)state;
    expect("asm volatile(\"mov.u32 %0, %%laneid;\" : \"=r\"(lane));",
           P "out(lane) = " P "laneid();");
    expect("asm(\"bfe.u32 %0, %1, %2, 8;\" : \"=r\"(y) : \"r\"(x + 1), \"r\"(f(i, 2)))",
           P "out(y) = " P "bfe_u32(x + 1, f(i, 2), 8)");
    expect("asm(\"{ prmt.b32 %0, %1, %1, 0x123; }\\n\" : \"=r\"(y) : \"r\"(x));",
           P "out(y) = " P "prmt_b32(x, x, 0x123);");
    expect("asm(\"prmt .b32 %0, %1, 0, %2;\" : \"=r\"(y) : \"r\"(x), \"n\"(A | B));",
           P "out(y) = " P "prmt_b32(x, 0, A | B);");
    expect("asm(\"add.f32 %0, %1, 0f3F800000;\" : \"=f\"(y) : \"f\"(x));",
           P "out(y) = " P "add_f32(x, 1.0f);");
    expect("asm(\"mov.b64 {%0, %1}, %2;\" : \"=r\"(lo), \"=r\"(hi) : \"d\"(x));",
           P "out(lo, hi) = " P "unpack2_b64(x);");
    expect("asm(\"mov.b64 %0, {%1, %2};\" : \"=l\"(x) : \"r\"(lo), \"r\"(hi));",
           P "out(x) = " P "pack2_b64(lo, hi);");
    expect("asm volatile(\"bar.sync %0, %1;\" :: \"r\"(1), \"r\"(n) : \"memory\");",
           P "bar_sync(1, n);");
    expect("asm volatile(\"trap;\");", P "trap();");
    expect("asm(\"cvt.rn.f16x2.f32 %0, %1, %2;\" : \"=r\"(y) : \"f\"(a), \"f\"(b));",
           P "out(y) = " P "cvt_rn_f16x2_f32(a, b);");
    expect("asm(\"fma.rn.f16x2.relu %0, %1, %2, %3;\" : \"=r\"(y) : \"r\"(a), \"r\"(b), \"r\"(c));",
           P "out(y) = " P "fma_relu_f16x2(a, b, c);");
    expect("asm(\"mov.u32 %[y], %[x];\" : [y] \"=r\"(b) : [x] \"r\"(a));",
           P "out(b) = " P "mov_u32(a);");
    expect("asm(\"ld.global.nc.b32 %0, [%1];\" : \"=r\"(y) : PTR(p));",
           P "out(y) = " P "ld_b32(" P "global(p));");
    expect("asm(\"mov.u32 %0, %1;\" : \"=r\"(y) : \"r\"(a, b));",
           P "out(y) = " P "mov_u32((a, b));");
}

static void memory_is_accessed_as_it_says(void **state)
{
    (void)state;
    expect("asm volatile(\"ld.global.nc.L1::no_allocate.L2::128B.v4.f32 {%0,%1,%2,%3}, [%4];\" : "
           "\"=f\"(a.x), \"=f\"(a.y), \"=f\"(a.z), \"=f\"(a.w) : \"l\"(p));",
           P "out(a.x, a.y, a.z, a.w) = " P "ld_v4_f32(" P "global(p));");
    expect("asm volatile(\"ld.acquire.gpu.global.u32 %0, [%1];\" : \"=r\"(x) : \"l\"(p) : "
           "\"memory\");",
           P "out(x) = " P "ld_acquire_u32(" P "global(p), " P "gpu());");
    expect("asm volatile(\"st.global.release.sys.b32 [%0+16], %1;\" :: \"l\"(p), \"r\"(x));",
           P "st_release_b32(" P "global(p, 16), " P "sys(), x);");
    expect(
        "asm volatile(\"ld.volatile.shared.v2.u32 {%0, _}, [%1 + -8];\" : \"=r\"(x) : \"r\"(p));",
        P "out(x, " P "nothing()) = " P "ld_volatile_v2_u32(" P "shared(p, -8));");
    expect("asm volatile(\"atom.global.add.u32 %0, [%1], 1;\" : \"=r\"(x) : \"l\"(p));",
           P "out(x) = " P "atom_add_u32(" P "global(p), 1);");
    expect("asm volatile(\"atom.acq_rel.sys.cas.b32 %0, [%1], %2, %3;\" : \"=r\"(x) : \"l\"(p), "
           "\"r\"(a), \"r\"(b));",
           P "out(x) = " P "atom_cas_b32(" P "generic(p), a, b, " P "acq_rel_sys());");
    expect("asm volatile(\"red.relaxed.gpu.global.add.s32 [%0], %1;\" :: \"l\"(p), \"r\"(x));",
           P "red_add_s32(" P "global(p), x);");
    expect("asm volatile(\"cp.async.cg.shared.global.L2::cache_hint [%0], [%1], 16, %2;\" :: "
           "\"r\"(s), \"l\"(g), \"l\"(policy));",
           P "cp_async(" P "shared(s), " P "global(g), 16);");
    /* An access that the compiler may move does not cross "memory". */
    expect("asm volatile(\"ld.global.u32 %0, [%1];\" : \"=r\"(x) : \"l\"(p) : \"memory\");",
           P "out(x) = " P "ld_u32(" P "global(p)), " P "memory();");
}

static void products_of_matrices_are_calls(void **state)
{
    (void)state;
    expect("asm volatile(\"mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, "
           "{%4, %5}, {%6}, "
           "{%0, %1, %2, %3};\" : \"+f\"(c[0]), \"+f\"(c[1]), \"+f\"(c[2]), \"+f\"(c[3]) : "
           "\"r\"(a), \"r\"(b), "
           "\"r\"(x));",
           "do { auto &ptx_0 = c[0]; auto &ptx_1 = c[1]; auto &ptx_2 = c[2]; auto &ptx_3 = c[3]; "
           "const auto ptx_4 = "
           "a; const auto ptx_5 = b; const auto ptx_6 = x; " P
           "out(ptx_0, ptx_1, ptx_2, ptx_3) = " P
           "mma_m16n8k8_f32_tf32_tf32_f32(ptx_4, ptx_5, ptx_6, ptx_0, ptx_1, ptx_2, ptx_3); } "
           "while (0);");
    /* Of four layouts each has its own. */
    expect("asm(\"mma.sync.aligned.m8n8k4.col.row.f16.f16.f16.f16 {%0}, {%1}, {%2}, {%3};\" : "
           "\"=r\"(d) : "
           "\"r\"(a), \"r\"(b), \"r\"(c));",
           P "out(d) = " P "mma_m8n8k4_col_row_f16_f16_f16_f16(a, b, c);");
    expect("asm(\"mma.sp::ordered_metadata.sync.aligned.m16n8k32.row.col.satfinite.s32.s8.u8.s32 "
           "{%0}, {%1}, "
           "{%2}, {%3}, %4, 0x1;\" : \"=r\"(d) : \"r\"(a), \"r\"(b), \"r\"(c), \"r\"(e));",
           P "out(d) = " P "mma_sp_m16n8k32_satfinite_s32_s8_u8_s32(a, b, c, e, 0x1);");
    /* The rounding of f64 may be named if it is the nearest. */
    expect("asm(\"mma.sync.aligned.m16n8k4.row.col.f64.f64.f64.f64.rn {%0}, {%1}, {%2}, {%3};\" : "
           "\"=d\"(d) : \"d\"(a), \"d\"(b), \"d\"(c));",
           P "out(d) = " P "mma_m16n8k4_f64_f64_f64_f64(a, b, c);");
    expect_refused(
        "asm(\"mma.sync.aligned.m16n8k4.row.col.f64.f64.f64.f64.rz {%0}, {%1}, {%2}, {%3};\" : "
        "\"=d\"(d) : \"d\"(a), \"d\"(b), \"d\"(c));",
        "a tensor-core instruction whose shape or types are not known");
    /* The kind has no part in the name, and may be before the shape or behind the layouts. */
    expect(
        "asm(\"mma.sync.aligned.kind::f8f6f4.m16n8k32.row.col.f16.e3m2.e2m1.f16 {%0}, {%1}, {%2}, "
        "{%3};\" : \"=r\"(d) : \"r\"(a), \"r\"(b), \"r\"(c));",
        P "out(d) = " P "mma_m16n8k32_f16_e3m2_e2m1_f16(a, b, c);");
    expect(
        "asm(\"mma.sp::ordered_metadata.sync.aligned.m16n8k64.row.col.kind::f8f6f4.f32.e2m3.e4m3."
        "f32 {%0}, {%1}, {%2}, {%3}, %4, 0x0;\" : \"=f\"(d) : \"r\"(a), \"r\"(b), \"f\"(c), "
        "\"r\"(e));",
        P "out(d) = " P "mma_sp_m16n8k64_f32_e2m3_e4m3_f32(a, b, c, e, 0x0);");
    /* Scales are vectors of one register, and choices of a byte and a lane. */
    expect(
        "asm(\"mma.sync.aligned.kind::mxf8f6f4.sp::ordered_metadata.block_scale.scale_vec::1X."
        "m16n8k64.row.col.f32.e5m2.e2m1.f32.ue8m0 {%0}, {%1}, {%2}, {%3}, {%4}, 0, {%5}, {%6, 1}, "
        "{%7}, {2, %6};\" : \"=f\"(d) : \"r\"(a), \"r\"(b), \"f\"(c), \"r\"(e), \"r\"(s), "
        "\"h\"(n), "
        "\"r\"(t));",
        P "out(d) = " P
          "mma_sp_m16n8k64_scaled_f32_e5m2_e2m1_f32(a, b, c, e, 0, s, n, 1, t, 2, n);");
    expect("asm volatile(\"ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%0, %1}, [%2];\" : "
           "\"=r\"(a), "
           "\"=r\"(b) : \"r\"(s));",
           P "out(a, b) = " P "ldmatrix_x2_trans_b16(" P "shared(s));");
    expect(
        "asm volatile(\"ldmatrix.sync.aligned.m8n16.x2.shared.b8x16.b6x16_p32 {%0, %1}, [%2];\" : "
        "\"=r\"(a), \"=r\"(b) : \"r\"(s));",
        P "out(a, b) = " P "ldmatrix_m8n16_x2_b6x16_p32(" P "shared(s));");
    expect("asm volatile(\"ldmatrix.sync.aligned.m16n16.x1.trans.shared.b8 {%0, %1}, [%2];\" : "
           "\"=r\"(a), \"=r\"(b) : \"r\"(s));",
           P "out(a, b) = " P "ldmatrix_m16n16_x1_trans_b8(" P "shared(s));");
    expect("asm volatile(\"stmatrix.sync.aligned.m16n8.x1.trans.shared.b8 [%0], {%1};\" :: "
           "\"r\"(s), \"r\"(a));",
           P "stmatrix_m16n8_x1_trans_b8(" P "shared(s), a);");
    expect("asm volatile(\"stmatrix.sync.aligned.m8n8.x1.shared.b16 [%0], {%1};\" :: \"r\"(s), "
           "\"r\"(a));",
           P "stmatrix_x1_b16(" P "shared(s), a);");
    expect("asm volatile(\"stmatrix.sync.aligned.m8n8.x1.b16 [%0], {%1};\" :: \"l\"(s), \"r\"(a));",
           P "stmatrix_x1_b16(" P "generic(s), a);");
}

static void several_instructions_become_a_block(void **state)
{
    (void)state;
    expect("asm(\"{ .reg .u64 a; cvta.to.shared.u64 a, %1; cvt.u32.u64 %0, a; }\" : \"=r\"(x) : "
           "\"l\"(f(p)));",
           "do { auto &ptx_0 = x; const auto ptx_1 = f(p); unsigned long long ptx_a; ptx_a = " P
           "cvta_to_shared_u64(ptx_1); " P "out(ptx_0) = " P "cvt_u32_u64(ptx_a); } while (0);");
    /* Registers of one kind are assigned; bits go from one kind to another. */
    expect("asm(\".reg .f32 t; shl.b32 t, %1, 16; add.f32 %0, t, %0;\" : \"+f\"(y) : \"r\"(x));",
           "do { auto &ptx_0 = y; const auto ptx_1 = x; float ptx_t; " P "out(ptx_t) = " P
           "shl_b32(ptx_1, 16); " P "out(ptx_0) = " P "add_f32(ptx_t, ptx_0); } while (0);");
    expect("asm(\"{.reg .b32 %%r<2>; mov.b32 %%r0, %0; mov.b32 %0, %%r1;}\" : \"+r\"(x));",
           "do { auto &ptx_0 = x; unsigned ptx_r0; unsigned ptx_r1; ptx_r0 = " P
           "mov_b32(ptx_0); " P "out(ptx_0) = " P "mov_b32(ptx_r1); } while (0);");
}

static void predicates_become_conditions(void **state)
{
    (void)state;
    expect("asm(\"{.reg .pred p; setp.ne.b32 p, %1, 0; @!p mov.u32 %0, 7;}\" : \"+r\"(x) : "
           "\"r\"((int)c));",
           "do { auto &ptx_0 = x; const auto ptx_1 = (int)c; bool ptx_p; ptx_p = " P
           "setp_ne_b32(ptx_1, 0); if (!ptx_p) " P "out(ptx_0) = " P "mov_u32(7); } while (0);");
    expect(
        "asm(\"{.reg .pred p, q; setp.lt.s32 p|q, %1, 0; setp.gt.and.s32 p, %1, 5, !q; selp.s32 "
        "%0, 1, 2, p;}\" : \"=r\"(x) : \"r\"(y));",
        "do { auto &ptx_0 = x; const auto ptx_1 = y; bool ptx_p; bool ptx_q; ptx_q = !(ptx_p = " P
        "setp_lt_s32(ptx_1, 0)); ptx_p = (" P "setp_gt_s32(ptx_1, 5) && !ptx_q); " P
        "out(ptx_0) = " P "selp_s32(1, 2, ptx_p); } while (0);");
    expect("asm(\"{.reg .pred p; .reg .u32 r; shfl.sync.up.b32 r|p, %1, 1, 0, %2; @p add.u32 %0, "
           "r, %0;}\" : \"+r\"(x) : \"r\"(y), \"r\"(m));",
           "do { auto &ptx_0 = x; const auto ptx_1 = y; const auto ptx_2 = m; bool ptx_p; unsigned "
           "ptx_r; ptx_r = " P "shfl_sync_up_b32(ptx_1, 1, 0, ptx_2, ptx_p); if (ptx_p) " P
           "out(ptx_0) = " P "add_u32(ptx_r, ptx_0); } while (0);");
}

static void operands_are_evaluated_once(void **state)
{
    (void)state;
    /* Twice in the text, or not at all: a variable. */
    expect("asm(\"mul.lo.u32 %0, %1, %1;\" : \"=r\"(y) : \"r\"(f()));",
           "do { auto &ptx_0 = y; const auto ptx_1 = f(); " P "out(ptx_0) = " P
           "mul_lo_u32(ptx_1, ptx_1); } while (0);");
    expect("asm(\"mov.u32 %0, 1;\" : \"=r\"(y) : \"r\"(f()));",
           "do { auto &ptx_0 = y; (void)(f()); " P "out(ptx_0) = " P "mov_u32(1); } while (0);");
    expect("asm(\"mov.u32 %0, 1;\" : \"=r\"(y) : \"r\"(x));", P "out(y) = " P "mov_u32(1);");
}

/* In a macro a name may be a parameter: f() in the end. */
static void names_in_macros_are_evaluated_once(void **state)
{
    (void)state;
    static const char text[] = "asm(\"mul.lo.u32 %0, %1, %1;\" : \"=r\"(y) : \"r\"(x));";
    struct buf out = {0}, what = {0};
    int older;
    buf_reserve(&out, 0);
    assert_int_equal(ptx_translate(text, strlen(text), false, NULL, &out, &what, &older),
                     PTX_TRANSLATED);
    assert_string_equal(out.data, P "out(y) = " P "mul_lo_u32(x, x);");
    out.size = 0;
    assert_int_equal(ptx_translate(text, strlen(text), true, NULL, &out, &what, &older),
                     PTX_TRANSLATED);
    assert_string_equal(out.data, "do { auto &ptx_0 = y; const auto ptx_1 = x; " P "out(ptx_0) = " P
                                  "mul_lo_u32(ptx_1, ptx_1); } while (0);");
    buf_free(&out);
    buf_free(&what);
}

static void numbers_are_as_in_ptx(void **state)
{
    (void)state;
    static const char *const numbers[][2] = {
        {"0x80000000", "0x80000000u"},
        {"4294967295", "4294967295u"},
        {"-1", "-1"},
        {"0x123456789ABCDEF0", "0x123456789abcdef0ull"},
        {"0b101", "5"},
        {"017", "15"},
        {"5U", "5"},
        {"WARP_SZ", "32"},
        {"0f40490FDB", "3.14159274f"},
        {"0F00000000", "0.0f"},
        {"0f7F800000", "kbuild::ptx::as<kbuild::ptx::f32>(0x7f800000ull)"},
        {"0d3FF0000000000000", "1.0"},
        {"0dBFB999999999999A", "-0.10000000000000001"},
        {"1.5", "1.5"},
        {"0f2EDBE6FF", "1.00000001e-10f"}};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        char text[128], wanted[128];
        snprintf(text, sizeof text, "asm(\"mov.b64 %%0, %s;\" : \"=l\"(x));", numbers[i][0]);
        snprintf(wanted, sizeof wanted, P "out(x) = " P "mov_b64(%s);", numbers[i][1]);
        expect(text, wanted);
    }
    expect_refused("asm(\"mov.u32 %0, 12z;\" : \"=r\"(x));", "'12z'");
    expect_refused("asm(\"mov.f32 %0, 0f3F80;\" : \"=f\"(x));", "'0f3F80'");
}

static void lines_and_comments_stay(void **state)
{
    (void)state;
    expect("asm volatile(\n    \"{\\n\" // begin\n    \"  .reg .b32 t;\\n\"\n"
           "    \"  not.b32 t, %1;\\n\"  /* flip */\n    \"  mov.b32 %0, t;\\n\"\n"
           "    \"}\\n\"\n    : \"=r\"(x) : \"r\"(y));",
           "do { auto &ptx_0 = x; const auto ptx_1 = y; unsigned ptx_t;\n    // begin\n\n"
           "    ptx_t = " P "not_b32(ptx_1); /* flip */\n    " P "out(ptx_0) = " P
           "mov_b32(ptx_t);\n\n    } while (0);");
    expect("asm(\"mov.u32 %0, %1;\" // why\n  : \"=r\"(x) /* two\nlines */ : \"r\"(y));",
           P "out(x) = " P "mov_u32(y); // why\n  /* two\nlines */");
    expect("asm(\"mov.u32 %0, %1;\" \\\n  : \"=r\"(x) \\\r\n : \"r\"(y));",
           P "out(x) = " P "mov_u32(y); \\\n\\\r\n");
    expect("asm(R\"(\n  add.u32 %0, %0, 1;\n  add.u32 %0, %0, 2;\n)\" : \"+r\"(x));",
           "do { auto &ptx_0 = x;\n  " P "out(ptx_0) = " P "add_u32(ptx_0, 1);\n  " P
           "out(ptx_0) = " P "add_u32(ptx_0, 2);\n} while (0);");
    expect("asm(\"mov.u32 %0, 1; // one\\n\" \"/* ; */\" : \"=r\"(x));",
           P "out(x) = " P "mov_u32(1);");
}

#define LOAD_IF(first, second)                                                                     \
    "asm(\"{.reg .pred p; setp.ne.b32 p, %2, 0;\\n\"\n#if A // hints\n" first "\n#else\n" second   \
    "\n#endif\n\"}\" : \"+r\"(x) : \"l\"(q), \"r\"(y));"
#define LOADED "if (ptx_p) " P "out(ptx_0) = " P "ld_u32(" P "global(ptx_1));"

static void conditionals_stay_where_they_are(void **state)
{
    (void)state;
    /* Between instructions. */
    expect(
        LOAD_IF("\"@p ld.global.L2::128B.u32 %0, [%1];\"", "    \"@p ld.global.u32 %0, [%1];\""),
        "do { auto &ptx_0 = x; const auto ptx_1 = q; const auto ptx_2 = y; bool ptx_p; ptx_p = " P
        "setp_ne_b32(ptx_2, 0);\n#if A // hints\n" LOADED "\n#else\n    " LOADED
        "\n#endif\n} while (0);");
    expect("asm(\n#ifdef A\n\"trap;\"\n#endif\n);",
           "do {\n#ifdef A\n" P "trap();\n#endif\n} while (0);");
    expect_refused(LOAD_IF("\"@p frob.u32 %0, [%1];\"", "\"trap;\""), "frob.u32 is not known");
    /* In an instruction, and among the operands: all of the statement is in each branch. */
    expect("asm(\"ld.global\"\n#if A\n  \".nc\" // cached\n#else\n  \".cg\"\n#endif\n\".u32 %0, "
           "[%1];\" : "
           "\"=r\"(x) : \"l\"(q));",
           "\n#if A\n  " P "out(x) = " P "ld_u32(" P "global(q));  // cached\n#else\n  " P
           "out(x) = " P "ld_cg_u32(" P "global(q));\n#endif\n");
    expect("asm(\n#if A\n\"not.b32 %0, %1;\" : \"=r\"(x) :\n#elif B\n\"mov.b32 %0, %1;\" :\n"
           "\"=r\"(x) :\n#else\n\"neg.s32 %0, %1;\" : \"=r\"(x) :\n#endif\n\"r\"(y));",
           "\n#if A\n" P "out(x) = " P "not_b32(y);\n#elif B\n" P "out(x) = " P
           "mov_b32(y);\n\n#else\n" P "out(x) = " P "neg_s32(y);\n#endif\n");
    expect_refused("asm(\"ld.global\"\n#if A\n\".nc\"\n#endif\n\".u32 %0, [%1];\" : \"=r\"(x) : "
                   "\"l\"(q));",
                   "divides an instruction");
    /* What is open at the end of the statement, or before it. */
    expect_error("asm(\"not.b32 %0, %1;\" : \"=r\"(x)\n#if A\n: \"r\"(y));", "");
    expect_error("asm(\"not.b32 %0, %1;\" : \"=r\"(x)\n#else\n: \"r\"(y));", "");
    expect_error("asm(\n#if A\n\"trap;\"\n#else\n#endif\n#if B\n::);", "");
}

/* The text of a file after its asm statements were translated, and what was reported. */
static void expect_file(const char *text, const char *wanted, const char *codes)
{
    struct edits edits = {0};
    struct hipify_report report = {0};
    struct assemblers assemblers = {
        .source = text, .edits = &edits, .report = &report, .compiled = true};
    struct lexer lexer;
    struct token token;
    lexer_start(&lexer, text, strlen(text));
    bool directive = false;
    while (lexer_next(&lexer, &token)) {
        if (token.kind == TOKEN_NEWLINE && directive)
            assemblers_end_line(&assemblers);
        if (token.kind == TOKEN_NEWLINE)
            directive = false;
        if (token.dead || !token_is_significant(&token))
            continue;
        directive |= token.directive != DIRECTIVE_NONE;
        if (token.kind == TOKEN_IDENTIFIER)
            token.word = (unsigned char)word_of(text, &token);
        assemblers_follow(&assemblers, &token);
    }
    assemblers_end(&assemblers);
    struct buf out = {0}, found = {0};
    buf_reserve(&out, 0);
    buf_reserve(&found, 0);
    edits_apply(&edits, text, strlen(text), &out);
    size_t notes = 0;
    for (size_t i = 0; i < report.count; i++)
        notes += report.items[i].severity == HIPIFY_NOTE;
    assert_int_equal(notes, assemblers.replaced);
    for (size_t i = 0; i < report.count; i++)
        buf_printf(&found, "%s@%d:%d ", report.items[i].code, report.items[i].line,
                   report.items[i].column);
    if (strcmp(out.data, wanted) != 0)
        fail_msg("%s\n became\n%s\n not\n%s", text, out.data, wanted);
    if (strcmp(found.data, codes) != 0)
        fail_msg("%s\n reports '%s', not '%s'", text, found.data, codes);
    edits_free(&edits);
    hipify_report_free(&report);
    buf_free(&out);
    buf_free(&found);
}

#define LANE "asm volatile(\"mov.u32 %0, %%laneid;\" : \"=r\"(x))"

static void statements_are_found_in_files(void **state)
{
    (void)state;
    expect_file("int x; " LANE "; int y;", "int x; " P "out(x) = " P "laneid(); int y;",
                "KB1102@1:8 ");
    expect_file("if (a) " LANE "; else " LANE " ;",
                "if (a) " P "out(x) = " P "laneid(); else " P "out(x) = " P "laneid();",
                "KB1102@1:8 KB1102@1:62 ");
    expect_file("__asm__ __volatile__ /* c */ (\"trap;\");", P "trap(); /* c */", "KB1102@1:1 ");
    expect_file("#define L(x) " LANE "\nint a;\n#define M " LANE "; f()\n",
                "#define L(x) " P "out(x) = " P "laneid()\nint a;\n#define M " P "out(x) = " P
                "laneid(); f()\n",
                "KB1102@1:14 KB1102@3:11 ");
    /* A directive inside, one behind, and what only looks like a statement. */
    expect_file("asm(\"mov.u32 %0, 1;\"\n#define A\n: \"=r\"(x));",
                "asm(\"mov.u32 %0, 1;\"\n#define A\n: \"=r\"(x));", "KB1101@1:1 ");
    expect_file(LANE "\n#define A\n;", P "out(x) = " P "laneid()\n#define A\n;", "KB1102@1:1 ");
    expect_file("asm; x.asm = 1; asm volatile x; asm", "asm; x.asm = 1; asm volatile x; asm", "");
    expect_file("#define A asm volatile(\nint y;", "#define A asm volatile(\nint y;", "");
    expect_file("asm(\"trap;\"", "asm(\"trap;\"", "");
    expect_file("#if 0\n" LANE ";\n#endif\n// " LANE "\n",
                "#if 0\n" LANE ";\n#endif\n// " LANE "\n", "");
}

/* What a translation keeps: lines, joined or not, comments, and directives in their order. */
struct kept {
    size_t lines, comments, directives;
};

static struct kept kept_of(const struct buf *text)
{
    struct kept kept = {0};
    struct lexer lexer;
    struct token token;
    lexer_start(&lexer, text->data, text->size);
    while (lexer_next(&lexer, &token)) {
        kept.comments += token.kind == TOKEN_LINE_COMMENT || token.kind == TOKEN_BLOCK_COMMENT;
        if (token.directive != DIRECTIVE_NONE && token.punctuator == '#')
            kept.directives = kept.directives * 16 + token.directive;
    }
    for (size_t i = 0; i < text->size; i++)
        kept.lines += text->data[i] == '\n' || (text->data[i] == '\r' && text->data[i + 1] != '\n');
    return kept;
}

static void any_statement_keeps_lines_comments_and_directives(void **state)
{
    (void)state;
    static const char *const texts[] = {"{",
                                        "}",
                                        ";",
                                        ".reg .pred p;",
                                        ".reg .b32 %%r<3>;",
                                        "add.u32 %0, %1, 2;",
                                        "mov.b32 %0, %1;",
                                        "@p ",
                                        "setp.ne.u32 p, %1, 0;",
                                        "add.cc.u32 %0, %0, %1;",
                                        "addc.u32 %0, 0, 0;",
                                        "%%r1",
                                        ",",
                                        "ld.global.u32 %0, [%1];",
                                        "ld.global.v2.u32 {%0, _}, [%1+4];",
                                        "mov.u32 %0, %%tid.x;",
                                        "shfl.sync.idx.b32 %0|p, %1, 0, 31, -1;",
                                        "[",
                                        "]",
                                        "0x",
                                        "%",
                                        "%9",
                                        "mma.x",
                                        "a b c",
                                        "|"};
    static const char *const between[] = {
        "\"",         "\" \"", "\\n\"\n   \"",  "\" // c\n \"",        "\" /* c\nd */ \"",
        "\" \\\n \"", "\\t",   "\"\n#if A\n\"", "\"\n #else // c\n\"", "\"\n#endif /* d */\n \""};
    uint64_t seed = 5;
    size_t translated = 0, refused = 0, divided = 0;
    for (int round = 0; round < 40000; round++) {
        struct buf text = {0}, out = {0}, what = {0};
        buf_puts(&text, "asm volatile(\"");
        for (uint32_t left = 1 + soup_next(&seed) % 4; left > 0; left--) {
            buf_puts(&text, texts[soup_next(&seed) % (sizeof texts / sizeof *texts)]);
            if (soup_next(&seed) % 3)
                buf_puts(&text, between[1 + soup_next(&seed) % 9]);
        }
        buf_puts(&text, "\" : \"+r\"(x)");
        buf_puts(&text, soup_next(&seed) % 2 ? "\n: \"r\"(f(x))" : " : \"l\"(y) : \"memory\"");
        buf_puts(&text, soup_next(&seed) % 2 ? ");" : "\n)");
        enum ptx_outcome outcome = translate(text.data, &out, &what);
        if (out.size > 0) {
            struct kept before = kept_of(&text), after = kept_of(&out);
            if (memcmp(&before, &after, sizeof before) != 0)
                fail_msg("%s\n became\n%s", text.data, out.data);
            divided += before.directives > 0 && outcome == PTX_TRANSLATED;
            translated += outcome == PTX_TRANSLATED;
            refused += outcome == PTX_REFUSED;
        }
        buf_free(&text);
        buf_free(&out);
        buf_free(&what);
    }
    assert_true(translated > 1000);
    assert_true(refused > 1000);
    assert_true(divided > 10);
}

/* Any text at all: no crash, and nothing said to be translated that was not. */
static void any_text_is_survived(void **state)
{
    (void)state;
    uint64_t seed = 17;
    for (int round = 0; round < 20000; round++) {
        struct buf text = {0}, piece = {0}, out = {0}, what = {0};
        buf_puts(&text, "asm(\"mov.u32 %0, 1;\"");
        if (round % 2)
            soup_bytes(&seed, 60, &piece);
        else
            soup_fragments(&seed, 8, false, &piece);
        buf_append(&text, piece.data, piece.size);
        buf_puts(&text, ")");
        enum ptx_outcome outcome = translate(text.data, &out, &what);
        assert_true(outcome != PTX_OTHER || out.size == 0);
        assert_true(outcome != PTX_REFUSED || what.size > 0);
        buf_free(&text);
        buf_free(&piece);
        buf_free(&out);
        buf_free(&what);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_no_ptx_is_left_alone),
        cmocka_unit_test(what_has_no_counterpart_is_refused_with_its_reason),
        cmocka_unit_test(what_has_no_instruction_is_reported_too),
        cmocka_unit_test(branches_out_of_the_statement_are_errors_on_the_device),
        cmocka_unit_test(branches_stay_inside_of_the_statement),
        cmocka_unit_test(what_is_not_understood_is_refused),
        cmocka_unit_test(what_is_refused_fails_when_it_is_compiled),
        cmocka_unit_test(constraints_that_a_macro_makes_fail_when_they_are_compiled),
        cmocka_unit_test(what_may_be_no_ptx_stays),
        cmocka_unit_test(newer_instructions_know_what_lacks_them),
        cmocka_unit_test(carries_do_not_leave_their_statement),
        cmocka_unit_test(one_instruction_becomes_one_expression),
        cmocka_unit_test(memory_is_accessed_as_it_says),
        cmocka_unit_test(products_of_matrices_are_calls),
        cmocka_unit_test(several_instructions_become_a_block),
        cmocka_unit_test(predicates_become_conditions),
        cmocka_unit_test(operands_are_evaluated_once),
        cmocka_unit_test(names_in_macros_are_evaluated_once),
        cmocka_unit_test(numbers_are_as_in_ptx),
        cmocka_unit_test(lines_and_comments_stay),
        cmocka_unit_test(conditionals_stay_where_they_are),
        cmocka_unit_test(statements_are_found_in_files),
        cmocka_unit_test(any_statement_keeps_lines_comments_and_directives),
        cmocka_unit_test(any_text_is_survived),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
