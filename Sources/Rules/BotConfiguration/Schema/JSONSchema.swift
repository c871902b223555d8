package import ChatModel

/// The recorded format as JSON Schema (draft 2020-12).
package struct JSONSchema {
    private let recorder: SchemaRecorder

    package init(_ recorder: SchemaRecorder) { self.recorder = recorder }

    package func text() throws -> String {
        try JSONText.text(value, isPretty: true)
    }

    package var value: JSONValue {
        var root = schema(0).object ?? [:]
        root["$schema"] = "https://json-schema.org/draft/2020-12/schema"
        root["title"] = "config.yaml and rule files of mezon-bot"
        root["$defs"] = .object(recorder.definitions.mapValues(schema))
        return .object(root)
    }

    private func schema(_ index: Int) -> JSONValue {
        let sample = recorder.samples[index]
        var alternatives = sample.texts.map(Self.schema)
        if let item = sample.item {
            let item = schema(item)
            if sample.isListOptional { alternatives.append(item) }
            // A missing value is an empty list or an empty map.
            alternatives.append(["type": ["array", "null"], "items": item])
        }
        if let entry = sample.entry { alternatives.append(["type": ["object", "null"], "additionalProperties": schema(entry)]) }
        if sample.isClosed, let keys = sample.keys { alternatives.append(map(keys)) }
        alternatives += words(sample.words)
        if let name = sample.reference { alternatives.append(["$ref": .string("#/$defs/" + name)]) }
        if alternatives.count == 1, let alternative = alternatives.first { return alternative }
        return alternatives.isEmpty ? [:] : ["anyOf": .array(alternatives)]
    }

    private func map(_ keys: [SchemaSample.Key]) -> JSONValue {
        var properties: [String: JSONValue] = [:]
        for key in keys {
            var property = schema(key.sample).object ?? [:]
            if !key.doc.isEmpty { property["description"] = .string(key.doc) }
            properties[key.name] = .object(property)
        }
        let required = keys.filter(\.isRequired).map { JSONValue.string($0.name) }
        var map: [String: JSONValue] = [
            "type": required.isEmpty ? ["object", "null"] : "object", "properties": .object(properties),
            "additionalProperties": false,
        ]
        if !required.isEmpty { map["required"] = .array(required) }
        return .object(map)
    }

    private func words(_ words: [SchemaSample.Word]) -> [JSONValue] {
        let alone = words.filter(\.standsAlone).map { JSONValue.string($0.name) }
        let withValue = words.filter(\.takesValue).map { ($0.name, schema($0.sample)) }
        var alternatives: [JSONValue] = alone.isEmpty ? [] : [["enum": .array(alone)]]
        if !withValue.isEmpty {
            alternatives.append([
                "type": "object", "properties": .object(Dictionary(withValue) { first, _ in first }),
                "additionalProperties": false, "minProperties": 1, "maxProperties": 1,
            ])
        }
        return alternatives
    }

    private static func schema(_ text: TextFormat) -> JSONValue {
        switch text {
        // Other YAML readers take an unquoted 5 or true as a number or Boolean.
        case .text: ["type": ["string", "number", "boolean"]]
        case .template(let values):
            ["type": ["string", "number", "boolean"], "examples": .array(values.map(JSONValue.string))]
        case .words(let words): ["enum": .array(words.flatMap(spellings))]
        case .truth: ["enum": [true, false, "true", "false"]]
        case .wholeNumber(let range):
            [
                "type": ["integer", "string"], "minimum": .integer(Int64(range.lowerBound)),
                "maximum": .integer(Int64(range.upperBound)), "pattern": "^-?[0-9]+$",
            ]
        case .number(let range):
            [
                "type": ["number", "string"], "minimum": .number(range.lowerBound), "maximum": .number(range.upperBound),
                "pattern": "^-?[0-9]+(\\.[0-9]+)?$",
            ]
        case .pattern(let pattern, let example, let isPerhapsNumber):
            [
                "type": isPerhapsNumber ? ["string", "number"] : "string", "pattern": .string(pattern),
                "examples": [.string(example)],
            ]
        }
    }

    private static func spellings(_ word: String) -> [JSONValue] {
        switch PlainScalar(word) {
        case .number: [.string(word)] + (Int64(word).map { [.integer($0)] } ?? [])
        case .truth where word == "true" || word == "false": [.string(word), .bool(word == "true")]
        default: [.string(word)]
        }
    }
}
