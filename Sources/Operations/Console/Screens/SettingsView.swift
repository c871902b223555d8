import BotKit
import ChatModel
import Foundation
import MezonBotApp
import Moderation
import Storage

/// The settings of the bots in one clan, with the latest change of each.
struct SettingsView: Sendable {
    struct Bot: Sendable {
        let name: String
        let purpose: String
        let rows: [Row]
    }

    struct Row: Sendable {
        let name: String
        let summary: String
        /// The values that are accepted.
        let expects: String
        let value: String
        let isDefault: Bool
        /// The author and time of the latest change; empty if none is kept.
        let changed: String
        let edit: String
    }

    let clans: [JournalView.Choice]
    let hasClans: Bool
    let bots: [Bot]
    let hasBots: Bool
}

/// The form for one setting, and its history.
struct SettingView: Sendable {
    struct Change: Sendable {
        let at: String
        let by: String
        let from: String
        let to: String
    }

    /// A channel, role or user that the input suggests.
    struct Choice: Sendable {
        let value: String
        let label: String
    }

    static let maxChoices = 500  // About 50 kB; a browser shows a few of them at a time.

    let clan: String
    let clanName: String
    let bot: String
    let name: String
    let summary: String
    let expects: String
    let value: String
    let input: String
    let isDefault: Bool
    /// A Boolean value that indicates whether the value refers to a channel, role or user.
    let isReference: Bool
    let choices: [Choice]
    /// A sentence about the choices that are left out; empty if there are none.
    let more: String
    /// The address of the page with all settings of the clan.
    let back: String
    /// The changes that are kept, newest first.
    let changes: [Change]
    let hasChanges: Bool
}

extension ConsoleContext {
    /// The bots with settings that run in a clan of the session.
    ///
    /// - Throws: `ScreenError.notFound` for a clan of which the session sees nothing.
    func settingsBots(in clan: ClanID) async throws -> [any Bot.Type] {
        guard try await visibleClans().contains(where: { $0.id == clan }) else { throw ScreenError.notFound }
        return access.configuration().botsWithSettings(in: clan, channels: try await reader.channels())
    }

    /// - Parameter chosen: The id of the clan; empty for the first.
    func settings(in chosen: String, _ texts: Texts) async throws -> SettingsView {
        let clans = try await visibleClans()
        guard let clan = chosen.isEmpty ? clans.first?.id : ClanID(chosen) else {
            guard chosen.isEmpty else { throw ScreenError.notFound }
            return SettingsView(clans: [], hasClans: false, bots: [], hasBots: false)
        }
        var bots: [SettingsView.Bot] = []
        for bot in try await settingsBots(in: clan) {
            let listing = try await listing(of: bot, in: clan, texts)
            bots.append(SettingsView.Bot(listing, purpose: bot.manifest.summary, in: zone))
        }
        let names = try await names().clanLabels
        return SettingsView(
            clans: clans.map { .init(value: "\($0.id)", label: names[$0.id] ?? "\($0.id)", isChosen: $0.id == clan) },
            hasClans: true, bots: bots, hasBots: !bots.isEmpty)
    }

    func setting(_ name: String, of bot: String, in clan: String, _ texts: Texts) async throws -> SettingView {
        guard let clan = ClanID(clan), let bot = try await settingsBots(in: clan).first(where: { $0.manifest.name == bot }) else {
            throw ScreenError.notFound
        }
        let listing = try await listing(of: bot, in: clan, texts)
        guard let item = listing.items.first(where: { $0.name == name }) else { throw ScreenError.notFound }
        var choices: [SettingChoices.Choice] = []
        if let kind = item.refersTo { choices = try await reader.settingChoices(kind, of: clan).all }
        let shown = min(choices.count, SettingView.maxChoices)
        let changes = listing.changes.filter { $0.name == item.name }
        return SettingView(
            clan: "\(clan)", clanName: try await names().clanLabels[clan] ?? "\(clan)", bot: bot.manifest.name, name: item.name,
            summary: item.summary, expects: item.expects, value: item.value, input: item.input, isDefault: item.isDefault,
            isReference: item.refersTo != nil, choices: choices.prefix(shown).map { .init(value: $0.text, label: $0.note) },
            more: shown == choices.count
                ? "" : texts.text("settings_more", ["shown": "\(shown)", "known": "\(choices.count)"]),
            back: "/settings?clan=\(clan)",
            changes: changes.map { .init(at: $0.at.stamp(in: zone), by: $0.by, from: $0.from, to: $0.to) },
            hasChanges: !changes.isEmpty)
    }

    private func visibleClans() async throws -> [Clan] {
        try await reader.clans().filter { scope.contains($0.id) }.sorted { $0.id < $1.id }
    }

    private func listing(of bot: any Bot.Type, in clan: ClanID, _ texts: Texts) async throws -> SettingsListing {
        let row = try await reader.botState(of: bot.manifest.name, under: SettingsListing.key(clan))
        let stored = row.flatMap { row in row.value.map { StoredState(fingerprint: row.fingerprint, json: $0) } }
        let choices = try await reader.settingChoices(for: bot, in: clan)
        return try bot.settings(of: clan, from: stored, in: texts.language) { choices[$0.kind]?.text(of: $0.id) }
    }
}

extension SettingsView.Bot {
    fileprivate init(_ listing: SettingsListing, purpose: String, in zone: TimeZone) {
        name = listing.bot
        self.purpose = purpose
        rows = listing.items.map { item in
            let change = listing.changes.first { $0.name == item.name }
            let address = QueryText.query([("clan", "\(listing.clan)"), ("bot", listing.bot), ("name", item.name)])
            return SettingsView.Row(
                name: item.name, summary: item.summary, expects: item.expects, value: item.value, isDefault: item.isDefault,
                changed: change.map { "\($0.by), \($0.at.stamp(in: zone))" } ?? "", edit: "/settings/edit?" + address)
        }
    }
}
