//! Reads the text of a document that is to be compared: one pass checks the text, opens the
//! objects whose type has fields, and finds the merge keys of the elements of merge lists.
//! Everything else stays closed text.
//!
//! With another version of the document at hand, parts that have the same text in both are not
//! scanned again, and the elements that differ are opened. A diff gives the same result as for
//! documents that are opened level by level, with less work.

use crate::document::{
    Document, Element, Node, Object, Scanner, read_element, read_elements, unescaped_name,
};
use crate::error::Error;
use crate::member::{ListMode, Member};
use crate::options::Options;
use smp_schema::__support::MAX_DEPTH;
use smp_schema::{Base, TypeKind, TypeRef};

/// The number of differing elements of a list that this reader opens. It leaves the others closed;
/// the diff opens them when it compares them.
const MAX_OPENED: usize = 8;

/// Reads the text of a document. `beside` is another version of it: a part that both have at
/// the same place is compared byte by byte, which is much faster than scanning it. `O(n)`:
/// every byte is read once.
pub(crate) fn read<'a>(
    text: &'a str,
    beside: Option<&Document<'_>>,
    ty: TypeRef<'_>,
    options: &Options,
) -> Result<Document<'a>, Error> {
    let reader = SchemaGuidedReader { options, limit: options.limits.max_depth.min(MAX_DEPTH) };
    let mut scanner = Scanner::new(text);
    let node = match scanner.peek() {
        Some(b'{') => reader.object(&mut scanner, beside.map(|other| &other.node), ty),
        _ => None,
    };
    match node {
        Some(node) if scanner.is_at_end() => Ok(Document::of(node)),
        // The text is not JSON, or has something that this reader does not handle. It stays
        // closed, and is opened level by level.
        _ => Document::from_json(text),
    }
}

/// Reads values by their types. All methods return `None` if the text is not JSON, or has
/// something that this reader does not handle.
#[derive(Clone, Copy)]
struct SchemaGuidedReader<'o> {
    options: &'o Options,
    /// The number of levels that may still be opened. Deeper values stay closed.
    limit: usize,
}

impl SchemaGuidedReader<'_> {
    fn object<'t>(
        self,
        scanner: &mut Scanner<'t>,
        beside: Option<&Node<'_>>,
        ty: TypeRef<'_>,
    ) -> Option<Node<'t>> {
        let Some(limit) = self.limit.checked_sub(1) else {
            return scanner.value().map(Node::Raw);
        };
        let mut members = Object::with_capacity(match beside {
            Some(Node::Object(other)) => other.len(),
            _ => 4,
        });
        scanner.object(|scanner, name| {
            let name = unescaped_name(name).ok()?;
            let other = match beside {
                Some(Node::Object(other)) => other.get_near(members.len(), &name),
                _ => None,
            };
            let same = match other {
                Some(Node::Raw(other)) => scanner.same(other),
                _ => None,
            };
            let node = match (same, scanner.peek()) {
                (Some(same), _) => Node::Raw(same),
                (None, Some(byte @ (b'{' | b'['))) => {
                    let member = Member::of(Some(ty), &name, self.options);
                    Self { limit, ..self }.member(scanner, byte, other, &member)?
                }
                (None, _) => Node::Raw(scanner.value()?),
            };
            members.insert(name, node);
            Some(())
        })?;
        Some(Node::Object(members))
    }

    /// A member that is an object or a list.
    fn member<'t>(
        self,
        scanner: &mut Scanner<'t>,
        byte: u8,
        beside: Option<&Node<'_>>,
        member: &Member<'_>,
    ) -> Option<Node<'t>> {
        if byte == b'{' {
            if let Some(ty) = member.ty
                && let TypeKind::Object = ty.kind()
                && member.strategy.base() != Base::Replace
            {
                return self.object(scanner, beside, ty);
            }
        } else if let Ok(ListMode::Objects(_)) = member.list_mode(self.options)
            && let Some(key) = member.single_key_name()
        {
            return match beside {
                Some(Node::List(items)) => list(scanner, key, items),
                _ => read_elements(scanner, key),
            }
            .map(Node::List);
        }
        scanner.value().map(Node::Raw)
    }
}

