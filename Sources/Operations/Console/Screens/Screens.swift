import ChatModel

/// Builds the pages of the screens.
struct Screens: Sendable {
    private static let refreshSeconds = 5

    let context: ConsoleContext
    let feed: JournalFeed
    let activity: RuleActivity

    /// - Throws: `ScreenError`, and errors of the store.
    func page(_ route: Route, _ query: FormFields, _ texts: Texts) async throws -> ConsolePage {
        switch route {
        case .screen(.overview):
            let view = OverviewView(
                try await context.status(), watching: feed.watching, dropped: feed.dropped, in: context.zone, texts)
            return page(.overview, view, refreshes: true)
        case .screen(.journal): return page(.journal, try await context.journal(JournalQuery(fields: query), texts))
        case .trace(let entry):
            return ConsolePage(
                template: "trace", title: "title_trace", screen: .journal, values: ["m": try await context.trace(of: entry)])
        case .screen(.incidents):
            return page(.incidents, try await context.incidents(onlyOpen: query["open"] == "yes", texts), refreshes: true)
        case .incident(let clan, let number):
            return ConsolePage(
                template: "incident", title: "title_incident", screen: .incidents,
                values: ["m": try await context.incident(number, of: ClanID(clan), texts)], refreshSeconds: Self.refreshSeconds)
        case .screen(.rules): return page(.rules, try await context.rules(activity, texts))
        case .screen(.schedule): return page(.schedule, try await context.schedule())
        case .screen(.bots): return page(.bots, try await context.bots())
        case .screen(.relays): return page(.relays, try await context.relays(), refreshes: true)
        case .health, .readiness, .metrics, .asset, .open, .journalStream, .action: throw ScreenError.notFound
        }
    }

    private func page(_ screen: Route.Screen, _ view: any Sendable, refreshes: Bool = false) -> ConsolePage {
        ConsolePage(
            template: screen.rawValue, title: "nav_\(screen.rawValue)", screen: screen, values: ["m": view],
            refreshSeconds: refreshes ? Self.refreshSeconds : nil)
    }
}
