/* Kernel launches: kernel<<<grid, block, shared, stream>>>(arguments) becomes
 * hipLaunchKernelGGL(kernel, dim3(grid), dim3(block), shared, stream, arguments).
 *
 * Only the brackets and commas of the configuration change, so names, comments and launches inside
 * it stay where they are. hipLaunchKernelGGL is a statement: a launch that is used as an
 * expression, or that tokens alone do not decide, stays as it is and is reported (KB1401).
 */
#include "parts.h"

#include "report.h"

enum { NOWHERE = 0 }; /* index 0 is never a bracket or comma of a launch */

static bool is(const struct launch_statement *statement, size_t index, int punctuator)
{
    return index < statement->count && statement->items[index].punctuator == punctuator;
}

/* The bracket that |index|, a closing one, matches; |index| itself when there is none. */
static size_t match_back(const struct launch_statement *statement, size_t index)
{
    int depth = 0;
    for (size_t at = index + 1; at-- > 0;) {
        depth -= bracket_step(statement->items[at].punctuator);
        if (depth == 0)
            return at;
    }
    return index;
}

/* The '<' of the template arguments that end at |index|; |index| itself when there is none. */
static size_t match_angle_back(const struct launch_statement *statement, size_t index)
{
    int angles = 0;
    for (size_t at = index + 1; at-- > 0;) {
        const struct token *token = &statement->items[at];
        switch (token->punctuator) {
        case '>': angles++; break;
        case PUNCTUATOR_SHIFT_RIGHT: angles += 2; break;
        case '<': angles--; break;
        case ')':
        case ']':
        case '}': at = match_back(statement, at); continue;
        case '(':
        case '[':
        case '{':
        case ';': return index;
        default: break;
        }
        if (angles <= 0)
            return angles == 0 ? at : index;
    }
    return index;
}

/* Where the body of the macro that is being defined begins; 0 outside a definition. */
static size_t body_begin(const struct launch_statement *statement)
{
    if (statement->count < 3 || statement->items[0].punctuator != '#' ||
        statement->items[0].directive != DIRECTIVE_DEFINE)
        return 0;
    const struct token *name = &statement->items[2];
    size_t at = 3;
    if (!is(statement, at, '(') || statement->items[at].offset != name->offset + name->size)
        return at;
    while (at < statement->count && !is(statement, at, ')'))
        at++;
    return at + 1;
}

/* Whether the token at |index| joins a name to what is before it. */
static bool is_link(const struct launches *launches, const struct launch_statement *statement,
                    size_t index)
{
    return is(statement, index, PUNCTUATOR_SCOPE) || is(statement, index, '.') ||
           is(statement, index, PUNCTUATOR_ARROW) ||
           token_is(launches->source, &statement->items[index], "template");
}

/* The bracket that the one at |index| closes; |index| itself when it closes none. */
static size_t group_begin(const struct launch_statement *statement, size_t index)
{
    int c = statement->items[index].punctuator;
    if (c == ')' || c == ']')
        return match_back(statement, index);
    return c == '>' || c == PUNCTUATOR_SHIFT_RIGHT ? match_angle_back(statement, index) : index;
}

/* The first token of the expression that ends before |end|: a name with its qualifiers and template
 * arguments, members, subscripts, calls, or something in parentheses. |end| when there is no
 * expression. */
static size_t expression_begin(const struct launches *launches,
                               const struct launch_statement *statement, size_t end)
{
    size_t floor = body_begin(statement), begin = end;
    while (begin > floor) {
        size_t at = begin - 1;
        const struct token *token = &statement->items[at];
        if (is_link(launches, statement, at)) {
            begin = at;
            continue;
        }
        if (begin < end && !is_link(launches, statement, begin) && !is(statement, begin, '(') &&
            !is(statement, begin, '[') && !is(statement, begin, '<'))
            break;
        if (token->kind == TOKEN_IDENTIFIER) {
            if (token_is(launches->source, token, "return else do case goto new throw"))
                break;
            /* A part that ends in a name has a link before it, or begins there. */
            begin = at;
            if (at == floor || !is_link(launches, statement, at - 1))
                break;
            continue;
        }
        size_t open = group_begin(statement, at);
        if (open == at || open < floor)
            break;
        /* if (x) (*f)<<<...: the parentheses before a group are not its call. */
        if (token->punctuator == ')' && begin != end && open > floor &&
            token_is(launches->source, &statement->items[open - 1],
                     "if while for switch constexpr"))
            break;
        begin = open;
    }
    return begin;
}

