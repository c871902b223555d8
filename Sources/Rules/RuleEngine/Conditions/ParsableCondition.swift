import BotConfiguration

/// A condition with its own keyword in the rule language: `text: { … }`.
protocol ParsableCondition: RuleCondition {
    static var name: String { get }

    /// Reads the condition's fields; `nil`, with diagnostics, if they are invalid. All fields are read before the initializer
    /// fails.
    init?(_ node: ConfigNode, _ compilation: CompilationContext)
}
