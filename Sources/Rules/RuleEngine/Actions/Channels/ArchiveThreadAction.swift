import BotConfiguration
import ChatModel

/// `archive_thread`, or `archive_thread: name`: archives the thread of the event, or the one of a name under its channel.
struct ArchiveThreadAction: ParsableAction {
    static let name = "archive_thread"
    let needs: Set<PermissionRequirement> = [.manageThread]

    private let title: Template?

    init?(_ keyword: KeywordNode, _ compilation: CompilationContext) {
        compilation.expect(.channel, for: keyword)
        guard let argument = keyword.value else {
            title = nil
            return
        }
        guard let title = Template(argument, compilation) else { return nil }
        self.title = title
    }

    func perform(_ context: inout ActionContext) {
        guard !context.facts.clan.isNone, !context.facts.clan.isExternal else {
            return context.remark("only channels of Mezon have threads")
        }
        guard let title else {
            guard context.facts.channel?.isThread == true else { return context.remark("the channel is not a thread") }
            return context.request(.clan(.archiveThread(named: nil)))
        }
        guard let name = ThreadOpening.name(from: title.text(context)) else {
            return context.remark("no name of a thread")
        }
        context.request(.clan(.archiveThread(named: name)))
    }
}
