//! Beside kubectl: as its external diff program, and as its plugin.
//!
//! `cargo test -p smp-cli kubectl -- --ignored` builds kubectl from its module, once, and runs it
//! against a server that has one object. It needs Go, and takes minutes the first time.

use std::ffi::OsString;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use snapbox::str;

use crate::Files;

const LIVE: &str = "\
apiVersion: v1
data:
  a: b
  text: |
    one
    two
kind: ConfigMap
metadata:
  creationTimestamp: \"2026-01-01T00:00:00Z\"
  name: a
  namespace: default
  resourceVersion: \"7\"
  uid: 1c5c9e2e
";

/// The directories that kubectl makes, one file for each object.
fn directories(test: &str) -> Files {
    let merged = LIVE.replace("a: b", "a: c").replace("two", "three");
    Files::new(
        test,
        &[
            ("LIVE-1/v1.ConfigMap.default.a", LIVE),
            ("LIVE-1/v1.ConfigMap.default.new.yaml", ""),
            ("MERGED-2/v1.ConfigMap.default.a", &merged),
            (
                "MERGED-2/v1.ConfigMap.default.new.yaml",
                "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: new.yaml\n",
            ),
            ("same/v1.ConfigMap.default.a", LIVE),
        ],
    )
}

/// kubectl puts the directories in front of the words after the program.
#[test]
fn arguments_in_the_order_of_kubectl() {
    let files = directories("kubectl_order");
    let run = |args: &[&str]| files.smp(args).assert();
    let expected = files.smp(&["diff", "-o", "fields", "LIVE-1", "MERGED-2"]).output();
    let expected = String::from_utf8(expected.expect("it runs").stdout).expect("UTF-8");
    assert!(expected.contains("~   a: b → c"), "{expected}");
    run(&["LIVE-1", "MERGED-2", "diff", "-o", "fields"]).code(1).stdout_eq(expected.clone());
    run(&["LIVE-1", "MERGED-2", "-q", "diff", "-o=fields"]).code(1).stdout_eq(expected);
    run(&["LIVE-1", "same", "diff", "-o", "fields"]).code(0).stdout_eq("");
    run(&["LIVE-1", "same", "diff", "-o", "text"]).code(0).stdout_eq("");
    // Without the word diff they are no directories to compare.
    files.smp(&["LIVE-1", "MERGED-2"]).assert().code(2).stdout_eq("");
    // A directory of the name of a subcommand is no reason to change the order.
    let files = Files::new("kubectl_order_names", &[("diff/a", ""), ("b/a", LIVE), ("c/a", LIVE)]);
    files.smp(&["diff", "b", "c", "-o", "text"]).assert().code(0).stderr_eq("");
    files.smp(&["diff", "diff", "b", "-o", "fields"]).assert().code(1);
}

fn plugin() -> &'static Path {
    Path::new(env!("CARGO_BIN_EXE_kubectl-smp"))
}

#[test]
fn the_plugin_is_the_same_command_by_another_name() {
    let run = |args: &[&str]| {
        let output = Command::new(plugin()).args(args).output().expect("the command runs");
        (output.status.code(), String::from_utf8(output.stdout).expect("UTF-8"))
    };
    let (code, help) = run(&["diff", "--help"]);
    assert_eq!(code, Some(0));
    assert!(help.contains("Usage: kubectl smp diff"), "{help}");
    assert!(help.contains("\n  kubectl smp diff old.yaml new.yaml"), "{help}");
    // kubectl runs a program, not itself.
    assert!(help.contains("KUBECTL_EXTERNAL_DIFF=\"kubectl-smp diff -o fields\""), "{help}");
    for command in ["patch", "diff", "apply", "compose", "conflicts", "explain", "normalize"] {
        let (code, help) = run(&[command, "--help"]);
        assert_eq!(code, Some(0));
        assert!(!help.contains(&format!("\n  smp {command}")), "{help}");
    }
    let files = directories("kubectl_plugin");
    let file = files.0.join("LIVE-1/v1.ConfigMap.default.a");
    let (code, patched) = run(&["patch", "-f", &file.to_string_lossy(), "-p", "data: {a: c}"]);
    assert_eq!((code, patched), (Some(0), LIVE.replace("a: b", "a: c")));
}

