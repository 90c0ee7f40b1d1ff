//! The union of a type, read from the markings. The structs, the catalogue and
//! `docs/unions.md` are generated from it.

use std::error::Error;

use smp_openapi::__support::discriminated_value;

use super::markings::{Marking, Source, markings, removed};
use crate::type_name::TypeName;

/// A union of a type; its members are sorted by name, as fields are.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Union {
    pub(crate) discriminator: Option<String>,
    pub(crate) members: Vec<Member>,
    pub(crate) exactly_one: bool,
    pub(crate) allow_inactive_member: bool,
    pub(crate) unenforced: bool,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Member {
    pub(crate) field: String,
    pub(crate) value: String,
    pub(crate) empty_is_unset: bool,
}

/// An entry of `x-kubernetes-unions`: the discriminator, and the fields with their values.
pub(crate) type DocumentUnion = (Option<String>, Vec<(String, String)>);

/// The age of a document of Kubernetes' types. The markings are those of the newest version, and
/// those that were removed with their types; older versions lack some of the types and fields that
/// they name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Edition {
    Newest,
    Older,
    /// An older version, from which only the types that the newest version lacks are read. Its other
    /// types have no unions here: they may have had fields that came and went.
    Gone,
}

/// The union of a type with these fields, whose unions in the document are `document`. A field that
/// the marking doesn't list is an error, and so is a union of the document without a marking: someone
/// must decide about them. In an older version, members that it lacks are left out.
pub(crate) fn union_of(
    name: &TypeName,
    fields: &[&str],
    document: &[DocumentUnion],
    edition: Edition,
) -> Result<Option<Union>, Box<dyn Error>> {
    let (path, name) = (name, name.to_string());
    let has_type = |marking: &&Marking| marking.types.contains(&name.as_str());
    if edition == Edition::Gone && markings().any(|marking| has_type(&marking)) {
        return Ok(None);
    }
    let older = removed().filter(|_| edition != Edition::Newest);
    let Some(marking) = markings().chain(older).find(has_type) else {
        return if document.is_empty() {
            Ok(None)
        } else {
            Err(format!("the document has a union in {name}; add it to the markings").into())
        };
    };
    let mut union = read(marking);
    if edition != Edition::Newest {
        union.members.retain(|member| fields.contains(&member.field.as_str()));
    }
    check_fields(&name, marking, &union, fields, edition)?;
    if edition == Edition::Newest || !document.is_empty() {
        check_document(path, marking, &union, document)?;
    }
    Ok(Some(union))
}

/// Fails if a marking names a type that is not among these.
pub(crate) fn all_found<'d>(
    definitions: impl Iterator<Item = &'d TypeName>,
) -> Result<(), Box<dyn Error>> {
    let names: Vec<String> = definitions.map(ToString::to_string).collect();
    let mut types = markings().flat_map(|marking| marking.types);
    match types.find(|ty| !names.iter().any(|name| name == *ty)) {
        Some(ty) => Err(format!("the markings have {ty}, the document has not").into()),
        None => Ok(()),
    }
}

/// The value that a member has by default: its name in `PascalCase`.
pub(crate) fn usual_value(field: &str) -> String {
    let mut chars = field.chars();
    let first = chars.next().map(|first| first.to_ascii_uppercase());
    first.into_iter().chain(chars).collect()
}

pub(super) fn read(marking: &Marking) -> Union {
    let member = |text: &&str| {
        let (text, empty_is_unset) = match text.strip_suffix('?') {
            Some(text) => (text, true),
            None => (*text, false),
        };
        let (field, value) = match text.split_once('=') {
            Some((field, value)) => (field, value.to_owned()),
            None => (text, usual_value(text)),
        };
        Member { field: field.to_owned(), value, empty_is_unset }
    };
    let mut members: Vec<_> = marking.members.iter().map(member).collect();
    members.sort_unstable_by(|one, other| one.field.cmp(&other.field));
    Union {
        discriminator: marking.discriminator.map(ToOwned::to_owned),
        members,
        exactly_one: marking.exactly_one,
        allow_inactive_member: marking.allow_inactive_member,
        unenforced: marking.unenforced,
    }
}

