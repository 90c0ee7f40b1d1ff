//! An example of each row of what the comparison leaves out: a row that has none any more is no longer needed.

use serde_json::Value;
use ureq::http::Method;

use super::answers::{Compared, refused, taken};
use crate::cluster::Result;
use crate::cluster::client::{Client, Media};

/// A label of [`Compared::LeftOut`], and requests: the last one has answers that are left out.
struct Row {
    label: &'static str,
    requests: &'static [(Method, &'static str, &'static str, &'static str)],
}

const LIMITS: &str = "/api/v1/namespaces/default/limitranges";
const SERVICE_BY_B: &str = "/api/v1/namespaces/default/services/row?fieldManager=b";
const POD: &str =
    r#"{"metadata": {"name": "row"}, "spec": {"containers": [{"name": "a", "image": "a"}]}}"#;
const STRATEGIC: &str = "application/strategic-merge-patch+json";

const ROWS: &[Row] = &[
    Row {
        label: "validation",
        requests: &[(
            Method::POST,
            "/apis/apps/v1/namespaces/default/deployments?dryRun=All",
            Media::JSON,
            r#"{"metadata": {"name": "row"}, "spec": {"selector": {"matchLabels": {"a": "b"}}, "template": {}}}"#,
        )],
    },
    Row {
        label: "admission",
        requests: &[(Method::POST, "/api/v1/namespaces/default/pods?dryRun=All", Media::JSON, POD)],
    },
    Row {
        label: "empty maps",
        requests: &[
            (
                Method::POST,
                LIMITS,
                Media::JSON,
                r#"{"metadata": {"name": "row"}, "spec": {"limits": [{"type": "Pod", "max": {"cpu": "1"}}]}}"#,
            ),
            (
                Method::PATCH,
                "/api/v1/namespaces/default/limitranges/row?fieldManager=b",
                STRATEGIC,
                r#"{"spec": {"limits": [{"type": "Pod", "max": {"cpu": "1"}, "min": {}}]}}"#,
            ),
        ],
    },
    Row {
        label: "a chosen value",
        requests: &[
            (
                Method::POST,
                "/api/v1/namespaces/default/services",
                Media::JSON,
                r#"{"metadata": {"name": "row"}, "spec": {"type": "NodePort", "ports": [{"port": 80}]}}"#,
            ),
            (
                Method::PATCH,
                SERVICE_BY_B,
                Media::APPLY,
                r#"{"apiVersion": "v1", "kind": "Service", "metadata": {"name": "row"},
                    "spec": {"ports": [{"port": 80, "nodePort": "@/spec/ports/0/nodePort"}]}}"#,
            ),
        ],
    },
    Row {
        label: "a reference without a name",
        requests: &[(
            Method::POST,
            "/apis/apps/v1/namespaces/default/replicasets?dryRun=All",
            Media::JSON,
            r#"{"metadata": {"name": "row"}, "spec": {"selector": {"matchLabels": {"a": "b"}}, "template": {
                "metadata": {"labels": {"a": "b"}},
                "spec": {"imagePullSecrets": [{}], "containers": [{"name": "a", "image": "a"}]}}}}"#,
        )],
    },
];

/// Sends the examples to both servers. Returns their number.
pub(super) fn check(real: &Client, ours: &Client) -> Result<usize> {
    for row in ROWS {
        let compared = compare(row, real, ours);
        for path in [LIMITS, "/api/v1/namespaces/default/services"] {
            for client in [real, ours] {
                client.delete(&format!("{path}/row"));
            }
        }
        match compared {
            Some(Compared::LeftOut(label)) if label == row.label => {}
            Some(Compared::Different(what)) => {
                return Err(format!("the example of {:?} differs: {what}", row.label).into());
            }
            _ => return Err(format!("{:?} need not be left out any more", row.label).into()),
        }
    }
    Ok(ROWS.len())
}

fn compare(row: &Row, real: &Client, ours: &Client) -> Option<Compared> {
    let (mut before, mut compared) = (Value::Null, None);
    for (method, path, media, body) in row.requests {
        let body = with_values(body, &before);
        let [theirs, mine] =
            [real, ours].map(|it| it.send(method.clone(), path, media, body.clone()));
        compared = Some(if theirs.is_ok() {
            taken(&theirs, &mine, &body)
        } else {
            refused(&theirs, &mine, false)
        });
        before = theirs.body;
    }
    compared
}

/// The body with values of the answer before it: `"@POINTER"` is the value at the pointer.
fn with_values(body: &str, before: &Value) -> String {
    let parts = body.split("\"@");
    let filled = parts.enumerate().map(|(at, part)| match part.split_once('"') {
        Some((pointer, rest)) if at > 0 => {
            let value = before.pointer(pointer).unwrap_or(&Value::Null);
            format!("{value}{rest}")
        }
        _ => part.to_owned(),
    });
    filled.collect()
}
