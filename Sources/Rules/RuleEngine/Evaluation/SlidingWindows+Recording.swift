import ChatModel
import PatternMatching

extension SlidingWindows {
    /// Counts an event in windows.
    ///
    /// - Parameter specs: The windows that count events of its channel, ordered by measure.
    mutating func note(_ facts: Facts, for specs: [WindowSpec]) {
        advance(to: facts.state.newest)
        let (user, channel, clan) = (facts.chosenTarget ?? facts.actor, facts.channelID, facts.clan)
        var measured: (of: WindowSpec.Measure, amount: Int)?
        var sketch: Shingles?
        for spec in specs {
            if measured?.of != spec.of { measured = (spec.of, spec.of.amount(in: facts)) }
            guard let amount = measured?.amount, amount > 0 else { continue }
            // A reaction is recorded without a message: deleting the message it was added to would be wrong.
            var occurrence = Occurrence(
                at: facts.now, amount: amount, message: spec.of == .reaction ? 0 : facts.event.message, channel: channel)
            if spec.minSketchLength != nil {
                guard !spec.ignores(facts.text) else { continue }
                let made = sketch ?? Shingles(facts.text)
                sketch = made
                occurrence.sketch = made
            }
            let users = spec.of == .join ? facts.event.joined : [user]
            occurrence.isJoin = spec.of == .join
            if occurrence.isJoin { occurrence.amount = 1 }
            for user in users {
                occurrence.user = user
                note(occurrence, of: WindowSubject(spec.per, user: user, channel: channel, clan: clan), for: spec)
            }
        }
    }
}

extension Event {
    /// The users who joined a clan.
    fileprivate var joined: [UserID] {
        if case .memberJoined(let membership) = self { membership.users } else { [] }
    }
}
