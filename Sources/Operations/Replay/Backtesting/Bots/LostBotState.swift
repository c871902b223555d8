import BotKit
import ChatModel

/// The state of bots whose records were removed from the history with the texts of their entries.
struct LostBotState: Sendable {
    private struct Loss {
        var places: Set<InvocationPlace> = []
        /// The keys that were written again since.
        var learned: Set<String> = []
    }

    private var losses: [String: Loss] = [:]

    mutating func lose(_ bot: String, in place: InvocationPlace) {
        losses[bot, default: Loss()].places.insert(place)
        losses[bot]?.learned = []
    }

    mutating func learn(_ writes: [InvocationRecord.Write], of bot: String) {
        guard losses[bot] != nil else { return }
        for write in writes { losses[bot]?.learned.insert(write.key) }
    }

    /// The reason why a value is unknown; nil if it is known.
    func reason(of key: String, of bot: String, _ channel: (ChannelID) -> Channel?) -> String? {
        guard let loss = losses[bot], !loss.learned.contains(key),
            loss.places.contains(where: { StateScope.isInReach(key, of: $0, channel: channel) })
        else { return nil }
        return "the record of an earlier invocation was removed with the text of its event"
    }
}
