//! `cargo xtask packages`: checks the crates that are published. Their manifests have the fields that
//! a registry shows; each package has a README and the licence and stays small; the versions among
//! them agree; no dependency needs a newer Rust than `rust-version`.
//!
//! Nothing is compiled. `cargo publish --workspace --dry-run` also builds each package.

mod metadata;

use std::error::Error;
use std::fs;
use std::path::Path;
use std::process::Command;

use crate::bench::process::ask;
use crate::openapi::workspace;
use metadata::{Package, Workspace};

type Result<T> = std::result::Result<T, Box<dyn Error>>;

/// The maximum size of a package, compressed: small enough that a file packed by mistake is noticed.
const MAX_BYTES: u64 = 256 * 1024;

/// Prints each package with its size, or fails with a list of all mistakes.
pub(crate) fn run() -> Result<()> {
    let workspace = Workspace::of(&cargo(&["metadata", "--format-version", "1", "--locked"])?)?;
    let published = workspace.published();
    let mut mistakes = Vec::new();
    for package in &published {
        mistakes.extend(manifest_mistakes(package));
        mistakes.extend(version_mistakes(package, &published));
    }
    mistakes.extend(address_mistakes(&published));
    mistakes.extend(rust_mistakes(&workspace));
    if mistakes.is_empty() {
        mistakes.extend(pack(&workspace, &published)?);
    }
    if mistakes.is_empty() { Ok(()) } else { Err(mistakes.join("\n").into()) }
}

/// Mistakes in the fields that a registry shows, and missing files that every package needs.
fn manifest_mistakes(package: &Package) -> Vec<String> {
    let given = |text: &Option<String>| text.as_ref().is_some_and(|text| !text.is_empty());
    let folder = package.manifest_path.parent().unwrap_or(Path::new(""));
    let licence = fs::read_to_string(folder.join("LICENSE")).ok();
    // The limits of crates.io.
    let keyword = |word: &String| word.len() <= 20 && word.is_ascii();
    let checks = [
        (given(&package.description), "no description"),
        (given(&package.license), "no license"),
        (given(&package.documentation), "no documentation"),
        (!package.keywords.is_empty(), "no keywords"),
        (package.keywords.len() <= 5, "more than 5 keywords"),
        (package.keywords.iter().all(keyword), "a keyword of more than 20 characters"),
        (!package.categories.is_empty(), "no categories"),
        (package.categories.len() <= 5, "more than 5 categories"),
        (folder.join("README.md").is_file(), "no README.md"),
        (
            licence.is_some() && licence == fs::read_to_string(workspace().join("LICENSE")).ok(),
            "LICENSE is not a link to ../LICENSE",
        ),
    ];
    let wrong = checks.iter().filter(|(holds, _)| !holds);
    wrong.map(|(_, mistake)| format!("{}: {mistake}", package.name)).collect()
}

/// Mistakes in the versions of dependencies. Crates of the workspace must depend on exactly each
/// other's current version, since they share items that are not public.
fn version_mistakes(package: &Package, published: &[&Package]) -> Vec<String> {
    let own = package.dependencies.iter().filter(|dependency| dependency.path.is_some());
    own.filter_map(|dependency| {
        let version = published.iter().find(|it| it.name == dependency.name).map(|it| &it.version);
        let Some(version) = version else {
            let is_dev = dependency.kind.as_deref() == Some("dev");
            let mistake = format!("{}: {} is not published", package.name, dependency.name);
            return (!is_dev).then_some(mistake);
        };
        // A dev-dependency without a version is left out of the package.
        let agrees = dependency.req == format!("={version}")
            || dependency.kind.as_deref() == Some("dev") && dependency.req == "*";
        let mistake = || {
            format!(
                "{}: asks for {} {}, which is {version}; see workspace.dependencies in Cargo.toml",
                package.name, dependency.name, dependency.req,
            )
        };
        (!agrees).then(mistake)
    })
    .collect()
}

/// Mistakes in the addresses of the repository: all packages must have the same one, or none.
fn address_mistakes(published: &[&Package]) -> Vec<String> {
    let Some(known) = published.iter().find_map(|package| package.repository.as_ref()) else {
        return Vec::new();
    };
    let others = published.iter().filter(|package| package.repository.as_ref() != Some(known));
    others.map(|package| format!("{}: `repository` is not {known}", package.name)).collect()
}

/// Dependencies of the published crates that need a newer Rust than the crates promise.
fn rust_mistakes(workspace: &Workspace) -> Vec<String> {
    let Some(promised) = workspace.published().iter().find_map(|it| it.oldest_rust()) else {
        return vec!["Cargo.toml: no rust-version".to_owned()];
    };
    let needed = workspace.needed_by_published();
    let newer = needed.iter().filter(|package| package.oldest_rust() > Some(promised));
    newer
        .map(|package| {
            format!(
                "{} {} needs Rust {}; raise rust-version in Cargo.toml",
                package.name,
                package.version,
                package.rust_version.as_deref().unwrap_or_default(),
            )
        })
        .collect()
}

