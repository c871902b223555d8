package import ChatModel
package import Foundation
package import Moderation
import Storage

extension RewindPlan {
    /// The plan as a JSON object: the event that takes everything back, and what stays.
    package struct Summary: Sendable, Encodable {
        package let rewind: SystemEvent.Rewind
        package let entries: Int
        package let consequences: Int
        package let unreadable: Int
        package let uncertain: [SystemEvent.Rewind.StateChange]
        package let remnants: [Remnant]
    }

    package func summary(by name: String, at now: Date) -> Summary {
        Summary(
            rewind: event(by: name, at: now), entries: entries, consequences: consequences, unreadable: unreadable,
            uncertain: uncertain, remnants: remnants)
    }

    /// The plan for a terminal.
    ///
    /// - Parameters:
    ///   - enforced: The ids of the enforced rules.
    ///   - labels: The names of channels.
    package func human(
        _ cases: CaseListing, enforced: Set<String>, labels: [ChannelID: String], in zone: TimeZone
    ) -> [String] {
        let acted = Self.count(entries, "entry", "entries")
        let ended = jobs.count { $0.job == nil }
        let waiting = removals.count { $0.delivery != nil }
        let taken: [String?] = [
            Self.list(state.map(\.kind)).map { "rule state: \($0)" },
            jobs.isEmpty ? nil : "jobs: \(ended) cancelled, \(jobs.count - ended) scheduled",
            Self.list(removals.filter { $0.delivery == nil }.map { $0.emoji == nil ? "message" : "reaction" }).map {
                "removed: \($0)"
            },
            waiting == 0 ? nil : "withdrawn before it is sent: \(Self.count(waiting, "request", "requests"))",
        ]
        var lines = ["\(request.rule.terminalLine) acted at \(acted) since \(request.since.stamp(in: zone))."]
        if isEmpty {
            lines.append("There is nothing to take back.")
        } else {
            let (others, plan) = (taken.compactMap(\.self), cases.plan(reversal, enforced: enforced))
            if !others.isEmpty { lines += ["Taken back:"] + others.map { "  \($0)" } }
            if !plan.isEmpty { lines += ["Cases:"] + plan.map { "  \($0)" } }
        }
        if !remnants.isEmpty { lines += ["Not taken back:"] + remnants.map { "  " + Self.line($0, labels) } }
        if consequences > 0 {
            let count = Self.count(consequences, "entry", "entries")
            lines.append("Other rules would have decided otherwise at \(count); their state follows, their messages stay.")
        }
        if !uncertain.isEmpty {
            let count = Self.count(uncertain.count, "entry", "entries")
            lines.append("Not what the journal yields, and kept: \(count) of the rule state.")
        }
        return lines + ReplayCaveats.lines(users: 0, channels: 0, unreadable: unreadable)
    }

    private static func line(_ remnant: Remnant, _ labels: [ChannelID: String]) -> String {
        let place = remnant.channel.isNone ? "" : " in \((labels[remnant.channel] ?? "\(remnant.channel)").terminalLine)"
        let record = remnant.caseNumber.map { ", case \($0)" } ?? ""
        let message = remnant.message.isNone ? "" : ", message \(remnant.message)"
        return "#\(remnant.entry) \(remnant.kind)\(place)\(record)\(message): \(remnant.reason)"
    }

    private static func count(_ number: Int, _ one: String, _ many: String) -> String { "\(number) \(number == 1 ? one : many)" }

    /// The number of each kind, for example `counter 3, wait 1`; nil for none.
    private static func list(_ kinds: [String]) -> String? {
        let counts = Dictionary(grouping: kinds) { $0 }.mapValues(\.count).sorted { $0.key < $1.key }
        return counts.isEmpty ? nil : counts.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
    }
}
