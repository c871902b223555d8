import BotConfiguration

/// `signal: name`, or `signal: { name, with: { who: "{{ target.id }}" } }`: triggers the rules that listen for that signal, with the
/// same event. They read what it carries as variables.
struct SignalAction: ParsableAction {
    static let name = "signal"

    private let signal: String
    private let values: [(variable: String, value: Template)]

    init?(_ keyword: KeywordNode, _ compilation: CompilationContext) {
        let diagnostics = compilation.diagnostics
        let before = diagnostics.errors
        compilation.rejectInQuestion(keyword)
        guard let argument = keyword.argument(diagnostics) else { return nil }
        var name: ConfigNode? = argument
        var values: [(String, Template)] = []
        if argument.isMap(diagnostics), var map = MapReader(argument, "'signal'", diagnostics) {
            name = map.require("name", "The signal's name.")
            for entry in map.take("with", "Variables for the rules that listen: names and templates.")?.named(
                "'with'", diagnostics) ?? []
            {
                SetAction.checkName(entry.key, at: entry.value.position, diagnostics)
                if let value = Template(entry.value, compilation) { values.append((entry.key, value)) }
            }
            map.finish()
        }
        guard let signal = name?.text(diagnostics), diagnostics.errors == before else { return nil }
        self.signal = signal
        self.values = values
    }

    func perform(_ context: inout ActionContext) {
        for (variable, value) in values {
            context.facts.variables[variable] = String(value.text(context).prefix(SetAction.maxValueLength))
        }
        context.followUps.append(.signal(signal))
    }
}
