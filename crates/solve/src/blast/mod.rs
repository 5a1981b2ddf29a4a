//! The bit-blaster.

pub mod gates;
pub mod words;
