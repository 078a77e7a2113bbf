# Many files: what comes along, where it goes, what one file tells another, and replacing in place.
. "$(dirname "$0")/lib.sh"
mkdir -p src/lib/sub src/.git src/data
cat >src/main.cu <<'END'
#include "lib/tools.h"
#include "lib/cuda.h"
#include <cuda_fp16.h>
int main() { return cudaMine(0) + cudaGetLastError(); }
END
cat >src/lib/tools.h <<'END'
#include "sub/deep.cuh"
#define cudaMine(x) (x)
END
echo 'cudaError_t deep();' >src/lib/sub/deep.cuh
echo 'int own;' >src/lib/cuda.h
printf '#!/bin/sh\n' >src/build.sh
chmod 755 src/build.sh
printf '\0binary cudaMalloc\377' >src/data/blob.bin
echo cudaMalloc >src/.git/config

# A directory: everything is there, sources are translated, the rest is as it was.
hipify 0 src -o out
for file in main.cu lib/tools.h lib/sub/deep.cuh lib/cuda.h build.sh data/blob.bin; do
    [ -e "out/$file" ] || fail "out/$file is missing"
done
[ ! -e out/.git ] || fail "hidden files came along"
cmp src/data/blob.bin out/data/blob.bin || fail "a data file changed"
[ -x out/build.sh ] || fail "a script is not executable any more"
grep -q hipError_t out/lib/sub/deep.cuh || fail "a header was not translated"
grep -q '#include "lib/cuda.h"' out/main.cu || fail "a header of the project was renamed"
grep -q 'cudaMine(0) + hipGetLastError()' out/main.cu || fail "main.cu: $(cat out/main.cu)"
says_not "cudaMine"
says_not "deep.cuh:1"

# It needs nothing but itself: kbuild's headers come along, included by their place.
grep -q '^#include "kbuild-include/kbuild/cuda_prelude.h"$' out/main.cu || fail "no prelude"
[ -e out/kbuild-include/kbuild/cuda_prelude.h ] || fail "the prelude is missing"
grep -q '^#include "kbuild-include/cuda_fp16.h"$' out/main.cu || fail "no cuda_fp16.h"
cp -r src nested
mkdir nested/a
mv nested/main.cu nested/a/
hipify 0 nested -o nested-out
grep -q '^#include "../kbuild-include/cuda_fp16.h"$' nested-out/a/main.cu || fail "wrong place"

# A second run touches nothing; translating the output changes nothing.
touch -d '2001-02-03' out/main.cu
hipify 0 src -o out
[ "$(stat -c %Y out/main.cu)" = "$(date -d '2001-02-03' +%s)" ] || fail "touched"
hipify 0 out/main.cu -o again.cu
same out/main.cu again.cu

# The output inside the source is not a source; any number of threads gives the same.
hipify 0 src -o src/out --sources-only
hipify 0 src -o src/out --sources-only -j 7
[ ! -e src/out/out ] || fail "the output was taken for a source"
[ ! -e src/out/build.sh ] || fail "--sources-only copied a script"
rm -r src/out
# What a source includes is one, whatever its name.
mkdir -p odd/include/mine/detail odd/src
printf '#include <mine/detail/config>\n#include "body.tcu"\n' >odd/src/a.cu
printf '#include "more/list"\ncudaError_t e;\n' >odd/include/mine/detail/config
printf 'cudaError_t f;\n' >odd/src/body.tcu
mkdir -p odd/include/more
printf 'cudaSuccess,\n' >odd/include/more/list
printf 'cudaError_t g;\n' >odd/include/mine/notes
hipify 0 odd -o odd-out --sources-only
hipify 0 odd -o odd-all
for file in include/mine/detail/config include/more/list src/body.tcu; do
    grep -q hip odd-out/$file || fail "$file was left out or left as it is"
    same odd-out/$file odd-all/$file
done
# A header that is named by its whole path does not come along.
printf 'cudaError_t h;\n' >elsewhere.h
printf '#include "%s/elsewhere.h"\n' "$PWD" >odd/src/b.cu
hipify 0 odd -o odd-out --sources-only
grep -q hip odd-out/src/body.tcu && [ ! -e odd-out/elsewhere.h ] || fail "a header from elsewhere moved the tree"
[ ! -e odd-out/include/mine/notes ] || fail "a file that nobody includes came along"
same odd/include/mine/notes odd-all/include/mine/notes
for jobs in 1 3 16; do
    hipify 0 src -o "jobs$jobs" -j $jobs
    diff -r out "jobs$jobs" || fail "-j $jobs differs"
done
hipify 0 src -o less --exclude 'lib/*' --no-follow
[ ! -e less/lib ] || fail "--exclude did not"

