//! The state of a server as text.

use serde_json::Value;
use smp_core::Document;

use crate::object::{at, members, text};
use crate::server::TestServer;

/// The namespaces that every server has.
const FIRST: [&str; 4] = ["default", "kube-node-lease", "kube-public", "kube-system"];

impl TestServer {
    /// All objects as YAML documents, sorted by resource, namespace and name: for snapshots. Left out
    /// are `managedFields` and the four namespaces that every server has. With a
    /// [seed](crate::Builder::seed) and a [time](crate::Builder::time) it is the same in each run.
    #[must_use]
    pub fn snapshot(&self) -> String {
        let mut written = String::new();
        for mut object in self.objects() {
            if let Some(metadata) = members(&mut object, "/metadata") {
                metadata.remove("managedFields");
            }
            if !written.is_empty() {
                written.push_str("---\n");
            }
            // Objects of the store are never too deep for a writer.
            if smp_yaml::write(&Document::from(&object), &mut written).is_err() {
                written.push_str(&object.to_string());
            }
            if !written.ends_with('\n') {
                written.push('\n');
            }
        }
        written
    }

    /// All objects, as [`snapshot`](Self::snapshot) has them, with `managedFields`.
    #[must_use]
    pub fn objects(&self) -> Vec<Value> {
        let world = self.shared.world();
        let objects = world.store.all().map(|(_, _, object)| (**object).clone());
        let is_first = |it: &Value| {
            at(it, "/kind") == "Namespace" && FIRST.contains(&text(it, "/metadata/name"))
        };
        objects.filter(|it| !is_first(it)).collect()
    }
}
