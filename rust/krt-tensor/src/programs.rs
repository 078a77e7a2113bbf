//! Operations that a program defines at run time.
use crate::error::describe;
use crate::{Device, Error, Result, View, ViewMut};
use krt::fused::{Arguments, Fusion, Operation};
use krt::ops::Tensor;

/// The operands may have any dtypes and strides, and are of this device. An output is not one of the inputs here.
impl Device {
    /// Launches a fusion: one kernel, compiled at the first launch with new dtypes. Inputs are broadcast to one shape.
    /// `row` are the dimensions of a row, for a fusion that reduces: none means the last one alone.
    pub fn fuse(
        &self,
        fusion: &Fusion,
        inputs: &[&View<'_>],
        scalars: &[f64],
        row: &[usize],
        outputs: &mut [ViewMut<'_>],
    ) -> Result<()> {
        let mask = row.iter().try_fold(0, |mask, &dim| Some(mask | 1u32.checked_shl(u32::try_from(dim).ok()?)?));
        let row = mask.ok_or_else(|| Error::invalid("fuse", describe(inputs), format!("no dimensions {row:?}")))?;
        // SAFETY: the views are inside of storage of this device.
        self.run("fuse", inputs, scalars, row, outputs, |arguments| unsafe { fusion.launch(self.stream(), arguments) })
    }

    /// Launches an operation, all of whose operands have one shape.
    pub fn operate(
        &self,
        operation: &Operation,
        inputs: &[&View<'_>],
        scalars: &[f64],
        outputs: &mut [ViewMut<'_>],
    ) -> Result<()> {
        // SAFETY: the same; who added a kernel said that it stays inside of its operands.
        self.run("operate", inputs, scalars, 0, outputs, |arguments| unsafe {
            operation.launch(self.stream(), arguments)
        })
    }

    fn run(
        &self,
        operation: &'static str,
        inputs: &[&View<'_>],
        scalars: &[f64],
        row: u32,
        outputs: &mut [ViewMut<'_>],
        launch: impl FnOnce(&Arguments<'_>) -> krt::Result<()>,
    ) -> Result<()> {
        let written: Vec<View<'_>> = outputs.iter().map(|output| output.as_view()).collect();
        let operands: Vec<&View<'_>> = inputs.iter().copied().chain(&written).collect();
        if !operands.iter().all(|operand| operand.device().is_same(self)) {
            return Err(Error::invalid(operation, describe(&operands), "operands of another device or stream"));
        }
        let tensors: Vec<Tensor> = operands.iter().map(|operand| operand.tensor).collect();
        let (inputs, outputs) = tensors.split_at(inputs.len());
        let launched = launch(&Arguments { inputs, outputs, scalars, row });
        launched.map_err(|cause| Error::new(operation, describe(&operands), cause))
    }
}
