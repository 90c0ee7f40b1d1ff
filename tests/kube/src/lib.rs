//! Tests of smp-core together with kube, in the directory `tests` of this package. The Rust
//! examples of the README, of the pages in `docs` and of the derive are tests, too; each module is a page.

#![allow(clippy::doc_markdown, reason = "the pages write ConfigMap as people do")]

#[doc = include_str!("../../../README.md")]
mod readme {}
#[doc = include_str!("../../../smp-derive/README.md")]
#[doc = include_str!("../../../smp-derive/src/patch_schema.md")]
mod derive {}
#[doc = include_str!("../../../docs/functions.md")]
mod functions {}
#[doc = include_str!("../../../docs/kubernetes-versions.md")]
mod kubernetes_versions {}
#[doc = include_str!("../../../docs/tutorials/your-types.md")]
mod your_types {}
#[doc = include_str!("../../../docs/tutorials/controller.md")]
mod controller {}
#[doc = include_str!("../../../docs/tutorials/test-a-controller.md")]
mod test_a_controller {}
#[doc = include_str!("../../../docs/how-to/change-a-volume.md")]
mod change_a_volume {}
#[doc = include_str!("../../../docs/reference/attributes.md")]
mod attributes {}
#[doc = include_str!("../../../docs/reference/errors.md")]
mod errors {}
#[doc = include_str!("../../../docs/reference/options.md")]
mod options {}
#[doc = include_str!("../../../docs/reference/overlays.md")]
mod overlays {}
#[doc = include_str!("../../../docs/explanation/conflicts.md")]
mod conflicts {}
