# functions.tsv -> one line ENTRYn(number, name, result, types...) for each function over plain numbers that
# kbuild computes itself
BEGIN { FS = "\t" }
/^#/ || NF < 4 { next }
$4 ~ /\*|[a-z][24],|[a-z][24]$|long double/ { next }
$3 == "__fns" { next }
$3 ~ /^__(v|dp[24]a|byte_perm|nv_bswap|brev|clz|ffs|popc|u?mul|u?r?hadd|u?sad|saturatef)/ ||
$3 ~ /^__(fadd|fsub|fmul|fmaf|fdiv|frcp|fsqrt|frsqrt|dadd|dsub|dmul|fma|ddiv|drcp|dsqrt)_/ ||
$3 ~ /^__(float|double|int|uint|ll|ull)2|_as_|^__hiloint2double|^(u|ll|ull)?(min|max)$/ {
    n = split($4, types, /, */)
    printf "ENTRY%d(%d, %s, %s", n, ++number, $3, $2
    for (i = 1; i <= n; i++)
        printf ", %s", types[i]
    print ")"
}
END {
    split("__funnelshift_l __funnelshift_lc __funnelshift_r __funnelshift_rc", shifts, " ")
    for (i in shifts)
        printf "ENTRY3(%d, %s, unsigned, unsigned, unsigned, unsigned)\n", ++number, shifts[i]
}
