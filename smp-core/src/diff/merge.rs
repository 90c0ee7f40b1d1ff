//! [`merge`]: merges two versions of one original, as git merges branches. Rules: semantics, all of
//! `merge-`.
//!
//! A three-way diff does not do this: its result is a patch for an object in a cluster, which cannot set
//! null, clears what `retainKeys` does not name, and lets one side win.

mod lists;

use std::borrow::Cow;

use self::lists::{item_slots, keyed_slots, ordered, set_slots};
use super::{compared, root_object};
use crate::depth::DepthBudget;
use crate::document::{
    Differences, Document, EqualityRule, JsonKind, Node, Object, Scalar, canonical, equal_by,
};
use crate::error::{Error, Role};
use crate::input::DocumentInput;
use crate::options::Options;
use crate::path::{Path, Segment};
use crate::site::{ListRule, Site};
use crate::union::{UnionSet, values};
use smp_schema::{Base, TypeRef};

pub use self::lists::in_order;

/// The result of [`merge`]. Without a conflict `ours` and `theirs` are equal.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Merged {
    /// The merged document, which has the value of ours in each conflict.
    pub ours: Document<'static>,
    /// The merged document, which has the value of theirs in each conflict.
    pub theirs: Document<'static>,
    /// The fields that ours and theirs have changed in different ways.
    pub conflicts: Vec<Path>,
}

/// Merges two documents derived from `original`, all of type `ty`: what only one of them changed is
/// changed in the result. Lists merge element by element if the schema has keys for them; in other lists,
/// changes at different places are combined, as for the lines of a text. Null is a value. If ours and
/// theirs have no common original, pass `{}`.
///
/// `O(n·d)` in the size and depth of what differs.
///
/// # Errors
///
/// As [`changes`](crate::changes()).
///
/// ```
/// use smp_core::{Options, SchemaBuilder};
/// let mut types = SchemaBuilder::new();
/// let root = types.any();
/// let schema = types.build(root)?;
/// let original = r#"{"image":"web:1","replicas":1}"#;
/// let (ours, theirs) = (r#"{"image":"web:2","replicas":1}"#, r#"{"image":"web:3","replicas":5}"#);
/// let merged = smp_core::merge(original, ours, theirs, &schema, &Options::default())?;
/// assert_eq!(merged.ours.to_json(), r#"{"image":"web:2","replicas":5}"#);
/// assert_eq!(merged.theirs.to_json(), r#"{"image":"web:3","replicas":5}"#);
/// assert_eq!(merged.conflicts[0].to_string(), "image");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn merge<'o, 'm, 't, 's>(
    original: impl DocumentInput<'o>,
    ours: impl DocumentInput<'m>,
    theirs: impl DocumentInput<'t>,
    ty: impl Into<TypeRef<'s>>,
    options: &Options,
) -> Result<Merged, Error> {
    let original = compared(original, options, Role::Original)?;
    let ours = compared(ours, options, Role::Current)?;
    let theirs = compared(theirs, options, Role::Modified)?;
    let (original, ours) = (original.node.borrowed(), ours.node.borrowed());
    let theirs = theirs.node.borrowed();
    root_object(&original, Role::Original)?;
    root_object(&ours, Role::Current)?;
    root_object(&theirs, Role::Modified)?;
    let mut merger = Merger { options, here: Path::root(), conflicts: Vec::new() };
    let limit = DepthBudget::of(&options.limits);
    let sides = [Some(original.as_ref()), Some(ours.as_ref()), Some(theirs.as_ref())];
    let [ours, theirs] = merger.value(sides, &Site::of(Some(ty.into()), options), limit)?;
    let document = |node: Option<Node<'_>>| {
        let node = node.unwrap_or(Node::Null).into_owned(limit)?;
        Ok::<_, Error>(Document::of(node).allowing(&options.limits))
    };
    Ok(Merged { ours: document(ours)?, theirs: document(theirs)?, conflicts: merger.conflicts })
}

/// The values of original, ours and theirs at one place.
type Sides<'n, 'a> = [Option<&'n Node<'a>>; 3];

/// The result at one place: once with ours' value in each conflict, once with theirs'.
type Both<'a> = [Option<Node<'a>>; 2];

struct Merger<'o> {
    options: &'o Options,
    /// The current place of the walk.
    here: Path,
    conflicts: Vec<Path>,
}

/// The equality in which every null is a value, as it is in text.
#[derive(Clone, Copy)]
struct NullsCount;

impl EqualityRule for NullsCount {
    fn is_present(self, _: &str, _: &Node<'_>) -> bool {
        true
    }

    fn member(self, _: &str) -> Self {
        self
    }

    fn element(self) -> Self {
        self
    }

    fn are_same(self, left: &Scalar<'_>, right: &Scalar<'_>) -> bool {
        left == right
    }
}

fn same(
    one: Option<&Node<'_>>,
    other: Option<&Node<'_>>,
    limit: DepthBudget,
) -> Result<bool, Error> {
    match (one, other) {
        (Some(one), Some(other)) => equal_by(NullsCount, one, other, limit),
        (one, other) => Ok(one.is_none() && other.is_none()),
    }
}

