//! Lists: selectors, pages, and lists of the past.

use bytes::Bytes;
use http::{Method, Request};
use http_body_util::{BodyExt as _, Empty};
use serde_json::{Value, json};
use smp_testserver::TestServer;

use crate::ask::{MAPS, delete, get, map, post, server};

async fn filled() -> TestServer {
    let server = server();
    for number in 0..5 {
        let mut object = map(&format!("m{number}"));
        object["metadata"]["labels"] = json!({"even": (number % 2 == 0).to_string()});
        post(&server, MAPS, &object).await;
    }
    server
}

fn names(list: &Value) -> Vec<&str> {
    list["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| it["metadata"]["name"].as_str().unwrap())
        .collect()
}

#[tokio::test]
async fn selectors() {
    let server = filled().await;
    let (_, list) = get(&server, &format!("{MAPS}?labelSelector=even%3Dtrue")).await;
    assert_eq!((&list["kind"], names(&list)), (&json!("ConfigMapList"), vec!["m0", "m2", "m4"]));
    assert_eq!(list["items"][0].get("kind"), None);
    let (_, list) = get(&server, "/api/v1/configmaps?fieldSelector=metadata.name%3Dm1").await;
    assert_eq!(names(&list), ["m1"]);
    let (code, status) = get(&server, &format!("{MAPS}?fieldSelector=data.a%3D1")).await;
    assert_eq!((code, &status["message"]), (400, &json!("field label not supported: data.a")));
    assert_eq!(get(&server, &format!("{MAPS}?labelSelector=a%20b")).await.0, 400);
}

#[tokio::test]
async fn pages_are_of_one_moment() {
    let server = filled().await;
    let (_, first) = get(&server, &format!("{MAPS}?limit=2")).await;
    assert_eq!(
        (names(&first), &first["metadata"]["remainingItemCount"]),
        (vec!["m0", "m1"], &json!(3))
    );
    post(&server, MAPS, &map("m9")).await;
    delete(&server, &format!("{MAPS}/m2"), &json!({})).await;
    let token = first["metadata"]["continue"].as_str().unwrap();
    let (_, second) = get(&server, &format!("{MAPS}?limit=2&continue={token}")).await;
    assert_eq!(names(&second), ["m2", "m3"]);
    assert_eq!(second["metadata"]["resourceVersion"], first["metadata"]["resourceVersion"]);
    let token = second["metadata"]["continue"].as_str().unwrap().to_owned();
    let (_, third) = get(&server, &format!("{MAPS}?limit=2&continue={token}")).await;
    assert_eq!((names(&third), third["metadata"].get("continue")), (vec!["m4"], None));

    server.compact();
    let (code, status) = get(&server, &format!("{MAPS}?limit=2&continue={token}")).await;
    assert_eq!((code, &status["reason"]), (410, &json!("Expired")));
    let next = status["metadata"]["continue"].as_str().unwrap();
    let (code, rest) = get(&server, &format!("{MAPS}?continue={next}")).await;
    assert_eq!((code, names(&rest)), (200, vec!["m4", "m9"]));
    assert_eq!(get(&server, &format!("{MAPS}?continue=x")).await.0, 400);
}

#[tokio::test]
async fn the_past_and_the_future() {
    let server = filled().await;
    let (_, now) = get(&server, MAPS).await;
    let revision = now["metadata"]["resourceVersion"].as_str().unwrap();
    post(&server, MAPS, &map("new")).await;
    let exact = format!("{MAPS}?resourceVersion={revision}&resourceVersionMatch=Exact");
    assert_eq!(names(&get(&server, &exact).await.1).len(), 5);
    let not_older = format!("{MAPS}?resourceVersion={revision}&resourceVersionMatch=NotOlderThan");
    assert_eq!(names(&get(&server, &not_older).await.1).len(), 6);
    let (code, status) = get(&server, &format!("{MAPS}?resourceVersion=999999")).await;
    assert_eq!(
        (code, &status["details"]["causes"][0]["reason"]),
        (504, &json!("ResourceVersionTooLarge"))
    );
    server.compact();
    assert_eq!(get(&server, &exact).await.0, 410);
}

#[tokio::test]
async fn other_forms() {
    let server = filled().await;
    let ask = async |accept: &str| -> Value {
        let request = Request::builder().method(Method::GET).uri(MAPS).header("accept", accept);
        let response = server.answer(request.body(Empty::<Bytes>::new()).unwrap()).await.unwrap();
        let body = response.into_body().collect().await.unwrap().to_bytes();
        serde_json::from_slice(&body).unwrap()
    };
    let list = ask("application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1").await;
    assert_eq!(
        (&list["kind"], &list["items"][0]["kind"]),
        (&json!("PartialObjectMetadataList"), &json!("PartialObjectMetadata"))
    );
    assert_eq!(list["items"][0].get("data"), None);
    let table = ask("application/json;as=Table;v=v1;g=meta.k8s.io,application/json").await;
    assert_eq!((&table["kind"], &table["rows"][1]["cells"][0]), (&json!("Table"), &json!("m1")));
    let refused = ask("application/vnd.kubernetes.protobuf").await;
    assert_eq!(refused["reason"], "NotAcceptable");
}
