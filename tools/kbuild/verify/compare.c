#include "verify/compare.h"

#include <errno.h>

static const struct {
    const char *word;
    enum rule_kind kind;
    enum { NOTHING, NUMBER, RELATIVE, TERMS } operand;
} words[] = {
    {"equal", RULE_EQUAL, NOTHING},      {"bits", RULE_BITS, NOTHING},
    {"ulps", RULE_ULPS, NUMBER},         {"relative", RULE_RELATIVE, RELATIVE},
    {"absolute", RULE_ABSOLUTE, NUMBER}, {"sum", RULE_SUM, TERMS},
    {"set", RULE_SET, NOTHING},          {"ignore", RULE_IGNORE, NOTHING},
};

/* Reads "1e-6" or "1e-6 of x". */
static const char *read_relative(const char *text, struct rule *out)
{
    char *end;
    errno = 0;
    out->number = strtod(text, &end);
    const bool is_number = end != text && !errno && out->number >= 0 && out->number <= 1e300;
    const char *rest = end + strspn(end, " ");
    if (is_number && !*rest)
        return NULL;
    if (!is_number || strncmp(rest, "of ", 3) != 0)
        return "it needs a number that is not negative, and perhaps 'of' and a parameter";
    rest += 2 + strspn(rest + 2, " ");
    if (!*rest || strlen(rest) >= sizeof out->of)
        return "the name of a parameter is missing behind 'of'";
    memcpy(out->of, rest, strlen(rest) + 1);
    return NULL;
}

static const char *read_number(const char *text, double *out)
{
    char *end;
    errno = 0;
    *out = strtod(text, &end);
    const bool is_number = end != text && !*end && !errno;
    return is_number && *out >= 0 && *out <= 1e300 ? NULL
                                                   : "a number that is not negative, behind "
                                                     "the word, is missing";
}

const char *rule_parse(const char *text, struct rule *out)
{
    const size_t length = strcspn(text, " ");
    const char *operand = text + length + strspn(text + length, " ");
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (strlen(words[i].word) != length || memcmp(words[i].word, text, length) != 0)
            continue;
        *out = (struct rule){.kind = words[i].kind, .terms = operand};
        if (words[i].operand == NOTHING)
            return *operand ? "nothing can follow this word" : NULL;
        if (words[i].operand == TERMS)
            return *operand ? NULL : "the number of terms, an expression, is missing";
        return words[i].operand == RELATIVE ? read_relative(operand, out)
                                            : read_number(operand, &out->number);
    }
    return "it is not a rule; there are equal, bits, ulps N, relative X, absolute X, sum TERMS, "
           "set and ignore";
}

/* ---- Elements -------------------------------------------------------------------------------- */

static double magnitude(double number)
{
    return number < 0 ? -number : number;
}

struct pair {
    enum dtype type;
    uint64_t index;           /* the index of the elements */
    uint64_t found, original; /* the bits of the two elements */
    bool is_nan, is_finite;   /* whether one of the two is NaN, and whether both are finite */
    double a, b, distance;
};

static struct pair pair_of(enum dtype type, uint64_t index, uint64_t found, uint64_t original)
{
    struct pair pair = {.type = type, .index = index, .found = found, .original = original};
    pair.is_nan = dtype_is_nan(type, found) || dtype_is_nan(type, original);
    pair.is_finite = dtype_is_finite(type, found) && dtype_is_finite(type, original);
    pair.a = dtype_number(type, found);
    pair.b = dtype_number(type, original);
    if (pair.is_finite)
        pair.distance = dtype_is_float(type) ? magnitude(pair.a - pair.b)
                                             : (double)dtype_distance(type, found, original);
    return pair;
}

static bool is_equal(const struct pair *pair)
{
    return pair->found == pair->original ||
           (dtype_is_nan(pair->type, pair->found) && dtype_is_nan(pair->type, pair->original));
}

/* The bound of a sum of floats; integers wrap, so that their sum has no order. Adding |terms|
 * numbers, each at most as large as 1 or as the result, rounds |terms| times, by half a unit of the
 * type in which sums are made; two orders differ by twice that. Types of 8 and 16 bits are summed
 * in f32, and the result is rounded once more. */
static double sum_bound(const struct pair *pair, int64_t terms)
{
    const enum dtype sums = pair->type == DTYPE_F64 ? DTYPE_F64 : DTYPE_F32;
    const double scale = magnitude(pair->b) > 1 ? magnitude(pair->b) : 1;
    const double own = pair->type == sums ? 0 : 2 * dtype_roundoff(pair->type);
    return (2 * (double)terms * dtype_roundoff(sums) + own) * scale;
}

static double relative_bound(const struct rule *rule, const struct pair *pair)
{
    if (!*rule->of)
        return rule->number * magnitude(pair->b);
    return rule->scale_count ? rule->number * rule->scales[pair->index % rule->scale_count] : 0;
}

