//! Changes that a user makes to a schema: strategies, keys and types of fields, by path. This
//! file parses the values of an overlay; `read` deserializes it, `edit` changes the types.

mod edit;
mod fill;
mod named;
mod path;
mod read;
mod unions;

use serde_json::Value;

use smp_schema::__support::Capped;
use smp_schema::{
    Limits, ListMapKey, ListType, Part, Schema, SchemaBuilder, Strategy, TypeId, TypeRef, UnionDef,
};

use crate::default;
use crate::diagnostic::{Diagnostic, ImportError, pointer_step};
use crate::source::TypeSource;
use crate::unions::unions_from_openapi;
use edit::{Editor, Mistake};

pub use fill::Filled;
pub(crate) use path::PathStep;

/// Changes to the schema of a kind, read from a file.
///
/// ```yaml
/// apiVersion: example.com/v1     # optional, like kind: what the file is for
/// kind: WebApp
/// fields:
///   spec.template: {type: v1/PodTemplateSpec}
///   spec.servers: {mergeKey: name}
///   spec.servers[].ports: {listType: map, listMapKeys: [port, {name: protocol, default: TCP}]}
///   spec.tags: {strategy: merge}
///   spec.source:
///     unions: [{fields-to-discriminateBy: {git: Git, bucket: Bucket}}]
/// ```
///
/// A path names fields from the root. `[]` steps into the elements of a list or the values of a
/// map, and a name with other characters is quoted: `data["a.b"]`. A field is changed at its
/// path only, not in other places that use the same type. Fields can be added to an object
/// that keeps unknown members.
///
/// `type` is `any`, `scalar`, or a type of Kubernetes as `v1/PodTemplateSpec`,
/// after any number of `[]` (a list of it) and `map[]`. If keys or a list type are given without
/// a strategy, the strategy is `merge`, or none for the list type `atomic`. `unions` are those of
/// the object at the path, in the form of [`unions_from_openapi`]. Metadata that are not given stay
/// as they are.
///
/// ```
/// use serde_json::json;
/// use smp_openapi::Overlay;
/// use smp_schema::{FieldDef, ObjectDef, Schema, SchemaBuilder};
/// let mut types = SchemaBuilder::new();
/// let spec = types.any();
/// let root = types.object(ObjectDef::new("WebApp").field("spec", FieldDef::new(spec)));
/// let schema = types.build(root).expect("a sound schema");
///
/// let overlay: Overlay = serde_json::from_value(json!({
///     "fields": {"spec.servers": {"type": "[]any", "mergeKey": "name"}}
/// }))?;
/// let schema = overlay.apply(&schema, &|_: &str, _: &str| None::<Schema>)?;
/// let servers = schema.root().field("spec").unwrap().ty().field("servers").unwrap();
/// assert_eq!(servers.merge_key(), Some("name"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct Overlay {
    api_version: Option<String>,
    kind: Option<String>,
    fields: FieldChanges,
    limits: Limits,
}

/// A field that an [`Overlay`] changes.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct ChangedField {
    /// The names of the fields from the root. Steps into elements of lists and
    /// values of maps are left out: `spec.servers[].ports` is `spec`, `servers`,
    /// `ports`.
    pub path: Vec<String>,
    /// Whether the field gets a different type. Then the overlay also decides about all fields below
    /// it.
    pub replaces_type: bool,
}

/// Changes by path, in the order of the file.
#[derive(Debug, Clone)]
struct FieldChanges(Vec<(String, FieldChange)>);

/// The new metadata of one field, as text.
#[derive(Debug, Clone, Default)]
struct FieldChange {
    ty: Option<String>,
    strategy: Option<String>,
    merge_key: Option<String>,
    list_type: Option<String>,
    list_map_keys: Option<Vec<MapKey>>,
    unions: Option<Value>,
}

#[derive(Debug, Clone)]
enum MapKey {
    Name(String),
    Default(KeyWithDefault),
}

#[derive(Debug, Clone)]
struct KeyWithDefault {
    name: String,
    default: Value,
}