fn check_fields(
    name: &str,
    marking: &Marking,
    union: &Union,
    fields: &[&str],
    edition: Edition,
) -> Result<(), Box<dyn Error>> {
    let members = union.members.iter().map(|member| member.field.as_str());
    let beside = marking.beside.iter().copied();
    let known: Vec<&str> = members.chain(beside.clone()).chain(marking.discriminator).collect();
    if let Some(new) = fields.iter().find(|field| !known.contains(field)) {
        return Err(format!("{name}.{new} is new: is it a member of the union?").into());
    }
    let may_lack = |field: &str| edition != Edition::Newest && beside.clone().any(|it| it == field);
    match known.iter().find(|field| !fields.contains(field) && !may_lack(field)) {
        Some(gone) => Err(format!("{name} has no field {gone} any more").into()),
        None => Ok(()),
    }
}

fn check_document(
    name: &TypeName,
    marking: &Marking,
    union: &Union,
    document: &[DocumentUnion],
) -> Result<(), Box<dyn Error>> {
    let agrees = match (marking.source, document) {
        (Source::Document, [(discriminator, members)]) => {
            let ours = |field: &str| union.members.iter().find(|member| member.field == field);
            *discriminator == union.discriminator
                && members.len() == union.members.len()
                && members.iter().all(|(field, stated)| {
                    let value = discriminated_value(&name.path, field, stated);
                    ours(field).is_some_and(|it| it.value == value.unwrap_or(stated))
                })
        }
        (Source::Document, _) => false,
        (_, document) => document.is_empty(),
    };
    if agrees {
        Ok(())
    } else {
        Err(format!("{name}: the document has the unions {document:?}, the markings others").into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_markings_do_not_name_is_an_error() {
        let union_of = |ty: &str, fields: &[&str], unions: &[DocumentUnion]| {
            let name = TypeName::new(&format!("io.k8s.api.core.v1.{ty}"));
            union_of(&name, fields, unions, Edition::Newest)
        };
        assert!(union_of("EnvVar", &["name", "value", "valueFrom"], &[]).is_ok());
        let of_value = [(None, vec![("value".to_owned(), "Value".to_owned())])];
        for (ty, fields, unions, part) in [
            ("EnvVar", &["name", "secret", "value", "valueFrom"][..], &[][..], "secret is new"),
            ("EnvVar", &["name", "value"], &[], "no field valueFrom any more"),
            ("EnvVar", &["name", "value", "valueFrom"], &of_value, "the markings others"),
            ("Other", &["value"], &of_value, "add it to the markings"),
            ("PodSchedulingGroup", &["podGroupName"], &[], "the markings others"),
        ] {
            let error = union_of(ty, fields, unions).expect_err(part).to_string();
            assert!(error.contains(part), "{error}");
        }
    }

    #[test]
    fn an_older_version_has_some_of_the_members() {
        let name = TypeName::new("io.k8s.api.core.v1.VolumeProjection");
        let older = |fields: &[&str]| union_of(&name, fields, &[], Edition::Older);
        let union = older(&["configMap", "secret"]).expect("fields of the marking");
        let members: Vec<_> = union.expect("a union").members;
        assert!(members.iter().map(|member| member.field.as_str()).eq(["configMap", "secret"]));
        let error = older(&["configMap", "other"]).expect_err("no field of it").to_string();
        assert!(error.contains("other is new"), "{error}");
        let gone = union_of(&name, &["configMap", "other"], &[], Edition::Gone);
        assert_eq!(gone.expect("a type of the newest version"), None);
    }

    #[test]
    fn no_type_is_marked_twice() {
        let all = markings().chain(removed());
        let mut types: Vec<_> = all.flat_map(|marking| marking.types).collect();
        types.sort_unstable();
        assert!(types.windows(2).all(|pair| pair[0] != pair[1]));
    }
}
