import ChatModel
import Foundation

/// The mentions of one rule that wait for an answer, stored as state entries by message and by mentioned user and channel.
struct PendingMentions {
    /// The status of one mentioned user.
    enum Status: Hashable, Sendable, Codable {
        /// The user still has time to answer.
        case armed
        /// The time is over, and the rule performs its actions.
        case told
        /// The rule waits for the user; the value is the name of the wait.
        case awaited(String)
        /// The user has answered since.
        case answered
    }

    struct Record: Hashable, Sendable, Codable {
        var channel: ChannelID
        var clan: ClanID
        /// The author, if an answer by anyone else is awaited.
        var author: UserID?
        /// The time of the message. Earlier messages do not count as answers.
        var at: Date
        var targets: [String: Status]
    }

    static let limit = PendingLimit(perClan: 10_000, perRule: 100_000, reserved: 1000)
    static let maxPerUserAndChannel = 50  // Per user and channel.
    static let maxPerMessage = 20  // A message with more mentions addresses everyone.
    /// The target of a question that anyone may answer.
    static let anyone: UserID = 0
    static let lifetime = 60.0 * 86_400  // In seconds; mentions still open by then are dropped.

    let rule: String
    let state: RuleState
    let now: Date

    /// Returns whether the rule may wait for another user in a clan.
    func hasCapacity(in clan: ClanID) -> Bool { Self.limit.allowsMore(than: count(countKey(clan)), total: count(countKey)) }

    private func count(_ key: StateKey) -> Int { state.expiredEntry(key)?.count ?? 0 }

    func record(of message: MessageID) -> Record? {
        state.entry(key(message), in: .real, at: now).flatMap {
            try? JSONDecoder().decode(Record.self, from: Data($0.text.utf8))
        }
    }

    func status(_ name: MentionID) -> Status? { record(of: name.message)?.targets["\(name.target)"] }

    /// Returns the messages in a channel that wait for a user's answer.
    func messages(for target: UserID, in channel: ChannelID) -> [MessageID] {
        state.entry(key(target, channel), in: .real, at: now)?.text.split(separator: " ").compactMap {
            MessageID(String($0))
        }
            ?? []
    }

    func arm(_ name: MentionID, by author: UserID, in channel: ChannelID, of clan: ClanID) {
        var page = record(of: name.message) ?? Record(channel: channel, clan: clan, at: now, targets: [:])
        if name.target == Self.anyone { page.author = author }
        page.targets["\(name.target)"] = .armed
        write(page, of: name.message)
        write(messages(for: name.target, in: channel) + [name.message], for: name.target, in: channel)
        changeCount(in: clan, by: 1)
    }

    func set(_ status: Status, _ name: MentionID) {
        guard var page = record(of: name.message) else { return }
        page.targets["\(name.target)"] = status
        write(page, of: name.message)
    }

    func release(_ name: MentionID) {
        guard var page = record(of: name.message), page.targets.removeValue(forKey: "\(name.target)") != nil else { return }
        write(page, of: name.message)
        write(messages(for: name.target, in: page.channel).filter { $0 != name.message }, for: name.target, in: page.channel)
        changeCount(in: page.clan, by: -1)
    }

    private func write(_ page: Record, of message: MessageID) {
        guard !page.targets.isEmpty else {
            state.change(key(message), .forget, in: .real, at: now)
            return
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        do {
            remember(String(decoding: try encoder.encode(page), as: UTF8.self), key(message))
        } catch {
            preconditionFailure("ids, words and finite dates can always be written as JSON: \(error)")
        }
    }

    private func write(_ messages: [MessageID], for target: UserID, in channel: ChannelID) {
        let key = key(target, channel)
        guard !messages.isEmpty else {
            state.change(key, .forget, in: .real, at: now)
            return
        }
        remember(messages.map(\.description).joined(separator: " "), key)
    }

    private func remember(_ text: String, _ key: StateKey) {
        var entry = StateEntry(at: now)
        entry.text = text
        entry.until = now + Self.lifetime
        state.change(key, .set(entry), in: .real, at: now)
    }

    private func changeCount(in clan: ClanID, by amount: Int) {
        for key in [countKey, countKey(clan)] {
            state.changePending(key, by: amount, at: now, until: now + Self.lifetime)
        }
    }

    /// The key of the number of mentions in all clans.
    private var countKey: StateKey { StateKey(.mention, rule, "count") }
    private func countKey(_ clan: ClanID) -> StateKey { StateKey(.mention, rule, "count.g\(clan)") }
    private func key(_ message: MessageID) -> StateKey { StateKey(.mention, rule, "m\(message)") }
    private func key(_ target: UserID, _ channel: ChannelID) -> StateKey { StateKey(.mention, rule, "u\(target).c\(channel)") }
}
