//! Operations that a program defines at run time: expressions (krt/fused.h), and kernels of its own (krt/custom.h).
use crate::ops::Tensor;
use crate::{c_string, check, is_ready, sys, text, Error, LaunchConfig, Package, Result, Stream};
use std::os::raw::c_char;
use std::ptr::{null, null_mut};

/// The operands of a launch. An output may be one of the inputs.
#[derive(Clone, Copy, Default)]
pub struct Arguments<'a> {
    /// Any dtypes and strides; of a fusion, broadcast to one shape.
    pub inputs: &'a [Tensor],
    /// Any dtypes and strides, without repeated elements.
    pub outputs: &'a [Tensor],
    /// In the order of the parameters.
    pub scalars: &'a [f64],
    /// For a fusion that reduces: bit d says that dimension d belongs to a row. 0: the last dimension alone.
    pub row: u32,
}

impl Arguments<'_> {
    fn raw(&self) -> sys::krt_fusion_arguments {
        sys::krt_fusion_arguments {
            struct_size: std::mem::size_of::<sys::krt_fusion_arguments>(),
            inputs: self.inputs.as_ptr(),
            outputs: self.outputs.as_ptr(),
            scalars: self.scalars.as_ptr(),
            input_count: self.inputs.len() as u32,
            output_count: self.outputs.len() as u32,
            scalar_count: self.scalars.len() as u32,
            row: self.row,
        }
    }
}

/// The names of a fusion's operands, in the order of [`Arguments`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FusionInfo {
    /// Of the inputs.
    pub inputs: Vec<String>,
    /// Of the scalars.
    pub scalars: Vec<String>,
    /// Of the outputs.
    pub outputs: Vec<String>,
    /// The fusion reduces rows.
    pub has_rows: bool,
}

/// An expression over tensors that is one kernel, compiled at its first launch with new dtypes. Any number of threads
/// and devices may launch it.
pub struct Fusion(*mut sys::krt_fusion);
unsafe impl Send for Fusion {}
unsafe impl Sync for Fusion {}

impl Fusion {
    /// `Fusion::parse("out = silu(a) * b + residual")`. An error has the line, and a caret below the place.
    pub fn parse(text: &str) -> Result<Fusion> {
        let (text, mut raw) = (c_string(text)?, null_mut());
        check(unsafe { sys::krt_fusion_parse(text.as_ptr(), &mut raw) })?;
        Ok(Fusion(raw))
    }

    /// The C handle.
    pub fn raw(&self) -> *mut sys::krt_fusion {
        self.0
    }

    /// Describes the operands.
    pub fn describe(&self) -> Result<FusionInfo> {
        // SAFETY: all members are numbers, pointers or arrays of them.
        let mut info: sys::krt_fusion_info = unsafe { std::mem::zeroed() };
        info.struct_size = std::mem::size_of_val(&info);
        check(unsafe { sys::krt_fusion_describe(self.0, &mut info) })?;
        let names = |names: &[*const c_char], count: u32| {
            names.iter().take(count as usize).map(|&name| unsafe { text(name) }).collect()
        };
        Ok(FusionInfo {
            inputs: names(&info.inputs, info.input_count),
            scalars: names(&info.scalars, info.scalar_count),
            outputs: names(&info.outputs, info.output_count),
            has_rows: info.has_rows,
        })
    }

    /// Arguments for the compiler, such as "-ffp-contract=off"; before the first launch.
    pub fn set_compiler_arguments(&mut self, arguments: &[&str]) -> Result<()> {
        let arguments = arguments.iter().map(|text| c_string(text)).collect::<Result<Vec<_>>>()?;
        let pointers: Vec<_> = arguments.iter().map(|text| text.as_ptr()).collect();
        check(unsafe { sys::krt_fusion_set_compiler_arguments(self.0, pointers.as_ptr(), pointers.len() as u32) })
    }

    /// A package in which launches look for the kernel first; before the first launch.
    pub fn set_package(&mut self, package: &'static Package) -> Result<()> {
        check(unsafe { sys::krt_fusion_set_package(self.0, package.raw()) })
    }

