import ChatModel
import Testing

@testable import BotConfiguration

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
        let schema = schema { node, diagnostics in
            guard var map = MapReader(node, "a thing", diagnostics) else { return }
            _ = map.require("name", "What it is called.")?.text(diagnostics)
            _ = map.take("for")?.duration(diagnostics)
            _ = map.take("count").flatMap { Comparison($0, .count, diagnostics) }
            _ = map.take("level")?.word(of: ["calm", "raid"], "a level", diagnostics)
            _ = map.take("number")?.wholeNumber(in: 1...5, diagnostics)
            _ = map.take("hidden")?.truth(diagnostics)
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
        let schema = schema { node, diagnostics in
            guard let word = KeywordNode(node, ["stop", "wait", "say"], "an action", diagnostics) else { return }
            switch word.name {
            case "stop": _ = word.takesNoArgument(diagnostics)
            case "wait": _ = word.argument(diagnostics)?.duration(diagnostics)
            default: _ = word.value?.text(diagnostics)
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
        func tree(_ node: ConfigNode, _ diagnostics: DiagnosticCollector) {
            guard let node = diagnostics.shared("tree", node) else { return }
            if node.isList(diagnostics) {
                for item in node.list(diagnostics) ?? [] { tree(item, diagnostics) }
            } else if !node.isWord("leaf", diagnostics) {
                for entry in node.named("a tree", diagnostics) { tree(entry.value, diagnostics) }
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
        let schema = schema { node, diagnostics in
            guard let outer = KeywordNode(node, ["a", "b"], "a word", diagnostics), let argument = outer.argument(diagnostics)
            else {
                return
            }
            guard let inner = KeywordNode(argument, outer.name == "a" ? ["x", "y", "z"] : ["u"], "a word", diagnostics) else {
                return
            }
            _ = inner.takesNoArgument(diagnostics)
        }
        #expect(
            schema.object?["properties"] == ["a": ["enum": ["x", "y", "z"]], "b": ["enum": ["u"]]])
    }
}
