import BotConfiguration
import ChatModel

/// The channel of `lock`, `unlock`, `slow_mode` and `archive_channel`: that of the event, or one by name.
enum ChannelArgument: Hashable, Sendable {
    case here
    case named(ChannelID)

    /// Reads the value of a key; that of the event's channel if the key is missing.
    init?(_ node: ConfigNode?, _ keyword: KeywordNode, _ compilation: CompilationContext) {
        guard let node, !node.isWord("here", compilation.diagnostics) else {
            compilation.expect(.channel, for: keyword)
            self = .here
            return
        }
        guard let channel = compilation.names.channel(node, or: ["here"], compilation.diagnostics) else { return nil }
        self = .named(channel)
    }

    /// Returns the channel, which is one of Mezon's in the clan of the event; `nil`, with a remark, for any other.
    func channel(_ context: inout ActionContext) -> ChannelID? {
        let channel: ChannelID =
            switch self {
            case .here: context.facts.channelID
            case .named(let channel): channel
            }
        guard !channel.isNone, !channel.isExternal, !context.facts.clan.isNone else {
            context.remark("only channels of a clan of Mezon can be restricted or archived")
            return nil
        }
        return context.mayAct(in: channel) ? channel : nil
    }
}
