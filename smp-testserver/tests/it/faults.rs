//! The test kit: faults, latency, a clock that stands still, records.

use std::time::Duration;

use http::{Method, StatusCode};
use k8s_openapi::api::core::v1::ConfigMap;
use kube::api::{Api, Patch, PatchParams};
use serde_json::json;
use smp_testserver::{Builder, Fault, TestServer};

use crate::ask::{MAPS, get, map, merge, post, server};

#[tokio::test]
async fn the_next_patch_conflicts() {
    let server = server();
    post(&server, MAPS, &map("a")).await;
    server.inject(Fault::conflict().method(Method::PATCH));
    let path = format!("{MAPS}/a");
    let codes = [
        get(&server, &path).await.0,
        merge(&server, &path, &json!({})).await.0,
        merge(&server, &path, &json!({})).await.0,
    ];
    assert_eq!(codes, [200, 409, 200]);
    let shown: Vec<_> = server
        .requests()
        .iter()
        .map(|it| format!("{it} {}", it.status.unwrap().as_u16()))
        .collect();
    assert_eq!(shown[2], format!("PATCH {MAPS}/a 409"));
}

#[tokio::test]
async fn every_third_request_times_out() {
    let server = server();
    server.inject(Fault::timeout().every(3));
    let mut codes = Vec::new();
    for _ in 0..6 {
        codes.push(get(&server, MAPS).await.0);
    }
    assert_eq!(codes, [200, 200, 504, 200, 200, 504]);
    server.clear_faults();
    server.inject(Fault::status(StatusCode::SERVICE_UNAVAILABLE).path("/configmaps").times(2));
    assert_eq!(
        [
            get(&server, MAPS).await.0,
            get(&server, "/api/v1/pods").await.0,
            get(&server, MAPS).await.0,
            get(&server, MAPS).await.0
        ],
        [503, 200, 503, 200]
    );
}

#[tokio::test]
async fn an_answer_is_lost_and_the_write_is_done() {
    let server = TestServer::new();
    let client = kube::Client::new(server.clone(), "default");
    let api: Api<ConfigMap> = Api::default_namespaced(client);
    let object: ConfigMap = serde_json::from_value(map("a")).unwrap();
    server.inject(Fault::lose_answer().method(Method::POST));
    assert!(api.create(&kube::api::PostParams::default(), &object).await.is_err());
    assert!(api.get("a").await.is_ok());
    server.inject(Fault::disconnect().method(Method::PATCH));
    let patch = Patch::Merge(json!({"data": {"a": "2"}}));
    assert!(api.patch("a", &PatchParams::default(), &patch).await.is_err());
    assert_eq!(api.get("a").await.unwrap().data.unwrap()["a"], "1");
    let last =
        server.take_requests().into_iter().rfind(smp_testserver::Recorded::is_write).unwrap();
    assert_eq!((last.status, last.json()), (None, json!({"data": {"a": "2"}})));
    assert!(server.requests().is_empty());
}

#[tokio::test(start_paused = true)]
async fn latency_takes_no_time_when_tokio_s_clock_is_paused() {
    let server = Builder::default().latency(Duration::from_secs(3600)).build();
    let start = tokio::time::Instant::now();
    server.inject(Fault::delay(Duration::from_secs(60)));
    get(&server, MAPS).await;
    assert_eq!(start.elapsed(), Duration::from_secs(3660));
}

#[tokio::test]
async fn the_clock_is_moved_by_the_test() {
    let server = server();
    server.advance(Duration::from_secs(90));
    let (_, it) = post(&server, MAPS, &map("a")).await;
    assert_eq!(it["metadata"]["creationTimestamp"], "2026-01-01T00:01:30Z");
}

#[tokio::test]
async fn large_bodies_are_refused() {
    let server = Builder::default().body_limit(100).build();
    let mut large = map("a");
    large["data"]["a"] = "x".repeat(200).into();
    let (code, status) = post(&server, MAPS, &large).await;
    assert_eq!((code, &status["reason"]), (413, &json!("RequestEntityTooLarge")));
}
