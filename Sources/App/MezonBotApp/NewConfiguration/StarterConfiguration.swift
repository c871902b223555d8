package import BotConfiguration
package import BotKit
package import ChatModel
package import ConnectorKit
package import Foundation

/// A new configuration with ready-made rules.
package struct StarterConfiguration: Hashable, Sendable {
    package var language: AccountSettings.Locale
    /// The name by which the bot introduces itself.
    package var name: String
    package var gateway: GatewaySelection
    /// The clan that the rules apply to; nil for all.
    package var clan: ClanID?
    /// The channel for welcomes and reminders; nil for none.
    package var general: ChannelID?
    /// The channel that is told of what rules did; nil for none.
    package var moderators: ChannelID?
    package var rules: [StarterRule]
    package var timeZone: TimeZone

    package init(
        language: AccountSettings.Locale = .en, name: String = StarterConfiguration.defaultName,
        gateway: GatewaySelection = .local,
        clan: ClanID? = nil,
        general: ChannelID? = nil, moderators: ChannelID? = nil, rules: [StarterRule] = [], timeZone: TimeZone = .gmt
    ) {
        self.language = language
        self.name = name
        self.gateway = gateway
        self.clan = clan
        self.general = general
        self.moderators = moderators
        self.rules = rules
        self.timeZone = timeZone
    }

    package static let defaultName = "mezon-bot"
    private static let maxNameLength = 40  // Characters.

    /// Returns whether a name can stand in messages without escaping.
    package static func isName(_ text: String) -> Bool {
        (1...maxNameLength).contains(text.count)
            && text.unicodeScalars.allSatisfy { scalar in
                switch scalar.properties.generalCategory {
                case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .nonspacingMark,
                    .spacingMark, .decimalNumber:
                    true
                default: " _-.".unicodeScalars.contains(scalar)
                }
            } && text.first != " " && text.last != " "
    }

    /// The clan and the channels of the local gateway.
    package mutating func useLocalGateway() {
        gateway = .local
        clan = 1_900_000_000_000_000_001
        general = 1_900_000_000_000_000_011
        moderators = 1_900_000_000_000_000_014
    }

    /// The file.
    ///
    /// - Parameter bots: The bots of the build.
    package func text(bots: BotRegistry) -> String {
        let enabled = ["ping", "reminders"].filter { bots.names.contains($0) }.map { "  \($0): { enabled_in: all }" }
        let lists = rules.compactMap(\.list).map { "  \($0)" }
        let sections = [
            header, account, "store: { path: ./data }                # created at the first start",
            "# The web console: remove the #, restart the bot, and open the address that `mezon-bot console` prints.\n"
                + "# console: { listen: \"127.0.0.1:7350\" }",
            names, moderation,
            lists.isEmpty ? nil : "lists:\n" + lists.joined(separator: "\n"),
            enabled.isEmpty
                ? nil : "# `mezon-bot bots list` lists all bots of this build.\nbots:\n" + enabled.joined(separator: "\n"),
            rules.isEmpty
                ? nil
                : "# Documentation/Rules.md is the guide. A running bot reads a changed file by itself.\nrules:\n"
                    + rules.map { $0.yaml(in: self) }.joined(separator: "\n\n"),
        ]
        return sections.compactMap(\.self).joined(separator: "\n\n") + "\n"
    }

    /// Checks the file as `mezon-bot check --strict` and `mezon-bot test` do.
    package func problems(bots: BotRegistry, connectors: [any Connector.Type]) -> DiagnosticReport {
        let (compiled, report) = CompiledConfiguration.check(
            texts: ["config.yaml": text(bots: bots)], root: "config.yaml", registry: bots, connectors: connectors)
        return report.with(report.diagnostics + (compiled?.failedTests() ?? []))
    }

    private var header: String {
        "# \(name). Check this file with `mezon-bot check`; every mistake is shown with its line.\nversion: 1"
    }

    private var account: String {
        var lines: [String]
        switch gateway {
        case .local, .unset:
            lines = [
                "bot:",
                "  gateway: local                       # inside the bot, for trials; without this line it connects to Mezon",
            ]
        case .mezon: lines = ["# The id and the token come from the environment and never belong in a file.", "bot:"]
        case .remote(let host, let port, let isSecure):
            lines = [
                "# The id and the token come from the environment and never belong in a file.", "bot:",
                "  gateway: \"\(isSecure ? "https" : "http")://\(host):\(port)\"",
            ]
        }
        lines += ["  id: ${env:MEZON_BOT_ID}", "  token: ${env:MEZON_BOT_TOKEN}"]
        if language != .en { lines.append("  locale: \(language.rawValue)") }
        if timeZone != .gmt { lines.append("  timezone: \(timeZone.identifier)") }
        return lines.joined(separator: "\n")
    }

    private var usesGeneral: Bool { rules.contains(where: \.needsGeneral) }
    private var usesClan: Bool { clan != nil && rules.contains { $0 != .standup } }

    private var names: String? {
        var lines: [String] = []
        if usesClan, let clan { lines += ["  clans:", "    home: \"\(clan)\""] }
        let channels = [("general", usesGeneral ? general : nil), ("moderators", moderators)].compactMap { name, id in
            id.map { "    \(name): \"\($0)\"" }
        }
        if !channels.isEmpty { lines += ["  channels:"] + channels }
        guard !lines.isEmpty else { return nil }
        return "# Names for ids. Keep the quotes: an id is too long for a number.\nnames:\n" + lines.joined(separator: "\n")
    }

    private var moderation: String? {
        moderators.map { _ in
            "# Where moderators are notified. Add `roles: [admin]` with a name under `names: { roles: … }` for those who may undo measures.\n"
                + "moderation: { channel: moderators }"
        }
    }
}
