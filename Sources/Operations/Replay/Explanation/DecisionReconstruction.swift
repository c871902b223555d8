import BotKit
import ChatModel
import EventProcessing
import Foundation
package import Moderation
package import RuleEngine
package import Storage

/// Replays the decisions before an entry from the beginning of the journal, and then evaluates the rules for that entry in
/// detail.
package struct DecisionReconstruction: Sendable {
    private let reader: JournalReader
    private let today: DirectoryLookup

    /// - Parameter today: The current members and channels.
    package init(_ reader: JournalReader, today: DirectoryLookup) {
        self.reader = reader
        self.today = today
    }

    /// The default number of entries to replay: about fifteen seconds with many rules and bots.
    package static let defaultLimit: Int64 = 100_000

    /// Returns a function that reconstructs single decisions.
    ///
    /// - Parameter limit: The number of entries to replay for a decision.
    package static func past(
        _ reader: JournalReader, today: DirectoryLookup, limit: Int64 = defaultLimit
    ) -> PastDecisions {
        PastDecisions(limit: limit) { try await DecisionReconstruction(reader, today: today).decision(about: $0, flipping: $1) }
    }

    /// The evaluation of all rules for an entry at the time of its decision.
    ///
    /// - Parameter rule: A rule of which the smallest changes are looked for that turn its decision around; nil for none.
    /// - Returns: Nil if the rules did not evaluate the entry, or if this build cannot read their revision.
    package func decision(about sequence: Int64, flipping rule: String? = nil) async throws -> PastDecision? {
        guard try await reader.isReplayable() else { return nil }
        var history = try await DecisionHistory(reader)
        let revisions = try await RevisionCache(reader)
        let redactions = RedactionReader(reader)
        let directory = DirectoryTimeline(today: today)
        var replayer = DecisionReplayer(
            revisions, seeing: directory.lookup, channel: directory.lookup.channel, me: history.first?.me ?? 0)
        var agreement = RecordAgreement()
        var decisions = 0
        while let item = try await history.next() {
            switch item {
            case .start(let start):
                try await replayer.restart(start, from: reader)
                directory.restart()
            case .decided(let decided):
                let entry = decided.entry
                directory.advance(to: entry, seeing: history.observations.observations(of: decided))
                guard !decided.isRetrial else { continue }
                if entry.sequence == sequence, !decided.isLost {
                    try await learn(of: directory, from: history)
                    guard let event = entry.event, let inquiries = replayer.inquiries(about: decided, event) else { return nil }
                    if !directory.guessedMembers.isEmpty {
                        directory.confirm(with: try await reader.memberChanges(after: sequence))
                    }
                    // Looked up before: other circumstances are about other members.
                    let unknownUsers = directory.guessedMembers
                    let counterfactuals = rule.flatMap { replayer.counterfactuals(of: $0, about: decided, event) }
                    let reach = decided.version.flatMap { revisions.rules($0) }?.lookback ?? .zero
                    return PastDecision(
                        inquiries: inquiries, decisions: decisions,
                        doubt: agreement.doubt(at: entry.receivedAt, reach: reach)
                            ?? RecordAgreement.doubt(inquiries, decided), unknownUsers: unknownUsers,
                        counterfactuals: counterfactuals)
                }
                let removed = try await redactions.reason(of: entry.sequence)
                let decision = entry.event.flatMap { replayer.decision(decided, $0) }
                if decided.ticket > 0, !decided.isLost { decisions += 1 }
                agreement.note(decided, decision, isRedacted: removed != nil && removed != .trace)
            }
        }
        return nil
    }

    /// Lets the directory use later observations of members who have not been observed before.
    private func learn(of directory: DirectoryTimeline, from history: DecisionHistory) async throws {
        var later = history
        var events: [Event] = []
        for _ in 0..<Self.maxLookahead {
            // Member lists that are read at a start are not in the journal.
            guard case .decided(let decided)? = try await later.next() else { return }
            switch decided.entry.event {
            case .system(.reconnected): return
            case .memberJoined, .memberLeft, .rolesChanged: if let event = decided.entry.event { events.append(event) }
            default: break
            }
            for observation in later.observations.observations(of: decided) { directory.learn(observation, afterAll: events) }
        }
    }

    private static let maxLookahead = 2000  // Decisions: read in some tens of milliseconds.
}

/// Compares replayed decisions with their records. The replayed rule state is reliable only if they agree.
private struct RecordAgreement {
    private var differing = 0
    private var unreadable = 0
    private var lastRedaction = Date.distantPast

    mutating func note(_ decided: JournalReader.Decided, _ decision: RuleDecision?, isRedacted: Bool) {
        guard let decision, let event = decided.entry.event else {
            unreadable += 1
            return
        }
        if isRedacted { lastRedaction = max(lastRedaction, decided.entry.receivedAt) }
        guard case .turned(let turn) = decided.status else { return }
        let recorded = turn.hasActions ? turn.trace.done : []
        guard !recorded.isEmpty || !decision.results.isEmpty else { return }
        // Reasons are redacted with the texts that they quote; the actions remain recorded.
        let again = Turn(decision, about: event, sequence: decided.entry.sequence).trace.normalized.done
        if recorded != again { differing += 1 }
    }

    /// - Parameter reach: The period before an entry whose events affect rule state beyond the stored state.
    func doubt(at date: Date, reach: Duration) -> String? {
        if unreadable > 0 { return "\(Self.decisions(unreadable)) before it cannot be read by this build" }
        if differing > 0 {
            return
                "\(Self.decisions(differing)) before it cannot be reproduced: texts were removed, or another build made them"
        }
        guard reach > .zero, lastRedaction.addingTimeInterval(reach / .seconds(1)) >= date else { return nil }
        return "texts that affected the decision have been removed"
    }

    /// Returns a doubt if the rules that would act differ from those recorded.
    static func doubt(_ inquiries: [String: RuleInquiry], _ decided: JournalReader.Decided) -> String? {
        guard case .turned(let turn) = decided.status else { return nil }
        let recorded = Set(turn.trace.done.map(\.who))
        let isOther = inquiries.contains { rule, inquiry in
            let hasActed = recorded.contains("rule:\(rule)")
            return switch inquiry.answer {
            case .acts: !hasActed
            case .asked, .stopped, .unasked: hasActed
            // The continuation after a wait is not evaluated again.
            case .disabled, .otherKind, .otherDetail: false
            }
        }
        return isOther ? "the decision itself cannot be reproduced" : nil
    }

    private static func decisions(_ count: Int) -> String { count == 1 ? "1 decision" : "\(count) decisions" }
}

extension Trace {
    /// The actions of rules in the trace, without reasons.
    fileprivate var done: [Step] {
        ofRules.filter { $0.what != Trace.miss && $0.what != Trace.skip }.map { Step($0.who, $0.what) }
    }
}

extension JournalReader.Decided {
    fileprivate var isLost: Bool { if case .lost = status { true } else { false } }
}
