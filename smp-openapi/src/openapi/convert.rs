//! Converts definitions to a [`Schema`]. A definition that others refer to is queued, so that a long
//! chain of references needs no recursion. Only nested schemas are converted recursively; their depth
//! is limited when a document is read.

use std::collections::{HashMap, HashSet};

use super::node::SchemaNode;
use super::notes::Notes;
use super::shape::MAX_HOPS;
use super::type_path::TypePath;
use super::union_place::{UnionPlace, blamed};
use super::{Imported, OpenApi};
use smp_schema::{Limits, Part, Schema, SchemaBuilder, TypeId};

use crate::diagnostic::{Diagnostic, ImportError};
use crate::source::TypeSource;

/// Builds one schema, or several that share their types.
pub(crate) struct Importer<'d> {
    pub(super) document: Option<&'d OpenApi>,
    /// The source of Kubernetes' own types that the document lacks.
    source: Option<&'d dyn TypeSource>,
    borrowed: HashMap<&'static str, Option<TypeId>>,
    pub(super) types: SchemaBuilder,
    /// The declared types of definitions, by index.
    defined: HashMap<usize, TypeId>,
    /// The declared types of schemas with `allOf`. Such a schema may refer to a definition that
    /// contains it, so its type must be declared before it is defined.
    joined: HashMap<*const SchemaNode, TypeId>,
    queue: Vec<QueuedType<'d>>,
    /// Declared types that are aliases of other types, with the schema of the alias.
    aliases: HashMap<TypeId, (TypeId, &'d SchemaNode)>,
    /// The schemas that each object type was made from, for error messages.
    pub(super) origins: HashMap<TypeId, Vec<&'d SchemaNode>>,
    /// The places of the unions of each object type, in their order.
    pub(super) union_places: HashMap<TypeId, Vec<UnionPlace<'d>>>,
    /// The schemas that state unions.
    pub(super) unions_stated: Vec<&'d SchemaNode>,
    /// The schemas among [`unions_stated`](Self::unions_stated) that describe an object type; the
    /// others have unions without effect.
    pub(super) unions_used: HashSet<*const SchemaNode>,
    pub(super) joined_fields: usize,
    limits: Limits,
    mistakes: Notes<'d>,
    warnings: Notes<'d>,
    /// Whether list types decide how fields merge in the definition that is being converted.
    pub(super) uses_list_types: bool,
    /// Whether the definition that is being converted is one of Kubernetes' own.
    pub(super) drops_empty: bool,
}

/// The prefixes of the names of Kubernetes' own definitions: their Go packages.
const OWN_PACKAGES: [&str; 4] = [
    "io.k8s.api.",
    "io.k8s.apiextensions-apiserver.pkg.",
    "io.k8s.apimachinery.pkg.",
    "io.k8s.kube-aggregator.pkg.",
];

/// A declared type that is not defined yet.
struct QueuedType<'d> {
    slot: TypeId,
    node: &'d SchemaNode,
    name: String,
    uses_list_types: bool,
    drops_empty: bool,
}

/// Warnings, and the number of those left out.
pub(super) struct Warnings {
    found: Vec<Diagnostic>,
    omitted: usize,
}

impl Warnings {
    fn of((found, omitted): (Vec<Diagnostic>, usize)) -> Self {
        Self { found, omitted }
    }

    pub(super) fn push(&mut self, warning: Diagnostic) {
        self.found.push(warning);
    }

    pub(super) fn add(&mut self, other: Self) {
        self.found.extend(other.found);
        self.omitted = self.omitted.saturating_add(other.omitted);
    }

    /// The first [`Limits::max_errors`] warnings, and the number of the others.
    pub(super) fn within(mut self, limits: &Limits) -> (Vec<Diagnostic>, usize) {
        let most = limits.max_errors.max(1);
        let left_out = self.found.len().saturating_sub(most).saturating_add(self.omitted);
        self.found.truncate(most);
        (self.found, left_out)
    }
}

