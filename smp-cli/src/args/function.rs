//! `smp fn`.

use clap::Args;

use super::objects::UnionsSetting;
use super::shared::{DialectArgs, LimitArgs, SchemaArgs};
use super::validate::ValidateArgs;

/// Patch objects in a pipeline of kustomize or kpt
#[derive(Debug, Args)]
#[command(after_help = "\
A KRM function: standard input has a ResourceList of config.kubernetes.io/v1, with the objects
under items and the patches in functionConfig. Standard output has the same list with the
patched objects. Comments, layout and all annotations stay. What was found is under results,
and on standard error for people.

functionConfig is one of
  apiVersion: smp/v1
  kind: StrategicMergePatch
  patches:
  - target: {kind: Deployment, labelSelector: app=web}
    patch: |
      spec: {replicas: 3}
or, from kpt fn eval -- patch='spec: {replicas: 3}' kind=Deployment, a ConfigMap
  data: {patch: 'spec: {replicas: 3}', kind: Deployment}

The entries of patches are those of a kustomization, without path. The fields of a target, all
of which may be in a ConfigMap, are group, version, kind, name, namespace, labelSelector and
annotationSelector. Without a target, a patch is for the object that it names.

Example, a transformer of kustomize build --enable-alpha-plugins --enable-exec:
  metadata:
    annotations:
      config.kubernetes.io/function: |
        exec: {path: smp, args: [fn]}

  smp fn < resource-list.yaml

Exit status: 0, or 2 if one of the results is an error; the list is then printed with its
results, and no object is changed. What is no ResourceList is not printed.")]
pub(crate) struct FnArgs {
    /// What to do about unions, as in smp patch
    #[arg(long, value_enum)]
    pub(crate) unions: Option<UnionsSetting>,

    #[command(flatten)]
    pub(crate) validate: ValidateArgs,

    #[command(flatten)]
    pub(crate) schema: SchemaArgs,

    #[command(flatten)]
    pub(crate) dialect: DialectArgs,

    #[command(flatten)]
    pub(crate) limits: LimitArgs,
}
