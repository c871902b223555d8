/// The state key of a dialogue: each user has at most one per channel and bot.
struct DialogueKey: Hashable, Sendable {
    let channel: ChannelID
    let user: UserID

    private static let mark = "~dialogues/"

    init(channel: ChannelID, user: UserID) {
        self.channel = channel
        self.user = user
    }

    init?(_ text: String) {
        guard text.hasPrefix(Self.mark) else { return nil }
        let parts = text.dropFirst(Self.mark.count).split(separator: "/").map { Int64($0) }
        guard parts.count == 2, let channel = parts[0], let user = parts[1] else { return nil }
        self.init(channel: ChannelID(channel), user: UserID(user))
    }

    var text: String { "\(Self.mark)\(channel)/\(user)" }
}
