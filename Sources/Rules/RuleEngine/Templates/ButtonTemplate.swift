import BotConfiguration

/// A button as written by an operator: `{ label, route, style }`.
struct ButtonTemplate: Sendable {
    private let label: Template
    private let route: String
    private let style: ComponentRows.Style

    private static let maxButtons = 25  // Five rows of five.

    static func read(_ node: ConfigNode, _ compilation: CompilationContext) -> [ButtonTemplate] {
        let items = node.list(orSingle: true, compilation.diagnostics) ?? []
        if items.count > maxButtons {
            compilation.diagnostics.error(
                "too-many", "a message has at most \(maxButtons) buttons", at: items[maxButtons].position)
        }
        return items.compactMap { ButtonTemplate($0, compilation) }
    }

    private init?(_ node: ConfigNode, _ compilation: CompilationContext) {
        let diagnostics = compilation.diagnostics
        guard var map = MapReader(node, "a button", diagnostics) else { return nil }
        let label = map.require("label", "The button's label.").flatMap { Template($0, compilation) }
        let routeNode = map.require("route", "The button's name, which the trigger `button` matches.")
        let route = routeNode?.text(diagnostics)
        let style = map.take("style", "`primary`, `secondary`, `success` or `danger`.").map {
            $0.choice(ComponentRows.Style.self, "a style", diagnostics)
        }
        map.finish()
        guard let label, let routeNode, let route, let style = style ?? .primary else { return nil }
        guard !route.hasPrefix(QuestionID.prefix) else {
            diagnostics.error(
                "reserved-route", "routes that begin with '\(QuestionID.prefix)' are reserved for 'ask'", at: routeNode.position)
            return nil
        }
        self.label = label
        self.route = route
        self.style = style
    }

    func button(_ context: ActionContext) -> ComponentRows.Button {
        ComponentRows.Button(id: route, label: label.text(context), style: style)
    }
}
