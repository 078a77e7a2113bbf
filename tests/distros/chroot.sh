# A chroot of a Debian release, for the scripts here, which source this with $name, $here and $root set: makes it
# if it is not there yet, and installs $packages, the names of bookworm, in it. inside COMMAND... runs in it.
#
# It stays, and the next run uses it again. Needs root, debootstrap and a Debian mirror; no GPU.
# environment: CHROOTS (build/distros), MIRROR (debootstrap's own)
case $name in bookworm | trixie | sid) ;; *)
    echo "distros: $name is not bookworm, trixie or sid" >&2
    exit 2
    ;;
esac
[ "$(id -u)" = 0 ] || {
    echo "distros: a chroot is made by root" >&2
    exit 3
}
chroots=${CHROOTS:-$root/build/distros}
chroot=$chroots/$name

inside() {
    chroot "$chroot" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root DEBIAN_FRONTEND=noninteractive "$@"
}

unmount() {
    umount -l "$chroot/proc" "$chroot/dev/shm" "$chroot/dev/pts" 2>/dev/null || true
}

if [ ! -e "$chroot/etc/debian_version" ]; then
    echo "== debootstrap $name"
    mkdir -p "$chroots"
    debootstrap --variant=minbase "$name" "$chroot.new" ${MIRROR:+"$MIRROR"}
    mv "$chroot.new" "$chroot"
fi
cp /etc/resolv.conf "$chroot/etc/resolv.conf"
trap unmount EXIT
trap 'exit 130' INT TERM
mount -t proc proc "$chroot/proc"
mount -t tmpfs tmpfs "$chroot/dev/shm"
mount -t devpts -o newinstance,ptmxmode=0666 devpts "$chroot/dev/pts"
ln -sf pts/ptmx "$chroot/dev/ptmx"

# The list is of bookworm; NAME.packages says what is called otherwise, or is not there ("clang-15 clang-17").
echo "== packages of $name"
packages=$(echo "$packages" | awk -v names="$here/$name.packages" '
    BEGIN { while ((getline line < names) > 0) { split(line, field, " "); is_named[field[1]] = 1; other[field[1]] = field[2] } }
    { for (i = 1; i <= NF; i++) print $i in is_named ? other[$i] : $i }')
# An archive that stands still goes on being used.
inside apt-get -q -o Acquire::Check-Valid-Until=false update
# shellcheck disable=SC2086 # a list of words
inside apt-get install -q -y --no-install-recommends $packages >"$chroot/root/packages.log" 2>&1 || {
    tail -20 "$chroot/root/packages.log" >&2
    exit 1
}

