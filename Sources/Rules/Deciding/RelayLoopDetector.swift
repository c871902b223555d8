import Foundation
import MezonModel
import TextMatching

/// What was said lately, so that a copy of it that somebody else brings back is known for one: links that carried it on would go round
/// for ever with whoever brings it. Rebuilt from the journal at a start.
///
/// Others' copies are told by what they have to show: who said it, and what. `<An> hello`, `[irc] An: hello`, or `hello` from an
/// account that is called An, after somebody called An said "hello".
struct RelayLoopDetector {
    private struct SeenText {
        var at: Date
        var message: MessageID
        var channel: ChannelID
        var author: UserID
        var name: [UInt8]
        /// Of the whole line, folded, in bytes.
        var length: Int
    }

    /// For how long what was said is known.
    static let memory: TimeInterval = 600
    /// Lines that say as much can hardly be the same by chance.
    private static let telling = 12  // Bytes, folded.
    /// So many times somebody may have repeated something short behind a name: people answer "An: hi" to "hi".
    private static let mostChances = 2
    /// So often in a minute two do not say the same who are not bots that answer each other.
    private static let mostRepetitions = 12
    private static let headLength = 64  // Bytes: what follows may be cut where the copy's network has shorter lines.
    private static let mostLines = 24  // Of one message.
    private static let mostStarts = 16  // Where what is repeated may begin in a line.
    private static let mostKept = 16_384  // Lines; the oldest go.
    private static let mostAlike = 64

    private var sayings: [[UInt8]: [SeenText]] = [:]
    /// The keys in the order in which they came; a ring once it is full.
    private var order: [[UInt8]] = []
    private var oldest = 0
    /// When somebody has brought back something, by message.
    private var chances: [UserID: [MessageID: Date]] = [:]
    /// Who says the same again and again, and when they did last.
    private var repeaters: [UserID: Date] = [:]
    private var held: [MessageID: String] = [:]
    private var heldOrder: [MessageID] = []

    /// Why a message is not to be carried on; nil where it is.
    func reason(_ message: MessageID) -> String? { held[message] }

    /// Takes a message in, before anybody decides about it.
    mutating func note(_ message: Message) {
        var lines = message.text.split(whereSeparator: \.isNewline).prefix(Self.mostLines).map(Self.folded).filter { !$0.isEmpty }
        // Some put a name before each line, others before the first.
        if lines.count > 1 { lines.insert(Array(lines.joined(separator: [0x20])), at: 0) }
        let name = Self.folded(message.author.name[...])
        if held[message.id] == nil, let reason = repetition(message, lines) ?? echo(message, by: name, lines) {
            hold(message.id, because: reason)
        }
        for line in lines {
            keep(
                SeenText(
                    at: message.createdAt, message: message.id, channel: message.channel, author: message.author.id, name: name,
                    length: line.count), as: Array(line.prefix(Self.headLength)))
        }
    }

    /// The same said again and again by somebody, while somebody else does so, too. One alone only says it often.
    private mutating func repetition(_ message: Message, _ lines: [[UInt8]]) -> String? {
        guard let line = lines.first else { return nil }
        let alike = sayings[Array(line.prefix(Self.headLength))]?.filter {
            $0.message != message.id && $0.author == message.author.id && $0.channel == message.channel
                && abs(message.createdAt.timeIntervalSince($0.at)) < 60
        }
        guard let alike, alike.count >= Self.mostRepetitions else { return nil }
        repeaters = repeaters.filter { abs(message.createdAt.timeIntervalSince($0.value)) < 60 }
        repeaters[message.author.id] = message.createdAt
        guard repeaters.count > 1 else { return nil }
        return "the same was said \(alike.count + 1) times within a minute, as by bots that answer each other"
    }

    private mutating func echo(_ message: Message, by name: [UInt8], _ lines: [[UInt8]]) -> String? {
        guard let length = lines.compactMap({ repeated(in: $0, of: message, by: name) }).max() else { return nil }
        let known = chances[message.author.id, default: [:]].filter {
            $0.key != message.id && abs(message.createdAt.timeIntervalSince($0.value)) < Self.memory
        }
        chances[message.author.id] = known.merging([message.id: message.createdAt]) { $1 }
        forgetChances(at: message.createdAt)
        guard length >= Self.telling || known.count >= Self.mostChances else { return nil }
        return "it is a copy of what was said lately, brought back from elsewhere"
    }

