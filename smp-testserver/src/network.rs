//! Addresses and ports of Services, which the server chooses.

use serde_json::{Value, json};

use crate::object::{at, members, set, text};
use crate::registry::Resource;
use crate::world::World;

fn is_service(resource: &Resource) -> bool {
    resource.group.is_empty() && resource.kind == "Service"
}

/// Sets the addresses and ports of a Service that the request leaves out.
pub(crate) fn allocate(world: &mut World, resource: &Resource, object: &mut Value) {
    if !is_service(resource) {
        return;
    }
    let kind = text(object, "/spec/type").to_owned();
    if kind == "ExternalName" {
        return;
    }
    if text(object, "/spec/clusterIP").is_empty() {
        let number = world.below(1 << 20);
        let (second, third, fourth) = (number >> 16, (number >> 8) & 0xff, number & 0xff);
        let second = second.saturating_add(96);
        set(object, &["spec", "clusterIP"], format!("10.{second}.{third}.{}", fourth.max(1)));
    }
    let address = at(object, "/spec/clusterIP").clone();
    let family = if address.as_str().is_some_and(|it| it.contains(':')) { "IPv6" } else { "IPv4" };
    let has_address = address != "None";
    let selector = object.pointer("/spec/selector").and_then(Value::as_object);
    let has_selector = selector.is_some_and(|it| !it.is_empty());
    if let Some(spec) = members(object, "/spec") {
        spec.entry("clusterIPs").or_insert_with(|| json!([address]));
        // A Service without addresses and Pods can have both families.
        let both = !has_address && !has_selector;
        let policy = spec
            .entry("ipFamilyPolicy")
            .or_insert_with(|| if both { "RequireDualStack" } else { "SingleStack" }.into());
        let both = both && *policy != "SingleStack";
        let families = if both { json!(["IPv4", "IPv6"]) } else { json!([family]) };
        spec.entry("ipFamilies").or_insert(families);
    }
    if !matches!(kind.as_str(), "NodePort" | "LoadBalancer")
        || object.pointer("/spec/allocateLoadBalancerNodePorts") == Some(&Value::Bool(false))
    {
        return;
    }
    let ports = object.pointer_mut("/spec/ports").and_then(Value::as_array_mut);
    let Some(ports) = ports else { return };
    for at in 0..ports.len() {
        let Some(port) = ports.get(at).filter(|it| it.get("nodePort").is_none()) else { continue };
        // A port in two protocols has one node port.
        let same = |it: &&Value| it.get("port") == port.get("port");
        let chosen = ports.iter().filter(same).find_map(|it| it.get("nodePort").cloned());
        let chosen = chosen.unwrap_or_else(|| world.below(2768).saturating_add(30_000).into());
        if let Some(port) = ports.get_mut(at) {
            set(port, &["nodePort"], chosen);
        }
    }
}

/// Keeps the addresses and ports of a Service that its new state leaves out.
pub(crate) fn keep(resource: &Resource, old: &Value, new: &mut Value) {
    let external = |it: &Value| text(it, "/spec/type") == "ExternalName";
    if !is_service(resource) || external(old) || external(new) {
        return;
    }
    for name in ["clusterIP", "clusterIPs", "ipFamilies", "ipFamilyPolicy"] {
        let (old, new) = (old.pointer(&format!("/spec/{name}")), members(new, "/spec"));
        if let (Some(old), Some(new)) = (old, new) {
            new.entry(name).or_insert_with(|| old.clone());
        }
    }
    let has_node_ports = |it: &Value| matches!(text(it, "/spec/type"), "NodePort" | "LoadBalancer");
    if !has_node_ports(old) || !has_node_ports(new) {
        return;
    }
    let olds = old.pointer("/spec/ports").and_then(Value::as_array).cloned().unwrap_or_default();
    let news = new.pointer_mut("/spec/ports").and_then(Value::as_array_mut);
    for port in news.into_iter().flatten() {
        let same = |it: &&Value| {
            at(it, "/port") == at(port, "/port") && at(it, "/protocol") == at(port, "/protocol")
        };
        let node_port = olds.iter().find(same).and_then(|it| it.get("nodePort")).cloned();
        if let (None, Some(node_port)) = (port.get("nodePort"), node_port) {
            set(port, &["nodePort"], node_port);
        }
    }
}

/// Drops fields that the new type of a Service does not use, unless the new state changes them.
pub(crate) fn drop_unused(resource: &Resource, old: &Value, new: &mut Value) {
    if !is_service(resource) {
        return;
    }
    let field = |it: &Value, name: &str| at(it, &format!("/spec/{name}")).clone();
    let kept = |new: &Value, name: &str| field(old, name) == field(new, name);
    let (was, is) = (kind_of(old), kind_of(new));
    let has_node_ports = |it: &str| matches!(it, "NodePort" | "LoadBalancer");
    let is_reached = |it: &Value, kind: &str| {
        let addresses = field(it, "externalIPs");
        has_node_ports(kind)
            || kind == "ClusterIP" && addresses.as_array().is_some_and(|it| !it.is_empty())
    };
    let has_check = |it: &Value, kind: &str| {
        kind == "LoadBalancer" && field(it, "externalTrafficPolicy") == "Local"
    };
    let mut unused = Vec::new();
    if was != "ExternalName" && is == "ExternalName" {
        if kept(new, "clusterIP") && kept(new, "clusterIPs") {
            unused.extend(["clusterIP", "clusterIPs"]);
        }
        unused.extend(["ipFamilies", "ipFamilyPolicy"].into_iter().filter(|it| kept(new, it)));
    }
    if has_check(old, &was) && !has_check(new, &is) && kept(new, "healthCheckNodePort") {
        unused.push("healthCheckNodePort");
    }
    if was == "LoadBalancer" && is != "LoadBalancer" {
        let of_balancer = ["allocateLoadBalancerNodePorts", "loadBalancerClass"];
        unused.extend(of_balancer.into_iter().filter(|it| kept(new, it)));
    }
    if is_reached(old, &was) && !is_reached(new, &is) && kept(new, "externalTrafficPolicy") {
        unused.push("externalTrafficPolicy");
    }
    let ports = |it: &Value| -> Vec<Value> {
        let ports = it.pointer("/spec/ports").and_then(Value::as_array).into_iter().flatten();
        ports.filter_map(|it| it.get("nodePort").cloned()).collect()
    };
    let olds = ports(old);
    let drops_ports = has_node_ports(&was)
        && !has_node_ports(&is)
        && ports(new).iter().all(|it| olds.contains(it));
    if let Some(spec) = members(new, "/spec") {
        spec.retain(|name, _| !unused.contains(&&**name));
        let ports = spec.get_mut("ports").and_then(Value::as_array_mut);
        for port in ports.into_iter().flatten().filter(|_| drops_ports) {
            port.as_object_mut().map(|it| it.remove("nodePort"));
        }
    }
    if is != "LoadBalancer" {
        set(new, &["status", "loadBalancer"], json!({}));
    }
}

fn kind_of(service: &Value) -> String {
    text(service, "/spec/type").to_owned()
}
