//! `smp owners`, `smp extract`.

use std::fmt::Write as _;

use snapbox::str;

use crate::{Files, printed, stderr, stdout};

/// An object with two managers, as an API server stores it.
const SERVICE: &str = r#"apiVersion: v1
kind: Service
metadata:
  name: web
  namespace: shop
  managedFields:
  - apiVersion: v1
    fieldsType: FieldsV1
    fieldsV1:
      f:spec:
        f:ports:
          k:{"port":80,"protocol":"TCP"}:
            .: {}
            f:name: {}
            f:port: {}
        f:selector: {}
    manager: ci
    operation: Apply
    time: "2026-02-28T12:00:00Z"
  - apiVersion: v1
    fieldsType: FieldsV1
    fieldsV1:
      f:spec:
        f:ports:
          k:{"port":80,"protocol":"TCP"}:
            f:name: {}
          k:{"port":443,"protocol":"TCP"}:
            .: {}
            f:port: {}
      f:status:
        f:loadBalancer: {}
    manager: robot
    operation: Update
    subresource: status
    time: "2026-02-28T13:00:00Z"
spec:
  type: ClusterIP
  ports:
  # The first one.
  - port: 443
  - port: 80
    name: web
    protocol: TCP
  selector: {app: web}
status:
  loadBalancer: {}
"#;

