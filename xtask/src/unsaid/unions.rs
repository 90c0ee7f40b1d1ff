//! What the markings make of a type: the one answer that the structs, the
//! catalogue and the documentation are written from.

use std::error::Error;

use super::markings::{From, Marking, markings};

/// A union of a type; its members are sorted by name, as fields are.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Union {
    pub(crate) discriminator: Option<String>,
    pub(crate) members: Vec<Member>,
    pub(crate) exactly_one: bool,
    pub(crate) idle_allowed: bool,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Member {
    pub(crate) field: String,
    pub(crate) value: String,
    pub(crate) empty_is_unset: bool,
}

/// An entry of `x-kubernetes-unions`: the discriminator, and each field with its
/// value.
pub(crate) type Stated = (Option<String>, Vec<(String, String)>);

/// The union of a type, by the name of its definition, its fields, and what the
/// document states. A field that no marking knows, and a union that none states,
/// are errors: what is new wants a decision.
pub(crate) fn union_of(
    definition: &str,
    fields: &[&str],
    stated: &[Stated],
) -> Result<Option<Union>, Box<dyn Error>> {
    let name = short(definition);
    let Some(marking) = markings().find(|marking| marking.types.contains(&name.as_str())) else {
        return if stated.is_empty() {
            Ok(None)
        } else {
            Err(format!("the document has a union in {name}; add it to the markings").into())
        };
    };
    let union = read(marking);
    knows_every_field(&name, marking, &union, fields)?;
    agrees_with_document(&name, marking, &union, stated)?;
    Ok(Some(union))
}

/// Every type that a marking names is one of these definitions.
pub(crate) fn all_found<'d>(
    definitions: impl Iterator<Item = &'d str>,
) -> Result<(), Box<dyn Error>> {
    let names: Vec<String> = definitions.map(short).collect();
    let mut types = markings().flat_map(|marking| marking.types);
    match types.find(|ty| !names.iter().any(|name| name == *ty)) {
        Some(ty) => Err(format!("the markings have {ty}, the document has not").into()),
        None => Ok(()),
    }
}

/// `io.k8s.api.core.v1.Container` is `core/v1.Container`.
fn short(definition: &str) -> String {
    match definition.rsplitn(4, '.').collect::<Vec<_>>().as_slice() {
        [name, version, group, ..] => format!("{group}/{version}.{name}"),
        _ => definition.to_owned(),
    }
}

/// The value that a member has if nothing else is said.
pub(super) fn usual_value(field: &str) -> String {
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
        idle_allowed: marking.idle_allowed,
    }
}

fn knows_every_field(
    name: &str,
    marking: &Marking,
    union: &Union,
    fields: &[&str],
) -> Result<(), Box<dyn Error>> {
    let members = union.members.iter().map(|member| member.field.as_str());
    let known: Vec<&str> =
        members.chain(marking.beside.iter().copied()).chain(marking.discriminator).collect();
    if let Some(new) = fields.iter().find(|field| !known.contains(field)) {
        return Err(format!("{name}.{new} is new: is it a member of the union?").into());
    }
    match known.iter().find(|field| !fields.contains(field)) {
        Some(gone) => Err(format!("{name} has no field {gone} any more").into()),
        None => Ok(()),
    }
}

fn agrees_with_document(
    name: &str,
    marking: &Marking,
    union: &Union,
    stated: &[Stated],
) -> Result<(), Box<dyn Error>> {
    let agrees = match (marking.from, stated) {
        (From::Document, [(discriminator, members)]) => {
            let ours = |field: &str| union.members.iter().find(|member| member.field == field);
            *discriminator == union.discriminator
                && members.len() == union.members.len()
                && members.iter().all(|(field, value)| {
                    ours(field).is_some_and(|it| it.value == *value || *value == usual_value(field))
                })
        }
        (From::Document, _) => false,
        (_, stated) => stated.is_empty(),
    };
    if agrees {
        Ok(())
    } else {
        Err(format!("the document says of {name}: {stated:?}; the markings say otherwise").into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_new_wants_a_decision() {
        let volume = "io.k8s.api.core.v1.EnvVar";
        assert!(union_of(volume, &["name", "value", "valueFrom"], &[]).is_ok());
        let stated = (None, vec![("value".to_owned(), "Value".to_owned())]);
        for (definition, fields, stated, says) in [
            (volume, &["name", "secret", "value", "valueFrom"][..], vec![], "secret is new"),
            (volume, &["name", "value"], vec![], "no field valueFrom any more"),
            (volume, &["name", "value", "valueFrom"], vec![stated.clone()], "say otherwise"),
            ("io.k8s.api.core.v1.Other", &["value"], vec![stated], "add it to the markings"),
            ("io.k8s.api.core.v1.PodSchedulingGroup", &["podGroupName"], vec![], "say otherwise"),
        ] {
            let error = union_of(definition, fields, &stated).expect_err(says).to_string();
            assert!(error.contains(says), "{error}");
        }
    }

    #[test]
    fn no_type_is_marked_twice() {
        let mut types: Vec<_> = markings().flat_map(|marking| marking.types).collect();
        types.sort_unstable();
        assert!(types.windows(2).all(|pair| pair[0] != pair[1]));
    }
}
