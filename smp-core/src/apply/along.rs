//! Reads live along a patch: in the one pass that checks the text, what the
//! patch will look into is opened and all else stays closed. The result is what
//! opening level by level would give; only the work is less.

mod list;

use std::borrow::Cow;

use list::Elements;

use crate::directive::{Change, FieldPatch, PatchObject};
use crate::document::{Document, Name, Node, Partial, Scanner};
use crate::error::Error;
use crate::member::Member;
use crate::options::Options;
use smp_schema::__support::MAX_DEPTH;
use smp_schema::{Base, TypeRef};

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
    fn what_the_patch_does_not_name_stays_one_text() {
        assert_eq!(opened(LIVE, "{}"), format!("<{LIVE}>"));
        assert_eq!(opened(LIVE, r#"{"$patch":"replace"}"#), format!("<{LIVE}>"));
        assert_eq!(
            opened(r#"{"a":1,"b":2,"inner":{"a":3,"b":4},"c":6}"#, r#"{"inner":{"a":0}}"#),
            r#"{<"a":1,"b":2> inner={a=<3> <"b":4>} <"c":6>}"#
        );
    }

    #[test]
    fn of_a_list_the_elements_that_the_patch_names_are_open() {
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
    fn what_is_replaced_stays_closed() {
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
    fn past_the_limit_nothing_is_opened() {
        let live = r#"{"inner":{"a":3},"items":[{"name":"x","v":5}]}"#;
        let patch = r#"{"inner":{"a":0},"items":[{"name":"x","v":0}]}"#;
        assert_eq!(opened_to(0, live, patch), format!("<{live}>"));
        let one = r#"{inner=<{"a":3}> items=<[{"name":"x","v":5}]>}"#;
        assert_eq!(opened_to(1, live, patch), one);
        let two = r#"{inner={a=<3>} items=[{name=<"x"> v=<5>}]}"#;
        assert_eq!(opened_to(3, live, patch), two);
    }

    #[test]
    fn a_key_that_stands_twice_is_left_to_opening_level_by_level() {
        for element in [r#"{"name":"x","v":1,"name":"y"}"#, r#"{"name":"y","v":1,"name":"x"}"#] {
            let live = format!(r#"{{"items":[{element}]}}"#);
            let patch = r#"{"items":[{"name":"x","v":0}]}"#;
            assert_eq!(opened(&live, patch), format!("<{live}>"));
        }
    }
}
