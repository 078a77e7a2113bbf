//! The C interface: krt/krt.h, krt/ops.h and krt/storage.h document it. Written by bindings.py; do not edit.
#![allow(non_camel_case_types, missing_docs)]
use std::ffi::c_void;
use std::os::raw::c_char;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct krt_f16 {
    pub bits: u16,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct krt_bf16 {
    pub bits: u16,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct krt_f8e4m3 {
    pub bits: u8,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct krt_f8e5m2 {
    pub bits: u8,
}
pub const KRT_VERSION_MAJOR: u32 = 0;
pub const KRT_VERSION_MINOR: u32 = 1;
pub type krt_status = u32;
pub const KRT_OK: u32 = 0;
pub const KRT_ERROR_INVALID_ARGUMENT: u32 = 1;
pub const KRT_ERROR_NO_DEVICE: u32 = 2;
pub const KRT_ERROR_NO_IMAGE: u32 = 3;
pub const KRT_ERROR_BAD_IMAGE: u32 = 4;
pub const KRT_ERROR_NOT_FOUND: u32 = 5;
pub const KRT_ERROR_OUT_OF_MEMORY: u32 = 6;
pub const KRT_ERROR_LAUNCH: u32 = 7;
pub const KRT_ERROR_DRIVER: u32 = 8;
pub const KRT_ERROR_UNSUPPORTED: u32 = 9;
pub const KRT_ERROR_DEVICE_LOST: u32 = 10;
pub const KRT_ERROR_COMPILE: u32 = 11;
pub const KRT_NOT_READY: u32 = 12;
pub const KRT_ERROR_IO: u32 = 13;
pub const KRT_ERROR_CANCELLED: u32 = 14;
#[repr(C)]
pub struct krt_device {
    private: [u8; 0],
}
pub type krt_driver = u32;
pub const KRT_DRIVER_HIP: u32 = 1;
pub const KRT_DRIVER_EMULATOR: u32 = 2;
pub const KRT_DRIVER_CUDA: u32 = 3;
pub type krt_checks = u32;
pub const KRT_CHECKS_DEFAULT: u32 = 0;
pub const KRT_CHECKS_OFF: u32 = 1;
pub const KRT_CHECKS_ON: u32 = 2;
#[repr(C)]
#[derive(Clone, Copy)]
pub struct krt_device_options {
    pub struct_size: usize,
    pub device: *const c_char,
    pub library: *const c_char,
    pub override_dir: *const c_char,
    pub checks: krt_checks,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct krt_device_info {
    pub struct_size: usize,
    pub driver: u32,
    pub index: i32,
    pub name: [c_char; 256],
    pub target: [c_char; 64],
    pub library: [c_char; 256],
    pub driver_version: i32,
    pub warp_size: u32,
    pub multiprocessors: u32,
    pub max_threads_per_block: u32,
    pub max_block: [u32; 3],
    pub max_grid: [u32; 3],
    pub shared_bytes: u64,
    pub memory_bytes: u64,
}
#[repr(C)]
pub struct krt_stream {
    private: [u8; 0],
}
#[repr(C)]
pub struct krt_event {
    private: [u8; 0],
}
pub type krt_event_flags = u32;
pub const KRT_EVENT_NO_TIMING: u32 = 1;
pub type krt_codec = u32;
pub const KRT_CODEC_NONE: u32 = 0;
pub const KRT_CODEC_ZSTD: u32 = 1;
#[repr(C)]
#[derive(Clone, Copy)]
pub struct krt_image {
    pub target: *const c_char,
    pub offset: u64,
    pub size: u64,
    pub raw_size: u64,
    pub codec: u32,
    pub checksum: u32,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct krt_module {
    pub name: *const c_char,
    pub data: *const u8,
    pub size: usize,
    pub images: *const krt_image,
    pub image_count: u32,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct krt_parameter {
    pub offset: u32,
    pub size: u32,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct krt_kernel {
    pub name: *const c_char,
    pub symbol: *const c_char,
    pub module: u32,
    pub parameter_count: u32,
    pub parameters: *const krt_parameter,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct krt_source {
    pub name: *const c_char,
    pub text: *const c_char,
    pub arguments: *const *const c_char,
    pub argument_count: u32,
    pub header_names: *const *const c_char,
    pub header_texts: *const *const c_char,
    pub header_count: u32,
    pub language: u32,
}
#[repr(C)]
pub struct krt_package_state {
    private: [u8; 0],
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct krt_package {
    pub struct_size: usize,
    pub name: *const c_char,
    pub modules: *const krt_module,
    pub module_count: u32,
    pub kernels: *const krt_kernel,
    pub kernel_count: u32,
    pub state: *mut *mut krt_package_state,
    pub interface: u64,
    pub build: u64,
    pub sources: *const krt_source,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct krt_launch_config {
    pub grid: [u32; 3],
    pub block: [u32; 3],
    pub shared_bytes: u32,
}
#[repr(C)]
pub struct krt_function {
    private: [u8; 0],
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct krt_function_info {
    pub struct_size: usize,
    pub name: *const c_char,
    pub registers: u32,
    pub scalar_registers: u32,
    pub shared_bytes: u32,
    pub local_bytes: u32,
    pub max_threads_per_block: u32,
    pub wave_size: u32,
    pub parameter_count: u32,
    pub parameter_bytes: u32,
}
pub type krt_variable_space = u32;
pub const KRT_VARIABLE_DEVICE: u32 = 0;
pub const KRT_VARIABLE_MANAGED: u32 = 1;
#[repr(C)]
#[derive(Clone, Copy)]
pub struct krt_variable {
    pub name: *const c_char,
    pub symbol: *const c_char,
    pub module: u32,
    pub space: u32,
    pub size: u64,
}
#[repr(C)]
pub struct krt_raw_module {
    private: [u8; 0],
}
pub type krt_language = u32;
pub const KRT_LANGUAGE_ANY: u32 = 0;
pub const KRT_LANGUAGE_HIP: u32 = 1;
pub const KRT_LANGUAGE_CUDA: u32 = 2;
#[repr(C)]
#[derive(Clone, Copy)]
pub struct krt_compile_options {
    pub struct_size: usize,
    pub name: *const c_char,
    pub arguments: *const *const c_char,
    pub argument_count: u32,
    pub header_names: *const *const c_char,
    pub header_texts: *const *const c_char,
    pub header_count: u32,
    pub language: u32,
}
#[repr(C)]
pub struct krt_compilation {
    private: [u8; 0],
}

#[link(name = "krt")]
extern "C" {
    pub fn krt_version() -> u32;
    pub fn krt_status_name(status: krt_status) -> *const c_char;
    pub fn krt_error_message() -> *const c_char;
    pub fn krt_device_open(options: *const krt_device_options, out: *mut *mut krt_device) -> krt_status;
    pub fn krt_device_close(device: *mut krt_device);
    pub fn krt_device_default(out: *mut *mut krt_device) -> krt_status;
    pub fn krt_device_describe(device: *mut krt_device, info: *mut krt_device_info) -> krt_status;
    pub fn krt_device_memory(device: *mut krt_device, out_free: *mut u64, out_total: *mut u64) -> krt_status;
    pub fn krt_device_synchronize(device: *mut krt_device) -> krt_status;
    pub fn krt_stream_create(device: *mut krt_device, out: *mut *mut krt_stream) -> krt_status;
    pub fn krt_stream_wrap(device: *mut krt_device, native: *mut c_void, out: *mut *mut krt_stream) -> krt_status;
    pub fn krt_stream_destroy(stream: *mut krt_stream);
    pub fn krt_device_stream(device: *mut krt_device) -> *mut krt_stream;
    pub fn krt_stream_device(stream: *mut krt_stream, out: *mut *mut krt_device) -> krt_status;
    pub fn krt_stream_native(stream: *mut krt_stream) -> *mut c_void;
    pub fn krt_stream_synchronize(stream: *mut krt_stream) -> krt_status;
    pub fn krt_stream_query(stream: *mut krt_stream) -> krt_status;
    pub fn krt_event_create(device: *mut krt_device, flags: u32, out: *mut *mut krt_event) -> krt_status;
    pub fn krt_event_destroy(event: *mut krt_event);
    pub fn krt_event_record(event: *mut krt_event, stream: *mut krt_stream) -> krt_status;
    pub fn krt_event_synchronize(event: *mut krt_event) -> krt_status;
    pub fn krt_event_query(event: *mut krt_event) -> krt_status;
    pub fn krt_stream_wait(stream: *mut krt_stream, event: *mut krt_event) -> krt_status;
    pub fn krt_event_elapsed(from: *mut krt_event, to: *mut krt_event, out_ms: *mut f32) -> krt_status;
    pub fn krt_alloc(device: *mut krt_device, bytes: u64, out: *mut *mut c_void) -> krt_status;
    pub fn krt_free(device: *mut krt_device, memory: *mut c_void) -> krt_status;
    pub fn krt_alloc_async(stream: *mut krt_stream, bytes: u64, out: *mut *mut c_void) -> krt_status;
    pub fn krt_free_async(stream: *mut krt_stream, memory: *mut c_void) -> krt_status;
    pub fn krt_pool_trim(device: *mut krt_device) -> krt_status;
    pub fn krt_host_alloc(device: *mut krt_device, bytes: u64, out: *mut *mut c_void) -> krt_status;
    pub fn krt_host_free(device: *mut krt_device, memory: *mut c_void) -> krt_status;
    pub fn krt_copy_to_device(stream: *mut krt_stream, destination: *mut c_void, source: *const c_void, bytes: u64) -> krt_status;
    pub fn krt_copy_to_host(stream: *mut krt_stream, destination: *mut c_void, source: *const c_void, bytes: u64) -> krt_status;
    pub fn krt_copy_on_device(stream: *mut krt_stream, destination: *mut c_void, source: *const c_void, bytes: u64) -> krt_status;
    pub fn krt_set(stream: *mut krt_stream, destination: *mut c_void, value: u32, width: u32, count: u64) -> krt_status;
    pub fn krt_copy_between(to: *mut krt_stream, destination: *mut c_void, from: *mut krt_stream, source: *const c_void, bytes: u64) -> krt_status;
    pub fn krt_launch(package: *const krt_package, ordinal: u32, stream: *mut krt_stream, config: *const krt_launch_config, arguments: *const *mut c_void) -> krt_status;
    pub fn krt_package_open(package: *const krt_package, path: *const c_char, public_key: *const c_char) -> krt_status;
    pub fn krt_preload(package: *const krt_package, device: *mut krt_device, module: *const c_char) -> krt_status;
    pub fn krt_unload(package: *const krt_package, device: *mut krt_device, module: *const c_char) -> krt_status;
    pub fn krt_function_get(package: *const krt_package, ordinal: u32, device: *mut krt_device, out: *mut *mut krt_function) -> krt_status;
    pub fn krt_function_find(package: *const krt_package, name: *const c_char, device: *mut krt_device, out: *mut *mut krt_function) -> krt_status;
    pub fn krt_ordinal_find(package: *const krt_package, name: *const c_char, out_ordinal: *mut u32) -> krt_status;
    pub fn krt_function_describe(function: *mut krt_function, info: *mut krt_function_info) -> krt_status;
    pub fn krt_function_parameter(function: *mut krt_function, number: u32, out: *mut krt_parameter) -> krt_status;
    pub fn krt_function_launch(function: *mut krt_function, stream: *mut krt_stream, config: *const krt_launch_config, arguments: *const *mut c_void, argument_count: u32) -> krt_status;
    pub fn krt_function_occupancy(function: *mut krt_function, threads: u32, shared_bytes: u32, out_blocks: *mut u32) -> krt_status;
    pub fn krt_variable_get(package: *const krt_package, variable: *const krt_variable, device: *mut krt_device, out_address: *mut *mut c_void, out_bytes: *mut u64) -> krt_status;
    pub fn krt_module_load_raw(device: *mut krt_device, data: *const c_void, bytes: u64, out: *mut *mut krt_raw_module) -> krt_status;
    pub fn krt_module_function(module: *mut krt_raw_module, name: *const c_char, out: *mut *mut krt_function) -> krt_status;
    pub fn krt_module_global(module: *mut krt_raw_module, name: *const c_char, out_address: *mut *mut c_void, out_bytes: *mut u64) -> krt_status;
    pub fn krt_module_unload(module: *mut krt_raw_module);
    pub fn krt_compile(device: *mut krt_device, source: *const c_char, options: *const krt_compile_options, out: *mut *mut krt_raw_module) -> krt_status;
    pub fn krt_compile_start(device: *mut krt_device, source: *const c_char, options: *const krt_compile_options, out: *mut *mut krt_compilation) -> krt_status;
    pub fn krt_compilation_query(compilation: *mut krt_compilation) -> krt_status;
    pub fn krt_compilation_take(compilation: *mut krt_compilation, out: *mut *mut krt_raw_module) -> krt_status;
    pub fn krt_compilation_destroy(compilation: *mut krt_compilation);
}

pub type krt_dtype = u32;
pub const KRT_U8: u32 = 0;
pub const KRT_U32: u32 = 1;
pub const KRT_I16: u32 = 2;
pub const KRT_I32: u32 = 3;
pub const KRT_I64: u32 = 4;
pub const KRT_F8E4M3: u32 = 5;
pub const KRT_F16: u32 = 6;
pub const KRT_BF16: u32 = 7;
pub const KRT_F32: u32 = 8;
pub const KRT_F64: u32 = 9;
pub const KRT_DTYPE_COUNT: u32 = 10;
pub const KRT_MAX_RANK: u32 = 8;
#[repr(C)]
#[derive(Clone, Copy)]
pub struct krt_tensor {
    pub data: *mut c_void,
    pub dtype: u32,
    pub rank: u32,
    pub dims: [u64; KRT_MAX_RANK as usize],
    pub strides: [u64; KRT_MAX_RANK as usize],
}
#[repr(C)]
#[derive(Clone, Copy)]
pub union krt_scalar_as {
    pub i64: i64,
    pub f64: f64,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct krt_scalar {
    pub dtype: u32,
    pub as_: krt_scalar_as,
}
#[repr(C)]
pub struct krt_ops {
    private: [u8; 0],
}
pub type krt_unary = u32;
pub const KRT_UNARY_COPY: u32 = 0;
pub const KRT_UNARY_NEG: u32 = 1;
pub const KRT_UNARY_ABS: u32 = 2;
pub const KRT_UNARY_RECIP: u32 = 3;
pub const KRT_UNARY_EXP: u32 = 4;
pub const KRT_UNARY_LOG: u32 = 5;
pub const KRT_UNARY_SIN: u32 = 6;
pub const KRT_UNARY_COS: u32 = 7;
pub const KRT_UNARY_TANH: u32 = 8;
pub const KRT_UNARY_ERF: u32 = 9;
pub const KRT_UNARY_NORMCDF: u32 = 10;
pub const KRT_UNARY_CEIL: u32 = 11;
pub const KRT_UNARY_FLOOR: u32 = 12;
pub const KRT_UNARY_ROUND: u32 = 13;
pub const KRT_UNARY_SQR: u32 = 14;
pub const KRT_UNARY_SQRT: u32 = 15;
pub const KRT_UNARY_RELU: u32 = 16;
pub const KRT_UNARY_GELU: u32 = 17;
pub const KRT_UNARY_GELU_ERF: u32 = 18;
pub const KRT_UNARY_SILU: u32 = 19;
pub const KRT_UNARY_SIGMOID: u32 = 20;
pub const KRT_UNARY_SIGN: u32 = 21;
pub const KRT_UNARY_COUNT: u32 = 22;
pub type krt_binary = u32;
pub const KRT_BINARY_ADD: u32 = 0;
pub const KRT_BINARY_SUB: u32 = 1;
pub const KRT_BINARY_MUL: u32 = 2;
pub const KRT_BINARY_DIV: u32 = 3;
pub const KRT_BINARY_MAXIMUM: u32 = 4;
pub const KRT_BINARY_MINIMUM: u32 = 5;
pub const KRT_BINARY_COUNT: u32 = 6;
pub type krt_comparison = u32;
pub const KRT_EQUAL: u32 = 0;
pub const KRT_NOT_EQUAL: u32 = 1;
pub const KRT_LESS: u32 = 2;
pub const KRT_LESS_EQUAL: u32 = 3;
pub const KRT_GREATER: u32 = 4;
pub const KRT_GREATER_EQUAL: u32 = 5;
pub const KRT_COMPARISON_COUNT: u32 = 6;
pub type krt_reduction = u32;
pub const KRT_REDUCE_SUM: u32 = 0;
pub const KRT_REDUCE_MIN: u32 = 1;
pub const KRT_REDUCE_MAX: u32 = 2;
pub const KRT_REDUCE_ARGMIN: u32 = 3;
pub const KRT_REDUCE_ARGMAX: u32 = 4;
pub const KRT_REDUCTION_COUNT: u32 = 5;
pub type krt_scan = u32;
pub const KRT_SCAN_SUM: u32 = 0;
pub const KRT_SCAN_PRODUCT: u32 = 1;
pub const KRT_SCAN_COUNT: u32 = 2;
pub type krt_rope = u32;
pub const KRT_ROPE_INTERLEAVED: u32 = 0;
pub const KRT_ROPE_HALVES: u32 = 1;
pub const KRT_ROPE_HALVES_THD: u32 = 2;
pub const KRT_ROPE_COUNT: u32 = 3;
pub type krt_padding = u32;
pub const KRT_PADDING_CONSTANT: u32 = 0;
pub const KRT_PADDING_REFLECT: u32 = 1;
pub const KRT_PADDING_REPLICATE: u32 = 2;
pub const KRT_PADDING_CIRCULAR: u32 = 3;
pub const KRT_PADDING_COUNT: u32 = 4;
#[repr(C)]
#[derive(Clone, Copy)]
pub struct krt_convolution {
    pub strides: [u32; 2],
    pub paddings: [u32; 2],
    pub dilations: [u32; 2],
    pub output_paddings: [u32; 2],
    pub groups: u32,
    pub padding: u32,
    pub is_transposed: bool,
}
pub type krt_pool = u32;
pub const KRT_POOL_MAX: u32 = 0;
pub const KRT_POOL_AVERAGE: u32 = 1;
pub type krt_precision = u32;
pub const KRT_PRECISION_FULL: u32 = 0;
pub const KRT_PRECISION_TF32: u32 = 1;
pub const KRT_PRECISION_F16_ACCUMULATE: u32 = 2;
#[repr(C)]
#[derive(Clone, Copy)]
pub struct krt_product_options {
    pub struct_size: usize,
    pub alpha: f64,
    pub beta: f64,
    pub bias: *const krt_tensor,
    pub activation: u32,
    pub precision: u32,
}
pub type krt_block_format = u32;
pub const KRT_Q4_0: u32 = 0;
pub const KRT_Q4_1: u32 = 1;
pub const KRT_Q5_0: u32 = 2;
pub const KRT_Q5_1: u32 = 3;
pub const KRT_Q8_0: u32 = 4;
pub const KRT_Q2_K: u32 = 5;
pub const KRT_Q3_K: u32 = 6;
pub const KRT_Q4_K: u32 = 7;
pub const KRT_Q5_K: u32 = 8;
pub const KRT_Q6_K: u32 = 9;
pub const KRT_Q8_K: u32 = 10;
pub const KRT_BLOCK_FORMAT_COUNT: u32 = 11;
#[repr(C)]
#[derive(Clone, Copy)]
pub struct krt_quantized {
    pub data: *const c_void,
    pub format: u32,
    pub rows: u32,
    pub columns: u32,
    pub experts: u32,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct krt_random {
    pub seed: u64,
    pub sequence: u64,
    pub offset: u64,
}

#[cfg(feature = "ops")]
#[link(name = "krt_ops")]
extern "C" {
    pub fn krt_dtype_name(dtype: u32) -> *const c_char;
    pub fn krt_dtype_size(dtype: u32) -> u32;
    pub fn krt_tensor_dense(dtype: u32, data: *mut c_void, rank: u32, dims: *const u64) -> krt_tensor;
    pub fn krt_tensor_count(tensor: *const krt_tensor, out: *mut u64) -> krt_status;
    pub fn krt_tensor_broadcast(tensor: *const krt_tensor, rank: u32, dims: *const u64, out: *mut krt_tensor) -> krt_status;
    pub fn krt_ops_create(package: *const krt_package, out: *mut *mut krt_ops) -> krt_status;
    pub fn krt_ops_destroy(ops: *mut krt_ops);
    pub fn krt_unary(ops: *mut krt_ops, stream: *mut krt_stream, operation: krt_unary, in_: *const krt_tensor, out: *const krt_tensor) -> krt_status;
    pub fn krt_elu(ops: *mut krt_ops, stream: *mut krt_stream, in_: *const krt_tensor, alpha: f64, out: *const krt_tensor) -> krt_status;
    pub fn krt_powf(ops: *mut krt_ops, stream: *mut krt_stream, in_: *const krt_tensor, exponent: f64, out: *const krt_tensor) -> krt_status;
    pub fn krt_affine(ops: *mut krt_ops, stream: *mut krt_stream, in_: *const krt_tensor, mul: f64, add: f64, out: *const krt_tensor) -> krt_status;
    pub fn krt_cast(ops: *mut krt_ops, stream: *mut krt_stream, in_: *const krt_tensor, out: *const krt_tensor) -> krt_status;
    pub fn krt_where(ops: *mut krt_ops, stream: *mut krt_stream, condition: *const krt_tensor, yes: *const krt_tensor, no: *const krt_tensor, out: *const krt_tensor) -> krt_status;
    pub fn krt_masked_fill(ops: *mut krt_ops, stream: *mut krt_stream, in_: *const krt_tensor, mask: *const krt_tensor, value: krt_scalar, out: *const krt_tensor) -> krt_status;
    pub fn krt_binary(ops: *mut krt_ops, stream: *mut krt_stream, operation: krt_binary, a: *const krt_tensor, b: *const krt_tensor, out: *const krt_tensor) -> krt_status;
    pub fn krt_compare(ops: *mut krt_ops, stream: *mut krt_stream, comparison: krt_comparison, a: *const krt_tensor, b: *const krt_tensor, out: *const krt_tensor) -> krt_status;
    pub fn krt_reduce(ops: *mut krt_ops, stream: *mut krt_stream, reduction: krt_reduction, in_: *const krt_tensor, dims: u32, out: *const krt_tensor) -> krt_status;
    pub fn krt_sum_into(ops: *mut krt_ops, stream: *mut krt_stream, in_: *const krt_tensor, dims: u32, out: *const krt_tensor) -> krt_status;
    pub fn krt_scan(ops: *mut krt_ops, stream: *mut krt_stream, kind: krt_scan, in_: *const krt_tensor, dim: u32, out: *const krt_tensor) -> krt_status;
    pub fn krt_softmax(ops: *mut krt_ops, stream: *mut krt_stream, in_: *const krt_tensor, out: *const krt_tensor) -> krt_status;
    pub fn krt_rms_norm(ops: *mut krt_ops, stream: *mut krt_stream, in_: *const krt_tensor, alpha: *const krt_tensor, epsilon: f32, out: *const krt_tensor) -> krt_status;
    pub fn krt_layer_norm(ops: *mut krt_ops, stream: *mut krt_stream, in_: *const krt_tensor, alpha: *const krt_tensor, beta: *const krt_tensor, epsilon: f32, out: *const krt_tensor) -> krt_status;
    pub fn krt_rope(ops: *mut krt_ops, stream: *mut krt_stream, kind: krt_rope, in_: *const krt_tensor, cos: *const krt_tensor, sin: *const krt_tensor, out: *const krt_tensor) -> krt_status;
    pub fn krt_argsort(ops: *mut krt_ops, stream: *mut krt_stream, in_: *const krt_tensor, is_descending: bool, out: *const krt_tensor) -> krt_status;
    pub fn krt_sort(ops: *mut krt_ops, stream: *mut krt_stream, in_: *const krt_tensor, is_descending: bool, values: *const krt_tensor, indices: *const krt_tensor) -> krt_status;
    pub fn krt_top_k(ops: *mut krt_ops, stream: *mut krt_stream, in_: *const krt_tensor, is_descending: bool, values: *const krt_tensor, indices: *const krt_tensor) -> krt_status;
    pub fn krt_index_select(ops: *mut krt_ops, stream: *mut krt_stream, in_: *const krt_tensor, dim: u32, ids: *const krt_tensor, out: *const krt_tensor) -> krt_status;
    pub fn krt_gather(ops: *mut krt_ops, stream: *mut krt_stream, in_: *const krt_tensor, dim: u32, ids: *const krt_tensor, out: *const krt_tensor) -> krt_status;
    pub fn krt_index_add(ops: *mut krt_ops, stream: *mut krt_stream, in_: *const krt_tensor, dim: u32, ids: *const krt_tensor, out: *const krt_tensor) -> krt_status;
    pub fn krt_scatter_add(ops: *mut krt_ops, stream: *mut krt_stream, in_: *const krt_tensor, dim: u32, ids: *const krt_tensor, out: *const krt_tensor) -> krt_status;
    pub fn krt_scatter(ops: *mut krt_ops, stream: *mut krt_stream, in_: *const krt_tensor, dim: u32, ids: *const krt_tensor, out: *const krt_tensor) -> krt_status;
    pub fn krt_get_rows(ops: *mut krt_ops, stream: *mut krt_stream, in_: *const krt_tensor, ids: *const krt_tensor, out: *const krt_tensor) -> krt_status;
    pub fn krt_convolve(ops: *mut krt_ops, stream: *mut krt_stream, convolution: *const krt_convolution, in_: *const krt_tensor, kernel: *const krt_tensor, out: *const krt_tensor) -> krt_status;
    pub fn krt_im2col(ops: *mut krt_ops, stream: *mut krt_stream, convolution: *const krt_convolution, kernel: *const u32, in_: *const krt_tensor, out: *const krt_tensor) -> krt_status;
    pub fn krt_col2im1d(ops: *mut krt_ops, stream: *mut krt_stream, stride: u32, in_: *const krt_tensor, out: *const krt_tensor) -> krt_status;
    pub fn krt_pool2d(ops: *mut krt_ops, stream: *mut krt_stream, kind: krt_pool, window: *const u32, strides: *const u32, in_: *const krt_tensor, out: *const krt_tensor) -> krt_status;
    pub fn krt_pool1d(ops: *mut krt_ops, stream: *mut krt_stream, kind: krt_pool, window: u32, stride: u32, in_: *const krt_tensor, out: *const krt_tensor) -> krt_status;
    pub fn krt_upsample_nearest2d(ops: *mut krt_ops, stream: *mut krt_stream, in_: *const krt_tensor, out: *const krt_tensor) -> krt_status;
    pub fn krt_upsample_nearest1d(ops: *mut krt_ops, stream: *mut krt_stream, in_: *const krt_tensor, out: *const krt_tensor) -> krt_status;
    pub fn krt_upsample_bilinear2d(ops: *mut krt_ops, stream: *mut krt_stream, in_: *const krt_tensor, align_corners: bool, scales: *const f64, out: *const krt_tensor) -> krt_status;
    pub fn krt_pad(ops: *mut krt_ops, stream: *mut krt_stream, padding: krt_padding, before: *const i64, after: *const i64, value: krt_scalar, in_: *const krt_tensor, out: *const krt_tensor) -> krt_status;
    pub fn krt_block_format_name(format: u32) -> *const c_char;
    pub fn krt_block_format_elements(format: u32) -> u32;
    pub fn krt_block_format_bytes(format: u32) -> u32;
    pub fn krt_quantize(ops: *mut krt_ops, stream: *mut krt_stream, format: u32, in_: *const krt_tensor, importance: *const krt_tensor, out: *mut c_void) -> krt_status;
    pub fn krt_quantize_host(format: u32, dtype: u32, in_: *const c_void, rows: u64, columns: u32, importance: *const f32, out: *mut c_void) -> krt_status;
    pub fn krt_dequantize_host(format: u32, in_: *const c_void, count: u64, out: *mut f32) -> krt_status;
    pub fn krt_dequantize(ops: *mut krt_ops, stream: *mut krt_stream, in_: *const krt_quantized, out: *const krt_tensor) -> krt_status;
    pub fn krt_dequantize_rows(ops: *mut krt_ops, stream: *mut krt_stream, in_: *const krt_quantized, ids: *const krt_tensor, out: *const krt_tensor) -> krt_status;
    pub fn krt_quantized_matmul(ops: *mut krt_ops, stream: *mut krt_stream, weights: *const krt_quantized, x: *const krt_tensor, workspace: *mut c_void, out: *const krt_tensor) -> krt_status;
    pub fn krt_quantized_workspace(x_rows: u64, columns: u32) -> u64;
    pub fn krt_quantized_matmul_with(ops: *mut krt_ops, stream: *mut krt_stream, options: *const krt_product_options, weights: *const krt_quantized, x: *const krt_tensor, workspace: *mut c_void, out: *const krt_tensor) -> krt_status;
    pub fn krt_quantized_workspace_with(options: *const krt_product_options, x: *const krt_tensor, out: *const krt_tensor) -> u64;
    pub fn krt_quantized_moe(ops: *mut krt_ops, stream: *mut krt_stream, weights: *const krt_quantized, x: *const krt_tensor, ids: *const krt_tensor, workspace: *mut c_void, out: *const krt_tensor) -> krt_status;
    pub fn krt_matmul(ops: *mut krt_ops, stream: *mut krt_stream, a: *const krt_tensor, b: *const krt_tensor, c: *const krt_tensor) -> krt_status;
    pub fn krt_matmul_with(ops: *mut krt_ops, stream: *mut krt_stream, options: *const krt_product_options, a: *const krt_tensor, b: *const krt_tensor, c: *const krt_tensor) -> krt_status;
    pub fn krt_fill(ops: *mut krt_ops, stream: *mut krt_stream, value: krt_scalar, out: *const krt_tensor) -> krt_status;
    pub fn krt_arange(ops: *mut krt_ops, stream: *mut krt_stream, start: krt_scalar, step: krt_scalar, out: *const krt_tensor) -> krt_status;
    pub fn krt_linspace(ops: *mut krt_ops, stream: *mut krt_stream, start: f64, end: f64, out: *const krt_tensor) -> krt_status;
    pub fn krt_band(ops: *mut krt_ops, stream: *mut krt_stream, low: i64, high: i64, inside: krt_scalar, outside: krt_scalar, out: *const krt_tensor) -> krt_status;
    pub fn krt_copy(ops: *mut krt_ops, stream: *mut krt_stream, in_: *const krt_tensor, out: *const krt_tensor) -> krt_status;
    pub fn krt_copy2d(ops: *mut krt_ops, stream: *mut krt_stream, dtype: u32, source: *const c_void, source_pitch: u32, destination: *mut c_void, destination_pitch: u32, rows: u32, columns: u32) -> krt_status;
    pub fn krt_random_bits(ops: *mut krt_ops, stream: *mut krt_stream, state: *mut krt_random, out: *const krt_tensor) -> krt_status;
    pub fn krt_random_uniform(ops: *mut krt_ops, stream: *mut krt_stream, state: *mut krt_random, low: f64, high: f64, out: *const krt_tensor) -> krt_status;
    pub fn krt_random_normal(ops: *mut krt_ops, stream: *mut krt_stream, state: *mut krt_random, mean: f64, deviation: f64, out: *const krt_tensor) -> krt_status;
    pub fn krt_random_integer(ops: *mut krt_ops, stream: *mut krt_stream, state: *mut krt_random, low: i64, high: i64, out: *const krt_tensor) -> krt_status;
    pub fn krt_random_bernoulli(ops: *mut krt_ops, stream: *mut krt_stream, state: *mut krt_random, probability: f64, out: *const krt_tensor) -> krt_status;
    pub fn krt_dropout(ops: *mut krt_ops, stream: *mut krt_stream, state: *mut krt_random, in_: *const krt_tensor, probability: f64, out: *const krt_tensor) -> krt_status;
    pub fn krt_random_permutation(ops: *mut krt_ops, stream: *mut krt_stream, state: *mut krt_random, out: *const krt_tensor) -> krt_status;
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct krt_buffer {
    pub device: *mut krt_device,
    pub stream: *mut krt_stream,
    pub data: *mut c_void,
    pub bytes: u64,
}
#[repr(C)]
pub struct krt_module_cache {
    private: [u8; 0],
}

#[cfg(feature = "ops")]
#[link(name = "krt_ops")]
extern "C" {
    pub fn krt_buffer_create(stream: *mut krt_stream, bytes: u64, out: *mut *mut krt_buffer) -> krt_status;
    pub fn krt_buffer_retain(buffer: *mut krt_buffer) -> *mut krt_buffer;
    pub fn krt_buffer_release(buffer: *mut krt_buffer) -> krt_status;
    pub fn krt_buffer_use(buffer: *mut krt_buffer, stream: *mut krt_stream) -> krt_status;
    pub fn krt_buffer_contains(buffer: *const krt_buffer, tensor: *const krt_tensor) -> krt_status;
    pub fn krt_tensor_narrow(tensor: *const krt_tensor, dim: u32, start: u64, length: u64, out: *mut krt_tensor) -> krt_status;
    pub fn krt_tensor_slice(tensor: *const krt_tensor, dim: u32, start: u64, end: u64, step: u64, out: *mut krt_tensor) -> krt_status;
    pub fn krt_tensor_select(tensor: *const krt_tensor, dim: u32, index: u64, out: *mut krt_tensor) -> krt_status;
    pub fn krt_tensor_permute(tensor: *const krt_tensor, order: *const u32, out: *mut krt_tensor) -> krt_status;
    pub fn krt_tensor_transpose(tensor: *const krt_tensor, first: u32, second: u32, out: *mut krt_tensor) -> krt_status;
    pub fn krt_tensor_squeeze(tensor: *const krt_tensor, dim: u32, out: *mut krt_tensor) -> krt_status;
    pub fn krt_tensor_unsqueeze(tensor: *const krt_tensor, dim: u32, out: *mut krt_tensor) -> krt_status;
    pub fn krt_tensor_reshape(tensor: *const krt_tensor, rank: u32, dims: *const u64, out: *mut krt_tensor) -> krt_status;
    pub fn krt_module_cache_create(device: *mut krt_device, out: *mut *mut krt_module_cache) -> krt_status;
    pub fn krt_module_cache_destroy(cache: *mut krt_module_cache);
    pub fn krt_module_cache_get(cache: *mut krt_module_cache, name: *const c_char, data: *const c_void, bytes: u64, out: *mut *mut krt_raw_module) -> krt_status;
}

