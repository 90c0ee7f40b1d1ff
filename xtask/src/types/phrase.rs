//! The doc comments of generated items: the first sentence of the API's own description, and how
//! a list merges, as rustdoc doesn't show the attributes of fields.

use smp_core::schema::Base;

use crate::openapi::{Field, Leaf, Object};
use crate::type_name::TypeName;

/// ``Pod is a collection of containers that can run on a host. The kind `Pod` of `v1`.``
pub(super) fn of_type(name: &TypeName, object: &Object) -> String {
    let own = match object.kinds.as_slice() {
        [key] => format!("The kind `{}` of `{}`.", key.name, key.api_version),
        _ => format!("`{}` of `{}/{}`.", name.name, name.group, name.version),
    };
    match &object.description {
        Some(description) if object.kinds.len() != 1 => sentence(description),
        Some(description) => format!("{} {own}", sentence(description)),
        None => own,
    }
}

/// ``List of environment variables to set in the container. Merged by `name`.``
pub(super) fn of_field(field: &Field) -> String {
    let name = || format!("The field `{}`.", field.name);
    let description = field.description.as_deref().map_or_else(name, sentence);
    [description].into_iter().chain(treatment(field)).collect::<Vec<_>>().join(" ")
}

/// The effect of a patch on the field, if it isn't the default.
fn treatment(field: &Field) -> Option<String> {
    let base = match (field.strategy.base(), &field.merge_key) {
        (Base::Merge, Some(key)) => format!("Merged by `{key}`"),
        (Base::Replace, _) => "Replaced as a whole".to_owned(),
        (Base::Unspecified, _) if !field.strategy.retain_keys() => return None,
        _ => "Merged".to_owned(),
    };
    let retain = if field.strategy.retain_keys() { ", with `retainKeys`" } else { "" };
    Some(format!("{base}{retain}."))
}

/// The first sentence of a description, in Markdown.
fn sentence(description: &str) -> String {
    let paragraph = description.trim().split("\n\n").next().unwrap_or_default();
    let words: Vec<&str> = paragraph.split_whitespace().collect();
    let mut taken = Vec::new();
    for (at, word) in words.iter().enumerate() {
        let next = words.get(at + 1).copied().unwrap_or_default();
        if at > 0 && (*word == "More" && next.starts_with("info") || is_link(word) && ends(&taken))
        {
            break;
        }
        taken.push(*word);
        // "Required. The key of the taint." says something from its second sentence on.
        let ends = word.ends_with('.') && !is_short_form(word) && at > 0;
        let begins = !next.starts_with(char::is_lowercase) || words.first() == Some(&next);
        if ends && begins {
            break;
        }
    }
    let text: Vec<String> = taken.into_iter().map(markdown).collect();
    let text = text.join(" ");
    format!("{}.", text.trim_end_matches(['.', ';', ':', ',']))
}

/// Whether these words are a sentence, so that a link after them is a remark.
fn ends(words: &[&str]) -> bool {
    words.last().is_some_and(|word| word.ends_with('.'))
}

fn is_link(word: &str) -> bool {
    word.starts_with("http://") || word.starts_with("https://")
}

fn is_short_form(word: &str) -> bool {
    matches!(word.trim_start_matches('('), "e.g." | "i.e." | "etc." | "vs.")
}

/// A word in Markdown: links become links, and characters with a meaning in Markdown are escaped.
fn markdown(word: &str) -> String {
    if let Some(start) = word.find("http://").or_else(|| word.find("https://")) {
        let (before, link) = word.split_at(start);
        let end = link.trim_end_matches(['.', ',', ')', ';']).len();
        let (link, after) = link.split_at(end);
        return format!("{before}<{link}>{after}");
    }
    if word.contains('`') {
        return word.to_owned();
    }
    let mut text = String::with_capacity(word.len());
    for sign in word.chars() {
        if matches!(sign, '\\' | '*' | '<' | '>' | '[' | ']') {
            text.push('\\');
        }
        text.push(sign);
    }
    text
}

/// The Rust type of a leaf.
pub(super) fn leaf(leaf: Leaf) -> &'static str {
    match leaf {
        Leaf::Bool => "bool",
        Leaf::Int32 => "i32",
        Leaf::Int64 => "i64",
        Leaf::Double => "f64",
        Leaf::String => "String",
        Leaf::ByteString => "ByteString",
        Leaf::Time => "Time",
        Leaf::MicroTime => "MicroTime",
        Leaf::IntOrString => "IntOrString",
        Leaf::Quantity => "Quantity",
        Leaf::FieldsV1 => "FieldsV1",
        Leaf::RawExtension => "RawExtension",
        Leaf::EmptyObject => "EmptyObject",
        Leaf::Any => "Json",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_sentence_of_a_description() {
        for (description, expected) in [
            ("Pod is a collection. It has more.", "Pod is a collection."),
            ("Controller, e.g. `kubelet`. More", "Controller, e.g. `kubelet`."),
            ("name of the volume More info: https://k8s.io", "name of the volume."),
            ("metadata; More info: https://k8s.io#metadata.", "metadata."),
            ("podSelector selects. podSelector is", "podSelector selects."),
            ("Cron format, see https://k8s.io/Cron.", "Cron format, see <https://k8s.io/Cron>."),
            ("Spec of a node. https://k8s.io", "Spec of a node."),
            ("Required. The key of the taint. Always.", "Required. The key of the taint."),
            ("in [0,n) of <type>", "in \\[0,n) of \\<type\\>."),
            ("One\nline\n\nAnother", "One line."),
        ] {
            assert_eq!(sentence(description), expected);
        }
    }
}
