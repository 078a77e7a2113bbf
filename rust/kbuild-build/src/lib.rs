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
//!
//! [`Build::build_lib`] makes a static library of functions that launch kernels, for a program that declares them
//! `extern "C"`.
#![warn(missing_docs)]

use std::env;
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;

/// A call of `kbuild build`.
pub struct Build {
    sources: Vec<PathBuf>,
    arguments: Vec<OsString>,
    runtime: String,
}

impl Build {
    /// Builds a directory of kernels, a manifest or a source. A relative path is the package's.
    pub fn new(source: impl Into<PathBuf>) -> Build {
        Build::sources([source])
    }

    /// Builds these sources, each as a module. A relative path is the package's.
    pub fn sources<P: Into<PathBuf>>(sources: impl IntoIterator<Item = P>) -> Build {
        let sources = sources.into_iter().map(Into::into).collect();
        Build { sources, arguments: Vec::new(), runtime: "amdhip64".into() }
    }

    /// Leaves out files of a directory: "moe_*.cu". The build script's output names them.
    pub fn exclude<S: AsRef<str>>(self, globs: impl IntoIterator<Item = S>) -> Build {
        globs.into_iter().fold(self, |build, glob| build.arg("--exclude").arg(glob.as_ref()))
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

    /// `__CUDA_ARCH__` in the sources that a glob matches: `with_cuda_arch("moe_*.cu", 800)`.
    pub fn with_cuda_arch(self, glob: &str, arch: u32) -> Build {
        self.with(glob, "cuda_arch", arch.to_string())
    }

    /// A directory of headers for the sources that a glob matches. A relative path is the package's.
    pub fn with_include(self, glob: &str, directory: impl AsRef<Path>) -> Build {
        self.with(glob, "include", directory.as_ref())
    }

    /// A macro for the sources that a glob matches; see [`Build::define`].
    pub fn with_define<'a>(self, glob: &str, name: &str, value: impl Into<Option<&'a str>>) -> Build {
        match value.into() {
            Some(value) => self.with(glob, "define", format!("{name}={value}")),
            None => self.with(glob, "define", name),
        }
    }

    /// A flag of the compiler for the sources that a glob matches: `with_flag("conv.cu", "-ffast-math")`.
    pub fn with_flag(self, glob: &str, flag: &str) -> Build {
        self.with(glob, "flag", flag)
    }

    fn with(self, glob: &str, key: &str, value: impl AsRef<OsStr>) -> Build {
        let mut setting = OsString::from(format!("{glob}:{key}="));
        setting.push(value);
        self.arg("--file").arg(setting)
    }

    /// What `build_lib` links for HIP's functions: "amdhip64", AMD's library, or "hipemu", the emulator. A program that
    /// is linked with the first runs with the emulator too: docs/emulator.md.
    pub fn runtime(mut self, library: &str) -> Build {
        self.runtime = library.into();
        self
    }

    /// Another argument of `kbuild build`.
    pub fn arg(mut self, argument: impl Into<OsString>) -> Build {
        self.arguments.push(argument.into());
        self
    }

    /// Builds a package, tells cargo what was read, and links libkrt. Ends the build script with kbuild's messages if
    /// kbuild fails. `KBUILD` in the environment names the program.
    pub fn compile(self) {
        let out = out_directory();
        claim("kbuild", "compile: this build script has made a package; a second one would replace its launch.rs");
        self.run(&out, "kbuild", &["--emit", "rust"]);
        link("krt");
    }

    /// Makes a static library of the sources, their functions of the host and their kernels: `build_lib("libmoe.a")`. A
    /// relative path is in `OUT_DIR`. Tells cargo what was read, and links the library, the C++ library and HIP's. Ends
    /// the build script as `compile` does, and at the second library of a name.
    pub fn build_lib(self, library: impl AsRef<Path>) {
        let path = out_directory().join(library);
        let file = path.file_name().and_then(OsStr::to_str).unwrap_or("");
        let name = match file.strip_prefix("lib").and_then(|rest| rest.strip_suffix(".a")) {
            Some(name) => name,
            None => fail(&format!("build_lib: '{}' is not the name of a static library: libNAME.a", path.display())),
        };
        let directory = path.parent().unwrap();
        let build = format!("lib{name}.kbuild");
        let twice = format!("build_lib: this build script has made a {file}; linkers find one of a name, rename one");
        claim(&build, &twice);
        self.run(directory, &build, &["--library", name]);
        println!("cargo:rustc-link-search=native={}", directory.display());
        println!("cargo:rustc-link-lib=static={name}");
        println!("cargo:rustc-link-lib=stdc++");
        if self.runtime == "amdhip64" {
            link_amd();
        } else {
            link(&self.runtime);
        }
    }

