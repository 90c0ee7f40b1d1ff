//! [`Versions`]: the versions in which an object and the fields of its managers may be.

use std::collections::BTreeMap;

use smp_core::{Document, Schema, TypeRef, View};

use crate::describe::{check, describe};
use crate::error::{Error, Input};
use crate::manager::Manager;
use crate::members::members;
use crate::place::Place;
use crate::set::FieldSet;

/// What is known about a version of a kind.
#[derive(Debug, Clone, Copy)]
pub enum VersionState<'s> {
    /// The type of objects of this version.
    Served(TypeRef<'s>),
    /// No server has the version any longer; its entries are dropped.
    Gone,
    /// Nothing is known of the version: an operation that finds one of its entries fails.
    Unknown,
}

/// The versions of a kind, and the conversion between them.
pub trait Versions {
    /// What is known about a version of a kind.
    fn state(&self, api_version: &str) -> VersionState<'_>;

    /// The object in another version, which is served. If it has `metadata.managedFields`, they are null:
    /// entries are not converted with it.
    ///
    /// # Errors
    ///
    /// If the conversion fails.
    fn convert<'d>(
        &self,
        object: Document<'d>,
        api_version: &str,
    ) -> Result<Document<'d>, smp_core::Error>;
}

/// Versions whose objects differ only in `apiVersion`: those of a custom resource without a conversion, and
/// of types of equal shape.
///
/// ```
/// use smp_managed::{SameShape, VersionState, Versions};
/// let schema = smp_types::schema("apps/v1", "Deployment").expect("a known kind");
/// let versions = SameShape::new().served("apps/v1", schema.clone()).gone("apps/v1beta1");
/// assert!(matches!(versions.state("apps/v1"), VersionState::Served(_)));
/// assert!(matches!(versions.state("apps/v1beta1"), VersionState::Gone));
/// assert!(matches!(versions.state("apps/v9"), VersionState::Unknown));
/// ```
#[derive(Debug, Clone, Default)]
pub struct SameShape {
    /// `None` for a version that is gone.
    versions: BTreeMap<String, Option<Schema>>,
}

impl SameShape {
    /// Starts without versions.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a version with the schema of its objects.
    #[must_use]
    pub fn served(mut self, api_version: impl Into<String>, schema: Schema) -> Self {
        self.versions.insert(api_version.into(), Some(schema));
        self
    }

    /// Adds a version that no server has any longer. Entries of it are dropped.
    #[must_use]
    pub fn gone(mut self, api_version: impl Into<String>) -> Self {
        self.versions.insert(api_version.into(), None);
        self
    }
}

impl Versions for SameShape {
    fn state(&self, api_version: &str) -> VersionState<'_> {
        match self.versions.get(api_version) {
            Some(Some(schema)) => VersionState::Served(schema.root()),
            Some(None) => VersionState::Gone,
            None => VersionState::Unknown,
        }
    }

    fn convert<'d>(
        &self,
        object: Document<'d>,
        api_version: &str,
    ) -> Result<Document<'d>, smp_core::Error> {
        let mut members = members(Some(object.into_view()?));
        for (name, value) in &mut members {
            if name == "apiVersion" {
                *value = View::String(api_version.to_owned().into()).into();
            }
        }
        Ok(View::Object(members).into())
    }
}

/// The versions of one operation: that of the request, and those that the caller gives.
#[derive(Clone, Copy)]
pub(crate) struct Known<'s> {
    pub(crate) api_version: &'s str,
    pub(crate) ty: TypeRef<'s>,
    pub(crate) others: Option<&'s dyn Versions>,
}

/// An object in a version.
#[derive(Clone)]
pub(crate) struct Versioned<'d, 's> {
    pub(crate) object: Document<'d>,
    pub(crate) place: Place<'s>,
    pub(crate) api_version: String,
}

impl<'s> Known<'s> {
    /// The place of objects of a version; `None` if it is gone.
    pub(crate) fn place(
        self,
        api_version: &str,
        manager: Option<&Manager>,
    ) -> Result<Option<Place<'s>>, Error> {
        if api_version == self.api_version {
            return Ok(Some(Place::of(self.ty)));
        }
        match self.others.map_or(VersionState::Unknown, |others| others.state(api_version)) {
            VersionState::Served(ty) => Ok(Some(Place::of(ty))),
            VersionState::Gone => Ok(None),
            VersionState::Unknown => Err(Error::Version {
                manager: manager.cloned(),
                api_version: api_version.to_owned(),
            }),
        }
    }

    /// An object in the version of the request.
    pub(crate) fn request<'d>(self, object: Document<'d>) -> Versioned<'d, 's> {
        let api_version = self.api_version.to_owned();
        Versioned { object, place: Place::of(self.ty), api_version }
    }

    /// The object in another version; `None` if it is gone.
    pub(crate) fn convert<'d>(
        self,
        object: &Versioned<'d, 's>,
        api_version: &str,
        manager: Option<&Manager>,
    ) -> Result<Option<Versioned<'d, 's>>, Error> {
        if object.api_version == api_version {
            return Ok(Some(object.clone()));
        }
        let Some(place) = self.place(api_version, manager)? else { return Ok(None) };
        let others = self.others.ok_or_else(|| Error::Version {
            manager: manager.cloned(),
            api_version: object.api_version.clone(),
        })?;
        let object = others.convert(object.object.clone(), api_version)?;
        check(object.clone(), place, Input::Converted)?;
        Ok(Some(Versioned { object, place, api_version: api_version.to_owned() }))
    }
}

impl Versioned<'_, '_> {
    /// The field set of a result, with the fields above its paths.
    pub(crate) fn fields(&self) -> Result<FieldSet, Error> {
        Ok(describe(self.object.clone(), self.place, Input::Result)?.with_fields(self.place))
    }
}