    /// Puts one launch on `stream`. The first with new dtypes compiles.
    ///
    /// # Safety
    /// The tensors are in memory that the stream's device can use, until the launch is done.
    pub unsafe fn launch(&self, stream: &Stream, arguments: &Arguments<'_>) -> Result<()> {
        check(sys::krt_fusion_launch(self.0, stream.raw(), &arguments.raw()))
    }

    /// Whether [`launch`](Fusion::launch) with such arguments needs no compilation. Otherwise it begins in the
    /// background. Fails if it has failed.
    pub fn prepare(&self, stream: &Stream, arguments: &Arguments<'_>) -> Result<bool> {
        is_ready(unsafe { sys::krt_fusion_prepare(self.0, stream.raw(), &arguments.raw()) })
    }
}

impl Drop for Fusion {
    fn drop(&mut self) {
        unsafe { sys::krt_fusion_destroy(self.0) }
    }
}

// ---- Without text -----------------------------------------------------------------------------------------------

/// A value within the fusion that made it. Another fusion refuses it, or takes it for a value of its own.
#[derive(Clone, Copy)]
pub struct Value(sys::krt_fusion_value);

/// A fusion to which values are added: inputs, scalars and outputs are numbered in the order of the calls.
pub struct Builder(Fusion);

impl Builder {
    /// An empty fusion.
    pub fn new() -> Result<Builder> {
        let mut raw = null_mut();
        check(unsafe { sys::krt_fusion_create(&mut raw) })?;
        Ok(Builder(Fusion(raw)))
    }

    fn value(&mut self, value: sys::krt_fusion_value) -> Result<Value> {
        match value {
            sys::KRT_FUSION_NO_VALUE => Err(Error::last(sys::KRT_ERROR_INVALID_ARGUMENT)),
            _ => Ok(Value(value)),
        }
    }

    /// An input.
    pub fn input(&mut self, name: &str) -> Result<Value> {
        let name = c_string(name)?;
        let value = unsafe { sys::krt_fusion_input(self.0 .0, name.as_ptr()) };
        self.value(value)
    }

    /// A scalar.
    pub fn scalar(&mut self, name: &str) -> Result<Value> {
        let name = c_string(name)?;
        let value = unsafe { sys::krt_fusion_scalar(self.0 .0, name.as_ptr()) };
        self.value(value)
    }

    /// A constant.
    pub fn number(&mut self, number: f64) -> Result<Value> {
        let value = unsafe { sys::krt_fusion_number(self.0 .0, number) };
        self.value(value)
    }

    /// A function or an operator of the expressions: "silu", "+", "where".
    pub fn call(&mut self, function: &str, arguments: &[Value]) -> Result<Value> {
        let function = c_string(function)?;
        let values: Vec<_> = arguments.iter().map(|value| value.0).collect();
        let (pointer, count) = (values.as_ptr(), values.len() as u32);
        let value = unsafe { sys::krt_fusion_call(self.0 .0, function.as_ptr(), pointer, count) };
        self.value(value)
    }

    /// An output.
    pub fn output(&mut self, name: &str, value: Value) -> Result<()> {
        let name = c_string(name)?;
        check(unsafe { sys::krt_fusion_output(self.0 .0, name.as_ptr(), value.0) })
    }

    /// The fusion, which no longer changes.
    pub fn finish(self) -> Fusion {
        self.0
    }
}

// ---- Kernels of the program's own -------------------------------------------------------------------------------

/// Where an operation's kernel comes from. `function` is its name.
#[derive(Clone, Copy)]
pub enum Code<'a> {
    /// A kernel in the text form of kir.
    Kir(&'a str),
    /// HIP or CUDA C++.
    Source {
        /// What `Device::compile()` takes.
        text: &'a str,
        /// "step_f32"
        function: &'a str,
    },
    /// A kernel of a package.
    Package {
        /// Its tables.
        package: &'static Package,
        /// "step_f32"
        function: &'a str,
    },
}

/// An operation with kernels of the program's own: a launch uses the first one whose dtypes are those of the tensors.
/// Any number of threads and devices may launch it.
pub struct Operation {
    raw: *mut sys::krt_operation,
    operands: usize,
}
unsafe impl Send for Operation {}
unsafe impl Sync for Operation {}

