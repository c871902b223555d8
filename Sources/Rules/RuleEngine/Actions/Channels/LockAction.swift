import BotConfiguration
import ChatModel

/// `lock: 30m`, or `lock: { for: 30m, channel }`: only moderators write in a channel for a while. The rules keep the lock: they
/// delete what others write, and tell each of them once.
struct LockAction: ParsableAction {
    static let name = "lock"
    let isSanction = true
    let needs: Set<PermissionRequirement> = [.deleteMessage]

    private let length: Duration
    private let place: ChannelArgument

    init?(_ keyword: KeywordNode, _ compilation: CompilationContext) {
        let diagnostics = compilation.diagnostics
        guard let argument = keyword.argument(diagnostics) else { return nil }
        compilation.requirements.restrictsChannels = true
        guard argument.isMap(diagnostics) else {
            guard let length = argument.duration(diagnostics), let place = ChannelArgument(nil, keyword, compilation) else {
                return nil
            }
            self.length = length
            self.place = place
            return
        }
        guard var map = MapReader(argument, "'lock'", diagnostics) else { return nil }
        let length = map.require("for", "The duration, for example `30m`.")?.duration(diagnostics)
        let place = ChannelArgument(map.take("channel", "`here` (the default), or a channel."), keyword, compilation)
        map.finish()
        guard let length, let place else { return nil }
        self.length = length
        self.place = place
    }

    func perform(_ context: inout ActionContext) {
        guard let channel = place.channel(&context) else { return }
        context.change(
            ChannelRestriction.Kind.lock.key(channel),
            .set(ChannelRestriction.entry(by: context.rule.id, from: context.facts.now, for: length)))
    }
}
