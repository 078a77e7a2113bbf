//! An intermediate representation of GPU kernels: kir/kir.h. Kernels are read from text or made with a [`Builder`],
//! executed on the host, and written as text or C++.
//!
//! ```ignore
//! let mut b = Builder::new("twice")?;
//! let (out, input) = (b.global("out", Type::F32)?, b.global("in", Type::F32)?);
//! let i = b.index(Place::GlobalThread, 0);
//! let x = b.load(input, i, 1);
//! let twice = b.binary(Binary::Add, x, x);
//! b.store(out, i, twice, 1);
//! let kernel = b.finish()?;
//! ```
use crate::{c_string, sys, text, Error, Result};
use std::ffi::c_void;
use std::os::raw::c_char;
use std::ptr::null_mut;

macro_rules! choices {
    ($(#[$doc:meta])* $type:ident: $($name:ident = $number:ident),* $(,)?) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[repr(u32)]
        #[allow(missing_docs)]
        pub enum $type { $($name = sys::$number,)* }
    };
}
choices! {
    /// The type of a value or of memory. Memory has no bools.
    Type: Bool = KIR_BOOL, U8 = KIR_U8, U32 = KIR_U32, I16 = KIR_I16, I32 = KIR_I32, I64 = KIR_I64, F8E4M3 = KIR_F8E4M3,
    F16 = KIR_F16, BF16 = KIR_BF16, F32 = KIR_F32, F64 = KIR_F64,
}
choices! {
    /// A number that a thread knows about itself.
    Place: Thread = KIR_THREAD, Block = KIR_BLOCK, BlockSize = KIR_BLOCK_SIZE, GridSize = KIR_GRID_SIZE,
    GlobalThread = KIR_GLOBAL_THREAD,
}
choices! {
    /// See `enum kir_unary`.
    Unary: Neg = KIR_NEG, Abs = KIR_ABS, Not = KIR_NOT, Recip = KIR_RECIP, Sqrt = KIR_SQRT, Rsqrt = KIR_RSQRT,
    Exp = KIR_EXP, Exp2 = KIR_EXP2, Log = KIR_LOG, Log2 = KIR_LOG2, Sin = KIR_SIN, Cos = KIR_COS, Tanh = KIR_TANH,
    Erf = KIR_ERF, Normcdf = KIR_NORMCDF, Expm1 = KIR_EXPM1, Floor = KIR_FLOOR, Ceil = KIR_CEIL, Round = KIR_ROUND,
    Trunc = KIR_TRUNC,
}
choices! {
    /// See `enum kir_binary`.
    Binary: Add = KIR_ADD, Sub = KIR_SUB, Mul = KIR_MUL, Div = KIR_DIV, Rem = KIR_REM, Min = KIR_MIN, Max = KIR_MAX,
    Pow = KIR_POW, And = KIR_AND, Or = KIR_OR, Xor = KIR_XOR, Shl = KIR_SHL, Shr = KIR_SHR,
}
choices! {
    /// With a NaN only `Ne` is true.
    Compare: Eq = KIR_EQ, Ne = KIR_NE, Lt = KIR_LT, Le = KIR_LE, Gt = KIR_GT, Ge = KIR_GE,
}
choices! {
    /// See `enum kir_reduce`.
    Reduce: Sum = KIR_SUM, Product = KIR_PRODUCT, Minimum = KIR_MINIMUM, Maximum = KIR_MAXIMUM, ArgMin = KIR_ARGMIN,
    ArgMax = KIR_ARGMAX,
}
choices! {
    /// Minima and maxima are for integers.
    Atomic: Add = KIR_ATOMIC_ADD, Min = KIR_ATOMIC_MIN, Max = KIR_ATOMIC_MAX,
}

/// A value of the builder that made it. [`Builder::finish`] refuses one that is used wrongly.
#[derive(Clone, Copy, Debug)]
pub struct Value(sys::kir_value);

fn failure(error: &sys::kir_error) -> Error {
    // SAFETY: a C string.
    let message = unsafe { text(error.message.as_ptr()) };
    let message = match (error.line, error.instruction) {
        (0, sys::KIR_NO_VALUE) => message,
        (0, instruction) => format!("instruction {instruction}: {message}"),
        (line, _) => format!("line {line}, column {}: {message}", error.column),
    };
    Error::new(sys::KRT_ERROR_INVALID_ARGUMENT, message)
}

fn no_error() -> sys::kir_error {
    sys::kir_error { instruction: sys::KIR_NO_VALUE, line: 0, column: 0, message: [0; 256] }
}

fn no_memory() -> Error {
    Error::new(sys::KRT_ERROR_OUT_OF_MEMORY, "kir has no memory")
}

/// A text that the caller of a function of kir frees.
fn take(owned: *mut c_char) -> Result<String> {
    extern "C" {
        fn free(memory: *mut c_void);
    }
    if owned.is_null() {
        return Err(no_memory());
    }
    // SAFETY: a C string of malloc().
    unsafe {
        let copy = text(owned);
        free(owned.cast());
        Ok(copy)
    }
}

/// A kernel that obeys all rules, and does not change. One thread at a time may use it.
pub struct Kernel(*mut sys::kir_kernel);
unsafe impl Send for Kernel {}

impl Drop for Kernel {
    fn drop(&mut self) {
        unsafe { sys::kir_kernel_free(self.0) }
    }
}

/// How to execute: 0 counts as 1. `steps` are the most instructions of all threads together; 0: no limit.
pub type Launch = sys::kir_launch;

/// Operations on floats, and bytes loaded and stored.
pub type Counts = sys::kir_counts;

/// A type of the host that a kernel's memory can have.
///
/// # Safety
/// [`TYPE`](Element::TYPE) must be the type's own: a kernel reads and writes memory as that.
pub unsafe trait Element: crate::Element {
    /// It.
    const TYPE: Type;
}
macro_rules! elements {
    ($($type:ty: $name:ident)*) => { $(unsafe impl Element for $type { const TYPE: Type = Type::$name; })* };
}
elements! { u8: U8  u32: U32  i16: I16  i32: I32  i64: I64  f32: F32  f64: F64 }
elements! { crate::F8E4M3: F8E4M3  crate::F16: F16  crate::BF16: BF16 }

/// What an argument is.
#[derive(Clone, Copy, Debug)]
enum Kind {
    Memory(Type),
    Integer,
    Number,
}

impl Kind {
    fn fits(self, type_: u32, is_memory: bool, is_estimate: bool) -> bool {
        match self {
            Kind::Memory(of) => is_memory && of as u32 == type_,
            _ if is_memory => is_estimate,
            Kind::Number => is_float(type_),
            Kind::Integer => !is_float(type_),
        }
    }
}

impl Type {
    /// Bytes of an element.
    const fn size(self) -> usize {
        match self {
            Type::Bool | Type::U8 | Type::F8E4M3 => 1,
            Type::I16 | Type::F16 | Type::BF16 => 2,
            Type::U32 | Type::I32 | Type::F32 => 4,
            Type::I64 | Type::F64 => 8,
        }
    }
}

fn is_float(type_: u32) -> bool {
    [Type::F8E4M3, Type::F16, Type::BF16, Type::F32, Type::F64].iter().any(|&float| float as u32 == type_)
}

/// The argument for a parameter.
pub struct Argument<'a> {
    raw: sys::kir_argument,
    kind: Kind,
    _memory: std::marker::PhantomData<&'a mut ()>,
}

