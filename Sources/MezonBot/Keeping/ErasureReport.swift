package import MezonModel

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
    package var appointments = 0
    package var isLogEmpty = false

    package init(user: UserID, entries: Int) {
        self.user = user
        self.entries = entries
    }

    /// The report for users.
    package var lines: [String] {
        var lines = [
            "\(user) is forgotten: the texts of \(entries) entries of theirs, their names in \(named) of others, "
                + "\(deliveries) requests about them, what bots remembered of them alone (\(states)), the evidence of \(cases) cases, "
                + "what was to come for them (\(appointments)).",
            "Kept, because order and moderation need it: the id with times, channels and message ids; cases with what was done and "
                + "when; counters of rules; roles, which the server tells again.",
        ]
        if mentioningStates > 0 {
            lines.append(
                "The id also stands in \(mentioningStates) values that bots keep for a clan, a channel or everybody: ask their authors."
            )
        }
        lines.append("A message that they write from now on is kept like any other.")
        if !isLogEmpty {
            lines.append(
                "Somebody was reading: the database's log still holds old pages until its next turn. Do it again to be sure.")
        }
        return lines
    }
}
