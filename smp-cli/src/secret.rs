//! Decides what is a Secret, and which parts of a document are its values, for all previews, tables,
//! conflicts, messages and reports. It looks at parsed values, and at everything in the text of a
//! document. Anything that it does not understand in a Secret counts as a value.
//!
//! It does not depend on terminals, files or the settings of a run.

mod hidden;
mod node;
mod texts;

pub(crate) use hidden::{Hidden, covered, hidden};
pub(crate) use node::Node;
use texts::{LEVELS, holds, looks_secret};

use std::borrow::Cow;

use regex::Regex;
use smp_core::{Document, Path, Segment, View, nearest};

/// The annotation with the object that was applied last, as JSON text.
pub(crate) const LAST_APPLIED: &str = "kubectl.kubernetes.io/last-applied-configuration";

/// The text in place of a value that is not shown.
pub(crate) const MASK: &str = "***";

const SECRET: &str = "Secret";

/// The kinds whose objects are Secrets, or generate them.
const KINDS: [&str; 2] = [SECRET, "SecretGenerator"];

/// What is known about the objects of a document before it is read; for a patch, about the objects that
/// it is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(crate) enum Of {
    #[default]
    Unknown,
    /// They are not Secrets.
    Other,
    /// Those that state no kind are Secrets.
    Secrets,
    /// They are Secrets, regardless of the kind that they state.
    AllSecrets,
}

impl Of {
    /// What is known about the objects of a kind.
    pub(crate) fn kind(kind: Option<&str>) -> Self {
        match kind {
            Some(kind) if KINDS.contains(&kind) => Self::Secrets,
            // Each item of a list may have a kind of its own.
            Some(kind) if !kind.ends_with("List") => Self::Other,
            _ => Self::Unknown,
        }
    }

    /// What is known from the name of a kind, as people write it: `v1/Secret`, `secrets`.
    pub(crate) fn name(name: Option<&str>) -> Self {
        let kind = name.and_then(|name| name.rsplit('/').next()).unwrap_or_default();
        let is_secret = ["secret", "secrets"].iter().any(|it| kind.eq_ignore_ascii_case(it));
        if is_secret { Self::AllSecrets } else { Self::Unknown }
    }

    fn are_secrets(self) -> bool {
        matches!(self, Self::Secrets | Self::AllSecrets)
    }

    /// What is known from a target, whose kind is a regular expression.
    pub(crate) fn target(kind: Option<&str>) -> Self {
        let fits =
            |kind: &str| Regex::new(&format!("^(?:{kind})$")).map(|kind| kind.is_match(SECRET));
        match kind {
            None | Some("") => Self::Unknown,
            Some(kind) if KINDS.contains(&kind) => Self::AllSecrets,
            Some(kind) if kind.chars().all(char::is_alphanumeric) => Self::Other,
            // It may match other kinds as well.
            Some(kind) => match fits(kind) {
                Ok(false) => Self::Other,
                _ => Self::AllSecrets,
            },
        }
    }
}

/// The role of a part of a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Part {
    /// A document, or one of a list of objects.
    Object(Of),
    /// A part of an object that is not a Secret. Texts in it may hold Secrets.
    Other,
    Secret,
    Metadata,
    Annotations,
    /// An element of `secretGenerator`.
    Generator,
    /// An operation of a JSON patch, with the role of its value.
    Operation(Inner),
    /// An entry with a patch for objects.
    Entry(Of),
    /// The text of a patch for objects.
    Patch(Of),
    /// A scalar that is shown.
    Scalar,
    /// A part that is always shown, because the user wants it.
    Shown,
    /// A part whose names are shown, but not the values under them.
    Values,
    Value,
}

/// The value of an operation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Inner {
    Value,
    Object(Of),
    Other,
}

impl Part {
    /// The role of the part, given its content: whether an object is a Secret.
    pub(crate) fn seen(self, node: &dyn Node) -> Self {
        let of = match self {
            Self::Object(of) => Some(of),
            Self::Other => None,
            part => return part,
        };
        let facts = Facts::of(node);
        if facts.is_empty {
            return self;
        }
        let is_secret = facts.kinds.iter().any(|kind| KINDS.contains(&&**kind));
        let is_secret = match of {
            // A reference to a Secret has its kind, too.
            None => is_secret && (facts.has_data || facts.has_metadata),
            Some(Of::AllSecrets) => !facts.is_operation(),
            Some(of) => {
                let is_kindless = of == Of::Secrets && facts.kinds.is_empty();
                is_secret || is_kindless && !facts.is_operation() || facts.has_string_data
            }
        };
        if is_secret && !facts.is_list() {
            return Self::Secret;
        }
        match of {
            Some(of) if facts.is_list() => Self::Object(facts.items(of)),
            Some(of) if facts.is_operation() => Self::Operation(facts.value(of)),
            Some(Of::Unknown) if facts.kinds.is_empty() && has_member_like_data(node) => {
                Self::Secret
            }
            _ if facts.has_patch => Self::Entry(Of::target(facts.target.as_deref())),
            _ => Self::Other,
        }
    }