impl Overlay {
    /// An overlay that gives a type of Kubernetes to the field at a path. The text has the form
    /// `spec.template=v1/PodTemplateSpec`. `O(n)` in the text.
    ///
    /// # Errors
    ///
    /// If the text has no `=`. Path and type are checked when the overlay is
    /// applied.
    ///
    /// ```
    /// use smp_openapi::Overlay;
    /// assert!(Overlay::embed("spec.template=v1/PodTemplateSpec").is_ok());
    /// assert!(Overlay::embed("spec.template").is_err());
    /// ```
    pub fn embed(text: &str) -> Result<Self, ImportError> {
        let Some((path, ty)) = text.split_once('=') else {
            let message = format!(
                "expected PATH=TYPE, found `{text}`; write it as spec.template=v1/PodTemplateSpec"
            );
            return Err(ImportError::one("", message));
        };
        let change = FieldChange { ty: Some(ty.trim().to_owned()), ..FieldChange::default() };
        let fields = FieldChanges(vec![(path.trim().to_owned(), change)]);
        Ok(Self { api_version: None, kind: None, fields, limits: Limits::default() })
    }

    /// The same overlay with limits other than the default; [`apply`](Self::apply) uses
    /// [`max_errors`](Limits::max_errors) only.
    ///
    /// ```
    /// use smp_openapi::Overlay;
    /// use smp_schema::{Limits, Schema, SchemaBuilder};
    /// let mut types = SchemaBuilder::new();
    /// let root = types.scalar();
    /// let schema = types.build(root).expect("a sound schema");
    /// let overlay: Overlay = serde_json::from_str(r#"{"fields": {"a": {}, "b": {}, "c": {}}}"#)?;
    /// let overlay = overlay.limits(Limits::default().max_errors(2));
    /// let error = overlay.apply(&schema, &|_: &str, _: &str| None::<Schema>).unwrap_err();
    /// assert_eq!((error.mistakes().len(), error.omitted()), (2, 1));
    /// # Ok::<(), serde_json::Error>(())
    /// ```
    #[must_use]
    pub fn limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// Whether the overlay is for this kind. An `apiVersion` or kind that it does not name may be
    /// any. `O(n)` in the names.
    #[must_use]
    pub fn is_for(&self, api_version: &str, kind: &str) -> bool {
        self.api_version.as_deref().is_none_or(|own| own == api_version)
            && self.kind.as_deref().is_none_or(|own| own == kind)
    }

    /// The `apiVersion` that the overlay names, if it names one.
    #[must_use]
    pub fn api_version(&self) -> Option<&str> {
        self.api_version.as_deref()
    }

    /// The kind that the overlay names, if it names one.
    #[must_use]
    pub fn kind(&self) -> Option<&str> {
        self.kind.as_deref()
    }

    /// The fields that the overlay changes, in the order of the file. A path that
    /// can't be read is left out; [`apply`](Self::apply) reports it. `O(n)` in the
    /// paths.
    ///
    /// ```
    /// let overlay = smp_openapi::Overlay::embed("spec.servers[].ports=[]any")?;
    /// let changed: Vec<_> = overlay.changed_fields().collect();
    /// assert_eq!(changed[0].path, ["spec", "servers", "ports"]);
    /// assert!(changed[0].replaces_type);
    /// # Ok::<(), smp_openapi::ImportError>(())
    /// ```
    pub fn changed_fields(&self) -> impl Iterator<Item = ChangedField> {
        self.fields.0.iter().filter_map(|(path, change)| {
            let path = field_names(path).ok()?;
            Some(ChangedField { path, replaces_type: change.ty.is_some() })
        })
    }

    /// Whether no path of one overlay is a prefix of, or equal to, a path of the other. Then the
    /// order in which they are applied makes no difference. `O(n log n)` in the paths.
    ///
    /// ```
    /// use smp_openapi::Overlay;
    /// let [a, b, c] = ["spec.a=any", "spec.b=any", "spec=any"].map(|text| Overlay::embed(text).unwrap());
    /// assert!(a.is_independent_of(&b));
    /// assert!(!a.is_independent_of(&a) && !a.is_independent_of(&c));
    /// ```
    #[must_use]
    pub fn is_independent_of(&self, other: &Self) -> bool {
        let paths = |overlay: &Self| -> Vec<_> {
            overlay.fields.0.iter().filter_map(|(path, _)| steps_of(path)).collect()
        };
        !path::meet(&paths(self), &paths(other))
    }

