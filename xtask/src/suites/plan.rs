//! `tests/suites/suites.yaml`: the packages whose tests are run, and the failures that are
//! explained.

use std::fs;
use std::path::Path;

use serde::Deserialize;

use super::Result;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Plan {
    pub(super) suites: Vec<Suite>,
    pub(super) failures: Vec<Explanation>,
}

/// Packages of one module.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Suite {
    pub(super) module: String,
    /// The module's version, if it is not that of Kubernetes.
    pub(super) version: Option<String>,
    /// Whether the tests are specs of Ginkgo, which Go takes for one test.
    #[serde(default)]
    pub(super) ginkgo: bool,
    /// Folders of the module.
    packages: Vec<String>,
}

/// The reason why some tests of a package fail.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Explanation {
    pub(super) package: String,
    /// Names of tests. Each may have one `*`, which stands for any text.
    pub(super) tests: Vec<String>,
    /// A section of `docs/deviations.md`.
    pub(super) deviation: Option<String>,
    pub(super) why: String,
}

impl Plan {
    pub(super) fn read(root: &Path) -> Result<Self> {
        let file = root.join("tests").join("suites").join("suites.yaml");
        let plan: Self = serde_saphyr::from_str(&fs::read_to_string(&file)?)?;
        let deviations = fs::read_to_string(root.join("docs").join("deviations.md"))?;
        for id in plan.failures.iter().filter_map(|it| it.deviation.as_ref()) {
            if !deviations.lines().any(|line| line.strip_prefix("## ") == Some(id)) {
                return Err(format!("suites.yaml: docs/deviations.md has no section {id}").into());
            }
        }
        Ok(plan)
    }

    /// The explanation of a failure.
    pub(super) fn explanation(&self, package: &str, test: &str) -> Option<&Explanation> {
        self.failures.iter().find(|it| {
            it.package == package && it.tests.iter().any(|pattern| matches(pattern, test))
        })
    }
}

impl Suite {
    /// The import paths of the packages.
    pub(super) fn paths(&self) -> impl Iterator<Item = String> {
        self.packages.iter().map(|package| format!("{}/{package}", self.module))
    }
}

pub(super) fn matches(pattern: &str, name: &str) -> bool {
    match pattern.split_once('*') {
        None => pattern == name,
        Some((start, end)) => name
            .strip_prefix(start)
            .is_some_and(|rest| rest.len() >= end.len() && rest.ends_with(end)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_star_stands_for_any_text() {
        assert!(matches("a/b", "a/b"));
        assert!(!matches("a/b", "a/bc"));
        assert!(matches("a/*/d", "a/b/c/d"));
        assert!(matches("a*", "a"));
        assert!(!matches("ab*ba", "aba"));
    }

    #[test]
    fn the_file_can_be_read() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
        assert!(!Plan::read(root).unwrap().suites.is_empty());
    }
}
