//! [`Options`]: the settings, mostly about cases in which Kubernetes and the documentation
//! of strategic merge patch disagree: semantics option-1 to option-7.

use smp_schema::Limits;

/// The settings of the engine. There are two presets, [`kubernetes`](Self::kubernetes)
/// and [`documented`](Self::documented); each setting can be changed by itself.
///
/// ```
/// use smp_core::{ElementOrder, MergeKeys, Options};
/// // As a cluster, except that ports 53/TCP and 53/UDP are two elements.
/// let options = Options::kubernetes().merge_keys(MergeKeys::ListMapKeys);
/// assert_eq!(options.element_order, ElementOrder::Interleaved);
/// assert_eq!(Options::default(), Options::kubernetes());
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Options {
    /// The place of server-only items in a merged list.
    pub element_order: ElementOrder,
    /// The effect of `$patch` in an object.
    pub map_directives: MapDirectives,
    /// The keys that identify an element of a merge list.
    pub merge_keys: MergeKeys,
    /// Whether unions are normalized and validated when a patch is applied.
    pub unions: Unions,
    /// The rules by which members of a union may be set together.
    pub union_rules: UnionRules,
    /// How fields that are not in the schema are merged.
    pub unknown_fields: UnknownFields,
    /// When two values are equal, for diffs and conflicts. A merge does not use it.
    pub equality: Equality,
    /// The maximal size and depth of inputs.
    pub limits: Limits,
}

/// The order of a merged list: how the items that the patch orders and the server-only
/// items are combined. The order within each of the two groups is kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum ElementOrder {
    /// As Kubernetes: the two groups are merged like sorted lists. A server-only item
    /// comes before the next ordered item only if it does so in live: semantics order-2.
    #[default]
    Interleaved,
    /// As documented: all server-only items, then all ordered ones (semantics order-3). A patch list that
    /// isn't a part of its order list is an error wherever it occurs (semantics order-14), also if the
    /// order list is empty (semantics order-8).
    ServerOnlyFirst,
}

/// The effect of `$patch: delete` and `$patch: replace` in an object, and when a diff writes
/// `$retainKeys`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum MapDirectives {
    /// As Kubernetes: `delete` sets the object to `{}` if live has it. If live doesn't have
    /// it, the patch object is ignored with either directive.
    #[default]
    Kubernetes,
    /// As documented: `delete` removes the field, `replace` sets it. Directives inside a replacement have
    /// no effect. A diff also writes an empty `$retainKeys`.
    Documented,
}

/// The keys that identify an element of a merge list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum MergeKeys {
    /// As Kubernetes: the patch merge key. A list without one, as in custom resources,
    /// uses all its list map keys.
    #[default]
    PatchMergeKey,
    /// All list map keys, with their defaults; the patch merge key if there are none.
    ListMapKeys,
}

/// Whether unions are normalized and validated when a patch is applied.
///
/// The operations on Rust types always normalize and validate unions that are Rust enums,
/// since an enum can't have two variants.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum Unions {
    /// As Kubernetes: neither. A member that the patch doesn't delete is kept, even if the
    /// patch sets another one.
    #[default]
    Ignore,
    /// The result is [normalized](crate::normalize), with live as the old object.
    ///
    /// A patch made by a diff still gives the modified object, except that discriminators
    /// that aren't set are written.
    ///
    /// A three-way diff normalizes modified, too, with original as the old object: the user's changes
    /// show which member is meant. If they don't, or if a member that the user added would be cleared,
    /// the diff fails: semantics three-way-18 to three-way-20.
    Normalize,
    /// The result is normalized and then
    /// [validated](crate::validate_unions). A union that is still violated is an error.
    NormalizeAndValidate,
}

/// The rules by which members of a union may be set together: semantics option-7.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum UnionRules {
    /// As Kubernetes: everything that the validation of API servers accepts, according to the schema.
    /// [Empty values](crate::UnionDef::empty_is_unset) count as absent, [inactive
    /// members](crate::UnionDef::allow_inactive_member) may stay, and unions that are [not
    /// enforced](crate::UnionDef::unenforced) are ignored.
    #[default]
    Kubernetes,
    /// As documented: at most one of the alternatives, even where API servers accept more.
    Documented,
}

