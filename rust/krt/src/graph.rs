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
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Nodes and their order. It borrows what its nodes use.
pub struct Graph {
    raw: *mut sys::krt_graph,
    stream: Stream,
}
unsafe impl Send for Graph {}

// ---- Captures that go on ----------------------------------------------------------------------------------------

/// A capture by [`Stream::capture`].
struct Current {
    stream: usize,
    number: u64,
    /// What was dropped meanwhile, and cannot be freed before the capture has ended.
    dropped: Vec<Box<dyn Send>>,
}
static CAPTURES: Mutex<(u64, Vec<Current>)> = Mutex::new((0, Vec::new()));
/// How many there are, so that nobody needs the lock if there are none.
static COUNT: AtomicUsize = AtomicUsize::new(0);

fn captures() -> MutexGuard<'static, (u64, Vec<Current>)> {
    CAPTURES.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The number of the capture of `stream`; 0 if it is not being captured.
pub(crate) fn number_of(stream: &Stream) -> u64 {
    if COUNT.load(Ordering::Acquire) == 0 {
        return 0;
    }
    let own = stream.raw() as usize;
    captures().1.iter().find(|current| current.stream == own).map_or(0, |current| current.number)
}

/// Drops `item` when the capture of `stream` has ended.
pub(crate) fn drop_later(stream: &Stream, item: Box<dyn Send>) {
    let own = stream.raw() as usize;
    let mut guard = captures();
    match guard.1.iter_mut().find(|current| current.stream == own) {
        Some(current) => current.dropped.push(item),
        None => {
            drop(guard); // the item's drop takes the lock
            drop(item);
        }
    }
}

/// Ends a capture that nobody else ends.
struct Capture<'a>(&'a Stream);

impl Capture<'_> {
    fn begin(stream: &Stream) -> Result<Capture<'_>> {
        check(unsafe { sys::krt_capture_begin(stream.raw()) })?;
        let (last, all) = &mut *captures();
        *last += 1;
        all.push(Current { stream: stream.raw() as usize, number: *last, dropped: Vec::new() });
        COUNT.store(all.len(), Ordering::Release);
        Ok(Capture(stream))
    }

    fn end(&self) -> Result<*mut sys::krt_graph> {
        let mut raw = null_mut();
        let ended = check(unsafe { sys::krt_capture_end(self.0.raw(), &mut raw) });
        let own = self.0.raw() as usize;
        let mut guard = captures();
        let place = guard.1.iter().position(|current| current.stream == own);
        let dropped = place.map(|place| guard.1.swap_remove(place));
        COUNT.store(guard.1.len(), Ordering::Release);
        drop(guard);
        drop(dropped);
        ended.map(|()| raw)
    }
}

impl Drop for Capture<'_> {
    fn drop(&mut self) {
        if let Ok(raw) = self.end() {
            unsafe { sys::krt_graph_destroy(raw) };
        }
    }
}

impl Stream {
    /// Captures what `work` puts on this stream, which is not a default stream. Nothing of it is done. If `work` fails,
    /// or panics, the capture is abandoned.
    ///
    /// The graph keeps no buffer. A buffer of this stream that is made within `work` is memory of the graph: drop it
    /// within `work`, too; later it is not freed. A buffer from before is freed when the capture has ended.
    pub fn capture(&self, work: impl FnOnce() -> Result<()>) -> Result<Graph> {
        let capture = Capture::begin(self)?;
        work()?;
        let raw = capture.end();
        std::mem::forget(capture);
        Ok(Graph { raw: raw?, stream: self.clone() })
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

/// A graph that is ready to be launched. Dropping it waits for its launches; within [`Stream::capture`] of one of their
/// streams, it is dropped when the capture has ended.
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
        if let Some(stream) = self.launched.iter().find(|stream| number_of(stream) != 0).cloned() {
            let launched = std::mem::take(&mut self.launched);
            drop_later(&stream, Box::new(Executable { raw: self.raw, _stream: self._stream.clone(), launched }));
            return;
        }
        for stream in &self.launched {
            let _ = stream.synchronize(); // an error of the stream's work is said to who waits next
        }
        unsafe { sys::krt_graph_exec_destroy(self.raw) }
    }
}
