// Every operation that NVIDIA's headers have for a host compiler gives the same bits here.
#include "arguments.hpp"
#include "operations.hpp"
#include "same.hpp"

static const Operation *find(const std::vector<Operation> &table, const Operation &like)
{
    for (const Operation &operation : table) {
        if (std::string(operation.name) == like.name &&
            std::string(operation.arguments) == like.arguments && operation.result == like.result) {
            return &operation;
        }
    }
    return nullptr;
}

// NVIDIA's host code does not order bf16 zeros in __hmax_nan and its like, as its documentation and
// its devices do.
static bool is_unordered_zeros(const Operation &operation, uint64_t a, uint64_t b)
{
    const std::string name = operation.name;
    const bool concerned = tolower(operation.arguments[0]) == 'b' &&
                           name.find("_nan") != std::string::npos && name.find("__hm") == 0;
    const bool low = (a & 0x7fff) == 0 && (b & 0x7fff) == 0 && ((a ^ b) & 0x8000) != 0;
    const bool high =
        (a >> 16 & 0x7fff) == 0 && (b >> 16 & 0x7fff) == 0 && ((a ^ b) & 0x80000000) != 0;
    return concerned && (low || high);
}

// A binary64 NaN keeps its sign and some of its payload in NVIDIA's fp8, which may make a number
// of it.
static bool is_excepted(const Operation &operation, const uint64_t (&values)[3])
{
    for (size_t i = 0; operation.arguments[i] != 0; ++i) {
        if (operation.arguments[i] == 'd' && is_nan_pattern('d', values[i])) {
            return true;
        }
    }
    return false;
}

int main()
{
    const std::vector<Operation> &ours = operations_ours(), &theirs = operations_theirs();
    if (theirs.empty()) {
        puts("skipped: NVIDIA's headers are not installed (cuda_fp8.hpp)");
        return 77;
    }
    Tally tally;
    for (const Operation &operation : theirs) {
        const Operation *mine = find(ours, operation);
        if (mine == nullptr) {
            printf("%s [%s] is not ours\n", operation.name, operation.arguments);
            return 1;
        }
        tally.next_operation();
        each_argument(
            operation.arguments, specials_wanted(24), [&](uint64_t a, uint64_t b, uint64_t c) {
                if (is_excepted(operation, {a, b, c}) || is_unordered_zeros(operation, a, b)) {
                    return;
                }
                const uint64_t wanted = operation.run(a, b, c), got = mine->run(a, b, c);
                tally.expect(operation, a, b, c, wanted, got,
                             same_result(operation.result, wanted, got));
            });
    }
    printf("%zu operations, %zu results compared with NVIDIA's headers, %zu differ\n",
           tally.operations, tally.checked, tally.failed);
    return tally.failed == 0 ? 0 : 1;
}
