# From the list that api.awk makes to a program that uses everything in it: functions in calls with
# arguments of just their types, conversions through type traits. Lines of the file named in
# EXCEPTIONS (a line of the list, a tab, why) are left out.

BEGIN {
    FS = "\t"
    while ((getline line <EXCEPTIONS) > 0) {
        if (line !~ /^#/) {
            sub(/\t[^\t]*$/, "", line)
            excepted[line] = 1
        }
    }
    print "#include <cuda_fp16.h>"
    print "#include <cuda_bf16.h>"
    print "#include <cuda_fp8.h>"
    print "#include <type_traits>"
}

$0 in excepted { next }

$1 == "type" { print "static_assert(sizeof(" $2 ") > 0, \"\");" }
$1 == "macro" { print "#ifndef " $2 "\n#error \"" $2 " is not defined\"\n#endif" }
$1 == "assign" { print "static_assert(std::is_assignable<" $2 " &, " $4 ">::value, \"" $0 "\");" }

function from_to(from, to) {
    if (from ~ /,/) {
        print "static_assert(std::is_constructible<" to ", " from ">::value, \"" $0 "\");"
    } else {
        print "static_assert(std::is_constructible<" to ", " from ">::value, \"" $0 "\");"
        print "static_assert(" ($1 == "explicit" ? "!" : "") "std::is_convertible<" from ", " to \
              ">::value, \"" $0 "\");"
    }
}
$1 == "implicit" || $1 == "explicit" {
    if ($3 == "from") from_to($4, $2); else from_to($2, $4)
}

$1 == "both" || $1 == "device" {
    n = split($4, types, ", ")
    parameters = arguments = ""
    for (i = 1; i <= n; i++) {
        parameters = parameters (i > 1 ? ", " : "") types[i] " a" i
        arguments = arguments (i > 1 ? ", " : "") "a" i
    }
    call = $3 "(" arguments ")"
    print ($1 == "both" ? "__host__ " : "") "__device__ inline " $2 " use_" NR "(" parameters ")"
    print "{"
    print "    static_assert(std::is_same<decltype(" call "), " $2 ">::value, \"" $0 "\");"
    print "    return " call ";"
    print "}"
}

END { print "int main()\n{\n}" }
