/* Parses the output of llvm-objdump for AMD GPU code, which has a line for each instruction:
 *
 *   <tab>s_cbranch_execz 21          // 000000002314: BF880015 <pointers+0x6c>
 *
 * and, before the first instruction of a source line, "; /src/kernels.hip:18". Everything else
 * (names of sections and symbols, bytes that are not code) is ignored.
 */
#include "inspect/disasm.h"

#include "util/buf.h"

#include <ctype.h>

/* Whether the instruction |text| jumps by the 16 bits in its encoding: "s_cbranch_execz",
 * "s_call_b64". */
static bool instruction_branches(const char *text)
{
    if (text_begins(text, "s_cbranch_"))
        return !text_begins(text, "s_cbranch_join") && !text_begins(text, "s_cbranch_g_fork");
    return text_begins(text, "s_branch") || text_begins(text, "s_call_b64") ||
           text_begins(text, "s_subvector_loop_");
}

/* Whether the code after the instruction |text| is reached only by a jump: true after "s_endpgm"
 * and "s_branch". */
static bool instruction_ends(const char *text)
{
    return text_begins(text, "s_endpgm") || text_begins(text, "s_branch") ||
           text_begins(text, "s_setpc_");
}

/* ---- Parsing lines of the listing ------------------------------------------------------------ */

enum { ADDRESS_DIGITS = 12, WORD_DIGITS = 8 };

static const char hex[] = "0123456789ABCDEF";

/* Returns where the comment with the instruction's address begins in |line|. After the address
 * there may be the name of a symbol, which may contain anything, also "//". */
static char *find_address(char *line)
{
    for (char *at = strstr(line, "// "); at; at = strstr(at + 3, "// ")) {
        size_t digits = strspn(at + 3, hex);
        if (digits >= ADDRESS_DIGITS && at[3 + digits] == ':')
            return at;
    }
    return NULL;
}

/* Replaces control characters, which a symbol's name may contain and which must not reach a
 * terminal. */
static void clean(char *text)
{
    for (; *text; text++)
        if (iscntrl((unsigned char)*text))
            *text = *text == '\t' ? ' ' : '?';
}

/* Cuts spaces off the end of [start, end). */
static void trim(char *start, char *end)
{
    while (end > start && isspace((unsigned char)end[-1]))
        end--;
    *end = '\0';
}

/* Cuts the text "F4000002 FA000010 <name+0x6c>" after the encoding, words of 8 hexadecimal digits
 * each. Returns the number of these words. */
static unsigned cut_words(char *text)
{
    unsigned count = 0;
    char *at = text;
    while (strspn(at, hex) == WORD_DIGITS) {
        count++;
        at += WORD_DIGITS;
        if (*at != ' ')
            break;
        at++;
    }
    trim(text, at);
    return count;
}

/* Computes where a branch jumps to. See the ISA documents, SOPP and SOPK: SIMM16 counts words from
 * the next instruction. */
static void find_branch_target(struct instruction *instruction)
{
    if (!instruction_branches(instruction->text))
        return;
    int64_t words = (int16_t)(instruction->word & 0xffff);
    instruction->has_branch_target = true;
    instruction->branch_target = instruction->address + 4 + (uint64_t)(4 * words);
}

static bool parse_instruction(char *line, struct instruction *out)
{
    char *comment = find_address(line);
    if (!comment)
        return false;
    char *rest;
    struct instruction instruction = {.address = strtoull(comment + 3, &rest, 16)};
    rest += strspn(rest, ": ");
    unsigned words = cut_words(rest);
    trim(line, comment);
    clean(line);
    if (!words || !*line)
        return false;
    instruction.size = 4 * words;
    instruction.word = (uint32_t)strtoul(rest, NULL, 16);
    instruction.text = line;
    instruction.encoding = rest;
    instruction.is_unknown = text_begins(line, ".long");
    find_branch_target(&instruction);
    *out = instruction;
    return true;
}

/* Splits "/src/kernels.hip:18" at the last colon into the file and the line. Returns false, and
 * does not change |text|, when |text| is not a path with a line number. */
static bool parse_place(char *text, const char **out_file, unsigned *out_line)
{
    char *colon = strrchr(text, ':');
    if (!colon || !colon[1] || strspn(colon + 1, "0123456789") != strlen(colon + 1))
        return false;
    *colon = '\0';
    *out_file = text;
    *out_line = (unsigned)strtoul(colon + 1, NULL, 10);
    return true;
}

static int compare_addresses(const void *a, const void *b)
{
    const struct instruction *left = a, *right = b;
    return (left->address > right->address) - (left->address < right->address);
}

void listing_parse(char *text, struct listing *out)
{
    const char *file = NULL;
    unsigned place = 0;
    char *save = NULL;
    *out = (struct listing){0};
    for (char *line = strtok_r(text, "\n", &save); line; line = strtok_r(NULL, "\n", &save)) {
        struct instruction instruction;
        if (line[0] == ';')
            parse_place(line + strspn(line, "; "), &file, &place);
        else if (line[0] == '\t' && parse_instruction(line + 1, &instruction)) {
            instruction.file = file;
            instruction.line = place;
            out->items = mem_grow(out->items, out->count, sizeof *out->items);
            out->items[out->count++] = instruction;
        }
    }
    /* The list is sorted, because llvm-objdump prints sections in the order of the file, not of
     * their addresses. */
    if (out->count)
        qsort(out->items, out->count, sizeof *out->items, compare_addresses);
}

void listing_free(struct listing *listing)
{
    free(listing->items);
    *listing = (struct listing){0};
}

void listing_take_places(struct listing *listing, const struct listing *places)
{
    size_t next = 0;
    for (size_t i = 0; i < listing->count; i++) {
        struct instruction *instruction = &listing->items[i];
        while (next + 1 < places->count && places->items[next + 1].address <= instruction->address)
            next++;
        if (next < places->count && places->items[next].address <= instruction->address) {
            instruction->file = places->items[next].file;
            instruction->line = places->items[next].line;
        }
    }
}

/* Returns the index of the first instruction at or after |address|. */
static size_t lower_bound(const struct listing *listing, uint64_t address)
{
    size_t low = 0, high = listing->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (listing->items[middle].address < address)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

struct listing listing_range(const struct listing *listing, struct address_range range)
{
    size_t first = lower_bound(listing, range.start), last = lower_bound(listing, range.end);
    if (last <= first)
        return (struct listing){0};
    return (struct listing){.items = listing->items + first, .count = last - first};
}

struct listing listing_without_padding(struct listing listing)
{
    size_t count = listing.count;
    while (count && !instruction_ends(listing.items[count - 1].text))
        count--;
    if (count)
        listing.count = count;
    return listing;
}
