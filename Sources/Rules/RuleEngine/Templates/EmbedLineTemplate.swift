import BotConfiguration
import ChatModel

/// The line above or below the text of an embed: `author: { name, url, icon }`, `footer: { text, icon }`.
struct EmbedLineTemplate: Sendable {
    private let textKey: String
    private let text: Template
    private let url: EmbedURLTemplate?
    private let icon: EmbedURLTemplate?

    init?(author node: ConfigNode, _ compilation: CompilationContext) {
        guard var map = MapReader(node, "'author'", compilation.diagnostics) else { return nil }
        let name = map.require("name", "The name above the title.").flatMap { Template($0, compilation) }
        let url = map.take("url", "The page that the name links to.").flatMap { EmbedURLTemplate($0, "author.url", compilation) }
        self.init("name", name, url: url, &map, compilation)
    }

    init?(footer node: ConfigNode, _ compilation: CompilationContext) {
        guard var map = MapReader(node, "'footer'", compilation.diagnostics) else { return nil }
        let text = map.require("text", "The line at the end.").flatMap { Template($0, compilation) }
        self.init("text", text, url: nil, &map, compilation)
    }

    private init?(
        _ key: String, _ text: Template?, url: EmbedURLTemplate?, _ map: inout MapReader, _ compilation: CompilationContext
    ) {
        icon = map.take("icon", "The picture before it.").flatMap { EmbedURLTemplate($0, "icon", compilation) }
        map.finish()
        guard let text else { return nil }
        textKey = key
        self.text = text
        self.url = url
    }

    /// Returns the line in Mezon's format; `nil` if its text is empty.
    func json(_ context: inout ActionContext) -> JSONValue? {
        let shown = text.text(context)
        guard !shown.isEmpty else { return nil }
        var object: [String: JSONValue] = [textKey: .string(shown)]
        if let url = url?.text(&context) { object["url"] = .string(url) }
        if let icon = icon?.text(&context) { object["icon_url"] = .string(icon) }
        return .object(object)
    }
}
