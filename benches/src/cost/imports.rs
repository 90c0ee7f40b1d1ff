//! Schemas to be imported: OpenAPI documents, custom resources, overlays.

use super::text::{field, list, object, plain};
use super::{Generator, Inputs, schema};

pub(super) const ALL: &[Generator] = &[
    Generator::new("a wide definition", 500, |n| Ok(open_api([("Root", wide(n, ""))]))),
    Generator::new("a chain of references", 500, |n| Ok(chain(n, "{\"$ref\":\"@\"}"))),
    Generator::new("a chain of properties", 500, |n| {
        Ok(chain(n, "{\"properties\":{\"next\":{\"$ref\":\"@\"}}}"))
    }),
    Generator::new("lists of a wide definition", 500, |n| Ok(lists_of_wide(n))),
    Generator::new("a list with many keys", 500, |n| Ok(open_api(many_keys(n)))),
    Generator::new("mistakes in a definition", 500, |n| Ok(open_api(mistakes(n, "Root")))),
    Generator::new("mistakes below a long name", 500, |n| Ok(mistakes_below_a_long_name(n))),
    Generator::new("warnings in a definition", 500, |n| {
        Ok(open_api([("Root", wide(n, ",\"x-kubernetes-list-type\":\"map\""))]))
    }),
    Generator::new("definitions of one name", 500, |n| {
        Ok(open_api((0..n).map(|_| ("Root", wide(1, "")))))
    }),
    Generator::new("a wide custom resource", 500, |n| Ok(custom(&wide(n, "")))),
    Generator::new("a custom resource with mistakes", 500, |n| {
        let [(_, schema)] = mistakes(n, "");
        Ok(custom(&schema))
    }),
    Generator::new("versions of a custom resource", 2_000, |n| Ok(versions(n))),
    Generator::new("a list of custom resources", 2_000, |n| Ok(list_of_definitions(n))),
    Generator::new("an overlay of many fields", 500, |n| overlay(n, "f")),
    Generator::new("an overlay of unknown fields", 500, |n| overlay(n, "unknown")),
];

fn open_api<'n>(definitions: impl IntoIterator<Item = (&'n str, String)>) -> Inputs {
    let named = definitions.into_iter().map(|(name, text)| format!("\"{name}\":{text}"));
    Inputs::OpenApi(field("definitions", &object(named)))
}

/// An object type with this number of lists of scalars. `more` is added to each of them.
fn wide(n: usize, more: &str) -> String {
    let list = "{\"type\":\"array\",\"items\":{\"type\":\"string\"}";
    let properties = object((0..n).map(|at| format!("\"{}\":{list}{more}}}", plain(at))));
    format!("{{\"type\":\"object\",\"properties\":{properties}}}")
}

/// A chain of definitions: each refers to the next one, by `link` with the name in place of
/// `@`.
fn chain(n: usize, link: &str) -> Inputs {
    let name = |at: usize| if at == 0 { "Root".to_owned() } else { plain(at) };
    let links = (0..n).map(|at| {
        let next = format!("#/definitions/{}", name(at + 1));
        format!("\"{}\":{}", name(at), link.replace('@', &next))
    });
    let last = format!("\"{}\":{}", name(n), wide(1, ""));
    Inputs::OpenApi(field("definitions", &object(links.chain([last]))))
}

/// Many lists of one type, whose merge key is the last of its many fields.
fn lists_of_wide(n: usize) -> Inputs {
    let scalar = |name: &str| format!("\"{name}\":{{\"type\":\"string\"}}");
    let element = object((0..n).map(|at| scalar(&plain(at))).chain([scalar("name")]));
    let list = "{\"type\":\"array\",\"items\":{\"$ref\":\"#/definitions/Element\"},\
                \"x-kubernetes-patch-strategy\":\"merge\",\"x-kubernetes-patch-merge-key\":\"name\"}";
    let lists = object((0..n).map(|at| format!("\"{}\":{list}", plain(at))));
    open_api([
        ("Root", format!("{{\"type\":\"object\",\"properties\":{lists}}}")),
        ("Element", format!("{{\"type\":\"object\",\"properties\":{element}}}")),
    ])
}

