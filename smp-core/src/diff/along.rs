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
