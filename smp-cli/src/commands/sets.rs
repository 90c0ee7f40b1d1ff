//! Sets of objects: those of the documents of a file, or the items of a list.

use std::collections::HashMap;

use smp_core::{Document, Path, Role, Segment, View};

use super::documents::{expect_object, into_view, view};
use super::engine_error::Part;
use super::objects::{items_of, owned};
use crate::difference::{Place, checked_object, one_sided, record};
use crate::identity::Identity;
use crate::input::Input;
use crate::report::{Report, collect};
use crate::schemas::Schemas;

/// An object of a file.
pub(super) struct SetObject<'i> {
    pub(super) document: Document<'i>,
    pub(super) identity: Identity,
    pub(super) input: &'i Input<'i>,
    /// The path of the object in its document; empty for the whole document.
    pub(super) at: Vec<Segment>,
}

impl SetObject<'_> {
    pub(super) fn part(&self, role: Role) -> Part<'_> {
        Part { role, input: self.input, at: &self.at }
    }

    /// The path of the object in its document.
    pub(super) fn path(&self) -> Path {
        Path::from_segments(self.at.iter().cloned())
    }

    /// The object with the name of another one, by which patches find it.
    pub(super) fn with_name(&self, other: &Self) -> Result<Self, Report> {
        let View::Object(mut members) = view(&self.document, self.input)? else {
            return Err(self.report("expected an object"));
        };
        if let Some((_, metadata)) = members.iter_mut().find(|(name, _)| name == "metadata")
            && let View::Object(mut inner) = view(metadata, self.input)?
        {
            let name = other.identity.name.as_deref().unwrap_or_default();
            for (_, value) in inner.iter_mut().filter(|(member, _)| member == "name") {
                *value = Document::from(View::String(name.into()));
            }
            *metadata = owned(Document::from(View::Object(inner)))?;
        }
        let document = owned(Document::from(View::Object(members)))?;
        let identity = Identity { name: other.identity.name.clone(), ..self.identity.clone() };
        Ok(Self { document, identity, input: self.input, at: self.at.clone() })
    }

    /// The place of the object, for reports.
    pub(super) fn place(&self) -> Place<'_> {
        Place { input: self.input, at: &self.at }
    }

    /// Records for a report that the object was read, and the difference if there is one.
    pub(super) fn record(&self, differs: impl FnOnce() -> Option<Report>) {
        if collect::is_on() {
            record(checked_object(&self.identity, self.place()), differs().as_ref());
        }
    }

    /// The note about an object that one set does not have.
    pub(super) fn one_sided(&self, what: &str) -> Report {
        one_sided(&self.identity, self.place(), what)
    }

    /// A report about the object as a whole.
    pub(super) fn report(&self, title: impl Into<String>) -> Report {
        self.input.report(&self.path(), title, "")
    }
}

/// The objects of a file, in their order.
pub(super) struct ObjectSet<'i> {
    objects: Vec<SetObject<'i>>,
    by_identity: HashMap<Identity, usize>,
}

impl<'i> ObjectSet<'i> {
    /// The objects of these inputs. Two objects with the same identity are an error, unless there
    /// is no other object to be compared with.
    pub(super) fn of(inputs: &'i [Input<'i>], schemas: &Schemas) -> Result<Self, Report> {
        let mut set = Self { objects: Vec::new(), by_identity: HashMap::new() };
        for input in inputs {
            let document = expect_object(input)?;
            let identity = Identity::of(&document);
            match schemas.default_item(&identity) {
                None => set.push(SetObject { document, identity, input, at: Vec::new() })?,
                Some(default) => set.push_items(document, &default, input)?,
            }
        }
        Ok(set)
    }

    fn push_items(
        &mut self,
        list: Document<'i>,
        default: &Identity,
        input: &'i Input<'i>,
    ) -> Result<(), Report> {
        let View::Object(members) = into_view(list, input)? else { return Ok(()) };
        let items = members.into_iter().find(|(name, _)| name == "items");
        let Some((_, items)) = items else { return Ok(()) };
        let View::List(items) = into_view(items, input)? else { return Ok(()) };
        for item in items_of(items, default, input) {
            let (document, identity, at) = item?;
            self.push(SetObject { document, identity, input, at: at.into() })?;
        }
        Ok(())
    }

    fn push(&mut self, object: SetObject<'i>) -> Result<(), Report> {
        let number = self.objects.len();
        if self.by_identity.insert(object.identity.clone(), number).is_some() {
            let title = format!("{} is in {} twice", object.identity, object.input.source().name());
            return Err(object
                .report(title)
                .help("objects are compared by apiVersion, kind, namespace and name"));
        }
        self.objects.push(object);
        Ok(())
    }

    pub(super) fn get(&self, identity: &Identity) -> Option<&SetObject<'i>> {
        self.objects.get(*self.by_identity.get(identity)?)
    }

    /// The only object, if there is one alone.
    pub(super) fn only(&self) -> Option<&SetObject<'i>> {
        match self.objects.as_slice() {
            [only] => Some(only),
            _ => None,
        }
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &SetObject<'i>> {
        self.objects.iter()
    }
}