/// The directory of kubectl, built from its module.
pub(crate) fn kubectl() -> &'static Path {
    static BUILT: OnceLock<PathBuf> = OnceLock::new();
    BUILT.get_or_init(|| {
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/kubectl");
        let target = Path::new(env!("CARGO_TARGET_TMPDIR")).join("kubectl-bin");
        let built = Command::new("go")
            .args(["build", "-o"])
            .arg(target.join("kubectl"))
            .arg(".")
            .current_dir(source)
            .status();
        assert!(built.expect("Go is installed").success(), "kubectl does not build");
        target
    })
}

/// The path of programs, with kubectl and the plugin in front.
fn path(kubectl: &Path) -> OsString {
    let smp = plugin().parent().expect("a directory").to_owned();
    let own = std::env::var_os("PATH").unwrap_or_default();
    let directories = [kubectl.to_owned(), smp].into_iter().chain(std::env::split_paths(&own));
    std::env::join_paths(directories).expect("a path")
}

#[test]
#[ignore = "needs Go"]
fn kubectl_finds_the_plugin() {
    let directory = kubectl();
    let run = |args: &[&str]| {
        let mut command = Command::new(directory.join("kubectl"));
        command.args(args).env("PATH", path(directory)).env("NO_COLOR", "1");
        command.output().expect("kubectl runs")
    };
    let help = run(&["smp", "diff", "--help"]);
    let text = String::from_utf8_lossy(&help.stdout);
    assert!(text.contains("Usage: kubectl smp diff"), "{text}");
    let files = directories("kubectl_runs_plugin");
    let [live, merged] = ["LIVE-1", "MERGED-2"].map(|name| files.0.join(name));
    let diff =
        run(&["smp", "diff", "-o", "fields", &live.to_string_lossy(), &merged.to_string_lossy()]);
    assert_eq!(diff.status.code(), Some(1), "{}", String::from_utf8_lossy(&diff.stderr));
}

/// `kubectl diff --server-side` against a server that has one object, and answers a patch
/// without storing it.
#[test]
#[ignore = "needs Go"]
fn kubectl_diff() {
    let directory = kubectl();
    let server = Server::start();
    let files = Files::new(
        "kubectl_diff",
        &[(
            "a.yaml",
            "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a, namespace: default}\ndata: {a: c}\n",
        )],
    );
    let diff = |program: &str, same: bool| {
        server.answer_with_the_same(same);
        let output = Command::new(directory.join("kubectl"))
            .args(["diff", "--server-side", "-f", "a.yaml"])
            .arg(format!("--server=http://{}", server.address))
            .current_dir(&files.0)
            .env("PATH", path(directory))
            .env("HOME", &files.0)
            .env("NO_COLOR", "1")
            .env_remove("KUBECONFIG")
            .env("KUBECTL_EXTERNAL_DIFF", program)
            .output()
            .expect("kubectl runs");
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
        (output.status.code(), text(output.stdout), text(output.stderr))
    };
    let (code, shown, errors) = diff("smp diff -o fields --ignore server", false);
    assert_eq!((code, errors.as_str()), (Some(1), ""), "{shown}");
    snapbox::assert_data_eq!(
        shown,
        str![[r#"
v1 ConfigMap default/a
~ data.a: b → c

"#]]
    );
    let (code, shown, errors) = diff("smp diff -o text", false);
    assert_eq!((code, errors.as_str()), (Some(1), ""), "{shown}");
    assert!(shown.contains("\n-  a: b\n+  a: c\n"), "{shown}");
    assert_eq!(diff("smp diff -o fields", true), (Some(0), String::new(), String::new()));
    // An error of the program is one of kubectl.
    let (code, _, errors) = diff("smp diff -o nothing", false);
    assert!(code > Some(1), "{code:?} {errors}");
}

/// A server with the answers that kubectl needs.
struct Server {
    address: std::net::SocketAddr,
    same: std::sync::Arc<std::sync::atomic::AtomicBool>,
}

impl Server {
    fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let address = listener.local_addr().expect("an address");
        let same = std::sync::Arc::<std::sync::atomic::AtomicBool>::default();
        let answers_same = std::sync::Arc::clone(&same);
        // Ends with the process.
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let same = std::sync::Arc::clone(&answers_same);
                std::thread::spawn(move || {
                    let same = same.load(std::sync::atomic::Ordering::Relaxed);
                    let _ = answer(stream, same);
                });
            }
        });
        Self { address, same }
    }

    fn answer_with_the_same(&self, same: bool) {
        self.same.store(same, std::sync::atomic::Ordering::Relaxed);
    }
}

