/// The statistics of a bot replay.
package struct BotReplayReport: Sendable, Hashable, Encodable {
    /// The number of bot invocations replayed in the reported range.
    package var played = 0
    /// The number of invocations that failed originally; the cause, a server or a deadline, is not recorded.
    package var failedOriginally = 0
    /// The number of events that bots did not receive, because they were suspended or the event had become a dead letter.
    package var withheldOriginally = 0
    /// The number of records that this build cannot read.
    package var unreadable = 0
    /// The bots of the history that this build cannot create, with the reason and the number of their invocations.
    package var missing: [String: MissingBot] = [:]

    package struct MissingBot: Sendable, Hashable, Encodable {
        package var reason: String
        package var invocations = 0
    }

    var isExact: Bool { unreadable == 0 && missing.isEmpty }
}

extension BotReplayReport {
    /// The report for a terminal.
    var lines: [String] {
        func times(_ count: Int, _ one: String, _ many: String) -> [String] {
            count == 0 ? [] : ["\(count) \(count == 1 ? one : many)"]
        }
        return ["\(played) bot invocations replayed."]
            + times(
                failedOriginally, "invocation failed originally and was not replayed.",
                "invocations failed originally and were not replayed.")
            + times(
                withheldOriginally, "event was withheld from a suspended bot, originally and in the replay.",
                "events were withheld from suspended bots, originally and in the replay.")
            + times(unreadable, "record of a bot cannot be read by this build.", "records of bots cannot be read by this build.")
            + missing.sorted { $0.key < $1.key }.map { name, bot in
                "bot '\(name)' was not replayed (\(bot.invocations) invocations): \(bot.reason)"
            }
    }
}
