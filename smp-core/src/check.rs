//! The check of a patch against the schema: one walk over the patch, with which
//! [`Patch::check`] lists everything that does not fit, and the operations on Rust types
//! refuse unknown fields. Rules: semantics check-1 to check-7.

use core::ops::ControlFlow;

use crate::depth::DepthBudget;
use crate::directive::{
    Change, Marker, PATCH, PatchMember, PatchObject, RETAIN_KEYS, directive_names, plain_object,
};
use crate::document::{JsonKind, Node};
use crate::error::{Error, ErrorKind, Role};
use crate::finding::{Finding, FindingKind};
use crate::input::Json;
use crate::patch::Patch;
use crate::path::{Segment, Trail};
use smp_schema::__support::nearest;
use smp_schema::{Base, FieldRef, Limits, ScalarType, TypeKind, TypeRef, Union};

impl Patch {
    /// Everything in the patch that does not fit objects of type `ty`, in the order of the
    /// patch: unknown fields and directives, and values of another type than in the schema.
    /// Looks at the patch alone, not at a live object. `O(p)` in the patch, and `O(f)` in
    /// the fields of the type for each misspelled name.
    ///
    /// ```
    /// use smp_core::{FieldDef, FindingKind, ObjectDef, Patch, SchemaBuilder, Severity};
    /// let mut types = SchemaBuilder::new();
    /// let text = types.scalar();
    /// let list = types.list(text);
    /// let root = types.object(ObjectDef::new("Pod").field("args", FieldDef::new(list)));
    /// let schema = types.build(root)?;
    /// let check = |patch| Patch::from_json(patch).map(|patch| patch.check(&schema));
    /// assert!(check(r#"{"args": ["-v"]}"#)?.is_empty());
    /// let found = check(r#"{"args": {"$patchh": "delete"}}"#)?;
    /// assert_eq!(found[0].kind, FindingKind::ContainerReplaced);
    /// assert_eq!(found[0].severity(), Severity::Error);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn check<'s>(&self, ty: impl Into<TypeRef<'s>>) -> Vec<Finding> {
        findings(&self.root, ty.into(), Names::Patch)
    }
}

/// As [`Patch::check`], for a document or a JSON merge patch, in which directives are data.
/// `O(n)`.
///
/// # Errors
///
/// [`InvalidJson`](ErrorKind::InvalidJson), [`NotAnObject`](ErrorKind::NotAnObject), and
/// [`Depth`](ErrorKind::Depth).
///
/// ```
/// use smp_core::{FindingKind, ObjectDef, SchemaBuilder, check_document};
/// let mut types = SchemaBuilder::new();
/// let root = types.object(ObjectDef::new("Pod"));
/// let schema = types.build(root)?;
/// let found = check_document(r#"{"$patch": "delete"}"#, &schema)?;
/// assert_eq!(found[0].kind, FindingKind::DirectiveAsData);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn check_document<'d, 's>(
    document: impl Json<'d>,
    ty: impl Into<TypeRef<'s>>,
) -> Result<Vec<Finding>, Error> {
    let limits = Limits::default();
    let about = |error: Error| error.about(Role::Modified);
    let document =
        document.to_source().open(&limits, crate::document::Document::from_json).map_err(about)?;
    let root = plain_object(document.node.clone(), DepthBudget::of(&limits)).map_err(about)?;
    Ok(findings(&root, ty.into(), Names::Data))
}

fn findings(root: &PatchObject, ty: TypeRef<'_>, names: Names) -> Vec<Finding> {
    let mut found = Vec::new();
    let mut report = |problem: Problem<'_>, path: &Trail<'_>| {
        found.push(problem.finding(path, names));
        ControlFlow::Continue(())
    };
    let mut walk = Walk { report: &mut report, everything: true };
    let _: ControlFlow<()> = walk.object(root, ty, Taken::No, &Trail::default());
    found
}

