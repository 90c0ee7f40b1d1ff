//! [`FieldSet`]: a set of paths, as a sorted tree.

use core::cmp::Ordering;
use std::sync::Arc;

use crate::element::{Element, FieldPath};
use crate::place::Place;

/// A set of paths in an object. A path may be in the set without the paths above and below it.
///
/// ```
/// use smp_managed::FieldSet;
/// let ours = FieldSet::from_fields_v1(r#"{"f:spec":{"f:paused":{},"f:replicas":{}}}"#)?;
/// let theirs = FieldSet::from_fields_v1(r#"{"f:spec":{".":{},"f:replicas":{}}}"#)?;
/// assert_eq!(ours.intersection(&theirs).to_fields_v1(), r#"{"f:spec":{"f:replicas":{}}}"#);
/// assert_eq!(ours.difference(&theirs).to_fields_v1(), r#"{"f:spec":{"f:paused":{}}}"#);
/// let paths: Vec<_> = ours.union(&theirs).paths().map(|path| path.to_string()).collect();
/// assert_eq!(paths, [".spec", ".spec.paused", ".spec.replicas"]);
/// # Ok::<(), smp_managed::FieldsError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct FieldSet {
    /// Sorted by element. Each node is a member, or has members below it. Sets share common parts, so that
    /// a copy costs nothing. `None` for an empty set.
    nodes: Option<Arc<[Node]>>,
}

/// An element, and the set below it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Node {
    pub(crate) element: Element,
    /// Whether the path to the element is in the set.
    pub(crate) member: bool,
    pub(crate) below: FieldSet,
}

impl FieldSet {
    /// A set with these paths. A path without elements is the object itself, and is left out.
    pub fn from_paths(paths: impl IntoIterator<Item = FieldPath>) -> Self {
        let mut paths: Vec<_> = paths.into_iter().map(|path| path.0).collect();
        paths.sort_unstable();
        Self::of_sorted(paths.iter().map(Vec::as_slice))
    }

