import ChatModel

extension WebhookSettings: NetworkSettings {
    package static let network = "webhooks"
    package static let title = "webhooks"
    package static let summary: StaticString = "Incoming and outgoing webhooks."

    /// Reads the settings and registers the channels, which have no names but the operator's.
    package static func read(_ node: ConfigNode, _ connection: ConnectionReader) -> WebhookSettings? {
        let settings = WebhookSettings(
            node, channels: connection.entries, secrets: connection.secrets, connection.diagnostics)
        let channels = Dictionary((settings?.channels ?? []).map { ($0.name, $0) }) { first, _ in first }
        for entry in connection.entries {
            let channel = channels[entry.key]
            let id = connection.register(entry, as: entry.key, direction: channel?.direction ?? .both)
            let events = channel?.style.map { $0 == .standard ? EventEndpoint.accepted : .refused(style: $0.rawValue) }
            connection.add(entry, id, named: entry.key, events: events)
        }
        return settings
    }

    /// Reads `webhooks: { listen: 127.0.0.1:8080 }` and the channels of its connection.
    init?(_ node: ConfigNode, channels entries: [ConfigNode.Entry], secrets: SecretSource, _ diagnostics: DiagnosticCollector) {
        let before = diagnostics.errors
        guard var map = MapReader(node, "'webhooks'", diagnostics) else { return nil }
        let listen = map.take("listen", "The listen address for incoming webhooks, for example 127.0.0.1:8080.")
        map.finish()
        address = listen.flatMap { ListenAddress($0, example: "127.0.0.1:8080", diagnostics) }
        channels = []
        for entry in entries {
            guard let channel = RemoteChannel(entry, secrets: secrets, diagnostics) else { continue }
            if let path = channel.endpoint?.path, let first = channels.first(where: { $0.endpoint?.path == path }) {
                diagnostics.error(
                    "duplicate-path", "'\(first.name)' already has the path '\(path)'", at: entry.value.value(at: "path"),
                    suggestion: "choose another path")
            } else {
                channels.append(channel)
            }
        }
        if listen == nil, let channel = channels.first(where: { $0.endpoint != nil }) {
            diagnostics.error(
                "missing-key", "'\(channel.name)' has a path, but 'webhooks' has no listen address", at: node.position,
                suggestion: "add listen: 127.0.0.1:8080 to 'webhooks'")
        }
        guard diagnostics.errors == before else { return nil }
    }
}

extension ConfigNode {
    /// Returns the position of a key's value, or of the node if there is none.
    fileprivate func value(at key: String) -> SourcePosition {
        guard case .map(let entries) = kind else { return position }
        return entries.first { $0.key == key }?.value.position ?? position
    }
}