impl<'a> Argument<'a> {
    fn new(data: *mut c_void, count: u64, integer: i64, number: f64, kind: Kind) -> Argument<'a> {
        let raw = sys::kir_argument { data, count, integer, number };
        Argument { raw, kind, _memory: std::marker::PhantomData }
    }

    /// Memory for a global.
    pub fn global<T: Element>(values: &'a mut [T]) -> Argument<'a> {
        assert_eq!(std::mem::size_of::<T>(), T::TYPE.size(), "{:?} is not the type's own", T::TYPE);
        Argument::new(values.as_mut_ptr().cast(), values.len() as u64, 0, 0.0, Kind::Memory(T::TYPE))
    }

    /// A scalar of an integer type.
    pub fn integer(value: i64) -> Argument<'a> {
        Argument::new(null_mut(), 0, value, 0.0, Kind::Integer)
    }

    /// A scalar of a float type.
    pub fn number(value: f64) -> Argument<'a> {
        Argument::new(null_mut(), 0, 0, value, Kind::Number)
    }
}

impl Kernel {
    /// Reads the text form.
    pub fn parse(text: &str) -> Result<Kernel> {
        let mut error = no_error();
        let raw = unsafe { sys::kir_parse(text.as_ptr().cast(), text.len(), &mut error) };
        if raw.is_null() {
            return Err(failure(&error));
        }
        Kernel(raw).verified()
    }