fn error((mistakes, omitted): (Vec<Diagnostic>, usize)) -> ImportError {
    ImportError::new(mistakes, omitted)
}

impl<'d> Importer<'d> {
    pub(super) fn of_document(document: &'d OpenApi) -> Self {
        Self::new(Some(document), None, document.limits)
    }

    /// An importer for a schema that is not part of a document.
    pub(crate) fn of_schema(source: &'d dyn TypeSource, limits: Limits) -> Self {
        Self::new(None, Some(source), limits)
    }

    fn new(
        document: Option<&'d OpenApi>,
        source: Option<&'d dyn TypeSource>,
        limits: Limits,
    ) -> Self {
        Self {
            document,
            source,
            borrowed: HashMap::new(),
            types: SchemaBuilder::new().limits(limits),
            defined: HashMap::new(),
            joined: HashMap::new(),
            queue: Vec::new(),
            aliases: HashMap::new(),
            origins: HashMap::new(),
            union_places: HashMap::new(),
            unions_stated: Vec::new(),
            unions_used: HashSet::new(),
            joined_fields: 0,
            limits,
            mistakes: Notes::within(&limits),
            warnings: Notes::within(&limits),
            uses_list_types: true,
            drops_empty: false,
        }
    }

    /// The type of a definition. It is declared now, and defined when the queue is converted.
    pub(super) fn declare_definition(&mut self, at: usize) -> TypeId {
        if let Some(slot) = self.defined.get(&at) {
            return *slot;
        }
        let slot = self.types.declare();
        self.defined.insert(at, slot);
        let document = self.document;
        let found = document.and_then(|document| Some((document, document.definitions.get(at)?)));
        if let Some((document, (name, node))) = found {
            let uses_list_types = document.uses_list_types(name, node);
            let drops_empty = OWN_PACKAGES.iter().any(|package| name.starts_with(package));
            let name = name.rsplit('.').next().unwrap_or(name).to_owned();
            self.queue.push(QueuedType { slot, node, name, uses_list_types, drops_empty });
        }
        slot
    }

    /// The type of a schema with `allOf`, declared in the same way.
    pub(super) fn declare_all_of(&mut self, node: &'d SchemaNode, at: TypePath<'_>) -> TypeId {
        if let Some(slot) = self.joined.get(&core::ptr::from_ref(node)) {
            return *slot;
        }
        let slot = self.types.declare();
        self.joined.insert(node, slot);
        let (uses_list_types, drops_empty) = (self.uses_list_types, self.drops_empty);
        let name = at.to_string();
        self.queue.push(QueuedType { slot, node, name, uses_list_types, drops_empty });
        slot
    }

    /// Defines all declared types. Converting one may declare others.
    fn convert_queue(&mut self) {
        while let Some(QueuedType { slot, node, name, uses_list_types, drops_empty }) =
            self.queue.pop()
        {
            (self.uses_list_types, self.drops_empty) = (uses_list_types, drops_empty);
            let ty = self.type_of(node, TypePath::root(&name), Some(slot));
            if ty != slot {
                self.types.define_alias(slot, ty);
                self.aliases.insert(slot, (ty, node));
            }
        }
    }

    /// Defines all declared types and builds the schema. All mistakes are reported at once.
    pub(super) fn finish(
        self,
        root: Option<TypeId>,
        document: &'d OpenApi,
    ) -> Result<(Schema, Warnings), ImportError> {
        let roots = || {
            let all = document.definitions.iter().enumerate();
            all.map(|(at, (_, node))| (document.pointer_at(at), node))
        };
        match self.build(root) {
            Ok((schema, warnings)) => Ok((schema, Warnings::of(warnings.placed(roots())))),
            Err(mistakes) => Err(error(mistakes.placed(roots()))),
        }
    }