/// The elements of a merge list, compared with those of another version. Elements that both
/// versions have are not scanned. Of the others, the first few are opened by one level.
fn list<'t>(scanner: &mut Scanner<'t>, key: &str, beside: &[Node<'_>]) -> Option<Vec<Node<'t>>> {
    let mut items = Vec::with_capacity(beside.len());
    // The index in the other version that the next element probably has.
    let mut next: usize = 0;
    let mut opened: usize = 0;
    scanner.list(|scanner| {
        // An element may have been inserted or deleted before it.
        let places = [Some(next), next.checked_add(1), next.checked_sub(1)];
        let same = places
            .into_iter()
            .flatten()
            .find_map(|at| same_element(scanner, beside.get(at)?).map(|element| (at, element)));
        if let Some((at, element)) = same {
            next = at.saturating_add(1);
            items.push(element);
            return Some(());
        }
        let other = beside.get(next);
        next = next.saturating_add(1);
        items.push(match other {
            Some(other) if opened < MAX_OPENED && scanner.peek()? == b'{' => {
                opened = opened.saturating_add(1);
                one_level(scanner, other)?
            }
            _ => read_element(scanner, key)?,
        });
        Some(())
    })?;
    Some(items)
}

/// An object whose members are closed.
fn one_level<'t>(scanner: &mut Scanner<'t>, beside: &Node<'_>) -> Option<Node<'t>> {
    let mut members = match beside {
        Node::Object(other) => Object::with_capacity(other.len()),
        _ => Object::default(),
    };
    scanner.object(|scanner, name| {
        let name = unescaped_name(name).ok()?;
        let other = match beside {
            Node::Object(other) => other.get_near(members.len(), &name),
            _ => None,
        };
        let same = match other {
            Some(Node::Raw(other)) => scanner.same(other),
            _ => None,
        };
        let value = same.or_else(|| scanner.value())?;
        members.insert(name, Node::Raw(value));
        Some(())
    })?;
    Some(Node::Object(members))
}

/// The next element, if it has the same text as `other`.
fn same_element<'a>(scanner: &mut Scanner<'a>, other: &Node<'_>) -> Option<Node<'a>> {
    let Node::Lazy(lazy) = other else { return None };
    let other = lazy.element()?;
    // The key is at the same position in the text.
    let at = other.key.as_ptr().addr().checked_sub(other.text.as_ptr().addr())?;
    let text = scanner.same(other.text)?;
    let key = text.get(at..)?.get(..other.key.len())?;
    Some(Node::from(Element { text, key }))
}

#[cfg(test)]
mod tests {
    use super::read;
    use crate::document::shape::shape;
    use crate::{Document, FieldDef, Limits, ObjectDef, Options, Schema, SchemaBuilder, Strategy};

    const TEXT: &str = r#"{"a":1,"inner":{"a":{"b":2}},"items":[{"name":"x","v":3}],"replaced":{"a":4},"other":[5]}"#;

    fn schema() -> Schema {
        let mut types = SchemaBuilder::new();
        let text = types.scalar();
        let element = types.object(ObjectDef::new("Element").field("name", FieldDef::new(text)));
        let elements = types.list(element);
        let list = FieldDef::new(elements).strategy(Strategy::MERGE).merge_key("name");
        let inner = types.object(ObjectDef::new("Inner").field("a", FieldDef::new(text)));
        let root = ObjectDef::new("Root")
            .field("items", list)
            .field("inner", FieldDef::new(inner))
            .field("replaced", FieldDef::new(inner).strategy(Strategy::REPLACE));
        let root = types.object(root);
        types.build(root).expect("a schema")
    }

    fn opened(text: &str, beside: Option<&Document<'_>>, depth: usize) -> String {
        let options = Options::default().limits(Limits::default().max_depth(depth));
        shape(&read(text, beside, schema().root(), &options).expect("a document").node)
    }

    #[test]
    fn objects_with_known_fields_are_open() {
        let open = r#"(a=<1> inner=(a=<{"b":2}>) items=["x":<{"name":"x","v":3}>] replaced=<{"a":4}> other=<[5]>)"#;
        assert_eq!(opened(TEXT, None, 100), open);
        // With another version at hand the result is the same, and elements that differ are
        // open, too.
        let options = Options::default();
        let differs = open.replace(r#""x":<{"name":"x","v":3}>"#, r#"(name=<"x"> v=<3>)"#);
        let other = r#"{"items":[{"name":"y"}],"inner":7}"#;
        for (other, open) in [(TEXT, open), (other, &*differs), ("[]", open)] {
            let other = read(other, None, schema().root(), &options).expect("a document");
            assert_eq!(opened(TEXT, Some(&other), 100), open);
        }
    }

    #[test]
    fn nothing_is_opened_beyond_the_limit() {
        let text = r#"{"inner":{"a":1}}"#;
        assert_eq!(opened(text, None, 0), format!("<{text}>"));
        assert_eq!(opened(text, None, 1), r#"(inner=<{"a":1}>)"#);
        assert_eq!(opened(text, None, 2), "(inner=(a=<1>))");
    }

    #[test]
    fn values_other_than_objects_are_closed() {
        assert_eq!(opened("[1]", None, 100), "<[1]>");
    }
}
