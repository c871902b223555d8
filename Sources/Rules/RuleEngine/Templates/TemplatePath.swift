import ChatModel

/// A value that a template can show.
enum TemplatePath: Hashable, Sendable {
    enum User: String, Hashable, Sendable, CaseIterable { case author, target }
    enum Trait: String, Hashable, Sendable, CaseIterable { case name, username, id, avatar, joined }
    enum LinkPart: String, Hashable, Sendable, CaseIterable { case domain, url, scheme }

    case user(User)
    case trait(User, Trait)
    case message, messageID, messageText
    /// The text of a message before an edit.
    case messageTextBefore
    case channel, channelID, channelName
    case clanName
    case time, eventKind
    /// The text that the deciding condition found, as written.
    case matchText
    /// A capture group of a pattern, by its name or number.
    case matchGroup(String)
    case matchCount, matchLinks, matchAttachments
    /// The total of a score, or the probability of a trained condition.
    case matchScore
    case link(Int, LinkPart)
    case attachment(Int)
    case ruleID, ruleTitle
    case ladderName, ladderStep, ladderCount
    case variable(String)
    case counter(String)
    /// The members with the highest counts of a counter, one per line.
    case leaderboard(String)
    /// A number that is the same whenever the rule is evaluated for the event.
    case random
    case explanation
    case commandName, commandArguments
    case reminderText
    case tokenAmount, tokenNote
    /// The title and the start of an event of the clan's calendar, and what happened to it.
    case calendarTitle, calendarStart, calendarChange
    /// The role that was given or taken, and `added` or `removed`.
    case roleID, roleName, roleChange
    /// The user who opened the thread.
    case threadAuthor(Trait?)
    /// The kind of the case that triggers the rule, and the rule that opened it.
    case sanctionKind, sanctionRule
    /// The value of one key of a header.
    case header(String, key: String)
    /// The message's text without its headers.
    case messageTextWithoutHeaders
    /// A value of the JSON that the event carries.
    case data(EventData, DataPath)

    /// The paths without a parameter. The others contain a name or an index.
    private static let fixed: [(text: String, path: TemplatePath)] =
        User.allCases.flatMap { who in
            [(who.rawValue, .user(who))] + Trait.allCases.map { ("\(who.rawValue).\($0.rawValue)", .trait(who, $0)) }
        } + [
            ("message", .message), ("message.id", .messageID), ("message.text", .messageText), ("message.link", .message),
            ("message.previous_text", .messageTextBefore), ("token.amount", .tokenAmount), ("token.note", .tokenNote),
            ("clan_event.title", .calendarTitle), ("clan_event.starts", .calendarStart), ("clan_event.change", .calendarChange),
            ("message.without_headers", .messageTextWithoutHeaders),
            ("channel", .channel), ("channel.name", .channelName), ("channel.label", .channelName), ("channel.id", .channelID),
            ("clan.name", .clanName), ("event.time", .time), ("event.kind", .eventKind), ("match.text", .matchText),
            ("match.count", .matchCount), ("match.score", .matchScore), ("match.links", .matchLinks),
            ("match.attachments", .matchAttachments),
            ("rule.id", .ruleID), ("rule.title", .ruleTitle), ("ladder.name", .ladderName), ("ladder.step", .ladderStep),
            ("ladder.count", .ladderCount), ("trace.link", .explanation), ("command.name", .commandName),
            ("command.args", .commandArguments), ("reminder.text", .reminderText), ("sanction.kind", .sanctionKind),
            ("sanction.rule", .sanctionRule), ("random", .random), ("role.id", .roleID), ("role.name", .roleName),
            ("role.change", .roleChange), ("thread.author", .threadAuthor(nil)), ("thread.author.id", .threadAuthor(.id)),
            ("thread.author.name", .threadAuthor(.name)), ("thread.author.username", .threadAuthor(.username)),
        ]

