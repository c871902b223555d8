package import MezonModel

/// One node of a YAML document: text, a list, or a map, with its place. Nothing is typed yet: `12:30` and `NO` are texts.
package struct ConfigNode: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        case scalar(String, Style)
        case list([ConfigNode])
        case map([Entry])
    }

    /// How a text was written: without quotes, other YAML readers might take it for a number, a date or a truth value.
    package enum Style: Hashable, Sendable { case plain, quoted, block }

    package struct Entry: Hashable, Sendable {
        package var key: String
        package var keyPlace: SourcePosition
        package var value: ConfigNode
    }

    package var kind: Kind
    package var place: SourcePosition
    /// Whether the scalar stands in the file exactly as it reads, so that its n-th character has a place of its own.
    package var isVerbatim = false
    /// For a blank node, which stands for whatever might be written there: what its recorder calls it.
    var sketch: Int?

    /// Whether a key was written with nothing behind it.
    package var isEmpty: Bool {
        if case .scalar("", .plain) = kind { true } else { false }
    }

    /// `text`, `a list` or `a map`, for messages.
    package var kindName: String {
        switch kind {
        case .scalar: "a text"
        case .list: "a list"
        case .map: "a map"
        }
    }

    /// Whether it is a list of maps with one key each: what becomes of a map when each key gets a dash.
    var itemsAreEntries: Bool {
        guard case .list(let items) = kind, !items.isEmpty else { return false }
        return items.allSatisfy { if case .map(let entries) = $0.kind { entries.count == 1 } else { false } }
    }

    /// The place of a part of a scalar; of all of it where its characters cannot be told apart.
    package func place(ofScalarAt offset: Int, length: Int) -> SourcePosition {
        guard isVerbatim, case .scalar(_, let style) = kind else { return place }
        return SourcePosition(
            file: place.file, line: place.line, column: place.column + offset + (style == .quoted ? 1 : 0), length: length)
    }

    /// Returns the value under a key; nil where it is no map, or has no such key.
    package func value(_ key: String) -> ConfigNode? {
        guard case .map(let entries) = kind else { return nil }
        return entries.first { $0.key == key }?.value
    }

    /// The node as a tree of texts, for those who type it themselves.
    package var json: JSONValue {
        switch kind {
        case .scalar("", .plain): .null
        case .scalar(let text, _): .string(text)
        case .list(let items): .array(items.map(\.json))
        case .map(let entries): .object(Dictionary(entries.map { ($0.key, $0.value.json) }) { first, _ in first })
        }
    }

    /// Where a path of keys and list positions leads: to a key where the last step is one; to the deepest step that exists.
    package func place(at path: [String]) -> SourcePosition {
        guard let step = path.first else { return place }
        let rest = Array(path.dropFirst())
        switch kind {
        case .map(let entries):
            guard let entry = entries.first(where: { $0.key == step }) else { return place }
            return rest.isEmpty ? entry.keyPlace : entry.value.place(at: rest)
        case .list(let items):
            guard let index = Int(step), items.indices.contains(index) else { return place }
            return items[index].place(at: rest)
        case .scalar: return place
        }
    }
}
