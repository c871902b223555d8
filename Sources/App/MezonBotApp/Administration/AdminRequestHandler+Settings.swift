import BotKit
import ChatModel
import Storage

/// Requests about the settings of bots.
extension AdminRequestHandler {
    /// The settings of a bot in a clan.
    func settings(of name: String, in clan: String) async throws -> AdminReply {
        guard let bot = settingsBot(name) else { return refusal(of: name) }
        guard let clan = try await clans(named: [clan]).first else { return AdminReply([]) }
        let row = try await store.state.botState(of: name, under: SettingsListing.key(clan))
        let stored = row.flatMap { row in row.value.map { StoredState(fingerprint: row.fingerprint, json: $0) } }
        let choices = try await store.reader.settingChoices(for: bot, in: clan)
        return AdminReply(try bot.settings(of: clan, from: stored) { choices[$0.kind]?.text(of: $0.id) }.lines)
    }

    /// Requests a change of a setting. The bot makes it with the entry of the request.
    ///
    /// - Parameter value: The value as a user would write it in chat, or the name of a channel, role or user; nil for the default.
    func change(
        _ setting: String, of name: String, to value: String?, in clan: String, by author: String
    ) async throws -> AdminReply {
        guard let bot = settingsBot(name) else { return refusal(of: name) }
        guard let clan = try await clans(named: [clan]).first else { return AdminReply([]) }
        let present = reloader.current.botsWithSettings(in: clan, channels: try await store.reader.channels())
        guard present.contains(where: { $0.manifest.name == name }) else {
            return AdminReply(["'\(name)' does not run in this clan"], isRefused: true)
        }
        var value = value
        if let entry = value, let kind = bot.settingReference(setting) {
            value = try await store.reader.settingChoices(kind, of: clan).value(of: entry)
        }
        if let problem = bot.settingProblem(setting, value) { return AdminReply([problem], isRefused: true) }
        let change = SystemEvent.SettingChange(bot: name, name: setting, value: value, clan: clan, by: author, at: time.now)
        try await store.journal.append([NewEntry(system: .setting(change))])
        return AdminReply(["\(name): \(setting) changes; `mezon-bot journal` shows the result"])
    }

    private func settingsBot(_ name: String) -> (any Bot.Type)? {
        reloader.current.bots.definitions.map(\.type).first { $0.manifest.name == name && $0.hasSettings }
    }

    private func refusal(of name: String) -> AdminReply {
        let names = reloader.current.bots.definitions.map(\.type).filter { $0.hasSettings }.map { $0.manifest.name }.sorted()
        let known = names.isEmpty ? "no enabled bot has settings" : "bots with settings: \(names.joined(separator: ", "))"
        return AdminReply(["'\(name)' is no enabled bot with settings; \(known)"], isRefused: true)
    }
}
