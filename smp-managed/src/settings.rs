//! [`Settings`] of a request.

use std::collections::BTreeMap;

use smp_core::Document;

use crate::element::Element;
use crate::manager::Time;
use crate::object::empty;
use crate::set::FieldSet;
use crate::versions::Versions;

/// The defaults of a kind.
///
/// ```
/// use smp_core::Document;
/// use smp_managed::{Defaults, Settings, apply};
/// struct Immutable;
/// impl Defaults for Immutable {
///     fn complete<'d>(&self, object: Document<'d>) -> Result<Document<'d>, smp_core::Error> {
///         let mut value = object.into_value()?;
///         value["immutable"] = true.into();
///         Ok(value.into())
///     }
/// }
/// let schema = smp_types::schema("v1", "ConfigMap").expect("a known kind");
/// let config = r#"{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"a"},"data":{"x":"1"}}"#;
/// let settings = Settings::new("a", "2024-02-29T12:00:00Z".parse()?).defaults(&Immutable);
/// let created = apply(None, &Document::from_json(config)?, schema, &settings)?.object;
/// assert_eq!(created.get("immutable").unwrap().to_json(), "true");
/// assert!(!created.to_json().contains("f:immutable"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Defaults {
    /// The object with the values that a server gives to absent fields.
    ///
    /// # Errors
    ///
    /// An error that ends the operation.
    fn complete<'d>(&self, object: Document<'d>) -> Result<Document<'d>, smp_core::Error>;
}

/// The fields of a version that a request can change.
#[derive(Clone)]
pub(crate) enum Filter {
    /// All fields but these.
    Reset(FieldSet),
    /// The fields on these paths, where `None` is any element, and those below them.
    Only(Vec<Vec<Option<Element>>>),
}

/// Who makes a request, and what the server knows of its kind.
///
/// ```
/// use smp_managed::Settings;
/// let settings = Settings::new("deployer", "2024-02-29T12:00:00Z".parse()?).force(true);
/// # Ok::<(), smp_managed::FieldsError>(())
/// ```
#[derive(Clone)]
pub struct Settings<'s> {
    pub(crate) manager: &'s str,
    pub(crate) time: Time,
    pub(crate) force: bool,
    pub(crate) subresource: &'s str,
    pub(crate) filters: BTreeMap<String, Filter>,
    pub(crate) versions: Option<&'s dyn Versions>,
    pub(crate) defaults: Option<&'s dyn Defaults>,
    pub(crate) unions: bool,
    pub(crate) blank: Option<&'s Document<'s>>,
}

impl<'s> Settings<'s> {
    /// The settings for a request of a manager at a time.
    #[must_use]
    pub fn new(manager: &'s str, time: Time) -> Self {
        let filters = BTreeMap::new();
        let (force, unions, subresource) = (false, false, "");
        let (versions, defaults, blank) = (None, None, None);
        Self { manager, time, force, subresource, filters, versions, defaults, unions, blank }
    }

    /// Whether an apply takes fields from other managers instead of failing with a conflict.
    #[must_use]
    pub fn force(mut self, force: bool) -> Self {
        self.force = force;
        self
    }

    /// The subresource of the request, such as `status`.
    #[must_use]
    pub fn subresource(mut self, name: &'s str) -> Self {
        self.subresource = name;
        self
    }

    /// Fields of a version that the request cannot change, with everything below them: a server resets
    /// them, so nobody becomes their owner. `status` is such a field in requests without a subresource. The
    /// last filter of a version counts.
    #[must_use]
    pub fn reset_fields(mut self, api_version: impl Into<String>, fields: FieldSet) -> Self {
        self.filters.insert(api_version.into(), Filter::Reset(fields));
        self
    }