#[test]
fn managers_stand_behind_each_field() {
    let files = Files::new("owners", &[("live.yaml", SERVICE)]);
    snapbox::assert_data_eq!(
        printed(files.smp(&["owners", "live.yaml"])),
        str![[r#"
# v1 Service shop/web
# ci: Apply, last change 2026-02-28T12:00:00Z
# robot/status: Update using v1, last change 2026-02-28T13:00:00Z
apiVersion: v1
kind: Service
metadata:
  name: web
  namespace: shop
spec:
  type: ClusterIP
  ports:
  - port: 443       # robot/status
  - port: 80        # ci
    name: web       # ci, robot/status
    protocol: TCP
  selector:         # ci
    app: web
status:
  loadBalancer: {}  # robot/status

"#]]
    );
    snapbox::assert_data_eq!(
        printed(files.smp(&["owners", "live.yaml", "-o", "tree"])),
        str![[r#"
v1 Service shop/web
  ci (Apply, last change 2026-02-28T12:00:00Z)
    spec
      ports
        [port=80,protocol="TCP"]
          name
          port
      selector
  robot/status (Update using v1, last change 2026-02-28T13:00:00Z)
    spec
      ports
        [port=80,protocol="TCP"]
          name
        [port=443,protocol="TCP"]
          port
    status
      loadBalancer

"#]]
    );
    let json = printed(files.smp(&["owners", "live.yaml", "-o", "json"]));
    let list: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!(list[0]["managers"][1]["subresource"], "status");
    let field = |path: &str| {
        let fields = list[0]["fields"].as_array().expect("a list").iter();
        fields.clone().find(|it| it["path"] == path).expect("a field")["managers"].clone()
    };
    assert_eq!(field("spec.ports[port=80,protocol=\"TCP\"].name"), serde_json::json!([0, 1]));
    assert_eq!(field("spec.selector"), serde_json::json!([0]));
}

#[test]
fn the_manifest_is_yaml_of_the_object() {
    let text = "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\n  managedFields:\n  - {manager: \"a\\nb\", \
                operation: Update, apiVersion: v1, fieldsType: FieldsV1, fieldsV1: {'f:data': {'f:a b': {}}}}\n\
                data:\n  'a b': |\n    one\n\n    # two\n  'yes': 'no'\n  empty: ''\n";
    let files = Files::new("owners_yaml", &[("live.yaml", text)]);
    let shown = printed(files.smp(&["owners", "live.yaml"]));
    snapbox::assert_data_eq!(
        shown,
        str![[r##"
# v1 ConfigMap a
# a/nb: Update using v1
apiVersion: v1
kind: ConfigMap
metadata:
  name: a
data:
  a b: |  # a/nb
    one

    # two
  "yes": "no"
  empty: ""

"##]]
    );
    let unknown = "apiVersion: example.com/v1\nkind: Widget\nmetadata:\n  name: w\n  managedFields:\n  - {manager: m, \
                   operation: Apply, apiVersion: example.com/v1, fieldsType: FieldsV1, fieldsV1: \
                   {'f:list': {'k:{\"name\":\"b\"}': {'f:x': {}}}, 'f:set': {'v:2': {}}}}\n\
                   list: [{name: a, x: 1}, {name: b, x: 2}]\nset: [1, 2]\nplain: [[1], {a: {}}]\n";
    let files = Files::new("owners_unknown", &[("live.yaml", unknown)]);
    snapbox::assert_data_eq!(
        printed(files.smp(&["owners", "live.yaml"])),
        str![[r#"
# example.com/v1 Widget w
# m: Apply
apiVersion: example.com/v1
kind: Widget
metadata:
  name: w
list:
- name: a
  x: 1
- name: b
  x: 2  # m
set:
- 1
- 2     # m
plain:
- - 1
- a: {}

"#]]
    );
}

#[test]
fn several_objects_and_none_that_is_managed() {
    let plain = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n";
    let list = format!("apiVersion: v1\nkind: List\nitems:\n- {}\n", plain.replace('\n', "\n  "));
    let files = Files::new(
        "owners_several",
        &[("dir/a.yaml", plain), ("dir/b.yaml", &list), ("dir/c.yaml", SERVICE)],
    );
    let shown = printed(files.smp(&["owners", "dir"]));
    assert_eq!(shown.matches("# no field has a manager\n").count(), 2, "{shown}");
    assert_eq!(shown.matches("---\n").count(), 2, "{shown}");
    let run = files.smp(&["extract", "dir", "--field-manager", "ci"]).assert().code(0);
    assert_eq!(stderr(&run).matches("\"ci\" has applied nothing; nobody has").count(), 2);
    snapbox::assert_data_eq!(
        stdout(&run),
        str![[r#"
apiVersion: v1
kind: Service
metadata:
  name: web
  namespace: shop
spec:
  ports:
  - port: 80
    name: web
  selector: {app: web}

"#]]
    );
    let run = files.smp(&["extract", "dir", "--field-manager", "robot"]).assert().code(2);
    assert!(stderr(&run).contains("others have: \"ci\""), "{}", stderr(&run));
    run.stdout_eq("");
}

#[test]
fn many_fields_and_many_objects() {
    let count = 1_000;
    let (mut data, mut fields, mut changed) = (String::new(), String::new(), String::new());
    let (mut ports, mut items, mut other) = (String::new(), String::new(), String::new());
    for at in 0..count {
        let comma = if at == 0 { "" } else { "," };
        let _ = write!(data, r#"{comma}"f{at}":"1""#);
        let _ = write!(changed, r#"{comma}"f{at}":"2""#);
        let _ = write!(fields, r#"{comma}"f:f{at}":{{}}"#);
        let _ = write!(ports, r#"{comma}{{"port":{at},"protocol":"TCP","name":"p"}}"#);
        let _ = write!(other, r#"{comma}{{"port":{at},"protocol":"TCP","name":"q"}}"#);
        let key = r#"k:{\"port\":"#;
        let _ = write!(items, r#"{comma}"{key}{at},\"protocol\":\"TCP\"}}":{{"f:name":{{}}}}"#);
    }
    let object = |kind: &str, managed: &str, rest: &str| {
        let managed = match managed {
            "" => String::new(),
            fields => format!(
                r#","managedFields":[{{"manager":"m","operation":"Update","apiVersion":"v1","fieldsType":"FieldsV1","fieldsV1":{{{fields}}}}}]"#
            ),
        };
        format!(
            r#"{{"apiVersion":"v1","kind":"{kind}","metadata":{{"name":"a"{managed}}},{rest}}}"#
        )
    };
    let map =
        |managed: &str, data: &str| object("ConfigMap", managed, &format!(r#""data":{{{data}}}"#));
    let service = |managed: &str, ports: &str| {
        object("Service", managed, &format!(r#""spec":{{"ports":[{ports}]}}"#))
    };
    let (mut live, mut configs) = (String::new(), String::new());
    for at in 0..500 {
        let _ = writeln!(
            live,
            r#"{{"apiVersion":"v1","kind":"ConfigMap","metadata":{{"name":"c{at}"}},"data":{{"x":"1"}}}}"#
        );
        let _ = writeln!(
            configs,
            r#"{{"apiVersion":"v1","kind":"ConfigMap","metadata":{{"name":"c{at}"}},"data":{{"y":"1"}}}}"#
        );
    }
    let files = Files::new(
        "owners_cost",
        &[
            ("map.json", &map(&format!(r#""f:data":{{{fields}}}"#), &data)),
            ("map-new.json", &map("", &changed)),
            ("service.json", &service(&format!(r#""f:spec":{{"f:ports":{{{items}}}}}"#), &ports)),
            ("service-new.json", &service("", &other)),
            ("live.json", &live),
            ("configs.json", &configs),
        ],
    );
    let apply = ["apply", "--server-side", "-f"];
    for (args, code) in [
        (&["map-new.json", "--live", "map.json"][..], 2),
        (&["map-new.json", "--live", "map.json", "--force-conflicts", "--diff=fields"], 1),
        (&["service-new.json", "--live", "service.json"], 2),
        (&["service-new.json", "--live", "service.json", "--force-conflicts"], 0),
        (&["configs.json", "--live", "live.json"], 0),
        (&["configs.json"], 0),
    ] {
        files.smp(&[&apply[..], args].concat()).assert().code(code);
    }
    for args in [
        &["owners", "map.json"][..],
        &["owners", "service.json"],
        &["owners", "service.json", "-o", "tree"],
        &["owners", "service.json", "-o", "json"],
        &["owners", "live.json"],
    ] {
        files.smp(args).assert().code(0);
    }
}
