import ChatModel

/// Builds the pages of the screens.
struct Screens: Sendable {
    private static let refreshSeconds = 5

    let context: ConsoleContext
    let feed: JournalFeed
    let activity: RuleActivity
    let runner: ConsoleRunner
    let rooms: ChatRooms
    let whyNot: WhyNotFinder

    /// - Parameter session: The session that looks.
    /// - Throws: `ScreenError`, and errors of the store.
    func page(_ route: Route, _ query: FormFields, _ session: ConsoleSession, _ texts: Texts) async throws -> ConsolePage {
        switch route {
        case .screen(.overview):
            let view = try await context.overview(watching: feed.watching, dropped: feed.dropped, texts)
            return page(.overview, view, refreshes: true)
        case .screen(.journal): return page(.journal, try await context.journal(JournalQuery(fields: query), texts))
        case .trace(let entry):
            let rule = query["why"]
            let answers =
                rule.isEmpty
                ? [] : [TraceView.WhyNot(rule: rule, lines: try await whyNot.lines(rule, at: entry, in: context, texts))]
            return ConsolePage(
                template: "trace", title: "title_trace", screen: .journal,
                values: ["m": try await context.trace(of: entry, whyNot: answers)])
        case .screen(.incidents):
            return page(.incidents, try await context.incidents(onlyOpen: query["open"] == "yes", texts), refreshes: true)
        case .incident(let clan, let number):
            return ConsolePage(
                template: "incident", title: "title_incident", screen: .incidents,
                values: ["m": try await context.incident(number, of: ClanID(clan), texts)], refreshSeconds: Self.refreshSeconds)
        case .screen(.rules): return page(.rules, try await context.rules(activity, texts))
        case .screen(.editor):
            if query["draft"] == "run", let run = runner.latest(.draft), run.session == session.token, let draft = run.work.draft
            {
                return Self.editor(try await context.editor(draft.file, draft))
            }
            return Self.editor(try await context.editor(query))
        case .editorRun:
            let view = DraftRunView(runner.shown(.draft), for: session.token, in: context.zone, texts)
            return ConsolePage(
                template: "run", title: "title_run", screen: .editor, values: ["m": view],
                refreshSeconds: view.isRunning ? 1 : nil)
        case .ruleMode:
            let view = try await context.ruleMode(query["rule"], query["mode"], texts)
            return ConsolePage(template: "rule-mode", title: "title_rule_mode", screen: .rules, values: ["m": view])
        case .suggestions:
            let view = try await context.suggestions(runner.shown(.suggestions), query, texts)
            return ConsolePage(
                template: "suggestions", title: "title_suggest", screen: .rules, values: ["m": view],
                refreshSeconds: view.isRunning ? 1 : nil)
        case .rewind:
            let view = try await context.rewind(runner.shown(.rewind), query, texts)
            return ConsolePage(
                template: "rewind", title: "title_rewind", screen: .rules, values: ["m": view],
                refreshSeconds: view.isRunning ? 1 : nil)
        case .revisions:
            return ConsolePage(
                template: "revisions", title: "title_revisions", screen: .editor,
                values: ["m": try await context.revisions(query["version"])])
        case .screen(.chat):
            var page = page(.chat, try await context.chat(rooms, query, texts))
            page.refreshSeconds = rooms.isAvailable ? 1 : nil
            page.livePart = "messages"
            return page
        case .screen(.schedule): return page(.schedule, try await context.schedule())
        case .screen(.bots): return page(.bots, try await context.bots())
        case .screen(.settings):
            return page(.settings, try await context.settings(in: query["clan"], texts), refreshes: true)
        case .setting:
            let view = try await context.setting(query["name"], of: query["bot"], in: query["clan"], texts)
            return ConsolePage(template: "setting", title: "title_setting", screen: .settings, values: ["m": view])
        case .screen(.relays): return page(.relays, try await context.relays(), refreshes: true)
        case .health, .readiness, .metrics, .assistants, .asset, .open, .journalStream, .action: throw ScreenError.notFound
        }
    }

    static func editor(_ view: EditorView) -> ConsolePage {
        ConsolePage(
            template: "editor", title: "nav_editor", screen: .editor, values: ["m": view],
            script: .editorScript)
    }

    private func page(_ screen: Route.Screen, _ view: any Sendable, refreshes: Bool = false) -> ConsolePage {
        ConsolePage(
            template: screen.rawValue, title: "nav_\(screen.rawValue)", screen: screen, values: ["m": view],
            refreshSeconds: refreshes ? Self.refreshSeconds : nil)
    }
}
