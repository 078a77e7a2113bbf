/* Parses and checks conditions on a diff. docs/diff.md describes the language. */
#include "inspect/diff.h"

#include "util/options.h"

static const struct gate_word {
    const char *name;
    enum gate_kind kind;
} words[] = {
    {"removed", GATE_REMOVED},
    {"added", GATE_ADDED},
    {"changed", GATE_CHANGED},
    {"signature", GATE_SIGNATURE},
    {"target-removed", GATE_TARGET_REMOVED},
    {"target-added", GATE_TARGET_ADDED},
};
enum { WORD_COUNT = sizeof words / sizeof *words };

static const struct gate_operator {
    /* the sign of the comparison; of two signs with the same beginning the longer one comes first:
     * ">=" before ">" */
    const char *sign;
    enum gate_kind kind;
} operators[] = {
    {">=", GATE_AT_LEAST}, {"<=", GATE_AT_MOST}, {">", GATE_ABOVE},
    {"<", GATE_BELOW},     {"+", GATE_GREW},     {"-", GATE_SHRANK},
};
enum { OPERATOR_COUNT = sizeof operators / sizeof *operators };

/* ---- Parsing a gate -------------------------------------------------------------------------- */

struct parser {
    const char *text, *at;
    const struct metric_range *metrics;
    struct gate_error *error;
};

static void skip_blanks(struct parser *parser)
{
    parser->at += strspn(parser->at, " \t");
}

__attribute__((format(printf, 3, 4))) static bool
parse_fail(const struct parser *parser, const char *at, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    parser->error->column = (size_t)(at - parser->text);
    vsnprintf(parser->error->message, sizeof parser->error->message, format, args);
    va_end(args);
    return false;
}

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/* Returns the length of the word at the start of |text|. A word has letters, and '-' only between
 * letters: in "occupancy-1", '-' is an operator. */
static size_t word_length(const char *text)
{
    size_t length = 0;
    while (is_letter(text[length]) ||
           (length && text[length] == '-' && is_letter(text[length + 1])))
        length++;
    return length;
}

/* Whether |word| can be used for the parser's metrics. A profile has no signatures, so the word for
 * them is unknown there. */
static bool has_word(const struct parser *parser, const struct gate_word *word)
{
    return word->kind != GATE_SIGNATURE || parser->metrics == &metrics_of_package;
}

static bool unknown_word(const struct parser *parser, const char *word, size_t length)
{
    const char *names[METRIC_COUNT + WORD_COUNT + 1] = {0};
    size_t count = 0;
    for (int i = (int)parser->metrics->first; i < (int)parser->metrics->end; i++)
        names[count++] = metric_table[i].name;
    for (int i = 0; i < WORD_COUNT; i++)
        if (has_word(parser, &words[i]))
            names[count++] = words[i].name;
    OWNED char *copy = mem_dup_n(word, length);
    const char *near = options_nearest(copy, names);
    parse_fail(parser, word, "there is no metric or word '%.40s'%s%s%s", copy,
               near ? " (did you mean '" : "", near ? near : "", near ? "'?)" : "");
    return false;
}

/* Parses digits. A percentage may have up to three digits more, after a point, and |term->number|
 * is then in thousandths of a percent. */
static bool parse_number(struct parser *parser, bool may_be_percent, struct gate_term *term)
{
    const char *start = parser->at;
    int64_t whole = 0, thousandths = 0;
    size_t digits = strspn(start, "0123456789");
    if (!digits)
        return parse_fail(parser, start, "a number is expected here");
    if (digits > 15)
        return parse_fail(parser, start, "this number is too large");
    for (size_t i = 0; i < digits; i++)
        whole = whole * 10 + (start[i] - '0');
    parser->at += digits;
    size_t places = 0;
    if (*parser->at == '.') {
        places = strspn(parser->at + 1, "0123456789");
        if (!places || places > 3)
            return parse_fail(parser, parser->at,
                              "one to three digits are expected behind the point");
        for (size_t i = 0; i < 3; i++)
            thousandths = thousandths * 10 + (i < places ? parser->at[1 + i] - '0' : 0);
        parser->at += 1 + places;
    }
    term->is_percent = *parser->at == '%';
    if (term->is_percent && !may_be_percent)
        return parse_fail(parser, parser->at, "a percentage is for changes: metric+N%% or -N%%");
    if (!term->is_percent && places)
        return parse_fail(parser, start, "only a percentage may have a fraction");
    if (term->is_percent && whole > 1000000)
        return parse_fail(parser, start, "this percentage is too large");
    parser->at += term->is_percent;
    term->number = term->is_percent ? whole * 1000 + thousandths : whole;
    return true;
}

