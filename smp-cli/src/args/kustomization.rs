//! Patches of a kustomization.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

#[derive(Debug, Args)]
pub(crate) struct KustomizationArgs {
    /// Apply the patches of the kustomization in this directory
    ///
    /// The patches of patchesStrategicMerge, patches and patchesJson6902, in this order. Without -f, the
    /// objects are those of its resources, each with the patches of the kustomizations around it. Or a
    /// file with a Kustomization of Flux, or an Application of Argo CD, whose patches are applied.
    #[arg(
        short,
        long,
        value_name = "DIR|FILE",
        group = "the_patch",
        conflicts_with_all = ["patch", "patch_file", "patch_type"]
    )]
    pub(crate) kustomization: Option<PathBuf>,

    /// Go on if the kustomization has other fields that change objects, such as namePrefix; a message
    /// names them. Without this they are errors
    #[arg(long, hide_short_help = true, requires = "kustomization")]
    pub(crate) ignore_other_fields: bool,

    /// Which files the kustomization may read, as in kubectl kustomize
    #[arg(
        long,
        hide_short_help = true,
        value_enum,
        value_name = "WHICH",
        default_value_t = LoadRestrictor::RootOnly,
        requires = "kustomization"
    )]
    pub(crate) load_restrictor: LoadRestrictor,
}

/// The restrictions on files, with the names that kustomize gives them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum LoadRestrictor {
    /// Files in its directory and below
    #[value(name = "LoadRestrictionsRootOnly")]
    RootOnly,
    /// All files
    #[value(name = "LoadRestrictionsNone")]
    None,
}