impl Merger<'_> {
    /// Merges the values of a member, or of an element. `None` is an absent value.
    fn value<'a>(
        &mut self,
        [original, ours, theirs]: Sides<'_, 'a>,
        member: &Site<'_>,
        limit: DepthBudget,
    ) -> Result<Both<'a>, Error> {
        if same(ours, theirs, limit)? || same(original, theirs, limit)? {
            return Ok([ours.cloned(), ours.cloned()]);
        }
        if same(original, ours, limit)? {
            return Ok([theirs.cloned(), theirs.cloned()]);
        }
        if let (Some(ours), Some(theirs)) = (ours, theirs) {
            let sides = [original, Some(ours), Some(theirs)];
            let merged = match (ours.kind(), theirs.kind()) {
                (JsonKind::Object, JsonKind::Object) if member.strategy.base() != Base::Replace => {
                    self.object(sides, member, limit.enter()?)?
                }
                (JsonKind::List, JsonKind::List) => self.list(sides, member, limit.enter()?)?,
                _ => None,
            };
            if let Some(merged) = merged {
                return Ok(merged.map(Some));
            }
        }
        self.conflicts.push(self.here.clone());
        Ok([ours.cloned(), theirs.cloned()])
    }

    /// Merges the values one step below the current place.
    fn below<'a>(
        &mut self,
        step: Segment,
        sides: Sides<'_, 'a>,
        member: &Site<'_>,
        limit: DepthBudget,
    ) -> Result<Both<'a>, Error> {
        self.here.push(step);
        let merged = self.value(sides, member, limit);
        self.here.pop();
        merged
    }

    /// Merges objects member by member. `None` if ours and theirs exclude each other.
    fn object<'a>(
        &mut self,
        sides: Sides<'_, 'a>,
        member: &Site<'_>,
        limit: DepthBudget,
    ) -> Result<Option<[Node<'a>; 2]>, Error> {
        let open = |node: Option<&Node<'a>>| match node.map(Node::opened).transpose()? {
            Some(Cow::Borrowed(Node::Object(members))) => Ok(members.clone()),
            Some(Cow::Owned(Node::Object(members))) => Ok(members),
            _ => Ok::<_, Error>(Object::default()),
        };
        let [original, ours, theirs] = sides;
        let objects = [open(original)?, open(ours)?, open(theirs)?];
        if self.exclude_each_other(&objects, member) {
            return Ok(None);
        }
        let names = objects.each_ref().map(|it| it.iter().map(|(name, _)| name).collect());
        let mut merged = [Object::default(), Object::default()];
        for name in in_order(&names) {
            let sides = objects.each_ref().map(|members| members.get(name));
            let member = Site::member(member.ty, name, self.options);
            let both = self.below(Segment::Field(name.to_string()), sides, &member, limit)?;
            for (members, value) in merged.iter_mut().zip(both) {
                members.extend(value.map(|value| (name.clone(), value)));
            }
        }
        Ok(Some(merged.map(Node::Object)))
    }

    /// Merges lists: by keys, or item by item. `None` if ours and theirs changed the same items.
    fn list<'a>(
        &mut self,
        [original, ours, theirs]: Sides<'_, 'a>,
        member: &Site<'_>,
        limit: DepthBudget,
    ) -> Result<Option<[Node<'a>; 2]>, Error> {
        let items = |node: Option<&Node<'a>>| match node.map(Node::opened).transpose()? {
            Some(Cow::Borrowed(Node::List(items))) => Ok(items.clone()),
            Some(Cow::Owned(Node::List(items))) => Ok(items),
            _ => Ok::<_, Error>(Vec::new()),
        };
        let lists = [items(original)?, items(ours)?, items(theirs)?];
        let [original, ours, theirs] = &lists;
        let text = |item: &Node<'_>| canonical(item, Differences::All, limit);
        let texts = |items: &Vec<_>| items.iter().map(text).collect::<Result<Vec<_>, Error>>();
        let texts = || Ok::<_, Error>([texts(original)?, texts(ours)?, texts(theirs)?]);
        let slots = match member.list_rule(self.options) {
            Ok(ListRule::Keyed) => keyed_slots(&lists, member),
            Ok(ListRule::Set) => set_slots(&texts()?),
            Ok(ListRule::Atomic) | Err(_) => None,
        };
        let slots = match slots {
            Some(slots) => Some(ordered(&slots)),
            None => item_slots(&texts()?),
        };
        let Some(slots) = slots else { return Ok(None) };
        let element = Site { strategy: member.strategy, ..member.element(self.options) };
        let mut merged = [Vec::new(), Vec::new()];
        for slot in slots {
            let mut sides = [None; 3];
            for ((side, list), at) in sides.iter_mut().zip(&lists).zip(slot) {
                *side = at.and_then(|at| list.get(at));
            }
            let any = sides.iter().flatten().next().filter(|_| member.key_names().next().is_some());
            let step = any.and_then(|node| Some(member.segment(&member.readable_key(node, None)?)));
            let index = slot.iter().flatten().next().copied().unwrap_or_default();
            let step = step.unwrap_or(Segment::Index(index));
            let both = self.below(step, sides, &element, limit)?;
            for (items, value) in merged.iter_mut().zip(both) {
                items.extend(value);
            }
        }
        Ok(Some(merged.map(Node::List)))
    }

    /// Whether ours and theirs chose different fields where one field excludes the others: in an object
    /// with the strategy `retainKeys`, and in a union.
    fn exclude_each_other(&self, objects: &[Object<'_>; 3], member: &Site<'_>) -> bool {
        let [_, ours, theirs] = objects;
        let lacks = |one: &Object<'_>, other: &Object<'_>| {
            one.iter().any(|(name, _)| !other.contains_key(name))
        };
        if member.strategy.retain_keys() && (lacks(ours, theirs) || lacks(theirs, ours)) {
            return true;
        }
        let unions = member.ty.into_iter().flat_map(|ty| UnionSet::all(self.options).of(ty));
        unions.into_iter().any(|union| {
            let [before, ours, theirs] = objects.each_ref().map(|object| values(union, object));
            let both = !ours.is_empty() && !theirs.is_empty();
            both && ours != before && theirs != before && ours != theirs
        })
    }
}