    /// Builds into a directory, with a build directory of that name in `OUT_DIR`.
    fn run(&self, output: &Path, name: &str, options: &[&str]) {
        let build = out_directory().join(name);
        let depfile = build.with_extension("d");
        for name in VARIABLES {
            println!("cargo:rerun-if-env-changed={name}");
        }
        let program = env::var_os("KBUILD").unwrap_or_else(|| "kbuild".into());
        let mut command = Command::new(program);
        command.arg("build").args(options).arg("-o").arg(output).arg("--build-dir").arg(&build);
        command.arg("--depfile").arg(&depfile).args(&self.arguments);
        command.arg("--").args(&self.sources); // whose names may begin with "-"
        let said = output_of(command);
        said.lines().filter(|line| line.starts_with("kbuild: left out ")).for_each(|line| println!("{line}"));
        watch(&self.sources, &std::fs::read_to_string(&depfile).expect("kbuild has written it"));
    }
}

/// The build directories in `OUT_DIR` that this build script has used.
static CLAIMED: Mutex<Vec<String>> = Mutex::new(Vec::new());

/// Ends the build script with `message` if it has used this build directory already.
fn claim(build: &str, message: &str) {
    let mut claimed = CLAIMED.lock().unwrap();
    if claimed.iter().any(|other| other == build) {
        fail(message);
    }
    claimed.push(build.into());
}

fn out_directory() -> PathBuf {
    PathBuf::from(env::var_os("OUT_DIR").expect("a build script, for which cargo sets OUT_DIR"))
}

/// Links AMD's runtime, which may be in a directory that linkers do not search.
fn link_amd() {
    let roots = [env::var_os("HIP_PATH"), env::var_os("ROCM_PATH"), Some("/opt/rocm".into())];
    for root in roots.into_iter().flatten() {
        let directory = Path::new(&root).join("lib");
        if directory.join("libamdhip64.so").exists() {
            println!("cargo:rustc-link-search=native={}", directory.display());
            break;
        }
    }
    println!("cargo:rustc-link-lib=amdhip64");
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
fn watch(sources: &[PathBuf], depfile: &str) {
    for source in sources {
        println!("cargo:rerun-if-changed={}", source.display());
    }
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

/// Links a library that pkg-config knows: "krt_ops", "krt-kernels". The program of this build script finds it at run
/// time, also in a directory that the system does not search; programs that depend on it need this call in build
/// scripts of their own, because cargo does not pass that on.
pub fn link(package: &str) {
    println!("cargo:rerun-if-env-changed=PKG_CONFIG_PATH");
    let mut command = Command::new("pkg-config");
    command.args(["--libs", "--", package]);
    let remedy = match package {
        "krt-kernels" => {
            "kbuild's kernels are installed by './dev install --kernels PREFIX'; PKG_CONFIG_PATH must name \
            PREFIX/lib/pkgconfig unless PREFIX is /usr/local"
        }
        _ => "",
    };
    for word in output_or_fail(command, remedy).split_whitespace() {
        if let Some(directory) = word.strip_prefix("-L") {
            println!("cargo:rustc-link-search=native={directory}");
            println!("cargo:rustc-link-arg=-Wl,-rpath,{directory}");
        } else if let Some(library) = word.strip_prefix("-l") {
            println!("cargo:rustc-link-lib={library}");
        }
    }
}

fn output_of(command: Command) -> String {
    output_or_fail(command, "")
}

/// The output, or the end of the build script with the program's messages and `remedy`.
fn output_or_fail(mut command: Command, remedy: &str) -> String {
    let name = command.get_program().to_string_lossy().into_owned();
    let output = command.output().unwrap_or_else(|error| fail(&format!("cannot run {name}: {error}")));
    let messages = String::from_utf8_lossy(&output.stderr);
    if !output.status.success() {
        fail(&format!("{name} failed:\n{messages}{remedy}"));
    }
    eprint!("{messages}");
    String::from_utf8_lossy(&output.stdout).into_owned()
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
