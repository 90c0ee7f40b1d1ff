//! Reads `#[patch(...)]`: the attributes as they are written, with their places. `check.rs`
//! checks the combinations.
//!
//! To add an attribute, add a name to `names.rs`, a member to a struct below,
//! an arm where the struct is filled, and a reader in `value.rs`.

use proc_macro2::Span;
use syn::punctuated::Punctuated;
use syn::{Attribute, LitStr, Meta, Path, Token, WherePredicate};

use smp_rules::{ListType, MapType, Part, Strategy};

use crate::ctxt::Ctxt;
use crate::malformed;
use crate::names::{CONTAINER, FIELD, is_of_serde};
use crate::spelling::{choice, did_you_mean};
use crate::ty::text_of;
use crate::value::{self, MapKey, Spanned, name_of};

/// The attributes of a struct or enum.
#[derive(Default)]
pub(crate) struct ContainerPatch {
    pub(crate) krate: Option<Path>,
    pub(crate) bound: Option<Vec<WherePredicate>>,
    pub(crate) leaf: Option<Span>,
    pub(crate) map_type: Option<Spanned<MapType>>,
    pub(crate) union: Option<Span>,
    pub(crate) exactly_one: Option<Span>,
    pub(crate) allow_inactive_member: Option<Span>,
    pub(crate) unenforced: Option<Span>,
}

/// The attributes of a field.
#[derive(Default)]
pub(crate) struct FieldPatch {
    pub(crate) strategy: Option<Spanned<Strategy>>,
    pub(crate) merge_key: Option<LitStr>,
    pub(crate) list_map_keys: Option<Spanned<Vec<MapKey>>>,
    pub(crate) list_type: Option<Spanned<ListType>>,
    pub(crate) map_type: Option<Spanned<MapType>>,
    pub(crate) leaf: Option<Span>,
    pub(crate) discriminator: Option<Span>,
    pub(crate) union_member: Option<Span>,
    pub(crate) empty_is_unset: Option<Span>,
    /// The value by which the discriminator names the member.
    pub(crate) value: Option<LitStr>,
    /// The names of all attributes, including those with an unreadable value: a mistake in one
    /// attribute must not cause messages about others.
    written: Vec<String>,
}

impl ContainerPatch {
    /// The attributes of a union, each with its name and place.
    pub(crate) fn of_union(&self) -> impl Iterator<Item = (&'static str, Span)> {
        [
            ("union", self.union),
            ("exactly_one", self.exactly_one),
            ("allow_inactive_member", self.allow_inactive_member),
            ("unenforced", self.unenforced),
        ]
        .into_iter()
        .filter_map(|(name, span)| span.map(|span| (name, span)))
    }

    pub(crate) fn read(ctxt: &Ctxt, attributes: &[Attribute]) -> Self {
        let mut read = Self::default();
        for meta in once_each(ctxt, attributes).0 {
            match name_of(&meta).as_str() {
                "crate" => read.krate = value::path(ctxt, &meta),
                "bound" => read.bound = value::bound(ctxt, &meta),
                "leaf" => read.leaf = value::flag(ctxt, &meta),
                "map_type" => read.map_type = value::map_type(ctxt, &meta),
                "union" => read.union = value::flag(ctxt, &meta),
                "exactly_one" => read.exactly_one = value::flag(ctxt, &meta),
                "allow_inactive_member" => read.allow_inactive_member = value::flag(ctxt, &meta),
                "unenforced" => read.unenforced = value::flag(ctxt, &meta),
                _ => unknown(ctxt, &meta, &TYPE, &OF_FIELD),
            }
        }
        read
    }
}

impl FieldPatch {
    /// The place where this part of the metadata is written.
    pub(crate) fn span_of(&self, part: Part) -> Option<Span> {
        match part {
            Part::Strategy => self.strategy.map(|strategy| strategy.span),
            Part::MergeKey => self.merge_key.as_ref().map(LitStr::span),
            Part::ListType => self.list_type.map(|list_type| list_type.span),
            Part::ListMapKeys => self.list_map_keys.as_ref().map(|keys| keys.span),
        }
    }

    pub(crate) fn read(ctxt: &Ctxt, attributes: &[Attribute]) -> Self {
        let (metas, unreadable) = once_each(ctxt, attributes);
        let mut read = Self { written: unreadable, ..Self::default() };
        for meta in metas {
            let name = name_of(&meta);
            match name.as_str() {
                "strategy" => read.strategy = value::strategy(ctxt, &meta),
                "merge_key" => read.merge_key = value::field_name(ctxt, &meta),
                "list_map_keys" => read.list_map_keys = value::map_keys(ctxt, &meta),
                "list_type" => read.list_type = value::list_type(ctxt, &meta),
                "map_type" => read.map_type = value::map_type(ctxt, &meta),
                "leaf" => read.leaf = value::flag(ctxt, &meta),
                "discriminator" => read.discriminator = value::flag(ctxt, &meta),
                "union_member" => read.union_member = value::flag(ctxt, &meta),
                "empty_is_unset" => read.empty_is_unset = value::flag(ctxt, &meta),
                "value" => read.value = value::discriminated(ctxt, &meta),
                _ => {
                    unknown(ctxt, &meta, &OF_FIELD, &TYPE);
                    // The intended attribute counts as written.
                    read.written.extend(meant(&name).map(str::to_owned));
                }
            }
            read.written.push(name);
        }
        read
    }