    /// A set of sorted paths.
    fn of_sorted<'p>(paths: impl Iterator<Item = &'p [Element]>) -> Self {
        let mut nodes = Vec::new();
        let mut paths = paths.filter_map(<[Element]>::split_first).peekable();
        while let Some((first, rest)) = paths.next() {
            let mut below = vec![rest];
            while let Some((_, rest)) = paths.next_if(|(other, _)| *other == first) {
                below.push(rest);
            }
            let member = below.iter().any(|rest| rest.is_empty());
            let below = Self::of_sorted(below.into_iter());
            nodes.push(Node { element: first.clone(), member, below });
        }
        Self::of(nodes)
    }

    /// A set of sorted nodes. Each of them must have paths.
    fn of(nodes: Vec<Node>) -> Self {
        Self { nodes: (!nodes.is_empty()).then(|| nodes.into()) }
    }

    pub(crate) fn nodes(&self) -> &[Node] {
        self.nodes.as_deref().unwrap_or_default()
    }

    /// Whether both sets are copies of the same set.
    pub(crate) fn is_same(&self, other: &Self) -> bool {
        match (&self.nodes, &other.nodes) {
            (Some(nodes), Some(others)) => Arc::ptr_eq(nodes, others),
            (None, None) => true,
            _ => false,
        }
    }

    /// Whether no path is in the set.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.nodes.is_none()
    }

    /// The number of paths. `O(n)`.
    #[must_use]
    pub fn len(&self) -> usize {
        let sizes =
            self.nodes().iter().map(|node| node.below.len().saturating_add(node.member.into()));
        sizes.fold(0, usize::saturating_add)
    }

    /// Whether the path is in the set. `O(log n)` for each element.
    #[must_use]
    pub fn contains(&self, path: &FieldPath) -> bool {
        let Some((last, above)) = path.0.split_last() else { return false };
        let within = above.iter().try_fold(self, |set, element| set.below(element));
        within.is_some_and(|set| set.has(last))
    }

    /// All paths, each before those below it.
    pub fn paths(&self) -> impl Iterator<Item = FieldPath> + '_ {
        let mut open = vec![(self.nodes().iter(), None::<&Element>)];
        let mut path: Vec<Element> = Vec::new();
        core::iter::from_fn(move || {
            loop {
                let (nodes, _) = open.last_mut()?;
                let Some(node) = nodes.next() else {
                    open.pop();
                    path.pop();
                    continue;
                };
                let mut found = path.clone();
                found.push(node.element.clone());
                path.push(node.element.clone());
                open.push((node.below.nodes().iter(), Some(&node.element)));
                if node.member {
                    return Some(FieldPath(found));
                }
            }
        })
    }

    /// Whether the path of one element is in the set.
    pub(crate) fn has(&self, element: &Element) -> bool {
        self.node(element).is_some_and(|node| node.member)
    }

    /// The set below an element; `None` if it is empty.
    pub(crate) fn below(&self, element: &Element) -> Option<&Self> {
        self.node(element).map(|node| &node.below).filter(|below| !below.is_empty())
    }

    pub(crate) fn node(&self, element: &Element) -> Option<&Node> {
        let nodes = self.nodes();
        let at = nodes.binary_search_by(|node| node.element.cmp(element)).ok()?;
        nodes.get(at)
    }

    /// The node of a field.
    pub(crate) fn field(&self, name: &str) -> Option<&Node> {
        let nodes = self.nodes();
        let at = nodes.binary_search_by(|node| match &node.element {
            Element::Field(field) => (**field).cmp(name),
            // Fields are sorted before all others.
            _ => Ordering::Greater,
        });
        nodes.get(at.ok()?)
    }

    /// Whether a path is in both sets. `O(n)` in the smaller one.
    fn meets(&self, other: &Self) -> bool {
        let (few, many) =
            if self.nodes().len() < other.nodes().len() { (self, other) } else { (other, self) };
        few.nodes().iter().any(|node| {
            many.node(&node.element)
                .is_some_and(|found| node.member && found.member || node.below.meets(&found.below))
        })
    }

    /// Whether this set has each element of the other set, and paths below each of its objects and lists
    /// that are not leaves by their type. `O(n log n)` in the other set.
    pub(crate) fn reaches(&self, other: &Self, place: Place<'_>) -> bool {
        other.nodes().iter().all(|node| {
            let Some(own) = self.node(&node.element) else { return false };
            let below = match &node.element {
                Element::Field(name) => place.member(name),
                Element::Key(_) => place.element(),
                Element::Value(_) => return true,
                Element::Index(_) => return false,
            };
            if own.below.is_empty() {
                below.is_leaf() && node.below.is_empty()
            } else {
                own.below.reaches(&node.below, below)
            }
        })
    }

    /// The paths of either set. `O(n)`.
    #[must_use]
    pub fn union(&self, other: &Self) -> Self {
        if other.is_empty() || self.is_same(other) {
            return self.clone();
        }
        self.zip(other, |left, right| match (left, right) {
            (Some(node), None) | (None, Some(node)) => Some(node.clone()),
            (Some(left), Some(right)) => Some(Node {
                element: left.element.clone(),
                member: left.member || right.member,
                below: left.below.union(&right.below),
            }),
            (None, None) => None,
        })
    }

    /// The paths of all sets. `O(n log m)` in the paths and the number of sets.
    pub(crate) fn union_of<'f>(sets: impl IntoIterator<Item = &'f Self>) -> Self {
        let mut sets: Vec<Self> = sets.into_iter().cloned().collect();
        while sets.len() > 1 {
            let mut united = Vec::with_capacity(sets.len().div_ceil(2));
            let mut pairs = sets.into_iter();
            while let Some(one) = pairs.next() {
                united.push(match pairs.next() {
                    Some(other) => one.union(&other),
                    None => one,
                });
            }
            sets = united;
        }
        sets.pop().unwrap_or_default()
    }

    /// The paths of both sets. `O(n)`.
    #[must_use]
    pub fn intersection(&self, other: &Self) -> Self {
        if self.is_same(other) {
            return self.clone();
        }
        self.zip(other, |left, right| {
            let (left, right) = (left?, right?);
            let below = left.below.intersection(&right.below);
            Some(Node { element: left.element.clone(), member: left.member && right.member, below })
        })
    }

    /// The paths of this set that the other one does not have. `O(n)`.
    #[must_use]
    pub fn difference(&self, other: &Self) -> Self {
        if !self.meets(other) {
            return self.clone();
        }
        if self.is_same(other) {
            return Self::default();
        }
        self.zip(other, |left, right| {
            let left = left?;
            let Some(right) = right else { return Some(left.clone()) };
            let below = left.below.difference(&right.below);
            Some(Node {
                element: left.element.clone(),
                member: left.member && !right.member,
                below,
            })
        })
    }

    /// The paths of this set that are neither in the other one nor below one of its paths. `O(n)`.
    #[must_use]
    pub fn outside(&self, other: &Self) -> Self {
        if other.is_empty() {
            return self.clone();
        }
        self.zip(other, |left, right| {
            let left = left?;
            let Some(right) = right else { return Some(left.clone()) };
            if right.member {
                return None;
            }
            let below = left.below.outside(&right.below);
            Some(Node { element: left.element.clone(), member: left.member, below })
        })
    }

    /// The paths that match one of the patterns, or are below such a path. `None` in a pattern is any element.
    pub(crate) fn matching(&self, patterns: &[&[Option<Element>]]) -> Self {
        if patterns.iter().any(|pattern| pattern.is_empty()) {
            return self.clone();
        }
        let mut nodes = Vec::new();
        for node in self.nodes() {
            let rests = patterns.iter().filter_map(|pattern| pattern.split_first());
            let fits = |first: &Option<Element>| match first {
                Some(first) => *first == node.element,
                None => true,
            };
            let matched: Vec<_> =
                rests.filter(|(first, _)| fits(first)).map(|(_, rest)| rest).collect();
            let below = node.below.matching(&matched);
            let member = node.member && !matched.is_empty();
            if member || !below.is_empty() {
                nodes.push(Node { element: node.element.clone(), member, below });
            }
        }
        Self::of(nodes)
    }

    /// The paths with nothing below them. `O(n)`.
    #[must_use]
    pub fn leaves(&self) -> Self {
        let nodes = self.nodes().iter().map(|node| Node {
            element: node.element.clone(),
            member: node.member && node.below.is_empty(),
            below: node.below.leaves(),
        });
        Self::of(nodes.collect())
    }

    /// This set with the fields of object types above its paths: such a field is kept or removed with its
    /// contents. Items of lists and entries of maps are not added.
    pub(crate) fn with_fields(&self, place: Place<'_>) -> Self {
        let nodes = self.nodes().iter().map(|node| {
            let below = match &node.element {
                Element::Field(name) => place.member(name),
                Element::Key(_) => place.element(),
                Element::Value(_) | Element::Index(_) => Place::UNKNOWN,
            };
            Node {
                element: node.element.clone(),
                member: node.member || below.is_field(),
                below: node.below.with_fields(below),
            }
        });
        Self::of(nodes.collect())
    }

    /// Whether this set has so few elements at the top that it costs less to look up each of them in the
    /// other set.
    fn is_few_beside(&self, other: &Self) -> bool {
        self.nodes().len().saturating_mul(8) < other.nodes().len()
    }

    /// Joins both sets element by element; nodes without paths are left out.
    fn zip(
        &self,
        other: &Self,
        mut join: impl FnMut(Option<&Node>, Option<&Node>) -> Option<Node>,
    ) -> Self {
        // The sets of many managers are compared with one change, which may be large. If elements that only
        // the change has don't count, they need not be visited.
        if join(None, other.nodes().first()).is_none() && self.is_few_beside(other) {
            let joined =
                self.nodes().iter().filter_map(|left| join(Some(left), other.node(&left.element)));
            let kept = joined.filter(|node| node.member || !node.below.is_empty());
            return Self::of(kept.collect());
        }
        let mut nodes = Vec::new();
        let (mut left, mut right) =
            (self.nodes().iter().peekable(), other.nodes().iter().peekable());
        loop {
            let order = match (left.peek(), right.peek()) {
                (Some(left), Some(right)) => left.element.cmp(&right.element),
                (Some(_), None) => Ordering::Less,
                (None, Some(_)) => Ordering::Greater,
                (None, None) => return Self::of(nodes),
            };
            let joined = match order {
                Ordering::Less => join(left.next(), None),
                Ordering::Greater => join(None, right.next()),
                Ordering::Equal => join(left.next(), right.next()),
            };
            nodes.extend(joined.filter(|node| node.member || !node.below.is_empty()));
        }
    }
}

