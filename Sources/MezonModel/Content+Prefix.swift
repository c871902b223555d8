extension Content {
    private static let emoji = "ej"  // Its stretches point into the text.

    /// Puts a text before it, and moves along what lies over its own.
    package mutating func prepend(_ prefix: String, asMarkup mark: Markup? = nil) {
        let length = prefix.utf16.count
        text = prefix + text
        markup = (mark.map { [$0] } ?? []) + markup.map { Markup($0.kind, $0.range.moved(by: length), attributes: $0.attributes) }
        guard let emoji = extras[Self.emoji]?.array else { return }
        extras[Self.emoji] = .array(emoji.map { $0.moved(by: length) })
    }
}

extension JSONValue {
    /// A stretch of text as Mezon writes it, `{ s, e, … }`, further behind.
    fileprivate func moved(by distance: Int) -> JSONValue {
        guard var fields = object else { return self }
        for key in ["s", "e"] {
            guard let (moved, isBeyond) = fields[key]?.integer?.addingReportingOverflow(Int64(distance)), !isBeyond else {
                continue
            }
            fields[key] = .integer(moved)
        }
        return .object(fields)
    }
}
