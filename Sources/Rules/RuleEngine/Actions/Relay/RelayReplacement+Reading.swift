import BotConfiguration

extension RelayReplacement {
    private static let maxSteps = 50

    /// Reads `replace: [{ in_list: rude, with: "***" }]`; `nil`, with diagnostics, if it is invalid.
    init?(_ node: ConfigNode, _ compilation: CompilationContext) {
        let diagnostics = compilation.diagnostics
        guard let items = node.items(diagnostics) else { return nil }
        if items.count > Self.maxSteps {
            diagnostics.error("too-many", "at most \(Self.maxSteps) replacements are allowed", at: items[Self.maxSteps].position)
        }
        let steps = items.map { RelayReplacementReader(compilation: compilation).steps($0) }
        guard steps.allSatisfy({ $0 != nil }) else { return nil }
        self.init(steps: steps.flatMap { $0 ?? [] })
    }
}
