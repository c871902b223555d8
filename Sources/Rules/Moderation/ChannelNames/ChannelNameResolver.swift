package import BotConfiguration
package import ChatModel
package import Storage

/// The names of clans and channels, both configured names and those reported by the server.
package struct ChannelNameResolver: Sendable {
    private let channels: [Channel]
    /// The clan names: the configured name, such as `lab`, or the clan's own.
    private let clans: [ClanID: String]
    /// The names of clans as shown in listings.
    package var clanLabels: [ClanID: String] { clans }
    private let clanNames: [ClanID: Set<String>]
    private let configured: [NameRegistry.Entry]

    /// - Parameter names: The configured names; `nil` if no configuration is known.
    package init(channels: [Channel], clans: [Clan], names: NameRegistry?) {
        self.channels = channels.sorted { $0.id < $1.id }
        let all = names?.all ?? []
        configured = all.filter { $0.kind == .channels }
        var clanNames: [ClanID: Set<String>] = [:]
        var shown: [ClanID: String] = [:]
        for clan in clans where !clan.name.isEmpty {
            clanNames[clan.id, default: []].insert(clan.name)
            shown[clan.id] = clan.name
        }
        for entry in all.filter({ $0.kind == .clans }).reversed() {
            clanNames[ClanID(entry.id), default: []].insert(entry.name)
            shown[ClanID(entry.id)] = entry.name
        }
        self.clanNames = clanNames
        self.clans = shown
    }

    /// Returns `lab/#general` for a channel of a clan, the label for a channel without a clan, and the id if nothing else is
    /// known.
    package func label(of id: ChannelID) -> String { labels[id] ?? "\(id)" }

    /// Returns the channel of an entry as shown in listings; the clan's name for entries without a channel, and the id if there
    /// is no name.
    package func label(of entry: Entry) -> String {
        guard entry.channel.isNone else { return label(of: entry.channel).terminalLine }
        return entry.clan.isNone ? "no channel" : (clans[entry.clan] ?? "clan \(entry.clan)").terminalLine
    }

    /// The channels that have a name, with their names as shown in listings.
    package var labels: [ChannelID: String] {
        var labels: [ChannelID: String] = [:]
        for entry in configured.reversed() { labels[ChannelID(entry.id)] = entry.name }
        for channel in channels where !channel.label.isEmpty && !channel.id.isExternal {
            labels[channel.id] = channel.clan.isNone ? channel.label : Self.text(clans[channel.clan], channel)
        }
        return labels
    }

    /// Returns the channel for a text: a configured name, a name on the server, a name as shown in listings, or an id.
    package func channel(named text: String) throws(ChannelNameError) -> ChannelID {
        if let entry = configured.first(where: { $0.name == text }) { return ChannelID(entry.id) }
        let found = matches(text)
        if let id = found.first, found.count == 1 { return id.id }
        guard found.isEmpty else {
            let printed = found.map { Self.text(clans[$0.clan], $0) }
            // Two channels of one clan may have the same name.
            throw .ambiguous(
                text,
                zip(found, printed).map { channel, name in
                    printed.count { $0 == name } > 1 ? "\(channel.id)" : name
                })
        }
        if let id = ChannelID(text), !id.isNone { return id }
        let candidates = configured.map(\.name) + channels.map(\.label).filter { !$0.isEmpty } + labels.values.sorted()
        throw .unknown(text, nearest: Spelling.nearest(to: text, among: candidates))
    }

    private func matches(_ text: String) -> [Channel] {
        let label = text.drop { $0 == "#" }
        let whole = channels.filter { $0.label == label && !label.isEmpty }
        guard whole.isEmpty, let slash = text.firstIndex(of: "/") else { return whole }
        let (clan, name) = (String(text[..<slash]), String(text[text.index(after: slash)...].drop { $0 == "#" }))
        return channels.filter { channel in
            (clanNames[channel.clan]?.contains(clan) ?? false || "\(channel.clan)" == clan)
                && (channel.label == name || configured.contains { $0.name == name && $0.id == channel.id.rawValue })
        }
    }

    private static func text(_ clan: String?, _ channel: Channel) -> String {
        "\(clan ?? "\(channel.clan)")/#\(channel.label)"
    }
}

/// An error for a channel name that matches no channel, or several.
package enum ChannelNameError: Error, Equatable, CustomStringConvertible {
    case unknown(String, nearest: String?)
    /// The name matches several channels; the array has unambiguous names.
    case ambiguous(String, [String])

    package var description: String {
        switch self {
        case .unknown(let name, let nearest):
            "there is no channel '\(name)'" + (nearest.map { "; did you mean '\($0)'?" } ?? "; give its id")
        case .ambiguous(let name, let names): "'\(name)' is ambiguous; use \(names.joined(separator: " or "))"
        }
    }
}

extension JournalReader {
    /// Returns the names from the store and from the latest revision's configuration.
    package func channelNames() async throws -> ChannelNameResolver {
        ChannelNameResolver(channels: try await channels(), clans: try await clans(), names: try await revisions().first?.names)
    }
}