/// An error if the patch has a field that the type lacks: serde would drop it. `O(p)`.
pub(crate) fn refuse_unknown(patch: &PatchObject, ty: TypeRef<'_>) -> Result<(), Error> {
    let mut report = |problem: Problem<'_>, path: &Trail<'_>| match problem {
        Problem::Unknown { .. } => {
            let Finding { path, message, suggestion, .. } = problem.finding(path, Names::Patch);
            let remedy = match suggestion {
                Some(name) => format!("did you mean `{name}`?"),
                None => "correct the name".to_owned(),
            };
            let error = Error::new(ErrorKind::UnknownField, format!("{message}; {remedy}"));
            ControlFlow::Break(path.segments().rev().cloned().fold(error, Error::within))
        }
        _ => ControlFlow::Continue(()),
    };
    let mut walk = Walk { report: &mut report, everything: false };
    match walk.object(patch, ty, Taken::No, &Trail::default()) {
        ControlFlow::Continue(()) => Ok(()),
        ControlFlow::Break(error) => Err(error),
    }
}

/// What names of directives mean.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Names {
    Patch,
    Data,
}

/// What does not fit at a place of the patch.
#[derive(Clone, Copy)]
enum Problem<'p> {
    /// The type has no such field.
    Unknown { name: &'p str, ty: TypeRef<'p> },
    /// A name in a map or free-form value that is spelled nearly like a directive.
    NearDirective { name: &'p str },
    /// `$retainKeys` lists a field that the type lacks.
    Retained { name: &'p str, ty: TypeRef<'p> },
    /// A value of another type.
    Type { ty: TypeRef<'p>, found: JsonKind, fraction: bool },
    /// A directive in a value that is taken as a whole.
    Ineffective,
    /// A discriminator that names no member.
    Discriminator { union: &'p Union, value: &'p str },
}

impl Problem<'_> {
    fn finding(self, path: &Trail<'_>, names: Names) -> Finding {
        let (kind, message, suggestion) = match self {
            Self::Unknown { name, .. } | Self::NearDirective { name }
                if names == Names::Data && PatchMember::of(name).is_directive() =>
            {
                let message = "this is a directive of strategic merge patches, and data here";
                (FindingKind::DirectiveAsData, message.to_owned(), None)
            }
            Self::Unknown { name, .. } | Self::NearDirective { name }
                if names == Names::Patch && name.starts_with('$') =>
            {
                let near = near_directive(name);
                let message = "there is no such directive: it is written as data".to_owned();
                (FindingKind::UnknownDirective, message, near)
            }
            Self::Unknown { name, ty } => {
                (FindingKind::UnknownField, no_field(ty), near_field(name, ty))
            }
            Self::NearDirective { .. } => {
                // Not reached: only names that begin with `$` are near a directive.
                (FindingKind::UnknownDirective, "there is no such directive".to_owned(), None)
            }
            Self::Retained { name, ty } => {
                let message = format!("{}: `{name}`", no_field(ty));
                (FindingKind::UnknownRetainedKey, message, near_field(name, ty))
            }
            Self::Type { ty, found, fraction } => {
                let (kind, expected) = match ty.kind() {
                    TypeKind::List(_) => (FindingKind::ContainerReplaced, "a list"),
                    TypeKind::Object | TypeKind::Map(_) => {
                        (FindingKind::ContainerReplaced, "an object")
                    }
                    TypeKind::Scalar | TypeKind::Any => {
                        let scalar = ty.scalar_type().unwrap_or_default();
                        let kind = if found.is_scalar() {
                            FindingKind::WrongScalar
                        } else {
                            FindingKind::ScalarReplaced
                        };
                        (kind, scalar.expected())
                    }
                };
                let found = if fraction { "a number with a fraction" } else { found.name() };
                (kind, format!("expected {expected}, found {found}"), None)
            }
            Self::Ineffective => {
                let message = "the directive has no effect here, where the patch's value is taken \
                               as a whole; an API server drops it, too";
                (FindingKind::IneffectiveDirective, message.to_owned(), None)
            }
            Self::Discriminator { union, value } => {
                let message = format!("{value:?} names no member of the union");
                (FindingKind::UnknownDiscriminator, message, near_value(union, value))
            }
        };
        Finding { path: path.path(), kind, message, suggestion }
    }
}

fn no_field(ty: TypeRef<'_>) -> String {
    format!("`{}` has no such field", ty.name().unwrap_or("the type"))
}

