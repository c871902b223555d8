import ChatModel

/// The words that may be written at a place of a configuration file, from its JSON Schema.
///
/// The text is not parsed, because it is incomplete while someone writes: the keys around a place follow from indentation and from
/// the braces on its line.
package struct SchemaCompletion: Sendable {
    /// A word that fits.
    package struct Suggestion: Hashable, Sendable {
        /// The text to insert in place of the word that has been begun.
        package let text: String
        /// A description; empty if there is none.
        package let note: String
    }

    /// The suggestions, with the number of code points before the place that they replace.
    package struct Result: Hashable, Sendable {
        package var suggestions: [Suggestion] = []
        package var replaced = 0
    }

    private static let maxSuggestions = 40
    private static let maxDepth = 24

    private let root: JSONValue
    private let definitions: [String: JSONValue]

    package init(_ schema: JSONSchema) {
        root = schema.value
        definitions = root.object?["$defs"]?.object ?? [:]
    }

    /// Returns what may be written at a place.
    ///
    /// - Parameters:
    ///   - line: The line from 1.
    ///   - column: The column of the caret from 1, in code points.
    package func suggestions(in text: String, line: Int, column: Int) -> Result {
        guard let place = YAMLPlace(in: text, line: line, column: column) else { return Result() }
        var schemas = expanded(root, 0)
        for step in place.path { schemas = schemas.flatMap { child(of: $0, step) } }
        var found: [Suggestion] = []
        for schema in schemas {
            if place.takesKey { found += keys(of: schema).filter { !place.siblings.contains($0.key) }.map(\.suggestion) }
            if place.takesValue { found += values(of: schema) }
        }
        let word = place.word.lowercased()
        var known: Set<String> = []
        let fitting = found.filter { $0.text.lowercased().hasPrefix(word) && known.insert($0.text).inserted }
        return Result(
            suggestions: Array(fitting.sorted { $0.text < $1.text }.prefix(Self.maxSuggestions)),
            replaced: place.word.unicodeScalars.count)
    }

    private func keys(of schema: [String: JSONValue]) -> [(key: String, suggestion: Suggestion)] {
        (schema["properties"]?.object ?? [:]).map { key, value in
            (key, Suggestion(text: key + ": ", note: value.object?["description"]?.string ?? ""))
        }
    }

    private func values(of schema: [String: JSONValue]) -> [Suggestion] {
        let note = schema["description"]?.string ?? ""
        let words = (schema["enum"]?.array ?? []) + (schema["examples"]?.array ?? [])
        return words.compactMap { word in
            switch word {
            case .string(let text): Suggestion(text: text, note: note)
            default: nil
            }
        }
    }

    private func child(of schema: [String: JSONValue], _ step: YAMLPlace.Step) -> [[String: JSONValue]] {
        switch step {
        case .item: return schema["items"].map { expanded($0, 0) } ?? []
        case .key(let key):
            let value = schema["properties"]?.object?[key] ?? schema["additionalProperties"]
            return value.map { expanded($0, 0) } ?? []
        }
    }

    /// Returns the alternatives of a schema, with references resolved.
    private func expanded(_ schema: JSONValue, _ depth: Int) -> [[String: JSONValue]] {
        guard depth < Self.maxDepth, var object = schema.object else { return [] }
        var result: [[String: JSONValue]] = []
        if let reference = object["$ref"]?.string, let name = reference.split(separator: "/").last,
            let definition = definitions[String(name)]
        {
            result += expanded(definition, depth + 1)
        }
        for alternative in object["anyOf"]?.array ?? [] { result += expanded(alternative, depth + 1) }
        object["anyOf"] = nil
        object["$ref"] = nil
        if !object.isEmpty { result.append(object) }
        return result
    }
}
