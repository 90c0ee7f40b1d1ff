//! The files of the examples by which other programs run the command, as these programs use them.

use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

fn example(path: &str) -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples").join(path)
}

fn yaml(path: &str) -> Value {
    let text = fs::read_to_string(example(path)).expect("an example");
    serde_saphyr::from_str(&text).expect("YAML")
}

/// The program with the command in its path; its output.
fn run(program: &str, directory: &Path, args: &[&str], input: &str) -> String {
    let binaries = Path::new(env!("CARGO_BIN_EXE_smp")).parent().expect("a directory");
    let paths = std::env::var("PATH").unwrap_or_default();
    let output = Command::new(program)
        .args(args)
        .current_dir(directory)
        .env("PATH", format!("{}:{paths}", binaries.display()))
        .stdin(fs::File::open(example(input)).expect("an input"))
        .output()
        .expect("the program runs");
    let message = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{program} {args:?}: {message}");
    String::from_utf8(output.stdout).expect("UTF-8")
}

#[test]
fn the_post_renderer_of_helm_patches_one_container() {
    let folder = example("helm/smp-patch");
    let plugin = yaml("helm/smp-patch/plugin.yaml");
    let command = plugin["runtimeConfig"]["platformCommand"][0]["command"].as_str();
    let command = command.expect("a command").replace("${HELM_PLUGIN_DIR}", ".");
    let patched = run(&command, &folder, &[], "helm/rendered.yaml");
    let rendered = fs::read_to_string(example("helm/rendered.yaml")).expect("an example");
    let added = "        resources:\n          limits:\n            memory: 64Mi\n";
    assert_eq!(patched, rendered + added);
}

#[test]
fn the_plugin_of_argo_cd_prints_the_patched_manifests() {
    let plugin = yaml("argo-cd/plugin.yaml");
    let application = example("argo-cd/app");
    let found = plugin["spec"]["discover"]["fileName"].as_str().expect("a file");
    assert!(application.join(found).exists());
    let command: Vec<&str> = plugin["spec"]["generate"]["command"]
        .as_array()
        .expect("a command")
        .iter()
        .map(|word| word.as_str().expect("a word"))
        .collect();
    let output = run(command[0], &application, &command[1..], "argo-cd/plugin.yaml");
    assert!(output.contains("replicas: 3\n---\n") && output.contains("type: NodePort"), "{output}");
}

#[test]
fn the_hook_of_pre_commit_checks_the_patches() {
    let (hooks, config) =
        (yaml("../.pre-commit-hooks.yaml"), yaml("pre-commit/.pre-commit-config.yaml"));
    let hook = &hooks[0];
    assert_eq!(hook["id"], config["repos"][0]["hooks"][0]["id"]);
    let chosen = regex::Regex::new(hook["files"].as_str().expect("files")).expect("a pattern");
    let files =
        ["deploy/cron-job.yaml", "deploy/kustomization.yaml", "deploy/patches/schedule.yaml"];
    let files: Vec<_> = files.into_iter().filter(|file| chosen.is_match(file)).collect();
    assert_eq!(files, ["deploy/kustomization.yaml", "deploy/patches/schedule.yaml"]);
    // With one more file, which has a mistake, it fails.
    let entry: Vec<_> =
        hook["entry"].as_str().expect("a command").split(' ').chain(files).collect();
    run(entry[0], &example("pre-commit"), &entry[1..], "patch.yaml");
    let wrong = crate::Files::new(
        "pre_commit",
        &[("patch.yaml", "kind: Pod\napiVersion: v1\nspec: {nodeNam: a}\n")],
    );
    wrong.smp(&[&entry[1..3], &["patch.yaml"]].concat()).assert().code(2);
}

#[test]
fn the_workflow_of_github_runs() {
    let workflow = yaml("github/workflow.yaml");
    let steps = workflow["jobs"]["patches"]["steps"].as_array().expect("steps");
    let line = steps.iter().find_map(|step| step["run"].as_str()).expect("a command");
    let line = line.replace("> result.yaml", "");
    let output = run("sh", &example("."), &["-c", &line], "deployment.yaml");
    let expected = fs::read_to_string(example("patched.yaml")).expect("an example");
    assert_eq!(output, expected);
}

#[test]
fn the_function_of_the_image_patches_a_resource_list() {
    let containerfile = example("../packaging/Containerfile");
    let text = fs::read_to_string(containerfile).expect("a file");
    assert!(
        text.ends_with(
            "FROM command AS fn\nCOPY passwd /etc/passwd\nENTRYPOINT [\"/smp\", \"fn\"]\n"
        )
    );
    let output = run("smp", &example("."), &["fn"], "kustomize/resource-list.yaml");
    assert!(output.contains("    replicas: 3   # at night\n"), "{output}");
}