/// Answers one request, and closes the connection.
fn answer(mut stream: TcpStream, same: bool) -> std::io::Result<()> {
    let mut reader = BufReader::new(stream.try_clone()?);
    let mut request = String::new();
    reader.read_line(&mut request)?;
    let mut length = 0;
    loop {
        let mut header = String::new();
        if reader.read_line(&mut header)? <= 2 {
            break;
        }
        if let Some((name, value)) = header.split_once(':')
            && name.eq_ignore_ascii_case("content-length")
        {
            length = value.trim().parse().unwrap_or(0);
        }
    }
    reader.take(length).read_to_end(&mut Vec::new())?;
    let mut words = request.split_whitespace();
    let (method, target) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
    let resource = target.split('?').next().unwrap_or_default();
    let body = match (method, resource) {
        (_, "/api") => r#"{"kind":"APIVersions","versions":["v1"]}"#.to_owned(),
        (_, "/apis") => {
            r#"{"kind":"APIGroupList","apiVersion":"v1","groups":[]}"#.to_owned()
        }
        (_, "/api/v1") => r#"{"kind":"APIResourceList","groupVersion":"v1","resources":[{"name":"configmaps","singularName":"configmap","namespaced":true,"kind":"ConfigMap","verbs":["get","patch"]}]}"#.to_owned(),
        (_, "/openapi/v3") => r#"{"paths":{"api/v1":{"serverRelativeURL":"/openapi/v3/api/v1"}}}"#.to_owned(),
        (_, "/openapi/v3/api/v1") => r#"{"openapi":"3.0.0","info":{"title":"x","version":"1"},"paths":{"/api/v1/namespaces/{namespace}/configmaps/{name}":{"patch":{"parameters":[{"name":"dryRun","in":"query"}],"x-kubernetes-group-version-kind":{"group":"","kind":"ConfigMap","version":"v1"}}}}}"#.to_owned(),
        ("GET", "/api/v1/namespaces/default/configmaps/a") => object("b"),
        ("PATCH", "/api/v1/namespaces/default/configmaps/a") => {
            object(if same { "b" } else { "c" })
        }
        _ => String::new(),
    };
    let status = if body.is_empty() { "404 Not Found" } else { "200 OK" };
    let length = body.len();
    write!(
        stream,
        "HTTP/1.1 {status}\r\nContent-Type: application/json\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n{body}"
    )
}

/// The object of the server.
fn object(value: &str) -> String {
    format!(
        r#"{{"apiVersion":"v1","kind":"ConfigMap","metadata":{{"name":"a","namespace":"default","uid":"1","resourceVersion":"{}","creationTimestamp":"2026-01-01T00:00:00Z"}},"data":{{"a":"{value}"}}}}"#,
        if value == "b" { 7 } else { 8 }
    )
}
