//! `OpenAPI` documents as kube-apiserver serves them: v2 (`/openapi/v2`) and v3
//! (`/openapi/v3/apis/...`).
//!
//! Reading keeps of each schema what decides how a patch merges; a [`Schema`]
//! is built only when it is asked for, and then of the types that it reaches.
//! What can't be used is an error with its JSON pointer; where a schema says
//! less than is needed, the documented fallback is taken and a warning says so.

mod convert;
mod document;
mod field;
mod loose;
mod node;
mod notes;
mod read;
mod shape;
mod value;

use std::collections::{BTreeMap, HashMap};

use serde::Deserialize;
use serde_json::Value;
use smp_schema::__support::shortened;
use smp_schema::{Limits, Schema};

use crate::diagnostic::{Diagnostic, ImportError, pointer_step};
use crate::source::TypeSource;
pub(super) use convert::Importer;
use convert::Warnings;
pub(super) use document::check_depth;
pub(super) use document::read;
use document::{RawDocument, no_document};
pub(super) use loose::Loose;
pub(super) use node::Node;
use node::{GroupVersionKind, Properties};

/// What is to be read, in words.
const EXPECTED: &str = "an OpenAPI document";

/// An `OpenAPI` document that has been read, and gives [`Schema`]s by kind or by
/// name.
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
    definitions: Vec<(Box<str>, Node)>,
    by_name: HashMap<Box<str>, usize, foldhash::quality::RandomState>,
    /// `apiVersion` and kind, with the definitions that claim it.
    by_kind: BTreeMap<(String, String), Vec<usize>>,
    /// `/definitions` or `/components/schemas`.
    base: &'static str,
    list_types: ListTypes,
    /// No schema has `x-kubernetes-patch-strategy`.
    without_strategies: bool,
    limits: Limits,
}

/// Whether `x-kubernetes-list-type`, `-list-map-keys` and `-map-type` say how a
/// field merges that has no `x-kubernetes-patch-strategy`.
///
/// Where they do, `set` merges scalars, `map` merges by all its keys, `atomic`
/// replaces; map type `atomic` replaces an object. Where they don't, a list
/// without a patch strategy is replaced, as a cluster does for its own kinds:
/// their list types serve server-side apply and often differ.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum ListTypes {
    /// In definitions of custom resources (they are named by their reversed
    /// group, version and kind), and in documents where no field has a patch
    /// strategy.
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
    /// How many warnings are not among them.
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
    /// How many warnings are not among them.
    pub omitted_warnings: usize,
}

impl OpenApi {
    /// Reads a document. `O(n)` in its length, at about the cost of a pass that
    /// keeps nothing.
    ///
    /// # Errors
    ///
    /// If the text is no JSON, is nested deeper than 127 levels or longer than
    /// [`Limits::max_bytes`], has neither `definitions` nor `components.schemas`, or names a definition twice.
    /// What is wrong inside of a definition is reported when a schema needs it.
    pub fn from_slice(text: &[u8]) -> Result<Self, ImportError> {
        Self::from_slice_within(text, &Limits::default())
    }

    /// As [`from_slice`](Self::from_slice), with other limits than the default;
    /// [`max_errors`](Limits::max_errors) holds for the schemas, too.
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

    /// Reads a document that has been parsed already, from YAML perhaps. Errors
    /// as [`from_slice`](Self::from_slice). `O(n)`.
    pub fn from_value(document: &Value) -> Result<Self, ImportError> {
        Self::from_value_within(document, &Limits::default())
    }

    /// As [`from_value`](Self::from_value), with other limits than the default.
    pub fn from_value_within(document: &Value, limits: &Limits) -> Result<Self, ImportError> {
        check_depth(document)?;
        let document =
            Loose::deserialize(document).map_err(|error| no_document(EXPECTED, &error))?;
        Self::read(document, limits)
    }

    /// The same document, with another use of list types. `O(1)`.
    #[must_use]
    pub fn list_types(mut self, setting: ListTypes) -> Self {
        self.list_types = setting;
        self
    }

    /// `apiVersion` and kind of every kind, sorted. `O(1)` to begin, `O(1)` an
    /// item.
    pub fn kinds(&self) -> impl Iterator<Item = (&str, &str)> {
        self.by_kind.keys().map(|(api_version, kind)| (api_version.as_str(), kind.as_str()))
    }

