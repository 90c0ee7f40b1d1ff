//! Watches, read line by line.

use std::time::Duration;

use bytes::Bytes;
use http::Request;
use http_body_util::{BodyExt as _, Empty};
use serde_json::{Value, json};
use smp_testserver::{Body, Builder, TestServer};

use crate::ask::{MAPS, delete, get, map, merge, post, server};

/// The events of a watch.
struct Events {
    body: Body,
    waiting: Vec<Value>,
}

impl Events {
    async fn of(server: &TestServer, query: &str) -> Self {
        let request =
            Request::get(format!("{MAPS}?watch=true&{query}")).body(Empty::<Bytes>::new()).unwrap();
        let response = server.answer(request).await.unwrap();
        assert_eq!(response.status(), 200);
        Self { body: response.into_body(), waiting: Vec::new() }
    }

    /// The next event; `None` at the end.
    async fn next(&mut self) -> Option<Value> {
        while self.waiting.is_empty() {
            let frame = self.body.frame().await?.unwrap().into_data().unwrap();
            let lines = core::str::from_utf8(&frame).unwrap().lines();
            self.waiting.extend(lines.map(|it| serde_json::from_str(it).unwrap()));
        }
        Some(self.waiting.remove(0))
    }

    /// Type and name of the next event.
    async fn short(&mut self) -> String {
        match self.next().await {
            Some(it) => format!(
                "{} {}",
                it["type"].as_str().unwrap(),
                it["object"]["metadata"]["name"].as_str().unwrap_or("-")
            ),
            None => "end".to_owned(),
        }
    }
}

#[tokio::test]
async fn a_watch_from_a_list_misses_nothing() {
    let server = server();
    post(&server, MAPS, &map("a")).await;
    let (_, list) = get(&server, MAPS).await;
    let revision = list["metadata"]["resourceVersion"].as_str().unwrap();
    post(&server, MAPS, &map("b")).await;
    merge(&server, &format!("{MAPS}/a"), &json!({"data": {"a": "2"}})).await;
    let mut events = Events::of(&server, &format!("resourceVersion={revision}")).await;
    assert_eq!(events.short().await, "ADDED b");
    let event = events.next().await.unwrap();
    assert_eq!(
        (&event["type"], &event["object"]["data"]["a"], &event["object"]["kind"]),
        (&json!("MODIFIED"), &json!("2"), &json!("ConfigMap"))
    );
    delete(&server, &format!("{MAPS}/a"), &json!({})).await;
    let event = events.next().await.unwrap();
    assert_eq!(event["type"], "DELETED");
    let now = get(&server, MAPS).await.1["metadata"]["resourceVersion"].clone();
    assert_eq!(event["object"]["metadata"]["resourceVersion"], now);
}

#[tokio::test]
async fn a_watch_without_a_revision_starts_with_what_is_there() {
    let server = server();
    post(&server, MAPS, &map("a")).await;
    let mut events = Events::of(&server, "").await;
    assert_eq!(events.short().await, "ADDED a");
    let query = "sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true";
    let mut events = Events::of(&server, query).await;
    assert_eq!(events.short().await, "ADDED a");
    let event = events.next().await.unwrap();
    assert_eq!(event["type"], "BOOKMARK");
    assert_eq!(event["object"]["metadata"]["annotations"]["k8s.io/initial-events-end"], "true");
    post(&server, MAPS, &map("b")).await;
    assert_eq!(events.short().await, "ADDED b");
}

#[tokio::test]
async fn selectors_decide_what_is_added_and_deleted() {
    let server = server();
    post(&server, MAPS, &map("a")).await;
    let mut events = Events::of(&server, "labelSelector=x&resourceVersion=").await;
    let label = |value: Value| json!({"metadata": {"labels": {"x": value}}});
    for value in [json!("1"), json!("2"), Value::Null] {
        merge(&server, &format!("{MAPS}/a"), &label(value)).await;
    }
    assert_eq!(events.short().await, "ADDED a");
    assert_eq!(events.short().await, "MODIFIED a");
    assert_eq!(events.short().await, "DELETED a");
}

#[tokio::test]
async fn what_is_forgotten_is_told() {
    let server = server();
    post(&server, MAPS, &map("a")).await;
    post(&server, MAPS, &map("b")).await;
    server.compact();
    let mut events = Events::of(&server, "resourceVersion=2").await;
    let event = events.next().await.unwrap();
    assert_eq!(
        (&event["type"], &event["object"]["code"], &event["object"]["reason"]),
        (&json!("ERROR"), &json!(410), &json!("Expired"))
    );
    assert_eq!(events.short().await, "end");
    let mut events = Events::of(&server, "").await;
    assert_eq!((events.short().await, events.short().await), ("ADDED a".into(), "ADDED b".into()));
    server.expire_watches();
    assert_eq!(events.short().await, "ERROR -");
    assert_eq!(events.short().await, "end");
    let (code, _) = get(&server, &format!("{MAPS}?watch=true&resourceVersion=999999")).await;
    assert_eq!(code, 504);
}

#[tokio::test(start_paused = true)]
async fn bookmarks_and_timeouts() {
    let server = Builder::default().bookmark_interval(Duration::from_secs(10)).build();
    let mut events = Events::of(&server, "allowWatchBookmarks=true&timeoutSeconds=15").await;
    post(&server, "/api/v1/namespaces", &json!({"metadata": {"name": "other"}})).await;
    let event = events.next().await.unwrap();
    assert_eq!(event["type"], "BOOKMARK");
    let now = get(&server, MAPS).await.1["metadata"]["resourceVersion"].clone();
    assert_eq!(event["object"]["metadata"]["resourceVersion"], now);
    assert_eq!((events.short().await, events.short().await), ("BOOKMARK -".into(), "end".into()));
}

#[tokio::test]
async fn many_watches_see_every_write() {
    let server = server();
    let mut watches = Vec::new();
    for _ in 0..20 {
        watches.push(Events::of(&server, "").await);
    }
    for number in 0..50 {
        post(&server, MAPS, &map(&format!("m{number:02}"))).await;
    }
    for watch in &mut watches {
        for number in 0..50 {
            assert_eq!(watch.short().await, format!("ADDED m{number:02}"));
        }
    }
}
