"""Write the files of schema/ from the model in engine/shape/shapes.py."""

import json
from pathlib import Path

from rulesplay.engine.shape.shapes import ruleset_schema, variant_schema

FOLDER = Path(__file__).parent.parent / "schema"
SCHEMAS = {"ruleset.schema.json": ruleset_schema, "variant.schema.json": variant_schema}


def written(schema: dict[str, object]) -> str:
    """Return the text of a schema file."""
    return json.dumps(schema, indent=2, ensure_ascii=False) + "\n"


def main() -> None:
    """Write every schema."""
    for name, make in SCHEMAS.items():
        (FOLDER / name).write_text(written(make()), encoding="utf-8")


if __name__ == "__main__":
    main()
