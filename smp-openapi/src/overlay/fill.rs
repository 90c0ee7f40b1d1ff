//! Adds metadata that a definition lacks: a change of an overlay is made if the schema has no
//! metadata for the field, and left out otherwise. This file decides which changes are made,
//! and in which form; `edit` makes them.

use smp_schema::{
    FieldDef, FieldRef, ListMapKey, ListType, Member, Schema, SchemaBuilder, Strategy, TypeId,
    TypeKind, TypeRef, UnionDef,
};

use super::edit::Editor;
use super::path::{self, PathStep};
use super::{ChangedField, NewType, Overlay, ParsedChange, names_of};
use crate::diagnostic::ImportError;
use crate::source::TypeSource;

/// The number of levels of a type of Kubernetes that are compared with a definition.
const MAX_DEPTH: usize = 64;

/// A schema after an overlay has added the metadata that it lacked.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Filled {
    /// The schema with the changes.
    pub schema: Schema,
    /// The fields that were changed.
    pub fields: Vec<ChangedField>,
}

impl Overlay {
    /// The schema with the changes to fields that have no metadata: no strategy, keys or list type.
    /// Changes to other fields are left out, as are changes to fields that the schema lacks, and keys
    /// that the elements lack. Where the schema takes any value, it gets the type that the overlay
    /// gives; where it already has fields, they get the strategies and keys of that type's fields.
    ///
    /// `except` are fields that are not changed, since another overlay decides about them.
    /// `O(n)` in the schema and in the types that are borrowed.
    ///
    /// # Errors
    ///
    /// If the overlay has a mistake of its own: a path that can't be read, a strategy that does
    /// not exist, a type that `types` lacks.
    ///
    /// ```
    /// use smp_openapi::Overlay;
    /// use smp_schema::{FieldDef, ObjectDef, Schema, SchemaBuilder};
    /// let mut types = SchemaBuilder::new();
    /// let text = types.scalar();
    /// let server = types.object(ObjectDef::new("Server").field("name", FieldDef::new(text)));
    /// let servers = types.list(server);
    /// let root = types.object(ObjectDef::new("Proxy").field("servers", FieldDef::new(servers)));
    /// let schema = types.build(root).expect("a sound schema");
    ///
    /// let overlay: Overlay = serde_json::from_str(
    ///     r#"{"fields": {"servers": {"mergeKey": "name"}, "routes": {"mergeKey": "name"}}}"#
    /// )?;
    /// let filled = overlay.fill(&schema, &|_: &str, _: &str| None::<Schema>, &[])?;
    /// assert_eq!(filled.schema.root().field("servers").unwrap().merge_key(), Some("name"));
    /// // There is no field `routes`.
    /// assert_eq!(filled.fields.len(), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn fill(
        &self,
        schema: &Schema,
        types: &dyn TypeSource,
        except: &[ChangedField],
    ) -> Result<Filled, ImportError> {
        let mut fields = Vec::new();
        let schema = Self::edited(&[self], schema, types, |editor, root, path, change| {
            let filler = Filler { except, path, changed: Vec::new() };
            let (root, of) = filler.fill(editor, root, path::parse(path)?, change, types)?;
            fields.extend(of);
            Ok(root)
        })
        .map_err(|(_, error)| error)?;
        Ok(Filled { schema, fields })
    }
}

/// Makes one change of an overlay, which may become several smaller ones.
struct Filler<'o> {
    except: &'o [ChangedField],
    /// The path in the overlay, for messages.
    path: &'o str,
    changed: Vec<ChangedField>,
}

/// A change that fits the schema, with its place.
struct Fit<'c> {
    steps: Vec<PathStep>,
    change: ParsedChange<'c>,
}

/// The part of a schema that a path leads to.
enum Found {
    /// A field of the schema.
    Field(FieldDef),
    /// A place that takes any value.
    Open,
}

