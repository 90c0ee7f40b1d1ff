//! `smp diff --for kustomize`. `cargo xtask kustomize --diffs` builds its patches with kustomize.

use std::fs;

use crate::{Files, printed, stdout};

const OLD: &str = "\
apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  replicas: 1
  template:
    spec:
      containers:
      - {name: proxy, image: 'proxy:1'}
      - {name: web, image: 'web:1', ports: [{containerPort: 80}]}
---
apiVersion: v1
kind: Service
metadata: {name: web}
spec:
  ports:
  - {port: 80}
  - {port: 81}
";

#[test]
fn a_component() {
    let new = OLD
        .replace("web:1", "web:2")
        .replace("  replicas: 1\n", "")
        .replace("  - {port: 80}\n", "");
    let files = Files::new("for_kustomize", &[("base/old.yaml", OLD), ("new.yaml", &new)]);
    let run = files.smp(&["diff", "base/old.yaml", "new.yaml", "--for", "kustomize"]).assert();
    let component = stdout(&run.code(1));
    assert!(
        component.starts_with("apiVersion: kustomize.config.k8s.io/v1alpha1\nkind: Component\n")
    );
    for text in ["- name: proxy\n", "replicas: null", "kind: Service", "path: /spec/ports/0\n"] {
        assert!(component.contains(text), "{text}: {component}");
    }
    assert!(!component.contains("$setElementOrder"), "{component}");
    fs::create_dir_all(files.0.join("patches")).expect("a directory");
    fs::write(files.0.join("patches/kustomization.yaml"), &component).expect("a file");
    let patched = files.smp(&["patch", "-f", "base/old.yaml", "-k", "patches", "-o", "json"]);
    let wanted = files.smp(&["patch", "-f", "new.yaml", "-p", "{}", "-o", "json"]);
    assert_eq!(printed(patched), printed(wanted));
    let same = files.smp(&["diff", "new.yaml", "new.yaml", "--for", "kustomize"]).assert();
    assert_eq!(stdout(&same.code(0)), "");
}
