/* krt_attention(): what it refuses. */
#include "models_test.h"

static void what_does_not_fit_is_refused(void **state)
{
    (void)state;
    struct array q = array_make(KRT_F16, 4, DIMS(2, 3, 4, 64));
    struct array k = array_make(KRT_F16, 4, DIMS(2, 5, 2, 64));
    struct array f32 = array_make(KRT_F32, 4, DIMS(2, 5, 2, 64));
    struct array wide = array_make(KRT_F32, 4, DIMS(2, 5, 2, 64));
    struct array bf16 = array_make(KRT_BF16, 4, DIMS(2, 5, 2, 64));
    struct array heads = array_make(KRT_F16, 4, DIMS(2, 5, 3, 64));
    struct array batch = array_make(KRT_F16, 4, DIMS(3, 5, 2, 64));
    struct array mask = array_make(KRT_F32, 4, DIMS(1, 1, 3, 4));
    struct array starts = array_make(KRT_U32, 1, DIMS(3));
    struct array log = array_make(KRT_F32, 3, DIMS(2, 3, 4));
    const krt_status bad = KRT_ERROR_INVALID_ARGUMENT;
    struct krt_tensor *Q = &q.tensor, *K = &k.tensor;
    assert_fails(krt_attention(NULL, stream, NULL, Q, K, K, Q), bad, "NULL");
    assert_fails(krt_attention(models, stream, NULL, Q, K, NULL, Q), bad, "|v| is NULL");
    assert_fails(krt_attention(models, stream, NULL, Q, K, K, K), bad, "shape of |q|");
    assert_fails(krt_attention(models, stream, NULL, Q, K, &heads.tensor, Q), bad, "|v| must have");
    assert_fails(krt_attention(models, stream, NULL, Q, &heads.tensor, &heads.tensor, Q), bad,
                 "4 heads of 64 elements, and |k| 3");
    assert_fails(krt_attention(models, stream, NULL, Q, &batch.tensor, &batch.tensor, Q), bad,
                 "2 sequences");
    assert_fails(krt_attention(models, stream, NULL, Q, &bf16.tensor, &bf16.tensor, Q), bad,
                 "dtype bf16, not that of |q|, f16, or f8e4m3");
    assert_fails(
        krt_attention(models, stream, NULL, &f32.tensor, &f32.tensor, &f32.tensor, &wide.tensor),
        KRT_ERROR_UNSUPPORTED, "attention_few_f32_f32_64");
    struct krt_tensor odd = *Q;
    odd.dtype = KRT_BF16;
    assert_fails(krt_attention(models, stream, NULL, Q, K, K, &odd), bad,
                 "|out| has dtype bf16, not that of |q|, f16");
    odd = *Q;
    odd.strides[2] = 65;
    assert_fails(krt_attention(models, stream, NULL, &odd, K, K, Q), bad, "multiples of 8");
    odd = *Q;
    odd.data = (char *)odd.data + 2;
    assert_fails(krt_attention(models, stream, NULL, &odd, K, K, Q), bad, "multiples of 8");
    odd = *Q;
    odd.strides[2] = 0;
    assert_fails(krt_attention(models, stream, NULL, Q, K, K, &odd), bad, "share memory");
    odd = *Q;
    odd.dims[3] = 60;
    assert_fails(krt_attention(models, stream, NULL, &odd, K, K, &odd), bad, "multiple of 8");
    struct krt_attention_options options = {.struct_size = sizeof options,
                                            .log_sum_exp = &log.tensor};
    odd.dims[3] = 0;
    assert_fails(krt_attention(models, stream, &options, &odd, &odd, &odd, &odd), bad,
                 "0 elements");
    options = (struct krt_attention_options){.struct_size = sizeof options, .mask = &mask.tensor};
    assert_fails(krt_attention(models, stream, &options, Q, K, K, Q), bad, "|mask| has shape");
    options.mask = &starts.tensor;
    assert_fails(krt_attention(models, stream, &options, Q, K, K, Q), bad, "|mask| has shape [3]");
    mask.tensor.dtype = KRT_I32;
    options.mask = &mask.tensor;
    assert_fails(krt_attention(models, stream, &options, Q, K, K, Q), bad, "f16, or f32");
    mask.tensor.dtype = KRT_F32;
    options.mask = NULL;
    options.slopes = &mask.tensor;
    assert_fails(krt_attention(models, stream, &options, Q, K, K, Q), bad, "|slopes|");
    options.slopes = NULL;
    options.log_sum_exp = &log.tensor;
    assert_fails(krt_attention(models, stream, &options, Q, K, K, Q), bad, "|log_sum_exp|");
    options.log_sum_exp = NULL;
    options.key_starts = options.key_lengths = &starts.tensor;
    assert_fails(krt_attention(models, stream, &options, Q, K, K, Q), bad, "excludes");
    options.key_starts = NULL;
    assert_fails(krt_attention(models, stream, &options, Q, K, K, Q), bad, "|key_lengths|");
    options.key_lengths = NULL;
    options.soft_cap = -1;
    assert_fails(krt_attention(models, stream, &options, Q, K, K, Q), bad, "|soft_cap|");
    options.soft_cap = 1e5f;
    assert_fails(krt_attention(models, stream, &options, Q, K, K, Q), bad, "to 10000");
    options.soft_cap = 0;
    const float lost[] = {NAN, INFINITY, -INFINITY};
    for (unsigned i = 0; i < 3; i++) {
        options.scale = lost[i];
        assert_fails(krt_attention(models, stream, &options, Q, K, K, Q), bad, "not finite");
    }
    struct array many = array_make(KRT_F16, 4, DIMS(65536, 1, 1, 8)),
                 out = array_make(KRT_F16, 4, DIMS(65536, 1, 1, 8));
    Q = &many.tensor;
    assert_fails(krt_attention(models, stream, NULL, Q, Q, Q, &out.tensor), bad, "65536 sequences");
    struct array *all[] = {&q,     &k,    &f32,    &wide, &bf16, &heads,
                           &batch, &mask, &starts, &log,  &many, &out};
    for (unsigned i = 0; i < sizeof all / sizeof *all; i++)
        array_free(all[i]);
}

