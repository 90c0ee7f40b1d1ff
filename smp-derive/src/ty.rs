//! Facts that the tokens of a type show: that it is an `Option`, the type itself, or depends on
//! a parameter. Its JSON form is known only to the constants of `PatchSchema`.

use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream, TokenTree};
use quote::ToTokens;
use syn::{GenericArgument, PathArguments, Type, TypePath};

fn type_arguments(arguments: &PathArguments) -> impl Iterator<Item = &Type> {
    let arguments = match arguments {
        PathArguments::AngleBracketed(arguments) => Some(&arguments.args),
        _ => None,
    };
    arguments.into_iter().flatten().filter_map(|argument| match argument {
        GenericArgument::Type(ty) => Some(ty),
        _ => None,
    })
}

/// The type without parentheses, and without the invisible groups around a type that a
/// `macro_rules!` passes on.
fn bare(mut ty: &Type) -> &Type {
    loop {
        ty = match ty {
            Type::Group(group) => &group.elem,
            Type::Paren(paren) => &paren.elem,
            other => return other,
        };
    }
}

/// Whether this is `Option<…>`, or one in a `Box`, `Rc` or `Arc`.
pub(crate) fn is_option(ty: &Type) -> bool {
    let Type::Path(TypePath { qself: None, path, .. }) = bare(ty) else { return false };
    let Some(last) = path.segments.last() else { return false };
    let pointer = ["Box", "Rc", "Arc"].iter().any(|name| last.ident == name);
    match type_arguments(&last.arguments).next() {
        Some(_) if last.ident == "Option" => true,
        Some(inner) => pointer && is_option(inner),
        None => false,
    }
}

/// Whether this is an array or a tuple, or one in an `Option` or a pointer.
pub(crate) fn has_fixed_length(ty: &Type) -> bool {
    match bare(ty) {
        Type::Array(_) | Type::Tuple(_) => true,
        Type::Path(TypePath { qself: None, path, .. }) => {
            let outer = ["Option", "Box", "Arc"];
            path.segments.last().is_some_and(|last| {
                outer.iter().any(|name| last.ident == name)
                    && type_arguments(&last.arguments).next().is_some_and(has_fixed_length)
            })
        }
        _ => false,
    }
}

/// Whether this is the type with the name `own`, or one in an `Option`, `Box`, `Rc` or `Arc`.
pub(crate) fn names_only(ty: &Type, own: &Ident) -> bool {
    let Type::Path(TypePath { qself: None, path, .. }) = bare(ty) else { return false };
    let Some(last) = path.segments.last() else { return false };
    let pointer = ["Option", "Box", "Rc", "Arc"].iter().any(|name| last.ident == name);
    match type_arguments(&last.arguments).next() {
        Some(inner) if pointer => names_only(inner, own),
        _ => path.segments.len() == 1 && (last.ident == *own || last.ident == "Self"),
    }
}

/// Whether serde treats a field of this type as a marker without data.
pub(crate) fn is_phantom(ty: &Type) -> bool {
    // serde doesn't look into parentheses here.
    let ty = match ty {
        Type::Group(group) => &group.elem,
        other => other,
    };
    matches!(ty, Type::Path(path)
        if path.path.segments.last().is_some_and(|last| last.ident == "PhantomData"))
}

/// Whether one of the names occurs anywhere in the type.
pub(crate) fn mentions(ty: &Type, names: &[Ident]) -> bool {
    fn within(tokens: TokenStream, names: &[Ident]) -> bool {
        tokens.into_iter().any(|token| match token {
            TokenTree::Ident(ident) => names.contains(&ident),
            TokenTree::Group(group) => within(group.stream(), names),
            _ => false,
        })
    }
    // Most types are paths, where a search without tokens is many times faster.
    let Type::Path(TypePath { qself: None, path, .. }) = ty else {
        return within(ty.to_token_stream(), names);
    };
    path.segments.iter().any(|segment| {
        names.contains(&segment.ident)
            || match &segment.arguments {
                PathArguments::None => false,
                PathArguments::AngleBracketed(arguments) => {
                    arguments.args.iter().any(|argument| match argument {
                        GenericArgument::Type(ty) => mentions(ty, names),
                        other => within(other.to_token_stream(), names),
                    })
                }
                PathArguments::Parenthesized(arguments) => {
                    within(arguments.to_token_stream(), names)
                }
            }
    })
}

