import Foundation
import MezonModel
import TextMatching

/// What was said lately, so that a copy of it that somebody else brings back is known for one: links that carried it on would show a
/// message twice, or go round for ever with whoever brings it. Rebuilt from the journal at a start.
///
/// Others' copies are told by what they have to show: who said it, and what, set apart from each other by a sign or a line break.
/// `<An> hello`, `[irc] An: hello`, `hello — An`, `hello (An)`, or `hello` from an account that is called An, after somebody called An
/// said "hello". A message that is a copy of a copy still has both. Whoever answers a message by quoting it is a person.
struct RelayLoopDetector {
    private struct SeenText {
        var at: Date
        var message: MessageID
        var channel: ChannelID
        var author: UserID
        /// All that the author is called, folded.
        var names: [[UInt8]]
        /// Of the whole line, folded, in bytes.
        var length: Int
    }

    /// A line of a message, folded, and those before and behind it.
    private struct Line {
        var bytes: [UInt8]
        var before: [UInt8]?
        var behind: [UInt8]?
    }

    /// For how long what was said is known.
    static let memory: TimeInterval = 600
    /// So often in a minute two do not say the same who are not bots that answer each other.
    private static let mostRepetitions = 12
    private static let headLength = 64  // Bytes: what follows may be cut where the copy's network has shorter lines.
    private static let mostLines = 24  // Of one message.
    private static let mostStarts = 48  // Where what is repeated may begin in a line.
    private static let mostWords = 8  // Beside a copy's text, on either side: names of people, networks and channels.
    private static let mostWordsBesideName = 2  // On a line that only says whose text stands above or below it.
    private static let mostComparisons = 10_000  // For one message.
    private static let mostKept = 16_384  // Lines; the oldest go.
    private static let mostAlike = 64

    private var sayings: [[UInt8]: [SeenText]] = [:]
    /// The lengths of the keys that begin with a word, and how many keys have each.
    private var lengths: [[UInt8]: [Int: Int]] = [:]
    /// The keys in the order in which they came; a ring once it is full.
    private var order: [[UInt8]] = []
    private var oldest = 0
    /// Who says the same again and again, and when they did last.
    private var repeaters: [UserID: Date] = [:]
    private var held: [MessageID: String] = [:]
    private var heldOrder: [MessageID] = []

    /// Why a message is not to be carried on; nil where it is.
    func reason(_ message: MessageID) -> String? { held[message] }

    /// Takes a message in, before anybody decides about it.
    mutating func note(_ message: Message) {
        let texts = message.text.split(whereSeparator: \.isNewline).prefix(Self.mostLines).map(Self.folded).filter { !$0.isEmpty }
        var lines = texts.indices.map { index in
            Line(
                bytes: texts[index], before: index > 0 ? texts[index - 1] : nil,
                behind: index + 1 < texts.count ? texts[index + 1] : nil)
        }
        // Some put a name before each line, others before the first.
        if lines.count > 1 { lines.insert(Line(bytes: Array(texts.joined(separator: [0x20]))), at: 0) }
        if held[message.id] == nil, let reason = repetition(message, lines) ?? echo(message, lines) {
            hold(message.id, because: reason)
        }
        let author = message.author
        var names: [[UInt8]] = []
        for name in [author.name, author.username, author.displayName].map({ Self.folded($0[...]) })
        where !name.isEmpty && !names.contains(name) {
            names.append(name)
        }
        for line in lines {
            keep(
                SeenText(
                    at: message.createdAt, message: message.id, channel: message.channel, author: author.id, names: names,
                    length: line.bytes.count), as: Array(line.bytes.prefix(Self.headLength)))
        }
    }

    /// The same said again and again by somebody, while somebody else does so, too. One alone only says it often.
    private mutating func repetition(_ message: Message, _ lines: [Line]) -> String? {
        guard let line = lines.first else { return nil }
        let alike = sayings[Array(line.bytes.prefix(Self.headLength))]?.filter {
            $0.message != message.id && $0.author == message.author.id && $0.channel == message.channel
                && abs(message.createdAt.timeIntervalSince($0.at)) < 60
        }
        guard let alike, alike.count >= Self.mostRepetitions else { return nil }
        repeaters = repeaters.filter { abs(message.createdAt.timeIntervalSince($0.value)) < 60 }
        repeaters[message.author.id] = message.createdAt
        guard repeaters.count > 1 else { return nil }
        return "the same was said \(alike.count + 1) times within a minute, as by bots that answer each other"
    }