static bool rule_allows(const struct rule *rule, int64_t terms, const struct pair *pair)
{
    if (rule->kind == RULE_IGNORE)
        return true;
    if (rule->kind == RULE_BITS)
        return pair->found == pair->original;
    if (is_equal(pair))
        return true;
    if (rule->kind == RULE_EQUAL || rule->kind == RULE_SET || pair->is_nan)
        return false;
    if (rule->kind == RULE_ULPS)
        return pair->is_finite &&
               (double)dtype_distance(pair->type, pair->found, pair->original) <= rule->number;
    if (!pair->is_finite || (rule->kind == RULE_SUM && !dtype_is_float(pair->type)))
        return false;
    const double bound = rule->kind == RULE_RELATIVE   ? relative_bound(rule, pair)
                         : rule->kind == RULE_ABSOLUTE ? rule->number
                                                       : sum_bound(pair, terms);
    return pair->distance <= bound;
}

static void note(struct comparison *out, const struct pair *pair, uint64_t index, bool is_allowed)
{
    if ((out->differing == 0) || (!is_allowed && out->outside == 0))
        out->first = index;
    out->differing++;
    out->outside += !is_allowed;
    out->differs_in_nan |= pair->is_nan;
    if (pair->is_nan)
        return;
    const uint64_t ulps = dtype_distance(pair->type, pair->found, pair->original);
    out->most_ulps = ulps > out->most_ulps ? ulps : out->most_ulps;
    if (!pair->is_finite)
        return;
    if (pair->distance > out->most_absolute)
        out->most_absolute = pair->distance;
    if (pair->b != 0 && pair->distance / magnitude(pair->b) > out->most_relative)
        out->most_relative = pair->distance / magnitude(pair->b);
}

/* ---- Arrays ---------------------------------------------------------------------------------- */

static int bits_compare(const void *a, const void *b)
{
    const uint64_t left = *(const uint64_t *)a, right = *(const uint64_t *)b;
    return left < right ? -1 : left > right;
}

static uint64_t *load_all(enum dtype type, const void *memory, uint64_t count)
{
    uint64_t *all = mem_alloc((count + 1) * sizeof *all);
    for (uint64_t i = 0; i < count; i++) {
        all[i] = dtype_load(type, (const char *)memory + i * dtype_size(type));
        if (dtype_is_nan(type, all[i]))
            all[i] = UINT64_MAX >> (64 - 8 * dtype_size(type)); /* NaN are all the same */
    }
    return all;
}

/* Compares elements in any order: sorts both arrays by their bits. |first| is then an index into
 * the sorted arrays of the original. */
static void compare_sets(enum dtype type, const void *found, const void *original, uint64_t count,
                         struct comparison *out)
{
    OWNED uint64_t *a = load_all(type, found, count), *b = load_all(type, original, count);
    qsort(a, count, sizeof *a, bits_compare);
    qsort(b, count, sizeof *b, bits_compare);
    for (uint64_t i = 0; i < count; i++) {
        const struct pair pair = pair_of(type, i, a[i], b[i]);
        if (!is_equal(&pair))
            note(out, &pair, i, false);
    }
}

static bool any_allows(const struct rule *rules, const int64_t *terms, size_t rule_count,
                       const struct pair *pair)
{
    bool is_allowed = rule_count == 0 && is_equal(pair);
    for (size_t i = 0; i < rule_count && !is_allowed; i++)
        is_allowed = rule_allows(&rules[i], terms ? terms[i] : 0, pair);
    return is_allowed;
}

void compare_arrays(enum dtype type, const void *found, const void *original, uint64_t count,
                    const struct rule *rules, const int64_t *terms, size_t rule_count,
                    struct comparison *out)
{
    *out = (struct comparison){.verdict = VERDICT_SAME};
    const unsigned size = dtype_size(type);
    if (count == 0 || memcmp(found, original, count * size) == 0)
        return;
    if (rule_count == 1 && rules->kind == RULE_IGNORE)
        return;
    const bool is_strict = rule_count == 1 && rules->kind == RULE_BITS;
    if (rule_count == 1 && rules->kind == RULE_SET) {
        compare_sets(type, found, original, count, out);
    } else {
        for (uint64_t i = 0; i < count; i++) {
            const struct pair pair =
                pair_of(type, i, dtype_load(type, (const char *)found + i * size),
                        dtype_load(type, (const char *)original + i * size));
            if (is_strict ? pair.found == pair.original : is_equal(&pair))
                continue;
            note(out, &pair, i, any_allows(rules, terms, rule_count, &pair));
        }
    }
    out->verdict = out->outside     ? VERDICT_DIFFERENT
                   : out->differing ? VERDICT_BOUNDED
                                    : VERDICT_SAME;
}
