//! From definitions to a [`Schema`]. Definitions wait in a queue, so that however
//! they refer to each other the stack holds; what is nested is as deep as its
//! reader allowed.

use std::collections::HashMap;

use super::node::Node;
use super::notes::Notes;
use super::shape::MAX_HOPS;
use super::value::Place;
use super::{Imported, OpenApi};
use smp_schema::{Limits, Part, Schema, SchemaBuilder, TypeId};

use crate::diagnostic::{Diagnostic, ImportError};
use crate::source::TypeSource;

/// Builds one schema, or several that share their types.
pub(crate) struct Importer<'d> {
    pub(super) document: Option<&'d OpenApi>,
    /// Where types of Kubernetes' own come from, if not from the document.
    source: Option<&'d dyn TypeSource>,
    borrowed: HashMap<&'static str, Option<TypeId>>,
    pub(super) types: SchemaBuilder,
    /// The types of definitions that something refers to.
    defined: HashMap<usize, TypeId>,
    /// The types of schemas that are joined in place: they may contain
    /// themselves, as definitions may.
    joined: HashMap<*const Node, TypeId>,
    queue: Vec<Work<'d>>,
    /// Declared types that are another name for a type.
    aliases: HashMap<TypeId, (TypeId, &'d Node)>,
    /// What object types were made of.
    pub(super) origins: HashMap<TypeId, Vec<&'d Node>>,
    pub(super) joined_fields: usize,
    limits: Limits,
    mistakes: Notes<'d>,
    warnings: Notes<'d>,
    /// Whether list types say how fields merge, in the definition at hand.
    pub(super) list_types_serve: bool,
}

/// A declared type that waits for its definition.
struct Work<'d> {
    slot: TypeId,
    node: &'d Node,
    name: String,
    list_types_serve: bool,
}

/// Warnings, and how many more there are.
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

    /// The first [`Limits::max_errors`] warnings, and how many more there are.
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

    /// For a schema that stands alone.
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
            joined_fields: 0,
            limits,
            mistakes: Notes::within(&limits),
            warnings: Notes::within(&limits),
            list_types_serve: true,
        }
    }

    /// The type of a definition, which is defined before the import ends.
    pub(super) fn definition(&mut self, at: usize) -> TypeId {
        if let Some(slot) = self.defined.get(&at) {
            return *slot;
        }
        let slot = self.types.declare();
        self.defined.insert(at, slot);
        let document = self.document;
        let found = document.and_then(|document| Some((document, document.definitions.get(at)?)));
        if let Some((document, (name, node))) = found {
            let list_types_serve = document.list_types_serve(name, node);
            let name = name.rsplit('.').next().unwrap_or(name).to_owned();
            self.queue.push(Work { slot, node, name, list_types_serve });
        }
        slot
    }

    /// The type of a schema that joins others in place, likewise.
    pub(super) fn joined_in_place(&mut self, node: &'d Node, at: Place<'_>) -> TypeId {
        if let Some(slot) = self.joined.get(&core::ptr::from_ref(node)) {
            return *slot;
        }
        let slot = self.types.declare();
        self.joined.insert(node, slot);
        let list_types_serve = self.list_types_serve;
        self.queue.push(Work { slot, node, name: at.to_string(), list_types_serve });
        slot
    }

    fn work(&mut self) {
        while let Some(Work { slot, node, name, list_types_serve }) = self.queue.pop() {
            self.list_types_serve = list_types_serve;
            let ty = self.value(node, Place::root(&name), Some(slot));
            if ty != slot {
                self.types.define_alias(slot, ty);
                self.aliases.insert(slot, (ty, node));
            }
        }
    }

    /// Defines what is waiting, and builds the schema. Everything that is wrong
    /// is reported at once.
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

    /// The schema of a resource that a schema alone describes; `pointer` is the
    /// place of that in its manifest.
    pub(crate) fn finish_schema(
        mut self,
        node: &'d Node,
        name: &str,
        pointer: &str,
    ) -> Result<Imported, ImportError> {
        let limits = self.limits;
        let root = self.value(node, Place::root(name), None);
        let roots = || core::iter::once((pointer.to_owned(), node));
        match self.build(Some(root)) {
            Ok((schema, warnings)) => {
                let warnings = Warnings::of(warnings.placed(roots())).within(&limits);
                Ok(Imported::new(schema, warnings))
            }
            Err(mistakes) => Err(error(mistakes.placed(roots()))),
        }
    }

    /// `ObjectMeta`: the document's own, or the source's.
    pub(super) fn object_meta(&mut self) -> Option<TypeId> {
        const NAME: &str = "io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta";
        let defined = self.document.and_then(|document| document.by_name.get(NAME).copied());
        if let Some(at) = defined {
            return Some(self.definition(at));
        }
        let (source, types) = (self.source, &mut self.types);
        *self.borrowed.entry(NAME).or_insert_with(|| {
            let schema = source?.type_named("v1", "ObjectMeta")?;
            Some(types.graft(schema.root()))
        })
    }

    /// The schema, and the warnings; or the mistakes.
    fn build(mut self, root: Option<TypeId>) -> Result<(Schema, Notes<'d>), Notes<'d>> {
        self.work();
        self.refuse_circles();
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
                    let keyword = mistake.part.map_or("", keyword);
                    self.mistakes.add(node, keyword, mistake.message.clone());
                }
                self.mistakes.omit(error.omitted());
                Err(self.mistakes)
            }
        }
    }

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
                "the references lead in a circle, or on and on, and never to a type; say in one \
                 of the definitions what it is",
            );
        }
    }

    pub(super) fn mistake(&mut self, node: &'d Node, keyword: &str, message: impl Into<String>) {
        self.mistakes.add(Some(node), keyword, message.into());
    }

    pub(super) fn warn(&mut self, node: &'d Node, keyword: &str, message: impl Into<String>) {
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
