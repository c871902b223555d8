extension Draft {
    /// The draft with the markup that Mezon's clients do not derive from the text themselves: `**bold**`, `` `code` `` and code
    /// blocks become markup and lose their delimiters, and web addresses become links.
    ///
    /// A draft that already has markup, or an empty `mk`, was laid out by its author and stays unchanged.
    package var markedUp: Draft {
        guard content.markup.isEmpty, content.extras["mk"] == nil, !content.isMalformed else { return self }
        var draft = readingMarkdown(in: [TextRange(0, content.text.utf16.count)])
        draft.content.markup += URLFinder.ranges(in: draft.content.text).map { Markup("lk", $0) }
        return draft
    }

    /// Returns the draft with the Markdown whose delimiters lie within some ranges converted to markup.
    package func readingMarkdown(in stretches: [TextRange]) -> Draft {
        guard content.text.utf16.contains(where: { MarkdownReader.isSign($0) }) else { return self }
        var reader = MarkdownReader(content.text, stretches)
        let found = reader.read()
        guard !found.isEmpty else { return self }
        let cut = TextRemoval(found.flatMap(\.signs))
        var draft = self
        draft.content.take(out: cut)
        draft.content.markup += found.map { Markup($0.kind, cut.moved($0.range), attributes: $0.attributes) }
        for index in draft.mentions.indices { draft.mentions[index].range = cut.moved(draft.mentions[index].range) }
        return draft
    }
}

extension Content {
    /// Removes ranges from the text, and moves all other ranges accordingly.
    fileprivate mutating func take(out cut: TextRemoval) {
        let units = Array(text.utf16)
        text = String(decoding: cut.rest(of: units), as: UTF16.self)
        markup = markup.map { Markup($0.kind, cut.moved($0.range), attributes: $0.attributes) }
        for key in Self.rangedKeys {
            guard let stretches = extras[key]?.array else { continue }
            extras[key] = .array(
                stretches.map { stretch in
                    guard var fields = stretch.object, let from = fields["s"]?.integer, let to = fields["e"]?.integer,
                        0...Int64(units.count) ~= from, 0...Int64(units.count) ~= to
                    else { return stretch }
                    fields["s"] = .integer(Int64(cut.moved(Int(from))))
                    fields["e"] = .integer(Int64(cut.moved(Int(to))))
                    return .object(fields)
                })
        }
    }
}