    fn verified(self) -> Result<Kernel> {
        let mut error = no_error();
        if unsafe { sys::kir_verify(self.0, &mut error) } {
            return Ok(self);
        }
        Err(failure(&error))
    }

    /// The C handle.
    pub fn raw(&self) -> *mut sys::kir_kernel {
        self.0
    }

    /// The text form, which [`parse`](Kernel::parse) reads back.
    pub fn print(&self) -> Result<String> {
        take(unsafe { sys::kir_print(self.0) })
    }

    /// Kernels as one text of HIP and CUDA C++. Each entry is `kir_NAME`.
    pub fn emit(kernels: &[&Kernel]) -> Result<String> {
        let pointers: Vec<*const sys::kir_kernel> = kernels.iter().map(|kernel| kernel.0 as *const _).collect();
        take(unsafe { sys::kir_emit(pointers.as_ptr(), pointers.len()) })
    }

    /// The parameters: their types, and whether they are memory.
    fn parameters(&self) -> Vec<(u32, bool)> {
        // SAFETY: a kernel has `count` instructions.
        let instructions = unsafe {
            let kernel = &*self.0;
            std::slice::from_raw_parts(
                kernel.instructions,
                if kernel.instructions.is_null() { 0 } else { kernel.count as usize },
            )
        };
        let is_parameter = |op: u32| op == sys::KIR_GLOBAL || op == sys::KIR_SCALAR;
        let parameters = instructions.iter().take_while(|instruction| is_parameter(instruction.op.into()));
        parameters.map(|of| (of.type_.into(), u32::from(of.op) == sys::KIR_GLOBAL)).collect()
    }

