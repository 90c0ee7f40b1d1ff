//! `OpenAPI` documents as kube-apiserver serves them: v2 (`/openapi/v2`) and v3
//! (`/openapi/v3/apis/...`).
//!
//! Reading keeps the keywords that decide how a patch merges. [`OpenApi::schema_of`] and
//! similar methods build a [`Schema`] from the types that the kind reaches. A mistake in them
//! is an error with its JSON pointer. If a schema lacks something that is needed, a documented
//! fallback is used, with a warning.

mod convert;
mod document;
mod field;
mod lenient;
mod node;
mod notes;
mod one_of;
mod read;
mod shape;
mod type_path;
mod union_place;
mod unions;
mod value;

use std::collections::{BTreeMap, HashMap};

use serde::Deserialize;
use serde_json::Value;
use smp_schema::__support::{group_and_version, shortened};
use smp_schema::{Limits, Schema};

use crate::diagnostic::{Diagnostic, ImportError, pointer_step};
use crate::discriminated_values;
use crate::source::TypeSource;
pub(super) use convert::Importer;
use convert::Warnings;
pub(super) use document::check_depth;
pub(super) use document::read;
use document::{RawDocument, no_document};
pub(super) use lenient::Lenient;
pub(super) use node::SchemaNode;
use node::{GroupVersionKind, Properties};

/// The expected text, in words.
const EXPECTED: &str = "an OpenAPI document";

/// An `OpenAPI` document, which gives [`Schema`]s by kind or by name.
///
/// ```
/// use smp_openapi::OpenApi;
/// let text = br##"{"swagger": "2.0", "definitions": {
///   "io.k8s.api.core.v1.Pod": {
///     "type": "object",
///     "properties": {"spec": {"$ref": "#/definitions/io.k8s.api.core.v1.PodSpec"}},
///     "x-kubernetes-group-version-kind": [{"group": "", "version": "v1", "kind": "Pod"}]
///   },
///   "io.k8s.api.core.v1.PodSpec": {
///     "type": "object",
///     "properties": {"containers": {
///       "type": "array",
///       "items": {"type": "object", "properties": {"name": {"type": "string"}}},
///       "x-kubernetes-patch-strategy": "merge",
///       "x-kubernetes-patch-merge-key": "name"
///     }}
///   }
/// }}"##;
/// let document = OpenApi::from_slice(text)?;
/// let pod = document.schema_of("v1", "Pod")?.expect("a kind of the document");
/// let spec = pod.schema.root().field("spec").unwrap().ty();
/// assert_eq!(spec.field("containers").unwrap().merge_key(), Some("name"));
/// assert!(pod.warnings.is_empty());
/// # Ok::<(), smp_openapi::ImportError>(())
/// ```
#[derive(Debug)]
pub struct OpenApi {
    definitions: Vec<(Box<str>, SchemaNode)>,
    by_name: HashMap<Box<str>, usize, foldhash::quality::RandomState>,
    /// The definitions of each `apiVersion` and kind.
    by_kind: BTreeMap<(String, String), Vec<usize>>,
    /// `/definitions` or `/components/schemas`.
    base: &'static str,
    list_types: ListTypes,
    /// Whether no schema has `x-kubernetes-patch-strategy`.
    without_strategies: bool,
    limits: Limits,
}

/// Whether `x-kubernetes-list-type`, `-list-map-keys` and `-map-type` decide how a field
/// without `x-kubernetes-patch-strategy` merges.
///
/// If they do, the list type `set` merges scalars, `map` merges objects by all its keys, and
/// `atomic` replaces; the map type `atomic` replaces an object. If they do not, a list without a
/// patch strategy is replaced, as a cluster does for its own kinds: their list types are for
/// server-side apply, and often differ from the patch strategy.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum ListTypes {
    /// In definitions of custom resources, and in documents without any patch strategy. The
    /// definition of a custom resource is named by reversed group, version and kind
    /// (`com.example.v1.Proxy`).
    #[default]
    WhereAlone,
    /// Everywhere.
    Everywhere,
    /// Nowhere.
    Nowhere,
}