/* No cap is so small that scores of 0 become NaN. */
static void soft_caps_leave_no_nan(void **state)
{
    struct array q = array_make(KRT_F16, 4, DIMS(1, 1, 1, 16)),
                 k = array_make(KRT_F16, 4, DIMS(1, 2, 1, 16)),
                 out = array_make(KRT_F16, 4, DIMS(1, 1, 1, 16));
    const struct {
        float scale, soft_cap;
        bool is_refused;
    } cases[] = {{1, 1e-29f, false}, {1, 1e-31f, true},     {1e-9f, 1e-38f, false},
                 {1, 1e-40f, true},  {1e30f, 1e-29f, true}, {-1, 1e-31f, true}};
    (void)state;
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct krt_attention_options options = {
            .struct_size = sizeof options, .scale = cases[i].scale, .soft_cap = cases[i].soft_cap};
        krt_status status =
            krt_attention(models, stream, &options, &q.tensor, &k.tensor, &k.tensor, &out.tensor);
        assert_int_equal(status, cases[i].is_refused ? KRT_ERROR_INVALID_ARGUMENT : KRT_OK);
        array_download(&out);
        for (uint64_t at = 0; at < out.count; at++)
            assert_true(array_at(&out, at) == 0);
    }
    struct array *all[] = {&q, &k, &out};
    for (unsigned i = 0; i < 3; i++)
        array_free(all[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_does_not_fit_is_refused),
        cmocka_unit_test(soft_caps_leave_no_nan),
    };
    run_on_all_devices(tests);
}