    /// The merge key that the overlay gives to the field at a path.
    pub(crate) fn merge_key(&self, path: &str) -> Option<&str> {
        let (_, change) = self.fields.0.iter().find(|(own, _)| own == path)?;
        change.merge_key.as_deref()
    }

    /// The overlay without the changes at some paths.
    pub(crate) fn without(&self, left_out: impl Fn(&str) -> bool) -> Self {
        let mut kept = self.clone();
        kept.fields.0.retain(|(path, _)| !left_out(path));
        kept
    }

    /// The schema with all changes made, in the order of the file. `O(n)` in
    /// the schema, in the types that are borrowed, and in the objects on the paths.
    ///
    /// # Errors
    ///
    /// Every mistake, with its pointer in the overlay: a path that the schema does not have; a
    /// type that `types` lacks; metadata that do not fit their field; objects on the paths that
    /// have more than 250,000 fields together.
    pub fn apply(&self, schema: &Schema, types: &dyn TypeSource) -> Result<Schema, ImportError> {
        Self::apply_all(&[self], schema, types).map_err(|(_, error)| error)
    }

    /// Like [`apply`](Self::apply) for several overlays in order, in one copy of the schema: a type
    /// of Kubernetes that many of them name is copied once. An error comes with the index of its
    /// overlay.
    pub(crate) fn apply_all(
        overlays: &[&Self],
        schema: &Schema,
        types: &dyn TypeSource,
    ) -> Result<Schema, (usize, ImportError)> {
        Self::edited(overlays, schema, types, Editor::edit)
    }

    /// A copy of `schema` with the changes that `edit` makes for each path. `edit` takes the current
    /// root and returns the new one. An error comes with the index of its overlay.
    fn edited<'t>(
        overlays: &[&Self],
        schema: &Schema,
        types: &'t dyn TypeSource,
        mut edit: impl FnMut(&mut Editor<'t>, TypeId, &str, &ParsedChange<'_>) -> Result<TypeId, String>,
    ) -> Result<Schema, (usize, ImportError)> {
        let limits = overlays.first().map(|overlay| overlay.limits).unwrap_or_default();
        let mut builder = SchemaBuilder::new().limits(limits);
        let mut root = builder.graft(schema.root());
        let mut editor = Editor::new(builder, types);
        for (index, overlay) in overlays.iter().enumerate() {
            let mut mistakes = Capped::within(&overlay.limits);
            for (path, change) in &overlay.fields.0 {
                let edited = change.parse().and_then(|change| {
                    edit(&mut editor, root, path, &change)
                        .map_err(|message| vec![(String::new(), message)])
                });
                match edited {
                    Ok(changed) => root = changed,
                    Err(messages) => {
                        for (member, message) in messages {
                            mistakes.push(|| diagnostic(path, &member, message));
                        }
                    }
                }
            }
            if !mistakes.is_empty() {
                return Err((index, ImportError::of(mistakes)));
            }
        }
        editor.build(root).map_err(|(mistakes, omitted)| {
            let changing = |path: &str| overlays.iter().position(|overlay| overlay.has_path(path));
            let changing = |mistake: &Mistake| mistake.path.as_deref().and_then(changing);
            let index = mistakes.iter().find_map(changing).unwrap_or_default();
            let own = mistakes.into_iter().filter(|it| changing(it).is_none_or(|it| it == index));
            let mistakes = own.map(|mistake| match mistake.path {
                Some(path) => diagnostic(&path, &mistake.member, mistake.message),
                None => Diagnostic::new("/fields", mistake.message),
            });
            (index, ImportError::new(mistakes.collect(), omitted))
        })
    }

    fn has_path(&self, path: &str) -> bool {
        self.fields.0.iter().any(|(own, _)| own == path)
    }
}

/// The names of the fields in a path of an overlay. Steps into elements of lists and values of
/// maps are left out. `O(n)`.
///
/// # Errors
///
/// If the text is not such a path.
///
/// ```
/// let names = smp_openapi::field_names(r#"spec.servers[].labels["a.b"]"#)?;
/// assert_eq!(names, ["spec", "servers", "labels", "a.b"]);
/// assert!(smp_openapi::field_names("spec.servers[0]").is_err());
/// # Ok::<(), smp_openapi::ImportError>(())
/// ```
pub fn field_names(path: &str) -> Result<Vec<String>, ImportError> {
    let steps = path::parse(path).map_err(|message| ImportError::one("", message))?;
    Ok(names_of(steps))
}

