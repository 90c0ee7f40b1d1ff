//! The types that overlays name: `any`, `scalar`, and those of Kubernetes.

use super::edit::Editor;
use smp_schema::TypeId;

impl Editor<'_> {
    /// The type with this name, in the form that [`Overlay`](super::Overlay) describes.
    pub(super) fn named(&mut self, text: &str) -> Result<TypeId, String> {
        let mut wrappers = Vec::new();
        let mut rest = text;
        loop {
            if let Some(after) = rest.strip_prefix("[]") {
                wrappers.push(true);
                rest = after;
            } else if let Some(after) = rest.strip_prefix("map[]") {
                wrappers.push(false);
                rest = after;
            } else {
                break;
            }
        }
        let mut ty = match rest {
            "any" => self.types.any(),
            "scalar" => self.types.scalar(),
            name => {
                let (api_version, name) = name.rsplit_once('/').ok_or_else(|| {
                    format!(
                        "`{text}` is not a type; write any, scalar, or a type of Kubernetes as \
                         v1/PodTemplateSpec, for a list after `[]`"
                    )
                })?;
                self.kubernetes_type(api_version, name)?
            }
        };
        for is_list in wrappers.into_iter().rev() {
            ty = if is_list { self.types.list(ty) } else { self.types.map(ty) };
        }
        Ok(ty)
    }

    /// A type of Kubernetes. Changes copy what they change, so that several paths can use it.
    fn kubernetes_type(&mut self, api_version: &str, name: &str) -> Result<TypeId, String> {
        let full_name = format!("{api_version}/{name}");
        if let Some(known) = self.named.get(&full_name) {
            return Ok(*known);
        }
        let schema = self.source.type_named(api_version, name).ok_or_else(|| {
            format!(
                "no type `{full_name}` is known; types are named as v1/PodTemplateSpec or \
                 apps/v1/DeploymentSpec"
            )
        })?;
        let id = self.types.graft(schema.root());
        self.named.insert(full_name, id);
        Ok(id)
    }
}
