import BotConfiguration
import BotKit
import ChatModel
import Foundation
import PatternMatching

/// Runs one test of one rule, alone and enforced, with no state except what the test sets.
struct RuleTestRunner {
    static let mentioned: UserID = 1_000_010
    private static let clan: ClanID = 1_000_002
    private static let elsewhere: ChannelID = 1_000_003

    let set: RuleSet
    let rule: CompiledRule
    let test: RuleTest
    /// The trigger for which the event is made.
    let trigger: RuleTrigger?

    /// - Parameter trigger: The trigger to test; by default the first one of the rule.
    init(set: RuleSet, rule: CompiledRule, test: RuleTest, trigger: RuleTrigger? = nil) {
        self.set = set
        self.rule = rule
        self.test = test
        self.trigger = trigger ?? rule.triggers.first
    }

    /// Returns the failures; empty if the test passes.
    func failures() -> [String] {
        let state = RuleState()
        var outcome: RuleEvaluation.Outcome?
        for index in 0..<test.given.times {
            let now = Date(timeIntervalSince1970: test.given.at + test.given.every * Double(index))
            let event = event(at: now, number: index + 1)
            var facts = facts(event, now, state)
            if index == 0 { setUpState(facts) }
            facts.variables = test.given.variables
            outcome = decide(event, facts)
        }
        return compare(outcome, state)
    }

    /// Returns the outcome for one event as the test gives it; `nil` if no trigger of the rule fires.
    func outcome() -> RuleEvaluation.Outcome? {
        let now = Date(timeIntervalSince1970: test.given.at)
        let event = event(at: now, number: 1)
        let facts = facts(event, now, RuleState())
        setUpState(facts)
        return decide(event, facts)
    }

    /// Returns the outcomes of all rules of the set that one event reaches, in their order.
    func outcomes() -> [RuleEvaluation.Outcome] {
        let now = Date(timeIntervalSince1970: test.given.at)
        let event = event(at: now, number: 1)
        var facts = facts(event, now, RuleState())
        setUpState(facts)
        facts.variables = test.given.variables
        set.note(facts)
        var evaluation = RuleEvaluation(set, facts)
        evaluation.outcomes = []
        _ = evaluation.run(Array(set.rules.indices), kinds: RuleTrigger.Kind.kinds(of: event, prefix: facts.prefix))
        return evaluation.outcomes ?? []
    }

    /// Returns whether the rules of the set trigger each other until they are cut off, once the first one has been triggered.
    func triggersEndlessly() -> Bool {
        let now = Date(timeIntervalSince1970: test.given.at)
        let event = event(at: now, number: 1)
        let facts = facts(event, now, RuleState())
        setUpState(facts)
        var evaluation = RuleEvaluation(set, facts)
        evaluation.runFirst()
        evaluation.followUp()
        return evaluation.isCutOff
    }

    private func decide(_ event: Event, _ facts: Facts) -> RuleEvaluation.Outcome? {
        let kinds = RuleTrigger.Kind.kinds(of: event, prefix: facts.prefix)
        set.note(facts)
        var evaluation = RuleEvaluation(set, facts)
        evaluation.outcomes = []
        switch trigger?.kind {
        case .counter, .sanction, .level: evaluation.runFirst()
        default: _ = evaluation.run([0], kinds: kinds)
        }
        guard var outcome = evaluation.outcomes?.first(where: { $0.rule == rule.id }) else { return nil }
        var wakeupJob = evaluation.decision.scheduledJob
        // Actions after waits count as well. The bound stops a loop that only a defect could cause.
        for _ in 0..<100 {
            guard let next = wakeupJob else { break }
            var rest = RuleEvaluation(
                set, self.facts(.system(.due(.init(author: rule.author, next, at: next.due))), next.due, facts.state))
            rest.outcomes = []
            wakeupJob = rest.run([], kinds: []).scheduledJob
            outcome.performed += rest.outcomes?.first?.performed ?? []
        }
        return outcome
    }

