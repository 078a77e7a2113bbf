# Translations and reports are what people last agreed to, and the report as JSON says the same as
# the one as text. To agree to new ones: UPDATE_GOLDEN=1.
. "$(dirname "$0")/lib.sh"
for source in "$HERE"/golden/*.cu; do
    name=$(basename "$source" .cu)
    hipify 0 "$source" --as "$name.cu" --headers path --no-prelude --project-header vendors/cuda.h --project-header cuda.h \
        -o "$name.hip" --report-file "$name.report"
    [ ! -s .out ] || fail "$name: something on standard output though -o was given"
    sed -i '/ is not installed here /d' .err # that depends on the machine
    same .err "$name.report"
    if [ -n "${UPDATE_GOLDEN-}" ]; then
        cp "$name.hip" "$name.report" "$HERE/golden"
    fi
    same "$HERE/golden/$name.hip" "$name.hip"
    same "$HERE/golden/$name.report" "$name.report"

    hipify 0 "$source" --as "$name.cu" --headers path --no-prelude --project-header vendors/cuda.h --project-header cuda.h --json
    same .out "$name.hip"
    [ "$(grep -c '"code":' .err)" = "$(wc -l <"$name.report")" ] ||
        fail "$name: the JSON report has not one object for each line of the text"
    for code in $(grep -o 'KB[0-9]*' "$name.report"); do
        says "\"code\": \"$code\""
    done
done
hipify 0 "$HERE/golden/hazards.cu" --as hazards.cu --headers path --no-prelude --json
if [ -n "${UPDATE_GOLDEN-}" ]; then
    cp .err "$HERE/golden/hazards.json"
fi
same "$HERE/golden/hazards.json" .err
