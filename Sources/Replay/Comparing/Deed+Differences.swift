extension Deed {
    /// Author by author what is not the same: what kind of difference it is, what was done and what is.
    static func differences(
        from then: [Deed], to now: [Deed]
    ) -> [(kind: Difference.Kind, before: Deed, after: Deed)] {
        let authors = then.map(\.author) + now.map(\.author).filter { author in !then.contains { $0.author == author } }
        return authors.compactMap { author in
            let before = then.first { $0.author == author } ?? Deed(author: author)
            let after = now.first { $0.author == author } ?? Deed(author: author)
            return kind(before, after).map { ($0, before, after) }
        }
    }

    private static func kind(_ before: Deed, _ after: Deed) -> Difference.Kind? {
        if before.isSame(as: after) { return before.reasons == after.reasons ? nil : .otherReason }
        switch (before.isHit, after.isHit) {
        case (false, true): return .newlyHit
        case (true, false): return .noLongerHit
        default: return .otherAction
        }
    }
}