fn near_field(name: &str, ty: TypeRef<'_>) -> Option<String> {
    first(&nearest(name, ty.fields().map(FieldRef::name), |name| name))
}

fn near_value(union: &Union, value: &str) -> Option<String> {
    first(&nearest(value, union.members().map(|(_, value)| value), |value| value))
}

/// The directive with a similar spelling, with the field that the name has after a slash.
fn near_directive(name: &str) -> Option<String> {
    let (directive, field) = name.split_once('/').unwrap_or((name, ""));
    let near = first(&nearest(directive, directive_names(), |name| name))?;
    Some(if field.is_empty() { near } else { format!("{near}/{field}") })
}

fn first(near: &[&str]) -> Option<String> {
    near.first().map(|&name| name.to_owned())
}

/// A walk over a patch, along the schema.
struct Walk<'r, B> {
    report: &'r mut dyn FnMut(Problem<'_>, &Trail<'_>) -> ControlFlow<B>,
    /// Whether problems other than unknown fields are looked for.
    everything: bool,
}

impl<B> Walk<'_, B> {
    fn object(
        &mut self,
        patch: &PatchObject,
        ty: TypeRef<'_>,
        taken: Taken,
        at: &Trail<'_>,
    ) -> ControlFlow<B> {
        let is_object = matches!(ty.kind(), TypeKind::Object);
        if self.everything && is_object {
            self.retained(patch, ty, at)?;
            self.discriminators(patch, ty, at)?;
        }
        if self.everything && taken.ignores(patch.marker) {
            let step = || Segment::Field(PATCH.to_owned());
            (self.report)(Problem::Ineffective, &at.below(&step))?;
        }
        let inside = if taken != Taken::No || patch.marker == Some(Marker::Replace) {
            Taken::Whole
        } else {
            Taken::No
        };
        for (name, field) in patch.fields.iter() {
            let known = if is_object { ty.field(name) } else { None };
            let own = known.map(FieldRef::ty);
            let below = match ty.kind() {
                TypeKind::Object => own.or(ty.other_members()),
                TypeKind::Map(value) => Some(value),
                TypeKind::Any if self.everything => Some(ty),
                _ => return ControlFlow::Continue(()),
            };
            let step = || match &field.value {
                None if field.order.is_some() => Segment::Field(PatchMember::order_of(name)),
                None => Segment::Field(PatchMember::deletion_of(name)),
                Some(_) => Segment::Field(name.clone()),
            };
            let here = at.below(&step);
            let Some(below) = below else {
                (self.report)(Problem::Unknown { name, ty }, &here)?;
                continue;
            };
            let near = || PatchMember::of(name).is_directive() || near_directive(name).is_some();
            if self.everything && own.is_none() && name.starts_with('$') && near() {
                (self.report)(Problem::NearDirective { name }, &here)?;
                continue;
            }
            if self.everything && inside == Taken::Whole && field.delete.is_some() {
                let step = || Segment::Field(PatchMember::deletion_of(name));
                (self.report)(Problem::Ineffective, &at.below(&step))?;
            }
            if let Some(value) = &field.value {
                let strategy = known.map(FieldRef::strategy).unwrap_or_default();
                let taken = match value {
                    _ if inside == Taken::Whole => inside,
                    Change::List(_) if !strategy.is_merge() => Taken::Whole,
                    Change::Object(_) if strategy.base() == Base::Replace => Taken::Replaced,
                    _ => Taken::No,
                };
                self.change(value, below, taken, &here)?;
            }
        }
        ControlFlow::Continue(())
    }

    fn change(
        &mut self,
        value: &Change,
        ty: TypeRef<'_>,
        taken: Taken,
        at: &Trail<'_>,
    ) -> ControlFlow<B> {
        match (value, ty.kind()) {
            (Change::Object(object), TypeKind::Object | TypeKind::Map(_) | TypeKind::Any) => {
                self.object(object, ty, taken, at)
            }
            (Change::List(items), TypeKind::List(element)) => {
                for (index, item) in items.iter().enumerate() {
                    let step = || Segment::Index(index);
                    self.change(item, element, taken, &at.below(&step))?;
                }
                ControlFlow::Continue(())
            }
            _ if !self.everything => ControlFlow::Continue(()),
            (Change::Scalar(node), TypeKind::Scalar) => {
                let scalar = ty.scalar_type().unwrap_or_default();
                match fit(scalar, node) {
                    Fit::Yes => ControlFlow::Continue(()),
                    Fit::No { fraction } => {
                        (self.report)(Problem::Type { ty, found: node.kind(), fraction }, at)
                    }
                }
            }
            (_, TypeKind::Any) => ControlFlow::Continue(()),
            (Change::Scalar(node), _) if node.is_null() => ControlFlow::Continue(()),
            _ => {
                let problem = Problem::Type { ty, found: value.kind(), fraction: false };
                (self.report)(problem, at)
            }
        }
    }

    fn retained(&mut self, patch: &PatchObject, ty: TypeRef<'_>, at: &Trail<'_>) -> ControlFlow<B> {
        if ty.other_members().is_some() {
            return ControlFlow::Continue(());
        }
        for (index, name) in patch.retain_keys.iter().flatten().enumerate() {
            if ty.field(name).is_none() {
                let directive = || Segment::Field(RETAIN_KEYS.to_owned());
                let list = at.below(&directive);
                let item = || Segment::Index(index);
                (self.report)(Problem::Retained { name, ty }, &list.below(&item))?;
            }
        }
        ControlFlow::Continue(())
    }

    /// A value that is far from every name is another state of the object: the type
    /// `Recreate` of a strategy names no member.
    fn discriminators(
        &mut self,
        patch: &PatchObject,
        ty: TypeRef<'_>,
        at: &Trail<'_>,
    ) -> ControlFlow<B> {
        for union in ty.unions() {
            let Some(name) = union.discriminator() else { continue };
            let field = patch.fields.get(name).and_then(|field| field.value.as_ref());
            let Some(Change::Scalar(node)) = field else { continue };
            let Some(value) = node.as_str() else { continue };
            if union.named_by(&value).next().is_none() && near_value(union, &value).is_some() {
                let step = || Segment::Field(name.to_owned());
                let problem = Problem::Discriminator { union, value: &value };
                (self.report)(problem, &at.below(&step))?;
            }
        }
        ControlFlow::Continue(())
    }
}

