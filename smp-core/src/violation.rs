//! [`UnionViolation`]: the violation of a union, and its message.

use core::fmt;

use indexmap::IndexMap;

use crate::hash::Set;
use crate::path::Path;
use smp_schema::Union;

/// A message about several set members lists all members of the union, up to this many alternatives.
const LISTED: usize = 8;

/// The violation of a union, in an object or in a patch for one.
///
/// ```
/// use smp_core::{FieldDef, ObjectDef, Options, SchemaBuilder, UnionDef, UnionProblem};
/// let mut types = SchemaBuilder::new();
/// let any = types.any();
/// let root = types.object(
///     ObjectDef::new("VolumeSource")
///         .field("emptyDir", FieldDef::new(any))
///         .field("hostPath", FieldDef::new(any))
///         .union(UnionDef::new().members(["emptyDir", "hostPath"])),
/// );
/// let schema = types.build(root)?;
/// let error = smp_core::validate_unions(
///     r#"{"emptyDir":{},"hostPath":{}}"#,
///     schema.root(),
///     &Options::default(),
/// )
/// .unwrap_err();
/// let violation = &error.violations()[0];
/// assert_eq!(violation.problem, UnionProblem::Several);
/// assert_eq!(violation.found, ["emptyDir", "hostPath"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct UnionViolation {
    /// The object that has the union.
    pub path: Path,
    /// The kind of violation.
    pub problem: UnionProblem,
    /// The members that are set, in the order of the schema.
    pub found: Vec<String>,
    /// The members that may be set, one at a time. If the discriminator is set: those
    /// that it names, possibly none. Otherwise: all members of the union. Members with
    /// the same discriminated value may be set together.
    pub allowed: Vec<String>,
    /// The discriminator, if the union has one.
    pub discriminator: Option<String>,
    /// The value of the discriminator as JSON, if it is set.
    pub value: Option<String>,
    /// `allowed`, grouped by members that may be set together.
    alternatives: Vec<Vec<String>>,
}

/// The kind of a [`UnionViolation`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum UnionProblem {
    /// More than one member is set.
    Several,
    /// No member is set, but the schema requires one.
    Missing,
    /// The discriminator doesn't name the member that is set.
    Discriminator,
}

/// The value of a discriminator.
pub(crate) struct DiscriminatorValue {
    /// The value as JSON.
    pub(crate) json: String,
    /// The text, if the value is a string.
    pub(crate) text: Option<String>,
}

impl DiscriminatorValue {
    /// The text; empty if the value is not a string.
    fn named(&self) -> &str {
        self.text.as_deref().unwrap_or_default()
    }
}

/// How the members `found` violate the union, if they do. `O(n)` in `found`, and `O(m)` in all members
/// only where one may be inactive.
///
/// A discriminator that is not set is not a violation: semantics union-13.
pub(crate) fn problem(
    union: &Union,
    found: &[&str],
    value: Option<&DiscriminatorValue>,
) -> Option<UnionProblem> {
    let named = value.map(DiscriminatorValue::named);
    let may_be_inactive = |named: &str| {
        union.allows_inactive_member()
            && !named.is_empty()
            && union.named_by(named).next().is_none()
    };
    match alternatives(union, found)[..] {
        [] => union.exactly_one().then_some(UnionProblem::Missing),
        [only] => named
            .is_some_and(|named| named != only && !may_be_inactive(named))
            .then_some(UnionProblem::Discriminator),
        _ => Some(UnionProblem::Several),
    }
}

/// The report of a problem. `O(m)` in the members of the union.
pub(crate) fn violation(
    problem: UnionProblem,
    union: &Union,
    found: &[&str],
    value: Option<DiscriminatorValue>,
    path: Path,
) -> UnionViolation {
    let named = value.as_ref().map(DiscriminatorValue::named);
    let allowed: Vec<&str> = match named {
        Some(named) => union.named_by(named).collect(),
        None => union.members().map(|(field, _)| field).collect(),
    };
    let mut alternatives: IndexMap<&str, Vec<String>> = IndexMap::new();
    for field in &allowed {
        let value = union.value_of(field).unwrap_or_default();
        alternatives.entry(value).or_default().push((*field).to_owned());
    }
    UnionViolation {
        path,
        problem,
        found: found.iter().map(|&field| field.to_owned()).collect(),
        allowed: allowed.into_iter().map(str::to_owned).collect(),
        alternatives: alternatives.into_values().collect(),
        discriminator: union.discriminator().map(str::to_owned),
        value: value.map(|value| value.json),
    }
}

impl UnionViolation {
    /// The text `` `type` is "Recreate", which names no member ``.
    fn discriminator_text(&self) -> Option<String> {
        let (field, value) = (self.discriminator.as_ref()?, self.value.as_ref()?);
        Some(match self.allowed.as_slice() {
            [] => format!("`{field}` is {value}, which names no member"),
            named => format!("`{field}` is {value}, which names {}", listed(named, "and")),
        })
    }

    /// The text "`a`, or `b` with `c`".
    fn choice(&self) -> String {
        let alternatives: Vec<_> = self.alternatives.iter().map(|it| listed(it, "with")).collect();
        let several = self.alternatives.iter().any(|together| together.len() > 1);
        match alternatives.split_last() {
            Some((end, rest)) if !rest.is_empty() => {
                let comma = if several { "," } else { "" };
                format!("{}{comma} or {end}", rest.join(", "))
            }
            _ => alternatives.concat(),
        }
    }
}

impl fmt::Display for UnionViolation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let found = listed(&self.found, "and");
        let discriminator = self.discriminator_text();
        write!(f, "{}: ", self.path)?;
        match (self.problem, discriminator) {
            (UnionProblem::Several, None) => write!(
                f,
                "found {found}, expected at most one of {}; remove all but one",
                match self.alternatives.len() {
                    0..=LISTED => self.choice(),
                    more => format!("the union's {more} members"),
                }
            ),
            (UnionProblem::Several, Some(discriminator)) => {
                let keep = if self.allowed.is_empty() { "all" } else { "all but that one" };
                write!(f, "found {found}, expected at most one, and {discriminator}; remove {keep}")
            }
            (UnionProblem::Missing, None) => {
                let allowed = self.choice();
                write!(f, "found no member of the union, expected {allowed}; set one")
            }
            (UnionProblem::Missing, Some(discriminator)) => {
                write!(
                    f,
                    "found no member of the union, expected one, and {discriminator}; set one"
                )
            }
            (UnionProblem::Discriminator, discriminator) => {
                let discriminator = discriminator.unwrap_or_default();
                write!(f, "{discriminator}, found {found}; remove it, or correct the discriminator")
            }
        }
    }
}

/// The text "`a`, `b` or `c`".
fn listed(names: &[String], last: &str) -> String {
    let quoted: Vec<_> = names.iter().map(|name| format!("`{name}`")).collect();
    match quoted.split_last() {
        Some((end, rest)) if !rest.is_empty() => format!("{} {last} {end}", rest.join(", ")),
        _ => quoted.concat(),
    }
}

/// The distinct discriminated values of these members. `O(n)` in the fields.
pub(crate) fn alternatives<'u>(union: &'u Union, fields: &[&str]) -> Vec<&'u str> {
    let values = fields.iter().filter_map(|field| union.value_of(field));
    if fields.len() <= 1 {
        return values.collect();
    }
    let mut seen = Set::default();
    values.filter(|value| seen.insert(*value)).collect()
}
