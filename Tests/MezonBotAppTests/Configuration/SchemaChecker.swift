import ChatModel
import Foundation

@testable import BotConfiguration

/// Validates JSON values against the part of JSON Schema that the project's schema uses.
struct SchemaChecker {
    private let definitions: [String: JSONValue]
    private let root: JSONValue

    init(_ schema: JSONValue) {
        root = schema
        definitions = schema.object?["$defs"]?.object ?? [:]
    }

    func accepts(_ value: JSONValue) -> Bool { accepts(value, root) }

    private func accepts(_ value: JSONValue, _ schema: JSONValue) -> Bool {
        guard let keys = schema.object else { return true }
        if case .string(let reference)? = keys["$ref"] {
            guard let definition = definitions[String(reference.dropFirst("#/$defs/".count))], accepts(value, definition) else {
                return false
            }
        }
        if case .array(let ways)? = keys["anyOf"], !ways.contains(where: { accepts(value, $0) }) { return false }
        if case .array(let words)? = keys["enum"], !words.contains(value) { return false }
        if let type = keys["type"], !names(type).contains(where: { Self.types(of: value).contains($0) }) { return false }
        switch value {
        case .string(let text):
            guard case .string(let pattern)? = keys["pattern"] else { return true }
            return text.range(of: pattern, options: .regularExpression) != nil
        case .integer(let number): return isWithin(Double(number), keys)
        case .number(let number): return isWithin(number, keys)
        case .array(let items): return items.allSatisfy { item in keys["items"].map { accepts(item, $0) } ?? true }
        case .object(let map): return accepts(map, keys)
        case .null, .bool: return true
        }
    }

    private func accepts(_ map: [String: JSONValue], _ keys: [String: JSONValue]) -> Bool {
        if case .integer(let most)? = keys["maxProperties"], map.count > most { return false }
        if case .integer(let least)? = keys["minProperties"], map.count < least { return false }
        if let required = keys["required"], !names(required).allSatisfy({ map[$0] != nil }) { return false }
        let properties = keys["properties"]?.object ?? [:]
        return map.allSatisfy { key, value in
            if let property = properties[key] { return accepts(value, property) }
            return keys["additionalProperties"].map { $0 == false ? false : accepts(value, $0) } ?? true
        }
    }

    private func isWithin(_ number: Double, _ keys: [String: JSONValue]) -> Bool {
        func bound(_ key: String) -> Double? {
            switch keys[key] {
            case .integer(let number): Double(number)
            case .number(let number): number
            default: nil
            }
        }
        return (bound("minimum") ?? -.infinity) <= number && number <= (bound("maximum") ?? .infinity)
    }

    private func names(_ value: JSONValue) -> [String] {
        switch value {
        case .array(let items): items.compactMap { if case .string(let text) = $0 { text } else { nil } }
        case .string(let text): [text]
        default: []
        }
    }

    private static func types(of value: JSONValue) -> [String] {
        switch value {
        case .null: ["null"]
        case .bool: ["boolean"]
        case .integer: ["integer", "number"]
        case .number: ["number"]
        case .string: ["string"]
        case .array: ["array"]
        case .object: ["object"]
        }
    }
}

extension ConfigNode {
    /// The node as a YAML editor reads it, with plain numbers and Booleans typed.
    var asEditorsSeeIt: JSONValue {
        switch kind {
        case .scalar(let text, .plain):
            if text.isEmpty { return .null }
            if let number = Int64(text) { return .integer(number) }
            if text == "true" || text == "false" { return .bool(text == "true") }
            return Double(text).map(JSONValue.number) ?? .string(text)
        case .scalar(let text, _): return .string(text)
        case .list(let items): return .array(items.map(\.asEditorsSeeIt))
        case .map(let entries):
            return .object(Dictionary(entries.map { ($0.key, $0.value.asEditorsSeeIt) }) { first, _ in first })
        }
    }
}
