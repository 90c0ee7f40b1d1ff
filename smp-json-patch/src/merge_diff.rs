//! [`merge_diff`]: the JSON merge patch between two documents.

use std::borrow::Cow;
use std::collections::HashMap;

use smp_core::{Document, Options, Path, Schema, Segment, Site, TypeRef, View, equal_documents};

use crate::error::Error;
use crate::merge_patch::is_null;

/// The JSON merge patch that makes an API server change one document into another. The schema says
/// where null is a value that is not the same as an absent member; elsewhere a server drops nulls of
/// new objects, and of lists. `O(n·d)`.
///
/// # Errors
///
/// [`NullValue`](Error::NullValue) for a null that no merge patch can set, and
/// [`Document`](Error::Document).
///
/// ```
/// use smp_core::{Document, PatchSchema as _};
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let from = Document::from_json(r#"{"a":1,"b":[1,2],"c":3}"#)?;
/// let to = Document::from_json(r#"{"a":1,"b":[2]}"#)?;
/// let patch = smp_json_patch::merge_diff(from, to, serde_json::Value::schema())?;
/// assert_eq!(patch.to_json(), r#"{"b":[2],"c":null}"#);
/// # Ok(())
/// # }
/// ```
pub fn merge_diff(
    from: Document<'_>,
    to: Document<'_>,
    schema: &Schema,
) -> Result<Document<'static>, Error> {
    let mut differ = MergeDiffer { at: Vec::new(), options: Options::default() };
    let members = match (from.into_owned()?.into_view()?, to.into_owned()?.into_view()?) {
        (View::Object(from), View::Object(to)) => differ.object(from, to, Some(schema.root()))?,
        _ => Vec::new(),
    };
    Ok(Document::from(View::Object(members)))
}

struct MergeDiffer {
    at: Vec<Segment>,
    options: Options,
}

/// The members of a patch, or of an object.
type Members = Vec<(Cow<'static, str>, Document<'static>)>;

impl MergeDiffer {
    /// The members of the patch that changes an object.
    fn object(
        &mut self,
        from: Members,
        to: Members,
        ty: Option<TypeRef<'_>>,
    ) -> Result<Members, Error> {
        let mut old: HashMap<_, _> = from.iter().cloned().collect();
        let mut patch = Vec::new();
        for (name, to) in to {
            let member = Site::member(ty, &name, &self.options);
            let change =
                self.within(&name, |differ| differ.change(old.remove(&name), Some(to), member))?;
            patch.extend(change.map(|change| (name, change)));
        }
        for (name, _) in from {
            let change =
                self.change(old.remove(&name), None, Site::member(ty, &name, &self.options))?;
            patch.extend(change.map(|change| (name, change)));
        }
        Ok(patch)
    }

    fn within<R>(&mut self, name: &str, work: impl FnOnce(&mut Self) -> R) -> R {
        self.at.push(Segment::Field(name.to_owned()));
        let result = work(self);
        self.at.pop();
        result
    }

    /// The value of a member in the patch; `None` if it does not change.
    fn change(
        &mut self,
        from: Option<Document<'static>>,
        to: Option<Document<'static>>,
        member: Site<'_>,
    ) -> Result<Option<Document<'static>>, Error> {
        let present = |value: &Document<'_>| member.nullable || !is_null(value);
        let (from, to) = match (from.filter(present), to.filter(present)) {
            (None, None) => return Ok(None),
            (Some(_), None) => return Ok(Some(Document::from(View::Null))),
            (from, Some(to)) => (from, to),
        };
        match from {
            Some(from) if is_null(&from) && is_null(&to) => return Ok(None),
            _ if is_null(&to) => return Err(self.null()),
            Some(from) if !is_null(&from) => {
                let views = (from.clone().into_view()?, to.clone().into_view()?);
                if let (View::Object(from), View::Object(to)) = views {
                    let members = self.object(from, to, member.ty)?;
                    let is_changed = !members.is_empty();
                    return Ok(is_changed.then(|| Document::from(View::Object(members))));
                }
                if equal_documents(&from, &to, member.ty)? {
                    return Ok(None);
                }
            }
            _ => {}
        }
        // A new value, or one that replaces another.
        self.check_nulls(to.clone(), member)?;
        Ok(Some(to))
    }

    /// Refuses nulls in a value where the schema says that null is a value.
    fn check_nulls(&mut self, value: Document<'static>, member: Site<'_>) -> Result<(), Error> {
        if !member.ty.is_some_and(TypeRef::has_nulls) {
            return Ok(());
        }
        match value.into_view()? {
            View::List(items) => {
                for (index, item) in items.into_iter().enumerate() {
                    self.at.push(Segment::Index(index));
                    self.check_nulls(item, member.element(&self.options))?;
                    self.at.pop();
                }
            }
            View::Object(members) => {
                for (name, value) in members {
                    let member = Site::member(member.ty, &name, &self.options);
                    self.within(&name, |differ| {
                        if member.nullable && is_null(&value) {
                            return Err(differ.null());
                        }
                        differ.check_nulls(value, member)
                    })?;
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// The error about a null at the current path.
    fn null(&self) -> Error {
        Error::NullValue(Path::from_segments(self.at.iter().cloned()))
    }
}