/// Whether the value of a patch is merged or taken as a whole, so that directives in it have
/// no effect: semantics adopt-3.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Taken {
    No,
    /// The value of a field that is replaced.
    Replaced,
    /// A value inside of one that is replaced, or an element of an atomic list.
    Whole,
}

impl Taken {
    fn ignores(self, marker: Option<Marker>) -> bool {
        match self {
            Self::No => false,
            // What is asked for happens.
            Self::Replaced => marker == Some(Marker::Delete),
            Self::Whole => marker.is_some(),
        }
    }
}

/// Whether a scalar has the type that the schema gives.
enum Fit {
    Yes,
    No {
        /// Whether it is a number with a fraction for an integer.
        fraction: bool,
    },
}

/// Null fits: it removes the field. So does `3.0` for an integer, as in a cluster.
fn fit(scalar: ScalarType, node: &Node<'_>) -> Fit {
    use JsonKind::{Bool, Null, Number, String};
    let fits = match (scalar, node.kind()) {
        (_, Null)
        | (ScalarType::String | ScalarType::StringOrNumber, String)
        | (ScalarType::Number | ScalarType::StringOrNumber, Number)
        | (ScalarType::Boolean, Bool) => true,
        (ScalarType::Integer, Number) => {
            let whole = is_whole(node);
            return if whole { Fit::Yes } else { Fit::No { fraction: true } };
        }
        (
            ScalarType::String
            | ScalarType::StringOrNumber
            | ScalarType::Number
            | ScalarType::Integer
            | ScalarType::Boolean,
            _,
        ) => false,
        _ => true,
    };
    if fits { Fit::Yes } else { Fit::No { fraction: false } }
}

fn is_whole(node: &Node<'_>) -> bool {
    let Node::Number(text) = node else { return true };
    !text.contains(['.', 'e', 'E']) || text.parse::<f64>().is_ok_and(|number| number.fract() == 0.0)
}
