"""Strategic merge patch and server-side apply, as a Kubernetes cluster does them.

An input is a dict, a text in YAML or JSON as ``str`` or ``bytes``, or an object of pydantic or of the
kubernetes client. What comes in goes out: the result has the form of the first input. Inputs are never
changed.

>>> import strategic_merge_patch as smp
>>> live = '''
... apiVersion: apps/v1
... kind: Deployment
... spec:
...   template:
...     spec:
...       containers:
...       - name: web
...         image: web:1   # pinned
...       - name: log
...         image: log:1
... '''
>>> patch = {"spec": {"template": {"spec": {"containers": [{"name": "web", "image": "web:2"}]}}}}
>>> print(smp.apply(live, patch))
<BLANKLINE>
apiVersion: apps/v1
kind: Deployment
spec:
  template:
    spec:
      containers:
      - name: web
        image: web:2   # pinned
      - name: log
        image: log:1
<BLANKLINE>
"""

from ._api import Engine, Options, Overwrite, default
from ._engine import __version__
from ._results import (
    Applied,
    Conflict,
    Explained,
    Field,
    Finding,
    Kind,
    Line,
    Manager,
    SmpError,
    Violation,
)

add_schema = default.add_schema
apply = default.apply
apply_json_patch = default.apply_json_patch
apply_merge_patch = default.apply_merge_patch
changes = default.changes
check = default.check
compose = default.compose
conflicts = default.conflicts
diff = default.diff
edit_yaml = default.edit_yaml
explain = default.explain
json_diff = default.json_diff
kinds = default.kinds
lint_unions = default.lint_unions
managers = default.managers
merge_diff = default.merge_diff
normalize = default.normalize
server_side_apply = default.server_side_apply
three_way = default.three_way
validate_unions = default.validate_unions

__all__ = [
    "Applied",
    "Conflict",
    "Engine",
    "Explained",
    "Field",
    "Finding",
    "Kind",
    "Line",
    "Manager",
    "Options",
    "Overwrite",
    "SmpError",
    "Violation",
    "__version__",
    "add_schema",
    "apply",
    "apply_json_patch",
    "apply_merge_patch",
    "changes",
    "check",
    "compose",
    "conflicts",
    "diff",
    "edit_yaml",
    "explain",
    "json_diff",
    "kinds",
    "lint_unions",
    "managers",
    "merge_diff",
    "normalize",
    "server_side_apply",
    "three_way",
    "validate_unions",
]
