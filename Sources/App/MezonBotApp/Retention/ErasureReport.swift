package import ChatModel

/// The result of a user erasure.
package struct ErasureReport: Sendable, Hashable {
    package var user: UserID
    /// The number of the user's entries that were redacted.
    package var entries: Int
    /// The number of entries by others that named or quoted the user.
    package var named = 0
    /// The number of requests about the user.
    package var deliveries = 0
    /// The number of deleted bot values that belonged to the user alone.
    package var states = 0
    /// The number of shared bot values that still contain the user's id.
    package var mentioningStates = 0
    /// The number of cases from which the user's evidence was removed.
    package var cases = 0
    /// The number of cancelled jobs of the user.
    package var jobs = 0
    package var isLogEmpty = false

    package init(user: UserID, entries: Int) {
        self.user = user
        self.entries = entries
    }

    /// The report for users.
    package var lines: [String] {
        var lines = [
            "Erased user \(user): the texts of \(entries) entries, the name in \(named) entries of other users, "
                + "\(deliveries) deliveries about the user, \(states) bot values, the evidence of \(cases) cases, "
                + "\(jobs) scheduled jobs.",
            "Kept for ordering and moderation: the id with times, channels and message ids; cases with their actions and "
                + "times; rule counters; roles, which the server lists again.",
        ]
        if mentioningStates > 0 {
            lines.append(
                "The id also occurs in \(mentioningStates) shared values of bots; ask the authors of these bots."
            )
        }
        lines.append("Messages that the user sends from now on are stored as usual.")
        if !isLogEmpty {
            lines.append(
                "Another process was reading the database: its write-ahead log still holds old pages. Repeat the command to be sure."
            )
        }
        return lines
    }
}
