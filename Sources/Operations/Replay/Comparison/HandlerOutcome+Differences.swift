import MezonProtocol

extension ReplayDifference {
    /// The differences between two sets of outcomes, by author.
    static func all(from then: [HandlerOutcome], to now: [HandlerOutcome], about subject: @autoclosure () -> EntrySummary)
        -> [ReplayDifference]
    {
        guard then != now else { return [] }
        let authors = then.map(\.author) + now.map(\.author).filter { author in !then.contains { $0.author == author } }
        return authors.compactMap { author in
            let before = then.first { $0.author == author } ?? HandlerOutcome(author: author)
            var after = now.first { $0.author == author } ?? HandlerOutcome(author: author)
            after.removeTexts(missingIn: before)
            let isSame = before.isSame(as: after)
            guard !isSame || before.reasons != after.reasons else { return nil }
            return ReplayDifference(from: before, to: after, isSame: isSame, about: subject())
        }
    }

    init(from before: HandlerOutcome, to after: HandlerOutcome, isSame: Bool = false, about subject: EntrySummary) {
        let kind: Kind =
            switch (before.isHit, after.isHit) {
            case _ where isSame: .otherReason
            case (false, true): .newlyHit
            case (true, false): .noLongerHit
            default: .otherAction
            }
        let done = after.actionSummary
        self.init(
            kind, before, after, before.actionSummary,
            kind == .otherAction ? done.distinguished(from: before.actionSummary) : done, about: subject)
    }

    init(
        _ kind: Kind, _ before: HandlerOutcome, _ after: HandlerOutcome, _ was: String, _ isNow: String,
        about subject: EntrySummary
    ) {
        self.init(
            kind: kind, subject: subject, author: before.author, before: was, after: isNow, reason: after.reason,
            reasonBefore: before.reason)
    }
}

extension HandlerOutcome {
    /// Removes the texts of deliveries whose recorded texts have been removed since.
    fileprivate mutating func removeTexts(missingIn recorded: HandlerOutcome) {
        for (place, old) in zip(deliveries.indices, recorded.deliveries) where deliveries[place] != old {
            let bare = ResolvedActionCodec.withoutTexts(deliveries[place].payload)
            if bare == old.payload { deliveries[place].payload = bare }
        }
    }
}
