//! Finds libkrt: in KRT_LIB_DIR, else where pkg-config says, else where the linker looks.
use std::env;
use std::process::Command;

fn main() {
    println!("cargo:rerun-if-env-changed=KRT_LIB_DIR");
    println!("cargo:rerun-if-env-changed=PKG_CONFIG_PATH");
    let found = Command::new("pkg-config").args(["--variable=libdir", "krt"]).output();
    let found = found.ok().filter(|output| output.status.success());
    let found = found.map(|output| String::from_utf8_lossy(&output.stdout).trim().to_string());
    if let Some(directory) = env::var("KRT_LIB_DIR").ok().or(found) {
        println!("cargo:rustc-link-search=native={directory}");
    }
}
