package import ChatModel
package import Foundation
package import Storage

/// The plan for ending cases: the actions that undo them, and the obstacles.
package struct Reversal: Sendable, Hashable {
    package struct Item: Sendable, Hashable {
        package enum Outcome: Sendable, Hashable {
            /// The actions that undo the measure.
            case reverses([MemberAction])
            /// A measure that was not in force; it is only marked as undone.
            case onlyNoted
            /// A measure that was never carried out, with the reason.
            case wasRefused(String)
            /// The numbers of other cases that require the same, and the actions that apply their measures again.
            case heldBy([Int64], again: [MemberAction])
            /// A deletion or a kick, which cannot be undone.
            case irreversible
            /// An expired measure whose strike has not been refunded yet.
            case overButCounted
            case alreadyOver
        }

        package var record: StoredCase
        package var outcome: Outcome
        /// The strike to refund; `nil` if it has been refunded, or if an earlier item of this reversal refunds it.
        package var strike: Strike?
        /// A Boolean value that indicates whether the measure is undone. Irreversible measures are included only for their strike
        /// or together with the rest of their case.
        package var isUndone: Bool
    }

    package let items: [Item]

    /// - Parameters:
    ///   - cases: The cases to end.
    ///   - known: All cases about the same users, including these.
    package init(_ cases: [StoredCase], known: [StoredCase], at now: Date) {
        let ending = Set(cases.map(\.id))
        let others = known.filter { other in
            other.isOpen && !other.hasFailed && !ending.contains(other.id) && other.draft.until.map { $0 > now } ?? true
        }
        var refunded = Set(known.filter(\.isUndone).compactMap(\.draft.strike))
        var items = cases.map { record in
            let strike = record.isUndone ? nil : record.draft.strike.flatMap { refunded.insert($0).inserted ? $0 : nil }
            let outcome = Self.outcome(of: record, strike, others)
            return Item(record: record, outcome: outcome, strike: strike, isUndone: outcome.isTaken || strike != nil)
        }
        let taken = items.filter(\.isUndone)
        for index in items.indices where items[index].outcome == .irreversible {
            items[index].isUndone = taken.contains { $0.record.isOfSameCase(as: items[index].record) }
        }
        self.items = items
    }

    private static func outcome(of record: StoredCase, _ strike: Strike?, _ others: [StoredCase]) -> Item.Outcome {
        guard record.isOpen else { return strike == nil ? .alreadyOver : .overButCounted }
        if record.hasFailed { return .wasRefused(record.actionResults.compactMap(\.reason).first ?? "") }
        guard !record.inverses.isEmpty else {
            return irreversible.contains(record.draft.kind) ? .irreversible : .onlyNoted
        }
        var actions: [MemberAction] = []
        var holders: [Int64] = []
        for inverse in record.inverses {
            let same = others.filter { $0.inverses.contains(inverse) }
            guard !same.isEmpty else {
                actions.append(inverse)
                continue
            }
            for number in same.map(\.number) where !holders.contains(number) { holders.append(number) }
            // The server stores a single end for a mute, the last one set, so the longest of the remaining mutes is set again.
            if case .unmute(let user, let channel) = inverse {
                let ends = same.map(\.draft.until)
                let until = ends.contains(nil) ? nil : ends.compactMap(\.self).max()
                actions.append(.mute(user, in: channel, until: until, reason: same.last?.draft.reason ?? ""))
            }
        }
        return holders.isEmpty ? .reverses(actions) : .heldBy(holders, again: actions)
    }

    /// The kinds of measures that cannot be undone. A warning is not among them: undoing it removes only the record.
    private static let irreversible: Set<String> = ["delete", "kick"]

    /// Returns whether measures of a kind cannot be undone.
    package static func isIrreversible(_ kind: String) -> Bool { irreversible.contains(kind) }

    /// The actions in the order of the cases, without duplicates.
    package var actions: [MemberAction] {
        var seen: Set<MemberAction> = []
        return items.flatMap { item -> [MemberAction] in
            switch item.outcome {
            case .reverses(let actions), .heldBy(_, let actions): actions
            case .onlyNoted, .wasRefused, .irreversible, .overButCounted, .alreadyOver: []
            }
        }.filter { seen.insert($0).inserted }
    }

    /// The ids of the measures that the reversal undoes.
    package var ending: [Int64] { items.filter(\.isUndone).map(\.record.id) }

    /// The numbers of the cases that the reversal undoes, without duplicates.
    package var numbers: [Int64] {
        items.filter(\.isUndone).map(\.record.number).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }

    /// The strikes to refund.
    package var strikes: [Strike] { items.compactMap(\.strike) }

    /// The measures that the reversal undoes, which no longer count as cases of their users.
    package var measures: [MeasureReference] {
        items.filter(\.isUndone).map { MeasureReference($0.record.draft, by: $0.record.author, causedBy: $0.record.cause) }
    }

    /// The ids of the rules whose cases are undone, without duplicates.
    package var rules: [String] {
        items.filter(\.isUndone).map(\.record.author).filter { $0.hasPrefix("rule:") }.reduce(into: []) { rules, author in
            let rule = String(author.dropFirst("rule:".count))
            if !rules.contains(rule) { rules.append(rule) }
        }
    }

    /// Returns the changes of the measures.
    func changes(by name: String) -> [CaseChange] {
        items.filter(\.isUndone).map { CaseChange($0.record.id, $0.record.isOpen ? .undone(by: name) : .pardoned(by: name)) }
    }
}

extension Reversal.Item.Outcome {
    fileprivate var isTaken: Bool {
        switch self {
        case .reverses, .onlyNoted, .wasRefused, .heldBy, .overButCounted: true
        case .irreversible, .alreadyOver: false
        }
    }
}

extension StoredCase {
    fileprivate func isOfSameCase(as other: StoredCase) -> Bool {
        number == other.number && draft.clan == other.draft.clan
    }
}
