# Makes a chroot of a Debian release if there is none yet, and installs $packages in it. The
# scripts here source this file with $name, $here and $root set. inside COMMAND... runs COMMAND in the chroot.
#
# The chroot is kept for the next run. Needs root, debootstrap and a Debian mirror, but no GPU.
# environment: CHROOTS (build/distros), MIRROR (debootstrap's own)
case $name in bookworm | trixie | sid) ;; *)
    echo "distros: $name is not bookworm, trixie or sid" >&2
    exit 2
    ;;
esac
[ "$(id -u)" = 0 ] || {
    echo "distros: needs root, to make a chroot" >&2
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

# Accept an archive that is no longer updated.
echo 'Acquire::Check-Valid-Until "false";' >"$chroot/etc/apt/apt.conf.d/distros"
if [ -n "$packages" ]; then
    echo "== packages of $name"
    inside apt-get -q update
    # shellcheck disable=SC2086 # a list of words
    inside apt-get install -q -y --no-install-recommends $packages >"$chroot/root/packages.log" 2>&1 || {
        tail -20 "$chroot/root/packages.log" >&2
        exit 1
    }
fi