/// A schema that was imported.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Imported {
    /// The schema.
    pub schema: Schema,
    /// The fallbacks that were taken, within
    /// [`Limits::max_errors`](smp_schema::Limits::max_errors).
    pub warnings: Vec<Diagnostic>,
    /// The number of warnings that were left out.
    pub omitted_warnings: usize,
}

impl Imported {
    pub(crate) fn new(schema: Schema, (warnings, omitted): (Vec<Diagnostic>, usize)) -> Self {
        Self { schema, warnings, omitted_warnings: omitted }
    }
}

/// All schemas of a document, which share their types.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct ImportedKinds {
    /// By `apiVersion` and kind.
    pub schemas: BTreeMap<(String, String), Schema>,
    /// The fallbacks that were taken, within
    /// [`Limits::max_errors`](smp_schema::Limits::max_errors).
    pub warnings: Vec<Diagnostic>,
    /// The number of warnings that were left out.
    pub omitted_warnings: usize,
}

impl OpenApi {
    /// Reads a document. `O(n)` in its length, at little more than the cost of parsing it.
    ///
    /// # Errors
    ///
    /// If the text is not JSON, is nested deeper than 127 levels or longer than
    /// [`Limits::max_bytes`], has neither `definitions` nor `components.schemas`, or names a
    /// definition twice. A mistake in a definition is reported when a schema needs the
    /// definition.
    pub fn from_slice(text: &[u8]) -> Result<Self, ImportError> {
        Self::from_slice_within(text, &Limits::default())
    }

    /// Like [`from_slice`](Self::from_slice), with limits other than the default;
    /// [`max_errors`](Limits::max_errors) also applies to the schemas.
    ///
    /// ```
    /// use smp_openapi::OpenApi;
    /// use smp_schema::Limits;
    /// let text = br##"{"definitions": {"A": {"$ref": 1, "properties": 2, "items": 3}}}"##;
    /// let document = OpenApi::from_slice_within(text, &Limits::default().max_errors(1))?;
    /// let error = document.schema_named("A").unwrap_err();
    /// assert_eq!((error.mistakes().len(), error.omitted()), (1, 2));
    /// # Ok::<(), smp_openapi::ImportError>(())
    /// ```
    pub fn from_slice_within(text: &[u8], limits: &Limits) -> Result<Self, ImportError> {
        Self::read(read(text, EXPECTED, limits)?, limits)
    }

    /// Reads a document that is already parsed, for example from YAML. Errors as
    /// [`from_slice`](Self::from_slice). `O(n)`.
    pub fn from_value(document: &Value) -> Result<Self, ImportError> {
        Self::from_value_within(document, &Limits::default())
    }

    /// Like [`from_value`](Self::from_value), with limits other than the default.
    pub fn from_value_within(document: &Value, limits: &Limits) -> Result<Self, ImportError> {
        check_depth(document)?;
        let document =
            Lenient::deserialize(document).map_err(|error| no_document(EXPECTED, &error))?;
        Self::read(document, limits)
    }

    /// The same document, with a different use of list types.
    #[must_use]
    pub fn list_types(mut self, setting: ListTypes) -> Self {
        self.list_types = setting;
        self
    }

    /// `apiVersion` and kind of every kind, sorted.
    pub fn kinds(&self) -> impl Iterator<Item = (&str, &str)> {
        self.by_kind.keys().map(|(api_version, kind)| (api_version.as_str(), kind.as_str()))
    }

