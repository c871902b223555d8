/// What a replay has to say of bots besides what differs.
package struct BotReplayReport: Sendable, Hashable, Encodable {
    /// Parts of bots in the reported part of the history that were played again.
    package var played = 0
    /// Attempts that failed then: what kept them, a server or a deadline, is not kept.
    package var failedThen = 0
    /// Events that bots did not get, because they were suspended or the event had become a dead letter.
    package var refusedThen = 0
    /// Records that this build cannot read.
    package var unreadable = 0
    /// Bots of the history that this build cannot make: why, and how often they did something.
    package var absent: [String: MissingBot] = [:]

    package struct MissingBot: Sendable, Hashable, Encodable {
        package var reason: String
        package var deeds = 0
    }

    var isExact: Bool { unreadable == 0 && absent.isEmpty }
}

extension BotReplayReport {
    /// For a terminal.
    var lines: [String] {
        func times(_ count: Int, _ one: String, _ many: String) -> [String] {
            count == 0 ? [] : ["\(count) \(count == 1 ? one : many)"]
        }
        return ["Bots were played \(played) times."]
            + times(failedThen, "attempt failed then and was not tried.", "attempts failed then and were not tried.")
            + times(
                refusedThen, "event was kept from a suspended bot, then and now.",
                "events were kept from suspended bots, then and now.")
            + times(unreadable, "record of a bot cannot be read by this build.", "records of bots cannot be read by this build.")
            + absent.sorted { $0.key < $1.key }.map { name, absence in
                "bot '\(name)' was not played, though it did something \(absence.deeds) times: \(absence.reason)"
            }
    }
}
