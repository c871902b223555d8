import ChatModel

/// The help entry of a bot.
package struct HelpEntry: Sendable {
    package var bot: String
    package var summary: String
    package var commands: [CommandDescriptor]
    /// A Boolean value that indicates whether the bot handles presses of buttons of its own.
    package var hasButtons: Bool

    /// A Boolean value that indicates whether the bot has no command but that of its settings.
    var hasOnlySettings: Bool { commands.allSatisfy { $0.name == "settings \(bot)" } }
}

/// An event handler that contributes to the help.
package protocol HelpProvider {
    var helpEntry: HelpEntry { get }
}

/// The handler of `*help`. Lists the commands that the user may call in this channel, of all active bots and rules and of the
/// application itself; `*help kudos` explains one command.
///
/// It is inactive if a bot has a command of that name.
package struct HelpCommand: EventHandler {
    package let name = "system:help"
    private let offers: [HelpEntry]
    private let runtime: BotRuntime
    private var preferences: ChatPreferences
    private let most = 3500  // Characters per page: a message holds 4000.

    /// Creates the handler for a channel.
    ///
    /// - Parameter handlers: The channel's handlers, in order.
    /// - Returns: Nil if one of them has a command named `help`.
    package init?(for handlers: [any EventHandler], in runtime: BotRuntime) {
        offers = handlers.compactMap { ($0 as? any HelpProvider)?.helpEntry }
        self.runtime = runtime
        preferences = runtime.preferences
        if offers.contains(where: { $0.commands.contains { $0.answers(to: "help") } }) { return nil }
    }

    package func decidesImmediately(_ event: Event, in context: EventContext) -> Bool {
        if case .message(let message) = event { subject(of: message) == nil } else { true }
    }

    package func handle(_ event: Event, in context: EventContext) -> HandlingStep {
        guard case .message(let message) = event, !context.isLate, let subject = subject(of: message) else {
            return .none
        }
        let memory = runtime.supervisor(of: name).memory
        if let known = memory.takeRecordedResult(InvocationRecord.Name(sequence: context.sequence, author: name)) {
            return .awaiting { { known } }
        }
        let invocation = BotInvocation(
            of: name, at: InvocationContext(event, context, author: name, runtime), memory: memory, ask: runtime.ask)
        return .awaiting(
            {
                {
                    try await invocation.chooseLanguage()
                    invocation.startHandling()
                    var help = self
                    help.preferences = invocation.preferences
                    return try await help.answer(about: subject, to: message, invocation)
                }
            },
            end: { result in
                switch result {
                case .success(let kept): invocation.end(kept)
                case .failure: invocation.end(nil)
                }
            })
    }

    private func answer(about subject: String, to message: Message, _ invocation: BotInvocation) async throws -> [AuthorResult] {
        let member = try await invocation.member(message.author.id)
        let pace = CommandCooldown(
            invocation: invocation, name: "help", cooldown: .standard(uses: preferences.usesOfCommand))
        let topics = try await topics(for: message, invocation)
        guard member?.isBot != true, !topics.contains(where: { $0.name == "help" }), !offers.isEmpty || !topics.isEmpty,
            let text = try await text(about: subject, for: message, member, topics, invocation),
            try await pace.activeCooldown() == nil
        else { return [] }
        try await pace.begin(with: message.id)
        return [AuthorResult(author: name, actions: [.reply(Draft(text))], reason: subject.isEmpty ? "help" : "help \(subject)")]
    }

    private func topics(for message: Message, _ invocation: BotInvocation) async throws -> [HelpTopic] {
        let question = ContextRead.Request.topics(message.channel, clan: invocation.context.clan, for: message.author.id)
        guard case .topics(let topics) = try await invocation.read(question) else { return [] }
        return topics
    }

    /// Returns the words after `*help`, in lower case and separated by single spaces, or nil for any other message.
    private func subject(of message: Message) -> String? {
        guard message.text.hasPrefix(preferences.prefix) else { return nil }
        let words = message.text.dropFirst(preferences.prefix.count).prefix(200).split(omittingEmptySubsequences: false) {
            $0.unicodeScalars.allSatisfy { $0.value <= 0xFFFF && CommandText.isSpace(UInt16($0.value)) }
        }
        // A bare `*settings` names no bot: the commands of that name are listed.
        if words.first?.lowercased() == "settings", words.dropFirst().allSatisfy(\.isEmpty) { return "settings" }
        guard words.first?.lowercased() == "help" else { return nil }
        return words.dropFirst().filter { !$0.isEmpty }.joined(separator: " ").lowercased()
    }

    private func text(
        about subject: String, for message: Message, _ member: Member?, _ topics: [HelpTopic], _ invocation: BotInvocation
    ) async throws -> String? {
        if subject.isEmpty { return list(for: message.author.id, member, topics, page: 1) }
        if let page = Int(subject) { return list(for: message.author.id, member, topics, page: page) }
        let all = offers.flatMap(\.commands)
        let name =
            subject.hasPrefix(preferences.prefix) ? String(subject.dropFirst(preferences.prefix.count)) : subject
        let wanted = all.filter { $0.answers(to: name) || $0.name.lowercased().hasPrefix(name + " ") }
        var entries = topics.filter { $0.name == name }.map(detail)
        guard !wanted.isEmpty || !entries.isEmpty else {
            return unknown(
                name, known: all.filter { $0.audience.includes(message.author.id, member) }.map(\.name) + topics.map(\.name))
        }
        for profile in wanted { entries.append(try await detail(profile, for: message, member, invocation)) }
        return pages(of: entries, separator: "\n\n").first
    }

    /// Returns the answer for an unknown name. The name is not repeated, because the user chose its text.
    private func unknown(_ name: String, known: [String]) -> String {
        let prefix = preferences.prefix
        let nearest = Spelling.nearest(to: name, among: known).map { prefix + $0 }
        return say(
            "Unknown command\(nearest.map { ". Did you mean \($0)?" } ?? ".") \(prefix)help lists all commands.",
            "Ở đây không có lệnh như vậy\(nearest.map { ". Có phải ý bạn là \($0)?" } ?? ".") \(prefix)help để xem tất cả.")
    }

    private func detail(_ topic: HelpTopic) -> String {
        let summary = topic.summary.text(in: preferences.language)
        return preferences.prefix + topic.usage + (summary.isEmpty ? "" : "\n" + summary)
    }

    private func list(for user: UserID, _ member: Member?, _ topics: [HelpTopic], page number: Int) -> String? {
        let allowed = offers.flatMap(\.commands).filter { $0.audience.includes(user, member) }
        var lines = allowed.map { profile in
            let summary = profile.summary.text(in: preferences.language)
            return "• \(profile.usage(preferences))" + (summary.isEmpty ? "" : ": \(summary)")
        }
        lines += topics.map { topic in
            let summary = topic.summary.text(in: preferences.language)
            return "• \(preferences.prefix)\(topic.usage)" + (summary.isEmpty ? "" : ": \(summary)")
        }
        lines += offers.filter { !$0.summary.isEmpty && $0.hasOnlySettings }.map { "• \($0.bot): \($0.summary)" }
        guard !lines.isEmpty else {
            return say("No commands are available here.", "Ở đây chưa có lệnh nào dành cho bạn.")
        }
        let pages = pages(of: lines, separator: "\n")
        guard pages.indices.contains(number - 1) else {
            let count = pages.count
            return say(count == 1 ? "There is one page." : "There are \(count) pages.", "Chỉ có \(count) trang.")
        }
        let place = pages.count > 1 ? " (\(number)/\(pages.count))" : ""
        var ending = (allowed.first?.name ?? topics.first?.name).map {
            say(
                "\(preferences.prefix)help \($0) shows the details of a command.",
                "\(preferences.prefix)help \($0) để xem chi tiết một lệnh.")
        }
        if number < pages.count {
            ending = say(
                "\(preferences.prefix)help \(number + 1) shows the next page.",
                "\(preferences.prefix)help \(number + 1) để xem tiếp.")
        }
        return
            ([say("Commands available here", "Những lệnh bạn dùng được ở đây") + place + ":", pages[number - 1]]
            + (ending.map { [$0] } ?? [])).joined(separator: "\n")
    }

    private func detail(
        _ profile: CommandDescriptor, for message: Message, _ member: Member?, _ invocation: BotInvocation
    ) async throws -> String {
        let summary = profile.summary.text(in: preferences.language)
        var lines = [profile.usage(preferences)]
        if !summary.isEmpty { lines.append(summary) }
        if !profile.aliases.isEmpty {
            let names = profile.aliases.map { preferences.prefix + $0 }.joined(separator: ", ")
            lines.append(say("Aliases: \(names)", "Còn gọi là \(names)"))
        }
        let refusals = RefusalMessages(profile: profile, chatPreferences: preferences)
        if let cooldown = profile.cooldown { lines.append(refusals.pace(cooldown).text(in: preferences.language)) }
        if !profile.audience.includes(message.author.id, member) {
            let refusal = try await refusals.audience(isKnown: member != nil, role: invocation.title(of:))
            lines.append(refusal.text(in: preferences.language))
        }
        return lines.joined(separator: "\n")
    }

    private func pages(of parts: [String], separator: String) -> [String] {
        var pages: [String] = []
        for part in parts.map({ String($0.prefix(most)) }) {
            if let last = pages.last, last.count + separator.count + part.count <= most {
                pages[pages.count - 1] = last + separator + part
            } else {
                pages.append(part)
            }
        }
        return pages
    }

    private func say(_ english: String, _ vietnamese: String) -> String {
        LocalizedText(english, vi: vietnamese).text(in: preferences.language)
    }
}
