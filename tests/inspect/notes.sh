# A code object that was linked of several object files, as Tensile makes them: every command reads the kernels of all of
# them, each once, and those of which the compiler left no code.
. "$(dirname "$0")/lib.sh"
file=gfx1030-notes-v4.hsaco

inspect 0 $file
says "gfx1030, 5 kernels, code object v4"
column kernel >kernels
printf '%s\n' one two 'void behind<int>(int*)' 'void last<int>(int*)' 'void shared<int>(int*)' >wanted
same wanted kernels
[ "$(column code | tr '\n' ' ')" = "32 32 - - 32 " ] || fail "sizes: $(column code | tr '\n' ' ')"
inspect 0 --json $file
cp .out whole.json
inspect 0 --summary $file
inspect 0 --device gfx1030 $file

run 0 kbuild diff whole.json "$DATA/$file"
says "5 unchanged"
run 0 kbuild diff "$DATA/$file" "$DATA/$file" --fail-on 'vgpr+1,code+1'
run 0 kbuild report "$DATA/$file" -o report.html
grep -q 'never\|behind' report.html || fail "the report lacks a kernel"
run 0 kbuild extract "$DATA/$file" -o out
cmp "$DATA/$file" out/* || fail "other bytes"

# Cut anywhere in its notes it is refused, in one line.
for size in 600 700 1000 1500 2000; do
    head -c $size "$DATA/$file" >cut.hsaco
    run 1 kbuild inspect cut.hsaco
    [ "$(wc -l <.err)" = 1 ] || fail "$size: $(cat .err)"
done
