//! What the name of a type tells without looking it up: that `Vec<String>` is a
//! list of scalars. Everything else is left to the constants of `PatchSchema`.

use proc_macro2::{Delimiter, Ident, TokenStream, TokenTree};
use quote::ToTokens;
use syn::{GenericArgument, PathArguments, Type, TypePath};

/// What a type is in JSON, as far as its name shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Known {
    Scalar,
    Map,
    List(Element),
    Unknown,
}

/// What the elements of a list are, as far as the name shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Element {
    Scalar,
    Map,
    List,
    Unknown,
}

const SCALARS: [&str; 18] = [
    "bool", "char", "str", "String", "u8", "u16", "u32", "u64", "u128", "usize", "i8", "i16",
    "i32", "i64", "i128", "isize", "f32", "f64",
];

/// Reads the name of a type.
pub(crate) fn known(ty: &Type) -> Known {
    match bare(ty) {
        Type::Reference(reference) => known(&reference.elem),
        Type::Slice(slice) => list_of(&slice.elem),
        Type::Path(path) => known_path(path),
        _ => Known::Unknown,
    }
}

fn known_path(path: &TypePath) -> Known {
    let segments = &path.path.segments;
    let of_std = segments.len() == 1
        || segments
            .first()
            .is_some_and(|first| ["std", "core", "alloc"].iter().any(|name| first.ident == name));
    let (true, None, Some(last)) = (of_std, &path.qself, segments.last()) else {
        return Known::Unknown;
    };
    let name = last.ident.to_string();
    let mut arguments = type_arguments(&last.arguments);
    match (name.as_str(), arguments.next()) {
        (name, None) if SCALARS.contains(&name) => Known::Scalar,
        ("Option" | "Box" | "Rc" | "Arc" | "Cow", Some(inner)) => known(inner),
        ("Vec" | "VecDeque" | "BTreeSet" | "HashSet", Some(element)) => list_of(element),
        ("BTreeMap" | "HashMap", Some(_)) => Known::Map,
        _ => Known::Unknown,
    }
}

fn list_of(element: &Type) -> Known {
    Known::List(match known(element) {
        Known::Scalar => Element::Scalar,
        Known::Map => Element::Map,
        Known::List(_) => Element::List,
        Known::Unknown => Element::Unknown,
    })
}

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

/// The type without parentheses, and without those that nobody sees around a type that
/// a `macro_rules!` passes on.
fn bare(mut ty: &Type) -> &Type {
    loop {
        ty = match ty {
            Type::Group(group) => &group.elem,
            Type::Paren(paren) => &paren.elem,
            other => return other,
        };
    }
}

/// Whether a value may be absent, if the name of its type shows it.
pub(crate) fn optional(ty: &Type) -> Option<bool> {
    let ty = bare(ty);
    if let Type::Path(TypePath { qself: None, path, .. }) = ty
        && let Some(last) = path.segments.last()
    {
        let pointer = ["Box", "Rc", "Arc"].iter().any(|name| last.ident == name);
        return match type_arguments(&last.arguments).next() {
            Some(_) if last.ident == "Option" => Some(true),
            Some(inner) if pointer => optional(inner),
            _ => (known(ty) != Known::Unknown).then_some(false),
        };
    }
    (known(ty) != Known::Unknown).then_some(false)
}

/// Whether a type that [`known`] takes for a scalar is a string.
pub(crate) fn is_string(ty: &Type) -> bool {
    match bare(ty) {
        Type::Reference(reference) => is_string(&reference.elem),
        Type::Path(TypePath { path, .. }) => {
            let Some(last) = path.segments.last() else { return false };
            let named = |names: &[&str]| names.iter().any(|name| last.ident == name);
            match type_arguments(&last.arguments).next() {
                Some(inner) => named(&["Option", "Box", "Rc", "Arc", "Cow"]) && is_string(inner),
                None => named(&["String", "str"]),
            }
        }
        _ => false,
    }
}

/// Whether this is the type of that name, maybe in a pointer or `Option`.
pub(crate) fn names_only(ty: &Type, own: &Ident) -> bool {
    let Type::Path(TypePath { qself: None, path, .. }) = bare(ty) else { return false };
    let Some(last) = path.segments.last() else { return false };
    let pointer = ["Option", "Box", "Rc", "Arc"].iter().any(|name| last.ident == name);
    match type_arguments(&last.arguments).next() {
        Some(inner) if pointer => names_only(inner, own),
        _ => path.segments.len() == 1 && (last.ident == *own || last.ident == "Self"),
    }
}

/// Whether this is serde's idea of a marker: a field that carries no data.
pub(crate) fn is_phantom(ty: &Type) -> bool {
    // serde doesn't look into parentheses here.
    let ty = match ty {
        Type::Group(group) => &group.elem,
        other => other,
    };
    matches!(ty, Type::Path(path)
        if path.path.segments.last().is_some_and(|last| last.ident == "PhantomData"))
}

