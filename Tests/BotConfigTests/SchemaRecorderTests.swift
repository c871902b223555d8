import MezonModel
import Testing

@testable import BotConfig

@Suite struct SchemaRecorderTests {
    private func schema(_ read: (ConfigNode, DiagnosticCollector) -> Void) -> JSONValue {
        let recorder = SchemaRecorder()
        recorder.explore(read)
        #expect(recorder.isComplete)
        var root = JSONSchema(recorder).value.object ?? [:]
        root["$schema"] = nil
        root["title"] = nil
        return .object(root)
    }

    @Test func `the schema lists the keys that a reader takes`() {
        let schema = schema { node, findings in
            guard var map = MapReader(node, "a thing", findings) else { return }
            _ = map.require("name", "What it is called.")?.text(findings)
            _ = map.take("for")?.duration(findings)
            _ = map.take("count").flatMap { Comparison($0, .count, findings) }
            _ = map.take("level")?.word(of: ["calm", "raid"], "a level", findings)
            _ = map.take("number")?.wholeNumber(in: 1...5, findings)
            _ = map.take("hidden")?.truth(findings)
            map.finish()
        }
        #expect(
            schema == [
                "type": "object", "required": ["name"], "additionalProperties": false, "$defs": [:],
                "properties": [
                    "name": ["type": ["string", "number", "boolean"], "description": "What it is called."],
                    "for": ["type": "string", "pattern": .string(DurationText.pattern), "examples": ["1h30m"]],
                    "count": [
                        "type": ["string", "number"], "pattern": "^ *([<>]=? *)?[0-9]+( *\\.\\. *[0-9]+)? *$",
                        "examples": ["> 5"],
                    ],
                    "level": ["enum": ["calm", "raid"]],
                    "number": ["type": ["integer", "string"], "minimum": 1, "maximum": 5, "pattern": "^-?[0-9]+$"],
                    "hidden": ["enum": [true, false, "true", "false"]],
                ],
            ])
    }

    @Test func `the schema covers each keyword of an alternative`() {
        let schema = schema { node, findings in
            guard let word = KeywordNode(node, ["stop", "wait", "say"], "an action", findings) else { return }
            switch word.name {
            case "stop": _ = word.takesNoArgument(findings)
            case "wait": _ = word.argument(findings)?.duration(findings)
            default: _ = word.value?.text(findings)
            }
        }
        let text: JSONValue = ["type": ["string", "number", "boolean"]]
        #expect(
            schema == [
                "$defs": [:],
                "anyOf": [
                    ["enum": ["stop", "say"]],
                    [
                        "type": "object", "minProperties": 1, "maxProperties": 1, "additionalProperties": false,
                        "properties": [
                            "wait": ["type": "string", "pattern": .string(DurationText.pattern), "examples": ["1h30m"]],
                            "say": text,
                        ],
                    ],
                ],
            ])
    }

    @Test func `the schema supports alternatives and recursive definitions`() {
        func tree(_ node: ConfigNode, _ findings: DiagnosticCollector) {
            guard let node = findings.shared("tree", node) else { return }
            if node.isList(findings) {
                for item in node.list(findings) ?? [] { tree(item, findings) }
            } else if !node.isWord("leaf", findings) {
                for entry in node.named("a tree", findings) { tree(entry.value, findings) }
            }
        }
        #expect(
            schema(tree) == [
                "$ref": "#/$defs/tree",
                "$defs": [
                    "tree": [
                        "anyOf": [
                            ["enum": ["leaf"]], ["type": ["array", "null"], "items": ["$ref": "#/$defs/tree"]],
                            ["type": ["object", "null"], "additionalProperties": ["$ref": "#/$defs/tree"]],
                        ]
                    ]
                ],
            ])
    }

    @Test func `the schema covers nested keywords`() {
        let schema = schema { node, findings in
            guard let outer = KeywordNode(node, ["a", "b"], "a word", findings), let argument = outer.argument(findings) else {
                return
            }
            guard let inner = KeywordNode(argument, outer.name == "a" ? ["x", "y", "z"] : ["u"], "a word", findings) else {
                return
            }
            _ = inner.takesNoArgument(findings)
        }
        #expect(
            schema.object?["properties"] == ["a": ["enum": ["x", "y", "z"]], "b": ["enum": ["u"]]])
    }
}
