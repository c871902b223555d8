import ChatModel
import Foundation
import MezonProtocol
import Moderation
import Storage

/// The ends of measures by the changed rules while the history still shows those of the former ones.
struct BacktestReleases {
    /// A measure of the former rules.
    fileprivate struct Name: Hashable {
        var key: Restraints.Key
        var sequence: Int64

        init(_ measure: Restraints.Measure) { (key, sequence) = (measure.key, measure.sequence) }
    }

    /// An end to come.
    fileprivate struct Pending {
        var due: Date
        var name: Name
        /// The event because of which it was found.
        var subject: EntrySummary
    }

    /// The measures with a difference.
    fileprivate var reported: Set<Name> = []
    fileprivate var pending: [Restraints.Key: Pending] = [:] {
        didSet { nextDue = pending.values.map(\.due).min() ?? .distantFuture }
    }
    fileprivate private(set) var nextDue = Date.distantFuture
    /// A Boolean value that indicates whether the reported time has begun.
    fileprivate var hasBegun = false
}

/// Members who are free to write by the changed rules while the history lacks what they would have written, because a recorded measure of
/// the former rules, or of a bot under them, kept them from it.
extension BacktestRun {
    /// Notes the releases of the measures that hold when the reported time begins, before the first event in it.
    mutating func noteEarlierReleases(before event: Event, of entry: Entry) {
        guard !releases.hasBegun, span.contains(entry.receivedAt) else { return }
        releases.hasBegun = true
        guard let since = span.since else { return }
        let restraints = branches.real.before.restraints
        let keys = restraints.keys(of: Array(restraints.measures.keys)).sorted()
        noteReleases(keys, at: since) { [labels] in EntrySummary(entry, event, labels) }
    }

    /// The members and places to examine besides those whose measures are changed by decisions: those of members who join, which ends
    /// removals.
    func keysToExamine(after event: Event) -> [Restraints.Key] {
        guard case .memberJoined(let membership) = event else { return [] }
        return branches.real.before.restraints.keys(of: membership.users).sorted()
    }

    /// Applies what invocations of bots do to members, and returns the members and places of which nothing was reported.
    mutating func apply(_ invocations: [BotMemberActions]) -> [Restraints.Key] {
        invocations.flatMap { invocation -> [Restraints.Key] in
            let keys = branches.apply(invocation, isLate: invocation.turn.entry.sequence != sequence)
            guard invocation.isReported else { return keys }
            let measures = branches.real.before.restraints.measures
            for measure in keys.compactMap({ measures[$0.user]?[$0.place]?.measures.last }) {
                releases.reported.insert(.init(measure))
            }
            return []
        }
    }

    /// Applies what invocations for earlier entries do to members, and notes releases.
    mutating func noteReleases(of invocations: [BotMemberActions]) {
        for (_, group) in Dictionary(grouping: invocations, by: \.turn.entry.sequence).sorted(by: { $0.key < $1.key }) {
            let keys = apply(group)
            guard let turn = group.first?.turn else { continue }
            noteReleases(keys, at: turn.entry.receivedAt) { [labels] in EntrySummary(turn.entry, turn.event, labels) }
        }
    }

    /// Notes that members are free to write, or when they will be, each measure once.
    ///
    /// - Parameters:
    ///   - keys: The members and places whose measures were added, replaced or lifted in either branch.
    ///   - subject: The event.
    mutating func noteReleases(_ keys: [Restraints.Key], at now: Date, _ subject: () -> EntrySummary) {
        for key in keys {
            guard let release = release(of: key, at: now), !releases.reported.contains(.init(release.measure)) else {
                if releases.pending[key] != nil { releases.pending[key] = nil }
                continue
            }
            if release.at > now {
                let name = BacktestReleases.Name(release.measure)
                let known = releases.pending[key].flatMap { $0.name == name ? $0.subject : nil }
                releases.pending[key] = .init(due: release.at, name: name, subject: known ?? subject())
            } else if span.contains(now) {
                releases.pending[key] = nil
                report(release, "free to write", subject())
            }
        }
    }

    /// Reports the releases that have come by a time, unless a measure has changed or was lifted by then.
    mutating func noteDueReleases(through now: Date) {
        while releases.nextDue <= now,
            let (key, pending) = releases.pending.min(by: { ($0.value.due, $0.key) < ($1.value.due, $1.key) })
        {
            releases.pending[key] = nil
            guard let release = release(of: key, at: pending.due), release.at <= pending.due, span.contains(pending.due) else {
                continue
            }
            report(release, "free to write from \(pending.due.stamp(in: zone))", pending.subject)
        }
    }

    private struct Release {
        /// The measure of the former rules.
        var measure: Restraints.Measure
        /// The time from which the member is free to write by the changed rules.
        var at: Date
        /// The time through which the history lacks what the member would have written; nil if there is no end.
        var until: Date?
    }

    /// The release of a member while the history shows a measure of the former rules; nil if there is none.
    private func release(of key: Restraints.Key, at now: Date) -> Release? {
        let after = branches.real.after.restraints
        guard let measure = branches.real.before.restraints.measures.inForce(key, at: now),
            let recorded = branches.history.inForce(key, at: now)
        else { return nil }
        let end = [measure.until, recorded.until].compactMap { $0 }.min()
        guard let release = after.release(before: end ?? .distantFuture, under: key, at: now),
            !after.isRemoved(measure.user, from: measure.clan, at: now)
        else { return nil }
        return Release(measure: measure, at: release, until: end)
    }

    private mutating func report(_ release: Release, _ freedom: String, _ subject: EntrySummary) {
        let measure = release.measure
        releases.reported.insert(.init(measure))
        var gap = BacktestDifference.Gap(
            user: measure.user, clan: measure.clan, channel: nil, from: release.at, until: release.until)
        if case .channel(let channel) = measure.place { gap.channel = channel }
        note(.unknown, .unknown, by: measure.author, gap: gap) { [words = words(measure)] in
            (words, freedom, "what the member would have written is not in the history", subject)
        }
    }

    /// The measure in words, for example `An (1000) muted in #general until 2026-01-07 17:21:03 +07:00 (#12)`.
    func words(_ measure: Restraints.Measure) -> String {
        let name = directory.name(of: measure.user, in: measure.clan).map { "\($0.terminalLine) (\(measure.user))" }
        let member = name ?? "\(measure.user)"
        return switch measure.place {
        case .clan: "\(member) removed from the clan (#\(measure.sequence))"
        case .channel(let channel):
            "\(member) muted in \(labels[channel] ?? "\(channel)")"
                + (measure.until.map { " until \($0.stamp(in: zone))" } ?? "") + " (#\(measure.sequence))"
        }
    }
}
