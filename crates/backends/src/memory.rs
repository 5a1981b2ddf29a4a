//! The allocator of the process, and its end when the system gives no more memory (`ulimit -v`, `ulimit -d`).
//!
//! States and terms are many small pieces, made by one worker and dropped by another: the system's allocator makes each of
//! them wait for the other's lock, jemalloc does not.
//!
//! Limits of memory are polled, and leave some room (`hecaton_base::Budget`). Where that is not enough, an allocation fails in
//! the middle of anything. Nobody can go on from there, but who runs the process shall hear why it ends: a message and a
//! documented exit code, where Rust and C++ would abort. CaDiCaL allocates with `operator new`, which asks the same allocator and
//! is given the same end.

use std::alloc::{GlobalAlloc, Layout};
use std::sync::atomic::{AtomicI32, AtomicUsize, Ordering};
use std::time::Duration;
use tikv_jemallocator::Jemalloc;

/// jemalloc, and a message where it has nothing more to give.
pub struct Allocator;

/// What the process ends with then; 0 as long as nobody has said.
static CODE: AtomicI32 = AtomicI32::new(0);

/// The thread that goes first; 0 if none does.
static FIRST: AtomicUsize = AtomicUsize::new(0);
/// How long the others wait with each allocation then. They are slowed down and not stopped, for they may hold a lock.
const WAIT: Duration = Duration::from_millis(5);

const MESSAGE: &[u8] = b"error: memory limit reached: the system gives no more memory (ulimit -v, ulimit -d)\n";

#[allow(unsafe_code, reason = "two functions of the C library, and one of the C++ library")]
// SAFETY: these are their types in C and C++; `exit` of the standard library would run what is registered for the end, which
// may allocate.
unsafe extern "C" {
    fn write(file: i32, bytes: *const u8, len: usize) -> isize;
    fn _exit(code: i32) -> !;
    /// `std::set_new_handler`.
    #[link_name = "_ZSt15set_new_handlerPFvvE"]
    fn set_new_handler(handler: Option<extern "C" fn()>) -> Option<extern "C" fn()>;
}

/// From now on, a failed allocation ends the process with this code.
pub fn ends_with(code: u8) {
    CODE.store(i32::from(code), Ordering::Relaxed);
    #[allow(unsafe_code, reason = "a function of the C++ library")]
    // SAFETY: the handler does not return, which is one of the ways that a handler may take.
    unsafe {
        set_new_handler(Some(refused));
    }
}

/// Whether this thread goes first from now on: while a report is written, engines that were left alone take no more memory to
/// speak of, and leave the processors to it.
pub fn go_first(first: bool) {
    FIRST.store(if first { me() } else { 0 }, Ordering::Relaxed);
}

/// A number of this thread.
fn me() -> usize {
    thread_local!(static PLACE: u8 = const { 0 });
    PLACE.with(|place| std::ptr::from_ref(place).addr())
}

/// Lets the thread go first that is to.
fn wait() {
    let first = FIRST.load(Ordering::Relaxed);
    if first != 0 && first != me() {
        std::thread::sleep(WAIT);
    }
}

/// Ends the process, if it was said how.
#[cold]
extern "C" fn refused() {
    let code = CODE.load(Ordering::Relaxed);
    if code != 0 {
        #[allow(unsafe_code, reason = "no lock, no allocation")]
        // SAFETY: the bytes are there for ever; both calls are allowed at any time.
        unsafe {
            write(2, MESSAGE.as_ptr(), MESSAGE.len());
            _exit(code);
        }
    }
}

fn given(memory: *mut u8) -> *mut u8 {
    if memory.is_null() {
        refused();
    }
    memory
}

#[allow(unsafe_code, reason = "an allocator is unsafe")]
// SAFETY: every call is handed on to an allocator, with what the caller promises.
unsafe impl GlobalAlloc for Allocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        wait();
        given(unsafe { Jemalloc.alloc(layout) })
    }
    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        wait();
        given(unsafe { Jemalloc.alloc_zeroed(layout) })
    }
    unsafe fn realloc(&self, memory: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        wait();
        given(unsafe { Jemalloc.realloc(memory, layout, size) })
    }
    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        unsafe { Jemalloc.dealloc(memory, layout) }
    }
}
