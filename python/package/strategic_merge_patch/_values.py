"""Python values as JSON of a request, and answers as Python values."""

# The types of objects of libraries are not known.
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false
# pyright: reportUnknownArgumentType=false

from __future__ import annotations

import datetime
import enum
import json
from collections.abc import Mapping
from types import SimpleNamespace
from typing import Any

from ._results import Finding, SmpError, read


def dump(name: str, value: Any) -> str:
    """An input as JSON: a text as a string, everything else as an object."""
    try:
        if isinstance(value, (bytes, bytearray, memoryview)):
            value = str(value, "utf-8")
        elif not isinstance(value, (str, dict, list)):
            value = plain(value)
        return json.dumps(value, default=plain, allow_nan=False)
    except UnicodeDecodeError as error:
        raise SmpError.of("invalid_encoding", f"{name} is not UTF-8: {error}", input=name) from None
    except RecursionError:
        raise SmpError.of("depth", f"{name} is nested too deeply", input=name) from None
    except ValueError as error:
        raise SmpError.of("invalid_value", f"{name}: {error}", input=name) from None


def plain(value: Any) -> Any:
    """An object of a library as JSON has it."""
    if isinstance(value, Mapping):
        return dict(value)
    if is_generated(value):
        return generated_members(value)
    if hasattr(value, "model_dump"):
        return value.model_dump(mode="json", by_alias=True, exclude_unset=True)
    if isinstance(value, (datetime.datetime, datetime.date)):
        return value.isoformat().replace("+00:00", "Z")
    if isinstance(value, enum.Enum):
        return value.value
    raise TypeError(f"an object of type {type(value).__name__} can't be written as JSON")


def is_generated(value: Any) -> bool:
    """Whether it is an object of the kubernetes client, of old versions or of new ones."""
    return hasattr(type(value), "attribute_map") and hasattr(type(value), "openapi_types")


def generated_members(value: Any) -> dict[str, Any]:
    """The members of an object of the kubernetes client. None is a field that is not set."""
    names: dict[str, str] = type(value).attribute_map
    members = ((json_name, getattr(value, name)) for name, json_name in names.items())
    return {name: member for name, member in members if member is not None}


def load(answer: str) -> Any:
    """The result of an answer."""
    data = json.loads(answer)
    if "error" in data:
        raise SmpError(read(Finding, data["error"]))
    return data["ok"]


def like(value: Any, result: Any) -> Any:
    """A changed object in the form of the input: bytes for bytes, a model for a model."""
    if isinstance(value, (str, dict)):
        return result
    if isinstance(value, (bytes, bytearray, memoryview)):
        return result.encode()
    if hasattr(type(value), "model_validate"):
        # The generated models of the kubernetes client read members by their JSON names.
        from_dict = getattr(type(value), "from_dict", None)
        return from_dict(result) if from_dict else type(value).model_validate(result)
    if is_generated(value):
        from kubernetes.client import ApiClient

        response = SimpleNamespace(data=json.dumps(result))
        return ApiClient().deserialize(response, type(value).__name__)  # type: ignore
    return result


def patch_like(value: Any, result: Any) -> Any:
    """A patch in the form of the input: a text for a text, a dict for everything else."""
    if isinstance(value, (bytes, bytearray, memoryview)):
        return result.encode()
    return result
