//! The name under which the user's crate depends on smp-core.

use std::sync::LazyLock;
use std::{env, fs};

/// The name, if it differs from `smp_core`. It is read once for each crate that is compiled. A name
/// that `Cargo.toml` takes from its workspace is not found.
pub(crate) fn renamed() -> Option<&'static str> {
    static NAME: LazyLock<Option<String>> = LazyLock::new(|| {
        let folder = env::var_os("CARGO_MANIFEST_DIR")?;
        renamed_in(&fs::read_to_string(std::path::Path::new(&folder).join("Cargo.toml")).ok()?)
    });
    NAME.as_deref()
}

/// The name in the text of a `Cargo.toml`, in which the dependency is one line or one table.
fn renamed_in(manifest: &str) -> Option<String> {
    let mut table = "";
    let mut found = None;
    for line in manifest.lines().map(str::trim) {
        if let Some(header) = line.strip_prefix('[').and_then(|line| line.split(']').next()) {
            table = header.rsplit('.').next().unwrap_or(header).trim();
        }
        let key = line.split(['=', '.', ' ']).next().unwrap_or(line);
        if key == "smp-core" || table == "smp-core" {
            return None;
        }
        let stated = line.split_once("package").and_then(|(_, rest)| rest.trim().strip_prefix('='));
        if stated.is_some_and(|package| package.trim().starts_with("\"smp-core\"")) {
            let name = if key == "package" { table } else { key };
            found = Some(name.replace('-', "_"));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::renamed_in;

    #[test]
    fn a_dependency_with_another_name_is_found() {
        let line =
            "[dependencies]\nserde = \"1\"\nmy-smp = { package = \"smp-core\", version = \"1\" }";
        assert_eq!(renamed_in(line).as_deref(), Some("my_smp"));
        let table = "[dependencies.patches]\nversion = \"1\"\npackage=\"smp-core\"\n";
        assert_eq!(renamed_in(table).as_deref(), Some("patches"));
    }

    #[test]
    fn its_own_name_is_none() {
        for manifest in [
            "[dependencies]\nsmp-core = \"1\"\n",
            "[dependencies]\nsmp-core.workspace = true\n",
            "[dependencies.smp-core]\nversion = \"1\"\n",
            "[package]\nname = \"smp-core\"\n",
            "[dependencies]\nold = { package = \"smp-core\", version = \"1\" }\nsmp-core = \"2\"\n",
        ] {
            assert_eq!(renamed_in(manifest), None, "{manifest}");
        }
    }
}
