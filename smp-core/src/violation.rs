//! What is wrong with a union, and how it reads.

use core::fmt;

use indexmap::IndexMap;

use crate::hash::Set;
use crate::path::Path;
use smp_schema::Union;

/// How many alternatives a message lists where it could do without.
const LISTED: usize = 8;

/// A union that is not as its schema wants it: in an object, or in what a patch
/// says of one.
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
    /// The object whose union it is.
    pub path: Path,
    /// What is wrong.
    pub problem: UnionProblem,
    /// The members that are set, in the order of the schema.
    pub found: Vec<String>,
    /// The members of which one may be set: the one that the discriminator
    /// names, if it names one; none, if its value names none; else all. Members
    /// of one discriminated value may be set together.
    pub allowed: Vec<String>,
    /// The field that says which member is set, where the union has one.
    pub discriminator: Option<String>,
    /// The value of that field as JSON, where it is set.
    pub value: Option<String>,
    /// `allowed` with those together that may be set together.
    alternatives: Vec<Vec<String>>,
}

/// What can be wrong with a union.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum UnionProblem {
    /// More than one member is set.
    Several,
    /// No member is set, and the schema wants one.
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

/// What is wrong with a union of which these members are set, if anything is.
/// `O(m)` in its members.
///
/// A discriminator that is not set is no violation: semantics union-13.
pub(crate) fn problem(
    union: &Union,
    found: &[&str],
    value: Option<&DiscriminatorValue>,
) -> Option<UnionProblem> {
    let named = value.map(DiscriminatorValue::named);
    let inactive = named.is_some_and(|it| !it.is_empty() && union.named_by(it).next().is_none());
    match alternatives(union, found)[..] {
        [] => union.exactly_one().then_some(UnionProblem::Missing),
        [only] => named
            .is_some_and(|named| named != only && !(inactive && union.allows_inactive_member()))
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
    /// "`type` is "Recreate", which names no member".
    fn discriminator_text(&self) -> Option<String> {
        let (field, value) = (self.discriminator.as_ref()?, self.value.as_ref()?);
        Some(match self.allowed.as_slice() {
            [] => format!("`{field}` is {value}, which names no member"),
            named => format!("`{field}` is {value}, which names {}", listed(named, "and")),
        })
    }

    /// "`a`, or `b` with `c`".
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

/// "`a`, `b` or `c`".
fn listed(names: &[String], last: &str) -> String {
    let quoted: Vec<_> = names.iter().map(|name| format!("`{name}`")).collect();
    match quoted.split_last() {
        Some((end, rest)) if !rest.is_empty() => format!("{} {last} {end}", rest.join(", ")),
        _ => quoted.concat(),
    }
}

/// The alternatives of which a member is among these, by discriminated value.
/// `O(n)` in the fields.
pub(crate) fn alternatives<'u>(union: &'u Union, fields: &[&str]) -> Vec<&'u str> {
    let values = fields.iter().filter_map(|field| union.value_of(field));
    if fields.len() <= 1 {
        return values.collect();
    }
    let mut seen = Set::default();
    values.filter(|value| seen.insert(*value)).collect()
}
