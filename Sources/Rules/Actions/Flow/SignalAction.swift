import BotConfig

/// `signal: name`, or `signal: { name }`: triggers the rules that listen for that signal, with the same event.
struct SignalAction: ParsableAction {
    static let name = "signal"

    private let signal: String

    init?(_ word: KeywordNode, _ compilation: CompilationContext) {
        let findings = compilation.findings
        compilation.rejectInQuestion(word)
        guard let argument = word.argument(findings) else { return nil }
        var signal: String?
        if argument.isMap(findings), var map = MapReader(argument, "'signal'", findings) {
            signal = map.require("name", "The signal's name.")?.text(findings)
            map.finish()
        } else {
            signal = argument.text(findings)
        }
        guard let signal else { return nil }
        self.signal = signal
    }

    func perform(_ scene: inout ActionContext) { scene.signals.append(signal) }
}