    private func compare(_ outcome: RuleEvaluation.Outcome?, _ state: RuleState) -> [String] {
        let expected = test.expected
        guard let outcome else {
            return expected.hit ? ["no trigger of the rule fires for this event"] : []
        }
        var failures: [String] = []
        if outcome.hit != expected.hit {
            failures.append(
                outcome.hit
                    ? "the rule matches because of \(outcome.detail)" : "the rule does not match: \(Self.sentence(outcome))")
        }
        if let part = expected.because, outcome.part != part, outcome.hit == expected.hit {
            failures.append("the deciding part is \(outcome.part) (\(outcome.detail)), not \(part)")
        }
        if let actions = expected.actions, outcome.hit, actions.sorted() != outcome.performed.sorted() {
            failures.append(
                "the rule requests \(outcome.performed.joined(separator: ", ")), not \(actions.joined(separator: ", "))")
        }
        let last = Date(timeIntervalSince1970: test.given.at + test.given.every * Double(test.given.times - 1))
        for (name, count) in expected.counters.sorted(by: { $0.key < $1.key }) {
            let found = state.counts(named: name, at: last).max() ?? 0
            if found != count { failures.append("the counter \(name) is \(found), not \(count)") }
        }
        return failures
    }

    private static func sentence(_ outcome: RuleEvaluation.Outcome) -> String {
        outcome.detail.isEmpty ? outcome.part : "\(outcome.part): \(outcome.detail)"
    }

    private func facts(_ event: Event, _ now: Date, _ state: RuleState) -> Facts {
        let given = test.given
        let member = Member(
            clan: Self.clan, user: given.user, roles: given.roles, joinedAt: now.addingTimeInterval(-given.memberFor),
            isBot: given.isBot)
        var channel = Channel(id: channelID, clan: clanID, label: "test", category: rule.scope.exampleCategory ?? 0)
        if given.isThreadStarter != nil { channel.kind = .thread }
        return Facts(
            event: event, now: now, me: RuleTestInput.me, isLate: given.isLate, sequence: 0, prefix: set.policies[clanID].prefix,
            hits: set.read(event),
            directory: RecordingDirectory(
                DirectoryLookup(
                    member: { [self] user, _ in user == member.user ? member : person(user, at: now) },
                    channel: { [channel] in $0 == channel.id ? channel : nil }, clan: { Clan(id: $0, name: "test") },
                    channels: { [channel] _ in [channel] },
                    user: { [self] user, _ in user == given.user ? author : nil },
                    message: { [self] id, _, _ in id == Self.repliedMessage ? nil : earlierMessage(id, at: now) })),
            state: state, privateChannels: set.privateChannels)
    }

    /// The message that a tested one replies to. It is not in the journal.
    private static let repliedMessage: MessageID = 1

    private var author: Author { Author(id: test.given.user, username: test.given.username, displayName: test.given.name) }

    /// Returns the message before an edit or deletion.
    private func earlierMessage(_ id: MessageID, at now: Date) -> Message {
        let text = trigger?.kind == .edit ? test.given.previousText : test.given.text
        return Message(id: id, clan: clanID, channel: channelID, author: author, content: Content(text), createdAt: now)
    }

    /// The trigger for reactions of several people, all of whom count.
    private var reactions: ReactionsTrigger? {
        if case .reactions(let watch)? = rule.triggers.first?.detail { watch } else { nil }
    }

    /// The message to which the people of a test react, and the user before the first of them.
    private static let reactedMessage: MessageID = 2
    private static let firstPerson: UserID = 2_000_000

    private func person(_ user: UserID, at now: Date) -> Member? {
        guard let reactions, user > Self.firstPerson else { return nil }
        return Member(
            clan: Self.clan, user: user, roles: reactions.roles.sorted(),
            joinedAt: now.addingTimeInterval(-RuleTestInput().memberFor))
    }

    private var channelID: ChannelID {
        test.given.channel ?? rule.scope.exampleChannel ?? (test.given.webhook == nil ? Self.elsewhere : Self.endpoint)
    }
    private static let endpoint = ChannelID(connection: "test", channel: "hook")
    private var clanID: ClanID { rule.scope.exampleClan ?? Self.clan }

