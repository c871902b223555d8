package import Foundation
package import MezonModel
package import Persistence

/// What it takes for some cases to be over: the actions that take them back, and what stands against it.
package struct Reversal: Sendable, Hashable {
    package struct Item: Sendable, Hashable {
        package enum Outcome: Sendable, Hashable {
            /// These actions take it back.
            case reverses([MemberAction])
            /// Nothing was in force: it is only noted.
            case onlyNoted
            /// It was never carried out, for this reason.
            case wasRefused(String)
            /// Other cases, by their numbers, want the same; what they want is put in force again.
            case heldBy([Int64], again: [MemberAction])
            /// Nothing takes back a message that is gone, or a kick.
            case irreversible
            /// Its time is over; what it was counted for is not given back yet.
            case overButCounted
            case alreadyOver
        }

        package var record: StoredCase
        package var outcome: Outcome
        /// What it was counted for, where nothing before it in this reversal has given that back.
        package var strike: Strike?
        /// A Boolean value that indicates whether the measure is taken back. What is gone cannot be, but for what it was counted for and along with the rest of its case.
        package var isTaken: Bool
    }

    package let items: [Item]

    /// - Parameters:
    ///   - cases: those that are to be over.
    ///   - known: all cases about the same people, these and others.
    package init(_ cases: [StoredCase], known: [StoredCase], at now: Date) {
        let going = Set(cases.map(\.id))
        let others = known.filter { other in
            other.isOpen && !other.wasRefused && !going.contains(other.id) && other.draft.until.map { $0 > now } ?? true
        }
        var givenBack = Set(known.filter(\.isUndone).compactMap(\.draft.strike))
        var items = cases.map { record in
            let strike = record.isUndone ? nil : record.draft.strike.flatMap { givenBack.insert($0).inserted ? $0 : nil }
            let outcome = Self.outcome(of: record, strike, others)
            return Item(record: record, outcome: outcome, strike: strike, isTaken: outcome.isTaken || strike != nil)
        }
        let taken = items.filter(\.isTaken)
        for index in items.indices where items[index].outcome == .irreversible {
            items[index].isTaken = taken.contains { $0.record.isOfSameCase(as: items[index].record) }
        }
        self.items = items
    }

    private static func outcome(of record: StoredCase, _ strike: Strike?, _ others: [StoredCase]) -> Item.Outcome {
        guard record.isOpen else { return strike == nil ? .alreadyOver : .overButCounted }
        if record.wasRefused { return .wasRefused(record.deeds.compactMap(\.reason).first ?? "") }
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
            // The server knows one end of a mute: the one that was told last. What holds longest is told again.
            if case .unmute(let user, let channel) = inverse {
                let ends = same.map(\.draft.until)
                let until = ends.contains(nil) ? nil : ends.compactMap(\.self).max()
                actions.append(.mute(user, in: channel, until: until, reason: same.last?.draft.reason ?? ""))
            }
        }
        return holders.isEmpty ? .reverses(actions) : .heldBy(holders, again: actions)
    }

    /// A warning is only noted: taking it back takes nothing but the note.
    private static let irreversible: Set<String> = ["delete", "kick"]

    /// All actions, each once, in the order of the cases.
    package var actions: [MemberAction] {
        var seen: Set<MemberAction> = []
        return items.flatMap { item -> [MemberAction] in
            switch item.outcome {
            case .reverses(let actions), .heldBy(_, let actions): actions
            case .onlyNoted, .wasRefused, .irreversible, .overButCounted, .alreadyOver: []
            }
        }.filter { seen.insert($0).inserted }
    }

    /// The measures that are taken back when this is carried out.
    package var ending: [Int64] { items.filter(\.isTaken).map(\.record.id) }

    /// The numbers of the cases that are taken back, each once.
    package var numbers: [Int64] {
        items.filter(\.isTaken).map(\.record.number).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }

    /// What is given back to ladders' counters.
    package var strikes: [Strike] { items.compactMap(\.strike) }

    /// The ids of the rules whose cases are taken back, each once.
    package var rules: [String] {
        items.filter(\.isTaken).map(\.record.author).filter { $0.hasPrefix("rule:") }.reduce(into: []) { rules, author in
            let rule = String(author.dropFirst("rule:".count))
            if !rules.contains(rule) { rules.append(rule) }
        }
    }

    /// The changes of the measures.
    func changes(by name: String) -> [CaseChange] {
        items.filter(\.isTaken).map { CaseChange($0.record.id, $0.record.isOpen ? .undone(by: name) : .pardoned(by: name)) }
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
