//! The unions that an overlay states, at the objects of its paths.

use smp_schema::{TypeId, TypeKind};

use super::ParsedChange;
use super::edit::Editor;

impl Editor<'_> {
    /// The object type `id` at the end of a path, with the unions of a change, if it states any.
    pub(super) fn with_unions(
        &mut self,
        id: TypeId,
        path: &str,
        change: &ParsedChange<'_>,
    ) -> Result<TypeId, String> {
        let Some(unions) = &change.unions else { return Ok(id) };
        let object = match self.find(id) {
            Some((id, TypeKind::Object)) => self.copy_once(id, path.to_owned())?,
            Some((any, TypeKind::Any)) => self.with_fields(any, path.to_owned()),
            Some((_, TypeKind::List(_))) => {
                return Err(format!(
                    "a list has no unions; state those of its elements, as `{path}[]`"
                ));
            }
            Some((_, TypeKind::Map(_))) => {
                return Err(format!(
                    "a map has no unions; state those of its values, as `{path}[]`"
                ));
            }
            Some((_, TypeKind::Scalar)) | None => {
                return Err("only an object has unions; state them on one".to_owned());
            }
        };
        if let Some(def) = self.types.object_def_mut(object) {
            def.unions_mut().clone_from(unions);
        }
        self.united.insert(object, path.to_owned());
        let nullable = self.types.is_nullable(id);
        Ok(if nullable { self.types.nullable(object) } else { object })
    }
}
