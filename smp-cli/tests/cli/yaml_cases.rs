//! The cases of the table in docs/yaml.md: one change, and what the text is after it.

use crate::{Files, printed};

const HEAD: &str = "apiVersion: apps/v1\nkind: Deployment\n";

/// Name, text after the head, patch, text after the patch. `H` stands for the head.
const CASES: &[(&str, &str, &str, &str)] = &[
    (
        "a comment at the end of a changed line",
        "Hspec:\n  replicas: 2   # see the budget\n",
        "spec:\n  replicas: 3\n",
        "Hspec:\n  replicas: 3   # see the budget\n",
    ),
    (
        "a comment above a changed line",
        "Hspec:\n  # see the budget\n  replicas: 2\n",
        "spec:\n  replicas: 3\n",
        "Hspec:\n  # see the budget\n  replicas: 3\n",
    ),
    (
        "blank lines",
        "H\n\nmetadata:\n  name: web\n\nspec:\n  replicas: 2\n",
        "spec:\n  replicas: 3\n",
        "H\n\nmetadata:\n  name: web\n\nspec:\n  replicas: 3\n",
    ),
    (
        "indentation of four columns",
        "Hmetadata:\n    name: web\nspec:\n    replicas: 2\n",
        "spec:\n  replicas: 3\n",
        "Hmetadata:\n    name: web\nspec:\n    replicas: 3\n",
    ),
    (
        "lists indented under their key",
        "Hspec:\n  template:\n    spec:\n      containers:\n        - name: web\n          image: a\n",
        "spec:\n  template:\n    spec:\n      containers:\n      - name: web\n        image: b\n",
        "Hspec:\n  template:\n    spec:\n      containers:\n        - name: web\n          image: b\n",
    ),
    (
        "lists in the column of their key",
        "Hspec:\n  template:\n    spec:\n      containers:\n      - name: web\n        image: a\n",
        "spec:\n  template:\n    spec:\n      containers:\n      - name: web\n        image: b\n",
        "Hspec:\n  template:\n    spec:\n      containers:\n      - name: web\n        image: b\n",
    ),
    (
        "quotes of a changed string",
        "Hspec:\n  strategy:\n    type: 'Recreate'\n",
        "spec:\n  strategy:\n    type: RollingUpdate\n",
        "Hspec:\n  strategy:\n    type: 'RollingUpdate'\n",
    ),
    (
        "spaces within a line",
        "Hmetadata:   {name:   web}\nspec:\n  replicas:   2\n",
        "spec:\n  replicas: 3\n",
        "Hmetadata:   {name:   web}\nspec:\n  replicas:   3\n",
    ),
    (
        "brackets over several lines",
        "Hmetadata:\n  name: web\n  finalizers: [\n    a,  # one\n    b\n  ]\nspec:\n  replicas: 2\n",
        "spec:\n  replicas: 3\n",
        "Hmetadata:\n  name: web\n  finalizers: [\n    a,  # one\n    b\n  ]\nspec:\n  replicas: 3\n",
    ),
    (
        "a long line of text",
        "Hmetadata:\n  annotations:\n    note: word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word end\nspec:\n  replicas: 2\n",
        "spec:\n  replicas: 3\n",
        "Hmetadata:\n  annotations:\n    note: word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word end\nspec:\n  replicas: 3\n",
    ),
    (
        "a folded block scalar",
        "Hmetadata:\n  annotations:\n    note: >-\n      some words\n      and more\nspec:\n  replicas: 2\n",
        "spec:\n  replicas: 3\n",
        "Hmetadata:\n  annotations:\n    note: >-\n      some words\n      and more\nspec:\n  replicas: 3\n",
    ),
    (
        "Windows line ends",
        "Hspec:\r\n  replicas: 2 # c\r\n",
        "spec:\n  replicas: 3\n",
        "Hspec:\r\n  replicas: 3 # c\r\n",
    ),
    (
        "`---`, `...` and comments around a document",
        "# licence\n---\nHspec:\n  replicas: 2\n...\n# end\n",
        "spec:\n  replicas: 3\n",
        "# licence\n---\nHspec:\n  replicas: 3\n...\n# end\n",
    ),
    (
        "octal and other numbers",
        "Hspec:\n  replicas: 2\n  mode: 0o644\n  ratio: 1.0\n",
        "spec:\n  replicas: 3\n",
        "Hspec:\n  replicas: 3\n  mode: 0o644\n  ratio: 1.0\n",
    ),
    (
        "an item removed with its comments",
        "Hspec:\n  template:\n    spec:\n      containers:\n      # the shop\n      - name: web\n      # the log\n      - name: log\n",
        "spec:\n  template:\n    spec:\n      containers:\n      - name: log\n        $patch: delete\n",
        "Hspec:\n  template:\n    spec:\n      containers:\n      # the shop\n      - name: web\n",
    ),
    (
        "an item added after a commented one",
        "Hspec:\n  template:\n    spec:\n      containers:\n      # the shop\n      - name: web # w\n",
        "spec:\n  template:\n    spec:\n      containers:\n      - name: web\n      - {name: log, image: log}\n",
        "Hspec:\n  template:\n    spec:\n      containers:\n      # the shop\n      - name: web # w\n      - name: log\n        image: log\n",
    ),
    (
        "a member added in braces",
        "Hmetadata: {name: web} # m\n",
        "metadata:\n  uid: shop\n",
        "Hmetadata: {name: web, uid: shop} # m\n",
    ),
    (
        "the first member of an item removed",
        "Hspec:\n  template:\n    spec:\n      containers:\n      - image: a\n        # the name\n        name: web\n",
        "spec:\n  template:\n    spec:\n      containers:\n      - name: web\n        image: null\n",
        "Hspec:\n  template:\n    spec:\n      containers:\n      - # the name\n        name: web\n",
    ),
    (
        "an anchor and its alias",
        "Hmetadata:\n  labels: &l {app: web}\nspec:\n  replicas: 2\n  selector:\n    matchLabels: *l\n",
        "spec:\n  replicas: 3\n",
        "Hmetadata:\n  labels: &l {app: web}\nspec:\n  replicas: 3\n  selector:\n    matchLabels: *l\n",
    ),
    (
        "a comment for another tool, on a changed line",
        "Hspec:\n  template:\n    spec:\n      containers:\n      - name: web\n        image: shop:1.0 # {\"$imagepolicy\": \"flux:shop\"}\n",
        "spec:\n  template:\n    spec:\n      containers:\n      - name: web\n        image: shop:1.1\n",
        "Hspec:\n  template:\n    spec:\n      containers:\n      - name: web\n        image: shop:1.1 # {\"$imagepolicy\": \"flux:shop\"}\n",
    ),
];

#[test]
fn the_cases_of_the_table() {
    let table = include_str!("../../../docs/yaml.md");
    for (name, text, patch, expected) in CASES {
        assert!(table.contains(&format!("| {name} | yes |")), "{name} is not in docs/yaml.md");
        let head = if text.contains('\r') { HEAD.replace('\n', "\r\n") } else { HEAD.to_owned() };
        let (text, expected) = (text.replace('H', &head), expected.replace('H', &head));
        let files = Files::new("yaml_cases", &[("in.yaml", &text), ("patch.yaml", patch)]);
        let args = ["patch", "-f", "in.yaml", "--patch-file", "patch.yaml"];
        assert_eq!(printed(files.smp(&args)), expected, "{name}");
    }
}
