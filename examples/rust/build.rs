fn main() {
    kbuild_build::Build::new("kernels").targets("gfx1030,gfx1100,gfx90a").compile();
}
