import BotConfig
import MezonModel

/// Where a rule holds: `in: { clans, categories, channels, except_channels, threads, dms }`. What is not given does not limit.
struct RuleScope: Hashable, Sendable {
    enum Threads: String, Hashable, Sendable, CaseIterable {
        /// A thread counts as the channel it hangs on.
        case inherit
        case only, exclude
    }

    private var channels: Set<ChannelID>?
    private var exceptChannels: Set<ChannelID> = []
    private var clans: Set<ClanID>?
    private var categories: Set<CategoryID>?
    private var threads: Threads = .inherit
    private var dms = true

    static let everywhere = RuleScope()
    private init() {}

    init(_ node: ConfigNode, _ compilation: CompilationContext) {
        let findings = compilation.findings
        let names = compilation.names
        guard var map = MapReader(node, "'in'", findings) else { return }
        func items<ID: Hashable>(_ node: ConfigNode?, _ read: (ConfigNode, DiagnosticCollector) -> ID?) -> Set<ID>? {
            (node?.list(orSingle: true, findings)).map { Set($0.compactMap { read($0, findings) }) }
        }
        channels = items(map.take("channels", "Only in these channels."), names.channel)
        exceptChannels = items(map.take("except_channels", "Not in these channels."), names.channel) ?? []
        clans = items(map.take("clans", "Only in these clans."), names.clan)
        categories = items(map.take("categories", "Only in channels of these categories."), names.category)
        threads =
            map.take("threads", "Whether threads count as their channel, alone, or not at all.")?
            .choice(Threads.self, "how threads count", findings) ?? .inherit
        dms =
            map.take("dms", "Whether direct conversations count.")?.truth(findings)
            ?? (channels == nil && clans == nil && categories == nil)
        map.finish()
    }

    /// Whether it limits anything at all.
    var isEverywhere: Bool { self == .everywhere }

    /// A place in which it holds, for tests that name none.
    var exampleChannel: ChannelID? { channels?.min() }
    /// The channels in which it holds, where it says so.
    var onlyChannels: [ChannelID] { (channels ?? []).subtracting(exceptChannels).sorted() }
    /// The one channel in which it holds; nil where there are several, or any.
    var onlyChannel: ChannelID? { channels?.count == 1 ? channels?.first : nil }
    var exampleClan: ClanID? { clans?.min() }
    var exampleCategory: CategoryID? { categories?.min() }

    func contains(_ id: ChannelID, of clan: ClanID, _ channel: Channel?) -> Bool {
        let parent = channel?.parent ?? 0
        let isThread = !parent.isNone
        switch threads {
        case .inherit: break
        case .only: if !isThread { return false }
        case .exclude: if isThread { return false }
        }
        let places: Set<ChannelID> = isThread ? [id, parent] : [id]
        if !exceptChannels.isDisjoint(with: places) { return false }
        if clan.isNone, !id.isNone, !dms { return false }
        if let channels, channels.isDisjoint(with: places) { return false }
        if let clans, !clans.contains(clan) { return false }
        if let categories {
            guard let category = channel?.category, categories.contains(category) else { return false }
        }
        return true
    }
}
