/// A part of a ``Text``.
///
/// Strings are plain text; ``Bold``, ``Code``, ``CodeBlock``, ``Link`` and ``Emoji`` are formatted; a `Mention` or ``RoleRef`` notifies,
/// and a ``ChannelRef`` or `Channel` leads to a channel. Arguments of a command can be used as they were read.
public protocol TextPart {
    /// The part as a text.
    var asText: Text { get }
}

extension String: TextPart {
    /// Plain text, in which nothing is interpreted.
    public var asText: Text { Text(Content(self)) }
}

extension Substring: TextPart {
    /// Plain text, in which nothing is interpreted.
    public var asText: Text { String(self).asText }
}

extension Mention: TextPart {
    /// Creates a mention of a user for a `Text`. The name stands after the `@`; if it is empty, the user's id does.
    ///
    /// `BotContext.mention(_:)` finds the name.
    public init(_ user: UserID, name: String = "") { self.init(user: user, username: name, range: TextRange(0, 0)) }

    /// The name with an `@`, which notifies the user or the members of the role.
    public var asText: Text {
        let name = role.isNone ? username : roleName
        let text = "@" + (name.isEmpty ? role.isNone ? "\(user)" : "\(role)" : name)
        var mention = self
        mention.range = TextRange(0, text.utf16.count)
        return Text(Content(text), mentions: [mention])
    }
}

extension RoleRef: TextPart {
    /// Creates a reference to a role for a ``Text``.
    public init(_ id: RoleID, name: String) {
        self.id = id
        self.name = name
    }

    /// The role's name with an `@`, which notifies its members.
    public var asText: Text { Mention(user: 0, username: "", role: id, roleName: name, range: TextRange(0, 0)).asText }
}

extension ChannelRef: TextPart {
    /// Creates a reference to a channel for a ``Text``.
    public init(_ id: ChannelID, name: String) {
        self.id = id
        self.name = name
    }

    /// The channel's name with a `#`, which leads to the channel.
    public var asText: Text {
        let text = "#" + (name.isEmpty ? "\(id)" : name)
        return Text(
            Content(text, extras: ["hg": [["channelId": .string("\(id)"), "s": 0, "e": .integer(Int64(text.utf16.count))]]]))
    }
}

extension Channel: TextPart {
    /// The channel's name with a `#`, which leads to the channel.
    public var asText: Text { ChannelRef(id, name: label).asText }
}

extension CodeBlock: TextPart {
    /// Creates a code block for a `Text`. The language, such as `swift`, determines the colors.
    public init(_ code: String, language: String = "") {
        self.code = code
        self.language = language
    }

    /// The code as a block.
    public var asText: Text { .marked(code, "pre", language.isEmpty ? [:] : ["language": .string(language)]) }
}

extension BotContext {
    /// Returns a mention of a user with the name that the user has in this clan, if the event's message is by the user or mentions them;
    /// otherwise the text shows the id. `member(_:)` knows more names.
    public func mention(_ user: UserID) -> Mention {
        let message = message
        if let author = message?.author, author.id == user { return Mention(user, name: author.name) }
        return Mention(user, name: message?.mentions.first { $0.user == user }?.username ?? "")
    }
}
