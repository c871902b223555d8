import BotKit
import ChatModel
import Storage

/// The actions of an invocation on members in one branch.
struct BotMemberActions {
    /// The index of the branch, as in `BacktestBots.sides`.
    var side: Int
    var actions: [AuthoredMemberAction]
    var turn: BacktestedTurn
    /// A Boolean value that indicates whether what follows was reported to be unknown.
    var isReported: Bool
}

/// An entry of a backtest with what its turn recorded about bots.
struct BacktestedTurn {
    var entry: Entry
    var event: Event
    var clan: ClanID
    var version: String
    var isRedacted: Bool
    /// The steps of bots in the trace.
    var steps: [Trace.Step]
    /// The authors with records.
    var records: Set<String>
    /// The recorded actions on members because of the entry, by rules and bots.
    var recorded: RecordedMemberActions

    /// The recorded actions of an author as traces show it on members.
    func onMembers(by author: String) -> [AuthoredMemberAction] {
        recorded.effective.filter { $0.author.authorInTraces == author }
    }

    /// The acting steps of authors without records.
    var unrecordedSteps: [Trace.Step] {
        let recorded = Set(records.map(\.authorInTraces))
        return steps.filter { ![Trace.miss, Trace.skip].contains($0.what) && !recorded.contains($0.who) }
    }

    var isByApplication: Bool { steps.contains { $0.what == Trace.skip && $0.why == EventContext.byApplication } }
}

extension String {
    /// An author of a record as traces show it: of a rule that runs a bot repeatedly, without the number.
    var authorInTraces: String {
        guard hasPrefix("rule:"), let slash = firstIndex(of: "/"), let mark = self[..<slash].lastIndex(of: "#") else {
            return self
        }
        return String(self[..<mark] + self[slash...])
    }
}
