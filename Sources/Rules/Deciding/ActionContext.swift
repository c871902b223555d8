import BotKit
import Foundation
import MezonModel

/// What one rule that hit asks for, gathered action by action.
struct ActionContext {
    var facts: Facts
    let rule: CompiledRule
    let reason: Reason
    /// The edition of the rules, for what is shown to people.
    let version: String
    let policy: RulePolicy
    /// Set for what is only asked for once somebody has agreed: nothing that is remembered changes before.
    let isPostponed: Bool

    /// The list whose actions are performed, and where in it.
    let list: ActionList
    private(set) var path: [ActionStep] = []
    /// The entry that it is about: an earlier one after a wait.
    let origin: Int64
    /// Set once the rest is left for later.
    var isWaiting = false
    /// What wakes the rule again; also where its actions go nowhere.
    var alarms: [Action] = []

    /// What the deciding conditions found.
    var found: MatchDetails
    /// Where on a ladder the actions stand that are performed.
    var rung: LadderPosition?
    /// What they are counted for, for the cases of the ladder's steps.
    var strike: Strike?
    /// Why, in the words of the rule, for the cases; the rule's own title where an action says nothing else.
    var cause: String
    /// What `on_error` says about the action that is performed; nil leaves it to the action.
    var onErrorGiven: AuthorResult.OnError?
    var stop: StopAction.Reach?
    /// Messages saved before they go, for the cases of this rule.
    var evidence: [Evidence] = []
    /// Signals to rules that wait for them.
    var signals: [String] = []

    private(set) var actions: [Action] = []
    private(set) var onError: [AuthorResult.OnError] = []
    private(set) var cases: [CaseDraft] = []
    /// Counters that this rule moved.
    private(set) var moved: [CounterChange] = []
    private(set) var postponed: [DeferredActions.Change] = []
    /// The places of the messages that tell people alone what was done to them.
    private var told: [UserID: Int] = [:]
    private var names: [String] = []
    private var remarks: [String] = []
    /// The names of the rule's own actions, without those of its ladders and branches.
    private(set) var performed: [String] = []
    /// How deep ladders and branches are nested.
    private var depth = 0

    private static let mostActions = 500  // In one turn of one rule: a burst of deletes, or a mute in every channel.

    init(
        facts: Facts, rule: CompiledRule, reason: Reason, version: String, policy: RulePolicy, list: ActionList = .then,
        origin: Int64? = nil,
        isPostponed: Bool = false
    ) {
        self.facts = facts
        self.rule = rule
        self.reason = reason
        self.version = version
        self.policy = policy
        self.list = list
        self.origin = origin ?? facts.sequence
        self.isPostponed = isPostponed
        found = reason.found
        cause = rule.title.isEmpty ? rule.id : rule.title
    }

    mutating func note(_ name: String) {
        names.append(name)
        if depth == 0 { performed.append(name) }
    }

    /// Something that a moderator should know of how it went.
    mutating func remark(_ text: String) {
        if !remarks.contains(text) { remarks.append(text) }
    }

    /// Performs further actions as a part of the one that is performed.
    ///
    /// - Parameter branch: the key under which they stand, for those that may wait.
    mutating func nest(_ actions: [any RuleAction], as branch: String? = nil) {
        depth += 1
        if let branch, let last = path.indices.last { path[last].branch = branch }
        RuleActionRegistry.perform(actions, &self)
        if let last = path.indices.last { path[last].branch = nil }
        depth -= 1
    }

    /// Performs something that stands at a step below this one.
    mutating func within(_ step: ActionStep, _ body: (inout ActionContext) -> Void) {
        path.append(step)
        let isNested = step.branch != nil
        if isNested { depth += 1 }
        body(&self)
        if isNested { depth -= 1 }
        path.removeLast()
    }

    /// Asks for something to be carried out, after all that this rule asked for before.
    mutating func ask(_ action: Action, onError given: AuthorResult.OnError = .continue) {
        guard actions.count < Self.mostActions else {
            return remark("more than \(Self.mostActions) actions: the rest is left out")
        }
        actions.append(action)
        onError.append(given == .part && onErrorGiven != .continue ? .part : onErrorGiven ?? given)
    }

