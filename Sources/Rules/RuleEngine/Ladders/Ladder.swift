import BotConfiguration
import ChatModel

/// The escalating sanctions for repeated violations, compiled for one rule that uses the ladder.
struct Ladder: Sendable {
    struct Step: Sendable {
        var at: Int
        var actions: [any RuleAction]
    }

    let name: String
    let counter: String
    let scope: SubjectScope
    let decay: CounterDecay?
    let steps: [Step]

    init?(_ settings: LadderSettings, _ compilation: CompilationContext) {
        name = settings.name
        counter = settings.counter
        decay = settings.decay.map(CounterDecay.init)
        compilation.requirements.usedLadders.insert(settings.name)
        var inner = compilation
        inner.isOnLadder = true
        steps = settings.steps.map { Step(at: $0.at, actions: inner.actions($0.actions)) }
        guard let scope = settings.scope.map({ SubjectScope($0, compilation.diagnostics) }) ?? [.user, .clan] else { return nil }
        self.scope = scope
        compilation.note(counter: counter, of: scope)
    }

    var punishes: Bool { steps.contains { $0.actions.contains(where: \.isSanction) } }
    var exposures: [Exposure] { steps.flatMap(\.actions).flatMap(\.exposures) }
    var decidingRoles: Set<Set<RoleID>> { steps.flatMap(\.actions).decidingRoles }
    var isRelay: Bool { steps.contains { $0.actions.contains(where: \.isRelay) } }
    var needs: Set<PermissionRequirement> { steps.flatMap(\.actions).needs }

    /// Returns the highest step that a change has newly reached. Above the last step it returns that step again, so that further
    /// violations keep having consequences.
    func step(from before: Int, to after: Int) -> Step? {
        guard after > before, let last = steps.last else { return nil }
        return before >= last.at ? last : steps.last { $0.at > before && $0.at <= after }
    }

    /// Compiles the ladders that no rule uses, as if for a message rule, so that their errors are reported as well.
    static func checkUnused(_ compilation: CompilationContext) {
        var compilation = compilation
        compilation.detailKinds = [.text, .links, .attachments, .count, .messages, .score]
        compilation.triggers = [.message]
        for settings in compilation.configuration.ladders.all where !compilation.requirements.usedLadders.contains(settings.name)
        {
            _ = Ladder(settings, compilation)
        }
    }
}

extension CounterDecay {
    init(_ settings: CounterDecaySettings) { self.init(by: settings.by, every: settings.every / .seconds(1)) }
}
