import BotConfiguration
import BotKit
import ChatModel

/// Detection of options that lead a bot's buttons into a private channel in which the bot is not enabled, so that presses never
/// reach it.
extension Configuration {
    /// - Parameter enabledBot: The settings of a bot that has buttons.
    func unreachableButtons(of enabledBot: EnabledBotSettings, inPrivate channels: Set<ChannelID>) -> [Diagnostic] {
        let unnamed = channels.subtracting(enabledBot.scope.channels)
        guard !unnamed.isEmpty else { return [] }
        return enabledBot.config.texts.compactMap { path, text in
            guard let channel = ChannelID(text), unnamed.contains(channel) else { return nil }
            let name = names.name(of: channel) ?? text
            return Diagnostic(
                .warning, "unreachable-buttons",
                "'\(enabledBot.name)' is not enabled in the private channel '\(name)': presses of its buttons there are ignored",
                at: enabledBot.position(ofOption: path), suggestion: "add \(name) to the bot's 'enabled_in'")
        }
    }
}

extension CompiledConfiguration {
    /// Returns the findings for all bots about channels that are private according to the server, without those of `check`.
    func unreachableButtons(inPrivate channels: Set<ChannelID>) -> [Diagnostic] {
        let bots = Set(helpEntries.filter(\.hasButtons).map(\.bot))
        let unchecked = channels.subtracting(configuration.privateChannels)
        return configuration.perClan(\.enabledBots).all.joined().filter { bots.contains($0.name) }
            .flatMap { configuration.unreachableButtons(of: $0, inPrivate: unchecked) }
            .reduce(into: []) { found, finding in if !found.contains(finding) { found.append(finding) } }
    }
}

extension JSONValue {
    /// The texts in the value, each with the keys and list indices that lead to it, in a fixed order.
    fileprivate var texts: [(path: [String], text: String)] {
        switch self {
        case .string(let text): [([], text)]
        case .array(let items):
            items.enumerated().flatMap { index, item in item.texts.map { (["\(index)"] + $0.path, $0.text) } }
        case .object(let entries):
            entries.sorted { $0.key < $1.key }.flatMap { key, item in item.texts.map { ([key] + $0.path, $0.text) } }
        case .null, .bool, .integer, .number: []
        }
    }
}
