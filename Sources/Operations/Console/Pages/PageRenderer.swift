import ChatModel
import MezonBotApp

/// Renders pages in the language of a browser.
struct PageRenderer: Sendable {
    private let templates: PageTemplates
    private let texts: [Language: Texts]
    private let basePath: String

    /// The browser for which a page is rendered.
    struct Viewer: Sendable {
        var language: Language
        /// The token of its forms; nil without a session.
        var formToken: String?
        /// The result of its last action.
        var notice: Notice?
        /// The address of the page within the console, to which a choice of language returns.
        var address: String
        /// The clans of its session.
        var scope = ClanScope.everything
    }

    /// The result of an action, shown once.
    struct Notice: Sendable, Hashable {
        var lines: [String]
        var isRefused: Bool
    }

    private struct Item {
        let href: String
        let label: String
        let isCurrent: Bool
    }

    private struct LanguageChoice {
        let code: String
        let label: String
        let isChosen: Bool
    }

    /// - Throws: `ConsoleError.badResource`.
    init(basePath: String) throws(ConsoleError) {
        templates = try PageTemplates()
        var texts: [Language: Texts] = [:]
        for language in Language.allCases { texts[language] = try Texts(language) }
        self.texts = texts
        self.basePath = basePath
    }

    func texts(_ language: Language) -> Texts {
        guard let found = texts[language] else { preconditionFailure("the initializer reads the texts of every language") }
        return found
    }

    /// Renders a whole document.
    func document(_ page: ConsolePage, for viewer: Viewer) throws(ConsoleError) -> String {
        let texts = texts(viewer.language)
        var values = common(texts, viewer)
        values["content"] = try templates.render(page.template, values.merging(page.values) { $1 })
        values["title"] = texts[page.title]
        values["nav"] = Route.Screen.allCases.filter { $0.isOpen(to: viewer.scope) }.map {
            Item(
                href: basePath + ($0 == .overview ? "/" : "/\($0.rawValue)"), label: texts["nav_\($0.rawValue)"],
                isCurrent: $0 == page.screen)
        }
        values["languages"] = Language.allCases.map {
            LanguageChoice(code: $0.rawValue, label: $0.title, isChosen: $0 == viewer.language)
        }
        values["isSignedIn"] = viewer.formToken != nil
        values["hasNotice"] = viewer.notice != nil
        values["noticeLines"] = viewer.notice?.lines ?? []
        values["isRefusal"] = viewer.notice?.isRefused ?? false
        values["address"] = viewer.address
        values["refreshes"] = page.refreshSeconds != nil
        values["refreshSeconds"] = page.refreshSeconds ?? 0
        values["livePart"] = page.livePart
        values["scripts"] = page.script.map { [$0.rawValue] } ?? []
        return try templates.render("layout", values)
    }

    /// Renders a part of a page.
    func fragment(_ template: String, _ values: [String: Any], for viewer: Viewer) throws(ConsoleError) -> String {
        try templates.render(template, common(texts(viewer.language), viewer).merging(values) { $1 })
    }

    private func common(_ texts: Texts, _ viewer: Viewer) -> [String: Any] {
        ["t": texts.table, "lang": texts.language.rawValue, "base": basePath, "csrf": viewer.formToken ?? ""]
    }
}
