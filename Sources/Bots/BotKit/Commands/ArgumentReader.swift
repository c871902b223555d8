/// A reader that parses the words after a command's name, one argument after another.
public struct ArgumentReader: Sendable {
    /// One word of a message.
    public struct Word: Hashable, Sendable {
        /// The text, without quotation marks.
        public var text: String
        /// The position in the message.
        public var range: TextRange
    }

    let text: CommandText
    private(set) var position: Int
    /// The names of the arguments, in order.
    private let labels: [LocalizedText]
    /// The ranges of the arguments read so far.
    private(set) var spans: [Range<Int>] = []
    /// The error for which an optional argument was treated as absent.
    private var pending: LocatedUsageError?
    var flags: FlagParser?

    init(_ text: CommandText, at position: Int, labels: [LocalizedText] = [], flags: FlagParser? = nil) {
        self.text = text
        self.position = position
        self.labels = labels
        self.flags = flags
    }

    /// A Boolean value that indicates whether no words are left.
    public var isAtEnd: Bool { text.skippingSpace(from: position) == text.units.count }

    /// Reads the next word, or a text in quotation marks; a mention or channel counts as one word. Returns nil at the end.
    ///
    /// - Throws: An error that points at the quotation if it is not closed.
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

    /// Reads the remaining text without surrounding whitespace. Returns nil if there is none.
    public mutating func rest() -> Word? {
        skipSpace()
        guard position < text.units.count else { return nil }
        let range = position..<text.end
        position = text.units.count
        return Word(text: text.text(range), range: TextRange(range.lowerBound, range.upperBound))
    }

    /// Reads a mention of a user, a role or everyone if it comes next; otherwise returns nil.
    public mutating func mention() -> Mention? {
        skipSpace()
        guard let atom = text.atom(at: position), case .mention(let mention) = atom.kind else { return nil }
        take(atom)
        return mention
    }

    /// Reads a channel reference and its displayed text if it comes next; otherwise returns nil.
    mutating func channel() -> (ChannelID, String)? {
        skipSpace()
        guard let atom = text.atom(at: position), case .channel(let channel) = atom.kind else { return nil }
        let word = text.text(position..<atom.end)
        take(atom)
        return (channel, word)
    }

    /// Moves the reader past content that was read from the text directly.
    mutating func move(to position: Int) { self.position = position }

    mutating func skipSpace() { position = text.skippingSpace(from: position) }

    /// Consumes an atom, and a comma, colon or semicolon directly after it.
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
            if unit == 0x5C, Self.isQuote(next) {  // A backslash escapes a quotation mark.
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
            wording: LocalizedText("the closing quotation mark is missing", vi: "dấu ngoặc kép này chưa được đóng"),
            range: start..<text.end)
    }

    /// Returns whether a code unit is a quotation mark: straight, or one of those that phones and word processors substitute.
    private static func isQuote(_ unit: UInt16) -> Bool {
        [0x22, 0x201C, 0x201D, 0x201E, 0x201F, 0xAB, 0xBB, 0xFF02].contains(unit)
    }
}

extension ArgumentReader {
    /// Reads the next argument.
    ///
    /// - Throws: `LocatedUsageError`, and errors of the type other than `UsageError`.
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
            throw located(mistake, since: start)
        }
        let label = spans.count < labels.count ? labels[spans.count] : A.label
        throw start.isAtEnd ? start.missing(A.self, called: label) : start.mismatch(A.expects)
    }

    /// Verifies that no words are left.
    ///
    /// - Throws: `LocatedUsageError`.
    mutating func finish() throws {
        try takeFlags()
        skipSpace()
        guard position < text.units.count else { return }
        if let pending, pending.range.lowerBound == position { throw pending }
        throw LocatedUsageError(
            wording: LocalizedText("unexpected text", vi: "phần này bị thừa"), range: position..<max(position, text.end)
        )
    }

    /// Tries to read an optional argument; leaves the position unchanged if that fails.
    mutating func attempt<A: Argument>(_ type: A.Type) throws -> A? {
        skipSpace()
        let start = self
        var problem: LocatedUsageError?
        do {
            if let value = try A.read(&self) { return value }
            if !start.isAtEnd { problem = start.mismatch(A.expects) }
        } catch let usageError as LocatedUsageError {
            problem = usageError
        } catch let mistake as UsageError {
            problem = located(mistake, since: start)
        }
        self = start
        pending = problem ?? pending
        return nil
    }

    func mismatch(_ expects: LocalizedText) -> LocatedUsageError {
        LocatedUsageError(wording: .expected(expects), range: nextWord)
    }

    /// Returns an error about all remaining words.
    func mismatchOfRest(_ expects: LocalizedText) -> LocatedUsageError {
        LocatedUsageError(wording: .expected(expects), range: text.skippingSpace(from: position)..<max(position, text.end))
    }

    private func missing<A: Argument>(_ type: A.Type, called label: LocalizedText) -> LocatedUsageError {
        LocatedUsageError(
            wording: LocalizedText("<\(label.en)> is missing: \(A.expects.en)", vi: "thiếu <\(label.vi)>: \(A.expects.vi)"),
            range: text.units.count..<text.units.count)
    }

    /// Returns the error with the range that it names, or else with the range since a position.
    func located(_ mistake: UsageError, since start: ArgumentReader) -> LocatedUsageError {
        mistake.range.map { LocatedUsageError(wording: mistake.wording, range: $0) } ?? usageError(mistake.wording, since: start)
    }

    /// Returns an error about the words read since a position, or about the next word if there are none.
    func usageError(_ wording: LocalizedText, since start: ArgumentReader) -> LocatedUsageError {
        let first = text.skippingSpace(from: start.position)
        let end = min(position, text.end)
        return LocatedUsageError(wording: wording, range: first < end ? first..<end : start.nextWord)
    }

    /// The range of the next word; an unclosed quotation extends to the end.
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
