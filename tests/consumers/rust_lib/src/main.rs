//! Calls the launchers of a static library with a stream of HIP's.
use std::ffi::c_void;
use std::ptr::null_mut;

type Stream = *mut c_void;

extern "C" {
    fn launch_fill(out: *mut c_void, n: i32, dtype: i32, stream: Stream) -> i32;
    fn set_offset(value: f32, stream: Stream) -> i32;
    fn launch_scale(x: *mut f32, n: i32, stream: Stream) -> i32;
    fn hipStreamCreate(stream: *mut Stream) -> i32;
    fn hipStreamSynchronize(stream: Stream) -> i32;
    fn hipMalloc(memory: *mut *mut c_void, bytes: usize) -> i32;
    fn hipMemcpy(to: *mut c_void, from: *const c_void, bytes: usize, kind: i32) -> i32;
}

const N: usize = 100;
const DEVICE_TO_HOST: i32 = 2;

fn read<T: Copy + Default>(memory: *const c_void, stream: Stream) -> Vec<T> {
    let mut values = vec![T::default(); N];
    let bytes = N * std::mem::size_of::<T>();
    // SAFETY: both have N values.
    unsafe {
        assert_eq!(hipStreamSynchronize(stream), 0);
        assert_eq!(hipMemcpy(values.as_mut_ptr().cast(), memory, bytes, DEVICE_TO_HOST), 0);
    }
    values
}

fn main() {
    let (mut stream, mut memory) = (null_mut(), null_mut());
    // SAFETY: the memory has room for N values of 8 bytes, and the launchers write N values.
    unsafe {
        assert_eq!(hipStreamCreate(&mut stream), 0);
        assert_eq!(hipMalloc(&mut memory, N * 8), 0);
        assert_ne!(launch_fill(memory, N as i32, 3, stream), 0);
        assert_eq!(launch_fill(memory, N as i32, 2, stream), 0);
        assert_eq!(read::<i32>(memory, stream), [700; N]);
        assert_eq!(launch_fill(memory, N as i32, 1, stream), 0);
        assert_eq!(read::<f64>(memory, stream), [700.0; N]);
        assert_eq!(launch_fill(memory, N as i32, 0, stream), 0);
        assert_eq!(set_offset(0.5, stream), 0);
        assert_eq!(launch_scale(memory.cast(), N as i32, stream), 0);
    }
    println!("{:?}", &read::<f32>(memory, stream)[N - 2..]);
}
