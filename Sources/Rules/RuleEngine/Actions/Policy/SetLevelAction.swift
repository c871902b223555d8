import BotConfiguration
import ChatModel
import Foundation

/// `set_level: raid`, or `set_level: { to: raid, for: 30m, falls_to: raised }`: sets the alert level of the clan, which rules read with
/// `level`. With `for` it falls by itself, to calm or to another lower level.
struct SetLevelAction: ParsableAction {
    static let name = "set_level"

    private let level: AlertLevel
    private let length: Double?  // Seconds.
    private let fallsTo: AlertLevel

    init?(_ keyword: KeywordNode, _ compilation: CompilationContext) {
        let diagnostics = compilation.diagnostics
        let before = diagnostics.errors
        guard let argument = keyword.argument(diagnostics) else { return nil }
        var node: ConfigNode? = argument
        var length: ConfigNode?
        var fall: ConfigNode?
        if argument.isMap(diagnostics), var map = MapReader(argument, "'set_level'", diagnostics) {
            node = map.require("to", "The level: calm, guarded, raised, raid or lockdown.")
            length = map.take("for", "The time after which it falls, for example `30m`.")
            fall = map.take("falls_to", "The level to which it falls then (default: calm).")
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
        let fallsTo = fall?.choice(AlertLevel.self, "a level", diagnostics)
        if let fall {
            if length == nil {
                diagnostics.error(
                    "contradiction", "a level without an end does not fall", at: fall.position, suggestion: "add for: 30m")
            } else if let level, let fallsTo, fallsTo >= level {
                diagnostics.error(
                    "contradiction", "'\(fallsTo.rawValue)' is not lower than '\(level.rawValue)'", at: fall.position,
                    suggestion: "write a lower level; from the lowest they are "
                        + AlertLevel.allCases.map(\.rawValue).joined(separator: ", "))
            }
        }
        let seconds = length?.duration(diagnostics).map { $0 / .seconds(1) }
        guard diagnostics.errors == before, let level else { return nil }
        self.level = level
        self.length = seconds
        self.fallsTo = fallsTo ?? .calm
    }

    func perform(_ context: inout ActionContext) {
        let facts = context.facts
        let before = facts.level
        var entry = StateEntry(at: facts.now)
        entry.text = StoredLevel(level, fallsTo: fallsTo).text
        entry.until = length.map { facts.now.addingTimeInterval($0) }
        context.change(AlertLevel.key(facts), .set(entry))
        if let end = entry.until, facts.executionMode == .real {
            context.wakeupJobs.append(
                .schedule(ScheduledJob(LevelFall(in: facts.clan).text, due: end, clan: facts.clan, channel: facts.channelID)))
        }
        if before != level { context.followUps.append(.level(level)) }
    }
}
