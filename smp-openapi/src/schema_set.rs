//! Schemas of kinds, found in layers. No file is read here: a program gives the documents.

mod document;
mod error;
mod layered;
mod overlay_layers;
#[cfg(test)]
mod tests;

use std::cmp::Reverse;
use std::collections::HashMap;

use smp_schema::__support::group_of;
use smp_schema::Schema;
use smp_schema::catalogue::Catalogue;

use crate::overlay::{Overlay, field_names};
use crate::overlays::{self, KnownKind, MissingKey};
use crate::source::TypeSource;

pub use document::{NamedDocument, SchemaDocument};
pub use error::SchemaSetError;
pub use layered::{Definition, DefinitionWarnings, LayeredSchema};

/// The schemas of kinds, in layers over each other (feature `catalogue`). From below:
///
/// 1. the kinds of a version of Kubernetes;
/// 2. the documents that define kinds. A definition takes the place of the kind of Kubernetes. Of
///    several definitions those with the highest priority count, and they must be equal;
/// 3. the [default overlays](overlays), which fill in what a definition leaves open. Without a
///    definition they are all that is known of a custom resource;
/// 4. [embeds](Self::add_embed), for kinds that documents define;
/// 5. overlays, whose order must make no difference. Where no other layer has the kind, those that
///    name its `apiVersion` and kind are its schema, too.
///
/// ```
/// use serde_json::json;
/// use smp_openapi::{CustomResources, Overlay, SchemaSet};
/// use smp_schema::catalogue::Catalogue;
///
/// let definition = CustomResources::from_value(&json!({
///     "apiVersion": "apiextensions.k8s.io/v1",
///     "kind": "CustomResourceDefinition",
///     "spec": {"group": "example.com", "names": {"kind": "Proxy"}, "versions": [{
///         "name": "v1",
///         "schema": {"openAPIV3Schema": {"type": "object", "properties": {
///             "servers": {"type": "array", "items": {"type": "object", "properties": {
///                 "name": {"type": "string"}
///             }}}
///         }}}
///     }]}
/// }))?;
/// let overlay: Overlay = serde_json::from_value(json!({
///     "apiVersion": "example.com/v1", "kind": "Proxy", "fields": {"servers": {"mergeKey": "name"}}
/// }))?;
///
/// let mut schemas = SchemaSet::new(Catalogue::NEWEST);
/// schemas.add("proxy.yaml", 0, definition);
/// schemas.add("keys.yaml", 0, overlay);
///
/// let proxy = schemas.find("example.com/v1", "Proxy")?.expect("it is defined");
/// assert_eq!(proxy.schema.root().field("servers").unwrap().merge_key(), Some("name"));
/// assert_eq!(proxy.layer(&["servers"]), "keys.yaml");
/// assert_eq!(proxy.layer(&["metadata"]), schemas.built_in_layer());
/// assert!(schemas.find("v1", "Pod")?.is_some());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct SchemaSet {
    catalogue: Catalogue,
    documents: Vec<NamedDocument>,
    /// The numbers of the documents that define each kind, by `apiVersion` and kind.
    definitions: HashMap<(String, String), Vec<usize>>,
    /// Like `definitions`, for the list kinds of custom resources.
    list_definitions: HashMap<(String, String), Vec<usize>>,
    embeds: Vec<(String, Overlay)>,
    default_overlays: bool,
    retain_keys: Option<String>,
    max_overlays: usize,
}

impl SchemaSet {
    /// The kinds of a version of Kubernetes, with the default overlays.
    #[must_use]
    pub fn new(catalogue: Catalogue) -> Self {
        Self {
            catalogue,
            documents: Vec::new(),
            definitions: HashMap::new(),
            list_definitions: HashMap::new(),
            embeds: Vec::new(),
            default_overlays: true,
            retain_keys: None,
            max_overlays: 16,
        }
    }

    /// Sets whether the default overlays are used.
    #[must_use]
    pub fn default_overlays(mut self, used: bool) -> Self {
        self.default_overlays = used;
        self
    }

