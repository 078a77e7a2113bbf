# A module without kernels, or a template that nothing instantiates, is reported with the reason. A kernel of which the
# compiler leaves no code is no reason to stop.
. "$(dirname "$0")/lib.sh"

build() { run 0 kbuild build src --targets gfx1030 -o out --quiet "$@"; }

# The guard, or the template that nothing instantiates, is named.
kernel src/whole.cu whole
cat >src/guarded.cu <<'EOF'
#if 1
#ifdef WANTS_IT // __global__
extern "C" __global__ void guarded(float *p) { *p = 1; }
#else
__device__ int helper() { return 1; } // __global__
#endif
#endif
EOF
sed -i "s|WANTS_IT // |&$(printf '\351') |" src/guarded.cu # a letter of Latin-1
printf 'template <class T>\n__global__ void of_types(T *p) { *p = 1; }\n' >src/template.cu
printf '#include "lib.cuh"\n__global__ void k(int *p) { *p = 1; }\ntemplate <int N> __global__ void of_numbers(int *p) { *p = N; }\n' >src/mixed.cu
printf 'template <class T> __global__ void of_lib(T *p) { *p = 2; }\n' >src/lib.cuh
printf 'int main() { return 0; }\n' >src/main.cu
printf '__constant__ float table[4];\n' >src/table.cu
build
once "src/guarded.cu:2: module 'guarded' has no kernels: '#ifdef WANTS_IT // ? __global__' hides those"
once "src/template.cu:2: nothing instantiates kernel template 'of_types', so it is not in module 'template'"
once "src/mixed.cu:3: nothing instantiates kernel template 'of_numbers', so it is not in module 'mixed'"
once "module 'main' has no kernels"
[ "$(wc -l <.err)" = 4 ] || fail "printed: $(cat .err)"
echo 'template __global__ void of_types<float>(float *);' >>src/template.cu
echo 'template __global__ void of_numbers<2>(int *);' >>src/mixed.cu
rm src/main.cu
build -DWANTS_IT
[ ! -s .err ] || fail "printed: $(cat .err)"
grep -q guarded out/kernels.h || fail "the guarded kernel is lost"

# The only kernel of a module, and the last one.
rm -rf src out
mkdir src
cat >src/alone.cu <<'EOF'
template <class T> __global__ void never(T *p) { __builtin_unreachable(); }
template __global__ void never<int>(int *);
EOF
{ cat src/alone.cu && echo 'extern "C" __global__ void fill(int *p) { *p = 1; }'; } >src/last.cu
build
[ ! -s .err ] || fail "printed: $(cat .err)"
run 0 kbuild inspect out
[ "$(grep -c '1  *1024 .* -  ' .out)" = 2 ] || fail "kernels: $(cat .out)"
