import BotConfiguration
import ChatModel

/// `set_status: text`, or `set_status: { text }`: changes the bot's own status text in the clan; an empty one is removed.
struct SetStatusAction: ParsableAction {
    static let name = "set_status"
    private static let maxLength = 128  // Characters.

    private let status: ProfileTemplate

    init?(_ keyword: KeywordNode, _ compilation: CompilationContext) {
        guard
            let status = ProfileTemplate(
                keyword, "text", "The status text; an empty one is removed.",
                elsewhere: "Mezon has no call that changes the status of another member", compilation)
        else { return nil }
        self.status = status
    }

    var exposures: [Exposure] { status.exposures }

    func perform(_ context: inout ActionContext) {
        guard let (text, clan) = status.line(maxLength: Self.maxLength, &context) else { return }
        context.request(.clan(.status(text, of: clan)))
    }
}
