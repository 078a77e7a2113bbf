# Names of files are neither options nor commands for a terminal.
. "$(dirname "$0")/lib.sh"

# ---- A name that begins with "-" ----------------------------------------------------------------
mkdir -p src/-d
kernel src/-o.cu first
kernel src/-d/-x.cu second
printf '#define ONE 1.0f\n' >src/-h.cuh
sed -i '1i #include "../-h.cuh"' src/-d/-x.cu
run 0 kbuild build --targets gfx1030 --emit python -o ./-out -- src
[ -s ./-out/-o.hsaco ] && [ -s ./-out/-d_-x.hsaco ] || fail "not there: $(ls ./-out)"
run 0 kbuild build --targets gfx1030 -o one -- src/-o.cu
cat >src.yaml <<'YAML'
targets: [gfx1030]
modules:
  - {name: -x, sources: [src/-o.cu]}
  - {name: --help, sources: [src/-d/-x.cu]}
YAML
run 0 kbuild build src.yaml -o three
[ -s three/--help.hsaco ] || fail "not there: $(ls three)"
cp src/-o.cu -- .
cp -r src ./-src
for source in -o.cu -src; do
    run 0 kbuild build --targets gfx1030 -o "two$source" -- "$source"
done
cp ./-out/-o.hsaco ./-x.hsaco
for command in inspect report "diff -x.hsaco" "bundle -o b" "embed -o e.h --name x" "extract -o files" \
    "pack --package x -o archives" "disasm --kernel first" "hipify" "compile --target gfx1030 -o c"; do
    case $command in hipify | compile*) file=-o.cu ;; *) file=-x.hsaco ;; esac
    set -- $command
    name=$1
    shift
    case $name in
    diff) run 0 kbuild diff -- "$@" $file ;;
    disasm) run 0 kbuild disasm -- first $file ;;
    *) run 0 kbuild "$name" "$@" -- $file ;;
    esac
done

# ---- Control characters -------------------------------------------------------------------------
# OSC sets the title, BEL beeps, CSI clears the screen, also as C1's in UTF-8 (U+009B).
evil=$(printf 'x\033]0;title\007\033[2J\302\2332J')
# clean COMMAND...: whatever the command makes of it, nothing of that is in its output.
clean() {
    "$@" >"$TOP/.out" 2>"$TOP/.err" </dev/null
    rc=$?
    ! LC_ALL=C grep -q "$(printf '[\001-\010\013-\037\177]\|\302[\200-\237]')" "$TOP/.out" "$TOP/.err" ||
        fail "control characters in the output of $(printf %s "$*" | cat -v)"
}
cp ./-x.hsaco "$evil.hsaco"
echo 'not a code object' >"$evil"
kernel "$evil.cu" third
echo '#error "no"' >>"$evil.cu"
mkdir "d$evil" good
cp "$evil.cu" "d$evil/a.cu"
kernel good/a.cu third
printf 'modules: [a\n' >"$evil.yaml"
for command in $(kbuild --help | sed -n 's/^  \([a-z]*\) .*/\1/p'); do
    [ "$command" != COMMAND ] || continue
    for file in "$evil" "$evil.hsaco" "$evil.cu" "$evil.yaml" "d$evil" "missing$evil"; do
        case $command,$file in # HTML, sources and lists for scripts are not text for people
        report,*.hsaco | extract,*.hsaco | hipify,*) continue ;;
        esac
        clean kbuild "$command" "$file"
        clean kbuild "$command" -o "o$evil" "$file"
    done
    clean kbuild "$command" "--$evil"
    clean kbuild "$command" --targets "$evil" good
    clean kbuild "$command" "$evil" ./-x.hsaco
    clean kbuild "$command" --kernel "$evil" ./-x.hsaco
done
clean kbuild "$evil"
clean kbuild build "d$evil" --targets gfx1030 -o out
grep -q 'error' "$TOP/.err" || fail "the error is not shown"
clean kbuild build good --targets gfx1030 -o "o$evil"
says 'x?]0;title??[2J?2J'
clean kbuild inspect --json "$evil.hsaco"
grep -q '\\u001B' "$TOP/.out" || fail "JSON does not have the name"

# Names and sources that a script reads are as they are; a terminal gets them clean.
run 0 kbuild extract -o "$evil.files" ./-x.hsaco
LC_ALL=C grep -q "$(printf '\033')" "$TOP/.out" || fail "the name is another one"
if command -v script >/dev/null; then
    printf '%s' "$evil" >name
    for command in 'extract -o "$(cat name)".more ./-x.hsaco' 'hipify "$(cat name)".cu'; do
        run 0 script -qec "'$KBUILD' $command" typescript
        says '?2J' # as what is left of U+009B 2J
        ! LC_ALL=C grep -q "$(printf '[\007\033]')" "$TOP/.out" || fail "a terminal got the name as it is: $command"
    done
fi
