package import ChatModel

/// A node of a YAML document: a text, a list or a map, with its position. Texts are not interpreted: `12:30` and `NO` are texts.
package struct ConfigNode: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        case scalar(String, Style)
        case list([ConfigNode])
        case map([Entry])
    }

    /// The notation of a text. Other YAML readers may take an unquoted one for a number, a date or a Boolean.
    package enum Style: Hashable, Sendable { case plain, quoted, block }

    /// A comment with its `#`.
    package struct Comment: Hashable, Sendable {
        package var text: String
        package var position: SourcePosition
    }

    package struct Entry: Hashable, Sendable {
        package var key: String
        package var keyPosition: SourcePosition
        package var value: ConfigNode
    }

    package var kind: Kind
    package var position: SourcePosition
    /// A Boolean value that indicates whether the scalar is written in the file exactly as it reads, so that each character has a
    /// position.
    package var isVerbatim = false
    /// The comment that directly follows a text without quotes, on the same line.
    package internal(set) var comment: Comment?
    /// The recorder's index of a blank node, which stands for any value that could be written in its place.
    var sampleID: Int?

    /// A node without a value.
    static let nothing = ConfigNode(kind: .scalar("", .plain), position: SourcePosition(file: "", line: 1, column: 1))

    /// A Boolean value that indicates whether the key has no value.
    package var isEmpty: Bool {
        if case .scalar("", .plain) = kind { true } else { false }
    }

    /// The text of a scalar as written, including words such as `12` and `true`; `nil` for a list, a map and a blank node.
    package var scalarText: String? {
        if sampleID == nil, case .scalar(let text, _) = kind { text } else { nil }
    }

    /// The kind for messages: `a text`, `a list` or `a map`.
    package var kindName: String {
        switch kind {
        case .scalar: "a text"
        case .list: "a list"
        case .map: "a map"
        }
    }

    /// A Boolean value that indicates whether the node is a list of maps with one key each, as results from a map whose keys are
    /// each preceded by a dash.
    var itemsAreEntries: Bool {
        guard case .list(let items) = kind, !items.isEmpty else { return false }
        return items.allSatisfy { if case .map(let entries) = $0.kind { entries.count == 1 } else { false } }
    }

    /// Returns the position of a part of a scalar, or of the whole scalar if its characters have no positions.
    package func position(ofScalarAt offset: Int, length: Int) -> SourcePosition {
        guard isVerbatim, case .scalar(_, let style) = kind else { return position }
        return SourcePosition(
            file: position.file, line: position.line, column: position.column + offset + (style == .quoted ? 1 : 0),
            length: length)
    }

    /// Returns the value of a key; nil if the node is no map or has no such key.
    package func value(_ key: String) -> ConfigNode? {
        guard case .map(let entries) = kind else { return nil }
        return entries.first { $0.key == key }?.value
    }

    /// The node as a tree of texts, for readers that interpret them themselves.
    package var json: JSONValue {
        switch kind {
        case .scalar("", .plain): .null
        case .scalar(let text, _): .string(text)
        case .list(let items): .array(items.map(\.json))
        case .map(let entries): .object(Dictionary(entries.map { ($0.key, $0.value.json) }) { first, _ in first })
        }
    }

    /// Returns the position that a path of keys and list indices leads to: of the key if the last step is one, or of the deepest
    /// step that exists.
    package func position(at path: [String]) -> SourcePosition {
        guard let step = path.first else { return position }
        let rest = Array(path.dropFirst())
        switch kind {
        case .map(let entries):
            guard let entry = entries.first(where: { $0.key == step }) else { return position }
            return rest.isEmpty ? entry.keyPosition : entry.value.position(at: rest)
        case .list(let items):
            guard let index = Int(step), items.indices.contains(index) else { return position }
            return items[index].position(at: rest)
        case .scalar: return position
        }
    }
}