    /// The role of a member of an object that was [`seen`](Self::seen).
    pub(crate) fn member(self, name: &str) -> Self {
        match (self, name) {
            (Self::Operation(_), "op" | "path" | "from") => Self::Other,
            // Also if the name is misspelt.
            (Self::Object(of), "items") | (Self::Operation(Inner::Object(of)), _) => {
                Self::Object(of)
            }
            // A list of objects should have neither.
            (Self::Object(_), "data" | "stringData") => Self::Values,
            (Self::Object(_) | Self::Other, "secretGenerator") => Self::Generator,
            (Self::Entry(of), "patch") => Self::Patch(of),
            (Self::Operation(Inner::Value) | Self::Scalar | Self::Values | Self::Value, _) => {
                Self::Value
            }
            (Self::Secret, "metadata") => Self::Metadata,
            (Self::Metadata, "annotations") => Self::Annotations,
            (Self::Annotations, LAST_APPLIED) => Self::Patch(Of::AllSecrets),
            (Self::Secret, "apiVersion" | "kind" | "type" | "immutable")
            | (
                Self::Metadata,
                "name"
                | "generateName"
                | "namespace"
                | "creationTimestamp"
                | "deletionTimestamp"
                | "deletionGracePeriodSeconds"
                | "generation"
                | "resourceVersion"
                | "selfLink"
                | "uid",
            )
            | (Self::Generator, "name" | "namespace" | "behavior" | "type" | "env") => Self::Scalar,
            (Self::Metadata, "labels" | "finalizers" | "ownerReferences" | "managedFields")
            | (Self::Generator, "envs" | "files" | "options")
            | (
                Self::Object(_)
                | Self::Other
                | Self::Entry(_)
                | Self::Patch(_)
                | Self::Operation(_)
                | Self::Annotations,
                _,
            ) => Self::Other,
            (Self::Secret | Self::Metadata | Self::Generator, _) => Self::Values,
            (Self::Shown, _) => Self::Shown,
        }
    }

    /// The role of an element of a list.
    pub(crate) fn item(self) -> Self {
        match self {
            Self::Scalar | Self::Values => Self::Value,
            part => part,
        }
    }

    /// Whether nothing in it is shown, not even names.
    pub(crate) fn is_value(self) -> bool {
        self == Self::Value
    }

    /// Whether a scalar must not be shown.
    pub(crate) fn hides(self, text: Option<&str>) -> bool {
        self.hides_within(text, LEVELS)
    }

    fn hides_within(self, text: Option<&str>, levels: usize) -> bool {
        let holds = |of| text.is_some_and(|text| holds(text, of, levels));
        if text.is_some_and(is_mask) {
            return false;
        }
        match self {
            Self::Object(of) => of.are_secrets() || holds(Of::Other),
            Self::Secret
            | Self::Metadata
            | Self::Annotations
            | Self::Generator
            | Self::Values
            | Self::Value => true,
            Self::Scalar | Self::Shown => false,
            Self::Patch(of) => holds(of),
            Self::Other | Self::Operation(_) | Self::Entry(_) => holds(Of::Other),
        }
    }

    /// The role of the part at a path of a document. An object that the document lacks counts as a
    /// Secret.
    pub(crate) fn at(self, document: &Document<'_>, path: &Path) -> Self {
        let steps: &mut dyn Iterator<Item = &Segment> = &mut path.segments();
        self.below(Some(document), steps)
    }

    fn below(
        self,
        document: Option<&Document<'_>>,
        rest: &mut dyn Iterator<Item = &Segment>,
    ) -> Self {
        let Some(segment) = rest.next() else { return self };
        let seen = match document {
            Some(document) => self.seen(document),
            None if matches!(self, Self::Object(_)) => Self::Secret,
            None => self,
        };
        if let Segment::Field(name) = segment {
            let member = document.and_then(|document| document.get(name));
            return seen.member(name).below(member.as_ref(), rest);
        }
        let items = match document.map(Document::view) {
            Some(Ok(View::List(items))) => items,
            _ => Vec::new(),
        };
        let is_same = |item: &&Document<'_>, (name, value): &(String, String)| {
            item.get(name).is_some_and(|own| own.to_json() == *value)
        };
        let item = match segment {
            Segment::Index(index) => items.get(*index),
            Segment::Key(keys) => {
                items.iter().find(|item| keys.iter().all(|key| is_same(item, key)))
            }
            Segment::Field(_) => None,
        };
        seen.item().below(item, rest)
    }
}