/// Whether a type parameter is itself part of the type. Associated types of
/// parameters, such as `T::Item`, are added to `associated`: they need a bound of
/// their own.
pub(crate) fn uses(ty: &Type, param: &Ident, associated: &mut Vec<Type>) -> bool {
    let params = core::slice::from_ref(param);
    match bare(ty) {
        Type::Path(path) => {
            let first = path.path.segments.first();
            let of_param = path.path.segments.len() > 1
                && path.qself.is_none()
                && first.is_some_and(|first| first.ident == *param);
            let of_cast = path.qself.as_ref().is_some_and(|of| mentions(&of.ty, params));
            if of_param || of_cast {
                associated.push(ty.clone());
                return false;
            }
            let mut used = path.path.is_ident(param);
            for segment in &path.path.segments {
                for argument in type_arguments(&segment.arguments) {
                    used |= uses(argument, param, associated);
                }
            }
            used
        }
        Type::Reference(reference) => uses(&reference.elem, param, associated),
        Type::Slice(slice) => uses(&slice.elem, param, associated),
        Type::Array(array) => uses(&array.elem, param, associated),
        Type::Tuple(tuple) => {
            let used = tuple.elems.iter().filter(|element| uses(element, param, associated));
            used.count() > 0
        }
        other => mentions(other, params),
    }
}

/// The type with usual spacing, for messages.
pub(crate) fn text(ty: &Type) -> String {
    text_of(ty)
}

/// The syntax with usual spacing, for messages.
pub(crate) fn text_of(syntax: &impl ToTokens) -> String {
    let mut text = String::new();
    write(syntax.to_token_stream(), &mut text);
    text
}

fn write(tokens: TokenStream, text: &mut String) {
    for token in tokens {
        match token {
            TokenTree::Group(group) => {
                let (open, close) = match group.delimiter() {
                    Delimiter::Parenthesis => ("(", ")"),
                    Delimiter::Bracket => ("[", "]"),
                    Delimiter::Brace => ("{", "}"),
                    Delimiter::None => ("", ""),
                };
                text.push_str(open);
                write(group.stream(), text);
                text.push_str(close);
            }
            TokenTree::Punct(punct) => {
                let c = punct.as_char();
                if c == '+' || c == '=' {
                    text.push(' ');
                }
                text.push(c);
                if matches!(c, ',' | ';' | '+' | '=') {
                    text.push(' ');
                }
            }
            word => {
                if text.ends_with(|c: char| c.is_alphanumeric() || c == '_') {
                    text.push(' ');
                }
                text.push_str(&word.to_string());
            }
        }
    }
}

/// The tokens of the type. With `own`, the name of the struct, they are for a place outside of the
/// implementation: `Self`, which has no meaning there, is replaced.
pub(crate) fn written(ty: &Type, own: Option<&Ident>) -> TokenStream {
    let tokens = ty.to_token_stream();
    match own {
        Some(own) if mentions(ty, &[Ident::new("Self", Span::call_site())]) => {
            without_self(tokens, own)
        }
        _ => tokens,
    }
}

/// Replaces `Self` by this name.
fn without_self(tokens: TokenStream, name: &Ident) -> TokenStream {
    let replace = |token| match token {
        TokenTree::Ident(ident) if ident == "Self" => {
            let mut name = name.clone();
            name.set_span(ident.span());
            name.into()
        }
        TokenTree::Group(group) => {
            let mut inner = Group::new(group.delimiter(), without_self(group.stream(), name));
            inner.set_span(group.span());
            inner.into()
        }
        other => other,
    };
    tokens.into_iter().map(replace).collect()
}

/// A type of the standard library that threads can't share.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Unshared {
    Rc,
    RefCell,
    Cell,
}

/// The first type written anywhere in a type that threads can't share. `Cell` counts only with its
/// module, since it is a common name for other types.
pub(crate) fn unshared(ty: &Type) -> Option<Unshared> {
    fn search(tokens: TokenStream) -> Option<Unshared> {
        let (mut named, mut in_cell) = (None, false);
        tokens.into_iter().find_map(|token| {
            let before = named.take();
            match &token {
                TokenTree::Punct(punct) if punct.as_char() == '<' && before.is_some() => before,
                TokenTree::Punct(punct) => {
                    in_cell &= punct.as_char() == ':';
                    None
                }
                TokenTree::Group(group) => search(group.stream()),
                TokenTree::Ident(ident) => {
                    named = match ident.to_string().as_str() {
                        "Rc" => Some(Unshared::Rc),
                        "RefCell" => Some(Unshared::RefCell),
                        "Cell" if in_cell => Some(Unshared::Cell),
                        _ => None,
                    };
                    in_cell = ident == "cell";
                    None
                }
                TokenTree::Literal(_) => None,
            }
        })
    }
    search(ty.to_token_stream())
}

