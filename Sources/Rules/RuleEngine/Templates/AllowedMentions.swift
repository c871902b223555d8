import BotConfiguration
import ChatModel

/// The users and roles that a rule's text may notify by an `@name`: `allow_mentions: [everyone, staff, an]`. The filter `mention`
/// needs no permission.
struct AllowedMentions: Hashable, Sendable {
    private enum Notified: Hashable, Sendable {
        case everyone, user(UserID), role(RoleID)
    }

    private var names: [String: Notified] = [:]

    static let none = AllowedMentions()
    private init() {}

    init(_ node: ConfigNode, _ compilation: CompilationContext) {
        let diagnostics = compilation.diagnostics
        for item in node.list(orSingle: true, diagnostics) ?? [] {
            if item.isWord("everyone", diagnostics) {
                names["everyone"] = .everyone
                names["here"] = .everyone
            } else if let entry = compilation.names.entry(item, kinds: [.users, .roles], diagnostics) {
                names[entry.name] = entry.kind == .roles ? .role(RoleID(entry.id)) : .user(UserID(entry.id))
            }
        }
    }

    /// Returns whether an `@name` may notify someone.
    func allow(_ name: String) -> Bool { names[name] != nil }

    /// Returns the mentions in a text, with their positions.
    func mentions(in text: String) -> [Mention] {
        guard !names.isEmpty else { return [] }
        var mentions: [Mention] = []
        var index = text.startIndex
        while let at = text[index...].firstIndex(of: "@") {
            let rest = text[text.index(after: at)...]
            let name = rest.prefix { $0.isLetter || $0.isNumber || "-_.".contains($0) }
            index = name.endIndex
            guard let notified = names[String(name)] else { continue }
            let start = text[..<at].utf16.count
            mentions.append(Self.mention(notified, String(name), TextRange(start, start + 1 + name.utf16.count)))
        }
        return mentions
    }

    private static func mention(_ notified: Notified, _ name: String, _ range: TextRange) -> Mention {
        switch notified {
        case .everyone: Mention(user: Mention.everyone, range: range)
        case .user(let user): Mention(user: user, username: name, range: range)
        case .role(let role): Mention(user: 0, username: "", role: role, roleName: name, range: range)
        }
    }
}
