//! The conflicts of a three-way diff: fields that modified and current changed from original to
//! different values, and unions in which they chose different alternatives. Rules: semantics
//! three-way-10 to three-way-14.

use std::borrow::Cow;

use super::list::{Fate, KeyedElements, KeyedLists, Pairing};
use super::{Ancestor, Nulls, Overwrite, present};
use crate::depth::DepthBudget;
use crate::document::{Document, JsonKind, Node, Object, equal, equal_unopened};
use crate::error::{Conflict, Error};
use crate::member::{ListMode, Member};
use crate::options::Options;
use crate::path::{Segment, Trail};
use crate::union::{Scope, part_of, values};
use smp_schema::__support::Capped;
use smp_schema::{Base, TypeRef, Union};

/// The conflicts in the order of modified, up to `max_errors`, and the number of further
/// ones. `O(n·d)`.
pub(super) fn of(
    [original, modified, current]: [&Node<'_>; 3],
    ty: TypeRef<'_>,
    options: &Options,
    (nulls, overwrite): (Nulls, Overwrite),
) -> Result<(Vec<Conflict>, usize), Error> {
    let mut finder =
        ConflictFinder { options, nulls, overwrite, found: Capped::within(&options.limits) };
    let sides = ConflictSides {
        original: Some(original),
        modified: Some(modified),
        current: Some(current),
    };
    finder.objects(sides, Some(ty), &Trail::default(), DepthBudget::of(&options.limits))?;
    Ok(finder.found.into_parts())
}

/// The values of the documents at one path.
type ConflictSides<'n, 'a> = super::ThreeSides<Option<&'n Node<'a>>, Option<&'n Node<'a>>>;

struct ConflictFinder<'o> {
    options: &'o Options,
    nulls: Nulls,
    overwrite: Overwrite,
    found: Capped<Conflict>,
}

/// The members of an object; empty for any other value.
fn object_members<'n, 'a>(node: Option<&'n Node<'a>>) -> Result<Cow<'n, Object<'a>>, Error> {
    let Some(node) = node else { return Ok(Cow::Owned(Object::default())) };
    Ok(match node.opened()? {
        Cow::Borrowed(Node::Object(members)) => Cow::Borrowed(members),
        Cow::Owned(Node::Object(members)) => Cow::Owned(members),
        _ => Cow::Owned(Object::default()),
    })
}

/// The elements of a list; empty for any other value.
fn list_elements<'n, 'a>(node: Option<&'n Node<'a>>) -> Result<Vec<Cow<'n, Node<'a>>>, Error> {
    node.map_or_else(|| Ok(Vec::new()), Node::list_items)
}

fn same(
    left: Option<&Node<'_>>,
    right: Option<&Node<'_>>,
    limit: DepthBudget,
) -> Result<bool, Error> {
    match (left, right) {
        (None, None) => Ok(true),
        (Some(left), Some(right)) => equal(left, right, limit),
        _ => Ok(false),
    }
}

/// Whether the values have the same text. Unlike [`same`], may be `false` for equal
/// values. `O(n)`, as fast as comparing bytes.
fn have_same_text(left: Option<&Node<'_>>, right: Option<&Node<'_>>) -> bool {
    match (left, right) {
        (None, None) => true,
        (Some(left), Some(right)) => equal_unopened(left, right),
        _ => false,
    }
}

