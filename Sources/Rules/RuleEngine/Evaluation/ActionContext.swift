import BotKit
import ChatModel
import Foundation

/// The context in which a matching rule's actions are performed; collects what they request.
struct ActionContext {
    var facts: Facts
    let rule: CompiledRule
    let reason: Reason
    /// The revision of the rules, which an entry may name.
    var revision: String {
        facts.state.use?.namesRevision = true
        return version
    }
    private let version: String
    let policy: RulePolicy
    /// A Boolean value that indicates whether the actions wait for an approval. State changes are then collected instead of
    /// applied.
    let isPostponed: Bool

    /// The action list that is performed; `path` is the position in it.
    let list: ActionList
    var path: [ActionStep] = []
    /// The sequence number of the entry that the rule is about: an earlier one after a wait.
    let origin: Int64
    /// The readers of the text that is written; `nil` for those of the event's channel.
    private var readers: TextReaders?
    /// A Boolean value that indicates whether the remaining actions are deferred.
    var isWaiting = false
    /// The wake-up jobs of waits and timers. They are requested even in shadow mode.
    var wakeupJobs: [Action] = []

    /// The waits to end.
    var endedWaits: [EndedWait] = []

    /// The match details of the deciding conditions.
    var found: MatchDetails
    /// The ladder position whose actions are being performed.
    var position: LadderPosition?
    /// The strike that the current ladder step counts, for its cases.
    var strike: Strike?
    /// The reason recorded in cases; the rule's title unless an action gives another.
    var cause: String
    /// The `on_error` setting of the current action; `nil` to use the action's default.
    var explicitOnError: AuthorResult.OnError?
    var stop: StopExtent?
    /// Messages saved before they are deleted, for the cases of this rule.
    var evidence: [Evidence] = []
    /// The changes that may trigger other rules.
    var followUps: [FollowUp] = []

    private(set) var actions: [Action] = []
    private(set) var onError: [AuthorResult.OnError] = []
    private(set) var cases: [CaseDraft] = []
    private(set) var deferredChanges: [DeferredActions.Change] = []
    /// The indices of the actions that notify users privately.
    private var noticeIndices: [UserID: Int] = [:]
    private var names: [String] = []
    private var remarks: [String] = []
    /// The names of the rule's own actions, without those of ladders and branches.
    private(set) var performed: [String] = []
    /// The nesting depth of ladders and branches.
    private var depth = 0

    private static let maxActions = 500  // Per rule and turn: a burst of deletions, or a mute in every channel.

    /// The indices of the actions that notify moderators, and of those that ask them.
    private var moderatorNotices: Set<Int> = []
    private var questions: Set<Int> = []

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

    /// Adds a remark to the trace, for moderators.
    mutating func remark(_ text: String) {
        if !remarks.contains(text) { remarks.append(text) }
    }

    /// Performs actions in order, evidence first, until one of them stops the rule or waits.
    ///
    /// - Parameter last: The index of the action that waited, to perform only the actions after it. Evidence has been taken by
    ///   then.
    mutating func perform(_ actions: [any RuleAction], behind last: Int? = nil) {
        if last == nil {
            for index in actions.indices where actions[index].runsFirst { perform(actions[index], at: index) }
        }
        for index in actions.indices where !actions[index].runsFirst && index > last ?? -1 { perform(actions[index], at: index) }
    }

    /// Performs an action unless an earlier one has stopped the rule or waits.
    private mutating func perform(_ action: any RuleAction, at index: Int) {
        guard stop == nil, !isWaiting else { return }
        note(action.keyword)
        within(ActionStep(index: index)) { action.perform(&$0) }
    }

    /// Performs further actions as a part of the current one.
    ///
    /// - Parameter branch: The key under which they are written, for actions that may wait.
    mutating func nest(_ actions: [any RuleAction], as branch: String? = nil) {
        depth += 1
        if let branch, let last = path.indices.last { path[last].branch = branch }
        perform(actions)
        if let last = path.indices.last { path[last].branch = nil }
        depth -= 1
    }

    /// Runs a closure that fills templates for readers; `nil` for those of the event's channel.
    mutating func write<Text>(for readers: TextReaders?, _ body: (inout ActionContext) -> Text) -> Text {
        let outer = self.readers
        self.readers = readers
        defer { self.readers = outer }
        return body(&self)
    }

    /// The name of the event's channel as the readers of the text may know it.
    var channelName: String {
        if let readers, hidesChannel(from: readers) { policy.phrases.privateChannel } else { facts.channelName }
    }

    /// Runs a closure one step deeper in the action list.
    mutating func within(_ step: ActionStep, _ body: (inout ActionContext) -> Void) {
        path.append(step)
        let isNested = step.branch != nil
        if isNested { depth += 1 }
        body(&self)
        if isNested { depth -= 1 }
        path.removeLast()
    }

    /// Requests an action after all actions that this rule requested before.
    mutating func request(_ action: Action, onError given: AuthorResult.OnError = .continue) {
        guard actions.count < Self.maxActions else {
            return remark("more than \(Self.maxActions) actions: the others are skipped")
        }
        actions.append(action)
        onError.append(given == .part && explicitOnError != .continue ? .part : explicitOnError ?? given)
    }

    /// Requests a question to moderators. The reply limit does not hold it back in any channel: nobody could answer it.
    mutating func ask(_ draft: Draft, in channel: ChannelID) {
        if actions.count < Self.maxActions { questions.insert(actions.count) }
        request(.send(draft, to: channel))
    }