    /// The schema of a resource that only `node` describes; `pointer` is the place of `node` in its
    /// manifest.
    pub(crate) fn finish_schema(
        mut self,
        node: &'d SchemaNode,
        name: &str,
        pointer: &str,
    ) -> Result<Imported, ImportError> {
        let limits = self.limits;
        let root = self.type_of(node, TypePath::root(name), None);
        let roots = || core::iter::once((pointer.to_owned(), node));
        match self.build(Some(root)) {
            Ok((schema, warnings)) => {
                let warnings = Warnings::of(warnings.placed(roots())).within(&limits);
                Ok(Imported::new(schema, warnings))
            }
            Err(mistakes) => Err(error(mistakes.placed(roots()))),
        }
    }

    /// The type `ObjectMeta`, from the document or else from the source.
    pub(super) fn object_meta(&mut self) -> Option<TypeId> {
        const NAME: &str = "io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta";
        let defined = self.document.and_then(|document| document.by_name.get(NAME).copied());
        if let Some(at) = defined {
            return Some(self.declare_definition(at));
        }
        let (source, types) = (self.source, &mut self.types);
        *self.borrowed.entry(NAME).or_insert_with(|| {
            let schema = source?.type_named("v1", "ObjectMeta")?;
            Some(types.graft(schema.root()))
        })
    }

    /// The schema, and the warnings; or the mistakes.
    fn build(mut self, root: Option<TypeId>) -> Result<(Schema, Notes<'d>), Notes<'d>> {
        self.convert_queue();
        self.refuse_circles();
        self.refuse_unused_unions();
        if !self.mistakes.is_empty() {
            return Err(self.mistakes);
        }
        let root = root.unwrap_or_else(|| self.types.any());
        match self.types.build(root) {
            Ok(schema) => Ok((schema, self.warnings)),
            Err(error) => {
                for mistake in error.mistakes() {
                    let nodes = self.origins.get(&mistake.ty).map(Vec::as_slice);
                    let nodes = nodes.unwrap_or_default();
                    let field = mistake.field.as_deref();
                    let property =
                        field.and_then(|field| nodes.iter().find_map(|node| node.property(field)));
                    let node = property.or(nodes.first().copied());
                    let in_union = mistake.union.and_then(|union| {
                        blamed(self.union_places.get(&mistake.ty)?.get(union)?, field)
                    });
                    let (node, keyword) = match in_union {
                        Some((node, keyword)) => (Some(node), keyword),
                        None => (node, mistake.part.map_or("", keyword).to_owned()),
                    };
                    self.mistakes.add(node, &keyword, mistake.message.clone());
                }
                self.mistakes.omit(error.omitted());
                Err(self.mistakes)
            }
        }
    }

    /// Reports aliases that refer to each other in a circle, and chains longer than
    /// [`MAX_HOPS`].
    fn refuse_circles(&mut self) {
        let circular = self.aliases.iter().filter(|(slot, _)| {
            let mut at = **slot;
            let hops = (0..=MAX_HOPS).take_while(|_| match self.aliases.get(&at) {
                Some((next, _)) => {
                    at = *next;
                    true
                }
                None => false,
            });
            hops.count() > MAX_HOPS
        });
        let notes: Vec<_> = circular.map(|(_, (_, node))| *node).collect();
        for node in notes {
            self.mistake(
                node,
                "$ref",
                "the references form a cycle, or do not end, and reach no type; state the type \
                 in one of the definitions",
            );
        }
    }

    pub(super) fn mistake(
        &mut self,
        node: &'d SchemaNode,
        keyword: &str,
        message: impl Into<String>,
    ) {
        self.mistakes.add(Some(node), keyword, message.into());
    }

    pub(super) fn warn(&mut self, node: &'d SchemaNode, keyword: &str, message: impl Into<String>) {
        self.warnings.add(Some(node), keyword, message.into());
    }
}

/// The extension that states this part of a field's metadata.
fn keyword(part: Part) -> &'static str {
    match part {
        Part::Strategy => "x-kubernetes-patch-strategy",
        Part::MergeKey => "x-kubernetes-patch-merge-key",
        Part::ListType => "x-kubernetes-list-type",
        Part::ListMapKeys => "x-kubernetes-list-map-keys",
    }
}
