"""The operations."""

from __future__ import annotations

import datetime
import json
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, Literal, TypedDict, TypeVar

from ._engine import Engine as Native
from ._results import (
    Applied,
    Conflict,
    Explained,
    Finding,
    Kind,
    Line,
    Manager,
    SmpError,
    Violation,
    camel,
    read,
)
from ._values import dump, like, load, patch_like

if TYPE_CHECKING:
    from typing_extensions import Unpack

T = TypeVar("T")
#: An apiVersion and a kind, such as ``("apps/v1", "Deployment")``.
KindName = tuple[str, str]
#: The treatment of fields that others have changed, in a three-way merge.
Overwrite = Literal["always", "unless-both-changed", "unless-they-changed", "keep-theirs"]


class Options(TypedDict, total=False):
    """Settings of an operation. Defaults are those of a cluster."""

    #: Which rules to follow where clusters differ from the documentation of Kubernetes.
    dialect: Literal["kubernetes", "documented"]
    #: Where a merged list has the elements that the patch does not name.
    element_order: Literal["interleaved", "server-only-first"]
    #: The effect of ``$patch`` in an object.
    map_directives: Literal["kubernetes", "documented"]
    #: Which keys identify an element of a list.
    merge_keys: Literal["patch-merge-key", "list-map-keys"]
    #: How objects and lists in fields that the schema lacks are merged.
    unknown_fields: Literal["reject", "replace"]
    #: The treatment of groups of fields of which only one may be set.
    unions: Literal["ignore", "normalize", "normalize-and-validate"]
    #: Which rules hold for these groups.
    union_rules: Literal["kubernetes", "documented"]
    #: When two values are equal.
    equality: Literal["exact", "canonical"]
    #: How deep objects and lists may be nested: 128 at most, the default.
    max_depth: int
    #: The format of texts. By default it is found out.
    format: Literal["json", "yaml"]


