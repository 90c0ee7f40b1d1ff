"""Functions for ``DataFrame.mapInArrow`` of Spark."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from . import arrow

if TYPE_CHECKING:
    from ._api import Engine, KindName

#: The columns that are added, as Spark writes their types.
ADDED = "message string, path string"


def apply(
    column: str,
    patch: Any = None,
    *,
    patch_column: str | None = None,
    kind: KindName | None = None,
    engine: Engine | None = None,
) -> Callable[[Iterator[Any]], Iterator[Any]]:
    """A function for ``mapInArrow`` that applies a patch to the objects of a column.

    The column has the results, and is null where a row failed; ``message`` and ``path`` are added, with
    the reason. The patch is one for all rows, or the one that ``patch_column`` has. Other columns stay.
    The schema of the result is that of the DataFrame with :data:`ADDED`:

        from strategic_merge_patch import spark
        patched = objects.mapInArrow(
            spark.apply("object", {"spec": {"replicas": 2}}), "object string, " + spark.ADDED)
    """
    if (patch is None) == (patch_column is None):
        raise ValueError("either a patch or a patch_column is needed")

    def run(batches: Iterator[Any]) -> Iterator[Any]:
        pa: Any = importlib.import_module("pyarrow")
        settings: dict[str, Any] = {"engine": engine} if engine else {}
        for batch in batches:
            patches = patch if patch_column is None else batch.column(patch_column)
            answer = arrow.apply(batch.column(column), patches, kind, **settings)
            names: list[str] = list(batch.schema.names)
            columns = [
                answer.field("result") if name == column else batch.column(name) for name in names
            ]
            columns += [answer.field("message"), answer.field("path")]
            yield pa.RecordBatch.from_arrays(columns, names=[*names, "message", "path"])

    return run
