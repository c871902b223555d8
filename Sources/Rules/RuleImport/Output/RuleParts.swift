/// The rules that take the place of foreign rules, with ids of their own.
struct RuleParts: Sendable {
    /// The parts of each foreign rule.
    var groups: [[RulePart]]

    init(_ drafts: [[RuleDraft]]) {
        var taken: Set<String> = []
        var next: [String: Int] = [:]
        groups = drafts.map { group in
            group.map { draft in
                let slug = Slug(draft.name, fallback: "rule").text
                var id = slug
                while !taken.insert(id).inserted {
                    next[slug, default: 1] += 1
                    id = "\(slug)-\(next[slug] ?? 2)"
                }
                return RulePart(id: id, draft: draft)
            }
        }
    }
}
