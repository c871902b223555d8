extension Content {
    /// Replaces parts of the text, and moves all ranges accordingly. Links and emoji in the replaced parts are removed.
    ///
    /// - Parameter edits: The replacements, in order and without overlaps.
    package mutating func apply(_ edits: [TextEdit]) {
        guard !edits.isEmpty else { return }
        text = text.applying(edits)
        markup = markup.compactMap { mark in
            let isTouched = edits.contains { $0.range.overlaps(mark.range) }
            if isTouched, mark.kind.hasPrefix("lk") || mark.kind == "vk" { return nil }
            let range = TextRange(Self.moved(mark.range.start, by: edits), Self.moved(mark.range.end, by: edits, isEnd: true))
            return Markup(mark.kind, range, attributes: mark.attributes)
        }
        for key in Self.rangedKeys {
            guard let items = extras[key]?.array else { continue }
            extras[key] = .array(
                items.compactMap { item in
                    guard let range = item.range, !edits.contains(where: { $0.range.overlaps(range) }) else { return nil }
                    return item.moved(by: Self.moved(range.start, by: edits) - range.start)
                })
        }
    }

    /// Returns a position after the edits; inside of a replaced part, its new beginning or end.
    fileprivate static func moved(_ position: Int, by edits: [TextEdit], isEnd: Bool = false) -> Int {
        var distance = 0
        for edit in edits {
            guard edit.range.start < position else { break }
            let length = edit.text.utf16.count
            if position < edit.range.end { return edit.range.start + distance + (isEnd ? length : 0) }
            distance += length - edit.range.length
        }
        return position.addingReportingOverflow(distance).partialValue
    }
}

extension Draft {
    /// Replaces parts of the text, and moves all ranges accordingly. Mentions in the replaced parts are removed.
    ///
    /// - Parameter edits: The replacements, in order and without overlaps.
    package mutating func apply(_ edits: [TextEdit]) {
        content.apply(edits)
        mentions = mentions.compactMap { mention in
            // A mention without a place in the text, such as that of a reply, stays.
            guard mention.range.length > 0 else { return mention }
            guard !edits.contains(where: { $0.range.overlaps(mention.range) }) else { return nil }
            var mention = mention
            mention.range = TextRange(
                Content.moved(mention.range.start, by: edits), Content.moved(mention.range.end, by: edits, isEnd: true))
            return mention
        }
    }
}

extension TextRange {
    fileprivate func overlaps(_ other: TextRange) -> Bool { start < other.end && other.start < end }
}
