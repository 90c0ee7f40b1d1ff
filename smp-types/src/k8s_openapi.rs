//! The operations on the types of the `k8s-openapi` crate (feature `k8s-openapi`).
//!
//! The schema is that of the type's `apiVersion` and `kind` in the catalogue,
//! which is Kubernetes 1.36. `k8s-openapi` is built for the version of Kubernetes
//! that the program chooses; where the two differ, a field that only one of them
//! has is an error, never dropped.
//!
//! ```
//! use k8s_openapi::api::apps::v1::Deployment;
//! use smp_core::{Overwrite, Patch, ThreeWay};
//! use smp_types::k8s_openapi::StrategicMerge;
//!
//! let live: Deployment = serde_json::from_str(
//!     r#"{
//!         "apiVersion": "apps/v1", "kind": "Deployment", "metadata": {"name": "web"},
//!         "spec": {"selector": {}, "template": {"spec": {"containers": [
//!             {"name": "web", "image": "web:1"},
//!             {"name": "log", "image": "log:1"}
//!         ]}}}
//!     }"#,
//! )?;
//! let patch = Patch::from_json(
//!     r#"{"spec":{"template":{"spec":{"containers":[{"name":"log","image":"log:2"}]}}}}"#,
//! )?;
//! let result = Deployment::strategic_merge(&live, &patch)?;
//! let containers = &result.spec.as_ref().unwrap().template.spec.as_ref().unwrap().containers;
//! assert_eq!(containers.len(), 2);
//! assert_eq!(containers[1].image.as_deref(), Some("log:2"));
//!
//! let back = Deployment::strategic_diff(&result, &live)?;
//! assert_eq!(Deployment::strategic_merge(&result, &back)?, live);
//! let documents = ThreeWay::new(&live, &result, &result).overwrite(Overwrite::No);
//! let settled = Deployment::strategic_three_way(documents)?;
//! assert!(settled.is_empty());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use ::k8s_openapi::Resource;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::operations::{Error, Options, Patch, Schema, ThreeWay, typed};

/// Strategic merge patch on every type of `k8s-openapi` that is a kind.
///
/// The names are those of [`StrategicMerge`](crate::operations::StrategicMerge), and so are cost
/// and errors. Beside these, [`NoSchema`](crate::operations::ErrorKind::NoSchema) if the
/// catalogue doesn't have the kind.
pub trait StrategicMerge: Resource + Serialize + DeserializeOwned {
    /// The schema of this kind, from the catalogue. Cost as
    /// [`schema`](crate::schema).
    ///
    /// ```
    /// use k8s_openapi::api::core::v1::Pod;
    /// use smp_types::k8s_openapi::StrategicMerge;
    /// assert!(Pod::patch_schema()?.root().field("spec").is_some());
    /// # Ok::<(), smp_core::Error>(())
    /// ```
    fn patch_schema() -> Result<&'static Schema, Error> {
        crate::schema(Self::API_VERSION, Self::KIND)
            .ok_or_else(|| Error::no_schema(Self::API_VERSION, Self::KIND))
    }

    /// Applies a patch with [`Options::default`]. Errors and cost as
    /// [`typed::merge`].
    fn strategic_merge(live: &Self, patch: &Patch) -> Result<Self, Error> {
        Self::strategic_merge_with(live, patch, &Options::default())
    }

    /// Applies a patch. Errors and cost as [`typed::merge`].
    fn strategic_merge_with(live: &Self, patch: &Patch, options: &Options) -> Result<Self, Error> {
        typed::merge(live, patch, Self::patch_schema()?, options)
    }

    /// `new` without the members of unions that were left behind; `old` is what
    /// the object was, if it isn't new. Errors and cost as [`typed::normalize`].
    fn strategic_normalize(old: Option<&Self>, new: &Self) -> Result<Self, Error> {
        typed::normalize(old, new, Self::patch_schema()?, &Options::default())
    }

    /// The patch that makes `modified` of `original`, with
    /// [`Options::default`]. Errors as [`diff`](crate::operations::diff()).
    fn strategic_diff(original: &Self, modified: &Self) -> Result<Patch, Error> {
        Self::strategic_diff_with(original, modified, &Options::default())
    }

    /// The patch that makes `modified` of `original`. Errors as
    /// [`diff`](crate::operations::diff()).
    fn strategic_diff_with(
        original: &Self,
        modified: &Self,
        options: &Options,
    ) -> Result<Patch, Error> {
        typed::diff(original, modified, Self::patch_schema()?, options)
    }

    /// The patch that brings to `current` what changed from `original` to
    /// `modified`, with [`Options::default`]. Errors as [`ThreeWay::diff`].
    fn strategic_three_way(documents: ThreeWay<&Self>) -> Result<Patch, Error> {
        Self::strategic_three_way_with(documents, &Options::default())
    }

    /// As [`strategic_three_way`](Self::strategic_three_way), with options.
    fn strategic_three_way_with(
        documents: ThreeWay<&Self>,
        options: &Options,
    ) -> Result<Patch, Error> {
        typed::three_way(documents, Self::patch_schema()?, options)
    }
}

impl<T: Resource + Serialize + DeserializeOwned> StrategicMerge for T {}
