import BotConfiguration
import ChatModel
import Foundation

/// `relay: { to: [channels], as, carry, edits_within, headers, replace }`: shows messages of this channel in other channels, with later
/// changes to them.
///
/// User content is made inert: it notifies no one, its buttons do nothing, and an embed is shown as text. The bot's own messages
/// trigger no rule, so that copies are not copied back.
struct RelayAction: ParsableAction {
    static let name = "relay"
    let isRelay = true
    var relayedTo: [ChannelID] { destinations }
    var replacements: [RelayReplacement] { replacement.map { [$0] } ?? [] }

    enum CarriedContent: String, Hashable, Sendable, CaseIterable {
        case edits, deletes, replies, attachments, reactions, joins

        /// The trigger that a rule needs to carry this content; `nil` for content that comes with a message.
        fileprivate var trigger: RuleTrigger.Kind? {
            switch self {
            case .edits: .edit
            case .deletes: .delete
            case .reactions: .reaction
            case .joins: .roomChange
            case .replies, .attachments: nil
            }
        }
    }

    private let destinations: [ChannelID]
    /// The header of a relayed message; `nil` for the author's name alone.
    private let title: Template?
    private let carriedContent: Set<CarriedContent>
    /// The maximum age in seconds of a message whose edit is carried; `nil` for any age.
    private let maxEditAge: Double?
    /// The treatment of message headers; `nil` to leave user text unchanged.
    private let headers: RelayHeaderPolicy?
    private let replacement: RelayReplacement?

    /// Reads a channel to which messages can be sent.
    private static func destination(_ node: ConfigNode, _ compilation: CompilationContext) -> ChannelID? {
        guard let entry = compilation.names.entry(node, kinds: [.channels], compilation.diagnostics) else { return nil }
        if entry.direction == .inward {
            compilation.diagnostics.error(
                "one-way", "'\(entry.name)' (\(entry.position)) is incoming only and cannot be relayed to", at: node.position,
                suggestion: "give it a url, or use from: \(entry.name) in the link")
        }
        return ChannelID(entry.id)
    }

    private static let maxDestinations = 32  // The maximum number of destinations of one action.
    private static let carried: Set<RuleTrigger.Kind> = [.message, .edit, .delete, .reaction, .roomChange, .command]

    init?(_ keyword: KeywordNode, _ compilation: CompilationContext) {
        let diagnostics = compilation.diagnostics
        let before = diagnostics.errors
        compilation.rejectInQuestion(keyword)
        guard let argument = keyword.argument(diagnostics) else { return nil }
        let unsupportedTriggers = RuleTrigger.Kind.allCases.filter {
            compilation.triggers.contains($0) && !Self.carried.contains($0)
        }
        if !unsupportedTriggers.isEmpty {
            diagnostics.error(
                "nothing-to-act-on",
                "'relay' needs messages, but the trigger \(unsupportedTriggers.map(\.rawValue).joined(separator: ", ")) provides none",
                at: keyword.position, suggestion: "write trigger: [message, edit, delete, reaction, channel_changed]")
        }
        guard var map = MapReader(argument, "'relay'", diagnostics) else { return nil }
        let toNode = map.require("to", "The channels to relay to.")
        let destinations = (toNode?.list(orSingle: true, diagnostics) ?? []).compactMap { Self.destination($0, compilation) }
        // `as` names the author of a text. Deletions and reactions carry no name, so its values are checked for messages only.
        let title = map.take(
            "as",
            "The text before each message, for example \"{{ author.name }} · {{ channel.name }}\" (default: the author's name, preceded by a thread's name)."
        )
        self.title = title.flatMap { Template($0, compilation.reading(as: [.message])) }
        let carry = map.take(
            "carry",
            "The content to relay besides text: edits, deletes, replies, attachments, reactions, joins (default: everything that triggers the rule)."
        )
        let given = carry?.list(orSingle: true, diagnostics)?.compactMap { item in
            item.choice(CarriedContent.self, "content to relay", diagnostics).map { (content: $0, node: item) }
        }
        let within = map.take("edits_within", "The maximum age of messages whose edits are relayed, for example 1h.")
        maxEditAge = within?.duration(diagnostics).map { $0 / .seconds(1) }
        headers =
            map.take(
                "headers", "`carry`, `strip`, or the rule's own headers: { ticket: { id: … } } (default: headers as written)."
            )
            .flatMap { RelayHeaderPolicy($0, compilation.reading(as: [.message])) }
        replacement = map.take("replace", "Parts of the text to show otherwise: [{ in_list: rude, with: \"***\" }].")
            .flatMap { RelayReplacement($0, compilation) }
        map.finish()
        if let within, let given, !given.contains(where: { $0.content == .edits }) {
            diagnostics.error(
                "contradiction", "'edits_within' has no effect: edits are not relayed", at: within.position,
                suggestion: "add edits to 'carry', or remove it")
        }
        for (content, node) in given ?? [] {
            guard let trigger = content.trigger, !compilation.triggers.contains(trigger) else { continue }
            diagnostics.error(
                "not-triggered", "relaying \(content.rawValue) needs the trigger \(trigger.rawValue)", at: node.position,
                suggestion: "add \(trigger.rawValue) to the triggers")
        }
        if let toNode, destinations.count > Self.maxDestinations {
            diagnostics.error("too-many", "at most \(Self.maxDestinations) channels are allowed", at: toNode.position)
        }
        guard diagnostics.errors == before, !destinations.isEmpty else { return nil }
        // Two names of one channel count as one destination, so that a message is shown there once.
        var seen: Set<ChannelID> = []
        self.destinations = destinations.filter { seen.insert($0).inserted }
        carriedContent = Set(given?.map(\.content) ?? CarriedContent.allCases)
    }

