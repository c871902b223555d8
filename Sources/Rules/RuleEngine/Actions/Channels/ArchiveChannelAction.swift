import BotConfiguration
import ChatModel

/// `archive_channel`, or `archive_channel: channel`: archives a channel, in which nobody writes any more.
struct ArchiveChannelAction: ParsableAction {
    static let name = "archive_channel"
    let isSanction = true
    let needs: Set<PermissionRequirement> = [.manageChannel]

    private let place: ChannelArgument

    init?(_ keyword: KeywordNode, _ compilation: CompilationContext) {
        guard let place = ChannelArgument(keyword.value, keyword, compilation) else { return nil }
        self.place = place
    }

    func perform(_ context: inout ActionContext) {
        guard let channel = place.channel(&context) else { return }
        context.request(.clan(.archiveChannel(channel)))
    }
}
