//! The C interface, which the headers in krt/ and kir/ document. Written by bindings.py; do not edit.
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

#[repr(C)]
pub struct krt_graph {
    private: [u8; 0],
}
#[repr(C)]
pub struct krt_graph_exec {
    private: [u8; 0],
}

#[link(name = "krt")]
extern "C" {
    pub fn krt_capture_begin(stream: *mut krt_stream) -> krt_status;
    pub fn krt_capture_end(stream: *mut krt_stream, out: *mut *mut krt_graph) -> krt_status;
    pub fn krt_graph_destroy(graph: *mut krt_graph);
    pub fn krt_graph_count(graph: *mut krt_graph, out: *mut u64) -> krt_status;
    pub fn krt_graph_instantiate(graph: *mut krt_graph, out: *mut *mut krt_graph_exec) -> krt_status;
    pub fn krt_graph_update(exec: *mut krt_graph_exec, graph: *mut krt_graph) -> krt_status;
    pub fn krt_graph_launch(exec: *mut krt_graph_exec, stream: *mut krt_stream) -> krt_status;
    pub fn krt_graph_exec_destroy(exec: *mut krt_graph_exec);
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
pub const KRT_IQ4_NL: u32 = 11;
pub const KRT_IQ4_XS: u32 = 12;
pub const KRT_TQ1_0: u32 = 13;
pub const KRT_TQ2_0: u32 = 14;
pub const KRT_MXFP4: u32 = 15;
pub const KRT_NVFP4: u32 = 16;
pub const KRT_BLOCK_FORMAT_COUNT: u32 = 17;
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

pub const KRT_FUSION_INPUTS: u32 = 8;
pub const KRT_FUSION_OUTPUTS: u32 = 4;
pub const KRT_FUSION_SCALARS: u32 = 8;
#[repr(C)]
pub struct krt_fusion {
    private: [u8; 0],
}
pub type krt_fusion_value = u32;
pub const KRT_FUSION_NO_VALUE: u32 = u32::MAX;
#[repr(C)]
#[derive(Clone, Copy)]
pub struct krt_fusion_info {
    pub struct_size: usize,
    pub input_count: u32,
    pub scalar_count: u32,
    pub output_count: u32,
    pub inputs: [*const c_char; KRT_FUSION_INPUTS as usize],
    pub scalars: [*const c_char; KRT_FUSION_SCALARS as usize],
    pub outputs: [*const c_char; KRT_FUSION_OUTPUTS as usize],
    pub has_rows: bool,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct krt_fusion_arguments {
    pub struct_size: usize,
    pub inputs: *const krt_tensor,
    pub outputs: *const krt_tensor,
    pub scalars: *const f64,
    pub input_count: u32,
    pub output_count: u32,
    pub scalar_count: u32,
    pub row: u32,
}

#[cfg(feature = "ops")]
#[link(name = "krt_ops")]
extern "C" {
    pub fn krt_fusion_parse(text: *const c_char, out: *mut *mut krt_fusion) -> krt_status;
    pub fn krt_fusion_destroy(fusion: *mut krt_fusion);
    pub fn krt_fusion_create(out: *mut *mut krt_fusion) -> krt_status;
    pub fn krt_fusion_input(fusion: *mut krt_fusion, name: *const c_char) -> krt_fusion_value;
    pub fn krt_fusion_scalar(fusion: *mut krt_fusion, name: *const c_char) -> krt_fusion_value;
    pub fn krt_fusion_number(fusion: *mut krt_fusion, number: f64) -> krt_fusion_value;
    pub fn krt_fusion_call(fusion: *mut krt_fusion, function: *const c_char, arguments: *const krt_fusion_value, count: u32) -> krt_fusion_value;
    pub fn krt_fusion_output(fusion: *mut krt_fusion, name: *const c_char, value: krt_fusion_value) -> krt_status;
    pub fn krt_fusion_describe(fusion: *const krt_fusion, info: *mut krt_fusion_info) -> krt_status;
    pub fn krt_fusion_launch(fusion: *mut krt_fusion, stream: *mut krt_stream, arguments: *const krt_fusion_arguments) -> krt_status;
    pub fn krt_fusion_prepare(fusion: *mut krt_fusion, stream: *mut krt_stream, arguments: *const krt_fusion_arguments) -> krt_status;
    pub fn krt_fusion_set_compiler_arguments(fusion: *mut krt_fusion, arguments: *const *const c_char, count: u32) -> krt_status;
    pub fn krt_fusion_set_package(fusion: *mut krt_fusion, package: *const krt_package) -> krt_status;
}

#[repr(C)]
pub struct krt_operation {
    private: [u8; 0],
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct krt_operation_kernel {
    pub struct_size: usize,
    pub dtypes: *const u32,
    pub expression: *const c_char,
    pub kir: *const c_char,
    pub source: *const c_char,
    pub language: u32,
    pub package: *const krt_package,
    pub function: *const c_char,
    pub config: krt_launch_config,
    pub elements_per_thread: u32,
}

#[cfg(feature = "ops")]
#[link(name = "krt_ops")]
extern "C" {
    pub fn krt_operation_create(name: *const c_char, input_count: u32, output_count: u32, scalar_count: u32, out: *mut *mut krt_operation) -> krt_status;
    pub fn krt_operation_destroy(operation: *mut krt_operation);
    pub fn krt_operation_add(operation: *mut krt_operation, kernel: *const krt_operation_kernel) -> krt_status;
    pub fn krt_operation_launch(operation: *mut krt_operation, stream: *mut krt_stream, arguments: *const krt_fusion_arguments) -> krt_status;
}

#[repr(C)]
pub struct krt_gguf {
    private: [u8; 0],
}
pub const KRT_GGUF_NONE: u32 = u32::MAX;
#[repr(C)]
#[derive(Clone, Copy)]
pub struct krt_gguf_tensor {
    pub name: *const c_char,
    pub type_: u32,
    pub dtype: u32,
    pub format: u32,
    pub rank: u32,
    pub dims: [u64; KRT_MAX_RANK as usize],
    pub bytes: u64,
    pub offset: u64,
    pub data: *const c_void,
}
pub type krt_gguf_type = u32;
pub const KRT_GGUF_U8: u32 = 0;
pub const KRT_GGUF_I8: u32 = 1;
pub const KRT_GGUF_U16: u32 = 2;
pub const KRT_GGUF_I16: u32 = 3;
pub const KRT_GGUF_U32: u32 = 4;
pub const KRT_GGUF_I32: u32 = 5;
pub const KRT_GGUF_F32: u32 = 6;
pub const KRT_GGUF_BOOL: u32 = 7;
pub const KRT_GGUF_STRING: u32 = 8;
pub const KRT_GGUF_ARRAY: u32 = 9;
pub const KRT_GGUF_U64: u32 = 10;
pub const KRT_GGUF_I64: u32 = 11;
pub const KRT_GGUF_F64: u32 = 12;
pub const KRT_GGUF_TYPE_COUNT: u32 = 13;
#[repr(C)]
#[derive(Clone, Copy)]
pub union krt_gguf_value_as {
    pub u64: u64,
    pub i64: i64,
    pub f32: f32,
    pub f64: f64,
    pub is_true: bool,
    pub string: *const c_char,
    pub array: *const c_void,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct krt_gguf_value {
    pub type_: u32,
    pub element_type: u32,
    pub count: u64,
    pub bytes: u64,
    pub as_: krt_gguf_value_as,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct krt_gguf_entry {
    pub key: *const c_char,
    pub value: krt_gguf_value,
}
#[repr(C)]
pub struct krt_gguf_writer {
    private: [u8; 0],
}
pub type krt_gguf_produce = Option<unsafe extern "C" fn(context: *mut c_void, offset: u64, out: *mut c_void, bytes: u64) -> krt_status>;
#[repr(C)]
pub struct krt_gguf_weights {
    private: [u8; 0],
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct krt_gguf_weight {
    pub name: *const c_char,
    pub rank: u32,
    pub dims: [u64; KRT_MAX_RANK as usize],
    pub is_quantized: bool,
    pub tensor: krt_tensor,
    pub quantized: krt_quantized,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct krt_gguf_load_options {
    pub struct_size: usize,
    pub context: *mut c_void,
    pub select: Option<unsafe extern "C" fn(context: *mut c_void, tensor: *const krt_gguf_tensor) -> bool>,
    pub progress: Option<unsafe extern "C" fn(context: *mut c_void, done: u64, total: u64, name: *const c_char) -> bool>,
}

#[cfg(feature = "ops")]
#[link(name = "krt_ops")]
extern "C" {
    pub fn krt_gguf_open(path: *const c_char, out: *mut *mut krt_gguf) -> krt_status;
    pub fn krt_gguf_read(data: *const c_void, bytes: u64, out: *mut *mut krt_gguf) -> krt_status;
    pub fn krt_gguf_close(file: *mut krt_gguf);
    pub fn krt_gguf_type_name(type_: u32) -> *const c_char;
    pub fn krt_gguf_type_elements(type_: u32) -> u32;
    pub fn krt_gguf_type_bytes(type_: u32) -> u32;
    pub fn krt_gguf_tensor_count(file: *const krt_gguf) -> u64;
    pub fn krt_gguf_tensor_at(file: *const krt_gguf, index: u64) -> *const krt_gguf_tensor;
    pub fn krt_gguf_tensor_find(file: *const krt_gguf, name: *const c_char, out: *mut *const krt_gguf_tensor) -> krt_status;
    pub fn krt_gguf_copy(file: *const krt_gguf, tensor: *const krt_gguf_tensor, offset: u64, out: *mut c_void, bytes: u64) -> krt_status;
    pub fn krt_gguf_dequantize(type_: u32, in_: *const c_void, count: u64, out: *mut f32) -> krt_status;
    pub fn krt_gguf_entry_count(file: *const krt_gguf) -> u64;
    pub fn krt_gguf_entry_at(file: *const krt_gguf, index: u64) -> *const krt_gguf_entry;
    pub fn krt_gguf_get(file: *const krt_gguf, key: *const c_char, out: *mut krt_gguf_value) -> krt_status;
    pub fn krt_gguf_get_u64(file: *const krt_gguf, key: *const c_char, out: *mut u64) -> krt_status;
    pub fn krt_gguf_get_i64(file: *const krt_gguf, key: *const c_char, out: *mut i64) -> krt_status;
    pub fn krt_gguf_get_f64(file: *const krt_gguf, key: *const c_char, out: *mut f64) -> krt_status;
    pub fn krt_gguf_get_bool(file: *const krt_gguf, key: *const c_char, out: *mut bool) -> krt_status;
    pub fn krt_gguf_get_string(file: *const krt_gguf, key: *const c_char, out: *mut *const c_char) -> krt_status;
    pub fn krt_gguf_get_array(file: *const krt_gguf, key: *const c_char, element_type: u32, out: *mut krt_gguf_value) -> krt_status;
    pub fn krt_gguf_next(array: *mut krt_gguf_value, element: *mut krt_gguf_value) -> bool;
    pub fn krt_gguf_writer_create(out: *mut *mut krt_gguf_writer) -> krt_status;
    pub fn krt_gguf_writer_destroy(writer: *mut krt_gguf_writer);
    pub fn krt_gguf_set(writer: *mut krt_gguf_writer, key: *const c_char, value: *const krt_gguf_value) -> krt_status;
    pub fn krt_gguf_set_string(writer: *mut krt_gguf_writer, key: *const c_char, text: *const c_char) -> krt_status;
    pub fn krt_gguf_set_strings(writer: *mut krt_gguf_writer, key: *const c_char, texts: *const *const c_char, count: u64) -> krt_status;
    pub fn krt_gguf_dense(name: *const c_char, dtype: u32, rank: u32, dims: *const u64, data: *const c_void) -> krt_gguf_tensor;
    pub fn krt_gguf_blocks(name: *const c_char, format: u32, rank: u32, dims: *const u64, data: *const c_void) -> krt_gguf_tensor;
    pub fn krt_gguf_add(writer: *mut krt_gguf_writer, tensor: *const krt_gguf_tensor, produce: krt_gguf_produce, context: *mut c_void) -> krt_status;
    pub fn krt_gguf_add_data(writer: *mut krt_gguf_writer, tensor: *const krt_gguf_tensor, bytes: u64) -> krt_status;
    pub fn krt_gguf_write(writer: *const krt_gguf_writer, path: *const c_char) -> krt_status;
    pub fn krt_gguf_load(file: *const krt_gguf, stream: *mut krt_stream, options: *const krt_gguf_load_options, out: *mut *mut krt_gguf_weights) -> krt_status;
    pub fn krt_gguf_unload(weights: *mut krt_gguf_weights);
    pub fn krt_gguf_weight_count(weights: *const krt_gguf_weights) -> u64;
    pub fn krt_gguf_weight_at(weights: *const krt_gguf_weights, index: u64) -> *const krt_gguf_weight;
    pub fn krt_gguf_weight_find(weights: *const krt_gguf_weights, name: *const c_char) -> *const krt_gguf_weight;
}

pub type kir_type = u32;
pub const KIR_NONE: u32 = 0;
pub const KIR_BOOL: u32 = 1;
pub const KIR_U8: u32 = 2;
pub const KIR_U32: u32 = 3;
pub const KIR_I16: u32 = 4;
pub const KIR_I32: u32 = 5;
pub const KIR_I64: u32 = 6;
pub const KIR_F8E4M3: u32 = 7;
pub const KIR_F16: u32 = 8;
pub const KIR_BF16: u32 = 9;
pub const KIR_F32: u32 = 10;
pub const KIR_F64: u32 = 11;
pub const KIR_TYPE_COUNT: u32 = 12;
pub type kir_op = u32;
pub const KIR_GLOBAL: u32 = 0;
pub const KIR_SCALAR: u32 = 1;
pub const KIR_LDS: u32 = 2;
pub const KIR_INDEX: u32 = 3;
pub const KIR_CONSTANT: u32 = 4;
pub const KIR_UNARY: u32 = 5;
pub const KIR_BINARY: u32 = 6;
pub const KIR_COMPARE: u32 = 7;
pub const KIR_SELECT: u32 = 8;
pub const KIR_FMA: u32 = 9;
pub const KIR_CAST: u32 = 10;
pub const KIR_LOAD: u32 = 11;
pub const KIR_STORE: u32 = 12;
pub const KIR_ATOMIC: u32 = 13;
pub const KIR_VARIABLE: u32 = 14;
pub const KIR_GET: u32 = 15;
pub const KIR_SET: u32 = 16;
pub const KIR_RANGE: u32 = 17;
pub const KIR_IF: u32 = 18;
pub const KIR_ELSE: u32 = 19;
pub const KIR_END: u32 = 20;
pub const KIR_BARRIER: u32 = 21;
pub const KIR_WARP_REDUCE: u32 = 22;
pub const KIR_BLOCK_REDUCE: u32 = 23;
pub type kir_place = u32;
pub const KIR_THREAD: u32 = 0;
pub const KIR_BLOCK: u32 = 1;
pub const KIR_BLOCK_SIZE: u32 = 2;
pub const KIR_GRID_SIZE: u32 = 3;
pub const KIR_GLOBAL_THREAD: u32 = 4;
pub type kir_unary = u32;
pub const KIR_NEG: u32 = 0;
pub const KIR_ABS: u32 = 1;
pub const KIR_NOT: u32 = 2;
pub const KIR_RECIP: u32 = 3;
pub const KIR_SQRT: u32 = 4;
pub const KIR_RSQRT: u32 = 5;
pub const KIR_EXP: u32 = 6;
pub const KIR_EXP2: u32 = 7;
pub const KIR_LOG: u32 = 8;
pub const KIR_LOG2: u32 = 9;
pub const KIR_SIN: u32 = 10;
pub const KIR_COS: u32 = 11;
pub const KIR_TANH: u32 = 12;
pub const KIR_ERF: u32 = 13;
pub const KIR_NORMCDF: u32 = 14;
pub const KIR_EXPM1: u32 = 15;
pub const KIR_FLOOR: u32 = 16;
pub const KIR_CEIL: u32 = 17;
pub const KIR_ROUND: u32 = 18;
pub const KIR_TRUNC: u32 = 19;
pub const KIR_UNARY_COUNT: u32 = 20;
pub type kir_binary = u32;
pub const KIR_ADD: u32 = 0;
pub const KIR_SUB: u32 = 1;
pub const KIR_MUL: u32 = 2;
pub const KIR_DIV: u32 = 3;
pub const KIR_REM: u32 = 4;
pub const KIR_MIN: u32 = 5;
pub const KIR_MAX: u32 = 6;
pub const KIR_POW: u32 = 7;
pub const KIR_AND: u32 = 8;
pub const KIR_OR: u32 = 9;
pub const KIR_XOR: u32 = 10;
pub const KIR_SHL: u32 = 11;
pub const KIR_SHR: u32 = 12;
pub const KIR_BINARY_COUNT: u32 = 13;
pub type kir_compare = u32;
pub const KIR_EQ: u32 = 0;
pub const KIR_NE: u32 = 1;
pub const KIR_LT: u32 = 2;
pub const KIR_LE: u32 = 3;
pub const KIR_GT: u32 = 4;
pub const KIR_GE: u32 = 5;
pub const KIR_COMPARE_COUNT: u32 = 6;
pub type kir_reduce = u32;
pub const KIR_SUM: u32 = 0;
pub const KIR_PRODUCT: u32 = 1;
pub const KIR_MINIMUM: u32 = 2;
pub const KIR_MAXIMUM: u32 = 3;
pub const KIR_ARGMIN: u32 = 4;
pub const KIR_ARGMAX: u32 = 5;
pub const KIR_REDUCE_COUNT: u32 = 6;
pub type kir_atomic = u32;
pub const KIR_ATOMIC_ADD: u32 = 0;
pub const KIR_ATOMIC_MIN: u32 = 1;
pub const KIR_ATOMIC_MAX: u32 = 2;
pub const KIR_ATOMIC_COUNT: u32 = 3;
pub const KIR_LDS_BYTES: u32 = 65536;
pub const KIR_DEPTH: u32 = 32;
pub const KIR_PARAMETERS: u32 = 64;
pub const KIR_INSTRUCTIONS: u32 = 1048576;
pub type kir_value = u32;
pub const KIR_NO_VALUE: u32 = u32::MAX;
#[repr(C)]
#[derive(Clone, Copy)]
pub union kir_instruction_value {
    pub integer: i64,
    pub number: f64,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct kir_instruction {
    pub op: u8,
    pub type_: u8,
    pub detail: u8,
    pub extra: u8,
    pub operands: [kir_value; 3],
    pub value: kir_instruction_value,
    pub name: u32,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct kir_kernel {
    pub name: *mut c_char,
    pub instructions: *mut kir_instruction,
    pub count: u32,
    pub capacity: u32,
    pub names: *mut c_char,
    pub names_size: u32,
    pub block: [u32; 3],
    pub failed: bool,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct kir_error {
    pub instruction: u32,
    pub line: i32,
    pub column: i32,
    pub message: [c_char; 256],
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct kir_argument {
    pub data: *mut c_void,
    pub count: u64,
    pub integer: i64,
    pub number: f64,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct kir_launch {
    pub grid: [u32; 3],
    pub block: [u32; 3],
    pub steps: u64,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct kir_counts {
    pub operations: u64,
    pub loaded: u64,
    pub stored: u64,
}

#[cfg(feature = "kir")]
#[link(name = "kir", kind = "static")]
#[link(name = "m")]
extern "C" {
    pub fn kir_type_name(type_: kir_type) -> *const c_char;
    pub fn kir_type_find(name: *const c_char) -> kir_type;
    pub fn kir_type_size(type_: kir_type) -> u32;
    pub fn kir_kernel_create(name: *const c_char) -> *mut kir_kernel;
    pub fn kir_kernel_free(kernel: *mut kir_kernel);
    pub fn kir_block(kernel: *mut kir_kernel, x: u32, y: u32, z: u32);
    pub fn kir_global(kernel: *mut kir_kernel, name: *const c_char, type_: kir_type) -> kir_value;
    pub fn kir_scalar(kernel: *mut kir_kernel, name: *const c_char, type_: kir_type) -> kir_value;
    pub fn kir_lds(kernel: *mut kir_kernel, type_: kir_type, count: i64) -> kir_value;
    pub fn kir_index(kernel: *mut kir_kernel, place: kir_place, dimension: u32) -> kir_value;
    pub fn kir_integer(kernel: *mut kir_kernel, type_: kir_type, value: i64) -> kir_value;
    pub fn kir_number(kernel: *mut kir_kernel, type_: kir_type, value: f64) -> kir_value;
    pub fn kir_unary(kernel: *mut kir_kernel, op: kir_unary, a: kir_value) -> kir_value;
    pub fn kir_binary(kernel: *mut kir_kernel, op: kir_binary, a: kir_value, b: kir_value) -> kir_value;
    pub fn kir_compare(kernel: *mut kir_kernel, op: kir_compare, a: kir_value, b: kir_value) -> kir_value;
    pub fn kir_select(kernel: *mut kir_kernel, condition: kir_value, a: kir_value, b: kir_value) -> kir_value;
    pub fn kir_fma(kernel: *mut kir_kernel, a: kir_value, b: kir_value, c: kir_value) -> kir_value;
    pub fn kir_cast(kernel: *mut kir_kernel, type_: kir_type, a: kir_value) -> kir_value;
    pub fn kir_load(kernel: *mut kir_kernel, memory: kir_value, index: kir_value, width: u32) -> kir_value;
    pub fn kir_store(kernel: *mut kir_kernel, memory: kir_value, index: kir_value, value: kir_value, width: u32);
    pub fn kir_atomic(kernel: *mut kir_kernel, op: kir_atomic, memory: kir_value, index: kir_value, value: kir_value);
    pub fn kir_variable(kernel: *mut kir_kernel, initial: kir_value) -> kir_value;
    pub fn kir_get(kernel: *mut kir_kernel, variable: kir_value) -> kir_value;
    pub fn kir_set(kernel: *mut kir_kernel, variable: kir_value, value: kir_value);
    pub fn kir_range(kernel: *mut kir_kernel, low: kir_value, high: kir_value, step: kir_value) -> kir_value;
    pub fn kir_if(kernel: *mut kir_kernel, condition: kir_value);
    pub fn kir_else(kernel: *mut kir_kernel);
    pub fn kir_end(kernel: *mut kir_kernel);
    pub fn kir_barrier(kernel: *mut kir_kernel);
    pub fn kir_warp_reduce(kernel: *mut kir_kernel, op: kir_reduce, value: kir_value, index: kir_value) -> kir_value;
    pub fn kir_block_reduce(kernel: *mut kir_kernel, op: kir_reduce, value: kir_value, index: kir_value) -> kir_value;
    pub fn kir_verify(kernel: *const kir_kernel, error: *mut kir_error) -> bool;
    pub fn kir_print(kernel: *const kir_kernel) -> *mut c_char;
    pub fn kir_parse(text: *const c_char, size: usize, error: *mut kir_error) -> *mut kir_kernel;
    pub fn kir_read_number(text: *const c_char, end: *mut *mut c_char) -> f64;
    pub fn kir_execute(kernel: *const kir_kernel, launch: *const kir_launch, arguments: *const kir_argument, counts: *mut kir_counts, error: *mut kir_error) -> bool;
    pub fn kir_estimate(kernel: *const kir_kernel, launch: *const kir_launch, arguments: *const kir_argument, out: *mut kir_counts, error: *mut kir_error) -> bool;
    pub fn kir_emit(kernels: *const *const kir_kernel, count: usize) -> *mut c_char;
    pub fn kir_prelude() -> *const c_char;
    pub fn kir_emit_instruction(out: *mut c_void, kernel: *const kir_kernel, value: kir_value);
}

