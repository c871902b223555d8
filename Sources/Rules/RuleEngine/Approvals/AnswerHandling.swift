import BotKit
import ChatModel

/// Settles a question when a user presses one of its buttons, or when it expires.
struct AnswerHandling {
    static let author = "system:approvals"

    let facts: Facts
    let policy: RulePolicy
    /// The active revision. A rule that it does not enforce does nothing more.
    let set: RuleSet

    /// Settles the question if the user may decide and it is still open. Otherwise tells the user why not.
    ///
    /// A press is untrusted input: any client can send one about any message. The message has to carry the button.
    func handlePress(_ click: ButtonClick, _ id: QuestionID, _ choice: Question.Choice) -> [AuthorResult] {
        guard let entry = facts.state.expiredEntry(id.key) else {
            return [notify(click.user, policy.phrases.alreadyDecided)]
        }
        let question: Question
        do { question = try Question(entry.text) } catch { return [unreadable(id, error)] }
        guard click.channel == question.channel, mayDecide(click.user, question) else {
            return [notify(click.user, policy.phrases.notYours)]
        }
        guard isCarried(click) else {
            return [
                AuthorResult(
                    author: Self.author, actions: [], reason: "message \(click.message) does not have this button",
                    summary: "skip")
            ]
        }
        guard entry.holds(at: facts.now) else { return [notify(click.user, policy.phrases.overdue)] }
        guard isEnforced(question) else { return [notify(click.user, policy.phrases.notEnforced)] }
        return [settle(id, question, choice, by: "\(click.user)"), note(click, question, choice)]
    }

    /// Settles the question by expiry or by an operator's command, without a permission check.
    func settle(_ answer: SystemEvent.Answer) -> [AuthorResult] {
        let id = QuestionID(name: answer.question)
        guard let entry = facts.state.expiredEntry(id.key) else { return [] }
        let question: Question
        do { question = try Question(entry.text) } catch { return [unreadable(id, error)] }
        guard isEnforced(question) else { return [drop(id, question, "is dropped: the rule is no longer enforced")] }
        switch (answer.choice, question.onExpire) {
        case (.approve, _): return [settle(id, question, .approve, by: answer.by ?? "an operator")]
        case (.reject, _): return [settle(id, question, .reject, by: answer.by ?? "an operator")]
        case (.expire, .approve): return [settle(id, question, .approve, by: SettledQuestion.expiry)]
        case (.expire, .reject): return [settle(id, question, .reject, by: SettledQuestion.expiry)]
        case (.expire, .nothing): return [drop(id, question, "expired without an answer")]
        }
    }

    private func drop(_ id: QuestionID, _ question: Question, _ reason: String) -> AuthorResult {
        facts.state.change(id.key, .forget, in: .real, at: facts.now)
        return AuthorResult(author: question.author, actions: [], reason: "\(id.name) \(reason)", summary: "expire")
    }

    private func isEnforced(_ question: Question) -> Bool {
        set.rules.contains { $0.author == question.author && $0.mode == .enforce }
    }

    /// Returns whether the message is the bot's own, in the channel of the press, and has the button.
    private func isCarried(_ click: ButtonClick) -> Bool {
        guard let message = facts.directory.message(click.message, in: click.channel, before: facts.sequence),
            message.author.id == facts.me
        else { return false }
        return message.content.components.contains { $0["id"]?.string == click.button }
    }

    private func settle(_ id: QuestionID, _ question: Question, _ choice: Question.Choice, by moderator: String) -> AuthorResult {
        let branch = question.branch(choice, at: facts.now)
        let jobs = apply(branch.changes)
        facts.state.change(id.key, .forget, in: .real, at: facts.now)
        var result = branch.result(question.author, choice.rawValue, because: SettledQuestion.reason(id.name, by: moderator))
        result.actions += jobs
        if !result.onError.isEmpty { result.onError += jobs.map { _ in .continue } }
        return result
    }

    /// Applies changes of the state, and returns the jobs that tell the rules which counters have changed.
    private func apply(_ changes: [DeferredActions.Change]) -> [Action] {
        var first: [StateKey: Int] = [:]
        var counted: [(key: StateKey, user: DeferredActions.Counted)] = []
        func count(_ key: StateKey) -> Int { facts.count(key, decay: policy.decays[key.name]) }
        for change in changes {
            if let user = change.counted, first[change.key] == nil {
                first[change.key] = count(change.key)
                counted.append((change.key, user))
            }
            facts.state.change(change.key, change.change, in: .real, at: facts.now)
        }
        return counted.compactMap { key, user in
            let change = CounterChange(name: key.name, before: first[key] ?? 0, after: count(key))
            guard set.rules.contains(where: { $0.triggers.contains { $0.isAbout(counter: key.name) } }) else { return nil }
            return .schedule(ApprovedCount(change, of: key.subject).job(user, facts))
        }
    }

    private func mayDecide(_ user: UserID, _ question: Question) -> Bool {
        let member = facts.member(user)
        guard member?.isBot != true, member?.isUnidentified != true else { return false }
        let roles = roles(of: question)
        guard roles.isEmpty else { return member.map { !roles.isDisjoint(with: $0.roles) } ?? false }
        return policy.isModerator(user, facts)
    }

    /// The roles that may answer a question as the rule is written now; moderators if empty.
    private func roles(of question: Question) -> Set<RoleID> {
        let asked = Set(question.roles)
        guard let rule = set.rules.first(where: { $0.author == question.author }) else { return asked }
        let current = rule.actions.decidingRoles
        if current.contains(asked) { return asked }
        // A question does not record which `ask` of its rule it comes from.
        return current.count == 1 ? current.first ?? [] : asked.intersection(current.joined())
    }

    /// Replaces the buttons of the question with the decision and its author.
    private func note(_ click: ButtonClick, _ question: Question, _ choice: Question.Choice) -> AuthorResult {
        var draft = question.draft
        draft.content.text += "\n" + policy.phrases.decided(choice, by: "@\(facts.handle(of: click.user))")
        return AuthorResult(author: Self.author, actions: [.edit(click.message, draft)], reason: "decided by \(click.user)")
    }

    /// Drops a question that is damaged or was stored by another build. Nothing of it is carried out.
    private func unreadable(_ id: QuestionID, _ error: any Error) -> AuthorResult {
        facts.state.change(id.key, .forget, in: .real, at: facts.now)
        return AuthorResult(
            author: Self.author, actions: [],
            reason: "the question \(id.name) could not be decoded: \(DecodingErrorDescription.words(for: error))",
            summary: "failed")
    }

    private func notify(_ user: UserID, _ text: String) -> AuthorResult {
        AuthorResult(author: Self.author, actions: [.ephemeral(Draft(text), to: user)], reason: text)
    }
}
