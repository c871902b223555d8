import BotConfiguration
import ChatModel
import EventProcessing
import Foundation
import MezonBotApp
import Moderation
import Replay
import RuleEngine
import Storage

/// The form for a rewind, its latest plan, and the result of carrying it out.
struct RewindView: Sendable {
    struct Form: Sendable {
        let rule: String
        let since: String
        let clans: [JournalView.Choice]
    }

    /// An entry at which the rule acted.
    struct Act: Sendable {
        let sequence: Int64
        let line: String
    }

    /// A measure, with the address of its case, which has the evidence.
    struct Measure: Sendable {
        let href: String
        let text: String
    }

    struct Remnant: Sendable {
        let entry: Int64
        let kind: String
        let place: String
        /// The addresses of the cases that have the evidence: one, or none.
        let cases: [Measure]
        let reason: String
    }

    /// Some of the items of a list, and the number of the others.
    struct Excerpt<Item: Sendable>: Sendable {
        let items: [Item]
        /// A sentence about those that are left out, in a list; empty if there are none.
        let more: [String]
        let isEmpty: Bool
    }

    struct Plan: Sendable {
        /// The number of the run, which the confirmation names.
        let number: Int
        let summary: String
        let isEmpty: Bool
        let figures: [SuggestionsView.Figure]
        let acts: Excerpt<Act>
        let measures: Excerpt<Measure>
        let remnants: Excerpt<Remnant>
        let notes: [String]
        /// The address of the page that changes the mode of a rule that is still enforced, in a list; empty for another one.
        let modes: [String]
    }

    let form: Form
    let isRunning: Bool
    /// A Boolean value that indicates whether a plan is computed, and not carried out.
    let isPlanning: Bool
    let percent: Int
    let problem: String
    let hasProblem: Bool
    let plans: [Plan]
    /// The reply of the bot to the rewind.
    let reply: [String]
    let hasReply: Bool
    let isRefused: Bool
}

extension ConsoleContext {
    private static let maxItems = 50

    /// - Parameter query: The rule, and the fields of a form that was refused.
    func rewind(_ run: ConsoleRun?, _ query: FormFields, _ texts: Texts) async throws -> RewindView {
        let run = run.flatMap { run in
            query["rule"].isEmpty || run.isRunning || run.work.request?.rule == query["rule"] ? run : nil
        }
        let problem = run?.problem(texts) ?? ""
        var (plans, reply) = ([RewindView.Plan](), AdminReply?.none)
        switch run?.outcome {
        case .plan(let plan): plans = [try await view(of: plan, run?.number ?? 0, texts)]
        case .done(let done): reply = done
        default: break
        }
        let request = query["rule"].isEmpty ? run?.work.request : nil
        let isPlanning = if case .rewindPlan? = run?.work { true } else { false }
        func field(_ name: String, _ former: String?) -> String { query[name].isEmpty ? former ?? "" : query[name] }
        return RewindView(
            form: RewindView.Form(
                rule: field("rule", request?.rule), since: field("since", request?.since.fieldText(in: zone) ?? "1h"),
                clans: try await clanChoices(field("clan", request.map { "\($0.clan)" }))),
            isRunning: run?.isRunning ?? false, isPlanning: isPlanning, percent: run?.percent ?? 0, problem: problem,
            hasProblem: !problem.isEmpty, plans: plans, reply: reply?.lines ?? [], hasReply: reply != nil,
            isRefused: reply?.isRefused ?? false)
    }

