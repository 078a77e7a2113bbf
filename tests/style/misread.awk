# Prints the lines where clang-format has taken an operator for part of a declaration: "a &b" and "a *b" in the
# argument of a macro, "p -> x" behind "xyz"[i], "x<T>::value > ()" for the value of a template's constant.
{
    code = $0
    gsub(/"([^"\\]|\\.)*"/, "\"\"", code)
    gsub(/\/\*.*\*\/|\/\*.*|\/\/.*/, "", code)
    if (code ~ /^ *\*( |\/|$)/)
        next
    if (code ~ /[a-z0-9_)\]] -> [a-z_]/ && code !~ /auto|\[[^"]*\]\(/ ||
        code ~ / > \(\)|[a-z0-9_)] < [a-z:_]+ > \(/ ||
        code ~ /\([a-z0-9]+_t\) [~!-]/ ||
        code ~ /([(,+\/%~?:|^-] *)~?[a-z] [*&]+[a-z(]/ ||
        code ~ /[a-z0-9_] \*\([^*]/ &&
            code !~ /(return|sizeof|case|void|char|struct [a-z_]+|_t|int|double|float|bool) \*\(/ ||
        code ~ /^ *[A-Z][A-Z0-9_]*\(.*[])a-zA-Z0-9_] [&*][A-Za-z_(]/ &&
            code !~ /(struct [a-z_]+|_t|char|void|float|double|int|FILE|T|sizeof) [&*]|const / ||
        FILENAME ~ /\.c$/ && code ~ /[])A-Za-z0-9_] &[A-Za-z_(~]/ &&
            code !~ /(return|case|sizeof) &|^#define [A-Z_]+(\(.*\))? &/)
        print FILENAME ":" FNR ": " $0
}
