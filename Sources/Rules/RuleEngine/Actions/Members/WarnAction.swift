import BotConfiguration
import ChatModel

/// `warn`, `warn: text`, or `warn: { to, text }`: warns a member by an ephemeral message and records a case.
struct WarnAction: ParsableAction {
    static let name = "warn"

    private let whom: MemberGroup
    /// The text of the warning; `nil` for the default text, which states the reason.
    private let text: Template?
    private let isQuoting: Bool

    init?(_ keyword: KeywordNode, _ compilation: CompilationContext) {
        compilation.expect(.channel, for: keyword)
        guard let argument = keyword.value else {
            whom = .one(.author)
            text = nil
            isQuoting = false
            return
        }
        guard argument.isMap(compilation.diagnostics) else {
            guard let text = Template(argument, compilation) else { return nil }
            whom = .one(.author)
            self.text = text
            isQuoting = false
            return
        }
        let before = compilation.diagnostics.errors
        guard var map = MapReader(argument, "'warn'", compilation.diagnostics) else { return nil }
        let whom = MemberGroup.reading(&map, compilation)
        let (text, isQuoting) = compilation.reading {
            map.take("text", "The text of the warning (default: the reason).").flatMap { Template($0, compilation) }
        }
        map.finish()
        guard compilation.diagnostics.errors == before, let whom else { return nil }
        self.whom = whom
        self.text = text
        self.isQuoting = isQuoting
    }

    var exposures: [Exposure] { isQuoting ? whom.exposures : [] }

    func perform(_ context: inout ActionContext) {
        for user in context.moderated(whom) { warn(user, &context) }
    }

    private func warn(_ user: UserID, _ context: inout ActionContext) {
        // If the message may not be quoted to them, they are warned without its text.
        let text = isQuoting && context.refusalToShow(to: user) != nil ? nil : text
        let written = context.write(for: .user(user)) { context in text.map { $0.draft(context) } }
        let draft = written ?? Draft(context.policy.phrases.warning(context.cause))
        guard let draft else { return context.remark("the warning is empty") }
        context.warn(user, draft, context.draft(Self.name, user))
    }
}