    /// The name of every definition, in the order of the document.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.definitions.iter().map(|(name, _)| &**name)
    }

    /// The name of the definition that describes this kind; of several, the
    /// first. `O(log n)`.
    #[must_use]
    pub fn name_of(&self, api_version: &str, kind: &str) -> Option<&str> {
        let at = self.definitions_of(api_version, kind).first()?;
        self.definitions.get(*at).map(|(name, _)| &**name)
    }

    /// The schema of documents with this `apiVersion` and kind; `None` if the
    /// document has no such kind. `O(n)` in the types that it reaches.
    ///
    /// # Errors
    ///
    /// Every mistake in the types that the kind reaches: a reference to a definition that does not
    /// exist; circular references that reach no type; keywords and extensions of the wrong type; a
    /// merge key that the elements lack, and other metadata that do not fit their field. Two
    /// definitions of the kind are an error, too, unless they are equivalent; then they are a
    /// warning.
    pub fn schema_of(
        &self,
        api_version: &str,
        kind: &str,
    ) -> Result<Option<Imported>, ImportError> {
        let Some((&first, others)) = self.definitions_of(api_version, kind).split_first() else {
            return Ok(None);
        };
        let (schema, warnings) = self.schema_of_definitions(api_version, kind, first, others)?;
        Ok(Some(Imported::new(schema, warnings.within(&self.limits))))
    }

    /// The schema of a kind that may have several definitions.
    fn schema_of_definitions(
        &self,
        api_version: &str,
        kind: &str,
        first: usize,
        others: &[usize],
    ) -> Result<(Schema, Warnings), ImportError> {
        let (schema, mut warnings) = self.import(first)?;
        for &other in others {
            let found = format!(
                "{kind} of {api_version} is defined here and by {}",
                self.pointer_at(first)
            );
            let same = self.import(other)?.0.is_equivalent(&schema);
            if !same {
                return Err(ImportError::one(
                    self.pointer_at(other),
                    format!("{found}, and they differ; remove one"),
                ));
            }
            let warning =
                Diagnostic::new(self.pointer_at(other), format!("{found}; they say the same"));
            warnings.push(warning);
        }
        Ok((schema, warnings))
    }

    /// The schema with the definition of this name as its root (`io.k8s.api.core.v1.PodSpec`); `None`
    /// if the document lacks the definition. Errors and cost as [`schema_of`](Self::schema_of).
    pub fn schema_named(&self, name: &str) -> Result<Option<Imported>, ImportError> {
        let Some(&at) = self.by_name.get(name) else { return Ok(None) };
        let (schema, warnings) = self.import(at)?;
        Ok(Some(Imported::new(schema, warnings.within(&self.limits))))
    }

    /// The schemas of all kinds, built at once; types are shared between them.
    /// `O(n)` in the document.
    ///
    /// # Errors
    ///
    /// Those of [`schema_of`](Self::schema_of), for all kinds. If only some kinds are needed, build
    /// their schemas one by one: mistakes in other kinds are then not reported.
    pub fn schemas(&self) -> Result<ImportedKinds, ImportError> {
        let mut importer = Importer::of_document(self);
        let mut roots = Vec::new();
        for ((api_version, kind), definitions) in &self.by_kind {
            if let [only] = definitions.as_slice() {
                roots.push((
                    (api_version.clone(), kind.clone()),
                    importer.declare_definition(*only),
                ));
            }
        }
        let (schema, mut warnings) = importer.finish(None, self)?;
        let mut schemas: BTreeMap<_, _> = roots
            .into_iter()
            .filter_map(|(kind, root)| Some((kind, schema.with_root(root)?)))
            .collect();
        for ((api_version, kind), definitions) in &self.by_kind {
            if let Some((&first, others)) = definitions.split_first()
                && !others.is_empty()
            {
                let (schema, found) =
                    self.schema_of_definitions(api_version, kind, first, others)?;
                schemas.insert((api_version.clone(), kind.clone()), schema);
                warnings.add(found);
            }
        }
        let (warnings, omitted_warnings) = warnings.within(&self.limits);
        Ok(ImportedKinds { schemas, warnings, omitted_warnings })
    }

    fn read(Lenient(raw): Lenient<RawDocument>, limits: &Limits) -> Result<Self, ImportError> {
        let (base, Properties(mut definitions, _)) =
            raw.ok().flatten().unwrap_or_default().definitions()?;
        for (name, node) in &mut definitions {
            let extensions = node.extensions.as_deref_mut();
            if let Some(unions) = extensions.and_then(|extensions| extensions.unions.as_mut()) {
                discriminated_values::correct(name, unions);
            }
        }
        let mut document = Self {
            by_name: HashMap::with_capacity_and_hasher(
                definitions.len(),
                foldhash::quality::RandomState::default(),
            ),
            definitions,
            by_kind: BTreeMap::new(),
            base,
            list_types: ListTypes::default(),
            without_strategies: true,
            limits: *limits,
        };
        document.index()?;
        Ok(document)
    }

    /// Indexes the definitions by name and by kind.
    fn index(&mut self) -> Result<(), ImportError> {
        for (at, (name, node)) in self.definitions.iter().enumerate() {
            if self.by_name.insert(name.clone(), at).is_some() {
                return Err(ImportError::one(
                    self.pointer_at(at),
                    "two definitions have this name; remove one",
                ));
            }
            for kind in node.extensions.iter().flat_map(|extensions| &extensions.kinds) {
                let definitions =
                    self.by_kind.entry((kind.api_version(), kind.kind.to_string())).or_default();
                if !definitions.contains(&at) {
                    definitions.push(at);
                }
            }
        }
        self.without_strategies = !self.definitions.iter().any(|(_, node)| has_strategy(node));
        Ok(())
    }

    fn definitions_of(&self, api_version: &str, kind: &str) -> &[usize] {
        let kind = (api_version.to_owned(), kind.to_owned());
        self.by_kind.get(&kind).map_or(&[], Vec::as_slice)
    }

    fn import(&self, at: usize) -> Result<(Schema, Warnings), ImportError> {
        let mut importer = Importer::of_document(self);
        let root = importer.declare_definition(at);
        importer.finish(Some(root), self)
    }

    fn pointer_at(&self, at: usize) -> String {
        let name = self.definitions.get(at).map_or("", |(name, _)| name);
        format!("{}/{}", self.base, pointer_step(&shortened(name)))
    }

    /// Whether list types decide how the fields of this definition merge.
    fn uses_list_types(&self, name: &str, node: &SchemaNode) -> bool {
        match self.list_types {
            ListTypes::Everywhere => true,
            ListTypes::Nowhere => false,
            ListTypes::WhereAlone => {
                let mut kinds = node.extensions.iter().flat_map(|extensions| &extensions.kinds);
                self.without_strategies || kinds.any(|kind| is_custom(name, kind))
            }
        }
    }
}

