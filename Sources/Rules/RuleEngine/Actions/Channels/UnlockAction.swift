import BotConfiguration

/// `unlock`, or `unlock: channel`: ends the lock of a channel.
struct UnlockAction: ParsableAction {
    static let name = "unlock"

    private let place: ChannelArgument

    init?(_ keyword: KeywordNode, _ compilation: CompilationContext) {
        guard let place = ChannelArgument(keyword.value, keyword, compilation) else { return nil }
        self.place = place
    }

    func perform(_ context: inout ActionContext) {
        guard let channel = place.channel(&context) else { return }
        context.change(ChannelRestriction.Kind.lock.key(channel), .forget)
    }
}