    private func echo(_ message: Message, _ lines: [Line]) -> String? {
        let name = Self.folded(message.author.name[...])
        var rest = Self.mostComparisons
        guard lines.contains(where: { isCopied($0, in: message, by: name, &rest) }) else {
            return rest > 0 ? nil : "it holds too much that was said lately to be told from a copy"
        }
        return "it is a copy of what was said lately, brought back from elsewhere"
    }

    /// Whether a line has something that somebody has said before, and says who that was.
    ///
    /// - Parameter rest: how many texts may still be compared.
    private func isCopied(_ line: Line, in message: Message, by name: [UInt8], _ rest: inout Int) -> Bool {
        let bytes = line.bytes
        for start in Self.starts(in: bytes) {
            guard let lengths = lengths[Self.word(at: start, in: bytes)] else { continue }
            let before = bytes[..<start]
            guard before.last(where: { $0 != 0x20 }).map(Self.leading.contains) ?? true else { continue }
            for length in lengths.keys where start + length <= bytes.count && rest > 0 {
                let end = start + length
                // What is longer than its key may end anywhere behind it.
                if length < Self.headLength, !Self.isApart(end, in: bytes) { continue }
                guard let alike = sayings[Array(bytes[start..<end])] else { continue }
                rest -= alike.count
                if alike.contains(where: { isCopy(of: $0, from: start, length, line, in: message, by: name) }) { return true }
            }
        }
        return false
    }

    private func isCopy(
        of saying: SeenText, from start: Int, _ length: Int, _ line: Line, in message: Message, by name: [UInt8]
    ) -> Bool {
        guard saying.message != message.id, abs(message.createdAt.timeIntervalSince(saying.at)) < Self.memory,
            !message.references.contains(where: { $0.message == saying.message })
        else { return false }
        let bytes = line.bytes
        let end = min(start + saying.length, bytes.count)
        guard Self.isApart(end, in: bytes) else { return false }
        if start == 0, end == bytes.count, saying.author != message.author.id, saying.channel != message.channel,
            saying.names.contains(where: { Self.stands($0, in: name[...]) })
        {
            return true
        }
        if saying.names.contains(where: { Self.names($0, bytes[..<start], bytes[end...], line) }) { return true }
        // What was cut may have the name behind it.
        guard start + saying.length > bytes.count else { return false }
        return saying.names.contains { Self.stands($0, in: bytes[(start + length)...]) }
    }

