#!/bin/sh
# Installs what was built, and moves it: the rest of these tests run from there.
# install.sh BUILD PREFIX
set -eu
build=$1 prefix=$2
rm -rf "$prefix" "$prefix.first"
cmake --install "$build" --prefix "$prefix.first" >/dev/null
mv "$prefix.first" "$prefix"
