//! For tests of the readers: shows which parts of a document are open. Has tests of the
//! readers, too.

use super::lazy::LazyNode;
use super::{Node, equal, equal_unopened, read_elements, read_open};
use crate::depth::DepthBudget;
use crate::document::{Scanner, write};
use smp_schema::Limits;

/// The parts of a node. Closed text is in `<>`; an element has its key before it, `key:<text>`;
/// a list is in `[]`; an object that is open in part is in `{}`; an open object is in `()`,
/// with its members as `name=part`.
pub(crate) fn shape(node: &Node<'_>) -> String {
    let list = |parts: Vec<String>| parts.join(" ");
    match node {
        Node::Raw(text) => format!("<{text}>"),
        Node::Lazy(LazyNode::Element(element)) => format!("{}:<{}>", element.key, element.text),
        Node::List(items) => format!("[{}]", list(items.iter().map(shape).collect())),
        Node::Lazy(LazyNode::List(parts)) => {
            format!("[{}]", list(parts.parts().iter().map(shape).collect()))
        }
        Node::Lazy(LazyNode::Object(object)) => format!("{{{}}}", object.shape(shape)),
        Node::Object(members) => {
            let member = |(name, node): (_, &Node<'_>)| format!("{name}={}", shape(node));
            format!("({})", list(members.iter().map(member).collect()))
        }
        scalar => format!("{scalar:?}"),
    }
}

fn levels(depth: usize) -> DepthBudget {
    DepthBudget::of(&Limits::default().max_depth(depth))
}

#[test]
fn elements_are_closed_with_their_keys() {
    fn read(text: &str) -> Option<Node<'_>> {
        read_elements(&mut Scanner::new(text), "name").map(Node::List)
    }
    let text = r#"[{"v":1,"name":"x"}, {"name" : "y"}]"#;
    let closed = r#"["x":<{"v":1,"name":"x"}> "y":<{"name" : "y"}>]"#;
    assert_eq!(read(text).map(|list| shape(&list)).as_deref(), Some(closed));

    // An element without exactly one key that is written without escapes is read as text alone.
    for plain in
        [r#"{"name":"x","name":"y"}"#, r#"{"v":1}"#, r#"{"n\u0061me":"x","name":"y"}"#, "1"]
    {
        let text = format!("[{plain}]");
        assert_eq!(read(&text).map(|list| shape(&list)), Some(format!("[<{plain}>]")));
    }
}

#[test]
fn a_text_is_opened_down_to_a_limit() {
    let text = r#"{"a": [{"b": true}], "c": "x"}"#;
    let open = read_open(text, levels(3)).expect("three levels");
    assert_eq!(shape(&open), r#"(a=[(b=Bool(true))] c=String("x"))"#);
    for (text, limit) in [(text, 2), ("[] x", 3), ("[1", 3), ("[[[[]]]]", 3)] {
        assert!(read_open(text, levels(limit)).is_none(), "{text}");
    }
}

#[test]
fn the_same_text_is_equal_without_being_opened() {
    let (one, other) = (Node::Raw(r#"{"a":1}"#), Node::Raw(r#"{"a": 1}"#));
    assert!(equal_unopened(&one, &one.clone()) && !equal_unopened(&one, &other));
    assert!(!equal_unopened(&one, &Node::Null));
    // Equal text is not opened, so that it may be too deep.
    assert!(equal(&one, &one.clone(), levels(0)).expect("equal"));
    assert!(equal(&one, &other, levels(0)).is_err());
    assert!(equal(&one, &other, levels(1)).expect("equal"));
}

#[test]
fn the_estimated_length_is_near_to_the_length() {
    use crate::document::PartialObject;

    let mut partial = PartialObject::default();
    partial.push_text(r#""a":1,"b":[1,2,3]"#);
    partial.insert("name".into(), Node::Raw(r#"{"c":"a text of some length"}"#));
    let node = Node::from(partial);
    let mut text = String::new();
    write::compact(&node, &mut text);
    let room = write::text_len(&node);
    assert!((text.len()..text.len() + 24).contains(&room), "{room} of {}", text.len());
}

#[test]
fn a_value_is_the_same_only_if_it_ends_at_the_same_place() {
    let same = |text: &str, value: &str| {
        let mut scanner = Scanner::new(text);
        let found = scanner.same(value).map(str::to_owned);
        (found, scanner.at())
    };
    for (text, value) in [
        (" 1", "1"),
        ("1 ", "1"),
        ("1,2", "1"),
        ("true}", "true"),
        ("null]", "null"),
        (r#""a","#, r#""a""#),
        ("[1]]", "[1]"),
        ("{}}", "{}"),
    ] {
        let end = text.len() - text.trim_start().len() + value.len();
        assert_eq!(same(text, value), (Some(value.to_owned()), end), "{text}");
    }
    // A number with more digits is another number.
    for text in ["12", "1.5", "1e3", "2", ""] {
        assert_eq!(same(text, "1"), (None, 0), "{text}");
    }
}