static bool parse_condition(struct parser *parser, struct gate_term *term)
{
    skip_blanks(parser);
    size_t i = 0;
    while (i < OPERATOR_COUNT && !text_begins(parser->at, operators[i].sign))
        i++;
    if (i == OPERATOR_COUNT)
        return parse_fail(parser, parser->at,
                          "behind '%s', one of > >= < <= + - and a number are expected",
                          metric_table[term->metric].name);
    parser->at += strlen(operators[i].sign);
    term->kind = operators[i].kind;
    skip_blanks(parser);
    bool is_change = term->kind == GATE_GREW || term->kind == GATE_SHRANK;
    const char *number = parser->at;
    if (!parse_number(parser, is_change, term))
        return false;
    if (is_change && term->number == 0)
        return parse_fail(parser, number,
                          "a change by 0 or more is always there; for any change write %s1",
                          operators[i].sign);
    return true;
}

static bool parse_term(struct parser *parser, struct gate_term *term)
{
    const char *word = parser->at;
    size_t length = word_length(word);
    if (!length)
        return parse_fail(parser, word, "a metric or a word is expected here");
    parser->at += length;
    for (int i = 0; i < WORD_COUNT; i++)
        if (strlen(words[i].name) == length && memcmp(words[i].name, word, length) == 0 &&
            has_word(parser, &words[i])) {
            term->kind = words[i].kind;
            return true;
        }
    term->metric = metric_find(parser->metrics, word, length);
    if (term->metric == METRIC_COUNT)
        return unknown_word(parser, word, length);
    return parse_condition(parser, term);
}

static bool parse_terms(struct parser *parser, struct gate *gate)
{
    for (;;) {
        skip_blanks(parser);
        const char *start = parser->at;
        struct gate_term term = {0};
        if (!parse_term(parser, &term))
            return false;
        term.text = mem_dup_n(start, (size_t)(parser->at - start));
        gate->terms = mem_grow(gate->terms, gate->count, sizeof *gate->terms);
        gate->terms[gate->count++] = term;
        skip_blanks(parser);
        if (!*parser->at)
            return true;
        if (*parser->at != ',')
            return parse_fail(parser, parser->at, "',' or the end is expected here");
        parser->at++;
    }
}

bool gate_parse(const char *text, const struct metric_range *metrics, struct gate *out,
                struct gate_error *error)
{
    struct parser parser = {.text = text, .at = text, .metrics = metrics, .error = error};
    struct gate gate = {0};
    if (!parse_terms(&parser, &gate)) {
        gate_free(&gate);
        return false;
    }
    *out = gate;
    return true;
}

void gate_free(struct gate *gate)
{
    for (size_t i = 0; i < gate->count; i++)
        free(gate->terms[i].text);
    free(gate->terms);
    *gate = (struct gate){0};
}

/* ---- Checking a package against a gate ------------------------------------------------------- */

/* Whether the change from |before| to |after| has the direction of |term|, and at least the size of
 * the term's number. If |before| is 0, any growth counts as more than any percentage. */
static bool moved_enough(const struct gate_term *term, int64_t before, int64_t after)
{
    int64_t change = term->kind == GATE_GREW ? after - before : before - after;
    if (change <= 0)
        return false;
    if (!term->is_percent)
        return change >= term->number;
    /* A long double of x86 has a mantissa of 64 bits, so the comparison is exact if both products
     * fit 64 bits. */
    return (long double)change * 100000 >= (long double)before * (long double)term->number;
}

