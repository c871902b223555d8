import Foundation

extension Card {
    /// Returns the card in Mezon's format (Documentation/Protocol.md §3.6).
    ///
    /// - Throws: `ComponentError` for anything that clients would not show.
    func json() throws(ComponentError) -> JSONValue {
        try check()
        var object: [String: JSONValue] = [:]
        for (key, text) in [("title", title), ("description", text), ("url", url), ("color", color.lowercased())]
        where !text.isEmpty {
            object[key] = .string(text)
        }
        if let author { object["author"] = Self.line(["name": author.name, "url": author.url, "icon_url": author.icon]) }
        if let footer { object["footer"] = Self.line(["text": footer.text, "icon_url": footer.icon]) }
        object["thumbnail"] = thumbnail?.json
        object["image"] = image?.json
        if let timestamp { object["timestamp"] = .string(timestamp.formatted(.iso8601)) }
        if !fields.isEmpty { object["fields"] = .array(fields.map { .object($0.json) }) }
        return .object(object)
    }

    private func check() throws(ComponentError) {
        guard fields.count <= Self.maxFields else { throw .tooManyFields(count: fields.count, most: Self.maxFields) }
        guard
            ![title, text].allSatisfy(\.isEmpty) || author != nil || footer != nil || image != nil || thumbnail != nil
                || !fields.isEmpty
        else { throw .emptyCard }
        guard url.isEmpty || !title.isEmpty else { throw .missing("title", of: "a card with an address") }
        if let author, author.name.isEmpty { throw .missing("name", of: "the author of a card") }
        if let footer, footer.text.isEmpty { throw .missing("text", of: "the footer of a card") }
        guard color.isEmpty || Self.isColor(color) else { throw .notAColor(color) }
        let addresses = [url, author?.url, author?.icon, footer?.icon, thumbnail?.url, image?.url].compactMap(\.self)
        if let wrong = addresses.first(where: { !$0.isEmpty && !WebAddress.isValid($0) }) { throw .notAnAddress(wrong) }
        if let picture = [thumbnail, image].compactMap(\.self).first(where: { $0.url.isEmpty }) {
            throw .notAnAddress(picture.url)
        }
        if let timestamp, !(Date.distantPast...Date.distantFuture).contains(timestamp) {
            throw .missing("valid time", of: "the card")
        }
        for field in fields { if let problem = field.problem { throw problem } }
    }

    private static func isColor(_ text: String) -> Bool {
        text.utf8.count == 7 && text.first == "#" && text.utf8.dropFirst().allSatisfy { Character(UnicodeScalar($0)).isHexDigit }
    }

    private static func line(_ parts: [String: String]) -> JSONValue {
        .object(parts.filter { !$0.value.isEmpty }.mapValues { .string($0) })
    }
}

extension Card.Picture {
    fileprivate var json: JSONValue {
        var object: [String: JSONValue] = ["url": .string(url)]
        if width > 0 { object["width"] = .integer(Int64(width)) }
        if height > 0 { object["height"] = .integer(Int64(height)) }
        return .object(object)
    }
}
