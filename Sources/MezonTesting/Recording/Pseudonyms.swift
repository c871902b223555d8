import BotConfig
import Foundation
import MezonModel
import TextMatching

/// Other names for people and places, by the order in which they are met. What the configuration names keeps the name it has
/// there: rules go by it.
struct Pseudonyms {
    private let configured: NameRegistry
    private(set) var people: [UserID: String] = [:]
    private(set) var order: [UserID] = []
    private var channels: [ChannelID: String] = [:]
    private var clans: [ClanID: String] = [:]
    private var roles: [RoleID: String] = [:]
    private var emoji: [String: String] = [:]
    /// Words that are part of somebody's or something's name, folded.
    private var words: Set<String> = []
    private var text = TextAnonymizer()

    init(_ names: NameRegistry, me: UserID) {
        configured = names
        if !me.isNone { people[me] = TestClanSetup.bot }
    }

    mutating func person(_ user: UserID, called names: String...) -> String {
        for name in names { learn(name) }
        if let known = people[user] { return known }
        let name = "person-\(order.count + 1)"
        people[user] = name
        order.append(user)
        return name
    }

    mutating func channel(_ id: ChannelID, called label: String = "") -> String {
        if let known = channels[id] { return known }
        let own = configured.name(of: id)
        if own == nil { learn(label) }
        let name = own ?? "channel-\(channels.count + 1)"
        channels[id] = name
        return name
    }

    /// A direct conversation, by who it is with.
    mutating func conversation(_ id: ChannelID, with user: UserID) -> String {
        if let known = channels[id] { return known }
        let name = "@" + person(user)
        channels[id] = name
        return name
    }

    mutating func clan(_ id: ClanID, called label: String) -> String {
        if let known = clans[id] { return known }
        let own = configured.all.first { $0.kind == .clans && $0.id == id.rawValue }?.name
        if own == nil { learn(label) }
        let name = own ?? "clan-\(clans.count + 2)"
        clans[id] = name
        return name
    }

    mutating func role(_ id: RoleID) -> String {
        if let known = roles[id] { return known }
        let own = configured.all.first { $0.kind == .roles && $0.id == id.rawValue }?.name
        let name = own ?? "role-\(roles.count + 1)"
        roles[id] = name
        return name
    }

    /// A custom emoji has a name that somebody gave it.
    mutating func emoji(_ text: String) -> String {
        guard text.contains(where: \.isASCII) else { return text }
        if let known = emoji[text] { return known }
        let name = ":emoji-\(emoji.count + 1):"
        emoji[text] = name
        return name
    }

    /// A name is taken apart into words: people are called by parts of theirs.
    mutating func learn(_ name: String) {
        words.formUnion(name.split { !($0.isLetter || $0.isNumber) }.filter { $0.count > 1 }.map { String($0).foldedPlainly })
    }

    /// - Parameters:
    ///   - command: the first word is kept, because a bot of this house answered to it.
    ///   - keepsText: whether only names and ids are replaced.
    mutating func replacing(_ message: String, command: Bool, keepsText: Bool) -> String {
        var isFirst = true
        return text.replacing(message) { [words] word in
            defer { isFirst = false }
            if keepsText { return !words.contains(String(word).foldedPlainly) && !Self.isID(word) }
            return command && isFirst
        }
    }

    /// Whether somebody's name or anything's id is in a text.
    func name(in text: String) -> Bool {
        text.split { !($0.isLetter || $0.isNumber) }.contains { words.contains(String($0).foldedPlainly) || Self.isID($0) }
    }

    /// Ids of Mezon have 18 or 19 digits.
    private static func isID(_ word: Substring) -> Bool { word.count >= 15 && word.allSatisfy(\.isNumber) }
}
