extension Difference {
    /// Author by author what is not the same.
    static func all(from then: [Deed], to now: [Deed], about subject: @autoclosure () -> Subject) -> [Difference] {
        guard then != now else { return [] }
        let authors = then.map(\.author) + now.map(\.author).filter { author in !then.contains { $0.author == author } }
        return authors.compactMap { author in
            let before = then.first { $0.author == author } ?? Deed(author: author)
            let after = now.first { $0.author == author } ?? Deed(author: author)
            let isSame = before.isSame(as: after)
            guard !isSame || before.reasons != after.reasons else { return nil }
            return Difference(from: before, to: after, isSame: isSame, about: subject())
        }
    }

    init(from before: Deed, to after: Deed, isSame: Bool = false, about subject: Subject) {
        let kind: Kind =
            switch (before.isHit, after.isHit) {
            case _ where isSame: .otherReason
            case (false, true): .newlyHit
            case (true, false): .noLongerHit
            default: .otherAction
            }
        let done = after.whatWasDone
        self.init(
            kind, before, after, before.whatWasDone,
            kind == .otherAction ? done.told(apartFrom: before.whatWasDone) : done, about: subject)
    }

    init(_ kind: Kind, _ before: Deed, _ after: Deed, _ was: String, _ isNow: String, about subject: Subject) {
        self.init(
            kind: kind, subject: subject, author: before.author, before: was, after: isNow, reason: after.reason,
            reasonBefore: before.reason)
    }
}
