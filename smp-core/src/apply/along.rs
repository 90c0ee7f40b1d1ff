//! Reads live along a patch: in the one pass that checks the text, what the
//! patch will look into is opened and all else stays closed. The result is what
//! opening level by level would give; only the work is less.

mod list;

use std::borrow::Cow;

use list::Elements;

use crate::directive::{Change, FieldPatch, PatchObject};
use crate::document::{Document, Name, Node, Partial, Scanner};
use crate::error::Error;
use crate::limits::MAX_DEPTH;
use crate::member::Member;
use crate::options::Options;
use crate::schema::{Base, TypeRef};

/// Reads a document to be patched. `O(n)`: every byte is looked at once, those of
/// an element before its merge key twice.
pub(crate) fn read<'a>(
    text: &'a str,
    patch: &PatchObject,
    ty: TypeRef<'_>,
    options: &Options,
) -> Result<Document<'a>, Error> {
    let along = Along { options, limit: options.limits.max_depth.min(MAX_DEPTH) };
    let mut scanner = Scanner::new(text);
    match along.value(&mut scanner, Guide::object(patch, Some(ty))) {
        Some(node) if scanner.is_at_end() => Ok(Document { node }),
        // What stopped us is found, or got along with, level by level.
        _ => Document::from_json(text),
    }
}

/// What of a value will be looked into.
#[derive(Clone, Copy)]
enum Guide<'g> {
    Nothing,
    /// The members that the patch names.
    Object(&'g PatchObject, Option<TypeRef<'g>>),
    /// The elements of a merge list.
    Elements(&'g Elements<'g>),
}

impl<'g> Guide<'g> {
    fn object(patch: &'g PatchObject, ty: Option<TypeRef<'g>>) -> Self {
        // What a marker says makes the content of live no matter.
        if patch.marker.is_some() || patch.is_empty() {
            Self::Nothing
        } else {
            Self::Object(patch, ty)
        }
    }
}

/// How values are read. `None`, everywhere, where the text isn't as the patch
/// has it, or no JSON at all.
#[derive(Clone, Copy)]
struct Along<'g> {
    options: &'g Options,
    /// How many levels may be opened. Past them nothing is, and applying
    /// reports it.
    limit: usize,
}

impl Along<'_> {
    fn value<'t>(self, scanner: &mut Scanner<'t>, guide: Guide<'_>) -> Option<Node<'t>> {
        match (guide, self.limit.checked_sub(1)) {
            (Guide::Nothing, _) | (_, None) => scanner.value().map(Node::Raw),
            (Guide::Object(patch, ty), Some(limit)) => {
                Self { limit, ..self }.object(scanner, patch, ty, None)
            }
            (Guide::Elements(elements), Some(limit)) => {
                Self { limit, ..self }.list(scanner, elements)
            }
        }
    }

    /// The members that the patch names one by one, the others as text. Clearing
    /// what retain keys don't list needs them all. An element has a key, and of
    /// that only one.
    fn object<'t>(
        self,
        scanner: &mut Scanner<'t>,
        patch: &PatchObject,
        ty: Option<TypeRef<'_>>,
        key: Option<&str>,
    ) -> Option<Node<'t>> {
        let mut object = Partial::default();
        // The members since the last that the patch names: where they stand.
        let mut closed: Option<(usize, usize)> = None;
        let mut has_key = false;
        let mut has_two = false;
        scanner.object(|scanner, name| {
            let field = patch.fields.get(plain(name)?);
            if field.is_none() && patch.retain_keys.is_none() {
                scanner.value()?;
                let start = closed.map_or(name.start, |(start, _)| start);
                closed = Some((start, scanner.at()));
                return Some(());
            }
            if let Some((start, end)) = closed.take() {
                object.push_text(scanner.part(start, end)?);
            }
            let is_key = key == Some(name.inner);
            has_two |= is_key && has_key;
            has_key |= is_key;
            let node = match field {
                Some(field) => self.member(scanner, field, ty, name.inner)?,
                None => Node::Raw(scanner.value()?),
            };
            object.insert(Cow::Borrowed(name.inner), node);
            Some(())
        })?;
        if let Some((start, end)) = closed {
            object.push_text(scanner.part(start, end)?);
        }
        (!has_two).then_some(Node::Partial(object))
    }

    /// A member that the patch names.
    fn member<'t>(
        self,
        scanner: &mut Scanner<'t>,
        field: &FieldPatch,
        ty: Option<TypeRef<'_>>,
        name: &str,
    ) -> Option<Node<'t>> {
        let member = Member::of(ty, name, self.options);
        match (&field.value, scanner.peek()?) {
            (Some(Change::Object(patch)), b'{') if member.strategy.base() != Base::Replace => {
                self.value(scanner, Guide::object(patch, member.ty))
            }
            (Some(Change::List(_)) | None, b'[') => {
                match Elements::of(field, member, self.options) {
                    Some(elements) => self.value(scanner, Guide::Elements(&elements)),
                    None => self.value(scanner, Guide::Nothing),
                }
            }
            _ => self.value(scanner, Guide::Nothing),
        }
    }
}

/// A name without escapes; one with them is read level by level.
fn plain(name: Name<'_>) -> Option<&str> {
    (!name.is_escaped).then_some(name.inner)
}