/// Whether a definition is that of a custom resource: it is named by reversed group, version
/// and kind. Definitions of Kubernetes' own kinds are named by the path of a Go package.
fn is_custom(name: &str, kind: &GroupVersionKind) -> bool {
    let reversed: Vec<_> = kind.group.rsplit('.').collect();
    name == format!("{}.{}.{}", reversed.join("."), kind.version, kind.kind)
}

fn has_strategy(node: &SchemaNode) -> bool {
    node.extensions.as_ref().is_some_and(|extensions| extensions.strategy.is_some())
        || node.children().any(|(.., inner)| has_strategy(inner))
}

/// Finds types by the names of Kubernetes' definitions, such as `io.k8s.api.core.v1.PodSpec`. A
/// definition that cannot be imported counts as unknown.
impl TypeSource for OpenApi {
    fn type_named(&self, api_version: &str, name: &str) -> Option<Schema> {
        let (group, version) = group_and_version(api_version);
        let group = match group.split('.').next() {
            Some("") | None => "core",
            Some(first) => first,
        };
        let mut paths = vec![format!("io.k8s.api.{group}.{version}.{name}")];
        if group == "core" {
            paths.push(format!("io.k8s.apimachinery.pkg.apis.meta.{version}.{name}"));
        }
        let mut found = paths.iter().filter_map(|path| self.schema_named(path).ok()?);
        found.next().map(|imported| imported.schema)
    }
}
