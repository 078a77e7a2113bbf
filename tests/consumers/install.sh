#!/bin/sh
# Installs the build and moves the installed tree: the other tests here use the moved tree.
# install.sh BUILD PREFIX
set -eu
build=$1 prefix=$2
rm -rf "$prefix" "$prefix.first"
cmake --install "$build" --prefix "$prefix.first" >/dev/null
mv "$prefix.first" "$prefix"
