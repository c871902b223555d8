/// Reads the words behind a command's name, one argument after the other.
public struct ArgumentReader: Sendable {
    /// One word of a line.
    public struct Word: Hashable, Sendable {
        /// Without the quotation marks where it stood in some.
        public var text: String
        /// Where it stands in the message.
        public var range: TextRange
    }

    let text: CommandText
    private(set) var position: Int
    /// What the arguments are called, in their order.
    private let labels: [LocalizedText]
    /// Where each argument stood that has been read.
    private(set) var spans: [Range<Int>] = []
    /// Why an argument that may be left out was taken as left out.
    private var pending: LocatedUsageError?
    var flags: FlagParser?

    init(_ text: CommandText, at position: Int, labels: [LocalizedText] = [], flags: FlagParser? = nil) {
        self.text = text
        self.position = position
        self.labels = labels
        self.flags = flags
    }

    /// Whether there are no more words.
    public var isAtEnd: Bool { text.skippingSpace(from: position) == text.units.count }

    /// The next word, or what stands in quotation marks; a mention and a channel are one word, whatever they are called. Nil at
    /// the end.
    ///
    /// - Throws: where quotation marks are not closed.
    public mutating func word() throws -> Word? {
        skipSpace()
        let start = position
        guard start < text.units.count else { return nil }
        if let atom = text.atom(at: start) {
            take(atom)
            return Word(text: text.text(start..<atom.end), range: TextRange(start, atom.end))
        }
        if Self.isQuote(text.units[start]) { return try quoted() }
        position = text.endOfWord(from: start)
        return Word(text: text.text(start..<position), range: TextRange(start, position))
    }

    /// All that is left, without the spaces around it. Nil where nothing is.
    public mutating func rest() -> Word? {
        skipSpace()
        guard position < text.units.count else { return nil }
        let range = position..<text.end
        position = text.units.count
        return Word(text: text.text(range), range: TextRange(range.lowerBound, range.upperBound))
    }

    /// The mention that stands next, of a person, a role or everybody; nil where none does.
    public mutating func mention() -> Mention? {
        skipSpace()
        guard let atom = text.atom(at: position), case .mention(let mention) = atom.kind else { return nil }
        take(atom)
        return mention
    }

    /// The channel that stands next, and the word that shows it.
    mutating func channel() -> (ChannelID, String)? {
        skipSpace()
        guard let atom = text.atom(at: position), case .channel(let channel) = atom.kind else { return nil }
        let word = text.text(position..<atom.end)
        take(atom)
        return (channel, word)
    }

    /// Goes on behind something that was read from the text itself.
    mutating func move(to position: Int) { self.position = position }

    mutating func skipSpace() { position = text.skippingSpace(from: position) }

    /// A comma or a colon right behind a name belongs to nobody.
    private mutating func take(_ atom: CommandText.Atom) {
        position = atom.end
        if position < text.units.count, [0x2C, 0x3A, 0x3B].contains(text.units[position]) { position += 1 }
    }

    private mutating func quoted() throws -> Word {
        let start = position
        var units: [UInt16] = []
        var index = start + 1
        while index < text.units.count {
            let unit = text.units[index]
            let next = index + 1 < text.units.count ? text.units[index + 1] : 0
            if unit == 0x5C, Self.isQuote(next) {  // A backslash before a quotation mark keeps it.
                units.append(next)
                index += 2
            } else if Self.isQuote(unit) {
                position = index + 1
                return Word(text: String(decoding: units, as: UTF16.self), range: TextRange(start, position))
            } else {
                units.append(unit)
                index += 1
            }
        }
        throw LocatedUsageError(
            wording: LocalizedText("this quotation is not closed", vi: "dấu ngoặc kép này chưa được đóng"),
            range: start..<text.end)
    }

    /// Straight ones, and what telephones and word processors make of them.
    private static func isQuote(_ unit: UInt16) -> Bool {
        [0x22, 0x201C, 0x201D, 0x201E, 0x201F, 0xAB, 0xBB, 0xFF02].contains(unit)
    }
}

// What a command asks
extension ArgumentReader {
    /// Reads the next argument.
    ///
    /// - Throws: `LocatedUsageError`, and what the type throws that is no `UsageError`.
    mutating func take<A: Argument>(_ type: A.Type) throws -> A {
        try takeFlags()
        skipSpace()
        let start = self
        do {
            if let value = try A.read(&self) {
                spans.append(start.position..<max(start.position, position))
                return value
            }
        } catch let mistake as UsageError {
            throw misreading(mistake, since: start)
        }
        let label = spans.count < labels.count ? labels[spans.count] : A.label
        throw start.isAtEnd ? start.missing(A.self, called: label) : start.unfit(A.expects)
    }

    /// Makes sure that nothing is left.
    ///
    /// - Throws: `LocatedUsageError`.
    mutating func finish() throws {
        try takeFlags()
        skipSpace()
        guard position < text.units.count else { return }
        if let pending, pending.range.lowerBound == position { throw pending }
        throw LocatedUsageError(
            wording: LocalizedText("nothing more belongs here", vi: "phần này bị thừa"), range: position..<max(position, text.end)
        )
    }

    /// Tries an argument that may be left out.
    mutating func attempt<A: Argument>(_ type: A.Type) throws -> A? {
        skipSpace()
        let start = self
        var problem: LocatedUsageError?
        do {
            if let value = try A.read(&self) { return value }
            if !start.isAtEnd { problem = start.unfit(A.expects) }
        } catch let misreading as LocatedUsageError {
            problem = misreading
        } catch let mistake as UsageError {
            problem = misreading(mistake, since: start)
        }
        self = start
        pending = problem ?? pending
        return nil
    }

    func unfit(_ expects: LocalizedText) -> LocatedUsageError {
        LocatedUsageError(wording: .belongsHere(expects), range: nextWord)
    }

    private func missing<A: Argument>(_ type: A.Type, called label: LocalizedText) -> LocatedUsageError {
        LocatedUsageError(
            wording: LocalizedText("<\(label.en)> is missing: \(A.expects.en)", vi: "thiếu <\(label.vi)>: \(A.expects.vi)"),
            range: text.units.count..<text.units.count)
    }

    /// About the words that a mistake names, else as below.
    func misreading(_ mistake: UsageError, since start: ArgumentReader) -> LocatedUsageError {
        mistake.range.map { LocatedUsageError(wording: mistake.wording, range: $0) } ?? misreading(mistake.wording, since: start)
    }

    /// About what has been read since then; about the next word where that is nothing.
    func misreading(_ wording: LocalizedText, since start: ArgumentReader) -> LocatedUsageError {
        let first = text.skippingSpace(from: start.position)
        let end = min(position, text.end)
        return LocatedUsageError(wording: wording, range: first < end ? first..<end : start.nextWord)
    }

    /// Where the next word stands; a quotation that is not closed goes on to the end.
    private var nextWord: Range<Int> {
        var reader = self
        reader.skipSpace()
        let start = reader.position
        do {
            _ = try reader.word()
        } catch {
            return start..<max(start, text.end)
        }
        return start..<reader.position
    }
}
