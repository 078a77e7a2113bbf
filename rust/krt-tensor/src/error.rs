use crate::{DType, View};
use krt::sys;
use std::fmt;

/// Why an operation failed.
#[derive(Clone, Debug)]
pub struct Error {
    operation: &'static str,
    operands: String,
    cause: krt::Error,
}

/// The result of an operation.
pub type Result<T> = std::result::Result<T, Error>;

impl Error {
    #[cold]
    pub(crate) fn new(operation: &'static str, operands: impl Into<String>, cause: krt::Error) -> Error {
        Error { operation, operands: operands.into(), cause }
    }

    /// An error of this crate's checks.
    #[cold]
    pub(crate) fn invalid(operation: &'static str, operands: impl Into<String>, message: impl Into<String>) -> Error {
        Error::new(operation, operands, krt::Error::new(sys::KRT_ERROR_INVALID_ARGUMENT, message))
    }

    /// The operation that failed: "matmul".
    pub fn operation(&self) -> &'static str {
        self.operation
    }

    /// The dtypes and shapes that it got: "f32 [2, 3] and f32 [2, 3]".
    pub fn operands(&self) -> &str {
        &self.operands
    }

    /// A `krt::sys::KRT_ERROR_...`.
    pub fn status(&self) -> sys::krt_status {
        self.cause.status()
    }

    /// What is wrong with them.
    pub fn message(&self) -> &str {
        self.cause.message()
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.operands.is_empty() {
            return write!(f, "{}: {}", self.operation, self.cause);
        }
        write!(f, "{} of {}: {}", self.operation, self.operands, self.cause)
    }
}

/// An error of a call of the crate `krt`, which has no operands.
impl From<krt::Error> for Error {
    fn from(cause: krt::Error) -> Error {
        Error::new("krt", "", cause)
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(&self.cause)
    }
}

/// "f32 [2, 3] and u32 [2]", with the strides of views that are not dense.
pub(crate) fn describe(views: &[&View<'_>]) -> String {
    let words: Vec<String> = views.iter().map(|view| view.to_string()).collect();
    words.join(" and ")
}

/// "f32 [2, 3]"
pub(crate) fn shaped(dtype: DType, shape: &[impl fmt::Debug]) -> String {
    format!("{dtype} {shape:?}")
}
