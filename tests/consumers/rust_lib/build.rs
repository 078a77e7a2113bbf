fn main() {
    kbuild_build::Build::sources(["kernels/fill.cu", "kernels/scale.cu"])
        .targets("gfx90a")
        .include("kernels/include")
        .with_cuda_arch("fill.cu", 700)
        .with_define("scale.cu", "FACTOR", "2")
        .build_lib("liblaunchers.a");
}
