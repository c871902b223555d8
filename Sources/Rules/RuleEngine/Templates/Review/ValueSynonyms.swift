/// The template values under the names that operators know them by from other programs, such as `user.name` and `guild.name`.
enum ValueSynonyms {
    /// Returns what to write inside the braces for such a name; `nil` if the name is not known.
    static func meant(by name: String) -> String? {
        let words = String(name.lowercased().drop { $0 == "@" || $0 == "$" }).replacing("_", with: ".").replacing("-", with: ".")
        return meanings[words]
    }

    private static let meanings: [String: String] = {
        var meanings: [String: String] = [:]
        for user in ["user", "member", "sender", "author"] {
            for name in [".name", ".displayname", ".display.name", ".nick", ".nickname"] { meanings[user + name] = "author.name" }
            for mention in [".mention", ".tag", ".ping"] { meanings[user + mention] = "author | mention" }
            meanings[user + "name"] = "author.name"
            meanings[user] = "author.name"
            meanings[user + ".username"] = "author.username"
            meanings[user + ".id"] = "author.id"
            meanings[user + "id"] = "author.id"
            meanings[user + ".avatar"] = "author.avatar"
            meanings[user + ".joined.at"] = "author.joined"
        }
        for clan in ["server", "guild", "clan"] {
            for name in ["", ".name", "name"] { meanings[clan + name] = "clan.name" }
        }
        for mention in ["mention", "usermention", "user.mention"] { meanings[mention] = "author | mention" }
        for text in ["message.content", "content", "message.body", "msg", "message.raw"] { meanings[text] = "message.text" }
        for link in ["channel.mention", "channel.link", "channel"] { meanings[link] = "channel | link" }
        meanings["channelname"] = "channel.name"
        meanings["target.mention"] = "target | mention"
        for arguments in ["args", "arguments", "command.arguments"] { meanings[arguments] = "command.args" }
        for time in ["now", "time", "timestamp"] { meanings[time] = "event.time | time" }
        meanings["date"] = "event.time | date"
        return meanings
    }()
}