/// How fields that are not in the schema are merged.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum UnknownFields {
    /// As Kubernetes: a scalar is replaced. An object or list that is both in live and in the
    /// patch is an error, since no metadata say how to merge it.
    #[default]
    Reject,
    /// As a JSON merge patch (RFC 7396): objects merge, lists are replaced.
    Replace,
}

/// When two values are equal, for [`diff`](crate::diff()), [`ThreeWay`](crate::ThreeWay),
/// [`changes`](crate::changes()) and [`conflicts`](crate::conflicts()): semantics value-12.
///
/// ```
/// use smp_core::{Equality, Options, ScalarType, SchemaBuilder};
/// let mut types = SchemaBuilder::new();
/// let quantity = types.scalar_of(ScalarType::Quantity);
/// let root = types.map(quantity);
/// let schema = types.build(root)?;
/// let options = Options::default().equality(Equality::Canonical);
/// let patch = smp_core::diff(r#"{"cpu":"1"}"#, r#"{"cpu":"1000m"}"#, &schema, &options)?;
/// assert!(patch.is_empty());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum Equality {
    /// Values are equal if they are written alike: semantics value-6.
    #[default]
    Exact,
    /// Values are equal if they mean the same for their type: cpu `1000m` and `1`, times, durations and
    /// bytes in several spellings, numbers of equal value. Empty lists and maps count as absent where API
    /// servers drop them, and a null in the modified document of a three-way diff does not delete. For
    /// controllers: servers return values in a spelling of their own, so that a controller that compares
    /// exactly would send the same patch again and again.
    Canonical,
}

impl Options {
    /// The preset with the results of a cluster.
    #[must_use]
    pub const fn kubernetes() -> Self {
        Self {
            element_order: ElementOrder::Interleaved,
            map_directives: MapDirectives::Kubernetes,
            merge_keys: MergeKeys::PatchMergeKey,
            unions: Unions::Ignore,
            union_rules: UnionRules::Kubernetes,
            unknown_fields: UnknownFields::Reject,
            equality: Equality::Exact,
            limits: Limits::new(),
        }
    }

    /// The preset that follows the documentation of strategic merge patch. The proposals also give
    /// some fields of Kubernetes' kinds the strategy `retainKeys`, which is part of the schema:
    /// `smp_openapi::overlays::retain_keys`.
    #[must_use]
    pub const fn documented() -> Self {
        Self {
            element_order: ElementOrder::ServerOnlyFirst,
            map_directives: MapDirectives::Documented,
            unions: Unions::Normalize,
            union_rules: UnionRules::Documented,
            ..Self::kubernetes()
        }
    }

    /// The same options with this element order.
    #[must_use]
    pub const fn element_order(mut self, setting: ElementOrder) -> Self {
        self.element_order = setting;
        self
    }

    /// The same options with this meaning of `$patch` in objects.
    #[must_use]
    pub const fn map_directives(mut self, setting: MapDirectives) -> Self {
        self.map_directives = setting;
        self
    }

    /// The same options with these merge keys.
    #[must_use]
    pub const fn merge_keys(mut self, setting: MergeKeys) -> Self {
        self.merge_keys = setting;
        self
    }

    /// The same options with this treatment of unions.
    #[must_use]
    pub const fn unions(mut self, setting: Unions) -> Self {
        self.unions = setting;
        self
    }

    /// The same options with these rules for unions.
    #[must_use]
    pub const fn union_rules(mut self, setting: UnionRules) -> Self {
        self.union_rules = setting;
        self
    }

    /// The same options with this treatment of unknown fields.
    #[must_use]
    pub const fn unknown_fields(mut self, setting: UnknownFields) -> Self {
        self.unknown_fields = setting;
        self
    }

    /// The same options with this equality.
    #[must_use]
    pub const fn equality(mut self, setting: Equality) -> Self {
        self.equality = setting;
        self
    }

    /// The same options with these limits.
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
