import Foundation

/// The bot behind `*language`, which every channel with bots has: users and clans choose the language of the bots' texts.
package struct LanguageBot: Bot {
    /// The languages by the words of the command.
    package enum Word: String, Choice, Sendable {
        case en, vi

        var language: Language {
            switch self {
            case .en: .en
            case .vi: .vi
            }
        }
        var name: LocalizedText {
            switch self {
            case .en: LocalizedText("English", vi: "tiếng Anh")
            case .vi: LocalizedText("Vietnamese", vi: "tiếng Việt")
            }
        }
    }

    /// The choice of a user or a clan.
    package struct State: BotState {
        package struct Change: Codable, Sendable {
            var to: Word?
            var by: UserID
            var at: Date
        }

        var language: Word?
        /// The latest changes, oldest first.
        var changes: [Change] = []

        package init() {}

        fileprivate mutating func choose(_ word: Word?, by user: UserID, at now: Date) {
            language = word
            changes.append(Change(to: word, by: user, at: now))
            changes.removeFirst(max(0, changes.count - 20))
        }
    }

    package static let manifest = Manifest("language", "Chooses the language of the bots' texts.", needs: [.reply])
    private let editors: Audience

    package init(options: NoOptions) { editors = .users([]) }

    /// - Parameter editors: The users who may choose for a clan.
    init(editors: Audience) { self.editors = editors }

    package var commands: [Command<Self>] {
        Command("language", "Choose the language in which bots answer you", vi: "Chọn ngôn ngữ bot trả lời bạn") {
            (context: Context, word: Word?) in
            guard let word else { return [.reply(Self.shown(context.language))] }
            try await context.state(.user).update { $0.choose(word, by: context.user, at: context.now) }
            return [.reply(Self.answer(in: word.language, word))]
        }
        Command("language reset", "Use the clan's language again", vi: "Dùng lại ngôn ngữ của clan") { (context: Context) in
            try await context.state(.user).update { $0.choose(nil, by: context.user, at: context.now) }
            return [
                .reply(context.say("I use the clan's language for you again.", vi: "Tôi dùng lại ngôn ngữ của clan với bạn."))
            ]
        }
        Command(
            "language clan", "Choose the language of bots for this clan", vi: "Chọn ngôn ngữ của bot cho clan này", for: editors
        ) { (context: Context, word: Word?) in
            if let refusal = try await context.invocation.editRefusal() {
                return [.reply(Draft(refusal.text(in: context.language)))]
            }
            try await context.state(.clan).update { $0.choose(word, by: context.user, at: context.now) }
            guard let word else {
                return [
                    .reply(context.say("The clan uses the configured language again.", vi: "Clan dùng lại ngôn ngữ đã cấu hình."))
                ]
            }
            let text = LocalizedText(
                "Bots answer in \(word.name.en) in this clan.", vi: "Bot trong clan này trả lời bằng \(word.name.vi).")
            return [.reply(Draft(text.text(in: word.language)))]
        }
    }

    private static func answer(in language: Language, _ word: Word) -> Draft {
        let text = LocalizedText("I answer you in \(word.name.en).", vi: "Tôi sẽ trả lời bạn bằng \(word.name.vi).")
        return Draft(text.text(in: language))
    }

    private static func shown(_ language: Language) -> Draft { answer(in: language, language == .vi ? .vi : .en) }

    /// The keys of the choices that count for a user in a clan; the first choice counts.
    package static func keys(of user: UserID, in clan: ClanID) -> [String] {
        [user.isNone ? nil : "user:\(user)", clan.isNone ? nil : "clan:\(clan)"].compactMap(\.self)
    }

    /// Returns the language of a stored choice; nil if there is none.
    ///
    /// - Throws: An error if the value cannot be read.
    package static func choice(_ stored: StoredState?) throws -> Language? {
        guard let stored, stored.fingerprint == State.fingerprint else { return nil }
        let state: State = try StateJSON.value(stored)
        return state.language?.language
    }
}

extension BotRuntime {
    /// Returns the language that a user has chosen, or else their clan; nil if neither has.
    ///
    /// - Throws: Errors of the store.
    func chosenLanguage(of user: UserID, in clan: ClanID) async throws -> Language? {
        if readsAreRecorded {
            guard case .language(let name?) = await ask(.language(user, clan: clan)) else { return nil }
            return Language(rawValue: name)
        }
        let memory = supervisor(of: LanguageBot.manifest.name).memory
        for key in LanguageBot.keys(of: user, in: clan) {
            if let language = try LanguageBot.choice(try await memory.valueWithoutLock(key)) { return language }
        }
        return nil
    }

    /// The handler of `*language` for channels with bots; nil if one of them has a command of that name.
    package func languageHandler(beside handlers: [any EventHandler]) -> (any EventHandler)? {
        let isTaken = handlers.contains { handler in
            handler.name == "bot:" + LanguageBot.manifest.name
                || (handler as? any HelpProvider)?.helpEntry.commands.contains { $0.answers(to: "language") } == true
        }
        guard !handlers.isEmpty, !isTaken else { return nil }
        return LanguageHandler(handler: BotHandler(LanguageBot(editors: preferences.editors), runtime: self))
    }
}

/// The handler of `*language`. It takes no part in other messages, of which their traces therefore say nothing.
private struct LanguageHandler: EventHandler, HelpProvider {
    let handler: BotHandler<LanguageBot>

    var name: String { handler.name }
    var helpEntry: HelpEntry { handler.helpEntry }

    func precheck(_ message: Message, _ context: EventContext) -> Verdict {
        handler.isCommand(message) ? handler.precheck(message, context) : .pass
    }

    func stepTimeout(for event: Event) -> Duration? { handler.stepTimeout(for: event) }

    func handle(_ event: Event, in context: EventContext) -> HandlingStep {
        switch event {
        case .message(let message), .edit(let message): handler.isCommand(message) ? handler.handle(event, in: context) : .none
        default: .none
        }
    }
}
