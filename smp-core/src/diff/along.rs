//! Reads a document that is to be compared: in the one pass that checks the text,
//! objects whose type has fields are opened, and merge lists with the keys of
//! their elements; all else stays closed. The result is what opening level by
//! level would give; only the work is less.

use crate::document::{Document, MAX_DEPTH, Node, Object, Scanner, elements, spelled};
use crate::error::Error;
use crate::member::{ListMode, Member};
use crate::options::Options;
use crate::schema::{Base, TypeKind, TypeRef};

/// `O(n)`: every byte is looked at once. `beside` is another version of the
/// document: what both have at one place is compared with it, which is much
/// quicker than being scanned.
pub(crate) fn read<'a>(
    text: &'a str,
    beside: Option<&Document<'_>>,
    ty: TypeRef<'_>,
    options: &Options,
) -> Result<Document<'a>, Error> {
    let along = Along { options, limit: options.max_depth.min(MAX_DEPTH) };
    let mut scanner = Scanner::new(text);
    let node = match scanner.peek() {
        Some(b'{') => along.object(&mut scanner, beside.map(|other| &other.node), ty),
        _ => None,
    };
    match node {
        Some(node) if scanner.is_at_end() => Ok(Document { node }),
        // What stopped us is found, or got along with, level by level.
        _ => Document::from_json(text),
    }
}

#[derive(Clone, Copy)]
struct Along<'o> {
    options: &'o Options,
    /// How many levels may be opened. Past them nothing is.
    limit: usize,
}

impl Along<'_> {
    fn object<'t>(
        self,
        scanner: &mut Scanner<'t>,
        beside: Option<&Node<'_>>,
        ty: TypeRef<'_>,
    ) -> Option<Node<'t>> {
        let Some(limit) = self.limit.checked_sub(1) else {
            return scanner.value().map(Node::Raw);
        };
        // Most have about as many; few are larger.
        let mut members = Object::with_capacity(8);
        scanner.object(|scanner, name| {
            let name = spelled(name).ok()?;
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
            let beside = match beside {
                Some(Node::List(items)) => items.as_slice(),
                _ => &[],
            };
            return elements(scanner, key, beside).map(Node::List);
        }
        scanner.value().map(Node::Raw)
    }
}

#[cfg(test)]
mod tests {
    use super::read;
    use crate::document::shape::shape;
    use crate::{Document, FieldDef, ObjectDef, Options, Schema, SchemaBuilder, Strategy};

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
        let options = Options::default().max_depth(depth);
        shape(&read(text, beside, schema().root(), &options).expect("a document").node)
    }

    #[test]
    fn what_the_schema_knows_is_open() {
        let open = r#"(a=<1> inner=(a=<{"b":2}>) items=["x":<{"name":"x","v":3}>] replaced=<{"a":4}> other=<[5]>)"#;
        assert_eq!(opened(TEXT, None, 100), open);
        // Beside another version the same, whatever that has.
        let options = Options::default();
        for other in [TEXT, r#"{"items":[{"name":"y"}],"inner":7}"#, "[]"] {
            let other = read(other, None, schema().root(), &options).expect("a document");
            assert_eq!(opened(TEXT, Some(&other), 100), open);
        }
    }

    #[test]
    fn past_the_limit_nothing_is_opened() {
        let text = r#"{"inner":{"a":1}}"#;
        assert_eq!(opened(text, None, 0), format!("<{text}>"));
        assert_eq!(opened(text, None, 1), r#"(inner=<{"a":1}>)"#);
        assert_eq!(opened(text, None, 2), "(inner=(a=<1>))");
    }

    #[test]
    fn what_is_no_object_is_closed() {
        assert_eq!(opened("[1]", None, 100), "<[1]>");
    }
}