impl Filler<'_> {
    /// Makes the change, if the schema has no metadata for the field. Returns the changed root
    /// and fields.
    fn fill(
        mut self,
        editor: &mut Editor<'_>,
        mut root: TypeId,
        steps: Vec<PathStep>,
        change: &ParsedChange<'_>,
        types: &dyn TypeSource,
    ) -> Result<(TypeId, Vec<ChangedField>), String> {
        // If the path leads through a list, and the schema takes any value there, the list is
        // added first.
        for end in 1..steps.len() {
            let (Some(before), Some(PathStep::Inside)) = (steps.get(..end), steps.get(end)) else {
                continue;
            };
            if matches!(find(editor.types(), root, before), Some(found) if is_open(editor.types(), &found))
            {
                let list =
                    ParsedChange { ty: Some(NewType::Named("[]any")), ..ParsedChange::default() };
                root = self.make(editor, root, &Fit { steps: before.to_vec(), change: list })?;
            }
        }
        let Some(found) = find(editor.types(), root, &steps) else {
            return Ok((root, self.changed));
        };
        let (inside, borrowed) = match change.ty {
            Some(NewType::Named(name)) => named(name, types)?,
            _ => (0, None),
        };
        let open = is_open(editor.types(), &found);
        let mut fits = Vec::new();
        match &found {
            _ if open => fits.extend(opened(steps, change)),
            Found::Field(def) => {
                let metadata = ParsedChange { ty: None, unions: None, ..change.clone() };
                fits.extend(fit(editor.types(), def, &steps, metadata));
                fits.extend(fit_unions(editor.types(), def, &steps, change));
                if let Some(borrowed) = &borrowed
                    && let Some((own, steps)) = element(editor.types(), def.ty, steps, inside)
                {
                    borrow(editor.types(), own, borrowed.root(), &steps, MAX_DEPTH, &mut fits);
                }
            }
            Found::Open => {}
        }
        for fit in fits {
            root = self.make(editor, root, &fit)?;
        }
        Ok((root, self.changed))
    }

    /// Makes a change, unless another overlay decides about the field.
    fn make(
        &mut self,
        editor: &mut Editor<'_>,
        root: TypeId,
        fit: &Fit<'_>,
    ) -> Result<TypeId, String> {
        let path = names_of(fit.steps.iter().cloned());
        let decided = self.except.iter().any(|other| {
            other.path == path || (other.replaces_type && path.starts_with(&other.path))
        });
        if decided {
            return Ok(root);
        }
        let root = editor.edit_at(root, &fit.steps, self.path, &fit.change)?;
        self.changed.push(ChangedField { path, replaces_type: fit.change.ty.is_some() });
        Ok(root)
    }
}

/// The type of Kubernetes that a change gives to a field, and the number of `[]` and `map[]`
/// before its name.
fn named(text: &str, types: &dyn TypeSource) -> Result<(usize, Option<Schema>), String> {
    let (mut inside, mut rest) = (0_usize, text);
    while let Some(after) = rest.strip_prefix("[]").or_else(|| rest.strip_prefix("map[]")) {
        inside = inside.saturating_add(1);
        rest = after;
    }
    if matches!(rest, "any" | "scalar") {
        return Ok((inside, None));
    }
    let schema = rest.rsplit_once('/').and_then(|(version, name)| types.type_named(version, name));
    match schema {
        Some(schema) => Ok((inside, Some(schema))),
        None => Err(format!("no type `{rest}` is known")),
    }
}

/// The type inside of a number of lists and maps, and the steps to it.
fn element(
    types: &SchemaBuilder,
    ty: TypeId,
    mut steps: Vec<PathStep>,
    inside: usize,
) -> Option<(TypeId, Vec<PathStep>)> {
    let mut ty = ty;
    for _ in 0..inside {
        let (TypeKind::List(inner) | TypeKind::Map(inner)) = types.resolve(ty)?.1 else {
            return None;
        };
        ty = inner;
        steps.push(PathStep::Inside);
    }
    Some((ty, steps))
}

/// The field or place that the steps lead to; `None` if the schema has nothing there.
fn find(types: &SchemaBuilder, root: TypeId, steps: &[PathStep]) -> Option<Found> {
    let mut found = Found::Field(FieldDef::new(root));
    for step in steps {
        let Found::Field(def) = &found else { return Some(Found::Open) };
        let (id, kind) = types.resolve(def.ty)?;
        found = match (step, kind) {
            (_, TypeKind::Any) => return Some(Found::Open),
            (PathStep::Inside, TypeKind::List(inner) | TypeKind::Map(inner)) => {
                Found::Field(FieldDef::new(inner))
            }
            (PathStep::Field(name), TypeKind::Object) => field_of(types, id, name)?,
            _ => return None,
        };
    }
    Some(found)
}

/// The field of an object type, or the place for members that are not its fields.
fn field_of(types: &SchemaBuilder, id: TypeId, name: &str) -> Option<Found> {
    let mut others = None;
    for member in types.object_def(id)?.members() {
        match member {
            Member::Field(own, def) if own == name => return Some(Found::Field(def.clone())),
            Member::Field(..) => {}
            Member::Flattened(id) | Member::FlattenedOptional(id) => others = Some(*id),
        }
    }
    Some(match types.resolve(others?)? {
        (_, TypeKind::Map(value)) => Found::Field(FieldDef::new(value)),
        _ => Found::Open,
    })
}

fn is_open(types: &SchemaBuilder, found: &Found) -> bool {
    match found {
        Found::Open => true,
        Found::Field(def) => matches!(types.resolve(def.ty), Some((_, TypeKind::Any))),
    }
}

/// The change for a place that takes any value: it also sets the type of the place. `None` if
/// the metadata do not determine the type.
fn opened<'c>(steps: Vec<PathStep>, change: &ParsedChange<'c>) -> Option<Fit<'c>> {
    let mut change = ParsedChange { unions: None, ..change.clone() };
    if change.ty.is_none() {
        let keyed = change.merge_key.is_some() || change.list_map_keys.is_some();
        let ty = match change.list_type {
            _ if keyed => "[]any",
            Some(ListType::Set) => "[]scalar",
            Some(ListType::Atomic) => "[]any",
            Some(ListType::Map) | None => return None,
        };
        change.ty = Some(NewType::Named(ty));
    }
    matches!(steps.last(), Some(PathStep::Field(_))).then_some(Fit { steps, change })
}

