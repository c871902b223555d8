package import ChatModel
package import Foundation

/// The middleware and other settings of one channel, or of all.
package struct ChannelSettings: Hashable, Sendable {
    /// The channel; `nil` for `all`.
    package var channel: ChannelID?
    package var position: SourcePosition
    package var incoming: [IncomingMiddlewareSetting]
    package var outgoing: [DeliveryMiddlewareSetting]
    /// A Boolean value that indicates whether the operator has declared the channel private; otherwise the server's information
    /// applies.
    package var isPrivate = false
    /// The retention of this channel's texts, as far as it differs from the others'.
    package var retention = RetentionSettings()
    /// The default time zone in this channel; nil for its clan's.
    package var timeZone: TimeZone?
}

extension ChannelSettings {
    /// - Parameter middleware: The names of the middleware of this build's registry.
    init?(_ entry: ConfigNode.Entry, names: NameRegistry, middleware: MiddlewareNames, _ diagnostics: DiagnosticCollector) {
        guard var map = MapReader(entry.value, "a channel", diagnostics) else { return nil }
        position = entry.keyPosition
        incoming =
            (map.take("incoming", "Incoming middleware, which can keep messages from rules and bots.")?.list(diagnostics) ?? [])
            .compactMap {
                IncomingMiddlewareSetting($0, names: names, authored: middleware.incoming, diagnostics)
            }
        outgoing =
            (map.take("outgoing", "Outgoing middleware, which a message passes before it is sent.")?.list(diagnostics) ?? [])
            .compactMap {
                DeliveryMiddlewareSetting($0, authored: middleware.outgoing, diagnostics)
            }
        let isPrivate = map.take("private", "Whether the channel is private, for `check`, which does not ask the server.")
        self.isPrivate = isPrivate?.truth(diagnostics) ?? false
        let retentionNode = map.take("retention", "The retention of texts of this channel (default: store.retention).")
        retention = RetentionSettings(retentionNode, isOfChannel: true, diagnostics)
        let zone = map.take("timezone", "The time zone of this channel (default: the clan's).")
        timeZone = zone?.timeZone(diagnostics)
        map.finish()
        if let zone, entry.key == "all" {
            diagnostics.error(
                "bad-time-zone", "the time zone of all channels is set by bot.timezone", at: zone.position,
                suggestion: "move it to bot: { timezone: … }")
        }
        if let retentionNode, entry.key == "all" {
            diagnostics.error(
                "bad-retention", "the retention of all channels is set by store.retention", at: retentionNode.position,
                suggestion: "move it to store: { retention: … }")
        }
        if let isPrivate, entry.key == "all" {
            diagnostics.error(
                "contradiction", "'private' cannot be set for all channels", at: isPrivate.position,
                suggestion: "set it for single channels")
        }
        if entry.key != "all" {
            let name = ConfigNode(kind: .scalar(entry.key, .quoted), position: entry.keyPosition)
            guard let id = names.channel(name, diagnostics) else { return nil }
            channel = id
        }
    }
}
