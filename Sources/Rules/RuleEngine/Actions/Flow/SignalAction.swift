import BotConfiguration

/// `signal: name`, or `signal: { name }`: triggers the rules that listen for that signal, with the same event.
struct SignalAction: ParsableAction {
    static let name = "signal"

    private let signal: String

    init?(_ keyword: KeywordNode, _ compilation: CompilationContext) {
        let diagnostics = compilation.diagnostics
        compilation.rejectInQuestion(keyword)
        guard let argument = keyword.argument(diagnostics) else { return nil }
        var signal: String?
        if argument.isMap(diagnostics), var map = MapReader(argument, "'signal'", diagnostics) {
            signal = map.require("name", "The signal's name.")?.text(diagnostics)
            map.finish()
        } else {
            signal = argument.text(diagnostics)
        }
        guard let signal else { return nil }
        self.signal = signal
    }

    func perform(_ context: inout ActionContext) { context.signals.append(signal) }
}