fn many_keys(n: usize) -> [(&'static str, String); 1] {
    let element = object((0..n).map(|at| format!("\"{}\":{{\"type\":\"string\"}}", plain(at))));
    let keys = list((0..n).map(|at| format!("\"{}\"", plain(at))));
    let list = format!(
        "{{\"type\":\"array\",\"x-kubernetes-list-type\":\"map\",\"x-kubernetes-list-map-keys\":{keys},\
         \"items\":{{\"type\":\"object\",\"required\":{keys},\"properties\":{element}}}}}"
    );
    [("Root", format!("{{\"type\":\"object\",\"properties\":{{\"list\":{list}}}}}"))]
}

/// Lists that merge by a key that their elements don't have.
fn mistakes(n: usize, name: &str) -> [(&str, String); 1] {
    let list = "{\"type\":\"array\",\"x-kubernetes-list-type\":\"map\",\
                \"x-kubernetes-list-map-keys\":[\"none\"],\"items\":{\"type\":\"object\",\
                \"properties\":{\"name\":{\"type\":\"string\"}}}}";
    let properties = object((0..n).map(|at| format!("\"{}\":{list}", plain(at))));
    [(name, format!("{{\"type\":\"object\",\"properties\":{properties}}}"))]
}

fn mistakes_below_a_long_name(n: usize) -> Inputs {
    let long = "N".repeat(100 * n);
    let [(_, below)] = mistakes(n, "");
    let root = format!("{{\"properties\":{{\"a\":{{\"$ref\":\"#/definitions/{long}\"}}}}}}");
    open_api([("Root", root), (&*long, below)])
}

fn custom(schema: &str) -> Inputs {
    Inputs::CustomResource(definition("example.com", &[version("v1", schema)]))
}

/// A definition of the kind `Root` with many versions.
fn versions(n: usize) -> Inputs {
    let versions: Vec<_> =
        (0..n).map(|at| version(&format!("v{}", at + 1), "{\"type\":\"object\"}")).collect();
    Inputs::CustomResource(definition("example.com", &versions))
}

/// A `List` of definitions, each of its own API group.
fn list_of_definitions(n: usize) -> Inputs {
    let one = |at: usize| {
        let group = if at == 0 { "example.com".to_owned() } else { plain(at) };
        definition(&group, &[version("v1", "{\"type\":\"object\"}")])
    };
    Inputs::CustomResource(format!(
        "{{\"apiVersion\":\"v1\",\"kind\":\"List\",\"items\":{}}}",
        list((0..n).map(one))
    ))
}

fn definition(group: &str, versions: &[String]) -> String {
    format!(
        "{{\"apiVersion\":\"apiextensions.k8s.io/v1\",\"kind\":\"CustomResourceDefinition\",\
         \"spec\":{{\"group\":\"{group}\",\"names\":{{\"kind\":\"Root\",\"plural\":\"roots\"}},\
         \"scope\":\"Namespaced\",\"versions\":[{}]}}}}",
        versions.join(",")
    )
}

fn version(name: &str, schema: &str) -> String {
    format!(
        "{{\"name\":\"{name}\",\"served\":true,\"storage\":true,\
         \"schema\":{{\"openAPIV3Schema\":{schema}}}}}"
    )
}

/// A change for each of many fields of a type.
fn overlay(n: usize, prefix: &str) -> crate::Result<Inputs> {
    let change = "{\"strategy\":\"merge\"}";
    let fields = object((0..n).map(|at| format!("\"{prefix}{at}\":{change}")));
    let overlay = field("fields", &fields);
    Ok(Inputs::Overlay(schema::lists(n, "f")?, overlay))
}
