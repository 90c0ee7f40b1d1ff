//! Reads a document that is to be compared: in the one pass that checks the text,
//! objects whose type has fields are opened, and merge lists with the keys of
//! their elements; all else stays closed. The result is what opening level by
//! level would give; only the work is less.

use crate::document::{Document, Node, Object, Scanner, elements, spelled};
use crate::error::Error;
use crate::limits::MAX_DEPTH;
use crate::member::{ListMode, Member};
use crate::options::Options;
use crate::schema::{Base, TypeKind, TypeRef};

/// `O(n)`: every byte is looked at once.
pub(crate) fn read<'a>(
    text: &'a str,
    ty: TypeRef<'_>,
    options: &Options,
) -> Result<Document<'a>, Error> {
    let along = Along { options, limit: options.limits.max_depth.min(MAX_DEPTH) };
    let mut scanner = Scanner::new(text);
    let node = match scanner.peek() {
        Some(b'{') => along.object(&mut scanner, ty),
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
    fn object<'t>(self, scanner: &mut Scanner<'t>, ty: TypeRef<'_>) -> Option<Node<'t>> {
        let Some(limit) = self.limit.checked_sub(1) else {
            return scanner.value().map(Node::Raw);
        };
        let mut members = Object::default();
        scanner.object(|scanner, name| {
            let name = spelled(name).ok()?;
            let node = match scanner.peek()? {
                byte @ (b'{' | b'[') => {
                    let member = Member::of(Some(ty), &name, self.options);
                    Self { limit, ..self }.member(scanner, byte, &member)?
                }
                _ => Node::Raw(scanner.value()?),
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
        member: &Member<'_>,
    ) -> Option<Node<'t>> {
        if byte == b'{' {
            if let Some(ty) = member.ty
                && let TypeKind::Object = ty.kind()
                && member.strategy.base() != Base::Replace
            {
                return self.object(scanner, ty);
            }
        } else if let Ok(ListMode::Objects(_)) = member.list_mode(self.options)
            && let Some(key) = member.single_key_name()
        {
            return elements(scanner, key).map(Node::List);
        }
        scanner.value().map(Node::Raw)
    }
}
