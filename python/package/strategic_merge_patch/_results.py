"""The results of operations, and the error."""

# The types of the members of an answer are not known.
# pyright: reportUnknownVariableType=false, reportUnknownArgumentType=false

from __future__ import annotations

import re
from dataclasses import dataclass, fields
from typing import Any, TypeVar

_T = TypeVar("_T")


def snake(name: str) -> str:
    """``end_line`` for ``endLine``."""
    return re.sub(r"[A-Z]", lambda letter: "_" + letter.group().lower(), name)


def camel(name: str) -> str:
    """``endLine`` for ``end_line``."""
    return re.sub(r"_([a-z])", lambda letter: letter.group(1).upper(), name)


def read(cls: type[_T], data: dict[str, Any]) -> _T:
    """A dataclass of an answer. Members that it lacks are left out."""
    known = {it.name for it in fields(cls)}  # type: ignore[arg-type]
    values = {snake(name): _member(snake(name), value) for name, value in data.items()}
    return cls(**{name: value for name, value in values.items() if name in known})


def _member(name: str, value: Any) -> Any:
    element = _ELEMENTS.get(name)
    # Of a manager, fields are paths.
    if element is None or any(isinstance(it, str) for it in value):
        return tuple(value) if isinstance(value, list) else value
    return tuple(read(element, it) for it in value)


@dataclass(frozen=True)
class Kind:
    """The name of a kind."""

    api_version: str
    kind: str


@dataclass(frozen=True)
class Conflict:
    """A field on which two sides disagree."""

    path: str
    #: Whose field it is, in a server-side apply.
    manager: str | None = None
    #: The values of the sides that have one.
    values: tuple[Any, ...] = ()
    line: int | None = None
    column: int | None = None


@dataclass(frozen=True)
class Violation:
    """A group of fields with more members set than it may have, or fewer."""

    path: str
    problem: str
    found: tuple[str, ...]
    allowed: tuple[str, ...]


@dataclass(frozen=True)
class Finding:
    """A remark or an error of the engine about an input."""

    #: ``error``, ``warning`` or ``note``.
    severity: str
    #: The kind, such as ``unknown_field``.
    kind: str
    message: str
    #: The name of the input.
    input: str | None = None
    #: The place in the document, such as ``spec.containers[name="web"].image``.
    path: str | None = None
    #: The place in the text, if the input is one. Both are counted from 1, columns in characters.
    line: int | None = None
    column: int | None = None
    end_line: int | None = None
    end_column: int | None = None
    #: The name or value that was probably meant.
    suggestion: str | None = None
    #: The remedy.
    help: str | None = None
    conflicts: tuple[Conflict, ...] = ()
    violations: tuple[Violation, ...] = ()
    others: tuple[Finding, ...] = ()


@dataclass(frozen=True)
class Field:
    """A field, with how it is merged."""

    name: str
    type: str
    #: The source of the definition, such as ``Kubernetes 1.37``.
    layer: str
    strategy: str | None = None
    merge_key: str | None = None
    list_type: str | None = None
    list_map_keys: tuple[str, ...] = ()


@dataclass(frozen=True)
class Explained(Field):
    """A field or a kind, with the fields below it."""

    api_version: str = ""
    kind: str = ""
    path: str = ""
    fields: tuple[Field, ...] = ()


@dataclass(frozen=True)
class Line:
    """A line of the differences between two objects."""

    #: ``+`` new, ``-`` removed, ``~`` changed, ``>`` moved; a space for a place with changes below.
    sign: str
    text: str
    #: How the place is merged, if that was asked for.
    remark: str | None = None


@dataclass(frozen=True)
class Manager:
    """A manager of fields, with the fields that it owns."""

    manager: str
    #: ``Apply`` or ``Update``.
    operation: str
    fields: tuple[str, ...]


@dataclass(frozen=True)
class Applied:
    """The result of a server-side apply."""

    object: Any
    changed: bool
    #: The fields of others that were taken.
    taken: tuple[Conflict, ...] = ()


_ELEMENTS: dict[str, type[Any]] = {
    "conflicts": Conflict,
    "violations": Violation,
    "others": Finding,
    "fields": Field,
}


class SmpError(ValueError):
    """An error of the engine. Its message has the place and the remedy.

    >>> import strategic_merge_patch as smp
    >>> pod = {"apiVersion": "v1", "kind": "Pod", "spec": {"containers": [{"name": "a"}]}}
    >>> try:
    ...     smp.apply(pod, {"spec": {"containers": [{"image": "a:2"}]}})
    ... except smp.SmpError as error:
    ...     print(error.kind, error.path)
    merge_key_missing spec.containers[0]
    """

    def __init__(self, finding: Finding) -> None:
        self._finding = finding
        at = f"{finding.input}:{finding.line}:{finding.column}: " if finding.line else ""
        where = f"{finding.path}: " if finding.path and finding.path != "." else ""
        help = f" ({finding.help})" if finding.help else ""
        super().__init__(f"{at}{where}{finding.message}{help}")

    def __reduce__(self) -> tuple[Any, ...]:
        return (type(self), (self._finding,))

    @classmethod
    def of(cls, kind: str, message: str, *, input: str | None = None) -> SmpError:
        return cls(Finding("error", kind, message, input=input))

    @property
    def finding(self) -> Finding:
        """All of it."""
        return self._finding

    @property
    def kind(self) -> str:
        """The kind, such as ``type_mismatch``."""
        return self._finding.kind

    @property
    def reason(self) -> str:
        """The message without place and remedy."""
        return self._finding.message

    @property
    def input(self) -> str | None:
        """The name of the input."""
        return self._finding.input

    @property
    def path(self) -> str | None:
        """The place in the document."""
        return self._finding.path

    @property
    def line(self) -> int | None:
        """The line in the text, from 1, if the input is one."""
        return self._finding.line

    @property
    def column(self) -> int | None:
        """The column in the text, in characters from 1."""
        return self._finding.column

    @property
    def help(self) -> str | None:
        """The remedy."""
        return self._finding.help

    @property
    def suggestion(self) -> str | None:
        """The name or value that was probably meant."""
        return self._finding.suggestion

    @property
    def conflicts(self) -> tuple[Conflict, ...]:
        """The fields that both sides changed, or that were not to change."""
        return self._finding.conflicts

    @property
    def violations(self) -> tuple[Violation, ...]:
        """The unions that are wrong."""
        return self._finding.violations

    @property
    def others(self) -> tuple[Finding, ...]:
        """More errors of the same input."""
        return self._finding.others
