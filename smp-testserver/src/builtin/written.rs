//! [`fields_of`]: how Go's encoder writes the fields of a type.

use std::collections::HashMap;
use std::sync::LazyLock;

use serde_json::Value;
use smp_schema::__support::group_and_version;

/// The fields of a Go type that are not simply left out when nil.
#[derive(Debug, Default)]
pub(super) struct Written {
    /// Dropped when empty.
    pub(super) dropped: Vec<&'static str>,
    /// Written with this value when not set.
    pub(super) always: Vec<(&'static str, Value)>,
}

/// The types of one name: with the version, where the name stands for several.
type Types = Vec<(Option<&'static str>, Written)>;

static TABLE: LazyLock<HashMap<&'static str, Types>> = LazyLock::new(|| {
    let lines = include_str!("written.txt").lines().filter(|line| !line.starts_with('#'));
    let mut table = HashMap::<_, Types>::new();
    for (version, name, written) in lines.filter_map(read) {
        table.entry(name).or_default().push((version, written));
    }
    table
});

fn read(line: &'static str) -> Option<(Option<&'static str>, &'static str, Written)> {
    let mut words = line.split(' ');
    let name = words.next()?;
    let (version, name) = name.rsplit_once('/').map_or((None, name), |(it, name)| (Some(it), name));
    let dropped = words.next()?.split(',').filter(|it| *it != "-").collect();
    let always = words.filter_map(|word| {
        let (field, value) = word.split_once('=')?;
        Some((field, serde_json::from_str(value).ok()?))
    });
    Some((version, name, Written { dropped, always: always.collect() }))
}

/// The fields of a type, by its name and the `apiVersion` of the kind that uses it. Of a group with a v1 the table has
/// only the types of stable versions; other versions are assumed to have the same fields.
pub(super) fn fields_of(api_version: &str, name: &str) -> Option<&'static Written> {
    let types = TABLE.get(name)?;
    let of_version = |version: Option<&str>| {
        types.iter().find(|(known, _)| *known == version).map(|(_, written)| written)
    };
    of_version(Some(api_version)).or_else(|| of_version(None)).or_else(|| {
        let (group, version) = group_and_version(api_version);
        version.contains(['a', 'b']).then(|| of_version(Some(&format!("{group}/v1"))))?
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_is_read() {
        let lines = include_str!("written.txt").lines().filter(|line| !line.starts_with('#'));
        assert_eq!(TABLE.values().map(Vec::len).sum::<usize>(), lines.clone().count());
        let words: usize = lines.map(|line| line.split(' ').count() - 2).sum();
        assert_eq!(words, TABLE.values().flatten().map(|(_, it)| it.always.len()).sum::<usize>());
    }

    #[test]
    fn a_kind_without_a_stable_version_has_its_fields() {
        let fields = fields_of("scheduling.k8s.io/v1beta1", "PodGroup").expect("a type");
        assert!(fields.always.iter().any(|(name, _)| *name == "spec"));
        let reference =
            |version| fields_of(version, "TypedLocalObjectReference").map(|it| it.always.len());
        assert_eq!(reference("networking.k8s.io/v1"), Some(3));
        assert_eq!(reference("scheduling.k8s.io/v1beta1"), Some(2));
    }
}
