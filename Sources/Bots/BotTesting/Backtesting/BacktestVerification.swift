import ChatModel
import Foundation
import Moderation
package import Replay
package import RuleEngine
import Storage

/// The backtest of a change of rules, compared with two clans that have lived through the same traffic under either.
package struct BacktestVerification: Sendable {
    /// A decision of a rule or a bot that differs.
    package struct Change: Hashable, Sendable {
        package var event: RefusingClan.EventKey
        package var author: String
    }

    /// The decisions that differ between the clans, and those that the backtest lists.
    package let expected: Set<Change>
    package let listed: Set<Change>
    /// The events that did not happen in the second clan, and those that the backtest lists.
    package let unwritten: Set<RefusingClan.EventKey>
    package let prevented: Set<RefusingClan.EventKey>
    /// The messages, by their positions in the traffic, of members who are free to write in the second clan alone.
    package let withheld: [Int: RefusingClan.WithheldMessage]
    /// The withheld messages outside of all gaps of the history that the backtest lists.
    package let unannounced: Set<Int>
    package let differences: [BacktestDifference]
    package let report: BacktestReport
    /// The actions in both clans.
    private let lived: (before: Actions, after: Actions)
    /// The last measure in the second clan before each message that was written there.
    private let lastMeasures: [Int: RefusingClan.Measure]
    /// The reasons why the listed events do not happen.
    private let reasons: [RefusingClan.EventKey: String]
    private typealias Actions = [RefusingClan.EventKey: [String: [String]]]

    /// - Parameters:
    ///   - former: The clan under the former rules, whose journal is backtested.
    ///   - changed: The clan under the changed rules, which has lived like the first one.
    ///   - start: The position at which the backtest begins, and at which the second clan has changed its rules.
    ///   - botFactory: Creates the bots of the clans; nil if they have none.
    package init(
        of former: RefusingClan.Outcome, _ old: RuleSet, against changed: RefusingClan.Outcome, _ new: RuleSet,
        start: BacktestStart = .beginning, botFactory: BotFactoryProvider? = nil
    ) async throws {
        var expected: Set<Change> = []
        // Jobs of one rule that come from different events and happen to be due at the same time are not told apart.
        let ambiguous = former.causes.filter { key, causes in changed.causes[key].map { $0 != causes } ?? false }
        for event in Set(former.actions.keys).union(changed.actions.keys) where ambiguous[event] == nil {
            let (then, now) = (former.actions[event] ?? [:], changed.actions[event] ?? [:])
            for author in Set(then.keys).union(now.keys) where Self.isCompared(author) && then[author] != now[author] {
                expected.insert(Change(event: event, author: author))
            }
        }
        self.expected = expected
        lived = (former.actions, changed.actions)
        unwritten = Set(
            former.actions.keys.filter { if case .event = $0 { changed.actions[$0] == nil } else { false } })
        let reader = former.reader
        var found: [BacktestDifference] = []
        let backtester = Backtester(
            reader, today: try await reader.directoryLookup(), from: old, to: new, start: start, botFactory: botFactory)
        report = try await backtester.run(found: { found.append($0) })
        differences = found
        listed = Set(
            found.filter { ![.prevented, .unknown].contains($0.kind) && Self.isCompared($0.author) }.compactMap { difference in
                guard let event = former.event(of: difference), ambiguous[event] == nil else { return nil }
                return Change(event: event, author: difference.author)
            })
        prevented = Set(found.filter { $0.kind == .prevented }.compactMap { former.event(of: $0) })
        withheld = changed.withheld
        lastMeasures = changed.lastMeasures
        reasons = Dictionary(
            found.filter { $0.kind == .prevented }.compactMap { difference in
                former.event(of: difference).map { ($0, "\(difference.subject) \(difference.why)") }
            }, uniquingKeysWith: { first, _ in first })
        let gaps = Dictionary(grouping: found.compactMap(\.gap), by: \.user)
        unannounced = Set(
            changed.withheld.filter { _, message in
                gaps[message.author]?.contains { gap in
                    gap.channel ?? message.channel == message.channel && gap.from <= message.at
                        && message.at < gap.until ?? .distantFuture
                } != true
            }.keys)
    }

    /// The last measure in the second clan before an event that happened there, in words.
    private func lastMeasure(before event: RefusingClan.EventKey) -> String {
        guard case .event(let position) = event, let measure = lastMeasures[position] else { return "no measure" }
        return "\(measure)"
    }

    /// Returns whether decisions of an author are compared: those of rules and bots, and of the bans that rules keep.
    private static func isCompared(_ author: String) -> Bool {
        ["rule:", "bot:"].contains(where: author.hasPrefix) || author == "system:bans"
    }

    /// The differences between what the backtest lists and what happens, in words and in the order of the events.
    package var mistakes: [String] {
        let decisions = expected.symmetricDifference(listed).map { change -> (event: RefusingClan.EventKey, text: String) in
            let (then, now) = (lived.before[change.event]?[change.author], lived.after[change.event]?[change.author])
            let text = "\(change.author) lives \(then ?? []) and \(now ?? []), \(listed.contains(change) ? "" : "not ")listed"
            return (change.event, text)
        }
        let messages = unwritten.symmetricDifference(prevented).map { event in
            (
                event: event,
                text: unwritten.contains(event)
                    ? "not written, and not listed"
                    : "listed as not written: \(reasons[event] ?? ""); written after \(lastMeasure(before: event))"
            )
        }
        let others = unannounced.map {
            (event: RefusingClan.EventKey.event($0), text: "free to write, and not listed: \(withheld[$0].map { "\($0)" } ?? "")")
        }
        return (decisions + messages + others).sorted { ($0.event, $0.text) < ($1.event, $1.text) }.map {
            "\($0.event): \($0.text)"
        }
    }

    /// A Boolean value that indicates whether the backtest lists exactly what differs.
    package var isExact: Bool { expected == listed && unwritten == prevented && unannounced.isEmpty }
}

extension RefusingClan.Outcome {
    /// The event that a difference is about; nil for none of this clan.
    fileprivate func event(of difference: BacktestDifference) -> RefusingClan.EventKey? {
        let subject = difference.subject
        let known = events[subject.sequence]
        guard subject.kind == "system-job-due" else { return known }
        if case .job(_, let due) = known, due == subject.at.milliseconds { return known }
        return .job(author: difference.author, due: subject.at.milliseconds)
    }
}