/// Packs every crate without building it; prints the sizes.
fn pack(workspace: &Workspace, published: &[&Package]) -> Result<Vec<String>> {
    let mut args = vec!["package", "--locked", "--no-verify", "--allow-dirty", "--quiet"];
    args.extend(published.iter().flat_map(|package| ["-p", package.name.as_str()]));
    cargo(&args)?;
    let mut mistakes = Vec::new();
    for package in published {
        let name = format!("{}-{}.crate", package.name, package.version);
        let file = workspace.target_directory.join("package").join(&name);
        let bytes = fs::metadata(&file)?.len();
        println!("{name}: {} KiB", bytes.div_ceil(1024));
        if bytes > MAX_BYTES {
            mistakes
                .push(format!("{name} has {bytes} bytes, more than {MAX_BYTES}; see `include`"));
        }
    }
    Ok(mistakes)
}

fn cargo(args: &[&str]) -> Result<String> {
    ask(Command::new("cargo").args(args).current_dir(workspace()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn workspace_of(packages: &str) -> Workspace {
        Workspace::of(packages).expect("metadata of cargo")
    }

    const TWO: &str = r#"{
        "workspace_members": ["own", "tool"], "target_directory": "/target",
        "packages": [
            {"id": "own", "name": "own", "version": "0.2.0", "rust_version": "1.89",
             "publish": null, "manifest_path": "/own/Cargo.toml", "repository": "https://a",
             "keywords": ["a", "a-keyword-that-is-long"], "categories": [],
             "dependencies": [{"name": "own", "req": "=0.1.0", "path": "/own", "kind": null},
                              {"name": "own", "req": "^0.2.0", "path": "/own", "kind": null},
                              {"name": "own", "req": "=0.2.0", "path": "/own", "kind": null}]},
            {"id": "tool", "name": "tool", "version": "0.2.0", "publish": [],
             "manifest_path": "/tool/Cargo.toml", "keywords": [], "categories": [],
             "dependencies": []},
            {"id": "new", "name": "new", "version": "1.0.0", "rust_version": "1.90.0",
             "publish": null, "manifest_path": "/new/Cargo.toml", "keywords": [],
             "categories": [], "dependencies": []},
            {"id": "test", "name": "test", "version": "1.0.0", "rust_version": "1.94",
             "publish": null, "manifest_path": "/test/Cargo.toml", "keywords": [],
             "categories": [], "dependencies": []}
        ],
        "resolve": {"nodes": [
            {"id": "own", "deps": [
                {"pkg": "new", "dep_kinds": [{"kind": "build"}]},
                {"pkg": "test", "dep_kinds": [{"kind": "dev"}]}]},
            {"id": "tool", "deps": [{"pkg": "test", "dep_kinds": [{"kind": null}]}]},
            {"id": "new", "deps": []}, {"id": "test", "deps": []}
        ]}
    }"#;

    #[test]
    fn mistakes_of_manifests_are_found() {
        let workspace = workspace_of(TWO);
        let published = workspace.published();
        assert_eq!(published.iter().map(|it| it.name.as_str()).collect::<Vec<_>>(), ["own"]);
        assert_eq!(
            manifest_mistakes(published[0]),
            [
                "own: no description",
                "own: no license",
                "own: no documentation",
                "own: a keyword of more than 20 characters",
                "own: no categories",
                "own: no README.md",
                "own: LICENSE is not a link to ../LICENSE",
            ],
        );
        let versions = version_mistakes(published[0], &published);
        let expected =
            ["=0.1.0", "^0.2.0"].map(|req| format!("own: asks for own {req}, which is 0.2.0"));
        for (mistake, expected) in versions.iter().zip(&expected) {
            assert!(mistake.starts_with(expected), "{versions:?}");
        }
        assert_eq!(versions.len(), 2, "{versions:?}");
    }

    /// Dependencies of tests and tools may need a newer Rust.
    #[test]
    fn a_dependency_that_needs_a_newer_rust_is_found() {
        let mistakes = rust_mistakes(&workspace_of(TWO));
        assert_eq!(mistakes, ["new 1.0.0 needs Rust 1.90.0; raise rust-version in Cargo.toml"]);
    }

    #[test]
    fn an_address_is_of_all_or_of_none() {
        let workspace = workspace_of(&TWO.replace("\"publish\": []", "\"publish\": null"));
        let mistakes = address_mistakes(&workspace.published());
        assert_eq!(mistakes, ["tool: `repository` is not https://a"]);
    }
}
