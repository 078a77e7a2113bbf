#!/bin/sh
# CMake reserves room for INSTALL_RPATH in what it builds and installs, so that `cmake --install` can write it in place:
# it fills the run path of the build up with colons ("::::::::"), or ends it with one. The loader takes an empty name in
# a run path for the working directory. So a library that is used from its build tree, and that opens another one with
# dlopen("libx.so"), loads it from whatever directory the program stands in, before the system's. Nothing reports it; an
# installed copy is right. The target property BUILD_WITH_INSTALL_RPATH avoids it; BUILD_RPATH does not, it leaves the
# colon at the end. Needs gcc, readelf and the network: CMake and ninja come from PyPI. Exits with 0 while this is so.
set -eu
top=$(mktemp -d)
trap 'rm -rf "$top"' EXIT
cd "$top"
python3 -m venv venv
venv/bin/pip install -q ninja==1.11.1.3
for version in 3.25.2 3.31.6; do
    python3 -m venv "$version"
    "$version/bin/pip" install -q "cmake==$version"
done
PATH=$top/venv/bin:$PATH
cat >CMakeLists.txt <<'CMAKE'
cmake_minimum_required(VERSION 3.20)
project(padding C)
foreach(name neither with_build with_install)
  add_library(${name} SHARED open.c)
  target_link_libraries(${name} PRIVATE ${CMAKE_DL_LIBS})
  set_target_properties(${name} PROPERTIES INSTALL_RPATH "$ORIGIN;$ORIGIN/plugins")
  install(TARGETS ${name} DESTINATION lib)
endforeach()
set_target_properties(with_build PROPERTIES BUILD_RPATH "$ORIGIN;$ORIGIN/plugins")
set_target_properties(with_install PROPERTIES BUILD_WITH_INSTALL_RPATH ON)
CMAKE
cat >open.c <<'C'
#include <dlfcn.h>
int opens(void);
int opens(void) { return dlopen("libplugin_of_nobody.so", RTLD_NOW) != 0; }
C
cat >main.c <<'C'
#include <dlfcn.h>
#include <stdio.h>
int main(int count, char **words)
{
    int (*opens)(void) = (int (*)(void))dlsym(dlopen(words[count - 1], RTLD_NOW), "opens");
    puts(opens() ? "loaded" : "not found");
    return 0;
}
C
gcc -w main.c -o main -ldl
mkdir elsewhere
echo 'int x;' >x.c
gcc -shared -fPIC x.c -o elsewhere/libplugin_of_nobody.so
runpath() { readelf -d "$1" | sed -n 's/.*run\{0,1\}path: \[\(.*\)\]/\1/p'; }
for version in 3.25.2 3.31.6; do
    rm -rf tree
    "$version/bin/cmake" -G Ninja -S . -B tree >log 2>&1
    "$version/bin/cmake" --build tree >>log 2>&1
    for name in neither with_build with_install; do
        got=$(cd elsewhere && ../main "$top/tree/lib$name.so")
        printf '%s %-12s [%s] from the working directory: %s\n' $version $name "$(runpath tree/lib$name.so)" "$got"
        [ "$got" = "$([ $name = with_install ] && echo 'not found' || echo loaded)" ]
    done
done
