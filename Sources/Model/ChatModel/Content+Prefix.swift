/// Insertion and removal of text at the beginning of a message's content.
extension Content {
    /// Inserts a text at the beginning, and moves all ranges accordingly.
    package mutating func prepend(_ prefix: String, asMarkup mark: Markup? = nil) {
        let length = prefix.utf16.count
        text = prefix + text
        markup = (mark.map { [$0] } ?? []) + markup.map { Markup($0.kind, $0.range.moved(by: length), attributes: $0.attributes) }
        for key in Self.rangedKeys {
            guard let stretches = extras[key]?.array else { continue }
            extras[key] = .array(stretches.map { $0.moved(by: length) })
        }
    }

    /// Removes the beginning of the text, and moves the ranges of the rest accordingly.
    package mutating func cut(to parted: MessageHeader.SplitBody) {
        let length = parted.offset
        guard length > 0 else { return }
        text = parted.text
        markup = markup.filter { $0.range.end > length }.map { mark in
            let range = TextRange(max(mark.range.start, length) - length, mark.range.end - length)
            return Markup(mark.kind, range, attributes: mark.attributes)
        }
        for key in Self.rangedKeys {
            guard let stretches = extras[key]?.array else { continue }
            extras[key] = .array(stretches.filter { $0.begins(behind: length) }.map { $0.moved(by: -length) })
        }
    }
}

extension Draft {
    /// Inserts encoded headers before the text. A text that could be read as a header itself is preceded by a mark against that.
    package mutating func prepend(headers: String) {
        let encodedPrefix = MessageHeader.front(headers, of: content.text)
        guard !encodedPrefix.isEmpty else { return }
        content.prepend(encodedPrefix)
        for index in mentions.indices { mentions[index].range = mentions[index].range.moved(by: encodedPrefix.utf16.count) }
    }
}
