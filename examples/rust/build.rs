//! Compiles kernels/ into OUT_DIR, as hsaco.rs and the code objects beside it, and finds libkrt.
use std::env;
use std::path::Path;
use std::process::Command;

fn output_of(program: &str, arguments: &[&str]) -> String {
    let output = Command::new(program)
        .args(arguments)
        .output()
        .unwrap_or_else(|error| panic!("cannot run {program}: {error}"));
    let (out, err) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{program} failed:\n{out}{err}");
    out.trim().to_string()
}

fn main() {
    let out = env::var("OUT_DIR").expect("cargo sets OUT_DIR");
    let work = Path::new(&out).join("kbuild");
    output_of(
        "kbuild",
        &[
            "build", "kernels", "--emit", "rust", "--targets", "gfx1030,gfx1100,gfx90a", "-o", &out,
            "--build-dir", work.to_str().expect("UTF-8"), "--quiet",
        ],
    );
    println!("cargo:rerun-if-changed=kernels");

    let libraries = output_of("pkg-config", &["--variable=libdir", "krt"]);
    println!("cargo:rustc-link-search=native={libraries}");
    println!("cargo:rustc-link-arg=-Wl,-rpath,{libraries}");
    println!("cargo:rustc-link-lib=krt");
}