    private func view(of plan: RewindPlan, _ number: Int, _ texts: Texts) async throws -> RewindView.Plan {
        let names = try await names()
        let labels = names.labels
        let rule = plan.request.rule
        let place = plan.request.clan.isNone ? texts["filter_all"] : names.clanLabels[plan.request.clan] ?? "\(plan.request.clan)"
        let acts = try await reader.lines(Array(plan.acts.prefix(Self.maxItems))).compactMap { line in
            line.entry.event.map {
                RewindView.Act(
                    sequence: line.entry.sequence, line: EntrySummary(line.entry, $0, labels).line(in: zone))
            }
        }
        let listing = access.configuration().rules.listing.first { $0.id == rule && $0.mode == .enforce }
        return RewindView.Plan(
            number: number,
            summary: texts.text(
                "rewind_acted",
                [
                    "rule": rule, "count": "\(plan.entries)", "since": plan.request.since.stamp(in: zone), "place": place,
                ]), isEmpty: plan.isEmpty, figures: plan.figures(texts), acts: excerpt(acts, of: plan.entries, texts),
            measures: excerpt(try await measures(plan.reversal), of: plan.reversal.items.count, texts),
            remnants: excerpt(
                plan.remnants.prefix(Self.maxItems).map { RewindView.Remnant($0, labels) }, of: plan.remnants.count, texts),
            notes: [("consequences", plan.consequences), ("uncertain", plan.uncertain.count), ("unreadable", plan.unreadable)]
                .filter { $0.1 > 0 }.map { texts.text("rewind_\($0.0)", ["count": "\($0.1)"]) },
            modes: listing.map { ["/rules/mode?" + QueryText.query([("rule", $0.id), ("mode", RuleMode.shadow.rawValue)])] }
                ?? [])
    }

    private func excerpt<Item>(_ items: [Item], of count: Int, _ texts: Texts) -> RewindView.Excerpt<Item> {
        let more = count - items.count
        return RewindView.Excerpt(
            items: items, more: more > 0 ? [texts.text("rewind_more", ["count": "\(more)"])] : [], isEmpty: count == 0)
    }

    /// The measures of a reversal as `mezon-bot cases undo` prints them.
    private func measures(_ reversal: Reversal) async throws -> [RewindView.Measure] {
        let records = reversal.items.prefix(Self.maxItems).map(\.record)
        let listing = CaseListing(try await reader.names(in: records), in: zone)
        return zip(records, listing.plan(reversal, enforced: [])).map { record, line in
            RewindView.Measure(href: "/incidents/\(record.draft.clan)/\(record.number)", text: line)
        }
    }
}

extension RewindPlan {
    /// The figures of what is taken back, by kind, without kinds of which there is nothing.
    fileprivate func figures(_ texts: Texts) -> [SuggestionsView.Figure] {
        let ended = jobs.count { $0.job == nil }
        let reactions = removals.count { $0.emoji != nil }
        let waiting = removals.count { $0.delivery != nil }
        let counts = [
            ("state", state.count), ("jobs_ended", ended), ("jobs_scheduled", jobs.count - ended),
            ("messages", removals.count - reactions - waiting), ("reactions", reactions), ("withdrawn", waiting),
            ("measures", reversal.items.count),
        ]
        return counts.filter { $0.1 > 0 }.map { .init(label: texts["rewind_\($0.0)"], text: "\($0.1)") }
    }
}

extension RewindView.Remnant {
    fileprivate init(_ remnant: RewindPlan.Remnant, _ labels: [ChannelID: String]) {
        entry = remnant.entry
        kind = remnant.kind
        place = remnant.channel.isNone ? "" : labels[remnant.channel] ?? "\(remnant.channel)"
        cases = remnant.caseNumber.map { [.init(href: "/incidents/\(remnant.clan)/\($0)", text: "#\($0)")] } ?? []
        reason = remnant.reason
    }
}

extension ConsoleRun.Work {
    /// The rewind; nil for other work.
    fileprivate var request: RewindRequest? {
        switch self {
        case .rewindPlan(let request), .rewind(let request): request
        case .tests, .backtest, .suggestions: nil
        }
    }
}

extension Date {
    /// The time as `PastTime` reads it.
    fileprivate func fieldText(in zone: TimeZone) -> String {
        formatted(
            ISO8601FormatStyle(timeZone: zone).year().month().day().dateTimeSeparator(.space)
                .time(includingFractionalSeconds: false))
    }
}
