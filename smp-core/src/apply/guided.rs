//! Reads the text of live for a given patch: one pass checks the text and opens the objects
//! and elements that the patch changes. Everything else stays closed text.
//!
//! Example: for the patch `{"spec": {"replicas": 2}}` the root and `spec` are opened, each to a
//! [`PartialObject`]. In these, `spec` and `replicas` are separate members; all other members
//! are a few pieces of text. Applying the patch gives the same result as for a document that is
//! opened level by level, with less work.

mod list;

use std::borrow::Cow;

use list::ElementGuide;

use crate::directive::{Change, FieldPatch, PatchObject};
use crate::document::{Document, MemberName, Node, PartialObject, Scanner};
use crate::error::Error;
use crate::member::Member;
use crate::options::Options;
use smp_schema::__support::MAX_DEPTH;
use smp_schema::{Base, TypeRef};

/// Reads the text of a document that is to be patched. `O(n)`: every byte is scanned once,
/// except that the part before the merge key in an element that the patch names is scanned
/// twice.
pub(crate) fn read<'a>(
    text: &'a str,
    patch: &PatchObject,
    ty: TypeRef<'_>,
    options: &Options,
) -> Result<Document<'a>, Error> {
    let reader = PatchGuidedReader { options, limit: options.limits.max_depth.min(MAX_DEPTH) };
    let mut scanner = Scanner::new(text);
    match reader.value(&mut scanner, Guide::object(patch, Some(ty))) {
        Some(node) if scanner.is_at_end() => Ok(Document::of(node)),
        // The text is not JSON, or has something that this reader does not handle, such as an
        // escaped name. It stays closed, and is opened level by level.
        _ => Document::from_json(text),
    }
}

/// The parts of a value that are to be opened.
#[derive(Clone, Copy)]
enum Guide<'g> {
    Nothing,
    /// The members that the patch names.
    Object(&'g PatchObject, Option<TypeRef<'g>>),
    /// The elements of a merge list that the patch names.
    Elements(&'g ElementGuide<'g>),
}

impl<'g> Guide<'g> {
    fn object(patch: &'g PatchObject, ty: Option<TypeRef<'g>>) -> Self {
        // With `$patch`, the content of live has no effect on the result.
        if patch.marker.is_some() || patch.is_empty() {
            Self::Nothing
        } else {
            Self::Object(patch, ty)
        }
    }
}

/// Reads values with a [`Guide`]. All methods return `None` if the text is not JSON, or has
/// something that this reader does not handle.
#[derive(Clone, Copy)]
struct PatchGuidedReader<'g> {
    options: &'g Options,
    /// The number of levels that may still be opened. Deeper values stay closed; if the patch
    /// changes them, applying it reports the depth.
    limit: usize,
}

impl PatchGuidedReader<'_> {
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

    /// Reads an object: the members that the patch names are open, the others stay text. With
    /// `$retainKeys` all members are open, since the directive removes some of them. `key` is
    /// the merge key if the object is an element; an element that has the key twice is not
    /// handled.
    fn object<'t>(
        self,
        scanner: &mut Scanner<'t>,
        patch: &PatchObject,
        ty: Option<TypeRef<'_>>,
        key: Option<&str>,
    ) -> Option<Node<'t>> {
        let mut object = PartialObject::default();
        // Start and end of the text of the members since the last one that the patch names.
        let mut closed: Option<(usize, usize)> = None;
        let mut has_key = false;
        let mut has_two_keys = false;
        scanner.object(|scanner, name| {
            let field = patch.fields.get(unescaped(name)?);
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
            has_two_keys |= is_key && has_key;
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
        (!has_two_keys).then_some(Node::from(object))
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
                match ElementGuide::of(field, member, self.options) {
                    Some(elements) => self.value(scanner, Guide::Elements(&elements)),
                    None => self.value(scanner, Guide::Nothing),
                }
            }
            _ => self.value(scanner, Guide::Nothing),
        }
    }
}

/// The name, if it is written without escapes.
fn unescaped(name: MemberName<'_>) -> Option<&str> {
    (!name.is_escaped).then_some(name.inner)
}

#[cfg(test)]
mod tests {
    use super::read;
    use crate::document::shape::shape;
    use crate::{FieldDef, Limits, ObjectDef, Options, Patch, Schema, SchemaBuilder, Strategy};

    const LIVE: &str = r#"{"a":1,"inner":{"a":3},"items":[{"name":"x"}]}"#;

