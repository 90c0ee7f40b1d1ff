//! [`fields_of`]: how Go's encoder writes the fields of a type.

use std::collections::HashMap;
use std::sync::LazyLock;

use serde_json::Value;

/// The fields of a Go type that are not simply left out when nil.
#[derive(Debug, Default)]
pub(super) struct Written {
    /// Dropped when empty.
    pub(super) dropped: Vec<&'static str>,
    /// Written with this value when not set.
    pub(super) always: Vec<(&'static str, Value)>,
}

static TABLE: LazyLock<HashMap<&'static str, Written>> = LazyLock::new(|| {
    let lines = include_str!("written.txt").lines().filter(|line| !line.starts_with('#'));
    lines.filter_map(read).collect()
});

fn read(line: &'static str) -> Option<(&'static str, Written)> {
    let mut words = line.split(' ');
    let name = words.next()?;
    let dropped = words.next()?.split(',').filter(|it| *it != "-").collect();
    let always = words.filter_map(|word| {
        let (field, value) = word.split_once('=')?;
        Some((field, serde_json::from_str(value).ok()?))
    });
    Some((name, Written { dropped, always: always.collect() }))
}

/// The fields of a type, by its name and the `apiVersion` of the kind that uses it. If the type's fields
/// differ between API groups, the table has its name with the group. It has stable versions only; other
/// versions of a group are assumed to have the fields of its v1.
pub(super) fn fields_of(api_version: &str, name: &str) -> Option<&'static Written> {
    TABLE.get(name).or_else(|| {
        let stable = match api_version.rsplit_once('/') {
            Some((group, version)) if version.contains(['a', 'b']) => &format!("{group}/v1"),
            _ => api_version,
        };
        TABLE.get(format!("{stable}/{name}").as_str())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_is_read() {
        let lines = include_str!("written.txt").lines().filter(|line| !line.starts_with('#'));
        assert_eq!(TABLE.len(), lines.clone().count());
        let words: usize = lines.map(|line| line.split(' ').count() - 2).sum();
        assert_eq!(words, TABLE.values().map(|it| it.always.len()).sum::<usize>());
    }
}