    /// Sets how many overlays a kind may have: 16 by default. Every pair of them is compared.
    ///
    /// ```
    /// use smp_openapi::{Overlay, SchemaSet};
    /// use smp_schema::catalogue::Catalogue;
    /// let mut schemas = SchemaSet::new(Catalogue::NEWEST).max_overlays(1);
    /// for name in ["first.yaml", "second.yaml"] {
    ///     let fields = serde_json::json!({"spec.tolerations": {"mergeKey": "key"}});
    ///     let overlay = serde_json::json!({"apiVersion": "v1", "kind": "Pod", "fields": fields});
    ///     schemas.add(name, 0, serde_json::from_value::<Overlay>(overlay)?);
    /// }
    /// let error = schemas.find("v1", "Pod").unwrap_err();
    /// assert_eq!(error.to_string(), "there are more than 1 overlays for v1/Pod");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn max_overlays(mut self, most: usize) -> Self {
        self.max_overlays = most;
        self
    }

    /// Adds the [`retainKeys`](overlays::retain_keys) that only the documents of Kubernetes state,
    /// as a layer with this name below the default overlays.
    #[must_use]
    pub fn documented_retain_keys(mut self, layer: impl Into<String>) -> Self {
        self.retain_keys = Some(layer.into());
        self
    }

    /// Adds a document with its name. The priority decides between documents that define the same
    /// kind; overlays have no priority. `O(k)` in the kinds that the document defines.
    pub fn add(
        &mut self,
        name: impl Into<String>,
        priority: u8,
        document: impl Into<SchemaDocument>,
    ) {
        let (number, content) = (self.documents.len(), document.into());
        for (api_version, kind) in content.kinds() {
            let key = (api_version.to_owned(), kind.to_owned());
            self.definitions.entry(key).or_default().push(number);
        }
        if let SchemaDocument::CustomResources(resources) = &content {
            for (api_version, kind) in resources.list_kinds() {
                let key = (api_version.to_owned(), kind.to_owned());
                self.list_definitions.entry(key).or_default().push(number);
            }
        }
        self.documents.push(NamedDocument { name: name.into(), priority, content });
    }

    /// Adds an overlay, such as one of [`Overlay::embed`], for every kind that documents define, as
    /// a layer with this name.
    pub fn add_embed(&mut self, layer: impl Into<String>, overlay: Overlay) {
        self.embeds.push((layer.into(), overlay));
    }

    /// The version of Kubernetes below all documents.
    #[must_use]
    pub fn catalogue(&self) -> Catalogue {
        self.catalogue
    }

    /// The documents, in the order in which they were added.
    #[must_use]
    pub fn documents(&self) -> &[NamedDocument] {
        &self.documents
    }

    /// `apiVersion` and kind of everything that documents or the version of Kubernetes define, once
    /// for each definition.
    #[expect(clippy::map_identity, reason = "shortens a lifetime")]
    pub fn kinds(&self) -> impl Iterator<Item = (&str, &str)> {
        let own = self.documents.iter().flat_map(|document| document.content.kinds());
        own.chain(self.catalogue.kinds().map(|(api_version, kind)| (api_version, kind)))
    }

    /// The number of kinds that documents define.
    #[must_use]
    pub fn defined_kinds(&self) -> usize {
        self.definitions.len()
    }

    /// Whether any layer has a kind: like [`find`](Self::find), but without reading its definition,
    /// and without the list kinds of custom resources. `O(log n)` in the kinds.
    #[must_use]
    pub fn has_kind(&self, api_version: &str, kind: &str) -> bool {
        self.definitions.contains_key(&(api_version.to_owned(), kind.to_owned()))
            || self.catalogue.has_kind(api_version, kind)
            || self.catalogue.removed_kind(api_version, kind).is_some()
            || self.default_overlay(api_version, kind).is_some()
            || self.overlays_naming(api_version, kind).next().is_some()
    }

    /// Whether an overlay is for a kind of any layer. `O(log k)` in the kinds if it names both
    /// `apiVersion` and kind, else `O(k log k)`.
    #[must_use]
    pub fn has_kind_for(&self, overlay: &Overlay) -> bool {
        if let (Some(api_version), Some(kind)) = (overlay.api_version(), overlay.kind()) {
            return self.definitions.contains_key(&(api_version.to_owned(), kind.to_owned()))
                || self.catalogue.has_kind(api_version, kind)
                || self.default_overlay_kinds().any(|known| known == (api_version, kind))
                || self.catalogue.removed_kind(api_version, kind).is_some();
        }
        let is_for = |(api_version, kind): (&str, &str)| overlay.is_for(api_version, kind);
        let removed = || self.catalogue.removed_kinds().into_iter();
        self.definitions.keys().any(|(api_version, kind)| is_for((api_version, kind)))
            || self.catalogue.kinds().any(is_for)
            || self.default_overlay_kinds().any(is_for)
            || removed().any(|it| is_for((it.api_version(), it.kind())))
    }

    /// The default overlay for a kind, in any version of its group. `O(n)` in the overlay.
    #[must_use]
    pub fn default_overlay(&self, api_version: &str, kind: &str) -> Option<KnownKind> {
        self.default_overlays.then(|| overlays::for_kind(group_of(api_version), kind))?
    }

    /// `apiVersion` and kind of each default overlay; empty if default overlays are not used.
    pub fn default_overlay_kinds(&self) -> impl Iterator<Item = (&'static str, &'static str)> {
        overlays::kinds().filter(|_| self.default_overlays)
    }

    /// The schema of a kind with all layers; `None` if no layer has the kind. The version of
    /// Kubernetes also has kinds that it [no longer serves](Definition::Removed). `O(n)` in the types
    /// of the kind and in the overlays for it. Nothing is cached: a program that needs a kind more
    /// than once should keep the schema.
    ///
    /// # Errors
    ///
    /// If a document has mistakes that concern the kind, if definitions differ, or if overlays
    /// contradict each other.
    pub fn find(
        &self,
        api_version: &str,
        kind: &str,
    ) -> Result<Option<LayeredSchema>, SchemaSetError> {
        self.find_without(api_version, kind, &[])
    }

    /// Like [`find`](Self::find), without those optional keys of the default overlay that are
    /// [missing](KnownKind::missing_keys) in the documents of an operation.
    ///
    /// # Errors
    ///
    /// Those of [`find`](Self::find).
    pub fn find_without(
        &self,
        api_version: &str,
        kind: &str,
        missing: &[MissingKey],
    ) -> Result<Option<LayeredSchema>, SchemaSetError> {
        let known = self.default_overlay(api_version, kind);
        let Some(mut found) = self.definition(api_version, kind, known.as_ref())? else {
            return Ok(None);
        };
        if let Some(layer) = &self.retain_keys
            && let Some(overlay) = overlays::retain_keys(api_version, kind)
        {
            found.fill(&overlay, layer, &[], &self.catalogue)?;
        }
        let embeds = if found.is_from_documents() { &*self.embeds } else { &[] };
        if let Some(known) = known {
            let own = self.overlays_for(&found).map(|(_, _, overlay)| overlay);
            let own = own.chain(embeds.iter().map(|(_, embed)| embed));
            let except: Vec<_> = own.flat_map(Overlay::changed_fields).collect();
            let (overlay, layer) = (known.overlay_without(missing), layer_of(&known));
            let filled = found.fill(&overlay, &layer, &except, &self.catalogue)?;
            let optional = known.optional_keys().filter_map(|path| field_names(path).ok());
            let optional = optional.filter(|path| filled.iter().any(|it| it.path == *path));
            found.set_optional_keys(optional);
            found.default_overlay = Some(known);
        }
        self.apply_embeds(&mut found, embeds)?;
        self.apply_overlays(&mut found)?;
        Ok(Some(found))
    }

    /// Applies embeds, all of them in one copy of the schema.
    fn apply_embeds(
        &self,
        found: &mut LayeredSchema,
        embeds: &[(String, Overlay)],
    ) -> Result<(), SchemaSetError> {
        if embeds.is_empty() {
            return Ok(());
        }
        let overlays: Vec<_> = embeds.iter().map(|(_, embed)| embed).collect();
        let schema = Overlay::apply_all(&overlays, &found.schema, &self.catalogue);
        found.schema = schema.map_err(|(index, error)| {
            let layer = embeds.get(index).map(|(layer, _)| layer.as_str()).unwrap_or_default();
            SchemaSetError::layer(layer, found.full_name(), error)
        })?;
        for (layer, embed) in embeds {
            found.refine(embed.changed_fields(), layer);
        }
        Ok(())
    }

    /// The schema of a type of Kubernetes that need not be a kind, such as `v1/PodSpec`, with the
    /// overlays for it. `None` if the version of Kubernetes lacks the type.
    ///
    /// # Errors
    ///
    /// If an overlay has mistakes, or if two overlays contradict each other.
    pub fn find_type(
        &self,
        api_version: &str,
        name: &str,
    ) -> Result<Option<LayeredSchema>, SchemaSetError> {
        let Some(schema) = self.catalogue.type_named(api_version, name) else { return Ok(None) };
        let (definition, layer) = (Definition::Kubernetes, self.built_in_layer());
        let mut found = LayeredSchema::new((api_version, name), schema, definition, layer);
        self.apply_overlays(&mut found)?;
        Ok(Some(found))
    }

    /// The layer below all documents: `Kubernetes 1.37`.
    #[must_use]
    pub fn built_in_layer(&self) -> String {
        format!("Kubernetes {}", self.catalogue.version())
    }

    /// The lowest layer that has a kind.
    fn definition(
        &self,
        api_version: &str,
        kind: &str,
        known: Option<&KnownKind>,
    ) -> Result<Option<LayeredSchema>, SchemaSetError> {
        let (catalogue, name) = (self.catalogue, (api_version, kind));
        if let Some(found) = self.defined(api_version, kind)? {
            return Ok(Some(found));
        }
        if let Some(schema) = catalogue.schema(api_version, kind) {
            let (definition, layer) = (Definition::Kubernetes, self.built_in_layer());
            return Ok(Some(LayeredSchema::new(name, schema.clone(), definition, layer)));
        }
        if let Some(schema) = catalogue.removed_schema(api_version, kind)
            && let Some(removed) = catalogue.removed_kind(api_version, kind)
        {
            let layer = format!("Kubernetes {}", removed.last_version());
            let definition = Definition::Removed(removed);
            return Ok(Some(LayeredSchema::new(name, schema.clone(), definition, layer)));
        }
        let mut own = self.overlays_naming(api_version, kind);
        let (definition, layer) = match (known, own.next()) {
            (Some(known), _) => (Definition::DefaultOverlay, layer_of(known)),
            (None, Some((_, document, _))) => (Definition::Overlay, document.name.clone()),
            (None, None) => return Ok(None),
        };
        let schema = overlays::bare_schema(kind, &catalogue)
            .map_err(|error| SchemaSetError::layer(&layer, full_name(name), error))?;
        let mut found = LayeredSchema::new(name, schema, definition, layer);
        found.refine_tree("metadata", self.built_in_layer());
        if known.is_none() {
            for (number, document, overlay) in self.overlays_naming(api_version, kind) {
                let filled = found.fill(overlay, &document.name, &[], &catalogue);
                filled.map_err(|error| match error {
                    SchemaSetError::Layer { error, .. } => document.mistaken(number, error),
                    error => error,
                })?;
            }
        }
        Ok(Some(found))
    }

    /// The definition of a kind in the documents with the highest priority.
    fn defined(
        &self,
        api_version: &str,
        kind: &str,
    ) -> Result<Option<LayeredSchema>, SchemaSetError> {
        let key = (api_version.to_owned(), kind.to_owned());
        let numbers = self.definitions.get(&key).or_else(|| self.list_definitions.get(&key));
        let numbers = numbers.into_iter().flatten();
        let documents = numbers.filter_map(|&number| Some((number, self.documents.get(number)?)));
        let mut documents: Vec<_> = documents.collect();
        documents.sort_by_key(|(_, document)| Reverse(document.priority));
        let mut first: Option<(Schema, &NamedDocument)> = None;
        let mut warnings = Vec::new();
        for (number, document) in documents {
            if first.as_ref().is_some_and(|(_, first)| first.priority > document.priority) {
                break;
            }
            let imported = match &document.content {
                SchemaDocument::OpenApi(all) => all.schema_of(api_version, kind),
                SchemaDocument::CustomResources(all) => {
                    all.schema_of(api_version, kind, &self.catalogue)
                }
                SchemaDocument::Overlay(_) => Ok(None),
            };
            let imported = imported.map_err(|error| document.mistaken(number, error))?;
            let Some(imported) = imported else { continue };
            warnings.push(DefinitionWarnings {
                document: number,
                warnings: imported.warnings,
                omitted: imported.omitted_warnings,
            });
            let Some((schema, other)) = &first else {
                first = Some((imported.schema, document));
                continue;
            };
            if let Some(difference) = schema.first_difference(&imported.schema) {
                return Err(SchemaSetError::Definitions {
                    kind: full_name((api_version, kind)),
                    documents: [other.name.clone(), document.name.clone()],
                    difference,
                });
            }
        }
        let Some((schema, document)) = first else { return Ok(None) };
        let (definition, layer) = (Definition::Documents(warnings), document.name.clone());
        let mut found = LayeredSchema::new((api_version, kind), schema, definition, layer);
        if matches!(document.content, SchemaDocument::CustomResources(_)) {
            found.refine_tree("metadata", self.built_in_layer());
        }
        Ok(Some(found))
    }
}

/// The types of the version of Kubernetes.
impl TypeSource for Catalogue {
    fn type_named(&self, api_version: &str, name: &str) -> Option<Schema> {
        self.type_schema(api_version, name).cloned()
    }
}

/// The name of the layer of a default overlay.
fn layer_of(known: &KnownKind) -> String {
    format!("overlay {}", known.name())
}

fn full_name((api_version, kind): (&str, &str)) -> String {
    format!("{api_version}/{kind}")
}
