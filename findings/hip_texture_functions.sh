#!/bin/sh
# HIP's functions of textures and surfaces compile and compute something else than their names and CUDA's manual say:
#   surf2DLayeredread    reads mipmap level |layer| of a flat image, in place of the layer
#   tex2Dgather(.., 0)   gathers alpha; 1 is red, 2 green, 3 blue (its overload for texture references counts from red)
#   tex2DLayeredLod      does not look at |level|
#   surf2Dread<int>      converts the bits, taken for a float, to an integer
# (amd_surface_functions.h calls __ockl_image_load_lod_2D(i, xy, layer); texture_indirect_functions.h has gather4r for
# component 1. The first three are in HIP 6.4's headers as well; the last is put right in 5.7's.)
# Needs Debian's hipcc and libamdhip64-dev. Exits with 0 while this is so.
set -eu
top=$(mktemp -d)
trap 'rm -rf "$top"' EXIT
cd "$top"
command -v hipcc >/dev/null || { echo "hipcc is not installed"; exit 1; }
hipcc --version | head -1
cat >main.hip <<'EOF'
#include <hip/hip_runtime.h>
__global__ void layer(hipSurfaceObject_t from, float *out, int x, int y, int n) { surf2DLayeredread(out, from, x, y, n); }
__global__ void gather(hipTextureObject_t from, float4 *out, float x, float y) { *out = tex2Dgather<float4>(from, x, y, 0); }
__global__ void level(hipTextureObject_t from, float *out, float x, float y, int n, float level)
{
    *out = tex2DLayeredLod<float>(from, x, y, n, level);
}
__global__ void whole(hipSurfaceObject_t from, int *out, int x, int y) { surf2Dread(out, from, x, y); }
EOF
hipcc --offload-arch=gfx1030 -O2 --cuda-device-only -S main.hip -o main.s 2>/dev/null
# what KERNEL: its instructions for images, and conversions.
what() {
    sed -n "/^_Z[0-9]*$1.*:/,/s_endpgm/p" main.s | grep -E 'image_|v_cvt_i32_f32' | tr -s '\t ' ' ' | sed "s/^/$1:/"
}
for kernel in layer gather level whole; do what $kernel; done
what layer | grep -q 'image_load_mip.*_2D ' # not image_load ... _2D_ARRAY
what gather | grep -q 'image_gather4.*dmask:0x8' # not 0x1
what level | grep -q 'image_sample' && ! what level | grep -q 'image_sample_l '
what whole | grep -q 'v_cvt_i32_f32'
echo "as described"