    /// The name of every definition, in the order of the document. `O(1)` to
    /// begin, `O(1)` an item.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.definitions.iter().map(|(name, _)| &**name)
    }

    /// The name of the definition that describes this kind; of several, the
    /// first. `O(log n)`.
    #[must_use]
    pub fn name_of(&self, api_version: &str, kind: &str) -> Option<&str> {
        let at = self.claims(api_version, kind).first()?;
        self.definitions.get(*at).map(|(name, _)| &**name)
    }

    /// The schema of documents with this `apiVersion` and kind; `None` if the
    /// document has no such kind. `O(n)` in the types that it reaches.
    ///
    /// # Errors
    ///
    /// Everything that is wrong with the types it reaches: a reference that
    /// leads nowhere, or in a circle that never says what the type is;
    /// keywords and extensions of the wrong type; a merge key that the elements
    /// lack, or other metadata that don't suit their field. Two definitions of
    /// the kind, unless they say the same (then that is a warning).
    pub fn schema_of(
        &self,
        api_version: &str,
        kind: &str,
    ) -> Result<Option<Imported>, ImportError> {
        let Some((&first, others)) = self.claims(api_version, kind).split_first() else {
            return Ok(None);
        };
        let (schema, warnings) = self.claimed(api_version, kind, first, others)?;
        Ok(Some(Imported::new(schema, warnings.within(&self.limits))))
    }

    /// The schema of a kind that a definition claims, and perhaps others.
    fn claimed(
        &self,
        api_version: &str,
        kind: &str,
        first: usize,
        others: &[usize],
    ) -> Result<(Schema, Warnings), ImportError> {
        let (schema, mut warnings) = self.import(first)?;
        for &other in others {
            let says = format!(
                "{kind} of {api_version} is defined here and by {}",
                self.pointer_at(first)
            );
            let same = self.import(other)?.0.same_as(&schema);
            if !same {
                return Err(ImportError::one(
                    self.pointer_at(other),
                    format!("{says}, and they differ; remove one"),
                ));
            }
            let finding =
                Diagnostic::new(self.pointer_at(other), format!("{says}; they say the same"));
            warnings.push(finding);
        }
        Ok((schema, warnings))
    }

    /// The schema with the definition of this name as its root
    /// (`io.k8s.api.core.v1.PodSpec`); `None` if there is none. Errors and cost
    /// as [`schema_of`](Self::schema_of).
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
    /// As [`schema_of`](Self::schema_of), for all kinds. Where only some are
    /// needed, a mistake elsewhere doesn't matter: ask for those.
    pub fn schemas(&self) -> Result<ImportedKinds, ImportError> {
        let mut importer = Importer::of_document(self);
        let mut roots = Vec::new();
        for ((api_version, kind), claims) in &self.by_kind {
            if let [only] = claims.as_slice() {
                roots.push(((api_version.clone(), kind.clone()), importer.definition(*only)));
            }
        }
        let (schema, mut warnings) = importer.finish(None, self)?;
        let mut schemas: BTreeMap<_, _> = roots
            .into_iter()
            .filter_map(|(kind, root)| Some((kind, schema.with_root(root)?)))
            .collect();
        for ((api_version, kind), claims) in &self.by_kind {
            if let Some((&first, others)) = claims.split_first()
                && !others.is_empty()
            {
                let (schema, found) = self.claimed(api_version, kind, first, others)?;
                schemas.insert((api_version.clone(), kind.clone()), schema);
                warnings.add(found);
            }
        }
        let (warnings, omitted_warnings) = warnings.within(&self.limits);
        Ok(ImportedKinds { schemas, warnings, omitted_warnings })
    }

    fn read(Loose(raw): Loose<RawDocument>, limits: &Limits) -> Result<Self, ImportError> {
        let (base, Properties(definitions, _)) =
            raw.ok().flatten().unwrap_or_default().definitions()?;
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

    fn index(&mut self) -> Result<(), ImportError> {
        for (at, (name, node)) in self.definitions.iter().enumerate() {
            if self.by_name.insert(name.clone(), at).is_some() {
                return Err(ImportError::one(
                    self.pointer_at(at),
                    "two definitions have this name; remove one",
                ));
            }
            for kind in node.rare.iter().flat_map(|rare| &rare.kinds) {
                let claims =
                    self.by_kind.entry((kind.api_version(), kind.kind.to_string())).or_default();
                if !claims.contains(&at) {
                    claims.push(at);
                }
            }
        }
        self.without_strategies = !self.definitions.iter().any(|(_, node)| has_strategy(node));
        Ok(())
    }

    fn claims(&self, api_version: &str, kind: &str) -> &[usize] {
        let kind = (api_version.to_owned(), kind.to_owned());
        self.by_kind.get(&kind).map_or(&[], Vec::as_slice)
    }

    fn import(&self, at: usize) -> Result<(Schema, Warnings), ImportError> {
        let mut importer = Importer::of_document(self);
        let root = importer.definition(at);
        importer.finish(Some(root), self)
    }

    fn pointer_at(&self, at: usize) -> String {
        let name = self.definitions.get(at).map_or("", |(name, _)| name);
        format!("{}/{}", self.base, pointer_step(&shortened(name)))
    }

    /// Whether list types say how the fields of this definition merge.
    fn list_types_serve(&self, name: &str, node: &Node) -> bool {
        match self.list_types {
            ListTypes::Everywhere => true,
            ListTypes::Nowhere => false,
            ListTypes::WhereAlone => {
                let mut kinds = node.rare.iter().flat_map(|rare| &rare.kinds);
                self.without_strategies || kinds.any(|kind| is_custom(name, kind))
            }
        }
    }
}

/// Custom resources are published under their group, reversed, version and
/// kind; kinds of Kubernetes' own under the path of a Go package.
fn is_custom(name: &str, kind: &GroupVersionKind) -> bool {
    let reversed: Vec<_> = kind.group.rsplit('.').collect();
    name == format!("{}.{}.{}", reversed.join("."), kind.version, kind.kind)
}

fn has_strategy(node: &Node) -> bool {
    node.rare.as_ref().is_some_and(|rare| rare.strategy.is_some())
        || node.inside().any(|(.., inner)| has_strategy(inner))
}

/// By the names of Kubernetes' definitions: `io.k8s.api.core.v1.PodSpec`. A
/// definition that can't be imported counts as unknown.
impl TypeSource for OpenApi {
    fn type_named(&self, api_version: &str, name: &str) -> Option<Schema> {
        let (group, version) = api_version.split_once('/').unwrap_or(("core", api_version));
        let group = group.split('.').next().unwrap_or(group);
        let mut paths = vec![format!("io.k8s.api.{group}.{version}.{name}")];
        if group == "core" {
            paths.push(format!("io.k8s.apimachinery.pkg.apis.meta.{version}.{name}"));
        }
        let mut found = paths.iter().filter_map(|path| self.schema_named(path).ok()?);
        found.next().map(|imported| imported.schema)
    }
}
