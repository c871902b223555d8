import BotConfiguration

/// The conditions of a rule on the post above a comment, which is the thread here.
extension AutoModeratorTranslation {
    mutating func readPost(_ map: inout ForeignMap) {
        if let isTopLevel = map.truth("is_top_level") {
            let isReply: RuleNode = ["reply": ["to": .word("none")]]
            draft.conditions.append(isTopLevel ? isReply : .not(isReply))
            concernsThreads = true
        }
        guard let node = map.take("parent_submission"), let lowered = node.withLowerCaseKeys,
            var post = ForeignMap(lowered, "'parent_submission'", diagnostics)
        else { return }
        let ids = post.texts("id")
        if !ids.isEmpty {
            let threads = ids.map {
                RuleNode.text(names.name(.channels, "thread-\(Slug($0).text)", meaning: "the thread of post \($0)"))
            }
            draft.conditions.append(["channel": ["is": .list(threads)]])
            concernsThreads = true
        }
        if let flair = post.take("set_flair") { label(with: flair, isDeleted: false) }
        post.skip("overwrite_flair")
        for entry in post.rest {
            draft.note(.missingCondition("parent_submission: \(entry.key)", "a condition on another message"))
        }
    }

    /// Reads whether the author of a comment wrote the post.
    mutating func readSubmitter(_ isSubmitter: Bool) {
        draft.conditions.append(["author": ["thread_starter": .word("\(isSubmitter)")]])
        concernsThreads = true
    }

    /// Adds the links of a standard condition, of those whose sites are known by their names.
    mutating func readStandard(_ map: inout ForeignMap) {
        guard let name = map.rest.first(where: { $0.key == "standard" })?.value.scalarText?.lowercased(), name == "facebook links"
        else { return }
        map.skip("standard")
        let sites: [RuleNode] = ["facebook.com", "fb.com", "fb.me", "fb.watch", "fbcdn.net"]
        draft.conditions.append(["links": ["domain_in": .list(sites)]])
        draft.note(.adaptation("standard", "the domains of Facebook are written out"))
    }
}
