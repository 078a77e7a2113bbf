#!/bin/sh
# kbuild profile of a file: what it refuses, bounds that can be computed by hand, and what reads it.
. "$(dirname "$0")/../lib.sh"
PROFILE=$HERE/kernels.json

# Usage.
run 2 kbuild profile
says 'needs a FILE, or -- PROGRAM'
run 2 kbuild profile a b
says 'needs one FILE, or -- PROGRAM'
run 2 kbuild profile --sample 4 "$PROFILE"
says '--sample is for a program'
run 2 kbuild profile -o x "$PROFILE"
says '--output is for a program'
run 2 kbuild profile "$PROFILE" -- true
says 'needs one FILE, or -- PROGRAM'
run 2 kbuild profile -o - -- true
says 'standard output has the table'
for sample in 0 2 x 5x; do
    run 2 kbuild profile --sample $sample -- true
    says "--sample: '$sample' is not a number of at least 3"
done
run 2 kbuild profile --chip mi300 "$PROFILE"
says "there is no 'mi300' (did you mean 'mi300x'?); there are mi210, mi250x, mi300x,"

# Files that are not profiles, whole or in part; nothing is printed for them.
run 1 kbuild profile missing.json
run 1 kbuild profile "$0"
echo '{"format": "kbuild-inspect-1", "kernels": []}' >other.json
run 1 kbuild profile other.json
says 'other.json: is not a profile'
echo '{"format": "hipemu-profile-1", "kernels": 1}' >other.json
run 1 kbuild profile other.json
says "'kernels' is not a list"
size=$(wc -c <"$PROFILE")
at=0
while [ $at -lt $((size - 3)) ]; do
    head -c $at "$PROFILE" >part.json
    run 1 kbuild profile part.json
    [ ! -s .out ] || fail "$at bytes of a profile are shown"
    at=$((at + 211))
done
for key in name target wave launches workgroups largest ran spread waves lines least_lines lds_conflicts l2_read memory_read needed_written \
    l1 matrix; do
    sed "s/\"$key\": /\"no-$key\": /" "$PROFILE" >part.json
    run 1 kbuild profile part.json
    says "$key' is not a"
    sed "s/\"$key\": [0-9]/\"$key\": -1/; s/\"$key\": \"/&\\\\ud800/" "$PROFILE" >part.json
    run 1 kbuild profile part.json
done
for key in instructions hot; do
    sed "s/\"$key\": /\"no-$key\": /" "$PROFILE" >part.json
    run 1 kbuild profile part.json
    says "'$key' is not a"
done
sed 's/"instructions": {"vector": 10/"instructions": {"vector": -10/' "$PROFILE" >part.json
run 1 kbuild profile part.json
says "'vector' is not a count"
for count in 9007199254740993 9223372036854775807 1.5 '"1"' null; do # sums must fit
    sed "s/\"memory_read\": [0-9]*/\"memory_read\": $count/" "$PROFILE" >part.json
    run 1 kbuild profile part.json
    says "'memory_read' is not a count"
done
run 1 kbuild profile "$PROFILE" --kernel 'nothing*'
says 'has no such kernel'
echo '{"format": "hipemu-profile-1", "kernels": []}' >none.json
run 1 kbuild profile none.json
says 'none.json has no kernel'

# 2553600 cycles over 304 compute units with 4 SIMDs at 2.1 GHz: 1 us; 5325000 bytes at 5325 GB/s: 1 us.
run 0 kbuild profile --json "$PROFILE"
cp .out bounds.json
for wanted in '"format": "kbuild-profile-1"' '"chip": "mi300x"' '"bound_ns": 1000.0' '"by": "vector"' '"needed_ns": 250.0' \
    '"vector": 1000.0' '"memory": 1000.0' '"lds": 3.1' '"bounds": []'; do
    says "$wanted"
done
# A launch of fewer workgroups than compute units leaves the others idle. Small launches beside a large one do not.
sed 's/"largest": 608/"largest": 152/' "$PROFILE" >few.json
run 0 kbuild profile --json few.json
says '"vector": 2000.0'
says '"memory": 1000.0'
sed 's/"launches": 2, "workgroups": 1216/"launches": 1000, "workgroups": 1606/' "$PROFILE" >mixed.json
run 0 kbuild profile --json mixed.json
says '"vector": 1000.0'

