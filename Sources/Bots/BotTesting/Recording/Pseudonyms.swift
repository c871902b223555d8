import BotConfiguration
import ChatModel
import Foundation
import TextFolding

/// Pseudonyms for users, channels and roles, in the order of their first occurrence. Objects that the configuration names keep
/// that name, because rules refer to it.
struct Pseudonyms {
    private let configured: NameRegistry
    private(set) var people: [UserID: String] = [:]
    private(set) var order: [UserID] = []
    private var channels: [ChannelID: String] = [:]
    private var clans: [ClanID: String] = [:]
    private var roles: [RoleID: String] = [:]
    private var emoji: [String: String] = [:]
    /// The words that occur in names, folded.
    private var words: Set<String> = []
    private var text = TextAnonymizer()

    /// - Parameter words: The words of the names that are known from the start.
    init(_ names: NameRegistry, me: UserID, knowing words: Set<String>) {
        configured = names
        self.words = words
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

    /// Returns the name of a direct message channel, from its other user.
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

    /// Returns the pseudonym of an emoji; custom emojis have names chosen by users.
    mutating func emoji(_ text: String) -> String {
        guard text.contains(where: \.isASCII) else { return text }
        if let known = emoji[text] { return known }
        let name = ":emoji-\(emoji.count + 1):"
        emoji[text] = name
        return name
    }

    /// Records the words of a name: users are often called by a part of it.
    mutating func learn(_ name: String) { words.formUnion(Self.words(of: name)) }

    /// The words of a name, folded.
    static func words(of name: String) -> [String] {
        name.split { !($0.isLetter || $0.isNumber) }.filter { $0.count > 1 }.map { String($0).foldedPlainly }
    }

    /// Replaces the words of a message.
    ///
    /// - Parameters:
    ///   - command: A Boolean value that indicates whether the first word is kept, because a bot of this application responded to
    ///     it.
    ///   - isKept: Returns whether the word with a number is kept, unless it is a name or an id.
    mutating func replacing(_ message: String, command: Bool, keeping isKept: (Int) -> Bool) -> String {
        var number = -1
        return text.replacing(message) { [words] word in
            number += 1
            if command, number == 0 { return true }
            return isKept(number) && !words.contains(String(word).foldedPlainly) && !Self.isID(word)
        }
    }

    /// Returns whether a text contains a name or an id.
    func name(in text: String) -> Bool {
        text.split { !($0.isLetter || $0.isNumber) }.contains { words.contains(String($0).foldedPlainly) || Self.isID($0) }
    }

    /// Returns whether a word is an id; Mezon's have 18 or 19 digits.
    private static func isID(_ word: Substring) -> Bool { word.count >= 15 && word.allSatisfy(\.isNumber) }
}