/// Whether a document has values that must not be shown.
pub(crate) fn holds_values(document: &Document<'_>) -> bool {
    any_hidden(Part::Object(Of::Unknown), document)
}

/// Whether a part of a document has values that must not be shown.
pub(crate) fn any_hidden(part: Part, node: &dyn Node) -> bool {
    any_hidden_within(part, node, LEVELS)
}

fn any_hidden_within(part: Part, node: &dyn Node, levels: usize) -> bool {
    let part = part.seen(node);
    let mut any = part.is_value() && !node.text().is_some_and(|text| is_mask(&text));
    node.members(&mut |name, member| {
        any = any || any_hidden_within(part.member(name), member, levels);
    });
    node.items(&mut |item| any = any || any_hidden_within(part.item(), item, levels));
    any || node.is_scalar() && part.hides_within(node.text().as_deref(), levels)
}

/// Whether a text is a mask, so that there is nothing to hide.
pub(crate) fn is_mask(text: &str) -> bool {
    let Some(rest) = text.strip_prefix(MASK) else { return false };
    let word = rest.strip_prefix(" (").and_then(|rest| rest.strip_suffix(')'));
    let is_known = |word: &str| {
        ["before", "after"].contains(&word) || word.bytes().all(|byte| byte.is_ascii_digit())
    };
    rest.is_empty() || word.is_some_and(is_known)
}

/// Whether an object has a member named `data` or `stringData`, or with a similar name.
fn has_member_like_data(node: &dyn Node) -> bool {
    let mut any = false;
    node.members(&mut |name, _| any = any || is_like_data(name));
    any
}

fn is_like_data(name: &str) -> bool {
    !nearest(name, ["data", "stringData"], |own| own).is_empty()
        || ["data", "stringData"].contains(&name)
}

/// What the members of an object say about it.
#[derive(Default)]
#[expect(clippy::struct_excessive_bools, reason = "each says whether one member is there")]
struct Facts {
    is_empty: bool,
    /// The values of `kind`; several if the key occurs twice.
    kinds: Vec<String>,
    has_data: bool,
    has_string_data: bool,
    has_metadata: bool,
    has_items: bool,
    has_op: bool,
    has_patch: bool,
    path: Option<String>,
    /// The kind of `target`, or of the object itself.
    target: Option<String>,
}

impl Facts {
    fn of(node: &dyn Node) -> Self {
        let mut facts = Self { is_empty: true, ..Self::default() };
        let mut kind_of_target = None;
        node.members(&mut |name, member| {
            facts.is_empty = false;
            match name {
                "kind" => facts.kinds.extend(member.text().map(Cow::into_owned)),
                "data" => facts.has_data = true,
                "stringData" => facts.has_string_data = true,
                "metadata" => facts.has_metadata = true,
                "items" => facts.has_items = true,
                "op" => facts.has_op = true,
                "path" => facts.path = member.text().map(Cow::into_owned),
                "patch" => facts.has_patch = member.text().is_some(),
                "target" => member.members(&mut |name, kind| {
                    if name == "kind" {
                        kind_of_target = kind.text().map(Cow::into_owned);
                    }
                }),
                _ => {}
            }
        });
        facts.has_data |= facts.has_string_data;
        facts.target = kind_of_target.or_else(|| facts.kinds.last().cloned());
        facts
    }

    fn is_list(&self) -> bool {
        self.has_items && self.kinds.iter().any(|kind| kind.ends_with("List"))
    }

    /// What is known about the items of a list.
    fn items(&self, of: Of) -> Of {
        let of_kind = self.kinds.iter().filter_map(|kind| kind.strip_suffix("List"));
        let of_kind: Vec<_> = of_kind.filter(|kind| !["", "Resource"].contains(kind)).collect();
        if of_kind.iter().any(|kind| KINDS.contains(kind)) {
            return Of::Secrets;
        }
        if of_kind.is_empty() || of == Of::AllSecrets { of } else { Of::Other }
    }

    fn is_operation(&self) -> bool {
        self.has_op && self.path.is_some() && self.kinds.is_empty()
    }

    /// What the path of an operation leads to.
    fn value(&self, of: Of) -> Inner {
        let path = self.path.as_deref().unwrap_or_default();
        let mut names = path.split('/').skip(1);
        match of {
            Of::Other => Inner::Other,
            _ if path.is_empty() => Inner::Object(of),
            Of::Unknown if names.any(is_like_data) => Inner::Value,
            Of::Unknown => Inner::Other,
            Of::Secrets | Of::AllSecrets => match names.fold(Part::Secret, Part::member) {
                Part::Scalar | Part::Other => Inner::Other,
                _ => Inner::Value,
            },
        }
    }
}
