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
        let isUsable = Names.isUsable(entry, findings)
        let named = (channels?.named("'channels' of a port", findings) ?? []).filter { Names.isUsable($0, findings) }
        let network: Network?
        let rooms: [Room]
        if let irc {
            var settings = IRCSettings(irc, secrets: secrets, findings)
            rooms = Self.rooms(named, of: entry.key, in: &settings, names: &names, secrets: secrets, findings)
            network = settings.map(Network.irc)
        } else {
            network = webhooks.flatMap { WebhookSettings($0, channels: named, secrets: secrets, findings) }.map(Network.webhooks)
            rooms = Self.rooms(named, of: entry.key, names: &names, findings)
        }
        guard isUsable, let network else { return nil }
        self.init(name: entry.key, place: entry.keyPlace, network: network, rooms: rooms)
    }

    /// Each has its name, also where it or the whole network cannot be read: what is wrong is said once, and not again wherever the
    /// channel is named.
    private static func rooms(
        _ channels: [ConfigNode.Entry], of port: String, in settings: inout IRCSettings?, names: inout Names,
        secrets: SecretSource, _ findings: Findings
    ) -> [Room] {
        var rooms: [Room] = []
        var places: [String: Place] = [:]
        for channel in channels {
            let room = IRCSettings.Room(
                channel.value, isShown: settings?.showsSecrets ?? false, secrets: secrets, findings)
            let id = ChannelID(port: port, room: room.map { IRCSettings.Room.key($0.name) } ?? channel.key)
            names.add(Names.Entry(name: channel.key, kind: .channels, id: id.rawValue, place: channel.keyPlace), findings)
            guard let room else { continue }
            if let first = places[room.widestKey] {
                findings.error(
                    "duplicate-name", "the port '\(port)' has \(room.name) already (\(first))", at: channel.keyPlace,
                    suggestion: "remove it")
                continue
            }
            places[room.widestKey] = channel.keyPlace
            settings?.rooms.append(room)
            rooms.append(Room(id: id, name: room.name))
        }
        return rooms
    }

    /// Webhooks' channels are called as the operator calls them.
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
