//! [`Settings`] of an apply.

use smp_core::Overwrite;

/// How [`apply`](crate::apply) works.
///
/// ```
/// use smp_kube::{PatchType, Settings};
/// let settings = Settings::new("controller.example.com/last-applied").patch_type(PatchType::Merge);
/// # drop(settings);
/// ```
#[derive(Debug, Clone)]
#[must_use]
pub struct Settings {
    pub(crate) annotation: String,
    pub(crate) patch_type: PatchType,
    pub(crate) overwrite: Overwrite,
    pub(crate) attempts: u32,
}

/// The type of the patches that are sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum PatchType {
    /// Strategic merge patches, which API servers take for the kinds of Kubernetes.
    #[default]
    Strategic,
    /// JSON merge patches, for custom resources. A list that differs is written as a whole.
    Merge,
}

impl Settings {
    /// Settings with the name of the annotation that has what was applied last, such as
    /// `controller.example.com/last-applied`. Each writer of an object has a name of its own;
    /// `kubectl.kubernetes.io/last-applied-configuration` is that of `kubectl apply`.
    pub fn new(annotation: impl Into<String>) -> Self {
        Self {
            annotation: annotation.into(),
            patch_type: PatchType::default(),
            overwrite: Overwrite::UnlessBothChanged,
            attempts: 5,
        }
    }

    /// The type of the patches; strategic merge patches by default.
    pub fn patch_type(mut self, patch_type: PatchType) -> Self {
        self.patch_type = patch_type;
        self
    }

    /// The changes of others that are overwritten. By default [`Overwrite::UnlessBothChanged`], which does
    /// not take the defaults that a cluster fills in for changes of others; [`Overwrite::KeepTheirs`] and
    /// [`Overwrite::UnlessTheyChanged`] do. With [`Overwrite::Always`] there is no conflict.
    pub fn overwrite(mut self, overwrite: Overwrite) -> Self {
        self.overwrite = overwrite;
        self
    }

    /// The number of times that the object is read, compared and sent, if others change it meanwhile; 5 by
    /// default, and at least 1. The pauses between them get longer, from 10 ms to a second; they need a
    /// runtime of tokio with timers.
    pub fn attempts(mut self, attempts: u32) -> Self {
        self.attempts = attempts;
        self
    }
}