# The table; other chips; what stands out.
run 0 kbuild profile "$PROFILE"
says 'MI300X: 304 compute units, 2100 MHz, 5325 GB/s; lower bounds of times, for all launches'
grep -q '^sums(float\*)  *1.00 us  *vector  *4.0x  *100 .* 75%  *2.0x  *8/8$' .out || fail 'the row of sums'
says 'gfx906:sramecc+:xnack-: no chip'
says 'sums.hip:7  divergence: 50% of the lanes idle'
says 'sums.hip:8  bank conflicts: 67% of its LDS cycles, 50% of the kernel'
says 'global_load_dword v0, v[1:2], off  uncoalesced: 8.0 cache lines an access, where 4.0 would do'
says 'Samples of 1 kernel: 4 of 8 workgroups ran; their instructions differ by 25.0%'
run 0 kbuild profile --chip mi210 "$PROFILE"
says_not '1.00 us'
says 'MI210: no kernel ran on its family, CDNA2'
sed 's/"waves": 8, "of": 8, "limit": "hardware"/"waves": 4, "of": 8, "limit": "VGPRs"/' "$PROFILE" >full.json
run 0 kbuild profile full.json
says '4/8 VGPRs'
# What a file says is shown, not obeyed.
sed 's/gfx906:/\\u001b]0;gfx906:/; s/"waves": 8, "of": 8, "limit": "hardware"/"waves": 4, "of": 8, "limit": "<blink>\\u001b"/' "$PROFILE" >hostile.json
run 0 kbuild profile hostile.json
! grep -q "$(printf '\033')" .out || fail 'a terminal would obey the file'
run 0 kbuild report "$OBJECTS/gfx90a-v4.hsaco" --profile hostile.json -o hostile.html
! grep -q "<blink>" hostile.html || fail 'a browser would obey the file'

# What --json printed is a profile too, and the same one.
run 0 kbuild profile --json bounds.json
same .out bounds.json
run 0 kbuild profile - <"$PROFILE"
cp .out piped
run 0 kbuild profile bounds.json
same .out piped

# Gates: profiles have metrics of their own.
run 0 kbuild diff --profile "$PROFILE" bounds.json --fail-on 'changed,removed,added,bytes+1,bound+1'
says ': 0 changed, 0 added, 0 removed, 2 unchanged'
sed 's/"memory_read": 4000000/"memory_read": 5000000/; s/"lds_conflicts": 1000/"lds_conflicts": 2000/' "$PROFILE" >worse.json
run 0 kbuild diff --profile "$PROFILE" worse.json --fail-on 'bytes+20%,bound+20%'
says 'bound (ns) 1000 -> 1188 (+188, +18.8%), bytes 5325000 -> 6325000 (+1000000, +18.8%), conflicts 1000 -> 2000'
run 1 kbuild diff --profile "$PROFILE" worse.json --fail-on 'bytes+5%,bound+10%,lines+1'
says 'caught by bytes+5% (1), bound+10% (1)'
run 0 kbuild diff --profile worse.json "$PROFILE" --fail-on 'bytes+1,bound+1'
run 0 kbuild diff --profile "$PROFILE" worse.json --ignore bytes,bound,conflicts --fail-on changed
run 1 kbuild diff --profile "$PROFILE" worse.json --fail-on 'waves<9' --kernel 'sums'
run 2 kbuild diff --profile "$PROFILE" worse.json --fail-on 'vgpr+1'
says "there is no metric or word 'vgpr'"
run 2 kbuild diff --profile "$PROFILE" worse.json --fail-on signature
run 2 kbuild diff "$PROFILE" worse.json --fail-on bound+1
run 1 kbuild diff --profile "$PROFILE" other.json
run 1 kbuild diff --profile "$PROFILE" worse.json --kernel nothing
says 'neither profile has a kernel that was asked for'
run 0 kbuild diff --profile --json "$PROFILE" worse.json
says '"bound":1188'
says_not '"vgpr"'

# A report has the bounds, only where a profile is given.
run 0 kbuild report "$OBJECTS/gfx90a-v4.hsaco" -o without.html
run 0 kbuild report "$OBJECTS/gfx90a-v4.hsaco" --profile "$PROFILE" -o with.html
grep -q 'sums(float\*)' with.html || fail 'the report lacks the kernel'
grep -q '<code>sums.hip:8</code> bank conflicts' with.html || fail 'the report lacks the source line'
! grep -q 'profile-title' without.html || fail 'the report has a profile that was not given'
run 1 kbuild report "$OBJECTS/gfx90a-v4.hsaco" --profile other.json -o no.html
[ ! -e no.html ] || fail 'a page for a bad profile'
