import MezonModel

extension PortSettings {
    /// `libera: { irc: {…}, channels: { swift: "#swift" } }`, `hooks: { webhooks: {…}, channels: { ci: {…} } }`; what its channels are
    /// called is added to the names.
    init?(_ entry: ConfigNode.Entry, names: inout Names, secrets: SecretSource, _ findings: Findings) {
        guard var map = MapReader(entry.value, "a port", findings) else { return nil }
        let irc = map.take("irc", "An IRC network.")
        let webhooks = map.take("webhooks", "What others post here, and what is posted to others.")
        map.requireOne(of: ["irc", "webhooks"])
        let channels = map.take(
            "channels", "Its channels, each under a name of your own: swift: \"#swift\"; of webhooks ci: { path: /hooks/ci, … }.")
        map.finish()
        if irc != nil, webhooks != nil {
            findings.error(
                "contradiction", "a port leads to one network", at: entry.keyPlace, suggestion: "make two ports of it")
        }
        guard Names.isUsable(entry, findings) else { return nil }
        let named = (channels?.named("'channels' of a port", findings) ?? []).filter { Names.isUsable($0, findings) }
        var read: [PortSettings] = []
        if let irc, var settings = IRCSettings(irc, secrets: secrets, findings) {
            let rooms = Self.rooms(named, of: entry.key, in: &settings, names: &names, secrets: secrets, findings)
            read.append(PortSettings(name: entry.key, place: entry.keyPlace, network: .irc(settings), rooms: rooms))
        }
        if let webhooks {
            let settings = WebhookSettings(webhooks, channels: named, secrets: secrets, findings)
            let rooms = Self.rooms(named, of: entry.key, names: &names, findings)
            if let settings {
                read.append(PortSettings(name: entry.key, place: entry.keyPlace, network: .webhooks(settings), rooms: rooms))
            }
        }
        guard let first = read.first else { return nil }
        self = first
    }

    private static func rooms(
        _ channels: [ConfigNode.Entry], of port: String, in settings: inout IRCSettings, names: inout Names,
        secrets: SecretSource, _ findings: Findings
    ) -> [Room] {
        var rooms: [Room] = []
        for channel in channels {
            guard let room = IRCSettings.Room(channel.value, secrets: secrets, findings) else { continue }
            let id = ChannelID(port: port, room: room.name.lowercased())
            guard !rooms.contains(where: { $0.id == id }) else {
                findings.error(
                    "duplicate-name", "the port '\(port)' has \(room.name) already", at: channel.keyPlace, suggestion: "remove it"
                )
                continue
            }
            settings.rooms.append(room)
            rooms.append(Room(id: id, name: room.name))
            names.add(Names.Entry(name: channel.key, kind: .channels, id: id.rawValue, place: channel.keyPlace), findings)
        }
        return rooms
    }

    /// Webhooks' channels are called as the operator calls them. One that cannot be used has its name all the same: what is wrong with
    /// it is said once, and not again wherever it is named.
    private static func rooms(
        _ channels: [ConfigNode.Entry], of port: String, names: inout Names, _ findings: Findings
    ) -> [Room] {
        channels.map { channel in
            let id = ChannelID(port: port, room: channel.key)
            names.add(Names.Entry(name: channel.key, kind: .channels, id: id.rawValue, place: channel.keyPlace), findings)
            return Room(id: id, name: channel.key)
        }
    }
}
