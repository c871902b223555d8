import ChatModel
import Foundation

/// Detects copies of recent messages of a clan that other relays bring back. A relay rule that carried them on would show a message twice
/// or form an endless loop with the other relay. Rebuilt from the journal at start-up.
///
/// Copies of other relays are recognized by containing the author's name and the text, separated by a symbol or a line break:
/// `<An> hello`, `[irc] An: hello`, `hello — An`, `hello (An)`, or `hello` from an account named An, after a user named An wrote
/// "hello". A copy of a copy still contains both. A message that replies to the original is not a copy.
struct RelayLoopDetector {
    private struct SeenText {
        var at: Date
        var message: MessageID
        var channel: ChannelID
        var author: UserID
        /// All names of the author, folded.
        var names: [[UInt8]]
        /// The length of the whole line, folded, in bytes.
        var length: Int
    }

    /// The time in seconds for which texts are remembered.
    static let retention: TimeInterval = 600
    /// The number of repetitions within a minute from which two authors who repeat themselves are taken for bots that answer each
    /// other.
    private static let maxRepetitions = 12
    private static let headLength = 64  // Bytes: the rest may be cut if the copy's network has shorter lines.
    private static let maxStarts = 48  // Positions in a line at which a copied text may begin.
    private static let maxWords = 8  // Next to a copied text, on either side: names of users, networks and channels.
    private static let maxWordsBesideName = 2  // On a line that only names the author of the text above or below it.
    private static let maxComparisons = 10_000  // Per message.
    private static let maxStored = 4096  // Lines; the oldest are dropped.
    private static let maxAlike = 64

    private var recentTexts: [[UInt8]: [SeenText]] = [:]
    /// The lengths of the keys that begin with a word, with the number of keys of each length.
    private var lengths: [[UInt8]: [Int: Int]] = [:]
    /// The keys in the order of their arrival; a ring buffer once it is full.
    private var order: [[UInt8]] = []
    private var oldest = 0
    /// The authors who repeat themselves, with the time of their last repetition.
    private var repeaters: [UserID: Date] = [:]
    private var blockedReasons: [MessageID: String] = [:]
    private var blockedOrder: [MessageID] = []

    /// Returns the reason why a message must not be relayed; `nil` if it may be.
    func reason(_ message: MessageID) -> String? { blockedReasons[message] }

    /// The number of remembered lines.
    var lineCount: Int { order.count }

    /// Records a message before any rule is evaluated for it.
    mutating func note(_ message: Message) {
        let lines = RelayedLine.lines(of: message)
        if blockedReasons[message.id] == nil, let reason = repetition(message, lines) ?? copyReason(message, lines) {
            block(message.id, because: reason)
        }
        remember(message, lines)
    }

    /// Records a message without a check.
    mutating func remember(_ message: Message) { remember(message, RelayedLine.lines(of: message)) }

    /// Returns the reason why a message is held to be a copy of a recorded one; `nil` if it is not.
    func copyReason(_ message: Message) -> String? { copyReason(message, RelayedLine.lines(of: message)) }

