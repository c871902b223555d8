import BotConfiguration
import ChatModel
import Foundation
import Recurrence

/// `wait: 5m`, or `wait: { for | until, clock }`: performs the remaining actions later, with the facts of the event, even after a
/// restart.
struct WaitAction: ParsableAction {
    static let name = "wait"

    private enum End: Sendable {
        case after(Duration)
        /// A time of day, in minutes since midnight.
        case time(Int, in: PerClan<ZoneRules>)
        /// The time at which the clock next runs.
        case opening
    }

    private let end: End
    private let clock: CalendarClock?
    /// A Boolean value that indicates whether the wait ends as soon as the mentioned user answers.
    private let isResolving: Bool

    /// The variable that indicates afterwards whether the user has answered.
    static let resolved = "resolved"

    init?(_ keyword: KeywordNode, _ compilation: CompilationContext) {
        let diagnostics = compilation.diagnostics
        let before = diagnostics.errors
        compilation.rejectInQuestion(keyword)
        if compilation.isOnLadder {
            diagnostics.error(
                "not-on-ladder", "a ladder step cannot wait", at: keyword.position,
                suggestion: "put the wait into the rule, before or after 'escalate'")
        }
        compilation.rule.waits += 1
        guard let argument = keyword.argument(diagnostics) else { return nil }
        guard argument.isMap(diagnostics) else {
            guard let length = argument.duration(diagnostics), diagnostics.errors == before else { return nil }
            end = .after(length)
            clock = nil
            isResolving = false
            return
        }
        guard var map = MapReader(argument, "'wait'", diagnostics) else { return nil }
        let length = map.take("for", "The duration, for example `5m`.")
        let until = map.take(
            "until", "A time of day, `17:30`; `open`, the next time the clock runs; or `resolved`, limited by `for`.")
        let zone = map.take("tz", "The time zone of 'until' (default: the clan's).").map { compilation.zones($0) }
        clock = map.take("clock", "A calendar; only its open hours count.").flatMap { compilation.clock($0) }
        map.finish()
        isResolving = until?.isWord(Self.resolved, diagnostics) ?? false
        if isResolving, compilation.triggers != [.unanswered], let until {
            diagnostics.error(
                "nothing-to-act-on", "'resolved' needs the trigger 'unanswered'", at: until.position)
        }
        if isResolving ? length == nil : (length == nil) == (until == nil) {
            diagnostics.error(
                length == nil ? "missing-key" : "contradiction",
                "'wait' needs either 'for' or 'until'", at: until?.position ?? keyword.position,
                suggestion: length == nil ? "add for: 5m" : "remove one of them")
        }
        if isResolving {
            end = .after(length?.duration(diagnostics) ?? .zero)
        } else if let until, until.isWord("open", diagnostics) {
            if clock == nil {
                diagnostics.error("missing-key", "'until: open' needs a clock", at: until.position, suggestion: "add clock: …")
            }
            end = .opening
        } else if let until {
            end = .time(until.clockTime(diagnostics) ?? 0, in: zone ?? compilation.zones(nil))
        } else {
            end = .after(length?.duration(diagnostics) ?? .zero)
        }
        guard diagnostics.errors == before else { return nil }
    }

    func perform(_ context: inout ActionContext) {
        guard let due = moment(after: context.facts.now, in: context.facts.clan) else {
            context.stop = .rule
            return context.remark("\(clock?.name ?? "the clock") never opens again: the rule ends here")
        }
        context.wait(until: due, isResolving: isResolving)
    }

    private func moment(after now: Date, in clan: ClanID) -> Date? {
        switch end {
        case .after(let length): length.end(from: now, on: clock, in: clan)
        case .opening: clock?.clocks[clan].opening(from: now)
        case .time(let minutes, let zones):
            Schedule(.init(.days([DayRule(.day)], at: .at([minutes % 1440 * 60]))), in: zones[clan], from: now).next(after: now)
                .flatMap { moment in clock.map { $0.clocks[clan].opening(from: moment) } ?? moment }
        }
    }
}
