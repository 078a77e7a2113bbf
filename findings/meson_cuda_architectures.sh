#!/bin/sh
# Meson 1.12.1's module "cuda" has no code for new GPUs in what it gives nvcc of CUDA 12.9 and 13, and reports nothing:
#   '12.1' (GB10, DGX Spark) is no flag at all, alone or with +PTX: nvcc compiles for its default. The table has 12.1, and a limit
#     of "12.1" that is exclusive removes it again;
#   'Auto' with detected: '12.1' is sm_110 with CUDA 13, the code of a Jetson, without PTX: nothing runs on the detected GPU;
#   'All' ends at sm_100 and has no PTX: not 10.3, 11.0 or 12.0, which nvcc knows and 'Common' has. What is built with 'All' does
#     not run on a GeForce RTX 50. 'Blackwell' is 10.0 alone.
# (mesonbuild/modules/cuda.py: "All" takes the list of known names, which are looked up, and not the list of all numbers.)
# Needs python3 with pip, and the network. Exits with 0 while this is so.
set -eu
top=$(mktemp -d)
trap 'rm -rf "$top"' EXIT
cd "$top"
python3 -m pip install -q --root-user-action=ignore --target site meson==1.12.1 ninja==1.13.0
cat >meson.build <<'EOT'
project('targets')
cuda = import('unstable-cuda')
foreach version : ['12.9.1', '13.0.2', '13.5.0']
  foreach name : ['12.0', '12.1', '12.1+PTX', 'Blackwell', 'All', 'Common']
    message(version, name + ':', ' '.join(cuda.nvcc_arch_readable(version, name)))
  endforeach
  message(version, 'Auto, 12.1 detected:', ' '.join(cuda.nvcc_arch_readable(version, 'Auto', detected: '12.1')))
endforeach
EOT
PYTHONPATH=site PATH=$top/site/bin:$PATH python3 site/bin/meson setup build >log
sed -n 's/^Message: //p' log | tee flags
is() { grep -qxF -- "$*" flags; }
is '13.5.0 12.0: sm_120'
for version in 12.9.1 13.5.0; do
    is "$version 12.1: "
    is "$version 12.1+PTX: "
    is "$version Blackwell: sm_100"
done
is '13.5.0 Auto, 12.1 detected: sm_110'
is '13.5.0 All: sm_100 sm_75 sm_80 sm_86 sm_87 sm_89 sm_90'
grep -q '^13.5.0 Common: .*sm_103 sm_110 sm_120.* compute_90$' flags
echo "as described"
