import BotConfiguration
import ChatModel
import Foundation

extension RuleTestInput {
    init(_ node: ConfigNode, _ compilation: CompilationContext) {
        self.init()
        let diagnostics = compilation.diagnostics
        guard var map = MapReader(node, "'given'", diagnostics) else { return }
        if let text = map.take("text", "The text of the message.")?.text(diagnostics) { self.text = text }
        if let text = map.take("previous_text", "The previous text of an edited message.")?.text(diagnostics) {
            previousText = text
        }
        if let author = map.take("author", "The author.") { read(author: author, compilation) }
        channel = map.take("channel", "The channel.").flatMap { compilation.names.channel($0, diagnostics) }
        if let late = map.take("late", "Whether the event was recovered after an outage.")?.truth(diagnostics) { isLate = late }
        if let node = map.take("forwarded", "Whether the message was forwarded from another channel.") {
            isForwarded = node.truth(diagnostics) ?? false
        }
        if let node = map.take("role_changed", "The change of a role: `{ role: NAME, change: added }`.") {
            read(roleChange: node, compilation)
        }
        for item in map.take("attachments", "The attachments.")?.list(orSingle: true, diagnostics) ?? [] {
            if let attachment = Self.attachment(item, diagnostics) { attachments.append(attachment) }
        }
        for item in map.take("mentions", "The mentions: names of users and roles, or everyone.")?.list(
            orSingle: true, diagnostics)
            ?? []
        {
            if let mention = Self.mention(item, compilation) { mentions.append(mention) }
        }
        if let reply = map.take("reply_to", "The author of the message replied to: a name, or me.") {
            if case .scalar("me", _) = reply.kind {
                repliedTo = Self.me
            } else {
                repliedTo = compilation.names.user(reply, diagnostics) ?? 0
            }
        }
        if let emoji = map.take("reaction", "The emoji of the reaction.")?.text(diagnostics) { self.emoji = emoji }
        if let button = map.take("button", "The name of the pressed button.")?.text(diagnostics) { self.button = button }
        let data = map.take("webhook", "The JSON of a received webhook.")?.named("'webhook'", diagnostics) ?? []
        if !data.isEmpty { webhook = .object(Dictionary(data.map { ($0.key, $0.value.json) }) { first, _ in first }) }
        for entry in map.take("form", "The fields of a submitted form.")?.named("'form'", diagnostics) ?? [] {
            form[entry.key] = entry.value.json
        }
        if let times = map.take("times", "The number of times the message is sent.")?.wholeNumber(in: 1...1000, diagnostics) {
            self.times = times
        }
        if let people = map.take("people", "The number of people who react to the message, for the trigger `reactions`.")?
            .wholeNumber(in: 1...1000, diagnostics)
        {
            times = people
        }
        if let every = map.take("every", "The interval between repetitions.")?.duration(diagnostics) {
            self.every = every / .seconds(1)
        }
        for entry in map.take("counters", "The counters' values before the event.")?.named("'counters'", diagnostics) ?? [] {
            counters[entry.key] = entry.value.wholeNumber(in: 0...1_000_000_000, diagnostics)
        }
        for entry in map.take("vars", "The variables' values before the event.")?.named("'vars'", diagnostics) ?? [] {
            variables[entry.key] = entry.value.text(diagnostics)
        }
        if let level = map.take("level", "The clan's alert level.")?.choice(AlertLevel.self, "a level", diagnostics) {
            self.level = level.rawValue
        }
        if let at = map.take("at", "The time, for example `2026-01-07 22:30`, in the bot's time zone.") {
            if let moment = at.moment(in: compilation.zone(compilation.configuration.bot.timeZone), diagnostics) {
                self.at = moment.timeIntervalSince1970
            }
        }
        map.finish()
        if let accountAge {
            user = UserID(Snowflake.floor(of: Date(timeIntervalSince1970: at - accountAge)) + 1)
        }
    }

