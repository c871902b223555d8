package import MezonModel

extension Draft {
    /// A text as somebody types it: `@` before a name means who goes by it, `@here` all.
    ///
    /// Of several names that fit the longest counts; a name ends where its word does, and what is nobody's stays text.
    package init(_ text: String, naming people: [Author]) {
        let names = people.flatMap { author in
            Set([author.username, author.displayName, author.clanNick]).filter { !$0.isEmpty }.map { (name: $0, id: author.id) }
        }.sorted { ($1.name.count, $0.name, $0.id) < ($0.name.count, $1.name, $1.id) }
        var mentions: [Mention] = []
        var rest = text[...]
        while let at = rest.firstIndex(of: "@") {
            rest = rest[rest.index(after: at)...]
            let known = [(name: "here", id: Mention.everyone)] + names
            guard let (name, id) = known.first(where: { rest.beginsWithWord($0.name) }) else { continue }
            let start = text.utf16.distance(from: text.startIndex, to: at)
            mentions.append(Mention(user: id, username: name, range: TextRange(start, start + 1 + name.utf16.count)))
        }
        self.init(Content(text), mentions: mentions)
    }
}

extension Substring {
    /// Without regard to case.
    fileprivate func beginsWithWord(_ word: String) -> Bool {
        let head = prefix(word.count)
        guard head.lowercased() == word.lowercased() else { return false }
        return dropFirst(word.count).first.map { !($0.isLetter || $0.isNumber) } ?? true
    }
}