    private mutating func remember(_ message: Message, _ lines: [RelayedLine]) {
        let author = message.author
        var names: [[UInt8]] = []
        for name in [author.name, author.username, author.displayName].map({ RelayedLine.folded($0[...]) })
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

    /// Returns a reason if an author repeats a text while another author does so as well. A single author who repeats a text is
    /// not held back.
    private mutating func repetition(_ message: Message, _ lines: [RelayedLine]) -> String? {
        guard let line = lines.first else { return nil }
        let alike = recentTexts[Array(line.bytes.prefix(Self.headLength))]?.filter {
            $0.message != message.id && $0.author == message.author.id && $0.channel == message.channel
                && abs(message.createdAt.timeIntervalSince($0.at)) < 60
        }
        guard let alike, alike.count >= Self.maxRepetitions else { return nil }
        repeaters = repeaters.filter { abs(message.createdAt.timeIntervalSince($0.value)) < 60 }
        repeaters[message.author.id] = message.createdAt
        guard repeaters.count > 1 else { return nil }
        return "the same text was sent \(alike.count + 1) times within a minute, as by bots that answer each other"
    }

    private func copyReason(_ message: Message, _ lines: [RelayedLine]) -> String? {
        let name = RelayedLine.folded(message.author.name[...])
        var rest = Self.maxComparisons
        guard lines.contains(where: { isCopied($0, in: message, by: name, &rest) }) else {
            return rest > 0 ? nil : "it contains too many recent texts to rule out a copy"
        }
        return "it is a copy of a recent message, returned by another relay"
    }

    /// Returns whether a line contains a recent text together with its author's name.
    ///
    /// - Parameter rest: The number of comparisons left.
    private func isCopied(_ line: RelayedLine, in message: Message, by name: [UInt8], _ rest: inout Int) -> Bool {
        let bytes = line.bytes
        for start in Self.starts(in: bytes) {
            guard let lengths = lengths[Self.word(at: start, in: bytes)] else { continue }
            let before = bytes[..<start]
            guard before.last(where: { $0 != 0x20 }).map(Self.nameTerminators.contains) ?? true else { continue }
            for length in lengths.keys where start + length <= bytes.count && rest > 0 {
                let end = start + length
                // A text longer than its key may end anywhere after it.
                if length < Self.headLength, !Self.isApart(end, in: bytes) { continue }
                guard let alike = recentTexts[Array(bytes[start..<end])] else { continue }
                rest -= alike.count
                if alike.contains(where: { isCopy(of: $0, from: start, length, line, in: message, by: name) }) { return true }
            }
        }
        return false
    }

    private func isCopy(
        of seen: SeenText, from start: Int, _ length: Int, _ line: RelayedLine, in message: Message, by name: [UInt8]
    ) -> Bool {
        guard seen.message != message.id, abs(message.createdAt.timeIntervalSince(seen.at)) < Self.retention,
            !message.references.contains(where: { $0.message == seen.message })
        else { return false }
        let bytes = line.bytes
        let end = min(start + seen.length, bytes.count)
        guard Self.isApart(end, in: bytes) else { return false }
        if start == 0, end == bytes.count, seen.author != message.author.id, seen.channel != message.channel,
            seen.names.contains(where: { Self.contains($0, in: name[...]) })
        {
            return true
        }
        if seen.names.contains(where: { Self.names($0, bytes[..<start], bytes[end...], line) }) { return true }
        // A text that was cut may be followed by the name.
        guard start + seen.length > bytes.count else { return false }
        return seen.names.contains { Self.contains($0, in: bytes[(start + length)...]) }
    }

    /// Returns whether the surroundings of a text attribute it to a name.
    private static func names(_ name: [UInt8], _ before: ArraySlice<UInt8>, _ after: ArraySlice<UInt8>, _ line: RelayedLine)
        -> Bool
    {
        if [before, after].contains(where: { contains(name, in: $0) && words(in: $0) <= maxWords }) { return true }
        let neighbours = [hasWords(before) ? nil : line.before, hasWords(after) ? nil : line.behind]
        return neighbours.compactMap(\.self).contains { neighbour in
            contains(name, in: neighbour[...]) && words(in: neighbour[...]) <= maxWordsBesideName + words(in: name[...])
                && !neighbour.contains(where: sentence.contains)
        }
    }

    /// Returns whether a name occurs as separate words: "An" is in "An[m]", but not in "Anna".
    private static func contains(_ name: [UInt8], in text: ArraySlice<UInt8>) -> Bool {
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

    /// The characters that relays put between a name and the text after it. A comma is excluded: users put it after the name of
    /// the user they address.
    private static let nameTerminators = Set(">:)]}-|/\"'=~(<[{".utf8)
    /// The characters that relays put between a text and the name after it.
    private static let nameIntroducers = Set("(<[{-|/\"'=~>)]}".utf8)
    /// The characters that show that a line is more than a name.
    private static let sentence = Set(",.!?;".utf8)

    /// Returns the positions at which words and symbols begin, the start of the line first.
    private static func starts(in line: [UInt8]) -> [Int] {
        var starts: [Int] = []
        for index in line.indices where line[index] != 0x20 && isBoundary(index, in: line) {
            starts.append(index)
            if starts.count == maxStarts { break }
        }
        return starts
    }

    /// Returns whether a position does not split a word.
    private static func isBoundary(_ index: Int, in line: [UInt8]) -> Bool {
        index == 0 || index == line.count || !(isWord(line[index - 1]) && isWord(line[index]))
    }

    /// Returns whether a text may end at a position: it splits no word, and a symbol separates what follows.
    private static func isApart(_ end: Int, in line: [UInt8]) -> Bool {
        isBoundary(end, in: line) && line[end...].first { $0 != 0x20 }.map(nameIntroducers.contains) ?? true
    }

    /// Returns the word or symbol that begins at a position.
    private static func word(at start: Int, in line: [UInt8]) -> [UInt8] {
        let end = line[start...].prefix(headLength).firstIndex { !isWord($0) } ?? min(line.count, start + headLength)
        return Array(line[start..<max(end, start + 1)])
    }

    private mutating func keep(_ seen: SeenText, as key: [UInt8]) {
        guard !recentTexts[key, default: []].contains(where: { $0.message == seen.message }) else { return }
        if order.count < Self.maxStored {
            order.append(key)
        } else {
            dropFirst(of: order[oldest])
            order[oldest] = key
            oldest = (oldest + 1) % order.count
        }
        if recentTexts[key] == nil { lengths[Self.word(at: 0, in: key), default: [:]][key.count, default: 0] += 1 }
        recentTexts[key, default: []].append(seen)
        guard let alike = recentTexts[key], alike.count > Self.maxAlike else { return }
        // An author who repeats a text must not displace the other authors.
        let repeated = alike.indices.first { index in
            alike[(index + 1)...].contains { $0.author == alike[index].author && $0.channel == alike[index].channel }
        }
        recentTexts[key]?.remove(at: repeated ?? 0)
    }

    private mutating func dropFirst(of key: [UInt8]) {
        guard var alike = recentTexts[key] else { return }
        alike.removeFirst()
        recentTexts[key] = alike.isEmpty ? nil : alike
        guard alike.isEmpty else { return }
        let word = Self.word(at: 0, in: key)
        let count = lengths[word]?[key.count] ?? 0
        lengths[word]?[key.count] = count > 1 ? count - 1 : nil
        if lengths[word]?.isEmpty == true { lengths[word] = nil }
    }

    private mutating func block(_ message: MessageID, because reason: String) {
        blockedReasons[message] = reason
        blockedOrder.append(message)
        guard blockedOrder.count > 1024 else { return }
        for old in blockedOrder.prefix(512) { blockedReasons[old] = nil }
        blockedOrder.removeFirst(512)
    }
}
