import MezonModel

extension ConnectionSettings {
    /// Reads one connection: `libera: { irc: {…}, channels: { swift: "#swift" } }`,
    /// `home: { matrix: {…}, channels: { swift: "#swift:example.org" } }`, `hooks: { webhooks: {…}, channels: { ci: {…} } }`.
    /// The names of its channels are added to `names`.
    init?(_ entry: ConfigNode.Entry, names: inout NameRegistry, secrets: SecretSource, _ findings: DiagnosticCollector) {
        guard var map = MapReader(entry.value, "a connection", findings) else { return nil }
        let irc = map.take("irc", "An IRC network.")
        let matrix = map.take("matrix", "A Matrix homeserver.")
        let webhooks = map.take("webhooks", "Incoming and outgoing webhooks.")
        map.requireOne(of: ["irc", "matrix", "webhooks"])
        let channels = map.take(
            "channels",
            "The channels, each under a name of your choice: swift: \"#swift\" on IRC, \"#swift:example.org\" on Matrix, ci: { path: /hooks/ci, … } for webhooks."
        )
        let files = map.take(
            "files", "Limits for files transferred from and to a network that stores files, for example most: 25MiB.")
        map.finish()
        let fileSettings = files.flatMap { FileSettings($0, findings) }
        if let files, matrix == nil, irc != nil || webhooks != nil {
            findings.error(
                "contradiction", "this network stores no files: they are sent as links", at: files.position,
                suggestion: "remove it")
        }
        if [irc, matrix, webhooks].count(where: { $0 != nil }) > 1 {
            findings.error(
                "contradiction", "a connection has exactly one network", at: entry.keyPosition,
                suggestion: "split it into two connections")
        }
        let isUsable = NameRegistry.isUsable(entry, findings)
        let named = (channels?.named("'channels' of a connection", findings) ?? []).filter { NameRegistry.isUsable($0, findings) }
        // Everything present is read, so that all errors are found.
        var read: [(network: Network?, rooms: [RemoteChannel])] = []
        if let irc {
            var settings = IRCSettings(irc, secrets: secrets, findings)
            let rooms = Self.rooms(named, of: entry.key, in: &settings, names: &names, secrets: secrets, findings)
            read.append((settings.map(Network.irc), rooms))
        }
        if let matrix {
            var settings = MatrixSettings(matrix, secrets: secrets, findings)
            let rooms = Self.rooms(named, of: entry.key, in: &settings, names: &names, findings)
            read.append((settings.map(Network.matrix), rooms))
        }
        if let webhooks {
            let settings = WebhookSettings(webhooks, channels: named, secrets: secrets, findings)
            let ways = Dictionary((settings?.rooms ?? []).map { ($0.name, $0.way) }) { first, _ in first }
            read.append((settings.map(Network.webhooks), Self.rooms(named, ways, of: entry.key, names: &names, findings)))
        }
        guard isUsable, let first = read.first, let network = first.network else { return nil }
        self.init(name: entry.key, place: entry.keyPosition, network: network, rooms: first.rooms)
        if let fileSettings { self.files = fileSettings }
    }

    /// Reads the channels. A channel is named even if it or the whole network is invalid, so that each error is reported once and
    /// not for every use of the channel.
    private static func rooms(
        _ channels: [ConfigNode.Entry], of port: String, in settings: inout IRCSettings?, names: inout NameRegistry,
        secrets: SecretSource, _ findings: DiagnosticCollector
    ) -> [RemoteChannel] {
        var rooms: [RemoteChannel] = []
        var places: [String: SourcePosition] = [:]
        for channel in channels {
            let room = IRCSettings.RemoteChannel(
                channel.value, isShown: settings?.exposesSecrets ?? false, secrets: secrets, findings)
            let id = ChannelID(port: port, room: room.map { IRCSettings.RemoteChannel.key($0.name) } ?? channel.key)
            names.add(
                NameRegistry.Entry(name: channel.key, kind: .channels, id: id.rawValue, place: channel.keyPosition), findings)
            guard let room, isNew(room.widestKey, room.name, &places, channel, of: port, findings) else { continue }
            settings?.rooms.append(room)
            rooms.append(RemoteChannel(id: id, name: room.name))
        }
        return rooms
    }

    private static func rooms(
        _ channels: [ConfigNode.Entry], of port: String, in settings: inout MatrixSettings?, names: inout NameRegistry,
        _ findings: DiagnosticCollector
    ) -> [RemoteChannel] {
        var rooms: [RemoteChannel] = []
        var places: [String: SourcePosition] = [:]
        for channel in channels {
            let room = MatrixSettings.room(channel.value, findings)
            let id = ChannelID(port: port, room: room ?? channel.key)
            names.add(
                NameRegistry.Entry(name: channel.key, kind: .channels, id: id.rawValue, place: channel.keyPosition), findings)
            guard let room, isNew(room, room, &places, channel, of: port, findings) else { continue }
            settings?.rooms.append(room)
            rooms.append(RemoteChannel(id: id, name: room))
        }
        return rooms
    }

    private static func isNew(
        _ key: String, _ name: String, _ places: inout [String: SourcePosition], _ channel: ConfigNode.Entry, of port: String,
        _ findings: DiagnosticCollector
    ) -> Bool {
        guard let first = places[key] else {
            places[key] = channel.keyPosition
            return true
        }
        findings.error(
            "duplicate-name", "the connection '\(port)' already has \(name) (\(first))", at: channel.keyPosition,
            suggestion: "remove it")
        return false
    }

    /// Registers the channels of webhooks, which have no names but the operator's.
    private static func rooms(
        _ channels: [ConfigNode.Entry], _ ways: [String: NameRegistry.Direction], of port: String, names: inout NameRegistry,
        _ findings: DiagnosticCollector
    ) -> [RemoteChannel] {
        channels.map { channel in
            let id = ChannelID(port: port, room: channel.key)
            names.add(
                NameRegistry.Entry(
                    name: channel.key, kind: .channels, id: id.rawValue, place: channel.keyPosition,
                    direction: ways[channel.key] ?? .both),
                findings)
            return RemoteChannel(id: id, name: channel.key)
        }
    }
}
