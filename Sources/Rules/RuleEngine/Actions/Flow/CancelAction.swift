import BotConfiguration

/// `cancel: name`, or `cancel: { name, per }`: ends what `schedule` has put off under that name.
struct CancelAction: ParsableAction {
    static let name = "cancel"

    private let slot: ScheduledName

    init?(_ keyword: KeywordNode, _ compilation: CompilationContext) {
        let diagnostics = compilation.diagnostics
        compilation.rejectInQuestion(keyword)
        guard let argument = keyword.argument(diagnostics) else { return nil }
        guard argument.isMap(diagnostics) else {
            guard let name = argument.text(diagnostics) else { return nil }
            slot = ScheduledName(name)
            return
        }
        guard var map = MapReader(argument, "'cancel'", diagnostics) else { return nil }
        let slot = ScheduledName(&map, isRequired: true, compilation)
        map.finish()
        guard let slot else { return nil }
        self.slot = slot
    }

    func perform(_ context: inout ActionContext) {
        if !slot.end(&context) { context.remark("nothing to cancel") }
    }
}