impl ConflictFinder<'_> {
    fn objects(
        &mut self,
        sides: ConflictSides<'_, '_>,
        ty: Option<TypeRef<'_>>,
        path: &Trail<'_>,
        limit: DepthBudget,
    ) -> Result<(), Error> {
        let limit = limit.enter()?;
        let (original, modified, current) = (
            object_members(sides.original)?,
            object_members(sides.modified)?,
            object_members(sides.current)?,
        );
        let only_current = current.keys().filter(|name| !modified.contains_key(name));
        for name in modified.keys().chain(only_current) {
            let sides = ConflictSides {
                original: present(original.get(name)),
                // A null that original does not have deletes what current has: semantics
                // three-way-7.
                modified: if original.contains_key(name) {
                    present(modified.get(name))
                } else {
                    modified.get(name)
                },
                current: present(current.get(name)),
            };
            let member = Member::of(ty, name, self.options);
            let step = || Segment::Field(name.to_string());
            self.place(sides, &member, &path.below(&step), limit)?;
        }
        let unions = ty.into_iter().flat_map(|ty| Scope::of_options(self.options).of(ty));
        for union in unions {
            let [before, ours, theirs] =
                [&original, &modified, &current].map(|object| values(union, object));
            let both = !ours.is_empty() && !theirs.is_empty();
            if both && ours != before && theirs != before && ours != theirs {
                self.unions(union, [&original, &modified, &current], path);
            }
        }
        Ok(())
    }

    /// Reports a union in which modified and current have chosen different alternatives.
    fn unions(&mut self, union: &Union, objects: [&Object<'_>; 3], path: &Trail<'_>) {
        let [_, modified, current] = objects;
        let discriminator = |object: &Object<'_>| {
            union.discriminator().and_then(|field| present(object.get(field))).is_some()
        };
        if discriminator(modified) && discriminator(current) {
            // The discriminator is a field, and is reported as one.
            return;
        }
        let [original, modified, current] = objects.map(|object| {
            part_of(union, object).map(|part| Document::of(Node::Object(part)).to_json())
        });
        self.found.push(|| Conflict { path: path.path(), original, modified, current });
    }

    fn place(
        &mut self,
        sides: ConflictSides<'_, '_>,
        member: &Member<'_>,
        path: &Trail<'_>,
        limit: DepthBudget,
    ) -> Result<(), Error> {
        let ConflictSides { original, modified, current } = sides;
        // A null in modified counts as absent, unless it deletes a member that original lacks.
        let nulled = modified.is_some_and(Node::is_null);
        let deletes = self.nulls == Nulls::Delete && original.is_none() && current.is_some();
        let modified = modified.filter(|_| !nulled || deletes);
        let sides = ConflictSides { original, modified, current };
        let unchanged = (original, modified);
        // With `Overwrite::Never`, a field that modified has is a conflict even if only current
        // changed it: semantics three-way-10.
        let stated = self.overwrite == Overwrite::Never && modified.is_some();
        let unchanged = if stated { (original, current) } else { unchanged };
        let pairs = [(modified, current), unchanged, (original, current)];
        // If two sides are equal, there is no conflict. Only the texts are compared here: the
        // parts of objects and keyed lists are compared below. A full comparison at every level
        // would read the innermost values once for each level.
        if pairs.iter().any(|(left, right)| have_same_text(*left, *right)) {
            return Ok(());
        }
        let kinds = (modified.map(Node::kind), current.map(Node::kind));
        match kinds {
            (Some(JsonKind::Object), Some(JsonKind::Object))
                if member.strategy.base() != Base::Replace =>
            {
                return self.objects(sides, member.ty, path, limit);
            }
            (Some(JsonKind::List), Some(JsonKind::List)) => {
                match member.list_mode(self.options) {
                    // Sets have no conflicts: original has an item or not, so two sides
                    // that change it make the same change.
                    Ok(ListMode::Scalars) => return Ok(()),
                    Ok(ListMode::Objects(element)) => {
                        if self.elements(sides, member, element, path, limit)? {
                            return Ok(());
                        }
                    }
                    Ok(ListMode::Atomic) | Err(_) => {}
                }
            }
            _ => {}
        }
        for (left, right) in pairs {
            if same(left, right, limit)? {
                return Ok(());
            }
        }
        let text = |node: Option<&Node<'_>>| node.map(|node| Document::of(node.clone()).to_json());
        self.found.push(|| Conflict {
            path: path.path(),
            original: text(original),
            modified: text(modified),
            current: text(current),
        });
        Ok(())
    }

    /// Compares lists element by element. Returns `false`, without comparing, if an
    /// element has no key, or if no key tells two elements apart.
    fn elements(
        &mut self,
        sides: ConflictSides<'_, '_>,
        member: &Member<'_>,
        element: Option<TypeRef<'_>>,
        path: &Trail<'_>,
        limit: DepthBudget,
    ) -> Result<bool, Error> {
        let [original, modified, current] = [
            list_elements(sides.original)?,
            list_elements(sides.modified)?,
            list_elements(sides.current)?,
        ];
        let (Some(original), Some(modified), Some(current)) = (
            KeyedElements::of(&original, member),
            KeyedElements::of(&modified, member),
            KeyedElements::of(&current, member),
        ) else {
            return Ok(false);
        };
        let lists = KeyedLists { original: Ancestor::Original(Some(original)), modified, current };
        let pairing = Pairing::of(&lists, member);
        if !pairing.duplicates.is_empty() {
            return Ok(false);
        }
        let originals = lists.ancestor().map_or(&[][..], |list| &list.nodes);
        let element_of = |list: &[_], at: Option<usize>| list.get(at?).copied();
        let of_modified = lists.modified.nodes.iter().zip(&lists.modified.keys);
        for ((modified, key), partners) in of_modified.zip(&pairing.modified) {
            let sides = ConflictSides {
                original: element_of(originals, partners.original),
                modified: Some(*modified),
                current: element_of(&lists.current.nodes, partners.current),
            };
            let step = || member.segment(key);
            self.place(sides, &Member::element(element), &path.below(&step), limit)?;
        }
        let of_current = lists.current.nodes.iter().zip(&lists.current.keys);
        for ((current, key), fate) in of_current.zip(&pairing.current) {
            if let Fate::Deleted(original) = fate {
                let sides = ConflictSides {
                    original: element_of(originals, Some(*original)),
                    modified: None,
                    current: Some(*current),
                };
                let step = || member.segment(key);
                self.place(sides, &Member::element(element), &path.below(&step), limit)?;
            }
        }
        Ok(true)
    }
}
