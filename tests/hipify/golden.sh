# golden.txt has the translation of each source of sources.txtar and the report. The report as JSON must agree with
# the one as text.
. "$(dirname "$0")/lib.sh"
sources
for source in sources/*.cu; do
    name=$(basename "$source" .cu)
    hipify 0 "$source" --as "$name.cu" --headers path --no-prelude --project-header vendors/cuda.h --project-header cuda.h \
        -o "$name.hip" --report-file "$name.report"
    [ ! -s .out ] || fail "$name: something on standard output though -o was given"
    sed -i '/ is not installed here /d' .err # that depends on the machine
    same .err "$name.report"
    {
        cat "$name.hip"
        printf '\n---- report\n'
        cat "$name.report"
    } >"$name.expected"
    transcribe "$name.cu" "$name.expected"

    hipify 0 "$source" --as "$name.cu" --headers path --no-prelude --project-header vendors/cuda.h --project-header cuda.h --report json
    same .out "$name.hip"
    [ "$(grep -c '"code":' .err)" = "$(wc -l <"$name.report")" ] ||
        fail "$name: the JSON report has not one object for each line of the text"
    for code in $(grep -o 'KB[0-9]*' "$name.report"); do
        says "\"code\": \"$code\""
    done
done
hipify 0 "sources/hazards.cu" --as hazards.cu --headers path --no-prelude --report json
transcribe "hazards.cu --report json" .err
golden "$HERE/golden.txt"