    /// The only fields of a version that the request can change, with everything below them. Each is a path
    /// of names from the object on, with dots between them; `*` is any step, such as an item of a list. The
    /// last filter of a version counts.
    ///
    /// ```
    /// use smp_managed::Settings;
    /// let settings = Settings::new("scheduler", "2024-02-29T12:00:00Z".parse()?)
    ///     .subresource("resize")
    ///     .only_fields("v1", ["spec.containers.*.resources", "spec.containers.*.resizePolicy"]);
    /// # Ok::<(), smp_managed::FieldsError>(())
    /// ```
    #[must_use]
    pub fn only_fields<'f>(
        mut self,
        api_version: impl Into<String>,
        fields: impl IntoIterator<Item = &'f str>,
    ) -> Self {
        let step = |name: &str| (name != "*").then(|| Element::field(name));
        let patterns = fields.into_iter().map(|field| field.split('.').map(step).collect());
        self.filters.insert(api_version.into(), Filter::Only(patterns.collect()));
        self
    }

    /// The other versions of the kind.
    #[must_use]
    pub fn versions(mut self, versions: &'s dyn Versions) -> Self {
        self.versions = Some(versions);
        self
    }

    /// The defaults that an object gets after an apply that changes it. Nobody owns them.
    #[must_use]
    pub fn defaults(mut self, defaults: &'s dyn Defaults) -> Self {
        self.defaults = Some(defaults);
        self
    }

    /// An empty object of the kind. An object that is created, or has no entries, is compared with it. By
    /// default it has only `apiVersion` and `kind`, as for a custom resource.
    ///
    /// The types of Kubernetes' own kinds have members that are always present, such as `spec` of a
    /// Deployment. With a blank object that has them, the creator does not own them:
    ///
    /// ```
    /// use smp_core::Document;
    /// use smp_managed::{ManagedFields, Settings, update};
    /// let schema = smp_types::schema("apps/v1", "Deployment").expect("a known kind");
    /// let new = Document::from_json(
    ///     r#"{"apiVersion":"apps/v1","kind":"Deployment","metadata":{"name":"a"},"spec":{"replicas":2}}"#,
    /// )?;
    /// let blank = Document::from_json(
    ///     r#"{"apiVersion":"apps/v1","kind":"Deployment","metadata":{},"spec":{},"status":{}}"#,
    /// )?;
    /// let settings = Settings::new("editor", "2024-02-29T12:00:00Z".parse()?).blank(&blank);
    /// let created = update(None, &new, schema, &settings)?.object;
    /// let fields = ManagedFields::of(&created)?.entries()[0].fields.to_fields_v1();
    /// assert_eq!(fields, r#"{"f:spec":{"f:replicas":{}}}"#);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn blank(mut self, object: &'s Document<'s>) -> Self {
        self.blank = Some(object);
        self
    }

    /// The empty object of the kind.
    pub(crate) fn blank_object(
        &self,
        api_version: &str,
        kind: &str,
    ) -> Result<Document<'static>, smp_core::Error> {
        match self.blank {
            Some(object) => object.clone().into_owned(),
            None => Ok(empty(api_version, kind)),
        }
    }

    /// Whether members of unions that a write replaces are cleared and discriminators written, as the
    /// specification of union types says, before ownership is recorded. Today's API servers do not do this,
    /// so the default is `false`. The rules are `ssa-45`.
    ///
    /// ```
    /// use smp_core::Document;
    /// use smp_managed::{Settings, apply};
    /// let schema = smp_types::schema("apps/v1", "Deployment").expect("a known kind");
    /// let config = |strategy: &str| format!(
    ///     r#"{{"apiVersion":"apps/v1","kind":"Deployment","metadata":{{"name":"a"}},
    ///         "spec":{{"strategy":{strategy}}}}}"#
    /// );
    /// let [rolling, recreate] = [r#"{"rollingUpdate":{"maxSurge":1}}"#, r#"{"type":"Recreate"}"#].map(config);
    /// let settings = Settings::new("a", "2024-02-29T12:00:00Z".parse()?).normalize_unions(true);
    /// let live = apply(None, &Document::from_json(&rolling)?, schema, &settings)?.object;
    /// assert!(live.to_json().contains(r#""type":"RollingUpdate""#));
    ///
    /// // Another manager is told of the discriminator, which the first one owns without having stated it.
    /// let other = Settings::new("b", "2024-02-29T12:00:01Z".parse()?).normalize_unions(true);
    /// let error = apply(Some(&live), &Document::from_json(&recreate)?, schema, &other).unwrap_err();
    /// assert_eq!(error.conflicts()[0].path.to_string(), ".spec.strategy.type");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn normalize_unions(mut self, normalize: bool) -> Self {
        self.unions = normalize;
        self
    }

    /// The set without fields that the request cannot change.
    pub(crate) fn filtered(&self, set: FieldSet, api_version: &str) -> FieldSet {
        match self.filters.get(api_version) {
            Some(Filter::Reset(fields)) => set.outside(fields),
            Some(Filter::Only(patterns)) => {
                let patterns: Vec<_> = patterns.iter().map(Vec::as_slice).collect();
                set.matching(&patterns)
            }
            None => set,
        }
    }
}