# Files: the headers they include come along.
hipify 0 src/main.cu -o few/
for file in main.cu lib/tools.h lib/sub/deep.cuh; do
    [ -e "few/$file" ] || fail "few/$file is missing"
done
[ ! -e few/build.sh ] || fail "a file nobody asked for"
hipify 0 src/main.cu -o alone/ --no-follow
[ ! -e alone/lib ] || fail "--no-follow followed"
mkdir inc
mv src/lib inc/lib
hipify 0 src/main.cu -I inc -o searched/
[ -e searched/inc/lib/sub/deep.cuh ] || fail "-I was not searched"
mv inc/lib src/lib

# One broken file: the others are there, the exit code says it.
printf 'int a; /*' >src/broken.cu
hipify 1 src -o partly
says "src/broken.cu:1:8: error: "
[ -e partly/main.cu ] && [ -e partly/broken.cu ] || fail "files are missing"
rm src/broken.cu

# In place, with the original beside it: the oldest one, however often it runs.
cp -r src place
chmod 640 place/main.cu
hipify 0 place --in-place
grep -q hipGetLastError place/main.cu || fail "not replaced"
same src/main.cu place/main.cu.prehip
[ "$(stat -c %a place/main.cu)" = 640 ] || fail "the mode changed"
hipify 0 place --in-place
same src/main.cu place/main.cu.prehip
cmp src/data/blob.bin place/data/blob.bin || fail "a data file changed"
cp -r src bare
hipify 0 bare --in-place --no-backup
[ -z "$(find bare -name '*.prehip')" ] || fail "a backup in spite of --no-backup"

# kbuild's own headers, which a translation includes by their place, do not belong to a project.
mkdir own
cp src/lib/sub/deep.cuh own/a.cu
echo '#include <cuda_fp16.h>' >>own/a.cu
hipify 0 own/a.cu -o own/a.hip
grep -q '^#include "/.*/cuda_fp16.h"$' own/a.hip || fail "no header by its place"
hipify 0 own -o own-out
[ "$(ls own-out | tr '\n' ' ')" = "a.cu a.hip kbuild-include " ] || fail "the tree: $(find own-out -maxdepth 2)"
headers=$(sed -n 's|^#include "\(/.*\)/cuda_fp16.h"$|\1|p' own/a.hip)
hipify 0 own/a.cu -I "$headers" -o own-searched/
[ "$(ls own-searched | tr '\n' ' ')" = "a.cu kbuild-include " ] || fail "-I: $(find own-searched -maxdepth 2)"

# Links that lead nowhere are reported and skipped, whatever they would be.
cp -r src links
ln -s nowhere.cu links/gone.cu
ln -s nowhere links/lib/gone.txt
ln -s loop.h links/loop.h
ln -s main.cu links/again.cu
hipify 0 links -o links-out
says "warning: links/gone.cu: this link does not lead to a file; skipped"
says "warning: links/lib/gone.txt: this link"
says "warning: links/loop.h: this link"
grep -q hipGetLastError links-out/main.cu || fail "the rest was not translated"
grep -q hipGetLastError links-out/again.cu || fail "a link to a file was not followed"
[ -z "$(find links-out -name 'gone*' -o -name 'loop*')" ] || fail "$(find links-out)"
hipify 0 links --in-place
hipify 1 links/gone.cu -o gone.hip
says "links/gone.cu: no such file"

# A copy of CUB in the tree is for the files that include it; others mean the one that hipCUB replaces.
mkdir -p cubs/old
printf 'namespace cub { struct Sum {}; }\n' >cubs/old/cub.cuh
printf '#if CUDART_VERSION >= 11000\n#include <cub/cub.cuh>\n#else\n#include "old/cub.cuh"\n#endif\ncub::Sum a;\n' >cubs/new.cu
printf '#include "old/cub.cuh"\ncub::Sum a;\n' >cubs/old.cu
hipify 0 cubs -o cubs-out
grep -q '^hipcub::Sum a;$' cubs-out/new.cu || fail "$(cat cubs-out/new.cu)"
grep -q '^cub::Sum a;$' cubs-out/old.cu || fail "$(cat cubs-out/old.cu)"

# The one that is included may be behind a header of the tree, and behind another one.
mkdir -p wrapped/old
cp cubs/old/cub.cuh wrapped/old
printf '#if CUDART_VERSION >= 11000\n#include <cub/cub.cuh>\n#else\n#include "old/cub.cuh"\n#endif\n' >wrapped/any_cub.cuh
printf '#pragma once\n#include <wrapped/any_cub.cuh>\n' >wrapped/sums.cuh
printf '#include "sums.cuh"\n__global__ void k(int *p) { cub::Sum a; *p = a(1, 2); }\n' >wrapped/new.cu
cp cubs/old.cu wrapped/old.cu
echo '__device__ int sum(int a, int b) { return cub::Sum()(a, b); }' >wrapped/bare.cuh
hipify 0 wrapped -o wrapped-out
grep -q ' hipcub::Sum a;' wrapped-out/new.cu || fail "$(cat wrapped-out/new.cu)"
grep -q '^cub::Sum a;$' wrapped-out/old.cu || fail "$(cat wrapped-out/old.cu)"
grep -q ' hipcub::Sum()' wrapped-out/bare.cuh || fail "$(cat wrapped-out/bare.cuh)"

