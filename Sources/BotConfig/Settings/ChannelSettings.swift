package import MezonModel

/// The hooks that messages pass in one channel, or in all.
package struct ChannelSettings: Hashable, Sendable {
    /// `nil` for `all`.
    package var channel: ChannelID?
    package var place: Place
    package var incoming: [IncomingHookSetting]
    package var outgoing: [OutgoingHookSetting]
}

extension ChannelSettings {
    init?(_ entry: ConfigNode.Entry, names: Names, _ findings: Findings) {
        guard var map = MapReader(entry.value, "a channel", findings) else { return nil }
        place = entry.keyPlace
        incoming = (map.take("incoming", "What keeps messages from rules and bots.")?.list(findings) ?? []).compactMap {
            IncomingHookSetting($0, names: names, findings)
        }
        outgoing = (map.take("outgoing", "What a message passes before it is sent.")?.list(findings) ?? []).compactMap {
            OutgoingHookSetting($0, findings)
        }
        map.finish()
        if entry.key != "all" {
            let name = ConfigNode(kind: .scalar(entry.key, .quoted), place: entry.keyPlace)
            guard let id = names.channel(name, findings) else { return nil }
            channel = id
        }
    }
}
