import BotConfiguration
import BotKit

/// Detection of commands that several bots would answer.
extension CompiledConfiguration {
    static func commandConflicts(among bots: [(placement: BotPlacement, settings: EnabledBotSettings)]) -> [Diagnostic] {
        let offers = bots.map { ($0.settings, ($0.placement.make(BotRuntime()) as? any HelpProvider)?.helpEntry.commands ?? []) }
        return offers.indices.flatMap { later in
            offers[..<later].flatMap { earlier, theirs in
                let (settings, own) = offers[later]
                guard settings.scope.meets(earlier.scope) else { return [Diagnostic]() }
                return Set(own.flatMap(\.names)).intersection(theirs.flatMap(\.names)).sorted().map { name in
                    Diagnostic(
                        .warning, "command-twice",
                        "both '\(earlier.name)' and '\(settings.name)' define the command '\(name)' in the same channels",
                        at: settings.position, suggestion: "enable them in different channels, or disable one of them")
                }
            }
        }
    }
}

extension EnabledBotSettings.Scope {
    /// Returns whether both may run in the same channel. The clan of a channel is not known yet.
    fileprivate func meets(_ other: Self) -> Bool {
        guard case .some(let channels, let clans) = self, case .some(let others, let otherClans) = other else { return true }
        return !channels.isDisjoint(with: others) || !clans.isDisjoint(with: otherClans)
    }
}
