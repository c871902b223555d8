import BotConfiguration
import ChatModel

/// The channels in which a member may not write: `here` (the default), `clan`, or channels by name.
enum MuteScope: Hashable, Sendable {
    case here, clan
    case channels([ChannelID])

    /// All kinds of channel of a clan, threads last.
    private static let kinds: [ChannelKind] = [.text, .announcement, .forum, .streaming, .voice, .thread]

    static func reading(_ node: ConfigNode?, _ compilation: CompilationContext) -> MuteScope? {
        guard let node else { return .here }
        if node.isWord("here", compilation.diagnostics) { return .here }
        if node.isWord("clan", compilation.diagnostics) { return .clan }
        let items = node.list(orSingle: true, compilation.diagnostics) ?? []
        if items.isEmpty {
            compilation.diagnostics.error("missing-value", "expected 'here', 'clan' or channels", at: node.position)
        }
        let channels = items.compactMap { compilation.names.channel($0, or: ["here", "clan"], compilation.diagnostics) }
        return channels.count == items.count && !items.isEmpty ? .channels(channels) : nil
    }

    /// A Boolean value that indicates whether the scope is the channel of the event.
    var needsChannel: Bool { self == .here }

    /// Returns the scope as user-visible text, for example "here". Private channels whose readers are not those of the event's
    /// channel are not named.
    func displayText(_ facts: Facts, _ phrases: RuleMessages) -> String {
        switch self {
        case .here: phrases.here
        case .clan: phrases.inThisClan
        case .channels(let channels):
            phrases.inChannels(
                channels.filter { !facts.isElsewhere($0) }.map { channel in
                    facts.isHidden(channel)
                        ? phrases.privateChannel : "#\(facts.directory.channel(channel)?.label ?? "\(channel)")"
                })
        }
    }

    /// Returns the channels of the event's clan. Channels of other clans are left out and noted in the trace.
    func channels(_ context: inout ActionContext) -> [ChannelID] {
        let facts = context.facts
        switch self {
        case .here: return facts.channelID.isNone ? [] : [facts.channelID]
        case .channels(let channels): return channels.filter { context.mayAct(in: $0) }
        case .clan:
            let known = facts.directory.channels(facts.clan)
            return Self.kinds.flatMap { kind in known.filter { $0.kind == kind }.map(\.id).sorted() }
        }
    }
}
