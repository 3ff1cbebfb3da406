"""The messages of the contract as TypeScript knows their JSON: what `tsc` checks web/ against.

Every field is optional, since JSON leaves out what has its default.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator
from pathlib import Path

from google.protobuf.descriptor import Descriptor, EnumDescriptor, FieldDescriptor

import eminence.v1

SCALARS = {FieldDescriptor.TYPE_BOOL: "boolean", FieldDescriptor.TYPE_STRING: "string"}
TEXTS = {  # in JSON these are strings as well
    FieldDescriptor.TYPE_BYTES,
    FieldDescriptor.TYPE_INT64,
    FieldDescriptor.TYPE_UINT64,
    FieldDescriptor.TYPE_FIXED64,
    FieldDescriptor.TYPE_SFIXED64,
    FieldDescriptor.TYPE_SINT64,
}


def declarations() -> Iterator[str]:
    for folder in map(Path, eminence.v1.__path__):
        for path in sorted(folder.glob("*_pb2.py")):
            file = importlib.import_module(f"eminence.v1.{path.stem}").DESCRIPTOR
            yield from map(_enum, file.enum_types_by_name.values())
            yield from map(_message, file.message_types_by_name.values())


def _enum(enum: EnumDescriptor) -> str:
    names = " | ".join(f'"{value.name}"' for value in enum.values)
    return f"export type {enum.name} = {names};\n"


def _message(message: Descriptor) -> str:
    fields = "".join(f"  {field.json_name}?: {_type(field)};\n" for field in message.fields)
    return f"export interface {message.name} {{\n{fields}}}\n"


def _type(field: FieldDescriptor) -> str:
    kind = field.message_type or field.enum_type
    if kind is None:
        name = "string" if field.type in TEXTS else SCALARS.get(field.type, "number")
    elif field.message_type and field.message_type.GetOptions().map_entry:
        return f"Record<string, {_type(field.message_type.fields_by_name['value'])}>"
    elif kind.full_name.startswith("eminence."):
        name = kind.name
    else:
        name = "unknown"
    return f"{name}[]" if field.is_repeated else name


if __name__ == "__main__":
    Path(sys.argv[1]).write_text("\n".join(declarations()))
