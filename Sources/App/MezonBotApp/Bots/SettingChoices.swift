package import BotKit
package import ChatModel
import Foundation
package import Storage

/// The channels, roles or users of a clan that the directory knows, for a setting that refers to one of them.
package struct SettingChoices: Sendable {
    package struct Choice: Hashable, Sendable {
        package let id: Int64
        /// The text that selects it: its name, followed by the id if several have the same name.
        package fileprivate(set) var text: String
        /// The category of a channel, or the displayed name of a user; empty for none.
        package let note: String
        /// The names without `#` or `@`, in lowercase.
        fileprivate let names: Set<String>

        init(_ id: Int64, _ mark: String, _ names: [String], note: String) {
            self.id = id
            self.names = Set(names.map { $0.lowercased() })
            text = mark + names[0]
            self.note = note
        }
    }

    private static let maxNamed = 5
    private static let quotes = CharacterSet.whitespaces.union(CharacterSet(charactersIn: "\""))

    private let kind: SettingReference.Kind
    /// The choices in alphabetical order.
    package let all: [Choice]
    private let texts: [Int64: String]

    init(_ kind: SettingReference.Kind, _ choices: [Choice]) {
        self.kind = kind
        let counts = Dictionary(choices.map { ($0.text, 1) }, uniquingKeysWith: +)
        all = choices.map { choice in
            var choice = choice
            if counts[choice.text] != 1 { choice.text += " (\(choice.id))" }
            return choice
        }.sorted { ($0.text.lowercased(), $0.id) < ($1.text.lowercased(), $1.id) }
        texts = Dictionary(all.map { ($0.id, $0.text) }) { first, _ in first }
    }

    /// The text that selects what a value refers to; nil if it is not known.
    package func text(of id: Int64) -> String? { texts[id] }

    /// Returns the value that an entry stands for: the id of what it names, or the entry itself if it is an id.
    ///
    /// - Throws: `AdminError.unknownChoice`, `AdminError.ambiguousChoice`.
    func value(of entry: String) throws -> String {
        let entry = entry.trimmingCharacters(in: Self.quotes)
        if let id = Int64(entry) { return "\(id)" }
        let name = entry.drop { $0 == "#" || $0 == "@" }
        if let choice = all.first(where: { $0.text.dropFirst() == name }) { return "\(choice.id)" }
        let found = all.filter { $0.names.contains(name.lowercased()) }
        guard let choice = found.first else {
            let nearest = Spelling.nearest(to: entry, among: all.map(\.text))
            throw AdminError.unknownChoice(kind.rawValue, entry, nearest: nearest)
        }
        guard found.count == 1 else {
            let texts = found.prefix(Self.maxNamed).map { "\($0.id) for \($0.text)" }
            throw AdminError.ambiguousChoice(kind.rawValue, entry, found: texts)
        }
        return "\(choice.id)"
    }
}

extension JournalReader {
    /// The channels, roles or users of a clan.
    package func settingChoices(_ kind: SettingReference.Kind, of clan: ClanID) async throws -> SettingChoices {
        switch kind {
        case .channel:
            let channels = try await channels().filter { $0.clan == clan && !$0.label.isEmpty }
            return SettingChoices(kind, channels.map { .init($0.id.rawValue, "#", [$0.label], note: $0.categoryName) })
        case .role:
            let roles = try await roles(of: clan).filter { !$0.title.isEmpty }
            return SettingChoices(kind, roles.map { .init($0.id.rawValue, "@", [$0.title], note: "") })
        case .user:
            let members = try await memberNames(of: clan).filter { !$0.username.isEmpty }
            return SettingChoices(
                kind,
                members.map { member in
                    let names = [member.username, member.displayName, member.clanNick].filter { !$0.isEmpty }
                    return .init(member.id.rawValue, "@", names, note: member.name == member.username ? "" : member.name)
                })
        }
    }

    /// The choices for all settings of a bot that refer to something in a clan.
    package func settingChoices(
        for bot: any Bot.Type, in clan: ClanID
    ) async throws -> [SettingReference.Kind: SettingChoices] {
        var choices: [SettingReference.Kind: SettingChoices] = [:]
        for kind in bot.settingReferences { choices[kind] = try await settingChoices(kind, of: clan) }
        return choices
    }
}
