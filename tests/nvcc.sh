# A double of nvcc, for tests that source lib.sh: it gives the images that nvcc made of tests/containers/data/nvidia.cu,
# whatever it compiles, and fails where a line begins with #error.
DATA=$HERE/../containers/data

# nvcc_double FILE: writes the program. Its images are in images/, its version is the file version, and each call is a
# line of log.
nvcc_double() {
    mkdir -p images
    cp "$DATA/nvidia.cubin" "$DATA/nvidia.ptx" images/
    echo "nvcc 1" >version
    cat >"$1" <<EOF2
#!/bin/sh
[ "\$1" != --version ] || { cat "$TOP/version" && exit; }
echo "\$*" >>"$TOP/log"
while [ \$# -gt 0 ]; do
    case \$1 in
    -ptx | -cubin) kind=\${1#-} ;;
    -MF) depfile=\$2 && shift ;;
    -o) output=\$2 && shift ;;
    -x | -MT) shift ;;
    -*) ;;
    *) source=\$1 ;;
    esac
    shift
done
line=\$(grep -n '^#error' "\$source" | cut -d: -f1)
[ -z "\$line" ] || { echo "\$source(\$line): error: #error directive" >&2 && exit 1; }
echo "object : \$source" >"\$depfile"
cp "$TOP/images/nvidia.\$kind" "\$output"
EOF2
    chmod +x "$1"
}
