import MezonModel

extension Content {
    private static let emoji = "ej"

    /// The same without what would lead somewhere or do something where somebody else says it.
    var inert: Content {
        var content = Content(text)
        content.markup = markup.filter { !$0.kind.hasPrefix("lk") && $0.kind != "vk" }
        content.extras = extras.filter { $0.key == Self.emoji }
        return content
    }

    /// Puts a text before it, and moves along what lies over its own.
    mutating func prepend(_ prefix: String, asMarkup mark: Markup) {
        let length = prefix.utf16.count
        text = prefix + text
        markup = [mark] + markup.map { Markup($0.kind, $0.range.moved(by: length), attributes: $0.attributes) }
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