/// Whether this is a list or map of the standard library whose elements are the type with the name
/// `own`, possibly inside other lists, maps, options and pointers.
pub(crate) fn contains_only(ty: &Type, own: &Ident) -> bool {
    let ty = bare(ty);
    if let Type::Array(array) = ty {
        return is_or_contains(&array.elem, own);
    }
    let Type::Path(TypePath { qself: None, path, .. }) = ty else { return false };
    let Some(last) = path.segments.last() else { return false };
    let mut arguments = type_arguments(&last.arguments);
    let first = arguments.next();
    match last.ident.to_string().as_str() {
        "Vec" | "VecDeque" | "BTreeSet" | "HashSet" => {
            first.is_some_and(|element| is_or_contains(element, own))
        }
        "BTreeMap" | "HashMap" => arguments.next().is_some_and(|value| is_or_contains(value, own)),
        "Option" | "Box" | "Arc" => match first.map(bare) {
            Some(Type::Slice(slice)) => is_or_contains(&slice.elem, own),
            Some(inner) => contains_only(inner, own),
            None => false,
        },
        _ => false,
    }
}

fn is_or_contains(ty: &Type, own: &Ident) -> bool {
    names_only(ty, own) || contains_only(ty, own)
}

/// The key of the first map of the standard library in a type, if it is a tuple or a list.
pub(crate) fn list_as_key(ty: &Type) -> Option<&Type> {
    let Type::Path(TypePath { qself: None, path, .. }) = bare(ty) else { return None };
    let last = path.segments.last()?;
    if ["BTreeMap", "HashMap"].iter().any(|name| last.ident == name)
        && let Some(key) = type_arguments(&last.arguments).next()
        && is_list(key)
    {
        return Some(key);
    }
    type_arguments(&last.arguments).find_map(list_as_key)
}

fn is_list(ty: &Type) -> bool {
    match bare(ty) {
        Type::Tuple(tuple) => !tuple.elems.is_empty(),
        Type::Array(_) => true,
        Type::Path(TypePath { qself: None, path, .. }) => {
            path.segments.last().is_some_and(|last| {
                last.ident == "Vec" && type_arguments(&last.arguments).next().is_some()
            })
        }
        _ => false,
    }
}