/// The steps of a path, if it can be read.
pub(crate) fn steps_of(path: &str) -> Option<Vec<PathStep>> {
    path::parse(path).ok()
}

/// The names among the steps.
fn names_of(steps: impl IntoIterator<Item = PathStep>) -> Vec<String> {
    let names = steps.into_iter().filter_map(|step| match step {
        PathStep::Field(name) => Some(name),
        PathStep::Inside => None,
    });
    names.collect()
}

fn diagnostic(path: &str, member: &str, message: String) -> Diagnostic {
    let path = pointer_step(path);
    match member {
        "" => Diagnostic::new(format!("/fields/{path}"), message),
        member => Diagnostic::new(format!("/fields/{path}/{member}"), message),
    }
}

/// The member of a change that states this part of a field's metadata.
fn member(part: Part) -> &'static str {
    match part {
        Part::Strategy => "strategy",
        Part::MergeKey => "mergeKey",
        Part::ListType => "listType",
        Part::ListMapKeys => "listMapKeys",
    }
}

/// The new type of a field.
#[derive(Debug, Clone, Copy)]
enum NewType<'c> {
    /// The name of the type in an overlay: `[]any`, `v1/PodTemplateSpec`.
    Named(&'c str),
    Type(TypeRef<'c>),
}

/// A change whose text has been parsed.
#[derive(Debug, Clone, Default)]
struct ParsedChange<'c> {
    ty: Option<NewType<'c>>,
    strategy: Option<Strategy>,
    merge_key: Option<&'c str>,
    list_type: Option<ListType>,
    list_map_keys: Option<Vec<ListMapKey>>,
    unions: Option<Vec<UnionDef>>,
}

impl FieldChange {
    /// Parses the text; mistakes come with the members that they are in.
    fn parse(&self) -> Result<ParsedChange<'_>, Vec<(String, String)>> {
        let mut mistakes = Vec::new();
        let mut mistake = |member: &str, message| mistakes.push((member.to_owned(), message));
        let strategy = self.strategy.as_ref().and_then(|text| {
            let strategy = text.parse::<Strategy>();
            strategy.map_err(|error| mistake("strategy", error.to_string())).ok()
        });
        let list_type = self.list_type.as_ref().and_then(|text| {
            let list_type = text.parse::<ListType>();
            list_type.map_err(|error| mistake("listType", error.to_string())).ok()
        });
        let keys = self.list_map_keys.as_ref().map(|keys| {
            let keys = keys.iter().map(|key| match key {
                MapKey::Name(name) => ListMapKey::new(name),
                MapKey::Default(KeyWithDefault { name, default }) => {
                    let key = ListMapKey::new(name);
                    if let Some(default) = default::from_value(default) {
                        return key.with_default(default);
                    }
                    let message = format!("the default of `{name}` is a string, number or boolean");
                    mistake("listMapKeys", message);
                    key
                }
            });
            keys.collect::<Vec<_>>()
        });
        let unions = self.unions.as_ref().and_then(|unions| {
            let unions = unions_from_openapi(unions);
            let report = |error: ImportError| {
                for it in error.mistakes() {
                    mistake(&format!("unions{}", it.pointer()), it.message().to_owned());
                }
            };
            unions.map_err(report).ok()
        });
        if !mistakes.is_empty() {
            return Err(mistakes);
        }
        let keyed = self.merge_key.is_some() || keys.is_some();
        let implied = match list_type {
            Some(ListType::Atomic) => Some(Strategy::NONE),
            Some(_) => Some(Strategy::MERGE),
            None => keyed.then_some(Strategy::MERGE),
        };
        Ok(ParsedChange {
            ty: self.ty.as_deref().map(NewType::Named),
            strategy: strategy.or(implied),
            merge_key: self.merge_key.as_deref(),
            list_type,
            list_map_keys: keys,
            unions,
        })
    }
}
