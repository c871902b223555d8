import BotConfiguration
import BotKit

/// A button as written by an operator: `{ label, route, style, icon, disabled }`, or `{ label, url }`.
struct ButtonTemplate: Sendable {
    private enum Target: Sendable {
        case route(String, Style)
        case page(EmbedURLTemplate)
    }

    private enum Style: String, CaseIterable, Sendable {
        case primary, secondary, success, danger

        var value: ButtonStyle {
            switch self {
            case .primary: .primary
            case .secondary: .secondary
            case .success: .success
            case .danger: .danger
            }
        }
    }

    private enum Icon: String, CaseIterable, Sendable { case play, pause }

    private let label: Template
    private let target: Target
    private let icon: Icon?
    private let isDisabled: Bool

    init?(_ node: ConfigNode, _ compilation: CompilationContext) {
        let diagnostics = compilation.diagnostics
        let before = diagnostics.errors
        guard var map = MapReader(node, "a button", diagnostics) else { return nil }
        let label = map.require("label", "The button's label.").flatMap { Template($0, compilation) }
        let routeNode = map.take("route", "The button's name, which the trigger `button` matches.")
        let route = routeNode.flatMap { RouteName.read($0, compilation) }
        let style = map.take("style", "`primary`, `secondary`, `success` or `danger`.")?.choice(
            Style.self, "a style", diagnostics)
        let page = map.take("url", "The https address of the page that the button opens, instead of a route.").flatMap {
            EmbedURLTemplate($0, "url", compilation)
        }
        icon = map.take("icon", "`play` or `pause`, before the label.")?.choice(Icon.self, "an icon", diagnostics)
        isDisabled = map.take("disabled", "Whether the button cannot be pressed (default: false).")?.truth(diagnostics) ?? false
        map.requireOne(of: ["route", "url"])
        map.finish()
        if let routeNode, page != nil {
            diagnostics.error(
                "two-targets", "a button has either a route or a url", at: routeNode.position,
                suggestion: "remove one of the two; a button with a url triggers no rule")
        }
        guard diagnostics.errors == before, let label else { return nil }
        self.label = label
        if let page { target = .page(page) } else if let route { target = .route(route, style ?? .primary) } else { return nil }
    }

    /// Returns the button; `nil`, noted in the trace, if it has no label or leads nowhere.
    func button(_ context: inout ActionContext) -> Component? {
        let label = label.text(context)
        var button: Component
        switch target {
        case .route(let route, let style): button = .button(id: route, label: label, style: style.value)
        case .page(let page):
            guard let address = page.text(&context) else { return nil }
            button = .link(label, address)
        }
        if let problem = button.problem {
            context.remark("a button is left out: \(problem)")
            return nil
        }
        if let icon { button = button.icon(icon == .play ? .play : .pause) }
        return isDisabled ? button.disabled() : button
    }
}

/// The name of a button or select, which triggers rules.
enum RouteName {
    /// Reads a route; `nil`, with diagnostics, if it is reserved.
    static func read(_ node: ConfigNode, _ compilation: CompilationContext) -> String? {
        guard let route = node.text(compilation.diagnostics) else { return nil }
        guard !route.hasPrefix(QuestionID.prefix) else {
            compilation.diagnostics.error(
                "reserved-route", "routes that begin with '\(QuestionID.prefix)' are reserved for 'ask'", at: node.position)
            return nil
        }
        return route
    }
}
