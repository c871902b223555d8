import MezonModel

extension PortSettings {
    /// `libera: { irc: {…}, channels: { swift: "#swift" } }`; what its channels are called is added to the names.
    init?(_ entry: ConfigNode.Entry, names: inout Names, secrets: SecretSource, _ findings: Findings) {
        guard var map = MapReader(entry.value, "a port", findings) else { return nil }
        let irc = map.take("irc", "An IRC network.")
        map.requireOne(of: ["irc"])
        let channels = map.take("channels", "Its channels, each under a name of your own: swift: \"#swift\".")
        map.finish()
        let isUsable = Names.isUsable(entry, findings)
        guard let irc, var settings = IRCSettings(irc, secrets: secrets, findings), isUsable else { return nil }
        let name = entry.key
        var rooms: [Room] = []
        for channel in channels?.named("'channels' of a port", findings) ?? [] where Names.isUsable(channel, findings) {
            guard let room = IRCSettings.Room(channel.value, secrets: secrets, findings) else { continue }
            let id = ChannelID(port: name, room: room.name.lowercased())
            guard !rooms.contains(where: { $0.id == id }) else {
                findings.error(
                    "duplicate-name", "the port '\(name)' has \(room.name) already", at: channel.keyPlace, suggestion: "remove it"
                )
                continue
            }
            settings.rooms.append(room)
            rooms.append(Room(id: id, name: room.name))
            names.add(Names.Entry(name: channel.key, kind: .channels, id: id.rawValue, place: channel.keyPlace), findings)
        }
        self.init(name: name, place: entry.keyPlace, network: .irc(settings), rooms: rooms)
    }
}
