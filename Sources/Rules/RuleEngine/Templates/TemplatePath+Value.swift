import ChatModel
import Foundation
import PatternMatching

extension TemplatePath {
    /// Returns the value; `nil` if there is none.
    func value(_ context: ActionContext) -> TemplateValue? {
        let facts = context.facts
        switch self {
        case .user(let who): return who.user(facts).map { .user($0, name: facts.handle(of: $0)) }
        case .trait(let who, let trait): return who.user(facts).flatMap { trait.value(of: $0, facts) }
        case .message:
            guard !facts.event.message.isNone else { return nil }
            return .message(facts.event.message, in: facts.channelID, of: facts.clan)
        case .messageID: return facts.event.message.isNone ? nil : .text("\(facts.event.message)")
        case .messageText: return .text(facts.displayedText)
        case .messageTextBefore: return .text(facts.earlierMessage?.text ?? "")
        case .channel: return facts.channelID.isNone ? nil : .channel(facts.channelID, label: context.channelName)
        case .channelID: return facts.channelID.isNone ? nil : .text("\(facts.channelID)")
        case .channelName: return .text(context.channelName)
        case .clanName: return facts.directory.clan(facts.clan).map { .text($0.name) }
        case .time: return .moment(facts.now)
        case .eventKind: return .text(facts.event.kind)
        case .matchText: return context.found.text.map { .text($0.text) }
        case .matchGroup(let key): return context.rule.captures.group(key, of: facts.event).map { .text($0) }
        case .matchCount: return context.found.count.map { .number($0) }
        case .matchScore: return context.found.score.map { .text($0) }
        case .matchLinks: return .list(context.found.links.map(\.url))
        case .matchAttachments: return .list(context.found.attachments.map(\.filename))
        case .link(let index, let part):
            guard context.found.links.indices.contains(index) else { return nil }
            return .text(part.text(of: context.found.links[index]))
        case .attachment(let index):
            guard context.found.attachments.indices.contains(index) else { return nil }
            return .text(context.found.attachments[index].filename)
        case .ruleID: return .text(context.rule.id)
        case .ruleTitle: return .text(context.rule.title.isEmpty ? context.rule.id : context.rule.title)
        case .ladderName: return context.position.map { .text($0.ladder) }
        case .ladderStep: return context.position.map { .number($0.step) }
        case .ladderCount: return context.position.map { .number($0.count) }
        case .variable(let name): return facts.variable(name).map { .text($0) }
        case .counter(let name):
            let scope = context.rule.counterScopes[name] ?? context.policy.scope(ofCounter: name)
            let key = StateKey(.counter, name, facts.subject(scope))
            return .number(facts.count(key, decay: context.policy.decays[name]))
        case .leaderboard(let name):
            let scope = context.rule.counterScopes[name] ?? context.policy.scope(ofCounter: name)
            return LeaderboardKey(name, of: scope).map { .text($0.lines(context)) }
        case .random: return .number(Int(truncatingIfNeeded: facts.randomBits >> 11))
        case .tokenAmount:
            switch facts.event {
            case .tokenSent(let transfer): return .number(transfer.amount)
            case .coffeeGiven(let gift): return .number(gift.amount)
            default: return nil
            }
        case .tokenNote: if case .tokenSent(let transfer) = facts.event { return .text(transfer.note) } else { return nil }
        case .calendarTitle, .calendarStart, .calendarChange:
            guard case .clanEventChanged(let change) = facts.event else { return nil }
            if self == .calendarStart { return change.event.startsAt.map { .moment($0) } }
            return .text(self == .calendarTitle ? change.event.title : change.kind.rawValue)
        case .roleID, .roleName, .roleChange:
            guard case .rolesChanged(let change) = facts.event else { return nil }
            if self == .roleChange { return .text(change.removed.isEmpty ? "added" : "removed") }
            return .text(self == .roleID ? "\(change.role)" : context.policy.roleNames[change.role] ?? "\(change.role)")
        case .threadAuthor(let trait):
            guard let user = facts.threadStarter else { return nil }
            return trait.map { $0.value(of: user, facts) } ?? .user(user, name: facts.handle(of: user))
        case .sanctionKind: return facts.sanction.map { .text($0.kind) }
        case .sanctionRule: return facts.sanction.map { .text($0.rule) }
        case .explanation: return .text(facts.explanation)
        case .commandName: return facts.command.map { .text($0.name) }
        case .reminderText:
            guard case .system(.due(let occurrence)) = facts.event else { return nil }
            return occurrence.job.note.object?["text"]?.string.map { .text($0) }
        case .header(let name, let key): return facts.header(name, by: context.policy.headers)?[key].map(TemplateValue.init)
        case .messageTextWithoutHeaders: return .text(facts.splitHeaders(by: context.policy.headers).text)
        case .data(let data, let path): return path.texts(in: data.value(facts)).map { .text($0.joined(separator: ", ")) }
        case .commandArguments: return facts.command.map { .text($0.arguments) }
        }
    }
}

extension TemplateValue {
    fileprivate init(_ value: MessageHeader.Value) {
        if case .tuple(let items) = value { self = .list(items) } else { self = .text(value.shown) }
    }
}

extension TemplatePath.User {
    func user(_ facts: Facts) -> UserID? {
        let user = self == .author ? facts.actor : facts.target
        return user.isNone ? nil : user
    }
}

extension TemplatePath.Trait {
    fileprivate func value(of user: UserID, _ facts: Facts) -> TemplateValue? {
        let author = facts.message.flatMap { $0.author.id == user ? $0.author : nil }
        switch self {
        case .name: return .text(facts.name(of: user))
        case .username:
            if let author { return .text(author.username) }
            let known = facts.person(user)?.username ?? ""
            return .text(known.isEmpty ? facts.name(of: user) : known)
        case .id: return .text("\(user)")
        case .avatar: return .text(author?.avatar ?? facts.message?.references.first { $0.sender == user }?.senderAvatar ?? "")
        case .joined: return facts.member(user)?.joinedAt.map { .moment($0) }
        }
    }
}

extension TemplatePath.LinkPart {
    fileprivate func text(of link: MatchDetails.FoundLink) -> String {
        switch self {
        case .url: link.url
        case .domain: link.domain
        case .scheme: link.scheme
        }
    }
}

extension Facts {
    var channelName: String { channel?.label ?? message?.channelLabel ?? "" }
    var command: CommandMessage? { message.flatMap { CommandMessage($0.text, prefix: prefix) } }
    /// The command that explains the decisions about the event.
    var explanation: String { "mezon-bot rules explain " + (event.message.isNone ? "'#\(sequence)'" : "\(event.message)") }
}