    /// The arguments, if they are those of the parameters.
    fn arguments(&self, arguments: &[Argument<'_>], is_estimate: bool) -> Result<Vec<sys::kir_argument>> {
        let parameters = self.parameters();
        let fits = |(argument, &(type_, is_memory)): (&Argument<'_>, &(u32, bool))| {
            argument.kind.fits(type_, is_memory, is_estimate)
        };
        if parameters.len() != arguments.len() || !arguments.iter().zip(&parameters).all(fits) {
            let kinds: Vec<_> = arguments.iter().map(|argument| argument.kind).collect();
            let message = format!("arguments {kinds:?} are not those of the {} parameters", parameters.len());
            return Err(Error::new(sys::KRT_ERROR_INVALID_ARGUMENT, message));
        }
        Ok(arguments.iter().map(|argument| argument.raw).collect())
    }

    /// Executes the kernel on the host, with one argument for each parameter. An access beyond memory is an error.
    pub fn execute(&self, launch: &Launch, arguments: &mut [Argument<'_>]) -> Result<Counts> {
        let raw = self.arguments(arguments, false)?;
        let (mut counts, mut error) = (Counts { operations: 0, loaded: 0, stored: 0 }, no_error());
        if unsafe { sys::kir_execute(self.0, launch, raw.as_ptr(), &mut counts, &mut error) } {
            return Ok(counts);
        }
        Err(failure(&error))
    }

    /// Estimates the operations and bytes of a launch: those of the block in the middle, times the blocks. Reads no
    /// global, for which any scalar will do.
    pub fn estimate(&self, launch: &Launch, arguments: &[Argument<'_>]) -> Result<Counts> {
        let raw = self.arguments(arguments, true)?;
        let (mut counts, mut error) = (Counts { operations: 0, loaded: 0, stored: 0 }, no_error());
        if unsafe { sys::kir_estimate(self.0, launch, raw.as_ptr(), &mut counts, &mut error) } {
            return Ok(counts);
        }
        Err(failure(&error))
    }
}

/// Makes a kernel, an instruction after the other. Nothing is checked before [`finish`](Builder::finish).
pub struct Builder(Kernel);

macro_rules! instructions {
    ($($(#[$doc:meta])* $name:ident = $function:ident($($argument:ident: $type:ty => $value:expr),*) $(-> $result:ident)?;)*) => {
        $($(#[$doc])*
        pub fn $name(&mut self $(, $argument: $type)*) $(-> $result)? {
            // SAFETY: any value may be given; finish() checks them.
            instructions!(@ $($result)? unsafe { sys::$function(self.0.0 $(, $value)*) })
        })*
    };
    (@ Value $call:expr) => { Value($call) };
    (@ $call:expr) => { $call };
}

impl Builder {
    /// An empty kernel. `name` is an identifier of C.
    pub fn new(name: &str) -> Result<Builder> {
        let name = c_string(name)?;
        let raw = unsafe { sys::kir_kernel_create(name.as_ptr()) };
        if raw.is_null() {
            return Err(no_memory());
        }
        Ok(Builder(Kernel(raw)))
    }

    /// The kernel, if it obeys all rules.
    pub fn finish(self) -> Result<Kernel> {
        self.0.verified()
    }

    /// A parameter that is memory. Parameters come first.
    pub fn global(&mut self, name: &str, type_: Type) -> Result<Value> {
        let name = c_string(name)?;
        Ok(Value(unsafe { sys::kir_global(self.0 .0, name.as_ptr(), type_ as u32) }))
    }

    /// A parameter that is a number.
    pub fn scalar(&mut self, name: &str, type_: Type) -> Result<Value> {
        let name = c_string(name)?;
        Ok(Value(unsafe { sys::kir_scalar(self.0 .0, name.as_ptr(), type_ as u32) }))
    }

    instructions! {
        /// The block size that the kernel requires; 0: any.
        block = kir_block(x: u32 => x, y: u32 => y, z: u32 => z);
        /// Memory that the threads of a block share.
        lds = kir_lds(type_: Type => type_ as u32, count: i64 => count) -> Value;
        /// An i64.
        index = kir_index(place: Place => place as u32, dimension: u32 => dimension) -> Value;
        /// A constant of an integer type, or of bool.
        integer = kir_integer(type_: Type => type_ as u32, value: i64 => value) -> Value;
        /// A constant of a float type.
        number = kir_number(type_: Type => type_ as u32, value: f64 => value) -> Value;
        /// A function of one value.
        unary = kir_unary(op: Unary => op as u32, a: Value => a.0) -> Value;
        /// A function of two values of one type.
        binary = kir_binary(op: Binary => op as u32, a: Value => a.0, b: Value => b.0) -> Value;
        /// A bool.
        compare = kir_compare(op: Compare => op as u32, a: Value => a.0, b: Value => b.0) -> Value;
        /// `condition` ? a : b
        select = kir_select(condition: Value => condition.0, a: Value => a.0, b: Value => b.0) -> Value;
        /// a b + c, rounded once
        fma = kir_fma(a: Value => a.0, b: Value => b.0, c: Value => c.0) -> Value;
        /// Another type.
        cast = kir_cast(type_: Type => type_ as u32, a: Value => a.0) -> Value;
        /// An element of memory. The address is aligned to `width` (1, 2, 4, 8 or 16) elements.
        load = kir_load(memory: Value => memory.0, index: Value => index.0, width: u32 => width) -> Value;
        /// Writes an element.
        store = kir_store(memory: Value => memory.0, index: Value => index.0, value: Value => value.0, width: u32 => width);
        /// Changes an element, atomically.
        atomic = kir_atomic(op: Atomic => op as u32, memory: Value => memory.0, index: Value => index.0, value: Value => value.0);
        /// A variable of a thread.
        variable = kir_variable(initial: Value => initial.0) -> Value;
        /// Its value.
        get = kir_get(variable: Value => variable.0) -> Value;
        /// Another value.
        set = kir_set(variable: Value => variable.0, value: Value => value.0);
        /// Begins a loop; the counter is an i64.
        range = kir_range(low: Value => low.0, high: Value => high.0, step: Value => step.0) -> Value;
        /// Begins what is done if a bool is true.
        begin_if = kir_if(condition: Value => condition.0);
        /// Begins what is done otherwise.
        begin_else = kir_else();
        /// Ends a loop or an if.
        end = kir_end();
        /// Waits for the threads of the block.
        barrier = kir_barrier();
    }

    /// Reduces over 32 neighbouring threads. `index` is for `ArgMin` and `ArgMax`.
    pub fn warp_reduce(&mut self, op: Reduce, value: Value, index: Option<Value>) -> Value {
        let index = index.map_or(sys::KIR_NO_VALUE, |index| index.0);
        Value(unsafe { sys::kir_warp_reduce(self.0 .0, op as u32, value.0, index) })
    }

    /// Reduces over the threads of the block; also a barrier.
    pub fn block_reduce(&mut self, op: Reduce, value: Value, index: Option<Value>) -> Value {
        let index = index.map_or(sys::KIR_NO_VALUE, |index| index.0);
        Value(unsafe { sys::kir_block_reduce(self.0 .0, op as u32, value.0, index) })
    }
}
