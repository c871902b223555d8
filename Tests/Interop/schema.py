"""Holds our JSON Schema to a validator of others: schema.py BIN_FOLDER

It is a schema of its draft, the sample configuration passes, and mistakes that a schema can see do not.
"""
import json
import pathlib
import subprocess
import sys

import yaml
from jsonschema import Draft202012Validator

root = pathlib.Path(__file__).resolve().parent.parent.parent
schema = json.loads(subprocess.run([f"{sys.argv[1]}/mezon-bot", "rules", "schema"], check=True, capture_output=True).stdout)
Draft202012Validator.check_schema(schema)
validator = Draft202012Validator(schema)


def errors(path):
    return [error.message for error in validator.iter_errors(yaml.safe_load(path.read_text()))]


good = [root / "config.yaml", *sorted((root / "rules").glob("*.yaml"))]
wrong = {path.name: errors(path) for path in good}
assert not any(wrong.values()), wrong

visible = {"unknown-word", "unknown-trigger", "unknown-condition", "unknown-action", "unknown-fold", "bad-duration", "bad-comparison"}
unseen, seen = [], 0
for path in sorted((root / "Tests/RuleEngineTests/Corpus").glob("*.yaml")):
    head = [line for line in path.read_bytes().split(b"\n") if line.startswith(b"#! ")]
    # To a reader of YAML 1.1 `yes` is true, which is right there; our loader wants it written so.
    if not any(line.split()[2].decode() in visible and b"write true" not in line and b"write false" not in line for line in head):
        continue
    seen += 1
    if not errors(path):
        unseen.append(path.name)
assert not unseen, unseen
print(f"schema: valid; {len(good)} good files pass, {seen} wrong ones do not")
