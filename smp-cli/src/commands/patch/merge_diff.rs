//! The JSON merge patch between two documents, for custom resources: the schema says where null is
//! a value. An API server takes new objects, and lists, without the nulls in them.

use std::borrow::Cow;
use std::collections::HashMap;

use smp_core::schema::{FieldRef, TypeKind};
use smp_core::{Document, Options, Path, Segment, TypeRef, View, changes};

use crate::commands::documents::view;
use crate::commands::engine_error::engine_error;
use crate::commands::objects::owned;
use crate::input::Input;
use crate::limits::{MAX_DEPTH, too_deep};
use crate::report::Report;

/// The outcome where no merge patch can be made.
#[derive(Debug)]
pub(crate) enum NoMergePatch {
    /// The path of a null that no merge patch can set: null removes a member.
    Null(Path),
    Report(Report),
}

impl From<Report> for NoMergePatch {
    fn from(report: Report) -> Self {
        Self::Report(report)
    }
}

/// The merge patch that makes an API server change one document into another, which was read from
/// `input`. `O(n·d)`.
pub(crate) fn merge_patch_between(
    from: &Document<'_>,
    to: &Document<'_>,
    ty: TypeRef<'_>,
    input: &Input<'_>,
) -> Result<Document<'static>, NoMergePatch> {
    let differ = MergeDiffer { input, options: Options::default() };
    let root = Member { ty: Some(ty), nullable: false };
    let patch = differ.object((from, to), root, &mut Vec::new())?;
    Ok(Document::from(View::Object(patch)))
}

struct MergeDiffer<'i> {
    input: &'i Input<'i>,
    options: Options,
}

/// The schema's statement about a member.
#[derive(Clone, Copy)]
struct Member<'s> {
    ty: Option<TypeRef<'s>>,
    /// Whether the field may have null as its value.
    nullable: bool,
}

impl<'s> Member<'s> {
    /// A member of an object.
    fn member(self, name: &str) -> Self {
        let plain =
            |ty: Option<TypeRef<'s>>| Self { ty, nullable: ty.is_some_and(TypeRef::is_nullable) };
        let Some(ty) = self.ty else { return plain(None) };
        match ty.kind() {
            TypeKind::Any => Self { ty: Some(ty), nullable: ty.keeps_nulls() },
            TypeKind::Map(value) => plain(Some(value)),
            TypeKind::Object => {
                plain(ty.field(name).map(FieldRef::ty).or_else(|| ty.other_members()))
            }
            TypeKind::Scalar | TypeKind::List(_) => plain(None),
        }
    }

    /// An element of a list.
    fn element(self) -> Self {
        let ty = match self.ty.map(TypeRef::kind) {
            Some(TypeKind::List(element)) => Some(element),
            Some(TypeKind::Any) => self.ty,
            _ => None,
        };
        Self { ty, nullable: false }
    }
}

/// The members of a patch.
type Members = Vec<(Cow<'static, str>, Document<'static>)>;

impl MergeDiffer<'_> {
    /// The members that change an object.
    fn object(
        &self,
        (from, to): (&Document<'_>, &Document<'_>),
        member: Member<'_>,
        at: &mut Vec<Segment>,
    ) -> Result<Members, NoMergePatch> {
        let (View::Object(from), View::Object(to)) =
            (view(from, self.input)?, view(to, self.input)?)
        else {
            return Ok(Vec::new());
        };
        self.check_depth(at)?;
        let was: HashMap<&str, &Document<'_>> =
            from.iter().map(|(name, value)| (name.as_ref(), value)).collect();
        let is: HashMap<&str, &Document<'_>> =
            to.iter().map(|(name, value)| (name.as_ref(), value)).collect();
        let only_from = from.iter().filter(|(name, _)| !is.contains_key(name.as_ref()));
        let mut patch = Vec::new();
        for (name, _) in to.iter().chain(only_from) {
            let name = name.as_ref();
            at.push(Segment::Field(name.to_owned()));
            let versions = (was.get(name).copied(), is.get(name).copied());
            let change = self.change(versions, member.member(name), at)?;
            at.pop();
            patch.extend(change.map(|change| (Cow::Owned(name.to_owned()), change)));
        }
        Ok(patch)
    }

    /// The value of a member in the patch; `None` if it does not change.
    fn change(
        &self,
        (from, to): (Option<&Document<'_>>, Option<&Document<'_>>),
        member: Member<'_>,
        at: &mut Vec<Segment>,
    ) -> Result<Option<Document<'static>>, NoMergePatch> {
        let present = |value: &&Document<'_>| member.nullable || !is_null(value);
        Ok(match (from.filter(present), to.filter(present)) {
            (None, None) => None,
            (Some(_), None) => Some(Document::from(View::Null)),
            (Some(from), Some(to)) if is_null(from) && is_null(to) => None,
            (_, Some(to)) if is_null(to) => return Err(null_at(at)),
            (Some(from), Some(to)) if !is_null(from) => {
                match (view(from, self.input)?, view(to, self.input)?) {
                    (View::Object(_), View::Object(_)) => {
                        let members = self.object((from, to), member, at)?;
                        (!members.is_empty()).then(|| Document::from(View::Object(members)))
                    }
                    _ if self.same(from, to, member)? => None,
                    _ => Some(self.taken(to, member, at)?),
                }
            }
            (_, Some(to)) => Some(self.taken(to, member, at)?),
        })
    }

    fn same(
        &self,
        from: &Document<'_>,
        to: &Document<'_>,
        member: Member<'_>,
    ) -> Result<bool, Report> {
        let Some(ty) = member.ty else { return Ok(from == to) };
        let found = changes(from, to, ty, &self.options);
        Ok(found.map_err(|error| engine_error(&error, &[]))?.is_empty())
    }

    /// A value that is new, or in place of another one: none of its nulls may be a value.
    fn taken(
        &self,
        value: &Document<'_>,
        member: Member<'_>,
        at: &mut Vec<Segment>,
    ) -> Result<Document<'static>, NoMergePatch> {
        self.check_nulls(value, member, at)?;
        Ok(owned(value.clone())?)
    }

    fn check_nulls(
        &self,
        value: &Document<'_>,
        member: Member<'_>,
        at: &mut Vec<Segment>,
    ) -> Result<(), NoMergePatch> {
        if !member.ty.is_some_and(TypeRef::has_nulls) {
            return Ok(());
        }
        self.check_depth(at)?;
        match view(value, self.input)? {
            View::List(items) => {
                for (index, item) in items.iter().enumerate() {
                    at.push(Segment::Index(index));
                    self.check_nulls(item, member.element(), at)?;
                    at.pop();
                }
            }
            View::Object(members) => {
                for (name, value) in &members {
                    let member = member.member(name);
                    at.push(Segment::Field(name.to_string()));
                    if member.nullable && is_null(value) {
                        return Err(null_at(at));
                    }
                    self.check_nulls(value, member, at)?;
                    at.pop();
                }
            }
            _ => {}
        }
        Ok(())
    }

    fn check_depth(&self, at: &[Segment]) -> Result<(), Report> {
        if at.len() < MAX_DEPTH {
            return Ok(());
        }
        Err(self.input.report(&Path::root(), too_deep(), ""))
    }
}

fn is_null(value: &Document<'_>) -> bool {
    matches!(value.view(), Ok(View::Null))
}

fn null_at(at: &[Segment]) -> NoMergePatch {
    NoMergePatch::Null(Path::from_segments(at.iter().cloned()))
}
