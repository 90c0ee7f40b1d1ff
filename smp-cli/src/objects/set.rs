//! Sets of objects: the documents of a file, or the items of a list.

use std::collections::HashMap;

use smp_core::{Document, Role, Segment, View};

use super::document::with_members;
use super::visit::visit_objects;
use crate::identity::Identity;
use crate::input::Input;
use crate::place::{ObjectPlace, Part};
use crate::report::Report;
use crate::schemas::Schemas;

/// An object of a file.
pub(crate) struct SetObject<'i> {
    pub(crate) document: Document<'i>,
    pub(crate) identity: Identity,
    pub(crate) input: &'i Input<'i>,
    /// The path of the object in its document; empty for the whole document.
    pub(crate) at: Vec<Segment>,
}

impl SetObject<'_> {
    pub(crate) fn place(&self) -> ObjectPlace<'_> {
        ObjectPlace { identity: &self.identity, input: self.input, at: &self.at }
    }

    pub(crate) fn part(&self, role: Role) -> Part<'_> {
        (role, self.place())
    }

    /// The object with the name of `other`, so that patches for that name find it.
    pub(crate) fn with_name(&self, other: &Self) -> Result<Self, Report> {
        let identity = Identity { name: other.identity.name.clone(), ..self.identity.clone() };
        let name = View::String(identity.name.clone().unwrap_or_default().into());
        let metadata = self.document.get("metadata");
        let metadata = with_members(metadata.as_ref(), [("name", Some(name.into()))], self.input)?;
        let members = [("metadata", Some(metadata))];
        let document = with_members(Some(&self.document), members, self.input)?;
        Ok(Self { document, identity, input: self.input, at: self.at.clone() })
    }

    /// A report about the object as a whole.
    pub(crate) fn report(&self, title: impl Into<String>) -> Report {
        self.place().report_whole(title)
    }
}

/// The objects of a file, in their order.
pub(crate) struct ObjectSet<'i> {
    objects: Vec<SetObject<'i>>,
    by_identity: HashMap<Identity, usize>,
}

impl<'i> ObjectSet<'i> {
    /// The objects of these inputs. Two objects with the same identity are an error, and `verb` says in
    /// it what is done with objects: they are "compared", or "applied".
    pub(crate) fn of(
        inputs: &'i [Input<'i>],
        schemas: &Schemas,
        verb: &str,
    ) -> Result<Self, Report> {
        let mut set = Self { objects: Vec::new(), by_identity: HashMap::new() };
        for input in inputs {
            visit_objects(schemas, input, |document, place| {
                let (identity, at) = (place.identity.clone(), place.at.to_vec());
                if set.by_identity.insert(identity.clone(), set.objects.len()).is_some() {
                    let title = format!("{identity} is in {} twice", input.source().name());
                    let help = "by apiVersion, kind, namespace and name";
                    return Err(place
                        .report_whole(title)
                        .help(format!("objects are {verb} {help}")));
                }
                set.objects.push(SetObject { document, identity, input, at });
                Ok(None)
            })?;
        }
        Ok(set)
    }

    pub(crate) fn get(&self, identity: &Identity) -> Option<&SetObject<'i>> {
        self.objects.get(*self.by_identity.get(identity)?)
    }

    /// The only object, if the set has exactly one.
    pub(crate) fn only(&self) -> Option<&SetObject<'i>> {
        match self.objects.as_slice() {
            [only] => Some(only),
            _ => None,
        }
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &SetObject<'i>> {
        self.objects.iter()
    }
}
