// Says what hsaco.rs has. Without arguments a line for each module, image and kernel; MODULE
// [TARGET]: the bytes.
#![forbid(unsafe_code)]
use std::io::Write;

include!(env!("HSACO_RS"));

fn print_bytes(module: &Module, target: Option<&String>) {
    let bytes = match target {
        Some(target) => module.image(target).expect("an image"),
        None => module.bytes(),
    };
    std::io::stdout().write_all(bytes).unwrap();
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if let Some(name) = arguments.first() {
        let module = MODULES.iter().find(|module| module.name() == name).expect("a module");
        return print_bytes(module, arguments.get(1));
    }
    println!("targets {:?}", TARGETS);
    for (i, id) in ALL_IDS.iter().enumerate() {
        let module = id.module();
        assert!(module.index() == i && module.id() == *id);
        assert!(core::ptr::eq(module, MODULES[i]));
        assert_eq!(module.bytes().as_ptr() as usize % 4096, 0);
        println!("module {} {:?} {}", i, id, module.name());
        for (target, bytes) in module.images() {
            assert_eq!(&bytes[..4], b"\x7fELF");
            println!("image {} {}", target, bytes.len());
        }
        for kernel in module.kernels() {
            println!("kernel {} {}", kernel.name, kernel.symbol);
        }
        assert!(module.image("gfx9").is_none());
    }
    // By its name, and as a copy.
    let affine: Module = AFFINE;
    assert_eq!(affine.id(), Id::Affine);
    assert_eq!(format!("{:?}", affine), "Module { name: \"affine\", .. }");
}
