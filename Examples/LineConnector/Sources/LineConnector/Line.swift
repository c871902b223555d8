/// The lines of the protocol: words separated by spaces, of which the last may contain spaces, ended by a line feed.
///
///     HELLO nick [password]              the bot, once
///     JOIN channel                       the bot, for each channel
///     SAY channel delivery text          the bot; a delivery that the server has seen is acknowledged again and shown once
///     OK delivery id                     the server: the message has this id
///     NO delivery reason                 the server: the message is refused
///     MSG channel id nick text           the server: another user's message
///     DEL channel id nick                the server: another user removed a message
enum Line: Hashable, Sendable {
    case accepted(delivery: String, id: String)
    case refused(delivery: String, reason: String)
    case message(channel: String, id: String, nick: String, text: String)
    case removal(channel: String, id: String, nick: String)

    /// Parses a line of the server; nil for one that this version does not know.
    init?(_ text: String) {
        let words = text.split(separator: " ", maxSplits: 4, omittingEmptySubsequences: false).map(String.init)
        switch (words[0], words.count) {
        case ("OK", 3): self = .accepted(delivery: words[1], id: words[2])
        case ("NO", 3...): self = .refused(delivery: words[1], reason: words[2...].joined(separator: " "))
        case ("MSG", 5): self = .message(channel: words[1], id: words[2], nick: words[3], text: Self.unescaped(words[4]))
        case ("DEL", 4): self = .removal(channel: words[1], id: words[2], nick: words[3])
        default: return nil
        }
    }

    /// Returns a text without line breaks and other control characters.
    static func escaped(_ text: String) -> String {
        text.replacing("\\", with: "\\\\").replacing("\r\n", with: "\\n").replacing("\n", with: "\\n")
            .replacing(#/\p{Cc}/#, with: " ")
    }

    private static func unescaped(_ text: String) -> String {
        text.replacing(#/\\(.)/#) { $0.output.1 == "n" ? "\n" : String($0.output.1) }
    }

    /// Returns a Boolean value that indicates whether a text is one word of the protocol.
    static func isWord(_ text: String) -> Bool {
        (1...32).contains(text.utf8.count) && text.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F }
    }
}

/// The bytes that were received and do not end with a line feed yet.
struct LineBuffer {
    struct TooLongError: Error {}

    private static let longest = 16_384  // Bytes; a longer line is no line of this protocol.
    private var rest: [UInt8] = []

    /// Adds bytes and returns the lines that they complete.
    mutating func take(_ bytes: some Sequence<UInt8>) throws -> [String] {
        rest += bytes
        var lines = rest.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        let last = lines.removeLast()
        guard last.count <= Self.longest else { throw TooLongError() }
        let texts = lines.map { String(decoding: $0, as: UTF8.self) }
        rest = Array(last)
        return texts
    }
}