    /// Whether what stands around a text says that somebody of that name says it.
    private static func names(_ name: [UInt8], _ before: ArraySlice<UInt8>, _ after: ArraySlice<UInt8>, _ line: Line) -> Bool {
        if [before, after].contains(where: { stands(name, in: $0) && words(in: $0) <= mostWords }) { return true }
        let neighbours = [hasWords(before) ? nil : line.before, hasWords(after) ? nil : line.behind]
        return neighbours.compactMap(\.self).contains { neighbour in
            stands(name, in: neighbour[...]) && words(in: neighbour[...]) <= mostWordsBesideName + words(in: name[...])
                && !neighbour.contains(where: sentence.contains)
        }
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

    private static func hasWords(_ text: ArraySlice<UInt8>) -> Bool { text.contains(where: isWord) }

    private static func words(in text: ArraySlice<UInt8>) -> Int { text.split(separator: 0x20).count(where: hasWords) }

    /// What relays put between a name and the text behind it. A comma is what people put there who speak to somebody.
    private static let leading = Set(">:)]}-|/\"'=~(<[{".utf8)
    /// What relays put between a text and the name behind it.
    private static let trailing = Set("(<[{-|/\"'=~>)]}".utf8)
    /// What a line has in it that says more than a name.
    private static let sentence = Set(",.!?;".utf8)

    /// The beginnings of words and signs, the line's own first.
    private static func starts(in line: [UInt8]) -> [Int] {
        var starts: [Int] = []
        for place in line.indices where line[place] != 0x20 && isBoundary(place, in: line) {
            starts.append(place)
            if starts.count == mostStarts { break }
        }
        return starts
    }

    /// Whether no word is cut in two there.
    private static func isBoundary(_ place: Int, in line: [UInt8]) -> Bool {
        place == 0 || place == line.count || !(isWord(line[place - 1]) && isWord(line[place]))
    }

    /// Whether a text may end there: no word is cut in two, and what follows is set apart from it by a sign.
    private static func isApart(_ end: Int, in line: [UInt8]) -> Bool {
        isBoundary(end, in: line) && line[end...].first { $0 != 0x20 }.map(trailing.contains) ?? true
    }

    /// The word that begins there, or the sign.
    private static func word(at start: Int, in line: [UInt8]) -> [UInt8] {
        let end = line[start...].prefix(headLength).firstIndex { !isWord($0) } ?? min(line.count, start + headLength)
        return Array(line[start..<max(end, start + 1)])
    }

    /// In small letters, with one space for several, without marks and the signs of formatting; quotation marks, dashes and arrows as
    /// the plainest of their kind.
    private static func folded(_ text: Substring) -> [UInt8] {
        var bytes: [UInt8] = []
        var last: Unicode.Scalar?
        for scalar in String(text).foldedPlainly.unicodeScalars {
            defer { last = scalar }
            if scalar.properties.isWhitespace {
                if let byte = bytes.last, byte != 0x20 { bytes.append(0x20) }
            } else if doubled.contains(scalar) {
                // Two of them are formatting, one is a sign.
                if last == scalar, bytes.last == UInt8(scalar.value) {
                    bytes.removeLast()
                } else {
                    bytes.append(UInt8(scalar.value))
                }
            } else if !formatting.contains(scalar) {
                append(scalar, to: &bytes)
            }
        }
        if bytes.last == 0x20 { bytes.removeLast() }
        return bytes
    }

    private static func append(_ scalar: Unicode.Scalar, to bytes: inout [UInt8]) {
        guard !scalar.isASCII else { return bytes.append(UInt8(scalar.value)) }
        switch scalar.properties.generalCategory {
        case .dashPunctuation: bytes.append(UInt8(ascii: "-"))
        case .openPunctuation, .initialPunctuation: bytes.append(UInt8(ascii: "("))
        case .closePunctuation, .finalPunctuation: bytes.append(UInt8(ascii: ")"))
        case .mathSymbol: bytes.append(UInt8(ascii: ">"))
        case .otherPunctuation: bytes.append(scalar == "…" ? UInt8(ascii: ".") : UInt8(ascii: "|"))
        // Emojis and the like are told apart, and belong to no word beside them.
        case .otherSymbol, .modifierSymbol, .currencySymbol: bytes += [0x01] + Array(String(scalar).utf8) + [0x01]
        default: bytes += Array(String(scalar).utf8)
        }
    }

    private static let formatting: Set<Unicode.Scalar> = ["*", "_", "`"]
    private static let doubled: Set<Unicode.Scalar> = ["~", "|"]

    private mutating func keep(_ saying: SeenText, as key: [UInt8]) {
        guard !sayings[key, default: []].contains(where: { $0.message == saying.message }) else { return }
        if order.count < Self.mostKept {
            order.append(key)
        } else {
            dropFirst(of: order[oldest])
            order[oldest] = key
            oldest = (oldest + 1) % order.count
        }
        if sayings[key] == nil { lengths[Self.word(at: 0, in: key), default: [:]][key.count, default: 0] += 1 }
        sayings[key, default: []].append(saying)
        guard let alike = sayings[key], alike.count > Self.mostAlike else { return }
        // Whoever says it again and again does not make the others forgotten.
        let spare = alike.indices.first { index in
            alike[(index + 1)...].contains { $0.author == alike[index].author && $0.channel == alike[index].channel }
        }
        sayings[key]?.remove(at: spare ?? 0)
    }

    private mutating func dropFirst(of key: [UInt8]) {
        guard var alike = sayings[key] else { return }
        alike.removeFirst()
        sayings[key] = alike.isEmpty ? nil : alike
        guard alike.isEmpty else { return }
        let word = Self.word(at: 0, in: key)
        let count = lengths[word]?[key.count] ?? 0
        lengths[word]?[key.count] = count > 1 ? count - 1 : nil
        if lengths[word]?.isEmpty == true { lengths[word] = nil }
    }

    private mutating func hold(_ message: MessageID, because reason: String) {
        held[message] = reason
        heldOrder.append(message)
        guard heldOrder.count > 1024 else { return }
        for old in heldOrder.prefix(512) { held[old] = nil }
        heldOrder.removeFirst(512)
    }
}
