"""Uses of the package whose types must be exactly these."""

from __future__ import annotations

from typing import Any

from typing_extensions import assert_type

import strategic_merge_patch as smp


class Model:
    pass


def uses(live: dict[str, Any], model: Model) -> None:
    assert_type(smp.apply(live, {}), dict[str, Any])
    assert_type(smp.apply("{}", {}, kind=("v1", "Pod"), dialect="documented"), str)
    assert_type(smp.apply(b"{}", b"{}"), bytes)
    assert_type(smp.apply(model, {}), Model)
    assert_type(smp.normalize(live), dict[str, Any])
    assert_type(smp.conflicts({}, {}), list[smp.Conflict])
    assert_type(smp.check({}, live=live), list[smp.Finding])
    assert_type(smp.changes({}, {})[0].text, str)
    assert_type(smp.explain(("v1", "Pod")).fields[0].merge_key, str | None)
    assert_type(smp.edit_yaml("", {}), str)
    assert_type(smp.server_side_apply(None, live, manager="a").changed, bool)
    assert_type(smp.Engine("1.35").add_schema({}), list[smp.Kind])
