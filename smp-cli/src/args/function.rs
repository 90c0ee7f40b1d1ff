//! `smp fn`.

use clap::Args;

use super::dialect::MergeArgs;
use super::shared::{CreateArgs, ValidateArgs};

#[derive(Debug, Args)]
#[command(after_help = "\
This is a KRM function. Standard input is a ResourceList of config.kubernetes.io/v1, with the
objects in items and the patches in functionConfig. Standard output is the same list with the
patched objects. Comments, layout and annotations stay. Warnings and errors are in results, and
on standard error for people.

functionConfig is one of
  apiVersion: smp/v1
  kind: StrategicMergePatch
  patches:
  - target: {kind: Deployment, labelSelector: app=web}
    patch: |
      spec: {replicas: 3}
or, from kpt fn eval -- patch='spec: {replicas: 3}' kind=Deployment, a ConfigMap
  data: {patch: 'spec: {replicas: 3}', kind: Deployment}

The entries of patches are those of a kustomization, without path. A target has the fields group,
version, kind, name, namespace, labelSelector and annotationSelector; a ConfigMap may have the
same fields in data. Without a target, a patch is applied to the object that it names.

Example, a transformer of kustomize build --enable-alpha-plugins --enable-exec:
  metadata:
    annotations:
      config.kubernetes.io/function: |
        exec: {path: smp, args: [fn]}

  smp fn < resource-list.yaml

Exit status: 0, or 2 if one of the results is an error. The list is then printed with the
results, and no object in it is changed. Input that is no ResourceList is not printed.")]
pub(crate) struct FnArgs {
    #[command(flatten)]
    pub(crate) validate: ValidateArgs,

    #[command(flatten)]
    pub(crate) create: CreateArgs,

    #[command(flatten)]
    pub(crate) merge: MergeArgs,
}
