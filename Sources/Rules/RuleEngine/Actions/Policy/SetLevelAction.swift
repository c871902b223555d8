import BotConfiguration
import ChatModel
import Foundation

/// `set_level: calm | raised | raid`, or `set_level: { to: raid, for: 30m }`: sets the alert level of the clan, which rules read with
/// `level`. With `for` it falls to calm by itself.
struct SetLevelAction: ParsableAction {
    static let name = "set_level"

    private let level: AlertLevel
    private let length: Double?  // Seconds.

    init?(_ keyword: KeywordNode, _ compilation: CompilationContext) {
        let diagnostics = compilation.diagnostics
        let before = diagnostics.errors
        guard let argument = keyword.argument(diagnostics) else { return nil }
        var node: ConfigNode? = argument
        var length: ConfigNode?
        if argument.isMap(diagnostics), var map = MapReader(argument, "'set_level'", diagnostics) {
            node = map.require("to", "The level: calm, raised or raid.")
            length = map.take("for", "The time after which it falls to calm, for example `30m`.")
            map.finish()
        }
        let level = node?.choice(AlertLevel.self, "a level", diagnostics)
        if let length, level == .calm {
            diagnostics.error("contradiction", "'calm' has no end", at: length.position, suggestion: "remove 'for'")
        }
        if let length, compilation.isDeferred {
            diagnostics.error(
                "not-in-question", "a level that falls by itself cannot wait for an answer", at: length.position,
                suggestion: "remove 'for'")
        }
        let seconds = length?.duration(diagnostics).map { $0 / .seconds(1) }
        guard diagnostics.errors == before, let level else { return nil }
        self.level = level
        self.length = seconds
    }

    func perform(_ context: inout ActionContext) {
        let facts = context.facts
        let before = facts.level
        var stateRecord = StateEntry(at: facts.now)
        stateRecord.text = level.rawValue
        stateRecord.until = length.map { facts.now.addingTimeInterval($0) }
        context.change(AlertLevel.key(facts), .set(stateRecord))
        if let end = stateRecord.until, facts.executionMode == .real {
            context.wakeupJobs.append(
                .schedule(ScheduledJob(LevelFall(in: facts.clan).text, due: end, clan: facts.clan, channel: facts.channelID)))
        }
        if before != level { context.followUps.append(.level(level)) }
    }
}
