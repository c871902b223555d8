extension Content {
    /// Moves the valid ranges of the key `mk` to the markup; invalid ones, and an empty list, remain as they are.
    package mutating func takeMarkup() {
        guard let items = extras["mk"]?.array, !items.isEmpty else { return }
        var rest: [JSONValue] = []
        for item in items {
            guard var keys = item.object, let kind = keys["type"]?.string, let range = Self.range(from: &keys) else {
                rest.append(item)
                continue
            }
            keys["type"] = nil
            markup.append(Markup(kind, range, attributes: keys))
        }
        extras["mk"] = rest.isEmpty ? nil : .array(rest)
    }

    /// Parses `s` and `e`; a missing start is 0, because some senders omit default values.
    private static func range(from keys: inout [String: JSONValue]) -> TextRange? {
        let start = keys.removeValue(forKey: "s")?.integer ?? 0
        guard let end = keys["e"]?.integer, start >= 0, end >= start, end <= Int64(Int32.max) else { return nil }
        keys["e"] = nil
        return TextRange(Int(start), Int(end))
    }
}