/* Whether a statement can begin at |index|. */
static bool begins_statement(const struct launches *launches,
                             const struct launch_statement *statement, size_t index)
{
    size_t floor = body_begin(statement);
    if (index == floor)
        return true;
    const struct token *before = &statement->items[index - 1];
    switch (before->punctuator) {
    case ';':
    case '{':
    case '}': return true;
    case ')': {
        size_t open = match_back(statement, index - 1);
        return open != index - 1 && open > floor &&
               statement->items[open - 1].kind == TOKEN_IDENTIFIER;
    }
    case ':':
        for (size_t at = index; at-- > floor && !is(statement, at, ';') && !is(statement, at, '{');)
            if (is(statement, at, '?'))
                return false;
        return true;
    default: return token_is(launches->source, before, "else do");
    }
}

/* Whether the '<' at |open| begins template arguments, which then end at |out_close|: what is
 * inside could be types and constants, and what follows them calls or qualifies. */
static bool template_arguments(const struct launch_statement *statement, size_t open, size_t limit,
                               size_t *out_close)
{
    int angles = 0, depth = 0;
    if (statement->items[open - 1].kind != TOKEN_IDENTIFIER)
        return false;
    for (size_t at = open; at < limit; at++) {
        int c = statement->items[at].punctuator;
        depth += bracket_step(c);
        if (depth < 0)
            return false;
        if (depth > 0)
            continue;
        if (c == '?' || c == PUNCTUATOR_AND || c == PUNCTUATOR_OR || c == ';')
            return false;
        angles += c == '<';
        angles -= c == '>' ? 1 : c == PUNCTUATOR_SHIFT_RIGHT ? 2 : 0;
        if (angles < 0)
            return false;
        if (angles == 0) {
            *out_close = at;
            return is(statement, at + 1, '(') || is(statement, at + 1, '{') ||
                   is(statement, at + 1, PUNCTUATOR_SCOPE);
        }
    }
    return false;
}

enum { PARTS = 4 }; /* grid, block, shared memory, stream */

/* The commas between the parts of the configuration of |launch|, and which part needs brackets
 * around it. Returns the number of parts, or 0 when tokens do not tell. */
static size_t split_configuration(const struct launch_statement *statement,
                                  const struct launch *launch, size_t commas[PARTS - 1],
                                  bool out_wrap[PARTS])
{
    size_t parts = 1;
    int depth = 0;
    for (size_t at = launch->open + 1; at < launch->close; at++) {
        const struct token *token = &statement->items[at];
        int c = token->punctuator;
        size_t close;
        depth += bracket_step(c) + (token->kind == TOKEN_LAUNCH_OPEN) -
                 (token->kind == TOKEN_LAUNCH_CLOSE);
        bool opens = c == '{' || c == '[';
        if (depth > (opens ? 1 : 0))
            continue;
        if (opens)
            out_wrap[parts - 1] = true;
        if (c == '<' && template_arguments(statement, at, launch->close, &close)) {
            for (; at < close; at++)
                if (is(statement, at, ','))
                    out_wrap[parts - 1] = true;
        } else if (c == '<') {
            /* A comparison; a comma and a '>' behind it could make it a template's. */
            bool comma = false;
            for (size_t next = at + 1; next < launch->close; next++) {
                comma |= is(statement, next, ',');
                if (comma &&
                    (is(statement, next, '>') || is(statement, next, PUNCTUATOR_SHIFT_RIGHT)))
                    return 0;
            }
        } else if (c == ',') {
            bool nothing =
                at == launch->open + 1 || at + 1 == launch->close || is(statement, at - 1, ',');
            if (parts == PARTS || nothing)
                return 0;
            commas[parts++ - 1] = at;
        }
    }
    return parts >= 2 && launch->close > launch->open + 1 ? parts : 0;
}

/* Puts |text| in front of the token at |index|. */
static void insert(struct launches *launches, const struct launch_statement *statement,
                   size_t index, const char *text)
{
    edits_add(launches->edits, statement->items[index].offset, 0, text);
}

static void replace(struct launches *launches, const struct launch_statement *statement,
                    size_t index, const char *text)
{
    const struct token *token = &statement->items[index];
    if (*text)
        edits_replace(launches->edits, launches->source, token, text);
    else if (token->spliced)
        edits_replace(launches->edits, launches->source, token, " "); /* joined line ends stay */
    else
        edits_add(launches->edits, token->offset, token->size, text);
}

