//! Converts JSON names to Rust names.

/// A field's Rust name before escaping: `podIPs` is `pod_ips`, and `$ref` is `ref`.
pub(super) fn snake_case(json: &str) -> String {
    let chars: Vec<char> = json.trim_start_matches('$').replace('-', "_").chars().collect();
    let mut name = String::new();
    for (at, &char) in chars.iter().enumerate() {
        let before = at.checked_sub(1).and_then(|at| chars.get(at)).copied();
        if char.is_ascii_uppercase()
            && before.is_some_and(|before| starts_word(before, &chars[at..]))
        {
            name.push('_');
        }
        name.push(char.to_ascii_lowercase());
    }
    name
}

/// The JSON name that `rename_all = "camelCase"` makes of a field's name: `podIps` of
/// `pod_ips`.
pub(super) fn camel_case(snake: &str) -> String {
    let mut name = String::new();
    let mut capital = false;
    for char in snake.chars() {
        if char == '_' {
            capital = true;
        } else {
            name.push(if capital { char.to_ascii_uppercase() } else { char });
            capital = false;
        }
    }
    name
}

/// Whether a word starts with the uppercase letter at the start of `rest`, after the letter
/// `before`. The `s` of a plural belongs to its acronym: `podIPs` has the words `pod` and
/// `IPs`.
fn starts_word(before: char, rest: &[char]) -> bool {
    if !before.is_ascii_uppercase() {
        return true;
    }
    match rest {
        // A version: `openAPIV3Schema`.
        ['V', number, ..] if number.is_ascii_digit() => true,
        [_, 's'] => false,
        [_, 's', after, ..] if after.is_ascii_uppercase() => false,
        [_, next, ..] => next.is_ascii_lowercase(),
        _ => false,
    }
}

/// The name as it is written in Rust: keywords are escaped.
pub(super) fn identifier(snake: &str) -> String {
    const KEYWORDS: &[&str] = &[
        "as", "async", "await", "box", "break", "const", "continue", "dyn", "else", "enum",
        "extern", "false", "fn", "for", "gen", "if", "impl", "in", "let", "loop", "match", "mod",
        "move", "mut", "pub", "ref", "return", "static", "struct", "trait", "true", "type",
        "unsafe", "use", "where", "while", "yield",
    ];
    if KEYWORDS.contains(&snake) { format!("r#{snake}") } else { snake.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn acronyms_and_plurals_stay_words() {
        for (json, snake) in [
            ("clusterIP", "cluster_ip"),
            ("podIPs", "pod_ips"),
            ("nonResourceURLs", "non_resource_urls"),
            ("targetWWNs", "target_wwns"),
            ("setHostnameAsFQDN", "set_hostname_as_fqdn"),
            ("hostIPC", "host_ipc"),
            ("awsElasticBlockStore", "aws_elastic_block_store"),
            ("fieldsV1", "fields_v1"),
            ("URLsAllowed", "urls_allowed"),
            ("diskURIPath", "disk_uri_path"),
            ("openAPIV3Schema", "open_api_v3_schema"),
            ("$ref", "ref"),
            ("x-kubernetes-list-type", "x_kubernetes_list_type"),
        ] {
            assert_eq!(snake_case(json), snake);
        }
    }

    #[test]
    fn camel_case_is_the_rule_of_serde() {
        for (snake, camel) in
            [("name", "name"), ("cluster_ip", "clusterIp"), ("fields_v1", "fieldsV1")]
        {
            assert_eq!(camel_case(snake), camel);
        }
    }

    #[test]
    fn keywords_are_escaped() {
        assert_eq!(identifier("type"), "r#type");
        assert_eq!(identifier("continue"), "r#continue");
        assert_eq!(identifier("types"), "types");
    }
}
