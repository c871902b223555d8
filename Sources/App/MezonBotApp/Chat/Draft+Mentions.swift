package import ChatModel

extension Draft {
    /// Creates a draft from typed text: `@` before a name mentions the user with that name, and `@here` mentions everyone.
    ///
    /// The longest matching name is used. A name must end at a word boundary; unknown names remain text.
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
    /// Returns whether the text starts with a word, ignoring case.
    fileprivate func beginsWithWord(_ word: String) -> Bool {
        let head = prefix(word.count)
        guard head.lowercased() == word.lowercased() else { return false }
        return dropFirst(word.count).first.map { !($0.isLetter || $0.isNumber) } ?? true
    }
}
