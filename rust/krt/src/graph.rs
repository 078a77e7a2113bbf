//! Work that is captured once and launched many times: krt/graph.h, which says what can be captured.
//!
//! ```ignore
//! let graph = stream.capture(|| function.launch(&stream, &config, &arguments))?;
//! let mut exec = graph.instantiate()?;
//! // SAFETY: what the captured work uses exists until the last launch is done.
//! unsafe { exec.launch(&stream)? };
//! ```
use crate::{check, sys, Result, Stream};
use std::ptr::null_mut;

/// Nodes and their order. It borrows what its nodes use.
pub struct Graph {
    raw: *mut sys::krt_graph,
    stream: Stream,
}
unsafe impl Send for Graph {}

/// Ends a capture that nobody else ends.
struct Capture<'a>(&'a Stream);

impl Drop for Capture<'_> {
    fn drop(&mut self) {
        let mut raw = null_mut();
        unsafe {
            sys::krt_capture_end(self.0.raw(), &mut raw);
            sys::krt_graph_destroy(raw);
        }
    }
}

impl Stream {
    /// Captures what `work` puts on this stream, which is not a default stream. Nothing of it is done. If `work` fails,
    /// or panics, the capture is abandoned. A buffer of this stream is made and dropped either within `work` or not.
    /// The graph keeps no buffer.
    pub fn capture(&self, work: impl FnOnce() -> Result<()>) -> Result<Graph> {
        check(unsafe { sys::krt_capture_begin(self.raw()) })?;
        let capture = Capture(self);
        work()?;
        std::mem::forget(capture);
        let mut raw = null_mut();
        check(unsafe { sys::krt_capture_end(self.raw(), &mut raw) })?;
        Ok(Graph { raw, stream: self.clone() })
    }
}

impl Graph {
    /// The C handle.
    pub fn raw(&self) -> *mut sys::krt_graph {
        self.raw
    }

    /// The number of nodes. A captured call may have made several nodes, or none.
    pub fn count(&self) -> Result<u64> {
        let mut count = 0;
        check(unsafe { sys::krt_graph_count(self.raw, &mut count) })?;
        Ok(count)
    }

    /// Makes an executable, which does not need the graph.
    pub fn instantiate(&self) -> Result<Executable> {
        let mut raw = null_mut();
        check(unsafe { sys::krt_graph_instantiate(self.raw, &mut raw) })?;
        Ok(Executable { raw, _stream: self.stream.clone(), launched: Vec::new() })
    }
}

impl Drop for Graph {
    fn drop(&mut self) {
        unsafe { sys::krt_graph_destroy(self.raw) }
    }
}

/// A graph that is ready to be launched. Dropping it waits for its launches.
pub struct Executable {
    raw: *mut sys::krt_graph_exec,
    _stream: Stream,
    launched: Vec<Stream>,
}
unsafe impl Send for Executable {}

impl Executable {
    /// The C handle.
    pub fn raw(&self) -> *mut sys::krt_graph_exec {
        self.raw
    }

    /// Makes later launches do what `graph` does, whose nodes are of the same kinds in the same order.
    /// `KRT_ERROR_UNSUPPORTED`: the driver cannot make this change; instantiate `graph`.
    pub fn update(&mut self, graph: &Graph) -> Result<()> {
        check(unsafe { sys::krt_graph_update(self.raw, graph.raw) })
    }

    /// Puts all nodes on `stream`, of the device of the captured one.
    ///
    /// # Safety
    /// Memory, modules and functions of the captured work exist until the launch is done.
    pub unsafe fn launch(&mut self, stream: &Stream) -> Result<()> {
        check(sys::krt_graph_launch(self.raw, stream.raw()))?;
        if !self.launched.iter().any(|launched| launched.raw() == stream.raw()) {
            self.launched.push(stream.clone());
        }
        Ok(())
    }
}

impl Drop for Executable {
    fn drop(&mut self) {
        for stream in &self.launched {
            let _ = stream.synchronize(); // an error of the stream's work is said to who waits next
        }
        unsafe { sys::krt_graph_exec_destroy(self.raw) }
    }
}
