# textures.cu, translated, compiled and run on the emulator, which stands for HIP's library.
#
# usage: textures.sh DIRECTORY (of the emulator)
. "$(dirname "$0")/../../lib.sh"
. "$HERE/../../hip.sh"
emulator=$1
command -v hipcc >/dev/null || skip "hipcc is not installed"
library=$(ls "$emulator"/hipemu/libamdhip64.so.? 2>/dev/null | head -n 1)
run 0 "$KBUILD" hipify "$HERE/textures.cu" -o textures.hip --quiet
# shellcheck disable=SC2046 # options
run 0 hipcc -w -O1 $("$KBUILD" flags --targets gfx1030) --offload-arch=gfx1030 textures.hip -o textures
[ -n "$library" ] || skip "the emulator does not stand for HIP's library"
run 0 env LD_LIBRARY_PATH="$emulator/hipemu" HIPEMU_DEVICES=gfx1030 HIPEMU_CHECK=fatal ./textures
