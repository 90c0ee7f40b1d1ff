//! The settings where the documents about strategic merge patch and Kubernetes
//! disagree: semantics option-1 to option-6.

use smp_schema::Limits;

/// How the engine decides where the sources leave a choice: two presets, each
/// setting selectable alone.
///
/// ```
/// use smp_core::{ElementOrder, MergeKeys, Options};
/// // What a cluster does, but ports 53/TCP and 53/UDP stay two.
/// let options = Options::kubernetes().merge_keys(MergeKeys::ListMapKeys);
/// assert_eq!(options.element_order, ElementOrder::Interleaved);
/// assert_eq!(Options::default(), Options::kubernetes());
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Options {
    /// Where server-only items of a merged list go.
    pub element_order: ElementOrder,
    /// What `$patch` does to an object.
    pub map_directives: MapDirectives,
    /// What identifies an element of a merge list.
    pub merge_keys: MergeKeys,
    /// What becomes of unions when a patch is applied.
    pub unions: Unions,
    /// What becomes of fields that the schema doesn't have.
    pub unknown_fields: UnknownFields,
    /// How much an operation takes on.
    pub limits: Limits,
}

/// The order of a merged list: how the items that the patch orders and the
/// server-only ones become one sequence. Neither is reordered in itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum ElementOrder {
    /// As Kubernetes: both sequences are walked, and a server-only item goes
    /// first only if it stands before the ordered one in live: semantics order-2.
    #[default]
    Interleaved,
    /// All server-only items, then all ordered ones: semantics order-3.
    ServerOnlyFirst,
}

/// What `$patch: delete` and `$patch: replace` in an object do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum MapDirectives {
    /// As Kubernetes: `delete` leaves `{}` where live has the object, and an
    /// object with either directive is dropped where live has none.
    #[default]
    Kubernetes,
    /// As documented: `delete` removes the field, `replace` sets it.
    Documented,
}

/// What identifies an element of a merge list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum MergeKeys {
    /// The one patch merge key, as Kubernetes; all list map keys for a list
    /// that has no patch merge key, as those of custom resources.
    #[default]
    PatchMergeKey,
    /// All list map keys, where the schema has them, with their defaults.
    ListMapKeys,
}

/// What becomes of unions when a patch is applied.
///
/// The operations on Rust types normalize and validate those unions that are Rust
/// enums in any case: their result would be no value of the type otherwise.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum Unions {
    /// As Kubernetes: nothing. What the patch leaves behind stays.
    #[default]
    Ignore,
    /// The result is [normalized](crate::Document::normalize), with live as what
    /// was there before.
    ///
    /// A diff is not affected: what it leads to, it leads to still, except that
    /// discriminators that aren't set are written.
    Normalize,
    /// The result is normalized and then
    /// [validated](crate::Document::validate_unions): what is left of a broken
    /// union is an error.
    NormalizeAndValidate,
}

/// What becomes of a field that the schema doesn't have.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum UnknownFields {
    /// As Kubernetes: scalars pass; an object or list that stands on both sides
    /// is an error, since nobody knows how to merge it.
    #[default]
    Reject,
    /// As a JSON merge patch (RFC 7396): objects merge, lists are replaced.
    Replace,
}

impl Options {
    /// The result is what a cluster would return.
    #[must_use]
    pub const fn kubernetes() -> Self {
        Self {
            element_order: ElementOrder::Interleaved,
            map_directives: MapDirectives::Kubernetes,
            merge_keys: MergeKeys::PatchMergeKey,
            unions: Unions::Ignore,
            unknown_fields: UnknownFields::Reject,
            limits: Limits::new(),
        }
    }

    /// The result is what the worked examples of the documents about strategic
    /// merge patch say.
    #[must_use]
    pub const fn documented() -> Self {
        Self {
            element_order: ElementOrder::ServerOnlyFirst,
            map_directives: MapDirectives::Documented,
            unions: Unions::Normalize,
            ..Self::kubernetes()
        }
    }

    /// The same options with another element order.
    #[must_use]
    pub const fn element_order(mut self, setting: ElementOrder) -> Self {
        self.element_order = setting;
        self
    }

    /// The same options with another meaning of `$patch` in objects.
    #[must_use]
    pub const fn map_directives(mut self, setting: MapDirectives) -> Self {
        self.map_directives = setting;
        self
    }

    /// The same options with other merge keys.
    #[must_use]
    pub const fn merge_keys(mut self, setting: MergeKeys) -> Self {
        self.merge_keys = setting;
        self
    }

    /// The same options with another treatment of unions.
    #[must_use]
    pub const fn unions(mut self, setting: Unions) -> Self {
        self.unions = setting;
        self
    }

    /// The same options with another treatment of unknown fields.
    #[must_use]
    pub const fn unknown_fields(mut self, setting: UnknownFields) -> Self {
        self.unknown_fields = setting;
        self
    }

    /// The same options with other limits.
    #[must_use]
    pub const fn limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }
}

/// [`Options::kubernetes`].
impl Default for Options {
    fn default() -> Self {
        Self::kubernetes()
    }
}