/// Makes sets from the bottom up, with one allocation for each.
#[derive(Default)]
pub(crate) struct Levels {
    /// The nodes of all open levels, those of the innermost one last.
    nodes: Vec<Node>,
}

/// The beginning of a level.
#[derive(Clone, Copy)]
pub(crate) struct Level(usize);

impl Levels {
    pub(crate) fn open(&self) -> Level {
        Level(self.nodes.len())
    }

    /// Adds an element to the innermost level, in any order.
    pub(crate) fn push(&mut self, element: Element, member: bool, below: FieldSet) {
        if member || !below.is_empty() {
            self.nodes.push(Node { element, member, below });
        }
    }

    /// The set of all nodes, if no level is open.
    pub(crate) fn all(mut self) -> FieldSet {
        self.close(Level(0)).0
    }

    /// The set of the innermost level, and whether its elements were added in order, each once. If an
    /// element was added twice, its parts are united.
    pub(crate) fn close(&mut self, level: Level) -> (FieldSet, bool) {
        let nodes = self.nodes.get(level.0..).unwrap_or_default();
        let is_sorted = nodes.is_sorted_by(|a, b| a.element < b.element);
        let nodes = self.nodes.drain(level.0.min(self.nodes.len())..);
        if is_sorted {
            let any = !nodes.as_slice().is_empty();
            return (FieldSet { nodes: any.then(|| nodes.collect()) }, true);
        }
        let mut nodes: Vec<Node> = nodes.collect();
        nodes.sort_by(|a, b| a.element.cmp(&b.element));
        nodes.dedup_by(|again, kept| {
            let same = again.element == kept.element;
            if same {
                kept.member |= again.member;
                kept.below = kept.below.union(&again.below);
            }
            same
        });
        (FieldSet::of(nodes), false)
    }
}
