package import ChatModel
package import Foundation
import MezonProtocol
package import Moderation
import RuleEngine
package import Storage

/// The changes that take back a rule's actions, and the effects that stay.
package struct RewindPlan: Sendable {
    /// Something that the rule did and that stays.
    package struct Remnant: Sendable, Hashable, Encodable {
        /// The journal entry at which the rule did it.
        package var entry: Int64
        /// The kind of action or measure: `kick`, `delete`, `dm`.
        package var kind: String
        /// The number of its case, which has the evidence; nil without one.
        package var caseNumber: Int64?
        package var clan: ClanID
        package var channel: ChannelID
        /// The message concerned; zero for none.
        package var message: MessageID
        package var reason: String
    }

    package let request: RewindRequest
    /// The entries at which the rule acted.
    package let acts: [Int64]
    package var entries: Int { acts.count }
    /// The number of entries at which other rules would have decided otherwise.
    package let consequences: Int
    package let unreadable: Int
    /// The changes of the rule state.
    package let state: [SystemEvent.Rewind.StateChange]
    /// The entries of the state that differ from what the journal yields, and stay as they are.
    package let uncertain: [SystemEvent.Rewind.StateChange]
    package let jobs: [SystemEvent.Rewind.JobChange]
    package let reversal: Reversal
    /// The actions that end measures in force.
    package let inverses: [MemberAction]
    /// The messages that are deleted, and the reactions that are removed.
    package let removals: [SystemEvent.Rewind.Removal]
    package let remnants: [Remnant]

    private static let maxState = 20_000
    private static let maxCases = 5000
    private static let maxRemovals = 2000  // The server takes some minutes for as many.
    private static let maxWithdrawals = 20_000  // Few of them reach the server.

    /// The plan for what a rewinder has found.
    ///
    /// - Throws: `RewindError.tooMuch`, and errors of the store.
    package init(_ rewinder: Rewinder, _ reader: JournalReader, at now: Date) async throws {
        request = rewinder.request
        acts = rewinder.acts
        consequences = rewinder.consequences
        unreadable = rewinder.unreadable
        jobs = rewinder.jobChanges
        let differences = rewinder.stateDifferences
        guard differences.count <= Self.maxState else {
            throw RewindError.tooMuch(what: "entries of the state", count: differences.count, limit: Self.maxState)
        }
        let stored = try await reader.storedValues(of: differences.map(\.change))
        let isCertain = zip(differences, stored).map { $0.former == $1 }
        state = zip(differences, isCertain).filter(\.1).map(\.0.change)
        uncertain = zip(differences, isCertain).filter { !$0.1 }.map(\.0.change)
        let causes = Set(acts)
        var filter = CaseFilter()
        filter.author = request.author
        filter.since = request.since
        filter.limit = Self.maxCases + 1
        let cases = try await reader.cases(filter).filter { causes.contains($0.cause) }
        guard cases.count <= Self.maxCases else {
            throw RewindError.tooMuch(what: "measures", count: cases.count, limit: Self.maxCases)
        }
        let reversal = Reversal(cases, known: try await reader.cases(ofUsersIn: cases), at: now)
        self.reversal = reversal
        inverses = reversal.actions.filter { !rewinder.imposed.contains($0) }
        var sorted = RewoundDeliveries(request, cases)
        for start in stride(from: 0, to: acts.count, by: 256) {
            for line in try await reader.lines(Array(acts[start..<min(start + 256, acts.count)])) {
                for delivery in line.deliveries where request.isAuthor(delivery.author) { sorted.add(delivery, of: line.entry) }
            }
        }
        removals = sorted.removals
        let sent = removals.count { $0.delivery == nil }
        guard sent <= Self.maxRemovals else {
            throw RewindError.tooMuch(what: "messages and reactions", count: sent, limit: Self.maxRemovals)
        }
        guard removals.count - sent <= Self.maxWithdrawals else {
            throw RewindError.tooMuch(what: "waiting requests", count: removals.count - sent, limit: Self.maxWithdrawals)
        }
        let held = reversal.actions.filter(rewinder.imposed.contains)
        let measures = reversal.items.compactMap { Remnant($0, heldByModerator: held) }
            .filter { !sorted.waits(for: $0.kind, since: $0.entry) }
        remnants = (measures + sorted.remnants).sorted { $0.entry < $1.entry }
    }

    /// A Boolean value that indicates whether there is nothing to take back.
    package var isEmpty: Bool { state.isEmpty && jobs.isEmpty && caseChanges(by: "").isEmpty && removals.isEmpty }

    /// The event that takes everything back.
    package func event(by name: String, at now: Date) -> SystemEvent.Rewind {
        SystemEvent.Rewind(
            of: request.rule, since: request.since, in: request.clan, state: state, jobs: jobs, cases: caseChanges(by: name),
            inverses: inverses, removals: removals, by: name, at: now)
    }

    /// The changes of the cases: also a kick and a deletion count as undone, although their effect stays.
    private func caseChanges(by name: String) -> [CaseChange] {
        reversal.items.filter { $0.record.isOpen || $0.isUndone }.map {
            CaseChange($0.record.id, $0.record.isOpen ? .undone(by: name) : .pardoned(by: name))
        }
    }
}

extension RewindPlan.Remnant {
    /// The part of a measure that stays; nil if nothing does.
    fileprivate init?(_ item: Reversal.Item, heldByModerator held: [MemberAction]) {
        let draft = item.record.draft
        let reason: String
        switch item.outcome {
        case .irreversible:
            reason = draft.kind == "kick" ? "a removed member has to be invited again" : "the text is in the evidence of the case"
        case .heldBy(let others, _): reason = "also imposed by case " + others.map { "#\($0)" }.joined(separator: ", ")
        case .reverses(let actions) where actions.contains(where: held.contains): reason = "also imposed by a moderator"
        case .overButCounted, .alreadyOver: reason = "it had already ended"
        case .reverses, .onlyNoted, .wasRefused: return nil
        }
        self.init(
            entry: item.record.cause, kind: draft.kind, caseNumber: item.record.number, clan: draft.clan, channel: draft.channel,
            message: draft.message, reason: reason)
    }
}

extension JournalReader {
    /// Returns the stored values of some entries of the rule state, in their order; nil for those that are not stored.
    fileprivate func storedValues(of changes: [SystemEvent.Rewind.StateChange]) async throws -> [String?] {
        var known: [String: [RuleStateRow]] = [:]
        var values: [String?] = []
        for change in changes {
            let place = "\(change.kind)\t\(change.name)\t\(change.subject)"
            if known[place] == nil {
                known[place] = try await ruleState(ofKind: change.kind, named: change.name, about: change.subject)
            }
            values.append(known[place]?.first { $0.key.shadowRule == change.mode }?.value)
        }
        return values
    }
}