/// The metadata of a field as a change.
fn metadata_of_field(field: FieldRef<'_>) -> ParsedChange<'_> {
    let keys = field.list_map_keys();
    ParsedChange {
        ty: None,
        strategy: (field.strategy() != Strategy::NONE).then(|| field.strategy()),
        merge_key: field.merge_key(),
        list_type: field.list_type(),
        list_map_keys: (!keys.is_empty()).then(|| keys.to_vec()),
        unions: None,
    }
}

/// The change of unions, if the object has no unions yet, and has the fields that they name.
fn fit_unions<'c>(
    types: &SchemaBuilder,
    def: &FieldDef,
    steps: &[PathStep],
    change: &ParsedChange<'c>,
) -> Option<Fit<'c>> {
    let unions = change.unions.as_ref()?;
    let (id, _) = types.resolve(def.ty)?;
    let object = types.object_def(id)?;
    let has = |name| matches!(field_of(types, id, name), Some(Found::Field(_)));
    let fits = object.unions().is_empty() && unions.iter().flat_map(UnionDef::fields).all(has);
    let change = ParsedChange { unions: Some(unions.clone()), ..ParsedChange::default() };
    fits.then(|| Fit { steps: steps.to_vec(), change })
}

/// The change, if the field has no metadata in the schema, and its type can have those of the change.
fn fit<'c>(
    types: &SchemaBuilder,
    def: &FieldDef,
    steps: &[PathStep],
    change: ParsedChange<'c>,
) -> Option<Fit<'c>> {
    let silent = def.strategy == Strategy::NONE
        && def.merge_key.is_none()
        && def.list_map_keys.is_empty()
        && def.list_type.is_none();
    let keys = change.list_map_keys.iter().flatten().map(ListMapKey::name);
    let mut keys = keys.chain(change.merge_key).peekable();
    let says = change.strategy.is_some() || change.list_type.is_some() || keys.peek().is_some();
    let is_field = matches!(steps.last(), Some(PathStep::Field(_)));
    let possible = match types.resolve(def.ty)?.1 {
        TypeKind::List(element) => match types.resolve(element)? {
            (_, TypeKind::Any) => keys.peek().is_some(),
            (_, TypeKind::Scalar) => keys.peek().is_none(),
            (id, TypeKind::Object) => {
                keys.peek().is_some() && keys.all(|key| has_scalar(types, id, key))
            }
            _ => false,
        },
        TypeKind::Object | TypeKind::Map(_) => keys.peek().is_none() && change.list_type.is_none(),
        TypeKind::Any | TypeKind::Scalar => false,
    };
    (silent && says && is_field && possible).then(|| Fit { steps: steps.to_vec(), change })
}

/// Whether an object type has a scalar of this name, or may have one.
fn has_scalar(types: &SchemaBuilder, id: TypeId, name: &str) -> bool {
    match field_of(types, id, name) {
        Some(Found::Field(def)) => {
            matches!(types.resolve(def.ty), Some((_, TypeKind::Scalar | TypeKind::Any)))
        }
        Some(Found::Open) => true,
        None => false,
    }
}

/// The changes that give the fields of a type in the definition the metadata of a type of
/// Kubernetes.
fn borrow<'c>(
    types: &SchemaBuilder,
    own: TypeId,
    from: TypeRef<'c>,
    steps: &[PathStep],
    depth: usize,
    fits: &mut Vec<Fit<'c>>,
) {
    let Some(depth) = depth.checked_sub(1) else { return };
    let step = |last: PathStep| steps.iter().cloned().chain([last]).collect::<Vec<_>>();
    match (types.resolve(own), from.kind()) {
        (Some((_, TypeKind::List(own))), TypeKind::List(from))
        | (Some((_, TypeKind::Map(own))), TypeKind::Map(from)) => {
            borrow(types, own, from, &step(PathStep::Inside), depth, fits);
        }
        (Some((id, TypeKind::Object)), TypeKind::Object) => {
            for field in from.fields() {
                let Some(found) = field_of(types, id, field.name()) else { continue };
                let steps = step(PathStep::Field(field.name().to_owned()));
                match &found {
                    _ if is_open(types, &found) => {
                        if !matches!(field.ty().kind(), TypeKind::Any | TypeKind::Scalar) {
                            let ty = Some(NewType::Type(field.ty()));
                            let change = ParsedChange { ty, ..metadata_of_field(field) };
                            fits.push(Fit { steps, change });
                        }
                    }
                    Found::Field(def) => {
                        fits.extend(fit(types, def, &steps, metadata_of_field(field)));
                        borrow(types, def.ty, field.ty(), &steps, depth, fits);
                    }
                    Found::Open => {}
                }
            }
        }
        _ => {}
    }
}