    /// Requests a message to moderators, which the reply limit does not hold back unless they cause it in that channel.
    mutating func notifyModerators(_ draft: Draft, in channel: ChannelID) {
        if actions.count < Self.maxActions { moderatorNotices.insert(actions.count) }
        request(.send(draft, to: channel))
    }

    /// Requests actions against a user and opens a case.
    ///
    /// - Parameter isLast: A Boolean value that indicates whether no other user's actions belong to the same step.
    mutating func sanction(_ draft: CaseDraft, by actions: [Action], isLast: Bool = true) {
        var draft = draft
        let first = self.actions.count
        request(parts: actions, areLast: isLast)
        draft.ordinals += Array(first..<self.actions.count)
        open(draft)
    }

    /// Requests the parts of one step. Parts that fail are skipped; later actions run if at least one part succeeded.
    mutating func request(parts actions: [Action], areLast: Bool = true) {
        let last = areLast ? min(actions.count, Self.maxActions - self.actions.count) - 1 : actions.count
        for (index, action) in actions.enumerated() { request(action, onError: index < last ? .part : .stop) }
    }

    /// Warns a user and opens a case. An earlier notice about the same incident becomes part of the warning.
    mutating func warn(_ user: UserID, _ text: Draft, _ draft: CaseDraft) {
        guard let index = noticeIndices[user], actions.indices.contains(index), case .ephemeral(let earlier, _) = actions[index]
        else {
            noticeIndices[user] = actions.count
            return sanction(draft, by: [.ephemeral(text, to: user)])
        }
        var (text, draft) = (text, draft)
        text.content.text += "\n" + earlier.content.text
        actions[index] = .ephemeral(text, to: user)
        onError[index] = explicitOnError ?? .stop
        draft.ordinals.append(index)
        open(draft)
    }

    /// Notifies a user privately of what was done. The notice becomes part of an earlier warning about the same incident. Its failure
    /// has no effect on later actions.
    mutating func notify(_ user: UserID, _ text: String) {
        if let index = noticeIndices[user], actions.indices.contains(index), case .ephemeral(var earlier, _) = actions[index] {
            earlier.content.text += "\n" + text
            actions[index] = .ephemeral(earlier, to: user)
            return
        }
        noticeIndices[user] = actions.count
        let outer = explicitOnError
        explicitOnError = .continue
        request(.ephemeral(Draft(text), to: user))
        explicitOnError = outer
    }

    /// Opens a case.
    mutating func open(_ draft: CaseDraft) { cases.append(draft) }

    /// Changes a counter and returns its values before and after.
    @discardableResult
    mutating func count(_ name: String, of scope: SubjectScope, _ change: RuleState.Change, decay: CounterDecay? = nil)
        -> CounterChange
    {
        let key = StateKey(.counter, name, facts.subject(scope))
        let entry = facts.stateEntry(key)
        let before = facts.count(key, decay: decay)
        let counted = scope.contains(.user) ? facts.chosenTarget ?? facts.actor : 0
        self.change(key, change, of: DeferredActions.Counted(user: counted, channel: facts.channelID, clan: facts.clan))
        noteFall(of: name, scope, before: entry, decayed: before)
        let move = CounterChange(name: name, before: before, after: facts.count(key, decay: decay))
        followUps.append(.counter(move))
        if policy.leaderboards.contains(name) { LeaderboardKey(name, of: scope)?.change(to: move.after, &self) }
        return move
    }

    mutating func change(_ key: StateKey, _ change: RuleState.Change, of counted: DeferredActions.Counted? = nil) {
        if isPostponed {
            deferredChanges.append(DeferredActions.Change(key: key, change: change, counted: counted))
        } else {
            facts.state.change(key, change, in: facts.executionMode, at: facts.now)
        }
    }

    /// The cases, each with the saved messages added as evidence, without duplicates.
    var documentedCases: [CaseDraft] {
        cases.map { draft in
            var draft = draft
            for saved in evidence where !draft.evidence.contains(where: { $0.message == saved.message }) {
                draft.evidence.append(saved)
            }
            return draft
        }
    }

    /// Returns the results of the rule. In shadow mode a rule opens no cases, but its wake-up jobs are kept.
    ///
    /// - Parameter isContinued: A Boolean value that indicates whether the rule is about an earlier entry.
    func results(isShadow: Bool, note: String = "", isContinued: Bool = false) -> [AuthorResult] {
        var why = reason.sentence
        func add(_ part: String) { if !part.isEmpty { why += why.isEmpty ? part : "; \(part)" } }
        add(note)
        remarks.forEach(add)
        var asked = isContinued ? actions.map { $0.resolved(for: facts.event) } : actions
        if !isShadow { asked += wakeupJobs }
        let rest = repeatElement(AuthorResult.OnError.continue, count: asked.count - actions.count)
        var result = AuthorResult(
            author: rule.author, actions: asked, onError: onError.contains(.stop) ? onError + rest : [],
            cases: isShadow ? [] : documentedCases, isShadow: isShadow, reason: why,
            summary: names.count == 1 ? names[0] : names.joined(separator: ", "))
        if !moderatorNotices.isEmpty { result.moderatorNotices = moderatorNotices }
        if !questions.isEmpty { result.questions = questions }
        guard isShadow, !wakeupJobs.isEmpty else { return [result] }
        return [result, AuthorResult(author: rule.author, actions: wakeupJobs, reason: "continues in shadow mode")]
    }
}

extension Action {
    /// Resolves the action against the original event, independent of the turn in which it is requested.
    fileprivate func resolved(for event: Event) -> Action {
        switch self {
        case .resolved, .run, .schedule, .cancel: self
        case .member(let action) where !action.travels: self
        default: ResolvedAction(self, for: event).map(Action.resolved) ?? self
        }
    }
}