# Types and constants that a header declares in a namespace are its own where they are looked up there; functions may be one of several.
mkdir spaces
printf 'namespace a { namespace mine { enum Status { CUBLAS_STATUS_SUCCESS }; using cublasStatus_t = Status;\nint cudaFree(int); } }\n' >spaces/own.h
printf '#include "own.h"\nusing namespace a::mine;\ncublasStatus_t f() { cudaFree(0); return CUBLAS_STATUS_SUCCESS; }\n#define OK CUBLAS_STATUS_SUCCESS\n' >spaces/using.cu
printf '#include "own.h"\nnamespace a::mine { cublasStatus_t f(); }\n' >spaces/inside.cu
printf 'namespace a { cublasStatus_t f(); }\nusing namespace b;\n' >spaces/outside.cu
hipify 0 spaces -o spaces-out
grep -q '^cublasStatus_t f() { hipFree(0); return CUBLAS_STATUS_SUCCESS; }$' spaces-out/using.cu || fail "$(cat spaces-out/using.cu)"
grep -q '^#define OK CUBLAS_STATUS_SUCCESS$' spaces-out/using.cu || fail "$(cat spaces-out/using.cu)"
grep -q '^namespace a::mine { cublasStatus_t f(); }$' spaces-out/inside.cu || fail "$(cat spaces-out/inside.cu)"
grep -q '^namespace a { hipblasStatus_t f(); }$' spaces-out/outside.cu || fail "$(cat spaces-out/outside.cu)"

# A macro that stands for qualifiers does so in all files, unless its header takes it back.
mkdir qualified
printf '#ifdef __CUDACC__\n#define DEV __device__\n#else\n#define DEV\n#endif\n#define OWN __device__\n#undef OWN\n' >qualified/dev.h
printf '#include "dev.h"\n#define HD __host__ DEV\ntemplate <class T> HD T f(T);\ntemplate <> int f(int);\n' >qualified/f.cu
printf '#include "dev.h"\ntemplate <class T> DEV T g(T);\ntemplate <> int g(int);\ntemplate <class T> OWN T h(T);\ntemplate <> int h(int);\n' >qualified/g.cu
hipify 0 qualified -o qualified-out
grep -q '^template <> HD int f(int);$' qualified-out/f.cu || fail "$(cat qualified-out/f.cu)"
grep -q '^template <> DEV int g(int);$' qualified-out/g.cu || fail "$(cat qualified-out/g.cu)"
grep -q '^template <> int h(int);$' qualified-out/g.cu || fail "$(cat qualified-out/g.cu)"

# What adds to the namespace cub where CUDA's is included adds to hipCUB's.
mkdir adds
printf '#include <cub/cub.cuh>\nnamespace cub { struct mine {}; }\nnamespace cub::detail { }\n#define ADD namespace cub { }\ncub::mine a;\n' >adds/adds.h
printf '#include "adds.h"\ncub::mine b;\n' >adds/user.cu
hipify 0 adds -o adds-out
tail -n 4 adds-out/adds.h | tr '\n' ';' | grep -qF 'namespace hipcub { struct mine {}; };namespace hipcub::detail { };#define ADD namespace hipcub { };hipcub::mine a;' || fail "$(cat adds-out/adds.h)"
grep -q '^hipcub::mine b;$' adds-out/user.cu || fail "$(cat adds-out/user.cu)"

# hipCUB under CUDA's name, in a branch for AMD, is not a CUB of the project's own; others are.
printf '#if USE_CUDA\n#include <cub/cub.cuh>\n#else\nnamespace cub = hipcub;\n#endif\ncub::Sum a;\n' >alias.cu
printf 'namespace cub = mine;\ncub::Sum a;\nmine::cub::Sum b;\n' >mine.cu
for file in alias mine; do hipify 0 $file.cu -o $file.hip; done
grep -q '^hipcub::Sum a;$' alias.hip && grep -q '^namespace cub = hipcub;$' alias.hip || fail "$(cat alias.hip)"
grep -q '^cub::Sum a;$' mine.hip && grep -q '^mine::cub::Sum b;$' mine.hip || fail "$(cat mine.hip)"

