import ChatModel
import Foundation

/// The author of a thread's first message.
///
/// A message is the first one if the bot has seen the thread being created, or if it was written soon after that, as the thread's id
/// says. The starters of older threads are unknown.
struct ThreadStarter: Hashable, Sendable {
    private let message: MessageID
    fileprivate let author: UserID

    /// The longest time from the creation of a thread to its first message, if the bot has not seen its creation.
    private static let maxDelay = 600.0  // Seconds.
    /// The time for which a starter is remembered.
    private static let retention = 2 * 366 * 86_400.0  // Seconds.

    private static func key(_ thread: ChannelID) -> StateKey { StateKey(.threadStarter, "first", "c\(thread)") }

    /// Returns the author of the first message of an event's thread, which may be the event itself; `nil` if it is unknown.
    static func known(_ facts: Facts) -> UserID? {
        guard let channel = facts.channel, channel.isThread, !channel.clan.isNone, channel.clan == facts.clan else { return nil }
        let stored = facts.state.stateRecord(key(channel.id), in: .real, at: facts.now)
        return (first(facts, stored) ?? stored.flatMap { ThreadStarter($0.text) })?.author
    }

    /// Remembers that a thread was created, or its first message.
    static func note(_ facts: Facts) {
        let id = facts.channelID
        if case .channelCreated(let channel) = facts.event, channel.isThread {
            guard facts.state.stateRecord(key(id), in: .real, at: facts.now) == nil else { return }
            return store("", of: id, facts)
        }
        guard case .message = facts.event, facts.channel?.isThread == true else { return }
        let stored = facts.state.stateRecord(key(id), in: .real, at: facts.now)
        if let first = first(facts, stored) { store(first.text, of: id, facts) }
    }

    /// Returns the event's message if it is the first one of its thread.
    private static func first(_ facts: Facts, _ stored: StateEntry?) -> ThreadStarter? {
        guard case .message(let message) = facts.event, !message.author.id.isNone else { return nil }
        let itself = ThreadStarter(message: message.id, author: message.author.id)
        guard let stored else {
            let delay = message.createdAt.timeIntervalSince(Snowflake.date(of: message.channel))
            return !message.channel.isExternal && (0...maxDelay).contains(delay) ? itself : nil
        }
        // Messages that are recovered after an outage may come later than newer ones.
        return ThreadStarter(stored.text).map { message.id < $0.message } ?? true ? itself : nil
    }

    private static func store(_ text: String, of thread: ChannelID, _ facts: Facts) {
        var entry = StateEntry(at: facts.now)
        entry.text = text
        entry.until = facts.now.addingTimeInterval(retention)
        facts.state.change(key(thread), .set(entry), in: .real, at: facts.now)
    }

    private init(message: MessageID, author: UserID) {
        self.message = message
        self.author = author
    }

    /// Reads `100 5`, the message and its author.
    private init?(_ text: String) {
        let parts = text.split(separator: " ").map(String.init)
        guard parts.count == 2, let message = MessageID(parts[0]), let author = UserID(parts[1]) else { return nil }
        self.init(message: message, author: author)
    }

    private var text: String { "\(message) \(author)" }
}

extension Facts {
    /// The author of the first message of the event's thread; `nil` if it is unknown, or if the event is in no thread.
    var threadStarter: UserID? { ThreadStarter.known(self) }
}
