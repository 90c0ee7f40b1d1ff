//! List types and list map keys.
#![deny(warnings)]
#![allow(dead_code)]

use smp_core::{ListType, PatchSchema};

#[derive(PatchSchema)]
#[serde(rename_all = "camelCase")]
struct Container {
    #[patch(strategy = "merge", merge_key = "containerPort")]
    #[patch(list_type = "map", list_map_keys("containerPort", "protocol" = "TCP"))]
    ports: Vec<ContainerPort>,
    #[patch(list_map_keys("containerPort",))]
    implied: Option<Ports>,
    #[patch(list_type = "set")]
    finalizers: Vec<String>,
    #[patch(list_type = "atomic")]
    args: Vec<String>,
    #[patch(strategy = "replace")]
    table: Vec<Vec<String>>,
}

type Ports = Vec<ContainerPort>;

#[derive(PatchSchema)]
#[serde(rename_all = "camelCase")]
struct ContainerPort {
    container_port: u16,
    protocol: Option<String>,
}

fn main() {
    let root = Container::schema().root();
    let ports = root.field("ports").expect("a field");
    assert_eq!(ports.list_map_keys()[1].default(), Some(&"TCP".into()));
    assert_eq!(root.field("implied").expect("a field").list_type(), Some(ListType::Map));
}
