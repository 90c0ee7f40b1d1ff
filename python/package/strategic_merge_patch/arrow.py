"""Operations on columns of Arrow: objects as JSON, one a row.

A column is anything with Arrow's C data interface, such as ``pyarrow.StringArray``, ``LargeStringArray``,
``BinaryArray`` and ``StringViewArray``, or a slice of one. It is read where it is. A row that is null stays
null. A row that fails is null in the result, and its message and path are in columns of their own. The
answer is a ``pyarrow.StructArray``.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from ._api import default
from ._engine import apply_column, check_column, diff_column
from ._results import SmpError, camel

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ._api import Engine, KindName, Options


def apply(
    live: Any,
    patch: Any,
    kind: KindName | None = None,
    *,
    engine: Engine = default,
    **options: Unpack[Options],
) -> Any:
    """Applies a patch to each row: one ``str``, ``bytes`` or dict for all, or a column with one for each.

    The answer has the fields ``result``, of the type of ``live``, ``message`` and ``path``. ``kind`` is
    the kind of all objects, by default the one that each states. A row whose patch is null stays as it is.

    >>> import pyarrow as pa
    >>> pods = pa.array(['{"apiVersion":"v1","kind":"Pod"}', None])
    >>> apply(pods, {"spec": {"hostname": "a"}}).field("result").to_pylist()
    ['{"apiVersion":"v1","kind":"Pod","spec":{"hostname":"a"}}', None]
    """
    return _run(apply_column, engine, live, _patch(patch), kind, options)


def diff(
    original: Any,
    modified: Any,
    kind: KindName | None = None,
    *,
    engine: Engine = default,
    **options: Unpack[Options],
) -> Any:
    """Makes the patch of each row. The answer has the fields ``result``, ``message`` and ``path``.

    >>> import pyarrow as pa
    >>> old = pa.array(['{"apiVersion":"v1","kind":"Pod","spec":{"hostname":"a"}}'])
    >>> new = pa.array(['{"apiVersion":"v1","kind":"Pod","spec":{"hostname":"b"}}'])
    >>> diff(old, new).field("result").to_pylist()
    ['{"spec":{"hostname":"b"}}']
    """
    return _run(diff_column, engine, original, modified, kind, options)


def check(
    live: Any,
    patch: Any,
    kind: KindName | None = None,
    *,
    engine: Engine = default,
    **options: Unpack[Options],
) -> Any:
    """The findings about a patch, or about that of each row: parts that do not fit, or have no effect.

    The ``result`` of a row is a list of findings with ``severity``, ``path``, ``message``, ``suggestion``.

    >>> import pyarrow as pa
    >>> pods = pa.array(['{"apiVersion":"v1","kind":"Pod"}'])
    >>> found = check(pods, {"spec": {"hostnam": "a"}}).field("result").to_pylist()
    >>> found[0][0]["suggestion"]
    'hostname'
    """
    return _run(check_column, engine, live, _patch(patch), kind, options)


def _patch(patch: Any) -> Any:
    if isinstance(patch, dict):
        return json.dumps(patch, allow_nan=False).encode()
    return patch.encode() if isinstance(patch, str) else patch


def _run(
    operation: Any,
    engine: Engine,
    first: Any,
    second: Any,
    kind: KindName | None,
    options: Options,
) -> Any:
    settings = {camel(name): value for name, value in options.items()}
    text = json.dumps(settings) if settings else ""
    try:
        return operation(
            engine.native,
            first,
            second,
            kind,
            text,
        )
    except ValueError as error:
        raise SmpError.of("invalid_input", str(error)) from None