    /// The paths shown in error messages.
    static let known =
        fixed.map(\.text) + [
            "match.groups.NAME", "match.links[0].domain", "match.attachments[0].name", "vars.NAME", "counters.NAME",
            "leaderboard.NAME", "header.NAME.KEY", "webhook.FIELD", "form.FIELD",
        ]

    init?(_ text: String) {
        if let path = Self.fixed.first(where: { $0.text == text })?.path {
            self = path
        } else if let name = Self.name(in: text, after: "vars.") {
            self = .variable(name)
        } else if let name = Self.name(in: text, after: "counters.") {
            self = .counter(name)
        } else if let name = Self.name(in: text, after: "leaderboard.") {
            self = .leaderboard(name)
        } else if let name = Self.name(in: text, after: "match.groups.") {
            self = .matchGroup(name)
        } else if let (header, key) = Self.headerKey(in: text) {
            self = .header(header, key: key)
        } else if let (data, path) = Self.dataPath(in: text) {
            self = .data(data, path)
        } else if let (index, rest) = Self.item(in: text, of: "match.links["), let part = LinkPart(rawValue: rest) {
            self = .link(index, part)
        } else if let (index, rest) = Self.item(in: text, of: "match.attachments["), rest == "name" {
            self = .attachment(index)
        } else {
            return nil
        }
    }

    private static func name(in text: String, after prefix: String) -> String? {
        guard text.hasPrefix(prefix) else { return nil }
        let name = String(text.dropFirst(prefix.count))
        return !name.isEmpty && name.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" }) ? name : nil
    }

    private static func headerKey(in text: String) -> (header: String, key: String)? {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 3, parts[0] == "header", MessageHeader.isName(parts[1]), MessageHeader.isName(parts[2]) else {
            return nil
        }
        return (parts[1], parts[2])
    }

    private static func dataPath(in text: String) -> (data: EventData, path: DataPath)? {
        guard let data = EventData.allCases.first(where: { text.hasPrefix($0.rawValue + ".") }) else { return nil }
        return DataPath(String(text.dropFirst(data.rawValue.count + 1))).map { (data, $0) }
    }

    private static func item(in text: String, of list: String) -> (index: Int, rest: String)? {
        guard text.hasPrefix(list) else { return nil }
        let parts = text.dropFirst(list.count).split(separator: "].", maxSplits: 1)
        guard parts.count == 2, let index = Int(parts[0]), (0..<100).contains(index) else { return nil }
        return (index, String(parts[1]))
    }

    /// A Boolean value that indicates whether the value may reveal message content, which only users who can read its channel may
    /// see.
    var isContent: Bool {
        switch self {
        case .user, .trait, .message, .messageID, .channel, .channelID, .channelName, .clanName, .time, .eventKind, .matchCount,
            .matchScore, .ruleID, .ruleTitle, .ladderName, .ladderStep, .ladderCount, .counter, .explanation, .commandName,
            .sanctionKind, .sanctionRule, .leaderboard, .random, .roleID, .roleName, .roleChange, .threadAuthor, .calendarChange:
            false
        default: true
        }
    }

    var kind: TemplateValue.Kind {
        switch self {
        case .user, .threadAuthor(nil): .user
        case .trait(_, .joined), .time, .calendarStart: .date
        case .message: .message
        case .channel: .channel
        case .matchCount, .ladderStep, .ladderCount, .counter, .tokenAmount, .random: .number
        case .matchLinks, .matchAttachments: .list
        case .trait, .messageID, .messageText, .messageTextBefore, .tokenNote, .calendarTitle, .calendarChange, .channelID,
            .channelName, .clanName, .eventKind,
            .matchText, .matchGroup, .matchScore, .link, .attachment,
            .ruleID, .ruleTitle, .ladderName, .variable, .explanation, .commandName, .commandArguments, .reminderText,
            .header, .messageTextWithoutHeaders, .data, .sanctionKind, .sanctionRule, .leaderboard, .roleID, .roleName,
            .roleChange,
            .threadAuthor:
            .text
        }
    }
}