    fn schema() -> Schema {
        let mut types = SchemaBuilder::new();
        let text = types.scalar();
        let element = ObjectDef::new("Element").field("name", FieldDef::new(text));
        let element = types.object(element.field("v", FieldDef::new(text)));
        let elements = types.list(element);
        let list = FieldDef::new(elements).strategy(Strategy::MERGE).merge_key("name");
        let inner = types.object(ObjectDef::new("Inner").field("a", FieldDef::new(text)));
        let root = ObjectDef::new("Root")
            .field("a", FieldDef::new(text))
            .field("items", list)
            .field("inner", FieldDef::new(inner))
            .field("replaced", FieldDef::new(inner).strategy(Strategy::REPLACE));
        let root = types.object(root);
        types.build(root).expect("a schema")
    }

    fn opened_to(depth: usize, live: &str, patch: &str) -> String {
        let patch = Patch::from_json(patch).expect("a patch");
        let options = Options::default().limits(Limits::default().max_depth(depth));
        let live = read(live, &patch.root, schema().root(), &options).expect("a document");
        shape(&live.node)
    }

    fn opened(live: &str, patch: &str) -> String {
        opened_to(100, live, patch)
    }

    #[test]
    fn members_that_the_patch_does_not_name_are_one_text() {
        assert_eq!(opened(LIVE, "{}"), format!("<{LIVE}>"));
        assert_eq!(opened(LIVE, r#"{"$patch":"replace"}"#), format!("<{LIVE}>"));
        assert_eq!(
            opened(r#"{"a":1,"b":2,"inner":{"a":3,"b":4},"c":6}"#, r#"{"inner":{"a":0}}"#),
            r#"{<"a":1,"b":2> inner={a=<3> <"b":4>} <"c":6>}"#
        );
    }

    #[test]
    fn elements_that_the_patch_names_are_open() {
        let patch = r#"{"items":[{"name":"x","v":0},{"name":"z"}]}"#;
        assert_eq!(
            opened(r#"{"items":[{"v":5,"w":6,"name":"x"},{"name":"y"}]}"#, patch),
            r#"{items=[{v=<5> <"w":6> name=<"x">} "y":<{"name":"y"}>]}"#
        );
        let delete = r#"{"items":[{"name":"x","$patch":"delete"}]}"#;
        assert_eq!(
            opened(r#"{"items":[{"name":"x"}]}"#, delete),
            r#"{items=["x":<{"name":"x"}>]}"#
        );
    }

    #[test]
    fn values_that_are_replaced_stay_closed() {
        let live = r#"{"replaced":{"a":1},"a":{"b":1}}"#;
        let patch = r#"{"replaced":{"a":2},"a":[1]}"#;
        assert_eq!(opened(live, patch), r#"{replaced=<{"a":1}> a=<{"b":1}>}"#);
    }

    #[test]
    fn retaining_keys_needs_every_member() {
        let patch = r#"{"inner":{"$retainKeys":["a"],"a":0}}"#;
        let live = r#"{"inner":{"b":4,"a":3,"c":5}}"#;
        assert_eq!(opened(live, patch), "{inner={b=<4> a=<3> c=<5>}}");
    }

    #[test]
    fn nothing_is_opened_beyond_the_limit() {
        let live = r#"{"inner":{"a":3},"items":[{"name":"x","v":5}]}"#;
        let patch = r#"{"inner":{"a":0},"items":[{"name":"x","v":0}]}"#;
        assert_eq!(opened_to(0, live, patch), format!("<{live}>"));
        let one = r#"{inner=<{"a":3}> items=<[{"name":"x","v":5}]>}"#;
        assert_eq!(opened_to(1, live, patch), one);
        let two = r#"{inner={a=<3>} items=["x":<{"name":"x","v":5}>]}"#;
        assert_eq!(opened_to(2, live, patch), two);
        let three = r#"{inner={a=<3>} items=[{name=<"x"> v=<5>}]}"#;
        assert_eq!(opened_to(3, live, patch), three);
    }

    #[test]
    fn an_element_with_two_keys_is_opened_level_by_level() {
        for element in [r#"{"name":"x","v":1,"name":"y"}"#, r#"{"name":"y","v":1,"name":"x"}"#] {
            let live = format!(r#"{{"items":[{element}]}}"#);
            let patch = r#"{"items":[{"name":"x","v":0}]}"#;
            assert_eq!(opened(&live, patch), format!("<{live}>"));
        }
    }
}
