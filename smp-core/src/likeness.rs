//! How alike two values are, to match items of lists without a key for people who compare them.

use core::hash::{BuildHasher as _, Hash};

use foldhash::quality::RandomState;

use crate::depth::DepthBudget;
use crate::document::{Document, Node, Scalar};
use crate::error::Error;

/// The members that people use as names of items in lists without a merge key.
pub(crate) const NAMES: [&str; 3] = ["name", "id", "key"];

/// The parts and the name of a value, for comparisons with other values.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct Likeness {
    /// The scalars, each hashed with its place, sorted. Positions in lists do not count. Each line of a
    /// text counts as one scalar.
    parts: Vec<u64>,
    /// The hash of the first of [`NAMES`] that the value has.
    name: Option<u64>,
}

/// The seed of the hashes: only values hashed with the same seed can be compared.
#[derive(Debug, Default)]
pub struct LikenessSeed(RandomState);

impl LikenessSeed {
    fn hash(&self, of: impl Hash) -> u64 {
        self.0.hash_one(of)
    }
}

impl Likeness {
    /// The likeness of a document. `O(n log n)`.
    ///
    /// # Errors
    ///
    /// If it is nested deeper than its limit.
    pub fn of(document: &Document<'_>, seed: &LikenessSeed) -> Result<Self, Error> {
        Self::of_node(&document.node, document.depth, seed)
    }

    pub(crate) fn of_node(
        node: &Node<'_>,
        limit: DepthBudget,
        seed: &LikenessSeed,
    ) -> Result<Self, Error> {
        let mut parts = Vec::new();
        collect(node, limit, 0, seed, &mut parts)?;
        parts.sort_unstable();
        let name = match node.opened()?.as_ref() {
            Node::Object(members) => NAMES.iter().find_map(|&name| {
                let value = members.get(name).and_then(Scalar::of)?;
                Some(seed.hash((name, value.to_json())))
            }),
            _ => None,
        };
        Ok(Self { parts, name })
    }

    /// The number of scalars.
    #[must_use]
    pub fn len(&self) -> usize {
        self.parts.len()
    }

    /// Whether the value has no scalar.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.parts.is_empty()
    }

    /// The number of scalars that both values have, as a share of the larger value's, in millionths.
    /// `O(n)`.
    #[must_use]
    pub fn similarity(&self, other: &Self) -> u64 {
        let (mut own, mut others) = (self.parts.as_slice(), other.parts.as_slice());
        let mut shared: u64 = 0;
        while let ([first, rest @ ..], [other, others_rest @ ..]) = (own, others) {
            if first <= other {
                own = rest;
            }
            if other <= first {
                others = others_rest;
            }
            shared = shared.saturating_add(u64::from(first == other));
        }
        let all = u64::try_from(self.len().max(other.len())).unwrap_or(u64::MAX);
        shared.saturating_mul(1_000_000).checked_div(all).unwrap_or(0)
    }

    /// Whether both have the same name or, if neither has a name, at least half of the larger value is
    /// the same. `O(n)`.
    #[must_use]
    pub fn is_alike(&self, other: &Self) -> bool {
        match (self.name, other.name) {
            (None, None) => self.similarity(other) >= 500_000,
            (own, others) => own == others,
        }
    }
}

/// Adds the scalars of a value. `place` is a hash of the path to it.
fn collect(
    node: &Node<'_>,
    limit: DepthBudget,
    place: u64,
    seed: &LikenessSeed,
    parts: &mut Vec<u64>,
) -> Result<(), Error> {
    match Scalar::of(node) {
        Some(Scalar::String(text)) => {
            parts.extend(text.lines().map(|line| seed.hash((place, 's', line))));
            return Ok(());
        }
        Some(other) => {
            parts.push(seed.hash((place, other.to_json())));
            return Ok(());
        }
        None => {}
    }
    let limit = limit.enter()?;
    match node.opened()?.as_ref() {
        Node::Object(members) => {
            for (name, value) in members.iter() {
                collect(value, limit, seed.hash((place, name)), seed, parts)?;
            }
        }
        Node::List(items) => {
            for item in items {
                collect(item, limit, seed.hash((place, "[]", "")), seed, parts)?;
            }
        }
        _ => {}
    }
    Ok(())
}
