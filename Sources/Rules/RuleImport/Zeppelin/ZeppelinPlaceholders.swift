/// The placeholders of Zeppelin's texts.
enum ZeppelinPlaceholders {
    private static let values: [String: String] = [
        "user.id": "{{ author.id }}", "user.username": "{{ author.username }}", "user.name": "{{ author.name }}",
        "user.tag": "{{ author.username }}", "user.discriminator": "", "user.mention": "{{ author | mention }}",
        "user": "{{ author.name }}", "member": "{{ author.name }}", "member.id": "{{ author.id }}",
        "member.nick": "{{ author.name }}", "member.user.id": "{{ author.id }}",
        "member.user.username": "{{ author.username }}", "usermention(member)": "{{ author | mention }}",
        "usermention(user)": "{{ author | mention }}", "users": "{{ author.name }}",
        "matchsummary": "{{ match.text | default: … }}", "messagelink": "{{ message | link }}", "rule": "{{ rule.title }}",
        "prettyname": "{{ rule.title }}", "guild.name": "{{ clan.name }}", "guildname": "{{ clan.name }}",
        "channel.name": "{{ channel.name }}", "channel": "{{ channel.name }}",
    ]

    /// Returns a template, and the placeholders that have no counterpart.
    static func translated(_ text: String) -> (text: String, unknown: [String]) {
        var unknown: [String] = []
        let mentions = String(text.trimmingSpace).replacing("{{", with: "{ {")
            .replacing(/<@!?\{(?:member\.|member\.user\.)?(?:user\.)?id\}>/, with: "{usermention(user)}")
            .replacing(/<a?(:[A-Za-z0-9_]{1,40}:)\d{1,20}>/) { String($0.output.1) }
        let filled = mentions.replacing(/\{([^{}\n]{1,80})\}/) { found -> String in
            let name = found.output.1.filter { !$0.isWhitespace }.lowercased()
            if let value = values[name] { return value }
            unknown.append(String(found.output.1))
            return "…"
        }
        let plain = filled.replacing(/<(?:@&|@!?|#)(\d{1,20})>/) { found -> String in
            unknown.append(String(found.output.0))
            return "…"
        }
        return (plain, unknown)
    }
}