    func perform(_ context: inout ActionContext) {
        if case .message(let message) = context.facts.event,
            let reason = context.facts.state.relayLoops.reason(message.id, in: context.facts.subject(.clan))
        {
            return context.remark("not relayed: \(reason)")
        }
        if let age = ageBeyondEdits(context) {
            return context.remark(
                "not relayed: the message is \(age) old, and edits are relayed for \(Quantity.duration(seconds: maxEditAge ?? 0))"
            )
        }
        guard let relayed = relayed(&context) else { return context.remark("nothing to relay") }
        for destination in destinations where destination != context.facts.channelID {
            // A deletion shows nothing, and must reach copies that were made when the channel was not yet private.
            if relayed.operation != .delete, let refusal = context.refusal(toShowIn: destination) {
                context.remark("not relayed: \(refusal)")
                continue
            }
            if let reason = loopReason(context, destination) {
                context.remark("not relayed: \(reason)")
                continue
            }
            context.request(.resolved(ResolvedAction(channel: destination, request: .relay(relayed))))
        }
    }

    /// Returns the reason why a new message must not be relayed to another clan, in which its original has been seen; otherwise
    /// records it as seen there.
    private func loopReason(_ context: ActionContext, _ destination: ChannelID) -> String? {
        let facts = context.facts
        guard case .message(let message) = facts.event, let channel = facts.directory.channel(destination) else { return nil }
        let subject = SubjectScope.clan.subject(user: 0, channel: destination, clan: channel.clan)
        guard subject != facts.subject(.clan) else { return nil }
        if let reason = facts.state.relayLoops.reason(message, relayedTo: subject) { return reason }
        if facts.executionMode == .real { facts.state.relayLoops.noteRelayed(facts.versions(of: message), to: subject) }
        return nil
    }

    /// Returns the age of an edited message if it is too old for its edit to be carried.
    private func ageBeyondEdits(_ context: ActionContext) -> Quantity? {
        guard let maxEditAge, case .edit(let message) = context.facts.event else { return nil }
        let age = context.facts.now.timeIntervalSince(message.createdAt)
        return age > maxEditAge ? .duration(seconds: age) : nil
    }

    private func relayed(_ context: inout ActionContext) -> RelayedMessage? {
        let event = context.facts.event
        let channel = context.facts.channelID
        switch event {
        case .message(let message):
            guard message.code.isSpeech else { return nil }
            var reference = carriedContent.contains(.replies) ? message.references.first : nil
            if let content = reference?.content, let replacement { reference?.content = Content(replacement(content.text)) }
            return shown(message, &context) { .show($0, answering: reference) }
        case .systemMessage(let message):
            guard carriedContent.contains(.joins), message.isRoomChange else { return nil }
            return shown(message, &context) { .show($0, answering: nil) }
        case .edit(let message): return carriedContent.contains(.edits) ? shown(message, &context) { .edit($0) } : nil
        case .delete(let removal):
            return carriedContent.contains(.deletes) ? RelayedMessage(of: removal.message, in: channel, .delete) : nil
        case .reaction(let reaction):
            guard carriedContent.contains(.reactions) else { return nil }
            let operation: RelayedMessage.Operation = reaction.isRemoval ? .unreact(reaction.emoji) : .react(reaction.emoji)
            return RelayedMessage(of: reaction.message, in: channel, by: reaction.messageAuthor, operation)
        default: return nil
        }
    }

    /// Returns the author's name. In a thread the thread's name precedes it, because the message is shown in another
    /// conversation.
    private func name(of message: Message, _ context: ActionContext) -> String {
        guard let thread = context.facts.channel, thread.isThread, !thread.label.isEmpty else { return message.author.name }
        return "\(thread.label) · \(message.author.name)"
    }

    /// Returns the message to relay; `nil` if nothing is left of it, as with headers alone when they are stripped.
    private func shown(_ message: Message, _ context: inout ActionContext, as operation: (Draft) -> RelayedMessage.Operation)
        -> RelayedMessage?
    {
        var content = message.content.inert
        let written = headers?.headers(takenOff: &content, &context)
        replacement?.apply(to: &content)
        let draft = Draft(content, attachments: carriedContent.contains(.attachments) ? message.attachments : [])
        if written?.isEmpty ?? true, content.text.isEmpty, draft.attachments.isEmpty { return nil }
        let profile = RelayedMessage.DisplayProfile(
            title?.text(context) ?? name(of: message, context), avatar: message.author.avatar)
        var relayed = RelayedMessage(of: message.id, in: message.channel, by: message.author.id, as: profile, operation(draft))
        relayed.headers = written
        return relayed
    }
}
