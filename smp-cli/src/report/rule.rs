//! Rule names in machine-readable reports.

use core::fmt::Debug;

use serde::{Serialize, Serializer};

impl Serialize for Rule {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.id())
    }
}

impl Rule {
    /// The rule with the same name as a kind of error or finding of the engine, if any.
    pub(crate) fn of(kind: impl Debug) -> Option<Self> {
        let name = format!("{kind:?}");
        Self::ALL.iter().copied().find(|rule| format!("{rule:?}") == name)
    }
}

/// Defines the rules: a variant, its name in reports, and what it means.
macro_rules! rules {
    ($($variant:ident $id:literal $about:literal;)*) => {
        /// The sort of a finding. The names are stable: programs and people filter by them.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
        pub(crate) enum Rule {
            $(#[doc = $about] $variant,)*
        }

        impl Rule {
            const ALL: &[Self] = &[$(Self::$variant,)*];

            /// The name in reports.
            pub(crate) const fn id(self) -> &'static str {
                match self { $(Self::$variant => $id,)* }
            }

            /// The meaning of the rule, in a sentence.
            pub(crate) const fn about(self) -> &'static str {
                match self { $(Self::$variant => $about,)* }
            }
        }
    };
}

// Sorted by name; docs/ci.md has the same table.
rules! {
    AmbiguousYaml "ambiguous-yaml" "YAML that kubectl reads in another way than smp.";
    BrokenPrecondition "broken-precondition" "A patch changes a field that it must not change.";
    Conflict "conflict" "Two sides, or two patches, change a field in different ways.";
    ContainerReplaced "container-replaced" "A value of another type that replaces a list or an object.";
    DefaultOverlay "default-overlay" "How a built-in overlay merges a custom resource.";
    Difference "difference" "An object differs, or would be changed.";
    DirectiveAsData "directive-as-data" "The name of a directive in a place where it is data.";
    ElementAbsent "element-absent" "An element to delete or to order that is not there.";
    ElementAdded "element-added" "An element that a patch adds, with `--no-create`.";
    ElementIncomplete "element-incomplete" "An element that a patch adds without fields that it must have.";
    ElementNearName "element-near-name" "An element that a patch adds, with nearly the name of another one.";
    ElementOrder "element-order" "An order list that does not fit its list.";
    EqualMergeKeys "equal-merge-keys" "Elements of a list with equal merge keys.";
    Error "error" "An error that has no rule of its own.";
    IncompatiblePatches "incompatible-patches" "Patches that no single patch can replace.";
    IneffectiveDirective "ineffective-directive" "A directive without effect.";
    InvalidDirective "invalid-directive" "A malformed directive.";
    InvalidJson "invalid-json" "Text that is not JSON.";
    InvalidSchema "invalid-schema" "A mistake in a schema, a definition or an overlay.";
    InvalidYaml "invalid-yaml" "Text that is not YAML, or YAML that Kubernetes does not accept.";
    LimitExceeded "limit-exceeded" "A document that is too long or nested too deep, or a run beyond a limit.";
    MergeKeyMissing "merge-key-missing" "An element of a list without its merge key.";
    MixedElements "mixed-elements" "A list of objects and other values.";
    NamedElementsDropped "named-elements-dropped" "A list with named elements is replaced as a whole.";
    NotAnObject "not-an-object" "A document that is not an object.";
    NullAsValue "null-as-value" "A null that a patch cannot set.";
    ObjectLeftOut "object-left-out" "An object of a patch that has no effect, because live has no such object.";
    RemovedKind "removed-kind" "An object of an API version that Kubernetes has removed.";
    Rename "rename" "A patch without a kind that would rename objects.";
    RepeatedKey "repeated-key" "A key that is in one object twice.";
    RetainKeys "retain-keys" "A list of retained keys that does not fit its object.";
    ScalarReplaced "scalar-replaced" "A list or an object that replaces a scalar.";
    SchemaWarning "schema-warning" "A part of a schema that is not clear, and how it is read.";
    TypeMismatch "type-mismatch" "A patch and an object have values of different types.";
    Union "union" "A union with more or fewer fields set than it may have.";
    UnknownDirective "unknown-directive" "A name that looks like a directive, but is none.";
    UnknownDiscriminator "unknown-discriminator" "A value that selects no field of its union.";
    UnknownField "unknown-field" "A field that the schema does not have.";
    UnknownKind "unknown-kind" "A kind without a schema.";
    UnknownRetainedKey "unknown-retained-key" "A retained key that the schema does not have.";
    UnreadableFile "unreadable-file" "A file that cannot be read.";
    UnusedPatch "unused-patch" "A patch that is for none of the objects.";
    Warning "warning" "A warning that has no rule of its own.";
    WrongScalar "wrong-scalar" "A scalar of another type than in the schema.";
}