static bool is_of_metric(const struct gate_term *term)
{
    return term->kind <= GATE_SHRANK;
}

/* Whether |term| depends on a value of |pair| that is not known. */
static bool lacks_value(const struct gate_term *term, const struct diff_pair *pair)
{
    const struct diff_kernel *before = pair->before, *after = pair->after;
    if (!is_of_metric(term) || !after)
        return false;
    bool is_change = term->kind == GATE_GREW || term->kind == GATE_SHRANK;
    if (is_change && !before)
        return false;
    return !diff_value_is_known(after, term->metric) ||
           (is_change && !diff_value_is_known(before, term->metric));
}

static bool catches(const struct gate_term *term, const struct diff_pair *pair)
{
    enum diff_state state = pair->state;
    if (lacks_value(term, pair))
        return false;
    int64_t before = pair->before ? pair->before->values[term->metric] : 0;
    int64_t after = pair->after ? pair->after->values[term->metric] : 0;
    switch (term->kind) {
    case GATE_ABOVE: return pair->after && after > term->number;
    case GATE_AT_LEAST: return pair->after && after >= term->number;
    case GATE_BELOW: return pair->after && after < term->number;
    case GATE_AT_MOST: return pair->after && after <= term->number;
    case GATE_GREW:
    case GATE_SHRANK: return pair->before && pair->after && moved_enough(term, before, after);
    case GATE_REMOVED: return state == DIFF_REMOVED;
    case GATE_ADDED: return state == DIFF_ADDED;
    case GATE_CHANGED: return state == DIFF_CHANGED;
    case GATE_SIGNATURE:
        return pair->before && pair->after &&
               signature_compare(pair->before->kernel, pair->after->kernel) != 0;
    case GATE_TARGET_REMOVED:
    case GATE_TARGET_ADDED: break;
    }
    return false;
}

static void add_hit(struct gate_hits *hits, struct gate_hit hit)
{
    hits->items = mem_grow(hits->items, hits->count, sizeof *hits->items);
    hits->items[hits->count++] = hit;
}

static void check_targets(const struct gate_term *term, const struct strings *targets,
                          struct gate_hits *out)
{
    for (size_t i = 0; i < targets->count; i++)
        add_hit(out, (struct gate_hit){.term = term, .target = targets->items[i]});
}

void gate_check(const struct gate *gate, const struct diff *diff, struct gate_hits *out)
{
    for (size_t t = 0; t < gate->count; t++) {
        const struct gate_term *term = &gate->terms[t];
        if (term->kind == GATE_TARGET_REMOVED)
            check_targets(term, &diff->targets_removed, out);
        if (term->kind == GATE_TARGET_ADDED)
            check_targets(term, &diff->targets_added, out);
        for (size_t i = 0; i < diff->pair_count; i++) {
            const struct diff_pair *pair = &diff->pairs[i];
            const struct diff_kernel *kernel = diff_pair_kernel(pair);
            if (catches(term, pair))
                add_hit(out, (struct gate_hit){term, pair, kernel->target});
        }
    }
}

bool gate_find_undecided(const struct gate *gate, const struct diff *diff, struct gate_hit *out)
{
    struct target_id target;
    for (size_t t = 0; t < gate->count; t++) {
        for (size_t i = 0; i < diff->pair_count; i++) {
            const struct diff_pair *pair = &diff->pairs[i];
            *out = (struct gate_hit){&gate->terms[t], pair, diff_pair_kernel(pair)->target};
            bool is_nvidia = target_id_parse(out->target, &target, NULL) == CODEOBJ_OK &&
                             target_is_nvidia(&target);
            if (lacks_value(out->term, pair) && !is_nvidia)
                return true;
        }
    }
    return false;
}

void gate_hits_free(struct gate_hits *hits)
{
    free(hits->items);
    *hits = (struct gate_hits){0};
}