    private mutating func read(author node: ConfigNode, _ compilation: CompilationContext) {
        let diagnostics = compilation.diagnostics
        guard var map = MapReader(node, "'author'", diagnostics) else { return }
        if let id = map.take("id", "The user, by name or id.").flatMap({ compilation.names.user($0, diagnostics) }) { user = id }
        if let name = map.take("name", "The display name in the clan.")?.text(diagnostics) { self.name = name }
        if let username = map.take("username", "The username.")?.text(diagnostics) { self.username = username }
        roles = (map.take("roles", "Roles by name.")?.list(orSingle: true, diagnostics) ?? []).compactMap {
            compilation.names.role($0, diagnostics)
        }
        if let length = map.take("member_for", "The time since the user joined the clan.")?.duration(diagnostics) {
            memberFor = length / .seconds(1)
        }
        if let node = map.take("account_age", "The time since the account was created, in place of an id.") {
            accountAge = node.duration(diagnostics).map { $0 / .seconds(1) }
        }
        if let count = map.take("messages_seen", "The number of earlier messages.")?.wholeNumber(
            in: 0...1_000_000_000, diagnostics)
        {
            messagesSeen = count
        }
        if let node = map.take("cases", "The number of earlier cases of the author in the clan, or `{ count, kind }`.") {
            read(cases: node, diagnostics)
        }
        isThreadStarter = map.take(
            "thread_starter", "Whether the author opened the thread (default: the event is in no thread).")?
            .truth(diagnostics)
        if let isBot = map.take("is_bot", "Whether the user is a bot.")?.truth(diagnostics) { self.isBot = isBot }
        map.finish()
    }

    private mutating func read(cases node: ConfigNode, _ diagnostics: DiagnosticCollector) {
        var count: ConfigNode? = node
        if case .map = node.kind, var map = MapReader(node, "'cases'", diagnostics) {
            count = map.require("count", "The number of cases.")
            caseKind =
                map.take("kind", "Their kind (default: warn).")?.word(
                    of: SanctionTrigger.known, "a kind of sanction", diagnostics)
                ?? caseKind
            map.finish()
        }
        cases = count?.wholeNumber(in: 0...100, diagnostics) ?? cases
    }

    private mutating func read(roleChange node: ConfigNode, _ compilation: CompilationContext) {
        let diagnostics = compilation.diagnostics
        guard var map = MapReader(node, "'role_changed'", diagnostics) else { return }
        changedRole = map.take("role", "The role, by name (default: that of the trigger).").flatMap {
            compilation.names.role($0, diagnostics)
        }
        isRoleRemoved = map.take("change", "`added` or `removed` (default: that of the trigger, or added).").flatMap {
            $0.word(of: ["added", "removed"], "a change", diagnostics)
        }.map { $0 == "removed" }
        map.finish()
    }

    private static func attachment(_ node: ConfigNode, _ diagnostics: DiagnosticCollector) -> Attachment? {
        guard var map = MapReader(node, "an attachment", diagnostics) else { return nil }
        let name = map.require("name", "The file's name.")?.text(diagnostics)
        let type = map.take("media_type", "Its MIME type.")?.text(diagnostics) ?? "application/octet-stream"
        let size = map.take("size", "Its size: `20MB`.")?.sizeInBytes(diagnostics) ?? 1000
        map.finish()
        return name.map { Attachment(filename: $0, url: "https://cdn.mezon.ai/\($0)", mediaType: type, sizeInBytes: size) }
    }

    private static func mention(_ node: ConfigNode, _ compilation: CompilationContext) -> Mention? {
        let range = TextRange(0, 0)
        if case .scalar("everyone", _) = node.kind { return Mention(user: Mention.everyone, range: range) }
        if case .scalar("me", _) = node.kind { return Mention(user: Self.me, range: range) }
        guard let entry = compilation.names.entry(node, kinds: [.users, .roles], compilation.diagnostics) else { return nil }
        return entry.kind == .users
            ? Mention(user: UserID(entry.id), range: range)
            : Mention(user: 0, username: "", role: RoleID(entry.id), roleName: "", range: range)
    }
}
