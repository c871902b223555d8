import BotConfiguration
import BotKit
import ChatModel
import MezonClient
import RuleEngine

/// The startup message for users: the gateway, the bots and rules of each channel, and the command to chat with them.
package struct StartupSummary: Sendable {
    private let compiled: CompiledConfiguration
    private let gateway: String
    private let isLocal: Bool
    private let snapshot: ReadySnapshot

    init(_ compiled: CompiledConfiguration, gateway: String, isLocal: Bool, snapshot: ReadySnapshot) {
        self.compiled = compiled
        self.gateway = gateway
        self.isLocal = isLocal
        self.snapshot = snapshot
    }

    /// The lines for a terminal.
    ///
    /// - Parameter chat: The command that connects to a local gateway.
    package func text(chat: String) -> String {
        var lines = [
            "mezon-bot is ready: \(gateway)\(isLocal ? " (local gateway, this machine only)" : ""), user \(snapshot.me)"
        ]
        for clan in snapshot.clans {
            lines.append("clan \(clan.name.terminalSafe)")
            let channels = snapshot.channels.filter { $0.clan == clan.id }
            let width = channels.prefix(Self.maxChannels).map(\.label.count).max() ?? 0
            for channel in channels.prefix(Self.maxChannels) {
                let label = channel.label.terminalSafe
                lines.append(
                    "  #\(label)\(String(repeating: " ", count: max(0, width - label.count)))  \(handlers(in: channel))")
            }
            if channels.count > Self.maxChannels { lines.append("  and \(channels.count - Self.maxChannels) more channels") }
        }
        if isLocal { lines.append("chat with it from a second terminal: \(chat)") }
        return lines.joined(separator: "\n")
    }

    private static let maxChannels = 20

    private func handlers(in channel: Channel) -> String {
        let readers = PlaceReaders(privateChannels: compiled.configuration.privateChannels) { id in
            snapshot.channels.first { $0.id == id }
        }
        let isPrivate = readers.isPrivate(channel.id)
        let named = [channel.id, readers.root(of: channel.id)]
        let bots = compiled.bots[channel.clan].filter {
            $0.reach.contains(channel.id, of: channel.clan) && (!isPrivate || $0.isIn(privatePlace: named))
        }.map(\.manifest.name)
        let rules = compiled.rules.listing.filter { $0.applies(in: channel) }.map {
            $0.mode == .shadow ? "\($0.id) (shadow)" : $0.id
        }
        let parts = [
            bots.isEmpty ? nil : "bots \(bots.joined(separator: ", "))",
            rules.isEmpty ? nil : "rules \(rules.joined(separator: ", "))",
        ].compactMap(\.self)
        return parts.isEmpty ? "no bots or rules" : parts.joined(separator: "; ")
    }
}