# A folder cuda/ of the project's own is not CUDA's, wherever the build will find it.
mkdir -p folder/include/cuda folder/src
echo 'cudaError_t mine();' >folder/include/cuda/mine.h
printf '#include <cuda/mine.h>\n#include <cuda/theirs.h>\n' >folder/src/a.cu
hipify 0 folder -o folder-out
says "a.cu:2:10: warning: the CUDA header cuda/theirs.h has no counterpart"
says_not "cuda/mine.h"
grep -q '^#include <cuda/mine.h>$' folder-out/src/a.cu || fail "a header of the project was renamed"

# A file that includes itself, and a circle.
mkdir circle
printf '#include "a.cu"\n#include "b.cuh"\n' >circle/a.cu
printf '#include "a.cu"\n' >circle/b.cuh
hipify 0 circle/a.cu -o circle-out/
[ -e circle-out/b.cuh ] || fail "the circle was cut"

# Reports of a tree.
hipify 0 src -o reported --report json
says '"kbuild-hipify-tree-1"'
run 0 sh -c '"$0" hipify src -o reported --report json 2>report.json' "$KBUILD"
command -v python3 >/dev/null && { python3 -m json.tool report.json >/dev/null || fail "no JSON"; }
hipify 0 src -o reported
says "4 files translated, 0 warnings, 0 errors"
hipify 1 empty-or-missing -o reported
mkdir nothing
hipify 1 nothing -o reported
says "no CUDA or C++ file in it"

# Headers by their names only, which no file includes: they are copied as they are.
mkdir -p texts/res
printf '\377\376/\0/\0\n\0' >texts/res/resource.h
printf 'void f() { cudaFree(0); }\nMail User'\''s Shell\n' >texts/letter.h
echo '#include <sys/resource.h>' >texts/a.cu
hipify 0 texts -o texts-out
says "texts/res/resource.h:1:4: warning: UTF-16, which compilers do not read"
says "texts/letter.h:2:10: warning: this character literal is not closed"
cmp texts/res/resource.h texts-out/res/resource.h || fail "a UTF-16 text was changed"
cmp texts/letter.h texts-out/letter.h || fail "a text that is not C++ was changed"
hipify 1 texts/res/resource.h -o texts-out/
says "error: UTF-16"
echo '#include "./res/resource.h"' >>texts/a.cu
hipify 1 texts -o texts-out
says "texts/res/resource.h:1:4: error: UTF-16"
says "texts/letter.h:2:10: warning"

# Each source is read once, whether its includes are followed or not: a pipe has no second time.
mkdir piped
mkfifo piped/pipe.cu
echo '#include "beside.h"' >piped/source
echo 'cudaError_t beside();' >piped/beside.h
cat piped/source >piped/pipe.cu &
timeout 20 "$KBUILD" hipify piped/pipe.cu -o piped-out/ 2>err || fail "a pipe: $(cat err)"
grep -q '"beside.h"' piped-out/pipe.cu || fail "the pipe was not translated"
grep -q hipError_t piped-out/beside.h || fail "what a pipe includes does not come along"

# A header tells its sources which member functions are templates of the device.
mkdir -p calls
cat >calls/tile.cuh <<'END'
template <int S> struct tile { template <int N> __device__ int at(int) const; template <int N> __device__ int size(); };
END
echo 'struct list { int size; };' >calls/list.h
cat >calls/list.cu <<'END'
#include "list.h"
template <class T> int host(T b, int n, int m) { return two(b.size < n, m > (n + 1)); }
END
cat >calls/use.cu <<'END'
#include "tile.cuh"
template <int S> __global__ void k(tile<S> t, int *p) { *p = t.at<4>(1); }
END
hipify 0 calls -o calls-out
grep -q 't.template at<4>(1)' calls-out/use.cu || fail "a call of a member template has no 'template'"
grep -q 'two(b.size < n' calls-out/list.cu || fail "a data member is called as a template"

# A .cu by another name has the prelude too.
mkdir -p bazel
for file in a.cu.cc b.cu.cpp c.cu.cxx d.cc; do echo '__global__ void k() {}' >"bazel/$file"; done
hipify 0 bazel -o bazel-out
for file in a.cu.cc b.cu.cpp c.cu.cxx; do grep -q kbuild/cuda_prelude.h "bazel-out/$file" || fail "$file has no prelude"; done
! grep -q kbuild/cuda_prelude.h bazel-out/d.cc || fail "a source of C++ has the prelude"

# The assembly of C is the host's.
echo 'void f(unsigned *x) { __asm__("mova.x.m %0" : "=r"(*x)); }' >other.c
hipify 0 other.c -o other.out --report text
says_not KB1101
cp other.c other.cu
hipify 0 other.cu -o other.out --report text
says KB1101