/// Whether one of the names stands anywhere in the type.
pub(crate) fn mentions(ty: &Type, names: &[Ident]) -> bool {
    fn within(tokens: TokenStream, names: &[Ident]) -> bool {
        tokens.into_iter().any(|token| match token {
            TokenTree::Ident(ident) => names.contains(&ident),
            TokenTree::Group(group) => within(group.stream(), names),
            _ => false,
        })
    }
    within(ty.to_token_stream(), names)
}

/// The type as one writes it, for messages.
pub(crate) fn text(ty: &Type) -> String {
    let mut text = String::new();
    write(ty.to_token_stream(), &mut text);
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

#[cfg(test)]
mod tests {
    use proc_macro2::{Delimiter, Group, TokenStream};
    use quote::quote;
    use syn::{Type, parse_quote};

    use super::{
        Element, Known, is_phantom, is_string, known, mentions, names_only, optional, text,
    };

    /// As a `macro_rules!` passes a type on, and in parentheses.
    fn wrapped(ty: &TokenStream) -> [Type; 2] {
        let group = Group::new(Delimiter::None, ty.clone());
        [syn::parse2(quote!(#group)).unwrap(), syn::parse2(quote!((#ty))).unwrap()]
    }

    #[test]
    fn what_macros_pass_on_is_looked_into() {
        assert!(matches!(wrapped(&quote!(u8)), [Type::Group(_), Type::Paren(_)]));
        for ty in wrapped(&quote!(Vec<String>)) {
            assert_eq!(known(&ty), Known::List(Element::Scalar));
        }
        for ty in wrapped(&quote!(Option<String>)) {
            assert_eq!(optional(&ty), Some(true));
            assert!(is_string(&ty));
        }
        for ty in wrapped(&quote!(Own)) {
            assert!(names_only(&ty, &parse_quote!(Own)));
        }
        let [group, _] = wrapped(&quote!(PhantomData<u8>));
        assert!(is_phantom(&group));
    }

    #[test]
    fn what_cannot_be_absent_shows() {
        assert_eq!(optional(&parse_quote!(Box<Option<Pod>>)), Some(true));
        assert_eq!(optional(&parse_quote!(Vec<Option<Pod>>)), Some(false));
        assert_eq!(optional(&parse_quote!(&'static str)), Some(false));
        assert_eq!(optional(&parse_quote!((u8, u8))), None);
        assert_eq!(optional(&parse_quote!(Pod)), None);
    }

    #[test]
    fn strings_are_known_behind_references() {
        assert!(is_string(&parse_quote!(&'static str)));
        assert!(is_string(&parse_quote!(Cow<'static, str>)));
        assert!(!is_string(&parse_quote!(Vec<String>)));
        assert!(!is_string(&parse_quote!(&'static u8)));
    }

    #[test]
    fn a_type_is_itself_in_a_pointer_but_not_as_an_argument() {
        let own = parse_quote!(Own);
        assert!(names_only(&parse_quote!(Option<Box<Self>>), &own));
        assert!(!names_only(&parse_quote!(Wrapper<Own>), &own));
        assert!(!names_only(&parse_quote!(other::Own), &own));
    }

    #[test]
    fn a_parameter_is_found_in_brackets() {
        let names = [parse_quote!(T)];
        assert!(mentions(&parse_quote!([T; 4]), &names));
        assert!(!mentions(&parse_quote!([u8; 4]), &names));
    }

    #[test]
    fn names_of_the_standard_library_are_known() {
        assert_eq!(known(&parse_quote!(Option<String>)), Known::Scalar);
        assert_eq!(known(&parse_quote!(&'static str)), Known::Scalar);
        assert_eq!(known(&parse_quote!(Cow<'static, str>)), Known::Scalar);
        assert_eq!(known(&parse_quote!(Option<Vec<Pod>>)), Known::List(Element::Unknown));
        assert_eq!(known(&parse_quote!(Box<[u8]>)), Known::List(Element::Scalar));
        assert_eq!(known(&parse_quote!(Vec<Vec<Pod>>)), Known::List(Element::List));
        let map = parse_quote!(std::collections::BTreeMap<String, Pod>);
        assert_eq!(known(&map), Known::Map);
        for other in [parse_quote!(Pod), parse_quote!(my::Vec<u8>), parse_quote!(<T as A>::Vec)] {
            assert_eq!(known(&other), Known::Unknown);
        }
    }

    #[test]
    fn types_read_as_written() {
        let ty = parse_quote!(std::collections::BTreeMap<&'static str, Box<dyn A + B>>);
        assert_eq!(text(&ty), "std::collections::BTreeMap<&'static str, Box<dyn A + B>>");
        assert_eq!(text(&parse_quote!(<T as A>::B)), "<T as A>::B");
        assert_eq!(text(&parse_quote!([u8; 4])), "[u8; 4]");
    }
}
