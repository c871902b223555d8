import BotKit
import Foundation
import Hooks
import MezonModel
package import Moderation
package import Persistence
package import Rules

/// Makes the decisions before an entry again, from the beginning of the journal, and asks the rules about the entry then.
package struct DecisionReconstruction: Sendable {
    private let reader: JournalReader
    private let today: DirectoryLookup

    /// - Parameter today: what is known now of people and places.
    package init(_ reader: JournalReader, today: DirectoryLookup) {
        self.reader = reader
        self.today = today
    }

    /// The number of entries that are read again where nobody asks for more: some fifteen seconds with many rules and bots.
    package static let usualLimit: Int64 = 100_000

    /// Asks for one decision after the other.
    ///
    /// - Parameter limit: the number of entries that are read again for an answer.
    package static func past(
        _ reader: JournalReader, today: DirectoryLookup, limit: Int64 = usualLimit
    ) -> PastDecisions {
        PastDecisions(limit: limit) { try await DecisionReconstruction(reader, today: today).decision(about: $0) }
    }

    /// The answers of all rules to an entry as they stood when it was decided.
    ///
    /// - Returns: nil where the rules were not asked about it, or this build cannot read what decided.
    package func decision(about sequence: Int64) async throws -> PastDecision? {
        guard try await reader.isReplayable() else { return nil }
        var history = try await DecisionHistory(reader)
        let editions = try await RevisionCache(reader)
        let redactions = RedactionReader(reader)
        let directory = DirectoryTimeline(today: today)
        var replayer = DecisionReplayer(editions, seeing: directory.lookup, me: history.first?.me ?? 0)
        var agreement = RecordAgreement()
        var decisions = 0
        while let item = try await history.next() {
            switch item {
            case .start(let start):
                replayer.restart(start, reliving: try await reader.relived(start))
                directory.restart()
            case .decided(let decided):
                let entry = decided.entry
                directory.advance(to: entry, seeing: history.sightings.sightings(of: decided))
                guard !decided.isRetrial else { continue }
                if entry.sequence == sequence, !decided.isLost {
                    try await learn(of: directory, from: history)
                    guard let event = entry.event, let inquiries = replayer.inquiries(about: decided, event) else { return nil }
                    if !directory.guessedPeople.isEmpty {
                        directory.confirm(with: try await reader.memberChanges(after: sequence))
                    }
                    let reach = decided.version.flatMap { editions.rules($0) }?.reach ?? .zero
                    return PastDecision(
                        inquiries: inquiries, decisions: decisions,
                        doubt: agreement.doubt(at: entry.receivedAt, reach: reach)
                            ?? RecordAgreement.doubt(inquiries, decided), unknownPeople: directory.guessedPeople)
                }
                let removed = try await redactions.reason(of: entry.sequence)
                let conclusion = entry.event.flatMap { replayer.conclusion(decided, $0) }
                if decided.ticket > 0, !decided.isLost { decisions += 1 }
                agreement.note(decided, conclusion, isEmptied: removed != nil && removed != .trace)
            }
        }
        return nil
    }

    /// Lets a directory learn of people who were not noted up to now what was noted of them next.
    private func learn(of directory: DirectoryTimeline, from history: DecisionHistory) async throws {
        var later = history
        var events: [Event] = []
        for _ in 0..<Self.mostAhead {
            // Lists of members that are read at a start are in no journal.
            guard case .decided(let decided)? = try await later.next() else { return }
            switch decided.entry.event {
            case .house(.reconnected): return
            case .memberJoined, .memberLeft, .rolesChanged: if let event = decided.entry.event { events.append(event) }
            default: break
            }
            for observation in later.sightings.sightings(of: decided) { directory.learn(observation, afterAll: events) }
        }
    }

    private static let mostAhead = 2000  // Decisions: read in some tens of milliseconds.
}

/// Whether the decisions that were made again came out as they are recorded: only then what rules remember is what they remembered.
private struct RecordAgreement {
    private var differing = 0
    private var unreadable = 0
    private var lastEmptied = Date.distantPast

    mutating func note(_ decided: JournalReader.Decided, _ conclusion: RuleDecision?, isEmptied: Bool) {
        guard let conclusion, let event = decided.entry.event else {
            unreadable += 1
            return
        }
        if isEmptied { lastEmptied = max(lastEmptied, decided.entry.receivedAt) }
        guard case .turned(let turn) = decided.standing else { return }
        let recorded = turn.trace.done
        guard !recorded.isEmpty || !conclusion.contributions.isEmpty else { return }
        // Reasons go with the texts that they quote; what was done stays recorded.
        let again = Turn(conclusion, about: event, sequence: decided.entry.sequence).trace.asRead.done
        if recorded != again { differing += 1 }
    }

    /// - Parameter reach: how far back what happened counts, besides what rules wrote down.
    func doubt(at date: Date, reach: Duration) -> String? {
        if unreadable > 0 { return "\(Self.decisions(unreadable)) before it cannot be read by this build" }
        if differing > 0 {
            return
                "\(Self.decisions(differing)) before it cannot be made again as recorded: texts are gone, or another build made them"
        }
        guard reach > .zero, lastEmptied.addingTimeInterval(reach / .seconds(1)) >= date else { return nil }
        return "texts that counted then were removed since"
    }

    /// Whether other rules would act than are recorded to have done so.
    static func doubt(_ inquiries: [String: RuleInquiry], _ decided: JournalReader.Decided) -> String? {
        guard case .turned(let turn) = decided.standing else { return nil }
        let recorded = Set(turn.trace.done.map(\.who))
        let isOther = inquiries.contains { rule, inquiry in
            let hasActed = recorded.contains("rule:\(rule)")
            return switch inquiry.answer {
            case .acts: !hasActed
            case .asked, .stopped, .unasked: hasActed
            // What it goes on with after a wait is not asked for again.
            case .disabled, .otherKind, .otherDetail: false
            }
        }
        return isOther ? "the decision itself cannot be made again as recorded" : nil
    }

    private static func decisions(_ count: Int) -> String { count == 1 ? "1 decision" : "\(count) decisions" }
}

extension Trace {
    /// What rules did by it, without reasons.
    fileprivate var done: [Step] {
        ofRules.filter { $0.what != Trace.miss && $0.what != Trace.skip }.map { Step($0.who, $0.what) }
    }
}

extension JournalReader.Decided {
    fileprivate var isLost: Bool { if case .lost = standing { true } else { false } }
}
