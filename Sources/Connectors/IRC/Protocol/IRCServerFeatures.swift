/// The server's features (numeric 005, ISUPPORT), as far as the client uses them.
struct IRCServerFeatures: Hashable, Sendable {
    var caseMapping = IRCCaseMapping.rfc1459
    /// The prefixes of a nick that stand for its rank, highest first.
    var rankPrefixes: Set<Character> = ["@", "+"]
    var nickBytes = 9
    var lineBytes = 512
    /// The maximum number of channels in one JOIN; `nil` if there is no limit.
    var joinTargets: Int?
    /// The maximum number of messages in one CHATHISTORY request; zero if the server sets no limit.
    var historyMessages = 0
    var refersByMessageID = true
    /// The user mode that marks bots.
    var botMode: Character?

    mutating func take(_ token: String) {
        let parts = token.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let value = parts.count > 1 ? String(parts[1]) : ""
        switch parts[0].uppercased() {
        case "CASEMAPPING": caseMapping = IRCCaseMapping(value)
        case "PREFIX": rankPrefixes = Set(value.drop { $0 != ")" }.dropFirst())
        case "NICKLEN": if let count = Int(value), (1...512).contains(count) { nickBytes = count }
        case "LINELEN": if let count = Int(value), (512...16_384).contains(count) { lineBytes = count }
        case "TARGMAX": takeTargets(value)
        case "BOT": botMode = value.count == 1 ? value.first.flatMap { $0.isASCII && $0.isLetter ? $0 : nil } : nil
        case "CHATHISTORY": if let count = Int(value), count >= 0 { historyMessages = count }
        case "MSGREFTYPES": refersByMessageID = value.split(separator: ",").contains("msgid")
        default: break
        }
    }

    private mutating func takeTargets(_ value: String) {
        for entry in value.split(separator: ",") where entry.uppercased().hasPrefix("JOIN:") {
            joinTargets = Int(entry.dropFirst(5)).map { max($0, 1) }
        }
    }

    /// Returns the nick of a NAMES list entry, without its prefixes and without `!user@host`.
    func nick(listed entry: Substring) -> String {
        IRCSource(String(entry.drop(while: rankPrefixes.contains))).nick
    }
}
