package import MezonModel

/// What became of a forgetting.
package struct ErasureReport: Sendable, Hashable {
    package var user: UserID
    /// Entries of theirs that were emptied.
    package var entries: Int
    /// Entries of others that named or quoted them.
    package var named = 0
    /// Requests about them.
    package var deliveries = 0
    /// What bots remembered of them alone.
    package var states = 0
    /// What bots remember of many, in which the id still stands.
    package var mentioningStates = 0
    /// Cases whose evidence was theirs.
    package var cases = 0
    /// What was to come for them.
    package var appointments = 0
    package var isLogEmpty = false

    package init(user: UserID, entries: Int) {
        self.user = user
        self.entries = entries
    }

    /// For a person.
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
