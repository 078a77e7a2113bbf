fn main() {
    kbuild_build::link("krt-kernels");
    kbuild_build::link("krt_ops");
}
