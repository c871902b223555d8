import BotConfiguration
import ChatModel

/// The scope of a counter, cooldown or window: `user`, `channel`, `clan`, `rule`, or a sum such as `user+channel` or `user@clan`.
/// Each is kept per clan: events of one clan never count in another. A direct conversation belongs to no clan; `clan` and `rule`
/// then mean the conversation.
struct SubjectScope: OptionSet, Hashable, Sendable {
    let rawValue: UInt8
    static let user = SubjectScope(rawValue: 1)
    static let channel = SubjectScope(rawValue: 2)
    static let clan = SubjectScope(rawValue: 4)
    /// A subject shared by all users of the clan.
    static let rule: SubjectScope = []

    private static let words: [String: SubjectScope] = ["user": .user, "channel": .channel, "clan": .clan, "rule": .rule]

    init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Parses `user`, `user+channel` or `user@clan`.
    init?(_ text: String) {
        var scope: SubjectScope = []
        for part in text.split(whereSeparator: { $0 == "+" || $0 == "@" }) {
            guard let word = Self.words[part.trimmingPrefix(while: { $0 == " " }).description] else { return nil }
            scope.formUnion(word)
        }
        guard !text.isEmpty else { return nil }
        self = scope
    }

    init?(_ node: ConfigNode, _ diagnostics: DiagnosticCollector) {
        guard let text = node.text(diagnostics) else { return nil }
        guard let scope = SubjectScope(text) else {
            diagnostics.unknownWord(
                text, at: node.position, code: "unknown-scope",
                message: "'\(text)' is not a scope; write user, channel, clan, rule, or a sum such as user+channel",
                candidates: ["user", "channel", "clan", "rule", "user+channel", "user+clan", "user@clan"])
            return nil
        }
        self = scope
    }

    /// Returns the text that identifies a subject.
    ///
    /// - Parameter prefix: The beginning of the text.
    func subject(user: UserID, channel: ChannelID, clan: ClanID, after prefix: String = "") -> String {
        var subject = prefix
        subject.reserveCapacity(prefix.utf8.count + 63)  // Three ids of up to 19 digits.
        func add(_ kind: Character, _ id: some MezonID) {
            if subject.utf8.count > prefix.utf8.count { subject.append(".") }
            subject.append(kind)
            subject.append(decimal: id.rawValue)
        }
        if contains(.user) { add("u", user) }
        if contains(.channel) { add("c", channel) }
        // A channel belongs to one clan, so the clan is implied.
        if contains(.clan) || !contains(.channel) { add("g", clan) }
        // Otherwise all users who write to the bot directly would share one subject.
        if clan.isNone, !channel.isNone, isDisjoint(with: [.user, .channel]) { add("c", channel) }
        return subject
    }
}
