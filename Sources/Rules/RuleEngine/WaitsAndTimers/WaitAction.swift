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
    /// The event that ends the wait early.
    private let awaited: AwaitedEvent?

    /// The variable that indicates afterwards whether the user has answered, or whether the awaited event has come.
    static let resolved = "resolved"

    init?(_ keyword: KeywordNode, _ compilation: CompilationContext) {
        let diagnostics = compilation.diagnostics
        let before = diagnostics.errors
        Self.checkPlace(of: keyword, compilation)
        compilation.rule.waits += 1
        guard let argument = keyword.argument(diagnostics) else { return nil }
        guard argument.isMap(diagnostics) else {
            guard let length = argument.duration(diagnostics), diagnostics.errors == before else { return nil }
            end = .after(length)
            clock = nil
            isResolving = false
            awaited = nil
            return
        }
        guard var map = MapReader(argument, "'wait'", diagnostics) else { return nil }
        let length = map.take("for", "The duration, for example `5m`.")
        let until = map.take(
            "until",
            "A time of day, `17:30`; `open`, the next time the clock runs; or, limited by `for`, `resolved`, `message`, `reply` or `reaction`."
        )
        let by = map.take("by", "The user whose message, reply or reaction ends it: author (default), target or anyone.")
        let bots = map.take("bots", "Whether a bot's message, reply or reaction ends a wait by anyone (default: false).")
        let zone = map.take("tz", "The time zone of 'until' (default: the clan's).").map { compilation.zones($0) }
        clock = map.take("clock", "A calendar; only its open hours count.").flatMap { compilation.clock($0) }
        map.finish()
        isResolving = until?.isWord(Self.resolved, diagnostics) ?? false
        if isResolving, compilation.triggers != [.unanswered], let until {
            diagnostics.error(
                "nothing-to-act-on", "'resolved' needs the trigger 'unanswered'", at: until.position)
        }
        let kind = until?.scalarText.flatMap { AwaitedEvent.Kind(rawValue: $0) }
        let user = by.map { $0.choice(AwaitedEvent.User.self, "a user", diagnostics) } ?? .author
        let acceptsBots = bots?.truth(diagnostics) ?? false
        awaited = kind.map { AwaitedEvent(kind: $0, by: user ?? .author, acceptsBots: acceptsBots) }
        if let bots, awaited?.by != .anyone {
            diagnostics.error(
                "contradiction", "'bots' says who counts as anyone", at: bots.position, suggestion: "add by: anyone")
        }
        if let awaited {
            compilation.requirements.awaitsEvents = true
            compilation.expect(awaited.kind == .message ? .channel : .message, for: keyword)
        } else if let by {
            diagnostics.error(
                "contradiction", "'by' says whose message, reply or reaction is awaited", at: by.position,
                suggestion: "add until: reply")
        }
        let isEndedByEvent = isResolving || awaited != nil
        if isEndedByEvent ? length == nil : (length == nil) == (until == nil) {
            diagnostics.error(
                length == nil ? "missing-key" : "contradiction",
                isEndedByEvent ? "a wait for an event needs a limit" : "'wait' needs either 'for' or 'until'",
                at: until?.position ?? keyword.position,
                suggestion: length == nil ? "add for: 5m" : "remove one of them")
        }
        if isEndedByEvent {
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

    /// Reads the wait between the parts of another action.
    init?(every node: ConfigNode, on clock: CalendarClock? = nil, in keyword: KeywordNode, _ compilation: CompilationContext) {
        let diagnostics = compilation.diagnostics
        let before = diagnostics.errors
        Self.checkPlace(of: keyword, compilation)
        compilation.rule.waits += 1
        guard let length = node.duration(diagnostics), diagnostics.errors == before else { return nil }
        end = .after(length)
        self.clock = clock
        isResolving = false
        awaited = nil
    }

    /// Reports an error where nothing can wait.
    private static func checkPlace(of keyword: KeywordNode, _ compilation: CompilationContext) {
        compilation.rejectInQuestion(keyword)
        guard compilation.isOnLadder else { return }
        compilation.diagnostics.error(
            "not-on-ladder", "a ladder step cannot wait", at: keyword.position,
            suggestion: "put '\(keyword.name)' into the rule, before or after 'escalate'")
    }

    /// Puts off the actions of a branch of the current action, while the rule goes on. Returns the name of the wait and its end.
    func detach(as branch: String, _ context: inout ActionContext) -> (WaitID?, due: Date?) {
        guard let due = moment(after: context.facts.now, in: context.facts.clan) else {
            context.remark("\(clock?.name ?? "the clock") never opens again: nothing is scheduled")
            return (nil, nil)
        }
        return (context.putOff(branch, until: due), due)
    }

    func perform(_ context: inout ActionContext) {
        guard let due = moment(after: context.facts.now, in: context.facts.clan) else {
            context.stop = .rule
            return context.remark("\(clock?.name ?? "the clock") never opens again: the rule ends here")
        }
        context.wait(until: due, isResolving: isResolving, awaited: awaited)
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
