import BotConfiguration
import BotKit

/// A select below a message as written by an operator: `{ route, placeholder, options }`. The value that is chosen is `form.choice`.
struct SelectTemplate: Sendable {
    let route: String
    private let placeholder: Template?
    private let options: [OptionTemplate]

    init?(_ node: ConfigNode, _ compilation: CompilationContext) {
        let diagnostics = compilation.diagnostics
        guard var map = MapReader(node, "a select", diagnostics) else { return nil }
        let route = map.require("route", "The select's name, which the trigger `form` matches.").flatMap {
            RouteName.read($0, compilation)
        }
        placeholder = map.take("placeholder", "The text in it until something is chosen.").flatMap { Template($0, compilation) }
        let options = map.require("options", "The options, at most 25: values, or { label, value, details, default }.").flatMap {
            OptionTemplate.read($0, compilation)
        }
        map.finish()
        guard let route, let options else { return nil }
        self.route = route
        self.options = options
    }

    /// Returns the select; `nil`, noted in the trace, if its options are empty or equal.
    func select(_ context: inout ActionContext) -> Component? {
        let select = Component.select(
            id: route, route: route, placeholder: placeholder?.text(context) ?? "", options.map { $0.option(context) })
        guard let problem = select.problem else { return select }
        context.remark("a select is left out: \(problem)")
        return nil
    }
}

/// An option of a select or of radio buttons: a value, or `{ label, value, details, default }`.
struct OptionTemplate: Sendable {
    private let label: Template
    private let value: String
    private let details: Template?
    private let isDefault: Bool

    static func read(_ node: ConfigNode, _ compilation: CompilationContext) -> [OptionTemplate]? {
        let diagnostics = compilation.diagnostics
        guard let items = node.list(diagnostics) else { return nil }
        guard !items.isEmpty, items.count <= SelectOption.maxOptions else {
            diagnostics.error(
                "too-many", "there are 1 to \(SelectOption.maxOptions) options, not \(items.count)", at: node.position,
                suggestion: "write up to \(SelectOption.maxOptions) options")
            return nil
        }
        let options = items.map { OptionTemplate($0, compilation) }
        var values: Set<String> = []
        for (item, option) in zip(items, options) {
            guard let option, !values.insert(option.value).inserted else { continue }
            diagnostics.error(
                "same-value", "two options have the value '\(option.value)'", at: item.position,
                suggestion: "give each its own value")
            return nil
        }
        let read = options.compactMap(\.self)
        return read.count == options.count ? read : nil
    }

    private init?(_ node: ConfigNode, _ compilation: CompilationContext) {
        let diagnostics = compilation.diagnostics
        guard node.isMap(diagnostics) else {
            guard let label = Template(node, compilation), let value = node.text(diagnostics) else { return nil }
            self.label = label
            self.value = value
            details = nil
            isDefault = false
            return
        }
        guard var map = MapReader(node, "an option", diagnostics) else { return nil }
        let label = map.require("label", "The text that users see.").flatMap { Template($0, compilation) }
        let value = map.require("value", "The value that rules receive.")?.text(diagnostics)
        details = map.take("details", "The text below the label.").flatMap { Template($0, compilation) }
        isDefault = map.take("default", "Whether it is chosen at first (default: false).")?.truth(diagnostics) ?? false
        map.finish()
        guard let label, let value else { return nil }
        self.label = label
        self.value = value
    }

    func option(_ context: ActionContext) -> SelectOption {
        SelectOption(label.text(context), value, details: details?.text(context) ?? "", isDefault: isDefault)
    }
}
