import MezonBotApp

/// The addresses of the console below its base path. Any other path is unknown, also another spelling of one of these.
enum Route: Hashable, Sendable {
    case health, readiness, metrics
    /// The messages of assistant programs.
    case assistants
    case asset(Asset)
    /// Opens a session with a one-time token.
    case open(token: String)
    case screen(Screen)
    case journalStream
    case trace(entry: Int64)
    case incident(clan: Int64, number: Int64)
    /// The tests or the backtest of a draft.
    case editorRun
    /// The change of a rule's mode, before it is confirmed.
    case ruleMode
    /// The suggestions for rules, and their form.
    case suggestions
    /// The plan of a rewind, and its form.
    case rewind
    case revisions
    /// The form for one setting of a bot in a clan.
    case setting
    case action(Action)

    enum Screen: String, CaseIterable, Hashable, Sendable {
        case overview, journal, incidents, rules, editor, schedule, bots, settings, relays, chat
    }

    enum Asset: String, CaseIterable, Hashable, Sendable {
        case style = "console.css"
        case script = "console.js"
        case editorScript = "editor.js"
        case icon = "icon.svg"
    }

    /// A change, which a form with a token requests.
    enum Action: Hashable, Sendable {
        case chooseLanguage, signOut
        case undo(clan: Int64, number: Int64)
        case changeJob(id: Int64, JobChange)
        case trigger
        case closeDeadLetter(id: Int64, RetryChoice)
        case resend
        case changeMode
        case answerQuestion
        /// Changes a setting of a bot in a clan.
        case changeSetting(clan: Int64)
        /// Makes a test of an entry.
        case makeFixture(entry: Int64)
        /// Starts work about rules that takes long.
        case runRule(RuleCommand)
        case editor(EditorCommand)
        case chat(ChatCommand)

        /// The size of the largest form, in bytes. That of the editor contains a file, of which each byte may take three.
        var maxBodyBytes: Int {
            switch self {
            case .editor: 3 * ConfigurationFiles.maxBytes + FormFields.maxBytes
            case .changeSetting: 2 * FormFields.maxBytes  // A text of 2000 characters, of which each may take nine bytes.
            default: FormFields.maxBytes
            }
        }
    }

    enum EditorCommand: String, CaseIterable, Hashable, Sendable {
        case check, complete, test, backtest, cancel, save
        /// Makes a draft of a suggestion.
        case take
        /// Activates a former revision.
        case activate
    }

    enum RuleCommand: String, CaseIterable, Hashable, Sendable {
        case suggest
        /// Computes what a rewind would take back.
        case plan
        case rewind

        var kind: ConsoleRun.Kind {
            switch self {
            case .suggest: .suggestions
            case .plan, .rewind: .rewind
            }
        }

        /// The fields of its form that a person fills in.
        var fields: [String] {
            switch self {
            case .suggest: ["since", "until", "clan", "deletions"]
            case .plan: ["rule", "since", "clan"]
            case .rewind: []
            }
        }
    }

    enum ChatCommand: String, CaseIterable, Hashable, Sendable { case send, press, choose }
    enum JobChange: String, CaseIterable, Hashable, Sendable { case pause, resume, cancel }
    enum RetryChoice: String, CaseIterable, Hashable, Sendable { case retry, discard }

    /// Parses the path of a request; nil for an unknown one.
    ///
    /// - Parameters:
    ///   - isPost: Whether the request changes something.
    ///   - path: The path as sent, without the query. No known path contains a percent sign, an empty segment or `..`.
    init?(isPost: Bool, path: String, basePath: String) {
        guard path.utf8.count <= 512, path.hasPrefix(basePath + "/") || path == basePath && !path.isEmpty else { return nil }
        let rest = path.dropFirst(basePath.count)
        if rest.isEmpty || rest == "/" {
            guard !isPost else { return nil }
            self = .screen(.overview)
            return
        }
        let segments = rest.dropFirst().split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        if segments == ["mcp"] {
            self = .assistants
            return
        }
        guard let route = isPost ? Self.parsedAction(segments).map(Route.action) : Self.parsedPage(segments) else { return nil }
        self = route
    }

    /// The size of the largest body of a request with this path, in bytes.
    static func maxBodyBytes(ofPath path: String, basePath: String) -> Int {
        switch Route(isPost: true, path: path, basePath: basePath) {
        case .action(let action): action.maxBodyBytes
        case .assistants: AssistantEndpoint.maxBodyBytes
        default: FormFields.maxBytes
        }
    }

    private static func parsedPage(_ segments: [String]) -> Route? {
        switch (segments[0], segments.count) {
        case ("healthz", 1): .health
        case ("readyz", 1): .readiness
        case ("metrics", 1): .metrics
        case ("assets", 2): Asset(rawValue: segments[1]).map(Route.asset)
        case ("open", 2): .open(token: segments[1])
        case ("journal", 2) where segments[1] == "stream": .journalStream
        case ("journal", 2): number(segments[1]).map(Route.trace(entry:))
        case ("editor", 2) where segments[1] == "run": .editorRun
        case ("rules", 2) where segments[1] == "mode": .ruleMode
        case ("rules", 2) where segments[1] == "suggest": .suggestions
        case ("rules", 2) where segments[1] == "rewind": .rewind
        case ("editor", 2) where segments[1] == "revisions": .revisions
        case ("settings", 2) where segments[1] == "edit": .setting
        case ("incidents", 3):
            if let clan = number(segments[1]), let number = number(segments[2]) {
                .incident(clan: clan, number: number)
            } else {
                nil
            }
        case (let name, 1): Screen(rawValue: name).flatMap { $0 == .overview ? nil : .screen($0) }
        default: nil
        }
    }

    private static func parsedAction(_ segments: [String]) -> Action? {
        switch (segments[0], segments.count) {
        case ("language", 1): .chooseLanguage
        case ("sign-out", 1): .signOut
        case ("incidents", 4) where segments[3] == "undo":
            if let clan = number(segments[1]), let number = number(segments[2]) { .undo(clan: clan, number: number) } else { nil }
        case ("schedule", 3):
            if let id = number(segments[1]), let change = JobChange(rawValue: segments[2]) {
                .changeJob(id: id, change)
            } else {
                nil
            }
        case ("rules", 2) where segments[1] == "trigger": .trigger
        case ("rules", 2) where segments[1] == "mode": .changeMode
        case ("rules", 2): RuleCommand(rawValue: segments[1]).map(Action.runRule)
        case ("journal", 3) where segments[2] == "fixture": number(segments[1]).map(Action.makeFixture(entry:))
        case ("questions", 2) where segments[1] == "answer": .answerQuestion
        case ("dead-letters", 3):
            if let id = number(segments[1]), let change = RetryChoice(rawValue: segments[2]) {
                .closeDeadLetter(id: id, change)
            } else {
                nil
            }
        case ("settings", 2): number(segments[1]).map(Action.changeSetting(clan:))
        case ("relays", 2) where segments[1] == "resend": .resend
        case ("chat", 2): ChatCommand(rawValue: segments[1]).map(Action.chat)
        case ("editor", 2): EditorCommand(rawValue: segments[1]).map(Action.editor)
        default: nil
        }
    }

    private static func number(_ text: String) -> Int64? {
        guard (1...19).contains(text.utf8.count), text.utf8.allSatisfy({ (48...57).contains($0) }) else { return nil }
        return Int64(text)
    }
}
