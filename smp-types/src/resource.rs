//! The `apiVersion` and `kind` of a Rust type.

/// A type whose documents have one `apiVersion` and `kind`: every kind of this crate. Implement it
/// for a type of your own to have lists and watch events of it.
///
/// ```
/// use smp_types::Resource;
/// use smp_types::core_v1::Pod;
/// assert_eq!((Pod::API_VERSION, Pod::KIND), ("v1", "Pod"));
/// ```
pub trait Resource {
    /// Such as `apps/v1`.
    const API_VERSION: &'static str;
    /// Such as `Deployment`.
    const KIND: &'static str;
}
