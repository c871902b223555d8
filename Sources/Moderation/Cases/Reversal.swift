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
            /// Other cases want the same; what they want is put in force again.
            case heldBy([Int64], again: [MemberAction])
            /// Nothing takes back a message that is gone, or a kick.
            case irreversible
            case alreadyOver
        }

        package var record: RecordedCase
        package var outcome: Outcome
    }

    package let items: [Item]

    /// - Parameters:
    ///   - cases: those that are to be over.
    ///   - standing: open cases about the same people, these or others.
    package init(_ cases: [RecordedCase], standing: [RecordedCase], at now: Date) {
        let going = Set(cases.map(\.id))
        let others = standing.filter { other in
            other.isOpen && !other.wasRefused && !going.contains(other.id) && other.draft.until.map { $0 > now } ?? true
        }
        items = cases.map { Item(record: $0, outcome: Self.outcome(of: $0, others, now)) }
    }

    private static func outcome(of record: RecordedCase, _ others: [RecordedCase], _ now: Date) -> Item.Outcome {
        guard record.isOpen else { return .alreadyOver }
        if record.wasRefused { return .wasRefused(record.deeds.compactMap(\.reason).first ?? "") }
        guard !record.draft.inverses.isEmpty else {
            return irreversible.contains(record.draft.kind) ? .irreversible : .onlyNoted
        }
        var actions: [MemberAction] = []
        var holders: [Int64] = []
        for inverse in record.draft.inverses {
            let same = others.filter { $0.draft.inverses.contains(inverse) }
            guard !same.isEmpty else {
                actions.append(inverse)
                continue
            }
            holders += same.map(\.id).filter { !holders.contains($0) }
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
            case .onlyNoted, .wasRefused, .irreversible, .alreadyOver: []
            }
        }.filter { seen.insert($0).inserted }
    }

    /// The cases that are over when this is carried out.
    package var ending: [Int64] {
        items.compactMap { item in
            switch item.outcome {
            case .reverses, .onlyNoted, .wasRefused, .heldBy: item.record.id
            case .irreversible, .alreadyOver: nil
            }
        }
    }
}
