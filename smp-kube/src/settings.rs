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
    /// Strategic merge patches, which API servers accept for Kubernetes' own kinds.
    #[default]
    Strategic,
    /// JSON merge patches, for custom resources. A list that differs is written as a whole.
    Merge,
}

impl Settings {
    /// Settings with the name of the annotation that stores the last applied object, such as
    /// `controller.example.com/last-applied`. Each writer of an object needs its own name;
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

    /// Which changes by others are overwritten. The default, [`Overwrite::UnlessBothChanged`], does
    /// not count defaults that a cluster fills in as changes by others; [`Overwrite::KeepTheirs`]
    /// and [`Overwrite::UnlessTheyChanged`] do. With [`Overwrite::Always`] there are no conflicts.
    pub fn overwrite(mut self, overwrite: Overwrite) -> Self {
        self.overwrite = overwrite;
        self
    }

    /// The maximum number of times that the object is read, compared and sent if others change it
    /// meanwhile; 5 by default, and at least 1. The pauses between attempts grow from 10 ms to a
    /// second; they need a tokio runtime with timers.
    pub fn attempts(mut self, attempts: u32) -> Self {
        self.attempts = attempts;
        self
    }
}
