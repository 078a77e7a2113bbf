//! Runs kbuild in a build script.
//!
//! ```no_run
//! // build.rs
//! kbuild_build::Build::new("kernels").targets("gfx1030,gfx90a").compile();
//! ```
//!
//! This makes `launch.rs`, `hsaco.rs` and the code objects in `OUT_DIR`, for
//! `mod kernels { include!(concat!(env!("OUT_DIR"), "/launch.rs")); }`. kbuild takes its jobs from cargo's jobserver.
//! cargo runs the build script again when a source, a header or the manifest changes.
#![warn(missing_docs)]

use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A call of `kbuild build`.
pub struct Build {
    source: PathBuf,
    arguments: Vec<OsString>,
}

impl Build {
    /// Builds a directory of kernels, a manifest or a source. A relative path is the package's.
    pub fn new(source: impl Into<PathBuf>) -> Build {
        Build { source: source.into(), arguments: Vec::new() }
    }

    /// Target IDs with commas: "gfx1030,gfx90a".
    pub fn targets(self, targets: &str) -> Build {
        self.arg("--targets").arg(targets)
    }

    /// A directory in which device code finds headers, before the manifest's; the crate `cc` has the same function. A
    /// relative path is the package's.
    pub fn include(self, directory: impl AsRef<Path>) -> Build {
        let mut option = OsString::from("-I");
        option.push(directory.as_ref());
        self.arg(option)
    }

    /// Several of them.
    pub fn includes<P: AsRef<Path>>(self, directories: impl IntoIterator<Item = P>) -> Build {
        directories.into_iter().fold(self, Build::include)
    }

    /// A macro of device code: `define("SIZE", "4")`, or `define("FAST", None)`, which is 1.
    pub fn define<'a>(self, name: &str, value: impl Into<Option<&'a str>>) -> Build {
        match value.into() {
            Some(value) => self.arg(format!("-D{name}={value}")),
            None => self.arg(format!("-D{name}")),
        }
    }

    /// Another argument of `kbuild build`.
    pub fn arg(mut self, argument: impl Into<OsString>) -> Build {
        self.arguments.push(argument.into());
        self
    }

    /// Builds, tells cargo what was read, and links libkrt. Ends the build script with kbuild's messages if kbuild
    /// fails. `KBUILD` in the environment names the program.
    pub fn compile(self) {
        let out = PathBuf::from(env::var_os("OUT_DIR").expect("a build script, for which cargo sets OUT_DIR"));
        let depfile = out.join("kbuild.d");
        for name in VARIABLES {
            println!("cargo:rerun-if-env-changed={name}");
        }
        let program = env::var_os("KBUILD").unwrap_or_else(|| "kbuild".into());
        let mut command = Command::new(program);
        command.args(["build", "--emit", "rust", "--quiet", "-o"]).arg(&out);
        command.arg("--build-dir").arg(out.join("kbuild")).arg("--depfile").arg(&depfile).args(&self.arguments);
        command.arg("--").arg(&self.source); // whose name may begin with "-"
        output_of(command);
        watch(&self.source, &std::fs::read_to_string(&depfile).expect("kbuild has written it"));
        link("krt");
    }
}

/// What chooses kbuild, the compilers and their headers.
const VARIABLES: [&str; 9] = [
    "KBUILD",
    "KBUILD_LAUNCHER",
    "KBUILD_NVCC",
    "KBUILD_INCLUDE",
    "KBUILD_SYSROOT",
    "HIP_PATH",
    "ROCM_PATH",
    "HIP_CLANG_PATH",
    "HIP_DEVICE_LIB_PATH",
];

/// A source that is new in a directory without a manifest is a module, so cargo watches the directory too.
fn watch(source: &Path, depfile: &str) {
    println!("cargo:rerun-if-changed={}", source.display());
    for name in names(depfile) {
        println!("cargo:rerun-if-changed={name}");
    }
}

/// The files that the first rule of a depfile names, behind its target. See "Rule Syntax" in make's manual for the escapes.
fn names(depfile: &str) -> Vec<String> {
    let mut names = vec![String::new()];
    let mut letters = depfile.split_once(": ").map_or("", |pair| pair.1).chars().peekable();
    while let Some(letter) = letters.next() {
        match (letter, letters.peek()) {
            ('\\', Some('\n')) => {
                letters.next();
                names.push(String::new());
            }
            ('\\', Some(' ' | '#')) | ('$', Some('$')) => names.last_mut().unwrap().extend(letters.next()),
            ('\n', _) => break,
            (' ', _) => names.push(String::new()),
            _ => names.last_mut().unwrap().push(letter),
        }
    }
    names.retain(|name| !name.is_empty());
    names
}

/// Links a library that pkg-config knows: "krt_ops", "krt-kernels". The program finds it at run time, also in a
/// directory that the system does not search.
pub fn link(package: &str) {
    println!("cargo:rerun-if-env-changed=PKG_CONFIG_PATH");
    let mut command = Command::new("pkg-config");
    command.args(["--libs", "--", package]);
    for word in output_of(command).split_whitespace() {
        if let Some(directory) = word.strip_prefix("-L") {
            println!("cargo:rustc-link-search=native={directory}");
            println!("cargo:rustc-link-arg=-Wl,-rpath,{directory}");
        } else if let Some(library) = word.strip_prefix("-l") {
            println!("cargo:rustc-link-lib={library}");
        }
    }
}

fn output_of(mut command: Command) -> String {
    let name = command.get_program().to_string_lossy().into_owned();
    let output = command.output().unwrap_or_else(|error| fail(&format!("cannot run {name}: {error}")));
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    if !output.status.success() {
        fail(&format!("{name} failed:\n{text}{}", String::from_utf8_lossy(&output.stderr)));
    }
    text
}

/// Without a panic's text, which would hide the message.
fn fail(message: &str) -> ! {
    eprintln!("{message}");
    std::process::exit(1);
}

#[cfg(test)]
mod tests {
    #[test]
    fn names_of_a_depfile() {
        assert_eq!(
            super::names("out/k.c: \\\n /a/b\\ c.cu \\\n /a/d$$\\#.h\n/a/b\\ c.cu:\n"),
            ["/a/b c.cu", "/a/d$#.h"]
        );
        assert!(super::names("out/k.c:\n").is_empty());
    }
}