impl Operation {
    /// An operation without kernels, with so many operands. `name` is for messages.
    pub fn new(name: &str, inputs: u32, outputs: u32, scalars: u32) -> Result<Operation> {
        let (name, mut raw) = (c_string(name)?, null_mut());
        check(unsafe { sys::krt_operation_create(name.as_ptr(), inputs, outputs, scalars, &mut raw) })?;
        Ok(Operation { raw, operands: inputs as usize + outputs as usize })
    }

    /// Fills in the dtypes, and adds the kernel. `kernel` has the rest.
    fn add_kernel(&mut self, dtypes: Option<&[u32]>, mut kernel: sys::krt_operation_kernel) -> Result<()> {
        if dtypes.map_or(false, |dtypes| dtypes.len() != self.operands) {
            let message = format!("dtypes of {} operands, not of {}", dtypes.map_or(0, <[u32]>::len), self.operands);
            return Err(Error::new(sys::KRT_ERROR_INVALID_ARGUMENT, message));
        }
        kernel.struct_size = std::mem::size_of::<sys::krt_operation_kernel>();
        kernel.dtypes = dtypes.map_or(null(), <[u32]>::as_ptr);
        check(unsafe { sys::krt_operation_add(self.raw, &kernel) })
    }

    /// Adds an expression with the names of the operation's operands, for these dtypes (`sys::KRT_F32` and the like) of
    /// inputs and outputs, or for any.
    pub fn add_expression(&mut self, dtypes: Option<&[u32]>, expression: &str) -> Result<()> {
        let expression = c_string(expression)?;
        // SAFETY: all members are numbers, pointers or arrays of them.
        let mut kernel: sys::krt_operation_kernel = unsafe { std::mem::zeroed() };
        kernel.expression = expression.as_ptr();
        self.add_kernel(dtypes, kernel)
    }

    /// Adds a kernel for these dtypes of inputs and outputs. It takes what krt/custom.h says. Launches have a thread
    /// for each element, in blocks of 256.
    ///
    /// # Safety
    /// The kernel stays inside of the tensors that it gets.
    pub unsafe fn add(&mut self, dtypes: &[u32], code: Code<'_>) -> Result<()> {
        self.add_with(dtypes, code, LaunchConfig::new(0, 0), 0)
    }

    /// Adds a kernel as [`add`](Operation::add) does, and says how it is launched: `LaunchConfig::new(0, 128)` are
    /// blocks of 128 threads, with a thread for every `elements_per_thread` elements. If `config.grid[0]` is not 0, each
    /// launch has exactly `config.grid`, and `elements_per_thread` is 0.
    ///
    /// # Safety
    /// The kernel stays inside of the tensors that it gets.
    pub unsafe fn add_with(
        &mut self,
        dtypes: &[u32],
        code: Code<'_>,
        config: LaunchConfig,
        elements_per_thread: u32,
    ) -> Result<()> {
        let (text, function) = match code {
            Code::Kir(text) => (text, None),
            Code::Source { text, function } => (text, Some(c_string(function)?)),
            Code::Package { function, .. } => ("", Some(c_string(function)?)),
        };
        let text = c_string(text)?;
        let mut kernel: sys::krt_operation_kernel = std::mem::zeroed();
        kernel.function = function.as_ref().map_or(null(), |function| function.as_ptr());
        (kernel.config, kernel.elements_per_thread) = (config, elements_per_thread);
        match code {
            Code::Kir(_) => kernel.kir = text.as_ptr(),
            Code::Source { .. } => kernel.source = text.as_ptr(),
            Code::Package { package, .. } => kernel.package = package.raw(),
        }
        self.add_kernel(Some(dtypes), kernel)
    }

    /// The C handle.
    pub fn raw(&self) -> *mut sys::krt_operation {
        self.raw
    }

    /// Puts the operation on `stream`. `KRT_ERROR_UNSUPPORTED`: it has no kernel for these dtypes.
    ///
    /// # Safety
    /// The tensors are in memory that the stream's device can use, until the launch is done.
    pub unsafe fn launch(&self, stream: &Stream, arguments: &Arguments<'_>) -> Result<()> {
        check(sys::krt_operation_launch(self.raw, stream.raw(), &arguments.raw()))
    }
}

impl Drop for Operation {
    fn drop(&mut self) {
        unsafe { sys::krt_operation_destroy(self.raw) }
    }
}