class Engine:
    """The engine, with the kinds of a version of Kubernetes and those that were added.

    ``version`` is a version such as ``1.35``, by default the newest that is built in; ``schemas`` are
    custom resource definitions, OpenAPI documents and overlays, each an input. Threads can share an
    engine: operations on texts release the interpreter's lock.

    The functions of the package are the methods of one engine. Make one of your own for another version,
    or for definitions that not all of a program should see.

    >>> engine = Engine("1.35")
    >>> engine.apply({"apiVersion": "v1", "kind": "Pod"}, {"spec": {"hostname": "a"}})
    {'apiVersion': 'v1', 'kind': 'Pod', 'spec': {'hostname': 'a'}}
    """

    def __init__(self, version: str | None = None, schemas: Iterable[Any] = ()) -> None:
        self._version = version
        self._schemas: list[tuple[str, str]] = []
        try:
            #: The part that is compiled.
            self.native = Native(version)
        except ValueError as error:
            raise SmpError.of("unknown_version", str(error)) from None
        for schema in schemas:
            self.add_schema(schema)

    def __getstate__(self) -> dict[str, Any]:
        return {"version": self._version, "schemas": self._schemas}

    def __setstate__(self, state: dict[str, Any]) -> None:
        Engine.__init__(self, state["version"])
        for name, text in state["schemas"]:
            self._add(name, text)

    def add_schema(self, schema: Any, name: str = "schema") -> list[Kind]:
        """Adds kinds and overlays, and returns their kinds. ``name`` is for messages."""
        text = dump("schema", schema)
        return self._add(name, json.loads(text) if text.startswith('"') else text)

    def _add(self, name: str, text: str) -> list[Kind]:
        added = load(self.native.add(name, text))
        self._schemas.append((name, text))
        return [read(Kind, kind) for kind in added]

    def kinds(self) -> list[Kind]:
        """All kinds that have a schema.

        >>> Kind("apps/v1", "Deployment") in Engine().kinds()
        True
        """
        return [read(Kind, kind) for kind in self._run("kinds", {})]

    def explain(self, kind: KindName, field: str = "") -> Explained:
        """How a field, and those below it, are merged. ``field`` is a path of names.

        >>> Engine().explain(("v1", "Pod"), "spec.containers").merge_key
        'name'
        """
        answer = self._call("explain", {}, {"schema": _kind(kind), "field": field})
        return read(Explained, answer)

    def apply(
        self, live: T, patch: Any, *, kind: KindName | None = None, **options: Unpack[Options]
    ) -> T:
        """Applies a strategic merge patch. YAML keeps its comments and layout, JSON text what the patch
        does not touch.

        ``kind`` is the kind whose schema is used, by default the one that live states. Raises
        :class:`SmpError` if the patch does not fit.

        >>> live = b'{"apiVersion":"v1","kind":"Service","spec":{"ports":[{"port":80}]}}'
        >>> Engine().apply(live, b'{"spec":{"ports":[{"port":80,"name":"web"}]}}')
        b'{"apiVersion":"v1","kind":"Service","spec":{"ports":[{"port":80,"name":"web"}]}}'
        """
        # JSON text needs no request, which would be written and read again.
        if options:
            settings = {name: value for name, value in options.items() if name != "format"}
            text = json.dumps({camel(name): value for name, value in settings.items()})
        else:
            text = ""
        given: Any = live
        result: Any = None
        if type(given) is bytes:
            if type(patch) is bytes:
                result = self.native.apply_bytes(given, patch, kind, text)
        elif type(given) is str and type(patch) is str and options.get("format") != "yaml":
            result = self.native.apply_str(given, patch, kind, text)
        if result is None:
            result = self._run("apply", {"live": live, "patch": patch}, kind, options)
            result = like(live, result)
        applied: T = result
        return applied

    def diff(
        self,
        original: Any,
        modified: Any,
        *,
        kind: KindName | None = None,
        **options: Unpack[Options],
    ) -> Any:
        """Makes a strategic merge patch: a text if ``original`` is one, otherwise a dict.

        >>> old = {"apiVersion": "v1", "kind": "Pod", "spec": {"hostname": "a", "nodeName": "n"}}
        >>> Engine().diff(old, {**old, "spec": {"hostname": "b"}})
        {'spec': {'hostname': 'b', 'nodeName': None}}
        """
        inputs = {"original": original, "modified": modified}
        return patch_like(original, self._run("diff", inputs, kind, options))

    def three_way(
        self,
        original: Any,
        modified: Any,
        live: Any,
        *,
        kind: KindName | None = None,
        overwrite: Overwrite = "always",
        must_not_change: Sequence[Sequence[str]] = (),
        **options: Unpack[Options],
    ) -> Any:
        """Makes the patch of ``kubectl apply``, from the last applied, the modified and the live object.

        ``must_not_change`` has paths, each a list of names. Raises :class:`SmpError` with ``conflicts``
        for what both sides changed, if ``overwrite`` says so.

        >>> old = {"apiVersion": "v1", "kind": "Pod", "spec": {"hostname": "a"}}
        >>> live = {"apiVersion": "v1", "kind": "Pod", "spec": {"hostname": "a", "nodeName": "n"}}
        >>> Engine().three_way(old, {"apiVersion": "v1", "kind": "Pod", "spec": {}}, live)
        {'spec': {'hostname': None}}
        """
        inputs = {"original": original, "modified": modified, "live": live}
        more = {"overwrite": overwrite, "mustNotChange": [list(path) for path in must_not_change]}
        return patch_like(modified, self._run("threeWay", inputs, kind, options, more))

    def compose(
        self, first: Any, second: Any, *, kind: KindName | None = None, **options: Unpack[Options]
    ) -> Any:
        """Combines two patches into one with the effect of both.

        >>> Engine().compose({"spec": {"hostname": "a"}}, {"spec": {"nodeName": "b"}}, kind=("v1", "Pod"))
        {'spec': {'hostname': 'a', 'nodeName': 'b'}}
        """
        inputs = {"first": first, "second": second}
        return patch_like(first, self._run("compose", inputs, kind, options))

    def conflicts(
        self, first: Any, second: Any, *, kind: KindName | None = None, **options: Unpack[Options]
    ) -> list[Conflict]:
        """The fields that two patches change in different ways.

        >>> one, other = {"spec": {"hostname": "a"}}, {"spec": {"hostname": "b"}}
        >>> Engine().conflicts(one, other, kind=("v1", "Pod"))[0].path
        'spec.hostname'
        """
        found = self._run("conflicts", {"first": first, "second": second}, kind, options)
        return [read(Conflict, conflict) for conflict in found]

    def check(
        self,
        patch: Any,
        *,
        live: Any = None,
        kind: KindName | None = None,
        **options: Unpack[Options],
    ) -> list[Finding]:
        """The findings about a patch: parts that do not fit the schema, or have no effect on a live object.

        >>> found = Engine().check({"spec": {"hostnam": "a"}}, kind=("v1", "Pod"))
        >>> found[0].path, found[0].suggestion
        ('spec.hostnam', 'hostname')
        """
        found = self._run("check", {"patch": patch, "live": live}, kind, options)
        return [read(Finding, finding) for finding in found]

    def changes(
        self,
        original: Any,
        modified: Any,
        *,
        kind: KindName | None = None,
        explain: bool = False,
        **options: Unpack[Options],
    ) -> list[Line]:
        """The differences between two objects, as lines of a tree.

        >>> old = {"apiVersion": "v1", "kind": "Pod", "spec": {"hostname": "a"}}
        >>> for line in Engine().changes(old, {**old, "spec": {"hostname": "b"}}):
        ...     print(line.text)
        ~ spec.hostname: a → b
        """
        inputs = {"original": original, "modified": modified}
        lines = self._run("changes", inputs, kind, options, {"explain": explain})
        return [read(Line, line) for line in lines]

    def normalize(
        self,
        modified: T,
        *,
        original: Any = None,
        kind: KindName | None = None,
        **options: Unpack[Options],
    ) -> T:
        """Removes fields that exclude each other, such as the old type of a volume."""
        inputs = {"original": original, "modified": modified}
        settings: Options = {"unions": "normalize", **options}
        result: T = like(modified, self._run("normalize", inputs, kind, settings))
        return result

    def validate_unions(
        self, modified: Any, *, kind: KindName | None = None, **options: Unpack[Options]
    ) -> list[Violation]:
        """Groups of fields with more members set than they may have, or fewer."""
        settings: Options = {"unions": "normalize-and-validate", **options}
        found = self._run("validateUnions", {"modified": modified}, kind, settings)
        return [read(Violation, violation) for violation in found]

    def lint_unions(
        self, patch: Any, *, kind: KindName | None = None, **options: Unpack[Options]
    ) -> list[Violation]:
        """As :meth:`validate_unions`, in a patch, whatever it is applied to."""
        settings: Options = {"unions": "normalize-and-validate", **options}
        found = self._run("lintUnions", {"patch": patch}, kind, settings)
        return [read(Violation, violation) for violation in found]

    def edit_yaml(self, text: str, value: Any) -> str:
        """Gives a YAML text another value. Comments and layout stay.

        >>> Engine().edit_yaml("replicas: 1  # few\\n", {"replicas": 2})
        'replicas: 2  # few\\n'
        """
        result: str = self._run("editYaml", {"live": text, "value": value})
        return result

    def apply_json_patch(self, live: T, patch: Any) -> T:
        """Applies a JSON patch (RFC 6902).

        >>> Engine().apply_json_patch({"a": 1}, [{"op": "remove", "path": "/a"}])
        {}
        """
        result: T = like(live, self._run("applyJsonPatch", {"live": live, "patch": patch}))
        return result

    def apply_merge_patch(self, live: T, patch: Any) -> T:
        """Applies a JSON merge patch (RFC 7386).

        >>> Engine().apply_merge_patch({"a": 1, "b": 2}, {"a": None})
        {'b': 2}
        """
        result: T = like(live, self._run("applyMergePatch", {"live": live, "patch": patch}))
        return result

    def json_diff(self, original: Any, modified: Any) -> Any:
        """Makes a JSON patch: a text if ``original`` is one, otherwise a list.

        >>> Engine().json_diff({"a": 1}, {"a": 2})
        [{'op': 'replace', 'path': '/a', 'value': 2}]
        """
        inputs = {"original": original, "modified": modified}
        return patch_like(original, self._run("jsonDiff", inputs))

    def merge_diff(
        self, original: Any, modified: Any, *, kind: KindName | None = None
    ) -> Any:
        """Makes a JSON merge patch: a text if ``original`` is one, otherwise a dict.

        >>> Engine().merge_diff({"a": 1, "b": 2}, {"b": 3})
        {'b': 3, 'a': None}
        """
        inputs = {"original": original, "modified": modified}
        return patch_like(original, self._run("mergeDiff", inputs, kind))

    def server_side_apply(
        self,
        live: Any,
        config: Any,
        *,
        manager: str,
        force: bool = False,
        time: datetime.datetime | None = None,
        kind: KindName | None = None,
    ) -> Applied:
        """Applies the configuration of a field manager, as an API server does. ``live`` is None for an
        object that is not there yet; ``time``, by default now, is for ``managedFields``.

        Raises :class:`SmpError` with ``conflicts`` for fields of others, unless ``force`` takes them.

        >>> config = {"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "a"}, "data": {"b": "c"}}
        >>> applied = Engine().server_side_apply(None, config, manager="ci")
        >>> Engine().managers(applied.object)[0].fields
        ('.data.b',)
        """
        at = time or datetime.datetime.now(datetime.timezone.utc)
        if at.tzinfo is None:
            raise ValueError("the time has no time zone")
        text = at.astimezone(datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
        answer = self._call(
            "serverSideApply",
            {"live": live, "patch": config},
            {"schema": _kind(kind), "manager": manager, "options": {"force": force, "time": text}},
        )
        result = like(config if live is None else live, answer["object"])
        taken = tuple(read(Conflict, conflict) for conflict in answer["taken"])
        return Applied(result, answer["changed"], taken)

    def managers(self, live: Any) -> list[Manager]:
        """The managers of an object's fields."""
        return [read(Manager, manager) for manager in self._run("managers", {"live": live})]

    def _run(
        self,
        operation: str,
        inputs: dict[str, Any],
        kind: KindName | None = None,
        options: Options | None = None,
        more: dict[str, Any] | None = None,
    ) -> Any:
        settings = {camel(name): value for name, value in (options or {}).items()}
        members = {"schema": _kind(kind), "options": {**settings, **(more or {})}}
        return self._call(operation, inputs, members)

    def _call(self, operation: str, inputs: dict[str, Any], members: dict[str, Any]) -> Any:
        given = {name: value for name, value in inputs.items() if value is not None}
        parts = [f"{json.dumps(name)}:{dump(name, value)}" for name, value in given.items()]
        parts += [
            f"{json.dumps(name)}:{json.dumps(value)}"
            for name, value in members.items()
            if value is not None
        ]
        return load(self.native.call(operation, "{" + ",".join(parts) + "}"))


def _kind(kind: KindName | None) -> dict[str, str] | None:
    if kind is None:
        return None
    api_version, name = kind
    return {"apiVersion": api_version, "kind": name}


#: The engine of the functions of the package.
default = Engine()
