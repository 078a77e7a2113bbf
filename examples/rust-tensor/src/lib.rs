//! A tensor framework and its backend for GPUs.
pub mod backend;
pub mod framework;
