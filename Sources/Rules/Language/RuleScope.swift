import BotConfig
import MezonModel

/// Where a rule holds: `in: { channels, except_channels, clans }`. What is not given does not limit.
struct RuleScope: Hashable, Sendable {
    private var channels: Set<ChannelID>?
    private var exceptChannels: Set<ChannelID> = []
    private var clans: Set<ClanID>?

    static let everywhere = RuleScope()
    private init() {}

    init(_ node: ConfigNode, _ compilation: Compilation) {
        let findings = compilation.findings
        guard var map = MapReader(node, "'in'", findings) else { return }
        func channels(_ node: ConfigNode?) -> Set<ChannelID>? {
            (node?.list(orSingle: true, findings)).map { Set($0.compactMap { compilation.names.channel($0, findings) }) }
        }
        self.channels = channels(map.take("channels"))
        exceptChannels = channels(map.take("except_channels")) ?? []
        clans = (map.take("clans")?.list(orSingle: true, findings)).map {
            Set($0.compactMap { compilation.names.clan($0, findings) })
        }
        map.finish()
    }

    func contains(_ channel: ChannelID, of clan: ClanID) -> Bool {
        !exceptChannels.contains(channel) && channels?.contains(channel) ?? true && clans?.contains(clan) ?? true
    }
}
