import BotConfiguration
import ChatModel

/// The channels in which a rule applies: `in: { clans, categories, channels, except_channels, threads, dms, private }`. A missing key does
/// not limit the rule.
///
/// A public thread counts as its parent channel. A private thread counts only as itself and must be named.
struct RuleScope: Hashable, Sendable {
    enum Threads: String, Hashable, Sendable, CaseIterable {
        /// A public thread counts as its parent channel.
        case inherit
        case only, exclude
    }

    /// The word with which the operator says that content of a private place may be shown elsewhere.
    private enum PrivateContent: String, CaseIterable { case allowed }

    private var channels: Set<ChannelID>?
    private var exceptChannels: Set<ChannelID> = []
    private var clans: Set<ClanID>?
    private var categories: Set<CategoryID>?
    private var threads: Threads = .inherit
    private var dms = true
    var includesDirectConversations: Bool { dms }
    /// A Boolean value that indicates whether direct conversations are explicitly included: `dms: true`.
    private(set) var namesDirectConversations = false

    /// A Boolean value that indicates whether the operator knows that content of private places is shown elsewhere: `private: allowed`.
    private(set) var allowsPrivateContent = false

    static let everywhere = RuleScope()
    private init() {}

    init(_ node: ConfigNode, _ names: NameRegistry, _ diagnostics: DiagnosticCollector) {
        guard var map = MapReader(node, "'in'", diagnostics) else { return }
        func items<ID: Hashable>(_ node: ConfigNode?, _ read: (ConfigNode, DiagnosticCollector) -> ID?) -> Set<ID>? {
            (node?.list(orSingle: true, diagnostics)).map { Set($0.compactMap { read($0, diagnostics) }) }
        }
        func channel(_ node: ConfigNode, _ diagnostics: DiagnosticCollector) -> ChannelID? { names.channel(node, diagnostics) }
        channels = items(map.take("channels", "Only in these channels."), channel)
        exceptChannels = items(map.take("except_channels", "Not in these channels."), channel) ?? []
        clans = items(map.take("clans", "Only in these clans."), names.clan)
        categories = items(map.take("categories", "Only in channels of these categories."), names.category)
        threads =
            map.take(
                "threads",
                "Whether public threads count as their parent channel, only as threads, or not at all; a named thread always counts."
            )?
            .choice(Threads.self, "a thread policy", diagnostics) ?? .inherit
        let direct = map.take("dms", "Whether the rule applies in direct conversations.")?.truth(diagnostics)
        dms = direct ?? (channels == nil && clans == nil && categories == nil)
        namesDirectConversations = direct == true
        allowsPrivateContent =
            map.take(
                "private",
                "`allowed` where what is said in a private place that is named may be shown elsewhere: no warning then.")?
            .choice(PrivateContent.self, "a word for content of private places", diagnostics) == .allowed
        map.finish()
    }

    /// A Boolean value that indicates whether the scope limits clans, categories or channels.
    var limitsChannels: Bool { channels != nil || clans != nil || categories != nil }
    /// A Boolean value that indicates whether the scope limits nothing.
    var isEverywhere: Bool { self == .everywhere }

    /// Returns whether the operator has named a channel itself, rather than something that contains it.
    func names(_ id: ChannelID, of clan: ClanID, _ channel: Channel?) -> Bool {
        if clan.isNone, !id.isExternal { return namesDirectConversations || channels?.contains(id) == true }
        guard let channels else { return false }
        return !channels.isDisjoint(with: channel?.places ?? [id])
    }

    /// A channel in which the rule applies, for tests that name none.
    var exampleChannel: ChannelID? { channels?.min() }
    /// The channels in which the rule applies, if it names any.
    var onlyChannels: [ChannelID] { (channels ?? []).subtracting(exceptChannels).sorted() }
    /// The only channel in which the rule applies; `nil` if there are several, or if it is not limited.
    var onlyChannel: ChannelID? { channels?.count == 1 ? channels?.first : nil }
    var exampleClan: ClanID? { clans?.min() }
    var exampleCategory: CategoryID? { categories?.min() }

    /// Returns what holds of every place in which the rule applies.
    ///
    /// - Parameter inPlace: Whether the rule's events happen in a channel or a conversation.
    func formula(inPlace: Bool) -> Formula {
        var parts: [Formula] = []
        if let channels { parts.append(.literal(.places, .items(ItemSets(anyOf: Set(channels.map(\.rawValue)))))) }
        if !exceptChannels.isEmpty {
            parts.append(.literal(.places, .items(ItemSets(noneOf: Set(exceptChannels.map(\.rawValue))))))
        }
        if let clans { parts.append(.values(.clan, clans.map(\.description))) }
        if let categories { parts.append(.values(.category, categories.map(\.description))) }
        if threads == .only { parts.append(.truth(.isThread, true)) }
        if threads == .exclude, channels == nil { parts.append(.literal(.isThread, .values(ValueSet(true).complement))) }
        if !dms, inPlace { parts.append(.literal(.clan, .values(.anyKnown))) }
        return .all(parts)
    }

    /// A Boolean value that indicates whether the rule applies in every place for which the formula holds. Exceptions also leave out
    /// threads that are not known well enough.
    var isExact: Bool { exceptChannels.isEmpty && (threads != .exclude || channels == nil) }

    func contains(_ id: ChannelID, of clan: ClanID, _ channel: Channel?) -> Bool {
        let isThread = channel?.isThread ?? false
        switch threads {
        case .inherit: break
        case .only: if !isThread { return false }
        case .exclude: if isThread, channels?.contains(id) != true { return false }
        }
        if isExcepted(id, channel) { return false }
        if clan.isNone, !id.isNone, !dms { return false }
        if let channels, channels.isDisjoint(with: channel?.places ?? [id]) { return false }
        if let clans, !clans.contains(clan) { return false }
        if let categories {
            guard let category = channel?.category, categories.contains(category) else { return false }
        }
        return true
    }

    /// Returns whether the rule may apply to a channel, also once more is known of it: a thread may turn out to belong to a channel
    /// that is named, and privacy and category may change.
    func mayContain(_ id: ChannelID, _ channel: Channel?) -> Bool {
        guard !exceptChannels.contains(id) else { return false }
        guard let channel else { return true }
        guard mayContainClan(of: channel) else { return false }
        guard let channels, !channels.contains(id) else { return true }
        return channel.isThread && (channel.parent.isNone || channels.contains(channel.parent))
    }

    /// Returns whether the rule may apply to channels of the clan that a channel belongs to.
    func mayContainClan(of channel: Channel?) -> Bool {
        guard let clans, let channel, !channel.clan.isNone else { return true }
        return clans.contains(channel.clan)
    }

    /// An exception also applies to the private threads of a channel, and to a thread of an unknown channel unless it is named.
    private func isExcepted(_ id: ChannelID, _ channel: Channel?) -> Bool {
        guard !exceptChannels.isEmpty else { return false }
        if exceptChannels.contains(id) { return true }
        guard let channel, channel.isThread else { return false }
        return channel.parent.isNone ? channels?.contains(id) != true : exceptChannels.contains(channel.parent)
    }
}