/// Whether this is a trait object, or one in a pointer or a container of the standard library.
pub(crate) fn is_dyn(ty: &Type) -> bool {
    match bare(ty) {
        Type::TraitObject(_) => true,
        Type::Path(TypePath { qself: None, path, .. }) => {
            let outer = ["Option", "Box", "Arc", "Vec", "VecDeque", "BTreeMap", "HashMap"];
            path.segments.last().is_some_and(|last| {
                outer.iter().any(|name| last.ident == name)
                    && type_arguments(&last.arguments).any(is_dyn)
            })
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use proc_macro2::{Delimiter, Group, TokenStream};
    use quote::quote;
    use syn::{Type, parse_quote};

    use super::{
        Unshared, contains_only, is_option, is_phantom, list_as_key, mentions, names_only, text,
        unshared, uses,
    };

    /// The type as a `macro_rules!` passes it on, and in parentheses.
    fn wrapped(ty: &TokenStream) -> [Type; 2] {
        let group = Group::new(Delimiter::None, ty.clone());
        [syn::parse2(quote!(#group)).unwrap(), syn::parse2(quote!((#ty))).unwrap()]
    }

    #[test]
    fn what_macros_pass_on_is_looked_into() {
        assert!(matches!(wrapped(&quote!(u8)), [Type::Group(_), Type::Paren(_)]));
        for ty in wrapped(&quote!(Option<String>)) {
            assert!(is_option(&ty));
        }
        for ty in wrapped(&quote!(Own)) {
            assert!(names_only(&ty, &parse_quote!(Own)));
        }
        let [group, _] = wrapped(&quote!(PhantomData<u8>));
        assert!(is_phantom(&group));
    }

    #[test]
    fn an_option_shows_in_pointers() {
        assert!(is_option(&parse_quote!(Box<Option<Pod>>)));
        assert!(!is_option(&parse_quote!(Vec<Option<Pod>>)));
        assert!(!is_option(&parse_quote!(Option)), "a type of the user's");
        assert!(!is_option(&parse_quote!((u8, u8))));
    }

    #[test]
    fn a_type_is_itself_in_a_pointer_but_not_as_an_argument() {
        let own = parse_quote!(Own);
        assert!(names_only(&parse_quote!(Option<Box<Self>>), &own));
        assert!(!names_only(&parse_quote!(Wrapper<Own>), &own));
        assert!(!names_only(&parse_quote!(other::Own), &own));
    }

    #[test]
    fn what_threads_cannot_share_is_found_by_its_name() {
        for (ty, found) in [
            (parse_quote!(Vec<Rc<str>>), Some(Unshared::Rc)),
            (parse_quote!((u8, std::cell::RefCell<u8>)), Some(Unshared::RefCell)),
            (parse_quote!(Option<std::cell::Cell<u8>>), Some(Unshared::Cell)),
            (parse_quote!(Rc), None),
            // A cell of a table.
            (parse_quote!(Cell<u8>), None),
            (parse_quote!(cell<Cell<u8>>), None),
            (parse_quote!(table::Cell<u8>), None),
        ] {
            assert_eq!(unshared(&ty), found, "{}", text(&ty));
        }
    }

    #[test]
    fn a_list_of_the_type_itself_is_found_through_lists_and_maps() {
        let own = parse_quote!(Own);
        for ty in [
            parse_quote!(Vec<Own>),
            parse_quote!(Option<Box<[Self]>>),
            parse_quote!(BTreeMap<String, Vec<Option<Own>>>),
            parse_quote!([Box<Own>; 2]),
        ] {
            assert!(contains_only(&ty, &own), "{}", text(&ty));
        }
        for ty in [parse_quote!(Own), parse_quote!(Vec<Node<Own>>), parse_quote!(BTreeMap<Own, u8>)]
        {
            assert!(!contains_only(&ty, &own), "{}", text(&ty));
        }
    }

    #[test]
    fn a_list_is_no_key() {
        let key = |ty: Type| list_as_key(&ty).map(text);
        assert_eq!(key(parse_quote!(Vec<BTreeMap<(u8, u8), u8>>)), Some("(u8, u8)".to_owned()));
        assert_eq!(key(parse_quote!(HashMap<Vec<u8>, u8>)), Some("Vec<u8>".to_owned()));
        assert_eq!(key(parse_quote!(HashMap<Name, (u8, u8)>)), None);
    }

    #[test]
    fn a_parameter_is_found_in_brackets() {
        let names = [parse_quote!(T)];
        assert!(mentions(&parse_quote!([T; 4]), &names));
        assert!(!mentions(&parse_quote!([u8; 4]), &names));
    }

    #[test]
    fn an_associated_type_is_not_its_parameter() {
        let of = |ty: Type| {
            let mut associated = Vec::new();
            let used = uses(&ty, &parse_quote!(T), &mut associated);
            (used, associated.iter().map(text).collect::<Vec<_>>())
        };
        assert_eq!(of(parse_quote!(Vec<T>)), (true, vec![]));
        assert_eq!(of(parse_quote!(Vec<T::Item>)), (false, vec!["T::Item".to_owned()]));
        assert_eq!(of(parse_quote!((T, <T as A>::B))), (true, vec!["<T as A>::B".to_owned()]));
        assert_eq!(of(parse_quote!([U; 4])), (false, vec![]));
        assert_eq!(of(parse_quote!((U, u8))), (false, vec![]));
    }

    #[test]
    fn types_read_as_written() {
        let ty = parse_quote!(std::collections::BTreeMap<&'static str, Box<dyn A + B>>);
        assert_eq!(text(&ty), "std::collections::BTreeMap<&'static str, Box<dyn A + B>>");
        assert_eq!(text(&parse_quote!(<T as A>::B)), "<T as A>::B");
        assert_eq!(text(&parse_quote!([u8; 4])), "[u8; 4]");
    }
}