    /// Whether the attribute is present, even if its value can't be read.
    pub(crate) fn has(&self, name: &str) -> bool {
        self.written.iter().any(|written| written == name)
    }

    /// The attributes, each with its name and place.
    pub(crate) fn places(&self) -> impl Iterator<Item = (&'static str, Span)> {
        [
            ("strategy", self.strategy.map(|strategy| strategy.span)),
            ("merge_key", self.merge_key.as_ref().map(LitStr::span)),
            ("list_map_keys", self.list_map_keys.as_ref().map(|keys| keys.span)),
            ("list_type", self.list_type.map(|list_type| list_type.span)),
            ("map_type", self.map_type.map(|map_type| map_type.span)),
            ("leaf", self.leaf),
            ("discriminator", self.discriminator),
            ("union_member", self.union_member),
            ("empty_is_unset", self.empty_is_unset),
            ("value", self.value.as_ref().map(LitStr::span)),
        ]
        .into_iter()
        .filter_map(|(name, span)| span.map(|span| (name, span)))
    }
}

/// The entries of all `#[patch(...)]` of a type, variant or field, without duplicates, and the
/// names in entries that can't be read.
fn once_each(ctxt: &Ctxt, attributes: &[Attribute]) -> (Vec<Meta>, Vec<String>) {
    let mut metas: Vec<Meta> = Vec::new();
    let mut unreadable = Vec::new();
    for attribute in attributes.iter().filter(|attribute| attribute.path().is_ident("patch")) {
        let Meta::List(list) = &attribute.meta else {
            ctxt.error_on(
                &attribute.meta,
                "write the patch attributes in parentheses: `#[patch(…)]`",
            );
            continue;
        };
        if malformed::explain(ctxt, &list.tokens) {
            unreadable.extend(malformed::names(&list.tokens));
            continue;
        }
        match list.parse_args_with(Punctuated::<Meta, Token![,]>::parse_terminated) {
            Ok(parsed) => {
                for meta in parsed {
                    if metas.iter().any(|earlier| name_of(earlier) == name_of(&meta)) {
                        let name = name_of(&meta);
                        ctxt.error_on(&meta, format!("duplicate patch attribute `{name}`"));
                    } else {
                        metas.push(meta);
                    }
                }
            }
            Err(error) => {
                ctxt.push(error);
                unreadable.extend(malformed::names(&list.tokens));
            }
        }
    }
    (metas, unreadable)
}

/// A kind of place, and the attributes that it may have.
struct Known {
    place: &'static str,
    attributes: &'static [&'static str],
}

const TYPE: Known = Known { place: "type", attributes: &CONTAINER };
const OF_FIELD: Known = Known { place: "field", attributes: &FIELD };

fn unknown(ctxt: &Ctxt, meta: &Meta, here: &Known, elsewhere: &Known) {
    let name = name_of(meta);
    let (place, allowed) = (here.place, choice(here.attributes));
    let message = if elsewhere.attributes.contains(&name.as_str()) {
        format!(
            "`{name}` is a patch attribute of a {}, not of a {place}; here {} are known",
            elsewhere.place,
            allowed.replace(" or ", " and ")
        )
    } else if is_of_serde(&name) {
        format!("`{name}` is an attribute of serde; write `#[serde({})]`", text_of(meta))
    } else if let [first, others @ ..] = &value::attributes_of(&name)[..] {
        let of = |attribute: &&str| format!("`{attribute} = \"{name}\"`");
        let all = others.iter().fold(of(first), |all, next| format!("{all} or {}", of(next)));
        let fields =
            if here.attributes.contains(first) { "" } else { " on the fields of this type" };
        format!("`{name}` is the value of a patch attribute; write {all}{fields}")
    } else {
        let meant = meant(&name).filter(|meant| here.attributes.contains(meant)).map_or_else(
            || did_you_mean(without_prefix(&name), here.attributes),
            |meant| format!(" (did you mean `{meant}`?)"),
        );
        format!("unknown patch attribute `{name}`{meant}; a {place} may have {allowed}")
    };
    ctxt.error_on(meta.path(), message);
}

/// Maps common wrong names to the intended attribute.
fn meant(name: &str) -> Option<&'static str> {
    match name {
        "key" => Some("merge_key"),
        "keys" | "merge_keys" => Some("list_map_keys"),
        _ => value::attributes_of(name).first().copied(),
    }
}

/// The name without the prefix of Go's struct tags, such as `patchStrategy` and
/// `patchMergeKey`, and of `OpenAPI`, such as `x_kubernetes_list_type`.
fn without_prefix(name: &str) -> &str {
    let name = name.strip_prefix("x_kubernetes_").unwrap_or(name);
    name.strip_prefix("patch").filter(|rest| !rest.is_empty()).unwrap_or(name)
}
