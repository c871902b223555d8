import ChatModel

/// A JSON encoder for single lines, with the most important keys first.
enum FixtureJSONEncoder {
    private static let order = [
        "v", "seq", "after", "at", "kind", "expect", "not", "id", "channels", "members", "seed", "tz", "ch", "of", "on", "nth",
        "by", "url",
        "status", "to", "user", "in", "name", "text", "message", "emoji", "mentions",
    ]
    private static let rank = Dictionary(uniqueKeysWithValues: order.enumerated().map { ($1, $0) })

    static func text(_ value: JSONValue) -> String {
        switch value {
        case .object(let object):
            let keys = object.keys.sorted { (rank[$0] ?? order.count, $0) < (rank[$1] ?? order.count, $1) }
            return "{" + keys.map { "\(scalar(.string($0))):\(text(object[$0] ?? .null))" }.joined(separator: ",") + "}"
        case .array(let items): return "[" + items.map(text).joined(separator: ",") + "]"
        case .null, .bool, .integer, .number, .string: return scalar(value)
        }
    }

    private static func scalar(_ value: JSONValue) -> String {
        do {
            return try JSONText.text(value)
        } catch {
            return "null"  // Not a number, which JSON cannot represent.
        }
    }
}