    /// The fields of a submitted form as a client sends them.
    private var form: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        do {
            return String(decoding: try encoder.encode(JSONValue.object(test.given.form)), as: UTF8.self)
        } catch {
            preconditionFailure("JSON values can be encoded: \(error)")
        }
    }

    private func event(at now: Date, number: Int) -> Event {
        let given = test.given
        let id = MessageID(Snowflake.floor(of: now) + Int64(number))
        var content = Content(given.text)
        if let webhook = given.webhook { WebhookData(webhook).store(in: &content) }
        let message = Message(
            id: id, clan: clanID, channel: channelID, author: author, content: content, mentions: given.mentions,
            attachments: given.attachments,
            references: given.repliedTo.isNone ? [] : [Reference(message: Self.repliedMessage, sender: given.repliedTo)],
            createdAt: now)
        switch trigger?.kind {
        case .edit: return .edit(message)
        case .roomChange:
            var message = message
            message.code = channelID.isExternal ? .roomChange : .welcome
            return .systemMessage(message)
        case .delete:
            return .delete(Removal(message: id, clan: clanID, channel: channelID, sender: given.user, at: now))
        case .reaction:
            return .reaction(
                Reaction(
                    emoji: given.emoji, sender: given.user, clan: clanID, channel: channelID, message: id,
                    messageAuthor: given.repliedTo))
        case .reactions:
            return .reaction(
                Reaction(
                    emoji: reactions?.emoji.min() ?? given.emoji, sender: UserID(Self.firstPerson.rawValue + Int64(number)),
                    clan: clanID,
                    channel: channelID, message: Self.reactedMessage, messageAuthor: given.user))
        case .join: return .memberJoined(Membership(clan: clanID, users: [given.user], username: given.username))
        case .leave: return .memberLeft(Membership(clan: clanID, users: [given.user], username: given.username))
        case .roleChange:
            return .rolesChanged(roleChange(in: clanID))
        case .button, .form:
            return .button(
                ButtonClick(
                    message: id, channel: channelID, button: given.button, user: given.user, messageAuthor: RuleTestInput.me,
                    extra: trigger?.kind == .form ? form : ""))
        case .quickMenu:
            return .quickMenu(MenuChoice(clan: clanID, channel: channelID, menu: given.button, user: given.user))
        case .channelCreated: return .channelCreated(Channel(id: channelID, clan: clanID, label: "test"))
        case .threadCreated:
            return .channelCreated(Channel(id: channelID, clan: clanID, parent: 1, kind: .thread, label: "test"))
        case .banChanged:
            return .banChanged(BanChange(clan: clanID, channel: channelID, users: [given.user], by: 1, isLifted: false))
        case .voiceJoined: return .voiceJoined(VoicePresence(clan: clanID, channel: channelID, user: given.user))
        case .voiceLeft: return .voiceLeft(VoicePresence(clan: clanID, channel: channelID, user: given.user))
        case .tokenSent: return .tokenSent(TokenTransfer(sender: given.user, receiver: given.repliedTo, amount: 1))
        case .startup: return .system(.started(at: now))
        case .reconnected: return .system(.reconnected(gap: 3600, at: now))
        case .signal:
            let name = if case .name(let name)? = trigger?.detail { name } else { "" }
            return .system(.signal(.init(name: name, clan: clanID, channel: channelID, hops: 0, at: now)))
        case .schedule:
            return .system(
                .due(
                    .init(
                        author: rule.author,
                        ScheduledJob(
                            trigger?.jobName ?? "", due: now, clan: clanID,
                            channel: given.channel ?? rule.scope.onlyChannel ?? 0), at: now)))
        case .reminderDue:
            let due = ScheduledJob(
                "1", due: now, clan: clanID, channel: channelID, user: given.user, note: ["text": .string(given.text)])
            return .system(.due(.init(author: "bot:reminders", due, at: now)))
        case .manual, .silence: return .system(.fired(.init(rule: rule.id, clan: clanID, channel: channelID, at: now)))
        case .unanswered:
            var message = message
            if message.mentions.isEmpty {
                message.mentions = [Mention(user: Self.mentioned, username: "mai", range: TextRange(0, 0))]
            }
            return .message(message)
        case .message, .command, .counter, .sanction, .level, nil: return .message(message)
        }
    }
}

extension RuleDecision {
    /// The job that ends the rule's wait.
    fileprivate var scheduledJob: ScheduledJob? {
        results.lazy.flatMap(\.actions).compactMap { action -> ScheduledJob? in
            if case .schedule(let job) = action,
                [WaitID.prefix, MentionID.prefix].contains(where: job.name.hasPrefix)
            {
                job
            } else {
                nil
            }
        }.first
    }
}
