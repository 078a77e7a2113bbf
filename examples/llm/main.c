/* llm MODEL.gguf [OPTION...] TOKEN...: continues a sequence of tokens with a model of the llama
 * family.
 *
 *   --new N          how many tokens to generate (16)
 *   --cache DTYPE    the dtype of the caches of keys and values: f16 or f8e4m3 (f16)
 *   --temperature T  0, the default, always takes the likeliest token
 *   --top-k K, --top-p P, --min-p P, --seed N
 *   --check          compares the logits with a computation in f64 on the host: fails if they
 * differ by more than 5 %
 *
 * Prints the tokens, tokens a second, and where the time went. KRT_DEVICE chooses the device. */
#include "llm.h"

#include <krt_kernels.h>
#include <krt_models.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

struct options {
    const char *file;
    uint32_t *tokens;
    uint32_t count, made, cache;
    struct krt_sampling sampling;
    uint64_t seed;
    bool is_checked;
};

static void usage(const char *what)
{
    fprintf(stderr, "llm: %s\nusage: llm MODEL.gguf [OPTION...] TOKEN...\n", what);
    exit(2);
}

static double number(const char *text)
{
    char *end;
    double value = strtod(text ? text : "", &end);
    if (!text || end == text || *end || !(value >= 0))
        usage("a number is missing");
    return value;
}

static uint64_t whole_number(const char *text, uint64_t most)
{
    double value = number(text);
    if (value != floor(value) || value >= 0x1p64 || (uint64_t)value > most)
        usage("a number is not whole, or is too large");
    return (uint64_t)value;
}

static void read_option(struct options *options, const char *name, const char *value)
{
    if (strcmp(name, "--new") == 0)
        options->made = (uint32_t)whole_number(value, UINT32_MAX);
    else if (strcmp(name, "--temperature") == 0)
        options->sampling.temperature = (float)number(value);
    else if (strcmp(name, "--top-k") == 0)
        options->sampling.top_k = (float)number(value);
    else if (strcmp(name, "--top-p") == 0)
        options->sampling.top_p = (float)number(value);
    else if (strcmp(name, "--min-p") == 0)
        options->sampling.min_p = (float)number(value);
    else if (strcmp(name, "--seed") == 0)
        options->seed = whole_number(value, UINT64_MAX);
    else if (strcmp(name, "--cache") == 0 && value && strcmp(value, "f8e4m3") == 0)
        options->cache = KRT_F8E4M3;
    else if (strcmp(name, "--cache") != 0 || !value || strcmp(value, "f16") != 0)
        usage("an option is unknown, or its value is");
}

static struct options read_options(int argc, char **argv)
{
    struct options options = {.made = 16, .cache = KRT_F16};
    options.tokens = need((size_t)argc * sizeof *options.tokens);
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--check") == 0)
            options.is_checked = true;
        else if (strncmp(argv[i], "--", 2) == 0)
            read_option(&options, argv[i], argv[i + 1]), i++;
        else if (!options.file)
            options.file = argv[i];
        else
            options.tokens[options.count++] = (uint32_t)whole_number(argv[i], UINT32_MAX);
    }
    if (!options.file || options.count == 0)
        usage("a model and at least one token are needed");
    return options;
}

static double seconds(void)
{
    struct timespec now;
    timespec_get(&now, TIME_UTC);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

/* The root of the mean square of the difference, relative to that of the reference. */
static double difference(const float *got, const double *wanted, uint32_t count)
{
    double error = 0, all = 0;
    for (uint32_t i = 0; i < count; i++) {
        error += ((double)got[i] - wanted[i]) * ((double)got[i] - wanted[i]);
        all += wanted[i] * wanted[i];
    }
    return sqrt(error / all);
}

/* Compares the logits after the first |count| tokens. Returns whether they are close. Quantized
 * weights are multiplied by activations of 8 bits. */
static bool check(const struct krt_gguf *file, const struct shape *shape, const uint32_t *tokens,
                  uint32_t count, const float *logits, const char *what)
{
    double *wanted = need(shape->vocabulary * sizeof *wanted);
    reference_logits(file, shape, tokens, count, wanted);
    double apart = difference(logits, wanted, shape->vocabulary);
    printf("%s: logits differ from f64 by %.2g %% of their size\n", what, 100 * apart);
    free(wanted);
    return apart < 0.05;
}

static void print_times(const char *what, uint32_t tokens, double took,
                        const double ms[PHASE_COUNT])
{
    double all = 0;
    printf("%s: %u tokens, %.1f a second\n", what, tokens, tokens / took);
    for (int i = 0; i < PHASE_COUNT; i++)
        all += ms[i];
    for (int i = 0; i < PHASE_COUNT && all > 0; i++)
        printf("  %-10s %6.2f ms %5.1f %%\n", phase_names[i], ms[i], 100 * ms[i] / all);
}

int main(int argc, char **argv)
{
    struct options options = read_options(argc, argv);
    struct krt_gguf *file;
    struct krt_device *device;
    struct krt_stream *stream;
    struct shape shape;
    must(krt_gguf_open(options.file, &file), "opening the model");
    shape_read(file, &shape);
    uint32_t prompt = options.count, all = prompt + options.made;
    if (options.made > shape.context || prompt > shape.context - options.made)
        usage("the tokens and the new ones are more than the model's context");
    for (uint32_t i = 0; i < prompt; i++)
        if (options.tokens[i] >= shape.vocabulary)
            usage("a token is beyond the model's vocabulary");
    must(krt_device_open(NULL, &device), "opening a device");
    must(krt_stream_create(device, &stream), "making a stream");
    shape.context = all;
    struct model *model = model_load(file, &shape, options.cache, options.seed, stream);

    uint32_t *tokens = need((all + 1) * sizeof *tokens);
    float *logits = options.is_checked ? need(shape.vocabulary * sizeof *logits) : NULL;
    double prefill_ms[PHASE_COUNT] = {0}, decode_ms[PHASE_COUNT] = {0}, began = seconds();
    memcpy(tokens, options.tokens, prompt * sizeof *tokens);
    model_step(model, tokens, prompt, &options.sampling, logits);
    model_times(model, prefill_ms);
    double prefilled = seconds();
    bool is_close = !logits || check(file, &shape, tokens, prompt, logits, "prefill");
    double decoding = seconds();
    for (uint32_t i = 1; i < options.made; i++) {
        model_step(model, NULL, 1, &options.sampling, i + 1 == options.made ? logits : NULL);
        model_times(model, decode_ms);
    }
    double decoded = seconds();
    if (options.made > 0)
        model_tokens(model, tokens + prompt, options.made);
    for (uint32_t i = 0; i < options.made; i++)
        printf("%u%c", tokens[prompt + i], i + 1 == options.made ? '\n' : ' ');
    if (logits && options.made > 1)
        is_close &= check(file, &shape, tokens, all - 1, logits, "decode");
    print_times("prefill", prompt, prefilled - began, prefill_ms);
    if (options.made > 1)
        print_times("decode", options.made - 1, decoded - decoding, decode_ms);

    model_free(model);
    krt_stream_destroy(stream);
    krt_device_close(device);
    krt_gguf_close(file);
    free(logits);
    free(tokens);
    free(options.tokens);
    return is_close ? 0 : 1;
}