    /// How much of a line somebody else has said before, behind whose name it stands; nil for nothing.
    private func repeated(in line: [UInt8], of message: Message, by name: [UInt8]) -> Int? {
        for start in Self.starts(in: line) {
            let rest = line[start...]
            let isCopied = sayings[Array(rest.prefix(Self.headLength))]?.contains { saying in
                isRecent(saying, message) && saying.message != message.id
                    && (saying.length == rest.count || min(saying.length, rest.count) >= Self.headLength)
                    && (start == 0
                        ? saying.author != message.author.id && saying.channel != message.channel
                            && Self.stands(saying.name, in: name[...])
                        : Self.names(saying.name, line[..<start]))
            }
            if isCopied == true { return rest.count }
        }
        return nil
    }

    private func isRecent(_ saying: SeenText, _ message: Message) -> Bool {
        abs(message.createdAt.timeIntervalSince(saying.at)) < Self.memory
    }

    /// Whether what stands before a text says that somebody of that name says it.
    private static func names(_ name: [UInt8], _ prefix: ArraySlice<UInt8>) -> Bool {
        guard let sign = prefix.last(where: { $0 != 0x20 }) else { return false }
        return closing.contains(sign) && stands(name, in: prefix)
    }

    /// Whether a name is there as words of its own: "An" is in "An[m]", not in "Anna".
    private static func stands(_ name: [UInt8], in text: ArraySlice<UInt8>) -> Bool {
        guard !name.isEmpty else { return false }
        var rest = text
        while let range = rest.firstRange(of: name) {
            let isBegun = range.lowerBound > text.startIndex && isWord(text[range.lowerBound - 1]) && isWord(name[0])
            let goesOn = range.upperBound < text.endIndex && isWord(text[range.upperBound]) && isWord(name[name.count - 1])
            if !isBegun, !goesOn { return true }
            rest = text[(range.lowerBound + 1)...]
        }
        return false
    }

    private static func isWord(_ byte: UInt8) -> Bool {
        byte >= 0x80 || UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
    }

    /// What relays put behind a name. A comma is what people put there who speak to somebody.
    private static let closing = Set(">:)]}-".utf8)

    /// The beginnings of words, the line's own first.
    private static func starts(in line: [UInt8]) -> [Int] {
        var starts = [0]
        for place in line.indices.dropFirst() where line[place - 1] == 0x20 {
            starts.append(place)
            if starts.count == mostStarts { break }
        }
        return starts
    }

    /// In small letters, with one space for several, without marks and the signs of formatting.
    private static func folded(_ text: Substring) -> [UInt8] {
        var bytes: [UInt8] = []
        for byte in String(text).foldedPlainly.utf8 where !formatting.contains(byte) {
            let isSpace = byte == 0x20 || byte == 0x09
            if !isSpace {
                bytes.append(byte)
            } else if let last = bytes.last, last != 0x20 {
                bytes.append(0x20)
            }
        }
        if bytes.last == 0x20 { bytes.removeLast() }
        return bytes
    }

    private static let formatting = Set("*_~`|".utf8)

    private mutating func keep(_ saying: SeenText, as key: [UInt8]) {
        guard !sayings[key, default: []].contains(where: { $0.message == saying.message }) else { return }
        if order.count < Self.mostKept {
            order.append(key)
        } else {
            dropFirst(of: order[oldest])
            order[oldest] = key
            oldest = (oldest + 1) % order.count
        }
        sayings[key, default: []].append(saying)
        if sayings[key, default: []].count > Self.mostAlike { sayings[key]?.removeFirst() }
    }

    private mutating func dropFirst(of key: [UInt8]) {
        guard var alike = sayings[key] else { return }
        alike.removeFirst()
        sayings[key] = alike.isEmpty ? nil : alike
    }

    private mutating func hold(_ message: MessageID, because reason: String) {
        held[message] = reason
        heldOrder.append(message)
        guard heldOrder.count > 1024 else { return }
        for old in heldOrder.prefix(512) { held[old] = nil }
        heldOrder.removeFirst(512)
    }

    private mutating func forgetChances(at now: Date) {
        guard chances.count > 1024 else { return }
        chances = chances.filter { $0.value.values.contains { abs(now.timeIntervalSince($0)) < Self.memory } }
        if chances.count > 1024 { chances = [:] }
    }
}
