//! Many patches merged in turn, compared with merging them one by one, on random documents.

use super::*;
use crate::document::write;
use crate::{ElementOrder, FieldDef, ObjectDef, Patch, Schema, SchemaBuilder, Strategy};

fn schema() -> Schema {
    let mut types = SchemaBuilder::new();
    let (scalar, any, thing) = (types.scalar(), types.any(), types.declare());
    let (map, things, scalars) = (types.map(any), types.list(thing), types.list(scalar));
    let object = ObjectDef::new("Thing")
        .field("name", FieldDef::new(scalar))
        .field("map", FieldDef::new(map))
        .field("child", FieldDef::new(thing))
        .field("replaced", FieldDef::new(thing).strategy(Strategy::REPLACE))
        .field("items", FieldDef::new(things).strategy(Strategy::MERGE).merge_key("name"))
        .field("set", FieldDef::new(scalars).strategy(Strategy::MERGE))
        .field("atomic", FieldDef::new(scalars));
    types.define(thing, object);
    types.build(thing).expect("a schema")
}

/// A generator of small random numbers.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (self.0 >> 33) % limit
    }

    fn one_of<'o>(&mut self, options: &[&'o str]) -> &'o str {
        let at = self.below(options.len() as u64);
        options[usize::try_from(at).expect("small")]
    }

    fn list(&mut self, item: impl Fn(&mut Self) -> String) -> String {
        let items: Vec<_> = (0..self.below(3)).map(|_| item(self)).collect();
        format!("[{}]", items.join(","))
    }

    fn scalar(&mut self) -> String {
        self.one_of(&["1", "\"a\"", "\"b\"", "true"]).to_owned()
    }

    /// The text of an object: a version of live, or a patch without `$patch` at its root.
    fn object(&mut self, depth: u64, is_patch: bool) -> String {
        let mut members = Vec::new();
        let mut names = Vec::new();
        for _ in 0..self.below(5) {
            let name = self.one_of(&["map", "child", "replaced", "items", "set", "other", "x"]);
            if names.contains(&name) {
                continue;
            }
            names.push(name);
            let value = match (self.below(8), name) {
                (0, _) => "null".to_owned(),
                (1, _) => self.scalar(),
                (2, "child" | "replaced" | "map") if is_patch => {
                    let marker = self.one_of(&["replace", "delete"]);
                    format!(r#"{{"$patch":"{marker}","x":1}}"#)
                }
                (_, "child" | "replaced" | "map" | "x") if depth > 0 => {
                    self.object(depth - 1, is_patch)
                }
                (_, "items") if depth > 0 => self.list(|random| {
                    let name = random.one_of(&["a", "b", "c"]);
                    let rest = random.object(depth - 1, is_patch);
                    rest.replacen('{', &format!(r#"{{"name":"{name}","#), 1).replace(",}", "}")
                }),
                (_, "set") => self.list(|random| format!("\"{}\"", random.below(3))),
                _ => self.scalar(),
            };
            members.push(format!(r#""{name}":{value}"#));
        }
        if is_patch && self.below(12) == 0 {
            let listed: Vec<_> = names.iter().map(|name| format!("\"{name}\"")).collect();
            members.push(format!(r#""$retainKeys":["name",{}]"#, listed.join(",")));
        }
        format!("{{{}}}", members.join(",")).replace(",]", "]")
    }
}

/// The result as text, or the index of the patch that fails, and its error.
type Outcome = Result<String, (usize, String)>;

/// A schema and options.
struct Context(Schema, Options);

impl Context {
    fn new() -> Self {
        Self(schema(), Options::default())
    }

    /// Every third case has the other order of elements.
    fn case(&mut self, at: u32) {
        let is_third = at.is_multiple_of(3);
        self.1.element_order =
            if is_third { ElementOrder::ServerOnlyFirst } else { ElementOrder::Interleaved };
    }

    fn one_by_one<'a>(&self, mut live: Node<'a>, patches: &'a [Patch]) -> Outcome {
        let Self(schema, options) = self;
        let limit = DepthBudget::of(&options.limits);
        for (at, patch) in patches.iter().enumerate() {
            merge(&mut live, &patch.root, Some(schema.root()), options, limit)
                .map_err(|error| (at, error.to_string()))?;
        }
        Ok(text(&live))
    }

    fn in_turn<'a>(&self, mut live: Node<'a>, patches: &'a [Patch]) -> Outcome {
        let Self(schema, options) = self;
        let limit = DepthBudget::of(&options.limits);
        let roots: Vec<_> = patches.iter().map(|patch| &patch.root).collect();
        merge_in_turn(&mut live, &roots, Some(schema.root()), options, limit)
            .map_err(|(at, error)| (at, error.to_string()))?;
        Ok(text(&live))
    }
}

fn text(node: &Node<'_>) -> String {
    let mut text = String::new();
    write::compact(node, &mut text);
    text
}

#[test]
fn many_patches_in_turn_are_the_same_as_one_by_one() {
    let context = Context::new();
    let mut random = Random(7);
    let (mut done, mut failed) = (0, 0);
    for _ in 0..1_500 {
        let live = random.object(3, false);
        let count = 5 + random.below(12);
        let texts: Vec<_> = (0..count).map(|_| random.object(3, true)).collect();
        let patches: Result<Vec<_>, _> = texts.iter().map(|it| Patch::from_json(it)).collect();
        let Ok(patches) = patches else { continue };
        let value: Value = serde_json::from_str(&live).expect("JSON");
        let case = || format!("{live}\n{}", texts.join("\n"));
        let expected = context.one_by_one(Node::Raw(&live), &patches);
        assert_eq!(context.in_turn(Node::Raw(&live), &patches), expected, "{}", case());
        let expected_value = context.one_by_one(Node::Value(value.clone()), &patches);
        let found = context.in_turn(Node::Value(value), &patches);
        assert_eq!(found, expected_value, "{}", case());
        match expected {
            Ok(_) => done += 1,
            Err(_) => failed += 1,
        }
    }
    assert!(done > 200 && failed > 50, "{done} {failed}");
}

#[test]
fn many_changes_of_one_field_are_the_same_as_one_by_one() {
    let context = Context::new();
    let mut random = Random(13);
    let (mut done, mut failed) = (0, 0);
    for name in ["map", "child", "replaced", "items", "set", "x"] {
        for member in ["", "null", "1", "{}", r#"{"map":{"a":1},"x":1}"#, "[]"] {
            let member =
                if member.is_empty() { String::new() } else { format!(r#""{name}":{member}"#) };
            let live = format!("{{{member}}}");
            for count in 1..20 {
                // Every third list of patches removes the field as well.
                let removes = format!(r#","$deleteFromPrimitiveList/{name}":null"#);
                let removes = if count % 3 == 0 { removes.as_str() } else { "" };
                let patch = |_| format!(r#"{{"{name}":{}{removes}}}"#, random.object(1, true));
                let texts: Vec<_> = (0..count).map(patch).collect();
                let patches = texts.iter().map(|it| Patch::from_json(it));
                let Ok(patches) = patches.collect::<Result<Vec<_>, _>>() else { continue };
                let expected = context.one_by_one(Node::Raw(&live), &patches);
                let found = context.in_turn(Node::Raw(&live), &patches);
                assert_eq!(found, expected, "{live}\n{}", texts.join("\n"));
                match expected {
                    Ok(_) => done += 1,
                    Err(_) => failed += 1,
                }
            }
        }
    }
    assert!(done > 200 && failed > 50, "{done} {failed}");
}

#[test]
fn many_patches_of_one_list_are_the_same_as_one_by_one() {
    let mut context = Context::new();
    let mut random = Random(5);
    let named = |random: &mut Random, depth, is_patch| {
        let name = random.one_of(&["a", "b", "c", "d", "e", "f"]);
        let object = random.object(depth, is_patch);
        object.replacen('{', &format!(r#"{{"name":"{name}","#), 1).replace(",}", "}")
    };
    let (mut done, mut failed) = (0, 0);
    for at in 0..2_000 {
        context.case(at);
        let count = random.below(5);
        let live: Vec<_> = (0..count).map(|_| named(&mut random, 0, false)).collect();
        let live = format!(r#"{{"items":[{}]}}"#, live.join(","));
        let patch = |random: &mut Random| {
            let count = 1 + random.below(2) * random.below(2);
            let items: Vec<_> = (0..count).map(|_| named(random, 1, true)).collect();
            let text = format!(r#"{{"items":[{}]}}"#, items.join(","));
            match random.below(30) {
                0 => text.replacen(r#""name""#, r#""$patch":"delete","name""#, 1),
                1 => r#"{"items":[]}"#.to_owned(),
                2 => r#"{"items":null}"#.to_owned(),
                _ => text,
            }
        };
        let count = 5 + random.below(10);
        let texts: Vec<_> = (0..count).map(|_| patch(&mut random)).collect();
        let patches: Result<Vec<_>, _> = texts.iter().map(|it| Patch::from_json(it)).collect();
        let Ok(patches) = patches else { continue };
        let expected = context.one_by_one(Node::Raw(&live), &patches);
        let found = context.in_turn(Node::Raw(&live), &patches);
        assert_eq!(found, expected, "{live}\n{}", texts.join("\n"));
        match expected {
            Ok(_) => done += 1,
            Err(_) => failed += 1,
        }
    }
    assert!(done > 200 && failed > 50, "{done} {failed}");
}

#[test]
fn many_patches_of_one_set_are_the_same_as_one_by_one() {
    let mut context = Context::new();
    let mut random = Random(3);
    let list = |random: &mut Random, most| {
        let count = random.below(most);
        let item = |random: &mut Random| match random.below(40) {
            0 => "1".to_owned(),
            _ => format!("\"{}\"", random.below(7)),
        };
        let items: Vec<_> = (0..count).map(|_| item(random)).collect();
        format!(r#"{{"set":[{}]}}"#, items.join(","))
    };
    let (mut done, mut failed) = (0, 0);
    for at in 0..3_000 {
        context.case(at);
        let live = list(&mut random, 6);
        let count = 5 + random.below(8);
        let texts: Vec<_> = (0..count).map(|_| list(&mut random, 4)).collect();
        let patches = texts.iter().map(|it| Patch::from_json(it).expect("a patch"));
        let patches: Vec<_> = patches.collect();
        let expected = context.one_by_one(Node::Raw(&live), &patches);
        let found = context.in_turn(Node::Raw(&live), &patches);
        assert_eq!(found, expected, "{live}\n{}", texts.join("\n"));
        match expected {
            Ok(_) => done += 1,
            Err(_) => failed += 1,
        }
    }
    assert!(done > 200 && failed > 50, "{done} {failed}");
}

/// Scalars or keys: some of these names, and sometimes one of them twice.
fn names(random: &mut Random) -> Vec<String> {
    let mut names = Vec::new();
    for _ in 0..random.below(5) {
        let name = random.one_of(&["a", "b", "c", "d", "e", "f", "g", "h", "i"]).to_owned();
        if !names.contains(&name) || random.below(4) == 0 {
            names.push(name);
        }
    }
    names
}

/// A list of objects or scalars, with directives if it is one of a patch. Mostly an order list
/// has what the list has.
fn ordered_list(random: &mut Random, field: &str, is_patch: bool) -> String {
    let keyed = field == "items";
    let join = |items: &[String]| items.join(",");
    let item = |name: &String| {
        if keyed { format!(r#"{{"name":"{name}"}}"#) } else { format!("\"{name}\"") }
    };
    let mut members = Vec::new();
    let listed = names(random);
    if !is_patch || random.below(3) > 0 {
        let mut items = Vec::new();
        for (at, name) in listed.iter().enumerate() {
            items.push(match (keyed, random.below(40)) {
                (true, 0) if is_patch => format!(r#"{{"$patch":"replace","name":"{name}"}}"#),
                (false, 0) if is_patch => "1".to_owned(),
                (true, _) => format!(r#"{{"name":"{name}","x{}":{at}}}"#, random.below(3)),
                (false, _) => format!("\"{name}\""),
            });
        }
        for name in names(random).iter().filter(|_| is_patch && keyed && random.below(3) == 0) {
            items.push(format!(r#"{{"$patch":"delete","name":"{name}"}}"#));
        }
        members.push(format!(r#""{field}":[{}]"#, join(&items)));
    }
    if is_patch && (random.below(2) == 0 || members.is_empty()) {
        let mut order = if random.below(9) == 0 { Vec::new() } else { listed };
        for name in names(random) {
            let at = random.below(order.len() as u64 + 1);
            order.insert(usize::try_from(at).expect("small"), name);
        }
        let order: Vec<_> = order.iter().map(item).collect();
        members.push(format!(r#""$setElementOrder/{field}":[{}]"#, join(&order)));
    }
    if is_patch && random.below(if keyed { 60 } else { 3 }) == 0 {
        let gone: Vec<_> = names(random).iter().map(|name| format!("\"{name}\"")).collect();
        members.push(format!(r#""$deleteFromPrimitiveList/{field}":[{}]"#, join(&gone)));
    }
    format!("{{{}}}", members.join(","))
}

#[test]
fn directives_for_one_list_are_the_same_as_one_by_one() {
    let mut context = Context::new();
    let mut random = Random(17);
    for field in ["items", "set", "atomic"] {
        let (mut done, mut failed) = (0, 0);
        for at in 0..4_000 {
            context.case(at);
            let live = ordered_list(&mut random, field, false);
            let count = 5 + random.below(8);
            let texts: Vec<_> =
                (0..count).map(|_| ordered_list(&mut random, field, true)).collect();
            let patches: Result<Vec<_>, _> = texts.iter().map(|it| Patch::from_json(it)).collect();
            let Ok(patches) = patches else { continue };
            let expected = context.one_by_one(Node::Raw(&live), &patches);
            let found = context.in_turn(Node::Raw(&live), &patches);
            assert_eq!(found, expected, "{live}\n{}", texts.join("\n"));
            match expected {
                Ok(_) => done += 1,
                Err(_) => failed += 1,
            }
        }
        assert!(done > 400 && failed > 50, "{field}: {done} {failed}");
    }
}

#[test]
fn retained_keys_are_the_same_as_one_by_one() {
    let context = Context::new();
    let mut random = Random(19);
    let (mut done, mut failed) = (0, 0);
    for _ in 0..4_000 {
        let live = random.object(2, false);
        let patch = |random: &mut Random| {
            let mut object = random.object(2, true);
            if random.below(2) == 0 && !object.contains("$retainKeys") {
                let names = ["map", "child", "replaced", "items", "set", "other", "x"];
                let kept = names
                    .iter()
                    .filter(|name| object.contains(&format!("\"{name}\"")) || random.below(4) > 0);
                let kept: Vec<_> = kept.map(|name| format!("\"{name}\"")).collect();
                let retained = format!(r#"{{"$retainKeys":[{}],"#, kept.join(","));
                object = object.replacen('{', &retained, 1).replace(",}", "}");
            }
            object
        };
        let count = 5 + random.below(8);
        let texts: Vec<_> = (0..count).map(|_| patch(&mut random)).collect();
        let patches: Result<Vec<_>, _> = texts.iter().map(|it| Patch::from_json(it)).collect();
        let Ok(patches) = patches else { continue };
        let value: Value = serde_json::from_str(&live).expect("JSON");
        let expected = context.one_by_one(Node::Raw(&live), &patches);
        let found = context.in_turn(Node::Raw(&live), &patches);
        assert_eq!(found, expected, "{live}\n{}", texts.join("\n"));
        let expected_value = context.one_by_one(Node::Value(value.clone()), &patches);
        assert_eq!(context.in_turn(Node::Value(value), &patches), expected_value);
        match expected {
            Ok(_) => done += 1,
            Err(_) => failed += 1,
        }
    }
    assert!(done > 400 && failed > 50, "{done} {failed}");
}

#[test]
fn elements_with_one_key_merge_like_separate_patches() {
    let context = Context::new();
    let mut random = Random(11);
    let mut compared = 0;
    let with_name = |object: String| object.replacen('{', r#"{"name":"a","#, 1).replace(",}", "}");
    for _ in 0..1_000 {
        let is_there = random.below(3) > 0;
        let live: Vec<_> = (0..u64::from(is_there)).map(|_| random.object(2, false)).collect();
        let live: Vec<_> = live.into_iter().map(with_name).collect();
        let live = format!(r#"{{"items":[{}]}}"#, live.join(","));
        let count = 2 + random.below(12);
        let items: Vec<_> = (0..count).map(|_| with_name(random.object(2, true))).collect();
        let list =
            |items: &[String]| Patch::from_json(&format!(r#"{{"items":[{}]}}"#, items.join(",")));
        let Ok(all) = list(&items) else { continue };
        let alone = items.iter().map(|item| list(core::slice::from_ref(item)));
        let alone: Vec<_> = alone.map(|patch| patch.expect("a patch")).collect();
        let expected = context.one_by_one(Node::Raw(&live), &alone).map_err(|(_, it)| it);
        let all = [all];
        let found = context.one_by_one(Node::Raw(&live), &all).map_err(|(_, it)| it);
        assert_eq!(found, expected, "{live}\n{}", items.join("\n"));
        compared += 1;
    }
    assert!(compared > 500, "{compared}");
}