    /// Asks for something that is done to somebody, and opens a case about it.
    mutating func punish(_ draft: CaseDraft, by actions: [Action]) {
        var draft = draft
        let first = self.actions.count
        ask(parts: actions)
        draft.ordinals += Array(first..<self.actions.count)
        open(draft)
    }

    /// Asks for the parts of one step: those that cannot be carried out are skipped, and what comes after is done where one could be.
    mutating func ask(parts actions: [Action]) {
        let last = min(actions.count, Self.mostActions - self.actions.count) - 1
        for (index, action) in actions.enumerated() { ask(action, onError: index < last ? .part : .stop) }
    }

    /// Warns somebody, and opens a case about it. What they are told of the same incident already comes in the same message.
    mutating func warn(_ user: UserID, _ text: Draft, _ draft: CaseDraft) {
        guard let index = told[user], actions.indices.contains(index), case .whisper(let earlier, _) = actions[index] else {
            told[user] = actions.count
            return punish(draft, by: [.whisper(text, to: user)])
        }
        var (text, draft) = (text, draft)
        text.content.text += "\n" + earlier.content.text
        actions[index] = .whisper(text, to: user)
        onError[index] = onErrorGiven ?? .stop
        draft.ordinals.append(index)
        open(draft)
    }

    /// Tells somebody alone what was done, where it could be, with the warning that they get for the same; nothing depends on it.
    mutating func tell(_ user: UserID, _ text: String) {
        if let index = told[user], actions.indices.contains(index), case .whisper(var earlier, _) = actions[index] {
            earlier.content.text += "\n" + text
            actions[index] = .whisper(earlier, to: user)
            return
        }
        told[user] = actions.count
        let outer = onErrorGiven
        onErrorGiven = .continue
        ask(.whisper(Draft(text), to: user))
        onErrorGiven = outer
    }

    /// Writes something down about somebody.
    mutating func open(_ draft: CaseDraft) { cases.append(draft) }

    /// Changes a counter; returns what it was and what it is.
    @discardableResult
    mutating func count(_ name: String, of scope: SubjectScope, _ change: RuleState.Change, sinkingBy decay: CounterDecay? = nil)
        -> CounterChange
    {
        let key = StateKey(.counter, name, facts.subject(scope))
        let before = facts.count(key, sinkingBy: decay)
        self.change(key, change)
        let move = CounterChange(name: name, before: before, after: facts.count(key, sinkingBy: decay))
        moved.append(move)
        return move
    }

    mutating func change(_ key: StateKey, _ change: RuleState.Change) {
        if isPostponed {
            postponed.append(DeferredActions.Change(key: key, change: change))
        } else {
            facts.memory.change(key, change, in: facts.world, at: facts.now)
        }
    }

    /// Cases with what was saved, each message once.
    var documentedCases: [CaseDraft] {
        cases.map { draft in
            var draft = draft
            for saved in evidence where !draft.evidence.contains(where: { $0.message == saved.message }) {
                draft.evidence.append(saved)
            }
            return draft
        }
    }

    /// What the rule came to. A rule in shadow opens no cases, and wakes again all the same.
    ///
    /// - Parameter isContinued: whether what it is about happened in an earlier entry.
    func contributions(isShadow: Bool, note: String = "", isContinued: Bool = false) -> [AuthorResult] {
        let why = ([reason.sentence, note] + remarks).filter { !$0.isEmpty }.joined(separator: "; ")
        let asked = (isContinued ? actions.map { $0.resolved(for: facts.event) } : actions) + (isShadow ? [] : alarms)
        let rest = Array(repeating: AuthorResult.OnError.continue, count: asked.count - actions.count)
        let contribution = AuthorResult(
            author: rule.author, actions: asked, onError: onError.contains(.stop) ? onError + rest : [],
            cases: isShadow ? [] : documentedCases, isShadow: isShadow, reason: why, summary: names.joined(separator: ", "))
        guard isShadow, !alarms.isEmpty else { return [contribution] }
        return [contribution, AuthorResult(author: rule.author, actions: alarms, reason: "it decides on in shadow")]
    }
}

extension Action {
    /// The same about an event of then, in whichever turn it is asked for.
    fileprivate func resolved(for event: Event) -> Action {
        switch self {
        case .resolved, .run, .appoint, .dismiss: self
        case .member(let action) where !action.travels: self
        default: ResolvedAction(self, for: event).map(Action.resolved) ?? self
        }
    }
}