static bool rewrite(struct launches *launches, const struct launch_statement *statement,
                    const struct launch *launch)
{
    size_t commas[PARTS - 1];
    bool wrap[PARTS] = {false};
    size_t parts = split_configuration(statement, launch, commas, wrap);
    if (parts == 0)
        return false;
    bool template = false;
    for (size_t at = launch->kernel; at < launch->open; at++)
        template |= is(statement, at, '<');
    insert(launches, statement, launch->kernel,
           template ? "hipLaunchKernelGGL(HIP_KERNEL_NAME(" : "hipLaunchKernelGGL(");
    replace(launches, statement, launch->open, template ? "), dim3(" : ", dim3(");
    replace(launches, statement, commas[0], "),");
    insert(launches, statement, commas[0] + 1, "dim3(");
    /* The shared memory and the stream: a comma of a template would end the macro's argument. */
    for (size_t i = 2; i < parts; i++) {
        if (i == 2 || wrap[i - 1])
            replace(launches, statement, commas[i - 1], "),");
        if (wrap[i])
            insert(launches, statement, commas[i - 1] + 1, "(");
    }
    static const char *const ends[PARTS + 1][2] = {
        [2] = {"), 0, 0", "), 0, 0"}, [3] = {", 0", "), 0"}, [4] = {"", ")"}};
    const char *end = ends[parts][parts > 2 && wrap[parts - 1]];
    bool empty = launch->arguments + 1 == launch->end;
    replace(launches, statement, launch->close, end);
    replace(launches, statement, launch->arguments, empty ? "" : ", ");
    return true;
}

static void finish(struct launches *launches, const struct launch_statement *statement,
                   const struct launch *launch)
{
    if (launch->certain && rewrite(launches, statement, launch))
        return;
    report_add(launches->report, HIPIFY_NOTE, "KB1401", &statement->items[launch->open],
               mem_dup(launch->certain
                           ? "this launch stays as it is: tokens do not tell where the "
                             "parts of its configuration end"
                           : "this launch stays as it is: it is not a statement of its own"),
               "hipcc compiles it; other compilers need hipLaunchKernelGGL");
}

static void push(struct launch_statement *statement, const struct token *token)
{
    statement->items = mem_grow(statement->items, statement->count, sizeof *statement->items);
    statement->items[statement->count++] = *token;
}

static void open_launch(struct launches *launches, struct launch_side *side)
{
    size_t open = side->statement.count - 1;
    if (side->count == LAUNCHES_OPEN)
        return;
    size_t kernel = expression_begin(launches, &side->statement, open);
    side->open[side->count++] = (struct launch){
        .kernel = kernel,
        .open = open,
        .depth = side->depth,
        .certain = kernel < open && begins_statement(launches, &side->statement, kernel),
    };
}

/* Lets the innermost open launch see the token at |index|; true when the launch is over. */
static bool follow_launch(struct launches *launches, struct launch_side *side, size_t index,
                          int depth_before)
{
    struct launch *launch = &side->open[side->count - 1];
    const struct token *token = &side->statement.items[index];
    int c = token->punctuator;
    if (launch->end != NOWHERE) {
        launch->certain &= c == ';' || c == '}';
        finish(launches, &side->statement, launch);
        return true;
    }
    if (launch->close == NOWHERE) {
        if (token->kind == TOKEN_LAUNCH_CLOSE && side->depth == launch->depth)
            launch->close = index;
        return side->depth < launch->depth || (c == ';' && side->depth == launch->depth);
    }
    if (launch->arguments == NOWHERE) {
        launch->arguments = index;
        return c != '(';
    }
    if (c == ')' && depth_before == launch->depth + 1)
        launch->end = index;
    return side->depth < launch->depth;
}

static void follow(struct launches *launches, struct launch_side *side, const struct token *token)
{
    int c = token->punctuator, depth_before = side->depth;
    push(&side->statement, token);
    side->depth += bracket_step(c);
    /* One token can end a launch and go on with the one around it. */
    while (side->count > 0 && side->open[side->count - 1].open != side->statement.count - 1 &&
           follow_launch(launches, side, side->statement.count - 1, depth_before))
        side->count--;
    if (token->kind == TOKEN_LAUNCH_OPEN)
        open_launch(launches, side);
    if (side->count == 0 && token->directive == DIRECTIVE_NONE &&
        (c == ';' || c == '{' || c == '}')) {
        /* The end of the last statement stays: what begins behind it begins a statement. */
        side->statement.items[0] = *token;
        side->statement.count = 1;
    }
}

void launches_follow(struct launches *launches, const struct token *token)
{
    follow(launches, token->directive == DIRECTIVE_NONE ? &launches->code : &launches->line, token);
}

static void end_side(struct launches *launches, struct launch_side *side)
{
    while (side->count > 0) {
        struct launch *launch = &side->open[--side->count];
        if (launch->end != NOWHERE)
            finish(launches, &side->statement, launch);
    }
    side->statement.count = 0;
    side->depth = 0;
}

void launches_end_line(struct launches *launches)
{
    end_side(launches, &launches->line);
}

void launches_end(struct launches *launches)
{
    end_side(launches, &launches->line);
    end_side(launches, &launches->code);
}

void launches_free(struct launches *launches)
{
    free(launches->code.statement.items);
    free(launches->line.statement.items);
}
