import BotConfiguration

/// An action with its own keyword in the rule language.
protocol ParsableAction: RuleAction {
    static var name: String { get }

    /// Reads the action. All keys are read before the initializer fails, so that every mistake is reported and the schema knows
    /// every key.
    init?(_ keyword: KeywordNode, _ compilation: CompilationContext)
}

extension ParsableAction {
    var keyword: String { Self.name }
}
