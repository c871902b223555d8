/// A message as commands read it: UTF-16 code units, the unit of all offsets into a message, with its mentions, channels and
/// code.
struct CommandText: Sendable {
    /// A mention or channel reference, which is read as a whole whatever characters it contains.
    struct Atom: Sendable {
        enum Kind: Sendable {
            case mention(Mention)
            case channel(ChannelID)
        }
        var end: Int
        var kind: Kind
    }

    let units: [UInt16]
    let channel: ChannelID
    /// The message that it replies to; zero for none.
    let answered: MessageID
    private let atoms: [Int: Atom]
    private let code: [Int: Markup]

    /// Creates a text without mentions, channels and code.
    init(_ text: String) {
        units = Array(text.utf16)
        atoms = [:]
        code = [:]
        channel = 0
        answered = 0
    }

    init(_ message: Message) {
        let units = Array(message.text.utf16)
        /// Clients that count differently, or refer to another text, send offsets that do not point at the sign.
        func isThere(_ range: TextRange, sign: Character) -> Bool {
            range.start >= 0 && range.start < range.end && range.end <= units.count
                && units[range.start] == sign.utf16.first
        }
        var atoms: [Int: Atom] = [:]
        for mention in message.mentions where isThere(mention.range, sign: "@") {
            atoms[mention.range.start] = Atom(end: mention.range.end, kind: .mention(mention))
        }
        for tag in message.content.extras["hg"]?.array ?? [] {
            guard let tag = tag.object, let start = tag["s"]?.integer.flatMap({ Int(exactly: $0) }),
                let end = tag["e"]?.integer.flatMap({ Int(exactly: $0) }), isThere(TextRange(start, end), sign: "#"),
                let id = (tag["channelId"] ?? tag["channelid"])?.integer, id > 0
            else { continue }
            atoms[start] = Atom(end: end, kind: .channel(ChannelID(id)))
        }
        let kinds: Set = ["pre", "t", "c", "s"]
        let code = message.content.markup.filter {
            kinds.contains($0.kind) && $0.range.start >= 0 && $0.range.start < $0.range.end && $0.range.end <= units.count
        }
        self.units = units
        self.atoms = atoms
        self.code = Dictionary(code.map { ($0.range.start, $0) }) { first, _ in first }
        channel = message.channel
        answered = message.references.first?.message ?? 0
    }

    func atom(at position: Int) -> Atom? { atoms[position] }
    func code(at position: Int) -> Markup? { code[position] }

    func text(_ range: Range<Int>) -> String { String(decoding: units[range], as: UTF16.self) }

    /// Returns the first position from this one on that is not whitespace.
    func skippingSpace(from position: Int) -> Int {
        var position = position
        while position < units.count, Self.isSpace(units[position]) { position += 1 }
        return position
    }

    /// Returns the end of the word that begins here.
    func endOfWord(from position: Int) -> Int {
        var end = position
        while end < units.count, !Self.isSpace(units[end]), end == position || atoms[end] == nil { end += 1 }
        return end
    }

    /// The end of the last word.
    var end: Int {
        var end = units.count
        while end > 0, Self.isSpace(units[end - 1]) { end -= 1 }
        return end
    }

    /// Returns whether a code unit is whitespace of any width, including non-breaking spaces, or has no width and is not a
    /// joiner.
    static func isSpace(_ unit: UInt16) -> Bool {
        switch unit {
        case 9...13, 0x20, 0x85, 0xA0, 0x1680, 0x180E, 0x2000...0x200B, 0x2028, 0x2029, 0x202F, 0x205F, 0x2060, 0x3000, 0xFEFF:
            true
        default: false
        }
    }
}
