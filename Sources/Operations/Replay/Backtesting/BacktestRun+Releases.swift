import ChatModel
import Foundation
import MezonProtocol
import Moderation
import Storage

/// The measures that were reported to end earlier by the changed rules.
struct BacktestReleases {
    fileprivate var known: Set<Restraints.Measure> = []
    /// A Boolean value that indicates whether the measures were examined that hold when the reported time begins.
    fileprivate var hasBegun = false
}

/// Members who are free to write by the changed rules while the history lacks what they would have written, because a recorded measure of
/// the former rules, or of a bot under them, kept them from it.
extension BacktestRun {
    /// The members and places to examine besides those whose measures an event changes: all when the reported time begins, and those of
    /// members who join, which ends removals.
    mutating func keysToExamine(at now: Date, _ event: Event) -> [Restraints.Key] {
        guard span.contains(now) else { return [] }
        let measures = branches.real.before.restraints
        guard releases.hasBegun else {
            releases.hasBegun = true
            return Array(measures.measures.keys)
        }
        if case .memberJoined(let membership) = event { return measures.keys(of: membership.users) }
        return []
    }

    /// Applies what invocations of bots do to members, and returns the members and places of which nothing was reported.
    mutating func apply(_ invocations: [BotMeasures]) -> [Restraints.Key] {
        for invocation in invocations where invocation.side == 0 {
            branches.note(recorded: Set(invocation.turn.onMembers.map(\.action)), at: invocation.turn.entry.receivedAt)
        }
        return invocations.flatMap { invocation in
            let keys = branches.apply(invocation)
            return invocation.isReported ? [] : keys
        }
    }

    /// Applies what invocations for earlier entries do to members, and notes releases.
    mutating func noteReleases(of invocations: [BotMeasures]) {
        for (_, group) in Dictionary(grouping: invocations, by: \.turn.entry.sequence).sorted(by: { $0.key < $1.key }) {
            let keys = apply(group)
            guard let turn = group.first?.turn else { continue }
            noteReleases(keys, in: turn.clan, at: turn.entry.receivedAt) { [labels] in
                EntrySummary(turn.entry, turn.event, labels)
            }
        }
    }

    /// Notes that members are free to write, each measure once.
    ///
    /// - Parameters:
    ///   - keys: The members and places whose measures were added, replaced or lifted in either branch.
    ///   - clan: The clan of the event.
    ///   - subject: The event.
    mutating func noteReleases(_ keys: [Restraints.Key], in clan: ClanID, at now: Date, _ subject: () -> EntrySummary) {
        guard !keys.isEmpty, span.contains(now) else { return }
        let (before, after) = (branches.real.before.restraints, branches.real.after.restraints)
        for key in keys {
            guard let measure = before.measures[key], let end = measure.recordedEnd(at: now),
                let release = after.release(before: end, under: key, at: now),
                !after.isRemoved(measure.user, from: clan, at: now), releases.known.insert(measure).inserted
            else { continue }
            note(.unknown, .unknown, by: measure.author) { [words = words(measure), zone] in
                (
                    words, release > now ? "free to write from \(release.stamp(in: zone))" : "free to write",
                    "what the member would have written is not in the history", subject()
                )
            }
        }
    }

    /// The measure in words, for example `1000 muted in #general until 2026-01-07 17:21:03 +07:00 (#12)`.
    func words(_ measure: Restraints.Measure) -> String {
        switch measure.place {
        case .clan: "\(measure.user) removed from the clan (#\(measure.sequence))"
        case .channel(let channel):
            "\(measure.user) muted in \(labels[channel] ?? "\(channel)")"
                + (measure.until.map { " until \($0.stamp(in: zone))" } ?? "") + " (#\(measure.sequence))"
        }
    }
}

extension Collection<Delivery> {
    /// The actions on members, with the rules and bots that take them.
    var onMembers: [AuthoredMemberAction] {
        compactMap { delivery in
            guard let action = try? ResolvedActionCodec.outgoing(delivery.payload), case .member(let onMember) = action.request
            else { return nil }
            return (delivery.author, onMember)
        }
    }
}
